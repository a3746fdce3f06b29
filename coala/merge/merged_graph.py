"""Export of the graph that the verdicts of a review produce (``coala export --to graph``).

The merged graph has each group as one chain where a reviewer said who is who. Otherwise it has the changed
side of each bag that was judged better, and the baseline of each worse one. The steps are:

1. Read the compared graphs again, and check that they are those of the review (``find_graphs``).
2. Compare them as the review did, and make a ``Ruling`` for each bag from its verdicts.
3. Merge the graphs (``coala.merge.merging``).
4. Write the result as NIF, an RDF vocabulary for mentions in text.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np

from coala.base.files import Source
from coala.base.numerals import count
from coala.base.output import write_text
from coala.base.plain_text import visible_line
from coala.engine.compare import compare_graphs
from coala.engine.settings import list_named_files, names_file, read_settings
from coala.engine.summary import GRAPH_ROLES, Summary
from coala.errors import CoalaError
from coala.merge.merging import DefaultSide, MergeCounts, MergedGraph, Merger, Ruling, make_ruling
from coala.merge.native import NativeFiles, is_native
from coala.merge.nif import GraphWriter
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.model.graph import Graph
from coala.model.knowledge_bases import KnowledgeBases
from coala.model.options import COUNT, DROP, FILE_OPTIONS, Match, Options
from coala.prepare.entity_names import read_name_rules
from coala.prepare.prepare import Preparation, prepare
from coala.prepare.selection import drop_singletons
from coala.reading.read import ReadingProgress, never, read_graphs
from coala.results.verdicts.judged import Judged
from coala.review.file import Review


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
    placed = prepare(graphs[:2], GRAPH_ROLES[:2], Preparation.of_texts(options)).corpus
    merger = Merger(comparison, placed, read_name_rules(options))
    merged, counts = _merge(merger, list(map(decide, bags)), rest)
    return MergeResult(merged.graph, counts, merger.names.bases)


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


def _merge(merger: Merger, rulings: Sequence[Ruling], rest: DefaultSide) -> tuple[MergedGraph, MergeCounts]:
    """Merge by the rulings on the interesting bags, and count these."""
    if merger.has_alternatives:
        rulings = [ruling.force() if ruling.rows and ruling.groups is None else ruling for ruling in rulings]
    comparison = merger.comparison
    numbers, divergences = comparison.contents.numbers, comparison.divergences
    # Bags that do not differ are the same on both sides.
    side_of = np.zeros(comparison.bags.count, dtype=np.int64)
    side_of[numbers] = [ruling.side for ruling in rulings]
    first = np.searchsorted(divergences.bag, numbers).tolist()
    merged = merger.merge(
        side_of,
        {
            start + place: side
            for start, ruling in zip(first, rulings, strict=True)
            for place, side in ruling.rows
            # Groups alone say where a mention is.
            if ruling.groups is None or divergences.span[start + place] < 0
        },
        {
            number: ruling.groups
            for number, ruling in zip(numbers, rulings, strict=True)
            if ruling.groups is not None
        },
    )
    by_change = [ruling.changes for ruling in rulings if ruling.changes is not None]
    whole = [ruling for ruling in rulings if ruling.changes is None and ruling.groups is None]
    return merged, MergeCounts(
        rest=rest,
        changed=sum(ruling.side == CHANGED and not ruling.by_rule for ruling in whole),
        baseline=sum(ruling.side == BASELINE and not ruling.by_rule for ruling in whole),
        by_rule=sum(ruling.by_rule for ruling in whole),
        open=sum(ruling.is_open for ruling in rulings),
        by_groups=sum(ruling.groups is not None for ruling in rulings),
        unsure_parts=sum(ruling.unsure for ruling in rulings),
        by_change=len(by_change),
        judged_changes=sum(judged for judged, _ in by_change),
        other_changes=sum(others for _, others in by_change),
        forced=sum(ruling.is_forced for ruling in rulings),
        dangling=merged.dangling,
        unplaced=_count_unplaced(merged.graph),
    )


def _count_unplaced(graph: Graph) -> int:
    """Return the number of mentions that have no exact place."""
    # The last place is for -1, a span without a shape.
    marked = np.array([*(bool(shape.unplaced) for shape in graph.shapes), False])
    return int(np.count_nonzero(marked[graph.mentions.shape]))


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

    # Groups fit the bag of the review, which has the same spans; the thread must not read the review.
    groups = {
        bag.entry.fingerprint: [review.place_parts(bag.entry.number, each) for each in settled.groups]
        for bag in judged.bags
        if (settled := judged.pool.settled.get(bag.entry.fingerprint)) is not None and settled.groups
    }

    def decide(bag: Bag) -> Ruling:
        own = bags[bag.fingerprint]
        return make_ruling(bag, rest, own.verdict, own.rows(), groups.get(bag.fingerprint, ()))

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
