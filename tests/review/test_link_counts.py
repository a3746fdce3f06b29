"""Counts of links, stored with the bags, and refusal of wrong ones."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError
from coala.model.kinds import Kind
from coala.review.file import Review
from coala.review.storage.seals import reseal
from coala.verdicts.links import LinkCounts, RowLinks
from tests.support.reviews import a_bag, a_mixed_bag, make_review

MOVED, MIXED = a_bag(0), a_mixed_bag(1)
COUNTS = [
    LinkCounts(1, (RowLinks("", Kind.MOVED, 1, 1),), 3),
    LinkCounts(
        3,
        (
            RowLinks("", Kind.SPLIT, 0, 1),
            RowLinks("", Kind.MERGED, 1, 0),
            RowLinks("", Kind.MENTION_ADDED, 1, 0),
        ),
        5,
    ),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_review(tmp_path / "r.coala", [MOVED, MIXED])


def test_each_bag_has_its_links_by_kind(path: Path) -> None:
    with Review.open(path) as review:
        assert review.link_counts() == COUNTS


SOUND: dict[str, object] = {
    "changes": [1, 2],
    "parts": [0, 3],
    "rows": [0, 1],
    "keys": "0123456789abcdef",
    "made": [1],
    "kinds": "c",
    "lost": [0],
    "unlinked": [1, 1],
    "unlinked_kinds": "hi",
}

WRONG: list[dict[str, object]] = [
    {"changes": [1]},
    {"changes": [1, -1]},
    {"changes": [1, True]},
    {"changes": 7},
    {"rows": [0, 2]},
    {"rows": [1, 1]},
    {"keys": "0123456789ABCDEF"},
    {"keys": 7},
    {"keys": ""},
    {"made": [1e99]},
    {"made": [2**40]},
    {"lost": []},
    {"lost": None},
    {"parts": [0]},
    {"parts": [0, -1]},
    {"kinds": ""},
    {"kinds": "z"},
    {"kinds": 7},
    {"kinds": [["c"]]},
    {"unlinked": [1, 2]},
    {"unlinked_kinds": "h"},
    {"unlinked_kinds": "h-"},
    {"unlinked_kinds": None},
]


def test_invalid_link_counts_are_damage(path: Path) -> None:
    for value in ("[", "[]", "{}", "[" * 100_000, *(json.dumps(SOUND | wrong) for wrong in WRONG)):
        _set(path, value)
        with pytest.raises(DamagedReviewError):
            Review.open(path)


def test_sound_numbers_are_read(path: Path) -> None:
    _set(path, json.dumps(SOUND | {"keys": "-" * 16, "kinds": "-"}))
    with Review.open(path) as review:
        assert review.link_counts() == [
            LinkCounts(1, (), 0, (Kind.TYPE,)),
            LinkCounts(2, (RowLinks("", None, 1, 0),), 3, (Kind.STATEMENT,)),
        ]


def test_summary_has_the_links_of_both_graphs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        (stored,) = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
    assert json.loads(stored)["links"] == {"baseline": 48, "changed": 49, "kept": 46}
    with Review.open(path) as review:
        assert review.summary.links is not None
        assert (review.summary.links.made, review.summary.links.lost) == (3, 2)


def _set(path: Path, value: str) -> None:
    """Put other numbers into the file, under a seal of their own."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE header SET value = ? WHERE key = 'links'", (value,))
        reseal(connection)
