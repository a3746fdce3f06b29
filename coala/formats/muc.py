"""Reader of MUC-6 and MUC-7 SGML with COREF tags.

::

    <DOC><DOCNO> 930423 </DOCNO><TXT>
    <COREF ID="1" MIN="Doe">Mr. Doe</COREF> said <COREF ID="2" REF="1" TYPE="IDENT">he</COREF> left.
    </TXT></DOC>

A COREF element is a mention; MIN is its head. A REF with TYPE="IDENT" or without TYPE joins two mentions into
one instance, transitively; with several antecedents it joins all of them. A REF of any other type is a
statement about the instance.

The text of a document is everything inside its DOC element (or the file, if it has none) without the markup;
``&amp; &lt; &gt; &quot;`` are decoded; blanks and line ends stay. Source: MUC-6 Coreference Task Definition
2.3 and MUC-7 3.0, section 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from sys import intern
from typing import NamedTuple

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import extension, stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import AnnotatedStatement, Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.repeated_documents import SeenDocuments
from coala.formats.text_lines import LineNumbers, decode_utf8, problem
from coala.model.format_options import FormatOptions

_DEEPEST = 50
"""Nested COREF elements: no phrase is that deep, and the limit bounds the search for MIN texts."""

MOST_OCCURRENCES = 100
"""Occurrences of a MIN text inside longer words that are skipped before the first one is used."""

MOST_ALTERNATIVES = 10
"""Alternatives in one MIN: annotators give two; the limit keeps the time linear."""

_OPTIONAL = "OPT"
"""The only STATUS that the definition knows."""

_NAMES = ("DOCNO", "DOCID")
_TEXTS = ("TXT", "TEXT")


class _Coref:
    """A COREF element: its offsets in the document, and its attributes."""

    __slots__ = ("begin", "closed", "end", "identifier", "line", "minimum", "references", "status", "type")

    def __init__(self, begin: int, line: int, attributes: dict[str, str]) -> None:
        self.begin = begin
        self.end = begin  # until the closing tag is found
        self.closed = True  # False if it is still open at the end of the document
        self.line = line
        self.identifier = attributes.get("ID", "").strip()
        self.references = attributes.get("REF", "").split()
        self.type = attributes.get("TYPE", "").strip() or "IDENT"
        self.minimum = attributes.get("MIN", "").strip()
        self.status = (attributes.get("STATUS") or attributes.get("STAT") or "").strip()


class _Document:
    """A document while it is being read."""

    __slots__ = ("corefs", "length", "line", "name", "name_begin", "open", "pieces", "text_line")

    def __init__(self, line: int | None) -> None:
        self.line = line  # of its DOC tag; None for a file without one
        self.name = ""
        self.pieces: list[str] = []
        self.length = 0
        self.corefs: list[_Coref] = []
        self.open: list[_Coref] = []
        self.name_begin: int | None = None  # of an open DOCNO or DOCID: the index of its first piece
        self.text_line: int | None = None  # of an open TXT

    def add(self, raw: str) -> None:
        piece = decode_entities(raw)
        self.pieces.append(piece)
        self.length += len(piece)


def looks_like(name: str, start: bytes) -> bool:
    """Return True for the extension of SGML, or if there are COREF tags at the beginning."""
    if not start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or b"22-rdf-syntax-ns#" in start:
        return False
    if b"<coreferences" in start:
        return False  # NAF has this tag with another meaning
    return extension(name) in (".sgm", ".sgml", ".muc") or bool(re.search(rb"(?i)<COREF\s+\w+\s*=", start))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one SGML file; instances are named after their document and the ID of their first mention.

    Raises:
        ReadingError: a COREF tag is broken, so that the text is unknown; a DOC is broken, missing or
            unpaired; more than a few COREF tags have no partner, a repeated ID, or a REF that leads nowhere;
            entities are declared; the file is not UTF-8.
    """
    # Go through the tags, and add the text between them to the current document.
    text = decode_utf8(path, data)
    lines = LineNumbers(text)
    flaws = Flaws(path, lenient=options.lenient)
    remarks: list[tuple[str, str]] = []
    documents: list[_Document] = []
    current: _Document | None = None
    outside = ""
    position = 0
    has_doc_tags = any(tag.name == "DOC" for tag in find_tags(path, text, lines))
    if not has_doc_tags:
        current = _Document(None)
        documents.append(current)
    for tag in find_tags(path, text, lines):
        if current:
            current.add(text[position : tag.position])
        else:
            outside = outside or text[position : tag.position].strip()
        position = tag.end
        if tag.name == "DOC":
            current = _read_document_tag(path, tag, lines.at(tag.position), current, documents, flaws)
        elif tag.name == "COREF":
            _read_coref_tag(path, tag, lines.at(tag.position), current, flaws)
        elif tag.name in _NAMES and current:
            _read_name_tag(tag, current)
        elif tag.name in _TEXTS and current and not tag.empty:
            current.text_line = None if tag.closing else lines.at(tag.position)
    # The rest of the file.
    rest = text[position:]
    if current:
        if current.line is not None:
            raise problem(
                path, current.line, "this DOC has no </DOC>, so the file is incomplete: copy it again."
            )
        current.add(rest)
        _leave_out_unclosed(current, flaws)
    outside = outside or ("" if current else rest.strip())
    if outside:
        remarks.append(("text-outside-document", f"{path}, {excerpt(outside)}"))
    return _build_annotations(path, documents, remarks, flaws)


