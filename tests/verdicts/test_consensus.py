"""The result of several verdicts on one bag."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.verdicts.comment import Comment
from coala.verdicts.consensus import find_agreed, find_disputed, find_other_groups, settle, settle_all
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, Origin, State

BETTER, WORSE, SAME, UNSURE = (State(verdict) for verdict in Verdict)
KEYS = "000000000000000a", "000000000000000b"


def by(state: State, manner: Manner) -> State:
    return state._replace(manner=manner)


JOINED, APART = Groups(((0, 1),)), Groups(((0,), (1,)))
SETTLED_WORSE = by(WORSE, Manner.ADJUDICATION)


@pytest.mark.parametrize(
    ("states", "verdict", "disputed"),
    [
        ([], None, False),
        ([State(comment=Comment("only a note"))], None, False),
        ([BETTER], Verdict.BETTER, False),
        ([BETTER, BETTER, State()], Verdict.BETTER, False),
        ([BETTER, UNSURE], Verdict.BETTER, False),
        ([UNSURE, UNSURE], Verdict.UNSURE, False),
        ([BETTER, SAME], None, True),
        ([BETTER, BETTER, WORSE], None, True),
        ([BETTER, SAME, SETTLED_WORSE], Verdict.WORSE, False),
        ([BETTER, by(UNSURE, Manner.ADJUDICATION)], Verdict.UNSURE, False),
        ([SETTLED_WORSE, by(BETTER, Manner.ADJUDICATION), SAME], None, True),
        ([SETTLED_WORSE, by(UNSURE, Manner.ADJUDICATION)], Verdict.WORSE, False),
    ],
)
def test_a_bag_counts_once_and_only_where_those_agree_who_can_tell(
    states: list[State], verdict: Verdict | None, *, disputed: bool
) -> None:
    for order in permutations(states):
        settled = settle(order)
        assert (settled.verdict, settled.disputed) == (verdict, disputed)


def test_reasons_and_gold_are_those_of_who_agree() -> None:
    first = BETTER._replace(comment=Comment(tags=("name",)), gold_seen=False)
    second = BETTER._replace(comment=Comment(tags=("event", "name")), gold_seen=True)
    unsure = UNSURE._replace(comment=Comment(tags=("pronoun",)))
    assert settle([first, second, unsure]).comment.tags == ("event", "name")
    assert settle([first, second]).gold_seen is True
    assert settle([first, unsure]).gold_seen is False
    assert settle([BETTER]).gold_seen is None


def test_rows_count_where_their_verdicts_agree() -> None:
    first = BETTER._replace(rows=((KEYS[0], Verdict.BETTER), (KEYS[1], Verdict.WORSE)))
    second = BETTER._replace(rows=((KEYS[0], Verdict.UNSURE), (KEYS[1], Verdict.SAME)))
    assert settle([first]).rows == first.rows
    assert settle([first, second]).rows == ((KEYS[0], Verdict.BETTER),)
    assert settle([first, SETTLED_WORSE]).rows == ()


def test_row_on_which_reviewers_disagree_is_not_decided_by_the_verdict_on_the_bag() -> None:
    first = BETTER._replace(rows=((KEYS[0], Verdict.BETTER), (KEYS[1], Verdict.WORSE)))
    second = BETTER._replace(rows=((KEYS[1], Verdict.SAME),))
    both = settle([first, second])
    assert both.verdict is Verdict.BETTER
    assert both.counted_rows == ((KEYS[0], Verdict.BETTER), (KEYS[1], Verdict.UNSURE))


def test_a_verdict_that_anybody_gave_by_looking_is_such_a_verdict() -> None:
    taken = by(BETTER, Manner.TAKEN_OVER)
    assert settle([taken, BETTER]).manner is Manner.ALONE
    assert settle([taken, taken]).manner is Manner.TAKEN_OVER
    assert settle([BETTER, SETTLED_WORSE]).manner is Manner.ADJUDICATION


def test_source_of_a_verdict_is_a_file_only_if_no_reviewer_gave_it_here() -> None:
    old, other = (
        by(BETTER, Manner.TAKEN_OVER)._replace(origin=Origin(file, "Ann", "2026"))
        for file in ("old", "other")
    )
    unsure = old._replace(verdict=Verdict.UNSURE)
    for states, source in (
        ([old], "old"),
        ([old, other], "old"),
        ([other, old], "other"),
        ([old, BETTER], ""),
        ([BETTER, old], ""),
        ([old, UNSURE], "old"),
        ([unsure, BETTER], ""),
        ([], ""),
    ):
        assert settle(states).source == source


def test_only_bags_that_are_asked_for_and_were_judged_are_settled() -> None:
    states = {"Ann": {"a": BETTER, "b": WORSE}, "Bo": {"b": WORSE, "c": SAME}}
    settled = settle_all(states, ["b", "c", "d"])
    assert {bag: said.verdict for bag, said in settled.items()} == {"b": Verdict.WORSE, "c": Verdict.SAME}


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from("abc"),
            st.builds(
                State,
                st.sampled_from([*Verdict, None]),
                groups=st.sampled_from([None, JOINED, JOINED._replace(start=1, moved=0), APART]),
                manner=st.sampled_from(Manner),
            ),
        ),
        max_size=4,
    )
)
def test_the_disputed_bags_are_those_that_settle_nothing(states: list[dict[str, State]]) -> None:
    settled = settle_all({str(number): each for number, each in enumerate(states)}, "abc")

    assert find_disputed(states) == {bag for bag, each in settled.items() if each.disputed}
    assert find_other_groups(states) == {bag for bag, each in settled.items() if each.has_other_groups}


def test_equal_verdicts_with_other_groups_are_settled_and_found() -> None:
    joined, apart = BETTER._replace(groups=JOINED), BETTER._replace(groups=APART)
    moved = BETTER._replace(groups=JOINED._replace(start=0, moved=1))
    assert settle([joined, apart]).verdict is Verdict.BETTER
    assert settle([joined, apart]).has_other_groups
    assert not settle([joined, moved, BETTER]).has_other_groups
    assert not settle([joined, WORSE._replace(groups=APART)]).has_other_groups
    assert not settle([joined, apart, by(apart, Manner.ADJUDICATION)]).has_other_groups
    # Groups with ``?`` count next to a verdict, also in place of one without groups.
    unsure = UNSURE._replace(groups=APART)
    assert settle([joined, unsure]).has_other_groups
    assert settle([BETTER, unsure]).groups == (APART,)
    assert settle([BETTER, unsure]).verdict is Verdict.BETTER
    assert settle([BETTER, UNSURE]).groups == ()


@pytest.mark.parametrize(
    ("states", "is_agreed"),
    [
        ([BETTER], False),
        ([BETTER, BETTER], True),
        ([UNSURE, UNSURE], False),
        ([BETTER, UNSURE], False),
        ([BETTER, BETTER, UNSURE], True),
        ([BETTER, BETTER, WORSE], False),
        ([BETTER._replace(groups=JOINED), BETTER], False),
        ([BETTER._replace(groups=JOINED), BETTER._replace(groups=JOINED._replace(start=1, moved=3))], True),
        ([BETTER._replace(groups=JOINED), BETTER._replace(groups=APART)], False),
        ([BETTER._replace(groups=JOINED), BETTER, BETTER], True),
        ([BETTER, BETTER, UNSURE._replace(groups=APART)], True),
        ([BETTER._replace(groups=JOINED)] * 2 + [UNSURE._replace(groups=APART)], False),
    ],
)
def test_agreement_needs_two_equal_answers_and_no_other(states: list[State], *, is_agreed: bool) -> None:
    for order in permutations(states):
        found = find_agreed(
            [{"bag": state, "other": SAME} for state in order[:1]] + [{"bag": state} for state in order[1:]]
        )
        assert list(found) == (["bag"] if is_agreed else [])
