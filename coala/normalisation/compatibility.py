"""Graphs are checked for what keeps them from being compared: nothing in common, other texts or documents.

``roles`` are the words for the graphs in messages, such as "baseline" and "changed graph".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from coala.base.numerals import count
from coala.errors import ReadingError
from coala.model.corpus import Corpus, build_corpus
from coala.model.graph import Graph
from coala.model.notices import Notice
from coala.normalisation import document_pairs
from coala.normalisation.document_pairs import EQUAL, find_document_pairs

# Identifiers shown on each side when two graphs do not speak of the same corpus.
_LOOK = 2


def check_common(first: Graph, second: Graph, roles: Sequence[str]) -> None:
    """Raise ``ReadingError`` unless the two graphs share a document and a span."""
    for graph, role in zip((first, second), roles, strict=False):
        if not len(graph.mentions):
            raise ReadingError(_without_mentions(graph, role))
    if not set(first.documents) & set(second.documents):
        raise ReadingError(
            f"The graphs share no document: the identifiers of the {roles[0]} look like "
            f"{_look(first.documents)}, those of the {roles[1]} like {_look(second.documents)}; "
            f"documents are the same only when their identifiers are.{_same_texts(first, second)}"
        )
    corpus = build_corpus((first, second))
    if not np.isin(corpus.mentions[0], corpus.mentions[1]).any():
        raise ReadingError(
            f"The graphs share no span: the {roles[0]} has {_look(_spans(corpus, 0))}, the {roles[1]} has "
            f"{_look(_spans(corpus, 1))}; check that both count offsets in the same "
            "text and unit (--offsets auto finds out how each of them counts)."
        )


def _without_mentions(graph: Graph, role: str) -> str:
    unmentioned = sum(notice.count for notice in graph.notices if notice.code == "instance-without-mention")
    if unmentioned:
        one = unmentioned == 1
        return (
            f"The {role} ({graph.path}) has {unmentioned:,} instance{'' if one else 's'}, but does not say "
            f"where a text mentions {'it' if one else 'them'}, and only mentions can be compared; let the "
            "system write the documents and offsets too."
        )
    return (
        f"The {role} ({graph.path}) has no mention, so there is nothing to compare; check that it is "
        "the right file, and that its vocabulary is the one that was named."
    )


def note_incompatibilities(
    graphs: Sequence[Graph], roles: Sequence[str], *, divergences: bool = True
) -> Iterator[Notice]:
    """What was noticed in each graph, and where the first two differ in their texts and documents.

    Without ``divergences`` documents in one graph alone are passed over: they are left out of scores.
    """
    for role, graph in zip(roles, graphs, strict=False):
        for notice in graph.notices:
            yield notice.found_in(role, graph.path)
    yield from document_pairs.note_document_pairs(graphs[0], graphs[1], roles, divergences=divergences)
    for gold, role in zip(graphs[2:], roles[2:], strict=False):
        # A text that both systems share is told once.
        yield from list(document_pairs.different_texts(graphs[0], gold, (roles[0], role))) or list(
            document_pairs.different_texts(graphs[1], gold, (roles[1], role))
        )


def _same_texts(first: Graph, second: Graph) -> str:
    pairs = [pair for pair in find_document_pairs(first, second) if pair.how == EQUAL]
    if not pairs:
        return ""
    return (
        f" Yet {count(len(pairs), 'document')} of equal text {'is' if len(pairs) == 1 else 'are'} in both, "
        f"such as {pairs[0].first} and {pairs[0].second}: --map-documents auto takes them as one."
    )


def _spans(corpus: Corpus, graph: int) -> list[str]:
    numbers = corpus.mentions[graph][:_LOOK].tolist()
    return [f"{span.begin}–{span.end} in {span.document}" for span in map(corpus.span, numbers)]


def _look(items: Sequence[str]) -> str:
    return " and ".join(items[:_LOOK])
