"""Type checks of values from foreign files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import pytest

from coala.review.storage.schema import check_types


class Colour(StrEnum):
    RED = "red"


class Point(NamedTuple):
    x: int
    name: str | None = None


@dataclass(frozen=True)
class Line:
    points: tuple[Point, ...]
    weights: Mapping[str, float | None]
    colour: Colour = Colour.RED


LINE = Line((Point(1), Point(2, "b")), {"a": 1, "b": None, "c": 0.5})


@pytest.mark.parametrize(
    ("values", "declared"),
    [
        ([], int),
        ([1, 2], int),
        ([1, 2.0], float),
        ([None, "x"], str | None),
        ([None], str | None),
        ([True], bool),
        ([1, "x", None], Any),
        ([1, "x"], int | str),
        ([(1, "x"), (2, "y")], tuple[int, str]),
        ([(), (1, 2)], tuple[int, ...]),
        ([{}, {"a": 1}], Mapping[str, int]),
        ([LINE, Line((), {})], Line),
    ],
)
def test_value_of_the_declared_type_is_accepted(values: list[Any], declared: Any) -> None:
    check_types(values, declared)


@pytest.mark.parametrize(
    ("values", "declared"),
    [
        ([1, "2"], int),
        ([True], int),
        ([True], float),
        ([None], str),
        (["x", 1], str | None),
        (["red"], Colour),
        ([(1, 2)], tuple[int, str]),
        ([(1, "x"), [2, "y"]], tuple[int, str]),
        ([(1,), ("x",)], tuple[int, ...]),
        ([{"a": "x"}], Mapping[str, int]),
        ([{1: 1}], Mapping[str, int]),
        ([(1, None)], Point),
        ([LINE, Line((Point(1, 2),), {})], Line),  # type: ignore[arg-type]
        ([Line([], {})], Line),  # type: ignore[arg-type]
    ],
)
def test_value_of_another_type_is_refused(values: list[Any], declared: Any) -> None:
    with pytest.raises(TypeError):
        check_types(values, declared)
