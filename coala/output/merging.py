"""Merging of two graphs by verdicts: of each bag, the merged graph has the side that was chosen.

A bag is a set of chains of both graphs that are connected by shared mentions. It is usually taken as a whole:
the merged graph has exactly its chains in the baseline (a verdict "worse") or in the changed graph
("better"). If the changes of a bag were judged separately, the baseline is taken with single changes applied.
A change is a row of ``coala.diff.divergences``, such as "span 17 moved from chain 4 to chain 9".

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

from coala.base.arrays import Integers
from coala.base.numerals import count
from coala.diff.alignment import align_instances
from coala.diff.divergences import KINDS, LinkChange
from coala.engine.compare import Comparison
from coala.model.bag import BASELINE, CHANGED, Verdict
from coala.model.columns import is_in, pack
from coala.model.corpus import Corpus
from coala.model.graph import Facts, Graph, Mentions, Statements
from coala.model.kinds import CHAIN_PAIR_KINDS, Kind
from coala.model.knowledge_bases import load_knowledge_bases
from coala.model.values import REFERENCE, write_name
from coala.prepare.entity_names import NameRules, list_naming_statements
from coala.reading.rdf.nif import OWN

_Value = TypeVar("_Value")

# The changes that take mentions from a baseline chain, and those that give mentions to a changed chain.
_LOSES = CHAIN_PAIR_KINDS | {Kind.MENTION_DROPPED, Kind.INSTANCE_DROPPED}
_GAINS = CHAIN_PAIR_KINDS | {Kind.MENTION_ADDED, Kind.INSTANCE_ADDED}


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
    # The graphs as they were read.
    read: Sequence[Graph]
    # Which names the comparison compared.
    names: NameRules = field(default_factory=lambda: NameRules(load_knowledge_bases(), {}))

    @property
    def has_single_rows(self) -> bool:
        """True if single rows can be taken: every mention that was read was compared."""
        return all(
            len(compared) == len(read)
            for compared, read in zip(self.comparison.corpus.mentions[:2], self.placed.mentions, strict=True)
        )

    def merge(self, side_of: Integers, rows: Mapping[int, bool]) -> MergedGraph:
        """Return the graph that has, of each bag, the side ``side_of[bag]``.

        ``rows`` has all rows of some bags, which must have the baseline as their side: True if it is applied.
        """
        choice = _Choice(self, side_of)
        for row, is_applied in rows.items():
            if is_applied:
                choice.apply(row)
            else:
                choice.refuse(row)
        return choice.build_graph()


def _find_alternatives(corpus: Corpus, graph: int) -> Integers:
    """Return the rows of ``Corpus.links`` of mentions whose span another row has."""
    links, size = corpus.links[graph], len(corpus.graphs[graph].names)
    compared = corpus.mentions[graph] * size + corpus.instances[graph]
    is_left = ~is_in(links.span * size + links.instance, compared) & corpus.mentioned(graph)[links.span]
    return np.flatnonzero(is_left)


class _Choice:
    """The mentions, types and statements of both graphs that the merged graph has.

    A node is an instance of either graph: with 10 instances in the baseline, instance 3 of the changed graph
    is node 13.
    """

    def __init__(self, merger: Merger, side_of: Integers) -> None:
        self._placed, self._compared = merger.placed, merger.comparison.corpus
        self._names = merger.names
        self._rows = merger.comparison.divergences
        self._partner = align_instances(self._compared).partner
        bags = merger.comparison.bags
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
        # For each graph, the statements that the merged graph lacks, and those that another node takes.
        self._left_out: tuple[list[int], list[int]] = ([], [])
        self._taken: dict[int, int] = {}
        self._same_statements = [
            _SameStatements(self._compared, self._placed, graph) for graph in (BASELINE, CHANGED)
        ]

    def apply(self, row: int) -> None:
        """Apply one row of the divergences to the baseline."""
        rows = self._rows
        kind = KINDS[rows.kind[row]]
        x, y, span = int(rows.baseline[row]), int(rows.changed[row]), int(rows.span[row])
        is_relinked = kind is Kind.LINK and span >= 0
        if kind in _LOSES or is_relinked:
            rows_of_x = self._find_mentions(BASELINE, x, span)
            self._target[BASELINE][rows_of_x] = -1
            self._target[BASELINE][self._find_alternatives(BASELINE, rows_of_x)] = -1
        if kind in _GAINS or is_relinked:
            # The baseline's partner of the chain gets the mentions, or else the changed chain itself.
            partner = int(self._partner[CHANGED][y])
            node = partner if partner >= 0 else self._start[CHANGED] + y
            rows_of_y = self._find_mentions(CHANGED, y, span)
            self._target[CHANGED][rows_of_y] = node
            others = self._find_alternatives(CHANGED, rows_of_y)
            self._target[CHANGED][others] = self._start[CHANGED] + self._placed.instances[CHANGED][others]
        if kind is Kind.TYPE:
            dropped, added = self._find_types(row)
            if x >= 0:
                self._change_types(x, dropped, added)
        elif kind is Kind.STATEMENT:
            lost, gained = rows.statements[rows.detail[row]].tolist()
            if lost >= 0:
                self._left_out[BASELINE].extend(self._same_statements[BASELINE].find(lost))
            if gained >= 0 and x >= 0:
                # The other row of a symmetric statement need not be taken too.
                self._taken.update(dict.fromkeys(self._same_statements[CHANGED].find(gained)[:1], x))
        elif kind is Kind.LINK and not is_relinked:
            self._change_names(x, y, rows.links[rows.detail[row]])
        elif kind not in _LOSES | _GAINS and not is_relinked:
            # Bags with facts are taken whole.
            raise ValueError(f"{kind} cannot go over alone")

    def refuse(self, row: int) -> None:
        """Leave one row out: a new instance that the merged graph has is without this type or statement."""
        rows = self._rows
        kind, y = KINDS[rows.kind[row]], int(rows.changed[row])
        if rows.baseline[row] >= 0:
            return
        if kind is Kind.TYPE:
            self._change_types(self._start[CHANGED] + y, self._find_types(row)[1], "")
        elif kind is Kind.STATEMENT:
            added = int(rows.statements[rows.detail[row], 1])
            self._left_out[CHANGED].extend(self._same_statements[CHANGED].find(added))

    def _find_types(self, row: int) -> tuple[str, str]:
        """Return the dropped and the added type of a row; "" for none."""
        rows, graphs = self._rows, self._compared.graphs
        lost, gained = rows.types[rows.detail[row]].tolist()
        return (
            graphs[BASELINE].types[rows.baseline[row]][lost] if lost >= 0 else "",
            graphs[CHANGED].types[rows.changed[row]][gained] if gained >= 0 else "",
        )

    def _change_types(self, node: int, dropped: str, added: str) -> None:
        ((graph, place),) = self._find_sources(np.array([node]))
        types = self._types.setdefault(node, set(self._placed.graphs[graph].types[place]))
        types.discard(dropped)
        types.update(filter(None, [added]))

    def _change_names(self, x: int, y: int, change: LinkChange) -> None:
        """Give a node of the baseline the names of its partner: its IRIs, and statements such as sameAs."""
        before = self._iris.get(x) or _list_iris(self._placed.graphs[BASELINE], x)
        kept = [iri for iri in before.all if self._names.find(iri) not in change.dropped]
        partner = _list_iris(self._placed.graphs[CHANGED], y)
        more = [iri for iri in partner.all if self._names.find(iri) in change.added]
        own = before.own
        if own not in kept:
            own = partner.own if partner.own in more else ""
        self._iris[x] = _Iris(own, tuple(iri for iri in dict.fromkeys([*kept, *more]) if iri != own))
        for row, iri in self._naming_statements[BASELINE].get(x, ()):
            if self._names.find(iri) in change.dropped:
                self._left_out[BASELINE].append(row)
        for row, iri in self._naming_statements[CHANGED].get(y, ()):
            if self._names.find(iri) in change.added:
                self._taken[row] = x

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
        """Return the rows of an instance's mentions at a span, or of all its mentions if there is no span."""
        links = self._compared.links[graph]
        here = links.instance == instance
        return np.flatnonzero(here & (links.span == span) if span >= 0 else here)

    def _find_alternatives(self, graph: int, rows: Integers) -> Integers:
        """Return the rows of the same spans that are alternatives to these."""
        spans, others = self._compared.links[graph].span, self._alternatives[graph]
        return others[is_in(spans[others], spans[rows])]

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
        number = np.full(self._start[-1] + 1, -1)
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
        named = self._find_sources(used)
        iris = [
            self._iris.get(node) or _list_iris(graphs[graph], place)
            for node, (graph, place) in zip(used.tolist(), named, strict=True)
        ]
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
            labels=tuple(graphs[graph].labels[place] for graph, place in named),
            types=tuple(
                tuple(sorted(self._types[node])) if node in self._types else graphs[graph].types[place]
                for node, (graph, place) in zip(used.tolist(), named, strict=True)
            ),
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

    def _find_sources(self, nodes: Integers) -> list[tuple[int, int]]:
        """Return graph and instance of each node."""
        return [
            (CHANGED, node - self._start[CHANGED]) if node >= self._start[CHANGED] else (BASELINE, node)
            for node in nodes.tolist()
        ]

    def _find_stand_ins(self, number: Integers, nodes: Integers, spans: Integers) -> Integers:
        """Return the new number of the instance that replaces each node in statements, or -1.

        That is the node itself if the merged graph has it, else its partner, else the first instance with one
        of its spans.
        """
        stand_in = number[:-1].copy()
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
            ((graph, place),) = self._find_sources(np.array([node]))
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
        for column, rows_left_out in zip(subjects, self._left_out, strict=True):
            column[rows_left_out] = -1
        subjects[CHANGED][list(self._taken)] = number[list(self._taken.values())]
        # 2. Both graphs get the same numbers for predicates, paths and values. Two more values are the names
        # that replace an instance of either side for which no other one can stand in.
        left_out = [write_name(f"{OWN}left-out:{graph}") for graph in ("baseline", "changed")]
        predicates, predicate_of = _number_texts([graph.predicates for graph in graphs])
        paths, path_of = _number_texts([graph.paths for graph in graphs])
        values, value_of = _number_texts([(*graph.values, *left_out) for graph in graphs])
        left_out_value = {name: place for place, name in enumerate(values) if name in left_out}
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
            value[lost[is_instance[statements_of_side.value[lost]]]] = left_out_value[left_out[side]]
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
    # If the changes were judged separately: for each row of the divergences, True if it is applied. ``side``
    # then only counts if the rows cannot be separated exactly.
    rows: tuple[bool, ...] = ()
    # If changes have verdicts of their own: how many a verdict decides, and how many the rule for the rest.
    changes: tuple[int, int] | None = None


