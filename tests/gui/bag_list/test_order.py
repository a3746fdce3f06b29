"""The order of the list: by share, kept while filtering and judging, remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_list.model import BAG_ROLE, BagListModel
from coala.gui.bag_list.panel import OrderButton
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order, order_bags
from coala.gui.session.preferences import PageState, Preferences
from coala.gui.session.session import Session
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS
from coala.review.file import Review
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.comment import Comment
from tests.support.reviews import a_bag, a_great_review, make_review
from tests.support.steps import calls_made_by
from tests.support.windows import Windows, numbers_in, page_of, part_of

SHARES = (0.01, -0.03, None, 0.02, -0.03, 0.0)
ORDERS = {
    Order.TEXT: [0, 1, 2, 3, 4, 5],
    Order.LOWEST: [1, 4, 5, 0, 3, 2],
    Order.HIGHEST: [3, 0, 5, 1, 4, 2],
    Order.LARGEST: [1, 4, 3, 0, 5, 2],
}


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return a review of six bags whose shares of B³ are ``SHARES``."""
    bags = [a_bag(number, kind=(Kind.MOVED, Kind.SPLIT)[number % 2]) for number in range(6)]
    return make_review(
        tmp_path / "shared.coala", bags, shares=[{"muc": 0.0, "b_cubed": share} for share in SHARES]
    )


@pytest.mark.parametrize("way", ORDERS)
def test_equal_shares_stay_in_the_order_of_the_text_and_undefined_ones_come_last(way: Order) -> None:
    assert order_bags(way, SHARES, BagGroups([None] * 6)) == ORDERS[way]


def test_bags_that_gold_joins_have_one_place_side_by_side() -> None:
    shares = [0.1, 0.3, 0.1, 0.3, 0.1, None]
    assert order_bags(Order.HIGHEST, shares, BagGroups([1, 2, None, 2, 1, None])) == [1, 3, 0, 4, 2, 5]


@pytest.mark.parametrize("code", ["", "lowest", "lowest nothing", "b_cubed lowest", "lowest b_cubed x"])
def test_an_order_that_is_not_known_is_that_of_the_text(code: str) -> None:
    assert BagOrder.from_code(code) == BagOrder()


def test_an_order_comes_back_from_its_code() -> None:
    order = BagOrder(Order.LARGEST, "ceaf_e")
    assert BagOrder.from_code(order.code) == order
    assert "CEAF-e F1" in order.sentence


def test_the_order_is_kept_while_filtering_and_judging_and_next_follows_it(shared: Path) -> None:
    with Review.open(shared) as review:
        session = Session(review)
        session.start()
        session.set_order(BagOrder(Order.LOWEST))
        assert (list(session.shown), session.current) == (ORDERS[Order.LOWEST], 1)
        session.show(3)
        session.judge_and_go_on(Verdict.BETTER, Comment())
        assert (list(session.shown), session.current) == (ORDERS[Order.LOWEST], 2)
        session.set_filter(BagFilter("kind:split"))
        assert list(session.shown) == [1, 5, 3]
        session.set_filter(BagFilter("verdict:none"))
        session.show(4)
        session.judge_and_go_on(Verdict.WORSE, Comment())
        session.set_order(BagOrder(Order.HIGHEST))
        assert list(session.shown) == [0, 5, 1, 4, 2]
        session.set_filter(BagFilter())
        session.set_order(BagOrder())
        assert list(session.shown) == ORDERS[Order.TEXT]


def test_rows_say_what_the_bag_is_worth_when_ordered_by_it(shared: Path) -> None:
    with Review.open(shared) as review:
        session = Session(review)
        model = BagListModel(session)
        assert {model.index(row).data(BAG_ROLE).worth for row in range(6)} == {""}
        session.set_order(BagOrder(Order.HIGHEST))
        worth = [model.index(row).data(BAG_ROLE).worth for row in range(6)]
        assert worth == ["+2.00", "+1.00", "0", "−3.00", "−3.00", "n/a"]
        assert "+2.00" in model.row(0).spoken


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
    assert list(page.session.shown) == ORDERS[Order.TEXT]
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
    assert list(page.session.shown) == ORDERS[Order.HIGHEST]
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
