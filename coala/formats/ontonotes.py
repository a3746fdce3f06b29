"""Reader of OntoNotes' ``.coref`` files: texts with COREF tags.

::

    <DOC DOCNO="nw/a@a@nw">
    <TEXT PARTNO="000">
    <COREF ID="6" TYPE="IDENT">Ann</COREF> said <COREF ID="6" TYPE="IDENT">she</COREF> left .
    </TEXT>
    </DOC>

Each TEXT is a document, named by the DOCNO and its PARTNO. An ID is a chain of its part, however often it
occurs. Appositions have chains of their own, which are not identity and are left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.muc import Tag, decode_entities, find_tags, parse_attributes
from coala.formats.text_lines import LineNumbers, decode_utf8
from coala.model.format_options import FormatOptions

_PART = re.compile(rb"<TEXT\s[^<>]{0,1000}\bPARTNO\s*=")


class _Open(NamedTuple):
    """An open COREF: its chain and type, its begin in the document, and its position in the file."""

    chain: str
    kind: str
    begin: int
    position: int


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with a tag and has parts, which MUC does not have."""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and bool(_PART.search(start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file; a tag without a partner is left out.

    Raises:
        ReadingError: the file is not UTF-8, a COREF tag is broken, or more than a few have no partner.
    """
    return _Reader(path, decode_utf8(path, data), options).read()


class _Reader:
    """Reads the tags of one file; a mention belongs to the open TEXT."""

    def __init__(self, path: str, file_text: str, options: FormatOptions) -> None:
        self._path = path
        self._file_text = file_text
        self._lines = LineNumbers(file_text)
        self._flaws = Flaws(path, lenient=options.lenient)
        self._remarks: list[tuple[str, str]] = []
        self._documents: dict[str, str] = {}  # texts by name
        self._mentions: list[Mention] = []
        self._coref_count = 0
        self._doc_name = self._name = stem(path)
        self._in_doc = self._in_text = False
        # For the open TEXT: its pieces, their total length, and the open mentions.
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[_Open] = []

    def read(self) -> Annotations:
        """Go through the tags and return the annotations."""
        position = 0
        for tag in find_tags(self._path, self._file_text, self._lines):
            if self._in_text:
                self._pieces.append(decode_entities(self._file_text[position : tag.position]))
                self._length += len(self._pieces[-1])
            position = tag.end
            if tag.name == "DOC":
                self._read_doc_tag(tag)
            elif tag.name == "TEXT":
                self._read_text_tag(tag)
            elif tag.name == "COREF" and not tag.closing:
                self._open_mention(tag)
            elif tag.name == "COREF" and self._in_text:
                self._close_mention(tag)
        if self._in_text:
            self._end_document()
            self._leave_out(len(self._file_text), "the last TEXT is never closed")
        elif self._in_doc:
            self._leave_out(
                len(self._file_text), "the last DOC is never closed: check that the file is complete"
            )
        self._flaws.weigh(self._coref_count, "COREF tags")
        documents = tuple(Document(*item) for item in self._documents.items())
        return Annotations(documents, tuple(self._mentions), (), (*self._flaws.remarks, *self._remarks))

    def _read_doc_tag(self, tag: Tag) -> None:
        self._in_doc = not tag.closing
        if not tag.closing:
            self._doc_name = parse_attributes(tag).get("DOCNO") or stem(self._path)

    def _read_text_tag(self, tag: Tag) -> None:
        """Begin or end a document at a TEXT tag."""
        if self._in_text:
            self._end_document()
            if not tag.closing:
                self._leave_out(tag.position, "a TEXT begins within another one")
        self._in_text = not tag.closing
        self._name = f"{self._doc_name}/{parse_attributes(tag).get('PARTNO') or len(self._documents)}"
        while self._name in self._documents:
            self._name = f"{self._name}/{len(self._documents)}"
        self._pieces, self._length = [], 0

    def _end_document(self) -> None:
        for lost in self._open:
            self._leave_out(lost.position, f"{excerpt(lost.chain)} is never closed")
        self._open.clear()
        self._documents[self._name] = "".join(self._pieces)

    def _open_mention(self, tag: Tag) -> None:
        self._coref_count += 1
        if not self._in_text:
            self._leave_out(tag.position, "this COREF is outside every TEXT")
            return
        attributes = parse_attributes(tag)
        opened = _Open(attributes.get("ID", ""), attributes.get("TYPE", "IDENT"), self._length, tag.position)
        self._open.append(opened)

    def _close_mention(self, tag: Tag) -> None:
        """End the latest open COREF; it is a mention if it has an ID and text, and is no apposition."""
        last = self._open.pop() if self._open else None
        if last is None:
            self._leave_out(tag.position, "'</COREF>' has no '<COREF>'")
        elif not last.chain or last.begin == self._length:
            self._leave_out(tag.position, "'</COREF>' has no ID, or no text")
        elif last.kind.upper() != "IDENT":
            where = f"{self._path}:{self._lines.at(tag.position)}"
            self._remarks.append(("apposition-left-out", f"{where}, {excerpt(last.kind)}"))
        else:
            key = instance_key(self._name, last.chain)
            self._mentions.append(Mention(len(self._documents), ((last.begin, self._length),), key))

    def _leave_out(self, position: int, what: str) -> None:
        self._flaws.leave_out("mark-broken", self._lines.at(position), what)
