"""The bytes of a text file -> lines and places in it, with the sentences that name file and line."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left

from coala.errors import ReadingError

LONGEST_EXCERPT = 60
"""Characters of foreign text in a message: enough to find the place by."""


def problem(path: str, line: int | None, sentence: str) -> ReadingError:
    """The error to raise: where, what, what to do."""
    return ReadingError(f"{path}:{line}: {sentence}" if line else f"{path}: {sentence}")


def excerpt(text: str) -> str:
    """Foreign text for a message: on one line, short, in quotes."""
    short = text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 1] + "…"
    return repr(short)


def stem(path: str) -> str:
    """The name of a file without its folder, ``.gz`` and extension."""
    name = re.split(r"[/\\]", path)[-1]
    name = name[:-3] if name.lower().endswith(".gz") else name
    return name.rsplit(".", 1)[0] or name


def extension(name: str) -> str:
    """The last extension in lower case with its dot, ``.gz`` apart; empty if there is none."""
    name = re.split(r"[/\\]", name.lower().removesuffix(".gz"))[-1]
    dot = name.rfind(".")
    return name[dot:] if dot > 0 else ""


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


def not_utf8(path: str, line: int, byte: int) -> ReadingError:
    """The error for a file in another encoding."""
    return problem(path, line, f"the byte 0x{byte:02X} is not UTF-8: convert the file to UTF-8.")


def whole_number(digits: str) -> int | None:
    """A small number in ASCII digits; None for anything else, also for one too long for any offset."""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 15 else None


class LineNumbers:
    """Position in a text -> number of its line; quick when asked from the beginning to the end."""

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


class Utf16Offsets:
    """Offsets in UTF-16 units -> code points of one text; remembers only what lies beyond U+FFFF."""

    def __init__(self, text: str) -> None:
        wide = () if text.isascii() else re.finditer("[\U00010000-\U0010ffff]", text)
        # Where each such character begins, in UTF-16 units: every one before it counts twice.
        self._wide = array("q", (found.start() + before for before, found in enumerate(wide)))
        self.length = len(text) + len(self._wide)

    def code_points(self, offset: int) -> int | None:
        """The same place in code points; None inside a character or outside the text."""
        before = bisect_left(self._wide, offset)
        inside = before > 0 and self._wide[before - 1] + 1 == offset
        return offset - before if 0 <= offset <= self.length and not inside else None


class Unions:
    """Numbers 0 … n-1 -> classes; the representative of a class is its smallest number."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def root(self, number: int) -> int:
        """The smallest number of the class."""
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Make one class of two."""
        first, second = sorted((self.root(one), self.root(other)))
        self._parents[second] = first
