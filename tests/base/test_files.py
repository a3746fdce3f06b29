"""Reading of small regular files, and finding of files next to another one, but never outside the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.base.files import (
    IrregularFileError,
    OversizedFileError,
    extension,
    make_sibling_reader,
    read_small,
    stem,
)
from coala.errors import ReadingError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_bytes(b"secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.ann").write_bytes(b"")
    (inside / "a.txt").write_bytes(b"text")
    return inside


def test_a_file_of_just_the_size_allowed_is_read(folder: Path) -> None:
    assert read_small(str(folder / "a.txt"), 4) == b"text"
    with pytest.raises(OversizedFileError, match=" 3 bytes"):
        read_small(str(folder / "a.txt"), 3)


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for path in (folder / "pipe", folder):
        with pytest.raises(IrregularFileError):
            read_small(str(path), 100)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a file that states no size")
def test_a_file_that_states_no_size_is_read_whole_and_within_the_bound() -> None:
    assert read_small("/proc/self/status", 1 << 20).count(b"\n") > 10
    with pytest.raises(OversizedFileError):
        read_small("/proc/self/status", 10)


def test_a_file_in_the_same_folder_is_read(folder: Path) -> None:
    assert make_sibling_reader(str(folder / "a.ann"), 100)("a.txt") == b"text"
    assert make_sibling_reader(str(folder / "a.ann"), 100)("b.txt") is None


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


def test_xml_is_found_in_other_folders_near_by(folder: Path) -> None:
    (folder / "b" / "c").mkdir(parents=True)
    (folder / "up.xml").write_bytes(b"up")
    (folder / "b" / "c" / "down.mmax").write_bytes(b"down")
    read = make_sibling_reader(str(folder / "b" / "a.xml"), 100)
    assert [read(name) for name in ("../up.xml", "c/down.mmax", "../b/c/down.mmax")] == [
        b"up",
        b"down",
        b"down",
    ]
    assert read("../a.txt") is None


def test_links_out_of_the_folder_and_pipes_count_as_absent(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / "folder.txt").mkdir()
    read = make_sibling_reader(str(folder / "a.ann"), 100)
    assert [read(name) for name in ("link.txt", "pipe.txt", "folder.txt")] == [None, None, None]


def test_a_file_that_is_too_large_is_refused(folder: Path) -> None:
    with pytest.raises(ReadingError, match=r"a\.txt: .* 3 bytes"):
        make_sibling_reader(str(folder / "a.ann"), 3)("a.txt")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.TTL.GZ", ("b", ".ttl")),
        ("a\\b.c.ann", ("b.c", ".ann")),
        ("a.b/c", ("c", "")),
        (".ttl", (".ttl", ".ttl")),
        ("-", ("-", "")),
    ],
)
def test_a_name_has_a_stem_and_an_extension_whether_packed_or_not(
    path: str, expected: tuple[str, str]
) -> None:
    assert (stem(path), extension(path)) == expected
