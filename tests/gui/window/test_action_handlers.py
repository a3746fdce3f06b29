"""Actions: each does one thing, and nothing without a page."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest
from PySide6 import QtCore
from pytestqt.qtbot import QtBot

from coala.gui.session.action_set import Actions
from coala.gui.session.actions import BOARD_MENU, HIDDEN_WHILE_BLIND, SPECS, Situation
from coala.gui.window.action_handlers import BOARD_HANDLERS, PAGE_HANDLERS, ActionHandlers

OF_THE_WINDOW = [spec.name for spec in SPECS if spec.name not in {*PAGE_HANDLERS, *BOARD_HANDLERS}]


def test_every_action_has_exactly_one_handler(qtbot: QtBot) -> None:
    owner = QtCore.QObject()
    actions, window, page = Actions({}, owner), Mock(), Mock()
    handlers = ActionHandlers(actions, {name: getattr(window, name) for name in OF_THE_WINDOW}, owner)
    handlers.page = page
    # Not a call that counts: it only asks.
    page.shows_results = lambda: False
    done = []
    everything = Situation(review=True, writable=True, gold=True, links=True, others=True)
    for spec in SPECS:
        is_of_board, is_overview = spec.only in ("board", "column", "overview"), spec.only == "overview"
        now = replace(everything, blind=spec.only == "blind", board=is_of_board, review=not is_overview)
        actions.fit(now)
        handlers.board = page.board if is_overview or spec.only == "board" else None
        actions[spec.name].trigger()
        done.append([*map(str, window.mock_calls), *map(str, page.mock_calls)])
        window.reset_mock()
        page.reset_mock()
    assert [len(calls) for calls in done] == [1] * len(SPECS)
    assert len({call for calls in done for call in calls}) == len(SPECS)


def test_while_a_board_is_shown_its_actions_are_the_board_s_and_no_page_s(qtbot: QtBot) -> None:
    owner = QtCore.QObject()
    actions, page, board = Actions({}, owner), Mock(), Mock()
    handlers = ActionHandlers(actions, dict.fromkeys(OF_THE_WINDOW, owner.objectName), owner)
    handlers.page, handlers.board = page, board
    for name in BOARD_HANDLERS:
        actions[name].trigger()
    assert len({str(call) for call in board.mock_calls}) == len(BOARD_HANDLERS)
    assert not page.mock_calls


def test_an_action_without_a_handler_or_with_two_is_refused(qtbot: QtBot) -> None:
    actions = Actions({}, owner := QtCore.QObject())
    every = dict.fromkeys(OF_THE_WINDOW, owner.objectName)
    ActionHandlers(actions, every)
    for wrong in ({}, every | {"undo": owner.objectName}, every | {"fly": owner.objectName}):
        with pytest.raises(ValueError, match="must have one handler"):
            ActionHandlers(actions, wrong)


def test_without_a_page_its_actions_rest(qtbot: QtBot) -> None:
    owner = QtCore.QObject()
    actions, window = Actions({}, owner), Mock()
    ActionHandlers(actions, {name: getattr(window, name) for name in OF_THE_WINDOW}, owner)
    for name in PAGE_HANDLERS:
        actions[name].trigger()
    assert not window.mock_calls


def names_of(actions: Actions, situation: Situation) -> set[str]:
    """Return the names of the actions that are shown in a situation."""
    actions.fit(situation)
    return {spec.name for spec in SPECS if actions[spec.name].isVisible()}


def test_what_does_not_apply_is_hidden_and_comes_with_what_it_is_about(qtbot: QtBot) -> None:
    actions = Actions({}, owner := QtCore.QObject())
    plain = Situation(review=True, writable=True)
    usual = names_of(actions, plain)
    assert names_of(actions, replace(plain, gold=True)) - usual == {"gold", "gold_first"}
    assert names_of(actions, replace(plain, others=True)) - usual == {"adjudicate"}
    blind = names_of(actions, replace(plain, blind=True))
    assert blind - usual == {"unblind"}
    assert not blind & HIDDEN_WHILE_BLIND
    board = {spec.name for group in BOARD_MENU for spec in group}
    assert names_of(actions, Situation(board=True)) - usual == {"switch_role", "open_page"}
    of_column = board - {"switch_role"}
    assert names_of(actions, replace(plain, board=True)) ^ usual == of_column | {"compare_again"}
    assert owner.children()


def test_results_let_no_answer_through_and_give_way_to_other_actions(qtbot: QtBot) -> None:
    owner = QtCore.QObject()
    actions, page = Actions({}, owner), Mock()
    handlers = ActionHandlers(actions, dict.fromkeys(OF_THE_WINDOW, owner.objectName), owner)
    handlers.page = page
    for name in ("judge_better", "clear", "tag_1"):
        actions[name].trigger()
        assert [call[0] for call in page.mock_calls] == ["shows_results", "session.say"], name
        page.reset_mock()
    actions["next"].trigger()
    assert [call[0] for call in page.mock_calls] == ["shows_results", "hide_results", "go"]
    page.reset_mock()
    actions["results"].trigger()
    assert [call[0] for call in page.mock_calls] == ["shows_results", "toggle_results"]
