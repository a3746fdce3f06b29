"""Comparison of tables by DuckDB, bag by bag, with the same result as in memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from coala.engine.compare import Comparison, compare_graphs
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.notices.notice import Notice
from coala.model.options import DEFAULTS
from coala.model.relations import Relations
from coala.results.diff_json import render_diff_json
from coala.review.writing import write_review
from tests.diff.test_links import link
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.naive_diff import SPANS, TEXTS, Chains, chains

pytest.importorskip("duckdb", reason="coala-review[duckdb] is not installed")
pytest.importorskip("pyarrow", reason="the tests write tables as other programs do")

import pyarrow
from pyarrow import parquet

from coala.tables.compare import compare_tables
from coala.tables.writing import write_tables

OF_READING = {"instance-without-mention", "reference-without-mention", "shared-span"}
"""Warnings that graphs made by hand have not."""

OF_ALL_SPANS = {"words-cut", "near-duplicate-spans"}
"""Warnings that need the spans of all bags; DuckDB passes on only those that may diverge."""

KINDS = st.lists(st.sampled_from(["a", "b"]), unique=True, max_size=2)


def by_tables(
    baseline: Graph, changed: Graph, gold: Graph | None = None, *, engine: str = "duckdb", **options: Any
) -> Comparison:
    sides = [side for side in (baseline, changed, gold) if side is not None]
    with TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in ("baseline", "changed", "gold")[: len(sides)]]
        for path, side in zip(paths, sides, strict=True):
            write_tables(side, Path(path))
        wanted = DEFAULTS._replace(**options)
        return compare_tables(paths[0], paths[1], wanted, gold=paths[2] if gold else None, engine=engine)


def describe_comparison(comparison: Comparison) -> dict[str, object]:
    """Return everything that may not depend on where the comparison was made."""
    summary = comparison.summary
    return {
        "sides": [side[1:6] for side in (summary.baseline, summary.changed)],
        "bags": (summary.bags, summary.interesting, summary.mentions, summary.interesting_mentions),
        "largest": summary.largest,
        "kinds": summary.kinds,
        "scores": summary.scores,
        "interesting": [
            (bag.fingerprint, bag.title, [row.sentence for row in bag.divergences], bag.spans)
            for bag, _ in comparison.iterate_bags()
        ],
        # Sums of floats in another order.
        "shares": {
            metric: [None if value is None else round(value, 12) for value in values]
            for metric, values in comparison.shares.items()
        },
        "texts": comparison.texts(),
    }


@given(chains("x", most=8), chains("y", most=8), st.data())
@settings(limit_examples(12), phases=[Phase.explicit, Phase.generate])
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

    assert describe_comparison(by_tables(*sides)) == describe_comparison(compare_graphs(*sides))


def test_a_statement_about_a_chain_that_fell_apart_is_looked_at() -> None:
    said = [("x", "knows", "z")]
    baseline = graph({"x": [A], "z": [B, C]}, statements=said)
    changed = graph({"x": [A], "z": [B], "w": [C]}, statements=said)

    assert describe_comparison(by_tables(baseline, changed)) == describe_comparison(
        compare_graphs(baseline, changed)
    )


def test_symmetric_statement_from_both_ends_counts_once() -> None:
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

    assert describe_comparison(by_tables(baseline, changed)) == describe_comparison(
        compare_graphs(baseline, changed)
    )


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

    assert describe_comparison(by_tables(baseline, changed)) == describe_comparison(
        compare_graphs(baseline, changed)
    )


def test_graphs_that_are_equal_have_no_interesting_bag_and_nothing_in_memory() -> None:
    side = graph({"x": [A, C], "y": [B]}, statements=[("x", "met", "y")])

    comparison = by_tables(side, side)

    assert comparison.summary.interesting == 0
    assert comparison.summary.bags == 2
    assert comparison.corpus.spans == 0


def test_a_review_of_tables_holds_the_bags_of_the_whole(tmp_path: Path) -> None:
    baseline, changed = graph({"x": [A, C, D]}), graph({"x": [A, C], "y": [D]})
    comparison = by_tables(baseline, changed)

    write_review(tmp_path / "r.coala", comparison.summary, comparison.iterate_sentences(), comparison.texts())

    with closing(sqlite3.connect(tmp_path / "r.coala")) as file:
        assert file.execute("SELECT count(*) FROM bag").fetchone() == (1,)


def test_graphs_without_a_common_span_differ_in_every_bag_and_say_so() -> None:
    graphs = graph({"x": [A, C]}, texts=TEXTS), graph({"y": [B]}, texts=TEXTS)
    found = by_tables(*graphs)
    assert describe_comparison(found) == describe_comparison(compare_graphs(*graphs))
    assert "no-common-span" in {notice.code for notice in found.summary.notices}


def test_a_common_span_in_an_equal_bag_is_one() -> None:
    found = by_tables(graph({"x": [A, C], "y": [B]}), graph({"x": [A, C], "z": [D]}))
    assert (found.summary.bags, found.summary.interesting) == (3, 2)
    assert "no-common-span" not in {notice.code for notice in found.summary.notices}


def test_graphs_without_a_common_document_are_refused() -> None:
    with pytest.raises(ReadingError, match=r"doc1, .*doc2"):
        by_tables(graph({"x": [A]}, texts={}), graph({"x": [D]}, texts={}))


def test_graphs_become_tables_on_the_way(tmp_path: Path) -> None:
    for name, chain in (("one", "a"), ("two", "b")):
        (tmp_path / f"{name}.jsonl").write_text(
            '{"doc_key": "d", "sentences": [["Bob", "met", "Ann", "and", "her"]], "clusters": '
            + ("[[[2, 2], [4, 4]]]" if chain == "a" else "[[[2, 2]], [[4, 4]]]")
            + "}\n"
        )

    comparison = compare_tables(str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl"), DEFAULTS)

    assert comparison.summary.kinds == {"split": 1}


GHOSTS = ("named", "nameless")
"""Instances without mentions; one has a name."""

INTEGERS = [pyarrow.int8(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint64()]
STRINGS = [pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())]


class Side(NamedTuple):
    """The content of a graph, before it is written as tables or kept in memory."""

    chains: Chains
    types: Sequence[tuple[str, str]]
    statements: Sequence[tuple[str, str, str]]
    labels: Mapping[str, str]


@st.composite
def sides(draw: st.DrawFn, prefix: str) -> Side:
    of_side = draw(chains(prefix, most=6))
    names = st.sampled_from([*of_side, *GHOSTS])
    triples = st.tuples(
        names,
        st.sampled_from(["says", "knows", "^knows"]),
        st.sampled_from([*of_side, *GHOSTS, '"1"', "<http://k>"]),
    )
    return Side(
        of_side,
        draw(st.lists(st.tuples(names, st.sampled_from("ab")), max_size=6)),
        draw(st.lists(triples, max_size=8)),
        draw(st.dictionaries(st.sampled_from([*of_side]), st.just("Bob"), max_size=2)),
    )


def in_memory(side: Side) -> Graph:
    """Return the graph of these tables: a value without a mention is its name, or missing."""
    name = "<http://example.org/named>"
    statements: dict[tuple[str, str, str], None] = {}
    for subject, predicate, value in side.statements:
        if subject in side.chains and value != "nameless":
            statements[subject, predicate, name if value == "named" else value] = None
        elif subject == "named" and value in side.chains:
            other_way = predicate[1:] if predicate.startswith("^") else f"^{predicate}"
            statements[value, other_way, name] = None
    types = {name: sorted({kind for of, kind in side.types if of == name}) for name in side.chains}
    return graph(side.chains, types=types, statements=list(statements), labels=side.labels, texts=dict(TEXTS))


def rows_of(side: Side) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables with null in all optional columns."""
    return {
        "mention": [
            {"document": s.document, "begin": s.begin, "end": s.end, "instance": name, "mark": None}
            for name, spans in side.chains.items()
            for s in spans
        ],
        "type": [{"instance": name, "type": kind} for name, kind in side.types],
        "statement": [
            {
                "instance": subject,
                "predicate": predicate.lstrip("^"),
                "inverse": predicate.startswith("^") or None,
                "value": "@" if value in side.chains or value in GHOSTS else value,
                "references": [{"instance": value, "path": None}]
                if value in side.chains or value in GHOSTS
                else None,
            }
            for subject, predicate, value in side.statements
        ],
        "text": [{"document": name, "text": text} for name, text in TEXTS.items()],
        "instance": [
            {
                "instance": name,
                "name": None if name == "nameless" else f"http://example.org/{name}",
                "label": side.labels.get(name),
            }
            for name in (*side.chains, *GHOSTS)
        ],
    }


