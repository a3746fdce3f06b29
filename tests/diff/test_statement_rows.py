"""Types and statements one by one, from the paper's sentence "Chris landed in Paris, France"."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare, compare_graphs
from coala.merge.merged_graph import merge_graphs
from coala.merge.merging import DefaultSide, Ruling, make_ruling
from coala.model.bag import Bag, Divergence, Verdict
from coala.model.graph import Graph
from coala.model.kinds import Kind, parse_kinds
from coala.model.options import DEFAULTS
from coala.model.relations import Relations
from coala.model.values import Span
from coala.results.verdicts.tally import render_tally_json, report_tally
from coala.review.blind.mirrored_bag import mirror_bag
from coala.review.file import Review
from coala.verdicts.lock.assertions import Expected, find_assertions
from coala.verdicts.state import State
from tests.support.graphs_by_hand import Triple, graph
from tests.support.paths import SHARED, needs_shared
from tests.support.reports import text_of
from tests.support.reviews import put_comparison

DOC = "http://example.org/doc"
TEXT = {DOC: "Chris landed in Paris, France."}
CHRIS, PARIS, FRANCE = Span(DOC, 0, 5), Span(DOC, 16, 21), Span(DOC, 23, 29)
BOTH = Span(DOC, 16, 29)

CHAINS = {"chris": [CHRIS], "paris": [PARIS], "france": [FRANCE]}
BEFORE = graph(
    {"chris": [CHRIS], "paris": [PARIS]},
    types={"chris": ["http://e.org/Person"], "paris": ["http://e.org/City", "http://e.org/Place"]},
    statements=[
        ("chris", "landedIn", "paris"),
        ("paris", "population", '"2,100,000"'),
        ("paris", "river", '"Loire"'),
    ],
    texts=TEXT,
)
AFTER = graph(
    CHAINS,
    types={
        "chris": ["http://e.org/Pilot"],
        "paris": ["http://e.org/Place"],
        "france": ["http://e.org/State"],
    },
    statements=[
        ("chris", "landedIn", "paris"),
        ("paris", "population", '"2,102,650"'),
        ("paris", "capital of", "france"),
        ("france", "inContinent", '"Europe"'),
        ("france", "capital", "paris"),
    ],
    texts=TEXT,
)


CHRIS_ROWS = {"type -Person +Pilot": Verdict.WORSE}
PARIS_ROWS = {
    "type -City": Verdict.WORSE,
    "statement -population: 2,100,000 +population: 2,102,650": Verdict.BETTER,
    "statement -river: Loire": Verdict.BETTER,
    "statement +capital of: France": Verdict.WORSE,
}
FRANCE_ROWS = {
    "instance-added": Verdict.BETTER,
    "type +State": Verdict.WORSE,
    "statement +capital: Paris": Verdict.BETTER,
    "statement +inContinent: Europe": Verdict.WORSE,
}
VERDICTS = CHRIS_ROWS | PARIS_ROWS | FRANCE_ROWS
"""The rows of the three bags, with a verdict on each."""


def bags_of(baseline: Graph, changed: Graph, kinds: str = "all") -> list[Bag]:
    options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds(kinds)))
    return list(compare_graphs(baseline, changed, options=options).contents)


def describe(row: Divergence) -> str:
    """Return what a row says, in signs: "type -Person +Pilot"; "instance-added" alone."""
    lost, gained = [f"-{each}" for each in row.dropped], [f"+{each}" for each in row.added]
    return " ".join([row.kind.value, *lost, *gained])


def list_rows(bags: Sequence[Bag]) -> list[list[str]]:
    return [[describe(row) for row in bag.divergences] for bag in bags]


def test_types_and_statements_of_the_papers_sentence_are_rows_of_their_own() -> None:
    chris, paris, france = CHRIS_ROWS, PARIS_ROWS, FRANCE_ROWS
    assert list_rows(bags_of(BEFORE, AFTER)) == [list(chris), list(paris), list(france)]
    gone = [row.replace("added", "dropped").replace("+", "-") for row in france]
    assert list_rows(bags_of(AFTER, BEFORE))[2] == gone


def test_rows_of_a_new_instance_follow_it_in_the_list_of_changes() -> None:
    after = graph({**CHAINS, "chris": [CHRIS, BOTH]}, types={"paris": ["http://e.org/Place"]}, texts=TEXT)
    joined = graph({"chris": [CHRIS, BOTH], "paris": [PARIS, BOTH], "france": [FRANCE, BOTH]}, texts=TEXT)
    for changed in (after, joined):
        for bag in bags_of(BEFORE, changed):
            kinds = [(row.kind, row.baseline, row.changed) for row in BagSentences(bag).changes]
            for place, (kind, *pair) in enumerate(kinds):
                if kind in (Kind.TYPE, Kind.STATEMENT) and None in pair:
                    assert list(kinds[place - 1][1:]) == pair


def shuffle(one: Graph, draw: Random) -> Graph:
    """Return a graph with its instances under other names and in another order."""
    names = list(one.names)
    order = draw.sample(range(len(names)), len(names))
    place = {f"{number}": f"n{draw.random()}" for number in range(len(names))}
    mentions, statements = one.mentions, one.statements
    chains: dict[str, list[Span]] = {
        place[str(number)]: [
            Span(DOC, begin, end)
            for begin, end, instance in zip(mentions.begin, mentions.end, mentions.instance, strict=True)
            if instance == number
        ]
        for number in order
    }
    target = dict(zip(statements.reference_statement, statements.reference_instance, strict=True))
    triples: list[Triple] = [
        (
            place[str(statements.subject[row])],
            one.predicates[statements.predicate[row]],
            place[str(target[row])] if row in target else one.values[statements.value[row]],
        )
        for row in draw.sample(range(len(statements)), len(statements))
    ]
    types = {place[str(number)]: one.types[number] for number in order}
    return graph(chains, types=types, statements=triples, texts=TEXT)


def test_the_order_of_rows_does_not_depend_on_names_or_the_order_of_the_file() -> None:
    expected = bags_of(BEFORE, AFTER)
    for seed in range(5):
        draw = Random(seed)
        found = bags_of(shuffle(BEFORE, draw), shuffle(AFTER, draw))
        assert list_rows(found) == list_rows(expected)
        assert list(map(row_keys, found)) == list(map(row_keys, expected))


def test_mirrored_bags_are_those_of_the_reverse_comparison() -> None:
    for bag, reverse in zip(bags_of(BEFORE, AFTER), bags_of(AFTER, BEFORE), strict=True):
        mirrored = BagSentences(mirror_bag(bag)).describe_all()
        assert mirrored == replace(reverse, fingerprint=bag.fingerprint)


def judge(bag: Bag, verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """Return verdicts by the keys of rows, from verdicts by what these say."""
    key_of = dict(zip(map(describe, bag.divergences), row_keys(bag), strict=True))
    return {key_of[words]: verdict for words, verdict in verdicts.items()}


def test_the_merged_graph_has_each_statement_and_type_by_its_own_verdict() -> None:
    bags = bags_of(BEFORE, AFTER)

    def decide(bag: Bag) -> Ruling:
        rows = judge(bag, {words: VERDICTS[words] for words in map(describe, bag.divergences)})
        # The mentions of France are taken by the verdict on its bag.
        verdict = Verdict.BETTER if bag.words[0] == "France" else None
        return make_ruling(bag, DefaultSide.BASELINE, verdict, rows)

    found = merge_graphs(
        [BEFORE, AFTER], {bag.fingerprint for bag in bags}, DEFAULTS, decide, DefaultSide.BASELINE
    )
    assert found.counts.forced == 0
    applied, refused = (
        {words for words, verdict in VERDICTS.items() if verdict is chosen}
        for chosen in (Verdict.BETTER, Verdict.WORSE)
    )
    assert {words for each in list_rows(bags_of(BEFORE, found.graph)) for words in each} == applied
    assert {words for each in list_rows(bags_of(found.graph, AFTER)) for words in each} == refused


def test_a_refused_instance_takes_its_statements_with_it() -> None:
    bags = bags_of(BEFORE, AFTER)

    def decide(bag: Bag) -> Ruling:
        rows = judge(
            bag,
            {
                describe(row): Verdict.WORSE if row.kind is Kind.INSTANCE_ADDED else Verdict.BETTER
                for row in bag.divergences
                if bag.words[0] == "France"
            },
        )
        return make_ruling(bag, DefaultSide.BASELINE, Verdict.WORSE, rows)

    found = merge_graphs(
        [BEFORE, AFTER], {bag.fingerprint for bag in bags}, DEFAULTS, decide, DefaultSide.BASELINE
    )
    assert bags_of(BEFORE, found.graph) == []


def test_a_lock_asserts_just_what_was_judged() -> None:
    for bag in bags_of(BEFORE, AFTER):
        verdicts = [VERDICTS[describe(row)] for row in bag.divergences]
        found = find_assertions(bag, verdicts, None).assertions
        said = {(each.expected, each.description.words) for each in found if each.description is not None}
        match bag.words[0]:
            case "Chris":
                assert said == {(Expected.TYPE, "Person"), (Expected.NO_TYPE, "Pilot")}
            case "Paris":
                # The value France is an instance, so its statement is not asserted.
                assert said == {
                    (Expected.TYPE, "City"),
                    (Expected.STATEMENT, "population: 2,102,650"),
                    (Expected.NO_STATEMENT, "population: 2,100,000"),
                    (Expected.NO_STATEMENT, "river: Loire"),
                }
            case _:
                assert said == {(Expected.NO_TYPE, "State"), (Expected.NO_STATEMENT, "inContinent: Europe")}


def test_a_lock_says_nothing_about_statements_of_an_instance_that_must_not_exist() -> None:
    bag = bags_of(BEFORE, AFTER)[2]
    found = find_assertions(bag, [None] * len(bag.divergences), Verdict.WORSE).assertions
    assert [each.expected for each in found] == [Expected.NO_MENTION]


def test_the_tally_says_how_many_statements_and_types_are_right(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, BEFORE, AFTER)
    with Review.open(path) as review:
        assert not [line for line in text_of(report_tally([review])) if "statement" in line]
        for entry in review.entries:
            bag = review.bag(entry.number)
            rows = judge(bag, {words: VERDICTS[words] for words in map(describe, bag.divergences)})
            del rows[row_keys(bag)[-1]]
            review.judge(entry.number, State(rows=tuple(sorted(rows.items()))))
        (line,) = [line for line in text_of(report_tally([review])) if "added statements" in line]
        assert re.findall(r"\d", line) == ["2", "2", "0", "2", "2"]
        found = json.loads(render_tally_json([review]))
        assert found["statements"]["added"]["right"] == 2
        assert found["types"]["dropped"]["total"] == 2


@needs_shared
def test_each_statement_of_pikes_is_one_row_and_reverses() -> None:
    folders = [str(SHARED / "data" / "pikes" / name) for name in ("pikes-mate", "pikes-both")]
    bags, reverse = list(compare(*folders).contents), list(compare(*folders[::-1]).contents)
    rows = [row for bag in bags for row in bag.divergences if row.kind in (Kind.TYPE, Kind.STATEMENT)]
    assert len(rows) > 50
    assert all(len(row.dropped) <= 1 and len(row.added) <= 1 for row in rows)
    # A changed statement is one row on either side; a new instance lists all of its types.
    new = [row for bag in bags for row in bag.divergences if row.kind is Kind.INSTANCE_ADDED]
    assert len(new) == 3
    for bag in bags:
        for row in bag.divergences:
            if row.kind is Kind.INSTANCE_ADDED and row.changed is not None:
                listed = [
                    each for each in bag.divergences if each.kind is Kind.TYPE and each.baseline is None
                ]
                assert len(listed) == len(bag.changed[row.changed].types)
    mirrored = {bag.spans: len(bag.divergences) for bag in reverse}
    assert {bag.spans: len(bag.divergences) for bag in bags} == mirrored


@pytest.mark.parametrize("end", ["paris", "chris"])
def test_a_symmetric_statement_leaves_the_merged_graph_from_both_ends(end: str) -> None:
    relations = Relations(symmetric=frozenset({"near"}))
    chains = {"chris": [CHRIS, BOTH], "paris": [PARIS, BOTH]}
    labels = {"chris": "Chris", "paris": "Paris"}
    other = "paris" if end == "chris" else "chris"
    said = graph(chains, statements=[(end, "near", other)], labels=labels, texts=TEXT)
    typed = graph(chains, types={"chris": ["http://e.org/Person"]}, labels=labels, texts=TEXT)
    baseline, changed = (replace(each, relations=relations) for each in (said, typed))
    (bag,) = bags_of(baseline, changed)
    assert list_rows([bag]) == [["type +Person", "statement -near: Paris"]]
    rows = judge(bag, {"type +Person": Verdict.WORSE, "statement -near: Paris": Verdict.BETTER})

    def decide(bag: Bag) -> Ruling:
        return make_ruling(bag, DefaultSide.BASELINE, None, rows)

    found = merge_graphs([baseline, changed], {bag.fingerprint}, DEFAULTS, decide, DefaultSide.BASELINE)
    assert found.counts.forced == 0
    assert (len(found.graph.statements), any(found.graph.types)) == (0, False)
