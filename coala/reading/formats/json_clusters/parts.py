"""An object that holds several documents becomes one object for each, with the same names for chains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.reading.formats.json_clusters.offsets import OffsetError
from coala.reading.formats.json_clusters.shapes import Shape
from coala.reading.formats.json_clusters.spans import shorten_value


class DividedObject(NamedTuple):
    """The documents of one object, and what is wrong with spans that are of none of them."""

    objects: list[dict[str, object]]
    wrong_spans: list[str]


def divide(values: Mapping[str, object], shape: Shape) -> DividedObject:
    """The tokens of each document, and its clusters by name, as objects of the shape that is not divided.

    Raises:
        OffsetError: the tokens or the clusters are no lists.
    """
    key = next((key for key in shape.tokens if isinstance(values.get(key), list)), "")
    tokens, clusters = values.get(key), values.get(shape.clusters)
    if not isinstance(tokens, list) or not isinstance(clusters, list):
        raise OffsetError(f"{key or shape.tokens[0]} or {shape.clusters} is no list")
    strings = next((values[each] for each in shape.strings if isinstance(values.get(each), list)), None)
    spans: list[dict[str, list[object]]] = [{} for _ in tokens]
    words: list[dict[str, list[object]]] = [{} for _ in tokens]
    wrong = []
    for place, cluster in enumerate(clusters):
        if not isinstance(cluster, list):
            raise OffsetError(f"cluster {place} is no list of spans")
        said = strings[place] if isinstance(strings, list) and place < len(strings) else None
        for number, span in enumerate(cluster):
            if not _is_placed(span, len(tokens)):
                wrong.append(
                    f"in cluster {place} {excerpt(shorten_value(span))} is no span: write [document, begin, "
                    f"end], and {len(tokens):,} documents are there"
                )
                continue
            spans[span[0]].setdefault(str(place), []).append(span[1:])
            word = said[number] if isinstance(said, list) and number < len(said) else None
            words[span[0]].setdefault(str(place), []).append(word)
    return DividedObject(
        [
            {key: part, shape.clusters: spans[number]}
            | ({shape.strings[0]: list(words[number].values())} if shape.strings else {})
            for number, part in enumerate(tokens)
        ],
        wrong,
    )


def _is_placed(span: object, documents: int) -> bool:
    return (
        isinstance(span, list)
        and len(span) == 3
        and all(type(number) is int for number in span)
        and 0 <= span[0] < documents
    )
