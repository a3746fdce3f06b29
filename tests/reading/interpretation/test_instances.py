"""Merging of nodes into instances, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.nif import BOB, JOHN, chains, notice, notices, read, short, statements


def types(graph_types: Sequence[tuple[str, ...]]) -> list[list[str]]:
    return [[short(kind) for kind in kinds] for kinds in graph_types]


def test_same_as_joins_mentions_types_and_statements(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + JOHN + ":bob a :Person ; :age 4 . :john a :Agent ; :likes 'tea' . :john owl:sameAs :bob .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 9), ("doc", 14, 18)]}
    assert types(graph.types) == [["Agent", "Person"]]
    assert statements(graph) == {
        'bob -age-> "4"^^<http://www.w3.org/2001/XMLSchema#integer>',
        'bob -likes-> "tea"',
    }
    assert notices(graph) == {"same-as": 2}
    assert notice(graph, "same-as").examples == ("<http://example.org/bob> = <http://example.org/john>",)


def test_a_crowd_that_same_as_joins_is_remarked_with_the_largest_first(tmp_path: Path) -> None:
    def crowd(name: str, size: int) -> str:
        return "".join(
            f"[] nif:referenceContext :doc ; nif:beginIndex {place} ; nif:endIndex {place + 2} ; "
            f"itsrdf:taIdentRef :{name}{place} . :{name}{place} owl:sameAs :{name} . "
            for place in range(10, 10 + size)
        )

    text = ":doc nif:isString '" + "a" * 60 + "' . "
    graph = read(tmp_path, text + crowd("few", 19) + crowd("some", 20) + crowd("many", 25))
    remark = notice(graph, "same-as-large")
    assert remark.count == 2
    assert remark.examples == (
        "25 nodes: <http://example.org/many10> = <http://example.org/many11> = <http://example.org/many12>",
        "20 nodes: <http://example.org/some10> = <http://example.org/some11> = <http://example.org/some12>",
    )
    apart = read(tmp_path, text + crowd("many", 25), same_as=False)
    assert "same-as-large" not in notices(apart)


def test_same_as_closes_by_way_of_nodes_without_mentions_which_are_statements(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + JOHN + ":bob owl:sameAs :kb1 . :kb2 owl:sameAs :kb1 , _:b . _:b owl:sameAs :john . "
        ":kb1 a :Person ; :age 4 .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 9), ("doc", 14, 18)]}
    assert types(graph.types) == [["Person"]]
    assert statements(graph) == {
        'bob -age-> "4"^^<http://www.w3.org/2001/XMLSchema#integer>',
        "bob -http://www.w3.org/2002/07/owl#sameAs-> <kb1>",
        "bob -http://www.w3.org/2002/07/owl#sameAs-> <kb2>",
    }


def test_same_as_between_an_instance_and_an_entry_elsewhere_is_a_statement_and_no_notice(
    tmp_path: Path,
) -> None:
    graph = read(tmp_path, BOB + ":kb owl:sameAs :bob .")
    assert statements(graph) == {"bob -http://www.w3.org/2002/07/owl#sameAs-> <kb>"}
    assert graph.notices == ()


def test_same_as_a_literal_is_a_plain_statement(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":bob owl:sameAs 'Q42' .")
    assert statements(graph) == {'bob -http://www.w3.org/2002/07/owl#sameAs-> "Q42"'}


def test_types_come_from_the_instance_and_from_its_mentions(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + JOHN + ":bob a :Person, [] . :m1 itsrdf:taClassRef :Agent .")
    assert types(graph.types) == [["Agent", "Person"], []]


def test_instances_are_numbered_by_their_first_spans_not_by_their_names(tmp_path: Path) -> None:
    graph = read(tmp_path, (BOB + JOHN).replace(":bob", ":z").replace(":john", ":a"))
    assert [short(name) for name in graph.names] == ["z", "a"]


def test_a_nameless_instance_has_no_name(tmp_path: Path) -> None:
    assert read(tmp_path, BOB.replace(":bob", "_:bob")).names == ("",)


def test_the_label_is_the_preferred_one_in_english(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + JOHN + ":bob rdfs:label 'B' ; skos:prefLabel 'Robert'@de, 'Bob Smith'@en, 'Bob Q. Smith' . "
        ":john rdfs:label 'Hans'@de ; skos:prefLabel '' .",
    )
    assert graph.labels == ("Bob Smith", "Hans")


def test_labels_are_statements_too(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":bob rdfs:label 'Bob' .")
    assert statements(graph) == {'bob -http://www.w3.org/2000/01/rdf-schema#label-> "Bob"'}


def test_classes_properties_and_values_have_the_labels_that_the_graph_states(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":bob a :Person ; :livesIn :rome ; :age 4 . :Person rdfs:label 'human' . "
        ":livesIn rdfs:label 'lives in' . :rome rdfs:label 'Rome' . :else rdfs:label 'something else' .",
    )
    assert {short(name): label for name, label in graph.term_labels.items()} == {
        "Person": "human",
        "livesIn": "lives in",
        "rome": "Rome",
    }


def test_instance_without_mentions_is_counted(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB + ":eve a :Person ; rdfs:label 'Eve' . [] a :Person . :Person a owl:Class .")
    assert notices(graph) == {"instance-without-mention": 2}
    assert notice(graph, "instance-without-mention").examples == (
        "<http://example.org/eve>",
        "a blank node",
    )


def test_a_nameless_value_with_a_class_is_not_missed(tmp_path: Path) -> None:
    assert read(tmp_path, BOB + ":bob :address [ a :Address ; :city 'Rome' ] .").notices == ()


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_instances_when_they_share_their_first_span_are_numbered_by_the_others(
    tmp_path: Path, first: str, second: str
) -> None:
    mentions = "".join(
        f":m-{name}-{begin} nif:referenceContext :doc ; nif:beginIndex {begin} ; nif:endIndex {end} ; "
        f"itsrdf:taIdentRef :{name} .\n"
        for name, (begin, end) in [(first, (10, 13)), (second, (14, 18))]
    )
    graph = read(tmp_path, f"{BOB.replace(':bob', ':a, :b')}\n{mentions}")
    assert [short(name) for name in graph.names] == [first, second]
