"""Locks from reviews: assertions from everything that was ever judged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.board.plan import Role
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.review.blind.blindness import BlindWish
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.locking import make_lock
from coala.review.merging import merge_reviews
from coala.review.unblinding import unblind
from coala.review.writing import write_review
from coala.verdicts.lock.checking import check_graph
from coala.verdicts.lock.lock import Lock
from coala.verdicts.state import State
from tests.support.board_files import build_by_hand, chains, put_board
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_2, A, B, C, D, graph
from tests.support.naive_lock import NaiveReading, Partition, graph_of, partitions
from tests.support.reviews import put_comparison, put_with_verdicts

Comparisons = Sequence[tuple[Graph, Graph]]
Route = Callable[[Path, Comparisons], list[Path]]


def verdict_on(fingerprint: str) -> Verdict:
    return Verdict("+-"[int(fingerprint[:8], 16) % 2])


def judge(path: Path, reviewer: str = "anna", only: int | None = None) -> None:
    """Judge every bag, or with ``only`` those with even or odd numbers."""
    with Review.open(path, reviewer=reviewer) as review:
        for entry in review.entries:
            if only in (None, entry.number % 2):
                review.judge(entry.number, State(verdict_on(entry.fingerprint)))


def renew(folder: Path, comparisons: Comparisons) -> list[Path]:
    path = folder / "r.coala"
    for graphs in comparisons:
        put_comparison(path, *graphs)
        judge(path)
    return [path]


def renew_at_last(folder: Path, comparisons: Comparisons) -> list[Path]:
    """Renew the review with a last comparison without bags, as if all judged changes were kept."""
    (path,) = renew(folder, comparisons)
    put_comparison(path, comparisons[0][0], comparisons[0][0])
    return [path]


def take_verdicts_over(folder: Path, comparisons: Comparisons) -> list[Path]:
    paths: list[Path] = []
    for number, graphs in enumerate(comparisons):
        path = folder / f"{number}.coala"
        put_with_verdicts(path, *graphs, *paths[-1:])
        judge(path)
        paths.append(path)
    return paths[-1:]


def take_verdicts_of_all_over(folder: Path, comparisons: Comparisons) -> list[Path]:
    paths = each_in_a_file(folder, comparisons)
    put_with_verdicts(folder / "all.coala", *comparisons[0], *paths)
    return [folder / "all.coala"]


def each_in_a_file(folder: Path, comparisons: Comparisons) -> list[Path]:
    paths = [folder / f"{number}.coala" for number in range(len(comparisons))]
    for path, graphs in zip(paths, comparisons, strict=True):
        put_comparison(path, *graphs)
        judge(path)
    return paths


def merge_two_reviewers(folder: Path, comparisons: Comparisons) -> list[Path]:
    """Merge two copies; each has earlier bags that the other lacks."""
    copies = [folder / "anna.coala", folder / "ben.coala"]
    *earlier, last = comparisons
    for number, path in enumerate(copies):
        for graphs in earlier[number::2]:
            put_comparison(path, *graphs)
            judge(path, path.stem)
        put_comparison(path, *last)
        judge(path, path.stem, only=number)
    merge_reviews(copies, folder / "both.coala")
    return [folder / "both.coala"]


def merge_and_renew(folder: Path, comparisons: Comparisons) -> list[Path]:
    (path,) = merge_two_reviewers(folder, comparisons)
    put_comparison(path, *comparisons[0])
    return [path]


def judge_blind(folder: Path, comparisons: Comparisons) -> list[Path]:
    path = folder / "blind.coala"
    first, *rest = comparisons
    made = compare_graphs(*first)
    write_review(path, made.summary, made.iterate_sentences(), made.texts(), made.context, blind=BlindWish(7))
    # The shown sides may be exchanged: what is kept must be the verdict on the changed graph.
    for swapped in (False, True):
        kept = kept_verdicts(path)
        with Review.open(path, reviewer="anna") as review:
            for entry in review.entries:
                wanted = verdict_on(entry.fingerprint)
                if kept.get(entry.fingerprint) is not wanted:
                    turned = Verdict.WORSE if wanted is Verdict.BETTER else Verdict.BETTER
                    review.judge(entry.number, State(turned if swapped else wanted))
    unblind(path, "anna")
    for graphs in rest:
        put_comparison(path, *graphs)
        judge(path)
    return [path]


def kept_verdicts(path: Path) -> dict[str, Verdict]:
    """Return the stored verdicts, which a blind review does not show."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT fingerprint, verdict FROM journal ORDER BY sequence").fetchall()
    return {fingerprint: Verdict(sign) for fingerprint, sign in rows}


