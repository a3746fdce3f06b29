"""Verdicts of other reviews on the command line: reports on them, and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.cli.test_commands import X, Y, Z, diff_json, trouble


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
    taken = "Verdicts: 1 verdict carried over from judged.coala, 0 bags changed since then, 0 new bags."
    assert taken in capsys.readouterr().out
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


def test_verdicts_of_an_invalid_review_are_refused_and_nothing_is_written(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new.coala"
    given = ["diff", X, Z, "-o", str(new), "--verdicts", str(judged)]
    assert "not a COALA review file" in trouble(capsys, *given, "--verdicts", X)
    assert "no such review" in trouble(capsys, *given, "--verdicts", str(tmp_path / "none"))
    assert "this is not a file" in trouble(capsys, *given, "--verdicts", str(tmp_path))
    with Review.open(judged):
        assert "open in another COALA window" in trouble(capsys, *given)
    assert not new.exists()
    assert "this is one of the inputs" in trouble(
        capsys, "diff", X, Z, "--verdicts", str(judged), "--json", str(judged)
    )


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
    told = capsys.readouterr().err
    assert "coala: 1 verdict carried over from judged.coala, 0 bags changed since then, 0 new bags." in told
    refused = trouble(capsys, "review", str(new), "--verdicts", str(judged))
    assert "--verdicts: this works when two graphs" in refused
