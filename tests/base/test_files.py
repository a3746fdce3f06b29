"""Reading of small regular files, and finding of files next to another one, but never outside the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.base.files import (
    OversizedFileError,
    make_sibling_reader,
    read_small,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_bytes(b"secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.ann").write_bytes(b"")
    (inside / "a.txt").write_bytes(b"text")
    return inside


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a file that states no size")
def test_a_file_that_states_no_size_is_read_whole_and_within_the_bound() -> None:
    assert read_small("/proc/self/status", 1 << 20).count(b"\n") > 10
    with pytest.raises(OversizedFileError):
        read_small("/proc/self/status", 10)


def test_a_bare_path_means_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert make_sibling_reader("a.ann", 100)("a.txt") == b"text"


@pytest.mark.parametrize(
    "name",
    [
        "../outside.txt",
        "../../outside.txt",
        "b/../../outside.xml",
        "a/b/c/d.xml",
        "..\\outside.txt",
        "..",
        ".",
        "",
        "C:a.txt",
        "a\0.txt",
        "x" * 300,
        "\ud800.txt",
    ],
)
def test_names_that_lead_elsewhere_count_as_absent(folder: Path, name: str) -> None:
    assert make_sibling_reader(str(folder / "a.ann"), 100)(name) is None


def test_links_out_of_the_folder_and_pipes_count_as_absent(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / "folder.txt").mkdir()
    read = make_sibling_reader(str(folder / "a.ann"), 100)
    assert [read(name) for name in ("link.txt", "pipe.txt", "folder.txt")] == [None, None, None]
