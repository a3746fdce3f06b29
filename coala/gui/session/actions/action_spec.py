"""An action of the desktop has a name, words, keys, and says what it works on; it does nothing itself.

A module of its own because every menu is made of such values.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.model.bag import Verdict


class ActionSpec(NamedTuple):
    """``needs`` is what it works on: "", "review" or "writable" review, "board", "column" of a board, or
    "either" review or board. One that judges gives ``verdict``.

    One that ``repeats`` goes on while its key is held: it moves, and nothing else.
    One that is ``checkable`` is on or off.
    """

    name: str
    text: str
    keys: tuple[str, ...]
    tip: str
    needs: str = ""
    verdict: Verdict | None = None
    repeats: bool = False
    checkable: bool = False
