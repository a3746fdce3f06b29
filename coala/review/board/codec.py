"""Conversion of a board's values to JSON and back, checked against their declared types.

The classes are dataclasses and named tuples whose fields are annotated. ``to_json`` needs only the value;
``from_json`` needs the class, and reads its annotations to convert and check each part:

    to_json(MarginalLinks(right=3, made=4))  ==  [3, 4]
    from_json([3, 4], MarginalLinks)         ==  MarginalLinks(right=3, made=4)
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from coala.scores.ratio import Score, score_from_json, score_to_json

_Value = TypeVar("_Value")


def to_json(value: Any) -> Any:
    """Return a value as JSON: a dataclass by its fields, a tuple as a list, a mapping as a list of pairs."""
    if isinstance(value, Score):
        return score_to_json(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[to_json(key), to_json(held)] for key, held in value.items()]
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return value


def from_json(value: Any, declared: type[_Value]) -> _Value:
    """Return the value of a class that ``to_json`` converted.

    Raises ``TypeError``, ``ValueError``, ``KeyError``, ``AttributeError`` or ``RecursionError`` for anything
    else.
    """
    read: _Value = _read(value, declared)
    return read


def _read(value: Any, declared: Any) -> Any:
    """Return a JSON value as the declared type, part by part."""
    if declared is Score:
        return score_from_json(value)
    origin, parts = typing.get_origin(declared), typing.get_args(declared)
    if origin in (types.UnionType, typing.Union):
        # The only unions of a board are ``X | None``.
        (known,) = (part for part in parts if part is not types.NoneType)
        return None if value is None else _read(value, known)
    if origin is tuple:
        if parts[1:] == (Ellipsis,):
            return tuple(_read(part, parts[0]) for part in _list(value))
        return tuple(_read(part, kind) for part, kind in zip(_list(value), parts, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {_read(key, parts[0]): _read(held, parts[1]) for key, held in map(_list, _list(value))}
    if isinstance(declared, type) and hasattr(declared, "_fields"):
        # A named tuple.
        hints = _hints(declared)
        kinds = [hints[name] for name in declared._fields]
        return declared(*(_read(part, kind) for part, kind in zip(_list(value), kinds, strict=True)))
    if isinstance(declared, type) and is_dataclass(declared):
        hints = _hints(declared)
        return declared(
            **{field.name: _read(value[field.name], hints[field.name]) for field in fields(declared)}
        )
    if isinstance(declared, type) and issubclass(declared, StrEnum):
        return declared(value)
    if type(value) is not declared and not (declared is float and type(value) is int):
        raise TypeError(f"{type(value).__name__} for {declared}")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


@cache
def _hints(declared: Any) -> dict[str, Any]:
    return typing.get_type_hints(declared)
