"""Items and JSON of the classes that the other side parts (``coala score --explain``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coala.base.numerals import count
from coala.base.plain_text import isolate, readable
from coala.diff.names import shorten_document
from coala.engine.class_parts import NamedPart, PartedClass, PartedClasses, PlacedMention
from coala.model.nouns import IN_TEXTS, Nouns, find_record
from coala.present.blocks import Block, Folded, ItemBlock, list_item, say
from coala.results.diff_json import span_to_json

_MOST_CLASSES = 20
"""The most classes of each side in the text; the JSON has all."""

_MOST_MENTIONS = 8
"""The most mentions of a part in the text."""


def report_parted_classes(
    parted: PartedClasses, roles: Sequence[str], nouns: Nouns = IN_TEXTS
) -> Iterator[Block]:
    """Yield the classes of both sides with their parts and missing links; ``roles`` name the sides."""
    for side, role, other, cost in zip(parted, roles, reversed(roles), ("recall", "precision"), strict=True):
        links = sum(len(each.missing) for each in side)
        chains = count(len(side), nouns.chain)
        if not side:
            yield say(f"The {other} divides no {nouns.chain} of the {role}.")
            continue
        items = [item for each in side[:_MOST_CLASSES] for item in _list_parts(each, other, nouns)]
        yield Folded(
            f"The {other} divides {chains} of the {role}; MUC's {cost} lacks {count(links, 'link')}",
            items,
            len(side),
        )


def parted_classes_to_json(parted: PartedClasses) -> dict[str, object]:
    """Return all parted classes of the key and of the response."""
    return {role: list(map(_class_to_json, side)) for role, side in parted._asdict().items()}


def _list_parts(parted: PartedClass, other: str, nouns: Nouns) -> Iterator[ItemBlock]:
    """Yield an item for the class, and items below it for its parts and missing links."""
    size = sum(len(part.mentions) for part in parted.parts)
    yield list_item(
        f"{_show(parted.label)}: {count(size, nouns.mention)} in {count(len(parted.parts), 'part')}, "
        f"{count(len(parted.missing), 'link')} missing"
    )
    for part in parted.parts:
        yield list_item(_describe_part(part, other, nouns), 1)
    for one, later in parted.missing[:_MOST_MENTIONS]:
        place, earlier = _format_place(later), _format_place(one)
        yield list_item(f"missing: {_quote(later)} ({place}) to {_quote(one)} ({earlier})", 1)
    if len(parted.missing) > _MOST_MENTIONS:
        yield list_item(f"and {count(len(parted.missing) - _MOST_MENTIONS, 'more link')}", 1)


def _describe_part(part: NamedPart, other: str, nouns: Nouns) -> str:
    words = ", ".join(map(_quote, part.mentions[:_MOST_MENTIONS]))
    more = f" and {len(part.mentions) - _MOST_MENTIONS:,} more" if len(part.mentions) > _MOST_MENTIONS else ""
    where = (
        f"not in the {other}" if part.other is None else f"in the {other}'s {nouns.chain} {_show(part.other)}"
    )
    return f"{words}{more}: {where}"


def _show(label: str) -> str:
    return isolate(readable(label))


def _quote(mention: PlacedMention) -> str:
    return _format_place(mention) if mention.words is None else f'"{_show(mention.words)}"'


def _format_place(mention: PlacedMention) -> str:
    span = mention.span
    record = find_record(span.document)
    if record is not None:
        return readable(record)
    return f"{shorten_document(span.document)} {span.begin}–{span.end}"


def _class_to_json(parted: PartedClass) -> dict[str, object]:
    return {
        "label": parted.label,
        "parts": [
            {"other": part.other, "mentions": list(map(_mention_to_json, part.mentions))}
            for part in parted.parts
        ],
        "missing": [list(map(_mention_to_json, link)) for link in parted.missing],
    }


def _mention_to_json(mention: PlacedMention) -> dict[str, object]:
    return span_to_json(mention.span) | {"text": mention.words}
