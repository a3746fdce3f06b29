"""Bags, the connected components of spans and instances over both graphs."""

from __future__ import annotations

from hypothesis import given

from coala.diff.bags import Bags, find_bags
from coala.model.corpus import Corpus, build_corpus
from tests.support import naive_diff
from tests.support.graphs_by_hand import graph
from tests.support.naive_diff import Chains, chains


@given(chains("x"), chains("y"))
def test_bags_are_the_components_that_networkx_finds(baseline: Chains, changed: Chains) -> None:
    corpus = build_corpus((graph(baseline), graph(changed)))
    found = find_bags(corpus)
    assert _contents(corpus, found, (baseline, changed)) == naive_diff.bags(baseline, changed)
    assert found.count == len(naive_diff.bags(baseline, changed))


@given(chains("x"), chains("y"))
def test_bags_are_numbered_by_their_first_spans(baseline: Chains, changed: Chains) -> None:
    found = find_bags(build_corpus((graph(baseline), graph(changed))))
    first_seen = list(dict.fromkeys(found.of_span.tolist()))
    assert first_seen == list(range(found.count))


def _contents(corpus: Corpus, found: Bags, sides: tuple[Chains, Chains]) -> set[frozenset[object]]:
    contents: dict[int, set[object]] = {}
    for number, bag in enumerate(found.of_span.tolist()):
        contents.setdefault(bag, set()).add(corpus.span(number))
    for graph_number, (names, of_instance) in enumerate(zip(sides, found.of_instance, strict=True)):
        for name, bag in zip(names, of_instance.tolist(), strict=True):
            contents[bag].add((graph_number, name))
    return {frozenset(members) for members in contents.values()}
