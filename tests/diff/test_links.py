"""Divergences of entity links: partners with other names in a knowledge base that counts."""

from collections.abc import Mapping, Sequence

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag
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


def test_names_in_another_normal_form_do_not_diverge() -> None:
    other = link(CHAINS, {"x": ["https://www.wikidata.org/wiki/Q90"], "y": [f"{WIKIDATA}Q7"]})
    assert not list_bags(BEFORE, other)


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
