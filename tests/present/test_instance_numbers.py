from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import BASELINE, CHANGED, Bag, Instance
from coala.model.values import Span
from coala.present.chains import follow_mentions
from coala.present.instance_numbers import Numbering, number_instances
from tests.support.bags_by_hand import DOC_1, bag, seed


def test_numbers_of_a_pair_are_those_of_its_sides() -> None:
    numbering = number_instances(seed())
    assert numbering.numbers_of_pair(0, 1) == ((0,), (1,))
    assert numbering.numbers_of_pair(None, 1) == ((), (1,))


@st.composite
def bags_that_share_spans(draw: st.DrawFn) -> Bag:
    """Return bags of any chains; a span may be in several chains of one side or in none."""
    size = draw(st.integers(1, 12))
    chains = st.lists(st.sets(st.integers(0, size - 1)).map(sorted).map(tuple), max_size=6)
    sides = [
        tuple(Instance("Bob", f"{side}{at}", spans) for at, spans in enumerate(draw(chains)))
        for side in range(2)
    ]
    pairs = draw(st.integers(0, min(map(len, sides))))
    spans = tuple(Span("d", at, at + 1) for at in range(size))
    return Bag("f", "t", spans, ("x",) * size, sides[0], sides[1], tuple((at, at) for at in range(pairs)), ())


def chains_of_spans(bag: Bag, numbering: Numbering) -> list[list[tuple[int, ...]]]:
    """Return by side and span the numbers of all instances that have it."""
    found = []
    for side, instances in enumerate((bag.baseline, bag.changed)):
        index_of = dict(enumerate(pair[side] for pair in numbering.pairs))
        found.append(
            [
                tuple(
                    number
                    for number, index in index_of.items()
                    if index is not None and span in instances[index].spans
                )
                for span in range(len(bag.spans))
            ]
        )
    return found


@given(bags_that_share_spans())
def test_each_span_has_the_numbers_of_all_its_instances(bag: Bag) -> None:
    numbering = number_instances(bag)
    assert [list(numbering.baseline_rows), list(numbering.changed_rows)] == chains_of_spans(bag, numbering)


@given(bags_that_share_spans())
def test_mentions_are_followed_as_if_each_span_were_looked_at_alone(bag: Bag) -> None:
    numbering = number_instances(bag)
    ways: Counter[tuple[int, int]] = Counter()
    alone: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for old, new in zip(*chains_of_spans(bag, numbering), strict=True):
        left, come = ([number for number in side if number not in {*old} & {*new}] for side in (old, new))
        ways.update((number, number) for number in {*old} & {*new})
        ways.update(zip(left, come, strict=False))
        alone[BASELINE].update(left[len(come) :])
        alone[CHANGED].update(come[len(left) :])
    followed = follow_mentions(numbering)
    numbers = range(len(numbering.pairs))
    assert {
        (old, new): n for old in numbers for new, n in followed[BASELINE].count_by_heir(old).items()
    } == ways
    assert {
        (old, new): n for new in numbers for old, n in followed[CHANGED].count_by_heir(new).items()
    } == ways
    for side, counted in zip(followed, alone, strict=True):
        assert [counted[number] for number in numbers] == side.alone.tolist()
        assert [side.count_by_heir(number).get(number, 0) for number in numbers] == side.kept.tolist()
        heirs, mentions = side.list_heirs(np.arange(len(numbers))[::-1])
        told = [way for number in reversed(numbers) for way in side.count_by_heir(number).items()]
        assert list(zip(heirs.tolist(), mentions.tolist(), strict=True)) == told


def test_spans_with_the_same_chains_share_one_note_of_these_and_many_chains_of_a_span_are_all_noted() -> None:
    chains = {f"both {at}": range(10, 40) for at in range(2)} | {f"all {at}": range(5) for at in range(12)}
    spans = [Span(DOC_1, at, at + 1) for at in range(40)]
    numbering = number_instances(bag(spans, chains, {"one": range(40)}, [], [], {}))
    rows = numbering.baseline_rows
    of_chain = numbering.numbers[BASELINE].tolist()
    assert rows[10] == tuple(sorted(of_chain[:2]))
    assert rows[0] == tuple(sorted(of_chain[2:]))
    assert rows[7] == ()
    assert len(set(rows.codes.tolist())) == 3
