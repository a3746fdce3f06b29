"""Verdicts of other reviews, carried over by a new comparison, and restored when it reverts."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.errors import DamagedReviewError
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.model.values import Span
from coala.review.file import Review
from coala.review.history import (
    HistoryCounts,
    ReviewHistory,
    count_history,
    read_past_verdicts,
)
from coala.review.storage.seals import reseal
from coala.verdicts.comment import Comment
from coala.verdicts.history import Since
from coala.verdicts.state import Manner, Origin, State
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.reviews import put_comparison, put_with_verdicts, three_splits

BETTER, WORSE = State(Verdict.BETTER, Comment("why", ("name",)), gold_seen=False), State(Verdict.WORSE)
TEXTS = {DOC_1: "Ann saw Bob, and she told him that he had it."}
ANN, BOB, SHE, HIM, HE = (Span(DOC_1, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))
ALL = [ANN, BOB, SHE, HIM, HE]


def chains(**found: Sequence[Span]) -> Graph:
    return graph(found, texts=TEXTS)


WHOLE = chains(x=ALL)
SHE_SPLIT = chains(a=[ANN, HE, BOB, HIM], b=[SHE])
BOTH_SPLIT = chains(a=[ANN, HE, BOB], b=[SHE], c=[HIM])


def judge(path: Path, states: Mapping[int, State], reviewer: str = "Ann") -> None:
    with Review.open(path, reviewer=reviewer) as review:
        for number, state in states.items():
            review.judge(number, state)


def states_of(path: Path) -> list[State]:
    with Review.open(path, reviewer="Ann") as review:
        return [review.state(entry.fingerprint) for entry in review.entries]


def test_verdict_is_taken_over_with_note_tags_and_changes(path: Path, tmp_path: Path) -> None:
    judge(path, {0: BETTER._replace(rows=(("0123456789abcdef", Verdict.SAME),))})
    with Review.open(path, reviewer="Ann") as review:
        (act,) = review.history_of(0)
    new = tmp_path / "new.coala"
    counts = put_with_verdicts(new, *three_splits("Rob"), path)
    assert counts == HistoryCounts(1, 0, 0, 2, (path.name,))
    assert re.findall(r"\d", counts.sentence) == ["1", "0", "2"]
    with Review.open(new, reviewer="Ann") as review:
        (number,) = [entry.number for entry in review.entries if "Ann" in entry.title]
        assert review.state(review.entries[number].fingerprint) == State(
            Verdict.BETTER,
            Comment("why", ("name",)),
            gold_seen=False,
            rows=(("0123456789abcdef", Verdict.SAME),),
            manner=Manner.TAKEN_OVER,
            origin=Origin(path.name, "Ann", act.time),
        )
        assert len(review.search("earlier:carried")) == 1
        assert [one.reviewer for one in review.history_of(number)] == ["Ann"]


@pytest.mark.parametrize(
    ("first", "second", "newest"),
    [
        ("2026-05-03T12:00:00.000+00:00", "2026-05-03T11:00:00.000+00:00", "2026-05-03T12:00:00.001+00:00"),
        ("9999-12-31T23:59:59.999+00:00", "2026-05-03T11:00:00.000+00:00", "9999-12-31T23:59:59.999+00:00"),
        ("2026-05-03T12:00:00.000+00:00", "2026-05-03T13:00:00.000+00:00", "2026-05-03T13:00:00.000+00:00"),
    ],
    ids=["set back", "set back from the last millisecond", "going on"],
)
def test_changed_verdict_counts_when_the_clock_was_set_back(
    path: Path, tmp_path: Path, first: str, second: str, newest: str
) -> None:
    copy, new = tmp_path / "copy.coala", tmp_path / "new.coala"
    with Review.open(path, reviewer="Ann") as review:
        review.judge_all([(0, BETTER, first)])
    shutil.copy(path, copy)
    with Review.open(path, reviewer="Ann") as review:
        review.judge_all([(0, WORSE, second)])

    put_with_verdicts(new, *three_splits(), path, copy)

    (state,) = (state for state in states_of(new) if state.is_judged)
    assert state.verdict is Verdict.WORSE
    assert state.origin == Origin(path.name, "Ann", newest)


def test_two_reviewers_stay_two(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "bob.coala"
    put_comparison(other, *three_splits())
    judge(path, {0: BETTER})
    judge(other, {0: WORSE}, "Bob")
    past = read_past_verdicts([path, other])
    (given,) = past.verdicts.values()
    assert {name: one.state.verdict for name, one in given.items()} == {
        "Ann": Verdict.BETTER,
        "Bob": Verdict.WORSE,
    }
    assert past.disagreeing == 0


def test_changed_bag_is_compared_row_by_row_and_regains_its_verdict(tmp_path: Path) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, WHOLE, SHE_SPLIT)
    judge(old, {0: BETTER})
    counts = put_with_verdicts(new, WHOLE, BOTH_SPLIT, old)
    assert counts == HistoryCounts(0, 0, 1, 0, ("old.coala",))
    with Review.open(new, reviewer="Ann") as review:
        history = ReviewHistory(review)
        (former,) = history.past(0)
        assert (former.state.verdict, former.state.comment.note) == (Verdict.BETTER, "why")
        since = history.since(0)
        assert since is not None
        assert since.rows == {Since.SAME: 1, Since.ALTERED: 0, Since.NEW: 1, Since.GONE: 0}
        assert review.search("earlier:changed") == review.search("earlier:c") == [0]
        assert review.search("earlier:carried") == []
        assert review.judged() == []
        review.judge(0, WORSE)
        assert review.search("earlier:changed") == []
    put_comparison(new, WHOLE, SHE_SPLIT)
    assert states_of(new)[0].verdict is Verdict.BETTER


def test_the_rows_of_a_judged_bag_outlive_its_comparison_in_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, WHOLE, SHE_SPLIT)
    judge(path, {0: BETTER})
    # Twice: the second comparison no longer has the bag itself.
    put_comparison(path, WHOLE, WHOLE)
    put_comparison(path, WHOLE, BOTH_SPLIT)
    with Review.open(path, reviewer="Ann") as review:
        history = ReviewHistory(review)
        assert [one.state.verdict for one in history.past(0)] == [Verdict.BETTER]
        since = history.since(0)
        assert since is not None
        assert since.changes is not None


def test_judged_bag_without_content_has_only_its_mentions(tmp_path: Path) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, WHOLE, SHE_SPLIT)
    judge(old, {0: WORSE})
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("DELETE FROM bag")
        reseal(connection)
    assert put_with_verdicts(new, WHOLE, BOTH_SPLIT, old) == HistoryCounts(0, 0, 1, 0, ("old.coala",))
    with Review.open(new, reviewer="Ann") as review:
        since = ReviewHistory(review).since(0)
        assert since is not None
        assert since.changes is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET note = 'x'",
        "UPDATE bag SET title = 'x'",
        "UPDATE question SET spans = x'00'",
        "DELETE FROM question",
        "DELETE FROM journal",
        "UPDATE bag SET content = x'00'",
        "UPDATE bag SET content = substr(content, 1, length(content) - 1)",
    ],
)
def test_damaged_file_is_named_and_nothing_is_written(tmp_path: Path, damage: str) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    put_comparison(old, WHOLE, SHE_SPLIT)
    judge(old, {0: WORSE})
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute(damage)
    # Even if the damaged bag is gone.
    for changed in (BOTH_SPLIT, WHOLE):
        with pytest.raises(DamagedReviewError, match=r"old\.coala"):
            put_with_verdicts(new, WHOLE, changed, old)
        assert not new.exists()
    put_comparison(new, WHOLE, BOTH_SPLIT)
    judge(new, {0: WORSE})
    before = new.read_bytes()
    with pytest.raises(DamagedReviewError):
        put_with_verdicts(new, WHOLE, chains(a=[ANN, HE, BOB], b=[SHE, HIM]), old)
    assert new.read_bytes() == before


@st.composite
def partitions(draw: st.DrawFn) -> Graph:
    places = draw(st.lists(st.integers(0, 3), min_size=len(ALL), max_size=len(ALL)))
    found: dict[str, list[Span]] = {}
    for span, number in zip(ALL, places, strict=True):
        found.setdefault(f"i{number}", []).append(span)
    return graph(found, texts=TEXTS)


def bags_of(baseline: Graph, changed: Graph) -> list[Bag]:
    return [bag for bag, _ in compare_graphs(baseline, changed).iterate_bags()]


@settings(
    limit_examples(20), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(partitions(), partitions(), partitions(), partitions())
def test_a_verdict_is_taken_over_iff_the_bag_is_the_same(
    tmp_path: Path, first: Graph, second: Graph, third: Graph, fourth: Graph
) -> None:
    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    old.unlink(missing_ok=True)
    new.unlink(missing_ok=True)
    put_comparison(old, first, second)
    before, now = bags_of(first, second), bags_of(third, fourth)
    judge(old, dict.fromkeys(range(len(before)), WORSE))
    counts = put_with_verdicts(new, third, fourth, old)
    judged = {bag.fingerprint for bag in before}
    with Review.open(new, reviewer="Ann") as review:
        history = ReviewHistory(review)
        for bag, entry in zip(now, review.entries, strict=True):
            taken = bag.fingerprint in judged
            assert (review.state(entry.fingerprint).origin is not None) == taken
            others = [one for one in before if one.fingerprint != bag.fingerprint]
            changed = any(set(bag.spans) & set(one.spans) for one in others)
            assert bool(history.past(entry.number)) == changed
        assert counts.changed == len(review.search("earlier:changed"))
    assert count_history(now, read_past_verdicts([old])) == counts
    assert counts.taken_over + counts.changed + counts.new == len(now)


def test_a_comparison_made_again_mends_a_bag_that_was_judged_and_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, WHOLE, SHE_SPLIT)
    judge(path, {0: WORSE})
    for changed in (BOTH_SPLIT, WHOLE, SHE_SPLIT):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE bag SET content = x'00'")
        put_comparison(path, WHOLE, changed)
    assert states_of(path)[0].verdict is Verdict.WORSE
    with Review.open(path) as review:
        assert review.bag(0).title
