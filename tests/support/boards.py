"""A board made by hand, with the figures of ten components of one system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coala.board.board import (
    Board,
    BoardColumn,
    BoardPlace,
    BoardResampling,
    Delta,
    JointBag,
    MarginalLinks,
    MetricDeltas,
    ScorePair,
)
from coala.board.plan import Plan, Role, Variant
from coala.board.statistics import find_interactions
from coala.scores.ratio import Ratio, Score

WORTHS = {
    "exact-names": (18, 19, 2.1, 0.6, (1.43, 0.17, 3.56, 0.004, 0.016), 16),
    "acronyms": (6, 6, 0.8, 0.2, (0.49, 0.00, 1.56, 0.17, 0.35), 2),
    "surnames": (99, 101, 12.2, 3.6, (8.58, 5.29, 11.20, 0.0002, 0.002), 42),
    "short-forms": (6, 7, 0.8, 0.1, (0.43, -0.08, 1.38, 0.16, 0.35), 7),
    "cross-document": (96, 114, 12.1, -3.3, (7.37, 3.96, 9.99, 0.0004, 0.003), 28),
    "appositions": (72, 72, 9.0, 2.5, (6.20, 4.46, 8.82, 0.0002, 0.002), 45),
    "predicate-nominals": (5, 5, 0.6, 0.1, (0.41, 0.08, 0.81, 0.035, 0.10), 5),
    "definite-nominals": (66, 69, 8.1, 1.7, (5.48, 3.34, 8.82, 0.0002, 0.002), 40),
    "third-person": (163, 189, 20.3, -1.2, (13.59, 10.31, 16.38, 0.0002, 0.002), 76),
    "quoted-speech": (74, 74, 9.1, 2.4, (6.38, 3.48, 8.69, 0.0002, 0.002), 27),
}
"""Links right and made, ΔR and ΔP in points, ΔMUC F1 with interval, p and Holm's p, interesting bags."""

FULL = Score(Ratio(596, 812), Ratio(596, 653))
JOINT_BAGS = 60


def a_board(
    names: Sequence[str] = tuple(WORTHS),
    *,
    roles: Sequence[Role] = tuple(Role),
    gold: bool = True,
    target: float | None = 0.8,
    joint_bags: int = JOINT_BAGS,
    bags_each: int | None = None,
    nothing: bool = True,
) -> Board:
    """Return a board with these columns in each role; a name outside ``WORTHS`` has its figures."""
    figures = list(WORTHS.values())
    columns: list[BoardColumn] = []
    places: list[BoardPlace] = []
    owners: defaultdict[int, list[int]] = defaultdict(list)
    for role in roles:
        for order, name in enumerate(names):
            worth = WORTHS.get(name, figures[order % len(figures)])
            number = len(columns)
            paired = role is not Role.ONLY or nothing
            bags = (worth[5] if bags_each is None else bags_each) if paired else 0
            columns.append(_column(name, role, order, worth, bags, gold=gold, paired=paired))
            step = 7 + 2 * order
            for place in range(bags):
                joint = (order * 5 + place * step) % joint_bags
                places.append(BoardPlace(number, place, f"{number:04d}{place:060d}", joint, {}))
                owners[joint].append(number)
    joints = tuple(
        JointBag(joint, 3 + joint % 9, tuple(sorted(set(owners[joint]))), f"he moved from A to B {joint + 1}")
        for joint in range(joint_bags)
    )
    plan = Plan(
        "/graphs/full.ttl",
        tuple(Variant(name, *(f"/graphs/{role}-{name}.ttl" for role in Role)) for name in names),
        gold="/graphs/gold.ttl" if gold else None,
        nothing="/graphs/none.ttl" if nothing else None,
        target_precision=target,
    )
    scores = {"muc": FULL, "b_cubed": Score(Ratio(4, 5), Ratio(17, 20))}
    return Board(
        plan,
        tuple(columns),
        joints,
        tuple(places),
        find_interactions(joints, tuple((column.name, column.role) for column in columns), frozenset({0, 1})),
        dict.fromkeys(roles, BoardResampling(True, 62, 10_000, 1, 0.135)) if gold else {},
        scores if gold else {},
        {"muc": Score(Ratio(0, 812), Ratio(0, 0))} if gold and nothing else {},
        {},
        "0.1",
    )


def _column(
    name: str,
    role: Role,
    order: int,
    worth: tuple[int, int, float, float, tuple[float, float, float, float, float], int],
    bags: int,
    *,
    gold: bool,
    paired: bool,
) -> BoardColumn:
    right, made, recall, precision, f1, _ = worth
    value, low, high, p, holm = f1
    alone = Score(Ratio(right, 812), Ratio(right, made))
    without = Score(Ratio(596 - right, 812), Ratio(596 - right, 653 - made))
    upto = Score(Ratio(37 + 60 * order, 812), Ratio(37 + 60 * order, 43 + 66 * order))
    both = {Role.WITHOUT: (without, FULL), Role.ONLY: (None, alone), Role.STEP: (upto, upto)}[role]
    pairs = {"muc": ScorePair(*both), "b_cubed": ScorePair(*both)}
    unknown = MetricDeltas(Delta(None), Delta(None), Delta(None))
    known = MetricDeltas(
        Delta(recall / 100),
        Delta(precision / 100),
        Delta(value / 100, low / 100, high / 100, p, holm),
    )
    deltas = unknown if role is Role.ONLY else known
    return BoardColumn(
        name,
        role,
        "/graphs/before.ttl" if paired else None,
        "/graphs/after.ttl",
        pairs if gold else {},
        {} if gold else {"muc": FULL, "b_cubed": FULL},
        {"muc": deltas, "b_cubed": deltas} if gold and paired else {},
        MarginalLinks(right, made) if gold else None,
        bags + 100,
        bags,
    )
