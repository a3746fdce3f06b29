"""Who is who by several reviewers, in one numbering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.present.group_columns import OPENED, GroupColumn, GroupColumns
from coala.present.placing import NOT_SURE, PlacingLine
from coala.verdicts.groups import NO_MENTION, Groups, count_moved, place_parts
from coala.verdicts.links import Part


def make_parts(*sizes: int) -> list[Part]:
    """Return parts of these sizes, each in a baseline chain of its own, and all in one changed chain."""
    parts, first = [], 0
    for number, size in enumerate(sizes):
        parts.append(Part(tuple(range(first, first + size)), (number, 0)))
        first += size
    return parts


def make_columns(
    parts: Sequence[Part], *answers: Groups | None, order: Iterable[int] | None = None
) -> GroupColumns:
    columns = [
        GroupColumn(name, Verdict.BETTER, None if groups is None else place_parts(parts, groups))
        for name, groups in zip("ABCDEF", answers, strict=False)
    ]
    return GroupColumns(parts, list(range(len(parts)) if order is None else order), columns)


def marks(columns: GroupColumns, parts: Sequence[Part]) -> list[list[int]]:
    """Return the marks of all parts, in the order of the text, a list for each column with groups."""
    return [[columns.mark(number, part.spans) for part in parts] for number in range(columns.with_groups)]


EIGHT = make_parts(*8 * [1])
TOGETHER = Groups((tuple(range(8)),))


def test_new_groups_of_two_reviewers_have_one_number_if_they_overlap() -> None:
    columns = make_columns(
        EIGHT, TOGETHER, Groups(((0, 1, 2, 3, 4, 5), (6, 7))), Groups(((0, 1, 2, 3, 4, 5), (6,), (7,)))
    )
    assert [each[5:] for each in marks(columns, EIGHT)] == [[1, 1, 1], [1, 2, 2], [1, 2, 3]]
    assert columns.differing == {6, 7}


def test_part_that_was_opened_otherwise_differs_and_one_that_was_opened_equally_does_not() -> None:
    parts = make_parts(3, 2, 1)
    opened = Groups(((0, 5), (1,), (3,), (4,)), pieces=((0, 2), (1,), (3,), (4,)))
    other = Groups(((0, 5), (2,), (3,), (4,)), pieces=((0, 1), (2,), (3,), (4,)))
    columns = make_columns(parts, opened, other, opened)
    assert marks(columns, parts) == 3 * [[OPENED, OPENED, 1]]
    assert columns.differing == {0}
    # A line of one mention has its own mark.
    assert [columns.mark(0, (span,)) for span in range(3)] == [1, 2, 1]
    assert [columns.mark(1, (span,)) for span in range(3)] == [1, 1, 5]
    assert [columns.differs((span,)) for span in range(3)] == [False, True, True]
    assert columns.groups(1) == other
    assert columns.agreed_groups() == Groups(((3,), (4,), (5,)), not_sure=(0,), pieces=((3,), (4,)))
    whole = make_columns(parts, opened, Groups(((0, 5), (3,)), pieces=()))
    assert whole.differing == {0, 1}
    assert marks(whole, parts)[1][0] == 1


@pytest.mark.parametrize("column", range(3))
def test_groups_of_a_reviewer_have_the_numbers_of_their_column(column: int) -> None:
    given = [
        Groups(((0, 1, 2), (3, 4, 5, 6, 7))),
        Groups(((0, 3, 4, 5), (1, 2, 6), (7,))),
        Groups(((0, 7), (1, 3, 4), (2, 5, 6))),
    ]
    columns = make_columns(EIGHT, *given)
    lines = [PlacingLine(number, EIGHT[number].spans) for number in columns.order]
    expected = [columns.mark(column, line.spans) for line in lines]
    assert list(columns.number(lines, given[column])) == expected


answers = st.lists(st.integers(-2, 3), min_size=8, max_size=8)


def make_answer(numbers: Sequence[int]) -> Groups:
    together = [[at for at, each in enumerate(numbers) if each == group] for group in range(4)]
    no_mention, not_sure = (
        [at for at, each in enumerate(numbers) if each == mark] for mark in (NO_MENTION, NOT_SURE)
    )
    return Groups.sort(together, no_mention, not_sure)


@given(st.lists(answers, min_size=1, max_size=4))
def test_columns_are_the_answers_in_other_numbers(given_answers: list[list[int]]) -> None:
    groups = [make_answer(numbers) for numbers in given_answers]
    columns = make_columns(EIGHT, *groups)
    for numbers, shown in zip(given_answers, marks(columns, EIGHT), strict=True):
        # One number for one, and one for the other.
        assert len({*zip(numbers, shown, strict=True)}) == len(set(numbers)) == len(set(shown))
        assert [mark for mark in shown if mark < 0] == [mark for mark in numbers if mark < 0]
    for one, other in permutations(range(len(groups)), 2):
        if groups[one] == groups[other]:
            assert marks(columns, EIGHT)[one] == marks(columns, EIGHT)[other]


@given(
    st.lists(st.integers(0, 3), min_size=8, max_size=8), st.lists(st.integers(0, 3), min_size=8, max_size=8)
)
def test_as_few_parts_differ_as_somebody_has_to_move(one: list[int], other: list[int]) -> None:
    first, second = make_answer(one), make_answer(other)
    assert len(make_columns(EIGHT, first, second).differing) == count_moved(second, first)
