"""The figures that are kept up to date bag by bag are those of counting everything again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from coala.gui.session.progress import ReviewProgress
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from coala.verdicts.tally import tally_verdicts


def test_after_any_verdicts_the_standing_is_that_of_a_fresh_look(review_of: Callable[..., Path]) -> None:
    chance = random.Random(7)
    with Review.open(review_of(6)) as review:
        progress = ReviewProgress(review)
        for _ in range(60):
            number = chance.randrange(6)
            review.judge(number, State(chance.choice([None, *Verdict])))
            progress.update(number)
            assert (
                progress.tally()
                == ReviewProgress(review).tally()
                == tally_verdicts(6, Counter(review.judged()))
            )
            assert progress.judged == len(review.judged())
            assert progress.verdicts == ReviewProgress(review).verdicts
