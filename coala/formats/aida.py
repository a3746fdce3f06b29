r"""Reader of AIDA-CoNLL and of other tables in its form, such as KORE 50.

A token a line, an empty line after each sentence; tabs separate the columns of a token in a mention::

    -DOCSTART- (1 EU)
    Ann     B  Ann Lee  Ann_Lee  http://en.wikipedia.org/wiki/Ann_Lee  123  /m/0abc
    Lee     I  Ann Lee  Ann_Lee  http://en.wikipedia.org/wiki/Ann_Lee  123  /m/0abc
    left

The columns are: B or I, the words of the mention, the entity of YAGO 2 (escaped, ``Xi\u0027an``), the address
and the number of its page in Wikipedia, and its identifier in Freebase. ``--NME--`` says that there is none.
The mentions of one entity are one chain in all files, named after its page, else after its entity of YAGO;
the other names are links.

The words of AIDA-CoNLL are not free. The table that is published has the number of the first token instead of
the token, B or I and the words; its mentions are those tokens of documents without a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, EntityLink, Mention, instance_key
from coala.formats.entity_names import (
    FREEBASE,
    WIKIPEDIA,
    YAGO,
    UnusableNameError,
    decode_escapes,
    name_entry,
)
from coala.formats.flaws import Flaws
from coala.formats.text_lines import RunningText, iterate_lines, parse_offset, problem
from coala.model.format_options import FormatOptions

_DOCUMENT = re.compile(r"-DOCSTART- \((.*)\)\s*\Z")
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*-DOCSTART- \([^\r\n]*\)[ \t]*(?:[\r\n]|\Z)")
_ENTITY = 3
"""The number of columns before the entity in a table with words."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with a document in brackets; those of CoNLL-2003 have none."""
    return bool(_FIRST_LINE.match(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file of documents.

    Raises:
        ReadingError: too many lines are broken, one is not UTF-8, or the first is not a document.
    """
    file = _File(path, options)
    for number, line in iterate_lines(path, data):
        if found := _DOCUMENT.match(line):
            file.begin_document(number, found[1])
        elif not line.strip():
            file.end_sentence()
        else:
            file.add_line(number, line.split("\t"))
    return file.finish()


class _File:
    """The content of one file so far."""

    def __init__(self, path: str, options: FormatOptions) -> None:
        self._path = path
        self._flaws = Flaws(path, lenient=options.lenient)
        self._remarks: list[tuple[str, str]] = []
        self._documents: list[Document] = []
        self._uses_of_name: dict[str, int] = {}
        self._textless: set[int] = set()
        self._mentions: list[Mention] = []
        self._links: dict[EntityLink, None] = {}
        self._across: set[str] = set()
        self._line_count = 0
        # The document that is being read.
        self._name: str | None = None
        self._text = RunningText()
        # The mention that is being read: line, begin, end, and its columns.
        self._open: tuple[int, int, int, Sequence[str]] | None = None

    def begin_document(self, number: int, name: str) -> None:
        self._end_document()
        name = name.strip() or f"{stem(self._path)}/{len(self._documents) + 1}"
        times = self._uses_of_name[name] = self._uses_of_name.get(name, 0) + 1
        if times > 1:
            self._remarks.append(("name-of-several", f"{self._path}:{number}, {name}"))
            name = f"{name}#{times}"
        self._name = name

    def end_sentence(self) -> None:
        self._end_mention()
        self._text.end_sentence()

    def add_line(self, number: int, columns: list[str]) -> None:
        """Add a token, or a mention at the number of a token."""
        self._line_count += 1
        if self._name is None:
            raise problem(
                self._path, number, "no document begins before this line: write '-DOCSTART- (name)'."
            )
        token, mark = columns[0].strip(), columns[1].strip() if columns[1:] else ""
        place = parse_offset(token)
        if place is not None and mark and mark not in ("B", "I") and self._text.length == 0:
            self._textless.add(len(self._documents))
            self._add_mention(number, (place, place + 1), columns[1:], "")
            return
        if len(self._documents) in self._textless:
            self._flaws.leave_out("line-left-out", number, f"{excerpt(token)} is not the number of a token")
            return
        begin, end = self._text.add(token)
        if self._open and mark == "I":
            self._open = (*self._open[:2], end, self._open[3])
            return
        self._end_mention()
        if mark in ("B", "I"):
            self._open = number, begin, end, columns
        elif mark:
            self._flaws.leave_out("line-left-out", number, f"{excerpt(mark)} is neither B nor I")

    def _end_mention(self) -> None:
        if self._open is None:
            return
        number, begin, end, columns = self._open
        self._open = None
        self._add_mention(number, (begin, end), columns[_ENTITY:], columns[2].strip() if columns[2:] else "")

    def _add_mention(self, number: int, span: tuple[int, int], names: Sequence[str], words: str) -> None:
        document = len(self._documents)
        entries = list(dict.fromkeys(self._name_entries(number, names)))
        key = entries[0] if entries else instance_key(self._name or "", f"{span[0]}-{span[1]}")
        self._across.update(entries[:1])
        self._links.update(dict.fromkeys(EntityLink(key, entry) for entry in entries[1:]))
        # The words are compared with the text, unless it is elsewhere.
        self._mentions.append(Mention(document, (span,), key, anchor=words))

    def _name_entries(self, number: int, names: Sequence[str]) -> Iterator[str]:
        """Yield the entries that the columns from the entity of YAGO on name, that of Wikipedia first."""
        yago, address, _, freebase = (*names, "", "", "", "")[:4]
        for value, base in ((address, WIKIPEDIA), (yago, YAGO), (freebase, FREEBASE)):
            try:
                entry = name_entry(decode_escapes(value), base)
            except UnusableNameError as error:
                self._remarks.append(("entry-unusable", f"{self._path}:{number}, {error}"))
                continue
            if entry is not None:
                yield entry.name

    def _end_document(self) -> None:
        self._end_mention()
        if self._name is not None:
            self._documents.append(Document(self._name, self._text.text()))
        self._text = RunningText()

    def finish(self) -> Annotations:
        """Return the annotations of the file.

        Raises:
            ReadingError: too many lines were left out.
        """
        self._end_document()
        self._flaws.weigh(self._line_count, "lines")
        if self._textless:
            self._remarks.append(
                ("words-elsewhere", f"{self._path}, {self._documents[min(self._textless)].name}")
            )
        mentions = list(self._check_words())
        if mentions and not self._across:
            self._remarks.append(("no-entries-linked", f"{self._path}, {len(mentions):,} mentions"))
        return Annotations(
            tuple(self._documents),
            tuple(mentions),
            remarks=(*self._remarks, *self._flaws.remarks),
            across=frozenset(self._across),
            textless=frozenset(self._textless),
            links=tuple(self._links),
        )

    def _check_words(self) -> Iterable[Mention]:
        """Yield the mentions without their stated words; remark words that differ from the text."""
        for mention in self._mentions:
            text = self._documents[mention.document].text
            covered = text[slice(*mention.fragments[0])]
            if mention.anchor and covered.split() != mention.anchor.split():
                example = f"{self._path}, {excerpt(covered)} is called {excerpt(mention.anchor)}"
                self._remarks.append(("text-mismatch", example))
            yield mention._replace(anchor="")
