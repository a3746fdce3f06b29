"""Commands work in a Python without the names that only Unix has (``tests/support/without_unix.py``)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT, SAMPLES

X, Z = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XZ")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    program = tmp_path / "program"
    program.write_text(
        f'#!/bin/sh\nexport PYTHONPATH="{ROOT}" XDG_CONFIG_HOME="{tmp_path}"\n'
        f'exec "{sys.executable}" -m tests.support.without_unix "$0" "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return program


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_graphs_are_compared_and_a_review_is_written_and_counted(program: Path, tmp_path: Path) -> None:
    review = tmp_path / "r.coala"
    compared = run(program, "diff", X, Z, "-o", review)
    assert (compared.returncode, compared.stderr) == (1, "")
    counted = run(program, "tally", review)
    assert (counted.returncode, counted.stderr) == (0, "")


def test_broken_graph_is_one_sentence(program: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttl"
    broken.write_text("<a> <b> .", encoding="utf-8")
    done = run(program, "diff", X, broken)
    assert (done.returncode, done.stderr.count("\n"), "Traceback" in done.stderr) == (2, 1, False)
