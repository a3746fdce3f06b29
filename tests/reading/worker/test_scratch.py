"""The temporary folder and the children of a reading, gone however the process ends."""

from __future__ import annotations

import glob
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from coala.reading.worker import scratch
from coala.reading.worker.scratch import LOCK, scratch_folder

pytestmark = [
    pytest.mark.new_processes,
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows ends processes its own way"),
]

LONGEST_SECONDS = 30
"""Only a wait that goes wrong lasts so long."""

READING = """
import sys
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
read_graphs(["-"], ReadOptions(), meanwhile=lambda: print("started", flush=True))
"""


@pytest.fixture
def reading(tmp_path: Path) -> subprocess.Popen[bytes]:
    """Return a process whose child waits for standard input, with temporary files in ``tmp_path``."""
    process = subprocess.Popen(
        [sys.executable, "-c", READING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"started\n"
    return process


def until_gone(folder: Path) -> bool:
    for _ in range(LONGEST_SECONDS * 20):
        if not list(folder.iterdir()):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_terminated_process_leaves_no_files(
    reading: subprocess.Popen[bytes], tmp_path: Path, name: str
) -> None:
    number = getattr(signal, name)
    assert len(list(tmp_path.glob("coala-*"))) == 1
    reading.send_signal(number)
    reading.communicate()
    assert reading.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_a_child_whose_parent_was_killed_ends_and_clears_the_folder(
    reading: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    assert reading.stdin is not None
    # Our end of the pipe stays open: the end of the input is not what ends the child.
    reading.kill()
    reading.wait()
    assert until_gone(tmp_path)
    reading.stdin.close()
    assert reading.stdout is not None
    reading.stdout.close()


def test_what_a_killed_process_left_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch_folder() as living:
        for name in ("coala-dead", "coala-young", "coala-other"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "0.graph").touch()
        (tmp_path / "coala-young" / LOCK).touch()
        old = time.time() - 2 * scratch.YOUNGEST_SECONDS
        for folder in (Path(living), tmp_path / "coala-dead"):
            (folder / LOCK).touch()
            os.utime(folder / LOCK, (old, old))
        with scratch_folder():
            pass
        left = {path.name for path in tmp_path.iterdir()}
        assert left == {Path(living).name, "coala-young", "coala-other"}


def test_who_handles_the_signal_otherwise_goes_on_doing_so() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with scratch_folder():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]
    with scratch_folder():
        pass
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("backwards", [False, True])
def test_folder_in_use_keeps_no_abandoned_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backwards: bool
) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    listing = glob.glob
    monkeypatch.setattr(glob, "glob", lambda path: sorted(listing(path), reverse=backwards))
    old = time.time() - 2 * scratch.YOUNGEST_SECONDS
    for name in "abc":
        (tmp_path / f"coala-{name}").mkdir()
        (tmp_path / f"coala-{name}" / LOCK).touch()
        os.utime(tmp_path / f"coala-{name}" / LOCK, (old, old))
    with open(tmp_path / "coala-b" / LOCK, "rb+") as used:
        fcntl.flock(used, fcntl.LOCK_EX)
        with scratch_folder() as own:
            assert {path.name for path in tmp_path.iterdir()} == {"coala-b", Path(own).name}
