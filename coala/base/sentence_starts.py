"""A text becomes the places where its sentences begin, as far as its marks and blanks alone can tell.

Offsets are code points, 0-based. Texts may be tokenised, with blanks around every mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CLOSERS = "\"'”’»)\\]"
# What may end a sentence, with the blanks behind it. Blanks before a line's end are looked at from the first
# of them on only: from each of a million it would take hours.
_ENDING = re.compile(
    rf"(?P<stop>[.!?؟۔…][{_CLOSERS}]*)(?P<blank>\s+)|(?P<wide>[。！？｡][”’」』）]*)\s*"
    r"|(?P<line>(?:(?<![^\S\n])[^\S\n]+)?\n\s*)"
)
# One of them is in each: a text without any is passed by in a tenth of the time.
_MARK = re.compile("[.!?؟۔…。！？｡\n]")
# The word before a full stop, which may stand apart from it.
_LAST_WORD = re.compile(r"(?P<before>^|\.\s?|[\s(\"“'‘-])(?P<word>\w+)(?P<apart>\s?)\.$")
_ABBREVIATIONS = frozenset(
    "Mr Mrs Ms Dr St Sr Jr Prof Gen Col Lt Sgt Sen Rep Gov No vs Inc Co Corp Ltd approx ca "
    "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec".split()
)
# No abbreviation, with what stands before it, is longer.
_LOOK_BACK = 12


def sentence_starts(text: str, low: int, high: int) -> Iterator[int]:
    """Where sentences begin behind ``low``, up to ``high``."""
    if not _MARK.search(text, low, high):
        return
    for ending in _ENDING.finditer(text, low, high):
        after = text[ending.end() : ending.end() + 1]
        if ending["line"] is not None:
            # A line that goes on in small letters was broken by its width.
            if (
                ending["line"].count("\n") > 1
                or not after.islower()
                or text[ending.start() - 1 : ending.start()] in ".!?"
            ):
                yield ending.end()
        elif ending["wide"] is not None:
            yield ending.end()
        elif "\n" in ending["blank"] or not after.islower():
            head = text[max(0, ending.start() - _LOOK_BACK) : ending.start() + 1]
            if not (ending["stop"] == "." and _goes_on(head, after)):
                yield ending.end()


def _goes_on(head: str, after: str) -> bool:
    """Whether the full stop at the end of ``head`` is part of a number, an initial or an abbreviation."""
    if after.isdigit() and head[:-1].rstrip()[-1:].isdigit():
        return True
    last = _LAST_WORD.search(head)
    if last is None:
        return False
    word = last["word"]
    if len(word) > 1 or not last["apart"]:
        return len(word) == 1 or word in _ABBREVIATIONS
    # "U . S .", "p . m .", but not "the son ' s . The".
    return word.isupper() or (word.isalpha() and last["before"].startswith("."))
