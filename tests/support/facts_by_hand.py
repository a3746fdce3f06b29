"""Two readings of one short text, and what a comparison says of their facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Divergence
from coala.model.graph import Graph
from coala.model.kinds import FACT_KINDS
from coala.model.values import Span
from tests.support.graphs_by_hand import graph

DOC = "http://example.org/chris"
TEXT = "Chris landed in Paris, France. He met Ann there. Ann had come from Rome."


def span_of(words: str, after: int = 0) -> Span:
    """Return the first span of words in the text, or the first after a place."""
    begin = TEXT.index(words, after)
    return Span(DOC, begin, begin + len(words))


CHRIS, PARIS, PARIS_FRANCE, FRANCE = map(span_of, ("Chris", "Paris", "Paris, France", "France"))
HE, ANN, ROME = map(span_of, ("He", "Ann", "Rome"))
LANDED, MET, COME = map(span_of, ("landed", "met", "come"))
ALL_CHAINS = {
    "chris": [CHRIS, HE],
    "paris": [PARIS],
    "france": [FRANCE],
    "ann": [ANN, span_of("Ann", 40)],
    "rome": [ROME],
}


def reading(
    *facts: tuple[str, str, str, str],
    chains: dict[str, list[Span]] | None = None,
    events: Sequence[str] = (),
    said: Sequence[tuple[str, str, str]] = (),
    types: dict[str, list[str]] | None = None,
) -> Graph:
    """Return a graph of facts (subject, predicate, value, the words that say it) and other statements."""
    triples = [*((subject, predicate, value) for subject, predicate, value, _ in facts), *said]
    return graph(
        ALL_CHAINS if chains is None else chains,
        statements=list(dict.fromkeys(triples)),
        events=list(events),
        facts={fact[:3]: [span_of(fact[3])] if fact[3] else [] for fact in facts},
        texts={DOC: TEXT},
        types=types,
    )


def bags_of(baseline: Graph, changed: Graph) -> list[Bag]:
    return [bag for bag, _ in compare_graphs(baseline, changed).iterate_bags()]


def fact_rows(baseline: Graph, changed: Graph) -> list[Divergence]:
    return [row for bag in bags_of(baseline, changed) for row in bag.divergences if row.kind in FACT_KINDS]


def fact_names(baseline: Graph, changed: Graph) -> list[str]:
    """Return the names and numbers in the sentence of each fact: "Chris landedIn France Paris"."""
    return [
        " ".join(re.findall(r"\b(?:(?!New |Fact )[A-Z]\w*|\d+)|(?<=—)\w+", row.sentence))
        for row in fact_rows(baseline, changed)
    ]
