"""Beginnings of sentences, found by punctuation and white space alone.

Offsets are code points, 0-based. Texts may be tokenised, with blanks around every mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CLOSERS = "\"'”’»)\\]"
# Possible ends of sentences, with the white space after them: a full stop with a blank, the marks of East
# Asian scripts ("wide"), or a line end. A run of blanks at the end of a line is matched from its first blank
# only: from each of a million it would take hours.
_POSSIBLE_END = re.compile(
    rf"(?P<stop>[.!?؟۔…][{_CLOSERS}]*)(?P<blank>\s+)|(?P<wide>[。！？｡][”’」』）]*)\s*"
    r"|(?P<line>(?:(?<![^\S\n])[^\S\n]+)?\n\s*)"
)
# Every end has one of these; texts without any are skipped in a tenth of the time.
_ANY_MARK = re.compile("[.!?؟۔…。！？｡\n]")
# The word before a full stop, with or without a blank between them.
_LAST_WORD = re.compile(r"(?P<before>^|\.\s?|[\s(\"“'‘-])(?P<word>\w+)(?P<apart>\s?)\.$")
_ABBREVIATIONS = frozenset(
    "Mr Mrs Ms Dr St Sr Jr Prof Gen Col Lt Sgt Sen Rep Gov No vs Inc Co Corp Ltd approx ca "
    "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec".split()
)
# Longer than any abbreviation with the character before it.
_LOOK_BACK = 12


def sentence_starts(text: str, low: int, high: int) -> Iterator[int]:
    """Yield the offsets after ``low``, up to ``high``, at which sentences begin.

    "Mr. Smith left. She ran." has one such offset, 16: the stop after "Mr" is that of an abbreviation.
    """
    if not _ANY_MARK.search(text, low, high):
        return
    for ending in _POSSIBLE_END.finditer(text, low, high):
        after = text[ending.end() : ending.end() + 1]
        if ending["line"] is not None:
            # A line end within a sentence is followed by lower case, and no full stop or empty line is there.
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
            if not (ending["stop"] == "." and _continues_sentence(head, after)):
                yield ending.end()


def _continues_sentence(head: str, after: str) -> bool:
    """Return True if the full stop at the end of ``head`` belongs to a number, initial or abbreviation."""
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
