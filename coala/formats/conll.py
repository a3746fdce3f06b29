"""Reader of CoNLL coreference files: CoNLL-2012, SemEval, the scorer's two columns, GUM's.

::

    #begin document (nw/a); part 000
    nw/a  0  0  Ann   NNP  (12)
    nw/a  0  1  left  VBD  -

    nw/a  0  0  Her   PRP  (12)|(7
    nw/a  0  1  dog   NN   7)
    #end document

The last column has the brackets: "Ann" and "Her" are mentions of chain 12, "Her dog" is one of chain 7.

Tabs or blanks separate columns. The first lines show which column is the word, the document and the brackets
(``conll_columns.py``), unless an option names them. A cell without brackets is ``-``, ``_`` or empty. The
scorer's short form (document, brackets) has no words: there the n-th token of a document is written ``wn``,
so that two files about the same document have the same text.

In the text one space joins words; a newline joins sentences, which an empty line ends. Words stay unchanged,
including ``-LRB-``. A document is named by its header, never by its folder; without headers the file is one
document. Where a column names documents, each name is one document, and the chains of a header span them.
GUM's header is bare (``# begin document GUM_news_crane``). Its labels hold type, number and perhaps a link to
an encyclopedia (``place-3-Mecca``), which is read as the statement ``identity``.

A bracket closes the latest open one with the same label, as in the reference scorer; spans may nest and
cross. Unmatched brackets are left out and counted. A bare label within its own span, ``(0``, ``0``, ``0)``,
is no bracket. Some writers join brackets by ``_`` instead of ``|``: ``2)_1)``.

A spreadsheet puts a cell with a comma, semicolon or quote in quotes and doubles the quotes inside. The quotes
are removed only if a header is in quotes: a word may have quotes of its own.
"""

from __future__ import annotations

import codecs
import os.path
import re
from bisect import bisect_left
from collections import Counter
from sys import intern
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.numerals import count
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
    NO_BRACKETS,
    ColumnLayout,
    DocumentHeader,
    Headers,
    find_layout,
    is_document_end,
    is_not_token,
    read_header_rest,
    remove_blanks,
    split_columns,
)
from coala.formats.flaws import Flaws
from coala.formats.mention_forms import form_of_words, is_tag
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import BEGIN_LINE, CONLL_U_COMMENT, RunningText, iterate_lines, problem
from coala.model.format_options import FormatOptions

_BRACKET = re.compile(r"(\(?)([^()|]*)(\)?)")
JOINT = re.compile(r"(?<=\))_|(?<=[^(|])_(?=\()")


_TAGS_KNOWN = 0.95
"""The least share of known tags in a column of parts of speech."""


class PlacedToken(NamedTuple):
    """A token: the number of its line, its document, and its offsets in the document's text."""

    line: int
    document: str
    begin: int
    end: int


class LabelledSpan(NamedTuple):
    """A span from the begin of its first to the end of its last token."""

    begin: int
    end: int
    label: str


class BracketSpans:
    """The spans of one document, collected from its cells of brackets (``(12|(7)``) in order."""

    def __init__(self, flaws: Flaws) -> None:
        self.found: list[LabelledSpan] = []
        self.brackets = 0  # the number of brackets, also of those that cannot be used
        self._flaws = flaws
        # By label: the begin and the line of each bracket that is open, the latest last.
        self._open: dict[str, list[tuple[int, int]]] = {}

    def add_cell(self, line: int, cell: str, begin: int, end: int, *, may_be_joined: bool) -> bool:
        """Add the brackets at one token; return True if ``_`` joined them."""
        if " " in cell:
            cell = remove_blanks(cell)
        joined = may_be_joined and "_" in cell
        if joined:
            cell, times = JOINT.subn("|", cell)
            joined = times > 0
        place = 0
        while place < len(cell):
            piece = _BRACKET.match(cell, place)
            assert piece
            place = piece.end()
            if place == piece.start():  # a divider
                place += 1
            else:
                self._add_bracket(line, piece, begin, end)
        return joined

    def close(self) -> None:
        """End the document; remark brackets that are still open."""
        left = [(line, label) for label, places in self._open.items() for _, line in places]
        for line, label in sorted(left):
            self._leave_out(line, "(" + label, "opens what its document never closes")
        self._open = {}

    def _add_bracket(self, line: int, piece: re.Match[str], begin: int, end: int) -> None:
        """Open or close a mention at the token from ``begin`` to ``end``, or both for ``(12)``."""
        opens, label, closes = piece.groups()
        self.brackets += 1
        if not label:
            self._leave_out(line, piece[0], "is a bracket without a label")
        elif opens and closes:
            self.found.append(LabelledSpan(begin, end, label))
        elif opens:
            self._open.setdefault(label, []).append((begin, line))
        elif self._open.get(label):
            # A bare label within its own span is not a bracket.
            if closes:
                self.found.append(LabelledSpan(self._open[label].pop()[0], end, label))
        elif closes:
            self._leave_out(line, piece[0], "closes what was not opened before")
        else:
            self._leave_out(line, piece[0], "is not a bracket")

    def _leave_out(self, line: int, bracket: str, what: str) -> None:
        self._flaws.leave_out("bracket-left-out", line, f"{excerpt(bracket)} {what}")


