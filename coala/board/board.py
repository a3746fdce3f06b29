"""A board says what each component of a system is worth, as values that become reports, files and pages.

No numpy here: who opens a board that was made reads these values only.
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
"""What p, adjusted for all columns of a role, is below where a change is no chance."""


class Delta(NamedTuple):
    """A figure's change in a column, with its 95 % interval, p, and p adjusted for all columns (Holm).

    Figures are parts of 1, not points. ``holm`` adjusts over the columns of one role. What is None is
    undefined, or was not resampled.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    holm: float | None = None

    @property
    def is_established(self) -> bool:
        """Whether it differs from nothing for sure, however many columns there are."""
        return self.holm is not None and self.holm < ESTABLISHED_BELOW


class MetricDeltas(NamedTuple):
    """The changes of one metric."""

    recall: Delta
    precision: Delta
    f1: Delta


class ScorePair(NamedTuple):
    """The scores of a column's two graphs against gold; ``before`` is None where there is no baseline."""

    before: Score | None
    after: Score


class MarginalLinks(NamedTuple):
    """Links that a component adds: how many more are right, of how many more that are made; exact.

    These are the differences of MUC's numerators and of its precision's denominators, so that the steps add
    up to the whole. Either may be negative: what joins two chains can also take a link away.
    """

    right: int
    made: int

    @property
    def precision(self) -> Fraction | None:
        """Marginal link precision: right / made; None where no link more is made."""
        return Fraction(self.right, self.made) if self.made > 0 else None


@dataclass(frozen=True)
class BoardColumn:
    """One component in one role: the pair of graphs that shows it, and what came out.

    ``baseline`` is None where the plan has no ``nothing``: there is then no pair, and no bag, and ``scores``
    and ``links`` are those of the one graph. With gold ``scores`` has each metric before and after and
    ``deltas`` the changes; without gold both are empty and ``similarity`` says how alike the two graphs are.
    ``links`` needs gold. ``bags`` counts all bags, ``interesting`` those with a divergence.
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
        """Whether its marginal link precision is below the target; None where one of them is not known."""
        reached = None if self.links is None else self.links.precision
        return None if target is None or reached is None else reached < Fraction(str(target))


class BoardPlace(NamedTuple):
    """Where an interesting bag of a column stands: its ``number`` there (0, 1, …) and its joint bag.

    ``column`` and ``joint`` index ``Board.columns`` and ``Board.joint_bags``; ``shares`` has for each metric
    what the bag moves F1 by, as in ``Comparison.interesting``.
    """

    column: int
    number: int
    fingerprint: str
    joint: int
    shares: Mapping[str, float | None]


class JointBag(NamedTuple):
    """A bag closed under all graphs of the board, in which some column, or the whole, has an interesting bag.

    ``number`` is its index in ``Board.joint_bags``, ``columns`` index ``Board.columns`` and are empty where
    only nothing → full differ. ``title`` is that of the widest of its columns' interesting bags.
    """

    number: int
    spans: int
    columns: tuple[int, ...]
    title: str


class Interactions(NamedTuple):
    """Joint bags on which components meet, by pairs of their names in the plan's order; pairs with none lack.

    ``needed_by_both``: interesting without A and without B; ``redundant``: with A alone and with B alone;
    ``emergent``: in the whole (nothing → full), and with no component alone. None where the plan lacks the
    graphs to tell.
    """

    needed_by_both: Mapping[tuple[str, str], tuple[int, ...]] | None
    redundant: Mapping[tuple[str, str], tuple[int, ...]] | None
    emergent: tuple[int, ...] | None


class BoardResampling(NamedTuple):
    """How the intervals of one role were drawn, in ``samples`` of its bags.

    ``bags`` are closed under gold and all graphs of the role's columns, and ``largest`` is the share of the
    spans that the largest of them has. If ``joint``, the same ones of them were drawn for all columns; above
    one half of the spans they are too few to draw from, and each column's own bags were drawn for it alone.
    """

    joint: bool
    bags: int
    samples: int
    seed: int
    largest: float


@dataclass(frozen=True)
class Board:
    """What the components of one system are worth.

    Columns go by role, in the order of ``Role``, and then in the plan's order. ``full`` and ``nothing`` are
    the scores of these graphs against gold, empty without it, and ``whole`` has the links that full adds to
    nothing: the steps' sum, when the last step is the full system. ``resampling`` is empty without gold.
    ``places`` go by column and number, ``joint_bags`` in the order of the text. ``settings`` are those of
    every column.
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
        """Whether a table of a role tells the scores of its graphs, and not what these change.

        Of what links nothing MUC is 0/0, and there is nothing to add to; ``metric`` is the table's first.
        """
        columns = [self.columns[number] for number in self.of_role(role)]
        return role is Role.ONLY and all(
            metric not in column.deltas or column.deltas[metric].f1.value is None for column in columns
        )

    def of_role(self, role: Role) -> tuple[int, ...]:
        """The columns of a role."""
        return tuple(number for number, column in enumerate(self.columns) if column.role is role)
