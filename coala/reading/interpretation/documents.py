"""The texts of the documents of a graph.

A text comes from a property of the document's node, from a label of that node if the vocabulary says so, or
from a folder of text files (``--texts``).
"""

from __future__ import annotations

from typing import Protocol

from coala.base.plain_text import readable
from coala.model.values import parse_value
from coala.reading.interpretation.offset_iris import read_place
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.terms import BLANK, DOCUMENT
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


class Folder(Protocol):
    """A source of texts that the graph does not contain."""

    def find_text(self, identifier: str) -> str | None:
        """Return the text of a document, or None."""

    def list_names(self, identifier: str) -> list[str]:
        """Return the files that are tried, in order."""


def find_texts(
    collected: Collector, folder: Folder | None, vocabulary: Vocabulary, remarks: Remarks
) -> dict[int, str]:
    """Return the known texts by the node of the document; those of the graph have priority."""
    names = collected.names
    texts = {node: text for node, text in collected.texts.items() if names[node] != BLANK}
    # The documents of mentions that still need a text.
    documents = set(collected.pairs[DOCUMENT].object) - set(texts)
    if folder is not None or not texts:
        documents |= _documents_in_iris(collected, vocabulary) - set(texts)
    for node, text in find_texts_in_labels(collected, documents, vocabulary).items():
        texts[node] = text
        documents.discard(node)
    if folder is not None:
        for node in documents:
            if names[node] == BLANK:
                continue
            try:
                stored = folder.find_text(names[node])
            except (OSError, ValueError) as error:
                remarks.add("text-unreadable", f"<{readable(names[node])}>: {error}")
            else:
                if stored is not None:
                    texts[node] = stored
    return {node: text.strip() for node, text in texts.items()} if vocabulary.trim else texts


def _documents_in_iris(collected: Collector, vocabulary: Vocabulary) -> set[int]:
    """Return the nodes of documents that only IRIs of mentions name; new nodes are added to the names."""
    if not vocabulary.iri:
        return set()
    documents: set[int] = set()
    for mention in set(collected.links.subject).difference(collected.pairs[DOCUMENT].subject):
        place = read_place(collected.names[mention], vocabulary.iri)
        if place is not None:
            documents.add(collected.number_node(place.document))
    return documents


def find_texts_in_labels(collected: Collector, documents: set[int], vocabulary: Vocabulary) -> dict[int, str]:
    """Return texts of documents that are stated by a property which is otherwise used for labels."""
    wanted = {collected.find_predicate(iri) for iri in vocabulary.text if iri in vocabulary.labels} - {-1}
    if not wanted or not documents:
        return {}
    literals = list(collected.literals)
    texts: dict[int, str] = {}
    for node, predicate, value in zip(*collected.others, strict=True):
        if predicate in wanted and value < 0 and node in documents:
            text = parse_value(literals[~value]).text
            # Keep the longest, whatever the order of the triples.
            texts[node] = max(text, texts.get(node, text), key=lambda known: (len(known), known))
    return texts
