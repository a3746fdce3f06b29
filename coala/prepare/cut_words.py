"""Detection of spans that begin or end inside a word, such as "nna Smit" in "Anna Smith".

A few of them are flaws of an annotation. Many of them have one of two causes: wrong offsets (another unit, or
another text), or a script in which mentions are parts of words.
"""

from __future__ import annotations

from coala.base.numerals import count
from coala.base.plain_text import readable
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

MANY_CUTS = 0.05
"""The share of cut words that a tokenizer alone does not cause.

A larger one comes from the script, or from offsets into another text or in another unit.
"""

_AT_BLANKS = 0.04
"""The share of cut spans that begin or end at a blank if the offsets are wrong.

Annotators never mark blanks; with offsets into another text, 1 of 3 to 20 spans is at one.
"""

_FEWEST = 5
_NEARLY_ALL = 0.9
"""The fewest and the share of cut spans that must fit one character later (or earlier) to suggest a shift.

By chance it would be a fourth of them in English.
"""

_LONGEST_WORDS = 40


class CutWords:
    """The statistics of the spans of one graph that cut words."""

    def __init__(self) -> None:
        # All spans, and those whose text is known.
        self._looked_at = 0
        self._with_text = 0
        # Spans that begin or end inside a word, and those that end inside one.
        self._cut = 0
        self._ends = 0
        # Cut spans whose end alone is wrong, and would be right one character later.
        self._fits = 0
        # Cut spans whose begin alone is wrong, and would be right one character earlier.
        self._begins_fit = 0
        # Cut spans that begin or end with a blank.
        self._at_blanks = 0
        self._examples: list[str] = []

    def add(self, text: str | None, begin: int, end: int, document: str) -> None:
        """Count one span of a document; without a text, no span is cut."""
        self._looked_at += 1
        if text is None:
            return
        self._with_text += 1
        at_begin, at_end = _is_cut(text, begin, begin), _is_cut(text, end, end - 1)
        if not at_begin and not at_end:
            return
        self._cut += 1
        self._ends += at_end
        # If the begin is off too, the whole span is shifted.
        self._fits += at_end and not at_begin and end < len(text) and not _is_cut(text, end + 1, end)
        self._begins_fit += at_begin and not at_end and begin > 0 and not _is_cut(text, begin - 1, begin - 1)
        self._at_blanks += _is_blank(text, begin) or _is_blank(text, end - 1)
        if len(self._examples) < MOST_EXAMPLES:
            self._examples.append(quote_span(text, begin, end, document))

    @property
    def _many(self) -> bool:
        return bool(self._cut) and self._cut >= MANY_CUTS * self._looked_at

    @property
    def _share(self) -> float:
        return self._cut / self._with_text if self._with_text else 0

    @property
    def _ends_fit(self) -> bool:
        return self._fits >= max(_FEWEST, _NEARLY_ALL * self._ends, self._looked_at / 2)

    def has_wrong_offsets(self, *others: CutWords) -> bool:
        """Return True if many spans cut words, and the cause is wrong offsets and not the script.

        In Coptic most mentions begin after a preposition that is written with them, but none begins or ends
        at a blank. ``others`` are graphs over the same documents: if they cut as many spans, the cause is the
        script as well.
        """
        if not self._many:
            return False
        is_shifted = (
            self._at_blanks >= _AT_BLANKS * self._cut
            or self._ends_fit
            or self._begins_fit >= max(_FEWEST, _NEARLY_ALL * self._looked_at)
        )
        return is_shifted or any(other._with_text and 2 * other._share < self._share for other in others)

    @property
    def is_from_script(self) -> bool:
        """True if many spans cut words, and nothing suggests that the offsets are wrong."""
        return self._many and not self.has_wrong_offsets()

    def notice(self) -> Notice | None:
        """Return the notice with the number of cut spans and a hint, or None if there are none."""
        if not self._cut:
            return None
        hint = ""
        if self._ends_fit:
            hint = (
                f"{self._fits:,} of them end one character before the end of a word. If ends "
                "are inclusive, add --ends inclusive."
            )
        looked_at = count(self._looked_at, "checked mention")
        return make_notice("words-cut", self._cut, self._examples, hint=hint, looked_at=looked_at)


def quote_span(text: str | None, begin: int, end: int, document: str) -> str:
    """Return the words of a span, where they are known, and its place."""
    words = "" if text is None else f"“{readable(text[begin:end], _LONGEST_WORDS)}” "
    return f"{words}({begin}–{end} of <{readable(document)}>)"


def _is_cut(text: str, place: int, inside: int) -> bool:
    """Return True if an edge of a span is in a word, or the character next to it in the span is a blank.

    ``place`` is the offset of the edge, ``inside`` that of the character.
    """
    if _is_blank(text, inside):
        return True
    around = text[place - 1 : place + 1] if place else ""
    # Scripts without blanks between words have no letter case either.
    return len(around) > 1 and around.isalpha() and around.lower() != around.upper()


def _is_blank(text: str, place: int) -> bool:
    return text[place : place + 1].isspace()
