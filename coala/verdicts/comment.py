"""A reviewer's free text on a bag, next to the verdict: a note and tags.

Code that only passes the text on passes the whole ``Comment``. To add a field, change this module, the
journal and the drafts in ``review/storage``, the fields in the window (``gui/sidebar``), the hints for
searching (``gui/bag_list/panel.py``), ``present/phrases.py``, ``present/prose.py``, and the exports.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from coala.base.plain_text import storable
from coala.errors import ReviewError

LONGEST_NOTE = 10_000
"""A note is a remark on a verdict; a pasted document belongs elsewhere."""
LONGEST_TAG = 40
MOST_TAGS = 20

SEARCH_FIELDS = ("note", "tag")
"""The prefixes by which a search finds the parts of a comment."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A note and tags; false while both are empty. ``tags`` are kept as ``clean_tags`` returns them."""

    note: str = ""
    tags: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.note or self.tags)

    @property
    def draft(self) -> Comment:
        """The part that a review keeps while it is being written: the note. Tags are saved at once."""
        return Comment(storable(self.note))

    def cleaned(self) -> Comment:
        """Return the comment as a review stores it; raise ``ReviewError`` for tags that it does not take."""
        return replace(self, note=storable(self.note), tags=clean_tags(self.tags))

    def toggled(self, tag: str) -> Comment:
        """Return the comment with a tag added, or removed if it has it."""
        # The symmetric difference has a tag that is in exactly one of the two sets.
        return replace(self, tags=tuple(sorted({*self.tags} ^ {tag})))

    def searched(self) -> Mapping[str, str]:
        """Return the text under each of ``SEARCH_FIELDS``."""
        return dict(zip(SEARCH_FIELDS, (self.note, " ".join(self.tags)), strict=True))

    def require_short(self) -> None:
        """Raise ``ReviewError`` if the note is too long."""
        if len(self.note) > LONGEST_NOTE:
            raise ReviewError(f"The note is longer than {LONGEST_NOTE:,} characters. Shorten it.")


def join_comments(comments: Iterable[Comment]) -> Comment:
    """Return the tags that any of several reviewers gave; their notes are left out."""
    return Comment(tags=tuple(sorted({tag for comment in comments for tag in comment.tags})))


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags as they are kept: single words in small letters, each once, in alphabetical order.

    Raises ``ReviewError`` for too many tags, or for too long ones.
    """
    words = {
        unicodedata.normalize("NFC", word).lower() for tag in tags for word in tag.replace(",", " ").split()
    }
    for word in words:
        if len(word) > LONGEST_TAG or not word.isprintable():
            raise ReviewError(
                f"A tag is a word of at most {LONGEST_TAG} letters. Write longer comments into the note."
            )
    if len(words) > MOST_TAGS:
        raise ReviewError(f"A bag has at most {MOST_TAGS} tags. Write more into the note.")
    return tuple(sorted(words))
