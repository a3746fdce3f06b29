"""Verdicts of a review in numbers: of all bags, by kind of change, and by tag.

A `Tally` counts the verdicts: with 5 bags better, 2 worse and 3 the same, net is 5 - 2 = 3 and the mean
3 / 10. A bag counts under each of its tags. By kind, its links and other changes count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from PySide6 import QtCore

from coala.base.numerals import count
from coala.gui.results.figures_view import FiguresView
from coala.gui.results.section import Explainer, ParagraphLabel, ResultsSection
from coala.gui.session.bag_filter import PickedBags
from coala.gui.widgets.labels import SentenceButton, caption
from coala.gui.widgets.spoken import set_tip
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present import phrases
from coala.present.explanations import Topic
from coala.present.judged_changes import say_counted
from coala.present.tally import describe_mean, tabulate_verdicts
from coala.results.verdicts.links import describe_wholes
from coala.verdicts.estimates import LinkEstimates
from coala.verdicts.tally import Counts, Tally

# Rarer tags say little.
_MOST_TAGS = 12


class VerdictSection(ResultsSection):
    """Table of verdicts, and the figures below it.

    A button lists the bags that are judged as wholes: their verdicts leave open which links are right.
    """

    def __init__(
        self, kinds: Sequence[Kind], pick: Callable[[PickedBags], None], nouns: Nouns = IN_TEXTS
    ) -> None:
        """Create the section; the table has a row for each of the ``kinds``, in the words of ``nouns``.

        ``pick`` lists bags alone.
        """
        super().__init__("Verdicts")
        self._kinds, self._pick, self._nouns = kinds, pick, nouns
        self._table = FiguresView()
        self._figures = ParagraphLabel(quiet=True)
        self._explainer = Explainer("the verdicts")
        self.column.addWidget(self._table)
        self._wholes_button = SentenceButton(self._pick_wholes)
        set_tip(self._wholes_button, "Click to list these bags")
        self._wholes: frozenset[int] = frozenset()
        self.column.addWidget(self._figures)
        self.column.addWidget(self._wholes_button, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._explainer)

    def show_tally(self, tally: Tally, *sentences: str) -> None:
        """Show the verdicts, and ``sentences`` below the figures, without empty ones."""
        rows: list[tuple[str, Counts | None]] = [("All bags", tally)]
        if self._kinds:
            rows.append(("By kind", None))
        for kind in self._kinds:
            counts = tally.by_kind.get(kind, Counts())
            rows.append((phrases.kind_word(kind, self._nouns), counts))
        if tally.by_tag:
            rows.append(("By tag", None))
        rows += islice(tally.by_tag.items(), _MOST_TAGS)
        table = FiguresView()
        table.show_figures(tabulate_verdicts(rows, "", "bags"))
        self.column.replaceWidget(self._table, table)
        self._table.deleteLater()
        self._table = table
        lines = [*_describe_figures(tally), *filter(None, sentences)]
        self._figures.setText("\n".join(lines))
        self._figures.setVisible(bool(lines))

    def show_wholes(self, links: LinkEstimates | None) -> None:
        """Show how many bags are judged as wholes; hide the button if there are none."""
        self._wholes = frozenset(() if links is None else links.wholes)
        self._wholes_button.setText(caption(describe_wholes(links)) if links and self._wholes else "")
        self._wholes_button.setVisible(bool(self._wholes))

    @QtCore.Slot()
    def _pick_wholes(self) -> None:
        self._pick(PickedBags("the bag was judged as a whole", self._wholes))

    def show_topics(self, topics: Sequence[Topic]) -> None:
        self._explainer.show_topics(topics)

    @property
    def explainer(self) -> Explainer:
        return self._explainer

    def rows(self) -> list[list[str]]:
        """Return the texts of the table, a list for each row."""
        return self._table.rows()

    def figures(self) -> list[str]:
        """Return the lines below the table."""
        return self._figures.text().splitlines()


def _describe_figures(tally: Tally) -> Iterator[str]:
    """Yield net, mean and sign test in a line, and where the verdicts come from."""
    yield from filter(None, [describe_mean(tally), say_counted(tally)])
    for file, bags in tally.taken_over.items():
        yield f"{count(bags, 'verdict')} carried over from {file}"
