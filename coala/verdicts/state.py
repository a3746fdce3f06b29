"""The state of one bag for one reviewer: the verdict, the comment, and how the verdict came about."""

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
"""The verdict for each sign in files; None is no verdict."""

VALUE_OF: Mapping[Verdict, int] = MappingProxyType({Verdict.BETTER: 1, Verdict.SAME: 0, Verdict.WORSE: -1})
"""The verdicts as numbers, without ``?``."""


class Manner(StrEnum):
    """The way in which a verdict came about; ``ALONE`` is the usual one, judging this bag by itself."""

    ALONE = ""
    TAKEN_OVER = "taken over"
    ADJUDICATION = "adjudication"


class Origin(NamedTuple):
    """The source of a verdict that was taken over: the name of the review file, the reviewer, the time."""

    file: str
    reviewer: str
    time: str


class State(NamedTuple):
    """The verdict (None while unjudged) and the comment of one reviewer on one bag.

    ``gold_seen`` is True if gold, or the direction towards it, was in sight when the verdict was given; None
    if that is not known. ``rows`` are verdicts on single rows of the bag, sorted by their keys
    (``coala.diff.row_keys``). ``origin`` is set if the verdict was taken over. ``swapped`` is set for a blind
    verdict: True if the sides were shown exchanged (``+`` always means that the changed graph is better).
    ``again`` is the verdict when the bag was shown a second time.
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
    def is_judged(self) -> bool:
        """True if there is a verdict, on the bag or on one of its changes."""
        return self.verdict is not None or bool(self.rows)

    @property
    def source(self) -> str:
        """The name of the file from which the verdict was taken over, else ""."""
        return "" if self.origin is None else self.origin.file
