"""Blocks as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

from coala.base.plain_text import isolate, plain_words
from coala.present.blocks import (
    Block,
    BlockWords,
    FigureCell,
    FigureColumn,
    Figures,
    Folded,
    HeadingBlock,
    ItemBlock,
    Note,
    ParagraphBlock,
    StyledWords,
    WordStyle,
)
from coala.present.figures import show

_GAP = "  "
_SHORTEST_NAME = 12
"""Places that the name of a row always has."""


def print_text(blocks: Iterable[Block], width: int = 0) -> Iterator[str]:
    """Yield blocks as lines of plain text; what belongs to a heading is indented.

    With a ``width`` a table is at most as wide: it leaves columns out, and says which; if that is not enough,
    the names of its rows lose their middle.
    """
    is_first = True
    for block in blocks:
        if not is_first and _begins_part(block):
            yield ""
        is_first = False
        match block:
            case ItemBlock(words, depth):
                yield from _indent(_text(words), 1 + depth)
            case HeadingBlock(_, words) | ParagraphBlock(words):
                yield from _text(words).splitlines()
            case Note(text):
                yield from _indent(text, 1)
            case Figures():
                yield from _print_figures(block, width)
            case Folded(title, items, total):
                yield title
                for item in items:
                    yield from _indent(_text(item.words), 1 + item.depth)
                if rest := total - sum(not item.depth for item in items):
                    yield f"{_GAP}and {rest:,} more"


def _begins_part(block: Block) -> bool:
    return not isinstance(block, ItemBlock | Note) and not (isinstance(block, Figures) and not block.title)


def _indent(text: str, depth: int) -> Iterator[str]:
    yield from (f"{_GAP * depth}{line}" for line in text.splitlines())


def _print_figures(figures: Figures, width: int) -> Iterator[str]:
    if figures.title:
        yield figures.title
    shown = figures.choose_columns()
    heads = [column.title for column in shown.columns]
    cells = [heads, *(list(map(write_cell, row)) for row in shown.rows)]
    table = [_Column(column, [row[place] for row in cells]) for place, column in enumerate(shown.columns)]
    left_out = _leave_out(table, width) if width else []
    for place in range(len(cells)):
        line = _GAP.join(column.align(place) for column in table)
        yield f"{_GAP}{line}".rstrip()
    if left_out:
        yield f"{_GAP}Without {', '.join(left_out)}: a wider terminal shows more, and a file has all."


class _Column:
    def __init__(self, column: FigureColumn, cells: Sequence[str]) -> None:
        self.name, self.rank, self.is_left = column.title, column.rank, column.is_left
        self.cells = cells
        self.width = max(map(_measure, cells))

    def shorten(self, width: int) -> None:
        """Cut the middle of all cells that are wider than this."""
        self.cells = [
            plain_words(cell, width * len(cell) // measured) if (measured := _measure(cell)) > width else cell
            for cell in self.cells
        ]
        self.width = max(map(_measure, self.cells))

    def align(self, place: int) -> str:
        cell = self.cells[place]
        blanks = " " * (self.width - _measure(cell))
        # The isolating characters around right-to-left words have no width.
        return f"{isolate(cell)}{blanks}" if self.is_left else f"{blanks}{isolate(cell)}"


def _leave_out(table: list[_Column], width: int) -> list[str]:
    """Take columns out of the table until it fits, those of the highest rank first; return their names."""
    left_out: list[str] = []
    while (excess := sum(len(_GAP) + column.width for column in table) - width) > 0:
        worst = max(table, key=lambda column: column.rank)
        if not worst.rank:
            table[0].shorten(max(table[0].width - excess, _SHORTEST_NAME))
            break
        left_out += filter(None, [worst.name])
        table.remove(worst)
    return list(dict.fromkeys(left_out))


def _measure(text: str) -> int:
    """Return the number of places that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


def write_cell(cell: FigureCell) -> str:
    """Return a cell as plain text, "" for an empty one."""
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else show(cell)


def _text(words: BlockWords) -> str:
    return "".join(word if isinstance(word, str) else _style_text(word) for word in words)


def _style_text(styled: StyledWords) -> str:
    return f"[{styled.text}]" if styled.style is WordStyle.MENTION else styled.text
