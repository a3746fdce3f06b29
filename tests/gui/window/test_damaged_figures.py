"""Reviews with a missing or odd part under a right seal: the window says one sentence, and stays."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.review.rescue import salvage
from coala.review.storage.seals import seal
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Windows

KEYS = ("summary", "inputs", "provenance", "links", "slices", "same_changes", "facts")
"""Headers that the window needs as a whole: an odd value of one keeps the review closed."""

LATER = ("memory", "kept:sample", "kept:kept links")
"""Headers that only one part of the window needs."""


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))


def make(path: Path) -> Path:
    return make_review(path, [a_bag(number) for number in range(3)], gold=True)


@pytest.mark.parametrize("key", [*KEYS, "kept:blind"])
@pytest.mark.parametrize("value", ["x", "5", "[5]", '{"a": 5}'])
def test_review_with_an_odd_header_stays_closed(
    tmp_path: Path, window_of: Windows, key: str, value: str
) -> None:
    path, window = make(tmp_path / "r.coala"), window_of()
    change(path, "INSERT OR REPLACE INTO header VALUES (?, ?)", key, value)

    assert not window.open_review(path)
    assert window.notice.isVisible()
    assert salvage(path).damages


@pytest.mark.parametrize("key", ["summary", "links", "slices", "same_changes"])
def test_review_without_a_header_stays_closed(tmp_path: Path, window_of: Windows, key: str) -> None:
    path, window = make(tmp_path / "r.coala"), window_of()
    change(path, "DELETE FROM header WHERE key = ?", key)

    assert not window.open_review(path)
    assert window.notice.isVisible()


@pytest.mark.parametrize("key", LATER)
@pytest.mark.parametrize("value", ["x", "5", "[5]", '{"a": 5}'])
def test_odd_header_of_a_part_is_damage_and_ends_no_window(
    tmp_path: Path, window_of: Windows, key: str, value: str
) -> None:
    path, window = make(tmp_path / "r.coala"), window_of()
    change(path, "INSERT OR REPLACE INTO header VALUES (?, ?)", key, value)
    assert salvage(path).damages

    assert window.open_review(path)
    assert window.page is not None
    window.page.show_results()  # an error in a slot fails the test


@pytest.mark.parametrize("value", ["x", "5", "[5]", '{"b_cubed": "x"}'])
def test_odd_effect_is_damage_and_ends_no_window(tmp_path: Path, window_of: Windows, value: str) -> None:
    path, window = make(tmp_path / "r.coala"), window_of()
    change(path, "UPDATE bag SET shares = ? WHERE number = 1", value)
    assert salvage(path).damages

    assert window.open_review(path)
    assert window.page is not None
    window.page.show_results()
