"""Paths or rdflib graphs become graphs of ``coala.model``: no other part of the program knows RDF.

Every path is read in a child process of its own, all at the same time; a graph in memory is read here,
through the same collector.
"""

from __future__ import annotations

import os.path
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from coala.errors import Cancelled, ReadingError
from coala.formats.format_options import complete_options
from coala.model.options import ReadOptions
from coala.reading.limits import most_memory
from coala.reading.sources.inputs import find_files
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
"""How often a wish to stop is looked for."""


class ReadingProgress(NamedTuple):
    """How far one graph (its place among the inputs) is read; the total is None for standard input."""

    graph: int
    done_bytes: int
    total_bytes: int | None
    triples: int


def never() -> bool:
    """For those who do not cancel."""
    return False


def read_graphs(
    inputs: Sequence[GraphInput],
    options: ReadOptions,
    *,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] = never,
    meanwhile: Callable[[], None] | None = None,
    unreadable: Callable[[int, ReadingError], None] | None = None,
) -> tuple[Graph, ...]:
    """Read every input: a file, a folder, ``-`` for standard input, or an rdflib graph.

    ``progress`` and ``cancelled`` are called in the calling thread, the latter at least every 50 ms while
    children work; ``meanwhile`` is called once as soon as they are started. With ``unreadable``, an
    input that cannot be used is told to it, by its place, and left out of what is returned.

    Raises:
        ReadingError: one of them cannot be used, and there is no ``unreadable``; nothing is returned then.
        Cancelled: ``cancelled`` said so; the children are gone.
    """
    vocabularies = load_vocabularies(options.vocabulary)
    options = complete_options(options)
    if options.texts is not None and not os.path.isdir(options.texts):
        raise ReadingError(f"{options.texts}: texts need a folder with text files; this is none.")
    if list(inputs).count("-") > 1:
        raise ReadingError("Standard input can be only one of the graphs: give the other one as a file.")

    @contextmanager
    def left_out(place: int) -> Iterator[None]:
        try:
            yield
        except ReadingError as error:
            if unreadable is None:
                raise
            unreadable(place, error)

    sources = {}
    for place, path in enumerate(inputs):
        if isinstance(path, str):
            with left_out(place):
                sources[place] = find_files(path, options.formats)
    most = most_memory(len(sources))
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with scratch_folder() as folder:
        children = {place: Child(place, source, folder, events) for place, source in sources.items()}
        try:
            for child in children.values():
                child.start(vocabularies, options, most)
            # numpy is imported while the children already read.
            from coala.reading.interpretation.graph_builder import build_graph

            if meanwhile is not None:
                meanwhile()
            graphs = {
                place: build_graph(_name(place), _content_of(place, graph, vocabularies, options))
                for place, graph in enumerate(inputs)
                if not isinstance(graph, str)
            }
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
                    with left_out(place):
                        graphs[place] = child.graph(options)
                elif (done := child.hear(message)) is not None and progress is not None:
                    progress(ReadingProgress(place, done.bytes, child.source.size, done.triples))
        finally:
            for child in children.values():
                child.kill()
    return tuple(graphs[place] for place in sorted(graphs))


def _name(place: int) -> str:
    return f"graph {place + 1}"


def _content_of(
    place: int, graph: rdflib.Graph, candidates: Sequence[Vocabulary], options: ReadOptions
) -> Content:
    # Not before it is needed: importing rdflib takes longer than reading most graphs.
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
    if len(candidates) > 1 and collector.triples:
        used = recognise_vocabulary(_name(place), collector, candidates)
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
        _name(place),
        collector,
        vocabulary,
        remarks,
        folder,
        options,
    )
