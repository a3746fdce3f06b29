"""The sentences above the table of a board: which component adds least, and how certain that is.

A board says what each component of a system is worth; ``coala.present.board_table`` explains roles and joint
bags. This module also lists which pairs of components change the same joint bags ("meet" in them); each entry
of this list filters the matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.board.board import ESTABLISHED_BELOW, Board, MarginalLinks
from coala.board.plan import Role
from coala.board.statistics import Added, find_rivals, find_significant_components, rank_by_least_added
from coala.present.board_table import STAR, BoardTable, make_change, part_of_one, short_p

ROLE_TITLES = {
    Role.WITHOUT: "without one",
    Role.ONLY: "only one",
    Role.STEP: "step by step",
}
"""The names of the roles on the switch of the page."""

ROLE_MEANINGS = {
    Role.WITHOUT: "Each row: from the system without that component to the whole system.",
    Role.ONLY: "Each row: from the system with no component to the one with that component alone.",
    Role.STEP: "Each row: from the step before to this one, in the order of the steps.",
}

_WHICH_BAGS = (
    "Bags in the table are those that a row’s two graphs change; a joint bag, which no chain of any graph "
    "leaves, may hold several."
)
"""Explains one of the three counts of bags on the page, which all count different bags."""

# The sentences are about this number of components that add least.
_LEAST_NAMED = 2
# A sentence with names of any length would be unreadable.
_LONGEST_NAME = 40


def make_claim(board: Board, table: BoardTable) -> list[str]:
    """Return the sentences for one role, the most important first; none if there is nothing to report."""
    if not table.lines:
        return ["No component has a graph in this role."]
    if not table.has_gold:
        return [
            "There is no gold graph: figures say how alike the two graphs of a row are, not which is better."
        ]
    sentences = []
    if table.role is Role.WITHOUT and table.shows_change and len(table.lines) > _LEAST_NAMED:
        sentences += _name_least_missed(board, table)
    sentences.append(_count_significant(table))
    if table.role is Role.STEP:
        sentences += _sum_steps(board, table)
    return [
        sentence
        for sentence in [*sentences, _name_missed_targets(table), _explain_undefined(table)]
        if sentence
    ]


def describe_intervals(board: Board, table: BoardTable) -> str:
    """Return how the intervals of a table were computed, in one line; "" if it has none."""
    drawn = board.resampling.get(table.role)
    if drawn is None or not any(worth.interval for line in table.lines for worth in line.f1):
        return ""
    how = (
        f"{drawn.samples:,} draws, the same for all rows, of {count(drawn.bags, 'bag')}, changed or not, "
        "that no chain of gold or of any row leaves"
        if drawn.joint
        else f"{drawn.samples:,} draws of each row’s own bags, since of those that no chain of any row "
        f"leaves the largest has {drawn.largest:.0%} of the mentions"
    )
    star = f"{STAR} p < {short_p(ESTABLISHED_BELOW)}, adjusted for the number of rows (Holm)"
    return f"95 % intervals, each of its row alone, not adjusted: {how}. {star}. {_WHICH_BAGS}"


def _count_significant(table: BoardTable) -> str:
    """Return how many components significantly raise each score, and which ones lower it."""
    raised, lowered = [], []
    for place, title in enumerate(table.titles):
        worths = [(line, line.f1[place]) for line in table.lines]
        # Without resampling there is no p.
        if all(worth.holm is None for _, worth in worths):
            continue
        up = sum(worth.is_sure and (worth.value or 0) > 0 for _, worth in worths)
        raised.append(f"{up} of {len(worths)} raise {title} F1")
        down = [line.name for line, worth in worths if worth.is_sure and (worth.value or 0) < 0]
        if down:
            lowered.append(f" {_join_names(down)} for sure lower {title} F1.")
    return f"For sure ({STAR}) {', '.join(raised)}.{''.join(lowered)}" if raised else ""


def _name_least_missed(board: Board, table: BoardTable) -> list[str]:
    """Return the two components that add least, how certain that is, and what other metrics show."""
    metric, *others = table.metrics
    ranked = rank_by_least_added(board, metric)
    if len(ranked) <= _LEAST_NAMED:
        return []
    # By the first metric of the table: "a (worth +0.10 points of F1; 95 % …) and b (…)".
    least = ranked[:_LEAST_NAMED]
    worths = [make_change(added.f1) for added in least]
    named = " and ".join(
        f"{one_line(added.name, _LONGEST_NAME)} (worth {worth.text} points of F1; 95 % {worth.interval})"
        if worth.interval
        else f"{one_line(added.name, _LONGEST_NAME)} (worth {worth.text} points of F1)"
        for added, worth in zip(least, worths, strict=True)
    )
    sentences = [
        f"Least missed by {table.titles[0]}: {named}.{_describe_certainty(least, table.titles[0])}",
        _name_rivals(ranked),
    ]
    # By each other metric: whether they are the same two, and what it shows that the first does not.
    names = {added.column for added in least}
    for title, other in zip(table.titles[1:], others, strict=True):
        other_least = rank_by_least_added(board, other)[:_LEAST_NAMED]
        if other_least and {added.column for added in other_least} == names:
            sentences.append(f"By {title} it is the same two.")
        elif other_least:
            other_names = _join_names([added.name for added in other_least], " and ")
            sentences.append(f"By {title} it would be {other_names}.")
        if sure := find_significant_components(board, other, least):
            sentences.append(
                f"By {title} it is sure that {_join_names(sure, ' and ')} {_conjugate_add(sure)} something."
            )
    return [*sentences, _describe_joint_removal(board, least)]


def _conjugate_add(names: Sequence[str]) -> str:
    return "adds" if len(names) == 1 else "add"


def _describe_certainty(least: Sequence[Added], title: str) -> str:
    """Return whether the worth of the two components certainly differs from zero."""
    if any(added.f1.holm is None for added in least):
        return ""
    each = " and ".join(short_p(added.f1.holm or 0.0) for added in least)
    sure = [added for added in least if added.is_significant]
    if not sure:
        return f" By {title} it is not sure that either adds anything (Holm p {each})."
    if len(sure) < len(least):
        what = "adds anything" if (sure[0].f1.value or 0.0) > 0 else "costs more than it adds"
        return f" It is sure only of {one_line(sure[0].name, _LONGEST_NAME)} that it {what} (Holm p {each})."
    return f" Yet it is sure that both change the score (Holm p {each})."


def _name_rivals(ranked: Sequence[Added]) -> str:
    """Return which other components may add as little, since their intervals overlap."""
    rivals = find_rivals(ranked, _LEAST_NAMED)
    if rivals is None:
        return ""
    if not rivals:
        return "That it is these two is sure: no other interval overlaps with theirs."
    names = _join_names([added.name for added in rivals], " or ")
    return f"It might as well be {names}, whose intervals overlap with theirs."


def _describe_joint_removal(board: Board, least: Sequence[Added]) -> str:
    """Return what leaving out both components at once should change."""
    pairs = board.interactions.needed_by_both or {}
    first, second = least
    shared = len(pairs.get((first.name, second.name), ()) or pairs.get((second.name, first.name), ()))
    points = 100 * sum(added.f1.value or 0.0 for added in least)
    change = f"gain {-points:.2f}" if points < 0 else f"cost {points:.2f}"
    where = (
        f"perhaps not, as both are needed in {count(shared, 'bag')}"
        if shared
        else "likely, as they have no bag in common"
    )
    return f"Both left out should {change} points, if that adds up: {where}; no graph lacks both."


def _sum_steps(board: Board, table: BoardTable) -> list[str]:
    """Return the links that all steps add together, which should be those of the whole system."""
    links = [line.links.links for line in table.lines if line.links is not None]
    if not links:
        return []
    right, made = sum(link.right for link in links), sum(link.made for link in links)
    rate = f" ({part_of_one(right / made)})" if made > 0 else ""
    agreement = ", as the whole system has them" if board.whole == MarginalLinks(right, made) else ""
    return [f"The steps add up to {right:,} right of {made:,} links{rate}{agreement}."]


def _name_missed_targets(table: BoardTable) -> str:
    """Return the components whose links are less precise than the board's target."""
    if table.target is None:
        return ""
    missing = [line.name for line in table.lines if line.links is not None and line.links.misses]
    target = part_of_one(table.target)
    if not missing:
        return f"No component’s links are below the target precision {target}."
    return f"Below the target precision {target}: {_join_names(missing)}."


