"""The notation of a mention's nodes, read back, and rejected if malformed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.node_marks import MentionNodes, parse_dependencies, read_nodes, write_nodes

nodes = st.sets(
    st.tuples(st.integers(1, 3), st.integers(0, 9), st.integers(0, 2)).filter(lambda node: any(node[1:])),
    min_size=1,
).map(sorted)


def read(mark: str) -> MentionNodes:
    found = read_nodes(mark)
    assert found is not None
    return found


def test_runs_of_words_are_written_short() -> None:
    mark = write_nodes(
        [(1, 3, 0), (1, 4, 0), (1, 5, 0), (1, 5, 1), (2, 1, 0)], (1, 5, 1), "5:nsubj|8.1:conj:and"
    )
    assert mark == "@1:3-5,5.1/2:1~1:5.1~5:nsubj|8.1:conj:and"
    assert read(mark) == MentionNodes(
        ((1, 3, 5), (2, 1, 1)),
        frozenset({(1, 5, 1)}),
        (1, 5, 1),
        frozenset({((5, 0), "nsubj"), ((8, 1), "conj:and")}),
    )


def test_a_head_that_is_a_word_has_no_dependencies() -> None:
    assert write_nodes([(1, 3, 0)], (1, 3, 0), "1:nsubj") == "@1:3~1:3~"


@given(nodes, st.data())
def test_what_is_written_is_read(numbers: list[tuple[int, int, int]], data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(numbers))
    found = read(write_nodes(numbers, head, "1:a|2:b"))
    assert found.head == head
    assert found.is_zero == bool(head[2])
    assert found.size == len(numbers)
    assert found.outer == (numbers[0], numbers[-1])
    assert len(found.dependencies) == 2 * bool(head[2])


@given(nodes, nodes)
def test_shared_nodes_are_those_of_both(
    one: list[tuple[int, int, int]], other: list[tuple[int, int, int]]
) -> None:
    first, second = (read(write_nodes(numbers, numbers[0], "")) for numbers in (one, other))
    assert first.count_shared(second) == len(set(one) & set(other))


@pytest.mark.parametrize(
    "mark",
    ["", "nsubj#1", "@", "@1:3", "@1:3~1:3-4~", "@1:x~1:3~", "@1~1:3~", "@1:3,~1:3~", "1:3~1:3~", "@1:3~~"],
)
def test_another_mark_says_nothing_of_nodes(mark: str) -> None:
    assert read_nodes(mark) is None


def test_a_mark_of_a_billion_words_costs_nothing() -> None:
    assert read("@1:1-999999999~1:1~").size == 999_999_999


def test_of_dependencies_what_can_be_read_is() -> None:
    assert parse_dependencies("0:root|x|3:|1.2:a:b|4") == [((0, 0), "root"), ((3, 0), ""), ((1, 2), "a:b")]
