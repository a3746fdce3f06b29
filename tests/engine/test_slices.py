"""Slices of scores through the command: forms by part of speech, sentences, and the sums."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.scores.findings import SLICINGS
from tests.support.paths import SHARED

WORDS = [
    [("Ann", "NNP", "(1)"), ("sings", "VBZ", "-"), (".", ".", "-")],
    [
        ("She", "PRP", "(1)"),
        ("knows", "VBZ", "-"),
        ("the", "DT", "(2"),
        ("pilot", "NN", "2)"),
        (".", ".", "-"),
    ],
    [("It", "PRP", "-"), ("rains", "VBZ", "-"), (".", ".", "-")],
    [
        ("The", "DT", "(2"),
        ("man", "NN", "2)"),
        ("greets", "VBZ", "-"),
        ("her", "PRP", "(1)"),
        (".", ".", "-"),
    ],
]


def write_conll(path: Path, cells: dict[tuple[int, int], str] | None = None, *, tags: bool = True) -> str:
    """Write ``WORDS`` as CoNLL-2012 with other brackets in some ``cells``; return the path."""
    lines = ["#begin document (d); part 000"]
    for number, sentence in enumerate(WORDS):
        for place, (word, tag, chains) in enumerate(sentence):
            cell = (cells or {}).get((number, place), chains)
            lines.append("\t".join(["d", "0", str(place), word, tag if tags else "-", "*", "-", cell]))
        lines.append("")
    path.write_text("\n".join([*lines, "#end document", ""]), encoding="utf-8")
    return str(path)


def score(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    assert main(["score", *arguments, "--json", str(tmp_path / "scores.json")]) == 0
    document: dict[str, Any] = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    return document


def test_forms_by_tag_when_the_response_has_no_tags_are_those_of_the_key(tmp_path: Path) -> None:
    key = write_conll(tmp_path / "key.conll")
    response = write_conll(tmp_path / "response.conll", {(1, 0): "-", (2, 0): "(1)"}, tags=False)

    table = score(tmp_path, key, response, "--by", "form")["by"]["form"]

    # "It" is only in the response, so it is known by the list of pronouns.
    assert table["forms"] == {"stated": 5, "other": 4, "listed": 1, "unknown": 0}
    mentions = {form: row["mentions"] for form, row in table["slices"].items()}
    assert {form: row["recall"]["numerator"] for form, row in mentions.items()} == {
        "pronoun": 1,
        "name": 1,
        "nominal": 2,
    }
    assert mentions["pronoun"]["recall"]["denominator"] == 2


@pytest.mark.parametrize(
    ("apart", "distance", "covered"),
    [
        (0, "0", "1"),
        (1, "1", "2–5"),
        (2, "2–3", "2–5"),
        (3, "2–3", "2–5"),
        (4, "> 3", "2–5"),
        (5, "> 3", "6–20"),
        (19, "> 3", "6–20"),
        (20, "> 3", "> 20"),
    ],
)
def test_distance_and_range_at_the_limits_of_their_slices(
    tmp_path: Path, apart: int, distance: str, covered: str
) -> None:
    # Each sentence is "Ann sees Ann."; the chain has its first mention and one of the last sentence.
    mentions = {(0, 0), (apart, 2)}
    lines = ["#begin document (d); part 000"]
    for sentence in range(apart + 1):
        for place, word in enumerate(("Ann", "sees", "Ann", ".")):
            chain = "(1)" if (sentence, place) in mentions else "-"
            lines.append("\t".join(["d", "0", str(place), word, "-", "*", "-", chain]))
        lines.append("")
    key = tmp_path / "key.conll"
    key.write_text("\n".join([*lines, "#end document", ""]), encoding="utf-8")

    slices = score(tmp_path, str(key), str(key), "--by", "distance,range")["by"]

    distances = {
        title: row["muc"]["recall"]["denominator"] for title, row in slices["distance"]["slices"].items()
    }
    assert distances == {distance: 1, "first mention": 0}
    assert [*slices["range"]["slices"]] == [covered]


@pytest.mark.parametrize(("sides", "words"), [("kr", ["recall", "1"]), ("rk", ["precision", "1"])])
def test_explain_names_the_figure_that_lacks_the_links_of_each_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sides: str, words: list[str]
) -> None:
    write_conll(tmp_path / "k.conll")
    write_conll(tmp_path / "r.conll", {(3, 3): "-"})
    assert main(["score", *(str(tmp_path / f"{side}.conll") for side in sides), "--explain"]) == 0
    (line,) = re.findall(r"^The .* divides 1 .*$", capsys.readouterr().out, re.MULTILINE)
    assert re.findall(r"recall|precision|\d", line)[1:] == words


def test_forms_are_those_of_the_heads_as_in_crac(tmp_path: Path) -> None:
    rows = [
        "# newdoc id = d",
        "# global.Entity = eid-etype-head-other",
        "# text = Ann left. She ran.",
        "1\tAnn\t_\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)",
        "2\tleft\t_\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No",
        "3\t.\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_",
        "4\tShe\t_\tPRON\t_\t_\t5\tnsubj\t_\tEntity=(e1-person-1-)",
        "5\tran\t_\tVERB\t_\t_\t2\tparataxis\t_\tSpaceAfter=No",
        "6\t.\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_",
        "",
        "",
    ]
    path = tmp_path / "a.conllu"
    path.write_text("\n".join(rows), encoding="utf-8")

    slices = score(tmp_path, str(path), str(path), "--crac", "--by", "form")["by"]["form"]["slices"]

    assert list(slices) == ["pronoun", "name"]


@pytest.mark.parametrize("words", [("form", "--language", "tlh"), ("form,shape",)])
def test_unknown_language_or_table_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    key = write_conll(tmp_path / "key.conll")

    assert main(["score", key, key, "--by", *words]) == 2


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is absent")
def test_slices_of_ecbplus_sum_to_the_whole(tmp_path: Path) -> None:
    folder = SHARED / "data" / "ecbplus"
    graphs = [str(folder / "gold.ttl"), str(folder / "feature0.ttl")]

    document = score(tmp_path, *graphs, "--by", ",".join(SLICINGS))

    def read(ratio: dict[str, Any]) -> Fraction:
        return Fraction(ratio["numerator"], ratio["denominator"]) if ratio["denominator"] else Fraction(0)

    for name in SLICINGS:
        rows = document["by"][name]["slices"].values()
        for side in ("recall", "precision"):
            links = [row["muc"][side] for row in rows]
            assert sum(ratio["numerator"] for ratio in links) == document["scores"]["muc"][side]["numerator"]
            assert (
                sum(ratio["denominator"] for ratio in links) == document["scores"]["muc"][side]["denominator"]
            )
            sizes = [row["mentions"][side]["denominator"] for row in rows]
            parts = [read(row["b_cubed"][side]) * size for row, size in zip(rows, sizes, strict=True)]
            assert sum(parts) == read(document["scores"]["b_cubed"][side]) * sum(sizes)
