"""What the command line refuses: the case file ``tests/golden/inputs/cli.txt``, command by command.

The sentences are in the recorded layout; this test looks at the exit statuses, and at what is left unchanged.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from tests.golden.cases import INPUTS, SAMPLES
from tests.golden.recording import Part
from tests.support.case_files import CaseText, read_cases
from tests.support.paths import SAMPLES as SAMPLE_FOLDER

CASES = list(read_cases(INPUTS / "cli.txt"))
RECORDED = re.findall(r"^exit (\d)$", Part.FIXED.path("input-cli").read_text(encoding="utf-8"), re.MULTILINE)
WARNED = "--strict"


def list_statuses(case: CaseText) -> list[int]:
    """Return the recorded exit status of each command of a case."""
    before = sum(len(other.commands) for other in CASES[: CASES.index(case)])
    return [int(status) for status in RECORDED[before : before + len(case.commands)]]


def read_files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_each_command_has_a_recorded_status() -> None:
    assert len(RECORDED) == sum(len(case.commands) for case in CASES)
    assert RECORDED.count("2") > len(RECORDED) / 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused_command_says_one_line_and_changes_no_file(
    case: CaseText, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / SAMPLES).symlink_to(SAMPLE_FOLDER)
    own = tmp_path / "own"
    for name, text in case.sections.items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, encoding="utf-8", newline="")
    own.mkdir(exist_ok=True)
    monkeypatch.chdir(own)
    for words, expected in zip(case.commands, list_statuses(case), strict=True):
        before = read_files(own)
        capsys.readouterr()
        assert main(words) == expected, words
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        if expected != 2:
            continue
        assert read_files(own) == before, words
        assert all(line.startswith("coala: ") for line in printed.err.splitlines())
        # Warnings that are not allowed come after the results.
        if WARNED not in words:
            assert (printed.out, printed.err.count("\n")) == ("", 1), words
