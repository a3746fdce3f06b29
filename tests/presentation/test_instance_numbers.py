from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from coala.model.bag import Bag, Instance
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.presentation.instance_numbers import number_instances
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, seed, split


def test_partners_have_one_number_in_the_order_of_their_first_spans() -> None:
    numbering = number_instances(seed())
    assert numbering.pairs == ((0, 0), (1, 1))
    assert numbering.of(0, 1) == ((0,), (1,))
    assert numbering.of(None, 1) == ((), (1,))


def test_an_unpaired_instance_has_a_number_of_its_own() -> None:
    assert number_instances(split()).pairs == ((0, 0), (None, 1))


def test_instances_that_differ_come_first() -> None:
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22), Span(DOC_1, 32, 34)],
        {"Bob": [0], "John": [1, 2]},
        {"Bob": [0], "John": [1]},
        [(0, 0), (1, 1)],
        [(Kind.MENTION_DROPPED, 1, None, [2], "dropped")],
        TEXTS,
    )
    assert number_instances(made).pairs == ((1, 1), (0, 0))
    assert number_instances(made).differing == (True, False)


def test_of_those_that_differ_the_greatest_comes_first() -> None:
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22), Span(DOC_1, 32, 34)],
        {"Bob": [0], "John": [1, 2]},
        {"Bob": [0, 1, 2]},
        [(1, 0)],
        [(Kind.MERGED, 0, 0, [0], "merged")],
        TEXTS,
    )
    assert number_instances(made).pairs == ((1, 0), (0, None))


def test_spans_know_the_numbers_of_their_instances() -> None:
    numbering = number_instances(seed())
    assert numbering.baseline_rows == ((0,), (1,), (0,), (0,))
    assert numbering.changed_rows == ((0,), (1,), (1,), (0,))


@st.composite
def bags_that_share_spans(draw: st.DrawFn) -> Bag:
    """Chains of any spans, of which some may be in several chains of one side or in none."""
    size = draw(st.integers(1, 12))
    chains = st.lists(st.sets(st.integers(0, size - 1)).map(sorted).map(tuple), max_size=6)
    sides = [
        tuple(Instance("Bob", f"{side}{at}", spans) for at, spans in enumerate(draw(chains)))
        for side in range(2)
    ]
    pairs = draw(st.integers(0, min(map(len, sides))))
    spans = tuple(Span("d", at, at + 1) for at in range(size))
    return Bag("f", "t", spans, ("x",) * size, sides[0], sides[1], tuple((at, at) for at in range(pairs)), ())


@given(bags_that_share_spans())
def test_each_span_has_the_numbers_of_all_its_instances_and_each_case_is_counted(bag: Bag) -> None:
    numbering = number_instances(bag)
    expected: list[list[tuple[int, ...]]] = []
    for side, instances in enumerate((bag.baseline, bag.changed)):
        of_instance = [pair[side] for pair in numbering.pairs]
        expected.append(
            [
                tuple(
                    number
                    for number, index in enumerate(of_instance)
                    if index is not None and span in instances[index].spans
                )
                for span in range(len(bag.spans))
            ]
        )
    assert [list(numbering.baseline_rows), list(numbering.changed_rows)] == expected
    counted: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for old, new, spans in numbering.count_cases():
        counted[old, new] += spans
    assert counted == Counter(zip(*expected, strict=True))
