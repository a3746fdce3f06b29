"""Scores of facts one by one, and of events by roles and as a whole, against a plain definition."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.cli.commands import main
from coala.engine.score import ScoreRequest, score_graphs
from coala.model.facts import list_arguments
from coala.model.graph import Graph
from coala.model.values import Span
from coala.present.blocks import Note
from coala.results.scores.relations import facts_to_json, report_facts
from coala.scores.relations import facts as facts_module
from tests.support.graphs_by_hand import DOC_1, A, B, C, D, Triple, graph

TRIGGER = Span(DOC_1, 10, 13)
CHAINS = {"met": [TRIGGER], "bob": [A, C], "john": [B], "smith": [D]}

Table = dict[str, tuple[tuple[int, int], tuple[int, int]]]


def stated(
    *statements: Triple,
    chains: dict[str, list[Span]] | None = None,
    events: Sequence[str] = (),
    facts: Iterable[Triple] = (),
) -> Graph:
    return graph(chains or CHAINS, statements=statements, events=events, facts={fact: [] for fact in facts})


def table(key: Graph, response: Graph) -> Table:
    scores = score_graphs(key, response, ScoreRequest(facts=True)).facts
    assert scores is not None
    rows = ((name, score.recall, score.precision) for name, score in scores.tables().items())
    return {
        name: ((recall.numerator, recall.denominator), (precision.numerator, precision.denominator))
        for name, recall, precision in rows
    }


def test_events_that_share_no_mention_with_one_of_the_other_graph_are_counted() -> None:
    said = [("met", "agent", "bob"), ("left", "agent", "bob"), ("bob", "with", "john")]
    other = Span(DOC_1, 20, 23)
    key = stated(*said, chains=CHAINS | {"left": [other]}, events=["met", "left"])
    # What the key calls an event is here a chain like any other, and another is one.
    response = stated(*said, chains=CHAINS | {"left": [other]}, events=["met", "bob"])
    found = score_graphs(key, response, ScoreRequest(facts=True))
    assert found.facts is not None
    assert found.facts.apart == (1, 1)
    facts = found.facts._replace(apart=(1, 2))
    assert facts_to_json(facts)["events_apart"] == {"key": 1, "response": 2}
    (_,) = report_facts(facts._replace(apart=(0, 0)))
    _, note = report_facts(facts)
    assert isinstance(note, Note)
    assert re.search(r"\b1 of the key, 2 of the response\b", note.text)


def test_the_table_and_the_document_have_facts_where_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prefixes = "@prefix : <http://e.org/> . @prefix gaf: <http://groundedannotationframework.org/gaf#> .\n"
    chains = ":a gaf:denotedBy <http://e.org/d#char=0,5> . :b gaf:denotedBy <http://e.org/d#char=6,9> .\n"
    fact = ":a :knows :b {| gaf:denotedBy <http://e.org/d#char=0,9> |} .\n"
    (tmp_path / "key.ttl").write_text(prefixes + chains + fact)
    (tmp_path / "none.ttl").write_text(prefixes + chains)
    paths = [str(tmp_path / name) for name in ("key.ttl", "none.ttl")]
    assert main(["score", *paths, "--facts", "--json", str(tmp_path / "scores.json")]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Facts", "0.0000", "0/1", "n/a", "0.0000"] in lines
    scores = json.loads((tmp_path / "scores.json").read_text())["facts"]
    assert scores["facts"]["recall"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert main(["score", paths[1], paths[1], "--facts", "--json", str(tmp_path / "scores.json")]) == 0
    warnings = json.loads((tmp_path / "scores.json").read_text())["warnings"]
    assert "no-facts" in {warning["code"] for warning in warnings}
    capsys.readouterr()
    assert main(["score", *paths]) == 0
    assert "Facts" not in capsys.readouterr().out


class Unit(NamedTuple):
    """A fact by the definition: of sets of spans, or texts."""

    subject: frozenset[Span] | str
    predicate: str
    value: frozenset[Span] | str
    event: frozenset[Span] | None


def units(one: Graph, chains: dict[str, list[Span]]) -> set[Unit]:
    spans = list(map(frozenset, chains.values()))
    said = list_arguments(one)
    found = set()
    for fact, role, inverse, subject, instance, value in zip(
        *(column.tolist() for column in said), strict=True
    ):
        own = spans[subject]
        other = spans[instance] if instance >= 0 else one.values[value]
        ends = (other, own) if inverse else (own, other)
        event = own if one.facts.event[fact] >= 0 else None
        found.add(Unit(ends[0], one.predicates[role], ends[1], event))
    return found


def meet(one: frozenset[Span] | str, other: frozenset[Span] | str) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return bool(one & other)


def same(one: Unit, other: Unit) -> bool:
    return (
        one.predicate == other.predicate
        and (one.event is None) == (other.event is None)
        and meet(one.subject, other.subject)
        and meet(one.value, other.value)
    )


def right(ours: set[Unit], theirs: set[Unit]) -> dict[str, tuple[int, int]]:
    good = {unit for unit in ours if any(same(unit, other) for other in theirs)}
    rows = {
        "facts": (sum(unit.event is None for unit in good), sum(unit.event is None for unit in ours)),
        "roles": (
            sum(unit.event is not None for unit in good),
            sum(unit.event is not None for unit in ours),
        ),
    }
    events = {unit.event for unit in ours if unit.event is not None}
    others = {unit.event for unit in theirs if unit.event is not None}
    whole = 0
    for event in events:
        mine = [unit for unit in ours if unit.event == event]
        whole += any(
            all(any(same(unit, role) for role in theirs if role.event == other) for unit in mine)
            and all(any(same(unit, role) for unit in mine) for role in theirs if role.event == other)
            for other in others
        )
    return rows | {"events": (whole, len(events))}


def some_chains(chance: random.Random) -> dict[str, list[Span]]:
    chains: dict[str, list[Span]] = {}
    for begin in range(6):
        if chance.random() < 0.85:
            chains.setdefault(f"i{chance.randrange(4)}", []).append(Span(DOC_1, begin, begin + 2))
    return chains or {"i0": [A]}


def some_triples(chance: random.Random, names: Sequence[str], most: int) -> set[Triple]:
    values = [*names, *names, '"x"', "<y>"]
    triples = {
        (chance.choice(names), chance.choice("ppq"), chance.choice(values))
        for _ in range(chance.randrange(most))
    }
    return triples | {(chance.choice(names), "^p", "<y>")} if chance.random() < 0.3 else triples


def some_graph(
    chance: random.Random, chains: dict[str, list[Span]], triples: Iterable[Triple], events: set[str]
) -> Graph:
    said = sorted(triple for triple in triples if triple[0] in chains)
    facts = [triple for triple in said if chance.random() < 0.7]
    return stated(*said, chains=chains, events=sorted(events & chains.keys()), facts=facts)


def some_graphs(seed: int) -> list[tuple[Graph, dict[str, list[Span]]]]:
    """Return a key and a response, which are often similar."""
    chance = random.Random(seed)
    chains = some_chains(chance)
    triples = some_triples(chance, [*chains], 8)
    events = {name for name in chains if chance.random() < 0.5}
    others = chains if chance.random() < 0.6 else some_chains(chance)
    kept = {triple for triple in triples if chance.random() < 0.9}
    return [
        (some_graph(chance, chains, triples, events), chains),
        (some_graph(chance, others, kept | some_triples(chance, [*others], 3), events), others),
    ]


@given(st.integers(0, 2**32), st.sampled_from([1, 4, 1000]))
def test_the_definition_read_word_by_word_gives_the_same_numbers(seed: int, candidates: int) -> None:
    (key, key_chains), (response, response_chains) = some_graphs(seed)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(facts_module, "_CANDIDATES", candidates)
        found = table(key, response)
    ours, theirs = units(key, key_chains), units(response, response_chains)
    recall, precision = right(ours, theirs), right(theirs, ours)
    assert found == {name: (recall[name], precision[name]) for name in recall}
