"""Graphs of letters: ``letter_graph({"x": "abC"})`` has a chain of three mentions in two documents.

The text of document ``d`` is "a b c … z", and that of ``e`` the same in capitals, so that a letter is a span.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from coala.model.graph import Graph
from coala.model.values import Span
from tests.support.graphs_by_hand import graph

LETTER_TEXTS = {"d": " ".join(ascii_lowercase), "e": " ".join(ascii_uppercase)}


def letter_span(letter: str) -> Span:
    """Return the span of a letter; capitals are in document ``e``."""
    document = "e" if letter.isupper() else "d"
    begin = LETTER_TEXTS[document].index(letter)
    return Span(document, begin, begin + 1)


def letter_graph(chains: Mapping[str, str], **more: Any) -> Graph:
    """Return a graph whose chains have these letters; its documents are those with a letter."""
    spans = {name: [*map(letter_span, letters)] for name, letters in chains.items()}
    texts = {
        name: LETTER_TEXTS[name] for name in sorted({each.document for row in spans.values() for each in row})
    }
    return graph(spans, **{"texts": texts, **more})


def list_letters(spans: Iterable[Span]) -> str:
    """Return the letters of spans."""
    return "".join(LETTER_TEXTS[span.document][span.begin] for span in spans)
