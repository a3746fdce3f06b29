"""The context of a bag's title in a list: the first mention of its most surprising change in its sentence.

The names of the chains of this change are for the search. A review file stores all this as JSON, so a list
need not read its bags.

Chains are given as an ``InstancePlace``, (side, index in the bag). The *ends* of a change are the two chains
that it is between.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from coala.base.plain_text import cited_words, json_encoder, one_line, plain_words
from coala.base.sentence_starts import sentence_starts
from coala.diff.names import InstancePlace
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span

# Characters around a mention; fewer before it, so that a narrow list shows the mention.
_LEFT, _RIGHT = 60, 100
# The most characters of a text in a review file; a line with two lists of statements has about 500.
_LONGEST_STORED = 2_000

_encode = json_encoder(ascii_only=False, comma=", ", colon=": ")


class Headline(NamedTuple):
    """The most surprising change of a bag, for a list of bags."""

    kind: Kind
    # The names of its chains in the baseline and in the changed graph; two names of one side are never equal.
    before: tuple[str, ...]
    after: tuple[str, ...]
    # The first mention of the change, and its context in its sentence; "" if the text is unknown.
    left: str
    words: str
    right: str

    @property
    def context(self) -> str:
        """The mention between the words around it."""
        return f"{self.left}{self.words}{self.right}"

    @property
    def stored(self) -> str:
        """The headline as a review file stores it; ``read_headline`` is the inverse."""
        return _encode(self)


def read_headline(stored: str) -> Headline | None:
    """Parse a stored headline; return None for "" and for anything malformed."""
    try:
        kind, before, after, left, words, right = json.loads(stored)
        texts = (left, words, right, *before, *after)
        # This program writes only plain text; anything else is from another program.
        if not all(
            isinstance(text, str) and one_line(text, _LONGEST_STORED) == text.strip() for text in texts
        ):
            return None
        return Headline(Kind(kind), tuple(before), tuple(after), left, words, right)
    except (ValueError, TypeError, RecursionError):
        return None


def write_headline(sentences: BagSentences, text_of: Callable[[str], str | None]) -> Headline:
    """Return the headline of a bag; ``text_of`` returns the text of a document, None if it is unknown."""
    bag, first = sentences.bag, sentences.first
    assert first is not None, "only bags with changes have headlines"
    before, after = _HeadlineWriter(sentences).name_sides(first)
    left, words, right = "", "", ""
    if first.spans:
        span = min(first.spans)
        left, words, right = words_around(bag.spans[span], bag.words[span], text_of(bag.spans[span].document))
    return Headline(first.kind, before, after, left, words, right)


class _HeadlineWriter:
    """Writes the names of the chains of one bag."""

    def __init__(self, sentences: BagSentences) -> None:
        self._names = sentences.names
        self._sentences = sentences

    def name_sides(self, row: Divergence) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return distinct names of the chains of a row on both sides."""
        ends = self._sentences.ends(row)
        old, new = (
            () if index is None else ((side, index),)
            for side, index in ((BASELINE, row.baseline), (CHANGED, row.changed))
        )
        if ends is None:
            return self._labels(old), self._labels(new)
        pair = self._names.tell_apart(*ends)
        if row.kind is Kind.SPLIT:
            return self._labels(old), pair
        return pair, self._labels(new)

    def _labels(self, places: tuple[InstancePlace, ...]) -> tuple[str, ...]:
        return tuple(self._names.label(place) for place in places)


def words_around(span: Span, words: str | None, text: str | None) -> tuple[str, str, str]:
    """Return the left context, the words of a mention, and the right context, from its sentence.

    ``words`` are those of the mention, ``text`` that of its document; None if unknown. Long contexts are
    shortened.
    """
    shown = cited_words(words or "a mention")
    if text is None or span.unplaced:
        return "", shown, ""
    start = max(0, span.begin - _LEFT)
    left = text[start : span.begin]
    # The search includes the mention's first letter, which shows if a sentence ends before it.
    starts = [at for at in sentence_starts(text, start, span.begin + 1) if at <= span.begin]
    if starts:
        left = text[starts[-1] : span.begin]
    elif start:
        left = f"…{left.partition(' ')[2] or left}"
    right = text[span.end : span.end + _RIGHT]
    end = next(sentence_starts(text, span.end, span.end + _RIGHT), None)
    if end is not None:
        right = text[span.end : end]
    elif span.end + _RIGHT < len(text):
        right = f"{right.rpartition(' ')[0] or right}…"
    return _trim_context(left, before=True), shown, _trim_context(right, before=False)


def _trim_context(text: str, *, before: bool) -> str:
    """Return the context next to a mention, with the space between them."""
    shown = plain_words(text, _LEFT + _RIGHT)
    if before:
        return f"{shown} " if shown and text[-1].isspace() else shown
    return f" {shown}" if shown and text[0].isspace() else shown
