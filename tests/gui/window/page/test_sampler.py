"""A sample drawn in the results: first in the list, with an estimate for all bags."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.panel import OrderButton
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.drawing import draw, find_sample
from coala.review.file import Review
from coala.verdicts.sampling import DrawnItem
from coala.verdicts.state import State
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag
from tests.support.windows import Key, Modifier, Reviews, Windows, page_of, part_of, press, settled, status


@pytest.fixture
def review(review_of: Reviews) -> Path:
    """Return a review of twelve bags with a sample of four."""
    path = review_of(12)
    with Review.open(path) as opened:
        draw(opened, 4, seed=3)
    return path


def read_note(qtbot: QtBot, window: MainWindow) -> list[str]:
    """Return the numbers in what the results say of the sample; leave the bag on the screen."""
    page = page_of(window)
    qtbot.waitUntil(lambda: settled(page))
    message = status(window)
    page.show_results()
    text = page.results.fewer_bags.sample_text()
    page.hide_results()
    assert status(window) == message
    return re.findall(r"\d+", text)


def test_the_sample_is_listed_first_in_the_order_in_which_it_was_drawn(window: MainWindow) -> None:
    page, actions = page_of(window), order_actions(window)
    sample = page.session.sample
    assert sample is not None
    shown = list(page.session.shown)
    assert tuple(shown[:4]) == sample.drawn
    assert tuple(shown) == sample.order
    assert page.session.current == sample.drawn[0]
    assert page.list.count_text() == "12 bags, sample of 4 first"
    assert page.header.judged() == "0 of 4 drawn"
    actions["Text order"].trigger()
    assert list(page.session.shown) == list(range(12))
    assert page.header.judged() == "0 of 12"
    actions["Most informative first"].trigger()
    assert list(page.session.shown) == shown


def test_the_last_drawn_bag_stays_and_the_next_key_for_unjudged_bags_goes_on(
    window: MainWindow, window_of: Windows, qtbot: QtBot
) -> None:
    page = page_of(window)
    sample = page.session.sample
    assert sample is not None
    for number, drawn in enumerate(sample.drawn):
        assert page.session.current == drawn
        press(qtbot, Key.Key_Plus)
        assert page.header.judged() == f"{number + 1} of 4 drawn"
    assert page.session.current == sample.drawn[-1]
    qtbot.waitUntil(lambda: settled(page))
    assert "4 of 12" in page.problem()
    # So does another answer to it, which is no wish for more bags.
    press(qtbot, Key.Key_Minus)
    assert (page.session.current, page.header.judged()) == (sample.drawn[-1], "4 of 4 drawn")
    assert page.session.progress.verdicts[sample.drawn[-1]] is Verdict.WORSE
    # A review with a judged sample opens where it ended.
    window.close()
    page = page_of(window_of(page.session.review.path))
    assert page.session.current == sample.drawn[-1]
    press(qtbot, Key.Key_N)
    assert page.session.current == sample.order[4]
    assert page.header.judged() == "4 of 4 drawn"
    # From there each answer leads to the next bag, as ever.
    press(qtbot, Key.Key_Plus)
    assert page.session.current == sample.order[5]
    page.sampler.draw(7)
    assert page.header.judged() == "5 of 7 drawn"
    assert page.session.current == sample.order[5]


def test_a_skipped_drawn_bag_comes_before_those_that_were_not_drawn(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    sample = page.session.sample
    assert sample is not None
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_N)
    assert page.session.current == sample.drawn[2]
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Plus)
    assert (page.session.current, page.header.judged()) == (sample.drawn[1], "3 of 4 drawn")
    page.session.go_to_unjudged()
    # No other drawn bag is left, so this key goes beyond them.
    assert page.session.current == sample.order[4]
    # An answer there leads back.
    press(qtbot, Key.Key_Plus)
    assert (page.session.current, page.header.judged()) == (sample.drawn[1], "3 of 4 drawn")
    press(qtbot, Key.Key_Plus)
    assert (page.session.current, page.header.judged()) == (sample.drawn[1], "4 of 4 drawn")


def test_a_sample_of_all_bags_counts_and_ends_as_a_review_without_one(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    with Review.open(path) as opened:
        draw(opened, 3)
    window = window_of(path)
    page = page_of(window)
    assert page.header.judged() == "0 of 3"
    for _ in range(3):
        press(qtbot, Key.Key_Plus)
    assert page.header.judged() == "3 of 3"
    assert " 3 " in page.problem()
    window.actions_by_name["draw"].trigger()
    # There is nothing to draw.
    assert status(window)


def test_sample_of_the_last_bags_ends_with_the_results(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    path = review_of(3)
    with Review.open(path) as opened:
        last = draw(opened, 2).order[-1]
        opened.judge(last, State(Verdict.SAME))
    window = window_of(path)
    page = page_of(window)
    button = part_of(page.list, QtWidgets.QToolButton, "Next unjudged bag")
    for _ in range(2):
        assert button.isVisible()
        press(qtbot, Key.Key_Plus)
    assert page.session.progress.answered == 3
    qtbot.waitUntil(lambda: page.notice.isVisible())
    assert part_of(page.notice, QtWidgets.QPushButton, "Results").isVisible()
    assert not button.isVisible()
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert button.isVisible()


def test_judging_walks_the_sample_and_tells_of_all_bags(window: MainWindow, qtbot: QtBot) -> None:
    sample = page_of(window).session.sample
    assert sample is not None
    # The size, the bags, the seed, and the answers.
    assert read_note(qtbot, window)[:4] == ["4", "12", "3", "0"]
    for number in sample.drawn:
        assert page_of(window).session.current == number
        press(qtbot, Key.Key_Plus)
    assert read_note(qtbot, window)[:4] == ["4", "12", "3", "4"]
    assert "+1.00" in page_of(window).results.fewer_bags.sample_text()


def order_actions(window: MainWindow) -> dict[str, QtGui.QAction]:
    """Return the actions of the menu of orders."""
    menu = part_of(page_of(window).list, OrderButton).menu()
    assert menu is not None
    return {action.text(): action for action in menu.actions() if action.isVisible()}


def test_sample_is_drawn_in_the_results_and_extended(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(12))
    page = page_of(window)
    assert page.list.count_text() == "12 bags"
    window.actions_by_name["draw"].trigger()
    size = part_of(page.results, QtWidgets.QSpinBox, "Sample size")
    assert page.shows_results()
    assert size.hasFocus()
    qtbot.waitUntil(lambda: not size.visibleRegion().isEmpty())
    assert (size.value(), size.minimum(), size.maximum()) == (12, 1, 12)
    size.setValue(5)
    draw_button = part_of(page.results, QtWidgets.QPushButton, "Draw a sample")
    draw_button.click()
    assert not page.shows_results()
    assert page.list.count_text() == "12 bags, sample of 5 first"
    assert read_note(qtbot, window)[:2] == ["5", "12"]
    drawn = find_sample(page.session.review)
    page.show_results()
    assert size.value() == 5
    size.setValue(7)
    draw_button.click()
    found = find_sample(page.session.review)
    assert drawn is not None
    assert found is not None
    assert found.drawn[:5] == drawn.drawn
    assert page.list.count_text() == "12 bags, sample of 7 first"
    assert read_note(qtbot, window)[:2] == ["7", "12"]


def test_the_order_of_a_sample_can_be_chosen_before_its_size(
    window_of: Windows, review_of: Reviews, qtbot: QtBot
) -> None:
    window = window_of(review_of(12))
    page = page_of(window)
    assert find_sample(page.session.review) is None
    order_actions(window)["Most informative first"].trigger()
    found = find_sample(page.session.review)
    assert found is not None
    assert tuple(page.session.shown) == found.order
    assert page.list.count_text() == "12 bags, most informative first"
    press(qtbot, Key.Key_Plus)
    assert read_note(qtbot, window)[:4] == ["1", "12", "1", "1"]


def test_damaged_sample_is_reported_and_bags_are_listed(window_of: Windows, review_of: Reviews) -> None:
    path = review_of(3)
    with Review.open(path) as review:
        review.keep("sample", 7)
    page = page_of(window_of(path))
    assert str(path) in page.problem()
    assert list(page.session.shown) == [0, 1, 2]


PARTS = 48
"""The number of parts, and of links, of a bag whose links are drawn."""


@pytest.fixture
def great(window_of: Windows, tmp_path: Path) -> MainWindow:
    """Open a review of six small bags and one of 48 parts, with a sample of eight items."""
    bags = [*map(a_bag, range(6)), a_wide_bag(90, 5 * PARTS)]
    path = write_bags(tmp_path / "great.coala", bags)
    with Review.open(path) as opened:
        draw(opened, 8)
    return window_of(path)


def find_item(window: MainWindow) -> tuple[int, str]:
    """Return the bag that the answers are for, with the key of the link of it, if they are for one."""
    page = page_of(window)
    asked = page.pane.link.asked()
    assert page.pane.change() is None
    return page.session.current, "" if asked is None else asked.link.key


def find_link(item: DrawnItem) -> tuple[int, str]:
    """Return the bag of an item, with the key of a drawn link."""
    return item.bag, "" if item.is_whole else item.keys[0]


def test_random_order_lists_a_large_bag_at_the_first_of_its_drawn_links(great: MainWindow) -> None:
    page = page_of(great)
    sample = page.session.sample
    assert sample is not None
    assert tuple(page.session.shown) == sample.bags
    assert sorted(page.session.shown) == list(range(7))
    assert page.list.count_text() == "7 bags, sample of 8 items first"
    assert page.header.judged() == "0 of 8 drawn"
    page.show_results()
    words = [label.text() for label in page.results.fewer_bags.findChildren(QtWidgets.QLabel)]
    assert ["6", "1"] in [re.findall(r"\d+", line) for line in words]
    assert ["54"] in [re.findall(r"\d+", line) for line in words]
    page.hide_results()


def test_answers_walk_the_drawn_items_of_which_links_are_questions_also_after_a_pause(
    great: MainWindow, window_of: Windows, qtbot: QtBot
) -> None:
    sample, path = page_of(great).session.sample, page_of(great).session.review.path
    assert sample is not None
    drawn = [find_link(sample.items[item]) for item in sample.drawn]
    assert 0 < sum(bool(key) for _, key in drawn) < 8
    window = great
    for number, item in enumerate(drawn):
        if number == 5:
            great.close()
            window = window_of(path)
        assert find_item(window) == item
        assert page_of(window).header.judged() == f"{number} of 8 drawn"
        press(qtbot, Key.Key_Plus)
    # The last answer ends the sample, and its item stays.
    assert page_of(window).header.judged() == "8 of 8 drawn"
    assert find_item(window) == drawn[-1]
    assert read_note(qtbot, window)[:4] == ["8", "54", "1", "8"]


def test_undo_of_a_drawn_link_goes_back_to_it(great: MainWindow, qtbot: QtBot) -> None:
    page = page_of(great)
    sample = page.session.sample
    assert sample is not None
    place = next(at for at, item in enumerate(sample.order) if sample.items[item].keys)
    for _ in range(place + 1):
        press(qtbot, Key.Key_Plus)
    page.answers.undo()
    assert find_item(great) == find_link(sample.items[sample.order[place]])
    assert not page.session.progress.state(6).rows


def test_next_unjudged_passes_over_an_item_and_a_verdict_on_a_large_bag_leaves_its_links_open(
    great: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(great)
    sample = page.session.sample
    assert sample is not None
    page.session.go_to_unjudged()
    assert find_item(great) == find_link(sample.items[sample.order[1]])
    page.session.go_to_unjudged(-1)
    assert find_item(great) == find_link(sample.items[sample.order[0]])
    for _ in range(3):
        page.session.go_to_unjudged()
    assert find_item(great) == find_link(sample.items[sample.order[3]])
    page.session.show(6)
    assert find_item(great)[1]
    press(qtbot, Key.Key_Escape)
    assert find_item(great) == (6, "")
    press(qtbot, Key.Key_Plus)
    assert page.session.progress.verdicts[6] is Verdict.BETTER
    assert page.session.progress.list_item_verdicts(sample)[6:] == [None] * PARTS


def test_field_offers_as_many_items_as_can_be_drawn(window_of: Windows, tmp_path: Path) -> None:
    window = window_of(write_bags(tmp_path / "one.coala", [a_wide_bag(90, 5 * PARTS)]))
    page = page_of(window)
    page.show_results()
    size = part_of(page.results, QtWidgets.QSpinBox, "Sample size")
    assert (size.value(), size.maximum()) == (40, PARTS)
    size.setValue(5)
    part_of(page.results, QtWidgets.QPushButton, "Draw a sample").click()
    sample = page.session.sample
    assert sample is not None
    assert len(sample.drawn) == 5
    assert find_item(window) == find_link(sample.items[sample.order[0]])
