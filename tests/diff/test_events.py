"""Events without a partner, matched if their facts agree in one sentence or bag."""

from __future__ import annotations

import pytest

from coala.engine.compare import compare_graphs
from coala.model.bag import TRIGGER
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support.facts_by_hand import (
    ALL_CHAINS,
    COME,
    LANDED,
    bags_of,
    fact_names,
    fact_rows,
    reading,
    span_of,
)

ACTOR, PLACE = ("e", "actor", "chris"), ("e", "place", "paris")
IN = span_of("in")


def event(trigger: Span, *roles: tuple[str, str, str]) -> Graph:
    return reading(said=roles, chains={**ALL_CHAINS, "e": [trigger]}, events=["e"])


def test_an_event_by_another_trigger_with_the_same_arguments_states_the_same_fact() -> None:
    before, after = event(LANDED, ACTOR, PLACE), event(IN, ACTOR, PLACE)
    assert fact_rows(before, after) == []
    # What the systems take for the trigger differs all the same.
    assert [bag.divergences[0].kind for bag in bags_of(before, after)] == [
        Kind.INSTANCE_DROPPED,
        Kind.INSTANCE_ADDED,
    ]


def test_an_event_by_another_trigger_with_another_place_is_one_change() -> None:
    (row,) = fact_rows(event(LANDED, ACTOR, PLACE), event(IN, ACTOR, ("e", "place", "france")))
    assert row.kind is Kind.FACT_CHANGED
    assert row.fact is not None
    assert [place.words for place in row.fact.places if place.role == TRIGGER] == ["landed", "in"]


def test_the_event_with_most_arguments_in_common_is_the_one() -> None:
    chains = {**ALL_CHAINS, "e": [IN], "f": [span_of("landed in")]}
    after = reading(said=[ACTOR, PLACE, ("f", "actor", "chris")], chains=chains, events=["e", "f"])
    (row,) = fact_rows(event(LANDED, ACTOR, PLACE), after)
    assert row.kind is Kind.FACT_ADDED
    assert "landed in (" in row.sentence


def test_a_fact_that_changed_has_on_each_side_its_own_role_and_trigger() -> None:
    (row,) = fact_rows(event(LANDED, ACTOR, PLACE), event(IN, ("e", "agent", "chris"), PLACE))
    assert row.dropped == ("landed (actor: Chris, place: Paris)",)
    assert row.added == ("in (agent: Chris, place: Paris)",)


def test_bags_are_what_they_were() -> None:
    before, after = event(LANDED, ACTOR, PLACE), event(IN, ACTOR, PLACE)
    assert compare_graphs(before, after).summary.bags == len(ALL_CHAINS) + 2


def test_an_event_that_has_a_partner_keeps_it() -> None:
    chains = {**ALL_CHAINS, "e": [LANDED], "f": [COME]}
    before = reading(said=[ACTOR, ("f", "actor", "ann")], chains=chains, events=["e", "f"])
    after = reading(said=[("e", "actor", "ann"), ("f", "actor", "chris")], chains=chains, events=["e", "f"])
    assert fact_names(before, after) == ["Chris Ann", "Ann Chris"]


@pytest.mark.parametrize("more", [False, True])
def test_events_that_are_too_many_to_be_paired_are_counted_in_a_note(more: bool) -> None:
    names = [f"e{number}" for number in range(201 if more else 200)]
    after = reading(
        said=[(name, "actor", "chris") for name in names],
        chains={**ALL_CHAINS, **{name: [IN] for name in names}},
        events=names,
    )
    comparison = compare_graphs(event(LANDED, ACTOR), after)
    found = [notice.count for notice in comparison.summary.notices if notice.code == "events-in-crowd"]
    assert found == [202] * more
    kinds = [row.kind for bag, _ in comparison.iterate_bags() for row in bag.divergences]
    assert (kinds.count(Kind.FACT_DROPPED), kinds.count(Kind.FACT_ADDED)) == ((1, 201) if more else (0, 199))


def test_a_fact_about_a_split_chain_is_unchanged_if_one_part_has_it() -> None:
    rest = {name: spans for name, spans in ALL_CHAINS.items() if name != "france"}
    before = reading(
        ("chris", "landedIn", "paris", "landed"),
        chains={**rest, "paris": [span_of("Paris"), span_of("Paris, France")]},
    )
    after = reading(
        ("chris", "landedIn", "part", "landed"),
        chains={**rest, "paris": [span_of("Paris")], "part": [span_of("Paris, France")]},
    )
    assert fact_rows(before, after) == []
    assert fact_rows(after, before) == []
