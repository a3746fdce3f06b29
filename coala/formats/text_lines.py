"""Helpers of the readers of text files: lines, line numbers, offsets, brackets and errors.

``iterate_lines`` yields the lines of a file, ``RunningText`` builds a text of tokens, ``split_brackets``
reads cells such as "(e1(e2)" of coreference columns, and ``problem`` makes the error for a line.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from coala.errors import FileError


def problem(path: str, line: int | None, sentence: str) -> FileError:
    """Return the error to raise for a file: where it is, what is wrong, what to do."""
    return FileError(path, line, sentence)


def decode_utf8(path: str, data: bytes, *, keep_mark: bool = False) -> str:
    """Decode UTF-8; drop a byte order mark unless ``keep_mark``, for formats whose offsets count it.

    Raises:
        ReadingError: the data is not UTF-8; the message names the line.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise make_encoding_error(path, data.count(b"\n", 0, error.start) + 1, data[error.start]) from None
    return text if keep_mark else text.removeprefix("\ufeff")


def path_next_to(path: str, name: str) -> str:
    """Return the path, for messages, of the file ``name`` in the folder of ``path``."""
    return os.path.join(os.path.dirname(path), name)


def make_encoding_error(path: str, line: int, byte: int) -> FileError:
    """Return the error for a file in another encoding."""
    return problem(path, line, f"the byte 0x{byte:02X} is not UTF-8: convert the file to UTF-8.")


def parse_offset(digits: str) -> int | None:
    """Return the number of ASCII digits; None for anything else, or if it is too long for any offset."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 15 else None


class LineNumbers:
    """Line numbers of positions in a text; fast when positions are requested in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line = 1

    def at(self, position: int) -> int:
        """Return the line of a position, from 1."""
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
"""Bytes that are decoded at once."""


def iterate_lines(path: str, data: bytes, longest: int = LONGEST_TOKEN_LINE) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, from 1, without its end (LF or CRLF); a byte order mark is skipped.

    In a file without LF, CR ends a line, as on old Macs.

    Raises:
        ReadingError: a line is not UTF-8, or has more than ``longest`` bytes.
    """
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    # Decode a block of whole lines at once, which takes half the time of decoding each. The rest of the loop
    # body reads one line: a long one, the last one, or one of a block that is not UTF-8.
    begin = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    number = 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + min(_BLOCK, longest))
        if end >= 0:
            try:
                block = data[begin:end].decode("utf-8")
            except UnicodeDecodeError:
                pass  # lines before the broken one may raise a clearer error
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
            raise make_encoding_error(path, number, data[begin + error.start]) from None
        yield number, line.removesuffix("\r")
        begin = end + 1


MANY_PIECES = 1 << 16
"""Short strings that may wait to be joined: each takes ten times the memory of its characters."""


class RunningText:
    """A growing text: one space joins tokens, a newline joins sentences.

    ``add("Ann")`` returns (0, 3) and ``add("left")`` then (4, 8); the text is "Ann left".
    """

    def __init__(self) -> None:
        self._joined: list[str] = []  # long strings, each joined from many pieces
        self._pieces: list[str] = []
        self._separator = ""
        self.length = 0

    def add(self, piece: str) -> tuple[int, int]:
        """Append a token or a sentence; return its begin and end, in code points."""
        begin = self.length + len(self._separator)
        self._pieces += (self._separator, piece)
        self._separator = " "
        self.length = begin + len(piece)
        if len(self._pieces) > MANY_PIECES:
            self._joined.append("".join(self._pieces))
            self._pieces = []
        return begin, self.length

    def end_sentence(self) -> None:
        """Start a new line before the next piece."""
        if self.length:
            self._separator = "\n"

    def text(self) -> str:
        """Return the text."""
        return "".join([*self._joined, *self._pieces])


_BRACKET = re.compile(r"(\(?)([^()|]+)(\)?)")


class Bracket(NamedTuple):
    """One label with its brackets; a mention of one token has both ``opens`` and ``closes``."""

    label: str
    opens: bool
    closes: bool


class BracketError(ValueError):
    """The cell is not a sequence of brackets."""


def split_brackets(cell: str) -> Iterator[Bracket]:
    """Yield the brackets of a cell in order: "(e1|(e2)" opens e1, then opens and closes e2.

    ``|`` between two of them is optional.

    Raises:
        BracketError: a label has no bracket, or a bracket no label.
    """
    place = 0
    while place < len(cell):
        found = _BRACKET.match(cell, place)
        if not found or not (found[1] or found[3]):
            raise BracketError(cell)
        yield Bracket(found[2], bool(found[1]), bool(found[3]))
        place = found.end()
        if cell.startswith("|", place) and place + 1 < len(cell):
            place += 1
