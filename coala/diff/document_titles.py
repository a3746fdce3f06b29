"""The lines at the head of a document by which a reader knows it: its title, then its date or first words."""

from __future__ import annotations

import re

from coala.base.plain_text import plain_words
from coala.diff.names import quoted

# The code points of a text in which its title is looked for.
_HEAD = 1_000
# A title, and what may tell it from the same title of another document.
_LINES = 3
# A longer line is a paragraph, or a whole text without line breaks.
_LONGEST_LINE = 200
# The code points of a shortened line; it ends at a word between them, if there is one. Longer ones would fill
# two lines of a headline.
_SHORTEST, _LONGEST = 12, 20
# Text that was split into words has spaces in its addresses: "http : / / www . example . org".
_ADDRESS_OR_TAG = re.compile(r"\W*(https?\s*:|www\s*\.)|\s*<", re.IGNORECASE)
_WORDS_OR_YEAR = re.compile(r"[^\W\d_]|\d{4}")


def list_titles(text: str | None) -> tuple[str, ...]:
    """Return up to three lines with words at the head of a text, shortened and quoted, its title first.

    Addresses and tags are left out, and all from the first long line on.
    """
    found: list[str] = []
    for line in (text or "")[:_HEAD].splitlines():
        if _WORDS_OR_YEAR.search(line) and not _ADDRESS_OR_TAG.match(line):
            if len(line) > _LONGEST_LINE or len(found) == _LINES:
                break
            found.append(quoted(_shorten(plain_words(line, _LONGEST_LINE))))
    return tuple(found)


def _shorten(words: str) -> str:
    if len(words) <= _LONGEST:
        return words
    end = words.rfind(" ", _SHORTEST, _LONGEST + 1)
    return f"{words[: end if end >= 0 else _LONGEST].rstrip(' ,.;:-')}…"
