"""LitBank's tables: mentions by sentence and word, chains by name, and skipped broken lines."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.formats.litbank import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

TEXT = "Ann saw her dog .\nThe old dog\nran .\n"
TABLE = (
    "MENTION\tT0\t0\t0\t0\t0\tAnn\tPER\tPROP\n"
    "MENTION\tT1\t0\t2\t0\t2\ther\tPER\tPRON\n"
    "MENTION\tT2\t0\t2\t0\t3\ther dog\tANI\tNOM\n"
    "MENTION\tT3\t1\t0\t2\t0\tThe old dog ran\tANI\tNOM\n"
    "COREF\tT0\tAnn-1\nCOREF\tT1\tAnn-1\nCOP\tT2\tT3\n"
)


def reading(table: str) -> Annotations:
    return read("folder/a.ann", table.encode("utf-8"), FormatOptions(sibling=lambda _: TEXT.encode("utf-8")))


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        found.setdefault(mention.instance, []).append(TEXT[slice(*mention.fragments[0])])
    return found


def test_mentions_are_words_of_lines_and_chains_are_named() -> None:
    annotations = reading(TABLE)
    assert chains(annotations) == {
        "a/Ann-1": ["Ann", "her"],
        "a/T2": ["her dog"],
        "a/T3": ["The old dog\nran"],
    }
    assert [mention.types for mention in annotations.mentions] == [("PER",), ("PER",), ("ANI",), ("ANI",)]
    assert annotations.statements == (AnnotatedStatement("a/T2", "COP", "a/T3", True),)
    assert annotations.remarks == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "\tT3\t1\t0\t2\t0\tThe old dog ran\tANI\tNOM",
            "",
            "4, 'MENTION' does not have an identifier and four numbers",
        ),
        ("T3\t1", "T3\t9", "4, the words '9', '0', '2', '0' are not in the text"),
        ("T3\t1\t0\t2\t0", "T3\t2\t0\t0\t0", "4, the words '2', '0', '0', '0' are not in the text"),
        ("COREF\tT1", "COREF\tT9", "6, refers to 'T9', which no line defines"),
        ("COP\tT2\tT3", "COP\tT2", "7, 'COP' ties nothing"),
        ("MENTION\tT2", "MENTION\tT0", "3, the mention 'T0' occurs twice"),
    ],
)
def test_a_broken_line_costs_itself(old: str, new: str, told: str) -> None:
    annotations = reading(TABLE.replace(old, new, 1))
    assert annotations.mentions
    assert f"folder/a.ann:{told}" in [example for _, example in annotations.remarks]


def test_it_is_recognised_by_its_first_line_and_needs_its_text() -> None:
    assert looks_like("a.ann", TABLE.encode("utf-8"))
    assert not looks_like("a.ann", b"T1\tPER 0 3\tAnn\n")
    assert "its text a.txt is missing" in refusal(lambda: read("a.ann", b"", FormatOptions()))


@given(damaged(TABLE.encode("utf-8")))
def test_a_damaged_table_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.ann", data, FormatOptions(sibling=lambda _: TEXT.encode("utf-8"))))
