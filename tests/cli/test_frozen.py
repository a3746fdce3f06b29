"""A bundled program has no Python to start: it runs as the reader of a graph itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coala.base.process import FROZEN_READER
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from coala.reading.worker import parent
from tests.support.nif import BOB, PREFIXES
from tests.support.paths import ROOT


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Return a program that takes its arguments as a bundle does, and no options of Python."""
    program = tmp_path / "bundle"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m coala.cli.frozen "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    return program


@pytest.mark.new_processes
def test_bundle_reads_a_graph_in_a_process_of_its_own(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(bundle))
    file = tmp_path / "small.ttl"
    file.write_text(PREFIXES + BOB, encoding="utf-8")
    (graph,) = read_graphs([str(file)], ReadOptions())
    assert len(graph.names) == 1


def test_command_of_a_frozen_reader_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert parent.build_command("module", "job") == [sys.executable, FROZEN_READER, "module", "job"]


def test_bundle_runs_a_command(bundle: Path) -> None:
    done = subprocess.run([bundle, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout.split()[0]) == (0, "", "coala")


def test_arguments_for_a_reader_are_no_command(bundle: Path) -> None:
    done = subprocess.run([bundle, FROZEN_READER], capture_output=True, text=True, check=False)
    assert done.returncode != 0
