"""The bytes of bags and texts in a review file: compressed JSON, read as values of declared types.

``pack`` and ``unpack`` convert any JSON value. The other functions convert bags, lists of mentions, gold
chains and texts, and check all that they read, since a file may come from anybody. A damaged part raises
``ReviewError`` with ``what``, the name of the part: "Bag 3 of b.coala is damaged in this review file".

zlib's checksum finds a flipped bit. No content may be more than ``MOST_SWELLING`` times as long as its
compressed bytes, so all of a file together takes at most this multiple of its size.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from coala.base.plain_text import json_encoder
from coala.errors import DamagedReviewError
from coala.model.bag import (
    Bag,
    Divergence,
    DocumentMentions,
    GoldChain,
    Instance,
)
from coala.model.kinds import FACT_KINDS
from coala.model.values import Span

MOST_SWELLING = 32
"""The greatest ratio of content to compressed bytes; in real corpora it is 20 at most."""

_LARGEST = 512 * 2**20
"""In bytes: far above the largest bag that a screen can show, far below the memory of a machine."""

_WINDOW_BITS = 12
_MEMORY_LEVEL = 5
"""For bytes that fit into this window: zlib's own level clears a quarter of a megabyte for each bag."""


def compress(raw: bytes, level: int = 1) -> bytes:
    """Return ``raw`` as compressed bytes that ``inflate`` takes."""
    if len(raw) > 1 << _WINDOW_BITS:
        data = zlib.compress(raw, level)
    else:
        deflate = zlib.compressobj(level, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)
        data = deflate.compress(raw) + deflate.flush()
    if len(raw) > MOST_SWELLING * len(data):
        # For example one sentence a thousand times. Without repetitions a byte swells to eight at most.
        deflate = zlib.compressobj(level, strategy=zlib.Z_HUFFMAN_ONLY)
        data = deflate.compress(raw) + deflate.flush()
    return data


def inflate(data: bytes) -> bytes:
    """Return the decompressed bytes; raise ``TypeError``, ``ValueError`` or ``zlib.error`` for damaged ones.

    Bytes that would swell further than any that this program writes are refused before they do.
    """
    inflate = zlib.decompressobj()
    raw = inflate.decompress(data, min(_LARGEST, MOST_SWELLING * len(data)))
    if not inflate.eof:
        raise ValueError("unfinished")
    return raw


_STATEMENT_ARGUMENTS = 2
"""The number of arguments of a statement: its subject and its object."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_encode_surrogates = json_encoder(ascii_only=False)

_Value = TypeVar("_Value")


class _StoredBag(NamedTuple):
    """The fields of ``Bag`` as a file has them."""

    fingerprint: str
    title: str
    spans: tuple[Span, ...]
    words: tuple[str | None, ...]
    baseline: tuple[Instance, ...]
    changed: tuple[Instance, ...]
    partners: tuple[tuple[int, int], ...]
    divergences: tuple[Divergence, ...]


@cache
def _decoder_of(declared: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(declared)


def from_json(value: Any, declared: type[_Value]) -> _Value:
    """Return a JSON value as a tuple, named tuple or dataclass of these types.

    Raises ``ValueError`` if a part of it has another type or length.
    """
    try:
        return msgspec.convert(value, declared, str_keys=True)
    except msgspec.ValidationError as error:
        # Before version 0.21 this is no ValueError.
        raise ValueError(str(error)) from error


def require_types(value: _Value, declared: type[_Value]) -> _Value:
    """Return a value that was built by hand from JSON; raise ``ValueError`` if its parts have other types."""
    from_json(msgspec.to_builtins(value, builtin_types=(bytes,)), declared)
    return value


def pack(value: Any) -> bytes:
    """Return a JSON value without floats as compressed bytes."""
    try:
        raw = _encode(value)
    except UnicodeEncodeError:
        raw = _encode_surrogates(value).encode("utf-8", "surrogatepass")
    return compress(raw)


def unpack(data: bytes, what: str) -> Any:
    """Return the JSON value in compressed bytes; ``what`` names it in the ``ReviewError`` if damaged."""
    try:
        raw = inflate(data)
    except (TypeError, ValueError, zlib.error) as error:
        raise DamagedReviewError(damaged(what)) from error
    return json_of(raw, what)


def json_of(raw: bytes, what: str) -> Any:
    """Return the JSON value in inflated bytes, as ``unpack``."""
    try:
        return _decode(raw)
    except (ValueError, msgspec.DecodeError, RecursionError):
        # The decoder knows no lone surrogates.
        try:
            return json.loads(raw.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError) as error:
            raise DamagedReviewError(damaged(what)) from error


def is_whole(data: bytes) -> bool:
    """Return True if compressed bytes are as they were written, by their checksum alone."""
    try:
        inflate(data)
    except (TypeError, ValueError, zlib.error):
        return False
    return True


def damaged(what: str) -> str:
    """Return the error for a part of a review that is not as it was written."""
    return f"{what} is damaged in this review file"


def pack_text(document: str, text: str) -> bytes:
    """Return a document's text as compressed bytes that belong to this document alone."""
    return pack([document, text])


def unpack_text(data: bytes, document: str) -> str:
    """Return the text that ``pack_text`` packed."""
    what = f"The text of {document}"
    match unpack(data, what):
        case [str(name), str(text)] if name == document:
            return text
    raise DamagedReviewError(damaged(what))


