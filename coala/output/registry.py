"""Every export stands here under its name, with what it is for; a review and a name become text to write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from coala.errors import CoalaError
from coala.output.annotations import write_annotations
from coala.output.document import write_document
from coala.output.judged import Judged
from coala.output.page import write_page
from coala.output.table import write_changes, write_table


class ExportFormat(NamedTuple):
    """One way out: what a person calls it, how its files end, and what writes it."""

    title: str
    suffix: str
    write: Callable[[Judged], Iterator[str]]


def _write_html(judged: Judged) -> Iterator[str]:
    # The engine of templates takes longer to load than all else of a command.
    from coala.output.html.report import write_report

    return write_report(judged)


EXPORTS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "csv": ExportFormat("Table: a line a bag and reviewer", ".csv", write_table),
        "changes": ExportFormat("Table: a line a change and reviewer", ".csv", write_changes),
        "json": ExportFormat("JSON with everything", ".json", write_document),
        "markdown": ExportFormat("Page in Markdown", ".md", write_page),
        "html": ExportFormat("Page in HTML with figures and search", ".html", _write_html),
        "rdf": ExportFormat("RDF: Web Annotations with provenance", ".ttl", write_annotations),
    }
)
_TURTLE = ".ttl"
"""May be annotations or the merged graph."""

GRAPH = "graph"
"""The merged graph needs more than the review: the two graphs that it compared."""


def name_by_suffix(path: str) -> str:
    """The export that the name of a file asks for; raises ``CoalaError`` where it does not say."""
    suffix = PurePath(path).suffix.lower()
    for name, export in EXPORTS.items():
        if export.suffix == suffix != _TURTLE:
            return name
    ways = ", ".join((*EXPORTS, GRAPH))
    raise CoalaError(f"{path}: this name does not say what to write; add --to with one of {ways}.")
