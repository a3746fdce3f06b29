"""A published pair of systems whose texts differ, with the same bags as for equal texts."""

from __future__ import annotations

from functools import cache

import pytest

from coala.engine.compare import Comparison, compare_graphs
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.reading.read import read_graphs
from tests.support.paths import SHARED, needs_shared
from tests.support.retokenised import Writer, penn, rewrite, slips, spaced

pytestmark = needs_shared

FOLDER = SHARED / "data" / "ecbplus"


@cache
def pair() -> tuple[Graph, Graph]:
    paths = [str(FOLDER / name) for name in ("lemma-delta.ttl", "feature0.ttl")]
    first, second = read_graphs(paths, DEFAULTS.reading)
    return first, second


def bags_of(comparison: Comparison) -> dict[str, tuple[str, ...]]:
    return {
        bag.fingerprint: (bag.title, *(row.sentence for row in bag.divergences))
        for bag, _ in comparison.iterate_bags()
    }


@cache
def bags_of_equal_texts() -> dict[str, tuple[str, ...]]:
    return bags_of(compare_graphs(*pair()))


@pytest.mark.parametrize("write", [spaced, penn])
def test_another_tokeniser_changes_no_bag(write: Writer) -> None:
    first, second = pair()
    rewritten, _ = rewrite(second, write)
    assert rewritten.texts != second.texts
    comparison = compare_graphs(first, rewritten)
    assert bags_of(comparison) == bags_of_equal_texts()
    (figures,) = comparison.summary.texts_aligned
    assert (figures.equal, figures.not_placed) == (figures.characters, 0)


def test_an_edited_word_costs_only_the_bags_that_touch_it() -> None:
    first, second = pair()
    rewritten, edits = rewrite(second, slips(seed=7))
    comparison = compare_graphs(first, rewritten)
    plain = bags_of_equal_texts()
    more = [bag for bag, _ in comparison.iterate_bags() if bag.fingerprint not in plain]
    for bag in more:
        # The nearest place to an edited word is at most a blank away.
        assert any(
            span.begin <= end + 1 and begin <= span.end + 1
            for span in bag.spans
            for begin, end in edits[span.document]
        )
    (figures,) = comparison.summary.texts_aligned
    assert 0 < figures.not_placed < 0.01 * figures.mentions