def _read_document_tag(
    path: str, tag: Tag, line: int, current: _Document | None, documents: list[_Document], flaws: Flaws
) -> _Document | None:
    """Begin or end a document at a DOC tag; return the document that is open after it."""
    if tag.closing:
        if current is None:
            raise problem(path, line, "this </DOC> has no <DOC>: remove it, or add the <DOC>.")
        _leave_out_unclosed(current, flaws)
        # Join the pieces now: many short strings take ten times the memory of their characters.
        current.pieces = ["".join(current.pieces)]
        return None
    if current is not None:
        raise problem(path, line, f"a DOC begins inside the DOC of line {current.line}: close that first.")
    documents.append(_Document(line))
    return None if tag.empty else documents[-1]


def _read_coref_tag(path: str, tag: Tag, line: int, current: _Document | None, flaws: Flaws) -> None:
    """Begin or end a mention at a COREF tag."""
    if current is None:
        if not tag.closing:
            flaws.leave_out("mark-broken", line, "this COREF is outside every DOC")
        return
    if tag.closing:
        if current.open:
            current.open.pop().end = current.length
        else:
            flaws.leave_out("mark-broken", line, "this </COREF> has no <COREF>")
        return
    coref = _Coref(current.length, line, parse_attributes(tag))
    current.corefs.append(coref)
    if not tag.empty:
        current.open.append(coref)
        if len(current.open) > _DEEPEST:
            raise problem(path, line, f"more than {_DEEPEST} COREF elements are nested: close them.")


def _read_name_tag(tag: Tag, current: _Document) -> None:
    """Remember the text of the first DOCNO or DOCID that is not blank."""
    if not tag.closing:
        current.name_begin = len(current.pieces)
    elif current.name_begin is not None:
        current.name = current.name or " ".join("".join(current.pieces[current.name_begin :]).split())
        current.name_begin = None


def _leave_out_unclosed(document: _Document, flaws: Flaws) -> None:
    """Leave out elements that are open at the end of the document, except as links between mentions."""
    for coref in document.open:
        which = f"the COREF {excerpt(coref.identifier)}" if coref.identifier else "this COREF"
        flaws.leave_out("mark-broken", coref.line, f"{which} is never closed")
        coref.closed = False
    document.open = []


def _build_annotations(
    path: str, read: list[_Document], remarks: list[tuple[str, str]], flaws: Flaws
) -> Annotations:
    """Return the annotations of all documents of a file."""
    documents: list[Document] = []
    mentions: list[Mention] = []
    statements: dict[AnnotatedStatement, None] = {}
    seen = SeenDocuments(path, "give each DOC its own DOCNO")
    coref_count = 0
    for number, document in enumerate(read, 1):
        # Name the document.
        name = document.name or (stem(path) if len(read) == 1 else f"{stem(path)}/{number}")
        read_document = Document(name, "".join(document.pieces))
        coref_count += len(document.corefs)
        if document.text_line is not None:
            remarks.append(
                (
                    "document-not-ended",
                    f"{path}:{document.text_line}, {excerpt(name)}: its text is never closed",
                )
            )
        # Resolve its references.
        chains = _Chains(path, read_document, document.corefs, flaws, remarks)
        found = tuple(chains.find_mentions(len(documents)))
        stated = tuple(chains.find_statements())
        content = (read_document.text, tuple(each._replace(document=0) for each in found), stated)
        if not seen.is_repeated(document.line, name, content):
            documents.append(read_document)
            mentions += found
            statements.update(dict.fromkeys(stated))
        # Free them: there may be millions.
        document.corefs, document.pieces = [], []
    flaws.weigh(coref_count, "COREF tags")
    return Annotations(
        tuple(documents), tuple(mentions), tuple(statements), (*flaws.remarks, *seen.remarks, *remarks)
    )


