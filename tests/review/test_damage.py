"""Damaged and hostile reviews, refused with a sentence at the latest when the damaged part is read.

A seal proves that nothing changed by chance; an attacker can renew it.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.output.tally import render_tally_csv, render_tally_text
from coala.review.file import Review
from coala.review.reviewers import login_name
from coala.review.storage import serialization
from coala.review.storage.journal import JournalRow, digest
from coala.review.storage.seals import seal
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.damage import assert_is_a_sentence
from tests.support.reviews import a_bag, put_comparison, three_splits


def use(path: Path) -> list[object]:
    """Return everything that a window or a tally reads of a review."""
    with Review.open(path, read_only=True) as review:
        used: list[object] = [review.summary, review.entries, review.history(), review.judged()]
        for entry in review.entries:
            bag = review.bag(entry.number)
            used += [bag, review.shares(entry.number), review.state(entry.fingerprint)]
            used += [review.gold(entry.number), review.draft(entry.number), review.history_of(entry.number)]
            used += [(review.text(document), review.mentions_of(document)) for document in bag.documents]
        # A search may find less in a damaged file, but no bag is wrong.
        assert set(review.search("he bob")) <= {entry.number for entry in review.entries}
        used += [review.shares_of("b_cubed"), render_tally_csv([review]), *render_tally_text([review])]
    return used


def refusal_of(path: Path) -> str:
    with pytest.raises(ReviewError) as caught:
        use(path)
    assert_is_a_sentence(str(caught.value))
    return str(caught.value)


def change(path: Path, *statements: str, **values: object) -> None:
    """Change the file as an attacker who can also renew its seal."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement, values)
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))


def judged(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, Comment("a note", ("name", "pronoun")), gold_seen=True))
        review.judge(1, State(Verdict.WORSE))
        review.undo(review.history()[-1])
        review.keep_draft(2, Comment("half a note"))


def test_no_flipped_bit_ends_in_anything_but_a_sentence_or_changes_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    together, apart = three_splits()
    put_comparison(path, together, apart, together)
    judged(path)
    sound, whole = use(path), path.read_bytes()
    draw = random.Random(20261122)
    for _ in range(150):
        damaged = bytearray(whole)
        damaged[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        try:
            used = use(path)
            put_comparison(path, *three_splits())
        except ReviewError as error:
            assert_is_a_sentence(str(error))
        else:
            assert used == sound


def test_a_question_that_is_not_the_journals_is_found(path: Path) -> None:
    judged(path)
    change(path, "UPDATE question SET fingerprint = 'f' || substr(fingerprint, 2)")
    assert "judged" in refusal_of(path)
    with pytest.raises(ReviewError, match="judged"):
        put_comparison(path, *three_splits())


def test_a_text_belongs_to_its_document_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        first, second = connection.execute("SELECT identifier, text FROM document LIMIT 2").fetchall()
        connection.execute("UPDATE document SET text = ? WHERE identifier = ?", (first[1], second[0]))
    assert f"The text of {second[0]} is damaged" in refusal_of(path)


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
    assert "Bag 2 of" in refusal_of(path)


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
        f"INSERT INTO draft SELECT '{login_name()}', fingerprint, x'00' FROM bag",
    ],
)
def test_a_row_of_wrong_types_is_a_sentence_though_it_is_sealed(path: Path, statement: str) -> None:
    change(path, statement)
    refusal_of(path)


def test_a_journal_that_leaves_no_number_for_the_next_row_is_damaged(path: Path) -> None:
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER))
    with closing(sqlite3.connect(path)) as connection, connection:
        columns = connection.execute("SELECT * FROM journal").fetchone()[:6]
        row = JournalRow._make([2**63 - 1, *columns[1:], State(Verdict.BETTER)])
        connection.execute("UPDATE journal SET sequence = ?, digest = ?", (row.sequence, digest("", row)))
    assert "journal of verdicts is damaged" in refusal_of(path)
