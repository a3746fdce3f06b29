"""The same place counted in code points, UTF-16 units and bytes."""

from __future__ import annotations

import tracemalloc
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from coala.base.offsets import Ruler

LONG = st.text(st.characters(codec="utf-8") | st.sampled_from("a😀é"), max_size=300)


@given(st.text() | LONG, st.sampled_from([("utf-16", "utf-16-le", 2), ("byte", "utf-8", 1)]))
def test_every_place_in_a_text_is_found(text: str, unit: tuple[str, str, int]) -> None:
    name, codec, size = unit
    ruler = Ruler(text, name)
    for place in range(len(text) + 1):
        offset = len(text[:place].encode(codec)) // size
        assert ruler.code_points(offset) == place
        assert ruler.units(place) == offset
    assert ruler.length == len(text.encode(codec)) // size


@given(
    LONG,
    st.sampled_from(["utf-16", "byte"]),
)
def test_a_place_inside_a_character_or_outside_the_text_is_none(text: str, unit: str) -> None:
    sizes = [len(char.encode("utf-16-le")) // 2 if unit == "utf-16" else len(char.encode()) for char in text]
    starts = [0, *accumulate(sizes)]
    ruler = Ruler(text, unit)
    for offset in range(-1, starts[-1] + 2):
        assert ruler.code_points(offset) == (starts.index(offset) if offset in starts else None)


def test_half_a_character_has_a_size() -> None:
    assert [Ruler("\ud83da", "byte").code_points(offset) for offset in range(5)] == [0, None, None, 1, 2]
    assert [Ruler("\ud83d😀", "utf-16").code_points(offset) for offset in range(4)] == [0, 1, None, 2]


def test_a_ruler_is_small_beside_its_text() -> None:
    text = "😀" * 1_000_000
    tracemalloc.start()
    ruler = Ruler(text, "byte")
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 200_000
    assert ruler.code_points(4 * 999_999) == 999_999
