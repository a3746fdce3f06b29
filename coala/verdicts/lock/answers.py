"""Assertions of a reviewer's whole answer on a bag: its groups, or its verdicts on links and the bag.

Groups (``coala.verdicts.groups``) say which parts of a bag are one thing. They assert the same whatever the
verdict on the bag is:

- Together: each mention of a group is with the first mention of the group.
- Apart: the first mentions of all groups are in different entities. This is one assertion.
- A part that is *no mention* must not be mentioned. A part that is *not sure* asserts nothing.

A bag with groups asserts of its types, statements, links to a knowledge base and facts only what has a
verdict of its own. A bag without groups asserts what its rows do under its verdict (``assertions``).

A single link between the pieces of a chain (``coala.verdicts.links``) may have a verdict as well. If the link
is right, its piece is together with one of the pieces before it, else apart from each of them. A piece is
represented by its first mention.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coala.model.bag import Bag, Verdict
from coala.verdicts.changes import list_row_verdicts, takes_verdict
from coala.verdicts.groups import NO_MENTION, PlacedPart, place_parts
from coala.verdicts.links import ChainLink, LinkKeys, find_links, find_parts
from coala.verdicts.lock.assertions import Assertion, BagAssertions, Expected, find_assertions
from coala.verdicts.state import State


def find_answer_assertions(bag: Bag, state: State) -> BagAssertions:
    """Return what a reviewer's answer on a bag asserts; raise ``PartError`` if its groups do not fit."""
    rows = list_row_verdicts(bag, state.rows)
    if state.groups is None:
        links = list(_find_answered_links(bag, state))
        if not links:
            return find_assertions(bag, rows, state.verdict)
        # The verdict on the bag does not decide what a verdict on a link does.
        answered = {span for each in links for span in each.link.piece}
        for number, row in enumerate(bag.divergences):
            if not takes_verdict(row.kind) and answered.issuperset(row.spans):
                rows[number] = Verdict.UNSURE
        found = find_assertions(bag, rows, state.verdict)
        return found._replace(assertions=(*found.assertions, *_assert_links(links)))
    placed = place_parts(find_parts(bag), state.groups)
    found = find_assertions(bag, rows, None)
    unwanted = _find_no_mentions(placed)
    return found._replace(
        assertions=(
            *_assert_groups(placed, state.verdict or Verdict.UNSURE),
            *(each for each in found.assertions if not unwanted.issuperset(each.spans)),
        )
    )


def find_judged_spans(bag: Bag, state: State) -> set[int]:
    """Return the spans of a bag that a reviewer judged.

    These are all if the bag has a verdict, else those of the chains and links that have verdicts.
    """
    if state.verdict is not None:
        return set(range(len(bag.spans)))
    rows = zip(bag.divergences, list_row_verdicts(bag, state.rows), strict=True)
    judged = [row for row, verdict in rows if verdict is not None]
    spans = {span for row in judged for span in row.spans}
    for side, chains in (
        (bag.baseline, {row.baseline for row in judged}),
        (bag.changed, {row.changed for row in judged}),
    ):
        spans.update(span for chain in chains if chain is not None for span in side[chain].spans)
    for link, *_ in _find_answered_links(bag, state):
        spans.update(span for piece in link.pieces[: link.place + 1] for span in piece)
    return spans


class _AnsweredLink(NamedTuple):
    """A link with a verdict; ``is_right`` is None if the verdict leaves it open."""

    link: ChainLink
    is_right: bool | None
    verdict: Verdict


def _find_answered_links(bag: Bag, state: State) -> Iterator[_AnsweredLink]:
    """Yield the links that have verdicts of their own; ``+`` speaks for the change."""
    given = dict(state.rows)
    if not given:
        return
    keys = LinkKeys(bag)
    links = find_links(bag)
    for supporting, side in ((Verdict.BETTER, links.made), (Verdict.WORSE, links.lost)):
        for link in side:
            verdict = given.get(keys.get_key(link))
            if verdict is not None:
                is_open = verdict not in (Verdict.BETTER, Verdict.WORSE)
                yield _AnsweredLink(link, None if is_open else verdict is supporting, verdict)


def _assert_links(links: Sequence[_AnsweredLink]) -> Iterator[Assertion]:
    for link, is_right, verdict in links:
        first, *rest = link.piece
        before = tuple(piece[0] for piece in link.before)
        if is_right is None:
            continue
        if not is_right:
            yield Assertion(Expected.ALL_APART, (first,), before, verdict=verdict)
        elif len(before) == 1:
            yield Assertion(Expected.TOGETHER, link.piece, before, verdict=verdict)
        else:
            yield Assertion(Expected.WITH_ONE, (first,), before, verdict=verdict)
            if rest:
                yield Assertion(Expected.TOGETHER, tuple(rest), (first,), verdict=verdict)


def _assert_groups(placed: Sequence[PlacedPart], verdict: Verdict) -> Iterator[Assertion]:
    groups: dict[int, list[int]] = {}
    for part in placed:
        if part.is_sure and part.group != NO_MENTION:
            groups.setdefault(part.group, []).extend(part.spans)
    firsts = []
    for spans in groups.values():
        first, *rest = sorted(spans)
        firsts.append(first)
        if rest:
            yield Assertion(Expected.TOGETHER, tuple(rest), (first,), verdict=verdict)
    if len(firsts) > 1:
        yield Assertion(Expected.ALL_APART, tuple(sorted(firsts)), verdict=verdict)
    if unwanted := _find_no_mentions(placed):
        yield Assertion(Expected.NO_MENTION, tuple(sorted(unwanted)), verdict=verdict)


def _find_no_mentions(placed: Sequence[PlacedPart]) -> set[int]:
    return {span for part in placed if part.group == NO_MENTION for span in part.spans}
