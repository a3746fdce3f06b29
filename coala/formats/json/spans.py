"""The offsets of JSON mentions, and a check of the words that the file states for them.

``SpanReader`` turns a mention of any shape into pairs of begin and end that count through the document: [3,
5], [2, 0, 1] (sentence 2, tokens 0 to 1), {"sent_id": 2, "pos": [0, 2]}, or a list of those for a mention
with gaps. ``StatedWords`` compares the words in the file with those at the offsets, which shows offsets that
are counted otherwise than assumed.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping

from coala.base.plain_text import excerpt
from coala.formats.json.shapes import (
    COUNTED,
    ENDS_OF_SPANS,
    IN_SENTENCE,
    Convention,
    MisfitError,
    OffsetError,
    Shape,
    Tokens,
    build_fragments,
    shorten,
)
from coala.model.values import Fragments


def find_starts(sentences: list[list[str]]) -> list[int]:
    """Return the number of tokens before each sentence, and of all: sentences of 3 and 2 give [0, 3, 5]."""
    starts = [0]
    for sentence in sentences:
        starts.append(starts[-1] + len(sentence))
    return starts


class SpanReader:
    """A reader of spans of one shape; ``starts`` is the result of ``find_starts``."""

    def __init__(self, shape: Shape) -> None:
        self.starts: list[int] = []
        self._shape = shape

    def read_pairs(self, span: object) -> list[tuple[int, int]]:
        """Return the fragments of a span, counted through the document.

        Raises:
            OffsetError: it is not a span, or leads out of its sentence.
        """
        if self._shape.span and isinstance(span, dict):
            span = self._read_offsets(span)
        in_sentence = self._shape.counted_in == IN_SENTENCE
        parts = span if isinstance(span, list) and span and isinstance(span[0], list) else [span]
        pairs: list[tuple[int, int]] = []
        for part in parts:
            offsets = _drop_details(part)
            if len(offsets) != 2 + in_sentence:
                written = "[sentence, begin, end]" if in_sentence else "[begin, end]"
                raise OffsetError(f"{excerpt(shorten_value(part))} is not a span: write {written}")
            pairs.append(self._count_in_document(*offsets) if in_sentence else (offsets[0], offsets[1]))
        return pairs

    def _read_offsets(self, mention: dict[str, object]) -> object:
        """Return the numbers of a mention that is an object."""
        shape = self._shape
        found = [mention.get(key) for key in shape.span]
        if shape.length and found[-1] is None:
            begin, length = found[0], mention.get(shape.length)
            found[-1] = begin + length if type(begin) is type(length) is int else None
        offsets = found[0] if len(found) == 1 else found
        if shape.sentence and isinstance(offsets, list):
            return [mention.get(shape.sentence), *offsets]
        return offsets

    def write_span(self, pairs: list[tuple[int, int]], words: str) -> object:
        """Return a span of this shape from its fragments, which count through the document; None if none.

        A mention that is an object gets its offsets and its words only.
        """
        shape = self._shape
        in_sentence = shape.counted_in == IN_SENTENCE
        parts: list[list[int]] = []
        for begin, end in pairs:
            if not in_sentence:
                parts.append([begin, end])
                continue
            number = bisect_right(self.starts, begin) - 1
            after = end if shape.end == "exclusive" else end + 1
            if number + 1 >= len(self.starts) or after > self.starts[number + 1]:
                return None
            more = shape.first - self.starts[number]
            parts.append([number + shape.first, begin + more, end + more])
        if not shape.span:
            return parts[0] if len(parts) == 1 else parts
        if len(parts) > 1:
            return None
        mention: dict[str, object] = {}
        numbers = parts[0]
        if shape.sentence:
            mention[shape.sentence] = numbers[0]
            numbers = numbers[1:]
        if len(shape.span) == 1:
            mention[shape.span[0]] = numbers
        else:
            mention |= dict(zip(shape.span, numbers, strict=True))
        if shape.string:
            mention[shape.string] = words
        return mention

    def _count_in_document(self, sentence: int, begin: int, end: int) -> tuple[int, int]:
        """Convert offsets within a sentence to offsets through the document."""
        first = self._shape.first
        number = sentence - first
        if not 0 <= number < len(self.starts) - 1:
            raise MisfitError(f"there is no sentence {shorten(sentence)}, as a span has it,")
        start, after = self.starts[number : number + 2]
        begin, end = start + begin - first, start + end - first
        if not (start <= begin <= after and start <= end <= after):
            raise MisfitError(f"a span reaches past sentence {shorten(sentence)}")
        return begin, end


class StatedWords:
    """A comparison of the words that the file states for mentions with the words at the offsets.

    ``unlike`` holds a message for each difference; blanks do not count.
    """

    def __init__(self, shape: Shape, values: Mapping[str, object], text: str) -> None:
        key = next((key for key in shape.strings if isinstance(values.get(key), list)), "")
        self._strings = values.get(key)
        self._key = key or shape.string
        self._in_span = shape.string
        self._text = text
        # Spans as the file counts them, with their stated words.
        self._checked: list[tuple[list[tuple[int, int]], str]] = []
        self.exist = bool(self._key)
        self.unlike: list[str] = []

    def check(
        self, cluster: int, number: int, span: object, pairs: list[tuple[int, int]], places: Fragments
    ) -> None:
        """Compare the words that are stated for a span, if any, with those at its offsets."""
        stated = self._find_stated(cluster, number, span)
        if stated is None:
            return
        squeezed = _squeeze(stated)
        self._checked.append((pairs, squeezed))
        covered = " ".join(self._text[begin:end] for begin, end in places)
        if _squeeze(covered) != squeezed:
            self.unlike.append(
                f"in cluster {cluster} the offsets lead to {excerpt(covered)}, but {self._key} "
                f"has {excerpt(stated)}"
            )

    def _find_stated(self, cluster: int, number: int, span: object) -> str | None:
        """Return the words that the file states for span ``number`` of a cluster, or None."""
        if isinstance(span, dict):
            stated = span.get(self._in_span)
        else:
            strings = self._strings[cluster : cluster + 1] if isinstance(self._strings, list) else []
            stated = strings[0][number] if strings and _is_list_with(strings[0], number) else None
        return stated if isinstance(stated, str) else None

    def advise(self, tried: Convention, tokens: Tokens | None) -> str:
        """Return advice on a convention in which all offsets lead to the stated words, or ""."""
        for unit in sorted(COUNTED, key=lambda unit: unit != tried.unit):
            for end in ENDS_OF_SPANS:
                convention = Convention(unit, end)
                if (
                    convention != tried
                    and (unit != "token" or tokens)
                    and self._all_agree(convention, tokens)
                ):
                    return f"all would lead to the stated words {convention.write_advice()}"
        return ""

    def _all_agree(self, convention: Convention, tokens: Tokens | None) -> bool:
        to_code_points = convention.make_reader(self._text, tokens)
        try:
            return all(
                _squeeze(
                    "".join(self._text[begin:end] for begin, end in build_fragments(pairs, to_code_points))
                )
                == stated
                for pairs, stated in self._checked
            )
        except OffsetError:
            return False


def _is_list_with(strings: object, number: int) -> bool:
    return isinstance(strings, list) and number < len(strings)


def _squeeze(words: str) -> str:
    """Return words without white space."""
    return "".join(words.split())


def _drop_details(part: object) -> list[int]:
    """Return the whole numbers of a span, without a last object of details; [] if it is not a span."""
    if not isinstance(part, list):
        return []
    offsets = part[:-1] if len(part) > 2 and isinstance(part[-1], dict) else part
    return offsets if all(type(offset) is int for offset in offsets) else []


def shorten_value(value: object) -> str:
    """Return a foreign value as a few characters, however long or deep it is."""
    if isinstance(value, list):
        items = [_show_item(item) for item in value[:3]]
        return f"[{', '.join(items)}{', …' if len(value) > 3 else ''}]"
    return str(value)[:60] if isinstance(value, int | float | str) else type(value).__name__


def _show_item(item: object) -> str:
    # A number in quotes is not a number, so show the quotes.
    return json.dumps(item, ensure_ascii=False)[:20] if isinstance(item, int | float | str) else "…"
