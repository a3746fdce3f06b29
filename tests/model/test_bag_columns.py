"""Lists of numbers in one column are compared as the lists are."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag_columns import lists_of

LISTS = st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=30)


@given(LISTS)
def test_ranks_are_in_the_order_of_the_lists(lists: list[list[int]]) -> None:
    ranks = lists_of(lists).ranks().tolist()
    assert len(ranks) == len(lists)
    for (members, rank), (following, next_rank) in pairwise(sorted(zip(lists, ranks, strict=True))):
        assert (members < following) == (rank < next_rank)
        assert (members == following) == (rank == next_rank)
