"""Fields of records in columns: their tabs, their places, and what differs from the first record."""

from __future__ import annotations

import pytest

from coala.present.evidence.page import Label, Page
from coala.present.evidence.record_columns import align_records


def make_page(*lines: str) -> Page:
    text = "\n".join(lines)
    begins = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    return Page(text, labels=[Label(begin, (), 0, 0) for begin in begins])


@pytest.mark.parametrize(
    ("lines", "aligned", "stops", "differing"),
    [
        (
            ("Ann · city: Rome · born: 1", "Bob · city: Oslo · born: 1"),
            ("Ann \t city: Rome \t born: 1", "Bob \t city: Oslo \t born: 1"),
            [6, 19],
            ["Bob", "city: Oslo"],
        ),
        # A field that one lacks leaves its column empty, and differs from nothing.
        (
            ("Ann · born: 1", "Ann · city: Oslo · born: 2"),
            ("Ann\t\t born: 1", "Ann \t city: Oslo \t born: 2"),
            [6, 19],
            ["born: 2"],
        ),
        # A sign behind a name and a separator in a value belong to their field.
        (
            ("Ann\u202fA→2 · city: Rome", "Ann · city: Rome · Bari"),
            ("Ann\u202fA→2 \t city: Rome", "Ann \t city: Rome · Bari"),
            [10],
            ["city: Rome · Bari"],
        ),
        # A column without room is not aligned, nor are those after it.
        (("Ann · city: " + 30 * "a",), ("Ann · city: " + 30 * "a",), [], []),
        # Nor is anything if two records have their fields in other orders.
        (
            ("Ann · a: 1 · b: 2", "Ann · b: 2 · a: 3"),
            ("Ann · a: 1 · b: 2", "Ann · b: 2 · a: 3"),
            [],
            ["a: 3"],
        ),
    ],
)
def test_fields_of_records_are_aligned_where_there_is_room(
    lines: tuple[str, ...], aligned: tuple[str, ...], stops: list[float], differing: list[str]
) -> None:
    page = make_page(*lines)
    columns = align_records(page, len, 40)
    assert columns.text == "\n".join(aligned)
    assert len(columns.text) == len(page.text)
    assert columns.stops == stops
    assert [page.text[begin:end] for begin, end in columns.differing] == differing


def test_page_without_records_stays_as_it_is() -> None:
    assert align_records(Page(), len, 40) == ("", [], [])
