"""Relations counted as Hobbs defines them; identity with antecedents in order is Vilain's score."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.scores.metric import ClusterPair
from coala.scores.metrics.muc import MUC
from coala.scores.partition import Clusters
from coala.scores.relations import agreement
from coala.scores.relations.agreement import ClassPairs, OverlapIndex, sort_pairs
from coala.scores.relations.intervals import Unit, count_identity, count_relation
from tests.scores.metrics.test_muc import VILAIN
from tests.support.naive_relations import before, by_link, by_mention, related_to
from tests.support.partitions import by_labels, sides, two


def pairs_of(side: Clusters, chance: random.Random, most: int) -> list[tuple[int, int]]:
    return [
        (chance.randrange(side.count), chance.randrange(side.count))
        for _ in range(chance.randint(0, most) if side.count else 0)
    ]


def as_related(pairs: list[tuple[int, int]]) -> ClassPairs:
    columns = np.array(pairs, np.int64).reshape(-1, 2)
    return sort_pairs(columns[:, 0], columns[:, 1])


def random_sides(chance: random.Random, spans: int) -> list[Clusters]:
    most = chance.randint(1, spans)
    labels = [[chance.choice([None, *range(most)]) for _ in range(spans)] for _ in range(2)]
    return sides(*map(by_labels, labels))


@pytest.mark.parametrize("example", VILAIN.values(), ids=VILAIN.keys())
def test_identity_with_the_antecedent_before_the_mention_is_the_score_of_vilain_in_his_examples(
    example: tuple[str, str, tuple[int, int], tuple[int, int]],
) -> None:
    key, response, recall, precision = example

    score = count_identity(OverlapIndex(*two(key, response))).score

    assert (score.recall, score.precision) == (recall, precision)


def test_without_before_identity_would_be_another_score() -> None:
    key, response = two("ABCD", "AB xCD")
    anywhere = [
        related_to(side, [(number, number) for number in range(side.count)]) for side in (key, response)
    ]
    naive = [{m: [part - {m} for part in parts] for m, parts in objects.items()} for objects in anywhere]

    assert by_mention(*naive)[0] == (4, 4)
    assert (
        count_identity(OverlapIndex(key, response)).score.recall
        == MUC.score(ClusterPair(key, response)).recall
    )


def test_identity_is_the_score_of_vilain_and_the_definition_in_hundreds_of_random_pairs() -> None:
    chance = random.Random(14)
    for _ in range(400):
        key, response = random_sides(chance, chance.randint(1, 14))
        score, muc = count_identity(OverlapIndex(key, response)).score, MUC.score(ClusterPair(key, response))
        assert (score.recall, score.precision) == (muc.recall, muc.precision)
        assert (score.recall, score.precision) == by_mention(before(key), before(response))


@given(st.randoms(use_true_random=False), st.sampled_from([1, 3, 4_000_000]))
def test_a_relation_counts_as_the_definition_says_whatever_comes_in_chunks(
    chance: random.Random, candidates: int
) -> None:
    key, response = random_sides(chance, chance.randint(1, 14))
    stated = [pairs_of(side, chance, 12) for side in (key, response)]
    objects = [related_to(side, pairs) for side, pairs in zip((key, response), stated, strict=True)]
    meetings, related = OverlapIndex(key, response), list(map(as_related, stated))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreement, "_CANDIDATES", candidates)
        by_np, by_pairs = (
            count_relation(meetings, related[0], related[1], unit).score for unit in (Unit.NP, Unit.LINK)
        )

    assert (by_np.recall, by_np.precision) == by_mention(*objects)
    assert (by_pairs.recall, by_pairs.precision) == by_link(*objects)


def test_recall_is_the_precision_of_key_and_response_exchanged() -> None:
    chance = random.Random(15)
    for _ in range(50):
        key, response = random_sides(chance, 12)
        one, other = (as_related(pairs_of(side, chance, 9)) for side in (key, response))
        for unit in Unit:
            forth = count_relation(OverlapIndex(key, response), one, other, unit).score
            back = count_relation(OverlapIndex(response, key), other, one, unit).score
            assert (forth.recall, forth.precision) == (back.precision, back.recall)


def test_ten_thousand_relations_of_one_instance_on_both_sides_are_counted_without_a_square_of_them() -> None:
    parts = 10_000
    key = Clusters(np.arange(parts + 1))
    # The response has half of the parts, in another order.
    order = np.random.default_rng(3).permutation(parts) + 1
    one, other = (
        as_related([(0, part) for part in range(1, parts + 1)]),
        as_related([(0, part) for part in order[: parts // 2].tolist()]),
    )

    score = count_relation(OverlapIndex(key, key), one, other, Unit.LINK).score

    assert (score.recall, score.precision) == ((parts // 2, parts), (parts // 2, parts // 2))
