"""Acknowledged verdicts, none lost when the process is killed at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kills import MODES
from tests.support.paths import ROOT

KILLS = 5
"""The number for each kind of writer; ``python -m tests.bench kills`` has a thousand."""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is a thing of Unix")
def test_killed_process_loses_no_verdict_that_it_had_acknowledged(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.support.kills", ",".join(MODES), str(tmp_path), str(KILLS), "13"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    for mode, line in zip(MODES, done.stdout.splitlines(), strict=True):
        kills, acknowledged, missing, left = map(int, line.split())
        assert (kills, missing, left) == (KILLS, 0, 0), mode
        assert acknowledged >= KILLS, mode
