"""The page of a board by itself, with parts that agree, and with odd boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.board.board import Board, MarginalLinks
from coala.board.plan import Role
from coala.gui.board.matrix import MatrixModel
from coala.gui.board.named_table import WIDEST_NAMES
from coala.gui.board.page import BoardPage
from coala.gui.board.table import BoardField, BoardTableModel
from coala.model.bag import Verdict
from coala.present.board_table import BoardMatrix, BoardVerdicts, MatrixCell, make_table
from coala.present.rates_picture import make_pictures
from tests.support.boards import WORTHS, a_board
from tests.support.windows import Key, press

Pages = Callable[..., BoardPage]


@pytest.fixture
def page_of_board(qtbot: QtBot) -> Iterator[Pages]:
    """Show a board at 1280 x 800, or in the given size."""
    pages: list[BoardPage] = []

    def make(
        board: Board, verdicts: BoardVerdicts | None = None, size: tuple[int, int] = (1280, 800)
    ) -> BoardPage:
        page = BoardPage(board, verdicts or BoardVerdicts(), "board.coala")
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


def test_table_matrix_and_picture_speak_of_the_same_component(qtbot: QtBot, page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    page.walk_columns(3)
    assert page.table.words().startswith("quoted-speech")
    assert "quoted-speech: " in page.matrix.words()
    qtbot.keyClick(page.matrix, Key.Key_Right)
    assert page.table.words().startswith("appositions")


def test_clicks_on_a_mark_choose_its_components_one_after_the_other(
    qtbot: QtBot, page_of_board: Pages
) -> None:
    board = a_board()
    page = page_of_board(board)
    view = page.rates.views[0]
    points = make_pictures(board, make_table(board, Role.WITHOUT))[0].points
    for mark in view.marks():
        left, top, width, height = mark.box
        where = view.mapFromScene(QtCore.QPointF(left + width / 2, top + height / 2))
        names = []
        for _ in mark.members:
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
            names.append(page.table.words().partition(";")[0])
        wanted = {points[number].name for number in mark.members if points[number].column >= 0}
        assert wanted <= set(names)


def test_axes_say_parts_of_one_in_every_role(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    for _ in Role:
        page.next_role()
        for view in page.rates.views:
            axes = [view.getPlotItem().getAxis(side) for side in ("left", "bottom")]
            assert [axis.autoSIPrefixScale for axis in axes] == [1.0, 1.0]


def test_the_marks_of_a_picture_stand_within_it_in_every_size(page_of_board: Pages) -> None:
    for size in ((800, 560), (1280, 800), (1800, 1000)):
        page = page_of_board(a_board(), size=size)
        view = page.rates.views[0]
        for mark in view.marks():
            left, top, width, height = mark.box
            assert view.viewport().rect().contains(QtCore.QRectF(left, top, width, height).toRect())


def test_both_models_are_sound_and_every_cell_has_words(
    page_of_board: Pages, qtmodeltester: ModelTester
) -> None:
    page = page_of_board(a_board())
    qtmodeltester.check(page.matrix.model())
    qtmodeltester.check(page.table.model())
    for model in (page.matrix.model(), page.table.model()):
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                index = model.index(row, column)
                if model.flags(index) & Qt.ItemFlag.ItemIsEnabled:
                    assert model.data(index, Qt.ItemDataRole.AccessibleTextRole)


def test_a_verdict_changes_its_cell_and_the_counts_of_the_table(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    model = page.matrix.model()
    assert isinstance(model, MatrixModel)
    assert model.matrix is not None
    bag = model.matrix.bags(*page.matrix.current_cell())[0]
    before = model.data(page.matrix.currentIndex())
    page.show_verdicts(BoardVerdicts({bag.fingerprint: Verdict.BETTER}))
    assert model.data(page.matrix.currentIndex()) != before
    assert "1 of 76 bags (+1)" in page.table.words()


def test_n_walks_the_cells_that_wait(page_of_board: Pages) -> None:
    board = a_board(["surnames", "acronyms"], roles=[Role.WITHOUT])
    given = {place.fingerprint: Verdict.SAME for place in board.places[:-1]}
    page = page_of_board(board, BoardVerdicts(given))
    page.matrix.choose(1, 0)
    page.go_to_open(1)
    assert "acronyms: " in page.matrix.words()
    assert "not judged" in page.matrix.words()
    heard: list[str] = []
    page.announced.connect(heard.append)
    page.go_to_open(1)
    assert heard == ["No more bags to judge in this table."]


def test_enter_on_a_cell_without_a_bag_says_what_its_sign_means(qtbot: QtBot, page_of_board: Pages) -> None:
    page = page_of_board(a_board(["surnames", "acronyms"], roles=[Role.WITHOUT]))
    model = page.matrix.model()
    assert isinstance(model, MatrixModel)
    assert model.matrix is not None
    row = next(row for row in range(1, 40) if not model.matrix.bags(row, 1))
    page.matrix.choose(row, 1)
    heard: list[str] = []
    opened: list[object] = []
    page.announced.connect(heard.append)
    page.opened.connect(lambda *cell: opened.append(cell))
    press(qtbot, Key.Key_Return)
    same = "The whole system is the same with and without acronyms in this joint bag"
    assert heard == [f"∅: nothing to judge here. {same}."]
    qtbot.mouseDClick(page.matrix.viewport(), Qt.MouseButton.LeftButton, pos=cell_place(page, row, 1))
    assert heard[-1] == heard[0]
    assert not opened


def cell_place(page: BoardPage, row: int, place: int) -> QtCore.QPoint:
    return page.matrix.visualRect(page.matrix.model().index(row, place)).center()


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
@pytest.mark.parametrize("size", [(800, 560), (1280, 800)])
def test_an_odd_board_is_shown_in_every_role_and_size(
    qtbot: QtBot, page_of_board: Pages, board: Board, size: tuple[int, int]
) -> None:
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


def test_where_there_is_no_bag_the_page_says_why(page_of_board: Pages) -> None:
    def said(board: Board) -> str:
        page = page_of_board(board)
        shown = [label.text() for label in page.findChildren(QtWidgets.QLabel) if label.isVisible()]
        return " ".join(shown)

    assert "No component changes anything" in said(a_board(bags_each=0))
    assert "no graph of the system without any component" in said(a_board(roles=[Role.ONLY], nothing=False))


def test_two_hundred_columns_and_five_thousand_bags_scroll(
    qtbot: QtBot, page_of_board: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"component-{number}" for number in range(200)]
    page = page_of_board(a_board(names, roles=[Role.WITHOUT], joint_bags=5000, bags_each=60))
    model = page.matrix.model()
    assert isinstance(model, MatrixModel)
    assert model.matrix is not None
    assert model.matrix.total > 4000
    made: list[int] = []
    make = BoardMatrix.cell

    def counted(matrix: BoardMatrix, row: int, place: int, verdicts: BoardVerdicts) -> MatrixCell:
        made.append(row)
        return make(matrix, row, place, verdicts)

    monkeypatch.setattr(BoardMatrix, "cell", counted)
    for key in (Key.Key_PageDown, Key.Key_Down, Key.Key_Right, Key.Key_End, Key.Key_PageUp) * 3:
        made.clear()
        press(qtbot, key)
        page.matrix.viewport().repaint()
        # What is in sight, and not 1,000,000 cells.
        assert 0 < len(made) < 1_000


def test_another_role_keeps_the_component_and_the_bag(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    page.walk_columns(4)
    name = page.table.words().partition(";")[0]
    before = page.place()
    page.show_role(Role.STEP)
    assert page.table.words().startswith(name)
    page.show_role(Role.WITHOUT)
    assert page.place() == before


def test_narrow_picture_shows_one_metric_with_distinct_points(page_of_board: Pages) -> None:
    page = page_of_board(a_board(), size=(800, 560))
    assert [view.isVisible() for view in page.rates.views] == [True, False]
    wide = page_of_board(a_board())
    assert [view.isVisible() for view in wide.rates.views] == [True, True]


@pytest.mark.parametrize("width", [800, 1280, 1600])
def test_the_bars_of_r_and_p_are_as_wide_as_the_pictures_of_f1(page_of_board: Pages, width: int) -> None:
    table = page_of_board(a_board(), size=(width, 800)).table
    model = table.model()
    assert isinstance(model, BoardTableModel)
    widths = {field: table.columnWidth(place) for place, field in enumerate(model.fields)}
    figure = table.fontMetrics().horizontalAdvance("+88.88")
    assert widths[BoardField.RECALL] == widths[BoardField.PRECISION]
    assert widths[BoardField.RECALL] - figure >= (32 if width == 800 else 80)
    assert widths[BoardField.FIRST] < 2.5 * widths[BoardField.RECALL]


@pytest.mark.parametrize("names", [tuple(WORTHS), ("a component with a very long name",) * 20, ("x",)])
def test_all_columns_fit_side_by_side_in_the_smallest_window(
    page_of_board: Pages, names: tuple[str, ...]
) -> None:
    """Try letters that are wider or narrower, in per cent, as those of other fonts."""
    page = page_of_board(a_board(names), size=(800, 554))
    heads = page.table.horizontalHeader(), page.table.verticalHeader()
    for stretch, role in product([75, 100, 105, 125], Role):
        font = page.font()
        font.setStretch(stretch)
        page.setFont(font)
        page.show_role(role)
        QtWidgets.QApplication.processEvents()
        assert heads[0].length() <= page.table.viewport().width(), (stretch, role)
        assert heads[1].width() >= 80 or names == ("x",), (stretch, role)


def test_narrow_table_shows_judged_bags_without_counts_of_verdicts(
    page_of_board: Pages,
) -> None:
    """Equal numbers of different verdicts look the same in a narrow window, but not in a wide one."""
    board = a_board()
    line = make_table(board, Role.WITHOUT).lines[0]
    first, second = (
        {name: Verdict(verdicts[at % 4]) for at, name in enumerate(line.fingerprints[:40])}
        for verdicts in ("+-=?", "-+=?")
    )
    del second[line.fingerprints[0]]
    second[line.fingerprints[41]] = Verdict.SAME

    def painted(given: dict[str, Verdict], width: int) -> QtGui.QImage:
        table = page_of_board(board, BoardVerdicts(given), (width, 554)).table
        last = table.model().columnCount() - 1
        return table.viewport().grab(table.visualRect(table.model().index(0, last))).toImage()

    assert painted(first, 800) == painted(second, 800)
    assert painted(first, 1280) != painted(second, 1280)


def test_table_and_matrix_have_rows_in_the_least_window(page_of_board: Pages) -> None:
    page = page_of_board(a_board(), size=(800, 554))
    assert len(rows_in_sight(page.table)) >= 4
    assert len(rows_in_sight(page.matrix)) >= 4


def rows_in_sight(view: QtWidgets.QTableView) -> list[int]:
    """Return the rows that are wholly visible in a table."""
    height = view.viewport().height()
    return [
        row
        for row in range(view.model().rowCount())
        if view.rowViewportPosition(row) >= 0
        and view.rowViewportPosition(row) + view.rowHeight(row) <= height
    ]


def test_figures_look_the_same_where_the_window_reads_from_right_to_left(page_of_board: Pages) -> None:
    table = page_of_board(a_board()).table
    field = table.model().index(5, 1)
    before = table.viewport().grab(table.visualRect(field)).toImage()
    table.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert table.viewport().grab(table.visualRect(field)).toImage() == before


def test_legend_is_above_the_matrix_if_there_is_one(page_of_board: Pages) -> None:
    def legend(page: BoardPage) -> QtWidgets.QLabel:
        labels = page.findChildren(QtWidgets.QLabel)
        return next(label for label in labels if "no difference" in label.text())

    page = page_of_board(a_board())
    assert "= ? verdict" in legend(page).text()
    assert legend(page).geometry().bottom() < page.matrix.geometry().top()
    assert not legend(page_of_board(a_board(bags_each=0))).isVisible()


def test_heads_of_the_matrix_are_the_numbers_of_the_table_and_say_the_names(page_of_board: Pages) -> None:
    page = page_of_board(a_board())
    matrix, table = page.matrix.model(), page.table.model()
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for place in range(matrix.columnCount()):
        number = str(matrix.headerData(place, across))
        name = str(matrix.headerData(place, across, Qt.ItemDataRole.AccessibleTextRole))
        assert f"{number} {name}" == str(table.headerData(place, down)).strip()
        assert name in str(matrix.headerData(place, across, Qt.ItemDataRole.ToolTipRole))


def test_how_many_pairs_the_list_leaves_out_is_its_last_line_which_cannot_be_chosen(
    qtbot: QtBot, page_of_board: Pages
) -> None:
    meetings = page_of_board(a_board([f"rule {number}" for number in range(16)])).meetings
    last = meetings.count() - 1
    assert meetings.itemText(last) == "12 more pairs: see coala board --json"
    assert not meetings.model().flags(meetings.model().index(last, 0)) & Qt.ItemFlag.ItemIsEnabled
    qtbot.keyClick(meetings, Qt.Key.Key_End)
    assert meetings.currentIndex() < last


def test_in_a_low_window_the_first_sentence_stays_and_the_others_are_its_tooltip(
    page_of_board: Pages,
) -> None:
    page = page_of_board(a_board(), size=(1000, 360))
    first, more, *_ = (label for label in page.findChildren(QtWidgets.QLabel) if label.text().endswith("."))
    assert first.isVisible()
    assert not more.isVisible()
    assert more.text() in first.toolTip()


def test_titles_take_what_few_columns_leave(page_of_board: Pages) -> None:
    board = a_board(("surnames", "acronyms"))
    long = [
        bag._replace(title=f"The Kellan Port Authority joined with the {bag.title}")
        for bag in board.joint_bags
    ]
    page = page_of_board(replace(board, joint_bags=tuple(long)), size=(1600, 800))
    model = page.matrix.model()
    names = page.matrix.verticalHeader()
    longest = max(
        names.fontMetrics().horizontalAdvance(model.headerData(row, Qt.Orientation.Vertical))
        for row in range(model.rowCount())
    )
    assert names.width() > longest > WIDEST_NAMES


def test_cells_of_the_table_have_spoken_texts(page_of_board: Pages) -> None:
    page = page_of_board(a_board(target=0.85))
    model = page.table.model()
    assert isinstance(model, BoardTableModel)
    row = next(
        row
        for row in range(model.rowCount())
        if str(model.headerData(row, Qt.Orientation.Vertical)).endswith(" cross-document")
    )
    spoken = [
        model.data(model.index(row, column), Qt.ItemDataRole.AccessibleTextRole)
        for column in range(model.columnCount())
    ]
    assert "new links are right, precision .842, below the target .850" in str(spoken[0])
    assert "95 % 3.96 to 9.99, Holm p .003 (raw .0004)" in str(spoken[3])


def test_missed_target_of_0_is_in_the_text_of_its_cell(page_of_board: Pages) -> None:
    board = a_board(target=0.0)
    fewer_right = replace(board.columns[0], links=MarginalLinks(-1, 4))
    page = page_of_board(replace(board, columns=(fewer_right, *board.columns[1:])))
    model = page.table.model()
    spoken = [
        str(model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole))
        for row in range(model.rowCount())
    ]
    assert len([words for words in spoken if "below the target .000" in words]) == 1, spoken


def test_the_head_of_a_column_says_whether_it_has_changes_or_scores(page_of_board: Pages) -> None:
    def heads(board: Board) -> list[str]:
        model = page_of_board(board).table.model()
        columns = range(model.columnCount())
        tips = (
            model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
            for column in columns
        )
        return [str(tip) for tip in tips]

    assert "How much recall changed" in heads(a_board())[1]
    assert "The recall of the row’s graph against gold" in heads(a_board(roles=[Role.ONLY]))[1]
    assert "How similar the two graphs" in heads(a_board(gold=False))[0]
