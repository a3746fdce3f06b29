"""Paths become the graphs that are to be compared, before anything is imported that compares them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from coala.model.options import Options
from coala.reading.read import ReadingProgress, never, read_graphs

if TYPE_CHECKING:
    from coala.model.graph import Graph
    from coala.prepare.document_map import DocumentMap
    from coala.reading.read import GraphInput


class GivenGraphs(NamedTuple):
    """The baseline, the changed graph, and gold where there is one; and which of their documents are one."""

    graphs: tuple[Graph, ...]
    documents: DocumentMap | None


def read_given(
    inputs: Sequence[GraphInput],
    options: Options,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> GivenGraphs:
    """Read two graphs, or these and gold.

    ``meanwhile`` is called once the children are at work that read them. Raises ``ReadingError`` when a graph
    cannot be used, ``CoalaError`` when the map of documents cannot, ``Cancelled`` when ``cancelled`` says so.
    """
    documents = None
    if options.map_documents is not None:
        # It needs numpy, and is read first: what is wrong with it should not be told after an hour.
        from coala.prepare.document_map import read_document_map

        documents = read_document_map(options.map_documents)
    graphs = read_graphs(
        inputs, options.reading, progress=progress, cancelled=cancelled or never, meanwhile=meanwhile
    )
    return GivenGraphs(graphs, documents)
