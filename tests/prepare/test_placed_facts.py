"""Facts and their places in the texts, when graphs are joined in one corpus."""

from __future__ import annotations

from dataclasses import replace

from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Match
from coala.model.relations import Relations
from coala.model.values import Span
from coala.prepare.prepare import Preparation, prepare
from tests.support.graphs_by_hand import DOC_1, TEXTS, A, B, C, graph

ROLES = ("baseline", "changed graph")
WORDS = Span(DOC_1, 0, 22)


def facts_of(one: Graph) -> list[tuple[str, str, str]]:
    """Return subject, predicate and value of each statement that is a fact."""
    statements, values = one.statements, one.values
    target = dict(
        zip(statements.reference_statement.tolist(), statements.reference_instance.tolist(), strict=True)
    )
    return [
        (
            one.names[statements.subject[row]][-1],
            one.predicates[statements.predicate[row]],
            one.names[target[row]][-1] if row in target else values[statements.value[row]],
        )
        for row in one.facts.statement.tolist()
    ]


def a_graph(predicate: str = "met") -> Graph:
    met, knows = ("x", predicate, "y"), ("x", "knows", "y")
    return graph({"x": [A, C], "y": [B]}, statements=[knows, met], facts={met: [WORDS]})


def test_a_fact_stays_one_when_other_predicates_are_ignored() -> None:
    chosen = DEFAULTS.selection._replace(ignore_predicates=("knows",))
    corpus = prepare((a_graph(), a_graph()), ROLES, Preparation(selection=chosen)).corpus
    assert facts_of(corpus.graphs[0]) == [("x", "met", "y")]
    assert corpus.provenance[0] == (WORDS,)


def test_a_fact_whose_predicate_is_ignored_is_none() -> None:
    chosen = DEFAULTS.selection._replace(ignore_predicates=("met",))
    corpus = prepare((a_graph(), a_graph()), ROLES, Preparation(selection=chosen)).corpus
    assert not len(corpus.graphs[0].facts)
    assert corpus.provenance[0] == ()


def test_a_fact_is_turned_with_its_statement() -> None:
    relations = Relations(inverse=(("met", "was met by"),))
    turned = replace(a_graph(), relations=relations)
    corpus = prepare((turned, a_graph("knew")), ROLES, Preparation()).corpus
    assert facts_of(corpus.graphs[0]) == [("y", "was met by", "x")]
    assert corpus.provenance[0] == (WORDS,)


def test_a_symmetric_fact_is_one_at_either_end() -> None:
    both_ways = replace(a_graph(), relations=Relations(symmetric=frozenset({"met"})))
    corpus = prepare((both_ways, a_graph("knew")), ROLES, Preparation()).corpus
    assert facts_of(corpus.graphs[0]) == [("x", "met", "y"), ("y", "met", "x")]
    assert corpus.provenance[0] == (WORDS, WORDS)


def test_a_role_that_is_turned_is_no_role_of_its_event_any_more() -> None:
    one = graph(
        {"e": [Span(DOC_1, 10, 13)], "x": [A], "y": [B]},
        statements=[("e", "actor", "x"), ("e", "object", "y")],
        events=["e"],
    )
    turned = replace(one, relations=Relations(inverse=(("object", "objectOf"),)))
    corpus = prepare((turned, one), ROLES, Preparation()).corpus
    assert facts_of(corpus.graphs[0]) == [("e", "actor", "x"), ("y", "objectOf", "e")]
    assert corpus.graphs[0].facts.event.tolist() == [0, -1]


def test_the_place_of_a_fact_is_carried_over_with_the_text() -> None:
    text = "Well, " + TEXTS[DOC_1]
    shifted = [Span(DOC_1, span.begin + 6, span.end + 6) for span in (A, C, B, WORDS)]
    met = ("x", "met", "y")
    other = graph(
        {"x": shifted[:2], "y": shifted[2:3]},
        statements=[met],
        facts={met: shifted[3:]},
        texts={**TEXTS, DOC_1: text},
    )
    assert prepare((a_graph(), other), ROLES, Preparation()).corpus.provenance == ((WORDS,), (WORDS,))


def test_the_place_of_a_fact_goes_with_a_span_that_is_joined() -> None:
    met = ("x", "met", "y")
    wide = Span(DOC_1, 0, 13)
    other = graph({"x": [wide], "y": [B]}, statements=[met], facts={met: [wide]})
    corpus = prepare((a_graph(), other), ROLES, Preparation(match=Match("overlap"))).corpus
    assert corpus.provenance[1] == (A,)
