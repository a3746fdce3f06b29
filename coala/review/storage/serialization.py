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
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple, TypeVar

import msgspec

from coala.base.plain_text import json_encoder
from coala.errors import DamagedReviewError
from coala.model.bag import (
    NO_TRAITS,
    Bag,
    ChainTraits,
    Divergence,
    DocumentMentions,
    GoldChain,
    GoldMention,
    Instance,
)
from coala.model.kinds import FACT_KINDS
from coala.model.values import Fragments, Span

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


_decode_bag = msgspec.json.Decoder(_StoredBag).decode


def from_json(value: Any, declared: type[_Value]) -> _Value:
    """Return a JSON value as a tuple, named tuple or dataclass of these types.

    Raises ``ValueError`` if a part of it has another type or length.
    """
    try:
        return msgspec.convert(value, declared)
    except msgspec.ValidationError as error:
        # Before version 0.21 this is no ValueError.
        raise ValueError(str(error)) from error


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


def mentions_to_json(document: str, mentions: DocumentMentions) -> list[Any]:
    """Return the mentions of a document as short lists; a span that several graphs have is written once.

    The spans 3 to 7 (in the baseline and in gold) and 9 to 12 (in the changed graph) are

        ["a.txt", [3, 6], [4, 3], "52", [], [[8]], [[0], [[1]]], [["Person"], [[[0], []]], [1], [0, 1]]]

    This is: the document, the distance of each begin from the one before, the lengths, one digit for each
    span (baseline 1, changed 2 and gold 4, added up), spans with gaps or other marks, and for each gold span
    the numbers of its chains. Then come the chains of each mention of the baseline and of the changed graph
    (``_chains_to_json``), and what these chains are (``_traits_to_json``).
    """
    # Each span with its digit.
    graphs = dict.fromkeys(mentions.baseline, 1)
    for bit, others in ((2, mentions.changed), (4, [row.span for row in mentions.gold])):
        for span in others:
            graphs[span] = graphs.get(span, 0) | bit
    spans = sorted(graphs)
    begins = [span.begin for span in spans]
    return [
        document,
        [begin - before for before, begin in zip([0, *begins], begins, strict=False)],
        [span.end - span.begin for span in spans],
        "".join(map("01234567".__getitem__, map(graphs.__getitem__, spans))),
        [[index, *span[3:]] for index, span in enumerate(spans) if span[3:] != _PLAIN],
        [row.chains for row in sorted(mentions.gold)],
        _chains_to_json(mentions),
        _traits_to_json(*mentions.traits),
    ]


def _chains_to_json(mentions: DocumentMentions) -> tuple[list[Any], list[Any]]:
    """Return for each mention of both graphs, in text order, the numbers of its chains in small numbers.

    In the baseline a single number is written as the distance from the next new one: 0 for a new chain. In
    the changed graph 0 means the numbers that the baseline has for the span.
    """
    old, new = (
        dict(zip(spans, chains, strict=True))
        for spans, chains in zip((mentions.baseline, mentions.changed), mentions.chains, strict=True)
    )
    before: list[Any] = []
    unused = 0
    for span in sorted(old):
        numbers = old[span]
        before.append(unused - numbers[0] if len(numbers) == 1 else numbers)
        unused = max(unused, *(number + 1 for number in numbers))
    return before, [0 if old.get(span) == new[span] else new[span] for span in sorted(new)]


def _traits_to_json(baseline: Mapping[int, ChainTraits], changed: Mapping[int, ChainTraits]) -> list[Any]:
    """Return the texts of traits, the distinct traits by their texts, and those of each chain.

    Chains have 0 for no traits, else 1 and more; those of the changed graph have -1 for the same as in the
    baseline.
    """
    texts: dict[str, int] = {}
    kinds: dict[ChainTraits, int] = {}
    before, after = (
        [
            kinds.setdefault(found, len(kinds) + 1) if (found := side.get(number)) else 0
            for number in range(max(side, default=-1) + 1)
        ]
        for side in (baseline, changed)
    )
    same = [
        -1 if number < len(before) and kind == before[number] else kind for number, kind in enumerate(after)
    ]
    listed = [[[texts.setdefault(text, len(texts)) for text in part] for part in traits] for traits in kinds]
    return [[*texts], listed, before, same]


_PLAIN = ((), "", "")
"""The last three fields of a ``Span`` without gaps that has words and a place in the text."""


class _StoredMentions(NamedTuple):
    """The lists of ``mentions_to_json``."""

    document: str
    steps: list[int]
    lengths: list[int]
    graphs: str
    odd: list[tuple[int, Fragments, str, str]]
    gold: list[tuple[int, ...]]
    chains: tuple[list[int | tuple[int, ...]], list[int | tuple[int, ...]]]
    traits: tuple[list[str], list[tuple[list[int], list[int]]], list[int], list[int]]


