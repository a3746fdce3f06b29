"""Reading of inputs (paths, or rdflib graphs) into graphs of ``coala.model``.

``read_graphs`` is the entry of this package; packages that call it need not know RDF. Each path is read in
its own child process, all of them at the same time. A graph in memory is read in this process, by the same
code.
"""

from __future__ import annotations

import os.path
import queue
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from coala.errors import Cancelled, CoalaError, ReadingError
from coala.formats.format_options import complete_options
from coala.model.options import ReadOptions
from coala.reading.limits import most_memory
from coala.reading.sources.inputs import Input, find_files
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import Vocabulary, load_vocabularies
from coala.reading.worker.parent import Child, Event
from coala.reading.worker.scratch import scratch_folder

if TYPE_CHECKING:
    import rdflib

    from coala.model.graph import Graph
    from coala.reading.interpretation.content import Content

    GraphInput = str | rdflib.Graph
    """A path, or a graph in memory."""


POLL_SECONDS = 0.03
"""Seconds between two checks of ``cancelled``."""


class ReadingProgress(NamedTuple):
    """The progress of one graph: its position among the inputs, and bytes and triples so far.

    The total is None for standard input.
    """

    graph: int
    done_bytes: int
    total_bytes: int | None
    triples: int


def never() -> bool:
    """Return False: the default of ``cancelled``."""
    return False


def read_graphs(
    inputs: Sequence[GraphInput],
    options: ReadOptions,
    *,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] = never,
    meanwhile: Callable[[], None] | None = None,
    unreadable: Callable[[int, ReadingError], None] | None = None,
    may_be_empty: Collection[int] = (),
) -> tuple[Graph, ...]:
    """Read every input: a file, a folder, ``-`` for standard input, or an rdflib graph.

    ``progress`` and ``cancelled`` are called in the calling thread, the latter at least every 50 ms while
    children work; ``meanwhile`` is called once as soon as they are started. If ``unreadable`` is given, it is
    called with the position and error of each unusable input, which is omitted from the result.
    The inputs at the positions ``may_be_empty`` may have documents without any mention; they have the notice
    ``no-mentions`` then.

    Raises:
        ReadingError: an input is unusable, and there is no ``unreadable``.
        Cancelled: ``cancelled`` returned True; the children are ended.
    """
    if options.records.record:
        return _read_records(inputs, options, cancelled)
    if options.records.given:
        raise CoalaError(
            f"{options.records.given[0]} is for tables of records: give --record COLUMN too, the column with "
            "the identifier of a record."
        )
    vocabularies = load_vocabularies(options.vocabulary)
    options = complete_options(options)
    if options.texts is not None and not os.path.isdir(options.texts):
        raise ReadingError(f"{options.texts}: --texts must be a folder of text files.")
    if list(inputs).count("-") > 1:
        raise ReadingError("Only one graph can come from standard input. Give the other as a file.")

    @contextmanager
    def skip_unreadable(place: int) -> Iterator[None]:
        """Pass an error about the input at this position to ``unreadable``, if there is one."""
        try:
            yield
        except ReadingError as error:
            if unreadable is None:
                raise
            unreadable(place, error)

    sources = {}
    for place, path in enumerate(inputs):
        if isinstance(path, str):
            with skip_unreadable(place):
                sources[place] = find_files(path, options.formats)
    # Start one child for each path. Children put their messages into ``events``.
    most = most_memory(len(sources))
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with scratch_folder() as folder:
        children = {place: Child(place, source, folder, events) for place, source in sources.items()}
        try:
            for place, child in children.items():
                child.start(vocabularies, options, most, may_be_empty=place in may_be_empty)
            # Import numpy while the children are reading.
            from coala.reading.interpretation.graph_builder import build_graph

            if meanwhile is not None:
                meanwhile()
            graphs = {
                place: build_graph(_name_graph(place), _read_content(place, graph, vocabularies, options))
                for place, graph in enumerate(inputs)
                if not isinstance(graph, str)
            }
            # Handle messages until each child has sent None, its last one.
            running = set(children)
            while running:
                if cancelled():
                    raise Cancelled("Reading was cancelled.")
                try:
                    place, message = events.get(timeout=POLL_SECONDS)
                except queue.Empty:
                    continue
                child = children[place]
                if message is None:
                    running.discard(place)
                    with skip_unreadable(place):
                        (graphs[place],) = child.read_results(options)
                elif (done := child.handle_message(message)) is not None and progress is not None:
                    progress(ReadingProgress(place, done.bytes, child.source.size, done.triples))
        finally:
            for child in children.values():
                child.kill()
    return tuple(graphs[place] for place in sorted(graphs))


def _read_records(
    inputs: Sequence[GraphInput], options: ReadOptions, cancelled: Callable[[], bool]
) -> tuple[Graph, ...]:
    """Read tables of records, which options describe, in one child process."""
    try:
        import duckdb  # noqa: F401 - to say how to install it
    except ImportError as error:
        raise CoalaError("Tables of records need DuckDB. In a checkout: pip install '.[duckdb]'.") from error
    paths = [path for path in inputs if isinstance(path, str)]
    if len(paths) < len(inputs):
        raise ReadingError("With --record, every graph is the file of a table.")
    tables = Input(paths[0], tuple(File(path, path) for path in paths), (), 0)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with scratch_folder() as folder:
        child = Child(0, tables, folder, events)
        try:
            child.start((), options, most_memory(1))
            while True:
                if cancelled():
                    raise Cancelled("Reading was cancelled.")
                try:
                    _, message = events.get(timeout=POLL_SECONDS)
                except queue.Empty:
                    continue
                if message is None:
                    return child.read_results(options)
                child.handle_message(message)
        finally:
            child.kill()


def _name_graph(place: int) -> str:
    return f"graph {place + 1}"


def _read_content(
    place: int, graph: rdflib.Graph, candidates: Sequence[Vocabulary], options: ReadOptions
) -> Content:
    """Return the mentions, instances and statements of an rdflib graph, which is the input at ``place``."""
    # Imported late: rdflib takes longer to import than most graphs take to read.
    from coala.reading.interpretation.interpret import interpret
    from coala.reading.interpretation.text_folder import TextFolder
    from coala.reading.rdf.collector import Collector
    from coala.reading.rdf.load import Unwatched
    from coala.reading.rdf.rdflib_parser import collect_graph
    from coala.reading.rdf.vocabulary_detection import recognise_vocabulary
    from coala.reading.remarks import Remarks
    from coala.reading.sources.texts import Texts

    vocabulary = candidates[0]
    collector = Collector(vocabulary)
    collect_graph(graph, collector)
    # The properties met show which vocabulary it is. If it is not the first, collect all triples again.
    if len(candidates) > 1 and collector.triples:
        used = recognise_vocabulary(_name_graph(place), collector, candidates)
        if used is not vocabulary:
            vocabulary, collector = used, Collector(used)
            collect_graph(graph, collector)
    path = str(options.texts)
    folder = (
        TextFolder(path, Texts(path), vocabulary, options.base, Unwatched())
        if options.texts is not None
        else None
    )
    remarks = Remarks(vocabulary.words())
    return interpret(
        _name_graph(place),
        collector,
        vocabulary,
        remarks,
        folder,
        options,
    )
