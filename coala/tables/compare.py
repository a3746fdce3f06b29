"""Comparison of two graphs as Parquet tables, without holding both graphs in memory.

A bag is a connected component of spans and chains of both graphs. A database finds the bags that are equal in
both graphs, which are only counted (``reduce``). The others become small graphs, which are compared in memory
like any others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from coala.engine.compare import Comparison, compare_prepared
from coala.engine.summary import GRAPH_ROLES
from coala.errors import CoalaError
from coala.model.options import DEFAULTS, DROP, NAMES_OFF, OPTIONS, Options, value_of
from coala.prepare.compatibility import require_common
from coala.prepare.entity_names import note_bases, read_name_rules
from coala.prepare.prepare import Preparation, prepare
from coala.reading.read import ReadingProgress, read_graphs
from coala.reading.worker.scratch import scratch_folder
from coala.tables.database import Database
from coala.tables.duck import DuckDatabase
from coala.tables.loading import is_tables
from coala.tables.reduce import reduce_tables
from coala.tables.spark import SparkDatabase
from coala.tables.writing import write_tables

ENGINES: Mapping[str, Callable[[Path, int | None], Database]] = {
    "duckdb": DuckDatabase,
    "spark": SparkDatabase,
}
"""The databases that compare tables."""


def compare_tables(
    baseline: str,
    changed: str,
    options: Options,
    progress: Callable[[ReadingProgress], None] | None = None,
    gold: str | None = None,
    engine: str = "duckdb",
) -> Comparison:
    """Compare two graphs, each a folder of Parquet tables or what ``compare`` takes, also against gold.

    ``engine`` is one of ``ENGINES``. Bags, divergences, scores and fingerprints are those of ``compare``.
    Raises ``CoalaError`` for an engine that is not installed and for wanted types, which tables do not
    support, and ``ReadingError`` for graphs or tables that cannot be used.
    """
    if options.selection.only_types:
        raise CoalaError(f"--only-type does not work with --engine {engine}. Leave one of them out.")
    paths = [path for path in (baseline, changed, gold) if path is not None]
    _refuse_ways_to_read(paths, options)
    roles = GRAPH_ROLES[: len(paths)]
    rules = read_name_rules(options)
    preparation = Preparation.from_options(options, names=rules)
    # Tables of records are read together: the first one may list the records and their fields for all.
    read = read_graphs(paths, options.reading, progress=progress) if options.reading.records.record else ()
    with scratch_folder() as scratch:
        folders = []
        for number, path in enumerate(paths):
            folder = path
            if not is_tables(path):
                folder = str(Path(scratch) / str(number))
                # One graph at a time is in memory.
                (graph,) = read[number : number + 1] or read_graphs(
                    [path], options.reading, progress=progress
                )
                write_tables(graph, Path(folder))
                del graph
            folders.append(folder)
        del read
        with closing(ENGINES[engine](Path(scratch), options.reading.memory_bytes)) as database:
            reduced = reduce_tables(
                database,
                folders,
                paths,
                Path(scratch),
                rules,
                preparation,
                singletons=options.singletons != DROP,
            )
    # Compare what may differ. The bases that count are those of the complete graphs.
    counting = rules.choose_bases(reduced.named)
    scored = rules.choose_scored(reduced.named, None if gold is None else len(paths) - 1)
    names = rules._replace(chosen=",".join(counting) or NAMES_OFF, scored=tuple(scored))
    # The documents of the tables are mapped already.
    remaining = replace(preparation, documents=None, names=names, terms=reduced.terms)
    prepared = prepare(reduced.graphs, roles, remaining)
    notices = (*rules.notices, *note_bases(reduced.named, roles, rules, counting))
    prepared = replace(
        prepared,
        document_notices=(*reduced.document_notices, *prepared.document_notices),
        span_notices=(*reduced.span_notices, *prepared.span_notices),
        name_notices=notices,
    )
    if not (reduced.rest.bag >= 0).any():
        # Without equal bags, the graphs may have nothing in common.
        require_common(prepared.corpus, roles)
    return compare_prepared(prepared, roles, options, rest=reduced.rest)


def _refuse_ways_to_read(paths: Sequence[str], options: Options) -> None:
    """Raise ``CoalaError`` if an option says how to read files, but a path has tables."""
    tables = next((path for path in paths if is_tables(path)), None)
    wrong = [
        option
        for option in OPTIONS
        if option.within[:1] == ("reading",)
        and option.name != "memory_bytes"
        and value_of(options, option) != value_of(DEFAULTS, option)
    ]
    if tables is not None and wrong:
        way = f"--format-option {wrong[0].key}" if wrong[0].key else wrong[0].flag
        raise CoalaError(
            f"{tables}: has tables, which {way} does not change. Leave it out, or compare the files "
            "from which the tables were made."
        )
