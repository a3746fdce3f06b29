"""The entries of the catalogue: sentence, effect, rank and severity of one kind of notice."""

from __future__ import annotations

from typing import NamedTuple

NOTE, WARNING = "note", "warning"
"""The severities, shown before the sentence of a notice; a note means that nothing is wrong."""

FOREMOST, MOST, SOME, USUAL, LITTLE = range(5)
"""The ranks: how much of a comparison may be wrong; the first is shown before all figures."""


class Entry(NamedTuple):
    """The texts of one kind of notice.

    With an ``advice``, the sentence has neither example nor full stop: the first example follows it, and then
    its meaning or what to do. ``effect`` is the effect on the comparison, "" if the sentence states it.
    ``code`` is set if the entry is another wording of the entry with that name.
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
