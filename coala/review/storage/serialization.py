"""A bag or a text becomes the bytes that a review file keeps, and comes back from them.

The bytes are compressed JSON (``storage.compression``).

Compressed bytes in a review file, which never swell further than what COALA writes.

zlib's checksum finds a flipped bit. No content may be more than ``MOST_SWELLING`` times as long as its
compressed bytes, so all of a file together takes at most so many times its size.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from itertools import accumulate, chain
from typing import Any

from coala.base.plain_text import json_encoder
from coala.errors import DamagedReviewError
from coala.model.bag import (
    Bag,
    Direction,
    Divergence,
    DocumentMentions,
    Extent,
    FactArgument,
    FactPlace,
    GoldChain,
    GoldMention,
    Instance,
    Statement,
    Term,
    ToldFact,
)
from coala.model.kinds import FACT_KINDS, Kind
from coala.model.values import Span
from coala.review.storage.schema import check_types

MOST_SWELLING = 32
"""Bags, texts and indexes of real corpora swell to 20 times their compressed bytes at most."""

_LARGEST = 512 * 2**20
"""Bytes: far above the largest bag that a screen can show, far below what a machine has."""

_WINDOW_BITS = 12
_MEMORY_LEVEL = 5
"""For bytes that fit into this window: zlib's own clears a quarter of a megabyte for each bag."""


def compress(raw: bytes, level: int = 1) -> bytes:
    """Return ``raw`` as compressed bytes that ``inflate`` takes."""
    if len(raw) > 1 << _WINDOW_BITS:
        data = zlib.compress(raw, level)
    else:
        deflate = zlib.compressobj(level, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)
        data = deflate.compress(raw) + deflate.flush()
    if len(raw) > MOST_SWELLING * len(data):
        # One sentence a thousand times: without repetitions a byte stands for eight at most.
        deflate = zlib.compressobj(level, strategy=zlib.Z_HUFFMAN_ONLY)
        data = deflate.compress(raw) + deflate.flush()
    return data


def inflate(data: bytes) -> bytes:
    """Return what was compressed; raises ``TypeError``, ``ValueError`` or ``zlib.error`` if it is not whole.

    Bytes that would swell further than any that were written here are refused before they do.
    """
    inflate = zlib.decompressobj()
    raw = inflate.decompress(data, min(_LARGEST, MOST_SWELLING * len(data)))
    if not inflate.eof:
        raise ValueError("unfinished")
    return raw


_ENDS = 2
"""The arguments of a statement: its subject and its object."""

_encode = json_encoder(ascii_only=False)


def pack(value: Any) -> bytes:
    """A JSON value as compressed bytes."""
    return compress(_encode(value).encode("utf-8", "surrogatepass"))


def unpack(data: bytes, what: str) -> Any:
    """The JSON value in compressed bytes; ``what`` names it in the ``ReviewError`` of a damaged one."""
    try:
        raw = inflate(data)
    except (TypeError, ValueError, zlib.error) as error:
        raise DamagedReviewError(damaged(what)) from error
    return json_of(raw, what)


