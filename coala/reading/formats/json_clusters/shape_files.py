"""The name of a shape of JSON, or a TOML file, becomes a ``Shape``; a complaint names file and key.

Only the parent process loads shapes, and hands them to the child. ``docs/formats.md`` explains the file to
those who write one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from coala.base.files import read_toml
from coala.base.plain_text import excerpt, readable
from coala.errors import ReadingError
from coala.model.option import AUTO
from coala.reading.formats.json_clusters.offsets import COUNTED, ENDS_OF_SPANS, SYNONYMS
from coala.reading.formats.json_clusters.shapes import IN_DOCUMENT, IN_SENTENCE, Shape, Shapes

FOLDER_OF_SHAPES = os.path.dirname(os.path.abspath(__file__))

_LARGEST = 1 << 20
"""Bytes of a file; the largest that comes with COALA has four hundred."""

_KINDS = {str: "a text", tuple: "a list of texts", bool: "true or false", int: "0 or 1"}

_NEEDED_BY = {
    "word": "words",
    "words": "tokens",
    "sentence_of_token": "tokens",
    "pieces": "tokens",
    "piece_words": "pieces",
    "piece_sentences": "pieces",
    "sentence": "span",
    "string": "span",
    "part": "document",
    "chain": "span",
}
"""What means nothing without another key."""


def shipped_shapes() -> dict[str, str]:
    """The name of each shape that comes with COALA, and its file."""
    files = sorted(file for file in os.listdir(FOLDER_OF_SHAPES) if file.endswith(".toml"))
    return {file.removesuffix(".toml"): os.path.join(FOLDER_OF_SHAPES, file) for file in files}


def locate_shape(name_or_file: str) -> str:
    """The same name, or the path of the file from wherever one looks."""
    known = name_or_file in ("", AUTO, *shipped_shapes())
    return name_or_file if known else str(Path(name_or_file).absolute())


def load_shapes(name_or_file: str = AUTO) -> Shapes:
    """The shapes that an object may have: the one named, whatever its keys, or for ``auto`` all shipped ones.

    Raises:
        ReadingError: there is no such shape, or the file is not one; it names the file and the key.
    """
    if name_or_file != AUTO:
        return Shapes((load_shape(name_or_file),), named=True)
    return Shapes(tuple(map(load_shape, shipped_shapes())), named=False)


def load_shape(name_or_file: str) -> Shape:
    """Load a shape that comes with COALA by its name, or one's own from a TOML file.

    Raises:
        ReadingError: as ``load_shapes``.
    """
    known = shipped_shapes()
    file = known.get(name_or_file, name_or_file)
    shown = readable(file)
    try:
        table = read_toml(file, _LARGEST)
    except OSError as error:
        raise ReadingError(
            f"{shown}: there is no such shape of JSON ({error.strerror}): give one of {', '.join(known)}, or "
            "the path of a TOML file."
        ) from error
    except ValueError as error:
        raise ReadingError(f"{shown}: this shape of JSON is not valid TOML: {error}.") from error
    return _checked(shown, table)


def _checked(file: str, table: dict[str, Any]) -> Shape:
    """The shape that a table describes.

    Raises:
        ReadingError: something is missing, misspelt or contradictory.
    """
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in Shape._fields:
            raise _error(file, excerpt(key), f"is unknown; known are {', '.join(Shape._fields)}")
        values[key] = _value(file, key, value)
    for key in ("title", "clusters"):
        if not values.get(key):
            raise _error(file, key, "is missing: name " + ("the shape" if key == "title" else "the chains"))
    shape = Shape(**{"keys": (values["clusters"],), **values})
    if not shape.text and not shape.tokens:
        raise _error(file, "text", "is missing, and so is tokens: offsets need one of them")
    for key, needed in _NEEDED_BY.items():
        if getattr(shape, key) and not getattr(shape, needed):
            raise _error(file, key, f"means nothing without {needed}: add that, or leave it out")
    for key, allowed in (
        ("unit", COUNTED),
        ("end", ENDS_OF_SPANS),
        ("counted_in", (IN_SENTENCE, IN_DOCUMENT)),
    ):
        if getattr(shape, key) not in ("", *allowed):
            raise _error(
                file, key, f"must be one of {', '.join(allowed)}, not {excerpt(getattr(shape, key))}"
            )
    if shape.unit == "token" and not shape.tokens:
        raise _error(file, "unit", "is token, but there is only text: name the tokens")
    if shape.counted_in and (not shape.tokens or shape.unit != "token"):
        raise _error(file, "counted_in", 'is for tokens in lists: name tokens, and unit = "token"')
    if shape.counted_in == IN_DOCUMENT and (shape.words or shape.pieces or shape.span):
        raise _error(file, "counted_in", "is document, which is for lists of words and of numbers alone")
    if shape.sentence and shape.counted_in != IN_SENTENCE:
        raise _error(file, "sentence", 'means nothing without counted_in = "sentence"')
    if shape.chain and shape.members:
        raise _error(
            file, "members", "and chain exclude each other: clusters have mentions, or mentions a chain"
        )
    if shape.clusters in (shape.text, *shape.tokens):
        raise _error(file, "clusters", "is also the key of the text: the chains have a key of their own")
    if len(shape.span) > 2:
        raise _error(file, "span", "has more than two keys: one for begin and end, or one for each")
    return shape


def _value(file: str, key: str, value: Any) -> Any:
    """What stands under a key, of the type that belongs there."""
    kind = type(Shape._field_defaults.get(key, () if key == "keys" else ""))
    if kind is tuple and isinstance(value, str):
        value = [value]
    if kind is tuple and isinstance(value, list) and all(type(item) is str and item for item in value):
        return tuple(value)
    if type(value) is not kind or kind is tuple or (kind is int and value not in (0, 1)):
        raise _error(file, key, f"must be {_KINDS[kind]}")
    return SYNONYMS.get(value, value) if key == "unit" else value


def _error(file: str, key: str, what: str) -> ReadingError:
    return ReadingError(f"{file}: {key} {what}.")
