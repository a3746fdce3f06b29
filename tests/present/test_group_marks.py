"""The groups of chains and curves of the map while parts are placed."""

from __future__ import annotations

from coala.model.bag import BASELINE, Bag, Divergence, Instance
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS
from coala.model.values import Span
from coala.present.chains import PreparedBags
from coala.present.group_marks import GroupMarks
from coala.present.placing import Placing
from coala.verdicts.links import find_parts


def mark(bag: Bag) -> tuple[GroupMarks, Placing]:
    prepared = PreparedBags().prepare(bag, GRAPHS.names)
    placing = Placing(prepared.chains, find_parts(bag))
    return GroupMarks(prepared, placing), placing


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
