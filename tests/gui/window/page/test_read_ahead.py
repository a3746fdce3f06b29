"""Reading of the next bag before its key is pressed: once, with errors shown only at its turn."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from coala.model.bag import Bag
from coala.present.displayed_bag import DisplayedBag, display_bag
from coala.review.storage.serialization import unpack_bag
from tests.support.great_bags import GREAT, a_wide_bag, write_bags
from tests.support.windows import Key, Reviews, Windows, page_of, press


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the unpacked bags, counted from one."""
    numbers: list[int] = []

    def counted(data: bytes, what: str) -> Bag:
        numbers.append(int(what.split()[1]))
        return unpack_bag(data, what)

    monkeypatch.setattr("coala.review.file.unpack_bag", counted)
    return numbers


def test_next_bag_is_unpacked_at_rest_before_its_key_and_nothing_behind_the_last(
    qtbot: QtBot, window_of: Windows, review_of: Reviews, unpacked: list[int]
) -> None:
    page = page_of(window_of(review_of(2)))
    qtbot.waitUntil(lambda: unpacked == [1, 2])
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_K)
    assert (unpacked, page.session.current) == ([1, 2], 0)
    press(qtbot, Key.Key_J)
    page.read_ahead.read()
    assert unpacked == [1, 2]


@pytest.fixture
def displayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the titles of the bags that were prepared for the screen."""
    titles: list[str] = []

    def counted(bag: Bag, sides: tuple[str, str]) -> DisplayedBag:
        titles.append(bag.title)
        return display_bag(bag, sides)

    monkeypatch.setattr("coala.present.chains.display_bag", counted)
    return titles


def test_rest_has_the_next_great_bag_prepared_and_the_one_before_stays_so(
    qtbot: QtBot, window_of: Windows, tmp_path: Path, displayed: list[str]
) -> None:
    bags = [a_wide_bag(number, GREAT) for number in range(3)]
    page = page_of(window_of(write_bags(tmp_path / "great.coala", bags)))
    titles = [bag.title for bag in bags]
    qtbot.waitUntil(lambda: displayed == titles[:2])
    press(qtbot, Key.Key_J)
    qtbot.waitUntil(lambda: displayed == titles)
    press(qtbot, Key.Key_K)
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_J)
    assert (displayed, page.session.current) == (titles, 2)


def test_damaged_bag_is_reported_when_shown(qtbot: QtBot, window_of: Windows, review_of: Reviews) -> None:
    path = review_of(3)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE bag SET content = x'00' WHERE number = 1")
    connection.close()
    page = page_of(window_of(path))
    page.read_ahead.read()
    assert page.pane.message() == ""
    press(qtbot, Key.Key_J)
    assert "2" in page.pane.message()
