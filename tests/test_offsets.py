"""The same place counted in code points, UTF-16 units and bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.offsets import Ruler


def test_an_emoji_is_one_code_point_two_units_and_four_bytes() -> None:
    text = "a😀b"
    assert [Ruler(text, "utf-16").code_points(offset) for offset in range(6)] == [0, 1, None, 2, 3, None]
    assert [Ruler(text, "byte").code_points(offset) for offset in (0, 1, 2, 5, 6, 7)] == [
        0,
        1,
        None,
        2,
        3,
        None,
    ]
    assert [Ruler(text, "code-point").code_points(offset) for offset in (-1, 0, 3, 4)] == [None, 0, 3, None]


@given(st.text(), st.sampled_from([("utf-16", "utf-16-le", 2), ("byte", "utf-8", 1)]))
def test_every_place_in_a_text_is_found(text: str, unit: tuple[str, str, int]) -> None:
    name, codec, size = unit
    ruler = Ruler(text, name)
    for place in range(len(text) + 1):
        assert ruler.code_points(len(text[:place].encode(codec)) // size) == place
