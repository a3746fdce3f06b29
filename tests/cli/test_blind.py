"""Blind reviews on the command line: written, counted, unblinded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.blind.blind_review import BlindReview
from coala.review.file import Review
from coala.verdicts.state import State
from tests.cli.test_commands import X, Y, trouble
from tests.support.paths import SAMPLES

BASELINE, CHANGED = (str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed"))


@pytest.fixture
def path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = str(tmp_path / "blind.coala")
    assert main(["diff", BASELINE, CHANGED, "--blind", "--seed", "5", "-o", path]) == 1
    out = capsys.readouterr().out
    assert out == f"28 of 201 bags differ.\nJudge them blind: coala review {path}\n"
    return path


def judge(path: str, *answers: str) -> None:
    """Take the side that is named in each of the first bags, and in those that come again."""
    with Review.open(Path(path), reviewer="ann", blindly=BlindReview) as review:
        for number in [*range(len(answers)), 28, 29, 30]:
            review.judge(number, State(Verdict(answers[number % len(answers)])))


def test_blind_tally_has_only_counts_before_unblinding(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    judge(path, "+", "+", "-", "=")

    assert main(["tally", path]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: this review is blind, so its result is hidden",
        "  ann: 4 of 28 bags judged, 3 of 3 a second time",
        "  Once all is judged, 'coala file reveal' shows which side is which. It cannot be undone.",
    ]


def test_everything_else_is_refused_in_one_sentence(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(path, "+")
    for command in (
        ("tally", path, "--json", "-"),
        ("tally", path, "--csv", "-"),
        ("export", path, "--to", "json", "-o", str(tmp_path / "out.json")),
        ("check", CHANGED, "--against", path),
        ("agree", path),
        ("diff", X, Y, "--verdicts", path),
    ):
        assert "blind" in trouble(capsys, *command)
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

    for command, sentence in (
        ((*graphs, "--blind", "--verdicts", known, "-o", str(new)), "would reveal the sides"),
        ((*graphs, "--verdicts", known, "-o", path), "would reveal the sides"),
        ((*graphs, "--blind", "-o", known), "has verdicts that were given with the sides visible"),
    ):
        assert sentence in trouble(capsys, *command)
    assert not new.exists()
    with Review.open(Path(known)) as review:
        assert review.state(review.entries[0].fingerprint) == State(Verdict.BETTER)


def test_unblinding_tells_the_side_that_was_preferred_and_the_tally_goes_on_telling_it(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(path, *"+" * 9, "-")
    assert main(["file", "reveal", path, "--reviewer", "ann"]) == 0
    told = capsys.readouterr().out.splitlines()

    assert told[:3] == [
        f"{path}: this review now shows which side is which.",
        "Blind verdicts of ann: 10 bags",
        "  preferred: left 1, right 9, neither 0; exact binomial test p = 0.02148",
    ]
    assert main(["tally", path]) == 0
    assert capsys.readouterr().out.splitlines()[-len(told[1:]) :] == told[1:]
    assert main(["tally", path, "--json", "-"]) == 0
    (blind,) = json.loads(capsys.readouterr().out)["blind"]
    assert (blind["reviewer"], blind["left"], blind["right"], blind["answers"]) == ("ann", 1, 9, 10)
    assert blind["binomial_test_p"] == pytest.approx(22 / 1024)
    assert "is not blind" in trouble(capsys, "file", "reveal", path)


def test_a_blind_comparison_is_renewed_blind(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    judge(path, "+", "-")
    assert main(["diff", BASELINE, CHANGED, "-o", path]) == 1
    assert "the bags are the same" in capsys.readouterr().err
    judge(path, "=")
    assert "has another seed" in trouble(
        capsys, "diff", BASELINE, CHANGED, "--blind", "--seed", "6", "-o", path
    )


def test_senseless_blind_options_are_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Name it with -o" in trouble(capsys, "diff", X, Y, "--blind")
    assert "Add --sample N or --blind" in trouble(capsys, "diff", X, Y, "--seed", "3")
    assert "whole number" in trouble(capsys, "diff", X, Y, "--blind", "--seed", "-3", "-o", f"{path}.coala")
    assert "--blind" in trouble(capsys, "review", path, "--blind")
    assert "no such review" in trouble(capsys, "file", "reveal", f"{path}.nowhere")
