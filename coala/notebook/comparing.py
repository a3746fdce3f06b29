"""``coala.compare``, and the comparison that it returns: with tables as frames, and HTML in a notebook."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from coala.engine.compare import Comparison, compare_input_graphs
from coala.engine.input_graphs import read_input_graphs
from coala.engine.summary import GRAPH_ROLES
from coala.model.options import DEFAULTS, Options
from coala.notebook.documents import IN_MEMORY, are_documents, write_documents
from coala.notebook.shown import write_html
from coala.notebook.tables import Row, list_rows, make_frame
from coala.reading.read import ReadingProgress

if TYPE_CHECKING:
    import rdflib

    Given = str | os.PathLike[str] | rdflib.Graph | Any
    """A path, a graph of rdflib, or documents: dicts, a DataFrame, or a dataset."""


@dataclass(frozen=True, eq=False)
class ShownComparison(Comparison):
    """The result of ``coala.compare``. A notebook shows it as HTML."""

    def to_dicts(self, table: str = "bags") -> list[Row]:
        """Return the rows of a table as dicts: "bags", "changes", "mentions" or "scores".

        Raises ``CoalaError`` for another name.
        """
        return list_rows(self, table)

    def to_frame(self, table: str = "bags", library: str | None = None) -> Any:
        """Return a table as a DataFrame of pandas or polars: the named ``library``, else what is installed.

        Raises ``CoalaError`` for another table or library, and if it is not installed.
        """
        return make_frame(self.to_dicts(table), library)

    def _repr_html_(self) -> str:
        return write_html(self)


def compare(
    baseline: Given,
    changed: Given,
    *,
    gold: Given | None = None,
    options: Options = DEFAULTS,
    progress: Callable[[ReadingProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ShownComparison:
    """Compare two graphs.

    Each is a path (file, folder, ``-``), an ``rdflib.Graph``, or documents: a list of dicts as in a file of
    JSON lines, a DataFrame of pandas or polars with a row for each document, or a dataset of Hugging Face.

    Raises ``ReadingError`` if a graph cannot be used, ``Cancelled`` if ``cancelled`` returns True.
    """
    given = [baseline, changed] if gold is None else [baseline, changed, gold]
    with ExitStack() as stack:
        inputs = [
            stack.enter_context(write_documents(graph, role))
            if are_documents(graph)
            else os.fspath(graph)
            if isinstance(graph, os.PathLike)
            else graph
            for graph, role in zip(given, GRAPH_ROLES, strict=False)
        ]
        read = read_input_graphs(inputs, options, progress, cancelled)
        graphs = tuple(
            replace(graph, path=IN_MEMORY, sources=()) if are_documents(source) else graph
            for graph, source in zip(read.graphs, given, strict=True)
        )
        found = compare_input_graphs(read._replace(graphs=graphs), options)
    return ShownComparison(**{field.name: getattr(found, field.name) for field in fields(Comparison)})
