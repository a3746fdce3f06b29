"""The order of the list: by share, kept while filtering and judging, remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_list.panel import OrderButton
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order
from coala.gui.session.preferences import PageState, Preferences
from coala.gui.session.session import Session
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS
from coala.review.file import Review
from tests.support.reviews import a_bag, a_great_review, make_review
from tests.support.steps import calls_made_by
from tests.support.windows import Windows, numbers_in, page_of, part_of

SHARES = (0.01, -0.03, None, 0.02, -0.03, 0.0)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return a review of six bags whose shares of B³ are ``SHARES``."""
    bags = [a_bag(number, kind=(Kind.MOVED, Kind.SPLIT)[number % 2]) for number in range(6)]
    return make_review(
        tmp_path / "shared.coala", bags, shares=[{"muc": 0.0, "b_cubed": share} for share in SHARES]
    )


def test_the_menu_changes_way_and_metric(qtbot: QtBot) -> None:
    chosen: list[BagOrder] = []

    def choose(order: BagOrder) -> None:
        chosen.append(order)
        button.show_order(order)

    button = OrderButton(BagOrder(), IN_TEXTS, similar=True)
    button.chosen.connect(choose)
    qtbot.addWidget(button)
    actions = {action.text(): action for action in button.menu().actions() if action.isCheckable()}
    actions["MUC F1"].trigger()
    actions["By effect, largest first, up or down"].trigger()
    actions["Text order"].trigger()
    assert chosen == [
        BagOrder(Order.LOWEST, "muc"),
        BagOrder(Order.LARGEST, "muc"),
        BagOrder(Order.TEXT, "muc"),
    ]
    assert button.accessibleName() == "Order of the list: text order"
    assert [name for name, action in actions.items() if action.isChecked()] == ["Text order", "MUC F1"]
    button.offer_shares(offered=False)
    assert [action.text() for action in button.menu().actions() if action.isVisible()] == [
        "Text order",
        "Most informative first",
        "Similar bags together",
    ]
    button.offer_shares(offered=True)
    assert all(action.isVisible() for action in button.menu().actions())


def test_an_order_that_cannot_be_read_is_a_sentence_and_the_old_one_stays(
    shared: Path, window_of: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window_of(shared))

    def damaged(metric: str) -> list[float | None]:
        raise ReviewError(f"The shares of {metric} are damaged.")

    monkeypatch.setattr(page.session.review, "shares_of", damaged)
    page.session.set_order(BagOrder(Order.LOWEST, "lea"))
    assert list(page.session.shown) == [0, 1, 2, 3, 4, 5]
    assert part_of(page.list, OrderButton, "Order of the list: text order")
    assert numbers_in(page.list.count_text()) == ["6"]
    assert "The shares of lea are damaged." in page.notice.text()
    monkeypatch.setattr(Review, "shares_of", lambda _, metric: damaged(metric))
    again = shared.with_name("again.coala")
    again.write_bytes(shared.read_bytes())
    preferences = Preferences(page=PageState(order=BagOrder(Order.LOWEST, "muc")))
    page = page_of(window_of(again, preferences=preferences))
    assert page.session.order == BagOrder()
    assert "The shares of muc are damaged." in page.notice.text()


@pytest.mark.qt_log_ignore("grabbing the keyboard")  # the offscreen platform cannot, for a menu
def test_order_is_remembered_and_the_button_opens_the_menu_of_orders(
    shared: Path, window_of: Windows, qtbot: QtBot
) -> None:
    preferences = Preferences(page=PageState(order=BagOrder(Order.HIGHEST, "b_cubed")))
    window = window_of(shared, preferences=preferences)
    page = page_of(window)
    assert list(page.session.shown) == [3, 0, 5, 1, 4, 2]
    assert page.session.current == 3
    page.session.set_order(BagOrder(Order.LARGEST, "muc"))
    button = part_of(page.list, OrderButton)
    menu = button.menu()
    visible = []

    def close() -> None:
        visible.append(menu.isVisible())
        menu.close()

    # On some releases the click runs the menu's own event loop, so only what was planned before can close it.
    menu.aboutToShow.connect(lambda: QtCore.QTimer.singleShot(0, close))
    button.click()
    qtbot.waitUntil(lambda: visible == [True])
    window.close()
    assert preferences.page.order == BagOrder(Order.LARGEST, "muc")


def test_ordering_and_filtering_take_little_more_than_a_call_a_bag(tmp_path: Path, qtbot: QtBot) -> None:
    bags = 20_000
    with Review.open(a_great_review(tmp_path / "great.coala", bags)) as review:
        session = Session(review)
        session.listing.shares("b_cubed")
        session.set_order(BagOrder(Order.SAMPLE))  # drawn once and stored

        def take_every_way() -> None:
            for way in Order:
                session.set_order(BagOrder(way))
                session.set_filter(BagFilter("99"))
                session.set_filter(BagFilter())
                session.go_to_unjudged()

        # For each step; a proxy model asks for several of each pair it compares.
        assert calls_made_by(take_every_way) < 3 * bags * 4 * len(Order)
