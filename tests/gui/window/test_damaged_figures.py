"""Reviews with a missing or odd part under a right seal: the window says one sentence, and stays."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.review.rescue import salvage
from coala.review.storage.seals import seal
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Windows, page_of

KEYS = ("summary", "inputs", "provenance", "links", "slices", "same_changes", "facts", "kept:blind")
"""Headers that the window needs as a whole: an odd value of one keeps the review closed."""

ODD = ("x", "5", "[5]", '{"a": 5}')

LATER = ("memory", "kept:sample", "kept:kept links")
"""Headers that only one part of the window needs."""


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "r.coala"
    return make_review(path, [a_bag(number) for number in range(3)], gold=True)


def hurt(whole: Path, folder: Path, statement: str, *values: object) -> Path:
    """Return a copy of the review, changed by a statement under a right seal, whose damage is found."""
    path = Path(shutil.copy(whole, folder / f"{len(list(folder.iterdir()))}.coala"))
    change(path, statement, *values)
    return path


def test_review_with_an_odd_header_or_without_one_stays_closed(
    tmp_path: Path, window_of: Windows, whole: Path
) -> None:
    window = window_of()
    for key in KEYS:
        for value in ODD:
            path = hurt(whole, tmp_path, "INSERT OR REPLACE INTO header VALUES (?, ?)", key, value)
            window.notice.hide()
            assert not window.open_review(path), (key, value)
            assert window.notice.isVisible()
            assert salvage(path).damages
    for key in ("summary", "links", "slices", "same_changes"):
        path = hurt(whole, tmp_path, "DELETE FROM header WHERE key = ?", key)
        window.notice.hide()
        assert not window.open_review(path), key
        assert window.notice.isVisible()


def test_odd_header_of_a_part_or_odd_effect_is_damage_and_ends_no_window(
    tmp_path: Path, window_of: Windows, whole: Path
) -> None:
    window, paths = window_of(), []
    for key in LATER:
        for value in ODD:
            paths.append(hurt(whole, tmp_path, "INSERT OR REPLACE INTO header VALUES (?, ?)", key, value))
    for value in ("x", "5", "[5]", '{"b_cubed": "x"}'):
        paths.append(hurt(whole, tmp_path, "UPDATE bag SET shares = ? WHERE number = 1", value))
    for path in paths:
        assert salvage(path).damages
        assert window.open_review(path)
        # An error in a slot fails the test.
        page_of(window).show_results()
