"""The line before a document becomes its name.

``#begin document (name); part 000`` is CoNLL-2012's, and a part is added to the name by a slash and three
digits, also where the parentheses are missing; a bare name is GUM's or SemEval's. A header without any name
means the name of the file.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.reading.formats.text_lines import BEGIN_LINE, problem

_END = re.compile(r"#[ \t]*end document\b")
_PART = re.compile(r"part[ \t]*(\d{1,9})")

_NAMELESS = re.compile(rb"(?m)^#[ \t]*begin document[ \t]*\r?$")
_ANY = re.compile(rb"(?m)^(?:\xef\xbb\xbf)?[ \t]*#[ \t]*begin document\b")


class DocumentHeader(NamedTuple):
    """What the line before a document says; ``bare`` is a name without parentheses."""

    name: str
    line: int
    bare: bool


def is_end(line: str) -> bool:
    """Does the line end a document?"""
    return bool(_END.match(line))


def after_begin(line: str) -> str | None:
    """What stands behind ``#begin document``; None for any other line."""
    found = BEGIN_LINE.match(line)
    return line[found.end() :].strip() if found else None


def name_in_parentheses(header: str) -> str | None:
    """The name that ``(name); part 000`` gives a document, "name/000"; None for anything else."""
    close = header.rfind(")")
    name, after = header[1:close].strip(), header[close + 1 :].strip("; \t")
    part = _PART.fullmatch(after)
    if not header.startswith("(") or close < 0 or not name or (after and not part):
        return None
    return f"{name}/{int(part[1]):03d}" if part else name


class Headers:
    """Reads the headers of one file in their order."""

    def __init__(self, path: str, data: bytes) -> None:
        self._path = path
        data = data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data
        # The search for each line's begin costs a look at every line.
        begins = b"begin document" in data
        self.without = not (begins and _ANY.search(data))
        self._nameless = len(_NAMELESS.findall(data)) if begins else 0
        self._part = 0

    def of_file(self, number: int) -> DocumentHeader:
        """The header that a file without any lacks."""
        return DocumentHeader(stem(self._path), number, bare=True)

    def read(self, number: int, rest: str) -> DocumentHeader:
        """The header of this line.

        Raises:
            ReadingError: it is none.
        """
        if not rest:
            return self._nameless_header(number)
        if not rest.startswith("("):
            before, divider, part = rest.rpartition(";")
            numbered = name_in_parentheses(f"({before});{part}") if divider else None
            return DocumentHeader(numbered or rest, number, bare=numbered is None)
        name = name_in_parentheses(rest)
        if name is None:
            raise problem(
                self._path,
                number,
                f'the header {excerpt(rest)} cannot be read: write "#begin document (name); part 000".',
            )
        return DocumentHeader(name, number, bare=False)

    def _nameless_header(self, number: int) -> DocumentHeader:
        name = stem(self._path)
        if self._nameless > 1:
            name = f"{name}/{self._part:03d}"
            self._part += 1
        return DocumentHeader(name, number, bare=True)
