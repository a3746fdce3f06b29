"""The parts of a bag in its question, and questions about single links of large bags, as plain data.

A part has the mentions that both sides keep together (``coala.verdicts.links``). A link asks if a part is the
same as one of the earlier parts of its chain; within a part that only one side has, it asks so of a mention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from coala.base.plain_text import clean
from coala.diff.chain_order import sign_chains
from coala.model.bag import Bag
from coala.model.values import Span
from coala.present.evidence.excerpts import find_sentence
from coala.present.link_question import key_links
from coala.present.part_names import join_signs
from coala.verdicts.links import NO_CLASS, ChainLink, Part, PartLike

_LONGEST_MENTION = 300
_MOST_EARLIER = 20
"""The most parts, and mentions of one of these, that a link's question shows from before it."""
_TEXTS_KEPT = 2

OPEN, CLOSE = "⟦", "⟧"
"""The brackets of a marked mention."""


class QuestionPart(NamedTuple):
    """A part with its mentions; ``left_out`` is the number of those that are not listed."""

    name: str
    signs: tuple[str | None, str | None]  # of its chains on both sides, None on a side that lacks the part
    mentions: tuple[str, ...]
    spans: tuple[Span, ...]
    sentence: str  # around its first mention; "" if there is no text
    left_out: int = 0

    def to_json(self, side_names: tuple[str, str]) -> dict[str, Any]:
        """Return the part as an object in a line."""
        return {
            "part": self.name,
            **dict(zip(side_names, self.signs, strict=True)),
            "mentions": list(self.mentions),
            "spans": [[span.document, span.begin, span.end] for span in self.spans],
            "sentence": self.sentence,
            **({"mentions_left_out": self.left_out} if self.left_out else {}),
        }


class LinkQuestion(NamedTuple):
    """The question about one link of a bag: if ``part`` is the same as one of the ``earlier`` parts."""

    bag: int  # the number of the bag, from 1
    fingerprint: str
    number: int  # names the link in answers, from 1
    side: int  # whose chain has the link: the first side (0) or the second (1)
    side_names: tuple[str, str]
    part: QuestionPart
    earlier: tuple[QuestionPart, ...]
    left_out: int  # the number of earlier parts that are not listed

    def to_json(self) -> dict[str, Any]:
        """Return the question as a line of JSON lines."""
        return {
            "bag": self.bag,
            "fingerprint": self.fingerprint,
            "link": self.number,
            "side": self.side_names[self.side],
            "part": self.part.to_json(self.side_names),
            "earlier": [part.to_json(self.side_names) for part in self.earlier],
            **({"earlier_left_out": self.left_out} if self.left_out else {}),
        }


class NumberedLink(NamedTuple):
    """A link of a bag with its number in questions, from 1, its side as shown, and its key in reviews."""

    number: int
    side: int
    key: str
    link: ChainLink


def number_links(bag: Bag, parts: Sequence[Part], *, is_blind: bool) -> dict[int, NumberedLink]:
    """Return the links of a bag by their numbers: those of the second side, then those of the first.

    With hidden sides the numbers must not tell if the sides of the bag were exchanged, so there the links are
    in the order of their keys, which are the same in both cases.
    """
    found = key_links(bag, parts)
    if is_blind:
        found.sort(key=lambda link: link.key)
    return {
        number: NumberedLink(number, link.side, link.key, link.link) for number, link in enumerate(found, 1)
    }


