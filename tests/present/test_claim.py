from dataclasses import replace

import pytest

from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chain_map import state_claim
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.present.test_chains import a_merge_of
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, large, seed, split
from tests.support.great_bags import a_wide_bag


def only(kind: Kind) -> Bag:
    """Return a chain of both graphs with more statements in the changed one."""
    rows = (Divergence(kind, 0, 0, (), "told", added=("more",)),)
    made = bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {"Bob": [0]}, [(0, 0)], [], TEXTS)
    return replace(made, divergences=rows)


def gone(*names: str) -> Bag:
    rows = [(Kind.INSTANCE_DROPPED, place, None, [place], "gone") for place in range(len(names))]
    spans = [Span(DOC_1, place, place + 1) for place in range(len(names))]
    return bag(spans, {name: [place] for place, name in enumerate(names)}, {}, [], rows, TEXTS)


@pytest.mark.parametrize(
    ("made", "claim"),
    [
        (a_merge_of(["Ann", "Eve", "Ada"]), "Three chains became one"),
        (a_merge_of([str(name) for name in range(10)]), "Ten chains became one"),
        (a_merge_of([str(name) for name in range(11)]), "11 chains became 1"),
        (split(), "One chain fell into two"),
        (seed(), "1 mention moved among two chains"),
        (large(20)[0], "2 mentions are gone"),
        (gone("Bob"), "One chain is gone"),
        (gone("Bob", "Ann"), "Two chains are gone"),
        (only(Kind.TYPE), "Types of one chain differ"),
        (only(Kind.FACT_ADDED), "Facts of one chain differ"),
        (a_wide_bag(0, 3_000), "300 mentions moved among 300 chains"),
    ],
)
def test_a_claim_says_how_many_chains_became_how_many_and_what_else_differs(made: Bag, claim: str) -> None:
    assert state_claim(Chains(display_bag(made))) == claim
