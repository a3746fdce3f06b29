"""Scores of relations as lines of text and as JSON, from the two sample files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.results.scores.relations import relations_to_json, report_relations
from coala.scores.ratio import Ratio, Score
from coala.scores.relations.intervals import DrawnUnits, Unit
from coala.scores.relations.scoring import RelationTable
from tests.support.pages import read_page
from tests.support.paths import SAMPLES
from tests.support.reports import text_of

KEY, RESPONSE = (str(SAMPLES / "relations" / name) for name in ("key.ttl", "response.ttl"))
PAGE = read_page("reference/relations.md")
SCORE = Score(Ratio(1, 2), Ratio(0, 0))
FEW = DrawnUnits("bags", 2, 3, 9)
AS_PUBLISHED = {
    "IDENT": ((1, 2), (1, 1)),
    "urn:coala:PT-WH": ((1, 1), (1, 1)),
    "urn:coala:SUB-SUP": ((2, 3), (2, 3)),
    "all": ((4, 6), (4, 5)),
}


def fractions(document: dict[str, dict[str, dict[str, int]]]) -> dict[str, object]:
    return {
        name: tuple((row[rate]["numerator"], row[rate]["denominator"]) for rate in ("recall", "precision"))
        for name, row in document.items()
    }


@pytest.mark.parametrize("unit", ["np", "link"])
def test_the_worked_example_comes_out_to_the_fraction(
    unit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "scores.json"

    code = main(["score", KEY, RESPONSE, "--relations", "all", "--unit", unit, "--json", str(target)])

    document = json.loads(target.read_text(encoding="utf-8"))
    assert code == 0
    assert fractions(document["relations"]) == AS_PUBLISHED
    assert document["relations_unit"] == unit
    assert {row["f1"] for row in document["relations"].values()} == {2 / 3, 1.0, 8 / 11}
    lines = capsys.readouterr().out.splitlines()
    if unit == "np":
        assert "\n".join(lines[lines.index("") + 1 :]) in PAGE


def test_the_page_has_the_fractions_of_the_example() -> None:
    rows = re.findall(r"\| (\S+) \| [\d, ]+ \| [\d, ]+ \| [\d, ]+ \| (\d)/(\d) \| (\d)/(\d) \|", PAGE)
    by_name = {name.rpartition(":")[2]: fraction for name, fraction in AS_PUBLISHED.items()}
    assert {name: ((int(a), int(b)), (int(c), int(d))) for name, a, b, c, d in rows} == by_name


def test_without_relations_there_is_no_second_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", KEY, RESPONSE, "--json", "-"]) == 0
    assert "relations" not in json.loads(capsys.readouterr().out)


def test_a_relation_is_named_by_its_iri_in_brackets_also_with_a_comma(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "key.ttl", tmp_path / "response.ttl"]
    for file, source in zip(files, (KEY, RESPONSE), strict=True):
        text = Path(source).read_text(encoding="utf-8")
        file.write_text(text + ":m1 itsrdf:taIdentRef :a .\n:a <urn:a,b> :a .\n", encoding="utf-8")

    assert main(["score", *map(str, files), "--relations", "<urn:a,b>, IDENT", "--json", "-"]) == 0

    assert list(json.loads(capsys.readouterr().out)["relations"]) == ["urn:a,b", "IDENT", "all"]


def test_names_that_steer_a_terminal_or_read_alike_are_told_apart_in_plain_text() -> None:
    hostile = "urn:x:\u202eevil\x1b[31m" + "long" * 100
    table = RelationTable(
        Unit.NP, dict.fromkeys([hostile, "urn:a:near", "urn:b:near", "all"], SCORE), {}, FEW
    )

    lines = "\n".join(text_of(report_relations(table)))

    assert "\x1b" not in lines
    assert "\u202e" not in lines
    assert max(map(len, lines.splitlines())) < 120
    assert "urn:a:near" in lines
    assert "urn:b:near" in lines
    assert list(relations_to_json(table)["relations"]) == list(table.scores)  # type: ignore[call-overload]
