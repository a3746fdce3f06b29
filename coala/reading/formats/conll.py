"""CoNLL coreference files (CoNLL-2012, the scorer's two columns, GUM's three) become ``Annotations``.

The columns are divided by tabs or blanks, and the last one holds the brackets; with nothing in it, it is
``-`` or ``_``. The word is the fourth column, or the one before the brackets where there are fewer
(GUM: number, word, brackets). The scorer's short form (document, brackets) has no words: there the n-th
token of a document is written ``wn``, so that two files about the same document have the same text.

The text of a document is its words joined by one space, its sentences (ended by an empty line) joined by
a newline; words stay as they are, ``-LRB-`` too. A document is named by its header alone, never by its
folder: the name, and where a part is given a slash and the part in three digits. A bracket closes the
latest open one of the same label, as in the reference scorer; mentions may nest and cross.

GUM's header is bare (``# begin document GUM_news_crane``), and its labels say more: type, number and
perhaps a link to an encyclopedia (``place-3-Mecca``), which becomes the statement ``identity``.
"""

from __future__ import annotations

import codecs
import re
from sys import intern
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.model.format_options import FormatOptions
from coala.reading.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.reading.formats.text_lines import (
    CONLL_U_COMMENT,
    BracketError,
    RunningText,
    bounded_lines,
    brackets,
    problem,
)

IDENTITY = "identity"
"""The statement that an instance is an entry of an encyclopedia (GUM's own word for it)."""

_NOTHING = ("-", "_")

WORD_COLUMN = 3

_BEGIN = re.compile(r"#[ \t]*begin document\b")
_END = re.compile(r"#[ \t]*end document\b")
_PART = re.compile(r"part[ \t]*(\d{1,9})")


