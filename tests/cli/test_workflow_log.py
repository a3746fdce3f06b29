"""Commands in a CI workflow: the runner finds no command in texts, names or messages of libraries."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest

from coala.cli import terminal
from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.paths import SHARED, needs_shared

REPORTED = SHARED / "data" / "reported"
OLD, NEW = (str(REPORTED / f"commands_{side}.jsonl") for side in ("old", "new"))
NAMES = [str(REPORTED / f"command_names_{side}.jsonl") for side in ("old", "new")]

pytestmark = needs_shared


@pytest.fixture(autouse=True)
def workflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("TF_BUILD", "True")


def has_command(output: str) -> bool:
    return any(
        line.lstrip().startswith("::") or "##[" in line or "##vso[" in line for line in output.splitlines()
    )


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return the exit status and what was printed, in which no line may be a command."""
    status = main(words)
    printed = capsys.readouterr()
    assert not has_command(printed.out)
    assert not has_command(printed.err)
    return status, printed.out + printed.err


def test_texts_and_names_are_no_commands_of_the_runner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review, answers = str(tmp_path / "c.coala"), str(REPORTED / "answers_worse.jsonl")

    status, printed = run(capsys, "diff", OLD, NEW, "-o", review, "--verbose")
    assert (status, r"#\u0023[error]alarm" in printed, r"#\u0023vso[" in printed) == (1, True, True)
    status, printed = run(capsys, "import", review, answers, "--reviewer", "##[error]Ann")
    assert (status, r"#\u0023[error]Ann (person): 3 answers" in printed) == (0, True)
    status, printed = run(capsys, "check", NEW, "--against", review)
    assert (status, r"    \u003a:error::alarm" in printed) == (1, True)
    assert run(capsys, "diff", *NAMES, "--verbose")[0] == 1
    for words in (
        ["tally", review],
        ["tally", review, "--csv", "-"],
        ["agree", OLD, NEW],
        ["agree", review],
        ["lint", OLD],
        ["score", OLD, NEW],
        ["board", f"##[error]x={OLD}", "--full", NEW],
        ["board", f"##[error]x={OLD}", "--full", NEW, "--markdown", "-"],
        ["diff", OLD, NEW, "--markdown", "-"],
        ["convert", OLD, "-o", "-"],
        ["check", NEW, "--against", review, "--junit", "-"],
        *(
            ["export", review, "--to", name, "-o", "-"]
            for name in ("csv", "json", "markdown", "html", "turtle")
        ),
        ["lint", "##[error]missing.jsonl"],
        ["lint", "--##vso[task.complete]"],
        ["tally", review, "--reviewer", "::error::Ben"],
    ):
        run(capsys, *words)


def test_json_on_standard_output_has_the_values_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "##[error].json"

    main(["diff", OLD, NEW, "--json", str(file)])
    capsys.readouterr()
    main(["diff", OLD, NEW, "--json", "-"])
    printed = capsys.readouterr().out

    assert not has_command(printed)
    assert "##[error]alarm" in file.read_text(encoding="utf-8")
    assert json.loads(printed) == json.loads(file.read_text(encoding="utf-8"))


def test_logs_and_tracebacks_are_no_commands(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.prepare()
    assert logging.lastResort is not None
    logging.lastResort.handle(logging.makeLogRecord({"msg": "##[error]a", "levelno": logging.WARNING}))
    sys.__excepthook__(ValueError, ValueError("\n::error::c"), None)
    sys.stderr.flush()

    printed = capsys.readouterr().err
    assert r"#\u0023[error]a" in printed
    assert not has_command(printed)


def test_own_annotations_are_commands_though_their_words_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    review = tmp_path / "c.coala"
    main(["diff", OLD, NEW, "-o", str(review)])
    with Review.open(review, reviewer="Ann") as opened:
        for entry in opened.entries:
            opened.judge(entry.number, State(Verdict.WORSE))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    capsys.readouterr()

    assert main(["check", NEW, "--against", str(review), "--github"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
    assert {line.split("::")[1] for line in lines} == {"error title=COALA check"}
    assert len(lines) > 3
    assert not any("##[" in line or "##vso[" in line for line in lines)
