"""The surroundings of a bag: its gold chains, the bags that gold joins it with, and all mentions."""

from __future__ import annotations

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import GoldChain
from coala.model.options import DEFAULTS, Match
from tests.support.graphs_by_hand import DOC_1, A, B, graph


def gold_chains(comparison: Comparison) -> list[tuple[GoldChain, ...] | None]:
    return [comparison.context.gold_chains(place) for place in range(comparison.summary.interesting)]


def test_a_joined_span_stands_where_its_own_graph_has_it() -> None:
    wide, wider = A._replace(end=13), A._replace(end=11)
    comparison = compare_graphs(
        graph({"x": [A, B]}),
        graph({"x": [wide], "y": [B]}),
        graph({"g": [wider], "h": [B]}),
        options=DEFAULTS._replace(match=Match.OVERLAP),
    )
    mentions = comparison.context.mentions_in(DOC_1)
    assert (mentions.baseline, mentions.changed) == ((A, B), (wide, B))
    assert [row.span for row in mentions.gold] == [wider, B]
    (chains,) = gold_chains(comparison)
    assert chains is not None
    assert [chain.spans for chain in chains] == [(0,), (1,)]
