"""The canonical form of relations, from whatever source their inverses come."""

from __future__ import annotations

from coala.model.relations import Canonical, Relations, find_canonical


def test_of_two_inverse_relations_the_second_is_the_name_of_both() -> None:
    assert find_canonical([Relations((("whole", "part"),))]) == {
        "whole": Canonical("part", turned=True, symmetric=False),
        "part": Canonical("part", turned=False, symmetric=False),
    }


def test_an_inverse_of_an_inverse_is_the_relation_itself_under_one_name() -> None:
    canonical = find_canonical([Relations((("c", "b"),)), Relations((("b", "a"),))])
    assert canonical == {
        "a": Canonical("a", turned=False, symmetric=False),
        "b": Canonical("a", turned=True, symmetric=False),
        "c": Canonical("a", turned=False, symmetric=False),
    }


def test_an_inverse_of_a_symmetric_relation_is_symmetric_and_so_is_one_that_is_its_own_inverse() -> None:
    assert find_canonical([Relations((("knows", "known"),), frozenset({"knows"}))]) == {
        "knows": Canonical("known", turned=False, symmetric=True),
        "known": Canonical("known", turned=False, symmetric=True),
    }
    assert find_canonical([Relations((("meets", "meets"),))]) == {
        "meets": Canonical("meets", turned=False, symmetric=True)
    }


def test_graphs_that_contradict_each_other_make_a_relation_symmetric_in_whatever_order() -> None:
    said = [Relations((("a", "b"),)), Relations((("b", "c"),)), Relations((("c", "a"),))]
    assert find_canonical(said) == find_canonical(said[::-1])
    assert {form.symmetric for form in find_canonical(said).values()} == {True}
