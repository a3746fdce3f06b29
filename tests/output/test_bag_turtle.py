"""A copied bag: two graphs in valid Turtle that diverge as the bag does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import rdflib

from coala.engine.compare import Comparison, compare_graphs
from coala.model.bag import Bag
from coala.model.graph import Facts, Graph
from coala.model.options import ReadOptions
from coala.model.values import Span
from coala.output.bag_turtle import bag_to_turtle
from coala.present.prose import report_bag
from coala.reading.read import read_graphs
from coala.review.file import Review
from tests.diff.test_links import DBPEDIA, WIKIDATA, link
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, D, graph
from tests.support.paths import SHARED, needs_shared
from tests.support.reviews import put_comparison, three_splits

HOSTILE = 'a "quoted"\n<b>\\ \t\u202e\u2066 \N{PILE OF POO} \'\'\' """ . } #'
ODD = "http://example.org/a b{c}<d>"


def compare_copies(review: Review, number: int, folder: Path, *, texts: bool = True) -> Comparison:
    """Copy a bag as Turtle, have rdflib read it, and compare both graphs as ``coala diff`` does."""
    report = report_bag(review, number)
    known = {document: review.text(document) if texts else None for document in report.bag.documents}
    paths = []
    for side in (0, 1):
        path = folder / f"{number}-{side}.ttl"
        path.write_text(bag_to_turtle(report, side, known), encoding="utf-8")
        rdflib.Graph().parse(path)
        paths.append(str(path))
    baseline, changed = (read_graphs([path], ReadOptions())[0] for path in paths)
    return compare_graphs(baseline, changed)


def changes(bag: Bag) -> list[tuple[object, ...]]:
    """Return the divergences, without names and numbers."""

    def spans(numbers: tuple[int, ...]) -> list[tuple[object, ...]]:
        return [bag.spans[number][:4] for number in sorted(numbers)]

    return sorted(
        (
            row.kind.value,
            spans(row.spans),
            [] if row.baseline is None else spans(bag.baseline[row.baseline].spans),
            [] if row.changed is None else spans(bag.changed[row.changed].spans),
            len(row.dropped),
            len(row.added),
        )
        for row in bag.divergences
    )


def assert_copies_say_the_same(review: Review, folder: Path, *, texts: bool = True) -> None:
    for entry in review.entries:
        comparison = compare_copies(review, entry.number, folder, texts=texts)
        (copied,) = [bag for bag, _ in comparison.iterate_bags()]
        assert changes(copied) == changes(review.bag(entry.number))


EVERYTHING = (
    graph(
        {"x1": [A, C, D], "x2": [B]},
        types={"x1": ["http://example.org/Person", ODD]},
        labels={"x1": HOSTILE},
        statements=[
            ("x1", "http://example.org/knows", "x2"),
            ("x2", "http://example.org/says", f'"{HOSTILE}"'),
            ("x1", "http://example.org/age", '"7"^^<http://www.w3.org/2001/XMLSchema#int>'),
            ("x1", "http://example.org/name", '"Bob"@en'),
            ("x1", "http://example.org/seen", f"(<{DOC_1}> 0 9)"),
            ("x1", "http://example.org/at", '[<http://example.org/p> "q"; <http://example.org/r> @]'),
            ("x1", "http://example.org/page", f"<{ODD}>"),
            ("x1", "^http://example.org/owns", "<http://example.org/dog>"),
            ("x1", "a name without scheme", '"' + 400 * "long " + '"'),
        ],
    ),
    graph(
        {"z1": [A, D], "z2": [B, C]},
        types={"z1": ["http://example.org/Person"], "z2": ["Thing"]},
        statements=[
            ("z1", "http://example.org/knows", "z2"),
            ("z2", "http://example.org/says", f'"{HOSTILE}"'),
            ("z1", "http://example.org/age", '"8"^^<http://www.w3.org/2001/XMLSchema#int>'),
            ("z1", "http://example.org/name", '"Bob"@de'),
            ("z1", "http://example.org/at", '[<http://example.org/p> "q"; <http://example.org/r> @]'),
            ("z1", "^http://example.org/owns", "<http://example.org/dog>"),
            ("z1", "a name without scheme", '"' + 400 * "long " + '"'),
        ],
    ),
)
GAP = Span(DOC_1, 0, 22, ((0, 3), (14, 22)))
SUBJECT = Span(DOC_1, 32, 34, zero="nsubj#1")
ODD_SHAPES = (graph({"x": [A, GAP, SUBJECT], "y": [B, C]}), graph({"u": [A, GAP, C], "v": [B, SUBJECT]}))
NOTHING_LEFT = (graph({"x1": [A, B], "x2": [D]}), graph({"z2": [D]}))
ELSEWHERE = (
    graph({"x1": [A], "x2": [B], "o": [D]}, statements=[("x1", "http://example.org/knows", "o")]),
    graph({"z1": [A, B], "p": [D]}, statements=[("z1", "http://example.org/knows", "p")]),
)
LINKS = (
    link({"x1": [A, C], "x2": [B]}, {"x1": [f"{WIKIDATA}Q90"], "x2": [f"{DBPEDIA}John", f"{WIKIDATA}Q7"]}),
    link({"z1": [A, C], "z2": [B]}, {"z1": [f"{WIKIDATA}Q47899"], "z2": [f"{DBPEDIA}John_Doe"]}),
)
GAINED_LINK = (
    link({"x1": [A, C], "x2": [B]}, {"x2": [f"{WIKIDATA}Q7"]}),
    link({"z1": [A, C], "z2": [B]}, {"z1": [f"{WIKIDATA}Q90"], "z2": [f"{WIKIDATA}Q7"]}),
)


