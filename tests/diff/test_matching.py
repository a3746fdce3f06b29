"""Matching of facts: by content, then by place, then by subject."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag
from coala.model.graph import Graph
from coala.model.kinds import FACT_KINDS, Kind, parse_kinds
from coala.model.options import DEFAULTS
from coala.model.values import Span
from tests.support.facts_by_hand import (
    ALL_CHAINS,
    ANN,
    CHRIS,
    DOC,
    LANDED,
    PARIS,
    PARIS_FRANCE,
    ROME,
    TEXT,
    bags_of,
    fact_names,
    fact_rows,
    reading,
    span_of,
)
from tests.support.graphs_by_hand import graph

LANDING = ("chris", "landedIn", "paris", "landed in Paris")


def test_the_example_of_the_paper_is_one_change() -> None:
    def landing(place: Span, words: str) -> Graph:
        fact = ("chris", "http://example.org/landedIn", "place", words)
        one = reading(fact, chains={"chris": [CHRIS], "place": [place]})
        return replace(one, term_labels={"http://example.org/landedIn": "landed in"})

    before = landing(PARIS_FRANCE, "landed in Paris, France")
    after = landing(PARIS, "landed in Paris")
    assert fact_names(before, after) == ["Chris Paris Paris France"]


def test_a_statement_that_is_a_fact_makes_the_row_of_the_fact_alone() -> None:
    (bag,) = bags_of(reading(LANDING), reading(("chris", "landedIn", "france", "landed in Paris"), said=[]))
    assert [row.kind for row in bag.divergences] == [Kind.FACT_CHANGED]


def test_another_statement_of_an_instance_without_partner_makes_no_row_of_a_fact() -> None:
    before = reading(chains={"ann": [ANN]})
    after = reading(said=[("rome", "near", "ann")], chains={"ann": [ANN], "rome": [ROME]})
    (bag,) = bags_of(before, after)
    assert [row.kind for row in bag.divergences] == [Kind.INSTANCE_ADDED, Kind.STATEMENT]


def test_kinds_of_facts_are_filtered_like_all_others() -> None:
    before, after = reading(LANDING), reading(("chris", "landedIn", "rome", "come from Rome"))
    options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds("fact-added")))
    found = compare_graphs(before, after, options=options)
    assert [row.kind for bag, _ in found.iterate_bags() for row in bag.divergences] == [Kind.FACT_ADDED]
    assert parse_kinds("facts") == FACT_KINDS


@pytest.mark.parametrize("more", [False, True])
def test_facts_that_are_too_many_to_be_paired_are_counted_in_a_note(more: bool) -> None:
    ages = range(201 if more else 200)
    before = reading(*(("chris", "age", f'"{age}"', "Chris") for age in ages))
    after = reading(*(("chris", "age", f'"{age + 1_000}"', "Chris") for age in ages), LANDING)
    comparison = compare_graphs(before, after)
    found = [notice.count for notice in comparison.summary.notices if notice.code == "facts-in-crowd"]
    assert found == [402] * more
    kinds = {row.kind for bag, _ in comparison.iterate_bags() for row in bag.divergences}
    assert kinds == {Kind.FACT_ADDED, Kind.FACT_DROPPED if more else Kind.FACT_CHANGED}


def test_roles_of_two_vocabularies_that_read_alike_are_told_apart() -> None:
    chains = {**ALL_CHAINS, "e": [LANDED]}
    agent = [("e", f"http://example.org/{name}/agent", "chris") for name in ("framenet", "verbnet")]
    before = reading(said=agent[:1], chains=chains, events=["e"])
    (row,) = fact_rows(before, reading(said=agent, chains=chains, events=["e"]))
    assert "agent (verbnet)" in row.sentence
    assert row.fact is not None
    assert {place.role for place in row.fact.places} == {"event", "agent (framenet)", "agent (verbnet)"}


def test_a_role_that_is_new_and_another_that_was_renamed_to_it_are_one_change_to_sign() -> None:
    chains = {**ALL_CHAINS, "e": [LANDED]}
    before = reading(said=[("e", "actor", "chris")], chains=chains, events=["e"])
    after = reading(said=[("e", "by", "chris"), ("e", "by", "ann")], chains=chains, events=["e"])
    (bag,) = bags_of(before, after)
    assert fact_names(before, after) == ["Chris Ann"]
    assert sign_changes(BagSentences(bag)) == sign_changes(BagSentences(bag))


def test_an_event_with_ten_thousand_roles_is_compared() -> None:
    chains = {**ALL_CHAINS, "e": [LANDED]}
    roles = [("e", f"role{number}", "chris") for number in range(10_000)]
    before = reading(said=roles, chains=chains, events=["e"])
    after = reading(said=[*roles[1:], ("e", "role0", "ann")], chains=chains, events=["e"])
    (row,) = fact_rows(before, after)
    assert re.findall(r"role\d+|Chris|Ann", row.sentence) == ["role0", "Chris", "Ann"]


def _at(place: int, length: int = 3) -> Span:
    return Span(DOC, 10 * place, 10 * place + length)


def test_an_instance_with_thousands_of_facts_is_compared_and_those_retyped_are_found() -> None:
    # Each of them held against each would take some minutes.
    known = range(1, 1_001)

    def hub(predicate: str, length: int) -> Graph:
        # What the even ones are has other extents in the other graph, the odd ones are the same.
        chains = {"hub": [_at(0)]} | {
            f"x{number}": [_at(number, 3 if number % 2 else length)] for number in known
        }
        facts = {("hub", predicate, name): [_at(int(name[1:]), 2)] for name in chains if name != "hub"}
        return graph(chains, statements=list(facts), facts=facts)

    rows = fact_rows(hub("knows", 3), hub("met", 4))
    assert [row.kind for row in rows].count(Kind.FACT_RETYPED) == 500
    assert len(rows) == 1_500
    rows = fact_rows(hub("knows", 3), hub("knows", 4))
    assert {row.kind for row in rows} == {Kind.FACT_CHANGED}
    assert len(rows) == 500


def test_a_fact_in_thousands_of_places_about_instances_with_thousands_of_mentions_is_compared() -> None:
    places = range(3_000)
    chains = {
        "a": [_at(place) for place in places[::2]],
        "b": [_at(place) for place in places[1::2]],
        "c": [_at(4_000)],
    }

    def said(value: str) -> Graph:
        fact = ("a", "knows", value)
        return graph(chains, statements=[fact], facts={fact: [_at(place, 2) for place in places]})

    (row,) = fact_rows(said("b"), said("c"))
    assert row.kind is Kind.FACT_CHANGED
    assert row.fact is not None
    assert len(row.fact.places) == 3_003


def test_a_fact_said_by_a_whole_book_is_compared() -> None:
    chains = {"a": [_at(0)], "b": [_at(1)], "c": [_at(2)]}
    (row,) = fact_rows(
        *(
            graph(chains, statements=[fact], facts={fact: [Span(DOC, 0, 900_000_000_000)]})
            for fact in (("a", "knows", "b"), ("a", "knows", "c"))
        )
    )
    assert row.kind is Kind.FACT_CHANGED


def _content(bag: Bag) -> tuple[object, ...]:
    rows = [(row.kind, row.sentence, row.fact, row.spans) for row in bag.divergences]
    return bag.fingerprint, bag.title, rows


def _shuffled(seed: int) -> tuple[Graph, Graph]:
    """Return a reading with the same facts for the same ``seed`` // 2, renamed and reordered."""
    made = random.Random(seed // 2)
    names = ["chris", "paris", "france", "ann", "rome", "e1", "e2"]
    graphs = []
    for side in range(2):
        shuffle = random.Random(seed * 2 + side)
        spans = {**ALL_CHAINS, "e1": [LANDED], "e2": [span_of("met" if side else "He met")]}
        new = dict(
            zip(names, shuffle.sample([f"n{number}" for number in range(20)], len(names)), strict=True)
        )
        triples = set()
        for _ in range(6):
            triples.add((made.choice(names), made.choice("pq"), made.choice(names[:5])))
        facts = {
            (new[subject], predicate, new[value]): [Span(DOC, 0, made.randrange(5, len(TEXT)))]
            for subject, predicate, value in sorted(triples)
            if subject not in ("e1", "e2") and made.random() < 0.8
        }
        said = [(new[subject], predicate, new[value]) for subject, predicate, value in sorted(triples)]
        order = shuffle.sample(names, len(names))
        shuffle.shuffle(said)
        graphs.append(
            graph(
                {new[name]: spans[name] for name in order},
                statements=said,
                events=[new["e1"], new["e2"]],
                facts=facts,
                texts={DOC: TEXT},
            )
        )
    return graphs[0], graphs[1]


@pytest.mark.parametrize("seed", range(0, 32, 2))
def test_names_and_order_change_neither_rows_nor_fingerprints(seed: int) -> None:
    one, other = ([_content(bag) for bag in bags_of(*_shuffled(number))] for number in (seed, seed + 1))
    assert one == other


def test_no_fact_diverges_from_itself() -> None:
    for seed in range(0, 32, 2):
        (before, _), (again, _) = _shuffled(seed), _shuffled(seed + 1)
        assert bags_of(before, again) == []
