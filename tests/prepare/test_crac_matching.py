"""Matching of CorefUD mentions as in CRAC: zeros by dependency, then equal ones, then heads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.score import METRICS_OF_CRAC, Scored, ScoreRequest, score_paths
from coala.errors import CoalaError
from coala.model.corpus import build_corpus
from coala.model.node_marks import write_nodes
from coala.model.options import Match, Options
from coala.prepare.crac_matching import match_as_crac
from tests.support.graphs_by_hand import A, graph

HEADER = "# newdoc id = d1\n# global.Entity = eid-etype-head-other\n"

WORDS = [f"{number} w{number} _ _" for number in range(1, 7)]


def text(*nodes: str) -> str:
    """Return one sentence of six words, some given as nodes: "ID FORM DEPS MISC"."""
    given = {node.split(" ")[0]: node for node in nodes}
    every = sorted({node.split(" ")[0]: node for node in WORDS} | given, key=float)
    plain = dict(zip(map(str, range(1, 7)), WORDS, strict=True))
    lines = [(given.get(number) or plain[number]).split(" ") for number in every]
    columns = (f"{i}\t{form}\t_\t_\t_\t_\t_\t_\t{deps}\t{misc}\n" for i, form, deps, misc in lines)
    return HEADER + "".join(columns) + "\n"


def score(tmp_path: Path, key: str, response: str, *, singletons: bool = False) -> Scored:
    paths = []
    for name, said in (("key", key), ("response", response)):
        path = tmp_path / f"{name}.conllu"
        path.write_text(said, encoding="utf-8")
        paths.append(str(path))
    return score_paths(
        paths[0], paths[1], ScoreRequest(metrics=METRICS_OF_CRAC, singletons=singletons, crac=True)
    )


def matched(scored: Scored) -> list[int]:
    """Return how many mentions were matched, and by each rule: by equal nodes, by the head, zeros."""
    (notice,) = [notice for notice in scored.notices if notice.code == "crac-matched"]
    return list(map(int, re.findall(r"\d+", notice.message)))[:4]


def test_of_several_with_one_head_those_that_share_most_are_one(tmp_path: Path) -> None:
    key = text("1 w1 _ Entity=(e1--2-", "2 w2 _ Entity=(e2--1)", "3 w3 _ Entity=e1)", "5 w5 _ Entity=(e2--1)")
    response = text("2 w2 _ Entity=(e2--1-", "3 w3 _ Entity=e2)", "5 w5 _ Entity=(e2--1)")
    scored = score(tmp_path, key, response, singletons=True)
    assert matched(scored) == [2, 1, 1, 0]
    # Of the key's "w2" the response has all, of "w1 w2 w3" two thirds.
    assert scored.scores["muc"].recall == (1, 1)


def test_f1_without_a_common_link_is_0_in_the_average(tmp_path: Path) -> None:
    key, response = (
        text(*(f"{number} w{number} _ Entity=(e{eid}--1)" for number, eid in enumerate(eids, 1)))
        for eids in ("1122", "1212")
    )
    scores = score(tmp_path, key, response).scores
    assert scores["muc"].f1 == 0.0
    assert scores["b_cubed"].f1 == scores["ceaf_e"].f1 == 0.5
    assert scores["conll"].f1 == 1 / 3


def test_where_nothing_is_matched_the_score_is_nought(tmp_path: Path) -> None:
    key = text("1 w1 _ Entity=(e1--1)", "2 w2 _ Entity=(e1--1)")
    response = text("3 w3 _ Entity=(e1--1)", "4 w4 _ Entity=(e1--1)")
    assert score(tmp_path, key, response).scores["conll"].f1 == 0


def test_thousands_of_mentions_of_one_head_are_refused(tmp_path: Path) -> None:
    count = 2001

    def nodes(brackets: dict[int, str]) -> str:
        rows = (f"{i}\tw\t_\t_\t_\t_\t_\t_\t_\t{brackets.get(i, '_')}\n" for i in range(1, 2 * count + 1))
        return HEADER + "".join(rows) + "\n"

    every = range(1, count + 1)
    before = {i: f"Entity=(e{i}--{count + 2 - i}-" for i in every}
    key = nodes(before | {count + 1: "Entity=" + "".join(f"e{i})" for i in every)})
    behind = {count + 1 + i: f"Entity=e{i})" for i in range(1, count)}
    response = nodes(behind | {count + 1: "Entity=" + "".join(f"(e{i}--1-" for i in every) + f"e{count})"})
    with pytest.raises(CoalaError, match=r"--crac .* 2,001 "):
        score(tmp_path, key, response, singletons=True)


def test_that_no_head_is_stated_is_told(tmp_path: Path) -> None:
    key = text("1 w1 _ Entity=(e1---", "2 w2 _ Entity=e1)", "5 w5 _ Entity=(e1--)")
    scored = score(tmp_path, key, key.replace("e1---", "e1--1-"))
    (notice,) = [notice for notice in scored.notices if notice.code == "head-not-stated"]
    assert notice.count == 1
    assert matched(scored)[:2] == [2, 2]


def test_another_format_is_refused(tmp_path: Path) -> None:
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    for path in (key, response):
        path.write_text("#begin document (a);\na 0 0 Ann (1)\n#end document\n", encoding="utf-8")
    with pytest.raises(CoalaError, match=r"key\.conll: --crac .* --match head --singletons drop"):
        score_paths(str(key), str(response), ScoreRequest(crac=True))


def test_a_match_that_is_no_head_match_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoalaError, match=r"--crac .* --match overlap"):
        score_paths("key", "response", ScoreRequest(crac=True), options=Options(match=Match.OVERLAP))


def test_the_command_prints_the_average_of_three(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "key.conllu"
    path.write_text(text("1 w1 _ Entity=(e1--1)", "2 w2 _ Entity=(e1--1)"), encoding="utf-8")
    assert main(["score", str(path), str(path), "--crac"]) == 0
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["MUC", "B³", "CEAF-e", "CoNLL"]


def test_mentions_without_nodes_are_matched_when_the_rest_are_equal() -> None:
    with_nodes, without = (
        A._replace(zero=write_nodes([(1, 1, 0)], (1, 1, 0), "")),
        A._replace(zero="#1"),
    )
    found = match_as_crac(build_corpus((graph({"x": [without, with_nodes]}),) * 2), singletons=False)
    assert (found.exact, found.heads, found.zeros, found.matched) == (2, 0, 0, 2)
