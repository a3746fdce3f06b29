"""The surroundings of a bag: its gold chains, the bags that gold joins it with, and all mentions."""

from __future__ import annotations

from dataclasses import replace

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import DocumentMentions, GoldChain, GoldMention
from coala.model.options import DEFAULTS, Match
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, A, B, C, D, graph

# What Bob Smith, John Doe and "he" really are: "he" is Bob, and so is R. Smith.
GOLD = graph({"g1": [A, C, D], "g2": [B]})
APART = graph({"x": [A], "y": [B], "z": [C], "w": [D]})


def gold_chains(comparison: Comparison) -> list[tuple[GoldChain, ...] | None]:
    return [comparison.context.gold_chains(place) for place in range(comparison.summary.interesting)]


def test_golds_chains_of_a_bag_tell_what_they_have_in_it_and_in_all() -> None:
    comparison = compare_graphs(SEED["Z"], SEED["X"], GOLD)
    ((bag, _),) = comparison.iterate_bags()
    (chains,) = gold_chains(comparison)
    assert chains is not None
    told = [(chain.label, [bag.words[span] for span in chain.spans], chain.mentions) for chain in chains]
    assert told == [("Bob Smith", ["Bob Smith", "he", "R. Smith"], 3), ("John Doe", ["John Doe"], 1)]
    assert [chain.documents for chain in chains] == [2, 1]


def test_what_gold_has_outside_of_the_bag_is_counted() -> None:
    comparison = compare_graphs(graph({"x": [A, B], "w": [D]}), APART, graph({"g": [A, D], "h": [C]}))
    chains = gold_chains(comparison)[0]
    assert chains is not None
    assert [(chain.spans, chain.mentions, chain.documents) for chain in chains] == [((0,), 2, 2)]


def test_without_gold_there_are_no_chains_and_all_mentions_all_the_same() -> None:
    comparison = compare_graphs(SEED["X"], APART)
    assert gold_chains(comparison) == [None]
    assert comparison.context.groups == [None]
    assert comparison.context.mentions_in(DOC_2) == DocumentMentions((D,), (D,), (), (((0,),), ((1,),)))


def test_all_mentions_of_a_document_are_each_graphs_own_also_outside_of_bags() -> None:
    comparison = compare_graphs(graph({"x": [A, B]}), graph({"x": [A], "y": [B], "z": [C]}), GOLD)
    mentions = comparison.context.mentions_in(DOC_1)
    assert mentions.baseline == (A, B)
    assert mentions.changed == (A, B, C)
    assert mentions.gold == (GoldMention(A, (0,)), GoldMention(B, (1,)), GoldMention(C, (0,)))


def test_a_span_in_two_chains_of_gold_has_both() -> None:
    comparison = compare_graphs(SEED["X"], APART, graph({"g": [A, B], "h": [A, C]}))
    assert comparison.context.mentions_in(DOC_1).gold[0] == GoldMention(A, (0, 1))


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


def test_bags_that_gold_joins_have_a_group_in_common_and_a_bag_alone_has_none() -> None:
    together, apart = graph({"x": [A, B], "y": [C, D]}), graph({"x": [A], "y": [B], "z": [C], "w": [D]})
    first, second = compare_graphs(together, apart, graph({"g": [A, C]})).context.groups
    assert first is not None
    assert first == second
    assert compare_graphs(together, apart, graph({"g": [A, B], "h": [C]})).context.groups == [None, None]


def test_stated_forms_are_the_changed_graphs_and_else_the_baselines() -> None:
    baseline = replace(graph({"x": [A, C], "y": [B]}), forms={0: "name", 1: "pronoun"})
    changed = replace(graph({"x": [A], "y": [B, C]}), forms={2: "nominal"})
    context = compare_graphs(baseline, changed).context
    assert context.stated_forms(0, [2, 0, 1]) == {2: "nominal", 0: "name"}
