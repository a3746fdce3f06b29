"""Merging of two graphs by verdicts: of each bag, the merged graph has the chains that were chosen.

A bag is a set of chains of both graphs that are connected by shared mentions. If a reviewer said who is who,
each group is one chain (``coala.merge.merged_groups``). Otherwise the bag has exactly its chains in the
baseline (a verdict "worse") or in the changed graph ("better"). Own changes that have a verdict
(``coala.verdicts.changes``) are then taken from the side that was chosen for them.

``make_ruling`` makes the choice for one bag from its verdicts, and ``Merger`` the merged graph from all
choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.base.numerals import count
from coala.diff.alignment import align_instances
from coala.diff.bags import members
from coala.diff.divergences import KINDS, LinkChange
from coala.diff.ranked import group_rows
from coala.engine.compare import Comparison
from coala.merge.merged_groups import SideChain, choose_identities, list_groups
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.model.columns import is_in, pack
from coala.model.corpus import Corpus
from coala.model.graph import Facts, Graph, Mentions, Statements
from coala.model.kinds import FACT_KINDS, Kind
from coala.model.knowledge_bases import load_knowledge_bases
from coala.model.values import REFERENCE, write_name
from coala.prepare.entity_names import NameRules, list_naming_statements
from coala.reading.rdf.nif import OWN
from coala.verdicts.changes import list_row_verdicts
from coala.verdicts.groups import PlacedPart

_Value = TypeVar("_Value")


class MergedGraph(NamedTuple):
    """The merged graph; ``dangling`` counts its statements about an instance that no chosen bag has."""

    graph: Graph
    dangling: int


@dataclass(frozen=True, eq=False)
class Merger:
    """Merges two graphs, given their comparison with the review's options."""

    comparison: Comparison
    # The same mentions at their places in the texts of the first graph, none joined and none left out.
    placed: Corpus
    # Which names the comparison compared.
    names: NameRules = field(default_factory=lambda: NameRules(load_knowledge_bases(), {}))

    @property
    def has_alternatives(self) -> bool:
        """True if a mention has several names, so that a statement may be that of another instance."""
        corpus = self.comparison.corpus
        return any(len(_find_alternatives(corpus, graph)) for graph in (BASELINE, CHANGED))

    def merge(
        self,
        side_of: Integers,
        rows: Mapping[int, int] | None = None,
        groups: Mapping[int, Sequence[Sequence[int]]] | None = None,
    ) -> MergedGraph:
        """Return the graph that has, of each bag, the chains of the side ``side_of[bag]``, or the groups.

        ``rows`` has the side of rows of the divergences, about types, statements or links. ``groups`` has the
        groups of bags: the positions of the spans of each group among the bag's spans.
        """
        choice = _Choice(self, side_of)
        choice.group_mentions(groups or {})
        choice.take_rows(rows or {})
        return choice.build_graph()


def _find_alternatives(corpus: Corpus, graph: int) -> Integers:
    """Return the rows of ``Corpus.links`` of mentions whose span another row has."""
    is_left = ~_find_compared(corpus, graph) & corpus.mentioned(graph)[corpus.links[graph].span]
    return np.flatnonzero(is_left)


def _find_compared(corpus: Corpus, graph: int) -> Booleans:
    """Return the mask of the rows of ``Corpus.links`` that the comparison did not leave out."""
    links, size = corpus.links[graph], len(corpus.graphs[graph].names)
    compared = corpus.mentions[graph] * size + corpus.instances[graph]
    return is_in(links.span * size + links.instance, compared)


