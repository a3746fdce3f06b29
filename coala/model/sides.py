"""The names of the two sides of a review, and the words for verdicts on them.

A blind review shows left and right in place of the baseline and the changed graph. What a side is called is
decided once, by the review; views of sides or verdicts ask its ``Sides``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coala.model.bag import Verdict

VERDICT_WORDS: Mapping[Verdict, str] = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.SAME: "same",
    Verdict.UNSURE: "not sure",
}


class Sides(NamedTuple):
    """The names of the two sides of a review, and the words for verdicts on them."""

    names: tuple[str, str]
    """The first side, to which ``Verdict.WORSE`` refers, and the second."""
    words: Mapping[Verdict, str]
    """The word for each verdict."""
    are_hidden: bool
    """True if nothing may tell which graph is on which side."""


GRAPHS = Sides(("baseline", "changed"), VERDICT_WORDS, False)
LEFT_RIGHT = Sides(
    ("left", "right"),
    {**VERDICT_WORDS, Verdict.BETTER: "right better", Verdict.WORSE: "left better"},
    True,
)