def looks_like(name: str, start: bytes) -> bool:
    """Does the file begin with a document's header, or its name end in "conll" (and it is no CoNLL-U)?"""
    text = start.removeprefix(codecs.BOM_UTF8).lstrip()[:200].decode("utf-8", "replace")
    if _BEGIN.match(text):
        return True
    return name.lower().removesuffix(".gz").endswith("conll") and not CONLL_U_COMMENT.match(text)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents.

    Raises:
        ReadingError: a line is not what it should be, or the file ends too early.
    """
    reader = _Reader(path)
    for number, line in bounded_lines(path, data):
        reader.line(number, line)
    return reader.annotations()


class _Header(NamedTuple):
    """What the line before a document says."""

    name: str
    line: int
    of_gum: bool


class _Reader:
    """Takes the lines in their order."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: dict[AnnotatedStatement, None] = {}
        self._remarks: list[tuple[str, str]] = []
        self._headers: dict[str, int] = {}
        self._header: _Header | None = None
        self._last_line = 0

    def line(self, number: int, line: str) -> None:
        """Take one line."""
        self._last_line = number
        line = line.strip(" \t")
        if not line:
            self._width = 0
            if self._header:
                self._text.end_sentence()
        elif not line.startswith("#"):
            self._token(number, line)
        elif found := _BEGIN.match(line):
            self._begin(number, line[found.end() :].strip())
        elif _END.match(line):
            self._end(number)

    def annotations(self) -> Annotations:
        """What was read, once there are no more lines."""
        if self._header:
            raise problem(
                self._path,
                self._last_line,
                f"the file ends inside the document {excerpt(self._header.name)}, which begins in line "
                f'{self._header.line} and has no "#end document": it was cut off; write or copy it anew.',
            )
        if not self._documents:
            raise problem(
                self._path,
                max(self._last_line, 1),
                'no document begins here: each needs "#begin document (name)".',
            )
        return Annotations(
            tuple(self._documents), tuple(self._mentions), tuple(self._statements), tuple(self._remarks)
        )

    def _begin(self, number: int, rest: str) -> None:
        if self._header:
            raise problem(
                self._path,
                number,
                f"a document begins inside the document {excerpt(self._header.name)} of line "
                f'{self._header.line}: put "#end document" between them.',
            )
        self._header = header = self._read_header(number, rest)
        if header.name in self._headers:
            raise problem(
                self._path,
                number,
                f"the document {excerpt(header.name)} is in the file twice, first in line "
                f"{self._headers[header.name]}: give each its own name or part.",
            )
        self._headers[header.name] = number
        self._text = RunningText()
        self._tokens = 0
        self._width = 0
        self._spans: list[tuple[int, int, str]] = []
        self._open: dict[str, list[tuple[int, int]]] = {}

    def _read_header(self, number: int, rest: str) -> _Header:
        if not rest.startswith("("):
            if not rest:
                raise problem(
                    self._path, number, 'the document has no name: write "#begin document (name); part 000".'
                )
            return _Header(rest, number, of_gum=True)
        close = rest.rfind(")")
        name, after = rest[1:close].strip(), rest[close + 1 :].strip("; \t")
        part = _PART.fullmatch(after)
        if close < 0 or not name or (after and not part):
            raise problem(
                self._path,
                number,
                f'the header {excerpt(rest)} cannot be read: write "#begin document (name); part 000".',
            )
        return _Header(f"{name}/{int(part[1]):03d}" if part else name, number, of_gum=False)

    def _token(self, number: int, line: str) -> None:
        if not self._header:
            raise problem(
                self._path,
                number,
                'a token stands outside a document: put "#begin document (name); part 000" before it.',
            )
        fields = _fields(line)
        if len(fields) < 2:
            raise problem(
                self._path,
                number,
                f"the line has one column, {excerpt(line)}: a token has at least document and brackets.",
            )
        if self._width and len(fields) != self._width:
            raise problem(
                self._path,
                number,
                f"the line has {len(fields)} columns, but the line before it has {self._width}: "
                "all tokens of a sentence have the same columns.",
            )
        self._width = len(fields)
        self._tokens += 1
        if len(fields) > 2:
            word = fields[min(WORD_COLUMN, len(fields) - 2)]
        else:
            word = f"w{self._tokens}"
            if self._tokens == 1:
                self._remarks.append(("words-made-up", self._header.name))
        begin, end = self._text.add(word)
        if fields[-1] not in _NOTHING:
            self._brackets(number, fields[-1], begin, end)

    def _brackets(self, number: int, column: str, begin: int, end: int) -> None:
        try:
            for label, opens, closes in brackets(column):
                if opens and closes:
                    self._spans.append((begin, end, label))
                elif opens:
                    self._open.setdefault(label, []).append((begin, number))
                elif self._open.get(label):
                    self._spans.append((self._open[label].pop()[0], end, label))
                else:
                    raise problem(
                        self._path,
                        number,
                        f"{excerpt(label + ')')} closes what no {excerpt('(' + label)} opened before: "
                        "open it before, or remove the bracket.",
                    )
        except BracketError as error:
            raise problem(
                self._path,
                number,
                f'the last column is {excerpt(column)}, which is not "-" nor brackets such as "(1|(2)|3)": '
                "the brackets are the last column.",
            ) from error

    def _end(self, number: int) -> None:
        if not self._header:
            raise problem(self._path, number, "a document ends here, but none is open: remove the line.")
        name, _, of_gum = self._header
        left = [(line, label) for label, places in self._open.items() for _, line in places]
        if left:
            line, label = min(left)
            raise problem(
                self._path,
                line,
                f"{excerpt('(' + label)} opens what its document {excerpt(name)} never closes: "
                "close it, or remove the bracket.",
            )
        document = len(self._documents)
        self._documents.append(Document(name, self._text.text()))
        for begin, end, label in sorted(self._spans, key=lambda span: span[:2]):
            kind, chain, link = _of_gum(label) if of_gum else ("", label, "")
            # One string for all mentions of an instance: there may be millions.
            instance = intern(instance_key(name, chain))
            self._mentions.append(Mention(document, ((begin, end),), instance, (kind,) if kind else ()))
            if link:
                self._statements[AnnotatedStatement(instance, IDENTITY, link, about_instance=False)] = None
        self._header = None


def _fields(line: str) -> list[str]:
    """The columns; a tab divides them where there is one, since a word may then contain a blank."""
    if "\t" in line:
        fields = [field.strip(" ") for field in line.split("\t") if field.strip(" ")]
        if " " not in fields[0] and " " not in fields[-1]:
            return fields
    return [field for field in line.replace("\t", " ").split(" ") if field]


def _of_gum(label: str) -> tuple[str, str, str]:
    """GUM's label, such as ``place-8-Masjid_al%2DHaram``, as type, number and link."""
    kind, _, rest = label.partition("-")
    chain, _, link = rest.partition("-")
    if not chain:
        return "", label, ""
    return unquote(kind), chain, unquote(link)
