"""A corpus is checked for what keeps its graphs from being compared: no common span, other texts.

``roles`` are the words for the graphs in messages, such as "baseline" and "changed graph".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.normalisation.document_pairs import (
    EQUAL,
    Documents,
    find_document_pairs,
    note_different_texts,
    note_document_pairs,
)

# Identifiers shown on each side when two graphs do not speak of the same corpus.
_LOOK = 2


def check_common(corpus: Corpus, roles: Sequence[str]) -> None:
    """Raise ``ReadingError`` unless the first two graphs share a document and a span."""
    for graph, mentions, role in zip(corpus.graphs[:2], corpus.mentions, roles, strict=False):
        if not len(mentions):
            raise ReadingError(_say_without_mentions(graph, role))
    first, second = corpus.texts[:2]
    if not first.keys() & second.keys():
        raise ReadingError(
            f"The graphs share no document: the identifiers of the {roles[0]} look like "
            f"{_look(list(first))}, those of the {roles[1]} like {_look(list(second))}; "
            f"documents are the same only when their identifiers are.{_say_same_texts(first, second)}"
        )
    if not (corpus.mentioned(0) & corpus.mentioned(1)).any():
        if lost := int(corpus.unplaced[corpus.mentions[1]].sum()):
            raise ReadingError(
                f"The graphs share no span: their texts differ, and {lost:,} of "
                f"{count(len(corpus.mentions[1]), 'mention')} of the {roles[1]} could not be placed in the "
                f"text of the {roles[0]}; check that both are annotations of the same documents (coala lint "
                "shows where the texts part)."
            )
        raise ReadingError(
            f"The graphs share no span: the {roles[0]} has {_look(_spans(corpus, 0))}, the {roles[1]} has "
            f"{_look(_spans(corpus, 1))}; check that both count offsets in the same "
            "text and unit (--offsets auto finds out how each of them counts)."
        )


def _say_without_mentions(graph: Graph, role: str) -> str:
    unmentioned = sum(notice.count for notice in graph.notices if notice.code == "instance-without-mention")
    if unmentioned:
        alone = unmentioned == 1
        return (
            f"The {role} ({graph.path}) has {unmentioned:,} instance{'' if alone else 's'}, but does not say "
            f"where a text mentions {'it' if alone else 'them'}, and only mentions can be compared; let the "
            "system write the documents and offsets too."
        )
    return (
        f"The {role} ({graph.path}) has no mention, so there is nothing to compare; check that it is "
        "the right file, and that its vocabulary is the one that was named."
    )


def note_incompatibilities(
    corpus: Corpus, roles: Sequence[str], *, divergences: bool = True
) -> Iterator[Notice]:
    """Yield what was noticed in each graph, and where the first two differ in their texts and documents.

    Without ``divergences`` documents in one graph alone are passed over: scores leave them out.
    """
    for role, graph in zip(roles, corpus.graphs, strict=False):
        for notice in graph.notices:
            yield notice.found_in(role, graph.path)
    first, second, *others = corpus.texts
    pairs = find_document_pairs(first, second, aligned=False).pairs
    yield from note_document_pairs(first, second, roles, pairs, divergences=divergences)
    for gold, role in zip(others, roles[2:], strict=False):
        # A text that both systems share is told once.
        yield from list(note_different_texts(first, gold, (roles[0], role))) or list(
            note_different_texts(second, gold, (roles[1], role))
        )


def _say_same_texts(first: Documents, second: Documents) -> str:
    pairs = find_document_pairs(first, second, aligned=False).pairs
    if not pairs:
        return ""
    text = "equal text" if all(pair.how == EQUAL for pair in pairs) else "equal or nearly equal text"
    return (
        f" Yet {count(len(pairs), 'document')} of {text} {'is' if len(pairs) == 1 else 'are'} in both, "
        f"such as {readable(pairs[0].first)} and {readable(pairs[0].second)}: --map-documents auto "
        "takes them as one."
    )


def _spans(corpus: Corpus, graph: int) -> list[str]:
    numbers = np.sort(corpus.mentions[graph])[:_LOOK].tolist()
    return [f"{span.begin}–{span.end} in {span.document}" for span in map(corpus.span, numbers)]


def _look(items: Sequence[str]) -> str:
    return " and ".join(map(readable, items[:_LOOK]))
