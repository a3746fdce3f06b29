"""A bag that stays in columns is shown as one whose spans were all made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coala.model.bag import Bag
from coala.model.span_columns import SpanColumns
from coala.presentation.chain_map.claim import state_claim
from coala.presentation.chain_map.lines import ChainMap, speak
from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import DisplayedBag, display_bag
from coala.presentation.evidence.evidence import Evidence
from coala.review.storage.great_bags.great_bag import GREAT, pack_bag, unpack_bag
from tests.support.great_bags import SENTENCE, a_wide_bag


def shuffled(bag: Bag) -> Bag:
    """Only the last document differs, so that it comes first on the screen."""
    return replace(bag, divergences=bag.divergences[-2:])


def told(displayed: DisplayedBag) -> list[object]:
    """All that the screen has of a bag."""
    chains = Chains(displayed)
    evidence = Evidence(displayed, chains, lambda _: SENTENCE * 200)
    shown = ChainMap(chains)
    spans = range(len(displayed.bag.spans))
    return [
        displayed.documents,
        tuple(displayed.order),
        displayed.starts,
        [(displayed.place(span), displayed.document_of(span)) for span in spans],
        [tuple(displayed.spans_of(number)) for number in range(len(displayed.documents))],
        state_claim(chains),
        [(shown.line(side, row), speak(shown, side, row)) for side in (0, 1) for row in range(len(shown))],
        evidence.page().text,
    ]


@pytest.mark.parametrize("bag", [a_wide_bag(0, GREAT), shuffled(a_wide_bag(1, GREAT + 77))])
def test_a_bag_in_columns_is_shown_as_one_whose_spans_were_made(bag: Bag) -> None:
    columns = unpack_bag(pack_bag(bag), "the bag")
    assert isinstance(columns.spans, SpanColumns)
    displayed = display_bag(columns)
    assert told(displayed) == told(display_bag(bag))
    assert [displayed.order[displayed.place(span)] for span in range(len(bag.spans))] == list(
        range(len(bag.spans))
    )
