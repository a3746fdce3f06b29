"""What one reviewer says about one bag: the verdict, the comment, and how the verdict came about."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.verdicts.comment import Comment

VERDICT_OF: Mapping[str | None, Verdict | None] = MappingProxyType(
    {None: None, **{each.value: each for each in Verdict}}
)
"""A sign as files have it to its verdict; None stands for no verdict."""

VALUE_OF: Mapping[Verdict, int] = MappingProxyType({Verdict.BETTER: 1, Verdict.SAME: 0, Verdict.WORSE: -1})
"""The verdicts that say something, as numbers."""


class Manner(StrEnum):
    """How a verdict came about: by looking at this bag, or else how."""

    ALONE = ""
    TAKEN_OVER = "taken over"
    ADJUDICATION = "adjudication"


class Origin(NamedTuple):
    """Where a verdict was taken over from: the name of a review file, and who judged there, and when."""

    file: str
    reviewer: str
    time: str


class State(NamedTuple):
    """What a reviewer says about one bag: the verdict (None while unjudged) and the comment.

    ``gold_seen`` tells whether gold, or what goes towards it, was
    in sight when the verdict was given; None where that is not known.
    ``rows`` are verdicts on single rows of the bag, by their keys (``coala.diff.row_keys``), sorted.
    ``origin`` belongs to what was taken over. ``swapped`` tells of a blind verdict whether the sides were
    shown exchanged (``+`` always means that the changed graph is better), and ``again`` is the answer when
    the bag came a second time.
    """

    verdict: Verdict | None = None
    comment: Comment = Comment()
    gold_seen: bool | None = None
    rows: tuple[tuple[str, Verdict], ...] = ()
    manner: Manner = Manner.ALONE
    origin: Origin | None = None
    swapped: bool | None = None
    again: Verdict | None = None

    @property
    def judges(self) -> bool:
        """Whether it has a verdict, be it on a change of the bag only."""
        return self.verdict is not None or bool(self.rows)

    @property
    def source(self) -> str:
        """The name of the file from which it was taken over; "" where it was not."""
        return "" if self.origin is None else self.origin.file
