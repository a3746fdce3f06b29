"""A JSON document whose last member is a long list, in pieces, so that memory does not grow with the list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from coala.base.plain_text import json_encoder
from coala.base.process import without_collector


def stream_json(head: Mapping[str, Any], name: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield an object with the members of ``head`` and, last, the list ``name``, an item on each line."""
    # The closing bracket of the head is left out, and the list is written after it.
    yield json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}") + f',\n  "{name}": ['
    encode = json_encoder(ascii_only=False, comma=", ", colon=": ")
    between = "\n"
    for item in items:
        with without_collector():
            encoded = encode(item)
        yield f"{between}    {encoded}"
        between = ",\n"
    yield "\n  ]\n}\n"
