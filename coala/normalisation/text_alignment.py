"""Mentions in texts that differ from an earlier graph's, but not in the number of words, are placed in those.

The same document may come with other line ends, another Unicode normal form, or other signs for a word
(a bracket written ``-LRB-``). Where both texts have as many words, the n-th word of one is the n-th of the
other, as in the CoNLL scorer, which counts tokens and not characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from unicodedata import normalize

import numpy as np

from coala.base.plain_text import readable
from coala.model.corpus import Placement
from coala.model.graph import Span
from coala.model.notices.notice import Notice, make_notice
from coala.model.values import Fragments, SpanShape
from coala.normalisation.document_pairs import difference

_WORD = re.compile(r"\S+")

# Characters: no word of a text in which somebody annotated mentions is longer.
_LONGEST = 1000


def align_texts(
    placements: Sequence[Placement], roles: Sequence[str]
) -> tuple[tuple[Placement, ...], tuple[Notice, ...]]:
    """Place mentions in the first graph's texts wherever the words allow it, and tell what was done.

    A document is left as it is when the words are not as many, or when a span begins or ends inside of a
    word that is another one there.
    """
    texts: dict[str, str] = {}
    aligned, notices = [], []
    for placement, role in zip(placements, roles, strict=False):
        moved, examples = _align(placement, texts)
        for name, text in zip(placement.documents, placement.texts, strict=True):
            if text is not None:
                texts.setdefault(name, text)
        aligned.append(moved)
        if examples:
            others = _before(roles, role)
            notices.append(make_notice("texts-aligned", len(examples), examples, role=role, others=others))
    return tuple(aligned), tuple(notices)


def _before(roles: Sequence[str], role: str) -> str:
    return f"the {roles[0]}" if role == roles[1] else "those before it"


class _Words:
    """Places in one text to places in another with as many words."""

    def __init__(self, text: str, other: str) -> None:
        self._from, self._to = ([match.span() for match in _WORD.finditer(words)] for words in (text, other))
        self.fits = len(self._from) == len(self._to)
        self._begins = [begin for begin, _ in self._from]
        self._text, self._other = text, other

    def begin(self, place: int) -> int | None:
        """Where a span begins that begins at ``place``; None inside of a word that differs, or at a blank."""
        return self._moved(place, bisect_right(self._begins, place) - 1, edge=0)

    def end(self, place: int) -> int | None:
        """Where a span ends that ends at ``place``; likewise."""
        word = bisect_right(self._begins, place - 1) - 1
        if word >= 0 and self._from[word][1] < place:
            place = self._from[word][1]  # the blanks behind a word are nobody's
        return self._moved(place, word, edge=1)

    def _moved(self, place: int, word: int, edge: int) -> int | None:
        if word < 0:
            return None
        here, there = self._from[word], self._to[word]
        if place == here[edge]:
            return there[edge]
        if not here[0] <= place <= here[1]:
            return None
        one, other = self._text[slice(*here)], self._other[slice(*there)]
        if one == other:
            return there[0] + place - here[0]
        # The same characters in another normal form: as far into the word as what stands before reaches.
        before = normalize("NFC", self._text[here[0] : place])
        if normalize("NFC", one) != normalize("NFC", other) or len(one) > _LONGEST:
            return None
        return next(
            (there[0] + at for at in range(len(other) + 1) if normalize("NFC", other[:at]) == before), None
        )


def _align(placement: Placement, texts: Mapping[str, str]) -> tuple[Placement, list[str]]:
    """The placement with the spans of its documents in these texts, and a line about each that differed."""
    mentions = placement.mentions
    begins, ends, shapes = mentions.begin.copy(), mentions.end.copy(), mentions.shape.copy()
    values: dict[SpanShape, int] = {value: number for number, value in enumerate(placement.shapes)}
    own = list(placement.texts)
    minimums = dict(placement.minimums)
    moved: dict[Span, Span] = {}
    examples: list[str] = []
    for name, number in sorted(zip(placement.documents, range(len(own)), strict=True)):
        text, wanted = own[number], texts.get(name)
        if text is None or wanted is None or wanted == text:
            continue
        rows = range(*np.searchsorted(mentions.document, (number, number + 1)).tolist())
        words = _Words(text, wanted)
        parts = list(_moved_parts(placement, rows, words)) if words.fits else []
        if len(parts) < len(rows) or not words.fits:
            continue
        for row, (old, new) in zip(rows, parts, strict=True):
            begins[row], ends[row] = new[0][0], new[-1][1]
            zero = _shape(placement, row).zero
            shape = SpanShape(new if len(new) > 1 else (), zero)
            shapes[row] = values.setdefault(shape, len(values)) if any(shape) else -1
            moved[_span(name, old, zero)] = _span(name, new, zero)
            if row in minimums:
                low, high = words.begin(minimums[row][0]), words.end(minimums[row][1])
                if low is None or high is None:
                    del minimums[row]
                else:
                    minimums[row] = low, high
        own[number] = wanted
        examples.append(f"<{readable(name)}> differs {difference(wanted, text)}")
    if not examples:
        return placement, examples
    aligned = Placement(
        documents=placement.documents,
        texts=tuple(own),
        mentions=replace(mentions, begin=begins, end=ends, shape=shapes),
        shapes=tuple(values),
        minimums=minimums,
        moved=moved,
    )
    return aligned, examples


def _moved_parts(
    placement: Placement, rows: Iterable[int], words: _Words
) -> Iterator[tuple[Fragments, Fragments]]:
    """The parts of each span here and there, up to the first that has no place there."""
    mentions = placement.mentions
    for row in rows:
        old = _shape(placement, row).fragments or ((int(mentions.begin[row]), int(mentions.end[row])),)
        new: list[tuple[int, int]] = []
        for begin, end in old:
            first, last = words.begin(begin), words.end(end)
            if first is None or last is None:
                return
            new.append((first, last))
        yield old, tuple(new)


def _shape(placement: Placement, row: int) -> SpanShape:
    number = int(placement.mentions.shape[row])
    return placement.shapes[number] if number >= 0 else SpanShape()


def _span(document: str, parts: Fragments, zero: str) -> Span:
    return Span(document, parts[0][0], parts[-1][1], parts if len(parts) > 1 else (), zero)