class PartWriter:
    """Describes the parts of one bag, and pieces of them, for questions."""

    def __init__(
        self,
        bag: Bag,
        parts: Sequence[Part],
        text_of: Callable[[str], str | None],
        signs: Sequence[Sequence[str]] | None = None,
    ) -> None:
        """Take the bag as it is shown, and its parts; ``text_of`` returns the text of a document, or None."""
        self._bag, self._parts = bag, parts
        self._signs = sign_chains(bag) if signs is None else signs
        # Parts are in the order of the text, so the last texts are those that are needed again.
        self._text_of = lru_cache(_TEXTS_KEPT)(text_of)
        # For links: the part of each span, and the earlier pieces by their first spans and sizes.
        self._part_of: dict[int, Part] = {}
        self._earlier: dict[tuple[int, int], QuestionPart] = {}
        # For the pieces of a class: those that begin with words that no piece before them begins with.
        self._first_places: dict[int, tuple[object, list[int]]] = {}

    def describe_parts(self) -> tuple[QuestionPart, ...]:
        """Return all parts with all their mentions."""
        return tuple(self._describe(part, part.spans) for part in self._parts)

    def describe_links(
        self, links: Iterable[NumberedLink], bag: int, fingerprint: str, side_names: tuple[str, str]
    ) -> Iterator[LinkQuestion]:
        """Yield the questions about links of the bag, which has this number (from 1) and fingerprint."""
        self._part_of = self._part_of or {span: part for part in self._parts for span in part.spans}
        for number, side, _, link in links:
            places = self._choose_earlier(link)
            yield LinkQuestion(
                bag,
                fingerprint,
                number,
                side,
                side_names,
                self._describe(self._part_of[link.piece[0]], link.piece),
                tuple(self._describe_earlier(link.pieces[place]) for place in places),
                link.place - len(places),
            )

    def _choose_earlier(self, link: ChainLink) -> list[int]:
        """Return the places of some pieces before a link: the main one, and those with other words first."""
        known = self._first_places.get(id(link.pieces))
        if known is None:
            seen: dict[str, int] = {}
            for place, piece in enumerate(link.pieces):
                seen.setdefault((self._bag.words[piece[0]] or "").casefold(), place)
            # The pieces are kept, so that their id stays theirs.
            known = self._first_places[id(link.pieces)] = link.pieces, list(seen.values())[:_MOST_EARLIER]
        firsts = [place for place in known[1] if place < link.place]
        others = (place for place in range(link.place) if place not in firsts)
        return sorted([*firsts, *islice(others, _MOST_EARLIER - len(firsts))])

    def _describe_earlier(self, piece: tuple[int, ...]) -> QuestionPart:
        # A mention of a part is a piece as well.
        name = piece[0], len(piece)
        known = self._earlier.get(name)
        if known is None:
            words = self._bag.words
            others = {(words[span] or "").casefold(): span for span in reversed(piece)}
            chosen = sorted(others.values())[:_MOST_EARLIER]
            known = self._describe(self._part_of[piece[0]], chosen)._replace(
                left_out=len(piece) - len(chosen)
            )
            self._earlier[name] = known
        return known

    def _describe(self, part: PartLike, spans: Sequence[int]) -> QuestionPart:
        bag = self._bag
        first, second = (
            None if index == NO_CLASS else own[index]
            for own, index in zip(self._signs, part.classes, strict=True)
        )
        return QuestionPart(
            join_signs(self._signs, part.classes),
            (first, second),
            tuple(map(write_mention, (bag.words[span] for span in spans))),
            tuple(bag.spans[span] for span in spans),
            self._find_sentence(bag.spans[spans[0]]),
        )

    def _find_sentence(self, span: Span) -> str:
        return mark_in_sentence(self._text_of, span)


def mark_in_sentence(text_of: Callable[[str], str | None], span: Span) -> str:
    """Return the sentence of a mention, which is in brackets there; "" if there is no text."""
    text = None if span.unplaced else text_of(span.document)
    if text is None or not 0 <= span.begin <= span.end <= len(text):
        return ""
    piece = find_sentence(text, span.begin, span.end)
    is_long = span.end - span.begin > _LONGEST_MENTION
    words = text[span.begin : span.begin + _LONGEST_MENTION] + "…" if is_long else text[span.begin : span.end]
    before, inside, after = map(
        remove_brackets, (text[piece.begin : span.begin], words, text[span.end : piece.end])
    )
    shown = f"{before}{OPEN}{inside}{CLOSE}{after}"
    return " ".join(clean(shown, len(shown) + 20).split())


def remove_brackets(text: str) -> str:
    """Return a text without the signs that mark mentions."""
    return text.replace(OPEN, "[").replace(CLOSE, "]").replace("|", "¦")


def write_mention(words: str | None) -> str:
    """Return the words of a mention in a question, "?" if they are unknown."""
    return "?" if words is None else clean(words, _LONGEST_MENTION)
