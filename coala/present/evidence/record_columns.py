"""Columns for the fields of records on a page, aligned by tabs.

A record is one line, "Ann Lee · city: Rome". The separators become tabs, one character for one, so that each
place of the page stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, pairwise
from typing import NamedTuple

from coala.model.nouns import BETWEEN_FIELDS
from coala.present.evidence.page import Page, Stretch

# What follows the words of a field that is no text of the record: a sign or a link.
_ASIDE = re.compile("[\u202f\u00a0]")
# A separator as tabs to the next column, to the one after it, or beyond; it keeps its length.
_TABS = (" \t ", "\t\t ", "\t\t\t")


class RecordColumns(NamedTuple):
    """Page text with tabs, the places of its columns, and fields that differ from the first record's."""

    text: str
    stops: list[float]
    differing: list[Stretch]


class _Field(NamedTuple):
    begin: int  # on the page
    words: str
    title: str  # "" for the first field, which names the record

    @property
    def value(self) -> str:
        return _ASIDE.split(self.words, maxsplit=1)[0]


def align_records(page: Page, measure: Callable[[str], float], width: float) -> RecordColumns:
    """Align the fields of a page of records, as many columns as there is room for.

    `measure` returns the width of words in the unit of `width`.
    """
    rows = [_split(page.text, label.begin) for label in page.labels]
    columns = _order_titles(rows)
    widths = dict.fromkeys(columns, 0.0)
    for field in (field for row in rows for field in row if columns):
        widths[field.title] = max(widths[field.title], measure(f"{field.words}{BETWEEN_FIELDS}"))
    stops = [begin for begin, end in pairwise(accumulate(widths.values())) if end <= width]
    text, differing = page.text, []
    first = {field.title: field.value for field in rows[0]} if rows else {}
    for row in rows:
        for before, field in pairwise(row):
            place = columns.get(field.title, len(stops) + 1)
            if place <= len(stops):
                tabs = _TABS[min(place - columns[before.title], len(_TABS)) - 1]
                text = f"{text[: field.begin - len(tabs)]}{tabs}{text[field.begin :]}"
        unlike = (field for field in row if field.value != first.get(field.title, field.value))
        differing += [Stretch(field.begin, field.begin + len(field.value)) for field in unlike]
    return RecordColumns(text, stops, differing)


def _split(text: str, begin: int) -> list[_Field]:
    """Return the fields of the record that begins at a place of the page."""
    fields: list[_Field] = []
    for words in text[begin:].split("\n", 1)[0].split(BETWEEN_FIELDS):
        title, colon, _ = words.partition(": ")
        if fields and not colon:  # a value has the separator
            fields[-1] = fields[-1]._replace(words=f"{fields[-1].words}{BETWEEN_FIELDS}{words}")
        else:
            fields.append(_Field(begin, words, title if fields else ""))
        begin += len(words) + len(BETWEEN_FIELDS)
    return fields


def _order_titles(rows: list[list[_Field]]) -> dict[str, int]:
    """Return the column of each title, in the order of all records; none if a value looks like a field."""
    order: TopologicalSorter[str] = TopologicalSorter({"": ()})
    for row in rows:
        for before, after in pairwise(row):
            order.add(after.title, before.title)
    try:
        return {title: place for place, title in enumerate(order.static_order())}
    except CycleError:
        return {}
