"""Independent verdicts of the reviewers in some files."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from coala.engine.compare import compare_graphs
from coala.errors import CoalaError, DamagedReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.raters import (
    Adjudication,
    Raters,
    gather_raters,
    name_reviewer,
)
from coala.verdicts.group_agreement import measure_who_is_who
from coala.verdicts.groups import Groups, group_by_verdict
from coala.verdicts.reliability import measure_agreement
from coala.verdicts.state import Manner, Origin, State
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.groups import UNFITTING, put_groups
from tests.support.reviews import a_bag, judge_as, put_comparison, review_of, three_splits

FIRST, SECOND = "++-=+-+=-+", "+=-=+++=--"
BETTER, WORSE, SAME = Verdict.BETTER, Verdict.WORSE, Verdict.SAME


def gathered(*paths: Path) -> Raters:
    with ExitStack() as stack:
        return gather_raters([stack.enter_context(Review.open(path, read_only=True)) for path in paths])


def verdicts(raters: Raters) -> list[tuple[Verdict | None, ...]]:
    return [bag.rated.verdicts for bag in raters.bags]


def test_agreement_is_equal_for_one_file_or_two(tmp_path: Path) -> None:
    one, two, both = (review_of(tmp_path / name, range(10)) for name in ("a.coala", "b.coala", "c.coala"))
    for path, reviewer, signs in (
        (one, "ann", FIRST),
        (two, "bo", SECOND),
        (both, "ann", FIRST),
        (both, "bo", SECOND),
    ):
        judge_as(path, reviewer, signs)

    apart, together = gathered(one, two), gathered(both)

    assert [rater.name for rater in apart.reviewers] == ["ann", "bo"]
    assert apart.bags == together.bags
    assert [bag.number for bag in apart.disputed] == [2, 6, 10]
    agreement = measure_agreement(2, (bag.rated for bag in apart.bags), resamples=0)
    assert agreement.together.kappa is not None
    assert str(agreement.together.kappa.value) == "7/13"


def test_different_comparisons_are_held_against_each_other_where_their_bags_are_the_same(
    tmp_path: Path,
) -> None:
    one = review_of(tmp_path / "a.coala", range(3))
    two = review_of(tmp_path / "b.coala", (7, 2, 8))
    judge_as(one, "ann", "+++")
    judge_as(two, "bo", " - ")

    raters = gathered(one, two)

    assert (raters.comparisons, raters.bags_in_all) == (2, 5)
    assert verdicts(raters) == [(BETTER, None), (BETTER, None), (BETTER, WORSE)]
    assert [(bag.number, bag.title) for bag in raters.disputed] == [(3, a_bag(2).title)]


def test_taken_over_verdicts_are_left_out_and_counted(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(4))
    judge_as(path, "ann", "+", manner=Manner.TAKEN_OVER, origin=Origin("x.coala", "cy", "2026-01-01"))
    judge_as(path, "ann", " +", manner=Manner.TAKEN_OVER, origin=Origin("x.coala", "bo", "2026-01-01"))
    judge_as(path, "ann", "  +", manner=Manner.TAKEN_OVER, origin=Origin("x.coala", "ann", "2026-01-01"))
    judge_as(path, "ann", "   +", gold_seen=True)
    judge_as(path, "bo", "----")

    raters = gathered(path)
    ann, bo = raters.reviewers

    assert verdicts(raters) == [(None, WORSE), (None, WORSE), (BETTER, WORSE), (BETTER, WORSE)]
    assert (ann.judged, ann.with_gold, bo.judged) == (2, 1, 4)
    assert ann.taken_over == 2


def test_adjudications_are_neither_opinions_nor_reviewers(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(2))
    judge_as(path, "ann", "++", groups=Groups(((0,), (1, 2))))
    judge_as(path, "bo", "-+", groups=Groups(((0, 2), (1,))))
    judge_as(path, "ann", "-", groups=Groups(((0, 2), (1,))), manner=Manner.ADJUDICATION)
    judge_as(path, "cy", "=", manner=Manner.ADJUDICATION)

    raters = gathered(path)

    assert [rater.name for rater in raters.reviewers] == ["ann", "bo"]
    assert verdicts(raters) == [(BETTER, WORSE), (BETTER, BETTER)]
    # Groups count before the adjudication, too.
    assert groups_of(raters)[0] == [[0, 1, 1], [0, 1, 0]]


def test_fewer_than_two_reviewers_of_a_bag_are_refused(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(2))
    with pytest.raises(CoalaError, match=r"a\.coala: "):
        gathered(path)
    judge_as(path, "ann", "+ ")
    with pytest.raises(CoalaError, match=r"a\.coala: .*\bann\b"):
        gathered(path)
    judge_as(path, "bo", " -")
    with pytest.raises(CoalaError, match=r"\b2\b"):
        gathered(path)


def groups_of(raters: Raters) -> list[list[list[int] | None]]:
    """Return the group of each mention of each bag, by each rater; None without groups."""
    return [
        [
            None if placed is None else [part.group for part in placed for _ in part.spans]
            for placed in bag.groups
        ]
        for bag in raters.bags
    ]


def test_a_plain_verdict_on_a_bag_of_one_link_says_who_is_who(tmp_path: Path) -> None:
    path = tmp_path / "a.coala"
    put_comparison(path, *three_splits())
    judge_as(path, "ann", "+-=")
    judge_as(path, "bo", "-?+", groups=None)
    judge_as(path, "cy", "+  ", groups=Groups(((0, 1),)))

    # The link was lost, so "+" says that its mentions are two things. Groups count before the verdict.
    assert groups_of(gathered(path)) == [[[0, 1], [0, 0], [0, 0]], [None, None, None], [None, None, None]]
    found = measure_who_is_who(3, [bag.grouped for bag in gathered(path).bags])
    assert (found.together.bags, found.together.mentions) == (1, 2)
    assert found.together.alpha["jaccard"] is not None
    assert (found.pairs[0, 1].bags, found.pairs[1, 2].alpha["masi"]) == (1, None)


def test_a_plain_verdict_on_a_new_chain_of_two_mentions_opens_its_part() -> None:
    (bag,) = [
        bag for bag, _ in compare_graphs(graph({"x": [A]}), graph({"x": [A], "y": [B, C]})).iterate_bags()
    ]
    assert group_by_verdict(bag, BETTER) == Groups(((0,),))
    assert group_by_verdict(bag, WORSE) == Groups(((0,), (1,)), pieces=((0,), (1,)))
    assert group_by_verdict(bag, SAME) is None
    assert group_by_verdict(a_bag(0), BETTER) is None  # a bag of two links


def test_groups_of_two_files_are_compared_bag_by_bag_by_fingerprint(tmp_path: Path) -> None:
    one = review_of(tmp_path / "a.coala", (1, 2))
    two = review_of(tmp_path / "b.coala", (2, 3, 1))
    judge_as(one, "ann", "+ ", groups=Groups(((0,), (1, 2))))
    judge_as(one, "ann", " +", groups=Groups(((0, 2), (1,))))
    judge_as(two, "bo", "+  ", groups=Groups(((0,), (1, 2))))
    judge_as(two, "bo", "  +", groups=Groups(((0,), (1, 2))))
    assert groups_of(gathered(one, two)) == [[[0, 1, 1], [0, 1, 1]], [[0, 1, 0], [0, 1, 1]]]


def test_groups_that_do_not_fit_the_bag_are_damage_of_their_file(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(2))
    for reviewer in ("ann", "bo"):
        judge_as(path, reviewer, "++", groups=Groups(((0,), (1, 2))))
    whole = path.read_bytes()
    for groups in UNFITTING:
        path.write_bytes(whole)
        put_groups(path, "bo", 2, groups)
        with pytest.raises(DamagedReviewError, match=r"a\.coala: .* bag 2 "):
            gathered(path)


ONE, OTHER = Groups(((0,), (1, 2))), Groups(((0, 2), (1,)))


def queue_of(path: Path, reviewer: str = "dora") -> tuple[int, ...]:
    with Review.open(path, reviewer=reviewer) as review:
        return Adjudication(review).queue


def test_a_tenth_of_the_agreements_is_rounded_up(tmp_path: Path) -> None:
    written = review_of(tmp_path / "a.coala", range(23)).read_bytes()
    for agreements, drawn in ((0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)):
        path = tmp_path / f"{agreements}.coala"
        path.write_bytes(written)
        judge_as(path, "ann", (agreements * "+").ljust(22) + "=")
        judge_as(path, "bo", agreements * "+")
        assert len(queue_of(path)) == drawn


def test_each_review_has_its_own_tenth_which_is_not_the_first_one(tmp_path: Path) -> None:
    drawn = []
    for name, first in (("a", 0), ("b", 0), ("c", 1)):
        path = review_of(tmp_path / f"{name}.coala", range(first, 41))
        for reviewer in ("ann", "bo"):
            judge_as(path, reviewer, (41 - first) * "+")
        drawn.append([number + first for number in queue_of(path)])
    assert [len(each) for each in drawn] == [5, 5, 4]
    assert drawn[0] == drawn[1] != list(range(5))
    assert not set(drawn[2]) <= set(drawn[0])


def test_what_is_settled_leaves_the_queue_and_draws_no_other_agreement(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(12))
    judge_as(path, "ann", "+-++++++++++")
    judge_as(path, "bo", 12 * "+")
    queue = queue_of(path)
    assert (queue[0], len(queue)) == (1, 3)
    # One of the two reviewers settles with another verdict, and a third one with theirs.
    for reviewer, number in (("ann", queue[1]), ("dora", queue[2])):
        with Review.open(path, reviewer=reviewer) as review:
            review.judge(number, State(SAME, manner=Manner.ADJUDICATION))
            assert not Adjudication(review).is_done
    assert queue_of(path) == (1,)
    with Review.open(path, reviewer="bo") as review:
        review.judge(1, State(WORSE, manner=Manner.ADJUDICATION))
        adjudication = Adjudication(review)
        assert (adjudication.queue, adjudication.is_done, adjudication.counts) == ((), True, "")


def test_agreements_of_models_and_carried_verdicts_are_not_drawn(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(4))
    judge_as(path, "ann", "++++")
    judge_as(path, "gpt", "-++ ", by_model=True)
    judge_as(path, "bo", "+  +", manner=Manner.TAKEN_OVER, origin=Origin("x.coala", "ann", "2026"))
    with Review.open(path, reviewer="dora") as review:
        adjudication = Adjudication(review)
        # A model takes part in disagreements.
        assert (adjudication.queue, adjudication.is_done) == ((0,), False)
        assert [name_reviewer(review, name) for name in ("ann", "gpt")] == ["ann", "gpt (model)"]
        assert adjudication.sentence.startswith("ann, bo and gpt (model) ")
    judge_as(path, "cy", " + ")
    assert queue_of(path) == (0, 1)


def test_agreed_groups_go_along_with_the_agreed_verdict_only(tmp_path: Path) -> None:
    path = review_of(tmp_path / "a.coala", range(2))
    judge_as(path, "ann", "+-", groups=ONE._replace(start=1, moved=2))
    judge_as(path, "bo", "++", groups=ONE)
    with Review.open(path, reviewer="dora") as review:
        adjudication = Adjudication(review)
        assert adjudication.queue == (1, 0)
        assert adjudication.find_agreed_groups(0, BETTER) == ONE
        assert adjudication.find_agreed_groups(0, WORSE) is None
        assert adjudication.find_agreed_groups(1, BETTER) is None
