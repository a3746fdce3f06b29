"""One entry of the catalogue of notices, and the words that entries share.

A notice is a message about an input, such as "Left out 3 mentions without offsets". The catalogue
(``coala.model.notices.catalogue``) has one entry for each kind of notice.
"""

from __future__ import annotations

from typing import NamedTuple

NOTE, WARNING = "note", "warning"
"""The severities, shown before the sentence of a notice; a note means that nothing is wrong."""

FOREMOST, MOST, SOME, USUAL, LITTLE = range(5)
"""The ranks, by how much of a comparison may be wrong. Notices are listed in this order.

A notice of rank ``FOREMOST`` is shown before all figures.
"""


class Entry(NamedTuple):
    """The texts of one kind of notice.

    The message of an entry with an advice is "SENTENCE, first EXAMPLE: ADVICE.", and without advice it is the
    sentence alone, which then ends with a full stop. Both are templates (``coala.model.notices.catalogue``).
    """

    sentence: str
    advice: str = ""  # what it means, or what to do
    effect: str = ""  # the effect on the comparison, "" if the sentence states it
    rank: int = USUAL
    severity: str = WARNING
    code: str = ""  # set if the entry is another wording of the entry with this name


# Effects that several entries have.
LEFT_OUT = "What was left out counts as dropped or added where the other graph has it."
OFF = "A mention with wrong offsets matches none of the other graph: it counts as one dropped and one added."
HIDDEN = "The comparison is the same, but a reviewer judges without the text."
MERGED = "If too much is joined, bags become large, and whole chains show as merged."
APART = "Mentions that belong together stay apart, and count as split."
NOTHING_READ = "Everything that the other graph has there counts as dropped or added."
NO_EFFECT = "The comparison is not affected."
