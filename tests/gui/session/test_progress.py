"""Figures updated bag by bag, compared with counting everything again."""

from __future__ import annotations

import gc
import random
import weakref
from collections import Counter
from pathlib import Path

from coala.gui.session.progress import ReviewProgress
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from coala.verdicts.tally import tally_verdicts
from tests.support.reviews import (
    a_gold_over_two,
    a_mixed_bag,
    changes_as_rows,
    make_review,
    put_comparison,
    three_splits,
)

TAGS = ("boundary", "name", "pronoun")


def test_after_any_verdicts_the_standing_is_that_of_a_fresh_look(tmp_path: Path) -> None:
    chance = random.Random(7)
    bags = [a_mixed_bag(number) for number in range(6)]
    with Review.open(make_review(tmp_path / "r.coala", bags)) as review:
        progress = ReviewProgress(review)
        for _ in range(60):
            number = chance.randrange(6)
            keys = ChangeKeys(bags[number], changes_as_rows(bags[number]))
            rows = keys.set_verdict((), chance.randrange(3), chance.choice([None, *Verdict]))
            tags = tuple(sorted(chance.sample(TAGS, chance.randrange(3))))
            review.judge(number, State(chance.choice([None, *Verdict]), Comment(tags=tags), rows=rows))
            progress.update(number)
            assert (
                progress.tally()
                == ReviewProgress(review).tally()
                == tally_verdicts(6, Counter(review.judged()))
            )
            assert progress.list_tags() == list(progress.tally().by_tag)
            assert progress.answered == len(review.judged())
            assert progress.by_change == ReviewProgress(review).by_change
            assert progress.verdicts == ReviewProgress(review).verdicts


def test_bags_that_gold_joins_wait_for_each_other_also_when_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    # Gold joins the first two bags.
    put_comparison(path, *three_splits(), a_gold_over_two())
    waiting = {"": [2, 2, 1], "+": [1, 1, 1], "++": [0, 0, 1], "  +": [2, 2, 0], "+++": [0, 0, 0]}
    for signs, expected in waiting.items():
        with Review.open(path) as review:
            progress = ReviewProgress(review)
            for number, sign in enumerate(signs.ljust(3)):
                review.judge(number, State(None if sign == " " else Verdict(sign)))
                progress.update(number)
            for each in (progress, ReviewProgress(review)):
                assert [each.waiting(number) for number in range(3)] == expected


def test_bag_whose_changes_were_judged_is_not_kept_when_others_are_shown(tmp_path: Path) -> None:
    bags = [a_mixed_bag(number) for number in range(4)]
    with Review.open(make_review(tmp_path / "r.coala", bags)) as review:
        progress = ReviewProgress(review)
        bag = review.bag(0)
        rows = ChangeKeys(bag, changes_as_rows(bag)).set_verdict((), 0, Verdict.WORSE)
        review.judge(0, State(Verdict.WORSE, rows=rows))
        progress.update(0)
        former = weakref.ref(bag)
        del bag
        # The review itself keeps three.
        for number in (1, 2, 3):
            review.bag(number)
        gc.collect()
        assert former() is None
