"""The notation of values, read back, and never confused with the text of a literal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.values import (
    Value,
    ValueKind,
    is_unclear,
    may_contain_name,
    parse_value,
    pieces,
    replace_leaves,
    write_cycle,
    write_digest,
    write_nested,
    write_place,
    write_value,
)

DOC = "http://example.org/doc"
P, Q = "http://example.org/p", "http://example.org/q"

VALUES = {
    "@": Value(ValueKind.INSTANCE),
    f"<{DOC}>": Value(ValueKind.NAME, DOC),
    '"Bob "Bobby" Smith"': Value(ValueKind.LITERAL, text='Bob "Bobby" Smith'),
    '"Bob"@en-us': Value(ValueKind.LITERAL, text="Bob", language="en-us"),
    '"5"^^<http://example.org/int>': Value(ValueKind.LITERAL, text="5", datatype="http://example.org/int"),
    '""': Value(ValueKind.LITERAL),
    f"(<{DOC}> 32 34;40 42)": Value(ValueKind.PLACE, DOC, fragments=((32, 34), (40, 42))),
    f"(<{DOC}> 32 34 ∅nsubj#1)": Value(ValueKind.PLACE, DOC, fragments=((32, 34),), zero="nsubj#1"),
    "[]": Value(ValueKind.NESTED),
    write_digest("a long one"): Value(ValueKind.DIGEST, write_digest("a long one")),
}


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_a_value_is_read_and_written(text: str, value: Value) -> None:
    assert parse_value(text) == value
    assert write_value(value) == text


def test_nested_values_are_read_with_all_their_parts() -> None:
    inner = write_nested([(P, "@"), (P, write_cycle("0" * 32)), (Q, f"(<{DOC}> 1 2)")])
    text = write_nested([(P, '"a ] b; c"@en'), (P, '"5"^^<http://example.org/int>'), (Q, inner), (Q, "[]")])
    value = parse_value(text)
    assert [predicate for predicate, _ in value.parts] == [P, P, Q, Q]
    assert value.parts[0][1].text == "5"
    assert value.parts[1][1] == Value(ValueKind.LITERAL, text="a ] b; c", language="en")
    assert [part.kind for _, part in value.parts[2][1].parts] == [
        ValueKind.PLACE if predicate == Q else ValueKind.DIGEST if part.name else ValueKind.INSTANCE
        for predicate, part in value.parts[2][1].parts
    ]
    assert write_value(value) == text


def test_names_in_a_value_are_distinguished_from_the_rest() -> None:
    text = write_nested([(P, f'"see <{DOC}>"'), (Q, f"(<{DOC}> 1 2)"), (Q, '"1"^^<http://example.org/int>')])
    names = [name for _, name in pieces(parse_value(text)) if name]
    assert names == [P, Q, "http://example.org/int", Q, DOC]


def rename(value: Value) -> Value | None:
    return value._replace(name="http://example.org/a") if value.name == DOC else None


def test_what_is_renamed_is_a_name_or_a_place_and_never_a_part_of_a_literal() -> None:
    says = f'"see <{DOC}> and (<{DOC}> 1 2)"@en'
    text = write_nested([(P, says), (P, write_nested([(Q, f"<{DOC}>"), (Q, says)])), (P, f"(<{DOC}> 1 2)")])
    assert replace_leaves(text, rename) == write_nested(
        [
            (P, says),
            (P, write_nested([(Q, "<http://example.org/a>"), (Q, says)])),
            (P, "(<http://example.org/a> 1 2)"),
        ]
    )
    assert replace_leaves(f'"<{DOC}>"', rename) == f'"<{DOC}>"'


def test_renamed_part_of_a_value_is_sorted_by_its_new_name() -> None:
    text = write_nested([(P, f"<{DOC}>"), (P, "<http://example.org/b>")])
    assert replace_leaves(text, rename) == write_nested(
        [(P, "<http://example.org/a>"), (P, "<http://example.org/b>")]
    )
    assert replace_leaves(text, rename).index("/a>") < text.index("/doc>")


def test_two_parts_that_become_one_are_one() -> None:
    text = write_nested([(P, f"<{DOC}>"), (P, "<http://example.org/a>")])
    assert replace_leaves(text, rename) == write_nested([(P, "<http://example.org/a>")])


@pytest.mark.parametrize(
    "text",
    [
        f'"x"; <{P}> <{DOC}>"',
        '"x"]"',
        '"x"@en]"',
        '"x"^^<y>; <z> "',
        "<http://example.org/a>b>",
        "(<a>b> 1 2)",
    ],
)
def test_what_looks_like_more_notation_is_unclear(text: str) -> None:
    assert is_unclear(text)


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
