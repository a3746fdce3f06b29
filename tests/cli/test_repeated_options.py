"""Options that are given twice: a set of values where that has a meaning, else one sentence."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.cli.parser import build_parser
from tests.support.paths import SHARED, needs_shared

REPORTED = SHARED / "data" / "reported"


@pytest.fixture
def review(tmp_path: Path) -> str:
    path = str(tmp_path / "r.coala")
    main(["diff", *(str(REPORTED / f"review_{side}.jsonl") for side in ("old", "new")), "-o", path])
    for name in ("ann", "ben"):
        main(["import", path, str(REPORTED / f"answers_{name}.jsonl"), "--reviewer", name.title()])
    return path


@needs_shared
@pytest.mark.parametrize(
    ("names", "better", "worse", "disputed"),
    [
        ([], 1, 1, 1),
        (["Ann", "Ben"], 1, 1, 1),
        (["Ben", "Ann"], 1, 1, 1),
        (["Ann"], 2, 0, 0),
        (["Ben"], 1, 2, 0),
    ],
)
def test_tally_with_several_reviewers_counts_them_all(
    review: str, names: list[str], better: int, worse: int, disputed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()

    main(["tally", review, *(word for name in names for word in ("--reviewer", name)), "--json", "-"])

    found = json.loads(capsys.readouterr().out)
    assert (found["better"], found["worse"], found["disputed"]) == (better, worse, disputed)
    if names:
        assert [each["reviewer"] for each in found["reviewers"]] == sorted(names)


@needs_shared
@pytest.mark.parametrize("command", ["tally", "export"])
def test_reviewer_without_verdicts_is_refused_beside_one_with_verdicts(
    review: str, command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = [] if command == "tally" else ["-o", str(tmp_path / "t.csv")]
    assert main([command, review, "--reviewer", "Ann", "--reviewer", "Cyd", *output]) == 2
    assert "Cyd" in capsys.readouterr().err


@needs_shared
def test_export_with_several_reviewers_has_the_lines_of_all(review: str, tmp_path: Path) -> None:
    lines = {}
    for names in (["Ann"], ["Ben"], ["Ann", "Ben"]):
        output = tmp_path / "t.csv"
        flags = [word for name in names for word in ("--reviewer", name)]
        assert main(["export", review, *flags, "-o", str(output)]) == 0
        rows = csv.DictReader(io.StringIO(output.read_text(encoding="utf-8")))
        lines[*names] = [row["reviewer"] for row in rows if row["reviewer"]]
    assert sorted(set(lines["Ann", "Ben"])) == ["Ann", "Ben"]
    assert len(lines["Ann", "Ben"]) == len(lines["Ann",]) + len(lines["Ben",])


@pytest.mark.parametrize(
    "words",
    [
        ["diff", "a", "b", "--json", "x", "--json", "y"],
        ["diff", "a", "b", "--metrics", "muc", "--metrics", "muc"],
        ["diff", "a", "b", "--gold", "x", "-o", "r.coala", "--gold", "y"],
        ["diff", "a", "b", "-o", "r.coala", "--output", "s.coala"],
        ["diff", "a", "b", "--seed", "1", "--seed", "1"],
        ["score", "a", "b", "--slices", "attribute", "--slices", "filter"],
        ["score", "a", "b", "--by", "form", "--by", "size"],
        ["score", "a", "b", "--match", "exact", "--match", "exact"],
        ["import", "r.coala", "a", "--reviewer", "Ann", "--reviewer", "Ben"],
        ["file", "repair", "r.coala", "-o", "a", "-o", "b"],
        ["list", "formats", "--json", "a", "--json", "b"],
    ],
)
def test_option_with_one_value_when_given_twice_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("coala: argument -")
    assert said.count("\n") == 1


def test_check_with_against_twice_takes_all_reviews() -> None:
    arguments = build_parser().parse_args(
        ["check", "new.ttl", "--against", "a.coala", "b.coala", "--against", "c.coala"]
    )
    assert arguments.against == ["a.coala", "b.coala", "c.coala"]


def test_one_parser_when_used_twice_forgets_what_was_given() -> None:
    parser = build_parser()
    for _ in range(2):
        assert parser.parse_args(["diff", "a", "b", "--json", "x"]).json == "x"
