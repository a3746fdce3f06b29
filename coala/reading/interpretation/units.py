"""Conversion of offsets from the vocabulary's unit to code points, and advice about offsets that do not fit.

A *misfit* is a mention whose stated words (its anchor) differ from the text at its offsets. If most misfits
would fit when counted in another way, such as UTF-16 units, ``suggest_counting`` says so.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from coala.base.offsets import Ruler
from coala.reading.rdf.terms import UNSET
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import UNITS, Vocabulary

_MOST = 0.9
"""The share of misfits that must fit in another way of counting for advice; some anchors are always wrong."""

WAYS = {
    ("code-point", False): "code points and exclusive ends",
    ("code-point", True): "inclusive ends",
    ("utf-16", False): "UTF-16 units",
    ("utf-16", True): "UTF-16 units and inclusive ends",
    ("byte", False): "bytes",
    ("byte", True): "bytes and inclusive ends",
}
"""The ways of counting, as (unit, is the end inclusive), with their names in messages."""


_LINE_ENDS = (
    "With LF line ends instead of CRLF, {fitting:,} of these {all:,} fit their "
    "anchors. The line ends were changed after the offsets were counted, as git "
    "does with core.autocrlf. Change them back (dos2unix FILE), and add a line "
    "'*.ttl -text' to .gitattributes."
)


class Misfit(NamedTuple):
    """A span as written, whose anchor differs from the text there."""

    document: int
    begin: int
    end: int
    anchor: str


class Rulers:
    """Converts offsets from the vocabulary's unit to code points, end exclusive.

    The ruler of the last document is kept, since mentions of one document usually follow each other.
    """

    def __init__(self, texts: dict[int, str], vocabulary: Vocabulary) -> None:
        self._texts = texts
        self._unit = vocabulary.unit
        self._inclusive = vocabulary.inclusive
        self._document = UNSET
        self._ruler = Ruler("", "byte")

    def code_points(self, document: int, begin: int, end: int) -> tuple[int, int]:
        """Return a span in code points; numbers are unchanged if the text is unknown."""
        end += self._inclusive
        text = self._texts.get(document)
        if text is None or self._unit == "code-point":
            return begin, end
        if document != self._document:
            self._document, self._ruler = document, Ruler(text, self._unit)
        first, last = self._ruler.code_points(begin), self._ruler.code_points(end)
        # None means inside a character or past the end. Then return a span that is past the end of the text,
        # which the caller reports.
        return (first, last) if first is not None and last is not None else (len(text), len(text) + 1)


def suggest_counting(
    misfits: list[Misfit], texts: dict[int, str], vocabulary: Vocabulary, remarks: Remarks
) -> None:
    """Add a hint if another convention, or shorter line ends, would make the misfits fit."""
    of_document: defaultdict[int, list[Misfit]] = defaultdict(list)
    for misfit in misfits:
        of_document[misfit.document].append(misfit)
    # Count the misfits that fit, for each way of counting and for shorter line ends.
    fits = dict.fromkeys(WAYS, 0)
    of_shorter_ends = 0
    for document, group in of_document.items():
        text = texts[document]
        of_shorter_ends += _count_fitting_shorter_ends(text, group, vocabulary)
        for unit in UNITS:
            ruler = Ruler(text, unit)
            for inclusive in (False, True):
                for misfit in group:
                    begin, end = ruler.code_points(misfit.begin), ruler.code_points(misfit.end + inclusive)
                    if begin is not None and end is not None and text[begin:end] == misfit.anchor:
                        fits[unit, inclusive] += 1
    # Of equally good conventions, the first is the simplest.
    unit, inclusive = best = max(fits, key=fits.__getitem__)
    wanted = _MOST * len(misfits)
    if misfits and of_shorter_ends >= wanted and of_shorter_ends > fits[best]:
        hint = _LINE_ENDS.format(fitting=of_shorter_ends, all=len(misfits))
    elif not misfits or fits[best] < wanted or best == (vocabulary.unit, vocabulary.inclusive):
        return
    else:
        options = [f"--offsets {unit}"] if unit != vocabulary.unit else []
        if inclusive != vocabulary.inclusive:
            options.append(f"--ends {'inclusive' if inclusive else 'exclusive'}")
        hint = (
            f"Read as {WAYS[best]}, {fits[best]:,} of these {len(misfits):,} fit their "
            "anchors. --offsets auto reads them so if nearly all anchors agree, "
            f"{' '.join(options)} always."
        )
    for code in ("text-mismatch", "offsets-past-end", "offsets-empty"):
        if remarks[code].count:
            remarks[code].hint = hint
            return


def _count_fitting_shorter_ends(text: str, misfits: list[Misfit], vocabulary: Vocabulary) -> int:
    """Return how many misfits fit the text as it was before each line end became two characters."""
    if "\r\n" not in text:
        return 0
    before = text.replace("\r\n", "\n")
    ruler = Ruler(before, vocabulary.unit)
    fitting = 0
    for misfit in misfits:
        begin, end = ruler.code_points(misfit.begin), ruler.code_points(misfit.end + vocabulary.inclusive)
        if begin is not None and end is not None:
            fitting += before[begin:end] == misfit.anchor.replace("\r\n", "\n")
    return fitting
