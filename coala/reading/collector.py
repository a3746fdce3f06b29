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
from typing import TYPE_CHECKING, Any

from coala.reading.columns import (
    ANCHOR,
    BATCH,
    BEGIN,
    CLASS,
    CLUSTER,
    DOCUMENT,
    END,
    FIRST_OTHER,
    FIRST_PAIR,
    INSTANCE,
    LINK_INSTANCE,
    LINK_MENTION,
    MEMBER,
    MENTION,
    PART,
    PROTOTYPE,
    TEXT,
    TYPE,
    Pairs,
    Row,
    Rows,
    Triples,
    column,
)
from coala.reading.terms import (
    RDF_TYPE,
    UNREADABLE,
    UNSET,
    TermTypes,
    literal_text,
    named_document,
    whole_number,
)
from coala.reading.triple_terms import take_triple_term

if TYPE_CHECKING:
    from coala.vocabulary import Vocabulary


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
            # A label may be the text of a document, but most nodes with a label are none.
            (TEXT, [iri for iri in vocabulary.text if iri not in vocabulary.labels]),
            (INSTANCE, vocabulary.instance),
            (CLASS, vocabulary.mention_class),
            (PART, vocabulary.part),
            (LINK_MENTION, vocabulary.link_mention),
            (LINK_INSTANCE, vocabulary.link_instance),
            (CLUSTER, vocabulary.cluster),
            (MEMBER, vocabulary.member),
            (PROTOTYPE, vocabulary.prototype),
            (MENTION, vocabulary.mention),
        ):
            self.predicates.update(dict.fromkeys(properties, role))
        self.met: dict[str, None] = {}
        self.predicate_names: list[str] = [""] * FIRST_OTHER
        self.rows = Rows(column(), column(), column(), column(), column())
        self.pairs = tuple(Pairs(column(), column()) for _ in range(FIRST_PAIR, MENTION))
        self.links = self.of_role(INSTANCE)
        self.types = self.of_role(TYPE)
        self.classes = self.of_role(CLASS)
        self.others = Triples(column(), column(), column())
        self.texts: dict[int, str] = {}
        self.text_conflicts: set[int] = set()
        self.unreadable: dict[int, str] = {}
        self.triples = 0
        self.repeated = 0
        self._named = vocabulary.named
        self._numbers: dict[str | None, int] = {None: UNSET}
        self.triple_terms = 0

    def of_role(self, role: int) -> Pairs:
        """The pairs of nodes that the properties of a role join."""
        return self.pairs[role - FIRST_PAIR]

    def roles(self) -> Iterable[tuple[int, Pairs]]:
        """Each role of a property that leads from node to node, with its pairs."""
        yield from enumerate(self.pairs, FIRST_PAIR)
        yield MENTION, self.links

    def collect(self, quads: Iterable[Any], terms: TermTypes, file_number: int = 0) -> None:
        """Take in triples of one file; which named graph they stand in does not matter."""
        iri, blank, literal = terms
        prefix = f"_:{file_number} "
        nodes, literals = self.nodes, self.literals
        # By term, not by name: asking a term for its name costs more than asking for its hash.
        roles: dict[Any, int] = {}
        kinds: dict[Any, int] = {}
        # The nameless nodes met last: their names are made up anew each time they are asked for.
        blanks: dict[Any, int] = {}
        pairs = self.pairs
        type_subject, type_object = self.types
        link_subject, link_object = self.links
        other_subject, other_predicate, other_object = self.others
        rows: list[Row] = []
        last: Any = None
        last_document: Any = None
        found = last_number = node = -1
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
                    rows.append((node, begin, end, document, anchor))
                    begin = end = anchor = None
                    document = UNSET
                    pending = False
                    if len(rows) >= BATCH:
                        self._add_rows(rows)
                last = subject
                if type(subject) is iri:
                    node = nodes.setdefault(subject.value, len(nodes))
                else:
                    number = blanks.get(subject)
                    if number is None:
                        number = nodes.setdefault(prefix + subject.value, len(nodes))
                        if len(blanks) >= BATCH:
                            blanks.clear()
                        blanks[subject] = number
                    node = number
            predicate = quad.predicate
            role = roles.get(predicate)
            if role is None:
                role = roles[predicate] = self.number_predicate(predicate.value)
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
                        rows.append(
                            (
                                node,
                                text if role == BEGIN else None,
                                text if role == END else None,
                                UNSET,
                                text if role == ANCHOR else None,
                            )
                        )
                    pending = True
                    continue
                if role >= FIRST_OTHER:
                    text = literal_text(obj)
                    number = literals.get(text)
                    if number is None:
                        number = literals[text] = len(literals)
                    other_subject.append(node)
                    other_predicate.append(role)
                    other_object.append(~number)
                    continue
                if role == TEXT:
                    self._add_text(node, obj.value)
                if role != DOCUMENT or not self._named:
                    continue
                key = named_document(obj.value)
            elif kind is iri:
                if role == DOCUMENT and obj == last_document:
                    # As in most graphs: the mentions of one document stand together.
                    if document == UNSET:
                        document = last_number
                    else:
                        rows.append((node, None, None, last_number, None))
                    pending = True
                    continue
                if role == TYPE:
                    number = kinds.get(obj)
                    if number is None:
                        number = kinds[obj] = nodes.setdefault(obj.value, len(nodes))
                    type_subject.append(node)
                    type_object.append(number)
                    continue
                key = obj.value
            elif kind is blank:
                number = blanks.get(obj)
                if number is None:
                    key = prefix + obj.value
                else:
                    found, key = number, ""
            else:
                key = take_triple_term(self, obj, terms, prefix)
            if key:
                number = nodes.get(key)
                if number is None:
                    number = nodes[key] = len(nodes)
                found = number
            if role == DOCUMENT:
                last_document, last_number = obj, found
                if document == UNSET:
                    document = found
                else:
                    rows.append((node, None, None, found, None))
                pending = True
            elif role >= FIRST_OTHER:
                other_subject.append(node)
                other_predicate.append(role)
                other_object.append(found)
            elif role == MENTION:
                link_subject.append(found)
                link_object.append(node)
            elif role >= FIRST_PAIR:
                subjects, objects = pairs[role - FIRST_PAIR]
                subjects.append(node)
                objects.append(found)
        self.triples += count
        if pending:
            rows.append((node, begin, end, document, anchor))
        self._add_rows(rows)

    def _add_rows(self, rows: list[Row]) -> None:
        """Move a batch of rows, offsets and anchors still in words, into the columns."""
        if not rows:
            return
        nodes, begins, ends, documents, anchors = zip(*rows, strict=True)
        numbers, words = self._numbers, self.anchors
        for text in {*begins, *ends}.difference(numbers):
            numbers[text] = whole_number(text)
        for anchor in anchors:
            if anchor not in words and anchor is not None:
                words[anchor] = len(words)
        columns = self.rows
        columns.node.extend(nodes)
        columns.begin.extend(map(numbers.__getitem__, begins))
        columns.end.extend(map(numbers.__getitem__, ends))
        columns.document.extend(documents)
        columns.anchor.extend([UNSET if anchor is None else words[anchor] for anchor in anchors])
        if UNREADABLE in numbers.values():
            for node, begin, end, _, _ in rows:
                for text in (end, begin):
                    if text is not None and numbers[text] == UNREADABLE:
                        self.unreadable[node] = min(text, self.unreadable.get(node, text))
        rows.clear()

    def _add_text(self, node: int, text: str) -> None:
        known = self.texts.setdefault(node, text)
        if known != text:
            self.text_conflicts.add(node)
            # The longer one: which came first must not matter.
            self.texts[node] = max(known, text, key=lambda candidate: (len(candidate), candidate))

    def number_predicate(self, name: str) -> int:
        self.met[name] = None
        number = self.predicates.get(name)
        if number is None:
            number = self.predicates[name] = len(self.predicate_names)
            self.predicate_names.append(name)
        return number

    def triples_so_far(self) -> int:
        """About how many triples were met, also in the middle of a file."""
        columns = (self.rows.node, self.others.subject, *(pairs.subject for pairs in self.pairs))
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
        return (*self.rows, *(values for pairs in self.pairs for values in pairs), *self.others)

    def number_of(self, iri: str) -> int:
        """The number of a predicate without a role, or -1 when no triple had it."""
        try:
            return self.predicate_names.index(iri, FIRST_OTHER)
        except ValueError:
            return -1
