"""Facts, from single statements or from all roles of an event, with the words that say them."""

from __future__ import annotations

import numpy as np

from coala.model.facts import count_facts, list_arguments
from coala.model.graph import Facts, Graph
from coala.model.origins import NAMED_GRAPH, OF_EVENT
from coala.model.values import Span
from tests.support.graphs_by_hand import DOC_1, A, B, C, D, graph

MET = Span(DOC_1, 10, 13)
WORDS = Span(DOC_1, 0, 22)


def said_of(facts: Facts, row: int) -> list[tuple[int, int]]:
    places = np.flatnonzero(facts.row == row)
    return list(zip(facts.begin[places].tolist(), facts.end[places].tolist(), strict=True))


def list_roles(one: Graph) -> list[tuple[int, str, str]]:
    """Return for each argument its fact, its role, and the instance or value."""
    arguments = list_arguments(one)
    return [
        (fact, one.predicates[role], one.names[instance][-1] if instance >= 0 else one.values[value])
        for fact, role, instance, value in zip(
            arguments.fact.tolist(),
            arguments.role.tolist(),
            arguments.instance.tolist(),
            arguments.value.tolist(),
            strict=True,
        )
    ]


def test_all_statements_of_an_event_that_name_instances_are_one_fact() -> None:
    statements = [
        ("e", "actor", "x"),
        ("e", "actor", "y"),
        ("e", "mood", '"glad"'),
        ("e", "time", '"1990"'),
        ("e", "^causes", "x"),
        ("x", "knows", "y"),
    ]
    one = graph(
        {"e": [MET], "x": [A], "y": [B, C, D]},
        statements=statements,
        events=["e"],
        facts={("e", "actor", "y"): [WORDS, MET], ("e", "time", '"1990"'): [], ("x", "knows", "y"): [WORDS]},
    )
    # What an event says without naming an instance is a role where it is stated as a fact.
    assert list_roles(one) == [(0, "actor", "x"), (0, "actor", "y"), (0, "time", '"1990"'), (1, "knows", "y")]
    assert one.facts.event.tolist() == [0, -1]
    assert count_facts(one.facts) == (2, 1, 4, 2, {"event": 1, "named graph": 3})
    assert one.facts.origin.tolist() == [OF_EVENT, NAMED_GRAPH, NAMED_GRAPH, NAMED_GRAPH]
    assert said_of(one.facts, 0) == []
    assert (said_of(one.facts, 1), said_of(one.facts, 3)) == ([(0, 22), (10, 13)], [(0, 22)])


def test_what_another_says_of_an_event_is_a_fact_of_its_own() -> None:
    causes = ("e", "^causes", "x")
    one = graph(
        {"e": [MET], "x": [A]},
        statements=[("e", "actor", "x"), causes, ("e", "place", "x")],
        events=["e"],
        facts={causes: []},
    )
    assert list_roles(one) == [(0, "actor", "x"), (1, "causes", "x"), (0, "place", "x")]
    assert one.facts.event.tolist() == [0, -1]
