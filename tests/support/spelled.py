"""Graphs and bags spelled in words: "Ann, she | Ann" is three mentions, the last one in a second document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coala.model.bag import Bag, Divergence, Instance
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support.graphs_by_hand import graph

Change = tuple[Kind, int | None, int | None, Sequence[int]]


def spell_texts(words: str) -> dict[str, str | None]:
    """Return the texts of the documents: a.txt, b.txt and so on."""
    parts = (part.strip() for part in words.split("|"))
    return {f"http://example.org/{chr(97 + place)}.txt": part for place, part in enumerate(parts)}


def spell_spans(words: str) -> list[Span]:
    """Return the spans of the mentions, which commas separate."""
    spans = []
    for document, text in spell_texts(words).items():
        begin = 0
        for mention in (text or "").split(", "):
            spans.append(Span(document, begin, begin + len(mention)))
            begin += len(mention) + len(", ")
    return spans


def spell_graph(words: str, chains: Mapping[str, Sequence[int]], **others: Any) -> Graph:
    """Return a graph whose chains are numbers of mentions."""
    spans = spell_spans(words)
    return graph(
        {name: [spans[number] for number in numbers] for name, numbers in chains.items()},
        texts=spell_texts(words),
        **others,
    )


def spell_bag(
    words: str,
    baseline: Sequence[Instance],
    changed: Sequence[Instance],
    partners: Sequence[tuple[int, int]] = (),
    changes: Sequence[Change] = (),
) -> Bag:
    """Return a bag of these instances and changes, without sentences."""
    spans, texts = spell_spans(words), spell_texts(words)
    return Bag(
        fingerprint="0" * 64,
        title="",
        spans=tuple(spans),
        words=tuple(span.words_in(texts[span.document] or "") for span in spans),
        baseline=tuple(baseline),
        changed=tuple(changed),
        partners=tuple(partners),
        divergences=tuple(
            Divergence(kind, old, new, tuple(numbers), "") for kind, old, new, numbers in changes
        ),
    )


def a_chain(label: str, spans: Sequence[int], **others: Any) -> Instance:
    """Return a chain without types."""
    return Instance(label, f"http://example.org/{label}", tuple(spans), **others)


def spell_links(links: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return statements that link chains to entries: "Q1 Q2" are of Wikidata, "dbp:A" is of DBpedia."""
    match = "http://www.w3.org/2004/02/skos/core#exactMatch"
    return [
        (chain, match, f"<http://dbpedia.org/resource/{entry.removeprefix('dbp:')}>")
        if entry.startswith("dbp:")
        else (chain, match, f"<http://www.wikidata.org/entity/{entry}>")
        for chain, entries in links.items()
        for entry in entries.split()
    ]
