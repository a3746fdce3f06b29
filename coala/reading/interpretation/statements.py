"""The statements of instances as columns: all triples with no other meaning in the vocabulary.

A triple between two nodes is a statement of its subject or, if only the object is an instance, an *inverse*
statement of its object. The value of a statement is a text, which is the same in every graph. A reference
says which instance a value contains:

- ``x ex:age 7`` has the literal as its value, and no reference;
- ``x ex:knows y`` with an instance y has the value ``REFERENCE``, and one reference to y;
- ``x ex:knows _:b`` with a blank node b has all triples of b in its value, maybe with references to the
  instances in them, each at a path (the properties from b to it).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.model.columns import begins_run, distinct, is_in, pack
from coala.model.values import REFERENCE, write_name
from coala.reading.interpretation.content import StatementColumns
from coala.reading.interpretation.instances import SAME_AS, ExcludedTriples, Instances
from coala.reading.interpretation.mentions import FoundMentions
from coala.reading.interpretation.node_numbers import NodeNumbers, as_array, as_column, make_mask
from coala.reading.interpretation.values import PropertyValue, ValueWriter, WrittenValue
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, FIRST_OTHER, RDF_TYPE
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary

INVERSE_OF = "http://www.w3.org/2002/07/owl#inverseOf"
SYMMETRIC = "http://www.w3.org/2002/07/owl#SymmetricProperty"


class FoundStatements(NamedTuple):
    """The columns of all statements, and the lists that they number."""

    columns: StatementColumns
    predicates: list[str]
    values: list[str]
    paths: list[str]
    unclear: set[str]  # values that cannot be parsed back (``coala.model.values``)
    row_of: Mapping[int, int]  # the statement of each triple that is a fact (a row of ``Collector.others``)


def find_statements(
    collected: Collector,
    mentions: FoundMentions,
    instances: Instances,
    remarks: Remarks,
    excluded: ExcludedTriples,
) -> FoundStatements:
    """Return the statements of each instance: the triples whose subject or object it is."""
    identities, plumbing, reified, stated = excluded
    names = collected.names
    instance_of, row_of = instances.instance_of, mentions.row_of
    # 1. The rows of triples that are statements: not excluded, and one of the two nodes is an instance.
    subject, predicate, obj = map(as_array, collected.others)
    is_identity = make_mask(list(identities), len(collected.predicate_names))
    is_statement = ~make_mask(list(plumbing), len(collected.predicate_names))[predicate]
    is_statement &= ~make_mask(list(reified), len(names))[subject] & (~is_identity[predicate] | (obj < 0))
    instance_of_subject = instance_of.look_up(subject)
    instance = np.where(instance_of_subject >= 0, instance_of_subject, instance_of.look_up(obj))
    rows = np.flatnonzero(is_statement & (instance >= 0))
    # 2. Drop equal triples, and count them; a triple that is a fact may repeat a plain one.
    once = _drop_equal(subject[rows], predicate[rows], obj[rows])
    facts = np.intersect1d(np.fromiter(stated, dtype=np.int64, count=len(stated)), rows)
    plain = rows[~is_in(rows, facts)] if len(facts) else rows
    different = len(_drop_equal(subject[plain], predicate[plain], obj[plain])) if len(facts) else len(once)
    collected.repeated += len(plain) - different
    remarks.count("duplicate-triples", collected.repeated)
    rows = rows[once]
    # 3. The value of each row: its object, or the subject of an inverse statement.
    inverse = instance_of_subject[rows] < 0
    about = _describe_blank_nodes(collected, instance_of, row_of, plumbing)
    literals = list(collected.literals)
    writer = ValueWriter(names, literals, instance_of, mentions, about, remarks)
    values = _DistinctValues(
        np.where(inverse, subject[rows], obj[rows]), instance_of, row_of, names, literals, writer
    )
    # 4. Columns of instance, predicate, direction and value.
    predicates = [collected.predicate_names[number] for number in distinct(predicate[rows]).tolist()]
    number = np.full(len(collected.predicate_names), -1)
    number[distinct(predicate[rows])] = np.arange(len(predicates))
    columns = [instance[rows], number[predicate[rows]], inverse.astype(np.int64), values.of_row]
    # The nodes of an instance that have no mention become statements of it: "x owl:sameAs name".
    same_names = [(place, name) for place, more in instances.unmentioned.items() for name in more]
    if same_names:
        if SAME_AS not in predicates:
            predicates.append(SAME_AS)
        same = predicates.index(SAME_AS)
        more = [(place, same, 0, values.add(WrittenValue(write_name(name)))) for place, name in same_names]
        columns = list(np.concatenate([np.stack(columns), np.array(more, dtype=np.int64).T], axis=1))
    # 5. Different triples may be equal statements, if their nodes are one instance. Drop these too, and find
    # the statement of each fact.
    place = _find_positions(facts, rows, (subject, predicate, obj))
    fact_columns = [column[place] for column in columns]
    once = _drop_equal(*columns)
    columns = [column[once] for column in columns]
    row_of_fact = dict(zip(facts.tolist(), _find_rows(fact_columns, columns).tolist(), strict=True))
    of_row = columns.pop()
    statement, path, target = values.references(of_row)
    return FoundStatements(
        StatementColumns(
            subject=as_column(columns[0]),
            predicate=as_column(columns[1]),
            inverse=as_column(columns[2]),
            value=as_column(np.array(values.value, dtype=np.int64)[of_row]),
            reference_statement=as_column(statement),
            reference_path=as_column(path),
            reference_instance=as_column(target),
        ),
        predicates,
        list(values.texts),
        list(values.paths),
        values.unclear,
        row_of_fact,
    )


def _drop_equal(*columns: Integers) -> Integers:
    """Return the positions of the distinct rows, sorted by the columns; of equal rows, the first."""
    packed = pack(*columns)
    order = np.argsort(packed, kind="stable")
    return order[begins_run(packed[order])]


def _find_positions(facts: Integers, rows: Integers, triples: Sequence[Integers]) -> Integers:
    """Return the position, among these rows, of the triple that equals each fact."""
    return _find_rows([column[facts] for column in triples], [column[rows] for column in triples])


def _find_rows(wanted: Sequence[Integers], columns: Sequence[Integers]) -> Integers:
    """Return the position of each wanted row in columns with distinct rows."""
    # Numbers that are packed together can be compared.
    packed = pack(*map(np.concatenate, zip(columns, wanted, strict=True)))
    here, there = packed[: len(columns[0])], packed[len(columns[0]) :]
    order = np.argsort(here)
    return order[np.searchsorted(here[order], there)]


def _describe_blank_nodes(
    collected: Collector, instance_of: NodeNumbers, row_of: NodeNumbers, plumbing: Set[int]
) -> dict[int, list[PropertyValue]]:
    """Return the triples and types of each blank node that is neither instance nor mention."""
    names = collected.names
    tables = [list(map(as_array, columns)) for columns in (collected.others, collected.types)]
    # The mask of these nodes. Names are looked up last, since few nodes are left then.
    nested = np.zeros(len(names), dtype=bool)
    for subject, *_ in tables:
        nested[subject] = True
    nested &= (instance_of.column < 0) & (row_of.column < 0)
    nodes = np.flatnonzero(nested)
    nested[nodes] = [names[node] == BLANK for node in nodes.tolist()]
    # The rows of both tables whose subject is one of these nodes.
    triples, types = (
        zip(*(column[nested[columns[0]]].tolist() for column in columns), strict=True) for columns in tables
    )
    about: defaultdict[int, list[PropertyValue]] = defaultdict(list)
    for subject, predicate, obj in triples:
        if predicate not in plumbing:
            about[subject].append((collected.predicate_names[predicate], obj))
    for subject, kind in types if collected.others.subject else ():
        about[subject].append((RDF_TYPE, kind))
    return about


class _DistinctValues:
    """The distinct values of statements; equal values of several nodes have one number.

    Numbers are first those of literals, then one for each instance, then those of all other values. Different
    values may have one text: all instances have ``REFERENCE``. ``of_row`` has the number of each row's value,
    and ``value[number]`` the number of its text in ``texts``.
    """

    def __init__(
        self,
        value_nodes: Integers,
        instance_of: NodeNumbers,
        row_of: NodeNumbers,
        names: list[str],
        literals: list[str],
        writer: ValueWriter,
    ) -> None:
        objects = distinct(value_nodes)
        self.texts: dict[str, int] = {}
        self.value: list[int] = []
        self.unclear: set[str] = set()
        self.paths: dict[str, int] = {}
        self._numbers: dict[tuple[str, tuple[tuple[str, int], ...]], int] = {}
        self._references: dict[int, tuple[tuple[str, int], ...]] = {}
        instance = instance_of.look_up(objects)
        is_literal, is_instance = objects < 0, instance >= 0
        number = np.empty(len(objects), dtype=np.int64)
        # 1. Literals, whose texts are distinct.
        texts = [literals[~literal] for literal in objects[is_literal].tolist()]
        self.texts.update(zip(texts, range(len(texts)), strict=True))
        self.value.extend(range(len(texts)))
        number[is_literal] = np.arange(len(texts))
        # 2. Instances: one value for each, whether it is used or not.
        self._first = self._behind_instances = len(self.value)
        if is_instance.any():
            self.value += [self._text(REFERENCE)] * (int(instance.max()) + 1)
            self._behind_instances = len(self.value)
            number[is_instance] = self._first + instance[is_instance]
        # 3. Other nodes. Most are IRIs and no mentions, whose value is only their name.
        rest = ~is_literal & ~is_instance
        plain = (row_of.column[objects[rest]] < 0).tolist()
        number[rest] = [
            self.add(WrittenValue(write_name(name)) if is_plain and name != BLANK else writer.write(node))
            for node, is_plain in zip(objects[rest].tolist(), plain, strict=True)
            for name in (names[node],)
        ]
        self.of_row: Integers = number[np.searchsorted(objects, value_nodes)]

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def add(self, value: WrittenValue) -> int:
        """Return the number of a value that is neither a literal nor an instance."""
        number = self._numbers.setdefault((value.text, value.references), len(self.value))
        if number == len(self.value):
            self.value.append(self._text(value.text))
            if value.unclear:
                self.unclear.add(value.text)
            if value.references:
                self._references[number] = value.references
        return number

    def references(self, of_row: Integers) -> tuple[Integers, Integers, Integers]:
        """Return the row, path and instance of each reference in rows with these values."""
        # Rows whose value is an instance, with an empty path.
        instance_rows = np.flatnonzero((of_row >= self._first) & (of_row < self._behind_instances))
        no_path = np.full(len(instance_rows), self._path("") if len(instance_rows) else 0)
        found = [(instance_rows, no_path, of_row[instance_rows] - self._first)]
        # Rows whose value contains instances.
        within: Booleans = np.zeros(len(self.value), dtype=bool)
        within[list(self._references)] = True
        more = [
            (row, self._path(path), instance)
            for row in np.flatnonzero(within[of_row]).tolist()
            for path, instance in self._references[int(of_row[row])]
        ]
        if more:
            found.append(tuple(np.array(more, dtype=np.int64).T))
        statement, path, target = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return statement, path, target

    def _path(self, path: str) -> int:
        """Return the number of a path, a new one if necessary."""
        return self.paths.setdefault(path, len(self.paths))


class FoundRelations(NamedTuple):
    """Pairs of inverse relations, whose second one is preferred, and symmetric and transitive relations."""

    inverse: list[tuple[str, str]]
    symmetric: list[str]
    transitive: list[str]


def find_relations(collected: Collector, vocabulary: Vocabulary) -> FoundRelations:
    """Return the relations that the vocabulary declares, and those that the graph declares in OWL."""
    names = collected.names
    inverse, symmetric = list(vocabulary.inverse), set(vocabulary.symmetric)
    stated = collected.find_predicate(INVERSE_OF)
    if stated >= 0:
        pairs = {
            (names[one], names[other])
            for one, predicate, other in zip(*collected.others, strict=True)
            if predicate == stated and other >= 0 and BLANK not in (names[one], names[other])
        }
        # The order of the two has no meaning.
        inverse += sorted({(max(pair), min(pair)) for pair in pairs})
    kind = collected.nodes.get(SYMMETRIC)
    if kind is not None:
        nodes = (node for node, type_ in zip(*collected.types, strict=True) if type_ == kind)
        symmetric.update(names[node] for node in nodes if names[node] != BLANK)
    return FoundRelations(inverse, sorted(symmetric), sorted(vocabulary.transitive))


def find_plumbing(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """Return the numbers of predicates that do not describe instances."""
    return {
        number
        for number, name in enumerate(collected.predicate_names)
        if number >= FIRST_OTHER
        and (name.startswith(vocabulary.plumbing_namespaces) or name in vocabulary.plumbing_properties)
    }
