"""The table of relations of two graphs: names, directions, values without a mention, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import pytest

from coala.engine.score import Scored, ScoreRequest, score_graphs
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.relations import Relations
from coala.model.values import Span
from coala.scores.relations import scoring
from coala.scores.relations.intervals import Unit
from coala.scores.relations.scoring import RelationRequest, close_transitively
from tests.support.graphs_by_hand import DOC_1, DOC_2, A, B, C, D, Triple, graph

CHAINS = {"x1": [A, C], "x2": [B], "x3": [D]}


def related(
    *statements: Triple,
    chains: Mapping[str, Sequence[Span]] | None = None,
    inverse: tuple[tuple[str, str], ...] = (),
    symmetric: frozenset[str] = frozenset(),
    transitive: frozenset[str] = frozenset(),
) -> Graph:
    said = graph(CHAINS if chains is None else chains, statements=statements)
    return replace(said, relations=Relations(inverse, symmetric, transitive))


def scored(key: Graph, response: Graph, *names: str, unit: Unit = Unit.NP) -> Scored:
    return score_graphs(key, response, ScoreRequest(relations=RelationRequest(names or ("all",), unit)))


def table(key: Graph, response: Graph, *names: str, unit: Unit = Unit.NP) -> dict[str, tuple[object, object]]:
    relations = scored(key, response, *names, unit=unit).relations
    assert relations is not None
    return {name: (score.recall, score.precision) for name, score in relations.scores.items()}


def test_inverse_relations_meet_and_are_asked_for_by_either_name() -> None:
    inverse = (("whole", "part"),)
    key, response = related(("x2", "whole", "x1"), inverse=inverse), related(("x1", "part", "x2"))
    for name in ("whole", "part", "wh*"):
        assert [*table(key, response, name).values()] == [((2, 2), (2, 2))] * 2


def test_a_symmetric_relation_counts_at_both_of_its_ends_from_whichever_it_is_written() -> None:
    near = frozenset({"near"})
    key, response = related(("x1", "near", "x2"), symmetric=near), related(("x2", "near", "x1"))
    assert table(key, response, "near")["near"] == ((3, 3), (3, 3))


def test_a_name_that_neither_graph_has_is_an_empty_row_and_a_warning_that_says_which_there_are() -> None:
    result = scored(related(("x1", "near", "x2")), related(), "Brdge*", "IDENT")
    assert result.relations is not None
    assert result.relations.scores["Brdge*"].recall == (0, 0)
    (sentence,) = (notice.sentence for notice in result.notices if notice.code == "filter-matched-nothing")
    assert "'Brdge*'" in sentence
    assert "near" in sentence


def test_a_name_that_could_be_two_relations_is_refused() -> None:
    key = related(("x1", "http://one.org/near", "x2"), ("x1", "http://two.org/near", "x2"))
    with pytest.raises(CoalaError, match=r"http://one\.org/near or http://two\.org/near"):
        scored(key, related(), "near")


def test_mentions_in_documents_that_are_not_scored_neither_count_nor_hide_those_that_are() -> None:
    chains = {"x1": [A, D], "x2": [B]}
    key, response = (related(("x1", "near", "x2"), chains=chains) for _ in range(2))
    elsewhere = replace(response, documents=(DOC_1, "urn:elsewhere"))
    assert DOC_2 in key.documents
    assert table(key, elsewhere)["near"] == ((1, 1), (1, 1))


def test_singletons_that_are_dropped_from_identity_are_related_all_the_same() -> None:
    key, response = related(("x2", "near", "x3")), related(("x2", "near", "x3"))
    dropped = score_graphs(key, response, ScoreRequest(singletons=False, relations=RelationRequest()))
    assert dropped.relations is not None
    assert dropped.relations.scores["near"].recall == (1, 1)


def test_chains_that_share_a_mention_are_one_class_and_have_the_relations_of_both() -> None:
    key = related(("x1", "near", "x3"), ("x2", "near", "x3"))
    joined = {"x1": [A, C], "x2": [B, C], "x3": [D]}
    response = related(("x1", "near", "x3"), chains=joined)
    assert table(key, response)["near"] == ((3, 3), (3, 3))


STEPS: list[Triple] = [("x1", "within", "x2"), ("x2", "within", "x3")]


def test_a_transitive_relation_holds_as_far_as_it_leads_in_both_graphs() -> None:
    transitive = frozenset({"holds"})
    inverse = (("holds", "within"),)
    key = related(*STEPS, transitive=transitive, inverse=inverse)
    response = related(("x1", "within", "x3"))
    assert table(key, response, "within")["within"] == ((2, 3), (2, 2))
    assert table(key, response, "within", unit=Unit.LINK)["within"] == ((2, 5), (2, 2))
    assert table(related(*STEPS), response, "within")["within"] == ((0, 3), (0, 2))


def test_what_leads_too_far_in_one_graph_is_closed_in_neither_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scoring, "close_transitively", partial(close_transitively, most=2))
    transitive = frozenset({"within"})
    key, response = related(*STEPS, transitive=transitive), related(("x1", "within", "x3"))
    result = scored(key, response, "within")
    assert result.relations is not None
    assert result.relations.scores["within"].recall == (0, 3)
    (notice,) = (notice for notice in result.notices if notice.code == "relations-not-closed")
    assert "within" in notice.sentence
