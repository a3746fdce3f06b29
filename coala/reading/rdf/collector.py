"""The collector, which stores the triples of a parser in columns of numbers.

Nodes are numbered on first use: IRIs by their text, blank nodes by file and label. A property with a role in
the vocabulary (the begin of a mention, say) has two columns of its own, ``pairs[role]``. All other triples
are rows of three columns, ``others``. The triples ``<m1> nif:beginIndex 3 ; rdfs:label "x" .`` become the
pair (node 0, offset 3) in ``pairs[BEGIN]``, and the row (node 0, predicate 16, ``~0`` for literal 0) in
``others``.

The loop in ``collect`` is the only one over all triples, and most of the time of reading is spent there. So
it is one long function that reads as few attributes of terms as possible. Terms are those of pyoxigraph, or
those of rdflib converted to the same attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from typing import TYPE_CHECKING, Any

from coala.model.values import write_literal
from coala.reading.rdf.terms import (
    ANCHOR,
    BEGIN,
    BLANK,
    CLASS,
    CLUSTER,
    DOCUMENT,
    END,
    FIRST_OTHER,
    INSTANCE,
    LINK_INSTANCE,
    LINK_MENTION,
    MEMBER,
    MENTION,
    PART,
    PROTOTYPE,
    PROVENANCE,
    RDF,
    RDF_TYPE,
    TEXT,
    TYPE,
    UNREADABLE,
    Blank,
    Iri,
    Pairs,
    TermTypes,
    Triples,
    make_document_iri,
    new_column,
    parse_whole_number,
)

if TYPE_CHECKING:
    from coala.reading.vocabularies.loader import Vocabulary

_DEEPEST = 64
"""The most triple terms in one another: more than in any real graph, but far from the recursion limit."""

NO_GRAPH = -1
"""The number of the default graph."""

_TOO_DEEP = '"…"'
"""The literal that replaces deeper parts of a triple term."""


class _Nodes(dict[str, int]):
    """The numbers of IRIs; an unknown IRI gets a new number on access."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, iri: str) -> int:
        number = self[iri] = len(self._names)
        self._names.append(iri)
        return number


