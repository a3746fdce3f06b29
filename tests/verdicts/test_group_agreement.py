"""Krippendorff's alpha of who is who: worked by hand, and from every pair of values by its definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from coala.verdicts.group_agreement import GroupAgreement, measure_who_is_who
from coala.verdicts.groups import NO_MENTION, GroupedBag, PlacedPart

NOT_SURE = 9
"""In these tests, the group of a mention whose part is not sure."""

Name = tuple[int, int, int, bool]
"""A group: its reviewer, bag and number, and True for a single *no mention*."""

Answer = Sequence[int] | None
"""The group of each mention of a bag by one reviewer, or None without groups."""


def bag(*answers: Answer, judged: Sequence[bool] | None = None) -> GroupedBag:
    """Return a bag in which each mention is a part, with the answer of each reviewer."""
    spans = max(len(answer) for answer in answers if answer is not None)
    placed = tuple(
        None
        if answer is None
        else tuple(
            PlacedPart((span,), (0, 0), group, is_sure=group != NOT_SURE) for span, group in enumerate(answer)
        )
        for answer in answers
    )
    return GroupedBag(spans, tuple(judged or [True] * len(answers)), placed)


def together(*bags: GroupedBag) -> GroupAgreement:
    return measure_who_is_who(len(bags[0].groups), bags).together


def test_four_reviewers_with_parts_not_sure_agree_as_worked_by_hand() -> None:
    # {0, 1, 2}; {0}; {1}, {2}; {0}, {1} of the specification, section 6b.
    found = together(bag([0, 0, 0], [0, NOT_SURE, NOT_SURE], [NOT_SURE, 0, 1], [0, 1, NOT_SURE]))
    assert found == GroupAgreement(
        1, 3, {"masi": Fraction(10, 59), "jaccard": Fraction(2, 9), "passonneau": Fraction(6, 13)}
    )


ANSWERS = st.integers(2, 3).flatmap(
    lambda reviewers: st.lists(
        st.integers(1, 4).flatmap(
            lambda spans: st.tuples(
                *[
                    st.none()
                    | st.lists(
                        st.sampled_from([NO_MENTION, NOT_SURE, *range(spans)]), min_size=spans, max_size=spans
                    )
                    for _ in range(reviewers)
                ]
            ).filter(lambda answers: any(answer is not None for answer in answers))
        ),
        min_size=1,
        max_size=3,
    )
)


@given(ANSWERS)
def test_alpha_of_many_bags_is_that_of_all_pairs_of_values(answers: list[tuple[Answer, ...]]) -> None:
    groups_of: dict[tuple[int, int], list[Name]] = {}  # by bag and mention: the group of each reviewer
    for number, given_answers in enumerate(answers):
        for reviewer, answer in enumerate(given_answers):
            for span, group in enumerate(answer or ()):
                if group != NOT_SURE:
                    name = (reviewer, number, span if group == NO_MENTION else group, group == NO_MENTION)
                    groups_of.setdefault((number, span), []).append(name)
    pairable = {unit: names for unit, names in groups_of.items() if len(names) > 1}
    sizes: dict[Name, frozenset[tuple[int, int]]] = {}
    for unit, names in pairable.items():
        for name in names:
            sizes[name] = sizes.get(name, frozenset()) | {unit}
    table = [[frozenset() if name[-1] else sizes[name] for name in names] for names in pairable.values()]
    values = [value for row in table for value in row]

    found = together(*(bag(*each) for each in answers))

    assert (found.bags, found.mentions) == (len({number for number, _ in pairable}), len(pairable))
    expected = [1 - _masi(*pair) for pair in combinations(values, 2)]
    if not any(expected):
        assert found.alpha["masi"] is None
        return
    observed = sum(
        ((1 - _masi(*pair)) / (len(row) - 1) for row in table for pair in permutations(row, 2)), Fraction(0)
    )
    assert found.alpha["masi"] == 1 - (observed / len(values)) / (sum(expected, Fraction(0)) / len(expected))


def _masi(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> Fraction:
    if one == other:
        return Fraction(1)
    factor = Fraction(2 if one <= other or other <= one else 1, 3)
    return Fraction(len(one & other), len(one | other)) * factor


def test_pieces_of_an_opened_part_count_mention_by_mention() -> None:
    whole = (PlacedPart((0, 1, 2), (0, 0), 0), PlacedPart((3,), (0, 1), 1))
    opened = (
        PlacedPart((0, 2), (0, 0), 0, is_piece=True),
        PlacedPart((1,), (0, 0), 1, is_piece=True),
        PlacedPart((3,), (0, 1), 1),
    )
    found = together(GroupedBag(4, (True, True), (whole, opened)))
    assert found == together(bag([0, 0, 0, 1], [0, 1, 0, 1]))
