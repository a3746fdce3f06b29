"""Spans that begin or end inside a word are counted, and it is told what they look like taken together."""

from __future__ import annotations

from coala.base.plain_text import readable
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice

MANY_CUTS = 0.05
"""A tokenizer cuts a word here and there; so many say that the offsets belong to another text or unit."""

_FEWEST = 5
_NEARLY_ALL = 0.9
"""Of ends that stand anywhere, a fourth would end an English word one character later."""

_LONGEST_WORDS = 40


class CutWords:
    """Looks at the spans of one graph, one by one."""

    def __init__(self) -> None:
        self._looked_at = 0
        self._cut = 0
        self._ends = 0
        self._fits = 0
        self._examples: list[str] = []

    def look(self, text: str | None, begin: int, end: int, document: str) -> None:
        """Look at one span of a document; where its text is not known, nothing is cut."""
        self._looked_at += 1
        if text is None:
            return
        at_begin, at_end = _cuts(text, begin, begin), _cuts(text, end, end - 1)
        if not at_begin and not at_end:
            return
        self._cut += 1
        self._ends += at_end
        # Where the begin is off too, all is shifted.
        self._fits += at_end and not at_begin and end < len(text) and not _cuts(text, end + 1, end)
        if len(self._examples) < MOST_EXAMPLES:
            self._examples.append(words_at(text, begin, end, document))

    @property
    def many(self) -> bool:
        """Are there more than a tokenizer makes?"""
        return bool(self._cut) and self._cut >= MANY_CUTS * self._looked_at

    def notice(self) -> Notice | None:
        """How many there are, and what would fit, if there is any."""
        if not self._cut:
            return None
        hint = ""
        if self._fits >= max(_FEWEST, _NEARLY_ALL * self._ends, self._looked_at / 2):
            hint = (
                f"{self._fits:,} of them end inside a word, and would end with it one character later: if "
                "the ends belong to the spans, give --ends inclusive."
            )
        looked_at = f"{self._looked_at:,}"
        return make_notice("words-cut", self._cut, self._examples, hint=hint, looked_at=looked_at)


def words_at(text: str | None, begin: int, end: int, document: str) -> str:
    """The words of a span, where they are known, and its place."""
    words = "" if text is None else f"“{readable(text[begin:end], _LONGEST_WORDS)}” "
    return f"{words}({begin}–{end} of <{readable(document)}>)"


def _cuts(text: str, place: int, inside: int) -> bool:
    """Whether the edge at ``place`` stands inside a word, or the character ``inside`` the edge is a blank."""
    if text[inside : inside + 1].isspace():
        return True
    around = text[place - 1 : place + 1] if place else ""
    # Writing without blanks between words has no letter case either.
    return len(around) > 1 and around.isalpha() and around.lower() != around.upper()
