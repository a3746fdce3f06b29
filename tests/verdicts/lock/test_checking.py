"""Checking of a lock, compared with brute force, and reports on spans that are missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.errors import CoalaError, ReadingError
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.model.notices.notice import make_notice
from coala.model.options import DEFAULTS, Match
from coala.model.values import Span
from coala.verdicts.links import find_links
from coala.verdicts.lock.checking import Missing, Result
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, TEXTS, A, B, C, D, graph
from tests.support.locks import asserted, check, lock_of, words_at_fault
from tests.support.naive_lock import NaiveReading, Partition, graph_of, partitions


@given(partitions, partitions, partitions, st.randoms(use_true_random=False))
def test_a_lock_breaks_exactly_where_its_reading_by_brute_force_does(
    baseline: Partition, changed: Partition, new: Partition, random: object
) -> None:
    graphs = graph_of(baseline), graph_of(changed)
    given_: dict[str, Verdict] = {}

    def judge(bag: Bag) -> Verdict:
        given_[bag.fingerprint] = Verdict(random.choice("+-"))  # type: ignore[attr-defined]
        return given_[bag.fingerprint]

    lock = lock_of((*graphs, judge))
    assume(lock.assertions)
    expected: set[tuple[Span, str]] = set()
    for bag, _ in compare_graphs(*graphs).iterate_bags():
        expected |= NaiveReading(bag, given_[bag.fingerprint]).broken(new)
    assert not lock.contradictions
    checked = check(lock, graph_of(new))
    found = {
        (lock.spans[span], each.assertion.expected.value) for each in checked.broken for span in each.spans
    }
    assert found == expected
    assert not checked.unknown


@given(partitions, partitions, st.randoms(use_true_random=False))
def test_the_side_that_was_preferred_holds_everywhere_and_the_other_nowhere(
    baseline: Partition, changed: Partition, random: object
) -> None:
    preferred, rejected = dict(baseline), dict(changed)

    def judge(bag: Bag) -> Verdict:
        """Prefer a random side, and take the bag from it: bags share no span, so each side is possible."""
        better = random.choice([True, False])  # type: ignore[attr-defined]
        if better:
            for span in bag.spans:
                for side, other in ((preferred, changed), (rejected, baseline)):
                    side.pop(span, None)
                    if span in other:
                        side[span] = other[span] + 10 * (1 + bag.spans.index(min(bag.spans)))
        return Verdict.BETTER if better else Verdict.WORSE

    lock = lock_of((graph_of(baseline), graph_of(changed), judge))
    # A graph without any mention is no result.
    assume(lock.assertions and preferred and rejected)
    assert {each.result for each in check(lock, graph_of(preferred)).assertions} == {Result.HOLDS}
    assert {each.result for each in check(lock, graph_of(rejected)).assertions} == {Result.BROKEN}


@given(partitions, partitions)
def test_every_link_that_a_change_made_or_lost_is_asserted(baseline: Partition, changed: Partition) -> None:
    graphs = graph_of(baseline), graph_of(changed)
    lock = lock_of((*graphs, "+"))
    about = {(lock.spans[span], each.expected.value) for each in lock.assertions for span in each.spans}
    for bag, _ in compare_graphs(*graphs).iterate_bags():
        links = find_links(bag)
        for link in links.made:
            end, start = bag.spans[link.piece[0]], bag.spans[link.pieces[0][0]]
            assert {(end, "together"), (start, "together")} & about
        for link in links.lost:
            end, start = bag.spans[link.piece[0]], bag.spans[link.pieces[0][0]]
            ways = {(span, how) for span in (end, start) for how in ("apart", "no-mention")}
            assert ways & about


def test_a_chain_is_where_most_of_its_mentions_are() -> None:
    lock = lock_of((graph({"x": [A, B, C], "y": [D]}), graph({"x": [A, B, C, D]}), "+"))
    stray = check(lock, graph({"x": [B, C, D], "z": [A]}))
    assert not stray.broken
    gone = check(lock, graph({"x": [B, C], "z": [A, D]}))
    assert words_at_fault(gone, gone.broken) == ["R. Smith"]


def test_words_missing_from_the_text_are_reported_and_do_not_pass() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "-"), (SEED["X"], SEED["Y"], "-"))
    cut = {**TEXTS, DOC_1: "Bob Smith met John Doe and then left."}
    checked = check(lock, graph({"x": [A, D], "y": [B]}, texts=cut))
    assert [each.missing for each in checked.unknown] == [Missing.TEXT] * 2
    assert words_at_fault(checked, checked.unknown) == ["he", "he"]
    assert not checked.broken


def test_spans_are_found_in_a_text_that_was_changed_before_them() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"))
    longer = {**TEXTS, DOC_1: f"Yesterday {TEXTS[DOC_1]}"}

    def moved(span: Span) -> Span:
        return span._replace(begin=span.begin + 10, end=span.end + 10)

    as_blessed = graph({"z": [moved(A), D], "y": [moved(B), moved(C)]}, texts=longer)
    assert {each.result for each in check(lock, as_blessed).assertions} == {Result.HOLDS}
    # As they stand, the offsets are of other words, which no graph could mention for these.
    with pytest.raises(CoalaError, match=r"\b2 assertions\b"):
        check(lock, graph({"d": [D], "z": [moved(A)]}, texts=longer), DEFAULTS._replace(align_texts="off"))


def test_mention_at_the_place_of_other_words_is_checked_when_texts_are_not_aligned() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"))
    edited = {**TEXTS, DOC_1: TEXTS[DOC_1].replace("John Doe", "Jane Roe")}
    off = DEFAULTS._replace(align_texts="off")
    as_blessed = graph({"z": [A, D], "y": [B, C]}, texts=edited)
    assert [each.result for each in check(lock, as_blessed, off).assertions] == [Result.HOLDS] * 2
    as_before = graph({"x": [A, C, D], "y": [B]}, texts=edited)
    assert [each.result for each in check(lock, as_before, off).assertions] == [Result.BROKEN] * 2
    without = graph({"z": [A, D, C]}, texts=edited)
    assert [each.result for each in check(lock, without, off).assertions] == [Result.UNKNOWN, Result.BROKEN]


def rename_documents(names: Mapping[str, str]) -> Graph:
    """Return the changed graph Z with other names of its documents."""
    return graph(
        {
            name: [span._replace(document=names[span.document]) for span in spans]
            for name, spans in {"z": [A, D], "y": [B, C]}.items()
        },
        texts={names[name]: text for name, text in TEXTS.items()},
    )


def test_documents_may_have_other_names(tmp_path: Path) -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"))
    names = {DOC_1: "http://other.org/1", DOC_2: "http://other.org/2"}
    renamed = rename_documents(names)
    with pytest.raises(ReadingError):
        check(lock, renamed)
    map_file = tmp_path / "map.tsv"
    map_file.write_text("".join(f"{new}\t{old}\n" for old, new in names.items()), encoding="utf-8")
    for source in ("auto", str(map_file)):
        checked = check(lock, renamed, DEFAULTS._replace(map_documents=source))
        assert {each.result for each in checked.assertions} == {Result.HOLDS}


def test_documents_that_were_numbered_in_another_order_are_found_by_their_texts() -> None:
    lock = lock_of((SEED["X"], SEED["Z"], "+"))
    renamed = rename_documents({DOC_1: DOC_2, DOC_2: DOC_1})
    numbered = replace(renamed, notices=(make_notice("document-without-name", 2, ("line 1",)),))
    checked = check(lock, numbered, DEFAULTS._replace(map_documents="auto"))
    assert {each.result for each in checked.assertions} == {Result.HOLDS}
    assert [notice.code for notice in checked.notices] == ["documents-mapped"]


def test_a_mention_is_found_at_the_place_where_either_graph_had_it() -> None:
    wider = A._replace(end=13)
    options = DEFAULTS._replace(match=Match.OVERLAP)
    changed = graph({"x": [wider, D], "y": [B, C]})
    lock = lock_of((SEED["X"], changed, "+"), options=options)
    assert asserted(lock) == {"he + John Doe together", "he + Bob Smith, R. Smith apart"}
    assert {each.result for each in check(lock, changed).assertions} == {Result.HOLDS}
    alone = lock_of(
        (graph({"x": [A, C], "y": [B]}), graph({"x": [wider], "y": [B, C]}), "+"), options=options
    )
    joined = graph({"x": [wider, B, C]})
    checked = check(alone, joined)
    assert words_at_fault(checked, checked.broken) == ["he"]


def test_types_and_statements_are_looked_for_at_the_entity() -> None:
    said = [("x", "http://e.org/born", '"1951"')]
    plain = graph({"x": [A, C], "y": [B]})
    rich = graph({"x": [A, C], "y": [B]}, types={"x": ["http://e.org/P"]}, statements=said)
    lock = lock_of((plain, rich, "+"))
    # The type may stand at another node of the same entity.
    two = graph({"a": [A, C], "b": [C], "y": [B]}, types={"b": ["http://e.org/P"]})
    checked = check(lock, two)
    assert {(each.assertion.expected.value, each.result.value) for each in checked.assertions} == {
        ("type", "holds"),
        ("statement", "broken"),
    }


def test_a_judged_instance_that_the_graph_lacks_breaks_a_plus_and_keeps_a_minus() -> None:
    without, with_it = graph({"x": [A, C]}), graph({"x": [A, C], "new": [B, D]})
    blessed, rejected = lock_of((without, with_it, "+")), lock_of((without, with_it, "-"))
    broken = check(blessed, without)
    assert sorted(words_at_fault(broken, broken.broken)) == ["John Doe", "R. Smith"]
    assert {each.result for each in check(rejected, without).assertions} == {Result.HOLDS}
    for checked in (broken, check(rejected, without)):
        (notice,) = checked.notices
        assert (notice.code, notice.severity) == ("nothing-judged-is-mentioned", "note")
        assert "14–22 in http://example.org/doc1" in notice.message
    assert not check(blessed, with_it).notices
