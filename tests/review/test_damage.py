"""Damaged and hostile reviews, refused with a sentence at the latest when the damaged part is read.

A seal proves that nothing changed by chance; an attacker can renew it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import serialization
from coala.review.storage.journal import JournalRow, digest, to_columns
from coala.review.storage.seals import reseal
from coala.verdicts.state import State
from tests.support.damage import assert_is_a_sentence
from tests.support.flips import a_full_review, flipped, use
from tests.support.reviews import a_bag, put_comparison, three_splits


def refusal_of(path: Path) -> str:
    with pytest.raises(DamagedReviewError) as caught:
        use(path)
    assert_is_a_sentence(str(caught.value))
    return str(caught.value)


def change(path: Path, *statements: str, **values: object) -> None:
    """Change the file as an attacker who can also renew its seal."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement, values)
        reseal(connection)


def test_flipped_bit_ends_in_a_sentence_or_changes_nothing_that_is_read(tmp_path: Path) -> None:
    path = a_full_review(tmp_path / "r.coala")
    sound, whole = use(path), path.read_bytes()
    for damaged in flipped(whole, 20261122, 150):
        path.write_bytes(damaged)
        try:
            used = use(path)
            put_comparison(path, *three_splits())
        except ReviewError as error:
            assert_is_a_sentence(str(error))
        else:
            assert used == sound


def test_question_that_is_not_the_journals_is_found(full: Path) -> None:
    change(full, "UPDATE question SET fingerprint = 'f' || substr(fingerprint, 2)")
    refusal_of(full)
    with pytest.raises(DamagedReviewError):
        put_comparison(full, *three_splits())


def test_text_belongs_to_its_document_alone(full: Path) -> None:
    with closing(sqlite3.connect(full)) as connection, connection:
        first, second = connection.execute("SELECT identifier, text FROM document LIMIT 2").fetchall()
        connection.execute("UPDATE document SET text = ? WHERE identifier = ?", (first[1], second[0]))
    assert second[0] in refusal_of(full)


ODD_BAGS: dict[str, Callable[[Any], object]] = {
    "title": lambda bag: bag.__setitem__(1, 5),
    "words": lambda bag: bag[3].__setitem__(0, 5),
    "begin": lambda bag: bag[2][0].__setitem__(1, "0"),
    "truth": lambda bag: bag[2][0].__setitem__(1, True),
    "document": lambda bag: bag[2][0].__setitem__(0, ["d"]),
    "label": lambda bag: bag[4][0].__setitem__(0, None),
    "index": lambda bag: bag[4][0][2].__setitem__(0, 0.0),
    "sentence": lambda bag: bag[7][0].__setitem__(4, {}),
    "fewer spans": lambda bag: bag.__setitem__(slice(None), [*_bag(1)]),
}


def _bag(spans: int) -> list[Any]:
    bag = replace(a_bag(0), baseline=(), changed=(), partners=(), divergences=())
    bag = replace(bag, spans=bag.spans[:spans], words=bag.words[:spans])
    value: list[Any] = json.loads(json.dumps(serialization.bag_to_json(bag)))
    return value


@pytest.mark.parametrize("name", ODD_BAGS)
def test_a_bag_of_wrong_types_is_a_sentence(path: Path, name: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (content,) = connection.execute("SELECT content FROM bag WHERE number = 1").fetchone()
    bag = serialization.unpack(content, "")
    ODD_BAGS[name](bag)
    change(path, "UPDATE bag SET content = :content WHERE number = 1", content=serialization.pack(bag))
    assert "Bag 2 " in refusal_of(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE header SET value = json_set(value, '$.settings', json('[1]')) WHERE key = 'summary'",
        "UPDATE header SET value = json_set(value, '$.settings', json('{\"a\":1}')) WHERE key = 'summary'",
        "UPDATE header SET value = json_set(value, '$.version', 1) WHERE key = 'summary'",
        "UPDATE header SET value = json_set(value, '$.bags.largest', 'x') WHERE key = 'summary'",
        "UPDATE bag SET spans = 9223372036854775807 WHERE number = 1",
        "UPDATE bag SET shares = '[]' WHERE number = 1",
        'UPDATE bag SET shares = \'{"b_cubed": "x"}\' WHERE number = 1',
        "UPDATE bag SET shares = 'x' WHERE number = 1",
        "UPDATE bag SET kinds = 'x' WHERE number = 1",
        "UPDATE bag SET gold_group = 9223372036854775807 WHERE number = 1",
        "UPDATE bag SET gold_group = -1 WHERE number = 1",
        "UPDATE bag SET gold = x'00' WHERE number = 1",
        "UPDATE bag SET gold = zeroblob(10) WHERE number = 1",
        "UPDATE document SET mentions = x'00'",
        "UPDATE draft SET content = x'00'",
    ],
)
def test_row_of_wrong_types_is_a_sentence_though_it_is_sealed(full: Path, statement: str) -> None:
    change(full, statement)
    refusal_of(full)


def test_a_journal_that_leaves_no_number_for_the_next_row_is_damaged(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER))
    with closing(sqlite3.connect(path)) as connection, connection:
        columns = connection.execute("SELECT * FROM journal").fetchone()[:6]
        row = JournalRow._make([2**63 - 1, *columns[1:], State(Verdict.BETTER)])
        connection.execute(
            "UPDATE journal SET sequence = ?, digest = ?", (row.sequence, digest("", to_columns(row)))
        )
    refusal_of(path)
