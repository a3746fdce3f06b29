"""Values of a board, for reports, files and pages.

A board answers what the components of one system are worth. It compares the output of the system in several
pairs of graphs, the *columns*: with and without a component, or nothing and a component alone (``Role``). A
column has *bags*, groups of chains of its two graphs that share mentions; a bag with a difference is
*interesting*. A *joint bag* groups the bags of all columns whose mentions overlap, so that columns can be
compared. A *place* is an interesting bag in a column, with the joint bag that it belongs to.

This module does without numpy, since opening a finished board needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from coala.board.plan import Plan, Role
from coala.model.notices.notice import Notice
from coala.scores.findings import GrossLinks
from coala.scores.ratio import Score

ESTABLISHED_BELOW = 0.05
"""A change is significant if p, adjusted for all columns of a role, is below this."""


class Delta(NamedTuple):
    """Change of a figure in a column, with its 95 % interval, p, and p adjusted over all columns (Holm).

    Figures are parts of 1, not percentage points. None means undefined, or that no intervals were computed.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    holm: float | None = None  # p, adjusted over the columns of one role

    @property
    def is_established(self) -> bool:
        """True if the change is significant after the adjustment for all columns."""
        return self.holm is not None and self.holm < ESTABLISHED_BELOW


class MetricDeltas(NamedTuple):
    """Changes of one metric."""

    recall: Delta
    precision: Delta
    f1: Delta


class ScorePair(NamedTuple):
    """Scores of a column's two graphs against gold; without a baseline, ``before`` is None."""

    before: Score | None
    after: Score


class MarginalLinks(NamedTuple):
    """Coreference links that a component adds: how many more are made, and how many more of them are right.

    Both are exact differences, of MUC's numerators and of the denominators of its precision. So the columns
    of the role ``STEP``, each with one more component, add up to the whole system. Either may be negative.
    """

    right: int
    made: int

    @property
    def precision(self) -> Fraction | None:
        """Marginal link precision: right / made; None unless more links are made."""
        return Fraction(self.right, self.made) if self.made > 0 else None


@dataclass(frozen=True)
class BoardColumn:
    """One component in one role: its pair of graphs and the results.

    If the plan has no graph ``nothing`` to compare with, ``baseline`` is None. There are then no bags, and
    ``scores`` and ``links`` are those of the one graph.
    """

    name: str
    """The name of the component."""
    role: Role
    baseline: str | None
    changed: str
    """The paths of the two graphs."""
    scores: Mapping[str, ScorePair]
    """By metric, before and after; empty without gold."""
    similarity: Mapping[str, Score]
    """By metric, the two graphs compared with each other; only without gold."""
    deltas: Mapping[str, MetricDeltas]
    """By metric, the changes of the scores; empty without gold."""
    links: MarginalLinks | None
    """None without gold."""
    bags: int
    interesting: int
    """The number of all bags, and of those with a difference."""
    notices: tuple[Notice, ...] = ()
    gross_links: GrossLinks | None = None
    """The links that only one of the two graphs has; None without gold or without a baseline."""

    def misses(self, target: float | None) -> bool | None:
        """Return True if the marginal link precision is below the target; None if either is unknown."""
        reached = None if self.links is None else self.links.precision
        return None if target is None or reached is None else reached < Fraction(str(target))


class BoardPlace(NamedTuple):
    """Place of an interesting bag in a column."""

    column: int  # indexes ``Board.columns``
    number: int  # of the bag among those of the column: 0, 1, …
    fingerprint: str  # a hash of the content of the bag; bags of several columns may have the same
    joint: int  # indexes ``Board.joint_bags``
    shares: Mapping[str, float | None]  # metric to the change of its F1 that the bag causes


def _lacks_changes(deltas: MetricDeltas) -> bool:
    """Return True if F1, or precision alone, has no change; a mean of F1s has neither rate."""
    has_recall, has_precision = deltas.recall.value is not None, deltas.precision.value is not None
    return deltas.f1.value is None or (has_recall and not has_precision)


class JointBag(NamedTuple):
    """A bag over all graphs of the board that is interesting in a column, or in nothing → full.

    It is closed: no chain of any of the graphs, nor of gold, has mentions both inside and outside of it.
    """

    number: int  # the index in ``Board.joint_bags``
    spans: int
    columns: tuple[int, ...]  # the columns in which it is interesting; empty if only nothing → full differs
    title: str  # of the interesting bag with most spans in these columns


class Interactions(NamedTuple):
    """Joint bags in which components meet, by pairs of names in the order of the plan.

    Each value has numbers of joint bags: {("acronyms", "surnames"): (3, 17)}. Pairs without any are left out.
    None means that the plan lacks the graphs to know.
    """

    needed_by_both: Mapping[tuple[str, str], tuple[int, ...]] | None
    """Leaving out A makes a difference there, and so does leaving out B."""
    redundant: Mapping[tuple[str, str], tuple[int, ...]] | None
    """A alone makes a difference there, and so does B alone."""
    emergent: tuple[int, ...] | None
    """The whole system (nothing → full) makes a difference there, and no component alone does."""


class BoardResampling(NamedTuple):
    """The way in which the bootstrap intervals of one role's columns were drawn.

    Joint bags of all columns of the role are drawn, so that columns can be compared as pairs. If the largest
    one has more than half of the spans, too few are left to draw from, and each column draws its own bags.
    """

    joint: bool  # joint bags were drawn, the same for all columns
    bags: int  # the number of joint bags
    samples: int  # the number of resamples
    seed: int
    largest: float  # the share of all spans in the largest joint bag


@dataclass(frozen=True)
class Board:
    """The worth of each component of one system."""

    plan: Plan
    columns: tuple[BoardColumn, ...]
    """By role, in the order of ``Role``, then as in the plan."""
    joint_bags: tuple[JointBag, ...]
    """In the order of the text."""
    places: tuple[BoardPlace, ...]
    """By column and number."""
    interactions: Interactions
    resampling: Mapping[Role, BoardResampling]
    """Empty without gold."""
    full: Mapping[str, Score]
    nothing: Mapping[str, Score]
    """The scores of these graphs against gold, by metric; empty without gold."""
    settings: Mapping[str, str]
    """The settings with which the graphs of every column were compared."""
    version: str
    """Of this program."""
    notices: tuple[Notice, ...] = ()
    whole: MarginalLinks | None = None
    """The links that full adds to nothing: the sum of the steps if the last step is the full system."""

    def shows_scores(self, role: Role, metric: str) -> bool:
        """Return True if the table of a role shows scores instead of changes.

        If nothing links no mentions, its precision is 0/0 and has no change. ``metric`` is the table's first.
        """
        columns = [self.columns[number] for number in self.find_columns(role)]
        return role is Role.ONLY and all(
            metric not in column.deltas or _lacks_changes(column.deltas[metric]) for column in columns
        )

    def find_columns(self, role: Role) -> tuple[int, ...]:
        """Return the indices of the columns of a role."""
        return tuple(number for number, column in enumerate(self.columns) if column.role is role)
