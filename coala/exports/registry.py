"""The list of all exports of a review (``coala export``), and the choice of one by a file's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from coala.errors import CoalaError
from coala.exports.annotations import write_annotations
from coala.exports.document import write_document
from coala.exports.page import write_page
from coala.exports.table import write_changes, write_table
from coala.results.verdicts.judged import Judged


class ExportFormat(NamedTuple):
    """An export: its title, the suffix of its files, and the function that writes it."""

    title: str
    suffix: str
    write: Callable[[Judged], Iterator[str]]


def _write_html(judged: Judged) -> Iterator[str]:
    # The template engine takes longer to import than everything else that a command does.
    from coala.html.report import write_report

    return write_report(judged)


EXPORTS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "csv": ExportFormat("Table: a line a bag and reviewer", ".csv", write_table),
        "changes": ExportFormat("Table: a line a change and reviewer", ".csv", write_changes),
        "json": ExportFormat("JSON with everything", ".json", write_document),
        "markdown": ExportFormat("Page in Markdown", ".md", write_page),
        "html": ExportFormat("Web page (HTML) with charts and search", ".html", _write_html),
        "rdf": ExportFormat("RDF: Web Annotations with provenance", ".ttl", write_annotations),
    }
)
_TURTLE = ".ttl"
"""The suffix of annotations and of the merged graph."""

GRAPH = "graph"
"""The name of the merged graph, which needs the two compared graphs as well as the review."""


def name_by_suffix(path: str) -> str:
    """Return the export that a file's name implies; raise ``CoalaError`` if the name is ambiguous."""
    suffix = PurePath(path).suffix.lower()
    for name, export in EXPORTS.items():
        if export.suffix == suffix != _TURTLE:
            return name
    ways = ", ".join((*EXPORTS, GRAPH))
    raise CoalaError(f"{path}: the format is unclear from this name. Add --to with one of {ways}.")
