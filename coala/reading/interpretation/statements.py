"""All other triples become statements of instances, forwards and backwards, as columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from coala.model.values import write_name
from coala.reading.interpretation.content import StatementColumns
from coala.reading.interpretation.instances import SAME_AS, Instances, Taken
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.interpretation.values import PropertyValue, ValueWriter, WrittenValue
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, FIRST_OTHER, RDF_TYPE, column
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

INVERSE_OF = "http://www.w3.org/2002/07/owl#inverseOf"
SYMMETRIC = "http://www.w3.org/2002/07/owl#SymmetricProperty"


class FoundStatements(NamedTuple):
    """The columns of all statements, and the predicates, values and paths that they number.

    ``unclear`` are the values that cannot be read back (``coala.model.values``), and ``row_of`` is the row of
    each of those triples (rows of ``Collector.others``) that were asked for, if it makes a statement.
    """

    columns: StatementColumns
    predicates: list[str]
    values: list[str]
    paths: list[str]
    unclear: set[str]
    row_of: Mapping[int, int]


class _Rows:
    """Adds rows to the columns, each once."""

    def __init__(self) -> None:
        self._columns = StatementColumns(column(), column(), column(), column(), column(), column(), column())
        self._predicates: dict[str, int] = {}
        self._values: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._unclear: set[str] = set()
        self._seen: dict[tuple[int, int, bool, str, tuple[tuple[str, int], ...]], int] = {}

    def add(self, subject: int, predicate: str, inverse: bool, value: WrittenValue) -> int:
        """Add a row unless it is there; returns its number."""
        rows, values, paths = self._columns, self._values, self._paths
        number = self._predicates.setdefault(predicate, len(self._predicates))
        row = (subject, number, inverse, value.text, value.references)
        place = self._seen.setdefault(row, len(rows.subject))
        if place < len(rows.subject):
            return place
        for path, instance in value.references:
            rows.reference_statement.append(len(rows.subject))
            rows.reference_path.append(paths.setdefault(path, len(paths)))
            rows.reference_instance.append(instance)
        rows.subject.append(subject)
        rows.predicate.append(number)
        rows.inverse.append(inverse)
        if value.unclear:
            self._unclear.add(value.text)
        rows.value.append(values.setdefault(value.text, len(values)))
        return place

    def found(self, row_of: Mapping[int, int]) -> FoundStatements:
        """What was added."""
        lists = (list(self._predicates), list(self._values), list(self._paths))
        return FoundStatements(self._columns, *lists, self._unclear, row_of)


def find_statements(
    collected: Collector,
    mentions: FoundMentions,
    instances: Instances,
    remarks: Remarks,
    taken: Taken,
) -> FoundStatements:
    """Say of each instance what the triples say whose subject, or whose object, it is."""
    identities, plumbing, reified, stated = taken
    names = collected.names
    of_node = instances.of_node
    predicates = collected.predicate_names

    def is_nested(node: int) -> bool:
        return node not in of_node and node not in mentions.row_of and names[node] == BLANK

    about = describe_blank_nodes(
        collected,
        (triple for triple in zip(*collected.others, strict=True) if is_nested(triple[0])),
        (pair for pair in zip(*collected.types, strict=True) if is_nested(pair[0])),
        plumbing,
    )
    writer = ValueWriter(names, list(collected.literals), of_node, mentions, about, remarks)
    rows = _Rows()
    seen: dict[tuple[int, int, int], int] = {}
    row_of: dict[int, int] = {}
    # Triples that were stated as facts alone until now: what comes first does not decide the count.
    only_stated: set[tuple[int, int, int]] = set()
    for place, triple in enumerate(zip(*collected.others, strict=True)):
        subject, predicate, obj = triple
        if predicate in plumbing or (predicate in identities and obj >= 0) or subject in reified:
            continue
        instance = of_node.get(subject)
        inverse = instance is None
        if instance is None:
            instance = of_node.get(obj)
            if instance is None:
                continue
        row = seen.get(triple)
        if row is None:
            value = writer.write(subject if inverse else obj)
            row = seen[triple] = rows.add(instance, predicates[predicate], inverse, value)
            if place in stated:
                only_stated.add(triple)
        elif place not in stated:
            collected.repeated += triple not in only_stated
            only_stated.discard(triple)
        if place in stated:
            row_of[place] = row
    for instance, others in instances.unmentioned.items():
        for name in others:
            rows.add(instance, SAME_AS, False, WrittenValue(write_name(name)))
    remarks.count("duplicate-triples", collected.repeated)
    return rows.found(row_of)


class FoundRelations(NamedTuple):
    """Pairs of inverse relations, of which the second is preferred, and what else relations are."""

    inverse: list[tuple[str, str]]
    symmetric: list[str]
    transitive: list[str]


def find_relations(collected: Collector, vocabulary: Vocabulary) -> FoundRelations:
    """What the vocabulary says of relations, and what the graph says by owl:inverseOf and the like."""
    names = collected.names
    inverse, symmetric = list(vocabulary.inverse), set(vocabulary.symmetric)
    stated = collected.number_of(INVERSE_OF)
    if stated >= 0:
        pairs = {
            (names[one], names[other])
            for one, predicate, other in zip(*collected.others, strict=True)
            if predicate == stated and other >= 0 and BLANK not in (names[one], names[other])
        }
        # Which of the two stands first says nothing.
        inverse += sorted({(max(pair), min(pair)) for pair in pairs})
    kind = collected.nodes.get(SYMMETRIC)
    if kind is not None:
        nodes = (node for node, type_ in zip(*collected.types, strict=True) if type_ == kind)
        symmetric.update(names[node] for node in nodes if names[node] != BLANK)
    return FoundRelations(inverse, sorted(symmetric), sorted(vocabulary.transitive))


def find_plumbing(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """The numbers of predicates that say nothing about an instance."""
    return {
        number
        for number, name in enumerate(collected.predicate_names)
        if number >= FIRST_OTHER
        and (name.startswith(vocabulary.plumbing_namespaces) or name in vocabulary.plumbing_properties)
    }


def describe_blank_nodes(
    collected: Collector,
    triples: Iterable[tuple[int, int, int]],
    types: Iterable[tuple[int, int]],
    plumbing: Set[int],
) -> dict[int, list[PropertyValue]]:
    """What these triples and types say of their subjects: nameless, and neither instance nor mention."""
    about: defaultdict[int, list[PropertyValue]] = defaultdict(list)
    for subject, predicate, obj in triples:
        if predicate not in plumbing:
            about[subject].append((collected.predicate_names[predicate], obj))
    for subject, kind in types if collected.others.subject else ():
        about[subject].append((RDF_TYPE, kind))
    return about
