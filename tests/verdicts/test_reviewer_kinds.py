"""The choice of the reviewers who count: people, or models where only models have judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from coala.errors import CoalaError
from coala.model.bag import Verdict
from coala.verdicts.reviewer_kinds import (
    Counted,
    ReviewerKind,
    choose_counted,
    choose_kind,
    find_kinds,
    read_kind,
)
from coala.verdicts.state import State

PERSON, MODEL = State(Verdict.BETTER), State(Verdict.WORSE, by_model=True)
CHANGE = State(rows=(("0" * 16, Verdict.SAME),))
NOTHING = State()


@pytest.mark.parametrize(
    ("states", "counted", "only_models", "left_out"),
    [
        ({}, Counted.PEOPLE, (), ()),
        ({"gpt": {"a": MODEL}}, Counted.MODELS, ("gpt",), ()),
        ({"gpt": {"a": MODEL}, "bot": {"b": MODEL}}, Counted.MODELS, ("bot", "gpt"), ()),
        ({"gpt": {"a": MODEL}, "Ann": {"b": PERSON}}, Counted.PEOPLE, (), ("gpt",)),
        # A verdict on a change counts, and a withdrawn one does not.
        ({"gpt": {"a": MODEL}, "Ann": {"b": CHANGE}}, Counted.PEOPLE, (), ("gpt",)),
        ({"gpt": {"a": MODEL}, "Ann": {"b": NOTHING}}, Counted.MODELS, ("gpt",), ()),
        # Bags of other comparisons do not count, but tell the kind.
        ({"gpt": {"a": MODEL}, "Ann": {"z": PERSON}}, Counted.MODELS, ("gpt",), ()),
        ({"gpt": {"z": MODEL}, "Ann": {"b": PERSON}}, Counted.PEOPLE, (), ()),
        ({"gpt": {"a": PERSON, "z": MODEL}, "Ann": {"b": PERSON}}, Counted.PEOPLE, (), ("gpt",)),
    ],
)
def test_models_count_only_without_people(
    states: Mapping[str, Mapping[str, State]],
    counted: Counted,
    only_models: Sequence[str],
    left_out: Sequence[str],
) -> None:
    found = choose_counted([(states, ["a", "b"])])

    assert (found.counted, found.only_models, found.left_out) == (counted, only_models, left_out)
    assert not any(map(found.counts, left_out))
    assert all(found.counts(name) for name in states if name not in left_out)


def test_a_person_in_one_comparison_leaves_models_out_of_all() -> None:
    found = choose_counted([({"gpt": {"a": MODEL}}, ["a"]), ({"Ann": {"b": PERSON}}, ["b"])])

    assert (found.counted, found.left_out) == (Counted.PEOPLE, ("gpt",))


def test_named_reviewers_count_whatever_they_are() -> None:
    states = {"gpt": {"a": MODEL}, "Ann": {"b": PERSON}, "bot": {"a": MODEL}}
    found = choose_counted([(states, ["a", "b"])], ["gpt", "Ann"])

    assert (found.counted, found.left_out, found.only_models) == (Counted.NAMED, (), ())
    assert [found.counts(name) for name in states] == [True, True, False]


def test_one_name_of_two_kinds_is_a_model() -> None:
    kinds = find_kinds([PERSON, MODEL, NOTHING])

    assert kinds == {ReviewerKind.PERSON, ReviewerKind.MODEL}
    assert choose_kind(kinds) is ReviewerKind.MODEL
    assert choose_kind(find_kinds([PERSON, NOTHING])) is ReviewerKind.PERSON
    assert choose_counted([({"Ann": {"a": PERSON, "b": MODEL}}, ["a"])]).two_kinds == ("Ann",)


@pytest.mark.parametrize("word", ["robot", "", "Person", "person ", None, 1, ["model"]])
def test_another_kind_is_refused(word: object) -> None:
    with pytest.raises(CoalaError):
        read_kind(word)
