"""W3C Web Annotation: bodies and targets of annotations, with places from selectors."""

from __future__ import annotations

from pathlib import Path

from tests.support.nif import chains, notice, notices, read, statements

OA = "@prefix oa: <http://www.w3.org/ns/oa#> .\n"

BOB = (
    OA
    + """\
:a1 a oa:Annotation ; oa:hasBody :bob ; oa:motivatedBy oa:identifying ; oa:hasTarget [
    oa:hasSource :doc ; oa:hasSelector
        [ a oa:TextPositionSelector ; oa:start 0 ; oa:end 3 ],
        [ a oa:TextQuoteSelector ; oa:exact "Bob" ; oa:suffix " met" ] ] .
:bob a :Person ; :age 4 .
"""
)


def test_the_body_is_the_instance_and_position_and_quotation_make_the_mention(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB)
    assert chains(graph) == {"bob": [("doc", 0, 3)]}
    assert graph.mention_texts == {0: "Bob"}
    assert graph.types == (("http://example.org/Person",),)
    assert statements(graph) == {'bob -age-> "4"^^<http://www.w3.org/2001/XMLSchema#integer>'}
    assert notices(graph) == {"document-without-text": 1}


def test_several_targets_are_a_mention_each_and_several_bodies_an_instance_each(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        OA + ":a oa:hasBody :bob, :eve ; oa:hasTarget <http://example.org/doc#char=0,3>, "
        "[ oa:hasSource :doc ; oa:hasSelector [ oa:start 8 ; oa:end 10 ] ] .",
    )
    spans = [("doc", 0, 3), ("doc", 8, 10)]
    assert chains(graph) == {"bob": spans, "eve": spans}


def test_one_selector_may_serve_two_targets(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        OA + ":s oa:start 0 ; oa:end 3 . :a oa:hasBody :bob ; oa:hasTarget "
        "[ oa:hasSource :one ; oa:hasSelector :s ], [ oa:hasSource :two ; oa:hasSelector :s ] .",
    )
    assert chains(graph) == {"bob": [("one", 0, 3), ("two", 0, 3)]}


def test_a_target_without_a_position_is_left_out_and_counted(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":a2 oa:hasBody :eve ; oa:hasTarget [ oa:hasSource :doc ; oa:hasSelector "
        "[ a oa:TextQuoteSelector ; oa:exact 'Eve' ] ] .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 3)]}
    assert notices(graph)["mention-without-offsets"] == 1


def test_an_offset_that_is_no_number_leaves_out_its_mention_alone(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB + ":a2 oa:hasBody :eve ; oa:hasTarget [ oa:hasSource :doc ; oa:hasSelector [ oa:start 0.0 ; "
        "oa:end 5 ] ] .",
    )
    assert chains(graph) == {"bob": [("doc", 0, 3)]}
    assert notices(graph)["offsets-not-numbers"] == 1
    assert "'0.0'" in notice(graph, "offsets-not-numbers").message
