"""Gold's chains and all mentions of the documents in a review, read back unchanged."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import DamagedReviewError
from coala.model.bag import NO_TRAITS, ChainTraits, DocumentMentions, GoldMention
from coala.model.values import Span
from coala.review.file import Review
from coala.review.storage import serialization
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_1, SEED, A, B, C, D, graph
from tests.support.reviews import put_comparison

GOLD = graph({"g1": [A, C, D], "g2": [B]})


@pytest.fixture
def with_gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.coala"
    put_comparison(path, SEED["Z"], SEED["X"], GOLD)
    return path


def test_gold_and_all_mentions_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    together, apart = graph({"x": [A, B], "y": [C, D]}), graph({"x": [A], "y": [B], "z": [C], "w": [D]})
    context = put_comparison(path, together, apart, graph({"g": [A, C]})).context
    with Review.open(path) as review:
        numbers = [entry.number for entry in review.entries]
        assert numbers == [0, 1]
        assert [review.gold(number) for number in numbers] == [
            context.gold_chains(place) for place in numbers
        ]
        assert [entry.group for entry in review.entries] == context.groups
        for document in {span.document for span in (A, B, C, D)}:
            assert review.mentions_of(document) == context.mentions_in(document)
        assert review.mentions_of("http://example.org/elsewhere") is None
    put_comparison(path, together, apart)
    with Review.open(path) as review:
        assert review.gold(0) is None


offsets = st.integers(0, 50)
spans = st.builds(
    lambda begin, length, gap, zero, unplaced: Span(
        DOC_1,
        begin,
        begin + length + 3,
        ((begin, begin + 1), (begin + 2, begin + length + 3)) if gap else (),
        zero,
        unplaced,
    ),
    offsets,
    offsets,
    st.booleans(),
    st.sampled_from(["", "nsubj#1"]),
    st.sampled_from(["", "he#1"]),
)
some = st.sets(spans, max_size=8).map(lambda found: tuple(sorted(found)))
words = st.lists(st.text(max_size=3), max_size=2).map(tuple)
traits = st.dictionaries(
    st.integers(0, 9),
    st.builds(ChainTraits, words, words).filter(lambda found: found != NO_TRAITS),
    max_size=4,
)


@limit_examples(20)
@given(some, some, some, st.data(), traits, traits)
def test_mentions_become_short_lists_and_come_back(
    baseline: tuple[Span, ...],
    changed: tuple[Span, ...],
    gold: tuple[Span, ...],
    data_of_chains: st.DataObject,
    before: dict[int, ChainTraits],
    after: dict[int, ChainTraits],
) -> None:
    def draw(side: tuple[Span, ...]) -> tuple[tuple[int, ...], ...]:
        numbers = st.lists(st.integers(0, 9), min_size=1, max_size=2).map(tuple)
        return tuple(data_of_chains.draw(numbers) for _ in side)

    marked = tuple(GoldMention(span, draw((span,))[0]) for span in gold)
    mentions = DocumentMentions(baseline, changed, marked, (draw(baseline), draw(changed)), (before, after))
    data = serialization.pack_mentions(DOC_1, mentions)
    assert serialization.unpack_mentions(data, DOC_1) == mentions
    with pytest.raises(DamagedReviewError):
        serialization.unpack_mentions(data, "another")


SPAN = Span(DOC_1, 0, 9)
SOUND = DocumentMentions((SPAN,), (SPAN,), (GoldMention(SPAN, (3,)),), (((0,),), ((1, 2),)), ({}, {}))


@pytest.mark.parametrize(
    "odd",
    [
        {"chains": (((),), ((1, 2),))},
        {"chains": (((0,),), ((),))},
        {"chains": (((0,),), ())},
        {"chains": (((0,), (1,)), ((1, 2),))},
        {"chains": (((-1,),), ((1, 2),))},
        {"chains": (((0,),), ((1, -1),))},
        {"baseline": (SPAN._replace(document="another"),)},
        {"changed": (SPAN._replace(begin=-1),)},
        {"changed": (SPAN._replace(begin=10),)},
        {"gold": (GoldMention(SPAN._replace(end=-1), (3,)),)},
    ],
)
def test_mentions_that_cannot_be_those_of_a_document_are_refused(odd: dict[str, Any]) -> None:
    assert serialization.unpack_mentions(serialization.pack_mentions(DOC_1, SOUND), DOC_1) == SOUND
    with pytest.raises(DamagedReviewError):
        serialization.unpack_mentions(serialization.pack_mentions(DOC_1, SOUND._replace(**odd)), DOC_1)


ODD: list[Any] = [None, 5, -1, "x", [], {}, [None], [[5]], "9", 1e300, True, [[0, [[1, 2]], 3, ""]], [2**70]]


def test_damaged_lists_are_refused_or_read_as_sound(with_gold: Path) -> None:
    draw = random.Random(12)
    with Review.open(with_gold) as review:
        fingerprint, bag_spans = review.entries[0].fingerprint, review.entries[0].spans
    with closing(sqlite3.connect(with_gold)) as connection:
        (gold,) = connection.execute("SELECT gold FROM bag").fetchone()
        (stored,) = connection.execute(
            "SELECT mentions FROM document WHERE identifier = ?", (DOC_1,)
        ).fetchone()
    for _ in range(2_000):
        mentions, chains = serialization.unpack(stored, ""), serialization.unpack(gold, "")
        for whole in (mentions, chains):
            place = draw.choice([whole, *[part for part in whole if isinstance(part, list) and part]])
            place[draw.randrange(len(place))] = draw.choice(ODD)
        for read in (
            lambda: serialization.unpack_mentions(serialization.pack(mentions), DOC_1),  # noqa: B023
            lambda: serialization.gold_from_json(chains, fingerprint, bag_spans, "It"),  # noqa: B023
        ):
            with suppress(DamagedReviewError):
                read()