class _Chains:
    """The chains of one document: COREFs that are one instance, and other relations between them."""

    def __init__(
        self,
        path: str,
        document: Document,
        corefs: list[_Coref],
        flaws: Flaws,
        remarks: list[tuple[str, str]],
    ) -> None:
        self._path = path
        self._document = document
        self._corefs = corefs
        self._remarks = remarks
        self._index_by_identifier = _index_identifiers(corefs, flaws)
        self._chains = DisjointSets()
        self._relations: list[tuple[int, str, int]] = []
        for index, coref in enumerate(corefs):
            self._follow(index, coref, flaws)

    def _follow(self, index: int, coref: _Coref, flaws: Flaws) -> None:
        """Join a COREF with those that its REF leads to, or note its relation to them."""
        identical = coref.type.upper() == "IDENT"
        for reference in coref.references:
            antecedent = self._index_by_identifier.get(reference)
            if antecedent is None:
                flaws.leave_out(
                    "mark-broken", coref.line, f"REF leads to {excerpt(reference)}, which is not an ID"
                )
            elif identical:
                self._chains.join(index, antecedent)
            else:
                self._relations.append((index, coref.type, antecedent))
        if len(coref.references) > 1 and identical:
            self._remark("several-antecedents", coref, f"REF {' '.join(coref.references)}")

    def find_mentions(self, number: int) -> Iterator[Mention]:
        """Yield the mentions of document ``number``; remark what is odd about them."""
        for index, coref in enumerate(self._corefs):
            if not coref.closed:
                continue
            if coref.begin == coref.end:
                self._remark("offsets-empty", coref, f"COREF {coref.identifier}")
                continue
            optional = coref.status.upper() == _OPTIONAL
            if coref.status and not optional:
                self._remark("status-unknown", coref, excerpt(coref.status))
            minimum = _find_minimum(self._document.text, coref)
            if coref.minimum and minimum is None:
                self._remark("minimum-not-found", coref, excerpt(coref.minimum))
            yield Mention(number, ((coref.begin, coref.end),), self._build_key(index), (), minimum, optional)

    def find_statements(self) -> Iterator[AnnotatedStatement]:
        """Yield the statements about instances that have mentions left."""
        if not self._relations:
            return
        kept = {self._build_key(index) for index, coref in enumerate(self._corefs) if coref.closed}
        for index, relation, antecedent in self._relations:
            instance, other = self._build_key(index), self._build_key(antecedent)
            if instance in kept and other in kept:
                yield AnnotatedStatement(instance, relation, other, True)

    def _build_key(self, index: int) -> str:
        """Return the key of the instance of a COREF, named by the ID of its first mention."""
        first = self._chains.find(index)
        coref = self._corefs[first]
        if coref.identifier and self._index_by_identifier.get(coref.identifier) == first:
            return intern(instance_key(self._document.name, coref.identifier))
        # A mention without an ID, or with a repeated one. No other key ends in a percent sign.
        return intern(f"{self._document.name}/line {coref.line}, COREF {first + 1}%")

    def _remark(self, code: str, coref: _Coref, what: str) -> None:
        self._remarks.append((code, f"{self._path}:{coref.line}, {what}"))


def _index_identifiers(corefs: list[_Coref], flaws: Flaws) -> dict[str, int]:
    """Return the index of the COREF with each ID."""
    places: dict[str, int] = {}
    for index, coref in enumerate(corefs):
        if not coref.identifier:
            continue  # nothing refers to it; a response may leave out the ID of a mention on its own
        earlier = places.setdefault(coref.identifier, index)
        if earlier != index:
            flaws.leave_out(
                "identifier-twice",
                coref.line,
                f"{excerpt(coref.identifier)} is already used in line {corefs[earlier].line}",
            )
    return places


