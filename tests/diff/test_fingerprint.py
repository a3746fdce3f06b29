"""Fingerprints, which depend on the question of a bag and on nothing else."""

from __future__ import annotations

from dataclasses import replace

from coala.engine.compare import compare_graphs
from coala.model.graph import Graph
from tests.support.graphs_by_hand import SEED, TEXTS, A, B, C, D, graph


def fingerprints(baseline: Graph, changed: Graph) -> list[str]:
    return [bag.fingerprint for bag, _ in compare_graphs(baseline, changed).iterate_bags()]


def test_it_is_64_hexadecimal_digits() -> None:
    (fingerprint,) = fingerprints(SEED["X"], SEED["Y"])
    assert len(fingerprint) == 64
    assert set(fingerprint) <= set("0123456789abcdef")


def test_names_order_and_paths_do_not_matter() -> None:
    renamed = graph({"b": [B], "a": [D, C, A]})
    renamed = replace(renamed, path="elsewhere.nt")
    assert fingerprints(renamed, SEED["Y"]) == fingerprints(SEED["X"], SEED["Y"])


def test_the_other_bags_do_not_matter() -> None:
    more = graph({"x1": [A, C, D], "x2": [B], "x3": [A._replace(begin=10, end=13)]})
    assert set(fingerprints(SEED["X"], SEED["Y"])) < set(fingerprints(more, SEED["Y"]))


def test_which_side_is_the_baseline_matters() -> None:
    assert fingerprints(SEED["X"], SEED["Y"]) != fingerprints(SEED["Y"], SEED["X"])


def test_the_words_of_the_spans_matter() -> None:
    texts = {name: text.replace("he", "it") for name, text in TEXTS.items()}
    first, second = (graph(chains, texts=texts) for chains in ({"x": [A, C]}, {"y1": [A], "y2": [C]}))
    third, fourth = (graph(chains) for chains in ({"x": [A, C]}, {"y1": [A], "y2": [C]}))
    assert fingerprints(first, second) != fingerprints(third, fourth)


def test_types_and_statements_matter() -> None:
    plain = graph({"y1": [A], "y2": [C]})
    typed = graph({"y1": [A], "y2": [C]}, types={"y1": ["Person"]})
    stating = graph({"y1": [A], "y2": [C]}, statements=[("y1", "role", '"chief"')])
    baseline = graph({"x": [A, C]})
    found = [fingerprints(baseline, changed)[0] for changed in (plain, typed, stating)]
    assert len(set(found)) == 3


def test_an_instance_that_a_statement_refers_to_is_known_by_its_spans() -> None:
    def changed(other: str) -> Graph:
        return graph({"y1": [A], "y2": [C], other: [B]}, statements=[("y1", "met", other)])

    baseline = graph({"x1": [A, C], "x2": [B]})
    assert fingerprints(baseline, changed("y3")) == fingerprints(baseline, changed("another"))
    moved = graph({"y1": [A], "y2": [C], "y3": [B, D]}, statements=[("y1", "met", "y3")])
    assert fingerprints(baseline, changed("y3"))[0] not in fingerprints(baseline, moved)
