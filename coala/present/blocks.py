"""Blocks of a report: headings, paragraphs, items, tables of figures, notes, and parts that may be folded.

Whatever the program reports is a sequence of blocks, and each way to write it is a printer of blocks
(``coala/present/printers``). The words of a block are a sequence: plain strings are the program's own, and
``StyledWords`` come from a graph, a text or a reviewer. A printer escapes the latter, so that no sign in them
is markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from coala.present.figures import Figure


class WordStyle(Enum):
    """The style of words that come from outside the program."""

    FOREIGN = "foreign"
    """Text without markup."""
    NAME = "name"
    """The name of a file or a document; nothing in it is a link."""
    MENTION = "mention"
    """A mention within its sentence."""


class StyledWords(NamedTuple):
    """Words from outside in one style; words of the program are plain strings."""

    text: str
    style: WordStyle = WordStyle.FOREIGN


BlockWords = Sequence[str | StyledWords]


class HeadingBlock(NamedTuple):
    """A heading; level 1 is the highest."""

    level: int
    words: BlockWords


class ParagraphBlock(NamedTuple):
    """A paragraph; its line breaks are kept."""

    words: BlockWords


class ItemBlock(NamedTuple):
    """An item of a list; at depth 1 it belongs to the last item of depth 0."""

    words: BlockWords
    depth: int = 0


FigureCell = Figure | str | None
"""A cell of a table: a figure, words (which may come from outside), or nothing."""

DETAIL = 9
"""Rank of a column that is not for a paper."""


class FigureColumn(NamedTuple):
    """A column of a table of figures."""

    title: str
    key: str = ""
    """Name of the column in a CSV; "" for one that a CSV does not have."""
    rank: int = 0
    """Where there is no room, columns of the highest rank are left out first; 0 always stays."""
    is_left: bool = False
    """True if its cells are aligned to the left: words, or figures of several widths."""


class Figures(NamedTuple):
    """A table of figures; the first column has the names of the rows."""

    columns: Sequence[FigureColumn]
    rows: Sequence[Sequence[FigureCell]]
    title: str = ""

    def choose_columns(self, below: int = DETAIL + 1) -> Figures:
        """Return the table without columns of this rank or a higher one, and without empty columns."""
        places = [
            place
            for place, column in enumerate(self.columns)
            if column.rank < below and (not self.rows or any(row[place] is not None for row in self.rows))
        ]
        rows = [[row[place] for place in places] for row in self.rows]
        return Figures([self.columns[place] for place in places], rows, self.title)


class Note(NamedTuple):
    """A remark about the block before it."""

    text: str


class Folded(NamedTuple):
    """Items that a reader may skip, under a title; ``total`` counts those that are not listed too."""

    title: str
    items: Sequence[ItemBlock]
    total: int


Block = HeadingBlock | ParagraphBlock | ItemBlock | Figures | Note | Folded


def say(text: str) -> ParagraphBlock:
    """Return a paragraph of words that may come from outside."""
    return ParagraphBlock((StyledWords(text),))


def list_item(text: str, depth: int = 0) -> ItemBlock:
    """Return an item of words that may come from outside."""
    return ItemBlock((StyledWords(text),), depth)


class Report(NamedTuple):
    """A result of a command: its claim in a sentence, the blocks below it, and what fails a job."""

    command: str
    claim: str
    blocks: Sequence[Block]
    errors: Sequence[str] = ()
    wanted: str = ""
    """Key of the first column of the tables that were asked for, which a CSV has; "" for the first."""

    def list_blocks(self) -> list[Block]:
        """Return all blocks, first the claim."""
        return [say(self.claim), *self.blocks]
