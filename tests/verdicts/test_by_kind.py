"""Verdicts by kind: each link under the kind of its row, and other changes with their own verdicts."""

from __future__ import annotations

from coala.diff.row_keys import row_keys
from coala.engine.compare import compare_graphs
from coala.model.bag import CHANGED, Bag, Verdict
from coala.model.kinds import Kind
from coala.verdicts.by_kind import KindCount, count_by_change
from coala.verdicts.groups import Groups, group_as
from coala.verdicts.links import find_parts
from tests.support.graphs_by_hand import A, B, C, D, graph

BETTER, WORSE, SAME, UNSURE = Verdict


def a_joined_bag() -> Bag:
    """Return a bag of four chains that became one with a new type: three links, all made by merges."""
    baseline = graph({name: [span] for name, span in zip("wxyz", (A, B, C, D), strict=True)})
    changed = graph({"w": [A, B, C, D]}, types={"w": ["http://e.org/Person"]})
    ((bag, _),) = compare_graphs(baseline, changed).iterate_bags()
    return bag


def test_groups_say_which_links_are_better_and_nothing_of_types() -> None:
    bag = a_joined_bag()
    parts = find_parts(bag)
    two_right = Groups.sort([[0, 1, 2], [3]])
    assert count_by_change(bag, BETTER, (), [two_right]) == (
        KindCount(Kind.MERGED, BETTER, 2),
        KindCount(Kind.MERGED, WORSE, 1),
    )
    # Where reviewers differ, a link is open; so it is where its part is not sure.
    all_right = group_as(parts, CHANGED)
    unsure = Groups.sort([[0, 1, 2]], (), [3])
    for answers in ([two_right, all_right], [unsure]):
        assert count_by_change(bag, BETTER, (), answers) == (
            KindCount(Kind.MERGED, BETTER, 2),
            KindCount(Kind.MERGED, None, 1),
        )
    (key,) = (key for key, row in zip(row_keys(bag), bag.divergences, strict=True) if row.kind is Kind.TYPE)
    assert count_by_change(bag, BETTER, ((key, WORSE),), [all_right]) == (
        KindCount(Kind.MERGED, BETTER, 3),
        KindCount(Kind.TYPE, WORSE, 1),
    )
