"""Types, statements and facts of one graph alone, noticed first, with true counts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import Comparison, compare, compare_graphs
from coala.engine.lint import lint_graphs
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice
from coala.model.options import DEFAULTS, ReadOptions
from coala.model.values import Span
from coala.present.blocks import Note
from coala.present.warnings_page import BETWEEN, build_warnings_page
from coala.reading.read import read_graphs
from coala.results.diff import report_diff
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.paths import SHARED, needs_shared
from tests.support.reports import text_of

CHAINS = {"x": [A, C], "y": [B], "z": [D]}
TYPED = {"x": ["Person"], "y": ["Person"]}


def one_sided(comparison: Comparison) -> list[Notice]:
    return [each for each in comparison.summary.notices if each.code == "one-sided-kinds"]


def test_types_of_one_graph_alone_are_noticed_first() -> None:
    bare, typed = graph({"x": [A, C], "y": [B], "z": [D], "w": [D]}), graph(CHAINS, types=TYPED)
    for sides, role in (((bare, typed), "The baseline "), ((typed, bare), "The changed graph ")):
        comparison = compare_graphs(*sides)
        notice = comparison.summary.notices[0]
        assert notice.sentence.startswith(role)
        assert re.findall(r"\d+", notice.sentence) == ["2", "3"]
        assert (notice.code, notice.count, notice.graph) == ("one-sided-kinds", 2, "")
        assert report_diff(comparison).blocks[0] == Note(notice.sentence)
        sections = build_warnings_page(comparison.summary)
        assert (sections[0].title, sections[0].warnings[0].sentence) == (BETWEEN, notice.sentence)


def test_lint_says_which_graph_has_no_types() -> None:
    (pair,) = lint_graphs([graph(CHAINS), graph(CHAINS, types=TYPED)]).pairs
    (sentence,) = [notice.sentence for notice in pair.notices if notice.code == "one-sided-kinds"]
    assert re.findall(r"first|second|\d", sentence) == ["first", "second", "2", "3"]


@needs_shared
@pytest.mark.parametrize("stripped", [0, 1])
def test_types_stripped_from_one_side_of_pikes_are_counted(stripped: int) -> None:
    paths = [str(SHARED / "data" / "pikes" / name) for name in ("pikes-mate", "pikes-both")]
    graphs = list(read_graphs(paths, ReadOptions()))
    assert one_sided(compare_graphs(*graphs)) == []
    graphs[stripped] = replace(graphs[stripped], types=((),) * len(graphs[stripped].types))

    comparison = compare_graphs(*graphs)

    by_types = [{row.kind for row in bag.divergences} <= {Kind.TYPE} for bag, _ in comparison.iterate_bags()]
    sentence = comparison.summary.notices[0].sentence
    assert sentence.startswith(("The baseline ", "The changed graph ")[stripped])
    assert list(map(int, re.findall(r"\d+", sentence))) == [sum(by_types), len(by_types)]
    assert 0 < sum(by_types) < len(by_types)


@needs_shared
def test_types_stripped_from_ecbplus_leave_146_bags_to_coreference() -> None:
    paths = [str(SHARED / "data" / "ecbplus" / name) for name in ("lemma-delta.ttl", "feature0.ttl")]
    first, second = read_graphs(paths, ReadOptions())
    assert compare_graphs(first, second).summary.interesting == 146

    summary = compare_graphs(replace(first, types=((),) * len(first.types)), second).summary

    assert (summary.notices[0].count, summary.interesting) == (630, 776)


def test_the_notice_comes_first_in_json_and_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turtle = (
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
        "@prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n@prefix : <http://example.org/> .\n"
        ":m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 3 ; its:taIdentRef :bob .\n"
    )
    one, two = tmp_path / "one.ttl", tmp_path / "two.ttl"
    one.write_text(turtle)
    two.write_text(f"{turtle}:bob a :Person .\n")
    sentence = compare(one, two).summary.notices[0].sentence
    has_libraries = find_spec("duckdb") is not None
    for engine in ("memory", "duckdb") if has_libraries else ("memory",):
        assert main(["diff", str(one), str(two), "--engine", engine]) == 1
        printed = capsys.readouterr()
        assert sentence not in printed.err
        assert printed.out.splitlines()[1].strip() == sentence
        assert main(["diff", str(one), str(two), "--engine", engine, "--json", "-"]) == 1
        printed = capsys.readouterr()
        assert json.loads(printed.out)["warnings"][0]["message"].startswith(sentence)
        assert printed.err.startswith(f"coala: warning: {sentence}")
    assert main(["diff", str(one), str(two), "--blind", "-o", str(tmp_path / "r.coala")]) == 1
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert sentence not in printed.out
    assert main(["diff", str(one), str(two), "--kinds", "coreference"]) == 0
    assert sentence not in capsys.readouterr().err


def spread(count: int) -> list[Span]:
    return [A._replace(begin=2 * place, end=2 * place + 1) for place in range(count)]


def test_chains_of_one_mention_in_one_graph_alone_are_noticed_first() -> None:
    text = {A.document: "ab" * 20}
    spans = spread(14)
    pairs = {"x": spans[:2], "y": spans[2:4]}
    plain = graph(pairs, texts=text)
    full = graph(pairs | {f"s{place}": [span] for place, span in enumerate(spans[4:])}, texts=text)
    comparison = compare_graphs(plain, full)
    _, first = text_of(report_diff(comparison))[:2]
    assert "changed graph" in first
    assert re.findall(r"\d+", first) == ["10", "10"]
    dropped = compare_graphs(plain, full, options=DEFAULTS._replace(singletons="drop"))
    assert dropped.summary.interesting == 0
    assert dropped.summary.changed.mentions == 4
    assert dropped.summary.settings["singletons"] == "drop"
    assert "singletons" not in comparison.summary.settings


def test_mention_that_is_alone_in_one_graph_counts_as_added_without_singletons() -> None:
    options = DEFAULTS._replace(singletons="drop")
    comparison = compare_graphs(graph({"x": [A, B], "y": [C]}), graph({"x": [A, B, C]}), options=options)
    ((bag, _),) = comparison.iterate_bags()
    assert [row.kind for row in bag.divergences] == [Kind.MENTION_ADDED]
