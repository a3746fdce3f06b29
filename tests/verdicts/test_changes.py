"""Verdicts on changes from verdicts on rows, and their effect on the bag."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.ranked import OrderedChanges, group_rows
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.kinds import Kind
from coala.verdicts.changes import ChangeKeys, list_row_verdicts
from tests.support.bags_by_hand import AGENT, bag, seed
from tests.support.reviews import a_mixed_bag, a_typed_bag, changes_as_rows

BETTER, WORSE, SAME, UNSURE = Verdict


WIDE = replace(seed(), divergences=tuple(Divergence(Kind.LINK, 0, 1, (span,), "") for span in (2, 3)))
"""A bag whose two rows are one change."""


def test_a_change_gives_its_verdict_to_each_of_its_rows() -> None:
    (_,) = changes = BagSentences(WIDE).changes
    rows = ChangeKeys(WIDE, changes).set_verdict((), 0, WORSE)
    assert rows == tuple(sorted((key, WORSE) for key in row_keys(WIDE)))


def test_changes_about_mentions_take_no_verdict() -> None:
    mixed = with_type(a_mixed_bag(0))
    keys = ChangeKeys(mixed, changes_as_rows(mixed))
    assert keys.own == (3,)
    all_rows = tuple(sorted((key, WORSE) for key in row_keys(mixed)))
    assert keys.read(all_rows) == (4, (3,), {3: (WORSE,)})
    assert list_row_verdicts(mixed, all_rows) == [None, None, None, WORSE]
    assert keys.find_change({row_keys(mixed)[0]}) is None
    assert keys.find_change({row_keys(mixed)[3]}) == 3


def test_verdict_on_a_bag_with_changes_about_mentions_does_not_follow() -> None:
    mixed = with_type(a_mixed_bag(0))
    keys = ChangeKeys(mixed, changes_as_rows(mixed))
    assert keys.read(keys.set_verdict((), 3, BETTER)).derived is None


def with_type(whole: Bag) -> Bag:
    """Return the bag with one more change: its first chain has the type "Agent" in the changed graph."""
    first = whole.changed[0]._replace(types=(AGENT,))
    row = Divergence(Kind.TYPE, 0, 0, (0,), "Bob Smith gained: Agent", added=("Agent",))
    return replace(whole, changed=(first, *whole.changed[1:]), divergences=(*whole.divergences, row))


def test_chains_of_the_same_mentions_are_one_question() -> None:
    """Use two nodes of one graph with the same spans: a verdict on one is a verdict on the other."""
    rows = [(Kind.TYPE, None, index, (0,), "new") for index in (0, 1)]
    twins = bag(seed().spans[:1], {}, {"A": [0], "B": [0]}, [], rows, {})
    for known in (False, True):
        keys = ChangeKeys(twins, changes_as_rows(twins))
        if known:
            keys.find_keys(1)
        assert keys.read(keys.set_verdict((), 0, BETTER)).given == {0: (BETTER,), 1: (BETTER,)}


def test_a_change_that_was_two_has_the_verdicts_of_both() -> None:
    first, second = row_keys(WIDE)
    keys = ChangeKeys(WIDE, BagSentences(WIDE).changes)
    read = keys.read(((first, WORSE), (second, BETTER)))
    assert read.get_verdicts(0) == (BETTER, WORSE)
    assert read.derived is SAME


class Watched(OrderedChanges):
    """Changes that tell which of them were asked for."""

    def __init__(self, bag: Bag) -> None:
        super().__init__(bag.divergences, group_rows(bag.divergences))
        self.asked: set[int] = set()

    def rows_of(self, change: int) -> list[Divergence]:
        self.asked.add(change)
        return super().rows_of(change)


def test_of_a_great_bag_only_those_keys_are_made_that_are_needed() -> None:
    great = a_typed_bag(0, 5_000)
    changes = Watched(great)
    keys = ChangeKeys(great, changes)
    rows = keys.set_verdict((), 7, BETTER)
    assert (keys.read(rows).given, changes.asked) == ({7: (BETTER,)}, {7})
    assert ChangeKeys(great, changes).read(rows).given == {7: (BETTER,)}
    assert changes.asked == set(range(8))
