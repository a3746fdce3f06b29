"""Stored bags, read back unchanged, and refusal of damaged bytes."""

from __future__ import annotations

import random
import zlib
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Bag, Direction, Divergence, Extent, Instance, Statement, Term
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.review.storage.questions import question_of_spans, read_question, spans_of_question
from coala.review.storage.serialization import inflate, pack_bag, unpack_bag
from tests.support.great_bags import a_wide_bag
from tests.support.reviews import a_mixed_bag

PERSON = Term("Person", "http://example.org/Person")


def an_odd_bag() -> Bag:
    """Return a bag with anything besides plain spans: lone surrogates, missing words and more."""
    mixed = a_mixed_bag(0)
    document = mixed.spans[0].document
    zero, apart = Span(document, 50, 51, (), "nsubj"), Span(document, 60, 70, ((60, 62), (65, 70)))
    unplaced, elsewhere = Span(document, 80, 80, (), "", "he#1"), Span("http://example.org/z", 0, 3)
    told = Instance(
        "Bob \ud800",
        "x1",
        (0, 3),
        (PERSON,),
        (Statement(Term("knows", "k"), Term("Ann", "a"), inverse=True),),
        (Extent(0, Span(document, 0, 3), "Bob"), Extent(3, zero)),
    )
    lost = Divergence(Kind.TYPE, 0, 0, (0, 3), "Bob lost a type", (), ("Person",), Direction.AWAY)
    return replace(
        mixed,
        spans=(*mixed.spans, zero, apart, unplaced, elsewhere),
        words=(*mixed.words, None, "li he", None, "Ann"),
        baseline=(told, *mixed.baseline[1:]),
        divergences=(*mixed.divergences, lost),
    )


NOTHING = Bag("f" * 64, "nothing", (), (), (), (), (), ())


@pytest.mark.parametrize("bag", [a_mixed_bag(3), an_odd_bag(), a_wide_bag(1, 1_234), NOTHING])
def test_a_bag_comes_back_as_it_was(bag: Bag) -> None:
    packed = pack_bag(bag)
    assert unpack_bag(packed, "the bag") == bag
    assert read_question(packed, "the bag") == bag
    assert spans_of_question(packed, "the bag") == bag.spans
    for read in (read_question, spans_of_question):
        assert read(question_of_spans(bag), "the bag") == bag.spans


@pytest.mark.parametrize("mentions", [100, 1_000])
def test_a_chain_without_a_mention_is_refused(mentions: int) -> None:
    bag = a_wide_bag(0, mentions)
    foreign = replace(bag, changed=(*bag.changed[:-1], bag.changed[-1]._replace(spans=())))
    with pytest.raises(DamagedReviewError, match="The bag "):
        unpack_bag(pack_bag(foreign), "The bag")


def test_extent_of_a_span_that_the_bag_does_not_have_is_refused() -> None:
    bag = an_odd_bag()
    spans = len(bag.spans)
    for number in (-1, spans):
        foreign = replace(bag, baseline=(_move_extent(bag.baseline[0], number), *bag.baseline[1:]))
        with pytest.raises(DamagedReviewError, match="The bag "):
            unpack_bag(pack_bag(foreign), "The bag")
    last = replace(bag, baseline=(_move_extent(bag.baseline[0], spans - 1), *bag.baseline[1:]))
    assert unpack_bag(pack_bag(last), "the bag") == last


def _move_extent(instance: Instance, span: int) -> Instance:
    return instance._replace(extents=(instance.extents[0]._replace(span=span), *instance.extents[1:]))


def test_an_offset_of_any_length_comes_back() -> None:
    bag = replace(NOTHING, spans=(Span("d", 0, 2**40),), words=(None,))
    assert unpack_bag(pack_bag(bag), "the bag") == bag
    assert read_question(question_of_spans(bag), "the bag") == bag.spans


def _refers_within(bag: Bag) -> bool:
    spans, sides = range(len(bag.spans)), (range(len(bag.baseline)), range(len(bag.changed)))
    instances, rows = (*bag.baseline, *bag.changed), bag.divergences
    told = [*(instance.spans for instance in instances), *(row.spans for row in rows)]
    pairs = [*bag.partners, *((row.baseline, row.changed) for row in rows)]
    return (
        len(bag.words) == len(bag.spans)
        and all(at in spans for at in chain.from_iterable(told))
        and all(extent.span in spans for instance in instances for extent in instance.extents)
        and all(at is None or at in sides[side] for pair in pairs for side, at in enumerate(pair))
    )


def test_a_bag_of_which_any_byte_was_changed_is_a_bag_or_an_error() -> None:
    raw, chance, read = inflate(pack_bag(an_odd_bag())), random.Random(4), 0
    for _ in range(3_000):
        damaged = bytearray(raw)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(raw))] = chance.choice((*b"0129,[]", 255, chance.randrange(256)))
        cut = damaged if chance.random() < 0.9 else damaged[: chance.randrange(len(raw))]
        with suppress(ReviewError):
            assert _refers_within(unpack_bag(zlib.compress(cut, 1), "Bag 1"))
            read += 1
    assert 100 < read < 2_000
