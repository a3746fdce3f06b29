"""Reading of the graphs of a comparison.

It is not in ``coala.engine.compare``, whose imports are slow: they are loaded while child processes read the
graphs (``meanwhile``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from coala.model.options import Options
from coala.reading.read import ReadingProgress, never, read_graphs

if TYPE_CHECKING:
    from coala.model.graph import Graph
    from coala.prepare.document_map import DocumentMap
    from coala.reading.read import GraphInput


class InputGraphs(NamedTuple):
    """The graphs of a comparison: baseline, changed and perhaps gold; and the map of their documents."""

    graphs: tuple[Graph, ...]
    documents: DocumentMap | None


def read_input_graphs(
    inputs: Sequence[GraphInput],
    options: Options,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> InputGraphs:
    """Read two graphs, or these and gold.

    ``inputs`` are paths or ``rdflib`` graphs. ``meanwhile`` is called once the child processes are reading.

    Raises ``ReadingError`` if a graph cannot be used, ``CoalaError`` if the map of documents cannot, and
    ``Cancelled`` if ``cancelled`` returns True.
    """
    documents = None
    if options.map_documents is not None:
        # The import needs numpy. The map is read first, so that an error in it is reported at once.
        from coala.prepare.document_map import read_document_map

        documents = read_document_map(options.map_documents)
    graphs = read_graphs(
        inputs, options.reading, progress=progress, cancelled=cancelled or never, meanwhile=meanwhile
    )
    return InputGraphs(graphs, documents)