class _Choice:
    """The mentions, types and statements of both graphs that the merged graph has.

    A node is an instance of either graph: with 10 instances in the baseline, instance 3 of the changed graph
    is node 13. New instances follow.
    """

    def __init__(self, merger: Merger, side_of: Integers) -> None:
        self._placed, self._compared = merger.placed, merger.comparison.corpus
        self._names = merger.names
        self._rows = merger.comparison.divergences
        self._partner = align_instances(self._compared).partner
        self._bags = bags = merger.comparison.bags
        sizes = [len(graph.names) for graph in self._placed.graphs]
        # The first node of each graph, and the number of all nodes.
        self._start = [0, sizes[0], sum(sizes)]
        # For each graph, the node that each of its mentions gets in the merged graph; -1: left out.
        self._target: list[Integers] = []
        # For each graph, the rows of mentions with several names whose span another row has.
        self._alternatives: list[Integers] = []
        for graph in (BASELINE, CHANGED):
            bag = bags.of_instance[graph]
            # Instances that were left out of the comparison are in no bag and stay as in the baseline.
            side = np.append(side_of, BASELINE)[bag]
            instance = self._placed.instances[graph]
            node = instance + self._start[graph]
            links = self._compared.links[graph]
            rows = _find_alternatives(self._compared, graph)
            # They go with their span.
            is_chosen = side[instance] == graph
            is_chosen[rows] = np.append(side_of, BASELINE)[bags.of_span[links.span[rows]]] == graph
            self._alternatives.append(rows)
            self._target.append(np.where(is_chosen, node, -1))
        # The types, and the IRIs, of nodes that differ from those of their instance.
        self._types: dict[int, set[str]] = {}
        self._iris: dict[int, _Iris] = {}
        # The number of new instances.
        self._new = 0
        # For each graph, the statements that the merged graph lacks, and those that another node takes.
        self._left_out: tuple[list[int], list[int]] = ([], [])
        self._taken: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._same_statements = [
            _SameStatements(self._compared, self._placed, graph) for graph in (BASELINE, CHANGED)
        ]

    def group_mentions(self, groups: Mapping[int, Sequence[Sequence[int]]]) -> None:
        """Give the mentions of each group of these bags to one node; other mentions of the bags are left out.

        A span has the baseline's mention, or else that of the changed graph. What was not compared stays as
        in the baseline.
        """
        if not groups:
            return
        corpus, numbers = self._compared, sorted(groups)
        # The node of each span, or -1, and the spans of all these bags.
        node_of = np.full(corpus.spans, -1)
        is_grouped = np.zeros(corpus.spans, dtype=bool)
        of_bags = zip(
            numbers,
            members(self._bags.of_span, numbers),
            *(members(column, numbers) for column in self._bags.of_instance),
            strict=True,
        )
        for number, spans, *sides in of_bags:
            is_grouped[spans] = True
            grouped = [spans[list(group)] for group in groups[number]]
            chains = {
                SideChain(graph, instance): corpus.spans_of(graph, instance)
                for graph, side in enumerate(sides)
                for instance in side.tolist()
            }
            partners = {
                chain: SideChain(1 - chain.graph, int(self._partner[chain.graph][chain.instance]))
                for chain in chains
            }
            identities = choose_identities([own.tolist() for own in grouped], chains, partners)
            for own, identity in zip(grouped, identities, strict=True):
                node_of[own] = self._add_node() if identity is None else self._find_node(*identity)
        free = node_of >= 0
        for graph in (BASELINE, CHANGED):
            span, target = corpus.links[graph].span, self._target[graph]
            target[is_grouped[span]] = -1
            rows = np.flatnonzero(_find_compared(corpus, graph) & free[span])
            # A span of several chains has one mention.
            own, first = np.unique(span[rows], return_index=True)
            target[rows[first]] = node_of[own]
            free[own] = False
            self._keep_names(graph, node_of)

    def _find_node(self, graph: int, instance: int) -> int:
        return self._start[graph] + instance

    def _add_node(self) -> int:
        """Return a new node, which has no name, type or statement."""
        node = self._start[-1] + self._new
        self._new += 1
        self._iris[node], self._types[node] = _Iris("", ()), set()
        return node

    def _keep_names(self, graph: int, node_of: Integers) -> None:
        """Give the further names of grouped mentions to their chain, if its node has the mention."""
        links, rows = self._compared.links[graph], self._alternatives[graph]
        rows = rows[node_of[links.span[rows]] >= 0]
        if not len(rows):
            return
        mentions = zip(self._compared.mentions[graph], self._compared.instances[graph], strict=True)
        is_own = {(int(span), self._find_node(graph, int(instance))) for span, instance in mentions}
        for row in rows.tolist():
            span = int(links.span[row])
            node = int(node_of[span])
            if (span, node) in is_own:
                iris = self._find_iris(node)
                more = dict.fromkeys(
                    (*iris.others, *_list_iris(self._placed.graphs[graph], links.instance[row]).all)
                )
                self._iris[node] = _Iris(iris.own, tuple(more))

    def take_rows(self, sides: Mapping[int, int]) -> None:
        """Take single rows about types, statements and links from the side that each of them has."""
        is_used = np.zeros(self._start[-1] + self._new, dtype=bool)
        for target in self._target:
            is_used[target[target >= 0]] = True
        for row, side in sides.items():
            instances = self._rows.baseline.item(row), self._rows.changed.item(row)
            has = [
                instance >= 0 and is_used[self._find_node(graph, instance)]
                for graph, instance in enumerate(instances)
            ]
            # An instance of the side that was chosen is as that side has it already.
            if has[1 - side] and not has[side]:
                self._take_row(row, instances, side)

    def _take_row(self, row: int, instances: tuple[int, int], side: int) -> None:
        """Take one row from a side; the merged graph has its instance of the other side."""
        rows, here = self._rows, 1 - side
        kind, detail, span = KINDS[rows.kind[row]], int(rows.detail[row]), int(rows.span[row])
        node = self._find_node(here, instances[here])
        if kind is Kind.TYPE:
            lost, gained = (self._find_type(row, instances, graph) for graph in (here, side))
            types = self._types.setdefault(node, set(self._placed.graphs[here].types[instances[here]]))
            types.discard(lost)
            types.update(filter(None, [gained]))
        elif kind is Kind.STATEMENT:
            statements = rows.statements[detail].tolist()
            if statements[here] >= 0:
                self._left_out[here].extend(self._same_statements[here].find(statements[here]))
            if statements[side] >= 0:
                # The other row of a symmetric statement need not be taken too.
                found = self._same_statements[side].find(statements[side])[:1]
                self._taken[side].update(dict.fromkeys(found, node))
        elif span >= 0:
            # Only links are compared, and a mention went to the chain of another entry.
            partner = int(self._partner[side][instances[side]])
            chain = (here, partner) if partner >= 0 else (side, instances[side])
            self._target[here][self._find_mentions(here, instances[here], span)] = -1
            self._target[side][self._find_mentions(side, instances[side], span)] = self._find_node(*chain)
        elif kind is Kind.LINK:
            self._change_names(instances, side, rows.links[detail])
        else:
            raise ValueError(f"{kind} has no rule for a merge")

    def _find_type(self, row: int, instances: tuple[int, int], graph: int) -> str:
        """Return the type of a row in a graph, "" for none."""
        place = int(self._rows.types[self._rows.detail[row], graph])
        return self._compared.graphs[graph].types[instances[graph]][place] if place >= 0 else ""

    def _change_names(self, instances: tuple[int, int], side: int, change: LinkChange) -> None:
        """Give an instance the names that a side has: its IRIs, and statements such as sameAs."""
        here = 1 - side
        node = self._find_node(here, instances[here])
        before = self._find_iris(node)
        kept = [iri for iri in before.all if self._names.find(iri) not in change[here]]
        other = _list_iris(self._placed.graphs[side], instances[side])
        more = [iri for iri in other.all if self._names.find(iri) in change[side]]
        own = before.own
        if own not in kept:
            own = other.own if other.own in more else ""
        self._iris[node] = _Iris(own, tuple(iri for iri in dict.fromkeys([*kept, *more]) if iri != own))
        for row, iri in self._naming_statements[here].get(instances[here], ()):
            if self._names.find(iri) in change[here]:
                self._left_out[here].append(row)
        for row, iri in self._naming_statements[side].get(instances[side], ()):
            if self._names.find(iri) in change[side]:
                self._taken[side][row] = node

    @cached_property
    def _naming_statements(self) -> Sequence[Mapping[int, Sequence[tuple[int, str]]]]:
        """For each graph and instance, its statements that name it: the row, and the IRI."""
        found: list[defaultdict[int, list[tuple[int, str]]]] = []
        for graph in self._placed.graphs[:2]:
            found.append(defaultdict(list))
            for row, instance, iri in list_naming_statements(graph):
                found[-1][instance].append((row, iri))
        return found

    def _find_mentions(self, graph: int, instance: int, span: int) -> Integers:
        """Return the rows of an instance's mentions at a span."""
        links = self._compared.links[graph]
        return np.flatnonzero((links.instance == instance) & (links.span == span))

    def _find_iris(self, node: int) -> _Iris:
        known = self._iris.get(node)
        if known is None:
            graph, place = self._find_source(node)
            known = _list_iris(self._placed.graphs[graph], place)
        return known

    def build_graph(self) -> MergedGraph:
        """Return the graph of everything that was chosen."""
        placed, graphs = self._placed, self._placed.graphs
        # 1. The chosen mentions of each graph, and the node and span of all of them.
        chosen = [np.flatnonzero(target >= 0) for target in self._target]
        nodes = np.concatenate([target[rows] for target, rows in zip(self._target, chosen, strict=True)])
        spans = np.concatenate([placed.mentions[graph][rows] for graph, rows in enumerate(chosen)])
        # 2. Number the nodes that have a mention in the order of the text: ``number[node]``, or -1.
        used, first = np.unique(nodes[np.argsort(spans, kind="stable")], return_index=True)
        used = used[np.argsort(first)]
        number = np.full(self._start[-1] + self._new + 1, -1)
        number[used] = np.arange(len(used))
        # 3. Sort the mentions by span. ``rows`` maps the former row of a mention in each graph to the new
        #    one.
        order = np.argsort(pack(spans, number[nodes]))
        row_of = np.empty(len(order), dtype=np.int64)
        row_of[order] = np.arange(len(order))
        rows = [
            dict(zip(old.tolist(), new.tolist(), strict=True))
            for old, new in zip(chosen, np.split(row_of, [len(chosen[0])]), strict=True)
        ]
        # 4. Collect the columns of the merged graph.
        minimums = [
            {row: least for row in rows[graph] if (least := placed.minimums[graph].get(int(spans_[row])))}
            for graph, spans_ in enumerate(placed.mentions[:2])
        ]
        iris = list(map(self._find_iris, used.tolist()))
        span = spans[order]
        merged = replace(
            graphs[BASELINE],
            path="",
            documents=placed.documents,
            texts=tuple(placed.texts_of(BASELINE, CHANGED)),
            mentions=Mentions(
                document=placed.document[span],
                begin=placed.begin[span],
                end=placed.end[span],
                shape=placed.shape[span],
                instance=number[nodes][order],
            ),
            shapes=placed.shape_values,
            names=tuple(each.own for each in iris),
            labels=tuple(map(self._find_label, used.tolist())),
            types=tuple(map(self._find_types, used.tolist())),
            other_names={number: each.others for number, each in enumerate(iris) if each.others},
            mention_texts=_rekey([graph.mention_texts for graph in graphs], rows),
            minimums=_rekey(minimums, rows),
            optional=frozenset(_rekey([dict.fromkeys(graph.optional, True) for graph in graphs], rows)),
            term_labels={**graphs[CHANGED].term_labels, **graphs[BASELINE].term_labels},
            descriptions={**graphs[CHANGED].descriptions, **graphs[BASELINE].descriptions},
            facts=Facts(),
            unclear_values=graphs[BASELINE].unclear_values | graphs[CHANGED].unclear_values,
            sources=(),
            notices=(),
        )
        return self._add_statements(merged, number, self._find_stand_ins(number, nodes, spans))

    def _find_source(self, node: int) -> tuple[int, int]:
        """Return graph and instance of a node that is not new."""
        return (CHANGED, node - self._start[CHANGED]) if node >= self._start[CHANGED] else (BASELINE, node)

    def _find_label(self, node: int) -> str | None:
        if node >= self._start[-1]:
            return None
        graph, place = self._find_source(node)
        return self._placed.graphs[graph].labels[place]

    def _find_types(self, node: int) -> tuple[str, ...]:
        if node in self._types:
            return tuple(sorted(self._types[node]))
        graph, place = self._find_source(node)
        return self._placed.graphs[graph].types[place]

    def _find_stand_ins(self, number: Integers, nodes: Integers, spans: Integers) -> Integers:
        """Return the new number of the instance that replaces each node in statements, or -1.

        That is the node itself if the merged graph has it, else its partner, else the first instance with one
        of its spans.
        """
        stand_in = number[: self._start[-1]].copy()
        for graph, start in ((BASELINE, self._start[CHANGED]), (CHANGED, self._start[BASELINE])):
            partner = self._partner[graph]
            here = slice(self._start[graph], self._start[graph + 1])
            of_partner = np.where(partner >= 0, number[np.where(partner >= 0, partner + start, -1)], -1)
            stand_in[here] = np.where(stand_in[here] >= 0, stand_in[here], of_partner)
        # The first instance at each span: in descending order, the last write to a span wins.
        order = np.argsort(pack(spans, number[nodes]))[::-1]
        first = np.full(self._placed.spans, -1)
        first[spans[order]] = number[nodes[order]]
        for node in np.flatnonzero(stand_in < 0).tolist():
            graph, place = self._find_source(node)
            shared = (int(first[span]) for span in self._placed.spans_of(graph, place))
            stand_in[node] = next((found for found in shared if found >= 0), -1)
        return stand_in

    def _add_statements(self, merged: Graph, number: Integers, stand_in: Integers) -> MergedGraph:
        """Return the graph with statements: those of each node, but for the single ones that were chosen."""
        graphs = self._placed.graphs
        # 1. The new number of the instance that has each statement, or -1.
        subjects = [
            number[graph.statements.subject + start]
            for graph, start in zip(graphs[:2], self._start, strict=False)
        ]
        for column, left_out, taken in zip(subjects, self._left_out, self._taken, strict=True):
            column[left_out] = -1
            column[list(taken)] = number[list(taken.values())]
        # 2. Both graphs get the same numbers for predicates, paths and values. Two more values are the names
        # that replace an instance of either side for which no other one can stand in.
        left_out_names = [write_name(f"{OWN}left-out:{graph}") for graph in ("baseline", "changed")]
        predicates, predicate_of = _number_texts([graph.predicates for graph in graphs])
        paths, path_of = _number_texts([graph.paths for graph in graphs])
        values, value_of = _number_texts([(*graph.values, *left_out_names) for graph in graphs])
        left_out_value = {name: place for place, name in enumerate(values) if name in left_out_names}
        # 3. The statements of each graph, one after the other, with their references to instances.
        blocks: list[Integers] = []
        references: list[Integers] = []
        dangling = before = 0
        for side, graph in enumerate(graphs[:2]):
            statements_of_side = graph.statements
            subject = subjects[side]
            rows = np.flatnonzero(subject >= 0)
            # The new row of each statement, or -1.
            new = np.full(len(subject), -1)
            new[rows] = np.arange(before, before + len(rows))
            before += len(rows)
            row = new[statements_of_side.reference_statement]
            target = stand_in[statements_of_side.reference_instance + self._start[side]]
            value = value_of[side][statements_of_side.value]
            # Statements that refer to an instance without a stand-in.
            lost = np.unique(statements_of_side.reference_statement[(row >= 0) & (target < 0)])
            dangling += len(lost)
            is_instance = np.array([text == REFERENCE for text in graph.values], dtype=bool)
            value[lost[is_instance[statements_of_side.value[lost]]]] = left_out_value[left_out_names[side]]
            blocks.append(
                np.stack(
                    [
                        subject[rows],
                        predicate_of[side][statements_of_side.predicate[rows]],
                        statements_of_side.inverse[rows],
                        value[rows],
                    ]
                )
            )
            kept = (row >= 0) & (target >= 0)
            references.append(
                np.stack([row[kept], path_of[side][statements_of_side.reference_path[kept]], target[kept]])
            )
        subject, predicate, inverse, value = np.concatenate(blocks, axis=1)
        statement, path, instance = np.concatenate(references, axis=1)
        statements = Statements(
            subject=subject,
            predicate=predicate,
            inverse=inverse.astype(bool),
            value=value,
            reference_statement=statement,
            reference_path=path,
            reference_instance=instance,
        )
        return MergedGraph(
            replace(merged, statements=statements, predicates=predicates, values=values, paths=paths),
            dangling,
        )