QUOTED_HEADER = re.compile(rb'"#[ \t]*begin document\b')

_CELL = re.compile(rb'"([^"]*+(?:""[^"]*+)*+)"')


def remove_quotes(data: bytes) -> tuple[bytes, int]:
    """Return the file without a spreadsheet's quotes, and the line of the first quoted header, or 0."""
    if b'"#' not in data or not QUOTED_HEADER.search(data):
        return data, 0
    plain = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    lines = (plain if b"\n" in plain else plain.replace(b"\r", b"\n")).split(b"\n")
    first = next((number for number, line in enumerate(lines, 1) if QUOTED_HEADER.match(line)), 0)
    return (b"\n".join(map(_strip_quotes, lines)), first) if first else (data, 0)


def _strip_quotes(line: bytes) -> bytes:
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
"""The text of a word that is missing from its line, so that all other tokens keep their offsets."""

_REMOVED_WORD = "[WORD]"
"""The placeholder for each word in the published OntoNotes."""

_WIDTH_OF_GUM = 3

_BRACKETS_AT_END = re.compile(rb"[ \t]\([^\s()|]+\)?(?:\|[^\s]+)?[ \t]*\r?$", re.MULTILINE)


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with a document header, or is named "conll" and is not CoNLL-U."""
    sample = start
    start = start.removeprefix(codecs.BOM_UTF8).lstrip()[:200]
    text = start.decode("utf-8", "replace")
    if BEGIN_LINE.match(text) or QUOTED_HEADER.match(start):
        return True
    bare = name.lower().removesuffix(".gz")
    if bare.endswith("conll"):
        return not CONLL_U_COMMENT.match(text)
    # The .coref of OntoNotes is SGML, that of other programs a table.
    return bare.endswith(".coref") and not text.startswith("<") and bool(_BRACKETS_AT_END.search(sample))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read a file of one or more documents.

    Raises:
        ReadingError: a header cannot be read, too much cannot be used, or there is no document.
    """
    data, quoted = remove_quotes(data)
    layout = find_layout(path, data, options.columns)
    reader = _Reader(path, layout, Headers(path, data), _has_sentence_breaks(data), options)
    if quoted:
        reader.remark("quotes-taken-off", quoted)
    return reader.finish(_read_lines(path, data, reader))


class PlacedTokens(NamedTuple):
    """The columns and tokens of a file, and its spans with their documents; labels are as in the brackets."""

    layout: ColumnLayout
    tokens: list[PlacedToken]
    spans: list[tuple[str, LabelledSpan]]
    is_gum: bool


def place_tokens(path: str, data: bytes, options: FormatOptions) -> PlacedTokens:
    """Return the tokens and spans of a file for a writer.

    Raises what ``read`` raises.
    """
    data, _ = remove_quotes(data)
    layout = find_layout(path, data, options.columns)
    reader = _Reader(path, layout, Headers(path, data), _has_sentence_breaks(data), options)
    reader.tokens = []
    number = _read_lines(path, data, reader)
    reader.finish(number)
    return PlacedTokens(layout, reader.tokens, reader.spans, reader.has_gum_labels)


def _read_lines(path: str, data: bytes, reader: _Reader) -> int:
    """Let the reader read every line; return the number of the last one."""
    number, line = 0, ""
    for following_number, following in iterate_lines(path, data):
        if number:
            reader.add_line(number, line, following)
        number, line = following_number, following
    if number:
        reader.add_line(number, line, "")
    return number


def _has_sentence_breaks(data: bytes) -> bool:
    """Return True if empty lines separate sentences, and not only documents."""
    return data.count(b"\n\n") + data.count(b"\n\r\n") > 2 * data.count(b"begin document")


