"""A stream of the elements of an XML file, for files from unknown sources.

``parse_elements`` yields each element below the root with its attributes and, on request, its text::

    <words><word id="w1">Ann</word></words>   gives   Element(1, "word", "words", {"id": "w1"}, "Ann")

Nothing is expanded, fetched or kept. Expat has no network access and reads no other file by itself; a DOCTYPE
is refused before it can declare an entity. defusedxml would replace that one handler and no other check; it
also drops entities of an external DTD silently.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from coala.base.plain_text import excerpt
from coala.errors import ReadingError
from coala.formats.text_lines import make_encoding_error, problem

_AT_ONCE = 1 << 16
"""Bytes passed to expat before its results are collected."""

MOST_NAMES = 100_000
"""Different names of elements and attributes; a type system has hundreds, and each stays in memory."""

MOST_OPEN = 10_000
"""Nested elements; an exported file has four levels."""


LONGEST_DECLARATION = 200
"""Bytes of the XML declaration, which names the encoding."""

_ENCODING = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")

NO_MEMORY = expat.errors.codes[expat.errors.XML_ERROR_NO_MEMORY]

INVALID_TOKEN = expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]


class Element(NamedTuple):
    """An element with its expanded name ("namespace local"), its attributes, and its text if requested."""

    line: int
    name: str
    parent: str
    attributes: dict[str, str]
    text: str


# What may come before the root (mark, declarations, comments, DOCTYPE), and the root's name without its
# prefix.
_PROLOGUE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?(?:(?!\?>).)*\?>\s*|<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s[^<>\[]*(?:\[(?:(?!\]\s*>).)*\]\s*)?>\s*)*"
    rb"<(?:[\w.-]+:)?([\w.-]+)[\s/>]",
    re.DOTALL,
)


def has_root(start: bytes, roots: tuple[str, ...]) -> bool:
    """Return True for XML whose root element has one of these names, in any namespace."""
    found = _PROLOGUE.match(start)
    return found is not None and found[1].decode("utf-8", "replace") in roots


def parse_elements(
    path: str, data: bytes, roots: tuple[str, ...], *, texts: bool = False, bare_doctype: bool = False
) -> Iterator[Element]:
    """Yield all elements below the root: when they begin or, with ``texts``, when they end.

    ``roots`` are the possible names of the root, with or without a namespace. ``bare_doctype`` accepts a
    DOCTYPE that declares nothing itself and at most names a file, which is not read.

    Raises:
        ReadingError: the XML is not well-formed or is cut off, has a DOCTYPE, or another root.
    """
    reader = _Reader(path, roots, texts, bare_doctype)
    # Parse the file piece by piece. Double the pieces while no element begins: an older expat reads a long
    # tag again with every piece that does not end it.
    begin, size = 0, _AT_ONCE
    while begin < len(data) or begin == 0:
        started = reader.started
        end = begin + size
        try:
            reader.parser.Parse(data[begin:end], end >= len(data))
        except expat.ExpatError as error:
            if error.code == NO_MEMORY:
                raise MemoryError from None
            if error.code == INVALID_TOKEN:
                _check_utf8(path, data, reader.parser.ErrorByteIndex, error.lineno)
            raise problem(
                path,
                error.lineno,
                f"the XML is broken ({expat.ErrorString(error.code)}): export or copy the file again.",
            ) from None
        except (ValueError, LookupError) as error:
            # An encoding that expat does not support.
            raise problem(
                path, 1, f"the encoding cannot be read ({excerpt(str(error))}): convert it to UTF-8."
            ) from None
        yield from reader.found
        reader.found.clear()
        begin, size = max(end, 1), _AT_ONCE if reader.started > started else 2 * size


def _check_utf8(path: str, data: bytes, position: int, line: int) -> None:
    """Raise an error if expat took the file for UTF-8 and it is not UTF-8 at this position."""
    declared = _ENCODING.match(data.removeprefix(codecs.BOM_UTF8)[:LONGEST_DECLARATION])
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or (
        declared and declared[1].lower() not in (b"utf-8", b"utf8")
    ):
        return
    try:
        # The position is the beginning of the tag or text with the error.
        data[max(position, 0) : position + _AT_ONCE].decode("utf-8")
    except UnicodeDecodeError as error:
        # A piece may end inside a character.
        if error.reason != "unexpected end of data":
            begin = max(position, 0)
            line += data.count(b"\n", begin, begin + error.start)
            raise make_encoding_error(path, line, data[begin + error.start]) from None


class _Reader:
    """The handlers that expat calls for tags and text; they collect elements in ``found``."""

    def __init__(self, path: str, roots: tuple[str, ...], texts: bool, bare_doctype: bool) -> None:
        self.found: list[Element] = []
        self.started = 0  # elements that began so far
        self._path = path
        self._roots = roots
        self._texts = texts
        self._bare_doctype = bare_doctype
        self._open: list[tuple[int, str, dict[str, str]]] = []  # line, name and attributes
        self._pieces: list[str] = []  # of the text of the innermost element
        self._interned: dict[str, str] = {}  # all names so far
        self.parser = expat.ParserCreate(namespace_separator=" ", intern=self._interned)
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.SkippedEntityHandler = self._entity
        if texts:
            self.parser.CharacterDataHandler = self._pieces.append

    def _doctype(self, _name: str, _system: str | None, _public: str | None, declares: int) -> None:
        if declares or not self._bare_doctype:
            raise self._problem("a DOCTYPE could declare entities, which are never expanded: remove it.")

    def _entity(self, name: str, _is_parameter: bool) -> None:
        raise self._problem(f"the entity {excerpt(name)} is not declared here: write its text instead.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name not in self._roots and name.rpartition(" ")[2] not in self._roots:
            wanted = self._roots[0].rpartition(" ")[2]
            raise self._problem(f"the root element is {excerpt(name)}, not {wanted}: name the right file.")
        if len(self._interned) > MOST_NAMES:
            raise self._problem(f"more than {MOST_NAMES:,} different names are used: check the file.")
        if len(self._open) >= MOST_OPEN:
            raise self._problem(f"more than {MOST_OPEN:,} elements are nested: check the file.")
        self.started += 1
        line = self.parser.CurrentLineNumber
        if self._open and not self._texts:
            self.found.append(Element(line, name, self._open[-1][1], attributes, ""))
        self._open.append((line, name, attributes if self._texts else {}))
        self._pieces.clear()

    def _end(self, name: str) -> None:
        line, name, attributes = self._open.pop()
        if self._texts and self._open:
            parent = self._open[-1][1].rpartition(" ")[2]
            self.found.append(Element(line, name, parent, attributes, "".join(self._pieces)))
        self._pieces.clear()

    def _problem(self, sentence: str) -> ReadingError:
        return problem(self._path, self.parser.CurrentLineNumber, sentence)
