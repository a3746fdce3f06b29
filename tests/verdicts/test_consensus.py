"""The result of several verdicts on one bag."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Verdict
from coala.verdicts.consensus import find_disputed, find_other_groups, settle_all
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State

JOINED, APART = Groups(((0, 1),)), Groups(((0,), (1,)))


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
