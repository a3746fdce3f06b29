"""The page of a board by itself: the table, its order, its words, and odd boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.board.board import Board, Delta, MarginalLinks, MetricDeltas
from coala.board.plan import Role
from coala.gui.board.page import BoardPage, PagePosition
from coala.gui.board.table import MISSES_TARGET
from coala.model.bag import Verdict
from coala.present.board_table import BoardVerdicts
from tests.support.boards import WORTHS, a_board
from tests.support.windows import Key, press

Pages = Callable[..., BoardPage]
_Role = Qt.ItemDataRole


class BoardSpy:
    """Notes the columns that a page opens, and what it says."""

    def __init__(self) -> None:
        self.opened: list[int] = []
        self.heard: list[str] = []

    def open_column(self, column: int) -> None:
        self.opened.append(column)

    def open_in_browser(self) -> None: ...

    def say(self, text: str) -> None:
        self.heard.append(text)


@pytest.fixture
def page_of_board(qtbot: QtBot) -> Iterator[Pages]:
    """Show a board at 1280 x 800, or in the given size."""
    pages: list[BoardPage] = []

    def make(
        board: Board,
        verdicts: BoardVerdicts | None = None,
        size: tuple[int, int] = (1280, 800),
        host: BoardSpy | None = None,
    ) -> BoardPage:
        page = BoardPage(board, verdicts or BoardVerdicts(), "board.coala", host or BoardSpy())
        pages.append(page)
        page.resize(*size)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.take_focus()
        return page

    yield make
    for page in pages:
        page.close()
        page.deleteLater()


def cells(page: BoardPage, row: int, role: int = _Role.DisplayRole) -> list[str]:
    """Return the cells of a row, without the spaces that line figures up."""
    model = page.table.model()
    return [str(model.index(row, column).data(role)).strip() for column in range(model.columnCount())]


def names(page: BoardPage) -> list[str]:
    """Return the components in the order of the rows."""
    return [line.name for line in page.table.lines()]


def test_row_has_figures_and_intervals_as_text_and_in_words(
    page_of_board: Pages, qtmodeltester: ModelTester
) -> None:
    board = a_board(target=0.85)
    places = board.places
    given = {places[0].fingerprint: Verdict.BETTER}
    page = page_of_board(board, BoardVerdicts(given))
    qtmodeltester.check(page.table.model())
    across = Qt.Orientation.Horizontal
    heads = [page.table.model().headerData(column, across) for column in range(8)]
    assert heads == [
        "Component",
        "Bags judged",
        "New links right",
        "Their precision",
        "ΔMUC F1",
        "ΔB³ F1",
        "ΔMUC R",
        "ΔMUC P",
    ]
    rows = {row[0]: row for row in (cells(page, number) for number in range(10))}
    assert rows["cross-document"][:5] == [
        "cross-document",
        "0 of 28",
        "96/114",
        f"{MISSES_TARGET} .842",
        "+7.37  [+3.96 to +9.99]  p .003*",
    ]
    assert rows["cross-document"][6:] == ["+12.10", "−3.30"]
    assert rows["exact-names"][1] == "1 of 16  +1"
    assert rows["acronyms"][4] == "+0.49  [0.00 to +1.56]  p .35"
    spoken = cells(page, names(page).index("cross-document"), _Role.AccessibleTextRole)
    assert "precision .842, below the target .850" in spoken[3]
    assert "95 % +3.96 to +9.99, Holm p .003* (raw <.001)" in spoken[4]


@pytest.mark.parametrize("column", range(2, 8))
def test_undefined_figures_are_sorted_below_all_others(page_of_board: Pages, column: int) -> None:
    board, unknown = a_board(), MetricDeltas(*[Delta(None)] * 3)
    columns = [
        replace(each, links=None, deltas=dict.fromkeys(each.deltas, unknown))
        if each.name == "surnames"
        else each
        for each in board.columns
    ]
    page = page_of_board(replace(board, columns=tuple(columns)))
    for order, place in ((Qt.SortOrder.AscendingOrder, 0), (Qt.SortOrder.DescendingOrder, -1)):
        page.table.horizontalHeader().setSortIndicator(column, order)
        assert names(page)[place] == "surnames"


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (a_board(bags_each=0), "does not change any bag"),
        (a_board(roles=[Role.ONLY], nothing=False), "no graph to compare"),
    ],
)
def test_enter_on_component_without_bags_says_why(
    qtbot: QtBot, page_of_board: Pages, board: Board, said: str
) -> None:
    host = BoardSpy()
    page_of_board(board, host=host)
    press(qtbot, Key.Key_Return)
    assert said in host.heard[-1]
    assert not host.opened


def test_long_name_leaves_the_figures_in_sight(page_of_board: Pages) -> None:
    board = a_board([*list(WORTHS)[:9], "x" * 150])
    page = page_of_board(board)
    table = page.table
    assert table.horizontalHeader().length() <= table.viewport().width()
    row = next(row for row, name in enumerate(names(page)) if name.startswith("xxx"))
    assert names(page)[row] in cells(page, row, _Role.ToolTipRole)[0]


@pytest.mark.parametrize("board", [a_board(target=0.99), a_board(["a name of many letters " * 8])])
def test_words_of_a_row_fit_the_status_line(page_of_board: Pages, board: Board) -> None:
    page = page_of_board(board)
    given = {place.fingerprint: list(Verdict)[place.number % 4] for place in board.places}
    page.show_verdicts(BoardVerdicts(given))
    for row in range(len(names(page))):
        page.table.choose(row)
        words = page.table.words()
        assert "judged" in words
        assert page.fontMetrics().horizontalAdvance(words) < 1260


def test_f1_figures_are_aligned_at_their_points(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    model = page.table.model()
    texts = [str(model.index(row, 4).data()) for row in range(10)]
    assert {text.index(".") for text in texts} == {texts[0].index(".")}
    assert model.index(0, 4).data(_Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignLeft
    # Heads are not mirrored without their columns.
    for column in range(model.columnCount()):
        across = model.index(0, column).data(_Role.TextAlignmentRole)
        assert across & Qt.AlignmentFlag.AlignAbsolute
        assert model.headerData(column, Qt.Orientation.Horizontal, _Role.TextAlignmentRole) == across


def test_names_are_sorted_as_people_do_and_bags_by_what_is_judged(page_of_board: Pages) -> None:
    board = a_board(["Zebra", "item 10", "apple", "item 2"], roles=[Role.WITHOUT])
    some = [place for place in board.places if (place.column, place.number) in ((0, 0), (2, 0), (2, 1))]
    page = page_of_board(board, BoardVerdicts({place.fingerprint: Verdict.SAME for place in some}))
    head = page.table.horizontalHeader()
    head.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert names(page) == ["apple", "item 2", "item 10", "Zebra"]
    head.setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    # 2 of 42, 1 of 16, 0 of 7, 0 of 2
    assert names(page) == ["apple", "Zebra", "item 2", "item 10"]


def test_chosen_row_is_in_sight_after_sorting(page_of_board: Pages) -> None:
    page = page_of_board(a_board([f"rule {number}" for number in range(80)]))
    page.table.choose(0)
    page.table.horizontalHeader().setSortIndicator(4, Qt.SortOrder.AscendingOrder)
    index = page.table.currentIndex()
    assert index.row() > 40
    assert page.table.viewport().rect().contains(page.table.visualRect(index))


def test_menu_of_orders_sorts_by_a_column_and_then_the_other_way(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    before = names(page)

    def choose(title: str) -> None:
        page.table.choose_order()
        (menu,) = (each for each in page.table.findChildren(QtWidgets.QMenu) if each.isVisible())
        next(action for action in menu.actions() if action.text() == title).trigger()
        menu.close()

    choose("ΔMUC F1")
    assert names(page)[0] == "predicate-nominals"
    choose("ΔMUC F1")
    assert names(page)[0] == "third-person"
    choose("Component")
    assert names(page)[0] == "acronyms"
    choose("Order of the board")
    assert names(page) == before


LONG = "a component with a very long name " * 6
ODD = {
    "long names, right to left, markup": a_board([LONG, "רכיב הכינויים", "مكوّن", "<b>x</b>", "a\nb"]),
    "no gold": a_board(gold=False),
    "one column": a_board(["surnames"], roles=[Role.WITHOUT]),
    "no bag": a_board(bags_each=0),
    "no graph of nothing": a_board(roles=[Role.ONLY], nothing=False),
    "no target": a_board(target=None),
}


@pytest.mark.parametrize("board", ODD.values(), ids=ODD.keys())
def test_an_odd_board_is_shown_in_every_role_and_size(
    qtbot: QtBot, page_of_board: Pages, board: Board
) -> None:
    for size in ((800, 560), (1280, 800)):
        page = page_of_board(board, size=size)
        for _ in Role:
            page.next_role()
            assert page.claim()
            assert not page.grab().isNull()
            assert (page.width(), page.height()) == size
            for key in (Key.Key_Down, Key.Key_Right, Key.Key_End, Key.Key_Escape):
                press(qtbot, key)
        assert all(
            label.textFormat() is Qt.TextFormat.PlainText
            for label in page.findChildren(QtWidgets.QLabel)
            if "<b>" in label.text()
        )


def test_another_role_keeps_the_order_and_the_component(page_of_board: Pages) -> None:
    page = page_of_board(a_board(roles=[Role.WITHOUT, Role.STEP]))
    order = (7, Qt.SortOrder.DescendingOrder)
    page.table.horizontalHeader().setSortIndicator(*order)
    page.table.choose(2)
    before, chosen = names(page), page.table.words().split(";")[0]
    page.next_role()
    assert (names(page), page.position()) == (before, PagePosition(Role.STEP, chosen, order))
    assert page.table.currentIndex().row() == 2


def test_in_a_low_window_the_first_sentence_stays_and_the_others_are_its_tooltip(
    page_of_board: Pages,
) -> None:
    page = page_of_board(a_board(), size=(1000, 360))
    first, more, *_ = (label for label in page.findChildren(QtWidgets.QLabel) if label.text().endswith("."))
    assert first.isVisible()
    assert not more.isVisible()
    assert more.text() in first.toolTip()


def test_missed_target_of_0_is_marked(page_of_board: Pages) -> None:
    board = a_board(target=0.0)
    fewer_right = replace(board.columns[0], links=MarginalLinks(-1, 4))
    page = page_of_board(replace(board, columns=(fewer_right, *board.columns[1:])))
    marked = [cells(page, row)[0] for row in range(10) if MISSES_TARGET in cells(page, row)[3]]
    assert marked == ["exact-names"]


def test_figures_look_the_same_where_the_window_reads_from_right_to_left(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    field = page.table.model().index(5, 6)
    before = page.table.viewport().grab(page.table.visualRect(field)).toImage()
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert page.table.viewport().grab(page.table.visualRect(field)).toImage() == before