def _explain_undefined(table: BoardTable) -> str:
    """Return why some figures are n/a, or are scores instead of changes."""
    if not table.has_gold:
        return ""
    scored = [title for title, change in zip(table.titles, table.changes, strict=True) if not change]
    if scored:
        return f"Where nothing is linked a change of {scored[0]} is not defined: scores themselves are shown."
    if any(worth.value is None for line in table.lines for worth in line.f1):
        return "n/a: where nothing was linked before there is no change of the score."
    return ""


def _join_names(names: Sequence[str], last: str = ", ") -> str:
    """Join names: "a, b" or, with ``last`` " and ", "a, b and c"; a long list is cut after the third."""
    shown = [one_line(name, _LONGEST_NAME) for name in names]
    if len(shown) > 4:
        return f"{', '.join(shown[:3])} and {len(shown) - 3} more"
    return last.join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


_MOST_PAIRS = 200
"""The most pairs that are listed (twenty components may have 380); pairs with most bags come first."""


class Meeting(NamedTuple):
    """A line of the list: components that meet, and the joint bags in which they do."""

    words: str
    tip: str
    role: Role  # of the matrix that shows these joint bags
    joint_bags: tuple[int, ...]  # indices of ``Board.joint_bags``


class FoundMeetings(NamedTuple):
    """The meetings that are listed, and the number of pairs of components that are left out."""

    offered: tuple[Meeting, ...]
    rest: int  # the number of pairs beyond ``_MOST_PAIRS``

    @property
    def rest_words(self) -> str:
        """The line for the pairs that are left out; "" if there are none."""
        return f"and {count(self.rest, 'more pair')}: 'coala board --json' has all" if self.rest else ""


