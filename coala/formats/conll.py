"""CoNLL coreference files (CoNLL-2012, SemEval, the scorer's two columns, GUM's) become ``Annotations``.

The columns are divided by tabs or blanks; which of them is the word, the document and the brackets, the first
lines show (``columns.py``), unless an option says it. A cell without brackets is ``-``, ``_`` or empty. The
scorer's short form (document, brackets) has no words: there the n-th token of a document is written ``wn``,
so that two files about the same document have the same text.

The text of a document is its words joined by one space, its sentences (ended by an empty line) joined by
a newline; words stay as they are, ``-LRB-`` too. A document is named by its header alone, never by its
folder (``headers.py``); where there is no header the file is one document. Where a column names documents,
as in work across documents, each is one, and the chains of a header run across them.

GUM's header is bare (``# begin document GUM_news_crane``), and its labels say more: type, number and
perhaps a link to an encyclopedia (``place-3-Mecca``), which becomes the statement ``identity``.

The brackets of one document's tokens become spans; what opens or closes nothing is left out and counted.

A bracket closes the latest open one of the same label, as in the reference scorer; spans may nest and cross.
A bare label within its own span, ``(0``, ``0``, ``0)``, is no bracket. Some writers join brackets by ``_``
instead of ``|``: ``2)_1)``.

The quotes that a spreadsheet puts around cells are taken off, where it put them around headers.

A comma, a semicolon or a quote in a cell makes it write the cell in quotes, and each quote within twice.
Only a header in quotes shows that this happened: a word may have quotes of its own.
"""

from __future__ import annotations

import codecs
import os.path
import re
from sys import intern
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.plain_text import excerpt
from coala.formats.annotations import (
    AnnotatedStatement,
    Annotations,
    ChainName,
    Document,
    Mention,
    instance_key,
    name_chain,
)
from coala.formats.conll_columns import (
    NOTHING,
    ColumnLayout,
    DocumentHeader,
    Headers,
    after_begin,
    find_layout,
    is_end,
    is_no_token,
    split,
    without_blanks,
)
from coala.formats.flaws import Flaws
from coala.formats.text_lines import BEGIN_LINE, CONLL_U_COMMENT, RunningText, bounded_lines, problem
from coala.model.format_options import FormatOptions

_PIECE = re.compile(r"(\(?)([^()|]*)(\)?)")
_JOINED = re.compile(r"(?<=\))_|(?<=[^(|])_(?=\()")


class LabelledSpan(NamedTuple):
    """From the begin of its first to the end of its last token."""

    begin: int
    end: int
    label: str


