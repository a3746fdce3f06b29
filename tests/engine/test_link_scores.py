"""Scores of links, from graphs to text and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare, compare_graphs
from coala.engine.score import ScoreRequest, score_paths
from coala.engine.summary import summary_from_json, summary_to_json
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.scores.link_scores import (
    LinkedCounts,
    NilCounts,
)
from tests.support.graphs_by_hand import A, B, C, D, graph

E = D._replace(begin=15, end=19)

PREFIXES = """
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix dbr: <http://dbpedia.org/resource/> .
@prefix ex: <http://example.org/> .
ex:doc1 a nif:Context ; nif:isString "Bob Smith met John Doe in Paris and left." .
ex:doc2 a nif:Context ; nif:isString "Paris is far." .
"""
PLACES = {"Bob Smith": ("doc1", 0, 9), "John Doe": ("doc1", 14, 22), "Paris": ("doc2", 0, 5)}


def write_graph(path: Path, **links: str) -> str:
    """Write a graph with a mention for each name of ``PLACES`` that is linked; return its path."""
    lines = [
        f"ex:m{begin}{document} nif:referenceContext ex:{document} ; nif:beginIndex {begin} ; "
        f"nif:endIndex {end} ; itsrdf:taIdentRef {links[words.split()[0]]} ."
        for words, (document, begin, end) in PLACES.items()
        if words.split()[0] in links
    ]
    path.write_text(PREFIXES + "\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def graphs(tmp_path: Path) -> tuple[str, str]:
    return (
        write_graph(tmp_path / "key.ttl", Bob="dbr:Bob_Smith", John="ex:john", Paris="dbr:Paris"),
        write_graph(
            tmp_path / "response.ttl",
            Bob="<http://dbpedia.org/page/bob%5fSmith>",
            John="ex:doe",
            Paris="<http://dbpedia.org/resource/Paris,_Texas>",
        ),
    )


def test_links_of_mentions_that_do_not_count_are_in_no_figure() -> None:
    match = "http://www.w3.org/2004/02/skos/core#exactMatch"

    def link(names: Mapping[str, str]) -> Graph:
        chains = {"ann": [A, C], "kim": [B], "paris": [D], "rome": [E]}
        said = [(chain, match, f"<http://dbpedia.org/resource/{name}>") for chain, name in names.items()]
        types = {
            name: ["http://e.org/Person" if name in ("ann", "kim") else "http://e.org/Place"]
            for name in chains
        }
        return graph(chains, statements=said, types=types)

    key, response = (
        link({"ann": "Ann", "paris": "Paris"}),
        link({"ann": "Ann", "paris": "Ohio", "rome": "Rome"}),
    )
    only = DEFAULTS._replace(selection=DEFAULTS.selection._replace(only_types=("Person",)))
    for options, total, nil in (
        (DEFAULTS, LinkedCounts(3, 4, 3, 2), NilCounts(2, 1, 1)),
        (only, LinkedCounts(2, 2, 2, 2), NilCounts(1, 1, 1)),
    ):
        (links,) = compare_graphs(key, response, options=options).summary.link_scores.values()
        assert (links.total, links.nil) == (total, nil)


def test_score_command_when_names_count_has_links_in_text_and_json(
    graphs: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scores.json"
    main(["score", *graphs, "--metrics", "links", "--by", "document", "--json", str(file)])
    main(["score", *graphs, "--metrics", "links"])
    assert ["Links", "0.5000", "1/2", "0.5000", "1/2", "0.5000"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]
    found = json.loads(file.read_text(encoding="utf-8"))
    assert list(found["scores"]) == ["links"]
    assert found["scores"]["links"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert found["link_scores"]["by_document"]["http://example.org/doc2"]["f1"] == 0.0
    assert found["by_document"]["http://example.org/doc1"]["links"]["f1"] == 1.0
    assert found["link_scores"]["nil"] == {"key": 1, "response": 1, "both": 1}


def test_score_when_no_name_counts_has_no_links_and_refuses_them_by_name(graphs: tuple[str, str]) -> None:
    off = DEFAULTS._replace(names="off")
    scored = score_paths(*graphs, options=off)
    assert scored.links is None
    assert "links" not in scored.scores
    with pytest.raises(CoalaError, match="--names"):
        score_paths(*graphs, ScoreRequest(metrics=("links",)), options=off)


def test_diff_without_gold_has_the_scores_of_links_as_a_similarity(
    graphs: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["diff", *graphs])
    lines = capsys.readouterr().out.splitlines()
    assert ["Links", "0.5000", "1/2", "0.5000", "1/2", "0.5000"] in [line.split() for line in lines]
    assert any(re.findall(r"[\d.]*\d", line)[:3] == ["2", "1", "0.5000"] for line in lines)


def test_diff_with_gold_scores_the_links_of_both_sides(graphs: tuple[str, str]) -> None:
    summary = compare(*graphs, gold=graphs[1]).summary
    totals = {name: links.total for name, links in summary.link_scores.items()}
    assert totals == {"baseline": LinkedCounts(2, 2, 2, 1), "changed": LinkedCounts(2, 2, 2, 2)}


@pytest.mark.parametrize("with_gold", [False, True])
def test_summary_when_read_again_has_the_same_scores_of_links(
    graphs: tuple[str, str], with_gold: bool
) -> None:
    summary = compare(*graphs, gold=graphs[1] if with_gold else None).summary
    again = summary_from_json(json.loads(json.dumps(summary_to_json(summary))))
    assert again.link_scores == {
        name: replace(links, by_document={}) for name, links in summary.link_scores.items()
    }
    assert again.link_scores
