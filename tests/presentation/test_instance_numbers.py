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
