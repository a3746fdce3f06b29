"""What is said of a bag beside verdict and note becomes an object in JSON, and comes back from it.

So more to say needs no other column; what says nothing is not written, and old rows keep their seals.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.verdicts.state import VERDICT_OF, Manner, Origin, State, clean_tags

ROW_KEY = re.compile(r"[0-9a-f]{16}")


def write_details(state: State) -> str:
    """All of a state but its verdict and its note; "" where there is nothing.

    Raises ``ReviewError`` for verdicts on rows that could not be read again.
    """
    if not _are_rows(state.rows):
        raise ReviewError("A verdict on a change names no row of a bag; nothing was written.")
    said: dict[str, object] = {
        "gold_seen": state.gold_seen,
        "tags": state.tags or None,
        "rows": {key: verdict.value for key, verdict in state.rows} or None,
        "manner": state.manner.value or None,
        "origin": state.origin,
        "swapped": state.swapped,
        "again": state.again and state.again.value,
    }
    details = {key: value for key, value in said.items() if value is not None}
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else ""


@lru_cache(maxsize=1_000)
def state_without_note(verdict: str | None, details: str) -> State:
    """The state in two columns of the table: one object for the many bags of which the same is said.

    Raises ``ValueError``, ``TypeError``, ``AttributeError``, ``KeyError`` or ``RecursionError`` where it is
    none.
    """
    given = VERDICT_OF[verdict]
    if not details:
        return State(given)
    said = json.loads(details)
    state = State(
        given,
        tags=tuple(said.pop("tags", ())),
        gold_seen=_truth(said.pop("gold_seen", None)),
        rows=tuple((key, Verdict(sign)) for key, sign in said.pop("rows", {}).items()),
        manner=Manner(said.pop("manner", "")),
        origin=_origin(said.pop("origin", None)),
        swapped=_truth(said.pop("swapped", None)),
        again=VERDICT_OF[said.pop("again", None)],
    )
    if said or clean_tags(state.tags) != state.tags or not _are_rows(state.rows):
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
