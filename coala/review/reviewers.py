"""The name of a reviewer, which is stored with each verdict: the given one, else the login name.

A module of its own because files, commands and the window use it.
"""

from __future__ import annotations

import getpass
import unicodedata
from collections.abc import Collection

from coala.base.plain_text import plain_words, storable
from coala.errors import ReviewError

Chosen = str | Collection[str] | None
"""The reviewers whose verdicts count: one name, several, or all (None)."""

_LONGEST_NAME = 100
_UNKNOWN = "unknown"


def clean_name(name: str) -> str:
    """Return a name as it is stored: in one normal form, with single blanks, so that one person has one name.

    Raises ``ReviewError`` for an invalid name.
    """
    kept = unicodedata.normalize("NFC", storable(name)).strip()
    if len(kept) > _LONGEST_NAME:
        raise ReviewError(f"The name of a reviewer has at most {_LONGEST_NAME} letters. Write a shorter one.")
    shown = plain_words(kept, _LONGEST_NAME).strip()
    if not shown:
        raise ReviewError("A reviewer needs a name. Write one.")
    return shown


def list_chosen(chosen: Chosen) -> list[str]:
    """Return the chosen names in alphabetical order; [] for all reviewers."""
    return [chosen] if isinstance(chosen, str) else sorted(chosen or ())


def is_chosen(name: str, chosen: Chosen) -> bool:
    """Return True if the verdicts of a reviewer count."""
    return chosen is None or name in list_chosen(chosen)


def login_name() -> str:
    """Return the name of the logged-in user; "unknown" if the machine does not know."""
    try:
        return getpass.getuser().strip() or _UNKNOWN
    except (OSError, KeyError, ImportError):  # no name behind the user id, as in some containers
        return _UNKNOWN