def mentions_from_json(value: Any, document: str, what: str) -> DocumentMentions:
    """Return the mentions of ``mentions_to_json``; raise ``ReviewError`` if they are of another document."""
    try:
        name, steps, lengths, graphs, odd, gold_chains, chains, traits = from_json(value, _StoredMentions)
        if name != document or min(lengths, default=0) < 0:
            raise ValueError("document or lengths")
        begins = list(accumulate(steps))
        spans = [Span(document, begin, begin + length) for begin, length in zip(begins, lengths, strict=True)]
        for index, fragments, zero, unplaced in odd:
            spans[index] = Span(*spans[index][:3], fragments, zero, unplaced)
        digits = list(map(int, graphs))
        # Bit 0 of the digit of a span is set if the baseline has it, bit 1 for the changed graph, bit 2 for
        # gold.
        baseline, changed, gold = (
            tuple(span for span, digit in zip(spans, digits, strict=True) if digit >> bit & 1)
            for bit in range(3)
        )
        marked = tuple(GoldMention(*pair) for pair in zip(gold, gold_chains, strict=True))
        if min(begins, default=0) < 0:
            raise ValueError("begins")
        own_chains = _chains_from_json(baseline, changed, *chains)
        own_traits = _traits_from_json(*traits)
    except (ValueError, LookupError) as error:
        raise DamagedReviewError(damaged(what)) from error
    return DocumentMentions(baseline, changed, marked, own_chains, own_traits)


_Chains = tuple[tuple[int, ...], ...]


def _chains_from_json(
    baseline: Sequence[Span],
    changed: Sequence[Span],
    before: Sequence[int | tuple[int, ...]],
    after: Sequence[int | tuple[int, ...]],
) -> tuple[_Chains, _Chains]:
    """Return the chains of ``_chains_to_json``; raise ``ValueError`` or ``LookupError`` for others."""
    old: dict[Span, tuple[int, ...]] = {}
    unused = 0
    for span, code in zip(baseline, before, strict=True):
        old[span] = numbers = (unused - code,) if isinstance(code, int) else code
        unused = max([unused, *(number + 1 for number in numbers)])
    new = tuple(
        old[span] if isinstance(code, int) else code for span, code in zip(changed, after, strict=True)
    )
    if not all((*old.values(), *new)) or min(chain.from_iterable((*old.values(), *new)), default=0) < 0:
        raise ValueError("numbers")
    return tuple(old.values()), new


def _traits_from_json(
    texts: Sequence[str],
    kinds: Sequence[tuple[list[int], list[int]]],
    before: Sequence[int],
    after: Sequence[int],
) -> tuple[dict[int, ChainTraits], dict[int, ChainTraits]]:
    """Return the traits of ``_traits_to_json``; raise ``ValueError`` or ``LookupError`` for others."""
    _check_all_in(range(len(texts)), chain.from_iterable(chain.from_iterable(kinds)))
    known = [
        NO_TRAITS,
        *(ChainTraits(*(tuple(map(texts.__getitem__, part)) for part in parts)) for parts in kinds),
    ]
    after = [before[number] if kind == -1 else kind for number, kind in enumerate(after)]
    _check_all_in(range(len(known)), chain(before, after))
    old, new = ({number: known[kind] for number, kind in enumerate(side) if kind} for side in (before, after))
    return old, new


def gold_from_json(value: Any, fingerprint: str, spans: int, what: str) -> tuple[GoldChain, ...]:
    """Return gold's chains of the bag with this fingerprint and number of spans.

    ``value`` is a list of fingerprint and chains.
    """
    try:
        owner, chains = from_json(value, tuple[str, tuple[GoldChain, ...]])
        _check_all_in(range(spans), chain.from_iterable(each.spans for each in chains))
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
    # Checks only the least and the greatest index, which is fast for a hundred thousand.
    found = list(indices)
    if found and (min(found) < places.start or max(found) >= places.stop):
        raise ValueError("indices")


def pack_bag(bag: Bag) -> bytes:
    """Return a bag as compressed bytes."""
    return pack(bag_to_json(bag))


def unpack_bag(data: bytes, what: str) -> Bag:
    """Return the bag in these bytes; ``what`` names it in the ``ReviewError`` for bytes that hold none."""
    try:
        return _check_bag(Bag(*_decode_bag(inflate(data))))
    except (TypeError, ValueError, zlib.error, msgspec.DecodeError):
        # The decoder knows no lone surrogates, and damage gets its sentence on the slower way.
        return bag_from_json(unpack(data, what), what)
