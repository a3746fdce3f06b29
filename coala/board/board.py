"""Values of a board, for reports, files and pages.

This module does without numpy, since opening a finished board needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from coala.board.plan import Plan, Role
from coala.model.notices.notice import Notice
from coala.scores.ratio import Score

ESTABLISHED_BELOW = 0.05
"""A change is significant if p, adjusted for all columns of a role, is below this."""


class Delta(NamedTuple):
    """Change of a figure in a column, with its 95 % interval, p, and p adjusted over all columns (Holm).

    Figures are parts of 1, not points. ``holm`` adjusts over the columns of one role. None means undefined or
    not resampled.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    holm: float | None = None

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
    """Links that a component adds: how many more are made, and how many more of them are right.

    Both are exact differences, of MUC's numerators and of the denominators of its precision, so steps add up
    to the whole. Either may be negative, since joining two chains can also remove a link.
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

    ``baseline`` is None if the plan has no ``nothing``. There are then no bags, and ``scores`` and ``links``
    are those of the one graph. With gold, ``scores`` has each metric before and after, and ``deltas`` the
    changes; without gold both are empty, and ``similarity`` compares the two graphs. ``links`` needs gold.
    ``bags`` counts all bags, ``interesting`` those with a divergence.
    """

    name: str
    role: Role
    baseline: str | None
    changed: str
    scores: Mapping[str, ScorePair]
    similarity: Mapping[str, Score]
    deltas: Mapping[str, MetricDeltas]
    links: MarginalLinks | None
    bags: int
    interesting: int
    notices: tuple[Notice, ...] = ()

    def misses(self, target: float | None) -> bool | None:
        """Return True if the marginal link precision is below the target; None if either is unknown."""
        reached = None if self.links is None else self.links.precision
        return None if target is None or reached is None else reached < Fraction(str(target))


class BoardPlace(NamedTuple):
    """Place of an interesting bag in a column: its ``number`` there (0, 1, …) and its joint bag.

    ``column`` and ``joint`` index ``Board.columns`` and ``Board.joint_bags``. ``shares`` has the effect of
    the bag on the F1 of each metric, as in ``Comparison.iterate_bags``.
    """

    column: int
    number: int
    fingerprint: str
    joint: int
    shares: Mapping[str, float | None]


class JointBag(NamedTuple):
    """A bag that is closed under all graphs of the board and interesting in a column or in the whole.

    ``number`` is its index in ``Board.joint_bags``. ``columns`` index ``Board.columns``; they are empty if
    only nothing → full differs. ``title`` is that of the widest interesting bag in these columns.
    """

    number: int
    spans: int
    columns: tuple[int, ...]
    title: str


class Interactions(NamedTuple):
    """Joint bags in which components meet, by pairs of names in the order of the plan.

    ``needed_by_both``: interesting without A and without B. ``redundant``: interesting with A alone and with
    B alone. ``emergent``: interesting in the whole (nothing → full), and with no component alone. Pairs
    without such bags are left out. None means that the plan lacks the graphs to know.
    """

    needed_by_both: Mapping[tuple[str, str], tuple[int, ...]] | None
    redundant: Mapping[tuple[str, str], tuple[int, ...]] | None
    emergent: tuple[int, ...] | None


class BoardResampling(NamedTuple):
    """How the intervals of one role were drawn, in ``samples`` of its bags.

    ``bags`` are closed under gold and all graphs of the columns of the role, and ``largest`` is the share of
    spans in the largest of them. If ``joint``, the same bags were drawn for all columns. If the largest bag
    has more than half of the spans, too few are left to draw from, and each column drew its own bags.
    """

    joint: bool
    bags: int
    samples: int
    seed: int
    largest: float


@dataclass(frozen=True)
class Board:
    """What the components of one system are worth.

    Columns are sorted by role, in the order of ``Role``, then as in the plan. ``full`` and ``nothing`` are
    the scores of these graphs against gold, empty without it. ``whole`` has the links that full adds to
    nothing, which is the sum of the steps if the last step is the full system. ``resampling`` is empty
    without gold. ``places`` are sorted by column and number, ``joint_bags`` in the order of the text.
    ``settings`` are those of every column.
    """

    plan: Plan
    columns: tuple[BoardColumn, ...]
    joint_bags: tuple[JointBag, ...]
    places: tuple[BoardPlace, ...]
    interactions: Interactions
    resampling: Mapping[Role, BoardResampling]
    full: Mapping[str, Score]
    nothing: Mapping[str, Score]
    settings: Mapping[str, str]
    version: str
    notices: tuple[Notice, ...] = ()
    whole: MarginalLinks | None = None

    def shows_scores(self, role: Role, metric: str) -> bool:
        """Return True if the table of a role shows scores instead of changes.

        If nothing links no mentions, its MUC is 0/0 and there is no change. ``metric`` is the table's first.
        """
        columns = [self.columns[number] for number in self.find_columns(role)]
        return role is Role.ONLY and all(
            metric not in column.deltas or column.deltas[metric].f1.value is None for column in columns
        )

    def find_columns(self, role: Role) -> tuple[int, ...]:
        """Return the indices of the columns of a role."""
        return tuple(number for number, column in enumerate(self.columns) if column.role is role)