def _find_minimum(text: str, coref: _Coref) -> tuple[int, int] | None:
    """Return the offsets of the MIN text, or of its first alternative found, in the document.

    The first occurrence that is not part of a longer word counts, or else the first occurrence.
    """
    if not coref.minimum:
        return None
    mention = text[coref.begin : coref.end]
    on_one_line = ""
    for alternative in coref.minimum.split("|")[:MOST_ALTERNATIVES]:
        wanted = " ".join(alternative.split())
        if not wanted or wanted.split(" ", 1)[0] not in mention:
            continue
        # A line may end where MIN has a blank, so search in the mention on one line.
        on_one_line = on_one_line or re.sub(r"\s+", " ", mention)
        begin = _find_text(on_one_line, wanted)
        if begin >= 0:
            first, last = (
                _find_original_place(mention, begin),
                _find_original_place(mention, begin + len(wanted) - 1),
            )
            return coref.begin + first, coref.begin + last + 1
    return None


def _find_text(text: str, wanted: str) -> int:
    """Return the first place where a text is not part of a longer word, else its first place, or -1."""
    first = begin = text.find(wanted)
    for _ in range(MOST_OCCURRENCES):
        if begin < 0:
            break
        before, after = (
            text[begin - 1 : begin] if begin else "",
            text[begin + len(wanted) : begin + len(wanted) + 1],
        )
        if not (before.isalnum() and wanted[0].isalnum()) and not (after.isalnum() and wanted[-1].isalnum()):
            return begin
        begin = text.find(wanted, begin + 1)
    return first


def _find_original_place(mention: str, place: int) -> int:
    """Return the place of a non-blank character before runs of blanks were reduced to single ones."""
    for run in re.finditer(r"\s{2,}", mention):
        if place < run.start():
            break
        place += len(run[0]) - 1
    return place


_ATTRIBUTE = r"""([A-Za-z_][\w.:-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>=]+)"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
# SGML's attributes without a value are left out on purpose: "a <b and c> d" is text. No tag has 64
# attributes; the bound keeps the regular expression's own memory small.
_MARKUP = re.compile(
    rf"""
    # The common beginning is outside, so that the search skips text fast.
    <(?:
      (?P<closing>/?)(?P<name>[A-Za-z][\w.:-]*)
        (?P<attributes>(?:\s+{_ATTRIBUTE.replace("(", "(?:")}){{0,64}})\s*(?P<empty>/?)>
    | (?P<comment>!--)
    | (?P<broken>/?COREF\b)
    | (?P<entity>!ENTITY\b)
    | ![A-Za-z][^<>]*> | \?[^<>]*>
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"'}
_ENTITY = re.compile("|".join(_ENTITIES))


class Tag(NamedTuple):
    """A piece of markup: begin and end in the text, and the name in capitals ("" for a comment)."""

    position: int
    end: int
    name: str
    closing: bool = False
    empty: bool = False
    attributes: str = ""


def find_tags(path: str, text: str, lines: LineNumbers) -> Iterator[Tag]:
    """Yield all markup in the order of the text; the time for each grows with its own length only.

    Raises:
        ReadingError: a COREF tag is broken, or an entity is declared.
    """
    last_comment_end = text.rfind("-->")
    found = _MARKUP.search(text)
    while found:
        begin, end = found.span()
        if found["name"]:
            closing, empty = bool(found["closing"]), bool(found["empty"])
            yield Tag(begin, end, found["name"].upper(), closing, empty, found["attributes"])
        elif found["broken"]:
            raise problem(
                path,
                lines.at(begin),
                f"the COREF tag {excerpt(text[begin : begin + 200])} is broken: "
                "write its attributes as NAME=\"value\" and close it with '>'.",
            )
        elif found["entity"]:
            raise problem(
                path, lines.at(begin), "entities are declared, which are never expanded: write them out."
            )
        elif not found["comment"]:
            yield Tag(begin, end, "")
        elif end <= last_comment_end:
            end = text.index("-->", end) + 3
            yield Tag(begin, end, "")
        found = _MARKUP.search(text, end)


def parse_attributes(tag: Tag) -> dict[str, str]:
    """Return values without quotes and entities, by names in capitals; the first of equal names counts."""
    attributes: dict[str, str] = {}
    for name, value in _ATTRIBUTES.findall(tag.attributes):
        attributes.setdefault(
            name.upper(), decode_entities(value.strip(value[0]) if value[0] in "\"'" else value)
        )
    return attributes


def decode_entities(raw: str) -> str:
    """Decode the four entities of MUC in raw text; other entities stay unchanged."""
    return _ENTITY.sub(lambda entity: _ENTITIES[entity[0]], raw) if "&" in raw else raw