class _Iris(NamedTuple):
    """The IRI of a node, "" for none, and its further ones."""

    own: str
    others: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (self.own, *self.others)


def _list_iris(graph: Graph, instance: int) -> _Iris:
    return _Iris(graph.names[instance], graph.other_names.get(instance, ()))


class _SameStatements:
    """Finds statements of a compared graph in the same graph as it was read.

    A comparison may leave out statements, so their rows differ, but not the numbers of instances.
    """

    def __init__(self, compared: Corpus, placed: Corpus, graph: int) -> None:
        self._compared, self._placed, self._graph = compared, placed, graph
        # The rows of each instance by what they state.
        self._rows: dict[int, dict[_Stated, int]] = {}

    def find(self, row: int) -> list[int]:
        """Return the row that states the same, and then its other row if the relation is symmetric."""
        subject = int(self._compared.tables[self._graph].subject[row])
        stated = self._describe(self._compared, row)
        found = [self._index(subject).get(stated, -1)]
        if stated.predicate in self._placed.graphs[self._graph].relations.symmetric:
            for path, target in stated.references:
                other = stated._replace(references=((path, subject),))
                found.append(self._index(target).get(other, -1))
        return [row for row in found if row >= 0]

    def _index(self, subject: int) -> Mapping[_Stated, int]:
        known = self._rows.get(subject)
        if known is None:
            rows = self._placed.tables[self._graph].rows(subject)
            known = self._rows[subject] = {self._describe(self._placed, row): row for row in rows}
        return known

    def _describe(self, corpus: Corpus, row: int) -> _Stated:
        source, table = corpus.graphs[self._graph], corpus.tables[self._graph]
        statements = source.statements
        return _Stated(
            source.predicates[statements.predicate[row]],
            bool(statements.inverse[row]),
            source.values[statements.value[row]],
            tuple((table.paths[path], target) for path, target in table.references.get(row, ())),
        )


