"""Messages in a session: one event for all changes, and sentences to the reviewer.

Each view connects one method to ``changed`` and asks if the event concerns it. A verdict, for example, is
``Changes(judged=7)``: the list draws the row of bag 7 again, and the page counts in its header.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Changes(NamedTuple):
    """Changes in a session; a view that shows none of them does nothing."""

    bag: bool = False
    """Another bag is shown, or none."""
    judged: int = -1
    """Number of the bag with another verdict or comment, -1 for none."""
    answered: bool = False
    """Another answer on the bag in ``judged``, not only another comment."""
    went_on: int = -1
    """Number of the bag that was judged, if another one is shown now, else -1."""
    listed: bool = False
    """The list has other rows, or another order."""
    hint: bool = False
    """The search says something else."""
    subject: bool = False
    """Answers are for another change or link of the bag, or for the bag again."""
    gold: bool = False
    """Gold is shown before the verdict now, or no longer."""
    steps: bool = False
    """Undo would take back another step now; this comes after ``judged``."""
    rows: frozenset[str] | None = None
    """Keys of the rows of the change to show. No keys mean the whole bag, None no change of subject."""
    link: str = ""
    """Key of the drawn link to ask about, "" for none."""
    visit: bool = False
    """A view asks for a bag or for other rows, so the results give way."""
    done: bool = False
    """The last bag without a verdict got one."""
    focus: bool = False
    """Keys should answer again, so fields give up the focus."""


class Say(Enum):
    """Place and time of a message."""

    DONE = "done"
    """In the status line: something was done, which stays true."""
    FOR_NOW = "for now"
    """In the status line until what the page shows changes."""
    ON_BAG = "on bag"
    """Above the answers until another bag is shown."""
    WITH_RESULTS = "with results"
    """Above the answers, with a button that shows the results."""
    ALOUD = "aloud"
    """Only by screen readers, because it is visible elsewhere."""


class Announcement(NamedTuple):
    """A sentence to the reviewer; an empty one clears its place."""

    text: str
    how: Say
