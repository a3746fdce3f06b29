"""Reader of NAF and KAF.

::

    <raw>Ann left.</raw>
    <wf id="w1" sent="1" offset="0" length="3">Ann</wf>
    <term id="t1"><span><target id="w1"/></span></term>
    <coref id="co1" type="entity"><span><target id="t1" head="yes"/></span> … </coref>

A coref is a chain, each of its spans a mention of terms, which consist of words. The text is ``<raw>``, in
which the words are looked up; without it, it is built from the words and their offsets. KAF calls identifiers
``wid``, ``tid`` and ``coid``. The type of a chain ("event") is the type of its instance, the head of a span
its minimum. A chain whose status is "deprecated" is left out.
"""

from __future__ import annotations

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.text_lines import parse_offset
from coala.formats.words import Word, Words, lay_out
from coala.formats.xml_elements import Element, has_root, parse_elements
from coala.model.format_options import FormatOptions

_ROOTS = ("NAF", "KAF")

_Span = list[tuple[str, bool]]
"""The identifiers that a span points to, and whether each is the head."""


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the root element is NAF or KAF."""
    return has_root(start, _ROOTS)


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file as one document; instances are named after the file and their coref.

    Raises:
        ReadingError: the XML is broken or contains declarations; more than a few spans point to nothing.
    """
    name = stem(path)
    file = _File()
    for element in parse_elements(path, data, _ROOTS, texts=True, bare_doctype=True):
        file.add(element)
    layout = lay_out(file.words, file.raw)
    flaws = Flaws(path, lenient=options.lenient)
    mentions: list[Mention] = []
    remarks: list[tuple[str, str]] = []
    used: set[str] = set()
    spans = 0
    for coref, parts in file.corefs:
        identifier = _read_identifier(coref)
        key = instance_key(name, identifier)
        if coref.attributes.get("status") == "deprecated":
            remarks.append(("chain-deprecated", f"{path}:{coref.line}, {excerpt(identifier)}"))
            continue
        if key in used:
            remarks.append(("identifier-twice", f"{path}:{coref.line}, {excerpt(identifier)}"))
            key = instance_key(name, identifier, str(len(used)))
        used.add(key)
        kind = coref.attributes.get("type", "")
        for part in parts:
            spans += 1
            mention = _build_mention(key, (kind,) if kind else (), part, file.terms, layout.words)
            if mention is None:
                shown = excerpt(" ".join(target for target, _ in part))
                flaws.leave_out("mark-broken", coref.line, f"a span of {shown} does not lead to words")
            else:
                mentions.append(mention)
    flaws.weigh(spans, "spans")
    remarks += layout.words.remarks(path)
    if layout.differs:
        remarks.append(("text-differs", path))
    if not file.corefs:
        remarks.append(("no-entities", path))
    return Annotations((Document(name, layout.text),), tuple(mentions), (), (*flaws.remarks, *remarks))


class _File:
    """The content of one file.

    Elements arrive when they end, so targets come before their span, and spans before their term or coref.
    They wait in ``_targets`` and ``_spans``.
    """

    def __init__(self) -> None:
        self.raw: str | None = None
        self.words: list[Word] = []
        self.terms: dict[str, list[str]] = {}  # the words of each term
        self.corefs: list[tuple[Element, list[_Span]]] = []
        self._targets: _Span = []
        self._spans: list[_Span] = []

    def add(self, element: Element) -> None:
        """Add the next element."""
        kind, attributes = element.name, element.attributes
        if kind == "raw":
            self.raw = element.text
        elif kind == "wf":
            begin = parse_offset(attributes.get("offset", ""))
            length = parse_offset(attributes.get("length", ""))
            end = None if begin is None or length is None else begin + length
            word = Word(_read_identifier(element), element.text, attributes.get("sent", ""), begin, end)
            self.words.append(word)
        elif kind == "target":
            self._targets.append((attributes.get("id", ""), attributes.get("head") == "yes"))
        elif kind == "span":
            if element.parent in ("term", "coref"):
                self._spans.append(self._targets)
            self._targets = []
        elif kind == "term":
            words = [target for span in self._spans for target, _ in span]
            self.terms.setdefault(_read_identifier(element), words)
            self._spans = []
        elif kind == "coref":
            self.corefs.append((element, self._spans))
            self._spans = []


def _read_identifier(element: Element) -> str:
    old = {"wf": "wid", "term": "tid", "coref": "coid"}[element.name]
    return element.attributes.get("id") or element.attributes.get(old, "")


def _build_mention(
    key: str, types: tuple[str, ...], span: _Span, terms: dict[str, list[str]], words: Words
) -> Mention | None:
    """Return the mention of a span of terms or words; None if one of them is missing."""
    numbers: list[int] = []
    heads: list[int] = []
    for target, is_head in span:
        for identifier in terms.get(target, [target]):
            number = words.number(identifier)
            if number is None:
                return None
            numbers.append(number)
            if is_head:
                heads.append(number)
    parts = words.span(numbers)
    head = words.span(heads)
    return Mention(0, parts, key, types, head[0] if len(head) == 1 else None) if parts else None
