"""The page of warnings: graph by graph, the most important first, harmless ones apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from coala.engine.compare import compare, compare_graphs
from coala.engine.summary import Summary, summary_from_json, summary_to_json
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import Notice, make_notice
from coala.present.warnings_page import (
    Section,
    build_warnings_page,
)
from tests.support.graphs_by_hand import SEED
from tests.support.nif import BOB, JOHN, PREFIXES

PLAIN = compare_graphs(SEED["X"], SEED["Y"]).summary


def with_notices(*notices: Notice) -> Summary:
    return replace(PLAIN, notices=notices)


def about(role: str, code: str, count: int, examples: int = 0) -> Notice:
    return Notice(code, count, f"{count} of {code}.", tuple(map(str, range(examples))), role, "graph.ttl")


def sentences(section: Section) -> list[str]:
    return [remark.sentence for remark in section.warnings]


def test_what_makes_most_of_a_comparison_wrong_comes_first() -> None:
    codes = ("document-without-text", "empty-chain", "shared-span", "text-mismatch", "offsets-past-end")
    (baseline, _) = build_warnings_page(
        with_notices(*(about("baseline", code, number) for number, code in enumerate(codes, start=1)))
    )
    assert sentences(baseline) == [
        "4 of text-mismatch.",
        "3 of shared-span.",
        "5 of offsets-past-end.",
        "2 of empty-chain.",
        "1 of document-without-text.",
    ]


def test_examples_that_are_not_listed_are_counted() -> None:
    notices = about("baseline", "text-mismatch", 12, 10), about("baseline", "shared-span", 12, 3)
    (baseline, _) = build_warnings_page(with_notices(*notices))
    assert [remark.unlisted for remark in baseline.warnings] == [2, 0]


def test_a_real_comparison_says_which_graph_each_notice_is_about(tmp_path: Path) -> None:
    odd = BOB.replace("nif:endIndex 9", "nif:endIndex 900")
    assert odd != BOB
    for name, turtle in (("a.ttl", BOB + JOHN), ("b.ttl", odd + JOHN)):
        (tmp_path / name).write_text(PREFIXES + turtle, encoding="utf-8")
    summary = compare(tmp_path / "a.ttl", tmp_path / "b.ttl").summary
    assert summary_from_json(summary_to_json(summary)).notices == summary.notices
    baseline, changed = build_warnings_page(summary)[:2]
    assert baseline.warnings == ()
    remark = changed.warnings[0]
    assert str(tmp_path) not in remark.sentence
    assert remark.effect == CATALOGUE["offsets-past-end"].effect != ""


def test_json_keeps_a_message_from_which_all_of_the_notice_comes_back() -> None:
    told = (
        make_notice("shared-span", 2, ["characters 1 to 2 of <d>"]).found_in("baseline", PLAIN.baseline.path),
        make_notice("spans-joined", 1, ["1–2 with 1–3 in d"], role="changed graph", mode="min"),
        make_notice("document-in-one-graph", 3, ["the baseline"], role="changed graph", all="4"),
        make_notice("chains-scored-as-one", 2, role="baseline"),
        make_notice("near-spans-between", 1, ["a, b"], first="baseline", second="changed graph", others=""),
    )
    assert summary_from_json(summary_to_json(with_notices(*told))).notices == told
