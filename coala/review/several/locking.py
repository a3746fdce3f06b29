"""What the verdicts of some reviews assert becomes one lock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.several.pooling import newest_states
from coala.verdicts.changes import row_verdicts
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.state import Manner, State

_ASSERTING = (Verdict.BETTER, Verdict.WORSE)


def make_lock(reviews: Sequence[Review]) -> Lock:
    """All that the verdicts of these reviews assert; raises ``ReviewError`` for a damaged one.

    As in the tally a bag counts once, whatever files hold it: with each reviewer's newest verdict, or where
    it was adjudicated only with those of the adjudication.
    """
    of = {str(review.path): review for review in reviews}
    lock = Lock(lambda judged, document: of[judged.review].text(document))
    holders: defaultdict[str, list[tuple[Review, BagEntry]]] = defaultdict(list)
    for review in reviews:
        review.check_on()
        for entry in review.entries:
            holders[entry.fingerprint].append((review, entry))
    newest, _ = newest_states(reviews)
    for fingerprint, held in holders.items():
        said = {name: states[fingerprint] for name, states in newest.items() if fingerprint in states}
        settled = {name: state for name, state in said.items() if _settles(state)}
        for reviewer, state in (settled or said).items():
            if not _asserts(state):
                continue
            # The file in which it stands, where that has the bag still.
            review, entry = next(
                (each for each in held if each[0].states_of(reviewer).get(fingerprint) == state), held[0]
            )
            judged = LockingBag(
                str(review.path), entry.number, entry.fingerprint, entry.title, reviewer, state.verdict
            )
            bag = review.bag(entry.number)
            lock.add(judged, bag, row_verdicts(bag, state.rows))
    return lock


def _settles(state: State) -> bool:
    return state.verdict is not None and state.manner is Manner.ADJUDICATION


def _asserts(state: State) -> bool:
    return state.verdict in _ASSERTING or any(verdict in _ASSERTING for _, verdict in state.rows)
