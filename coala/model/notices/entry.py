"""An entry of the catalogue says what is told of one kind of oddity, what it does, and how much."""

from __future__ import annotations

from typing import NamedTuple

NOTE, WARNING = "note", "warning"
"""What a notice is called before its sentence; a note says that all is as it was meant."""

FOREMOST, MOST, SOME, USUAL, LITTLE = range(5)
"""How much of a comparison is wrong when such a thing was noticed; the first stands before all figures."""


class Entry(NamedTuple):
    """What is said when something was noticed.

    With an ``advice`` the sentence has neither example nor full stop: the first example comes behind it, and
    then what it means or what to do about it. ``effect`` says what it does to a comparison, "" where the
    sentence does. ``code`` is told instead of the name of an entry that says otherwise what another one says.
    """

    sentence: str
    advice: str = ""
    effect: str = ""
    rank: int = USUAL
    severity: str = WARNING
    code: str = ""


LEFT_OUT = "What was left out counts as dropped or added where the other graph has it."
OFF = "Spans that are off equal none of the other graph: each counts as a mention dropped and another added."
HIDDEN = "The comparison is the same, but a reviewer judges without the text."
MERGED = "If it joins too much, bags become large, and the whole chain shows as merged."
APART = "What is meant to be one instance stays apart, and counts as split."
NOTHING_READ = "All that the other graph says there counts as dropped or added."
NO_EFFECT = "It changes nothing in the comparison."
