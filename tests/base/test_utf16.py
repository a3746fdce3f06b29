from hypothesis import given
from hypothesis import strategies as st

from coala.base.offsets import Utf16


def test_a_character_outside_the_basic_plane_counts_twice() -> None:
    units = Utf16("a😀b😀")
    assert [units.unit(position) for position in range(5)] == [0, 1, 3, 4, 6]
    assert units.length == 6


def test_inside_a_pair_is_before_the_character() -> None:
    assert [Utf16("a😀b").code_point(unit) for unit in range(5)] == [0, 1, 1, 2, 3]


@given(st.text(alphabet="aé😀م\U0010ffff"))
def test_positions_agree_with_the_encoding(text: str) -> None:
    units = Utf16(text)
    for position in range(len(text) + 1):
        unit = len(text[:position].encode("utf-16-le")) // 2
        assert units.unit(position) == unit
        assert units.code_point(unit) == position
