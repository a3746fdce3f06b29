"""Reader of CAT XML, the format of ECB+, MEANTIME and EventStoryLine, with chains across documents.

::

    <token t_id="5" sentence="1">Ann</token>
    <Markables><PERSON m_id="12"><token_anchor t_id="5"/></PERSON> … </Markables>
    <Relations><CROSS_DOC_COREF r_id="7" note="HUM1"><source m_id="12"/><target m_id="31"/></CROSS_DOC_COREF>

A markable is a mention; its anchors are its tokens. ``CROSS_DOC_COREF`` joins its sources into one instance
in every file of the graph, named by ``note`` or by the ``instance_id`` of the target. ``INTRA_DOC_COREF``
joins them in this file only. MEANTIME's ``REFERS_TO`` joins all sources with the same target. A markable
without these relations is an instance of its own; one without tokens only describes an instance.
"""

from __future__ import annotations

import re

from coala.base.files import stem
from coala.base.plain_text import excerpt
from coala.formats.annotations import Annotations, Document, Mention, instance_key
from coala.formats.flaws import Flaws
from coala.formats.words import Words
from coala.formats.xml_elements import Element, parse_elements
from coala.model.format_options import FormatOptions

_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?<Document\s[^>]*\bdoc_(?:name|id)\s*=[^>]*>(?:(?!</?Markables).)*?<token\s",
    re.S,
)

_ACROSS, _WITHIN, _REFERS = "CROSS_DOC_COREF", "INTRA_DOC_COREF", "REFERS_TO"


def looks_like(name: str, start: bytes) -> bool:
    """Return True if the file begins with a Document of tokens."""
    return bool(_START.match(start.removeprefix(b"\xef\xbb\xbf")))


def read(path: str, data: bytes, options: FormatOptions) -> Annotations:
    """Read one file as one document, named after the file.

    Raises:
        ReadingError: the XML is broken or contains declarations; more than a few annotations point to missing
            elements.
    """
    name = stem(path)
    file = _File(path, Flaws(path, lenient=options.lenient))
    for element in parse_elements(path, data, ("Document",), texts=True):
        file.add(element)
    mentions, across = file.build_mentions(name)
    file.flaws.weigh(len(file.markables) + file.relations, "markables and relations")
    remarks = file.flaws.remarks
    if file.other_relations and not file.relations and len(mentions) > 1:
        kinds = excerpt(", ".join(sorted(file.other_relations)))
        remarks.append(("nothing-joins-spans", f"{path}, which has {kinds}"))
    text = file.words.running.text()
    return Annotations((Document(name, text),), mentions, (), tuple(remarks), frozenset(across))


class _File:
    """The content of one file.

    Elements arrive when they end, so anchors, sources and targets come before the markable or relation that
    contains them. They wait in ``_anchors``, ``_sources`` and ``_targets``.
    """

    def __init__(self, path: str, flaws: Flaws) -> None:
        self.words = Words()
        self.flaws = flaws
        # By m_id: the element, and the identifiers of its tokens.
        self.markables: dict[str, tuple[Element, list[str]]] = {}
        self.relations = 0
        self.other_relations: set[str] = set()
        """The kinds of relations that do not form instances."""
        self._anchors: list[str] = []
        self._sources: list[str] = []
        self._targets: list[str] = []
        # Relations that form instances, with the m_ids of their sources and targets.
        self._coreferences: list[tuple[Element, list[str], list[str]]] = []
        self._sentence: str | None = None

    def add(self, element: Element) -> None:
        """Add the next element."""
        kind, attributes = element.name, element.attributes
        if kind == "token":
            sentence = attributes.get("sentence")
            if sentence != self._sentence:
                self.words.running.end_sentence()
                self._sentence = sentence
            if not self.words.add(attributes.get("t_id", ""), element.text):
                self.flaws.leave_out(
                    "mark-broken", element.line, f"{_show_attribute(attributes, 't_id')} comes twice"
                )
        elif kind == "token_anchor":
            self._anchors.append(attributes.get("t_id", ""))
        elif kind == "source":
            self._sources.append(attributes.get("m_id", ""))
        elif kind == "target":
            self._targets.append(attributes.get("m_id", ""))
        elif element.parent == "Markables":
            known = self.markables.setdefault(attributes.get("m_id", ""), (element, self._anchors))
            if known[0] is not element:
                self.flaws.leave_out(
                    "mark-broken", element.line, f"{_show_attribute(attributes, 'm_id')} comes twice"
                )
            self._anchors = []
        elif element.parent == "Relations":
            if kind in (_ACROSS, _WITHIN, _REFERS):
                self.relations += 1
                self._coreferences.append((element, self._sources, self._targets))
            else:
                self.other_relations.add(kind)
            self._sources, self._targets = [], []

    def build_mentions(self, name: str) -> tuple[tuple[Mention, ...], set[str]]:
        """Return the mentions, and the keys of instances that other files may share."""
        # A markable in several relations belongs to several instances (the dictionary is an ordered set).
        keys_by_markable: dict[str, dict[str, None]] = {}
        across: set[str] = set()
        for number, (element, sources, targets) in enumerate(self._coreferences):
            key = self._build_key(name, number, element, targets)
            # A key that does not begin with the document's name is shared by files.
            if not key.startswith(f"{name}/"):
                across.add(key)
            for identifier in (*sources, *targets):
                keys_by_markable.setdefault(identifier, {})[key] = None
                if identifier not in self.markables:
                    self.flaws.leave_out(
                        "mark-broken", element.line, f"{excerpt(identifier)} is not a markable of the file"
                    )
        found: list[Mention] = []
        for identifier, (element, anchors) in self.markables.items():
            numbers = [self.words.number(anchor) for anchor in anchors]
            span = self.words.span(number for number in numbers if number is not None)
            if anchors and (None in numbers or not span):
                self.flaws.leave_out(
                    "mark-broken",
                    element.line,
                    f"{_show_attribute(element.attributes, 'm_id')} does not lead to a token",
                )
            elif anchors:
                keys = keys_by_markable.get(identifier) or (instance_key(name, "m", identifier),)
                found += (Mention(0, span, key, (element.name,)) for key in keys)
        return tuple(found), across & {mention.instance for mention in found}

    def _build_key(self, name: str, number: int, element: Element, targets: list[str]) -> str:
        """Return the key of the instance that a relation forms; it begins with "/" if files may share it.

        A relation without an identifier has its ``number``; its line would not do in a file of one line.
        """
        attributes = element.attributes
        if element.name != _WITHIN:
            described = [self.markables[target][0] for target in targets if target in self.markables]
            shared = [target.attributes.get("instance_id", "") for target in described]
            note = attributes.get("note") if element.name == _ACROSS else None
            key = next(filter(None, (note, *shared)), None)
            if key:
                return instance_key("", key)
        if element.name == _REFERS and targets:
            return instance_key(name, "m", targets[0])
        identifier = attributes.get("r_id")
        return instance_key(name, "r", identifier) if identifier else instance_key(name, "r", "", str(number))


def _show_attribute(attributes: dict[str, str], key: str) -> str:
    return f"{key} {excerpt(attributes.get(key, ''))}"
