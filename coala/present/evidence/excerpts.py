"""A text is cut around its mentions into sentences, paragraphs and windows, and folds between them.

Offsets are code points, 0-based, end exclusive, in the text as it was read. A cut falls between sentences,
where there are none between words, and never into a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coala.base.sentence_starts import sentence_starts

# How far a sentence may reach on either side of a mention before it is cut between words.
REACH = 240
# A word longer than this is none: what has no blanks is cut where it is.
_LONGEST_WORD = 60
# Longer mentions are shown by their two ends.
LONGEST_MENTION = 1_000
# How far a paragraph may reach on either side before it is cut.
_PARAGRAPH = 2_000
# A fold that hides less than this gains nothing.
SHORTEST_FOLD = 40
# A line up to this length is counted as a line.
_LINE = 400
# Qt lays out a line at once, and a megabyte of it takes seconds.
LONGEST_BLOCK = 2_000

_WORD_END = re.compile(r"\s+")


class Piece(NamedTuple):
    """A stretch of text that is shown."""

    begin: int
    end: int


def find_sentence(text: str, begin: int, end: int) -> Piece:
    """The sentence around a mention, or what of it lies near."""
    return Piece(_sentence_start(text, begin), _sentence_stop(text, end))


def with_neighbours(text: str, piece: Piece) -> Piece:
    """A sentence with the one before it and the one after it."""
    before, after = _stripped(text, piece.begin), _past_blanks(text, piece.end)
    return Piece(
        find_sentence(text, before - 1, before).begin if before else piece.begin,
        find_sentence(text, after, after + 1).end if after < len(text) else piece.end,
    )


def find_paragraph(text: str, piece: Piece) -> Piece:
    """The line around a sentence; where it is all of its line, the lines before and after it as well."""
    line = _line(text, piece)
    if text[line.begin : line.end].strip() != text[piece.begin : piece.end].strip():
        return line
    before, after = _stripped(text, line.begin), _past_blanks(text, line.end)
    return Piece(
        _line(text, Piece(before, before)).begin if before else line.begin,
        _line(text, Piece(after, after)).end if after < len(text) else line.end,
    )


def find_window(text: str, begin: int, end: int, room: int) -> Piece:
    """As much of the text around a place as there is room for, cut between lines or words."""
    low, high = max(0, begin - room), min(len(text), end + room)
    if low:
        line = text.find("\n", low, min(begin, low + _LINE))
        low = _word_start(text, low, begin) if line < 0 else line + 1
    if high < len(text):
        line = text.rfind("\n", max(end, high - _LINE), high)
        high = _word_stop(text, end, high) if line < 0 else line
    return Piece(low, high)


def join_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces in order and apart; those with next to nothing between them are one."""
    joined: list[Piece] = []
    for begin, end in sorted(pieces):
        if joined and (begin <= joined[-1].end or begin - joined[-1].end <= SHORTEST_FOLD):
            joined[-1] = Piece(joined[-1].begin, max(joined[-1].end, end))
        else:
            joined.append(Piece(begin, end))
    return joined


def goes_on(text: str, at: int) -> bool:
    """Whether a text that is cut there is cut inside of a sentence."""
    if not 0 < at < len(text):
        return False
    low, high = _stripped(text, at), _past_blanks(text, at)
    return not any(low <= place <= high for place in sentence_starts(text, max(0, low - 2), high + 1))


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
        if len(hidden) <= lines * _LINE:
            return f"⋯ {lines:,} line{'' if lines == 1 else 's'}"
    return f"⋯ {len(hidden):,} characters"


def _sentence_start(text: str, position: int) -> int:
    floor = max(0, position - REACH)
    starts = [start for start in sentence_starts(text, floor, position) if start <= position]
    if starts:
        return starts[-1]
    return _word_start(text, floor, position) if floor else min(position, _past_blanks(text, 0))


def _sentence_stop(text: str, position: int) -> int:
    ceiling = min(len(text), position + REACH)
    # A mention may itself end with the sentence, before the stop or behind it.
    for start in sentence_starts(text, max(0, position - 2), ceiling):
        if start >= position:
            return max(position, _stripped(text, start))
    if ceiling < len(text):
        return _word_stop(text, position, ceiling)
    return max(position, _stripped(text, ceiling))


def _stripped(text: str, end: int) -> int:
    """The same end without the blanks before it."""
    while end and text[end - 1].isspace():
        end -= 1
    return end


def _word_start(text: str, floor: int, position: int) -> int:
    if text[floor - 1].isspace():
        return floor
    word = _WORD_END.search(text, floor, min(position, floor + _LONGEST_WORD))
    return word.end() if word and word.end() <= position else floor


def _word_stop(text: str, position: int, ceiling: int) -> int:
    if text[ceiling].isspace():
        return max(position, _stripped(text, ceiling))
    low = max(position, ceiling - _LONGEST_WORD)
    space = max(text.rfind(blank, low, ceiling) for blank in " \t\n")
    return ceiling if space < 0 else max(position, _stripped(text, space))


def _line(text: str, piece: Piece) -> Piece:
    low, high = max(0, piece.begin - _PARAGRAPH), min(len(text), piece.end + _PARAGRAPH)
    begin, end = text.rfind("\n", low, piece.begin) + 1, text.find("\n", piece.end, high)
    if not begin and low:
        begin = _word_start(text, low, piece.begin)
    if end < 0:
        end = high if high == len(text) else _word_stop(text, piece.end, high)
    return Piece(begin, end)


def _past_blanks(text: str, at: int) -> int:
    blank = _WORD_END.match(text, at)
    return blank.end() if blank else at