class Collector:
    """The contents of all triples so far; ``collect`` is called for each file of a graph."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        # The IRI of each node by its number, or ``BLANK``; and the reverse.
        self.names: list[str] = []
        self.nodes: dict[str, int] = _Nodes(self.names)
        # The numbers of literals, as ``coala.model.values`` writes them, and of the words of mentions.
        self.literals: dict[str, int] = {}
        self.anchors: dict[str, int] = {}
        # The role of each predicate; predicates without a role have numbers from ``FIRST_OTHER`` on.
        self.predicates: dict[str, int] = {RDF_TYPE: TYPE}
        for role, properties in (
            (BEGIN, vocabulary.begin),
            (END, vocabulary.end),
            (ANCHOR, vocabulary.anchor),
            (DOCUMENT, vocabulary.document),
            # A label may be the text of a document, but most nodes with a label are not documents.
            (TEXT, [iri for iri in vocabulary.text if iri not in vocabulary.labels]),
            (INSTANCE, vocabulary.instance),
            (CLASS, vocabulary.mention_class),
            (PART, vocabulary.part),
            (LINK_MENTION, vocabulary.link_mention),
            (LINK_INSTANCE, vocabulary.link_instance),
            (CLUSTER, vocabulary.cluster),
            (MEMBER, vocabulary.member),
            (PROTOTYPE, vocabulary.prototype),
            (PROVENANCE, vocabulary.provenance),
            # A property from an instance to its mentions also leads from a fact to its words.
            (MENTION, vocabulary.mention),
        ):
            self.predicates.update(dict.fromkeys(properties, role))
        # The predicates of any triple, in the order of their first use.
        self.predicates_met: dict[str, None] = {}
        # The IRI of each predicate without a role, by its number.
        self.predicate_names: list[str] = [""] * FIRST_OTHER
        # The triples by role, and two of them by name: (mention, instance) and (node, class).
        self.pairs = tuple(Pairs(new_column(), new_column()) for _ in range(MENTION))
        self.links = self.pairs[INSTANCE]
        self.types = self.pairs[TYPE]
        # The triples without a role.
        self.others = Triples(new_column(), new_column(), new_column())
        # Named graphs, and the rows of ``others`` at which one begins; most files have no named graphs.
        self.graphs: set[int] = set()
        self.graph_starts = Pairs(new_column(), new_column())
        # Named graphs with a statement about themselves, like instances.
        self.self_describing: set[int] = set()
        # The forms of mentions by their nodes, from formats that state parts of speech.
        self.forms: dict[int, str] = {}
        # Literals in the place of a node; predicate and object are numbers of literals.
        self.misplaced = Triples(new_column(), new_column(), new_column())
        # The text of each document, and the documents with several texts.
        self.texts: dict[int, str] = {}
        self.text_conflicts: set[int] = set()
        # Offsets that are not whole numbers, by the node that has them.
        self.unreadable: dict[int, str] = {}
        # The number of triples, and of those that repeat another one (counted by later steps).
        self.triples = 0
        self.repeated = 0
        self._named = vocabulary.named
        self._provenance = vocabulary.provenance
        self._facts_in_graphs = vocabulary.facts_in_graphs
        self._plumbing = vocabulary.plumbing_namespaces
        # The number of the current file, and its blank nodes.
        self._blanks: tuple[int, dict[Any, int]] = (-1, {})
        # Offsets that were parsed before, by their text.
        self._numbers: dict[str, int] = {}

    def roles(self) -> Iterable[tuple[int, Pairs]]:
        """Yield each role with its pairs."""
        yield from enumerate(self.pairs)
        yield MENTION, self.links

    def collect(
        self, quads: Iterable[Any], terms: TermTypes, file_number: int = 0, *, named: bool = False
    ) -> None:
        """Collect triples of one file; ``named`` if its format has named graphs.

        Each ``continue`` below ends one frequent kind of triple; the rest of the loop handles the others.
        """
        iri, blank, literal = terms
        self._enter_graph(NO_GRAPH)
        # No two files share a blank node.
        if self._blanks[0] != file_number:
            self._blanks = (file_number, {})
        if named and self._facts_in_graphs:
            quads = self._note_graphs(quads, terms)
        nodes, names, blanks = self.nodes, self.names, self._blanks[1]
        literals, anchors, numbers = self.literals, self.anchors, self._numbers
        # The role of each predicate, and the number of each class. Keys are terms, not IRIs: hashing a term
        # is faster than reading its IRI.
        roles: dict[Any, int] = {}
        kinds: dict[Any, int] = {}
        pairs = [tuple(columns) for columns in self.pairs]
        type_subject, type_object = self.types
        document_subject, document_object = pairs[DOCUMENT]
        other_subject, other_predicate, other_object = self.others
        last: Any = None
        last_document: Any = None
        target = last_number = node = -1
        count = 0
        for count, quad in enumerate(quads, 1):  # noqa: B007 - counting by hand costs more
            # The subject, which is often that of the last triple.
            subject = quad.subject
            if subject != last:
                last = subject
                if type(subject) is iri:
                    key = subject.value
                    number = nodes.get(key)
                    if number is None:
                        number = nodes[key] = len(names)
                        names.append(key)
                else:
                    number = blanks.get(subject)
                    if number is None:
                        number = blanks[subject] = len(names)
                        names.append(BLANK)
                node = number
            # The predicate.
            predicate = quad.predicate
            try:
                role = roles[predicate]
            except KeyError:
                role = roles[predicate] = self.number_predicate(predicate.value)
            # The object: a literal, an IRI, a blank node, or a triple term.
            obj = quad.object
            kind = type(obj)
            if kind is literal:
                # An offset or the words of a mention.
                if role < DOCUMENT:
                    text = obj.value
                    if role == ANCHOR:
                        number = anchors.get(text)
                        if number is None:
                            number = anchors[text] = len(anchors)
                    else:
                        try:
                            number = numbers[text]
                        except KeyError:
                            number = numbers[text] = parse_whole_number(text)
                        if number == UNREADABLE:
                            self.unreadable[node] = min(text, self.unreadable.get(node, text))
                    subjects, objects = pairs[role]
                    subjects.append(node)
                    objects.append(number)
                    continue
                if role >= FIRST_OTHER:
                    text = write_literal(obj)
                    number = literals.get(text)
                    if number is None:
                        number = literals[text] = len(literals)
                    other_subject.append(node)
                    other_predicate.append(role)
                    other_object.append(~number)
                    continue
                if role == TEXT:
                    self.add_text(node, obj.value)
                elif role != DOCUMENT or not self._named:
                    self._add_misplaced(node, predicate.value, obj.value)
                if role != DOCUMENT or not self._named:
                    continue
                # A literal that names a document counts as a node.
                target = self.number_node(make_document_iri(obj.value))
            elif kind is iri:
                if role == DOCUMENT:
                    # In most graphs, mentions of one document follow each other.
                    if obj != last_document:
                        last_document, last_number = obj, self.number_node(obj.value)
                    document_subject.append(node)
                    document_object.append(last_number)
                    continue
                if role == TYPE:
                    try:
                        number = kinds[obj]
                    except KeyError:
                        number = kinds[obj] = self.number_node(obj.value)
                    type_subject.append(node)
                    type_object.append(number)
                    continue
                key = obj.value
                number = nodes.get(key)
                if number is None:
                    number = nodes[key] = len(names)
                    names.append(key)
                target = number
            elif kind is blank:
                number = blanks.get(obj)
                if number is None:
                    number = blanks[obj] = len(names)
                    names.append(BLANK)
                target = number
            else:
                target = self._collect_triple_term(obj, terms)
            # Now the object is a node: store the triple by its role.
            if DOCUMENT <= role < MENTION:
                subjects, objects = pairs[role]
                subjects.append(node)
                objects.append(target)
            elif role >= FIRST_OTHER:
                other_subject.append(node)
                other_predicate.append(role)
                other_object.append(target)
            elif role < ANCHOR:
                # A node cannot be an offset.
                text = names[target]
                self.unreadable[node] = min(text, self.unreadable.get(node, text))
                pairs[role][0].append(node)
                pairs[role][1].append(UNREADABLE)
            elif role == MENTION:
                # From the instance to the mention; links go the other way.
                self.links.subject.append(target)
                self.links.object.append(node)
        self.triples += count

    def _note_graphs(self, quads: Iterable[Any], terms: TermTypes) -> Iterator[Any]:
        """Yield the quads unchanged; note where in ``others`` each named graph begins."""
        iri, blank, _ = terms
        last: Any = None
        number = NO_GRAPH
        for quad in quads:
            graph = quad.graph_name
            if graph != last:
                last = graph
                kind = type(graph)
                number = NO_GRAPH
                if kind is iri or kind is blank:
                    number = self.number_node(graph.value) if kind is iri else self.number_blank(graph)
                    self.graphs.add(number)
                # All triples before this one have been collected.
                self._enter_graph(number)
            if number >= 0 and graph == quad.subject and not self._is_plumbing(quad.predicate.value):
                self.self_describing.add(number)
            yield quad

    def _enter_graph(self, number: int) -> None:
        """Note that the next triples belong to another graph, if it is another one."""
        starts, graphs = self.graph_starts
        if number != (graphs[-1] if graphs else NO_GRAPH):
            starts.append(len(self.others.subject))
            graphs.append(number)

    def graph_runs(self) -> Iterator[tuple[int, range]]:
        """Yield each named graph with a range of its rows in ``others``; a graph may occur several times."""
        starts, graphs = self.graph_starts
        for place, graph in enumerate(graphs):
            end = starts[place + 1] if place + 1 < len(starts) else len(self.others.subject)
            if graph != NO_GRAPH:
                yield graph, range(starts[place], end)

    def _is_plumbing(self, predicate: str) -> bool:
        """Return True if a property of a named graph does not describe it as an instance."""
        return predicate in self._provenance or predicate.startswith(self._plumbing)

    def _add_misplaced(self, node: int, predicate: str, text: str) -> None:
        literals = self.literals
        self.misplaced.subject.append(node)
        self.misplaced.predicate.append(literals.setdefault(predicate, len(literals)))
        self.misplaced.object.append(literals.setdefault(text, len(literals)))

    def add_text(self, node: int, text: str) -> None:
        """Add the text of a document; of different texts the longest counts."""
        known = self.texts.setdefault(node, text)
        if known != text:
            self.text_conflicts.add(node)
            # Keep the longer one, whatever the order of the triples.
            self.texts[node] = max(known, text, key=lambda candidate: (len(candidate), candidate))

    def add_form(self, span: Iri | Blank, form: str) -> None:
        """Add the form of a mention of the current file; of several at one node the first counts."""
        node = self.nodes[span.value] if isinstance(span, Iri) else self.number_blank(span)
        self.forms.setdefault(node, form)

    def number_node(self, iri: str) -> int:
        """Return the number of an IRI, which is new if necessary."""
        return self.nodes[iri]

    def number_blank(self, term: Any = None) -> int:
        """Return the number of a blank node of the current file; without its term always a new one."""
        number = None if term is None else self._blanks[1].get(term)
        if number is None:
            number = len(self.names)
            self.names.append(BLANK)
            if term is not None:
                self._blanks[1][term] = number
        return number

    def number_predicate(self, name: str) -> int:
        """Return the role of a predicate, or its number from ``FIRST_OTHER`` on, a new one if necessary."""
        self.predicates_met[name] = None
        number = self.predicates.get(name)
        if number is None:
            number = self.predicates[name] = len(self.predicate_names)
            self.predicate_names.append(name)
        return number

    def triples_so_far(self) -> int:
        """Return about how many triples were collected, also in the middle of a file."""
        columns = (self.others, *self.pairs)
        return max(self.triples, sum(len(values[0]) for values in columns))

    def mark(self) -> tuple[int, ...]:
        """Return the current ends of all columns, for ``forget_since``."""
        return (
            self.triples,
            self.repeated,
            len(self.names),
            len(self.predicates_met),
            *map(len, self._columns()),
        )

    def forget_since(self, mark: tuple[int, ...]) -> None:
        """Remove the triples since the mark, before the same file is read in another way.

        Strings stay, as do texts and unreadable offsets of older nodes.
        """
        self.triples, self.repeated, nodes, met, *lengths = mark
        # With a base, the documents of the file may have other identifiers.
        self.texts = {node: text for node, text in self.texts.items() if node < nodes}
        self.unreadable = {node: text for node, text in self.unreadable.items() if node < nodes}
        for noted in (self.text_conflicts, self.graphs, self.self_describing):
            noted.difference_update([node for node in noted if node >= nodes])
        for iri in self.names[nodes:]:
            self.nodes.pop(iri, None)
        del self.names[nodes:]
        blanks = self._blanks[1]
        # They are in the order of their numbers, so the new ones are at the end.
        while blanks and next(reversed(blanks.values())) >= nodes:
            blanks.popitem()
        for predicate in list(self.predicates_met)[met:]:
            del self.predicates_met[predicate]
        for values, length in zip(self._columns(), lengths, strict=True):
            del values[length:]

    def _columns(self) -> tuple[MutableSequence[int], ...]:
        """Return all columns in a fixed order."""
        columns_of_pairs = (values for pairs in (*self.pairs, self.graph_starts) for values in pairs)
        return (*columns_of_pairs, *self.others, *self.misplaced)

    def is_only_a_class(self, node: int) -> bool:
        """Return True if a node occurs only as the type of others."""
        nodes = (
            *(pairs.subject for pairs in self.pairs),
            *(pairs.object for pairs in self.pairs[DOCUMENT:] if pairs is not self.types),
            self.others.subject,
            self.others.object,
        )
        return all(node not in column for column in nodes)

    def find_predicate(self, iri: str) -> int:
        """Return the number of a predicate without a role, or -1 if no triple has it."""
        try:
            return self.predicate_names.index(iri, FIRST_OTHER)
        except ValueError:
            return -1

    def _collect_triple_term(self, term: Any, terms: TermTypes, depth: int = 0) -> int:
        """Collect a triple term as a new blank node with its three parts as properties."""
        node = self.number_blank()
        for role in ("subject", "predicate", "object"):
            part = self._number_part(getattr(term, role), terms, depth + 1)
            self.others.subject.append(node)
            self.others.predicate.append(self.number_predicate(RDF + role))
            self.others.object.append(part)
        return node

    def _number_part(self, part: Any, terms: TermTypes, depth: int) -> int:
        """Return the number of a part of a triple term: a node, or ``~number`` for a literal."""
        kind = type(part)
        literals = self.literals
        if kind is terms.literal:
            return ~literals.setdefault(write_literal(part), len(literals))
        if kind is terms.iri:
            return self.number_node(part.value)
        if kind is terms.blank:
            return self.number_blank(part)
        if depth < _DEEPEST:
            return self._collect_triple_term(part, terms, depth)
        return ~literals.setdefault(_TOO_DEEP, len(literals))
