"""What the verdicts on a bag, and who is who, say of each of its changes."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.row_keys import row_keys
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.changes import Rows
from coala.verdicts.groups import Groups
from tests.support.bags_by_hand import seed

BETTER, WORSE, SAME = Verdict.BETTER, Verdict.WORSE, Verdict.SAME


def judge(bag: Bag, verdict: Verdict | None = None, *groups: Groups, rows: Rows = ()) -> list[Verdict | None]:
    """Return the verdict on each row of a bag, as a change of its own."""
    return judge_changes(bag, [(row,) for row in bag.divergences], verdict, rows, groups)


def test_type_has_its_own_verdict_or_that_of_a_bag_without_groups() -> None:
    bag = seed()
    of_type = Divergence(Kind.TYPE, 0, 0, (0,), "Bob Smith gained: Agent", added=("Agent",))
    bag = replace(bag, divergences=(*bag.divergences, of_type))
    groups = Groups(((0,), (1, 2)))
    own = ((row_keys(bag)[1], WORSE),)
    assert judge(bag, SAME) == [None, SAME]
    assert judge(bag, SAME, rows=own) == [None, WORSE]
    assert judge(bag, BETTER, groups) == [BETTER, None]
    assert judge(bag, BETTER, groups, rows=own) == [BETTER, WORSE]
