"""Sentences on joined and split chains, each side by its own chain, and the title of a bag."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.bags_by_hand import bag
from tests.support.corpora import compare_ecbplus
from tests.support.graphs_by_hand import graph
from tests.support.naive_diff import Chains, chains
from tests.support.paths import needs_shared


def rank(*rows: tuple[Kind, int | None, int | None, Sequence[int]]) -> list[tuple[Kind, int | None]]:
    """Return the changes of a bag in which Ann, Eve, Rob and ann were mixed up, most surprising first."""
    spans = [Span("d", 4 * place, 4 * place + 3) for place in range(9)]
    both = bag(
        spans,
        {"Ann": [0, 1], "Eve": [2, 3], "Rob": [4, 5, 6], "ann": [7, 8]},
        {"Ann": range(9)},
        [(0, 0)],
        [(kind, old, new, indices, "") for kind, old, new, indices in rows],
        {"d": "Ann Ann Eve Eve Rob Rob Rob Ann Ann"},
    )
    sentences = BagSentences(both)
    ranked = sorted(sentences.changes, key=sentences.surprise_key)
    assert sentences.title.startswith(sentences.describe(ranked[0]))
    return [(row.kind, row.baseline) for row in ranked]


def test_names_that_differ_come_before_names_that_agree_then_more_mentions_then_the_text() -> None:
    assert rank(
        (Kind.MERGED, 1, 0, [2]),
        (Kind.MERGED, 1, 0, [3]),
        (Kind.MERGED, 2, 0, [4, 5, 6]),
        (Kind.MERGED, 3, 0, [7, 8]),
        (Kind.MENTION_ADDED, None, 0, [0, 1, 2, 3]),
        (Kind.TYPE, 0, 0, range(9)),
    ) == [
        *((Kind.MERGED, 2), (Kind.MERGED, 1), (Kind.MENTION_ADDED, None), (Kind.MERGED, 3), (Kind.TYPE, 0)),
    ]


BETWEEN = re.compile(
    r"^(?P<a>.+) joined with (?P<b>.+)$|^.+ moved from (?P<c>.+) to (?P<d>.+)$"
    r"|^.+ of (?P<e>.+) joined (?P<f>.+)$|^.+ left (?P<k>.+) and (?:is|are) in a new chain, (?P<l>.+)$"
    r"|^(?P<g>.+) split from (?P<h>.+)$"
    r"|^(?P<m>.+) left (?P<n>.+) and (?:has|have|is|are) .+$|^.*: (?P<i>.+) → (?P<j>.+)$"
)


def assert_no_name_stands_on_both_ends(found: Bag) -> None:
    sentences = BagSentences(found)
    for text in (
        found.title.rpartition(", and ")[0] or found.title,
        *(row.sentence for row in found.divergences),
        *map(sentences.describe, sentences.changes),
    ):
        if said := BETWEEN.match(text):
            first, second = (name for name in said.groups() if name is not None)
            assert first.casefold() != second.casefold(), text


@given(chains("x"), chains("y"), st.sampled_from(["aaaaaaaaaa", "abababABAB", "hehehehehe", "abcdefghij"]))
def test_no_sentence_has_one_name_on_both_ends(baseline: Chains, changed: Chains, text: str) -> None:
    texts = dict.fromkeys(naive_diff.DOCUMENTS, text)
    sides = [{span for spans in side.values() for span in spans} for side in (baseline, changed)]
    assume(sides[0] & sides[1])
    stated = {name: "one name for all" for name in (*baseline, *changed) if text.startswith("he")}
    comparison = compare_graphs(
        graph(baseline, texts=texts, labels=stated), graph(changed, texts=texts, labels=stated)
    )
    for found, _ in comparison.iterate_bags():
        assert_no_name_stands_on_both_ends(found)


@needs_shared
@pytest.mark.parametrize("changed", ["feature0", "feature0-kmeans"])
def test_no_bag_of_the_events_is_told_as_joined_with_itself(changed: str) -> None:
    for found, _ in compare_ecbplus(changed=changed).iterate_bags():
        assert_no_name_stands_on_both_ends(found)
