from dataclasses import replace

import pytest

from coala.model.bag import Bag, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.presentation.chain_map.claim import state_claim
from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import display_bag
from tests.presentation.test_chains import a_merge_of
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, large, seed, split
from tests.support.great_bags import a_wide_bag


def only_types() -> Bag:
    rows = (Divergence(Kind.TYPE, 0, 0, (), "type", added=("Place",)),)
    made = bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {"Bob": [0]}, [(0, 0)], [], TEXTS)
    return replace(made, divergences=rows)


def gone() -> Bag:
    rows = [(Kind.INSTANCE_DROPPED, 0, None, [0], "gone")]
    return bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {}, [], rows, TEXTS)


@pytest.mark.parametrize(
    ("made", "claim"),
    [
        (a_merge_of(["Ann", "Eve", "Ada"]), "Three chains became one"),
        (a_merge_of([str(name) for name in range(12)]), "12 chains became 1"),
        (split(), "One chain fell into two"),
        (seed(), "1 mention moved among two chains"),
        (large(20)[0], "2 mentions are gone"),
        (gone(), "One chain is gone"),
        (only_types(), "Types of one chain differ"),
        (a_wide_bag(0, 3_000), "300 mentions moved among 300 chains"),
    ],
)
def test_a_claim_says_how_many_chains_became_how_many_and_what_else_differs(made: Bag, claim: str) -> None:
    assert state_claim(Chains(display_bag(made))) == claim
