"""Inverse and symmetric relations: one statement, from whichever end it is written."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.engine.compare import Comparison, compare, compare_graphs
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.options import Options, ReadOptions
from coala.model.relations import Relations
from tests.support.graphs_by_hand import A, B, D, Triple, graph
from tests.support.naive_diff import TEXTS, Chains, chains
from tests.support.nif import PREFIXES

RELATIONS = Relations((("WH-PT", "PT-WH"), ("SUP-SUB", "SUB-SUP")), frozenset({"knows"}))
THREE = {"x1": [A], "x2": [B], "x3": [D]}


def related(*statements: Triple, relations: Relations = RELATIONS) -> Graph:
    return replace(graph(THREE, statements=statements), relations=relations)


def rows(comparison: Comparison) -> list[str]:
    """Return the chain of each row with its statements: "Bob Smith -knows: John Doe"."""
    return [
        " ".join(
            [
                (
                    bag.baseline[row.baseline] if row.baseline is not None else bag.changed[row.changed or 0]
                ).label,
                *(f"-{each}" for each in row.dropped),
                *(f"+{each}" for each in row.added),
            ]
        )
        for bag, _ in comparison.iterate_bags()
        for row in bag.divergences
    ]


@pytest.mark.parametrize("dropped", [("x1", "knows", "x2"), ("x2", "knows", "x1")])
def test_where_it_differs_it_is_one_row_at_the_first_of_the_two(
    dropped: Triple,
) -> None:
    assert rows(compare_graphs(related(dropped), related())) == ["Bob Smith -knows: John Doe"]
    turned = compare_graphs(related(), related(("x2", "WH-PT", "x1")))
    assert rows(turned) == ["Bob Smith +PT-WH: John Doe"]


@st.composite
def related_chains(draw: st.DrawFn) -> tuple[Chains, list[Triple]]:
    said = draw(chains("x"))
    names = st.sampled_from(sorted(said))
    predicates = st.sampled_from(["WH-PT", "PT-WH", "SUP-SUB", "knows", "said"])
    values = st.one_of(names, st.sampled_from(["<http://e.org/a>", '"text"']))
    return said, draw(st.lists(st.tuples(names, predicates, values), max_size=6, unique=True))


INVERSES = {"WH-PT": "PT-WH", "PT-WH": "WH-PT", "SUP-SUB": "SUB-SUP", "knows": "knows"}


def rewritten(said: Chains, statements: list[Triple], seed: int) -> Graph:
    """Return the graph with some statements written from their other end, and some from both."""
    chance = random.Random(seed)
    written = []
    for subject, predicate, value in statements:
        turned = (value, INVERSES.get(predicate, ""), subject)
        ways = chance.choice([(1, 0), (0, 1), (1, 1)]) if turned[1] and value in said else (1, 0)
        written += [
            way
            for way, is_chosen in zip(((subject, predicate, value), turned), ways, strict=True)
            if is_chosen
        ]
    return replace(graph(said, statements=list(dict.fromkeys(written)), texts=TEXTS), relations=RELATIONS)


@given(related_chains(), st.integers(), st.integers())
def test_statements_written_from_their_other_ends_make_no_difference(
    said: tuple[Chains, list[Triple]], one: int, other: int
) -> None:
    assert rows(compare_graphs(rewritten(*said, one), rewritten(*said, other))) == []


@given(related_chains(), related_chains(), st.integers(), st.integers())
def test_neither_rows_nor_fingerprints_depend_on_the_end_that_a_statement_is_written_from(
    baseline: tuple[Chains, list[Triple]], changed: tuple[Chains, list[Triple]], one: int, other: int
) -> None:
    spans = [{span for chain in said.values() for span in chain} for said, _ in (baseline, changed)]
    assume(spans[0] & spans[1])
    first = compare_graphs(rewritten(*baseline, one), rewritten(*changed, one))
    second = compare_graphs(rewritten(*baseline, other), rewritten(*changed, other))
    assert rows(first) == rows(second)
    assert [bag.fingerprint for bag, _ in first.iterate_bags()] == [
        bag.fingerprint for bag, _ in second.iterate_bags()
    ]


TOLEDO = (
    PREFIXES
    + """\
:doc nif:isString "Toledo is in Ohio." .
:m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 6 ; itsrdf:taIdentRef :toledo .
:m2 nif:referenceContext :doc ; nif:beginIndex 13 ; nif:endIndex 17 ; itsrdf:taIdentRef :ohio .
"""
)


def compare_texts(folder: Path, first: str, second: str, vocabulary: str = "auto") -> Comparison:
    files = folder / "first.ttl", folder / "second.ttl"
    for file, text in zip(files, (first, second), strict=True):
        file.write_text(TOLEDO + text, encoding="utf-8")
    return compare(*files, options=Options(reading=ReadOptions(vocabulary=vocabulary)))


def test_a_graph_may_say_itself_what_is_inverse_and_what_is_symmetric(tmp_path: Path) -> None:
    ontology = ":partOf owl:inverseOf :hasPart . :near a owl:ObjectProperty, owl:SymmetricProperty ."
    comparison = compare_texts(
        tmp_path,
        ":toledo :partOf :ohio ; :near :ohio .",
        f":ohio :hasPart :toledo ; :near :toledo . {ontology}",
    )
    assert rows(comparison) == []
    assert [notice.code for notice in comparison.summary.notices] == ["relations-turned"]
    assert comparison.summary.notices[0].examples == ("partOf as hasPart",)


@pytest.mark.parametrize("vocabulary", ["nif", "own"])
def test_a_vocabulary_says_what_is_inverse_and_what_is_symmetric(tmp_path: Path, vocabulary: str) -> None:
    if vocabulary == "own":
        shipped = Path(__file__).parents[2] / "coala" / "reading" / "vocabularies" / "nif.toml"
        own = shipped.read_text(encoding="utf-8").split("[relations]")
        vocabulary = str(tmp_path / "own.toml")
        relations = 'inverse = [["skos:narrower", "skos:broader"]]\nsymmetric = "skos:related"\n[labels]'
        Path(vocabulary).write_text(
            f"{own[0]}[relations]\n{relations}{own[1].split('[labels]')[1]}", encoding="utf-8"
        )
    comparison = compare_texts(
        tmp_path,
        ":toledo skos:broader :ohio ; skos:related :ohio .",
        ":ohio skos:narrower :toledo ; skos:related :toledo .",
        vocabulary,
    )
    assert rows(comparison) == []


def test_relations_of_brat_meet_from_either_end(tmp_path: Path) -> None:
    for name, relation in (("a", "R1\tPT-WH Arg1:T1 Arg2:T2\n"), ("b", "R1\tWH-PT Arg1:T2 Arg2:T1\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "doc.txt").write_text("Toledo is in Ohio.", encoding="utf-8")
        spans = "T1\tCity 0 6\tToledo\nT2\tState 13 17\tOhio\n"
        (folder / "doc.ann").write_text(spans + relation, encoding="utf-8")
    comparison = compare(tmp_path / "a", tmp_path / "b")
    assert comparison.summary.baseline.statements == 1
    assert Kind.STATEMENT not in comparison.summary.kinds
