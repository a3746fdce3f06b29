"""The report of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

from coala.engine.compare import compare_graphs
from coala.model.graph import Graph
from coala.model.values import Span
from coala.results.diff import report_diff
from tests.support.graphs_by_hand import A, graph
from tests.support.reports import folds_of, text_of


def many_splits(sizes: Sequence[int]) -> tuple[Graph, Graph]:
    """Return graphs with a chain for each size, whose last mention is a chain of its own in the second."""
    before: dict[str, list[Span]] = {}
    after: dict[str, list[Span]] = {}
    begin = 0
    for number, size in enumerate(sizes):
        spans = [A._replace(begin=begin + 2 * place, end=begin + 2 * place + 1) for place in range(size)]
        begin += 2 * size
        before[f"c{number}"] = spans
        after |= {f"c{number}": spans[:-1], f"d{number}": spans[-1:]}
    texts = {A.document: "ab" * begin}
    return graph(before, texts=texts), graph(after, texts=texts)


def test_bags_with_the_largest_effect_are_listed_under_their_numbers() -> None:
    comparison = compare_graphs(*many_splits([2, 3, 2, 9, 5, 2, 7]))
    effects = [abs(value or 0.0) for value in comparison.shares["b_cubed"]]
    expected = sorted(range(7), key=lambda place: (-round(effects[place], 12), place))[:5]
    (bags,) = folds_of(report_diff(comparison))
    assert [int(line.split()[0]) - 1 for line in text_of(bags.items)] == expected
    assert expected != list(range(5))
    assert bags.total == 7
