"""A bag in columns is the bag that was packed, and what is no such thing is refused with a sentence."""

from __future__ import annotations

import random
import zlib
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from coala.errors import ReviewError
from coala.model.bag import Bag, Direction, Divergence, Extent, Instance, Statement, Term
from coala.model.bag_columns import InstanceColumns, RowColumns
from coala.model.kinds import Kind
from coala.model.span_columns import SpanColumns
from coala.model.values import Span
from coala.review.file import Review
from coala.review.storage import great_bag, serialization
from coala.review.storage.great_bag_columns import are_columns, pack_columns, read_columns
from coala.review.storage.questions import question_of_spans, read_question, spans_of_question
from coala.review.storage.serialization import inflate
from tests.support.great_bags import a_random_bag, a_wide_bag
from tests.support.reviews import a_mixed_bag, make_review

PERSON = Term("Person", "http://example.org/Person")


def an_odd_bag() -> Bag:
    """Whatever a bag can have beside plain spans in plain chains, lone surrogates and missing words too."""
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


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bags of any size are kept in columns."""
    monkeypatch.setattr(great_bag, "GREAT", 0)


@pytest.mark.parametrize("bag", [a_mixed_bag(3), an_odd_bag(), a_wide_bag(1, 1_234), NOTHING])
@pytest.mark.usefixtures("small")
def test_a_bag_comes_back_as_it_was(bag: Bag) -> None:
    packed = great_bag.pack_bag(bag)
    assert are_columns(inflate(packed))
    assert great_bag.unpack_bag(packed, "the bag") == bag
    assert read_question(packed, "the bag") == bag
    assert spans_of_question(packed, "the bag") == bag.spans
    for read in (read_question, spans_of_question):
        assert read(question_of_spans(bag), "the bag") == bag.spans


def test_only_great_bags_are_kept_in_columns_and_others_as_json() -> None:
    for bag in (a_wide_bag(0, great_bag.GREAT - 1), a_wide_bag(0, great_bag.GREAT)):
        great = len(bag.spans) == great_bag.GREAT
        for packed in (great_bag.pack_bag(bag), question_of_spans(bag)):
            assert are_columns(inflate(packed)) is great
        as_json = serialization.pack(serialization.bag_to_json(bag))
        assert great_bag.unpack_bag(as_json, "the bag") == bag
        assert spans_of_question(as_json, "the bag") == bag.spans


@pytest.mark.parametrize("least", [0, 10_000])
def test_a_chain_without_a_mention_is_none(monkeypatch: pytest.MonkeyPatch, least: int) -> None:
    monkeypatch.setattr(great_bag, "GREAT", least)
    bag = a_wide_bag(0, 100)
    foreign = replace(bag, changed=(*bag.changed[:-1], bag.changed[-1]._replace(spans=())))
    with pytest.raises(ReviewError, match="The bag is damaged"):
        great_bag.unpack_bag(great_bag.pack_bag(foreign), "The bag")


@pytest.mark.usefixtures("small")
def test_types_and_statements_keep_no_instance_and_no_row_out_of_the_columns() -> None:
    odd = an_odd_bag()
    typed = replace(odd, baseline=(odd.baseline[0]._replace(extents=()), *odd.baseline[1:]))
    assert typed.baseline[0].types
    assert typed.baseline[0].statements
    read = great_bag.unpack_bag(great_bag.pack_bag(typed), "the bag")
    assert read == typed
    for column in (read.baseline, read.changed, read.divergences):
        assert isinstance(column, InstanceColumns | RowColumns)
        assert not column.odd


def _refuse(*_: object) -> None:
    raise AssertionError("made")


@pytest.mark.usefixtures("small")
def test_the_spans_of_a_judged_bag_in_columns_are_kept_without_making_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for bag in (an_odd_bag(), a_wide_bag(0, 300)):
        read, kept = great_bag.unpack_bag(great_bag.pack_bag(bag), "the bag"), question_of_spans(bag)
        with monkeypatch.context() as patch:
            patch.setattr(SpanColumns, "plain", _refuse)
            patch.setattr(SpanColumns, "__iter__", _refuse)
            assert question_of_spans(read) == kept


@pytest.mark.usefixtures("small")
def test_an_offset_that_no_column_holds_is_kept_all_the_same() -> None:
    bag = replace(NOTHING, spans=(Span("d", 0, 2**40),), words=(None,))
    assert great_bag.unpack_bag(great_bag.pack_bag(bag), "the bag") == bag
    assert read_question(question_of_spans(bag), "the bag") == bag.spans


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.usefixtures("small")
def test_what_is_kept_beside_the_columns_has_a_whole_number_as_its_place(seed: int) -> None:
    for bag in (an_odd_bag(), a_random_bag(seed)):
        packed = inflate(great_bag.pack_bag(bag))
        beside, _ = read_columns(packed)
        for at, kept in enumerate((beside[0][1], beside[4][2], beside[5][2], beside[6][3])):
            for number, (place, _) in enumerate(kept):
                for wrong in (float(place), place + 0.5, *([True] if place == 1 else [])):
                    foreign, columns = read_columns(packed)
                    told = (foreign[0][1], foreign[4][2], foreign[5][2], foreign[6][3])[at]
                    told[number][0] = wrong
                    with pytest.raises(ReviewError, match="The bag is damaged"):
                        great_bag.unpack_bag(pack_columns(foreign, columns), "The bag")


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


@pytest.mark.usefixtures("small")
def test_columns_of_which_any_byte_was_changed_are_a_bag_or_a_sentence() -> None:
    raw, chance, read = inflate(great_bag.pack_bag(an_odd_bag())), random.Random(4), 0
    numbers = 17 + int.from_bytes(raw[9:17], "little")
    for at in range(3_000):
        damaged = bytearray(raw)
        for _ in range(chance.randint(1, 3)):
            # What stands beside the columns is longer than these, and damage to it is found at once.
            place = chance.randrange(numbers if at % 2 else 0, len(raw))
            damaged[place] = chance.choice((0, 1, 255, chance.randrange(256)))
        cut = damaged if chance.random() < 0.9 else damaged[: chance.randrange(len(raw))]
        with suppress(ReviewError):
            assert _refers_within(great_bag.unpack_bag(zlib.compress(cut, 1), "Bag 1"))
            read += 1
    assert 100 < read < 2_000


@pytest.mark.usefixtures("small")
def test_a_review_of_bags_in_columns_says_what_others_say(tmp_path: Path) -> None:
    bags = [a_mixed_bag(number) for number in range(3)]
    with Review.open(make_review(tmp_path / "r.coala", bags)) as review:
        assert [review.bag(number) for number in range(3)] == bags