class _Stated(NamedTuple):
    """A statement without its subject, in texts; references are (path, instance)."""

    predicate: str
    inverse: bool
    value: str
    references: tuple[tuple[str, int], ...]


def _rekey(columns: Sequence[Mapping[int, _Value]], rows: Sequence[Mapping[int, int]]) -> dict[int, _Value]:
    """Re-key values from former mention rows to the rows of the merged graph; drop values of other rows."""
    return {
        new[row]: words
        for of_row, new in zip(columns, rows, strict=False)
        for row, words in of_row.items()
        if row in new
    }


def _number_texts(columns: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], list[Integers]]:
    """Return the distinct texts in order, and the place of each text of each column among them."""
    given = list(columns)
    texts = sorted({text for column in given for text in column})
    place = {text: number for number, text in enumerate(texts)}
    return tuple(texts), [np.array([place[text] for text in column], dtype=np.int64) for column in given]


_SIDES: Mapping[Verdict | None, int] = {Verdict.BETTER: CHANGED, Verdict.WORSE: BASELINE}


class DefaultSide(StrEnum):
    """The side to take where no verdict decides: ``=``, ``?``, not judged, or disputed."""

    BASELINE = "baseline"
    CHANGED = "changed"

    @property
    def side(self) -> int:
        """The side as a number."""
        return BASELINE if self is DefaultSide.BASELINE else CHANGED


