"""Output files, which replace the old file only when they are complete."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from coala.base.output import new_file

DAY = 24 * 60 * 60


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_is_there_by_then_stays_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _refuse)
    path = tmp_path / "a.txt"
    with pytest.raises(FileExistsError):
        write(path, "mine", lambda: path.write_text("another's"), replace=False)
    assert path.read_text() == "another's"
    path.unlink()
    with new_file(path, replace=False) as unfinished:
        unfinished.write_text("mine")
    assert [child.read_text() for child in tmp_path.iterdir()] == ["mine"]


def write(path: Path, text: str, then: Callable[[], object], *, replace: bool = True) -> None:
    with new_file(path, replace=replace) as unfinished:
        unfinished.write_text(text)
        then()


def _refuse(*_: object) -> None:
    raise OSError("no links here")


def test_what_a_killed_process_left_blocks_nothing_and_goes_after_a_day(tmp_path: Path) -> None:
    names = [
        ".coala-7.part",
        ".coala-7.part-journal",
        f".coala-{os.getpid()}-0.part",
        "mine.part",
        ".coala-x.part",
    ]
    for name in names:
        (tmp_path / name).write_text("left")
        os.utime(tmp_path / name, (time.time() - 2 * DAY,) * 2)
    young = tmp_path / ".coala-8-1.part"
    young.write_text("somebody writes it")
    with new_file(tmp_path / "a.txt") as unfinished:
        unfinished.write_text("new")
    assert sorted(child.name for child in tmp_path.iterdir()) == [
        *(".coala-8-1.part", ".coala-x.part", "a.txt", "mine.part"),
    ]
