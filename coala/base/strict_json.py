"""JSON as others write it: an object with a key twice is an error, where Python keeps the last value."""

from __future__ import annotations

import json


class DuplicateKeyError(ValueError):
    """An object repeats a key."""


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise DuplicateKeyError(key)
        values[key] = value
    return values


STRICT_DECODER = json.JSONDecoder(object_pairs_hook=_build_object)
"""Raises ``DuplicateKeyError``, and ``ValueError`` for a number with thousands of digits."""
