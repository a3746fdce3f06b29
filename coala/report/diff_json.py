"""A comparison to the JSON of ``coala diff`` (specification, section 7), bag by bag."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from coala.comparison import Comparison
from coala.model import Bag, Span
from coala.summary import to_json


def diff_json(comparison: Comparison) -> Iterator[str]:
    """The ``coala-diff/1`` document in chunks, so that a hundred thousand bags need no memory at once."""
    head = json.dumps(to_json(comparison.summary), indent=2, ensure_ascii=False)
    yield head.removesuffix("\n}") + ',\n  "interesting_bags": ['
    separator = "\n"
    for bag, shares in comparison.interesting():
        yield f"{separator}    {json.dumps(_bag(bag) | {'shares': shares}, ensure_ascii=False)}"
        separator = ",\n"
    yield "\n  ]\n}\n"


def _bag(bag: Bag) -> dict[str, Any]:
    return {
        "fingerprint": bag.fingerprint,
        "title": bag.title,
        "spans": [_span(span, words) for span, words in zip(bag.spans, bag.words, strict=True)],
        "divergences": [
            {
                "kind": row.kind.value,
                "sentence": row.sentence,
                "spans": list(row.spans),
                "added": list(row.added),
                "dropped": list(row.dropped),
            }
            | ({"direction": row.direction} if row.direction else {})
            for row in bag.divergences
        ],
    }


def _span(span: Span, words: str | None) -> dict[str, Any]:
    plain = {"document": span.document, "begin": span.begin, "end": span.end, "text": words}
    return plain | ({"fragments": span.fragments} if span.fragments else {})