def make_ruling(
    verdict: Verdict | None,
    row_verdicts: Mapping[str, Verdict],
    keys: Sequence[str],
    rest: DefaultSide,
    changes: Iterable[Sequence[int]] = (),
) -> Ruling:
    """Return what to take of a bag with this verdict.

    ``keys`` are the keys of its rows, and ``row_verdicts`` the verdicts on single rows by key. A row without
    a verdict of its own has the bag's. ``rest`` is the side to take where no verdict decides. ``changes``
    has the positions of the rows of each change (``coala.diff.ranked.group_rows``).
    """
    ruling = Ruling(_SIDES.get(verdict, rest.side), verdict not in _SIDES)
    if not any(key in row_verdicts for key in keys):
        return ruling
    verdicts = [row_verdicts.get(key, verdict) for key in keys]
    is_decided = [any(verdicts[place] in _SIDES for place in places) for places in changes]
    ruling = ruling._replace(changes=(is_decided.count(True), is_decided.count(False)))
    sides = {_SIDES.get(each, rest.side) for each in verdicts}
    if len(sides) > 1:
        return ruling._replace(rows=tuple(_SIDES.get(each, rest.side) == CHANGED for each in verdicts))
    # All rows have the same side, which may differ from the bag's.
    return ruling._replace(side=sides.pop(), by_rule=not any(each in _SIDES for each in verdicts))


class MergeCounts(NamedTuple):
    """The counts that describe a merged graph, as sentences for its user."""

    rest: DefaultSide
    # Bags taken from each side by a verdict, and bags taken by the rule for the rest.
    changed: int = 0
    baseline: int = 0
    by_rule: int = 0
    # Bags whose changes have verdicts of their own; and their changes, by a verdict and by the rule.
    by_change: int = 0
    judged_changes: int = 0
    other_changes: int = 0
    # Bags whose changes could not be separated exactly; they are also in the first three counts.
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
            (
                f"{count(self.by_rule, 'bag')} by the rule for the rest (no difference, not "
                f"sure, not judged, disagreement): from the {rest}."
            ),
        ]
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
                "rule: the changes have their own verdicts, but cannot be separated exactly."
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
