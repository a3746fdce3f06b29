"""The sentences above the table of a board: which components to drop, and how certain that is.

A board says what each component of a system is worth; ``coala.present.board_table`` explains roles and joint
bags. This module also lists which pairs of components change the same joint bags ("meet" in them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.board.board import ESTABLISHED_BELOW, Board, MarginalLinks
from coala.board.plan import Role
from coala.board.statistics import Added, find_rivals, find_significant_components, rank_by_least_added
from coala.model.options import Match
from coala.present.board_table import BoardTable
from coala.present.figures import SURE_MARK, Points, PValue, Share, show

ROLE_TITLES = {
    Role.WITHOUT: "without one",
    Role.ONLY: "only one",
    Role.STEP: "step by step",
}
"""Names of the roles, for a switch or above a table."""

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
    headline, *facts = [sentence for sentence in sentences if sentence] or [ROLE_MEANINGS[table.role]]
    return Claim(headline, tuple(facts), tuple(detail for detail in details if detail))


def explain_table(board: Board, table: BoardTable) -> list[str]:
    """Return sentences about the rows of a table, its figures, and how the intervals were computed."""
    if not any(line.has_bags for line in table.lines):
        return []
    sentences = [ROLE_MEANINGS[table.role]]
    if any(table.changes):
        sentences.append("Δ is a change in points (1 point is 0.01).")
    drawn = board.resampling.get(table.role)
    if drawn is None or not any(show(worth.interval) for line in table.lines for worth in line.worths):
        return sentences
    if drawn.joint:
        sentences.append(
            f"The 95 % intervals come from {drawn.samples:,} resamples of {count(drawn.bags, 'bag')}, the "
            "same for all rows. Bags that share mentions in gold or in any row are joined first, and "
            "unchanged bags are included."
        )
    else:
        sentences.append(
            f"The 95 % intervals come from {drawn.samples:,} resamples of each row’s own bags. Bags for all "
            f"rows together are too large: one would have {show(Share(drawn.largest))} of the mentions."
        )
    mark = f"{SURE_MARK}: p < {show(PValue(ESTABLISHED_BELOW))}, adjusted for the number of rows (Holm)."
    return [*sentences, f"Each interval is for its row alone, not adjusted. {mark}", _WHICH_BAGS]


def _count_significant(table: BoardTable) -> str:
    """Return how many components significantly raise each score, and which ones lower it."""
    raised, lowered = [], []
    for place, title in enumerate(table.titles):
        worths = [(line, line.worths[place]) for line in table.lines]
        # Without resampling there is no p.
        if all(worth.holm.value is None for _, worth in worths):
            continue
        sure = [(line, worth.f1.value or 0) for line, worth in worths if worth.holm.is_established]
        raised.append(f"{sum(value > 0 for _, value in sure)} of {len(worths)} in {title} F1")
        down = [line.name for line, value in sure if value < 0]
        if down:
            lowered.append(f" Proven loss in {title} F1: {_join_names(down)}.")
    if not raised:
        return ""
    return f"Components with a proven gain ({SURE_MARK}): {', '.join(raised)}.{''.join(lowered)}"


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
    sum_of_both, is_sum_likely = _describe_joint_removal(board, least, title)
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
    each = ", ".join(show(PValue(added.f1.holm)) for added in least)
    sure = [added for added in least if added.is_significant]
    if not sure:
        return f"Neither has a proven effect on {title} (p {each})."
    if len(sure) == len(least):
        return f"Both have a proven effect on {title} (p {each})."
    effect = "gain" if (sure[0].f1.value or 0.0) > 0 else "loss"
    return f"Only {_cite_name(sure[0].name)} has a proven effect on {title}, a {effect} (p {each})."


def _name_rivals(ranked: Sequence[Added]) -> str:
    """Return which other components may add as little, since their intervals overlap."""
    rivals = find_rivals(ranked, _CANDIDATES)
    if rivals is None:
        return ""
    if not rivals:
        return "No other component adds as little, since no other interval overlaps with theirs."
    names = _join_names([added.name for added in rivals], " or ")
    return f"It could also be {names}, whose intervals overlap with theirs."


def _describe_joint_removal(board: Board, least: Sequence[Added], title: str) -> tuple[str, str]:
    """Return what dropping both components should change, and how likely their effects add up."""
    pairs = board.interactions.needed_by_both or {}
    first, second = least
    shared = len(pairs.get((first.name, second.name), ()) or pairs.get((second.name, first.name), ()))
    change = show(Points(-sum(added.f1.value or 0.0 for added in least)))
    if shared:
        caution = f"Both are needed in {count(shared, 'bag')}, so their effects may not add up"
    else:
        caution = "They share no bag, so their effects should add up"
    return (
        f"Dropping both should change {title} by {change} points.",
        f"{caution}, but no graph without both was compared.",
    )


def _sum_steps(board: Board, table: BoardTable) -> list[str]:
    """Return the links that all steps add together, which should be those of the whole system."""
    links = [line.links.links for line in table.lines if line.links is not None]
    if not links:
        return []
    total = MarginalLinks(sum(link.right for link in links), sum(link.made for link in links))
    rate = "" if total.precision is None else f" ({show(Share(float(total.precision)))})"
    steps = f"The steps add up to {count(total.made, 'link')}, {show(total.right)} of them right{rate}"
    whole = board.whole
    if whole is None:
        return [f"{steps}."]
    if whole == total:
        return [f"{steps}, as in the whole system."]
    is_joined = board.settings.get("match", Match.EXACT) != Match.EXACT
    why = ", or --match pairs the mentions of a graph differently in each comparison" if is_joined else ""
    return [
        f"{steps}, but the whole system has {show(whole.right)} of {show(whole.made)}: "
        f"the last step is not the whole system{why}."
    ]


def _name_missed_targets(table: BoardTable) -> str:
    """Return the components whose links are less precise than the board's target."""
    if table.target is None:
        return ""
    missing = [line.name for line in table.lines if line.links is not None and line.links.misses]
    target = show(Share(table.target))
    if not missing:
        return f"No component is below the target precision of {target}."
    return f"Below the target precision {target}: {_join_names(missing)}."