ROUTES: list[Route] = [
    renew,
    renew_at_last,
    take_verdicts_over,
    take_verdicts_of_all_over,
    each_in_a_file,
    merge_two_reviewers,
    merge_and_renew,
    judge_blind,
]


def alone(bags: Sequence[Bag]) -> Iterator[Bag]:
    """Return the bags without shared mentions: no other verdict is about them."""
    for bag in bags:
        others = {span for other in bags if other is not bag for span in other.spans}
        if others.isdisjoint(bag.spans):
            yield bag


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.__name__)
@limit_examples(8)
@given(partitions, st.lists(partitions, min_size=2, max_size=3), partitions)
def test_a_lock_breaks_where_all_that_was_ever_judged_does(
    route: Route, baseline: Partition, changed: list[Partition], new: Partition
) -> None:
    comparisons = [(graph_of(baseline), graph_of(each)) for each in changed]
    judged = {bag.fingerprint: bag for each in comparisons for bag, _ in compare_graphs(*each).iterate_bags()}
    assume(judged)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        paths = route(Path(folder), comparisons)
        reviews = [stack.enter_context(Review.open(path, read_only=True)) for path in paths]
        lock = make_lock(reviews)
        assert {bag.fingerprint for bag in lock.bags} == judged.keys()
        assert not lock.forgotten
        expected, names = set(), set()
        for bag in alone(list(judged.values())):
            names.add(bag.fingerprint)
            expected |= NaiveReading(bag, verdict_on(bag.fingerprint)).broken(new)
        assert broken(lock, graph_of(new), names) == expected


def broken(lock: Lock, graph: Graph, names: set[str]) -> set[tuple[object, str]]:
    if not lock.to_check():
        return set()
    return {
        (lock.spans[span], each.assertion.expected.value)
        for each in check_graph(lock, graph).broken
        for span in each.spans
        if any(judged.fingerprint in names for judged, _ in each.assertion.by)
    }


def test_a_column_of_a_board_asserts_its_own_bags_and_those_of_earlier_boards(tmp_path: Path) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    for column in ("without/names", "without/titles", "step/names"):
        with Review.open(path, reviewer="anna", column=column) as review:
            for entry in review.entries:
                review.judge(entry.number, State(Verdict.BETTER))
    assert asserting(path, "without/names") == {1: "Ann", 2: "Bob"}
    assert asserting(path, "without/titles") == {1: "Ann"}
    # A board written again, without a column that has Bob and Eve.
    full = chains("Ann Bob Eve")
    board, comparisons = build_by_hand({("titles", Role.WITHOUT): (chains("Bob Eve"), full)})
    write_board(path, board, comparisons)
    assert asserting(path, "without/titles") == {1: "Ann", None: "Bob Eve"}
    with Review.open(path, column="without/titles") as review:
        assert review.text("http://example.org/Bob") == "Bob left. He slept."


def asserting(path: Path, column: str) -> dict[int | None, str]:
    """Return the judged bags of a lock by their numbers in the column, with their names."""
    with Review.open(path, read_only=True, column=column) as review:
        lock = make_lock([review])
        found: dict[int | None, list[str]] = {}
        for judged in lock.bags:
            number = None if judged.number is None else judged.number + 1
            found.setdefault(number, []).append(judged.title.split()[-1])
        assert len(lock.assertions) == len(lock.bags)
    return {number: " ".join(sorted(names)) for number, names in found.items()}


def test_a_review_that_takes_over_its_own_verdicts_keeps_bags_of_documents_without_text(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.coala"
    other = B._replace(document=DOC_2)
    put_comparison(path, graph({"x": [A], "y": [C]}, texts={}), graph({"x": [A, C]}, texts={}))
    judge(path)
    graphs = graph({"x": [D], "y": [other]}, texts={}), graph({"x": [D, other]}, texts={})
    put_with_verdicts(path, *graphs, path)
    with Review.open(path, read_only=True) as review:
        lock = make_lock([review])
        assert (len(review.entries), [judged.number for judged in lock.bags]) == (1, [None])
