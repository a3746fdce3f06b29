"""A text is cut around its mentions into the pieces that a reviewer needs to see, and folds between them.

Offsets are code points, 0-based, end exclusive, in the text as it was read. Lines are the units where they
are short enough to be sentences; a longer line is cut between sentences, and where there are none, between
words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# A line up to this length is shown whole; newswire paragraphs are shorter, one-line documents are not.
WHOLE_LINE = 400
# How far a sentence may reach on either side of a mention before it is cut between words.
REACH = 240
# A fold costs a line of its own, so hiding less than this gains nothing.
SHORTEST_FOLD = 80
# Qt lays out a line at once, and a megabyte of it takes seconds.
LONGEST_BLOCK = 2_000

_SENTENCE_END = re.compile(r"[.!?。！？؟۔][\"'”’»)\]]*\s+|[。！？]")
_WORD_END = re.compile(r"\s+")


class Piece(NamedTuple):
    """A stretch of text that is shown on lines of its own."""

    begin: int
    end: int


class Context(NamedTuple):
    """A mention between the words around it on one line; an ellipsis shows where the text goes on."""

    left: str
    words: str
    right: str


def cut_excerpts(text: str, mentions: Iterable[tuple[int, int]]) -> list[Piece]:
    """The sentences around the mentions, in order and apart; offsets outside the text are left out."""
    windows = sorted(
        window
        for begin, end in mentions
        if 0 <= begin < end <= len(text)
        for window in _windows(text, begin, end)
    )
    pieces: list[Piece] = []
    for begin, end in windows:
        if pieces and _belongs_to(text, pieces[-1].end, begin):
            pieces[-1] = Piece(pieces[-1].begin, max(pieces[-1].end, end))
        else:
            pieces.append(Piece(begin, end))
    if pieces and _belongs_to(text, 0, pieces[0].begin):
        pieces[0] = Piece(0, pieces[0].end)
    if pieces and _belongs_to(text, pieces[-1].end, len(text)):
        pieces[-1] = Piece(pieces[-1].begin, len(text))
    return pieces


def blocks(text: str, piece: Piece) -> Iterator[Piece]:
    """The piece cut between words into parts that a widget can lay out; joined, they are the piece."""
    begin = piece.begin
    while piece.end - begin > LONGEST_BLOCK:
        limit = begin + LONGEST_BLOCK
        line_end = text.rfind("\n", begin, limit)
        if line_end >= begin:
            end = line_end + 1
        else:
            space = text.rfind(" ", begin + LONGEST_BLOCK // 2, limit)
            end = limit if space < 0 else space + 1
        yield Piece(begin, end)
        begin = end
    if begin < piece.end:
        yield Piece(begin, piece.end)


def fold(text: str, begin: int, end: int) -> str:
    """What a fold of that stretch says, or "" where it hides nothing but white space."""
    hidden = text[begin:end]
    if not hidden.strip():
        return ""
    whole_lines = (begin == 0 or hidden[0] == "\n" or text[begin - 1] == "\n") and (
        end == len(text) or hidden[-1] == "\n" or text[end] == "\n"
    )
    if whole_lines:
        lines = sum(1 for line in hidden.split("\n") if line.strip())
        if len(hidden) <= lines * WHOLE_LINE:
            return f"⋯ {lines:,} line{'' if lines == 1 else 's'}"
    return f"⋯ {len(hidden):,} characters"


def context(text: str, begin: int, end: int, width: int = 70) -> Context:
    """The mention and at most ``width`` code points on either side, white space folded into single spaces."""
    left = " ".join(text[max(0, begin - width) : begin].split(None))
    right = " ".join(text[end : end + width].split(None))
    if left and text[begin - 1].isspace():
        left += " "
    if right and text[end].isspace():
        right = f" {right}"
    return Context(
        f"…{left}" if begin > width else left,
        " ".join(text[begin:end].split(None)),
        f"{right}…" if end + width < len(text) else right,
    )


def _windows(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """What to show of one mention: its sentences, or the two ends of one that is itself too long."""
    if end - begin <= LONGEST_BLOCK:
        yield _start(text, begin), _stop(text, end)
    else:
        yield _start(text, begin), _stop(text, begin + REACH)
        yield _start(text, end - REACH), _stop(text, end)


def _start(text: str, position: int) -> int:
    line = text.rfind("\n", max(0, position - WHOLE_LINE), position) + 1
    if line or position <= WHOLE_LINE:
        line_end = text.find("\n", position, line + WHOLE_LINE + 1)
        if line_end >= 0 or line + WHOLE_LINE >= len(text):
            return line
    floor = max(line, position - REACH)
    found = [match.end() for match in _SENTENCE_END.finditer(text, floor, position)]
    if found:
        return found[-1]
    if floor == line and (line or not floor):
        return line
    word = _WORD_END.search(text, floor, position)
    return word.end() if word else floor


def _stop(text: str, position: int) -> int:
    line = text.find("\n", position, position + WHOLE_LINE)
    if line < 0 and position + WHOLE_LINE >= len(text):
        line = len(text)
    if line >= 0 and (text.rfind("\n", max(0, line - WHOLE_LINE - 1), position) >= 0 or line <= WHOLE_LINE):
        return line
    ceiling = min(len(text), position + REACH)
    if 0 <= line < ceiling:
        ceiling = line
    sentence = _SENTENCE_END.search(text, max(0, position - 1), ceiling)
    if sentence:
        return sentence.end()
    if ceiling in (line, len(text)):
        return ceiling
    space = max(text.rfind(" ", position, ceiling), text.rfind("\t", position, ceiling))
    return ceiling if space < 0 else space


def _belongs_to(text: str, end: int, begin: int) -> bool:
    if begin <= end:
        return True
    between = text[end : min(begin, end + SHORTEST_FOLD + 1)]
    return begin - end <= SHORTEST_FOLD and bool(between.strip())