class Spans:
    """Takes the cells of one document in their order."""

    def __init__(self, flaws: Flaws) -> None:
        self.found: list[LabelledSpan] = []
        self.brackets = 0
        self._flaws = flaws
        self._open: dict[str, list[tuple[int, int]]] = {}

    def cell(self, line: int, cell: str, begin: int, end: int, *, may_be_joined: bool) -> bool:
        """Take the brackets at one token; says whether ``_`` joined them."""
        if " " in cell:
            cell = without_blanks(cell)
        joined = may_be_joined and "_" in cell
        if joined:
            cell, times = _JOINED.subn("|", cell)
            joined = times > 0
        place = 0
        while place < len(cell):
            piece = _PIECE.match(cell, place)
            assert piece
            place = piece.end()
            if place == piece.start():  # a divider
                place += 1
            else:
                self._bracket(line, piece, begin, end)
        return joined

    def close(self) -> None:
        """The document ends; what is open stays so."""
        left = [(line, label) for label, places in self._open.items() for _, line in places]
        for line, label in sorted(left):
            self._leave_out(line, "(" + label, "opens what its document never closes")
        self._open = {}

    def _bracket(self, line: int, piece: re.Match[str], begin: int, end: int) -> None:
        opens, label, closes = piece.groups()
        self.brackets += 1
        if not label:
            self._leave_out(line, piece[0], "is a bracket without a label")
        elif opens and closes:
            self.found.append(LabelledSpan(begin, end, label))
        elif opens:
            self._open.setdefault(label, []).append((begin, line))
        elif self._open.get(label):
            if closes:
                self.found.append(LabelledSpan(self._open[label].pop()[0], end, label))
        elif closes:
            self._leave_out(line, piece[0], "closes what was not opened before")
        else:
            self._leave_out(line, piece[0], "is no bracket")

    def _leave_out(self, line: int, bracket: str, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", line, f"{excerpt(bracket)} {what}")


QUOTED_HEADER = re.compile(rb'"#[ \t]*begin document\b')

_CELL = re.compile(rb'"([^"]*+(?:""[^"]*+)*+)"')


def take_off_quotes(data: bytes) -> tuple[bytes, int]:
    """The file without such quotes, and the first line that has a header in quotes, 0 if none has."""
    if b'"#' not in data or not QUOTED_HEADER.search(data):
        return data, 0
    plain = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    lines = (plain if b"\n" in plain else plain.replace(b"\r", b"\n")).split(b"\n")
    first = next((number for number, line in enumerate(lines, 1) if QUOTED_HEADER.match(line)), 0)
    return (b"\n".join(map(_without_quotes, lines)), first) if first else (data, 0)


def _without_quotes(line: bytes) -> bytes:
    cells = line.split(b"\t")
    if len(cells) == 1 and not line.startswith(b'"#'):
        return line
    found = [_CELL.fullmatch(cell) for cell in cells]
    return b"\t".join(
        quoted[1].replace(b'""', b'"') if quoted else cell for cell, quoted in zip(cells, found, strict=True)
    )


IDENTITY = "identity"
"""The statement that an instance is an entry of an encyclopedia (GUM's own word for it)."""

MISSING_WORD = "_"
"""What stands in the text for a word that is not in its line, so that all other tokens keep their places."""

_TAKEN_OUT = "[WORD]"
"""What OntoNotes is published with instead of its words."""

_WIDTH_OF_GUM = 3


def looks_like(name: str, start: bytes) -> bool:
    """Does the file begin with a document's header, or its name end in "conll" (and it is no CoNLL-U)?"""
    start = start.removeprefix(codecs.BOM_UTF8).lstrip()[:200]
    text = start.decode("utf-8", "replace")
    if BEGIN_LINE.match(text) or QUOTED_HEADER.match(start):
        return True
    return name.lower().removesuffix(".gz").endswith("conll") and not CONLL_U_COMMENT.match(text)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents.

    Raises:
        ReadingError: a header cannot be read, too much cannot be used, or there is nothing.
    """
    data, quoted = take_off_quotes(data)
    layout = find_layout(path, data, options.columns)
    reader = _Reader(path, layout, Headers(path, data), _divides(data), lenient=options.lenient)
    if quoted:
        reader.remark("quotes-taken-off", quoted)
    number, line = 0, ""
    for following_number, following in bounded_lines(path, data):
        if number:
            reader.line(number, line, following)
        number, line = following_number, following
    if number:
        reader.line(number, line, "")
    return reader.annotations(number)


def _divides(data: bytes) -> bool:
    """Do empty lines divide sentences, and not only documents?"""
    return data.count(b"\n\n") + data.count(b"\n\r\n") > 2 * data.count(b"begin document")


class _Open:
    """A document as it is being read."""

    def __init__(self, flaws: Flaws) -> None:
        self.text = RunningText()
        self.tokens = 0
        self.taken_out = 0
        self.spans = Spans(flaws)


class _Reader:
    """Takes the lines in their order."""

    def __init__(
        self, path: str, layout: ColumnLayout, headers: Headers, divides: bool, *, lenient: bool
    ) -> None:
        self._path = path
        self._layout = layout
        self._headers = headers
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: dict[AnnotatedStatement, None] = {}
        self._names: dict[str, ChainName] = {}
        self._remarks: list[tuple[str, str]] = []
        self._lines = Flaws(path, lenient=lenient)
        self._brackets = Flaws(path, lenient=lenient)
        self._tokens = 0
        self._bracket_count = 0
        self._begins: dict[str, int] = {}
        self._header: DocumentHeader | None = None
        self._open: dict[str, _Open] = {}
        self._width = 0
        self._divides = divides
        self._above: list[str] = []  # the last rows of the sentence
        self._before: list[str] = []
        # Asked for each line; where the width of lines is steady, the columns are within it.
        self._keeps_empty = layout.keeps_empty
        self._plain_width = layout.width if layout.document is None and layout.word is not None else 0
        self._place, self._count = layout.word or 0, layout.numbers
        if layout.choice:
            self._remarks.append(("columns-found", f"{os.path.basename(path)}: {layout.choice}"))

    def remark(self, code: str, number: int) -> None:
        """Count what was noticed of the whole file, first in this line."""
        self._remarks.append((code, f"{self._path}:{number}"))

    def line(self, number: int, line: str, following: str) -> None:
        """Take one line; the one that follows shows whether this one has a column too few."""
        line = line.strip(" ")
        if not line or (line[0] == "\t" and not line.strip("\t")):
            self._width = 0
            self._above = self._before = []
            for document in self._open.values():
                document.text.end_sentence()
        elif line[0] != "#":
            fields = split(line, self._keeps_empty)
            if self._count is not None and self._is_double(number, fields):
                return
            if not self._take_plain(number, fields):
                self._row(number, fields, following)
        elif (rest := after_begin(line)) is not None:
            self._begin(self._headers.read(number, rest))
        elif is_end(line):
            self._end(number)
        elif self._layout.word == 0 and self._header:
            fields = split(line, self._layout.keeps_empty)
            if len(fields) == self._layout.width:  # no comment, but a word such as #MeToo
                self._row(number, fields, following)

    def annotations(self, last_line: int) -> Annotations:
        """What was read, once there are no more lines than ``last_line``."""
        if self._header:
            if not self._headers.without:
                self._not_ended("the file ends")
            self._finish()
        if not self._documents:
            raise problem(
                self._path,
                max(last_line, 1),
                'no document begins here: each needs "#begin document (name)".',
            )
        self._lines.weigh(max(self._tokens, 1), "lines")
        self._brackets.weigh(max(self._bracket_count, 1), "brackets")
        remarks = (*self._lines.remarks, *self._brackets.remarks, *self._remarks)
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            tuple(self._statements),
            remarks,
            names=tuple(self._names.values()),
        )

    def _begin(self, header: DocumentHeader) -> None:
        if self._header:
            self._not_ended(f"another one begins in line {header.line}")
            self._finish()
        self._header = header
        self._width = 0
        self._above = self._before = []
        if self._layout.document is None:
            self._document(header.name, header.line)

    def _not_ended(self, what: str) -> None:
        assert self._header
        name, line, _ = self._header
        self._remarks.append(
            ("document-not-ended", f"{self._path}:{line}, {excerpt(name)}: {what} without #end document")
        )

    def _document(self, name: str, number: int) -> _Open:
        """The open document of this name; a new one if there is none."""
        found = self._open.get(name)
        if found is None:
            if name in self._begins:
                raise problem(
                    self._path,
                    number,
                    f"the document {excerpt(name)} is in the file twice, first in line "
                    f"{self._begins[name]}: give each its own name or part.",
                )
            self._begins[name] = number
            found = self._open[name] = _Open(self._brackets)
        return found

    def _is_double(self, number: int, fields: list[str]) -> bool:
        """Leave out a row that repeats the one before with its number; a sentence of one word may recur."""
        if fields == self._before and (self._divides or self._counts_on()):
            self._tokens += 1
            self._lines.leave_out("row-twice", number, excerpt(" ".join(fields)))
            return True
        self._above, self._before = self._before, fields
        return False

    def _counts_on(self) -> bool:
        """Return True if the row before was numbered as the next one after that above it."""
        count = self._count or 0
        one, other = (row[count] if count < len(row) else "" for row in (self._above, self._before))
        numbers = all(each.isdecimal() and len(each) < 10 for each in (one, other))
        return numbers and int(other) == int(one) + 1

    def _take_plain(self, number: int, fields: list[str]) -> bool:
        """Take a token like the one before it, as most are; False if more must be asked."""
        if len(fields) != self._width or self._width != self._plain_width:
            return False
        word = fields[self._place]
        if not word or word == _TAKEN_OUT or not (self._count is None or fields[self._count].isdigit()):
            return False
        (document,) = self._open.values()
        self._tokens += 1
        document.tokens += 1
        begin, end = document.text.add(word)
        cell = fields[self._layout.chains]
        if cell not in NOTHING:
            self._brackets_at(number, document, cell, begin, end)
        return True

    def _brackets_at(self, number: int, document: _Open, cell: str, begin: int, end: int) -> None:
        assert self._header
        if document.spans.cell(number, cell, begin, end, may_be_joined=not self._of_gum(self._header)):
            self._remarks.append(("brackets-joined", f"{self._path}:{number}, {excerpt(cell)}"))

    def _row(self, number: int, fields: list[str], following: str) -> None:
        if not self._header:
            if not self._headers.without:
                self._tokens += 1
                self._lines.leave_out("line-left-out", number, "it stands outside of any document")
                return
            self._begin(self._headers.of_file(number))
        assert self._header
        layout = self._layout
        given = len(fields)
        if given + layout.chains < 1 or given <= layout.chains:
            self._tokens += 1
            self._lines.leave_out("line-left-out", number, f"{excerpt(fields[0])} is its only column")
            return
        cell = fields[layout.chains]
        count = layout.numbers
        # Asked for each token: most are digits.
        if count is not None and given > count and not fields[count].isdigit() and is_no_token(fields[count]):
            if cell not in NOTHING:
                self._brackets.leave_out(
                    "bracket-left-out", number, f"{excerpt(cell)} stands at a row that is no token"
                )
            return
        self._tokens += 1
        expected = given if given == self._width else self._expected(given, following)
        name = self._header.name
        if layout.document is not None:
            name = fields[layout.document] if layout.document < given else name
        document = self._open.get(name) or self._document(name, number)
        document.tokens += 1
        begin, end = document.text.add(self._word(number, document, fields, expected))
        if cell not in NOTHING:
            self._brackets_at(number, document, cell, begin, end)

    def _expected(self, given: int, following: str) -> int:
        """How many columns the line should have."""
        if not self._width:
            usual = self._layout.width
            alike = given == usual or not usual or len(split(following, self._layout.keeps_empty)) == given
            self._width = given if alike else usual
        return self._width

    def _word(self, number: int, document: _Open, fields: list[str], expected: int) -> str:
        given, place = len(fields), self._layout.word
        if given == expected and place is not None and 0 <= place < given and fields[place]:
            document.taken_out += fields[place] == _TAKEN_OUT
            return fields[place]
        if place is None:
            if document.tokens == 1:
                self._remarks.append(("words-made-up", self._header.name if self._header else ""))
            word = f"w{document.tokens}"
        elif given < expected or not -given <= place < given:
            word = ""
        elif given > expected:
            word = " ".join(fields[place : place + 1 + given - expected])
        else:
            word = fields[place]
        if given != expected:
            self._lines.leave_out(
                "columns-differ",
                number,
                f"{given} columns instead of {expected}: {excerpt(' '.join(fields))}",
            )
        elif not word:
            self._lines.leave_out("columns-differ", number, f"no word: {excerpt(' '.join(fields))}")
        return word or MISSING_WORD

    def _of_gum(self, header: DocumentHeader) -> bool:
        return header.bare and self._layout.width <= _WIDTH_OF_GUM

    def _end(self, number: int) -> None:
        if not self._header:
            self._lines.leave_out("line-left-out", number, "a document ends here, but none is open")
            return
        self._finish()

    def _finish(self) -> None:
        assert self._header
        of_gum = self._of_gum(self._header)
        for name, document in self._open.items():
            document.spans.close()
            self._bracket_count += document.spans.brackets
            if document.taken_out and document.taken_out == document.tokens:
                self._remarks.append(("words-taken-out", name))
            self._keep(name, document, of_gum)
        self._header = None
        self._open = {}
        self._width = 0

    def _keep(self, name: str, document: _Open, of_gum: bool) -> None:
        place = len(self._documents)
        self._documents.append(Document(name, document.text.text()))
        assert self._header
        # The chains of a header run across the documents that a column names.
        of_chains = self._header.name
        for begin, end, label in sorted(document.spans.found, key=lambda span: span[:2]):
            kind, chain, link = _of_gum(label) if of_gum else ("", label, "")
            # One string for all mentions of an instance: there may be millions.
            instance = intern(instance_key(of_chains, chain))
            self._mentions.append(Mention(place, ((begin, end),), instance, (kind,) if kind else ()))
            if instance not in self._names:
                self._names[instance] = name_chain(of_chains, chain)
            if link:
                self._statements[AnnotatedStatement(instance, IDENTITY, link, about_instance=False)] = None


def _of_gum(label: str) -> tuple[str, str, str]:
    """GUM's label, such as ``place-8-Masjid_al%2DHaram``, as type, number and link."""
    kind, _, rest = label.partition("-")
    chain, _, link = rest.partition("-")
    if not chain:
        return "", label, ""
    return unquote(kind), chain, unquote(link)
