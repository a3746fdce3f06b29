"""The question about a bag as plain data: both sides, sentences with marked mentions, and the changes.

A question has nothing that tells gold, effects, scores, or verdicts of others. With exchanged sides it does
not tell which graph is the changed one either (``coala.review.blind.mirrored_bag``).

A sentence marks mentions as ``⟦Ann Lee|A→2⟧``: the words, the chain on the first side, and that on the
second. ``⟦she|A→⟧`` is in no chain of the second side. In the sentence of a part (``part_questions``) only
its first mention is marked, without chains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from coala.base.plain_text import clean
from coala.diff.chain_order import list_signs
from coala.diff.sentences import BagSentences
from coala.judging.part_questions import (
    CLOSE,
    OPEN,
    PartWriter,
    QuestionPart,
    remove_brackets,
    write_mention,
)
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence
from coala.present.chains import Chains, PreparedBag, ShownChain, prepare_bag
from coala.present.displayed_bag import DisplayedBag
from coala.present.evidence.excerpts import Piece, find_sentence, join_pieces
from coala.present.prose import keep_title
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.links import Part

_MOST_CHAINS = 60
_MOST_MENTIONS = 40
_MOST_SENTENCES = 60
_MOST_CHANGES = 200


class QuestionChain(NamedTuple):
    """A chain of one side; ``left_out`` is the number of its mentions that are not listed."""

    sign: str
    label: str
    types: tuple[str, ...]
    entries: tuple[str, ...]  # what it is linked to
    mentions: tuple[str, ...]
    left_out: int = 0


class QuestionSentence(NamedTuple):
    """A part of a document with marked mentions."""

    document: str
    text: str


class QuestionChange(NamedTuple):
    """One own change of a bag (``coala.verdicts.changes``).

    Its ``key`` names it in answers, as ``number`` does, which counts all changes of the bag from 1. Names in
    its ``sentence`` are isolated.
    """

    number: int
    key: str
    kind: str
    sentence: str


class BagQuestion(NamedTuple):
    """The question about one bag; ``number`` counts from 1."""

    number: int
    fingerprint: str
    headline: str
    side_names: tuple[str, str]
    sides: tuple[tuple[QuestionChain, ...], tuple[QuestionChain, ...]]
    sentences: tuple[QuestionSentence, ...]
    changes: tuple[QuestionChange, ...]
    parts: tuple[QuestionPart, ...] = ()
    """All parts of the bag with all their mentions; () for a bag that takes a verdict only."""
    changes_left_out: int = 0
    """The number of own changes that are not listed."""

    def to_json(self) -> dict[str, Any]:
        """Return the question as a line of JSON lines."""
        return {
            "bag": self.number,
            "fingerprint": self.fingerprint,
            "headline": self.headline,
            **{
                name: [_chain_to_json(chain) for chain in side]
                for name, side in zip(self.side_names, self.sides, strict=True)
            },
            "sentences": [sentence._asdict() for sentence in self.sentences],
            **({"parts": [part.to_json(self.side_names) for part in self.parts]} if self.parts else {}),
            "changes": [
                {
                    "change": change.number,
                    "key": change.key,
                    "kind": change.kind,
                    "sentence": clean(change.sentence),
                }
                for change in self.changes
            ],
            **({"changes_left_out": self.changes_left_out} if self.changes_left_out else {}),
        }


def make_question(
    bag: Bag,
    number: int,
    fingerprint: str,
    side_names: tuple[str, str],
    text_of: Callable[[str], str | None],
    parts: Sequence[Part] = (),
    drawn: Set[str] | None = None,
) -> BagQuestion:
    """Return the question about bag ``number`` (from 1); very large bags are cut, but for their ``parts``.

    ``text_of`` returns the text of a document, or None. ``fingerprint`` is that of the list, which a second
    look of a blind review has for itself. If there are ``drawn`` keys, the question lists only changes with
    these.
    """
    prepared = prepare_bag(bag, side_names)
    displayed, chains, _ = prepared
    # The headline has no signs of chains.
    sentences = BagSentences(bag)
    changes, left_out = list_own_changes(prepared, drawn)
    return BagQuestion(
        number,
        fingerprint,
        clean(sentences.headline),
        side_names,
        (
            tuple(_list_chains(chains, displayed, BASELINE, sentences.first)),
            tuple(_list_chains(chains, displayed, CHANGED, sentences.first)),
        ),
        tuple(_write_sentences(chains, displayed, text_of, sentences.first)),
        changes,
        describe_parts(prepared, parts, text_of),
        left_out,
    )


def list_own_changes(
    prepared: PreparedBag, drawn: Set[str] | None = None
) -> tuple[tuple[QuestionChange, ...], int]:
    """Return the own changes that a question lists, and the number of those that it leaves out."""
    sentences = prepared.sentences
    changes = sentences.changes
    keys = ChangeKeys(sentences.bag, changes)
    if drawn is None:
        listed = keys.own[:_MOST_CHANGES]
        left_out = len(keys.own) - len(listed)
    else:
        listed = tuple(place for place in keys.own if not drawn.isdisjoint(keys.find_keys(place)))
        left_out = 0
    described = (
        QuestionChange(
            place + 1,
            keys.find_keys(place)[0],
            changes[place].kind.value,
            sentences.describe(changes[place]),
        )
        for place in listed
    )
    return tuple(described), left_out


def describe_parts(
    prepared: PreparedBag, parts: Sequence[Part], text_of: Callable[[str], str | None]
) -> tuple[QuestionPart, ...]:
    """Return the parts of a bag as its question shows them."""
    signs = list_signs(prepared.chains.order)
    return PartWriter(prepared.displayed.bag, parts, text_of, signs).describe_parts()


def _list_chains(
    chains: Chains, displayed: DisplayedBag, side: int, title: Divergence | None
) -> Iterator[QuestionChain]:
    for chain in chains.first(side, _MOST_CHAINS, title):
        spans = sorted(chain.spans, key=displayed.position_of)[:_MOST_MENTIONS]
        words = (displayed.extents.words(side, span) for span in spans)
        yield QuestionChain(
            chain.sign,
            clean(chain.label),
            tuple(map(clean, chain.types)),
            tuple(clean(entry.shown) for entry in chain.entries),
            tuple(map(write_mention, words)),
            len(chain.spans) - len(spans),
        )


def _write_sentences(
    chains: Chains,
    displayed: DisplayedBag,
    text_of: Callable[[str], str | None],
    title: Divergence | None,
) -> Iterator[QuestionSentence]:
    """Yield the sentences of the mentions: those of mentions that moved first, up to a limit."""
    bag = displayed.bag
    spans = sorted(
        (span for span in range(len(bag.spans)) if not bag.spans[span].unplaced),
        key=lambda span: (not chains.is_divergent(span), displayed.position_of(span)),
    )
    # The pieces of each document, of the first mentions only.
    pieces: dict[str, list[Piece]] = {}
    for span in keep_title(spans, _MOST_SENTENCES, title):
        place = bag.spans[span]
        text = text_of(place.document)
        if text is not None and 0 <= place.begin <= place.end <= len(text):
            pieces.setdefault(place.document, []).append(find_sentence(text, place.begin, place.end))
    for document, found in pieces.items():
        text = text_of(document) or ""
        inside = [span for span in spans if bag.spans[span].document == document]
        for piece in join_pieces(found):
            label = clean(displayed.labels[document])
            yield QuestionSentence(label, _mark_mentions(text, piece, inside, chains, bag))


def _mark_mentions(text: str, piece: Piece, spans: Sequence[int], chains: Chains, bag: Bag) -> str:
    """Return a piece of text with its mentions in brackets; outer ones enclose inner ones."""
    marks: list[tuple[int, int, int, str]] = []
    for span in spans:
        place = bag.spans[span]
        if piece.begin <= place.begin and place.end <= piece.end:
            signs = "→".join(_join_signs(chains.chains_of(side, span)) for side in (BASELINE, CHANGED))
            length = place.end - place.begin
            # Sorted by place; there, brackets close before others open, and the longest opens first.
            marks.append((place.begin, 1, -length, OPEN))
            marks.append((place.end, 0, length, f"|{signs}{CLOSE}"))
    parts, at = [], piece.begin
    for place_of_mark, _, _, mark in sorted(marks):
        parts += [remove_brackets(text[at:place_of_mark]), mark]
        at = place_of_mark
    parts.append(remove_brackets(text[at : piece.end]))
    return " ".join(clean("".join(parts), len(text) + 20 * len(marks)).split())


def _join_signs(chains: Sequence[ShownChain]) -> str:
    return ",".join(chain.sign for chain in chains)


def _chain_to_json(chain: QuestionChain) -> dict[str, Any]:
    more: dict[str, Any] = {"types": list(chain.types)} if chain.types else {}
    more |= {"linked_to": list(chain.entries)} if chain.entries else {}
    more |= {"mentions_left_out": chain.left_out} if chain.left_out else {}
    return {"chain": chain.sign, "label": chain.label, "mentions": list(chain.mentions), **more}