def json_of(raw: bytes, what: str) -> Any:
    """The JSON value in inflated bytes, as ``unpack``."""
    try:
        return json.loads(raw.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise DamagedReviewError(damaged(what)) from error


def is_whole(data: bytes) -> bool:
    """Whether compressed bytes are as they were written, by their checksum alone."""
    try:
        inflate(data)
    except (TypeError, ValueError, zlib.error):
        return False
    return True


def damaged(what: str) -> str:
    """What the user reads when a part of a review is not as it was written."""
    return f"{what} is damaged in this review file"


def pack_text(document: str, text: str) -> bytes:
    """A document's text as compressed bytes that belong to this document alone."""
    return pack([document, text])


def unpack_text(data: bytes, document: str) -> str:
    """The inverse of ``pack_text``."""
    what = f"The text of {document}"
    match unpack(data, what):
        case [str(name), str(text)] if name == document:
            return text
    raise DamagedReviewError(damaged(what))


def bag_to_json(bag: Bag) -> list[Any]:
    """A bag as nested lists, in the order of its fields."""
    return [
        bag.fingerprint,
        bag.title,
        [span.stored for span in bag.spans],
        list(bag.words),
        [instance_to_json(instance) for instance in bag.baseline],
        [instance_to_json(instance) for instance in bag.changed],
        bag.partners,
        bag.divergences,
    ]


def bag_from_json(value: Any, what: str) -> Bag:
    """The inverse of ``bag_to_json``; raises ``ReviewError`` when the lists are not a whole bag's."""
    try:
        fingerprint, title, spans, words, baseline, changed, partners, divergences = value
        bag = Bag(
            fingerprint,
            title,
            _spans(spans),
            tuple(words),
            tuple(instance_from_json(instance) for instance in baseline),
            tuple(instance_from_json(instance) for instance in changed),
            tuple((first, second) for first, second in partners),
            tuple(divergence_from_json(divergence) for divergence in divergences),
        )
        check_types([bag], Bag)
        _check_indices(bag)
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise DamagedReviewError(damaged(what)) from error
    return bag


def _spans(value: Any) -> tuple[Span, ...]:
    """The spans of a bag, most of which are one stretch, and whose documents are but a few strings."""
    named: dict[str, str] = {}
    return tuple(
        Span(named.setdefault(span[0], span[0]), span[1], span[2])
        if len(span) == 4 and not span[3]
        else span_from_json(span)
        for span in value
    )


def span_from_json(value: Any) -> Span:
    """The inverse of a stored span, which has marks only if it is a zero or has no place in the text."""
    document, begin, end, fragments, *marks = value
    return Span(document, begin, end, tuple((first, last) for first, last in fragments), *marks)


def mentions_to_json(document: str, mentions: DocumentMentions) -> list[Any]:
    """The mentions of a document as short lists: a span that several graphs have stands once."""
    graphs: dict[Span, int] = {}
    for graph, spans in enumerate((mentions.baseline, mentions.changed, (row.span for row in mentions.gold))):
        for span in spans:
            graphs[span] = graphs.get(span, 0) | 1 << graph
    spans = sorted(graphs)
    begins = [span.begin for span in spans]
    return [
        document,
        [begin - before for before, begin in zip([0, *begins], begins, strict=False)],
        [span.end - span.begin for span in spans],
        "".join(str(graphs[span]) for span in spans),
        [[index, *span[3:]] for index, span in enumerate(spans) if any(span[3:])],
        [row.chains for row in sorted(mentions.gold)],
    ]


def mentions_from_json(value: Any, document: str, what: str) -> DocumentMentions:
    """The inverse of ``mentions_to_json``; raises ``ReviewError`` when the lists are not this document's."""
    try:
        name, steps, lengths, graphs, odd, chains = value
        if name != document:
            raise ValueError("document")
        begins = list(accumulate(steps))
        spans = [Span(document, begin, begin + length) for begin, length in zip(begins, lengths, strict=True)]
        for index, fragments, zero, unplaced in odd:
            parts = tuple((first, last) for first, last in fragments)
            spans[index] = spans[index]._replace(fragments=parts, zero=zero, unplaced=unplaced)
        baseline, changed, gold = (
            tuple(span for span, graph in zip(spans, map(int, graphs), strict=True) if graph >> side & 1)
            for side in range(3)
        )
        marked = map(GoldMention, gold, map(tuple, chains))
        mentions = DocumentMentions(baseline, changed, tuple(marked))
        check_types([mentions], DocumentMentions)
        if len(chains) != len(gold) or any(span.begin < 0 or span.end < span.begin for span in spans):
            raise ValueError("spans")
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise DamagedReviewError(damaged(what)) from error
    return mentions


def gold_from_json(value: Any, fingerprint: str, spans: int, what: str) -> tuple[GoldChain, ...]:
    """Gold's chains of the bag with this fingerprint and so many spans, from [fingerprint, chains]."""
    try:
        owner, stored = value
        chains = tuple(GoldChain._make([*chain[:3], tuple(chain[3]), *chain[4:]]) for chain in stored)
        check_types(chains, GoldChain)
        places = range(spans)
        if owner != fingerprint or not all(index in places for chain in chains for index in chain.spans):
            raise ValueError("chains")
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise DamagedReviewError(damaged(what)) from error
    return chains


def instance_to_json(instance: Instance) -> Any:
    """An instance as a list, in the order of its fields."""
    if not instance.extents:
        return instance
    return instance._replace(
        extents=tuple((index, own.stored, words) for index, own, words in instance.extents)  # type: ignore[misc]
    )


def instance_from_json(value: Any) -> Instance:
    """The inverse of ``instance_to_json``; raises ``TypeError`` or ``ValueError``."""
    label, name, spans, types, statements, extents = value
    return Instance(
        label,
        name,
        tuple(spans),
        tuple(Term(*term) for term in types),
        tuple(Statement(Term(*predicate), Term(*value), inverse) for predicate, value, inverse in statements),
        tuple(Extent(index, span_from_json(own), words) for index, own, words in extents),
    )


def divergence_from_json(value: Any) -> Divergence:
    """A row from the list of its fields; raises ``TypeError`` or ``ValueError``."""
    kind, baseline, changed, spans, sentence, added, dropped, direction, fact = value
    if (fact is None) is (Kind(kind) in FACT_KINDS):
        raise ValueError("fact")
    return Divergence(
        Kind(kind),
        baseline,
        changed,
        tuple(spans),
        sentence,
        tuple(added),
        tuple(dropped),
        Direction(direction),
        None if fact is None else _fact(fact),
    )


def _fact(value: Any) -> ToldFact:
    before, after, is_event, arguments, places = value
    if not is_event and len(arguments) != _ENDS:
        raise ValueError("arguments")
    return ToldFact(
        None if before is None else Term(*before),
        None if after is None else Term(*after),
        is_event,
        tuple(
            FactArgument(Term(*role), old, new, differs, None if former is None else Term(*former))
            for role, old, new, differs, former in arguments
        ),
        tuple(FactPlace(role, span_from_json(span), *said) for role, span, *said in places),
    )


def _check_indices(bag: Bag) -> None:
    """A foreign file must not send the desktop past the end of a list."""
    spans, sides = range(len(bag.spans)), (range(len(bag.baseline)), range(len(bag.changed)))
    if len(bag.words) != len(bag.spans):
        raise ValueError("words")
    instances = (*bag.baseline, *bag.changed)
    if not all(instance.spans for instance in instances):
        raise ValueError("a chain without mentions")
    _check_all_in(spans, chain.from_iterable(instance.spans for instance in instances))
    _check_all_in(spans, (extent.span for instance in instances for extent in instance.extents))
    _check_all_in(sides[0], (first for first, _ in bag.partners))
    _check_all_in(sides[1], (second for _, second in bag.partners))
    _check_all_in(spans, chain.from_iterable(row.spans for row in bag.divergences))
    _check_all_in(sides[0], (row.baseline for row in bag.divergences if row.baseline is not None))
    _check_all_in(sides[1], (row.changed for row in bag.divergences if row.changed is not None))


def _check_all_in(places: range, indices: Iterable[int]) -> None:
    # The least and the greatest of a bag's hundred thousands tell of all.
    found = list(indices)
    if found and (min(found) < places.start or max(found) >= places.stop):
        raise ValueError("indices")
