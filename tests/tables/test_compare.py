"""Tables are compared bag by bag by DuckDB: what comes out is what the comparison in memory says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from coala.engine.compare import Comparison, compare_graphs
from coala.errors import CoalaError, ReadingError
from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Match
from coala.model.statements.relations import Relations
from coala.review.writing import write_review
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.naive_diff import TEXTS, Chains, chains

pytest.importorskip("splink", reason="the libraries of coala-review[duckdb] are not installed")

from coala.tables.compare import compare_tables
from coala.tables.parquet import write_tables

KINDS = st.lists(st.sampled_from(["a", "b"]), unique=True, max_size=2)


def by_tables(baseline: Graph, changed: Graph, **options: Any) -> Comparison:
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("baseline", "changed")]
        for path, side in zip(paths, (baseline, changed), strict=True):
            write_tables(side, path)
        return compare_tables(str(paths[0]), str(paths[1]), DEFAULTS._replace(**options))


def told(comparison: Comparison) -> dict[str, object]:
    """All that may not depend on where the comparison was made."""
    summary = comparison.summary
    return {
        "sides": [side[1:6] for side in (summary.baseline, summary.changed)],
        "bags": (summary.bags, summary.interesting, summary.mentions, summary.interesting_mentions),
        "largest": summary.largest,
        "kinds": summary.kinds,
        "scores": summary.scores,
        "interesting": [
            (bag.fingerprint, bag.title, [row.sentence for row in bag.divergences], bag.spans)
            for bag, _ in comparison.interesting()
        ],
        # Sums of floats in another order.
        "shares": {
            metric: [None if value is None else round(value, 12) for value in values]
            for metric, values in comparison.shares.items()
        },
        "texts": comparison.texts(),
    }


@given(chains("x", most=8), chains("y", most=8), st.data())
@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_tables_say_what_the_graphs_in_memory_say(
    baseline: Chains, changed: Chains, data: st.DataObject
) -> None:
    relations = Relations((("part", "whole"),), frozenset({"near"}))
    sides = []
    for side in (baseline, changed):
        names = list(side)
        statements = data.draw(
            st.lists(
                st.tuples(
                    st.sampled_from(names),
                    st.sampled_from(["says", "knows", "^knows", "part", "near"]),
                    st.sampled_from([*names, '"1"', '"2"']),
                ),
                unique=True,
                max_size=6,
            )
        )
        types = {name: data.draw(KINDS) for name in names}
        made = graph(side, types=types, statements=statements, texts=dict(TEXTS))
        sides.append(replace(made, relations=data.draw(st.sampled_from([Relations(), relations]))))

    assert told(by_tables(*sides)) == told(compare_graphs(*sides))


def test_a_statement_about_a_chain_that_fell_apart_is_looked_at() -> None:
    said = [("x", "knows", "z")]
    baseline = graph({"x": [A], "z": [B, C]}, statements=said)
    changed = graph({"x": [A], "z": [B], "w": [C]}, statements=said)

    assert told(by_tables(baseline, changed)) == told(compare_graphs(baseline, changed))


def test_a_symmetric_statement_that_is_said_from_both_ends_is_one() -> None:
    relations = Relations((("part", "whole"),), frozenset({"near"}))
    said = [
        ("x", "near", "z"),
        ("z", "near", "x"),
        ("x", "part", "z"),
        ("z", "whole", "x"),
        ("x", "says", "z"),
    ]
    baseline = replace(graph({"x": [A], "z": [B]}, statements=said), relations=relations)
    changed = graph({"x": [A, B], "z": [C]}, statements=said)

    assert told(by_tables(baseline, changed)) == told(compare_graphs(baseline, changed))


def test_labels_gaps_and_words_of_documents_without_text_come_along() -> None:
    gap = D._replace(begin=0, end=20, fragments=((0, 2), (12, 20)))
    chains_of = {"x": [A, gap], "y": [B]}
    said = {
        "labels": {"x": "Bob"},
        "texts": {A.document: None, D.document: "R. Smith is in town."},
        "statements": [("y", "knows", "x")],
    }
    words = {0: "Bob Smith"}
    baseline = replace(graph(chains_of, **said), mention_texts=words)  # type: ignore[arg-type]
    changed = replace(graph({"x": [A], "z": [gap], "y": [B]}, **said), mention_texts=words)  # type: ignore[arg-type]

    assert told(by_tables(baseline, changed)) == told(compare_graphs(baseline, changed))


def test_graphs_that_are_equal_have_no_interesting_bag_and_nothing_in_memory() -> None:
    side = graph({"x": [A, C], "y": [B]}, statements=[("x", "met", "y")])

    comparison = by_tables(side, side)

    assert comparison.summary.interesting == 0
    assert comparison.summary.bags == 2
    assert comparison.corpus.spans == 0


def test_a_review_of_tables_holds_the_bags_of_the_whole(tmp_path: Path) -> None:
    baseline, changed = graph({"x": [A, C, D]}), graph({"x": [A, C], "y": [D]})
    comparison = by_tables(baseline, changed)

    write_review(tmp_path / "r.coala", comparison.summary, comparison.told(), comparison.texts())

    with closing(sqlite3.connect(tmp_path / "r.coala")) as file:
        assert file.execute("SELECT count(*) FROM bag").fetchone() == (1,)


def test_documents_with_two_texts_are_refused_until_they_are_to_be_taken_as_they_are() -> None:
    baseline = graph({"x": [A]})
    changed = graph({"x": [A, C]}, texts={A.document: "Another text of the same document, and long."})

    with pytest.raises(
        ReadingError, match=r"different texts of 1 document, first <http://example\.org/doc1>"
    ):
        by_tables(baseline, changed)
    assert by_tables(baseline, changed, align_texts="off").summary.interesting == 1


def test_graphs_without_a_common_span_differ_in_every_bag_and_say_so() -> None:
    graphs = graph({"x": [A, C]}, texts=TEXTS), graph({"y": [B]}, texts=TEXTS)
    found = by_tables(*graphs)
    assert told(found) == told(compare_graphs(*graphs))
    assert "no-common-span" in {notice.code for notice in found.summary.notices}


def test_a_common_span_in_an_equal_bag_is_one() -> None:
    found = by_tables(graph({"x": [A, C], "y": [B]}), graph({"x": [A, C], "z": [D]}))
    assert (found.summary.bags, found.summary.interesting) == (3, 2)
    assert "no-common-span" not in {notice.code for notice in found.summary.notices}


def test_graphs_without_a_common_document_are_refused() -> None:
    with pytest.raises(ReadingError, match="share no document"):
        by_tables(graph({"x": [A]}, texts={}), graph({"x": [D]}, texts={}))


@pytest.mark.parametrize("option", [{"match": Match.OVERLAP}, {"optional_mentions": "ignore"}])
def test_what_changes_spans_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(CoalaError, match="as they are stated"):
        by_tables(graph({"x": [A]}), graph({"x": [A]}), **option)


def test_graphs_become_tables_on_the_way(tmp_path: Path) -> None:
    for name, chain in (("one", "a"), ("two", "b")):
        (tmp_path / f"{name}.jsonl").write_text(
            '{"doc_key": "d", "sentences": [["Bob", "met", "Ann", "and", "her"]], "clusters": '
            + ("[[[2, 2], [4, 4]]]" if chain == "a" else "[[[2, 2]], [[4, 4]]]")
            + "}\n"
        )

    comparison = compare_tables(str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl"), DEFAULTS)

    assert comparison.summary.kinds == {"split": 1}
