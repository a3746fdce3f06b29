"""Verdicts of other reviews on the command line: reports on them, and refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.cli.test_commands import X, Y, Z, diff_json


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judged.coala"
    main(["diff", X, Z, "-o", str(path)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER))
    return path


def test_verdicts_of_another_review_are_taken_over_and_counted(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new.coala"
    assert main(["diff", X, Z, "--verdicts", str(judged), "-o", str(new)]) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "judged.coala" in line)
    assert re.findall(r"\d+", line) == ["1", "0", "0"]
    with Review.open(new) as review:
        assert review.state(review.entries[0].fingerprint).origin is not None
    expected = dict.fromkeys(("taken_over", "kept", "changed", "new", "disagreeing"), 0) | {
        "taken_over": 1,
        "files": ["judged.coala"],
    }
    assert diff_json(capsys, X, Z, "--verdicts", str(judged))["verdicts"] == expected
    changed = diff_json(capsys, X, Y, "--verdicts", str(judged))["verdicts"]
    assert changed == expected | {"taken_over": 0, "changed": 1}
    assert "verdicts" not in diff_json(capsys, X, Z)


def test_verdicts_of_a_review_that_is_open_are_taken_over(judged: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.coala"
    with Review.open(judged):
        assert main(["diff", X, Z, "-o", str(new), "--verdicts", str(judged)]) == 1
    with Review.open(new) as review:
        assert review.state(review.entries[0].fingerprint).verdict is Verdict.BETTER


def test_the_desktop_is_opened_on_a_comparison_with_the_verdicts_of_another(
    judged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    opened: list[Path] = []

    def run_nothing(path: Path, **_: object) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr("coala.gui.run.run", run_nothing)
    new = tmp_path / "new.coala"
    capsys.readouterr()
    assert main(["review", X, Z, "--verdicts", str(judged), "-o", str(new)]) == 0
    assert opened == [new]
    assert "judged.coala" in capsys.readouterr().err
