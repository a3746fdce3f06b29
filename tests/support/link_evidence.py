"""Evidence of links for the estimates, from a state or from the groups of a bag."""

from __future__ import annotations

from coala.model.kinds import Kind
from coala.verdicts.estimates import BagEvidence
from coala.verdicts.link_answers import judge_whole
from coala.verdicts.links import LinkCounts, RowLinks
from coala.verdicts.state import State


def link_row(letter: str, made: int, lost: int) -> RowLinks:
    """Return a row with links and a key of one letter."""
    return RowLinks(letter * 16, Kind.MOVED, made, lost)


def judge_bag(links: LinkCounts, state: State, stratum: int = 0, drawn: bool = True) -> BagEvidence:
    """Return the evidence of a bag with these links and a state without groups."""
    answer = judge_whole(links, state.verdict, dict(state.rows))
    return BagEvidence(links.made, links.lost, answer, stratum, drawn)