class Ruling(NamedTuple):
    """What to take of a bag."""

    # ``BASELINE`` or ``CHANGED``.
    side: int
    # True if the rule for the rest decided the side, and not a verdict.
    by_rule: bool
    # The side of rows that were judged by themselves, by their positions in ``Bag.divergences``.
    rows: tuple[tuple[int, int], ...] = ()
    # If changes have verdicts of their own: how many a verdict decides, and how many the rule for the rest.
    changes: tuple[int, int] | None = None
    # The spans of each group, if a reviewer said who is who; the bag then has these chains.
    groups: tuple[tuple[int, ...], ...] | None = None
    # The number of parts that are not sure, whose place the rule for the rest decided.
    unsure: int = 0
    # True if reviewers agree on the verdict, but gave different groups.
    is_open: bool = False
    # True if groups or verdicts on rows do not count, since the bag must be taken as a whole.
    is_forced: bool = False

    def force(self) -> Ruling:
        """Return the ruling without verdicts on rows."""
        return self._replace(rows=(), changes=None, is_forced=True)


def make_ruling(
    bag: Bag,
    rest: DefaultSide,
    verdict: Verdict | None = None,
    row_verdicts: Mapping[str, Verdict] | None = None,
    groups: Sequence[Sequence[PlacedPart]] = (),
) -> Ruling:
    """Return what to take of a bag with this verdict; ``rest`` is the side where no verdict decides.

    ``row_verdicts`` are those on own changes, by key; other rows have the bag's verdict. ``groups`` are the
    different answers to who is who.
    """
    given = list_row_verdicts(bag, tuple((row_verdicts or {}).items()))
    own = {place: each for place, each in enumerate(given) if each is not None}
    has_facts = any(row.kind in FACT_KINDS for row in bag.divergences)
    is_open = len(groups) > 1 and not has_facts
    if is_open:
        verdict = None
    whole = Ruling(_SIDES.get(verdict, rest.side), verdict not in _SIDES, is_open=is_open)
    if len(groups) == 1 and not has_facts:
        (placed,) = groups
        return Ruling(
            BASELINE,
            by_rule=False,
            rows=tuple((place, _SIDES[each]) for place, each in own.items() if each in _SIDES),
            groups=list_groups(placed, rest.side),
            unsure=sum(not part.is_sure for part in placed),
        )
    verdicts = [own.get(place, verdict) for place in range(len(bag.divergences))]
    sides = {_SIDES.get(each, rest.side) for each in verdicts}
    if has_facts and (groups or len(sides) > 1):
        return whole.force()
    if not own:
        return whole
    is_decided = [
        any(verdicts[place] in _SIDES for place in places) for places in group_rows(bag.divergences)
    ]
    ruling = whole._replace(changes=(is_decided.count(True), is_decided.count(False)))
    if len(sides) > 1:
        return ruling._replace(
            rows=tuple((place, _SIDES.get(each, rest.side)) for place, each in own.items())
        )
    # All rows have the same side, which may differ from the bag's.
    return ruling._replace(side=sides.pop(), by_rule=not any(is_decided))


