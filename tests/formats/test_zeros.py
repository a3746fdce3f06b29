"""Zeros of CorefUD: the word of each, its mark, and the unchanged places of other mentions."""

from __future__ import annotations

from pathlib import Path

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
