"""Entity links that changed: bases of one graph, several names of a mention, other entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from coala.engine.compare import compare, compare_graphs
from coala.engine.lint import lint_paths
from coala.engine.score import score_paths
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.kinds import LINKS, Kind, parse_kinds
from coala.model.options import DEFAULTS, Options
from coala.model.values import Span
from coala.present.blocks import Note
from coala.present.entry_table import list_entry_rows
from coala.results.diff import report_diff
from coala.scores.findings import SIMILARITY
from coala.tables.compare import compare_tables
from tests.diff.test_links import DBPEDIA, WIKIDATA, link
from tests.support.graphs_by_hand import A, B, C, D, graph
from tests.support.paths import SHARED, needs_shared

REPORTED = SHARED / "data" / "reported"
COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment"


def reported(name: str) -> str:
    return str(REPORTED / name)


def only(kinds: str) -> Options:
    return DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds(kinds)))


def entries(chains: Mapping[str, Sequence[Span]], statements: Sequence[tuple[str, str, str]] = ()) -> Graph:
    """Return a graph whose chains are named by their own IRIs, as linkers write NIF."""
    return replace(graph(chains, statements=statements), names=tuple(chains))


@needs_shared
@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize(
    ("first", "second", "kinds", "interesting", "bags"),
    [
        ("two_names.ttl", "one_name.ttl", "all", 0, 2),
        ("linked.ttl", "unlinked.ttl", "all", 1, 2),
        ("unlinked.ttl", "linked.ttl", "all", 1, 2),
        ("relinked_old.ttl", "relinked_new.ttl", LINKS, 1, 1),
        ("relik.jsonl", "relik_other.jsonl", "all", 1, 2),
        ("elevant_unknown.jsonl", "elevant_unknown_other.jsonl", "all", 1, 4),
    ],
)
def test_bags_of_links_when_compared_are_counted(
    first: str, second: str, kinds: str, interesting: int, bags: int, engine: str
) -> None:
    paths, options = (reported(first), reported(second)), only(kinds)
    comparison = compare(*paths, options=options) if engine == "memory" else compare_tables(*paths, options)
    assert (comparison.summary.interesting, comparison.summary.bags) == (interesting, bags)


@needs_shared
def test_linked_mentions_when_both_name_one_entry_are_all_right() -> None:
    scores = compare(reported("two_names.ttl"), reported("one_name.ttl")).summary.link_scores[SIMILARITY]
    assert (scores.total.key, scores.total.response, scores.total.right) == (2, 2, 2)


@needs_shared
def test_score_when_the_response_names_nothing_has_recall_0() -> None:
    links = score_paths(reported("linked.ttl"), reported("unlinked.ttl")).links
    assert links is not None
    assert links.total.score.recall == (0, 1)
    assert score_paths(reported("unlinked.ttl"), reported("linked.ttl")).links is None


@needs_shared
def test_relinked_mentions_when_only_links_count_have_a_row_each() -> None:
    paths = reported("relinked_old.ttl"), reported("relinked_new.ttl")
    (bag,) = compare(*paths, options=only(LINKS)).contents
    assert [
        (row.kind, [bag.spans[span][1:3] for span in row.spans], row.dropped, row.added)
        for row in bag.divergences
    ] == [
        (Kind.LINK, [(13, 16)], ("Rome",), ("Rom (Chad)",)),
        (Kind.LINK, [(36, 39)], ("Rome",), ("Oslo",)),
    ]
    (bag,) = compare(*paths).contents
    assert [row.kind for row in bag.divergences] == [Kind.MOVED, Kind.SPLIT]
    assert bag.kinds == (Kind.MOVED, Kind.SPLIT, Kind.LINK)
    assert [(row.dropped, row.added) for row in bag.divergences] == [
        (("Rome",), (title,)) for title in ("Oslo", "Rom (Chad)")
    ]
    (bag,) = compare(*paths, options=only("coreference")).contents
    assert bag.kinds == (Kind.MOVED, Kind.SPLIT)
    assert not any(row.dropped or row.added for row in bag.divergences)


@needs_shared
@pytest.mark.parametrize(
    ("name", "mentions", "chains"), [("relik.jsonl", 3, 2), ("elevant_unknown.jsonl", 7, 5)]
)
def test_lint_when_a_linker_has_entities_without_an_entry_counts_chains(
    name: str, mentions: int, chains: int
) -> None:
    (summary,) = lint_paths([reported(name)], options=DEFAULTS, progress=None).graphs
    assert (summary.side.mentions, summary.side.instances, summary.notices) == (mentions, chains, ())


CHAINS = {"x": [A, C], "y": [B]}
LINKED = link(CHAINS, {"x": [f"{WIKIDATA}Q90"]})


def test_result_when_the_other_graph_has_no_links_begins_with_a_warning() -> None:
    for first, second in ((LINKED, graph(CHAINS)), (graph(CHAINS), LINKED)):
        comparison = compare_graphs(first, second)
        summary = comparison.summary
        assert not summary.interesting
        (notice,) = summary.notices
        assert (notice.code, notice.severity, notice.count) == ("names-one-sided", "warning", 1)
        assert report_diff(comparison).blocks[0] == Note(notice.sentence)


@pytest.mark.parametrize(
    "own",
    [
        link(CHAINS, {"y": [f"{DBPEDIA}Bob"]}),
        link(CHAINS, {"y": ["http://kb.example.com/7"]}),
        replace(graph(CHAINS), names=("http://kb.example.com/7", "")),
    ],
    ids=["another base", "own entity", "own IRI"],
)
def test_links_when_the_other_graph_has_its_own_are_lost_and_gained(own: Graph) -> None:
    lost, gained = (
        [row for bag in compare_graphs(*pair).contents for row in bag.divergences if row.kind is Kind.LINK]
        for pair in ((LINKED, own), (own, LINKED))
    )
    assert any("Q90" in entry for row in lost for entry in row.dropped)
    assert any("Q90" in entry for row in gained for entry in row.added)


def test_wikipedia_when_dbpedia_has_the_title_is_equal() -> None:
    first = link(CHAINS, {"x": [f"{DBPEDIA}Paris"]})
    second = link(CHAINS, {"x": ["https://en.wikipedia.org/wiki/Paris"]})
    comparison = compare_graphs(first, second)
    assert not comparison.summary.interesting
    assert comparison.summary.link_scores[SIMILARITY].total.right == 2
    for name in ("dbpedia", "wikipedia"):
        options = DEFAULTS._replace(names=name)
        assert compare_graphs(first, graph(CHAINS), options=options).summary.interesting == 1


def test_label_when_wikipedia_is_the_base_is_that_of_its_page() -> None:
    page = "https://en.wikipedia.org/wiki/Paris"
    first = replace(link(CHAINS, {"x": [page]}), term_labels={page: "City"}, descriptions={page: "a city"})
    (bag,) = compare_graphs(first, link(CHAINS, {"x": [f"{DBPEDIA}Rome"]})).contents
    (entry,) = bag.baseline[0].entries
    assert (entry.shown, entry.description) == ("City (Paris)", "a city")


def test_scores_against_gold_when_neither_system_names_its_base_have_recall_0() -> None:
    gold = link(CHAINS, {"x": [f"{WIKIDATA}Q90"], "y": [f"{WIKIDATA}Q7"]})
    first = link(CHAINS, {"x": [f"{DBPEDIA}Paris"]})
    second = link(CHAINS, {"x": [f"{DBPEDIA}Rome"]})
    summary = compare_graphs(first, second, gold).summary
    assert [scores.total.score.recall for scores in summary.link_scores.values()] == [(0, 3), (0, 3)]
    assert summary.kinds == {Kind.LINK: 1}


PARIS, TEXAS, CITY = f"{DBPEDIA}Paris", f"{DBPEDIA}Paris,_Texas", f"{WIKIDATA}Q90"


def test_names_break_ties_after_types() -> None:
    first = link({"x": [A, B]}, {"x": [f"{WIKIDATA}Q1"]})
    second = link({"p": [A], "q": [B]}, {"p": [f"{WIKIDATA}Q2"], "q": [f"{WIKIDATA}Q1"]})
    (bag,) = compare_graphs(first, second).contents
    assert bag.partners == ((0, 1),)
    typed = graph({"x": [A, B]}, types={"x": ["t"]}), graph({"p": [A], "q": [B]}, types={"p": ["t"]})
    named = [
        replace(each, statements=linked.statements, predicates=linked.predicates, values=linked.values)
        for each, linked in zip(typed, (first, second), strict=True)
    ]
    (bag,) = compare_graphs(*named).contents
    assert bag.partners == ((0, 0),)


def test_description_of_an_entry_is_shown_and_no_change() -> None:
    first = entries({PARIS: [A, C]}, statements=[(PARIS, COMMENT, '"a city"')])
    second = entries({PARIS: [A], TEXAS: [C]}, statements=[(TEXAS, COMMENT, '"a town"')])
    first, second = (
        replace(each, descriptions={iri: words})
        for each, iri, words in ((first, PARIS, "a city"), (second, TEXAS, "a town"))
    )
    (bag,) = compare_graphs(first, second).contents
    (row,) = bag.divergences
    assert (row.kind, row.dropped, row.added) == (Kind.SPLIT, ("Paris",), ("Paris, Texas",))
    (shown,) = list_entry_rows(bag, row)
    assert (shown.before.description, shown.now.description) == ("a city", "a town")
    # That of another instance is a statement of the system.
    own = graph({"x": [A]}, statements=[("x", COMMENT, '"1"')])
    assert compare_graphs(own, graph({"x": [A]})).summary.interesting == 1


def test_whole_chain_when_its_entry_changes_is_told_as_a_link() -> None:
    country, player = f"{WIKIDATA}Q810", f"{WIKIDATA}Q41421"
    labels = {country: "Jordan", player: "Jordan"}
    texts = {country: "country", player: "basketball player"}
    first, second = (
        replace(each, term_labels=labels, descriptions=texts)
        for each in (entries({country: [A, C], player: [B]}), entries({player: [A, B, C]}))
    )
    (bag,) = compare_graphs(first, second).contents
    assert re.match(r"Bob Smith: basketball player\b.*\bcountry\b", bag.title)
    (row,) = bag.divergences
    assert [bag.spans[span] for span in row.spans] == [A, C]
    (bag,) = compare_graphs(second, first).contents
    assert re.match(r"Bob Smith: country\b.*\bbasketball player\b", bag.title)
    (bag,) = compare_graphs(first, second, options=only("coreference")).contents
    assert bag.kinds == (Kind.MERGED,)
    first, second = (
        replace(each, term_labels=labels, descriptions=texts)
        for each in (entries({country: [A, C]}), entries({player: [A, C]}))
    )
    ((row,),) = (bag.divergences for bag in compare_graphs(first, second).contents)
    assert row.kind is Kind.LINK
    assert re.match(r"Bob Smith: basketball player\b.*\bcountry\b", row.sentence)


def test_one_row_per_relinked_chain_sums_up_its_mentions() -> None:
    first = entries({PARIS: [A, B, C, D]})
    second = entries({PARIS: [A, B], TEXAS: [C, D]})
    (bag,) = compare_graphs(first, second, options=only(LINKS)).contents
    assert re.match(r'"he".* 1 .*Paris, Texas.*Paris\b', bag.title)


@pytest.mark.parametrize("kinds", ["all", LINKS])
def test_tables_when_mentions_are_relinked_are_as_in_memory(kinds: str, tmp_path: Path) -> None:
    from tests.tables.test_compare import by_tables, describe_comparison

    first = entries({PARIS: [A, C], CITY: [A, B]}, statements=[(PARIS, COMMENT, '"x"')])
    second = entries({PARIS: [A], TEXAS: [C], CITY: [B, D]})
    selection = DEFAULTS.selection._replace(kinds=parse_kinds(kinds))
    tables = by_tables(first, second, selection=selection)
    memory = compare_graphs(first, second, options=DEFAULTS._replace(selection=selection))
    assert describe_comparison(tables) == describe_comparison(memory)
    assert tables.summary.kinds == memory.summary.kinds


@pytest.mark.parametrize(
    ("name", "linked"),
    [
        ("a.tab", "r\tm1\tAnn\tD1:0-2\tm.05qtj\tPER\tNAM\t1.0\n"),
        ("a.jsonl", '{"text": "Ann left.", "ents": [{"start": 0, "end": 3, "kb_id": "Q7"}]}\n'),
    ],
)
def test_links_when_a_linker_finds_none_are_lost(name: str, linked: str, tmp_path: Path) -> None:
    paths = tmp_path / "old" / name, tmp_path / "new" / name
    for path, text in zip(
        paths, (linked, linked.replace("m.05qtj", "NIL0001").replace("Q7", "NIL")), strict=True
    ):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    (bag,) = compare(str(paths[0]), str(paths[1])).contents
    assert bag.kinds == (Kind.LINK,)


@pytest.mark.parametrize("kinds", ["all", LINKS])
@pytest.mark.parametrize("verdict", [Verdict.BETTER, Verdict.WORSE])
def test_merged_graph_has_the_relinked_mentions_that_were_judged_better(kinds: str, verdict: Verdict) -> None:
    from coala.diff.row_keys import row_keys
    from tests.merge.test_merged_links import merge

    # A mention with two names is relinked with both of them.
    first = entries({PARIS: [A, C], CITY: [A], f"{WIKIDATA}Q7": [D]})
    second = entries({PARIS: [A], CITY: [A], TEXAS: [C], f"{WIKIDATA}Q8": [D]})
    options = only(kinds)
    bags = list(compare_graphs(first, second, options=options).contents)
    # If mentions are compared, the one that moved goes by the verdict on its bag.
    rows = {key: verdict for bag in bags for key in row_keys(bag)}
    merged = merge((first, second), rows, options, verdict if kinds == "all" else None)
    wanted, other = (second, first) if verdict is Verdict.BETTER else (first, second)
    assert not compare_graphs(wanted, merged.graph).summary.interesting
    assert compare_graphs(other, merged.graph).summary.interesting == len(bags) == 2
