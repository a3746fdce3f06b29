"""Matching of many statements with many, found by the instances that they refer to."""

from __future__ import annotations

import random

import numpy as np
import pytest

from coala.diff.alignment import Alignment, align_instances
from coala.diff.statement_matching import find_unmatched
from coala.model.corpus import Corpus, build_corpus
from coala.model.graph import Graph
from coala.model.values import Span
from tests.support.graphs_by_hand import DOC_1, graph

SPANS = [Span(DOC_1, begin, begin + 1) for begin in range(30)]


def graph_with_a_hub(seed: int, prefix: str, instances: int) -> Graph:
    """Return a graph of many instances with one or two spans, which a hub may refer to in two ways."""
    chance = random.Random(seed)
    chains = {f"{prefix}{number}": chance.sample(SPANS, chance.randint(1, 2)) for number in range(instances)}
    said = [
        (f"{prefix}hub", predicate, name)
        for name in chains
        for predicate in ("knows", "^likes")
        if chance.random() < 0.8
    ]
    return graph({f"{prefix}hub": [Span(DOC_1, 35, 36)], **chains}, statements=said)


def left_over(corpus: Corpus, alignment: Alignment) -> list[set[int]]:
    """Return the rows of paired instances without a counterpart in the partner, by trying all."""
    tables, partner = corpus.tables, alignment.partner

    def answers(first: int, second: int) -> bool:
        return (
            partner[0][tables[0].subject[first]] == tables[1].subject[second]
            and tables[0].code[first] == tables[1].code[second]
            and alignment.related(tables[0].references[first][0][1], tables[1].references[second][0][1])
        )

    rows = [np.flatnonzero(partner[side][tables[side].subject] >= 0).tolist() for side in (0, 1)]
    return [
        {first for first in rows[0] if not any(answers(first, second) for second in rows[1])},
        {second for second in rows[1] if not any(answers(first, second) for first in rows[0])},
    ]


@pytest.mark.parametrize("seed", range(10))
def test_a_hub_of_many_statements_keeps_those_that_no_statement_of_its_partner_answers(seed: int) -> None:
    corpus = build_corpus((graph_with_a_hub(seed, "x", 60), graph_with_a_hub(seed + 100, "y", 40 + seed)))
    alignment = align_instances(corpus)

    found = find_unmatched(corpus.tables, alignment.partner, alignment.related, corpus.spans_of)

    assert [set(rows.tolist()) for rows in found] == left_over(corpus, alignment)
