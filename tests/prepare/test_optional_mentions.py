"""Optional mentions, which on demand count for neither side if the other lacks them."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, reject
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.engine.score import score_graphs
from coala.errors import ReadingError
from coala.model.corpus import build_corpus
from coala.model.graph import Graph
from coala.model.options import IGNORE, Match, Options
from coala.model.values import Span
from coala.prepare.span_matching import leave_out_optionals
from coala.results.scores.score import render_score_json
from coala.scores.metrics.registry import METRICS
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.naive_diff import TEXTS, Chains, chains

TEXT = {DOC_1: "the old Mr. Robert Smith of Toledo turned it off."}
THE_OLD_SMITH = Span(DOC_1, 0, 24)
MR_SMITH = Span(DOC_1, 8, 24)
TOLEDO = Span(DOC_1, 28, 34)
IT = Span(DOC_1, 42, 44)


def one_chain(*members: Span) -> Graph:
    return graph({"x": members}, texts=TEXT)


IGNORED = Options(optional_mentions=IGNORE)


def test_optional_mentions_that_the_response_lacks_are_left_out_on_demand() -> None:
    key = replace(
        one_chain(MR_SMITH, TOLEDO, IT), optional=frozenset({1, 2}), minimums={0: (19, 24), 2: (42, 44)}
    )
    response = one_chain(MR_SMITH, TOLEDO)
    corpus = build_corpus((key, response))
    (left_out,) = leave_out_optionals(corpus)
    assert (left_out.graph, left_out.lacking, left_out.rows.tolist()) == (0, 1, [2])
    assert left_out.examples == (IT,)
    assert score_graphs(key, response).scores["muc"].recall.exact == Fraction(1, 2)
    kind = score_graphs(key, response, options=IGNORED)
    assert kind.scores["muc"].recall.exact == 1
    assert "optional-left-out" in [notice.code for notice in kind.notices]


def test_optional_mentions_of_the_response_that_the_key_lacks_are_not_charged_either() -> None:
    key, response = (
        one_chain(MR_SMITH, TOLEDO),
        replace(one_chain(MR_SMITH, TOLEDO, IT), optional=frozenset({2})),
    )
    assert score_graphs(key, response).scores["muc"].precision.exact == Fraction(1, 2)
    scored = score_graphs(key, response, options=IGNORED)
    assert scored.scores["muc"].precision.exact == scored.scores["mentions"].precision.exact == 1
    stated = json.loads(render_score_json(scored))
    assert stated["optional_mentions"] == "ignore"
    assert [(row["graph"], row["lacking"], row["count"]) for row in stated["left_out"]] == [
        ("response", "key", 1)
    ]
    assert stated["left_out"][0]["examples"][0]["text"] == "it"


def test_an_optional_mention_that_was_joined_is_not_absent() -> None:
    key = replace(one_chain(MR_SMITH, TOLEDO), optional=frozenset({0}))
    options = Options(match=Match.OVERLAP, optional_mentions=IGNORE)
    scored = score_graphs(key, one_chain(THE_OLD_SMITH, TOLEDO), options=options)
    assert scored.key.mentions == 2


def test_without_gold_what_is_optional_and_on_one_side_alone_makes_no_divergence() -> None:
    baseline = replace(graph({"x": [MR_SMITH, TOLEDO], "y": [IT]}, texts=TEXT), optional=frozenset({1, 2}))
    changed = one_chain(MR_SMITH)
    assert compare_graphs(baseline, changed).summary.interesting == 2
    ignored = compare_graphs(baseline, changed, options=IGNORED).summary
    assert (ignored.interesting, ignored.bags) == (0, 1)
    assert (ignored.baseline.instances, ignored.baseline.mentions) == (1, 1)
    assert ignored.settings["optional_mentions"] == "ignore"


@given(chains("g"), chains("x"), chains("y"), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_with_gold_each_system_is_scored_as_it_is_alone(
    gold: Chains, baseline: Chains, changed: Chains, optional_in_gold: set[int], optional: set[int]
) -> None:
    def made(said: Chains, rows: set[int]) -> Graph:
        mentions = sum(map(len, said.values()))
        return replace(graph(said, texts=TEXTS), optional=frozenset(row for row in rows if row < mentions))

    first, second, third = made(baseline, set()), made(changed, optional), made(gold, optional_in_gold)
    try:
        alone = [score_graphs(third, system, options=IGNORED).scores for system in (first, second)]
        together = compare_graphs(first, second, third, options=IGNORED).summary.scores
    except ReadingError:  # no mention of one of them is left
        reject()
    for metric in METRICS:
        for name, scores in zip(("baseline", "changed"), alone, strict=True):
            assert together[name][metric] == scores[metric]
