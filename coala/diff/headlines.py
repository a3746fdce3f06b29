"""The headline of a bag: the two lines by which a list of bags shows it.

The first line has the names of the chains of the most surprising change ("Ada ⊕ Mrs Byron" for two chains
that were merged, "Ada ×4 → 1" for four chains of one name). The second line has the first mention of the
change in its sentence. A review file stores the headline as JSON, so a list need not read its bags.

Chains are given as an ``InstancePlace``, (side, index in the bag). The *ends* of a change are the two chains
that it is between.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
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
    # The first line, with the number of further changes: "Ada ⊕ Mrs Byron, and 2 more".
    line: str
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
        kind, line, before, after, left, words, right = json.loads(stored)
        texts = (line, left, words, right, *before, *after)
        # This program writes only plain text; anything else is from another program.
        if not all(
            isinstance(text, str) and one_line(text, _LONGEST_STORED) == text.strip() for text in texts
        ):
            return None
        return Headline(Kind(kind), line, tuple(before), tuple(after), left, words, right)
    except (ValueError, TypeError, RecursionError):
        return None


def write_headline(sentences: BagSentences, text_of: Callable[[str], str | None]) -> Headline:
    """Return the headline of a bag; ``text_of`` returns the text of a document, None if it is unknown."""
    bag, changes = sentences.bag, sentences.ranked
    first = changes[0]
    writer = _HeadlineWriter(sentences)
    before, after = writer.name_sides(first)
    same_name = writer.count_same_name(changes)
    rest = len(changes) - max(1, same_name)
    line = writer.write_line(first, same_name)
    left, words, right = "", "", ""
    if first.spans:
        span = min(first.spans)
        left, words, right = words_around(bag.spans[span], bag.words[span], text_of(bag.spans[span].document))
    more = f", and {rest:,} more" if rest else ""
    return Headline(first.kind, f"{line}{more}", before, after, left, words, right)


class _HeadlineWriter:
    """Writes the names of the chains of one bag."""

    def __init__(self, sentences: BagSentences) -> None:
        self._names = sentences.names
        self._sentences = sentences

    def write_line(self, row: Divergence, same_name: int) -> str:
        """Return the names with a sign between them, or the sentence if the change is about one chain.

        ``same_name`` is the number of chains of one name that were joined with the chain, or split from it.
        """
        ends = self._sentences.ends(row)
        if ends is None or not self._sentences.is_whole(row):
            return self._sentences.describe(row)
        first, second = self._names.tell_apart(*ends)
        label = self._names.label(ends[1])
        if row.kind is Kind.SPLIT:
            return f"{label} 1 → {same_name + 1:,}" if same_name > 1 else f"{second} ⊖ {first}"
        if row.kind is Kind.MERGED:
            return f"{label} ×{same_name + 1:,} → 1" if same_name > 1 else f"{first} ⊕ {second}"
        return self._sentences.describe(row)

    def count_same_name(self, changes: Sequence[Divergence]) -> int:
        """Return the number of chains of one name that were joined with one chain, or split from it."""
        first = changes[0]
        ends = self._sentences.ends(first)
        if ends is None or first.kind is Kind.MOVED or not self._names.agree(*ends):
            return 1
        pairs = [
            other
            for row in changes
            if row.kind is first.kind and self._sentences.is_whole(row)
            if (other := self._sentences.ends(row)) is not None and other[1] == ends[1]
        ]
        return sum(1 for other in pairs if self._names.agree(*other))

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
