"""The positions of a mention's characters, line by line."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.bag_view.text_lines import (
    Line,
    RowLayout,
    SortedLines,
    TextMarks,
    find_boxes,
    outline_characters,
    paint_marks,
)
from coala.gui.widgets.painting import mark_chains
from coala.gui.widgets.theme import Theme, contrast
from coala.model.bag import BASELINE, CHANGED
from tests.support.palettes import PALETTES, light

GOLD = 2


@pytest.fixture
def block(qapp: QtWidgets.QApplication) -> QtGui.QTextBlock:
    """Return one paragraph whose visual lines are narrower than six words."""
    document = QtGui.QTextDocument("His old desk goes to Anna Roth, an accountant of 29, who left.", qapp)
    document.setTextWidth(24 * QtGui.QFontMetrics(document.defaultFont()).averageCharWidth())
    document.documentLayout().documentSize()
    return document.firstBlock()


def edges(block: QtGui.QTextBlock, line: Line) -> list[tuple[int, int, int]]:
    """Return the visual line, left and right edge of each character, from Qt's cursor positions."""
    layout, found = block.layout(), []
    for number in range(layout.lineCount()):
        row = layout.lineAt(number)
        begin = max(line.begin, row.textStart())
        end = min(line.end, row.textStart() + row.textLength())
        if begin < end:
            left, right = (row.cursorToX(at)[0] for at in (begin, end))  # type: ignore[index]
            found.append((number, round(left), round(min(right, row.naturalTextRect().right()))))
    return found


def drawn(block: QtGui.QTextBlock, line: Line) -> list[tuple[int, int, int]]:
    layout, rectangles = block.layout(), outline_characters(block, line)
    rows = {round(layout.lineAt(number).y()): number for number in range(layout.lineCount())}
    return [
        (rows[round(box.top())], round(box.left()), round(box.right()))
        for box in sorted(rectangles, key=lambda box: box.top())
    ]


def near(one: list[tuple[int, int, int]], other: list[tuple[int, int, int]]) -> bool:
    """Return True if the lines are equal, and the edges within the overhang of a glyph."""
    return len(one) == len(other) and all(
        here[0] == there[0] and abs(here[1] - there[1]) <= 2 and abs(here[2] - there[2]) <= 2
        for here, there in zip(one, other, strict=True)
    )


def test_a_mention_is_boxed_from_its_first_character_to_its_last_on_every_line(
    block: QtGui.QTextBlock,
) -> None:
    """Try every stretch of whole words; most cross the end of a line."""
    text = block.text()
    begins = [0, *(at + 1 for at, character in enumerate(text) if character == " ")]
    ends = [*(at for at, character in enumerate(text) if character == " "), len(text)]
    crossing = 0
    for begin in begins:
        for end in ends:
            if begin < end:
                line = Line(begin, end, 0)
                assert near(drawn(block, line), edges(block, line)), text[begin:end]
                crossing += len(edges(block, line)) > 1
    assert crossing > 20


@pytest.mark.parametrize(
    ("side", "drawn"),
    [
        (BASELINE, {"top", "bottom", "left", "right"}),
        (CHANGED, {"bottom"}),
        (GOLD, {"top"}),
    ],
)
def test_mentions_of_other_bags_have_a_box_in_the_baseline_and_a_line_in_the_changed_graph(
    block: QtGui.QTextBlock, side: int, drawn: set[str]
) -> None:
    line = Line(0, 7, 0)
    (box,) = outline_characters(block, line)
    others = [SortedLines([line] if number == side else []) for number in range(3)]
    none = SortedLines()
    image = QtGui.QImage(300, 100, QtGui.QImage.Format.Format_RGB32)
    image.fill(QtCore.Qt.GlobalColor.white)
    corner = QtCore.QPointF(20, 20)
    painter = QtGui.QPainter(image)
    marks = TextMarks(none, none, others, none, none, none)
    paint_marks(painter, marks, block, corner, Theme.from_palette(light()))
    painter.end()

    ink = box.translated(corner).toRect()
    middle = ink.center()
    strips = {
        "top": QtCore.QRect(middle.x() - 8, ink.top() - 3, 16, 6),
        "bottom": QtCore.QRect(middle.x() - 8, ink.bottom() - 2, 16, 6),
        "left": QtCore.QRect(ink.left() - 3, middle.y() - 3, 6, 6),
        "right": QtCore.QRect(ink.right() - 2, middle.y() - 3, 6, 6),
    }
    white = QtGui.QColor(QtCore.Qt.GlobalColor.white)
    assert drawn == {
        name
        for name, strip in strips.items()
        if any(
            image.pixelColor(x, y) != white
            for x in range(strip.left(), strip.right() + 1)
            for y in range(strip.top(), strip.bottom() + 1)
        )
    }


def test_empty_text_has_no_box(block: QtGui.QTextBlock) -> None:
    assert outline_characters(block, Line(3, 3, 0)) == []


@pytest.mark.parametrize(
    "words", ["שלום עולם וכל הבאים אחריו אל העיר הגדולה", "قالت فاطمة إن الشركة ستبدأ العمل في الربيع"]
)
def test_right_to_left_lines_end_at_the_right_edge(qapp: QtWidgets.QApplication, words: str) -> None:
    edit = QtWidgets.QPlainTextEdit()
    rows = RowLayout(edit)
    edit.setDocument(rows.document())
    edit.resize(200, 300)
    edit.setPlainText(f"Left to right.\n{words}")
    edit.grab()
    ends = []
    for number in range(2):
        layout = edit.document().findBlockByNumber(number).layout()
        ends.append([layout.lineAt(line).naturalTextRect().right() for line in range(layout.lineCount())])
    width = edit.document().findBlockByNumber(1).layout().lineAt(0).width()
    assert ends[0][0] < width - 30
    assert len(ends[1]) > 1
    # The blank at which a line was broken may extend beyond its end.
    assert all(abs(end - width) < 12 for end in ends[1])


@pytest.mark.parametrize("name", PALETTES)
def test_each_fill_of_a_mention_and_of_a_sign_has_an_outline_of_3_to_1_against_the_page(
    block: QtGui.QTextBlock, name: str
) -> None:
    theme = Theme.from_palette(PALETTES[name]())
    none, corner, low = SortedLines(), QtCore.QPointF(20, 20), []
    for number in range(len(theme.fills) + 1):
        image = QtGui.QImage(300, 100, QtGui.QImage.Format.Format_RGB32)
        image.fill(theme.base)
        painter = QtGui.QPainter(image)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        filled = SortedLines([Line(0, 7, number)])
        paint_marks(painter, TextMarks(filled, none, (), none, none, none), block, corner, theme)
        mark_chains(painter, QtCore.QRect(20, 70, 20, 20), BASELINE, [number], theme)
        painter.end()
        ((_, ink),) = find_boxes(filled, block, corner)
        # From outside to inside, the first pixels that differ from the page are the outline.
        for row in (round(ink.center().y()), 80):
            edge = next(colour for x in range(10, 300) if (colour := image.pixelColor(x, row)) != theme.base)
            low += [(number, row)] * (contrast(edge, theme.base) < 3)
    assert low == []
