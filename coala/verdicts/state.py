"""The state of one bag for one reviewer: the verdict, the comment, and how the verdict came about.

A bag is one item of a review: chains of both graphs that share mentions. Its rows are the single differences
between the graphs in it. Rows of own changes (``coala.verdicts.changes``) have verdicts of their own, and so
have drawn links (``coala.verdicts.links``); both are identified by keys of 16 hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups

VERDICT_OF: Mapping[str | None, Verdict | None] = MappingProxyType(
    {None: None, **{each.value: each for each in Verdict}}
)
"""The verdict for each sign in files; None is no verdict."""

VALUE_OF: Mapping[Verdict, int] = MappingProxyType({Verdict.BETTER: 1, Verdict.SAME: 0, Verdict.WORSE: -1})
"""The verdicts as numbers, without ``?``."""


class Manner(StrEnum):
    """The way in which a verdict came about.

    ``ALONE`` is the usual one: the reviewer judged this bag in this file. ``ADJUDICATION`` settled a
    disagreement of reviewers.
    """

    ALONE = ""
    TAKEN_OVER = "carried over"
    ADJUDICATION = "adjudication"


class Origin(NamedTuple):
    """The source of a verdict that was carried over: the name of the review file, the reviewer, the time."""

    file: str
    reviewer: str
    time: str


class State(NamedTuple):
    """The verdict and the comment of one reviewer on one bag."""

    verdict: Verdict | None = None
    """On the whole bag; None while it is not judged."""
    comment: Comment = Comment()
    gold_seen: bool | None = None
    """True if gold, or the direction towards it, was in sight when the verdict was given; None if unknown."""
    rows: tuple[tuple[str, Verdict], ...] = ()
    """Verdicts on rows of own changes and on links, by key and sorted: (("0f3a…", Verdict.BETTER),)."""
    groups: Groups | None = None
    """Who is who, if the reviewer said so; ``verdict`` then follows from it, or overrules it."""
    manner: Manner = Manner.ALONE
    origin: Origin | None = None
    """Set if the verdict was carried over from another file."""
    swapped: bool | None = None
    """Set if the verdict was given blind, with the graphs hidden: True if their sides were exchanged.

    Even then ``verdict`` is stored so that ``+`` means that the changed graph is better.
    """
    confidence: float | None = None
    """How sure a program was of its verdict, from 0 to 1; a person in the window states none."""
    by_model: bool = False
    """True if a model, or another program, gave the answer; False if a person did."""

    @property
    def is_judged(self) -> bool:
        """True if there is a verdict, on the bag, or on an own change or a link of it."""
        return self.verdict is not None or bool(self.rows)

    @property
    def answer(self) -> tuple[Verdict | None, tuple[tuple[str, Verdict], ...], Groups | None]:
        """The verdict, those on rows, and who is who: what differs if a reviewer gave another answer."""
        return self.verdict, self.rows, self.groups and self.groups.answer

    @property
    def source(self) -> str:
        """The name of the file from which the verdict was carried over, else ""."""
        return "" if self.origin is None else self.origin.file
