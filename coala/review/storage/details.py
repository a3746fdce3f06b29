"""A state in the three columns ``verdict``, ``note`` and ``details`` of the journal.

``details`` is a JSON object, so that another part of a state, or of a comment, needs no other column. Empty
parts are not written.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.verdicts.comment import Comment, clean_tags
from coala.verdicts.state import VERDICT_OF, Manner, Origin, State

ROW_KEY = re.compile(r"[0-9a-f]{16}")


STATE_COLUMNS = "verdict, note, details"


def write_state(state: State) -> tuple[str | None, str, str]:
    """Return a state as the values of ``STATE_COLUMNS``.

    Raises ``ReviewError`` for verdicts on rows that could not be read again.
    """
    return state.verdict and state.verdict.value, state.comment.note, _write_details(state)


def read_state(verdict: str | None, note: str, details: str) -> State:
    """Return the state in the values of ``STATE_COLUMNS``.

    Raises ``ValueError``, ``TypeError``, ``AttributeError``, ``KeyError`` or ``RecursionError`` if they hold
    none.
    """
    state = check_state(verdict, details)
    return state._replace(comment=Comment(note, state.comment.tags)) if note else state


def _write_details(state: State) -> str:
    if not _are_rows(state.rows):
        raise ReviewError("A verdict on a change names no row of a bag; nothing was written.")
    said: dict[str, object] = {
        "gold_seen": state.gold_seen,
        "tags": state.comment.tags or None,
        "rows": {key: verdict.value for key, verdict in state.rows} or None,
        "manner": state.manner.value or None,
        "origin": state.origin,
        "swapped": state.swapped,
        "again": state.again and state.again.value,
    }
    details = {key: value for key, value in said.items() if value is not None}
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else ""


@lru_cache(maxsize=1_000)
def check_state(verdict: str | None, details: str) -> State:
    """Return the state without its note: one object for all bags with the same values.

    Raises what ``read_state`` raises.
    """
    given = VERDICT_OF[verdict]
    if not details:
        return State(given)
    said = json.loads(details)
    state = State(
        given,
        Comment(tags=tuple(said.pop("tags", ()))),
        gold_seen=_truth(said.pop("gold_seen", None)),
        rows=tuple((key, Verdict(sign)) for key, sign in said.pop("rows", {}).items()),
        manner=Manner(said.pop("manner", "")),
        origin=_origin(said.pop("origin", None)),
        swapped=_truth(said.pop("swapped", None)),
        again=VERDICT_OF[said.pop("again", None)],
    )
    if said or clean_tags(state.comment.tags) != state.comment.tags or not _are_rows(state.rows):
        raise ValueError("details")
    return state


def _truth(value: Any) -> bool | None:
    if not isinstance(value, bool | None):
        raise TypeError("truth value")
    return value


def _origin(value: Any) -> Origin | None:
    if value is None:
        return None
    origin = Origin(*value)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in origin):
        raise TypeError("origin")
    return origin


def _are_rows(rows: tuple[tuple[str, Verdict], ...]) -> bool:
    return list(rows) == sorted(rows) and all(ROW_KEY.fullmatch(key) for key, _ in rows)
