"""A graph in the format that its baseline came in: the original file with other chains.

Everything else in the file stays byte for byte. CoNLL with brackets in its last column is the only format so
far; others are refused.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.formats import conll
from coala.formats.conll_writing import ChainsByDocument, Rewritten, TextSpan, replace_chains
from coala.model.format_options import FormatOptions
from coala.model.graph import Graph
from coala.reading.rdf.nif import document_iri

_START = 1 << 16


class FoundChains(NamedTuple):
    """The chains of each document, by its identifier, and mentions that only RDF can have."""

    chains: ChainsByDocument
    lost: tuple[str, ...]


def read_small_chains(graph: Graph) -> FoundChains:
    """Return the chains of a graph by document; zeros and mentions with gaps or without a place are lost."""
    mentions = graph.mentions
    chains: defaultdict[tuple[int, int], set[TextSpan]] = defaultdict(set)
    lost: list[str] = []
    columns = (mentions.document, mentions.instance, mentions.begin, mentions.end, mentions.shape)
    for document, instance, begin, end, shape in zip(*(column.tolist() for column in columns), strict=True):
        if shape >= 0:
            lost.append(f"{excerpt(graph.documents[document])} {begin}–{end}")
        else:
            chains[document, instance].add((begin, end))
    by_document: defaultdict[str, list[frozenset[TextSpan]]] = defaultdict(list)
    for (document, _), spans in sorted(chains.items(), key=lambda item: (item[0][0], min(item[1]))):
        by_document[graph.documents[document]].append(frozenset(spans))
    return FoundChains(by_document, tuple(lost))


def rewrite_file(path: str, ending: str, chains: ChainsByDocument, options: FormatOptions) -> Rewritten:
    """Return the file at ``path`` with these chains, whose documents are given by their identifiers.

    Raises ``CoalaError`` if the file is no CoNLL, or is no single file.
    """
    if not os.path.isfile(path) or path.endswith((".gz", ".zip", ".tar")):
        raise CoalaError(
            f"{path}: only a single file can be written in its own format. Write NIF (.ttl) instead."
        )
    data = Path(path).read_bytes()
    if not conll.looks_like(path, data[:_START]):
        raise CoalaError(
            f"An output that ends in {ending} is CoNLL, but the baseline {path} is not. Write NIF (.ttl) "
            "instead."
        )
    names = {
        document_iri(document.name): document.name for document in conll.read(path, data, options).documents
    }
    missing = [document for document in chains if document not in names]
    if missing:
        raise CoalaError(f"{path}: has no document {excerpt(missing[0])}. Write NIF (.ttl) instead.")
    return replace_chains(path, data, {names[document]: each for document, each in chains.items()}, options)
