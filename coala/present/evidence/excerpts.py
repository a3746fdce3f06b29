"""Cuts of a text around its mentions: sentences, paragraphs and windows, with folds between them.

A piece is a part of a text that is shown, and a fold the text that is hidden between two pieces. Offsets are
code points, 0-based, end exclusive, in the text as it was read. Cuts are between sentences, or between words
if there is no sentence end nearby, and never inside a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.sentence_starts import sentence_starts

# The most characters of a sentence on either side of a mention; a longer one is cut between words.
REACH = 240
# The longest word; longer text without blanks is cut anywhere.
_LONGEST_WORD = 60
# Only the two ends of a longer mention are shown.
LONGEST_MENTION = 1_000
# The most characters of a paragraph on either side of a sentence.
_PARAGRAPH_REACH = 2_000
# A gap up to this length is shown and not folded.
SHORTEST_FOLD = 40
# The length of an ordinary line. Folds count characters if their lines are longer on average.
_LONGEST_LINE = 400
# Qt lays out a whole line at once, which takes seconds for a megabyte.
LONGEST_BLOCK = 2_000

_WORD_END = re.compile(r"\s+")
# The beginning of a line of text with an address of the web, which corpora of words write with blanks.
_ADDRESS = re.compile(r"(?:https?\s*:\s*/\s*/|www\s*\.)", re.IGNORECASE)


class Piece(NamedTuple):
    """A part of a text that is shown."""

    begin: int
    end: int


def find_sentence(text: str, begin: int, end: int, reach: int = REACH) -> Piece:
    """Return the sentence around a mention; a long one is cut ``reach`` characters from the mention."""
    return Piece(_find_sentence_start(text, begin, reach), _find_sentence_end(text, end, reach))


def add_neighbours(text: str, piece: Piece) -> Piece:
    """Return a sentence with those before and after it, unless they are addresses of the web."""
    before, after = _strip_blanks(text, piece.begin), _skip_blanks(text, piece.end)
    begin = find_sentence(text, before - 1, before).begin if before else piece.begin
    end = find_sentence(text, after, after + 1).end if after < len(text) else piece.end
    return Piece(
        piece.begin if _ADDRESS.match(text, begin) else begin,
        piece.end if _ADDRESS.match(text, after) else end,
    )


def find_paragraph(text: str, piece: Piece) -> Piece:
    """Return the line around a sentence; if the sentence fills it, also the lines before and after it."""
    line = _find_line(text, piece)
    if text[line.begin : line.end].strip() != text[piece.begin : piece.end].strip():
        return line
    before, after = _strip_blanks(text, line.begin), _skip_blanks(text, line.end)
    return Piece(
        _find_line(text, Piece(before, before)).begin if before else line.begin,
        _find_line(text, Piece(after, after)).end if after < len(text) else line.end,
    )


def find_window(text: str, begin: int, end: int, room: int) -> Piece:
    """Return up to ``room`` characters of the text on either side of a place, cut between lines or words."""
    low, high = max(0, begin - room), min(len(text), end + room)
    if low:
        line = text.find("\n", low, min(begin, low + _LONGEST_LINE))
        low = _find_word_start(text, low, begin) if line < 0 else line + 1
    if high < len(text):
        line = text.rfind("\n", max(end, high - _LONGEST_LINE), high)
        high = _find_word_end(text, end, high) if line < 0 else line
    return Piece(low, high)


def join_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces in order; those with at most a few characters between them are joined."""
    joined: list[Piece] = []
    for begin, end in sorted(pieces):
        if joined and (begin <= joined[-1].end or begin - joined[-1].end <= SHORTEST_FOLD):
            joined[-1] = Piece(joined[-1].begin, max(joined[-1].end, end))
        else:
            joined.append(Piece(begin, end))
    return joined


def is_inside_sentence(text: str, at: int) -> bool:
    """Return True if a cut at this position is inside a sentence."""
    if not 0 < at < len(text):
        return False
    low, high = _strip_blanks(text, at), _skip_blanks(text, at)
    return not any(low <= place <= high for place in sentence_starts(text, max(0, low - 2), high + 1))


def split_for_layout(text: str, piece: Piece) -> Iterator[Piece]:
    """Yield parts of the piece that are short enough for a widget to lay out; joined, they are the piece."""
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


def label_fold(text: str, begin: int, end: int) -> str:
    """Return the label of a fold, such as "⋯ 4 lines"; "" if only white space is hidden."""
    hidden = text[begin:end]
    if not hidden.strip():
        return ""
    whole_lines = (begin == 0 or hidden[0] == "\n" or text[begin - 1] == "\n") and (
        end == len(text) or hidden[-1] == "\n" or text[end] == "\n"
    )
    if whole_lines:
        lines = sum(1 for line in hidden.split("\n") if line.strip())
        if len(hidden) <= lines * _LONGEST_LINE:
            return f"⋯ {count(lines, 'line')}"
    return f"⋯ {count(len(hidden), 'character')}"


def _find_sentence_start(text: str, position: int, reach: int) -> int:
    floor = max(0, position - reach)
    starts = [start for start in sentence_starts(text, floor, position) if start <= position]
    if starts:
        return starts[-1]
    return _find_word_start(text, floor, position) if floor else min(position, _skip_blanks(text, 0))


def _find_sentence_end(text: str, position: int, reach: int) -> int:
    ceiling = min(len(text), position + reach)
    # The mention may end with the sentence, before its full stop or after it.
    for start in sentence_starts(text, max(0, position - 2), ceiling):
        if start >= position:
            return max(position, _strip_blanks(text, start))
    if ceiling < len(text):
        return _find_word_end(text, position, ceiling)
    return max(position, _strip_blanks(text, ceiling))


def _strip_blanks(text: str, end: int) -> int:
    """Return the position before the white space that ends at ``end``."""
    while end and text[end - 1].isspace():
        end -= 1
    return end


def _find_word_start(text: str, floor: int, position: int) -> int:
    if text[floor - 1].isspace():
        return floor
    word = _WORD_END.search(text, floor, min(position, floor + _LONGEST_WORD))
    return word.end() if word and word.end() <= position else floor


def _find_word_end(text: str, position: int, ceiling: int) -> int:
    if text[ceiling].isspace():
        return max(position, _strip_blanks(text, ceiling))
    low = max(position, ceiling - _LONGEST_WORD)
    space = max(text.rfind(blank, low, ceiling) for blank in " \t\n")
    return ceiling if space < 0 else max(position, _strip_blanks(text, space))


def _find_line(text: str, piece: Piece) -> Piece:
    """Return the line around a piece; a long one is cut between words."""
    low, high = max(0, piece.begin - _PARAGRAPH_REACH), min(len(text), piece.end + _PARAGRAPH_REACH)
    begin, end = text.rfind("\n", low, piece.begin) + 1, text.find("\n", piece.end, high)
    if not begin and low:
        begin = _find_word_start(text, low, piece.begin)
    if end < 0:
        end = high if high == len(text) else _find_word_end(text, piece.end, high)
    return Piece(begin, end)


def _skip_blanks(text: str, at: int) -> int:
    blank = _WORD_END.match(text, at)
    return blank.end() if blank else at