@pytest.mark.parametrize(
    "graphs",
    [
        (SEED["X"], SEED["Y"]),
        (SEED["X"], SEED["Z"]),
        EVERYTHING,
        ODD_SHAPES,
        NOTHING_LEFT,
        ELSEWHERE,
        three_splits(),
        LINKS,
        GAINED_LINK,
    ],
    ids=[
        "split",
        "moved",
        "everything",
        "odd shapes",
        "nothing left",
        "elsewhere",
        "three",
        "links",
        "gained link",
    ],
)
@pytest.mark.parametrize("texts", [True, False], ids=["texts", "no texts"])
def test_a_copied_bag_diverges_as_the_bag_does(
    graphs: tuple[Graph, Graph], texts: bool, tmp_path: Path
) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *graphs)
    with Review.open(path) as review:
        assert review.entries
        assert_copies_say_the_same(review, tmp_path, texts=texts)


def test_a_document_and_an_instance_keep_their_names_where_they_are_iris(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, SEED["X"], SEED["Z"])
    with Review.open(path) as review:
        turtle = bag_to_turtle(report_bag(review, 0), 0, TEXTS)
    assert f'<{DOC_1}> a nif:Context ;\n    nif:isString "Bob Smith met John Doe' in turtle
    assert "itsrdf:taIdentRef <http://example.org/x1> ." in turtle
    assert turtle.startswith(f"# {review.entries[0].title}\n# Bag: r.coala#1\n")
    assert f"# Fingerprint: {review.entries[0].fingerprint}\n" in turtle


def test_great_texts_stay_behind_and_the_mentions_state_their_words(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    long = {DOC_1: TEXTS[DOC_1] + 300_000 * " "}
    put_comparison(path, graph({"x": [A, B]}, texts=long), graph({"y": [A], "z": [B]}, texts=long))
    with Review.open(path) as review:
        turtle = bag_to_turtle(report_bag(review, 0), 0, long)
        assert len(turtle) < 3_000
        assert 'nif:anchorOf "Bob Smith"' in turtle
        assert_copies_say_the_same(review, tmp_path)


@needs_shared
@pytest.mark.parametrize(
    ("baseline", "changed"),
    [("ecbplus/lemma-delta.ttl", "ecbplus/feature0.ttl"), ("pikes/pikes-mate", "pikes/pikes-both")],
)
def test_copies_of_real_bags_diverge_as_the_bags_do(baseline: str, changed: str, tmp_path: Path) -> None:
    graphs = read_graphs([str(SHARED / "data" / name) for name in (baseline, changed)], ReadOptions())
    path = tmp_path / "r.coala"
    # A copy states facts as plain statements.
    put_comparison(path, *(replace(graph, facts=Facts()) for graph in graphs))
    with Review.open(path) as review:
        for number in range(0, len(review.entries), 6):
            comparison = compare_copies(review, number, tmp_path)
            (copied,) = [bag for bag, _ in comparison.iterate_bags()]
            assert changes(copied) == changes(review.bag(number))
