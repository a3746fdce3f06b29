"""Spans whose offsets do not fit, and repeated triples of several files.

What becomes a mention is in the case file ``mentions``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, notice, notices, read


def find_options(message: str) -> list[str]:
    """Return the options that a hint advises."""
    return [" ".join(pair) for pair in re.findall(r"(--offsets|--ends) (?!auto)([\w-]+)", message)]


def test_notice_about_mentions_past_the_end_advises_a_way_of_counting_too(tmp_path: Path) -> None:
    graph = read(
        tmp_path,
        BOB.replace(":doc", ":a") + ":doc nif:isString '😀 Bob' . :m nif:referenceContext :doc ; "
        "nif:beginIndex 3 ; nif:endIndex 6 ; nif:anchorOf 'Bob' ; itsrdf:taIdentRef :john .",
    )
    assert find_options(notice(graph, "offsets-past-end").message) == ["--offsets utf-16"]


@pytest.mark.parametrize(
    ("text", "begin", "anchor", "is_named", "advised"),
    [
        (r"Bob.\r\nhe left.", 5, "he", True, []),
        (r"Bob.\r\nhe left.", 4, "he", False, []),
        (r"Bob.\r\nhe left.", 6, "he", False, []),
        # From 4 to 6 there is "ab" in UTF-16 units, and in code points if the line end were one character.
        (r"😀\r\nabab", 4, "ab", False, ["--offsets utf-16"]),
    ],
)
def test_notice_when_line_ends_grew_after_counting_names_the_setting_of_git(
    tmp_path: Path, text: str, begin: int, anchor: str, is_named: bool, advised: list[str]
) -> None:
    graph = read(
        tmp_path,
        f':doc nif:isString "{text}" . :m nif:referenceContext :doc ; nif:beginIndex {begin} ; '
        f'nif:endIndex {begin + 2} ; nif:anchorOf "{anchor}" ; itsrdf:taIdentRef :bob .',
    )
    message = " ".join(found.message for found in graph.notices)
    assert ("core.autocrlf" in message) is is_named
    assert find_options(message) == advised


def test_examples_are_few_short_and_without_control_characters(tmp_path: Path) -> None:
    long = "x" * 5000
    mentions = "".join(
        f":odd{number:02} nif:referenceContext <http://example.org/{long}> ; "
        f"nif:beginIndex 'a\\nb\\u202E{long}' ; nif:endIndex 3 ; itsrdf:taIdentRef :bob .\n"
        for number in range(30)
    )
    found = notice(read(tmp_path, BOB + mentions), "offsets-not-numbers")
    assert (found.count, len(found.examples)) == (30, 10)
    assert all(len(example) < 200 and example.isprintable() for example in found.examples)
    assert len(found.message) < 500
    assert found.message.isprintable()


def test_a_triple_that_is_repeated_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    for name in "ab":
        (tmp_path / "graph" / f"{name}.ttl").write_text(
            PREFIXES + BOB + ":bob a 'person' .", encoding="utf-8"
        )
    twice = ":bob a _:x . :m1 itsrdf:taClassRef 'x', _:x . "
    (tmp_path / "graph" / "c.ttl").write_text(PREFIXES + twice * 2, encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path / "graph")], ReadOptions())
    found = notices(graph)
    assert (found["class-without-name"], found["text-for-node"]) == (2, 2)
