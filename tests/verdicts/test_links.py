"""Made and lost links: their sums are those of the graphs, and each belongs to the row that describes it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from hypothesis import assume, given

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag
from coala.model.graph import Graph
from coala.model.kinds import Kind, parse_kinds
from coala.model.options import DEFAULTS
from coala.model.values import Span
from coala.scores.partition import cluster_spans
from coala.verdicts.links import RowLinks, count_links, find_links
from tests.support import naive_diff
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.naive_diff import Chains


def _kind(bag: Bag, row: int | None) -> str:
    return "" if row is None else bag.divergences[row].kind.value


def _bags(baseline: Graph, changed: Graph) -> list[Bag]:
    return [bag for bag, _ in compare_graphs(baseline, changed).iterate_bags()]


def _compare(*sides: Chains) -> Comparison:
    """Compare two random graphs that share a span; others are refused elsewhere."""
    first, second = ({span for spans in side.values() for span in spans} for side in sides)
    assume(first & second)
    baseline, changed = (graph(side, texts=naive_diff.TEXTS) for side in sides)
    return compare_graphs(baseline, changed)


def _bags_of_chains(*sides: Chains) -> list[Bag]:
    return [bag for bag, _ in _compare(*sides).iterate_bags()]


def _links_in(chains: Collection[Collection[Span]]) -> int:
    """Return Σ (n − 1) over the classes of a graph, by the scores' own classes."""
    universe = sorted({span for spans in chains for span in spans})
    rows = [(universe.index(span), number) for number, spans in enumerate(chains) for span in spans]
    columns = np.array(rows, np.int64).reshape(-1, 2)
    if not rows:
        return 0
    return len(universe) - cluster_spans(columns[:, 0], columns[:, 1], len(universe)).count


def test_a_link_has_no_row_where_rows_of_its_kind_do_not_count() -> None:
    options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds("split")))
    baseline, changed = graph({"x": [A, B, C], "y": [D]}), graph({"x": [A, B, D], "z": [C]})
    ((bag, _),) = compare_graphs(baseline, changed, options=options).iterate_bags()
    assert count_links(bag).rows == (
        RowLinks("", Kind.SPLIT, 0, 1),
        RowLinks("", None, 1, 0),
    )


@limit_examples(30)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_made_less_lost_is_the_links_of_the_changed_graph_less_those_of_the_baseline(
    baseline: Chains, changed: Chains
) -> None:
    made = lost = 0
    for bag in _bags_of_chains(baseline, changed):
        links = find_links(bag)
        before, after = (
            _links_in([[bag.spans[span] for span in instance.spans] for instance in side])
            for side in (bag.baseline, bag.changed)
        )
        assert len(links.made) - len(links.lost) == after - before
        made, lost = made + len(links.made), lost + len(links.lost)
    assert made - lost == _links_in(changed.values()) - _links_in(baseline.values())


@limit_examples(30)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_the_summary_counts_the_links_that_the_bags_made_and_lost(baseline: Chains, changed: Chains) -> None:
    comparison = _compare(baseline, changed)
    found = [find_links(bag) for bag, _ in comparison.iterate_bags()]
    totals = comparison.summary.links
    assert totals is not None
    assert (totals.made, totals.lost) == tuple(sum(len(links[which]) for links in found) for which in (0, 1))
    assert (totals.baseline, totals.changed) == tuple(
        _links_in(side.values()) for side in (baseline, changed)
    )


@limit_examples(30)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_every_link_has_a_row_of_its_own_side(baseline: Chains, changed: Chains) -> None:
    for bag in _bags_of_chains(baseline, changed):
        made, lost = find_links(bag)
        for link in (*made, *lost):
            assert link.row is not None
        assert all(bag.divergences[link.row].changed is not None for link in made if link.row is not None)
        assert all(bag.divergences[link.row].baseline is not None for link in lost if link.row is not None)


@limit_examples(30)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_no_chain_of_the_other_graph_has_a_mention_of_both_sides_of_a_link(
    baseline: Chains, changed: Chains
) -> None:
    for bag in _bags_of_chains(baseline, changed):
        made, lost = find_links(bag)
        for links, other in ((made, bag.baseline), (lost, bag.changed)):
            assert not any(
                {span for piece in link.before for span in piece} & set(instance.spans)
                and set(link.piece) & set(instance.spans)
                for link in links
                for instance in other
            )


@limit_examples(30)
@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_what_the_change_made_is_what_the_change_back_loses(baseline: Chains, changed: Chains) -> None:
    there, back = (
        list(map(find_links, _bags_of_chains(*sides))) for sides in ((baseline, changed), (changed, baseline))
    )
    assert sum(len(links.made) for links in there) == sum(len(links.lost) for links in back)
    assert sum(len(links.lost) for links in there) == sum(len(links.made) for links in back)
