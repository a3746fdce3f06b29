"""The question about one link of a bag, "Is this the same as one of these?", and its answers.

A *part* of a bag has the mentions that both graphs keep together (``coala.verdicts.links``). A link joins a
part with the parts before it in its chain; in a part that only one graph has, it joins a mention with those
before it. The question is the same for a link that the change made and for one that it lost, so a reviewer
says what is one thing, and does not compare the systems.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from coala.diff.chain_order import sign_chains
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.present.part_lines import PartLines
from coala.present.part_names import join_signs, name_mention
from coala.present.placing import PlacingLine
from coala.verdicts.by_kind import judge_link
from coala.verdicts.links import ChainLink, LinkKeys, Part, find_links, find_parts
from coala.verdicts.state import State

LINK_QUESTION = "Is this the same as one of these?"

LINK_WORDS: Mapping[Verdict, str] = MappingProxyType(
    {Verdict.WORSE: "no", Verdict.BETTER: "yes", Verdict.UNSURE: "not sure"}
)
"""The answers by the verdicts whose keys give them; the key of ``SAME`` gives none."""

_IS_RIGHT = {Verdict.WORSE: False, Verdict.BETTER: True, Verdict.UNSURE: None}
_SENTENCES = {
    Verdict.WORSE: "not the same as any before it",
    Verdict.BETTER: "the same as one before it",
    Verdict.UNSURE: "not sure if one before it is the same",
}


class KeyedLink(NamedTuple):
    """A link with its key in reviews; ``side`` is that of the chain that has it."""

    key: str
    side: int
    link: ChainLink

    def to_verdict(self, answer: Verdict) -> Verdict:
        """Return the verdict to store for one of the answers.

        A link is for the better if the change made it and it is right, or lost it and it was wrong.
        """
        found = judge_link(is_made=self.side == CHANGED, is_right=_IS_RIGHT[answer])
        return found or Verdict.UNSURE

    def to_answer(self, verdict: Verdict | None) -> Verdict | None:
        """Return the answer for which a verdict is stored, None without one."""
        return next((answer for answer in LINK_WORDS if self.to_verdict(answer) is verdict), None)


def key_links(bag: Bag, parts: Sequence[Part] | None = None) -> list[KeyedLink]:
    """Return the links that the change made in a bag, then those that it lost, with their keys."""
    keys = LinkKeys(bag)
    made, lost = find_links(bag, parts)
    return [
        KeyedLink(keys.get_key(link), side, link)
        for side, own in ((CHANGED, made), (BASELINE, lost))
        for link in own
    ]


class AskedLink(NamedTuple):
    """A link with the line of its part, and those of the parts before it."""

    link: KeyedLink
    part: PlacingLine
    earlier: tuple[PlacingLine, ...]
    """Those with new words first: the same words again tell nothing new."""

    def read_answer(self, state: State) -> Verdict | None:
        """Return the answer in a state of the bag, None without one."""
        return self.link.to_answer(dict(state.rows).get(self.link.key))


def ask_link(lines: PartLines, link: KeyedLink) -> AskedLink:
    """Return the question about a link of the bag of these lines."""
    part_of = {part.spans[0]: number for number, part in enumerate(lines.parts)}
    pieces = (*link.link.before, link.link.piece)
    first = part_of[pieces[0][0]]
    if len(pieces[0]) < len(lines.parts[first].spans):
        asked = [PlacingLine(first, piece, number) for number, piece in enumerate(pieces, 1)]
    else:
        asked = [PlacingLine(part_of[piece[0]], piece) for piece in pieces]
    *earlier, part = asked
    order = put_new_first(map(lines.tell_apart, earlier))
    return AskedLink(link, part, tuple(earlier[place] for place in order))


def put_new_first(words: Iterable[str]) -> list[int]:
    """Return the places of some words: first of those that no place before has, then of the others."""
    seen: set[str] = set()
    new: list[int] = []
    again: list[int] = []
    for place, text in enumerate(words):
        (again if text.casefold() in seen else new).append(place)
        seen.add(text.casefold())
    return [*new, *again]


class LinkAnswers:
    """The answers on the links of one bag in words."""

    def __init__(self, bag: Bag) -> None:
        parts = find_parts(bag)
        self._signs, self._links = sign_chains(bag), {link.key: link for link in key_links(bag, parts)}
        self._part_of = {span: part for part in parts for span in part.spans}

    def leave_out(self, state: State) -> State:
        """Return a state without the answers on links."""
        return state._replace(rows=tuple(row for row in state.rows if row[0] not in self._links))

    def say_new(self, before: State, after: State) -> list[str]:
        """Return the answers of the second state that differ from those of the first, in the text's order."""
        now = dict(after.rows)
        differing = {key for key, _ in {*before.rows} ^ {*after.rows}}
        links = [link for key, link in self._links.items() if key in differing]
        links.sort(key=lambda link: link.link.piece)
        return [say_answer(self._name(link), link.to_answer(now.get(link.key))) for link in links]

    def _name(self, link: KeyedLink) -> str:
        piece = link.link.piece
        part = self._part_of[piece[0]]
        sign = join_signs(self._signs, part.classes)
        return name_mention(sign, link.link.place + 1) if len(piece) < len(part.spans) else sign


def say_answer(name: str, answer: Verdict | None) -> str:
    """Return the answer about a part in words: "C1: the same as one before it"."""
    return f"{name}: {'no answer' if answer is None else _SENTENCES[answer]}"
