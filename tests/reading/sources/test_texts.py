"""The text file of a document in a folder, never outside of the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.reading.sources.texts import Texts
from tests.support.nif import BOB, notices, read
from tests.support.pages import read_page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts" / "news").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return tmp_path / "texts"


@pytest.mark.parametrize(
    "identifier",
    [
        "http://example.org/../secret.txt",
        "http://example.org/..%2Fsecret.txt",
        "http://example.org/%2e%2e/secret",
        "http://example.org/news/..%5C..%5Csecret.txt",
        "file:///etc/passwd",
        "/etc/passwd",
        "//etc/passwd",
        "C:\\secret.txt",
        "http://example.org/c%3A%5Csecret.txt",
        "http://example.org/link.txt",
        "http://example.org/linked/secret.txt",
        "http://example.org/news",
        "http://example.org/a%00b",
        "http://example.org/" + "a" * 300,
        "http://example.org/" + "a/" * 5000,
        "http://example.org/",
        "",
        "\ud800",
    ],
)
def test_no_identifier_leads_out_of_the_folder(folder: Path, identifier: str) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "documents.tsv").write_text("\t../secret.txt\n", encoding="utf-8")
    assert Texts(str(folder)).find_text(identifier) is None


def test_a_map_does_not_lead_out_of_the_folder(folder: Path) -> None:
    lines = ["a\t../secret.txt", "b\t/etc/passwd", "c\tnews"]
    (folder / "documents.tsv").write_text("\n".join(lines), encoding="utf-8")
    texts = Texts(str(folder))
    assert [texts.find_text(identifier) for identifier in "abc"] == [None, None, None]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_not_opened(folder: Path) -> None:
    os.mkfifo(folder / "a")
    assert Texts(str(folder)).find_text("http://example.org/a") is None


@given(st.text())
def test_any_identifier_gets_an_answer(identifier: str) -> None:
    assert Texts(os.devnull).find_text(identifier) is None


def test_a_text_that_is_not_utf_8_is_noticed(folder: Path, tmp_path: Path) -> None:
    (folder / "other.txt").write_bytes(b"Bob \xe9")
    mention = ":m2 nif:referenceContext :other ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :bob ."
    graph = read(tmp_path, BOB + mention, texts=folder)
    assert notices(graph) == {"text-unreadable": 1, "document-without-text": 1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("kind", ["pipe", "folder", "link"])
def test_unreadable_text_file_is_noticed(folder: Path, tmp_path: Path, kind: str) -> None:
    file = folder / "other.txt"
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(tmp_path / "secret.txt")
    mention = ":m2 nif:referenceContext :other ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :bob ."
    graph = read(tmp_path, BOB + mention, texts=folder)
    assert graph.texts == ("Bob Smith met John.", None)
    (unreadable,) = [each for each in graph.notices if each.code == "text-unreadable"]
    what = "is a link that does not lead to a file" if kind == "link" else "is not a regular file"
    assert f"other.txt {what}" in unreadable.examples[0]


def test_the_page_names_the_files_in_the_order_in_which_they_are_tried(folder: Path) -> None:
    identifier = "http://example.org/news/a%20b#char=0,99"
    names = Texts(str(folder)).list_names(identifier)
    page = read_page("reference/vocabularies.md")
    rule = page.partition(f"`{identifier}`")[2]
    places = [rule.index(f"`{name}`") for name in names]
    assert len(places) == 6
    assert places == sorted(places)
