"""The notation of a mention's nodes, read back, and rejected if malformed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.model.node_marks import MentionNodes, read_nodes, write_nodes

nodes = st.sets(
    st.tuples(st.integers(1, 3), st.integers(0, 9), st.integers(0, 2)).filter(lambda node: any(node[1:])),
    min_size=1,
).map(sorted)


def read(mark: str) -> MentionNodes:
    found = read_nodes(mark)
    assert found is not None
    return found


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


def test_a_mark_of_a_billion_words_costs_nothing() -> None:
    assert read("@1:1-999999999~1:1~").size == 999_999_999
