"""Comparison of two graphs as Parquet tables, without holding both graphs in memory.

A bag is a connected component of spans and chains of both graphs. DuckDB finds the bags that are equal in
both graphs, which are only counted (``reduce``). The others become two small graphs, which are compared in
memory like any others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from coala.base.plain_text import readable
from coala.engine.compare import Comparison, compare_prepared
from coala.engine.summary import GRAPH_ROLES, Side
from coala.errors import CoalaError, ReadingError
from coala.model.kinds import STATEMENTS, TYPES
from coala.model.options import COUNT, KEEP, NAMES_OFF, Match, Options, Selection
from coala.prepare.compatibility import require_common
from coala.prepare.entity_names import note_bases, read_name_rules
from coala.prepare.prepare import prepare
from coala.reading.read import ReadingProgress, read_graphs
from coala.reading.worker.scratch import scratch_folder
from coala.tables.loading import is_tables
from coala.tables.reduce import Reduced, reduce_tables
from coala.tables.writing import write_tables


def compare_tables(
    baseline: str,
    changed: str,
    options: Options,
    progress: Callable[[ReadingProgress], None] | None = None,
) -> Comparison:
    """Compare two graphs, each a folder of Parquet tables or what ``compare`` takes.

    Bags, divergences, scores and fingerprints are those of ``compare``. Raises ``CoalaError`` for options
    that change what a span is, and ``ReadingError`` for graphs or tables that cannot be used.
    """
    _refuse_options(options)
    rules = read_name_rules(options)
    with scratch_folder() as scratch:
        folders = []
        for number, path in enumerate((baseline, changed)):
            folder = Path(path)
            if not is_tables(folder):
                folder = Path(scratch) / str(number)
                # One graph at a time is in memory.
                (graph,) = read_graphs([path], options.reading, progress=progress)
                write_tables(graph, folder, rules.bases)
                del graph
            folders.append(folder)
        reduced = reduce_tables(
            (folders[0], folders[1]), (baseline, changed), Path(scratch), rules, options.reading.memory_bytes
        )
    # Compare what may differ, then add the figures of the whole graphs.
    _check_texts(reduced, options)
    roles = GRAPH_ROLES[:2]
    # Which bases count is decided by the whole graphs.
    counting = rules.choose_bases(reduced.named)
    prepared = prepare(
        reduced.graphs,
        roles,
        selection=options.selection,
        align=options.align_texts,
        names=rules._replace(chosen=",".join(counting) or NAMES_OFF),
    )
    notices = (*rules.notices, *note_bases(reduced.named, roles, rules, counting))
    prepared = replace(prepared, name_notices=notices)
    if not len(reduced.equal):
        # Without equal bags, the graphs may have nothing in common.
        require_common(prepared.corpus, roles)
    content = [_list_content(reduced, graph, prepared.selection) for graph in (0, 1)]
    comparison = compare_prepared(prepared, roles, options, reduced.equal, content=content)
    return _add_equal_bags(comparison, reduced)


def _list_content(reduced: Reduced, graph: int, chosen: Selection) -> set[str]:
    """Return the kinds of content that a whole graph has, after the selection; tables have no facts."""
    predicates = reduced.predicates[graph].difference(chosen.ignore_predicates)
    if chosen.only_predicates:
        predicates = predicates.intersection(chosen.only_predicates)
    found = {TYPES: reduced.types[graph].difference(chosen.ignore_types), STATEMENTS: predicates}
    return {name for name, names in found.items() if names}


def _refuse_options(options: Options) -> None:
    """Raise ``CoalaError`` for options that change what a span is: tables compare spans as they are."""
    unsupported = {
        "--match": options.match is not Match.EXACT,
        "--optional-mentions": options.optional_mentions != COUNT,
        "--map-documents": options.map_documents is not None,
        "--singletons": options.singletons != KEEP,
        "--only-type": bool(options.selection.only_types),
    }
    given = [flag for flag, is_given in unsupported.items() if is_given]
    if given:
        raise CoalaError(
            f"{given[0]} does not work with --engine duckdb, which compares spans as "
            "stated. Leave one of them out."
        )


def _check_texts(reduced: Reduced, options: Options) -> None:
    """Raise ``ReadingError`` if texts differ and would have to be aligned."""
    if reduced.differing_texts and options.align_texts != "off":
        count = len(reduced.differing_texts)
        raise ReadingError(
            f"{count:,} document{' has' if count == 1 else 's have'} different texts in the two "
            f"graphs, first <{readable(reduced.differing_texts[0])}>. --engine duckdb "
            "cannot align texts. Leave it out, or add --align-texts off."
        )


def _add_equal_bags(comparison: Comparison, reduced: Reduced) -> Comparison:
    """Return the comparison with a summary of the whole graphs, not only of the bags that were compared."""
    summary, equal = comparison.summary, reduced.equal
    sides = [
        Side(side.path, *figures, sources=side.sources)
        for side, figures in zip((summary.baseline, summary.changed), reduced.figures, strict=True)
    ]
    return replace(
        comparison,
        summary=replace(
            summary,
            baseline=sides[0],
            changed=sides[1],
            bags=summary.bags + len(equal),
            mentions=sum(figures.mentions for figures in reduced.figures),
            largest=max(summary.largest, int(equal.max(initial=0))),
        ),
    )
