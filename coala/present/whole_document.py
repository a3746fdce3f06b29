"""A whole document with every mention of both graphs: its chain, types and entry, and which types to show.

The bag on the screen has some of these mentions; the others are of other bags, or the same in both graphs. A
mention is known by the index of its span among those of the document, a chain by its number in
``WholeDocument.displayed``. Chains of the bag on the screen keep their signs, names and colours.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import isolate, plain_words
from coala.diff.names import choose_label
from coala.model.bag import BASELINE, CHANGED, NO_TRAITS, Bag, ChainTraits, DocumentMentions, Instance
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import DisplayedBag, display_bag
from coala.present.evidence.page import Page, SourceText, Stretch

UNTYPED = ""
"""The type of chains that have none."""


class TypeCount(NamedTuple):
    """A type with the number of mentions whose chains have it in either graph."""

    name: str  # ``UNTYPED`` for none
    mentions: int

    @property
    def words(self) -> str:
        return f"{plain_words(self.name) or 'no type'} ({self.mentions:,})"


class MentionLine(NamedTuple):
    """What a mention belongs to in one graph; ``number`` gives the colour of its chain, None without one."""

    number: int | None
    sign: str  # of the chain in the bag on the screen, or ""
    words: str


class WholeDocument:
    """The mentions of one document, with the chains, types and entries that both graphs give them."""

    def __init__(
        self, document: str, text: str, mentions: DocumentMentions, sides: tuple[str, str] = GRAPHS.names
    ) -> None:
        self.text = text
        self._traits = mentions.traits
        # A mention without a place in the text cannot be shown.
        self._spans = tuple(
            span
            for span in sorted({*mentions.baseline, *mentions.changed})
            if not span.unplaced and 0 <= span.begin < span.end <= len(text)
        )
        self._index = {span: index for index, span in enumerate(self._spans)}
        # The numbers of chains in ``mentions``, by index in the bag below; for each side.
        self._stored: tuple[list[int], list[int]] = ([], [])
        baseline, changed = (
            self._list_instances(side, spans, mentions.chains[side])
            for side, spans in enumerate((mentions.baseline, mentions.changed))
        )
        place = {number: index for index, number in enumerate(self._stored[BASELINE])}
        self.displayed = display_bag(
            Bag(
                fingerprint="",
                title="",
                spans=self._spans,
                words=tuple(" ".join(text[span.begin : span.end].split()) for span in self._spans),
                baseline=baseline,
                changed=changed,
                partners=tuple(
                    (place[number], index)
                    for index, number in enumerate(self._stored[CHANGED])
                    if number in place
                ),
                divergences=(),
            ),
            sides,
        )
        self._bag_chains: tuple[dict[int, tuple[str, str]], dict[int, tuple[str, str]]] = ({}, {})
        self.colours: Mapping[int, int] = {}
        """The number that gives the colour of a chain, by its own number."""
        self.document = document

    def _list_instances(
        self, side: int, spans: Sequence[Span], chains: Sequence[tuple[int, ...]]
    ) -> tuple[Instance, ...]:
        of_chain: defaultdict[int, list[int]] = defaultdict(list)
        for span, numbers in zip(spans, chains, strict=False):
            index = self._index.get(span)
            if index is not None:
                for number in numbers:
                    of_chain[number].append(index)
        self._stored[side].extend(of_chain)
        return tuple(Instance("", "", tuple(sorted(indices))) for indices in of_chain.values())

    def show_bag(self, displayed: DisplayedBag, chains: Chains) -> tuple[int, ...]:
        """Take over signs, names and colours of the chains of a bag; return the mentions that it has here."""
        own: dict[int, None] = {}
        colours: dict[int, int] = {}
        self._bag_chains = ({}, {})
        bag = displayed.bag
        if self.document not in displayed.documents:
            self.colours = {}
            return ()
        for span in displayed.spans_of(displayed.documents.index(self.document)):
            for side in (BASELINE, CHANGED):
                index = self._index.get(displayed.extents.place(side, span))
                if index is None:
                    continue
                own[index] = None
                here, there = self._numbers_of(side, index), chains.numbers_of(side, span)
                if len(here) == len(there) == 1 and here[0] not in self._bag_chains[side]:
                    (number,), (of_bag,) = here, there
                    instance = displayed.numbering.index(side, of_bag)
                    assert instance is not None
                    label = (bag.changed if side else bag.baseline)[instance].label
                    self._bag_chains[side][number] = chains.sign(side, of_bag), plain_words(label)
                    colours.setdefault(number, of_bag)
        # The others get the next numbers: neighbours in this order differ in colour.
        first = max(colours.values(), default=-1) + 1
        others = (number for number in range(len(self.displayed.numbering.differs)) if number not in colours)
        self.colours = colours | {number: first + place for place, number in enumerate(others)}
        return tuple(own)

    def find(self, span: Span) -> int | None:
        """Return the index of a span, None if the document has no such mention."""
        return self._index.get(span)

    @cached_property
    def types(self) -> list[TypeCount]:
        """The types in the document, those of most mentions first."""
        found = Counter(name for names in self._types_of_spans for name in names)
        return [TypeCount(*each) for each in sorted(found.items(), key=lambda each: (-each[1], each[0]))]

    @cached_property
    def _types_of_spans(self) -> list[frozenset[str]]:
        """The types of each mention in either graph."""
        found = []
        for index in range(len(self._spans)):
            names = {
                name
                for side in (BASELINE, CHANGED)
                for number in self._numbers_of(side, index)
                for name in self._get_traits(side, number).types
            }
            found.append(frozenset(names or {UNTYPED}))
        return found

    def page(self, types: Collection[str] | None = None) -> Page:
        """Return the text with the mentions that have one of these types, or with all mentions."""
        wanted = None if types is None else frozenset(types)
        spans = [
            index
            for index in range(len(self._spans))
            if wanted is None or not wanted.isdisjoint(self._types_of_spans[index])
        ]
        return Page(
            text=self.text,
            spans=spans,
            places={index: tuple(Stretch(*part) for part in self._spans[index].parts) for index in spans},
            sources=[SourceText(0, 0, len(self.text), 0, 0)],
        )

    def describe(self, side: int, index: int) -> list[MentionLine]:
        """Return what a mention belongs to in a graph, a line for each of its chains."""
        return [self._describe_chain(side, number) for number in self._numbers_of(side, index)] or [
            MentionLine(None, "", "not a mention")
        ]

    def words(self, index: int) -> str:
        """Return the words of a mention."""
        return plain_words(self.displayed.bag.words[index] or "")

    def chain_mates(self, index: int) -> tuple[int, ...]:
        """Return the mentions of the smallest chain of a mention, in either graph."""
        found = [
            self._get_instance(side, number).spans
            for side in (BASELINE, CHANGED)
            for number in self._numbers_of(side, index)
        ]
        return min(found, key=len, default=(index,))

    def _describe_chain(self, side: int, number: int) -> MentionLine:
        sign, label = self._bag_chains[side].get(number) or ("", self._choose_label(side, number))
        traits = self._get_traits(side, number)
        here = len(self._get_instance(side, number).spans)
        parts = (
            label,
            ", ".join(map(plain_words, traits.entries)),
            ", ".join(map(plain_words, traits.types)),
            f"{count(here, 'mention')} here",
        )
        return MentionLine(
            self.colours.get(number, number), sign, " · ".join(isolate(part) for part in parts if part)
        )

    def _choose_label(self, side: int, number: int) -> str:
        words = (self.displayed.bag.words[span] for span in self._get_instance(side, number).spans)
        return plain_words(choose_label(None, words, ""))

    def _numbers_of(self, side: int, index: int) -> tuple[int, ...]:
        numbering = self.displayed.numbering
        return (numbering.changed_rows if side else numbering.baseline_rows)[index]

    def _get_place(self, side: int, number: int) -> int:
        place = self.displayed.numbering.index(side, number)
        assert place is not None
        return place

    def _get_instance(self, side: int, number: int) -> Instance:
        bag = self.displayed.bag
        return (bag.changed if side else bag.baseline)[self._get_place(side, number)]

    def _get_traits(self, side: int, number: int) -> ChainTraits:
        return self._traits[side].get(self._stored[side][self._get_place(side, number)], NO_TRAITS)
