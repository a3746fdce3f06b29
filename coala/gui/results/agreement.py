"""The section that compares verdicts with the effect on a score, in a table whose cells list their bags.

A row of the table is a verdict, a column is the direction in which a bag moves the score (rises, no change,
falls, undefined), and a cell counts bags: "the score rises and the reviewer says worse: 3 bags" is a finding.
Bags that gold connects have one effect together and count as one here. Counts of unjudged bags would reveal
gold, so they are not shown until gold is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt

from coala.base import numerals
from coala.errors import CoalaError
from coala.gui.results.effects import make_metric_choice
from coala.gui.results.section import ParagraphLabel, ResultsSection
from coala.gui.session.bag_filter import PickedBags
from coala.gui.session.session import Session
from coala.gui.widgets.labels import PlainLabel, SentenceButton, caption
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.model.bag import Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present import phrases
from coala.scores.significance import MOVEMENTS, Movement
from coala.verdicts.findings import DISAGREE, VERDICTS, Findings, FindingsCell, find_disagreements

_HEADS = {
    Movement.RISES: "Rises",
    Movement.NO_CHANGE: "Stays",
    Movement.FALLS: "Falls",
    Movement.UNDEFINED: "n/a",
}
# The last column has the sums.
_COLUMNS = len(MOVEMENTS) + 1
_TIP = (
    "Compares your verdict on a bag with its effect on the score. Where they disagree, "
    "the bag, gold or the metric may be wrong."
)
_TOGETHER = "Bags that share a gold chain count as one, with their net verdict, once all are judged."
_LATER = "Hidden until you show gold or judge every bag"


class AgreementSection(ResultsSection):
    """The table with the two findings above it."""

    def __init__(self, session: Session) -> None:
        self._metric = make_metric_choice("Metric of the table", session.review.nouns)
        super().__init__("Verdicts against the score", self._metric)
        self._session = session
        self._findings: Findings | None = None
        self._disagreements = [_DisagreementButton(self._pick) for _ in DISAGREE]
        self._summary = ParagraphLabel(quiet=True)
        set_tip(self._summary, _TIP)
        self._items = [[_make_item(column) for column in range(_COLUMNS)] for _ in VERDICTS]
        self._table = _make_table(self._items)
        for button in self._disagreements:
            self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._summary)
        self.column.addWidget(self._table)
        self.column.addWidget(PlainLabel("Click a cell or press Enter to list its bags.", quiet=True))
        self._metric.currentIndexChanged.connect(self.refresh)
        self._table.cellClicked.connect(self._pick_cell)

    def sentences(self) -> list[str]:
        """Return the sentences above the table, from top to bottom."""
        return [*(button.text() for button in self._disagreements), self._summary.text()]

    def rows(self) -> list[list[str]]:
        """Return the texts of the table, without its headers."""
        return [[item.text() for item in row] for row in self._items]

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        # Enter activates a cell only on some platforms; here it always does.
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self._table.hasFocus():
            self._pick_cell(self._table.currentRow(), self._table.currentColumn())
        else:
            super().keyPressEvent(event)

    @QtCore.Slot()
    def refresh(self) -> None:
        """Count the bags that may be counted now."""
        try:
            shares = self._session.listing.shares(self._metric.currentData())
        except CoalaError as error:
            self._session.fail(error)
            return
        # Sort the bags into cells; without leave to show all of gold, only the judged ones.
        session = self._session
        verdicts, shows_all = session.progress.verdicts, session.gold.shows_all
        findings = find_disagreements(verdicts, shares, session.review.groups, unjudged=shows_all)
        self._findings = findings
        # Show the two findings, the sentence about all others, and the table.
        what = "effect" if findings.has_groups else "bag"
        for button, cell in zip(self._disagreements, findings.disagreements, strict=True):
            button.show_cell(cell)
        judged = findings.total - findings.row_total(None)
        summary = "No bag has been judged yet, so there is nothing to compare."
        if judged:
            summary = (
                f"Verdicts and score agree on {numerals.count(findings.agreed, what)} and disagree on "
                f"{findings.disagreed:,}, of {numerals.count(judged, f'judged {what}')}."
            )
        self._summary.setText(f"{summary} {_TOGETHER}" if judged and findings.has_groups else summary)
        for row, verdict in enumerate(VERDICTS):
            self._fill(row, [findings.cell(verdict, movement) for movement in MOVEMENTS])
        if not shows_all:
            self._hide_unjudged(verdicts.count(None))

    def _fill(self, row: int, cells: Sequence[FindingsCell]) -> None:
        for column, cell in enumerate(cells):
            item = self._items[row][column]
            # A mark next to the number: the number alone is easily missed.
            mark = "\N{WARNING SIGN} " if cell.disagrees and cell.bags else ""
            item.setText(f"{mark}{cell.shares:,}" if cell.bags else "·")
            set_tip(item, _capitalize(cell.sentence))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, cell.sentence)
        total = sum(cell.shares for cell in cells)
        self._items[row][len(cells)].setText(f"{total:,}" if total else "·")

    def _hide_unjudged(self, bags: int) -> None:
        """Show only the total of unjudged bags, because their counts by share would reveal gold."""
        *cells, total = self._items[VERDICTS.index(None)]
        for item in cells:
            set_tip(item, _LATER)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _LATER)
        total.setText(f"{bags:,}" if bags else "·")

    @QtCore.Slot(int, int)
    def _pick_cell(self, row: int, column: int) -> None:
        if self._findings is not None and 0 <= column < len(MOVEMENTS) and row >= 0:
            self._pick(self._findings.cell(VERDICTS[row], MOVEMENTS[column]))

    def _pick(self, cell: FindingsCell) -> None:
        if cell.bags:
            sentence = f"{cell.sentence} ({self._metric.currentText()})"
            self._session.pick(PickedBags(sentence, frozenset(cell.bags)))


class _DisagreementButton(SentenceButton):
    """A button with the sentence on a cell where reviewer and metric disagree; a click lists its bags."""

    def __init__(self, pick: Callable[[FindingsCell], None]) -> None:
        super().__init__(self._choose)
        self._pick = pick
        self._cell: FindingsCell | None = None

    def show_cell(self, cell: FindingsCell) -> None:
        self._cell = cell
        self.setText(caption(_capitalize(cell.sentence)))
        self.setEnabled(bool(cell.bags))

    @QtCore.Slot()
    def _choose(self) -> None:
        if self._cell is not None:
            self._pick(self._cell)


def _make_table(items: Sequence[Sequence[QtWidgets.QTableWidgetItem]]) -> QtWidgets.QTableWidget:
    table = QtWidgets.QTableWidget(len(VERDICTS), _COLUMNS)
    table.setAccessibleName("Number of bags by verdict and by the direction of the score")
    table.setHorizontalHeaderLabels([*(_HEADS[movement] for movement in MOVEMENTS), "All"])
    table.setVerticalHeaderLabels([_name_verdict(verdict) for verdict in VERDICTS])
    table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.horizontalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
    table.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
    for header in (table.horizontalHeader(), table.verticalHeader()):
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
    heads = table.horizontalHeader()
    widest = max(heads.sectionSizeHint(column) for column in range(_COLUMNS))
    table.setMinimumWidth(table.verticalHeader().sizeHint().width() + _COLUMNS * widest + GRID)
    table.verticalHeader().setDefaultSectionSize(table.fontMetrics().lineSpacing() + GRID)
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for row, line in enumerate(items):
        for column, item in enumerate(line):
            table.setItem(row, column, item)
    rows = table.verticalHeader().length()
    table.setFixedHeight(heads.sizeHint().height() + rows + 2 * table.frameWidth())
    return table


def _make_item(column: int) -> QtWidgets.QTableWidgetItem:
    item = QtWidgets.QTableWidgetItem()
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    if column == len(MOVEMENTS):  # the sums lead nowhere
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    return item


def _name_verdict(verdict: Verdict | None) -> str:
    word = "Unjudged" if verdict is None else phrases.verdict_label(verdict, VERDICT_WORDS)
    return f"{phrases.sign(verdict)}  {word}"


def _capitalize(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