class _OpenDocument:
    """A document while it is being read."""

    def __init__(self, name: str, line: int, flaws: Flaws) -> None:
        self.name = name
        self.line = line  # of its header, or of its first token
        self.text = RunningText()
        self.tokens = 0
        self.removed_words = 0  # tokens whose word is only a placeholder
        self.spans = BracketSpans(flaws)
        self.tags: list[str] = []  # of each token, if forms are requested
        self.tag_begins: list[int] = []  # the offset of each of these tokens

    def find_form(self, begin: int, end: int) -> str:
        """Return the form of the mention from ``begin`` to ``end``; "" if it is unknown."""
        first = bisect_left(self.tag_begins, begin)
        after = bisect_left(self.tag_begins, end, first)
        return form_of_words(self.tags[first:after])

    @property
    def has_tags(self) -> bool:
        """True if the column after the words has parts of speech, with few other values."""
        known = sum(number for tag, number in Counter(self.tags).items() if is_tag(tag))
        return known > 0 and known >= _TAGS_KNOWN * len(self.tags)


class _Reader:
    """The reader of one file: ``add_line`` takes its lines in order, ``finish`` returns the result.

    Between a header and the end, one document is open, or several if a column names documents. Flaws are
    counted for lines and for brackets, since a file has many more lines.
    """

    def __init__(
        self,
        path: str,
        layout: ColumnLayout,
        headers: Headers,
        has_sentence_breaks: bool,
        options: FormatOptions,
    ) -> None:
        self._path = path
        self._layout = layout
        self._headers = headers
        self._documents: list[Document] = []
        self._mentions: list[Mention] = []
        self._statements: dict[AnnotatedStatement, None] = {}
        self._names: dict[str, ChainName] = {}
        self._remarks: list[tuple[str, str]] = []
        self._lines = Flaws(path, lenient=options.lenient)
        self._brackets = Flaws(path, lenient=options.lenient)
        self._tokens = 0
        self._bracket_count = 0
        self._seen = SeenDocuments(path, "give each its own name or part")
        self._header: DocumentHeader | None = None  # of the open documents
        self._open: dict[str, _OpenDocument] = {}  # by name
        self._width = 0  # columns of the current sentence; 0 before its first line
        self._has_sentence_breaks = has_sentence_breaks
        self._row_before_last: list[str] = []  # of the sentence
        self._last_row: list[str] = []
        # Copies of what each line needs, for speed. _plain_width is the width of lines that _add_plain_token
        # may take, or 0: all lines have it, so their columns need no further checks.
        self._keeps_empty = layout.keeps_empty
        self._plain_width = layout.width if layout.document is None and layout.word is not None else 0
        self._word_column, self._number_column = layout.word or 0, layout.numbers
        # In CoNLL-2012, and wherever forms are read, the part of speech follows the word.
        self._tag_column = layout.word + 1 if options.forms and layout.word is not None else None
        self.tokens: list[PlacedToken] | None = None  # a list for the tokens, if they are requested
        self.spans: list[tuple[str, LabelledSpan]] = []  # with their documents, if tokens are requested
        self.has_gum_labels = False
        if layout.choice:
            self._remarks.append(("columns-found", f"{os.path.basename(path)}: {layout.choice}"))

    def remark(self, code: str, number: int) -> None:
        """Add a remark about the whole file, with its first line."""
        self._remarks.append((code, f"{self._path}:{number}"))

    def add_line(self, number: int, line: str, following: str) -> None:
        """Read one line; the following one shows whether this one lacks a column."""
        line = line.strip(" ")
        if not line or (line[0] == "\t" and not line.strip("\t")):
            self._width = 0
            self._row_before_last = self._last_row = []
            for document in self._open.values():
                document.text.end_sentence()
        elif line[0] != "#":
            fields = split_columns(line, self._keeps_empty)
            if self._number_column is not None and self._leave_out_repeated_row(number, fields):
                return
            if not self._add_plain_token(number, fields):
                self._add_row(number, fields, following)
        elif (rest := read_header_rest(line)) is not None:
            self._begin(self._headers.read(number, rest))
        elif is_document_end(line):
            self._end(number)
        elif self._layout.word == 0 and self._header:
            fields = split_columns(line, self._layout.keeps_empty)
            if len(fields) == self._layout.width:  # not a comment, but a word such as #MeToo
                self._add_row(number, fields, following)

    def finish(self, last_line: int) -> Annotations:
        """Return the annotations of all lines; ``last_line`` is the number of lines.

        Raises:
            ReadingError: no document begins, or too much cannot be used.
        """
        if self._header:
            if not self._headers.without:
                self._remark_not_ended("the file ends")
            self._finish_documents()
        if not self._documents:
            raise problem(
                self._path,
                max(last_line, 1),
                'no document begins here: each needs "#begin document (name)".',
            )
        self._lines.weigh(max(self._tokens, 1), "lines")
        self._brackets.weigh(max(self._bracket_count, 1), "brackets")
        remarks = (*self._lines.remarks, *self._brackets.remarks, *self._seen.remarks, *self._remarks)
        return Annotations(
            tuple(self._documents),
            tuple(self._mentions),
            tuple(self._statements),
            remarks,
            names=tuple(self._names.values()),
        )

    def _begin(self, header: DocumentHeader) -> None:
        if self._header:
            self._remark_not_ended(f"another one begins in line {header.line}")
            self._finish_documents()
        self._header = header
        self._width = 0
        self._row_before_last = self._last_row = []
        if self._layout.document is None:
            self._get_document(header.name, header.line)

    def _remark_not_ended(self, what: str) -> None:
        assert self._header
        name, line, _ = self._header
        self._remarks.append(
            ("document-not-ended", f"{self._path}:{line}, {excerpt(name)}: {what} without #end document")
        )

    def _get_document(self, name: str, number: int) -> _OpenDocument:
        """Return the open document with this name, or a new one."""
        found = self._open.get(name)
        if found is None:
            found = self._open[name] = _OpenDocument(name, number, self._brackets)
        return found

    def _leave_out_repeated_row(self, number: int, fields: list[str]) -> bool:
        """Leave out a row that repeats the previous one with its token number; return True if it does.

        A sentence of one word may be repeated, if no empty lines separate sentences.
        """
        if fields == self._last_row and (self._has_sentence_breaks or self._is_number_continued()):
            self._tokens += 1
            self._lines.leave_out("row-twice", number, excerpt(" ".join(fields)))
            return True
        self._row_before_last, self._last_row = self._last_row, fields
        return False

    def _is_number_continued(self) -> bool:
        """Return True if the number of the previous row is one more than that of the row above it."""
        count = self._number_column or 0
        upper, lower = (
            row[count] if count < len(row) else "" for row in (self._row_before_last, self._last_row)
        )
        numbers = all(each.isdecimal() and len(each) < 10 for each in (upper, lower))
        return numbers and int(lower) == int(upper) + 1

    def _add_plain_token(self, number: int, fields: list[str]) -> bool:
        """Add a token with the columns of the previous one, the usual case; return False if that fails."""
        if len(fields) != self._width or self._width != self._plain_width:
            return False
        word = fields[self._word_column]
        if (
            not word
            or word == _REMOVED_WORD
            or not (self._number_column is None or fields[self._number_column].isdigit())
        ):
            return False
        (document,) = self._open.values()
        self._tokens += 1
        document.tokens += 1
        begin, end = document.text.add(word)
        if self.tokens is not None:
            self.tokens.append(PlacedToken(number, document.name, begin, end))
        if self._tag_column is not None:
            document.tag_begins.append(begin)
            has_tag = self._tag_column < len(fields) - 1
            document.tags.append(fields[self._tag_column] if has_tag else "")
        cell = fields[self._layout.chains]
        if cell not in NO_BRACKETS:
            self._add_brackets(number, document, cell, begin, end)
        return True

    def _add_brackets(self, number: int, document: _OpenDocument, cell: str, begin: int, end: int) -> None:
        assert self._header
        if document.spans.add_cell(number, cell, begin, end, may_be_joined=not self._is_gum(self._header)):
            self._remarks.append(("brackets-joined", f"{self._path}:{number}, {excerpt(cell)}"))

    def _add_row(self, number: int, fields: list[str], following: str) -> None:
        """Add any row: its word to the text and its brackets to the document that it belongs to."""
        if not self._header:
            if not self._headers.without:
                self._tokens += 1
                self._lines.leave_out("line-left-out", number, "it is outside of documents")
                return
            self._begin(self._headers.make_default(number))
        assert self._header
        layout = self._layout
        given = len(fields)
        # Without the column of brackets the row is useless.
        if given + layout.chains < 1 or given <= layout.chains:
            self._tokens += 1
            self._lines.leave_out("line-left-out", number, f"{excerpt(fields[0])} is its only column")
            return
        cell = fields[layout.chains]
        count = layout.numbers
        # Leave out CoNLL-U rows that are not tokens, such as 9-10. Test the common case, digits, first.
        if (
            count is not None
            and given > count
            and not fields[count].isdigit()
            and is_not_token(fields[count])
        ):
            if cell not in NO_BRACKETS:
                self._brackets.leave_out(
                    "bracket-left-out", number, f"{excerpt(cell)} is in a row without a token"
                )
            return
        self._tokens += 1
        expected = given if given == self._width else self._expect_width(given, following)
        name = self._header.name
        if layout.document is not None:
            name = fields[layout.document] if layout.document < given else name
        document = self._open.get(name) or self._get_document(name, number)
        document.tokens += 1
        begin, end = document.text.add(self._read_word(number, document, fields, expected))
        if self.tokens is not None:
            self.tokens.append(PlacedToken(number, document.name, begin, end))
        if self._tag_column is not None:
            document.tag_begins.append(begin)
            has_tag = given == expected and self._tag_column < given - 1
            document.tags.append(fields[self._tag_column] if has_tag else "")
        if cell not in NO_BRACKETS:
            self._add_brackets(number, document, cell, begin, end)

    def _expect_width(self, given: int, following: str) -> int:
        """Return the number of columns that the line should have."""
        if not self._width:
            usual = self._layout.width
            alike = (
                given == usual
                or not usual
                or len(split_columns(following, self._layout.keeps_empty)) == given
            )
            self._width = given if alike else usual
        return self._width

    def _read_word(self, number: int, document: _OpenDocument, fields: list[str], expected: int) -> str:
        """Return the word of a row of ``expected`` columns; count a row with more or fewer as a flaw.

        Additional columns are parts of a word with blanks.
        """
        given, place = len(fields), self._layout.word
        if given == expected and place is not None and 0 <= place < given and fields[place]:
            document.removed_words += fields[place] == _REMOVED_WORD
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
                f"{count(given, 'column')} instead of {expected}: {excerpt(' '.join(fields))}",
            )
        elif not word:
            self._lines.leave_out("columns-differ", number, f"no word: {excerpt(' '.join(fields))}")
        return word or MISSING_WORD

    def _is_gum(self, header: DocumentHeader) -> bool:
        return header.bare and self._layout.width <= _WIDTH_OF_GUM

    def _end(self, number: int) -> None:
        if not self._header:
            self._lines.leave_out("line-left-out", number, "a document ends here, but none is open")
            return
        self._finish_documents()

    def _finish_documents(self) -> None:
        """Add all open documents to the result."""
        assert self._header
        is_gum = self._is_gum(self._header)
        for name, document in self._open.items():
            document.spans.close()
            self._bracket_count += document.spans.brackets
            if document.removed_words and document.removed_words == document.tokens:
                self._remarks.append(("words-taken-out", name))
            self._add_document(name, document, is_gum)
        self._header = None
        self._open = {}
        self._width = 0

    def _add_document(self, name: str, document: _OpenDocument, is_gum: bool) -> None:
        """Add a complete document and its mentions to the result."""
        assert self._header
        # The chains of a header span the documents that a column names.
        chain_document = self._header.name
        place, text = len(self._documents), document.text.text()
        content = (text, chain_document, tuple(document.spans.found))
        if self._seen.is_repeated(document.line, name, content):
            return
        self._documents.append(Document(name, text))
        has_tags = document.has_tags
        self.has_gum_labels = self.has_gum_labels or is_gum
        if self.tokens is not None:
            self.spans += [(name, span) for span in document.spans.found]
        for begin, end, label in sorted(document.spans.found, key=lambda span: span[:2]):
            kind, chain, link = split_gum_label(label) if is_gum else ("", label, "")
            # Intern: an instance may have millions of mentions.
            instance = intern(instance_key(chain_document, chain))
            form = document.find_form(begin, end) if has_tags else ""
            self._mentions.append(
                Mention(place, ((begin, end),), instance, (kind,) if kind else (), form=form)
            )
            if instance not in self._names:
                self._names[instance] = name_chain(chain_document, chain)
            if link:
                self._statements[AnnotatedStatement(instance, IDENTITY, link, about_instance=False)] = None


def split_gum_label(label: str) -> tuple[str, str, str]:
    """Split GUM's label, such as ``place-8-Masjid_al%2DHaram``, into type, number and link."""
    kind, _, rest = label.partition("-")
    chain, _, link = rest.partition("-")
    if not chain:
        return "", label, ""
    return unquote(kind), chain, unquote(link)
