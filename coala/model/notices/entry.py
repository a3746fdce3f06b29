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
OFF = "Wrong offsets match no mention of the other graph: each counts as one mention dropped and one added."
HIDDEN = "The comparison is the same, but a reviewer judges without the text."
MERGED = "If it joins too much, bags become large, and the whole chain shows as merged."
APART = "Mentions that belong together stay apart, and count as split."
NOTHING_READ = "Everything that the other graph has there counts as dropped or added."
NO_EFFECT = "The comparison is not affected."