def _explain_undefined(table: BoardTable) -> str:
    """Return why some figures are n/a, or are scores instead of changes."""
    if not table.has_gold:
        return ""
    scored = [title for title, change in zip(table.titles, table.changes, strict=True) if not change]
    if not any(line.has_bags for line in table.lines):
        return "Each row has the scores of one graph, since the board has no graph to compare it with."
    if scored:
        return f"The table shows scores: a change of {scored[0]} from a graph without links is not defined."
    if any(worth.f1.value is None for line in table.lines for worth in line.worths):
        return "n/a: a graph without links has no score, so there is no change to show."
    return ""


def _join_names(names: Sequence[str], last: str = ", ") -> str:
    """Join names: "a, b" or, with ``last`` " and ", "a, b and c"; a long list is cut after the third."""
    shown = list(map(_cite_name, names))
    if len(shown) > 4:
        return f"{', '.join(shown[:3])} and {len(shown) - 3} more"
    return last.join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def _cite_name(name: str) -> str:
    return isolate(plain_words(name, _LONGEST_NAME))


_MOST_PAIRS = 200
"""The most pairs that are listed (twenty components may have 380); pairs with most bags come first."""


class Meeting(NamedTuple):
    """A line of the list: components that meet, and the joint bags in which they do."""

    words: str
    role: Role  # in which these joint bags change
    joint_bags: tuple[int, ...]  # indices of ``Board.joint_bags``


class FoundMeetings(NamedTuple):
    """The meetings that are listed, and the number of pairs of components that are left out."""

    offered: tuple[Meeting, ...]
    rest: int

    @property
    def rest_words(self) -> str:
        """The line for the pairs that are left out; "" if there are none."""
        return f"{count(self.rest, 'more pair')}: see coala board --json" if self.rest else ""


def list_meetings(board: Board, most: int = _MOST_PAIRS) -> FoundMeetings:
    """Return at most this many pairs of components that meet, and what only the whole system changes.

    Pairs with most bags come first, those that need both before those that change with either alone.
    """
    found = board.interactions
    pairs = [
        *_list_pairs(found.needed_by_both, "needs both {} and {}", Role.WITHOUT),
        *_list_pairs(found.redundant, "changes with {} alone and with {} alone", Role.ONLY),
    ]
    pairs.sort(key=lambda meeting: -len(meeting.joint_bags))
    meetings = sorted(pairs[:most], key=lambda meeting: meeting.role is not Role.WITHOUT)
    if found.emergent:
        words = _say_bags(len(found.emergent), "changes only in the whole system")
        role = Role.WITHOUT if board.find_columns(Role.WITHOUT) else Role.STEP
        meetings.append(Meeting(words, role, found.emergent))
    return FoundMeetings(tuple(meetings), max(0, len(pairs) - most))


def _say_bags(number: int, what: str) -> str:
    """Return bags and what they need or do: "1 bag needs both A and B", "3 bags need both A and B"."""
    verb, _, rest = what.partition(" ")
    return f"{count(number, 'bag')} {verb if number == 1 else verb.removesuffix('s')} {rest}"


def _list_pairs(
    pairs: Mapping[tuple[str, str], tuple[int, ...]] | None, what: str, role: Role
) -> list[Meeting]:
    return [
        Meeting(_say_bags(len(bags), what.format(*map(_cite_name, names))), role, bags)
        for names, bags in (pairs or {}).items()
    ]
