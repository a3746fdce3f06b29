"""The bytes of a text file become lines and places in it, with the sentences that name file and line."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.errors import FileError


def problem(path: str, line: int | None, sentence: str) -> FileError:
    """The error to raise: where, what, what to do."""
    return FileError(path, line, sentence)


def decoded(path: str, data: bytes, *, keep_mark: bool = False) -> str:
    """The text of UTF-8; a byte order mark is dropped unless offsets count it.

    Raises:
        ReadingError: it is no UTF-8; says in which line.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(path, data.count(b"\n", 0, error.start) + 1, data[error.start]) from None
    return text if keep_mark else text.removeprefix("\ufeff")


def companion(path: str, name: str) -> str:
    """What a file of this name beside ``path`` is called in a message."""
    return os.path.join(os.path.dirname(path), name)


def not_utf8(path: str, line: int, byte: int) -> FileError:
    """The error for a file in another encoding."""
    return problem(path, line, f"the byte 0x{byte:02X} is not UTF-8: convert the file to UTF-8.")


def parse_offset(digits: str) -> int | None:
    """The number that ASCII digits make; None for anything else, also for one too long for any offset."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 15 else None


class LineNumbers:
    """The line of each position in a text; quick when asked from the beginning to the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line = 1

    def at(self, position: int) -> int:
        """The line of a position, from 1."""
        if position < self._position:
            self._position, self._line = 0, 1
        self._line += self._text.count("\n", self._position, position)
        self._position = position
        return self._line


BEGIN_LINE = re.compile(r"#[ \t]*begin document\b")
"""The first line of a document of CoNLL-2012."""

CONLL_U_COMMENT = re.compile(r"# ?(?:newdoc|newpar|global\.|sent_id|text ?=)")

LONGEST_TOKEN_LINE = 1 << 20
"""Bytes of a line that describes one token or one sentence; honest ones have a few hundred."""


_BLOCK = 1 << 16
"""Bytes that are decoded at once: line by line that takes twice the time."""


def bounded_lines(path: str, data: bytes, longest: int = LONGEST_TOKEN_LINE) -> Iterator[tuple[int, str]]:
    """Every line with its number, from 1, without its end (LF or CRLF); a byte order mark is skipped.

    In a file without any LF a CR ends a line, as on old Macs.

    Raises:
        ReadingError: a line is not UTF-8, or has more than ``longest`` bytes.
    """
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    begin = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    number = 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + min(_BLOCK, longest))
        if end >= 0:
            try:
                block = data[begin:end].decode("utf-8")
            except UnicodeDecodeError:
                pass  # what is read before the line with it may say more
            else:
                for line in block.split("\n"):
                    number += 1
                    yield number, line.removesuffix("\r")
                begin = end + 1
                continue
        number += 1
        end = data.find(b"\n", begin)
        end = len(data) if end < 0 else end
        if end - begin > longest:
            raise problem(
                path,
                number,
                f"the line has {end - begin:,} bytes, over the limit of {longest:,}: check its line ends.",
            )
        try:
            line = data[begin:end].decode("utf-8")
        except UnicodeDecodeError as error:
            raise not_utf8(path, number, data[begin + error.start]) from None
        yield number, line.removesuffix("\r")
        begin = end + 1


MANY_PIECES = 1 << 16
"""Short strings that may wait for being joined: each costs ten times its characters."""


class RunningText:
    """A text that grows: tokens are joined by one space, sentences by a newline."""

    def __init__(self) -> None:
        self._joined: list[str] = []
        self._pieces: list[str] = []
        self._separator = ""
        self.length = 0

    def add(self, piece: str) -> tuple[int, int]:
        """Append a token (or a whole sentence); returns its begin and end, in code points."""
        begin = self.length + len(self._separator)
        self._pieces += (self._separator, piece)
        self._separator = " "
        self.length = begin + len(piece)
        if len(self._pieces) > MANY_PIECES:
            self._joined.append("".join(self._pieces))
            self._pieces = []
        return begin, self.length

    def end_sentence(self) -> None:
        """What is added next stands on a new line."""
        if self.length:
            self._separator = "\n"

    def text(self) -> str:
        """All of it."""
        return "".join([*self._joined, *self._pieces])


_BRACKET = re.compile(r"(\(?)([^()|]+)(\)?)")


class Bracket(NamedTuple):
    """One label with its brackets; ``opens`` and ``closes`` both for a mention of one token."""

    label: str
    opens: bool
    closes: bool


class BracketError(ValueError):
    """The column is no sequence of brackets."""


def brackets(column: str) -> Iterator[Bracket]:
    """The brackets of a column in their order; ``|`` between two of them is allowed and not needed.

    Raises:
        BracketError: a label has no bracket, or a bracket no label.
    """
    place = 0
    while place < len(column):
        found = _BRACKET.match(column, place)
        if not found or not (found[1] or found[3]):
            raise BracketError(column)
        yield Bracket(found[2], bool(found[1]), bool(found[3]))
        place = found.end()
        if column.startswith("|", place) and place + 1 < len(column):
            place += 1