class MergeCounts(NamedTuple):
    """The counts that describe a merged graph, as sentences for its user."""

    rest: DefaultSide
    # Bags taken from each side by a verdict, and bags taken by the rule for the rest.
    changed: int = 0
    baseline: int = 0
    by_rule: int = 0
    # Bags whose reviewers agree on the verdict, but not on who is who.
    open: int = 0
    # Bags by who is who, and their parts that are not sure.
    by_groups: int = 0
    unsure_parts: int = 0
    # Bags whose changes have verdicts of their own; and their changes, by a verdict and by the rule.
    by_change: int = 0
    judged_changes: int = 0
    other_changes: int = 0
    # Bags whose changes could not be separated; they are also in the first three counts.
    forced: int = 0
    # Statements about an instance that no chosen bag has.
    dangling: int = 0
    # Mentions without a place in the baseline's text.
    unplaced: int = 0
    # Values that could not be written.
    cut: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that describe the merged graph."""
        rest = "baseline" if self.rest is DefaultSide.BASELINE else "changed graph"
        sentences = [
            f"{count(self.changed, 'bag')} from the changed graph, as judged.",
            f"{count(self.baseline, 'bag')} from the baseline, as judged.",
        ]
        if self.by_groups:
            unsure = (
                f"; {count(self.unsure_parts, 'part')} not sure, as in the {rest} (--rest)"
                if self.unsure_parts
                else ""
            )
            sentences.append(f"{count(self.by_groups, 'bag')} by who is who{unsure}.")
        sentences.append(
            f"{count(self.by_rule, 'bag')} by the rule for the rest (no difference, not "
            f"sure, not judged, disagreement): from the {rest}."
        )
        if self.open:
            sentences.append(
                f"Reviewers gave different groups in {count(self.open, 'bag')}: from the {rest} (--rest)."
            )
        if self.by_change:
            left = (
                f", {self.other_changes:,} not judged, the same or not sure, and taken from the "
                f"{rest} (--rest)"
                if self.other_changes
                else ""
            )
            sentences.append(
                f"{count(self.by_change, 'bag')} change by change: "
                f"{count(self.judged_changes, 'change')} judged{left}."
            )
        if self.forced:
            sentences.append(
                f"{count(self.forced, 'bag')} as a whole, by the verdict on the bag or by the "
                "rule: groups and verdicts on changes do not count where there are facts, or mentions "
                "with several names."
            )
        if self.dangling:
            sentences.append(
                f"{self.dangling:,} "
                f"{'statement is' if self.dangling == 1 else 'statements are'} about an "
                "instance of the other side, which has no mention in the result."
            )
        if self.unplaced:
            have = "mention has" if self.unplaced == 1 else "mentions have"
            sentences.append(
                f"{self.unplaced:,} {have} no place in the baseline's text: written at the "
                "nearest place, without words."
            )
        if self.cut:
            sentences.append(f"Shortened {count(self.cut, 'long value')} of statements.")
        return tuple(sentences)
