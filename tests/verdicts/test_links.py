"""Made and lost links: their sums are those of the graphs, and each belongs to the row that describes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from hypothesis import assume, given

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag
from coala.model.graph import Graph
from coala.model.kinds import Kind, parse_kinds
from coala.model.options import DEFAULTS
from coala.model.values import Span
from coala.scores.partition import cluster_spans
from coala.verdicts.links import BagLinks, LinkCounts, RowLinks, count_links, find_links
from tests.support import naive_diff
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, A, B, C, D, graph
from tests.support.naive_diff import Chains

E = Span(DOC_1, 35, 39)
F = Span(DOC_2, 15, 19)
G = Span(DOC_1, 10, 13)
H = Span(DOC_2, 9, 11)


def links_of(baseline: Mapping[str, list[Span]], changed: Mapping[str, list[Span]]) -> list[tuple[str, ...]]:
    """Return each link: made or lost, the first spans of main and linked piece, and the kind of its row."""
    letters = {A: "A", B: "B", C: "C", D: "D", E: "E", F: "F", G: "G", H: "H"}
    return [
        (
            which,
            letters[bag.spans[link.pieces[0][0]]],
            letters[bag.spans[link.piece[0]]],
            _kind(bag, link.row),
        )
        for bag in _bags(graph(baseline), graph(changed))
        for which, found in zip(("made", "lost"), find_links(bag), strict=True)
        for link in found
    ]


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


def test_a_moved_mention_makes_one_link_and_loses_one() -> None:
    (bag,) = _bags(SEED["X"], SEED["Z"])
    found = find_links(bag)
    assert [[bag.spans[span] for span in link.piece] for link in found.made] == [[C]]
    assert [[bag.spans[span] for span in link.piece] for link in found.lost] == [[C]]
    assert count_links(bag) == LinkCounts(1, (RowLinks("", Kind.MOVED, 1, 1),), 3)


def test_a_split_loses_one_link_however_many_mentions_went() -> None:
    assert links_of({"x": [A, B, C, D]}, {"y": [A, B], "z": [C, D]}) == [("lost", "A", "C", "split")]


def test_a_merge_of_three_chains_makes_two_links_to_the_main_piece() -> None:
    assert links_of({"x": [A], "y": [B, C], "z": [D]}, {"w": [A, B, C, D]}) == [
        ("made", "B", "A", "merged"),
        ("made", "B", "D", "merged"),
    ]


def test_the_main_piece_has_most_kept_mentions_then_most_mentions_then_is_first() -> None:
    # A was kept; B and C are more, and came from another chain.
    assert links_of({"x": [A], "y": [B, C, D, E, F]}, {"x": [A, B, C], "y": [D, E, F]}) == [
        ("made", "A", "B", "moved"),
        ("lost", "E", "B", "moved"),
    ]
    # No mention of the new chain was kept, and B and C are more than A.
    x, y = [A, D, F], [E, G, H]
    assert links_of({"x": x, "y": [B, C, *y]}, {"z": [A, B, C], "x": x[1:], "y": y}) == [
        ("made", "B", "A", "split"),
        ("lost", "D", "A", "split"),
        ("lost", "G", "B", "split"),
    ]
    # Neither A nor B was kept.
    assert links_of({"x": x, "y": [B, *y]}, {"z": [B, A], "x": x[1:], "y": y})[0] == (
        ("made", "A", "B", "split")
    )


def test_the_pieces_of_a_class_are_the_main_piece_and_the_rest_in_text_order() -> None:
    (bag,) = _bags(graph({"x": [A], "y": [B, C], "z": [D]}), graph({"w": [A, B, C, D]}))
    made = find_links(bag).made
    assert [[[bag.spans[span] for span in piece] for piece in link.pieces] for link in made] == 2 * [
        [[B, C], [A], [D]]
    ]
    assert [link.place for link in made] == [1, 2]


def test_a_new_instance_of_three_mentions_makes_two_links_that_belong_to_its_one_row() -> None:
    assert links_of({"x": [A]}, {"x": [A], "y": [B, C, E]}) == [
        ("made", "B", "C", "instance-added"),
        ("made", "B", "E", "instance-added"),
    ]


def test_an_added_mention_makes_a_link_and_a_dropped_one_loses_one() -> None:
    assert links_of({"x": [A, C]}, {"x": [A, B]}) == [
        ("made", "A", "B", "mention-added"),
        ("lost", "A", "C", "mention-dropped"),
    ]


def test_chains_that_share_a_span_are_one_class_and_their_link_has_the_row_of_the_shared_span() -> None:
    # Every mention of D and E was kept; that C is in both chains now makes one class of them.
    assert links_of({"x": [A, B, C], "y": [D, E]}, {"x": [A, B, C], "y": [C, D, E]}) == [
        ("made", "A", "E", "mention-added"),
    ]


def test_a_second_chain_over_the_spans_of_one_class_makes_no_link() -> None:
    assert links_of({"x": [A, B, C]}, {"x": [A, B, C], "y": [B, C]}) == []


def test_rows_of_types_have_no_links() -> None:
    baseline, changed = graph({"x": [A, B]}), graph({"y": [A, B]}, types={"y": ["http://e.org/Person"]})
    (bag,) = _bags(baseline, changed)
    assert bag.kinds == (Kind.TYPE,)
    assert find_links(bag) == BagLinks((), ())


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
