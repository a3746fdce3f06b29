"""Rule who may see the verdicts of other reviewers on a bag, so that verdicts stay independent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from coala.verdicts.state import Manner, State


class SharedVerdicts(Protocol):
    """Verdicts of several reviewers as one of them has them: an open review, or a board."""

    @property
    def blind(self) -> bool: ...

    @property
    def reviewer(self) -> str: ...

    def reviewers(self) -> Sequence[str]: ...

    def states_of(self, reviewer: str) -> Mapping[str, State]: ...


def may_show_others(shared: SharedVerdicts, fingerprint: str, *, settles: bool = False) -> bool:
    """Return True if its reviewer may see others' verdicts on a bag.

    That is so after an own verdict, after an adjudication, and for an adjudicator who ``settles`` the bag. A
    blind review hides them even then: they would reveal its sides.
    """

    def find_state(reviewer: str) -> State:
        return shared.states_of(reviewer).get(fingerprint, State())

    if shared.blind:
        return False
    if settles or find_state(shared.reviewer).verdict is not None:
        return True
    states = map(find_state, shared.reviewers())
    return any(state.verdict is not None and state.manner is Manner.ADJUDICATION for state in states)
