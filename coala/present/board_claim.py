"""The sentences above the table of a board: which components to drop, and how certain that is.

A board says what each component of a system is worth; ``coala.present.board_table`` explains roles and joint
bags. This module also lists which pairs of components change the same joint bags ("meet" in them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import one_line
from coala.board.board import ESTABLISHED_BELOW, Board, MarginalLinks
from coala.board.plan import Role
from coala.board.statistics import Added, find_rivals, find_significant_components, rank_by_least_added
from coala.present.board_table import STAR, BoardTable
from coala.present.figures import part_of_one, short_p

ROLE_TITLES = {
    Role.WITHOUT: "without one",
    Role.ONLY: "only one",
    Role.STEP: "step by step",
}
"""The names of the roles on the switch of the page."""

ROLE_MEANINGS = {
    Role.WITHOUT: "Each row compares the system without that component with the whole system.",
    Role.ONLY: "Each row compares the system without any component with that component alone.",
    Role.STEP: "Each row compares a step with the one before it.",
}

_WHICH_BAGS = (
    "The table counts the bags in which the two graphs in a row differ. Bags that overlap across "
    "rows form one joint bag."
)
"""Explains one of the three counts of bags on the page, which all count different bags."""

# The candidates to drop are this number of components that add least.
_CANDIDATES = 2
# A sentence with names of any length would be unreadable.
_LONGEST_NAME = 40


class Claim(NamedTuple):
    """The answer of a board for one role: a headline, a few facts, and details for a careful reader."""

    headline: str
    facts: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


def make_claim(board: Board, table: BoardTable) -> Claim:
    """Return the claim for one role, the most important sentence first."""
    if not table.lines:
        return Claim("No component has a graph for this comparison.")
    if not table.has_gold:
        return Claim(
            "There is no gold graph, so the figures show how similar the two graphs in each row are, "
            "not which is better."
        )
    sentences: list[str] = []
    details: list[str] = []
    if table.role is Role.WITHOUT and table.shows_change:
        sentences, details = _name_candidates(board, table)
    sentences.append(_count_significant(table))
    if table.role is Role.STEP:
        sentences += _sum_steps(board, table)
    sentences += [_name_missed_targets(table), _explain_undefined(table)]
    headline, *facts = [sentence for sentence in sentences if sentence]
    return Claim(headline, tuple(facts), tuple(detail for detail in details if detail))


def describe_intervals(board: Board, table: BoardTable) -> str:
    """Return how the intervals of a table were computed, in one line; "" if it has none."""
    drawn = board.resampling.get(table.role)
    if drawn is None or not any(worth.interval for line in table.lines for worth in line.f1):
        return ""
    how = (
        f"The 95 % intervals come from {drawn.samples:,} resamples of {count(drawn.bags, 'bag')}, the same "
        "for all rows. Bags that share mentions in gold or in any row are joined first, and unchanged bags "
        "are included."
        if drawn.joint
        else f"The 95 % intervals come from {drawn.samples:,} resamples of each row’s own bags. Bags for all "
        f"rows together are too large: one would have {100 * drawn.largest:.0f} % of the mentions."
    )
    star = f"{STAR}: p < {short_p(ESTABLISHED_BELOW)}, adjusted for the number of rows (Holm)."
    return f"{how} Each interval is for its row alone, not adjusted. {star} {_WHICH_BAGS}"


def _count_significant(table: BoardTable) -> str:
    """Return how many components significantly raise each score, and which ones lower it."""
    raised, lowered = [], []
    for place, title in enumerate(table.titles):
        worths = [(line, line.f1[place]) for line in table.lines]
        # Without resampling there is no p.
        if all(worth.holm is None for _, worth in worths):
            continue
        up = sum(worth.is_sure and (worth.value or 0) > 0 for _, worth in worths)
        raised.append(f"{up} of {len(worths)} in {title} F1")
        down = [line.name for line, worth in worths if worth.is_sure and (worth.value or 0) < 0]
        if down:
            lowered.append(f" Proven loss in {title} F1: {_join_names(down)}.")
    return f"Components with a proven gain ({STAR}): {', '.join(raised)}.{''.join(lowered)}" if raised else ""


def _name_candidates(board: Board, table: BoardTable) -> tuple[list[str], list[str]]:
    """Return sentences about the two components that add least: a headline with facts, and details."""
    metric, *others = table.metrics
    title = f"{table.titles[0]} F1"
    ranked = rank_by_least_added(board, metric)
    if len(ranked) <= _CANDIDATES:
        return [], []
    least = ranked[:_CANDIDATES]
    are_worth_keeping = any(added.is_significant and (added.f1.value or 0.0) > 0 for added in least)
    headline = "These add least" if are_worth_keeping else "Candidates to drop"
    sum_of_both, is_sum_likely = _describe_joint_removal(board, least)
    details = [is_sum_likely, _name_rivals(ranked)]
    # For each other metric: whether it has the same two candidates, and what it proves in addition.
    names = {added.column for added in least}
    for other_title, other in zip(table.titles[1:], others, strict=True):
        other_least = rank_by_least_added(board, other)[:_CANDIDATES]
        if other_least and {added.column for added in other_least} == names:
            details.append(f"{other_title} has the same two.")
        elif other_least:
            other_names = _join_names([added.name for added in other_least], " and ")
            details.append(f"By {other_title}, {other_names} add least.")
        if sure := find_significant_components(board, other, least):
            has = "has" if len(sure) == 1 else "have"
            details.append(f"{_join_names(sure, ' and ')} {has} a proven gain in {other_title} F1.")
    facts = [_describe_certainty(least, title), sum_of_both]
    return [f"{headline}: {_join_names([added.name for added in least])}.", *facts], details


def _describe_certainty(least: Sequence[Added], title: str) -> str:
    """Return whether the effects of the two components certainly differ from zero."""
    if any(added.f1.holm is None for added in least):
        return ""
    each = ", ".join(short_p(added.f1.holm or 0.0) for added in least)
    sure = [added for added in least if added.is_significant]
    if not sure:
        return f"Neither has a proven effect on {title} (p {each})."
    if len(sure) == len(least):
        return f"Both have a proven effect on {title} (p {each})."
    effect = "gain" if (sure[0].f1.value or 0.0) > 0 else "loss"
    return (
        f"Only {one_line(sure[0].name, _LONGEST_NAME)} has a proven effect on {title}, a {effect} (p {each})."
    )


def _name_rivals(ranked: Sequence[Added]) -> str:
    """Return which other components may add as little, since their intervals overlap."""
    rivals = find_rivals(ranked, _CANDIDATES)
    if rivals is None:
        return ""
    if not rivals:
        return "No other component adds as little, since no other interval overlaps with theirs."
    names = _join_names([added.name for added in rivals], " or ")
    return f"It could also be {names}, whose intervals overlap with theirs."


def _describe_joint_removal(board: Board, least: Sequence[Added]) -> tuple[str, str]:
    """Return what dropping both components should change, and how likely their effects add up."""
    pairs = board.interactions.needed_by_both or {}
    first, second = least
    shared = len(pairs.get((first.name, second.name), ()) or pairs.get((second.name, first.name), ()))
    points = 100 * sum(added.f1.value or 0.0 for added in least)
    change = f"gain {-points:.2f}" if points < 0 else f"cost {points:.2f}"
    if shared:
        caution = f"Both are needed in {count(shared, 'bag')}, so their effects may not add up"
    else:
        caution = "They share no bag, so their effects should add up"
    return f"Dropping both should {change} points.", f"{caution}, but no graph without both was compared."


def _sum_steps(board: Board, table: BoardTable) -> list[str]:
    """Return the links that all steps add together, which should be those of the whole system."""
    links = [line.links.links for line in table.lines if line.links is not None]
    if not links:
        return []
    right, made = sum(link.right for link in links), sum(link.made for link in links)
    rate = f" ({part_of_one(right / made)})" if made > 0 else ""
    agreement = ", as in the whole system" if board.whole == MarginalLinks(right, made) else ""
    return [f"The steps add up to {count(made, 'link')}, {right:,} of them right{rate}{agreement}."]


def _name_missed_targets(table: BoardTable) -> str:
    """Return the components whose links are less precise than the board's target."""
    if table.target is None:
        return ""
    missing = [line.name for line in table.lines if line.links is not None and line.links.misses]
    target = part_of_one(table.target)
    if not missing:
        return f"No component is below the target precision of {target}."
    return f"Below the target precision {target}: {_join_names(missing)}."


