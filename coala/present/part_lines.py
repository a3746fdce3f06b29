"""What a reviewer sees of a part of a bag: what tells it apart, and its most telling sentence.

A part has the mentions that both sides keep together. Most parts of a bag have the same name, so a line also
has a description ("the guard") and, where these differ in the bag, the types of its chains. Lines are written
when they are needed, because a bag may have thousands of parts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.base.sequences import LruCache
from coala.diff.chain_order import list_signs
from coala.diff.headlines import words_around
from coala.diff.names import DETERMINERS, looks_proper
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import PreparedBag
from coala.present.evidence.excerpts import Piece, find_sentence
from coala.present.group_columns import OPENED, GroupColumns
from coala.present.part_names import join_signs, name_mention
from coala.present.placing import NOT_SURE, PlacingLine, sort_parts
from coala.verdicts.groups import NO_MENTION
from coala.verdicts.links import NO_CLASS, Part

_READ = 40
"""The most mentions of a part that are read to describe it."""
_LONGEST = 60
"""Characters of a name, of a description, and of the types."""
_LONGEST_PIECE = 1_000
_MOST_SENTENCES = 30
_LINES_KEPT = 200
_TEXTS_KEPT = 8


class PartLine(NamedTuple):
    """What is shown of a part, of a mention of an opened one, or of a fold."""

    name: str  # "A1"; a mention of an opened part is "A1 · 2", a fold of 31 parts "A1 +30"
    words: str  # what tells it apart: "Peter Sand, the guard"; of a fold, "31 parts: Peter Sand, the guard"
    mentions: int
    sentence: tuple[str, str, str]  # before the mention, its words, behind it
    is_fold: bool = False


class PartLines:
    """The lines of one bag."""

    def __init__(
        self, prepared: PreparedBag, parts: Sequence[Part], text_of: Callable[[str], str | None]
    ) -> None:
        """Take a bag with its chains; ``text_of`` returns the text of a document, or None."""
        self._bag, self._chains, self.parts = prepared.displayed.bag, prepared.chains, parts
        self.nouns = prepared.chains.nouns
        self._text_of = text_of
        self._texts = LruCache[str, str | None](_TEXTS_KEPT)
        self._lines = LruCache[PlacingLine, PartLine](_LINES_KEPT)

    @cached_property
    def names(self) -> Sequence[str]:
        """The name of each part."""
        signs = list_signs(self._chains.order)
        return [join_signs(signs, part.classes) for part in self.parts]

    def line(self, line: PlacingLine) -> PartLine:
        """Return what is shown of a line."""
        return self._lines.get(line, self._write)

    def name(self, line: PlacingLine) -> str:
        """Return the name of a line, which tells what it is: a part, a mention of one, or a fold."""
        sign = self.names[line.part]
        if line.number:
            return name_mention(sign, line.number)
        return f"{sign} +{len(line.fold) - 1:,}" if line.fold else sign

    def sentences(self, line: PlacingLine) -> list[list[tuple[str, bool]]]:
        """Return the sentences of the mentions of a line, at most thirty, each once.

        A sentence is pieces of text, with True for those that are mentions.
        """
        # The spans with the same sentence; those without a text have none.
        found: dict[tuple[str, Piece] | int, list[int]] = {}
        for span in line.spans[:_MOST_SENTENCES]:
            place, text = self._bag.spans[span], self._read(span)
            if text is None:
                found[span] = [span]
            else:
                piece = find_sentence(text, place.begin, place.end)
                found.setdefault((place.document, piece), []).append(span)
        return [
            [(self._find_sentence(spans[0])[1], True)]
            if isinstance(name, int)
            else list(self._cut(self._read(spans[0]) or "", name[1], spans))
            for name, spans in found.items()
        ]

    def _cut(self, text: str, piece: Piece, spans: Sequence[int]) -> Iterator[tuple[str, bool]]:
        """Yield the text of a sentence in pieces, with its mentions apart."""
        at = piece.begin
        for place in sorted(self._bag.spans[span] for span in spans):
            # A mention may be inside another one.
            begin, end = max(at, place.begin), max(at, min(place.end, piece.end))
            yield from self._show(text[at:begin], is_mention=False)
            yield from self._show(text[begin:end], is_mention=True)
            at = end
        yield from self._show(text[at : piece.end], is_mention=False)

    @staticmethod
    def _show(text: str, *, is_mention: bool) -> Iterator[tuple[str, bool]]:
        """Yield a piece of text on one line, with the blanks at its ends."""
        words = plain_words(text, _LONGEST_PIECE)
        begin, end = (" " if blank.isspace() else "" for blank in (text[:1], text[-1:]))
        if text:
            yield (f"{begin}{words}{end}" if words else " "), is_mention

    def speak(self, line: PlacingLine, group: int) -> str:
        """Return a line for a screen reader: "Group 2: G1, Peter Sand, the guard, 4 mentions".

        For a fold: "Group 1: A1 and 30 more, 31 parts: Peter Sand, 62 mentions, folded".
        """
        shown = self.line(line)
        mentions = count(shown.mentions, self.nouns.mention)
        end = ", folded" if line.fold else ""
        return f"{self.say_group(group)}: {self._speak_name(line)}, {shown.words}, {mentions}{end}"

    def speak_placed(self, line: PlacingLine, group: int) -> str:
        """Return where a line was put, for a screen reader: "G1: group 2"."""
        words = self.say_group(group)
        return f"{self._speak_name(line)}: {words[:1].lower()}{words[1:]}"

    def _speak_name(self, line: PlacingLine) -> str:
        return f"{self.names[line.part]} and {len(line.fold) - 1:,} more" if line.fold else self.name(line)

    def speak_columns(self, line: PlacingLine, columns: GroupColumns) -> str:
        """Return the group of a line by each reviewer: "differs; Ana: group 1; Ben: no mention"."""
        said = [
            f"{columns.columns[number].name}: {words[:1].lower()}{words[1:]}"
            for number in range(columns.with_groups)
            for words in [self.say_group(columns.mark(number, line.spans))]
        ]
        return "; ".join([*(["differs"] if columns.differs(line.spans) else []), *said])

    def say_group(self, group: int) -> str:
        """Return the group of a line in words."""
        words = {NO_MENTION: "No mention", NOT_SURE: "Not sure", OPENED: "Opened"}.get(
            group, f"Group {group:,}"
        )
        return self.nouns.say(words)

    def find_odd(self) -> int:
        """Return the index of the part that is least like the others of its chain.

        That is one of another type or description, or else the smallest one.
        """
        likeness: dict[int, tuple[float, float]] = {}
        pools: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        if any(len(set(values) - {""}) > 1 for values in (self._types, self._described)):
            for number, part in enumerate(self.parts):
                for side in (BASELINE, CHANGED):
                    if part.classes[side] != NO_CLASS:
                        pools[side, part.classes[side]].append(number)
        # Joined parts are compared in their changed chain; only the others in the baseline's.
        for _, own in sorted(pools.items(), reverse=True):
            if len(own) > 1:
                shares = (self._compare(own, values) for values in (self._types, self._described))
                for number, types, described in zip(own, *shares, strict=True):
                    likeness.setdefault(number, (types, described))
        least = min(likeness.values(), default=(1.0, 1.0))
        # Of equally odd parts the first one: a placed part leads to the next line.
        order = sort_parts(self._chains, self.parts)
        if least != (1.0, 1.0):
            return next(number for number in order if likeness.get(number) == least)
        return min(order, key=lambda number: len(self.parts[number].spans), default=0)

    @staticmethod
    def _compare(own: Sequence[int], values: Sequence[str]) -> Iterator[float]:
        """Yield for each part the share of those with its value among those that have one."""
        counts = Counter(values[number] for number in own if values[number])
        for number in own:
            yield counts[values[number]] / counts.total() if values[number] else 1.0

    @cached_property
    def looks(self) -> Sequence[tuple[str, str, str]]:
        """What each part looks like: its name, or its first words; its description; its types."""
        return [
            ((self._bag.words[self._find_first(part.spans)] or "").casefold(), described, types)
            for part, described, types in zip(self.parts, self._described, self._types, strict=True)
        ]

    def _find_first(self, spans: Sequence[int]) -> int:
        """Return the mention with the name of a part, or its first one."""
        name = self._find_name(spans)
        return spans[0] if name is None else name

    @cached_property
    def _types(self) -> Sequence[str]:
        """The types of the chains of each part: those of the baseline, or if it has none, the others."""
        sides = self._bag.baseline, self._bag.changed
        found = []
        for part in self.parts:
            types = (
                ", ".join(plain_words(term.label) for term in sides[side][part.classes[side]].types)
                for side in (BASELINE, CHANGED)
                if part.classes[side] != NO_CLASS
            )
            found.append(next(filter(None, types), ""))
        return found

    @cached_property
    def _described(self) -> Sequence[str]:
        """The description of each part without its determiner, in lower case; "" without one."""
        return [
            "" if span is None else (self._bag.words[span] or "").casefold().partition(" ")[2]
            for span in (self._find_description(part.spans) for part in self.parts)
        ]

    @cached_property
    def _shows_types(self) -> bool:
        return len({types for types in self._types if types}) > 1

    def _find_description(self, spans: Sequence[int]) -> int | None:
        """Return the first mention that is a description, such as "the guard"."""
        for span in spans[:_READ]:
            first, *others = (self._bag.words[span] or "").casefold().split() or [""]
            if first in DETERMINERS and others:
                return span
        return None

    def _find_name(self, spans: Sequence[int]) -> int | None:
        """Return the longest mention that looks like a name, the first of equally long ones."""
        found, longest = None, 0
        for span in spans[:_READ]:
            words = self._bag.words[span] or ""
            if min(len(words), _LONGEST) > longest and looks_proper(words):
                found, longest = span, min(len(words), _LONGEST)
        return found

    def tell_apart(self, line: PlacingLine) -> str:
        """Return the words of a line that tell its part apart, without a look at the text."""
        return self._tell_apart(line)[0]

    def _tell_apart(self, line: PlacingLine) -> tuple[str, int]:
        """Return the words that tell a part apart, and the mention with the most telling of them."""
        name, described = self._find_name(line.spans), self._find_description(line.spans)
        naming = [span for span in (name, described) if span is not None] or [line.spans[0]]
        words = ", ".join(plain_words(self._bag.words[span] or "?", _LONGEST) for span in naming)
        if described is not None:
            # A description may begin a sentence.
            begin = plain_words(self._bag.words[described] or "", _LONGEST)
            words = words.removesuffix(begin) + begin[:1].lower() + begin[1:]
        types = self._types[line.part] if self._shows_types else ""
        if types:
            words += f" ({plain_words(types, _LONGEST)})"
        return words, naming[-1]

    def _write(self, line: PlacingLine) -> PartLine:
        words, telling = self._tell_apart(line)
        if line.fold:
            words = f"{len(line.fold):,} parts: {words}"
        sentence = self._find_sentence(telling)
        return PartLine(self.name(line), words, len(line.spans), sentence, is_fold=bool(line.fold))

    def _find_sentence(self, span: int) -> tuple[str, str, str]:
        before, words, behind = words_around(self._bag.spans[span], self._bag.words[span], self._read(span))
        return before.lstrip(), words, behind

    def _read(self, span: int) -> str | None:
        """Return the text of a mention's document, None if it is unknown or lacks the place."""
        place = self._bag.spans[span]
        if place.unplaced:
            return None
        text = self._texts.get(place.document, self._read_text)
        return text if text is not None and 0 <= place.begin <= place.end <= len(text) else None

    def _read_text(self, document: str) -> str | None:
        try:
            return self._text_of(document)
        except CoalaError:
            # The evidence says that the text is damaged.
            return None


def mark_group(group: int) -> str:
    """Return the group of a line as a number or sign."""
    signs = {NO_MENTION: "\N{MULTIPLICATION SIGN}", NOT_SURE: "?", OPENED: "opened"}
    return signs.get(group, f"{group:,}")
