"""Divergences of entity links: partners with other names in a knowledge base that counts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag, Direction
from coala.model.graph import Graph
from coala.model.kinds import Kind, parse_kinds
from coala.model.options import DEFAULTS
from coala.model.values import Span
from tests.support.graphs_by_hand import A, B, C, D, graph

WIKIDATA = "http://www.wikidata.org/entity/"
DBPEDIA = "http://dbpedia.org/resource/"
EXACT_MATCH = "http://www.w3.org/2004/02/skos/core#exactMatch"


def link(chains: Mapping[str, Sequence[Span]], links: Mapping[str, Sequence[str]]) -> Graph:
    """Return a graph whose chains are linked to these IRIs."""
    return graph(
        chains, statements=[(name, EXACT_MATCH, f"<{iri}>") for name, iris in links.items() for iri in iris]
    )


def compare(first: Graph, second: Graph) -> Comparison:
    return compare_graphs(first, second)


def list_bags(first: Graph, second: Graph) -> list[Bag]:
    return list(compare(first, second).contents)


CHAINS = {"x": [A, C], "y": [B], "z": [D]}
BEFORE = link(CHAINS, {"x": [f"{WIKIDATA}Q90"], "y": [f"{WIKIDATA}Q7"]})
AFTER = link(CHAINS, {"x": [f"{WIKIDATA}Q47899"], "y": [f"{WIKIDATA}Q7"]})


def test_another_name_of_partners_is_one_row_of_kind_link() -> None:
    (bag,) = list_bags(BEFORE, AFTER)
    (row,) = bag.divergences
    assert (row.kind, row.dropped, row.added) == (Kind.LINK, ("Q90",), ("Q47899",))
    assert [entry.name for entry in bag.changed[0].entries] == [f"{WIKIDATA}Q47899"]


def test_gained_and_lost_links_say_so() -> None:
    more = link(CHAINS, {"x": [f"{WIKIDATA}Q90"], "y": [f"{WIKIDATA}Q7"], "z": [f"{WIKIDATA}Q8"]})
    for sides, dropped, added in (((BEFORE, more), (), ("Q8",)), ((more, BEFORE), ("Q8",), ())):
        ((row,),) = (bag.divergences for bag in list_bags(*sides))
        assert (row.kind, row.dropped, row.added) == (Kind.LINK, dropped, added)


def test_each_base_that_differs_is_a_row() -> None:
    first = link({"x": [A]}, {"x": [f"{WIKIDATA}Q90", f"{DBPEDIA}Paris"]})
    second = link({"x": [A]}, {"x": [f"{WIKIDATA}Q47899", f"{DBPEDIA}Paris_Hilton"]})
    (bag,) = list_bags(first, second)
    assert [(row.dropped, row.added) for row in bag.divergences] == [
        (("Paris",), ("Paris Hilton",)),
        (("Q90",), ("Q47899",)),
    ]


def test_names_in_another_normal_form_do_not_diverge() -> None:
    other = link(CHAINS, {"x": ["https://www.wikidata.org/wiki/Q90"], "y": [f"{WIKIDATA}Q7"]})
    assert not list_bags(BEFORE, other)


def test_a_common_name_of_several_is_not_listed() -> None:
    first = link({"x": [A]}, {"x": [f"{WIKIDATA}Q1", f"{WIKIDATA}Q2"]})
    second = link({"x": [A]}, {"x": [f"{WIKIDATA}Q2", f"{WIKIDATA}Q3"]})
    ((row,),) = (bag.divergences for bag in list_bags(first, second))
    assert (row.dropped, row.added) == (("Q1",), ("Q3",))


def test_kinds_without_links_hide_them() -> None:
    kinds = DEFAULTS.selection._replace(kinds=frozenset(Kind) - {Kind.LINK})
    comparison = compare_graphs(BEFORE, AFTER, options=DEFAULTS._replace(selection=kinds))
    assert not list(comparison.contents)
    assert comparison.summary.differing == 1


def test_fingerprints_have_names_only_where_they_count() -> None:
    other = {"x": [A, C, B], "z": [D]}
    plain = {bag.fingerprint for bag in list_bags(graph(CHAINS), graph(other))}
    uncounted = {bag.fingerprint for bag in list_bags(link(CHAINS, {"x": [f"{WIKIDATA}Q90"]}), graph(other))}
    counted = {
        bag.fingerprint
        for bag in list_bags(link(CHAINS, {"x": [f"{WIKIDATA}Q90"]}), link(other, {"x": [f"{WIKIDATA}Q90"]}))
    }
    assert plain == uncounted
    assert plain != counted


@pytest.mark.parametrize("kinds", ["all", "coreference", "coreference,types,statements,facts"])
def test_fingerprints_without_names_do_not_depend_on_links_among_the_kinds(kinds: str) -> None:
    def list_fingerprints(kinds: frozenset[Kind], links: Mapping[str, Sequence[str]]) -> list[str]:
        options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=kinds))
        graphs = link(CHAINS, links), link({"x": [A, C, B], "z": [D]}, links)
        return [bag.fingerprint for bag in compare_graphs(*graphs, options=options).contents]

    with_links, without = parse_kinds(kinds) | {Kind.LINK}, parse_kinds(kinds) - {Kind.LINK}
    for links, are_equal in (({}, True), ({"x": [f"{WIKIDATA}Q90"]}, False)):
        assert (list_fingerprints(with_links, links) == list_fingerprints(without, links)) is are_equal


def test_rotated_names_give_every_moved_link_and_nothing_else() -> None:
    spans = {f"i{number}": [Span(A.document, number, number + 1)] for number in range(30)}
    names = {name: [f"{WIKIDATA}Q{number}"] for number, name in enumerate(spans, 1)}
    rotated = {name: names[f"i{(number + 1) % 30}"] for number, name in enumerate(spans)}
    bags = list_bags(link(spans, names), link(spans, rotated))
    assert [row.kind for bag in bags for row in bag.divergences] == [Kind.LINK] * 30
    assert not list_bags(link(spans, names), link(spans, names))


def test_label_and_description_of_an_entry_come_from_the_graph() -> None:
    iri = f"{WIKIDATA}Q90"
    stated = replace(BEFORE, term_labels={iri: "Paris"}, descriptions={iri: "The capital of France."})
    (bag,) = list_bags(stated, AFTER)
    (entry,) = bag.baseline[0].entries
    assert (entry.shown, entry.description) == ("Paris (Q90)", "The capital of France.")


def test_direction_of_a_link_is_that_of_its_mentions_in_gold() -> None:
    gold = link({"g": [A, C], "h": [B]}, {"g": [f"{WIKIDATA}Q47899"], "h": [f"{WIKIDATA}Q7"]})
    for first, second, expected in (
        (BEFORE, AFTER, Direction.TOWARDS),
        (AFTER, BEFORE, Direction.AWAY),
        (link(CHAINS, {"z": [f"{WIKIDATA}Q1"]}), link(CHAINS, {"z": [f"{WIKIDATA}Q2"]}), Direction.NEITHER),
    ):
        (bag,) = compare_graphs(first, second, gold).contents
        assert [row.direction for row in bag.divergences] == [expected]


def test_direction_of_a_link_is_that_of_the_mentions_that_both_partners_have() -> None:
    # By C or B, which one graph alone has in the chain, the changed link would be right.
    gold = link(
        {"g": [A], "h": [C], "i": [B]},
        {"g": [f"{WIKIDATA}Q1"], "h": [f"{WIKIDATA}Q2"], "i": [f"{WIKIDATA}Q2"]},
    )
    first = link({"x": [A, C]}, {"x": [f"{WIKIDATA}Q1"]})
    second = link({"x": [A, B]}, {"x": [f"{WIKIDATA}Q2"]})
    for baseline, changed, expected in ((first, second, Direction.AWAY), (second, first, Direction.TOWARDS)):
        (bag,) = compare_graphs(baseline, changed, gold).contents
        (row,) = [row for row in bag.divergences if row.kind is Kind.LINK]
        assert row.direction is expected
