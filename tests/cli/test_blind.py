"""Blind reviews on the command line: written, counted, unblinded."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.cli.test_commands import X, Y, trouble
from tests.support.paths import SAMPLES

BASELINE, CHANGED = (str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed"))


@pytest.fixture
def path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "blind.coala")
    assert main(["diff", BASELINE, CHANGED, "--blind", "--seed", "5", "-o", path]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert re.findall(r"\d+", first) == ["28", "201"]
    assert last.endswith(f" coala review {path}")
    return path


def judge(path: str, *answers: str) -> None:
    """Take the side that is named in each of the first bags."""
    with Review.open(Path(path), reviewer="ann") as review:
        for number in range(len(answers)):
            review.judge(number, State(Verdict(answers[number % len(answers)])))


def test_blind_tally_has_only_counts_before_unblinding(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    judge(path, "+", "+", "-", "=")

    assert main(["tally", path]) == 0
    _, counts, last = capsys.readouterr().out.splitlines()
    assert counts.startswith("  ann: ")
    assert re.findall(r"\d+", counts) == ["4", "28"]
    assert re.findall(r"\d+", last) == []


def test_everything_else_is_refused_in_one_sentence(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(path, "+")
    for command in (
        ("tally", path, "--json", "-"),
        ("tally", path, "--csv", "-"),
        ("tally", path, "--markdown", "-"),
        ("tally", path, "--latex", "-"),
        ("export", path, "--to", "json", "-o", str(tmp_path / "out.json")),
        ("check", CHANGED, "--against", path),
        ("agree", path),
        ("diff", X, Y, "--verdicts", path),
    ):
        trouble(capsys, *command)
    assert not (tmp_path / "out.json").exists()


def test_verdicts_that_were_given_with_the_sides_known_come_into_no_blind_review(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known, new = str(tmp_path / "known.coala"), tmp_path / "new.coala"
    assert main(["diff", BASELINE, CHANGED, "-o", known]) == 1
    with Review.open(Path(known)) as review:
        review.judge(0, State(Verdict.BETTER))
    capsys.readouterr()
    graphs = "diff", BASELINE, CHANGED

    for command in (
        (*graphs, "--blind", "--verdicts", known, "-o", str(new)),
        (*graphs, "--verdicts", known, "-o", path),
        (*graphs, "--blind", "-o", known),
    ):
        trouble(capsys, *command)
    assert not new.exists()
    with Review.open(Path(known)) as review:
        assert review.state(review.entries[0].fingerprint) == State(Verdict.BETTER)


def test_unblinding_tells_the_side_that_was_preferred_and_the_tally_goes_on_telling_it(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(path, *"+" * 9, "-")
    assert main(["file", "reveal", path, "--reviewer", "ann"]) == 0
    told = capsys.readouterr().out.splitlines()

    assert [re.findall(r"[\d.]*\d", line) for line in told[1:]] == [["10", "1", "9", "0", ".02"]]
    assert main(["tally", path]) == 0
    assert told[1] in capsys.readouterr().out.splitlines()
    assert main(["tally", path, "--json", "-"]) == 0
    (blind,) = json.loads(capsys.readouterr().out)["blind"]
    assert (blind["reviewer"], blind["left"], blind["right"], blind["answers"]) == ("ann", 1, 9, 10)
    assert blind["binomial_test_p"] == pytest.approx(22 / 1024)
    trouble(capsys, "file", "reveal", path)


def test_a_blind_comparison_is_renewed_blind(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    judge(path, "+", "-")
    assert main(["diff", BASELINE, CHANGED, "-o", path]) == 1
    capsys.readouterr()
    judge(path, "=")
    assert main(["diff", BASELINE, CHANGED, "--sample", "3", "-o", path]) == 2
    assert "coala file reveal" in capsys.readouterr().err
    trouble(capsys, "diff", BASELINE, CHANGED, "--blind", "--seed", "6", "-o", path)
    assert main(["tally", path]) == 0
    assert " 2 " in capsys.readouterr().out
