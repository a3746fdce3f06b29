"""Spans and words that are made when they are asked for are those that were made all at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.span_columns import SpanColumns, TableColumn, document_runs, documents_at
from coala.model.values import Span

OFFSETS = st.integers(min_value=0, max_value=50)
DOCUMENTS = st.sampled_from(["a", "b", "c", ""])
SPANS = st.lists(
    st.builds(Span, DOCUMENTS, OFFSETS, OFFSETS)
    | st.builds(Span, DOCUMENTS, OFFSETS, OFFSETS, st.just(((1, 2), (3, 4))), st.sampled_from(["", "nsubj"]))
).map(tuple)


def in_columns(spans: Sequence[Span]) -> SpanColumns:
    runs = [(document, len(list(run))) for document, run in groupby(span.document for span in spans)]
    return SpanColumns(
        [document for document, _ in runs],
        [length for _, length in runs],
        [span.begin for span in spans],
        [span.end for span in spans],
        {place: span for place, span in enumerate(spans) if any(span[3:])},
    )


@given(SPANS, st.slices(12), st.data())
def test_spans_in_columns_are_the_spans(spans: tuple[Span, ...], part: slice, data: st.DataObject) -> None:
    columns = in_columns(spans)
    assert tuple(columns) == spans
    assert columns == spans
    assert spans == columns == in_columns(spans)
    assert len(columns) == len(spans)
    assert hash(columns) == hash(spans)
    assert [columns[place] for place in range(-len(spans), len(spans))] == [*spans, *spans]
    assert columns[part] == spans[part]
    assert columns != (*spans, Span("a", 0, 1))
    assert columns != list(spans)
    assert list(document_runs(columns)) == list(document_runs(spans))
    places = data.draw(st.lists(st.sampled_from(range(len(spans))))) if spans else []
    assert documents_at(columns, places) == documents_at(spans, sorted(places))
    for beyond in (len(spans), -len(spans) - 1):
        with pytest.raises(IndexError):
            columns[beyond]


@given(st.lists(st.sampled_from(["x", None, "y z", ""])).map(tuple), st.slices(8))
def test_words_in_a_column_are_the_words(words: tuple[str | None, ...], part: slice) -> None:
    table = list(dict.fromkeys(words))
    column = TableColumn(table, [table.index(each) for each in words])
    assert tuple(column) == words == column
    assert column[part] == words[part]
    assert [column[place] for place in range(-len(words), len(words))] == [*words, *words]