def bag_to_json(bag: Bag) -> _StoredBag:
    """Return the fields of a bag in their order."""
    return _StoredBag(
        bag.fingerprint,
        bag.title,
        tuple(bag.spans),
        tuple(bag.words),
        tuple(bag.baseline),
        tuple(bag.changed),
        tuple(bag.partners),
        tuple(bag.divergences),
    )


def bag_from_json(value: Any, what: str) -> Bag:
    """Return the bag whose fields are in ``value``; raises ``ReviewError`` if they are not a whole bag."""
    try:
        return _check_bag(Bag(*from_json(value, _StoredBag)))
    except ValueError as error:
        raise DamagedReviewError(damaged(what)) from error


def _check_bag(bag: Bag) -> Bag:
    """Return the bag; raises ``ValueError`` if its facts or indices do not fit together."""
    _check_facts(bag.divergences)
    _check_indices(bag)
    return bag


def pack_mentions(document: str, mentions: DocumentMentions) -> bytes:
    """Return the mentions of a document as compressed bytes that belong to this document alone."""
    return pack((document, mentions))


def unpack_mentions(data: bytes, document: str) -> DocumentMentions:
    """Return the mentions that ``pack_mentions`` packed."""
    what = f"The list of mentions of {document}"
    name, mentions = _unpack_as(data, tuple[str, DocumentMentions], what)
    spans = (*mentions.baseline, *mentions.changed, *(mention.span for mention in mentions.gold))
    owned = zip((mentions.baseline, mentions.changed), mentions.chains, strict=True)
    if (
        name != document
        or not all(span.document == document and 0 <= span.begin <= span.end for span in spans)
        or not all(len(own) == len(chains) and all(chains) for own, chains in owned)
        or min(chain.from_iterable(chain.from_iterable(mentions.chains)), default=0) < 0
    ):
        raise DamagedReviewError(damaged(what))
    return mentions


def gold_from_json(value: Any, fingerprint: str, spans: int, what: str) -> tuple[GoldChain, ...]:
    """Return gold's chains of the bag with this fingerprint and number of spans.

    ``value`` is a list of fingerprint and chains.
    """
    try:
        owner, chains = from_json(value, tuple[str, tuple[GoldChain, ...]])
        _check_all_in(range(spans), list(chain.from_iterable(each.spans for each in chains)))
        if owner != fingerprint:
            raise ValueError("fingerprint")
    except ValueError as error:
        raise DamagedReviewError(damaged(what)) from error
    return chains


def _check_facts(rows: Iterable[Divergence]) -> None:
    """Raise ``ValueError`` unless exactly the rows about facts have a fact, with the right arguments."""
    for row in rows:
        if (row.fact is None) is (row.kind in FACT_KINDS):
            raise ValueError("fact")
        if row.fact is not None and not row.fact.is_event and len(row.fact.arguments) != _STATEMENT_ARGUMENTS:
            raise ValueError("arguments")


def _check_indices(bag: Bag) -> None:
    """Raise ``ValueError`` for indices past the end of a list, which a foreign file may have."""
    spans, sides = range(len(bag.spans)), (range(len(bag.baseline)), range(len(bag.changed)))
    if len(bag.words) != len(bag.spans):
        raise ValueError("words")
    instances = (*bag.baseline, *bag.changed)
    chains = [each.spans for each in instances]
    if not all(chains):
        raise ValueError("a chain without mentions")
    extents = [extent.span for each in instances if each.extents for extent in each.extents]
    used = chains + [row.spans for row in bag.divergences]
    _check_all_in(spans, [*chain.from_iterable(used), *extents])
    for side, partners, rows in (
        (sides[0], [first for first, _ in bag.partners], [row.baseline for row in bag.divergences]),
        (sides[1], [second for _, second in bag.partners], [row.changed for row in bag.divergences]),
    ):
        _check_all_in(side, partners + [place for place in rows if place is not None])


def _check_all_in(places: range, found: Sequence[int]) -> None:
    # Checks only the least and the greatest index, which is fast for a hundred thousand.
    if found and (min(found) < places.start or max(found) >= places.stop):
        raise ValueError("indices")


def pack_bag(bag: Bag) -> bytes:
    """Return a bag as compressed bytes."""
    return pack(bag_to_json(bag))


def unpack_bag(data: bytes, what: str) -> Bag:
    """Return the bag in these bytes; ``what`` names it in the ``ReviewError`` for bytes that hold none."""
    try:
        return _check_bag(Bag(*_unpack_as(data, _StoredBag, what)))
    except ValueError as error:
        raise DamagedReviewError(damaged(what)) from error


def _unpack_as(data: bytes, declared: type[_Value], what: str) -> _Value:
    """Return the value of this type in compressed bytes; ``what`` names it in the ``ReviewError``."""
    try:
        value: _Value = _decoder_of(cast(Any, declared)).decode(inflate(data))
    except (TypeError, ValueError, zlib.error, msgspec.DecodeError):
        # The decoder knows no lone surrogates, and damage gets its sentence on the slower way.
        try:
            return from_json(unpack(data, what), declared)
        except ValueError as error:
            raise DamagedReviewError(damaged(what)) from error
    return value