def list_meetings(board: Board) -> FoundMeetings:
    """Return the pairs of components that meet, most bags first, and what only the whole system changes."""
    found = board.interactions
    pairs = [
        *_list_pairs(
            found.needed_by_both, "needed by both", "Interesting without either of them", Role.WITHOUT
        ),
        *_list_pairs(found.redundant, "each enough", "Interesting with each of them alone", Role.ONLY),
    ]
    pairs.sort(key=lambda meeting: -len(meeting.joint_bags))
    meetings = sorted(pairs[:_MOST_PAIRS], key=lambda meeting: meeting.role is not Role.WITHOUT)
    if found.emergent:
        meetings.append(
            Meeting(
                f"only together: {count(len(found.emergent), 'bag')}",
                "Changed by the whole system, and by no component alone",
                Role.WITHOUT if board.find_columns(Role.WITHOUT) else Role.STEP,
                found.emergent,
            )
        )
    return FoundMeetings(tuple(meetings), max(0, len(pairs) - _MOST_PAIRS))


def _list_pairs(
    pairs: Mapping[tuple[str, str], tuple[int, ...]] | None, what: str, tip: str, role: Role
) -> list[Meeting]:
    return [
        Meeting(
            f"{what}: {one_line(first, 40)} and {one_line(second, 40)}, {count(len(bags), 'bag')}",
            tip,
            role,
            bags,
        )
        for (first, second), bags in (pairs or {}).items()
    ]
