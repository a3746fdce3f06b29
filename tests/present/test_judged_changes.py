"""The label of the link from a bag to its own changes."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.present.judged_changes import offer_changes
from coala.verdicts.changes import ChangeVerdicts


@pytest.mark.parametrize(
    ("total", "own", "kinds", "words"),
    [
        (3, 1, {Kind.TYPE}, ("1", "type")),
        (4, 2, {Kind.STATEMENT}, ("2", "statement")),
        (5, 2, {Kind.LINK}, ("2", "link")),
        # Facts are one kind to a reviewer, however they changed.
        (6, 3, {Kind.FACT_ADDED, Kind.FACT_RETYPED}, ("3", "fact")),
        (7, 3, {Kind.TYPE, Kind.LINK}, ("3", "other")),
        (1, 1, {Kind.TYPE}, ()),
        (4, 0, set(), ()),
    ],
)
def test_link_names_own_changes_by_their_kind_if_they_have_one(
    total: int, own: int, kinds: Collection[Kind], words: tuple[str, ...]
) -> None:
    forms = offer_changes(ChangeVerdicts(total, range(total - own, total)), kinds, None)
    assert all(word in form for word in words for form in forms)
    assert (forms == ("",)) is not bool(words)


def test_link_says_which_change_is_chosen_and_how_the_changes_are_judged() -> None:
    judged = ChangeVerdicts(5, (2, 3, 4), {2: (Verdict.BETTER,), 4: (Verdict.WORSE,)})
    assert offer_changes(judged, {Kind.TYPE}, 3) == ("Change 4 of 5 ×", "4 of 5 ×")
    assert offer_changes(judged, {Kind.TYPE}, None)[0] == "2 of 3 changes judged: + ○ −"
