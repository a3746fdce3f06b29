"""A reviewer's verdicts become the marks of a board: what was judged where, and what is implied elsewhere.

A verdict is on a question (a fingerprint), so it marks each place of each column where the question is asked;
it is counted once a column and once a joint bag. What verdicts imply of bags without one of their own
(``coala.verdicts.lock.entailment``) is told apart, with the bags by which, and is no verdict.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.engine.board.board import Board, BoardPlace
from coala.model.bag import Bag, Verdict
from coala.verdicts.changes import row_verdicts
from coala.verdicts.lock.assertions import find_assertions
from coala.verdicts.lock.entailment import BagClaims, Claim, Entailment, claims_of
from coala.verdicts.state import State


class ImpliedVerdict(NamedTuple):
    """What verdicts on other bags say of a bag; ``by`` are the fingerprints of these, weightiest first."""

    verdict: Verdict
    by: tuple[str, ...]


class Mark(NamedTuple):
    """What is said of a bag: its verdict, or else what is implied of it; neither where nothing is."""

    verdict: Verdict | None = None
    implied: ImpliedVerdict | None = None


class MarkCounts(NamedTuple):
    """How many bags of a column or of a joint bag have which verdict, and how many an implied one only."""

    bags: int
    better: int = 0
    worse: int = 0
    same: int = 0
    unsure: int = 0
    implied: int = 0

    @property
    def judged(self) -> int:
        """Those with a verdict of their own, ``?`` among them."""
        return self.better + self.worse + self.same + self.unsure


_NOTHING = Mark()


class BoardMarks:
    """The marks of one reviewer on a board; ``take`` follows each verdict.

    ``questions`` are the fingerprints of all bags of the board, ``claims`` what verdicts on them would say,
    ``states`` what the reviewer says now, and ``judged_by_change`` those of the bags whose changes have
    verdicts of their own.
    """

    def __init__(
        self,
        board: Board,
        questions: Sequence[str],
        claims: Sequence[BagClaims],
        states: Mapping[str, State],
        judged_by_change: Iterable[Bag] = (),
    ) -> None:
        self._questions = questions
        self._number = {fingerprint: number for number, fingerprint in enumerate(questions)}
        self._claims = claims
        self._cells: defaultdict[tuple[int, int], list[BoardPlace]] = defaultdict(list)
        self._columns: list[list[str]] = [[] for _ in board.columns]
        self._joint: list[dict[str, None]] = [{} for _ in board.joint_bags]
        self._places: defaultdict[str, list[BoardPlace]] = defaultdict(list)
        for place in board.places:
            self._cells[place.column, place.joint].append(place)
            self._columns[place.column].append(place.fingerprint)
            self._joint[place.joint][place.fingerprint] = None
            self._places[place.fingerprint].append(place)
        self._states = {name: state for name, state in states.items() if name in self._number}
        self._entailment = Entailment(claims)
        self._marks: dict[str, Mark] = {}
        of_changes = {bag.fingerprint: bag for bag in judged_by_change}
        for fingerprint, state in self._states.items():
            self._tell(fingerprint, state, of_changes.get(fingerprint))
        waiting = {other for bag in self._entailment for other in self._entailment.touching(bag)}
        for fingerprint in {*self._states, *(questions[bag] for bag in waiting)}:
            self._mark(fingerprint)

    def of_bag(self, fingerprint: str) -> Mark:
        """What is said of a bag, in whichever columns it stands."""
        return self._marks.get(fingerprint, _NOTHING)

    def places_of(self, fingerprint: str) -> Sequence[BoardPlace]:
        """Where a question is asked, by column: to tell by which verdict something is implied."""
        return self._places.get(fingerprint, ())

    def cell(self, column: int, joint: int) -> list[tuple[BoardPlace, Mark]]:
        """The interesting bags of a column in a joint bag, in their order, each with its mark."""
        return [(place, self.of_bag(place.fingerprint)) for place in self._cells.get((column, joint), ())]

    def of_column(self, column: int) -> MarkCounts:
        """What is said of the interesting bags of a column."""
        return self._counted(self._columns[column])

    def of_joint(self, joint: int) -> MarkCounts:
        """What is said of the bags in a joint bag, each question once."""
        return self._counted(self._joint[joint])

    def of_board(self) -> MarkCounts:
        """What is said of all bags of the board, each question once."""
        return self._counted(self._places)

    def take(self, fingerprint: str, state: State, bag: Bag | None = None) -> frozenset[str]:
        """Take over what the reviewer says of a bag now; returns the bags whose marks became others.

        ``bag`` is needed where its changes have verdicts of their own (``State.rows``).
        """
        number = self._number.get(fingerprint)
        if number is None:
            return frozenset()
        self._states[fingerprint] = state
        self._tell(fingerprint, state, bag)
        touched = {fingerprint, *(self._questions[each] for each in self._entailment.touching(number))}
        return frozenset(name for name in touched if self._mark(name))

    def _tell(self, fingerprint: str, state: State, bag: Bag | None) -> None:
        number = self._number[fingerprint]
        self._entailment.tell(number, _claims_told(self._claims[number], state, bag))

    def _mark(self, fingerprint: str) -> bool:
        """Find the mark of a bag anew; whether it is another."""
        state = self._states.get(fingerprint)
        if state is not None and state.verdict is not None:
            mark = Mark(state.verdict)
        else:
            found = self._entailment.of_bag(self._number[fingerprint])
            by = () if found is None else tuple(self._questions[bag] for bag in found.by)
            mark = _NOTHING if found is None else Mark(implied=ImpliedVerdict(found.verdict, by))
        if mark == self._marks.get(fingerprint, _NOTHING):
            return False
        self._marks[fingerprint] = mark
        return True

    def _counted(self, fingerprints: Iterable[str]) -> MarkCounts:
        marks = list(map(self.of_bag, fingerprints))
        given = Counter(mark.verdict for mark in marks)
        return MarkCounts(
            len(marks),
            given[Verdict.BETTER],
            given[Verdict.WORSE],
            given[Verdict.SAME],
            given[Verdict.UNSURE],
            sum(mark.implied is not None for mark in marks),
        )


def _claims_told(claims: BagClaims, state: State, bag: Bag | None) -> Iterator[Claim]:
    """What the verdicts on a bag claim: on its changes, or on the whole of a bag of one change."""
    if state.rows and bag is not None:
        whole = state.verdict if claims.one_change else None
        yield from claims_of(
            find_assertions(bag, row_verdicts(bag, state.rows), whole).assertions, claims.spans
        )
    elif claims.one_change and state.verdict is Verdict.BETTER:
        yield from claims.better
    elif claims.one_change and state.verdict is Verdict.WORSE:
        yield from claims.worse
