"""Export of the graph that the verdicts of a review produce (``coala export --to graph``).

The merged graph has the changed side of each bag that was judged better, and the baseline of each worse one.
The steps are:

1. Read the compared graphs again, and check that they are those of the review (``find_graphs``).
2. Compare them as the review did, and make a ``Ruling`` for each bag from its verdicts.
3. Merge the graphs (``coala.output.merging``). If only some changes of a bag are applied, check that the
   result has exactly these changes; if not, take the bag as a whole (``_VerdictMerge``).
4. Write the result as NIF, an RDF vocabulary for mentions in text.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np

from coala.base.files import Source
from coala.base.numerals import count
from coala.base.output import write_text
from coala.base.plain_text import visible_line
from coala.diff.alignment import align_instances
from coala.diff.bags import find_bags, members
from coala.diff.divergences import KINDS, Divergences, find_divergences
from coala.diff.ranked import group_rows
from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.engine.settings import list_named_files, names_file, read_settings
from coala.engine.summary import GRAPH_ROLES, Summary
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.model.corpus import Corpus
from coala.model.graph import Facts, Graph
from coala.model.kinds import FACT_KINDS, Kind
from coala.model.knowledge_bases import KnowledgeBases
from coala.model.options import COUNT, DROP, FILE_OPTIONS, NAMES_OFF, Match, Options
from coala.model.values import Span
from coala.output.judged import Judged
from coala.output.merging import DefaultSide, MergeCounts, MergedGraph, Merger, Ruling, make_ruling
from coala.output.native import NativeFiles, is_native
from coala.output.nif import GraphWriter
from coala.prepare.document_map import read_document_map
from coala.prepare.entity_names import read_name_rules
from coala.prepare.prepare import prepare
from coala.prepare.selection import drop_singletons
from coala.reading.read import ReadingProgress, never, read_graphs
from coala.review.file import Review

SIDES = (BASELINE, CHANGED)


class GraphSource(NamedTuple):
    """The path of a graph to read, and the hashes of its files; () if the user named the graph."""

    path: str
    sources: tuple[Source, ...] = ()


class WrittenGraph(NamedTuple):
    """A function that writes a merged graph, and sentences that describe how it was merged."""

    write: Callable[[], None]
    sentences: tuple[str, ...]


class MergeResult(NamedTuple):
    """The merged graph, the counts that describe it, and the knowledge bases that may name its instances."""

    graph: Graph
    counts: MergeCounts
    bases: KnowledgeBases

    def write_turtle(self, head: Sequence[str]) -> tuple[Iterator[str], tuple[str, ...]]:
        """Return the lines of NIF, with ``head`` and the counts in comments above it, and the counts."""
        writer = GraphWriter(self.graph, self.bases)
        # The number of values that cannot be written is only known after writing all of them.
        lines = list(writer.write_lines())
        sentences = self.counts._replace(cut=writer.cut).sentences
        return chain((f"# {line}\n" for line in (*head, *sentences)), lines), sentences


def merge_files(
    given: Sequence[GraphSource],
    fingerprints: Set[str],
    options: Options,
    decide: Callable[[Bag], Ruling],
    rest: DefaultSide,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> MergeResult:
    """Read and merge the baseline and the changed graph; gold is read too if it affects the bags.

    ``fingerprints`` are those of the review's bags. Raises ``CoalaError`` if a graph is not the one that was
    compared, or cannot be read.
    """
    paths = [graph.path for graph in given]
    graphs = read_graphs(paths, options.reading, progress=progress, cancelled=cancelled)
    for graph, role, (path, sources) in zip(graphs, GRAPH_ROLES, given, strict=False):
        _check_sources(graph, role, path, sources)
    return merge_graphs(graphs, fingerprints, options, decide, rest)


def merge_graphs(
    graphs: Sequence[Graph],
    fingerprints: Set[str],
    options: Options,
    decide: Callable[[Bag], Ruling],
    rest: DefaultSide,
) -> MergeResult:
    """Merge graphs that have been read, as ``merge_files`` does."""
    if options.singletons == DROP:
        graphs, _ = drop_singletons(graphs, GRAPH_ROLES)
    comparison = compare_graphs(*graphs, options=options)
    bags = list(comparison.contents)
    missing = fingerprints - {bag.fingerprint for bag in bags}
    if missing or len(bags) != len(fingerprints):
        raise CoalaError(
            f"{graphs[0].path}, {graphs[1].path}: {len(missing):,} of the review's "
            f"{count(len(fingerprints), 'bag')} not found between these graphs. Give the "
            "graphs that were compared, or renew the review with 'coala diff'."
        )
    placed = prepare(
        graphs[:2],
        GRAPH_ROLES[:2],
        documents=read_document_map(options.map_documents),
        align=options.align_texts,
    ).corpus
    # The bases that count must also count where the merged graph has lost its last name in one of them.
    counting = {
        name.base for own in comparison.corpus.entity_names[:2] for names in own.values for name in names
    }
    rules = read_name_rules(options)._replace(chosen=",".join(sorted(counting)) or NAMES_OFF)
    return _VerdictMerge(
        Merger(comparison, placed, graphs[:2], rules), options, list(map(decide, bags)), rest
    ).find_best()


def needs_gold(options: Options) -> bool:
    """Return True if gold affects which spans are in one bag."""
    return options.match is Match.MIN or options.optional_mentions != COUNT


def find_graphs(
    summary: Summary, inputs: Mapping[str, str], given: Mapping[str, str | None], options: Options
) -> list[GraphSource]:
    """Find the graphs of a review: the given ones, otherwise those at the paths in the review.

    The content of the latter must be unchanged, so the review must have their hashes. Raises ``CoalaError``
    if a graph is neither given nor found in the review.
    """
    found = []
    for role, side in summary.sides.items():
        if side is summary.gold and not needs_gold(options):
            continue
        if path := given.get(role):
            found.append(GraphSource(path))
        elif role in inputs and side.sources:
            found.append(GraphSource(inputs[role], side.sources))
        else:
            raise CoalaError(
                f"The review does not say where the {role} {side.path} is or what it contained. "
                f"Give it with --{role.partition(' ')[0]}."
            )
    return found


def _check_sources(graph: Graph, role: str, path: str, sources: Sequence[Source]) -> None:
    if sources and Counter(source.sha256 for source in sources) != Counter(
        source.sha256 for source in graph.sources
    ):
        raise CoalaError(
            f"{path}: the {role} has changed since the comparison (its SHA-256 differs). "
            f"Restore the old file, or give it with --{role.partition(' ')[0]}."
        )


class _VerdictMerge:
    """Takes the chosen side of each bag, or single changes of a bag if they can be separated exactly."""

    def __init__(
        self, merger: Merger, options: Options, rulings: Sequence[Ruling], rest: DefaultSide
    ) -> None:
        self._merger, self._options, self._rest = merger, options, rest
        # By the number of the bag in the comparison.
        numbers = merger.comparison.contents.numbers
        self._rulings = dict(zip(numbers, rulings, strict=True))
        # For the bags with only some changes applied: which ones.
        self._mixed = {
            number: self._follow_instances(number, ruling.rows)
            for number, ruling in self._rulings.items()
            if ruling.rows
        }
        # Those of these bags that must be taken as a whole.
        self._forced: set[int] = set()

    def _follow_instances(self, number: int, applied: Sequence[bool]) -> tuple[bool, ...]:
        """Return which rows of a bag are applied, given the verdicts.

        The types and statements of an instance that the merged graph lacks are not in it either.
        """
        rows = self._merger.comparison.divergences
        first = int(np.searchsorted(rows.bag, number))
        here = slice(first, first + len(applied))
        kinds = [KINDS[kind] for kind in rows.kind[here].tolist()]
        pairs = list(zip(rows.baseline[here].tolist(), rows.changed[here].tolist(), strict=True))
        # The new and gone instances that the merged graph lacks.
        lacking = {
            pair
            for kind, pair, is_applied in zip(kinds, pairs, applied, strict=True)
            if (kind, is_applied) in ((Kind.INSTANCE_ADDED, False), (Kind.INSTANCE_DROPPED, True))
        }
        return tuple(
            pair[1] < 0 if kind in (Kind.TYPE, Kind.STATEMENT) and pair in lacking else is_applied
            for kind, pair, is_applied in zip(kinds, pairs, applied, strict=True)
        )

    def find_best(self) -> MergeResult:
        """Merge, and take more and more bags as a whole until every applied change is exact."""
        if not self._merger.has_single_rows:
            self._forced.update(self._mixed)
        # The statements of an instance are taken together, so a single fact cannot be taken.
        divergences = self._merger.comparison.divergences
        is_fact = np.array([kind in FACT_KINDS for kind in KINDS])[divergences.kind]
        self._forced.update(self._mixed.keys() & set(divergences.bag[is_fact].tolist()))
        merged = self._merge()
        while inexact := self._find_inexact(merged.graph):
            self._forced |= inexact
            merged = self._merge()
        return MergeResult(merged.graph, self._count(merged), self._merger.names.bases)

    def _list_by_change(self) -> set[int]:
        """Return the bags to which single changes are applied."""
        return self._mixed.keys() - self._forced

    def _merge(self) -> MergedGraph:
        comparison = self._merger.comparison
        # Bags that do not differ are the same on both sides.
        side_of = np.zeros(comparison.bags.count, dtype=np.int64)
        by_change = self._list_by_change()
        for number, ruling in self._rulings.items():
            side_of[number] = 0 if number in by_change else ruling.side
        return self._merger.merge(
            side_of,
            {
                row: is_applied
                for number in by_change
                for is_applied in (True, False)
                for row in self._list_rows(number, applied=is_applied)
            },
        )

    def _list_rows(self, number: int, *, applied: bool) -> list[int]:
        """Return the rows of a bag that are applied, or those that are not."""
        first = int(np.searchsorted(self._merger.comparison.divergences.bag, number))
        return [
            first + place for place, is_applied in enumerate(self._mixed[number]) if is_applied is applied
        ]

    def _find_inexact(self, merged: Graph) -> set[int]:
        """Return the bags in which the merged graph differs by other changes than those that were applied.

        The merged graph must differ from the baseline by the applied rows, and from the changed graph by the
        others. Rows are compared by their marks: which spans differ, and in what.
        """
        by_change = self._list_by_change()
        if not by_change:
            return set()
        comparison, (baseline, changed) = self._merger.comparison, self._merger.read
        corpus, rows = comparison.corpus, comparison.divergences
        pairs = (baseline, merged), (merged, changed)
        found = [
            _find_marks(*self._find_differences(pair), side=side)
            for side, pair in zip(SIDES, pairs, strict=True)
        ]
        return {
            number
            for number, spans in self._find_spans(by_change).items()
            for side in SIDES
            if {mark for mark in found[side] if mark[1] in spans}
            != _find_marks(corpus, rows, self._list_rows(number, applied=side == BASELINE), side=side)
        }

    def _find_spans(self, numbers: Collection[int]) -> dict[int, set[Span]]:
        """Return the spans of each of these bags."""
        comparison = self._merger.comparison
        numbers = sorted(numbers)
        return {
            number: set(map(comparison.corpus.span, spans.tolist()))
            for number, spans in zip(numbers, members(comparison.bags.of_span, numbers), strict=True)
        }

    def _find_differences(self, graphs: Sequence[Graph]) -> tuple[Corpus, Divergences]:
        """Compare two graphs as the review did, without facts."""
        graphs = [replace(graph, facts=Facts()) for graph in graphs]
        options = self._options
        prepared = prepare(
            graphs,
            GRAPH_ROLES[:2],
            documents=read_document_map(options.map_documents),
            selection=options.selection,
            match=options.match,
            align=options.align_texts,
            names=self._merger.names,
        )
        corpus = prepared.corpus
        kinds = prepared.selection.kinds
        return corpus, find_divergences(corpus, find_bags(corpus), align_instances(corpus), kinds)

    def _count(self, merged: MergedGraph) -> MergeCounts:
        by_change = [
            ruling.changes
            for number, ruling in self._rulings.items()
            if ruling.changes is not None and number not in self._forced
        ]
        whole = [
            ruling
            for number, ruling in self._rulings.items()
            if ruling.changes is None or number in self._forced
        ]
        return MergeCounts(
            rest=self._rest,
            changed=sum(ruling.side == CHANGED and not ruling.by_rule for ruling in whole),
            baseline=sum(ruling.side == BASELINE and not ruling.by_rule for ruling in whole),
            by_rule=sum(ruling.by_rule for ruling in whole),
            by_change=len(by_change),
            judged_changes=sum(judged for judged, _ in by_change),
            other_changes=sum(others for _, others in by_change),
            forced=len(self._forced),
            dangling=merged.dangling,
            unplaced=_count_unplaced(merged.graph),
        )


def _count_unplaced(graph: Graph) -> int:
    """Return the number of mentions that have no exact place."""
    # The last place is for -1, a span without a shape.
    marked = np.array([*(bool(shape.unplaced) for shape in graph.shapes), False])
    return int(np.count_nonzero(marked[graph.mentions.shape]))


def _find_marks(
    corpus: Corpus, divergences: Divergences, rows: Iterable[int] | None = None, *, side: int
) -> set[tuple[str, Span]]:
    """Return which spans differ, and in what: ("mention", span), or what a type, statement or link says.

    These count at the first span of their instance. That instance is the one of the graph
    ``side``, which is the same in both comparisons, if that graph has one. By default all rows are taken.
    """
    marks: set[tuple[str, Span]] = set()
    columns = (divergences.kind, divergences.baseline, divergences.changed, divergences.span)
    kinds, *instances, spans = (column.tolist() for column in columns)
    for row in range(len(divergences)) if rows is None else rows:
        kind, span = KINDS[kinds[row]], spans[row]
        if span >= 0:
            marks.add(("mention", corpus.span(span)))
        elif kind in FACT_KINDS:
            # Bags with facts are taken as a whole.
            continue
        elif kind in (Kind.TYPE, Kind.STATEMENT, Kind.LINK):
            graph = side if instances[side][row] >= 0 else 1 - side
            first = corpus.span(corpus.spans_of(graph, instances[graph][row])[0])
            pair = instances[BASELINE][row], instances[CHANGED][row]
            marks.update((mark, first) for mark in _describe_change(corpus, divergences, row, kind, pair))
        else:
            graph = BASELINE if kind is Kind.INSTANCE_DROPPED else CHANGED
            of_instance = corpus.spans_of(graph, instances[graph][row])
            marks.update(("mention", corpus.span(number)) for number in of_instance)
    return marks


def _describe_change(
    corpus: Corpus, divergences: Divergences, row: int, kind: Kind, pair: tuple[int, int]
) -> Iterator[str]:
    """Yield what a row dropped and added: names, a type, or a statement without instances in its value."""
    if kind is Kind.LINK:
        for graph, names in enumerate(divergences.links[divergences.detail[row]]):
            yield from (f"{kind.value} {graph} {name}" for name in names)
        return
    details = divergences.types if kind is Kind.TYPE else divergences.statements
    for graph, detail in enumerate(details[divergences.detail[row]].tolist()):
        if detail < 0:
            continue
        source = corpus.graphs[graph]
        statements = source.statements
        content = (
            source.types[pair[graph]][detail]
            if kind is Kind.TYPE
            else (
                source.predicates[statements.predicate[detail]],
                bool(statements.inverse[detail]),
                source.values[statements.value[detail]],
            )
        )
        yield f"{kind.value} {graph} {content}"


# The hashes of a folder of a thousand files would hide the graph.
_MOST_HASHES = 3


class MakeGraph(Protocol):
    """A function that reads and merges the graphs; it no longer needs the review."""

    def __call__(
        self, progress: Callable[[ReadingProgress], None] | None, cancelled: Callable[[], bool]
    ) -> WrittenGraph: ...


def prepare_graph(
    judged: Judged, rest: DefaultSide, given: Mapping[str, str | None], output: str, *, lossy: bool = False
) -> MakeGraph:
    """Return a function that takes the changed side of better bags, the baseline of worse ones, and ``rest``.

    The name of the output decides whether the result is NIF or in the format of the baseline. ``lossy``
    accepts that the latter may not have everything.

    ``given`` has the paths of graphs (by role) and of files of options (by the option's name) that have moved
    since the comparison. Other files that the review names must be unchanged.
    """
    review = judged.review
    options = read_settings(_choose_settings(review, given))
    graphs = find_graphs(review.summary, review.inputs(), given, options)
    bags = {bag.entry.fingerprint: bag for bag in judged.bags}
    head = [visible_line(line) for line in _describe_head(judged)]
    if is_native(output) and options.singletons == DROP:
        raise CoalaError(
            f"{review.path}: chains of one mention were left out of this comparison, so the file would lose "
            "them. Write NIF instead: give the output the ending .ttl."
        )

    def decide(bag: Bag) -> Ruling:
        bag_of_review = bags[bag.fingerprint]
        rows = bag_of_review.rows()
        if not rows:
            return make_ruling(bag_of_review.verdict, {}, (), rest)
        changes = group_rows(bag.divergences)
        return make_ruling(bag_of_review.verdict, rows, row_keys(bag), rest, changes)

    def make(
        progress: Callable[[ReadingProgress], None] | None, cancelled: Callable[[], bool]
    ) -> WrittenGraph:
        # Reading the files first refuses a wrong name at once; it is not for the thread of a window.
        native = NativeFiles(graphs[0].path, output, options.reading) if is_native(output) else None
        merged = merge_files(graphs, bags.keys(), options, decide, rest, progress, cancelled)
        if native is not None:
            rewritten = native.replace_chains(merged.graph, lossy=lossy)
            return WrittenGraph(rewritten.write, (*merged.counts.sentences, *rewritten.sentences))
        lines, sentences = merged.write_turtle(head)
        return WrittenGraph(partial(write_text, output, lines), sentences)

    return make


def _choose_settings(review: Review, given: Mapping[str, str | None]) -> dict[str, str]:
    """Return the options of the comparison, with the given paths in place of files that have moved."""
    stored, unchanged = review.summary.settings, review.settings_to_repeat()
    again = {
        option.name: os.path.abspath(word) if names_file(option, word) else word
        for option in FILE_OPTIONS
        if (word := given.get(option.name))
    }
    named = list_named_files(stored)
    for option in FILE_OPTIONS:
        if option.name in named.keys() - unchanged.keys() - again.keys():
            raise CoalaError(
                f"{named[option.name]}: this has changed since the comparison, or the review does "
                f"not say what it was. Give it with {option.on_command_line}."
            )
    return {**unchanged, **again}


def _describe_head(judged: Judged) -> Iterator[str]:
    provenance = judged.provenance
    counted = (judge.name for judge in judged.provenance.reviewers if judged.pool.counted.counts(judge.name))
    reviewers = ", ".join(counted) or "nobody"
    yield f"The best of two graphs by the verdicts in {provenance.review}, given by {reviewers}"
    for role, side in provenance.inputs[:2]:
        hashes = " ".join(source.sha256 for source in side.sources[:_MOST_HASHES])
        more = " …" if len(side.sources) > _MOST_HASHES else ""
        yield f"{role}: {side.path} SHA-256 {hashes}{more}" if hashes else f"{role}: {side.path}"
    yield f"COALA {provenance.tool}, {provenance.time}"
