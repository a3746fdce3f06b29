"""Zeros of CorefUD: the word of each, its mark, and the unchanged places of other mentions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.formats import corefud
from coala.model.format_options import FormatOptions
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.model.values import Span
from coala.reading.read import read_graphs

HEADER = "# newdoc id = d1\n# global.Entity = eid-etype-head-other\n"


def rows(*nodes: str) -> str:
    """Return a sentence; each node is "ID FORM DEPS MISC"."""
    lines = [node.split(" ") for node in nodes]
    return (
        "".join(f"{i}\t{form}\t_\tX\t_\t_\t0\tdep\t{deps}\t{misc}\n" for i, form, deps, misc in lines) + "\n"
    )


def zeros(text: str) -> list[tuple[str, str, str]]:
    """Return the instance, the word and the mark of each zero."""
    found = corefud.read("a.conllu", text.encode(), FormatOptions())
    return [
        (mention.instance, found.documents[0].text[slice(*mention.fragments[0])], mention.zero)
        for mention in found.mentions
        if mention.zero
    ]


def test_a_zero_stands_at_its_governor_with_its_dependency() -> None:
    sentence = rows("1 Came _ _", "1.1 _ 3:nsubj Entity=(e1--1)", "2 and _ _", "3 went _ _")
    assert zeros(HEADER + sentence) == [("d1/e1", "went", "nsubj#1")]


def test_zeros_of_one_governor_and_dependency_are_counted() -> None:
    sentence = rows(
        "0.1 _ 1:nsubj Entity=(e1--1)",
        "0.2 _ 1:obj Entity=(e2--1)",
        "1 took _ _",
        "1.1 _ 1:nsubj|2:nsubj Entity=(e3--1)",
        "2 left _ _",
        "2.1 _ 2:nsubj Entity=(e4--1)",
    )
    assert zeros(HEADER + sentence) == [
        ("d1/e1", "took", "nsubj#1"),
        ("d1/e2", "took", "obj#1"),
        ("d1/e3", "took", "nsubj#2"),
        ("d1/e4", "left", "nsubj#1"),
    ]


def test_a_zero_below_an_empty_node_stands_at_the_word_above_both() -> None:
    sentence = rows("1 ate _ _", "1.1 _ 1:conj _", "1.2 _ 1.1:nsubj:pass Entity=(e1--1)")
    assert zeros(HEADER + sentence) == [("d1/e1", "ate", "conj/nsubj:pass#1")]


@pytest.mark.parametrize("deps", ["_", "0:root", "9:nsubj", "1.2:a", "x", "", "1:" + "|" * 9])
def test_a_zero_without_a_governor_stands_at_the_word_before_it(deps: str) -> None:
    sentence = rows("1 ate _ _", "1.1 _ _ _", f"1.2 _ {deps} Entity=(e1--1)", "2 up _ _")
    assert zeros(HEADER + sentence) == [("d1/e1", "ate", "#2")]


def test_a_zero_before_all_words_stands_at_the_first() -> None:
    sentence = rows("0.1 _ _ Entity=(e1--1)", "1 ate _ _", "1.1 _ _ Entity=(e2--1)")
    assert zeros(HEADER + sentence) == [("d1/e2", "ate", "#1"), ("d1/e1", "ate", "before#1")][::-1]


def test_a_mention_of_several_empty_nodes_has_the_marks_of_all_at_its_head() -> None:
    sentence = rows(
        "1 ate _ Entity=(e2--1)", "1.1 _ 2:amod Entity=(e1--2-", "1.2 _ 1:obj Entity=e1)", "2 up _ _"
    )
    assert zeros(HEADER + sentence) == [("d1/e1", "ate", "amod#1+obj#1")]


def test_a_mention_with_words_is_the_span_of_these() -> None:
    sentence = rows("1 ate _ Entity=(e1--2-", "1.1 _ 1:obj _", "2 up _ Entity=e1)")
    found = corefud.read("a.conllu", (HEADER + sentence).encode(), FormatOptions())
    assert [(mention.fragments, mention.zero) for mention in found.mentions] == [(((0, 6),), "")]


NODES = ("nsubj", "obj", "_")
sentences_of_zeros = st.lists(st.lists(st.sampled_from(NODES), max_size=3), min_size=3, max_size=3)


def written(zeros_behind: list[list[str]], extra: tuple[int, str] | None = None) -> str:
    """Return three words, each a mention with dependent zeros after it; one ``extra`` comes last."""
    nodes = []
    for number, kinds in enumerate(zeros_behind, 1):
        nodes.append(f"{number} w{number} _ Entity=(w{number}--1)")
        wanted = [(kind, f"Entity=(z{number}x{place}--1)") for place, kind in enumerate(kinds)]
        if extra and extra[0] == number:
            wanted.append((extra[1], "Entity=(new--1)"))
        for place, (kind, entity) in enumerate(wanted, 1):
            deps = "_" if kind == "_" else f"{number}:{kind}"
            nodes.append(f"{number}.{place} _ {deps} {entity}")
    return HEADER + rows(*nodes)


def spans(text: str) -> dict[str, tuple[object, str]]:
    found = corefud.read("a.conllu", text.encode(), FormatOptions())
    return {mention.instance: (mention.fragments, mention.zero) for mention in found.mentions}


@given(sentences_of_zeros, st.integers(1, 3), st.sampled_from(NODES))
def test_one_zero_more_moves_no_other_mention(behind: list[list[str]], word: int, kind: str) -> None:
    before, after = spans(written(behind)), spans(written(behind, (word, kind)))
    added = after.pop("d1/new")
    assert after == before
    assert added not in before.values()


@given(sentences_of_zeros)
def test_no_two_mentions_of_a_sentence_become_one_span(behind: list[list[str]]) -> None:
    found = spans(written(behind))
    assert len(set(found.values())) == len(found)


TEXT = HEADER + rows(
    "1 She _ Entity=(e1--1)",
    "2 came _ Entity=(e2--1)",
    "2.1 _ 4:nsubj Entity=(e1--1)",
    "3 and _ _",
    "4 went _ Entity=(e3--1)(e4--1)",
    "4.1 _ 4:obl/a(b)%;<> Entity=(e2--1)",
)


def graph(path: Path, text: str) -> Graph:
    path.write_text(text, encoding="utf-8")
    return read_graphs([str(path)], ReadOptions())[0]


def test_zeros_survive_the_way_through_nif(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    direct = graph(path, TEXT)
    lines, _ = convert(str(path))
    again = graph(tmp_path / "a.ttl", "".join(lines))
    assert [shape.zero for shape in direct.shapes] == ["nsubj#1", "obl/a%28b%29%25%3B%3C%3E#1"]
    assert again.shapes == direct.shapes
    assert not compare(str(path), str(tmp_path / "a.ttl")).summary.interesting


def test_a_zero_is_another_span_than_the_word_at_which_it_stands(tmp_path: Path) -> None:
    one, other = tmp_path / "a.conllu", tmp_path / "b.conllu"
    graph(one, TEXT)
    graph(
        other,
        TEXT.replace("(e3--1)(e4--1)", "(e3--1)(e1--1)").replace("4:nsubj\tEntity=(e1--1)", "4:nsubj\t_"),
    )
    (bag,) = [bag for bag, _ in compare(str(one), str(other)).iterate_bags()]
    assert bag.spans == (
        Span("urn:coala:document:d1", 0, 3),
        Span("urn:coala:document:d1", 13, 17),
        Span("urn:coala:document:d1", 13, 17, zero="nsubj#1"),
    )
    assert bag.words == ("She", "went", "∅nsubj (went)")


def test_a_statement_about_a_zero_keeps_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    graph(path, TEXT)
    lines = "".join(convert(str(path))[0])
    zero = next(line for line in lines.splitlines() if "nsubj#1" in line).split(" ")[0]
    instance = next(line for line in lines.splitlines() if "taIdentRef" in line).split(" ")[2]
    said = graph(tmp_path / "a.ttl", f"{lines}{instance} <urn:coala:first> {zero} .\n")
    assert said.values == ("(<urn:coala:document:d1> 13 17 ∅nsubj#1)",)
