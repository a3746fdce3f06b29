"""A stream of triples -> columns: what is said of each span, and every other triple as three numbers.

This is the only loop that sees every triple, so it looks at a term no more often than it must: triples of
one subject mostly stand together, and such a run becomes one row of spans. Nodes are numbered as they are
met; a node's key is its IRI, or ``_:`` with the file's number and the label for a blank node (so that no
two files share one; nobody looks at it after reading). The terms come from pyoxigraph or, wrapped in the
same shape, from rdflib.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from coala.vocabulary import Vocabulary

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = RDF + "type"
XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"

BEGIN, END, ANCHOR, DOCUMENT, INSTANCE, TYPE, CLASS, TEXT = range(8)
FIRST_OTHER = 8
"""Predicates from this number on have no role: their triples may be statements."""

UNSET = -(2**63)
UNREADABLE = UNSET + 1
"""Stands for an offset that is not a whole number, or has more digits than any text has characters."""

MOST_DIGITS = 12

DEEPEST_TRIPLE_TERM = 64
"""Deeper than any real annotation of an annotation, far from the end of the stack."""

TOO_DEEP = '"…"'


class TermTypes(NamedTuple):
    """The three classes of terms of an RDF library; whatever else comes is a triple term."""

    iri: Any
    blank: Any
    literal: Any


class Rows(NamedTuple):
    """Columns of one length: a run of triples of one subject that says something of a span.

    ``begin`` and ``end`` are numbers as written, ``document`` a node, ``anchor`` the number of a string;
    ``UNSET`` stands where the run did not say it. One node may have several rows.
    """

    node: array[int]
    begin: array[int]
    end: array[int]
    document: array[int]
    anchor: array[int]


class Pairs(NamedTuple):
    """Two columns of nodes: subject and object of the triples of one role."""

    subject: array[int]
    object: array[int]


class Triples(NamedTuple):
    """Three columns; ``object`` is a node, or ``~number`` for a literal."""

    subject: array[int]
    predicate: array[int]
    object: array[int]


def column() -> array[int]:
    """An empty column of 64-bit integers."""
    return array("q")


def whole_number(text: str) -> int:
    """Read an ``xsd:integer``, or say ``UNREADABLE``; ``int`` alone would also take ``1_0`` and ``٣``."""
    digits = text.strip(" \t\r\n")
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    if unsigned.isascii() and unsigned.isdigit() and len(unsigned.lstrip("0")) <= MOST_DIGITS:
        return int(digits)
    return UNREADABLE


def literal_text(literal: Any) -> str:
    """The text of a literal as ``Graph`` has it: ``"text"``, ``"text"@en`` or ``"text"^^<datatype>``."""
    language = literal.language
    if language:
        direction = literal.direction
        suffix = "" if direction is None else f"--{direction.value}"
        return f'"{literal.value}"@{language.lower()}{suffix}'
    datatype = literal.datatype.value
    return f'"{literal.value}"' if datatype == XSD_STRING else f'"{literal.value}"^^<{datatype}>'


class Collector:
    """What the triples met so far said; ``collect`` may be called again for more of the same graph."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.nodes: dict[str, int] = {}
        self.literals: dict[str, int] = {}
        self.anchors: dict[str, int] = {}
        self.predicates: dict[str, int] = {RDF_TYPE: TYPE}
        for role, properties in (
            (BEGIN, vocabulary.begin),
            (END, vocabulary.end),
            (ANCHOR, vocabulary.anchor),
            (DOCUMENT, vocabulary.document),
            (INSTANCE, vocabulary.instance),
            (CLASS, vocabulary.mention_class),
            (TEXT, vocabulary.text),
        ):
            self.predicates.update(dict.fromkeys(properties, role))
        self.predicate_names: list[str] = [""] * FIRST_OTHER
        self.rows = Rows(column(), column(), column(), column(), column())
        self.links = Pairs(column(), column())
        self.types = Pairs(column(), column())
        self.classes = Pairs(column(), column())
        self.others = Triples(column(), column(), column())
        self.texts: dict[int, str] = {}
        self.text_conflicts: set[int] = set()
        self.unreadable: dict[int, str] = {}
        self.triples = 0
        self.repeated = 0
        self._numbers: dict[str | None, int] = {None: UNSET}
        self._triple_terms = 0

    def collect(self, quads: Iterable[Any], terms: TermTypes, file_number: int = 0) -> None:
        """Take in triples of one file; which named graph they stand in does not matter."""
        iri, blank, literal = terms
        prefix = f"_:{file_number} "
        nodes, literals = self.nodes, self.literals
        # By term, not by name: asking a term for its name costs more than asking for its hash.
        roles: dict[Any, int] = {}
        link_subject, link_object = self.links
        type_subject, type_object = self.types
        other_subject, other_predicate, other_object = self.others
        last: Any = None
        node = -1
        begin: str | None = None
        end: str | None = None
        anchor: str | None = None
        document = UNSET
        pending = False
        count = 0
        for count, quad in enumerate(quads, 1):  # noqa: B007 - counting by hand costs more
            subject = quad.subject
            if subject != last:
                if pending:
                    self._add_row(node, begin, end, document, anchor)
                    begin = end = anchor = None
                    document = UNSET
                    pending = False
                last = subject
                key = subject.value if type(subject) is iri else prefix + subject.value
                found = nodes.get(key)
                node = nodes.setdefault(key, len(nodes)) if found is None else found
            predicate = quad.predicate
            role = roles.get(predicate)
            if role is None:
                role = roles[predicate] = self._number_predicate(predicate.value)
            obj = quad.object
            kind = type(obj)
            if kind is literal:
                if role < DOCUMENT:
                    text = obj.value
                    if role == BEGIN and begin is None:
                        begin = text
                    elif role == END and end is None:
                        end = text
                    elif role == ANCHOR and anchor is None:
                        anchor = text
                    else:
                        self._add_row(
                            node,
                            text if role == BEGIN else None,
                            text if role == END else None,
                            UNSET,
                            text if role == ANCHOR else None,
                        )
                    pending = True
                elif role >= FIRST_OTHER:
                    text = literal_text(obj)
                    number = literals.get(text)
                    if number is None:
                        number = literals[text] = len(literals)
                    other_subject.append(node)
                    other_predicate.append(role)
                    other_object.append(~number)
                elif role == TEXT:
                    self._add_text(node, obj.value)
                continue
            if kind is iri:
                key = obj.value
            elif kind is blank:
                key = prefix + obj.value
            else:
                key = self._triple_term(obj, terms, prefix)
            found = nodes.get(key)
            if found is None:
                found = nodes[key] = len(nodes)
            if role == DOCUMENT:
                if document == UNSET:
                    document = found
                else:
                    self._add_row(node, None, None, found, None)
                pending = True
            elif role == INSTANCE:
                link_subject.append(node)
                link_object.append(found)
            elif role == TYPE:
                type_subject.append(node)
                type_object.append(found)
            elif role >= FIRST_OTHER:
                other_subject.append(node)
                other_predicate.append(role)
                other_object.append(found)
            elif role == CLASS:
                self.classes.subject.append(node)
                self.classes.object.append(found)
        self.triples += count
        if pending:
            self._add_row(node, begin, end, document, anchor)

    def _add_row(
        self, node: int, begin: str | None, end: str | None, document: int, anchor: str | None
    ) -> None:
        numbers = self._numbers
        first = numbers.get(begin)
        if first is None:
            first = numbers[begin] = whole_number(begin or "")
        last = numbers.get(end)
        if last is None:
            last = numbers[end] = whole_number(end or "")
        if first == UNREADABLE or last == UNREADABLE:
            text = (begin if first == UNREADABLE else end) or ""
            self.unreadable[node] = min(text, self.unreadable.get(node, text))
        rows = self.rows
        rows.node.append(node)
        rows.begin.append(first)
        rows.end.append(last)
        rows.document.append(document)
        rows.anchor.append(UNSET if anchor is None else self.anchors.setdefault(anchor, len(self.anchors)))

    def _add_text(self, node: int, text: str) -> None:
        known = self.texts.setdefault(node, text)
        if known != text:
            self.text_conflicts.add(node)
            # The longer one: which came first must not matter.
            self.texts[node] = max(known, text, key=lambda candidate: (len(candidate), candidate))

    def _number_predicate(self, name: str) -> int:
        number = self.predicates.get(name)
        if number is None:
            number = self.predicates[name] = len(self.predicate_names)
            self.predicate_names.append(name)
        return number

    def _triple_term(self, term: Any, terms: TermTypes, prefix: str, depth: int = 0) -> str:
        """Take in a triple that stands as a value, as a nameless node with three statements; say its key."""
        self._triple_terms += 1
        # No label holds a "<", so no blank node of a file has this key.
        key = f"{prefix}<{self._triple_terms}"
        node = self.nodes[key] = len(self.nodes)
        for role in ("subject", "predicate", "object"):
            part = self._part_of_triple_term(getattr(term, role), terms, prefix, depth + 1)
            self.others.subject.append(node)
            self.others.predicate.append(self._number_predicate(RDF + role))
            self.others.object.append(part)
        return key

    def _part_of_triple_term(self, part: Any, terms: TermTypes, prefix: str, depth: int) -> int:
        kind = type(part)
        if kind is terms.literal:
            return ~self.literals.setdefault(literal_text(part), len(self.literals))
        if kind is terms.iri:
            key = part.value
        elif kind is terms.blank:
            key = prefix + part.value
        elif depth < DEEPEST_TRIPLE_TERM:
            key = self._triple_term(part, terms, prefix, depth)
        else:
            return ~self.literals.setdefault(TOO_DEEP, len(self.literals))
        return self.nodes.setdefault(key, len(self.nodes))

    def triples_so_far(self) -> int:
        """About how many triples were met, also in the middle of a file."""
        columns = (self.rows.node, self.links.subject, self.types.subject, self.others.subject)
        return max(self.triples, sum(map(len, columns)))

    def mark(self) -> tuple[int, ...]:
        """Where the columns end now, for ``forget_since``."""
        return (self.triples, self.repeated, *map(len, self._columns()))

    def forget_since(self, mark: tuple[int, ...]) -> None:
        """Take back the triples met since, before the same file is read in another way.

        Nodes and strings stay: nothing points to them, or they come again.
        """
        self.triples, self.repeated, *lengths = mark
        for values, length in zip(self._columns(), lengths, strict=True):
            del values[length:]

    def _columns(self) -> tuple[array[int], ...]:
        return (*self.rows, *self.links, *self.types, *self.classes, *self.others)

    def number_of(self, iri: str) -> int:
        """The number of a predicate without a role, or -1 when no triple had it."""
        try:
            return self.predicate_names.index(iri, FIRST_OTHER)
        except ValueError:
            return -1
