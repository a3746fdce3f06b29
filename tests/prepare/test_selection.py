"""Selection of statements, types and kinds of divergence."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.cli.commands import main
from coala.engine.compare import Comparison, compare_graphs
from coala.engine.settings import describe_settings
from coala.model.graph import Graph
from coala.model.kinds import GROUPS, Kind, parse_kinds, write_kinds
from coala.model.options import DEFAULTS, Match, Options, Selection
from coala.model.values import Span
from coala.prepare.selection import resolve_names, select_statements
from coala.reading.read import read_graphs
from coala.review.file import Review
from tests.support.graphs_by_hand import DOC_1, A, B, C, D, graph
from tests.support.naive_diff import Chains, chains
from tests.support.paths import SAMPLES

VOC = "http://example.org/voc#"
KNOWS, AGE, PERSON, AGENT = f"{VOC}knows", f"{VOC}age", f"{VOC}Person", f"{VOC}Agent"
RDFS_COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment"
NEWSWIRE = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed")]

BASELINE = graph(
    {"x1": [A, C], "x2": [B]},
    types={"x1": [PERSON], "x2": [PERSON]},
    statements=[("x1", KNOWS, "x2"), ("x1", AGE, '"40"'), ("x2", RDFS_COMMENT, '"a friend"')],
)
CHANGED = graph(
    {"y1": [A], "y2": [B, C]},
    types={"y1": [PERSON, AGENT], "y2": [PERSON]},
    statements=[("y2", KNOWS, "y1"), ("y1", AGE, '"41"'), ("y2", RDFS_COMMENT, '"a friend"')],
)


def list_statements(graph_: Graph) -> list[tuple[str, str, str]]:
    """Return the statements: subject, predicate, and value or instance."""
    statements = graph_.statements
    referred = dict(
        zip(
            statements.reference_statement.tolist(),
            (graph_.names[row] for row in statements.reference_instance.tolist()),
            strict=True,
        )
    )
    return [
        (
            graph_.names[statements.subject[row]][-2:],
            graph_.predicates[statements.predicate[row]],
            referred.get(row, graph_.values[statements.value[row]])[-4:],
        )
        for row in range(len(statements))
    ]


def kept(**names: tuple[str, ...]) -> list[str]:
    """Return the last parts of the predicates that a selection leaves in the baseline."""
    chosen, _ = resolve_names([BASELINE, CHANGED], Selection(**names))  # type: ignore[arg-type]
    return [
        predicate.split("#")[-1] for _, predicate, _ in list_statements(select_statements(BASELINE, chosen))
    ]


def kinds(comparison: Comparison) -> list[str]:
    return [row.kind.value for bag, _ in comparison.iterate_bags() for row in bag.divergences]


def fingerprints(baseline: Graph, changed: Graph, selection: Selection) -> list[str]:
    return [
        bag.fingerprint
        for bag, _ in compare_graphs(baseline, changed, options=Options(selection=selection)).iterate_bags()
    ]


def test_a_bag_is_interesting_by_the_kinds_that_count_alone() -> None:
    assert kinds(compare_graphs(BASELINE, CHANGED)) == ["moved", "type", *["statement"] * 3]
    for names, expected in (
        ("coreference", ["moved"]),
        ("types", ["type"]),
        ("statements", ["statement"] * 3),
        ("types,moved", ["moved", "type"]),
        ("split", []),
    ):
        comparison = compare_graphs(
            BASELINE, CHANGED, options=Options(selection=Selection(kinds=parse_kinds(names)))
        )
        assert kinds(comparison) == expected
        assert comparison.summary.interesting == (1 if expected else 0)


@given(chains("x"), chains("y"), st.sets(st.sampled_from(list(Kind))))
def test_the_rows_of_a_kind_are_the_same_whether_others_count_or_not(
    baseline: Chains, changed: Chains, chosen: set[Kind]
) -> None:
    first, second = graph(baseline), graph(changed)
    assume(
        {span for row in baseline.values() for span in row}
        & {span for row in changed.values() for span in row}
    )
    every = compare_graphs(first, second)
    some = compare_graphs(first, second, options=Options(selection=Selection(kinds=frozenset(chosen))))
    assert [(row.kind, row.sentence) for bag, _ in some.iterate_bags() for row in bag.divergences] == [
        (row.kind, row.sentence)
        for bag, _ in every.iterate_bags()
        for row in bag.divergences
        if row.kind in chosen
    ]


@given(st.sets(st.sampled_from(list(Kind)), min_size=1))
def test_kinds_in_words_read_back_as_the_same_kinds(chosen: set[Kind]) -> None:
    assert parse_kinds(write_kinds(frozenset(chosen))) == chosen
    assert [write_kinds(group) for group in GROUPS.values()] == list(GROUPS)


def test_the_fingerprint_speaks_of_what_was_compared() -> None:
    older = graph({"y1": [A], "y2": [B, C]}, types={"y1": [PERSON]}, statements=[("y1", AGE, '"42"')])
    coreference = Selection(kinds=GROUPS["coreference"])
    no_statements = Selection(ignore_predicates=(KNOWS, AGE, RDFS_COMMENT), ignore_types=(PERSON, AGENT))
    assert fingerprints(BASELINE, CHANGED, Selection()) != fingerprints(BASELINE, older, Selection())
    # What does not count may change, and the question is still the same.
    assert fingerprints(BASELINE, CHANGED, coreference) == fingerprints(BASELINE, older, coreference)
    assert fingerprints(BASELINE, CHANGED, no_statements) == fingerprints(BASELINE, older, no_statements)
    # A verdict on all that a bag holds is no verdict on a part of it.
    assert fingerprints(BASELINE, CHANGED, coreference) != fingerprints(BASELINE, CHANGED, Selection())
    bare = graph({"x1": [A, C, D], "x2": [B]}), graph({"z1": [A, D], "z2": [B, C]})
    assert fingerprints(*bare, coreference) != fingerprints(*bare, Selection())


def test_the_settings_are_kept_as_strings_and_shown_in_one_line() -> None:
    selection = Selection(
        ignore_predicates=("knows", "age"), ignore_types=("Agent",), kinds=GROUPS["coreference"]
    )
    settings = compare_graphs(BASELINE, CHANGED, options=Options(selection=selection)).summary.settings
    assert settings["ignore_predicates"] == f"{KNOWS} {AGE}"
    assert (settings["only_predicates"], settings["ignore_types"]) == ("", AGENT)
    assert re.findall("coreference|knows|age|Agent", describe_settings(settings)) == [
        *("knows", "age", "Agent", "coreference"),
    ]
    assert describe_settings(compare_graphs(BASELINE, CHANGED).summary.settings) == ""
    assert describe_settings({}) == ""


def diff(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["diff", *NEWSWIRE, *arguments, "--json", "-"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_diff_compares_what_the_command_line_selects(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    every = diff(capsys)["bags"]["by_kind"]
    assert {"type", "statement"} & set(every)
    target = tmp_path / "kinds.coala"
    coreference = diff(capsys, "--kinds", "coreference", "-o", str(target))
    assert coreference["bags"]["by_kind"] == {
        kind: count for kind, count in every.items() if kind not in ("type", "statement")
    }
    assert coreference["settings"]["kinds"] == "coreference"
    # The review keeps what was selected.
    with Review.open(target, read_only=True) as review:
        assert review.summary.settings["kinds"] == "coreference"


def test_only_types_keeps_the_partner_whose_mention_has_another_extent() -> None:
    first = graph({"x": [Span(DOC_1, 0, 9)]}, types={"x": [PERSON]})
    second = graph({"y": [Span(DOC_1, 0, 5)]})
    options = Options(selection=Selection(only_types=("Person",)), match=Match.OVERLAP)

    made = compare_graphs(first, second, options=options)

    assert made.summary.bags == 1
    assert {row.kind for bag, _ in made.iterate_bags() for row in bag.divergences} == {Kind.TYPE}
    assert count_notices(made, "types-left-out") == []


def test_only_types_and_optional_mentions_speak_of_the_same_mentions() -> None:
    # The mention of "z" is in a bag that is left out, before the optional one of "x".
    first = graph({"z": [A], "x": [B, C, D]}, types={"x": [PERSON], "z": [AGENT]})
    second = graph({"z": [A], "x": [B, C]}, types={"x": [PERSON], "z": [AGENT]})
    optional = replace(first, optional=frozenset({3}))
    options = Options(selection=Selection(only_types=("Person",)), optional_mentions="ignore")

    made = compare_graphs(optional, second, options=options)

    assert (made.summary.bags, made.summary.interesting) == (1, 0)


def count_notices(made: Comparison, code: str) -> list[int]:
    return [notice.count for notice in made.summary.notices if notice.code == code]


def test_only_types_leaves_the_differences_of_the_kept_bags_as_they_are() -> None:
    graphs = _read_newswire()
    whole = compare_graphs(*graphs)
    typed = compare_graphs(*graphs, options=Options(selection=Selection(only_types=("Person",))))

    prints = {bag.fingerprint for bag, _ in whole.iterate_bags()}
    kept = {bag.fingerprint for bag, _ in typed.iterate_bags()}
    assert kept < prints
    assert all(
        any("Person" in name for side in (bag.baseline, bag.changed) for one in side for name in one.types)
        for bag, _ in typed.iterate_bags()
    )


def _read_newswire() -> tuple[Graph, ...]:
    return read_graphs(NEWSWIRE, DEFAULTS.reading)
