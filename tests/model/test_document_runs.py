"""Runs of spans of one document."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import document_runs, documents_at
from coala.model.values import Span

SPANS = st.lists(st.builds(Span, st.sampled_from(["a", "b", "c", ""]), st.just(0), st.just(1)))


@given(SPANS)
def test_runs_cover_all_spans_and_neighbouring_runs_differ(spans: list[Span]) -> None:
    runs = document_runs(spans)
    assert [run.first for run in runs] == [0, *(run.end for run in runs)][: len(runs)]
    named = [run.document for run in runs for _ in range(run.first, run.end)]
    assert named == [span.document for span in spans]
    assert all(run.document != following.document for run, following in pairwise(runs))


@given(SPANS, st.data())
def test_documents_at_places_come_once_in_the_order_of_the_places(
    spans: list[Span], data: st.DataObject
) -> None:
    places = data.draw(st.lists(st.sampled_from(range(len(spans))))) if spans else []
    found = documents_at(spans, places)
    assert found == sorted(set(found), key=[spans[place].document for place in places].index)
