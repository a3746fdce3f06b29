"""The groups of chains and curves of the map while parts are placed."""

from __future__ import annotations

import pytest

from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Instance
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.chains import PreparedBags
from coala.present.group_marks import GroupMarks
from coala.present.placing import NOT_SURE, Placing, PlacingAct
from coala.review.file import Review
from coala.verdicts.groups import NO_MENTION
from coala.verdicts.links import find_parts
from tests.support.parted_bags import make_parted_review


def mark(bag: Bag) -> tuple[GroupMarks, Placing]:
    prepared = PreparedBags().prepare(bag, GRAPHS.names)
    placing = Placing(prepared.chains, find_parts(bag))
    return GroupMarks(prepared, placing), placing


@pytest.fixture(scope="module")
def bags(tmp_path_factory: pytest.TempPathFactory) -> list[Bag]:
    """Return abc, de and f that became one, and hijkl that fell into hijmn, k and l."""
    with Review.open(make_parted_review(tmp_path_factory.mktemp("parted") / "parted.coala")) as review:
        return [review.bag(number) for number in range(2)]


def test_chain_is_in_the_groups_of_its_parts_those_with_most_mentions_first(bags: list[Bag]) -> None:
    marks, placing = mark(bags[0])
    assert [marks.of_chains(BASELINE, [number]) for number in range(3)] == [(1,)] * 3
    placing.select(0)
    placing.put(2)
    placing.select(2)
    placing.act(PlacingAct.NO_MENTION)
    assert marks.of_chains(CHANGED, [0]) == (1,), "what was placed is not read yet"
    marks.follow()
    assert [marks.of_chains(BASELINE, [number]) for number in range(3)] == [(2,), (1,), (NO_MENTION,)]
    assert marks.of_chains(CHANGED, [0]) == (2, 1, NO_MENTION)
    assert marks.of_chains(BASELINE, [1, 2]) == (1, NO_MENTION)
    assert marks.of_chains(BASELINE, []) == ()


def test_curve_has_the_groups_of_the_parts_that_both_its_chains_have(bags: list[Bag]) -> None:
    # Chain A (hijkl) fell into 1 (hij, with the new mn), 2 (k) and 3 (l).
    marks, placing = mark(bags[1])
    assert [marks.of_pair([0], [number]) for number in range(3)] == [(1,), (2,), (3,)]
    assert marks.of_pair([0], [1, 2]) == (2, 3)
    placing.select(3)
    placing.act(PlacingAct.NOT_SURE)
    marks.follow()
    assert marks.of_pair([0], [0]) == (1,), "the new mentions are in no baseline chain"
    assert marks.of_chains(CHANGED, [0]) == (1, NOT_SURE)
    assert marks.of_pair([0, 1], [0]) == (1,)


def test_opened_part_is_in_the_groups_of_its_mentions(bags: list[Bag]) -> None:
    marks, placing = mark(bags[1])
    placing.act(PlacingAct.OPEN)
    placing.put(4)
    marks.follow()
    # Of h, i and j two are in group 1.
    assert marks.of_pair([0], [0]) == (1, 4)
    # Then m and n in group 1 as well.
    assert marks.of_chains(CHANGED, [0]) == (1, 4)


def test_chains_that_share_a_mention_have_the_same_groups() -> None:
    spans = tuple(Span("doc", at, at + 1) for at in range(3))
    bag = Bag(
        fingerprint="0" * 64,
        title="",
        spans=spans,
        words=("a", "b", "c"),
        baseline=(Instance("a", "x", (0, 1)), Instance("b", "y", (1,)), Instance("c", "z", (2,))),
        changed=(Instance("a", "v", (0, 1, 2)),),
        partners=((0, 0),),
        divergences=(Divergence(Kind.MERGED, 2, 0, (2,), "c joined a"),),
    )
    marks, placing = mark(bag)
    placing.select(len(placing.lines) - 1)
    placing.put(2)
    marks.follow()
    numbers = PreparedBags().prepare(bag, GRAPHS.names).chains
    found = [marks.of_chains(BASELINE, [numbers.number_at(BASELINE, index)]) for index in range(3)]
    assert found == [(1,), (1,), (2,)]
