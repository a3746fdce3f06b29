"""Verdicts of a review in numbers: of all bags, by kind of change, and by tag.

A `Tally` counts the verdicts: with 5 bags better, 2 worse and 3 the same, net is 5 - 2 = 3 and the mean
3 / 10. A bag counts under each of its tags. By kind, its links and other changes count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from PySide6 import QtCore, QtWidgets

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.gui.results.section import Explainer, ParagraphLabel, ResultsSection
from coala.gui.session.bag_filter import PickedBags
from coala.gui.widgets.labels import PlainLabel, SentenceButton, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.sides import VERDICT_WORDS
from coala.present import figures, phrases
from coala.present.explanations import Topic
from coala.present.judged_changes import say_counted
from coala.present.tally import describe_mean
from coala.results.verdicts.links import describe_wholes
from coala.verdicts.estimates import LinkEstimates
from coala.verdicts.tally import Counts, Tally

_ORDER = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNSURE)
# Rarer tags say little.
_MOST_TAGS = 12
_LONGEST_TAG = 30

_KIND_TIP = "Each link of a judged bag, and each change without links, counts once"
_TAG_TIP = "The reasons that you gave for your verdicts"


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
        self._table = QtWidgets.QWidget()
        self._rows: list[list[str]] = []
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
        self._rows = []
        table = QtWidgets.QWidget()
        grid = QtWidgets.QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        self._add_row(grid, "All bags", tally, bold=True)
        if self._kinds:
            _add_heading(grid, "By kind", _KIND_TIP)
        for kind in self._kinds:
            counts = tally.by_kind.get(kind, Counts())
            self._add_row(grid, phrases.kind_word(kind, self._nouns), counts)
        if tally.by_tag:
            _add_heading(grid, "By tag", _TAG_TIP)
        for tag, counts in islice(tally.by_tag.items(), _MOST_TAGS):
            self._add_row(grid, one_line(tag, _LONGEST_TAG), counts)
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
        """Return the texts of the table, a list for each row without headings."""
        return self._rows

    def figures(self) -> list[str]:
        """Return the lines below the table."""
        return self._figures.text().splitlines()

    def _add_row(self, grid: QtWidgets.QGridLayout, name: str, counts: Counts, *, bold: bool = False) -> None:
        row = grid.rowCount()
        numbers = [_count(counts, verdict) for verdict in _ORDER]
        texts = [
            f"{phrases.VERDICT_SIGNS[verdict]} {number:,}"
            for verdict, number in zip(_ORDER, numbers, strict=True)
        ]
        texts.append(f"net {figures.signed(counts.net, 0)}" if counts.judged else "")
        if counts.open:
            texts.append(f"open {counts.open:,}")
        title = PlainLabel(name, bold=bold)
        title.setAccessibleName(f"{name}: {_say_numbers(counts, numbers)}")
        grid.addWidget(title, row, 0)
        for column, text in enumerate(texts, 1):
            cell = PlainLabel(text, bold=bold, quiet=text.endswith(" 0"))
            grid.addWidget(cell, row, column, QtCore.Qt.AlignmentFlag.AlignRight)
        self._rows.append([name, *texts])


def _say_numbers(counts: Counts, numbers: Sequence[int]) -> str:
    """Return the numbers of a row in words, for screen readers."""
    said = [f"{number:,} {VERDICT_WORDS[verdict]}" for verdict, number in zip(_ORDER, numbers, strict=True)]
    return ", ".join([*said, *([f"{counts.open:,} open"] if counts.open else [])])


def _add_heading(grid: QtWidgets.QGridLayout, text: str, tip: str) -> None:
    heading = PlainLabel(text, quiet=True)
    heading.setContentsMargins(0, GRID, 0, 0)
    set_tip(heading, tip)
    grid.addWidget(heading, grid.rowCount(), 0, 1, 2)


def _count(counts: Counts, verdict: Verdict) -> int:
    return {
        Verdict.BETTER: counts.better,
        Verdict.WORSE: counts.worse,
        Verdict.SAME: counts.same,
        Verdict.UNSURE: counts.unsure,
    }[verdict]


def _describe_figures(tally: Tally) -> Iterator[str]:
    """Yield net, mean and sign test in a line, and where the verdicts come from."""
    yield from filter(None, [describe_mean(tally), say_counted(tally)])
    for file, bags in tally.taken_over.items():
        yield f"{count(bags, 'verdict')} carried over from {file}"
