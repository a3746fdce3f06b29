"""The effect of bags on a score: that of the current bag, and the largest ten, which lead to their bags.

The effect of a bag is its *share*: the score now minus the score if this bag alone were as in the baseline,
from -1 to 1, shown in points of 0.01. Bags that gold connects have one effect together. Effects reveal gold,
so only those of judged bags are shown until the reviewer shows gold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest

from PySide6 import QtCore, QtWidgets

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.base.statistics import NO_CHANGE
from coala.errors import CoalaError
from coala.gui.results.section import Explainer, ParagraphLabel, ResultsSection
from coala.gui.session.session import Session
from coala.gui.widgets.labels import SentenceButton, caption
from coala.model.nouns import Nouns
from coala.present import figures, phrases
from coala.present.explanations import Topic
from coala.scores.metrics.registry import METRICS

_MOST_BAGS = 10
_MOST_GROUP = 3
_LONGEST_TITLE = 120
# The metrics in the sentence about the current bag.
_FIRST = ("muc", "b_cubed")


class EffectSection(ResultsSection):
    """The sentence about the current bag, and a row for each of the bags that move the score most."""

    def __init__(self, session: Session) -> None:
        self._metric = make_metric_choice("Metric of the effects", session.review.nouns)
        has_gold = session.review.summary.gold is not None
        super().__init__("Effect on the score" if has_gold else "Effect on the similarity", self._metric)
        self._session = session
        self._current = ParagraphLabel()
        self._counts = ParagraphLabel(quiet=True)
        self._buttons = [_EffectButton(session.visit) for _ in range(_MOST_BAGS)]
        self._explainer = Explainer("the effects")
        self.column.addWidget(self._current)
        rows = QtWidgets.QVBoxLayout()
        rows.setSpacing(0)
        for button in self._buttons:
            rows.addWidget(button)
        self.column.addLayout(rows)
        self.column.addWidget(self._counts)
        self.column.addWidget(self._explainer)
        self._metric.currentIndexChanged.connect(self.refresh)

    def current_text(self) -> str:
        """Return the sentence on the effect of the current bag."""
        return self._current.text()

    def rows(self) -> list[str]:
        """Return what the rows say, the largest effect first, and the counts below them."""
        shown = [button.accessibleName() for button in self._buttons if not button.isHidden()]
        return [*shown, self._counts.text()]

    @property
    def explainer(self) -> Explainer:
        return self._explainer

    def show_topics(self, topics: Sequence[Topic]) -> None:
        self._explainer.show_topics(topics)

    @QtCore.Slot()
    def refresh(self) -> None:
        """Show the effects that may be shown now."""
        try:
            self._show_current()
            self._show_largest()
        except CoalaError as error:
            self._session.fail(error)

    def _show_current(self) -> None:
        session, number = self._session, self._session.current
        sentence = ""
        if number >= 0 and session.gold.shows_share(number):
            titles = {metric: METRICS[metric].title for metric in _FIRST}
            shares = session.review.shares(number)
            bags = session.review.groups.find_group(number)
            sentence = phrases.share_sentence(titles, shares, bags, f"Bag {number + 1:,}")
        elif number >= 0:
            judged = session.progress.verdicts[number] is not None
            hidden = phrases.say_when_shown(session.progress.waiting(number), judged=judged)
            sentence = f"The effect of bag {number + 1:,} is {hidden}."
        self._current.setText(sentence)
        self._current.setVisible(bool(sentence))

    def _show_largest(self) -> None:
        session, metric = self._session, self._metric.currentData()
        review, shares = session.review, session.listing.shares(metric)
        firsts = [number for number in review.groups.firsts if session.gold.shows_share(number)]
        known: Mapping[int, float] = {
            number: share for number in firsts if (share := shares[number]) is not None
        }
        moving = [number for number, share in known.items() if abs(share) > NO_CHANGE]
        largest = nlargest(_MOST_BAGS, moving, key=lambda number: abs(known[number]))
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(largest))
            if place < len(largest):
                number = largest[place]
                group = review.groups.find_group(number)
                title = review.entries[number].title
                button.show_bag(group, title, known[number], review.nouns.say(METRICS[metric].title))
        rises = sum(known[number] > 0 for number in moving)
        hidden = sum(not session.gold.shows_share(number) for number in range(session.progress.total))
        parts = [f"{numerals.count(rises, 'effect raises', 'effects raise')} the score"]
        parts.append(numerals.count(len(moving) - rises, "lowers it", "lower it"))
        parts.append(numerals.count(len(known) - len(moving), "leaves it unchanged", "leave it unchanged"))
        waiting = (
            f"{numerals.count(hidden, 'bag')} without a verdict {'is' if hidden == 1 else 'are'} left out"
            if hidden
            else ""
        )
        self._counts.setText("; ".join(filter(None, (", ".join(parts), waiting))) + ".")


def make_metric_choice(name: str, nouns: Nouns) -> QtWidgets.QComboBox:
    """Return a menu of all metrics, with B³ chosen; the data of an item is the metric's key."""
    choice = QtWidgets.QComboBox()
    choice.setAccessibleName(name)
    for metric in METRICS.values():
        choice.addItem(f"{nouns.say(metric.title)} F1", metric.key)
    choice.setCurrentIndex(choice.findData("b_cubed"))
    return choice


class _EffectButton(SentenceButton):
    """A button with the effect, the number and the title of a bag, which it visits."""

    def __init__(self, visit: Callable[[int], object]) -> None:
        super().__init__(self._choose)
        self._visit = visit
        self._first_bag = -1

    def show_bag(self, bags: Sequence[int], title: str, share: float, metric: str) -> None:
        """Show the effect ``share`` of ``bags``, which are at least one."""
        self._first_bag = bags[0]
        numbers = phrases.bag_numbers(bags[:_MOST_GROUP])
        together = f"Bags {numbers} together" if len(bags) > 1 else f"Bag {numbers}"
        self.setText(caption(f"{figures.points(share)}   {together}: {one_line(title, _LONGEST_TITLE)}"))
        self.setAccessibleName(f"{together}, {title}; changes {phrases.say_effect(metric, share)} points")

    @QtCore.Slot()
    def _choose(self) -> None:
        self._visit(self._first_bag)