def _explain_undefined(table: BoardTable) -> str:
    """Return why some figures are n/a, or are scores instead of changes."""
    if not table.has_gold:
        return ""
    scored = [title for title, change in zip(table.titles, table.changes, strict=True) if not change]
    if scored:
        return f"The table shows scores: a change of {scored[0]} from a graph without links is not defined."
    if any(worth.value is None for line in table.lines for worth in line.f1):
        return "n/a: a graph without links has no score, so there is no change to show."
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
        return f"{count(self.rest, 'more pair')}: see coala board --json" if self.rest else ""


def list_meetings(board: Board) -> FoundMeetings:
    """Return the pairs of components that meet, most bags first, and what only the whole system changes."""
    found = board.interactions
    pairs = [
        *_list_pairs(
            found.needed_by_both,
            "needs both {} and {}",
            "Bags that change without either of them",
            Role.WITHOUT,
        ),
        *_list_pairs(
            found.redundant,
            "changes with {} alone and with {} alone",
            "Bags that change with each of them alone",
            Role.ONLY,
        ),
    ]
    pairs.sort(key=lambda meeting: -len(meeting.joint_bags))
    meetings = sorted(pairs[:_MOST_PAIRS], key=lambda meeting: meeting.role is not Role.WITHOUT)
    if found.emergent:
        meetings.append(
            Meeting(
                _say_bags(len(found.emergent), "changes only in the whole system"),
                "Bags that only the whole system changes, and no component alone",
                Role.WITHOUT if board.find_columns(Role.WITHOUT) else Role.STEP,
                found.emergent,
            )
        )
    return FoundMeetings(tuple(meetings), max(0, len(pairs) - _MOST_PAIRS))


def _say_bags(number: int, what: str) -> str:
    """Return bags and what they need or do: "1 bag needs both A and B", "3 bags need both A and B"."""
    verb, _, rest = what.partition(" ")
    return f"{count(number, 'bag')} {verb if number == 1 else verb.removesuffix('s')} {rest}"


def _list_pairs(
    pairs: Mapping[tuple[str, str], tuple[int, ...]] | None, what: str, tip: str, role: Role
) -> list[Meeting]:
    return [
        Meeting(
            _say_bags(len(bags), what.format(one_line(first, 40), one_line(second, 40))),
            tip,
            role,
            bags,
        )
        for (first, second), bags in (pairs or {}).items()
    ]
