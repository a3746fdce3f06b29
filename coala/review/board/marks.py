"""The marks that one reviewer's verdicts make on a board.

A verdict is on a question (a fingerprint), so it marks each place of each column where that is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from coala.model.bag import Bag, Verdict
from coala.verdicts.changes import count_judged
from coala.verdicts.state import State


class BoardMarks:
    """The verdicts of one reviewer on a board, by fingerprint (``given``).

    ``by_change`` counts the changes with verdicts of their own, of bags with such changes. Both are the same
    mappings at all times, and ``take`` brings them up to each verdict.
    """

    def __init__(
        self,
        questions: Collection[str],
        states: Mapping[str, State],
        judged_by_change: Mapping[str, Bag],
    ) -> None:
        """``questions`` are the fingerprints of all bags, ``states`` what the reviewer says, and
        ``judged_by_change`` the bags whose changes have verdicts.
        """
        self._questions = frozenset(questions)
        self.given: dict[str, Verdict] = {}
        self.by_change: dict[str, int] = {}
        for fingerprint, state in states.items():
            self.take(fingerprint, state, judged_by_change.get(fingerprint))

    def take(self, fingerprint: str, state: State, bag: Bag | None = None) -> None:
        """Take over what the reviewer says of a bag now.

        ``bag`` is needed where its changes have verdicts of their own (``State.rows``).
        """
        if fingerprint not in self._questions:
            return
        self.given.pop(fingerprint, None)
        self.by_change.pop(fingerprint, None)
        if state.verdict is not None:
            self.given[fingerprint] = state.verdict
        if state.rows and bag is not None:
            self.by_change[fingerprint] = count_judged(bag, state.rows)