def write_otherwise(folder: Path, side: Side, draw: Callable[[Any], Any]) -> None:
    """Write tables as another program may: any order, repeated rows, more columns, other types."""
    folder.mkdir()
    for name, rows in rows_of(side).items():
        if not rows:
            continue
        again = draw(st.lists(st.sampled_from(rows), max_size=2))
        rows = draw(st.permutations([*rows, *again]))
        columns = draw(st.permutations([*rows[0], "more"]))
        kinds = {
            "begin": INTEGERS,
            "end": INTEGERS,
            "document": STRINGS,
            "instance": STRINGS,
            "value": STRINGS,
        }
        arrays = {
            column: pyarrow.array(
                [row.get(column, "<b>more</b>") for row in rows],
                draw(st.sampled_from(kinds[column])) if column in kinds else None,
            )
            for column in columns
        }
        parquet.write_table(pyarrow.table(arrays), folder / f"{name}.parquet")


def reviewed(comparison: Comparison, path: Path) -> list[Any]:
    """Return the bags of a review and all results of searching for them."""
    write_review(path, comparison.summary, comparison.iterate_sentences(), comparison.texts())
    with closing(sqlite3.connect(path)) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [
            (name, file.execute(f"SELECT * FROM {name}").fetchall())
            for name in sorted(tables)
            if name not in ("header", "journal")
        ]


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Return the JSON of a comparison without the places of the graphs."""
    told = json.loads("".join(render_diff_json(comparison)), parse_float=lambda text: round(float(text), 12))
    for role in ("baseline", "changed"):
        del told[role]["path"]
    told["warnings"] = [each for each in told["warnings"] if each["code"] not in OF_READING | OF_ALL_SPANS]
    for each in told["warnings"]:
        each["message"] = each["message"].partition(": ")[2]
    return dict(told)


@given(sides("x"), sides("y"), st.data())
@settings(limit_examples(12), phases=[Phase.explicit, Phase.generate])
def test_tables_of_other_programs_compare_as_the_graphs_that_they_mean(
    baseline: Side, changed: Side, data: st.DataObject
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_otherwise(folder / "one", baseline, data.draw)
        write_otherwise(folder / "two", changed, data.draw)
        by_hand = compare_tables(str(folder / "one"), str(folder / "two"), DEFAULTS)
        meant = compare_graphs(in_memory(baseline), in_memory(changed))

        assert describe_comparison(by_hand) == describe_comparison(meant)
        assert as_json(by_hand) == as_json(meant)
        assert reviewed(by_hand, folder / "1.coala") == reviewed(meant, folder / "2.coala")


@pytest.mark.parametrize(("ghost", "left_out"), [("named", 0), ("nameless", 1)])
def test_a_reference_to_an_instance_without_mentions_keeps_equal_bags(
    tmp_path: Path, ghost: str, left_out: int
) -> None:
    x, y, z = SPANS[:2], SPANS[2:4], SPANS[4:6]
    said = [("z", "knows", ghost)]
    baseline = Side({"x": x, "y": y, "z": z}, (), said, {})
    changed = Side({"x": x, "y": y, "z": z[:1], "w": z[1:]}, (), [*said, ("z", "says", '"1"')], {})
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, side in zip(folders, (baseline, changed), strict=True):
        folder.mkdir()
        for name, rows in rows_of(side).items():
            if rows:
                parquet.write_table(pyarrow.Table.from_pylist(rows), folder / f"{name}.parquet")

    comparison = compare_tables(str(folders[0]), str(folders[1]), DEFAULTS)

    assert (comparison.summary.bags, comparison.summary.interesting) == (3, 1)
    recall = as_json(comparison)["scores"]["muc"]["recall"]
    assert (recall["numerator"], recall["denominator"]) == (2, 3)
    assert as_json(comparison) == as_json(compare_graphs(in_memory(baseline), in_memory(changed)))
    notices = {notice.code: notice for notice in comparison.summary.notices}
    assert notices["instance-without-mention"].count == len(GHOSTS)
    assert ("reference-without-mention" in notices) == bool(left_out)
    if left_out:
        assert notices["reference-without-mention"].examples == ("z knows nameless",)


def test_a_document_whose_bags_are_all_equal_is_a_document_of_both_graphs() -> None:
    same = {"x": [A, C], "y": [B]}
    texts = dict(TEXTS) | {A.document: "x" * 60, D.document: "y" * 60}
    baseline = graph(same | {"z": [D]}, texts=texts)
    changed = graph(same | {"z": [D], "w": [D]}, texts=texts)

    assert as_json(by_tables(baseline, changed)) == as_json(compare_graphs(baseline, changed))


def test_a_large_chain_that_is_equal_keeps_its_warning() -> None:
    many = [D._replace(begin=place, end=place + 1) for place in range(60)]
    texts = {D.document: "a " * 60, A.document: "b " * 60}
    baseline, changed = (graph({"x": many, "y": [A, C][:count], "z": [B]}, texts=texts) for count in (2, 1))

    codes = [notice.code for notice in by_tables(baseline, changed).summary.notices]
    assert codes.count("large-chain") == 2
    few = [D._replace(begin=place, end=place + 1) for place in range(100, 150)]
    rest = {f"a{place}": [C._replace(begin=place, end=place + 1)] for place in range(100)}
    texts[D.document] = texts[A.document] = "a " * 200
    sides_of = [graph({"x": few[:count], **rest}, texts=texts) for count in (50, 49)]
    assert as_json(by_tables(*sides_of)) == as_json(compare_graphs(*sides_of))


def test_types_in_equal_bags_alone_are_types_of_the_graph() -> None:
    baseline = graph({"x": [A, C], "y": [B]}, types={"x": ["a"]})
    changed = graph({"x": [A, C], "y": [B]}, types={"x": ["a"], "y": ["b"]})

    assert as_json(by_tables(baseline, changed)) == as_json(compare_graphs(baseline, changed))


NAMES = (
    "http://www.wikidata.org/entity/Q1",
    "https://www.wikidata.org/wiki/Q2",
    "http://dbpedia.org/resource/A",
)
NAMING = ("http://www.w3.org/2002/07/owl#sameAs", "http://www.w3.org/2004/02/skos/core#exactMatch")


def list_name_notes(comparison: Comparison) -> list[Notice]:
    """Return the notes about knowledge bases; tables have none about other names."""
    codes = ("names-compared", "names-one-sided")
    return [note for note in comparison.summary.notices if note.code in codes]


@given(st.data())
@settings(limit_examples(12), phases=[Phase.explicit, Phase.generate])
def test_tables_compare_names_as_graphs_in_memory_do(data: st.DataObject) -> None:
    spans: Chains = {"x": [A], "y": [B, C], "z": [D]}
    sides = []
    for _ in "ab":
        statements = data.draw(
            st.lists(
                st.tuples(
                    st.sampled_from(list(spans)),
                    st.sampled_from(NAMING),
                    st.sampled_from([f"<{name}>" for name in NAMES]),
                ),
                unique=True,
                max_size=5,
            )
        )
        own = data.draw(st.permutations(["", "http://e.org/1", *NAMES]))[:3]
        further = {0: (NAMES[1],)} if data.draw(st.booleans()) else {}
        sides.append(replace(graph(spans, statements=statements), names=tuple(own), other_names=further))
    names = data.draw(st.sampled_from(["on", "off", "wikidata"]))
    by_memory = compare_graphs(*sides, options=DEFAULTS._replace(names=names))
    tables = by_tables(*sides, names=names)
    assert describe_comparison(tables) == describe_comparison(by_memory)
    assert list_name_notes(tables) == list_name_notes(by_memory)


def test_link_that_is_lost_in_the_last_differing_bag_is_found_in_tables() -> None:
    links = {"x": [NAMES[0]], "y": [NAMES[2]], "z": [NAMES[1]]}
    first = link({"x": [A], "y": [B], "z": [D]}, links)
    second = link({"x": [A], "y": [B], "z": [D]}, links | {"z": []})
    (bag,) = by_tables(first, second).contents
    assert bag.title == "R. Smith is no longer linked to Q2 (Wikidata)"
