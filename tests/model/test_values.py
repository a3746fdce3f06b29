"""The notation of values, read back, and never confused with the text of a literal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.model.values import (
    ValueKind,
    is_unclear,
    may_contain_name,
    parse_value,
    write_cycle,
    write_nested,
    write_place,
    write_value,
)

TEXTS = st.text(alphabet='ab<>[]"@;^ ()#*', max_size=12)
LEAVES = st.one_of(
    TEXTS.map(lambda text: f'"{text}"'),
    TEXTS.map(lambda text: f'"{text}"@en'),
    TEXTS.map(lambda text: f'"{text}"^^<d>'),
    st.sampled_from(["@", "<a>", "<b c>", write_place("d", ((1, 2), (3, 4))), write_cycle("0" * 32)]),
)
PARTS = st.lists(st.tuples(st.sampled_from(["p", "q r"]), LEAVES), max_size=4)


@given(PARTS, PARTS)
def test_whatever_is_clear_is_read_as_it_was_meant(
    outer: list[tuple[str, str]], inner: list[tuple[str, str]]
) -> None:
    outer, inner = ([part for part in parts if not is_unclear(part[1])] for parts in (outer, inner))
    nested = write_nested(inner)
    value = parse_value(write_nested([*outer, ("p", nested)]))
    assert write_value(value) == write_nested([*outer, ("p", nested)])
    meant = {(predicate, parse_value(text)) for predicate, text in outer}
    assert set(value.parts) == meant | {("p", parse_value(nested))}
    assert set(parse_value(nested).parts) == {(predicate, parse_value(text)) for predicate, text in inner}


@given(PARTS)
def test_a_value_that_may_not_have_a_name_has_none(parts: list[tuple[str, str]]) -> None:
    parts = [part for part in parts if not is_unclear(part[1])]
    text = write_nested(parts)
    named = {
        part.name for _, part in parse_value(text).parts if part.name and part.kind is not ValueKind.DIGEST
    }
    assert all(may_contain_name(text, {name}) for name in named)
    assert not may_contain_name(text, {"http://example.org/nowhere"})
