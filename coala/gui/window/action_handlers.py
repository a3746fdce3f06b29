"""The handler of every action, on the current page or on the window.

An action (a menu item with its keys) has a name, such as "next_unjudged". Its handler is a function that gets
the open page: the page of a review, or of a board (several comparisons in one table). The window passes the
handlers of the actions that need no page. ``coala.gui.session.actions`` declares the actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.board.page import BoardPage
from coala.gui.session.action_set import Actions
from coala.gui.session.actions import SPECS, TAG_ACTIONS, VERDICT_ACTIONS
from coala.gui.window.page.bag_copies import COPY_ACTIONS
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import Verdict


def _copy(name: str, page: ReviewPage) -> None:
    page.copies.copy(name)


def _toggle_tag(place: int, page: ReviewPage) -> None:
    page.reasons.toggle_tag(place)


def _judge(verdict: Verdict, page: ReviewPage) -> None:
    page.answers.judge(verdict)


PAGE_HANDLERS: Mapping[str, Callable[[ReviewPage], object]] = {
    **{name: partial(_judge, verdict) for name, verdict in VERDICT_ACTIONS.items()},
    **{name: partial(_copy, name) for name in COPY_ACTIONS},
    "who_is_who": lambda page: page.who.press_key(),
    "whole_bag": lambda page: page.pane.choose_bag(),
    "clear": lambda page: page.answers.clear_verdict(),
    **{name: partial(_toggle_tag, place) for place, name in enumerate(TAG_ACTIONS)},
    "tags": lambda page: page.reasons.write_tags(),
    "note": lambda page: page.reasons.write_note(),
    "adjudicate": lambda page: page.adjudicator.toggle(),
    "undo": lambda page: page.who.undo(),
    "redo": lambda page: page.answers.redo(),
    "next_unjudged": lambda page: page.go_to_unjudged(1),
    "previous_unjudged": lambda page: page.go_to_unjudged(-1),
    "next": lambda page: page.go(1),
    "previous": lambda page: page.go(-1),
    "next_alike": lambda page: page.similar.go_on(),
    "list_alike": lambda page: page.similar.list_only(),
    "filter": lambda page: page.open_filter(),
    "clear_filter": lambda page: page.clear_filter(),
    "order": lambda page: page.choose_order(),
    "next_mention": lambda page: page.pane.show_more(),
    "previous_mention": lambda page: page.pane.show_less(),
    "mention_after": lambda page: page.pane.evidence.walk(1),
    "mention_before": lambda page: page.pane.evidence.walk(-1),
    "results": lambda page: page.toggle_results(),
    "draw": lambda page: page.draw_sample(),
    "gold_first": lambda page: page.gold.show_first(),
    "gold": lambda page: page.gold.show_chains(),
    "all_mentions": lambda page: page.show_all_mentions(),
    "zoom_in": lambda page: page.pane.change_zoom(1),
    "zoom_out": lambda page: page.pane.change_zoom(-1),
    "zoom_usual": lambda page: page.pane.change_zoom(0),
    "font": lambda page: page.pane.evidence.choose_font(),
    "history": lambda page: page.tool_windows.show_history(),
    "document": lambda page: page.tool_windows.show_document(),
    "why": lambda page: page.tool_windows.show_connectivity(),
}


_WITH_RESULTS = frozenset(("results", "gold_first", "draw", "filter"))
"""Actions that work while the results are shown."""

_ANSWERS = frozenset((*VERDICT_ACTIONS, *TAG_ACTIONS, "clear"))
"""Actions that change the verdict on the bag, which must be on the screen."""


BOARD_HANDLERS: Mapping[str, Callable[[BoardPage], object]] = {
    "switch_role": lambda page: page.next_role(),
    "order": lambda page: page.table.choose_order(),
    "next_unjudged": lambda page: page.go_to_open(1),
    "previous_unjudged": lambda page: page.go_to_open(-1),
    "next": lambda page: page.walk(1),
    "previous": lambda page: page.walk(-1),
}
"""The handlers while the page of a board is shown; they replace those of a review's page."""


class ActionHandlers(QtCore.QObject):
    """The dispatcher of triggered actions to their handlers; those of a page need an open page."""

    def __init__(
        self,
        actions: Actions,
        window_handlers: Mapping[str, Callable[[], object]],
        parent: QtCore.QObject | None = None,
    ) -> None:
        """Bind all actions; ``window_handlers`` has those that do not work on a page.

        Raises ``ValueError`` if an action has no handler or two.
        """
        super().__init__(parent)
        board_only = [name for name in BOARD_HANDLERS if name not in PAGE_HANDLERS]
        bound = sorted([*PAGE_HANDLERS, *board_only, *window_handlers])
        named = sorted(spec.name for spec in SPECS)
        if bound != named:
            raise ValueError(f"each of the actions {named} must have one handler; these are bound: {bound}")
        self.page: ReviewPage | None = None
        self.board: BoardPage | None = None
        self._window_handlers = window_handlers
        actions.triggered.connect(self._run_handler)

    @QtCore.Slot(QtGui.QAction)
    def _run_handler(self, action: QtGui.QAction) -> None:
        name = action.objectName()
        if name in self._window_handlers:
            self._window_handlers[name]()
        elif self.board is not None and name in BOARD_HANDLERS:
            BOARD_HANDLERS[name](self.board)
        elif self.page is not None and name in PAGE_HANDLERS and self._admit(self.page, name):
            PAGE_HANDLERS[name](self.page)

    def _admit(self, page: ReviewPage, name: str) -> bool:
        """Return False for an answer while the results hide the bag; show the bag again for other actions."""
        if page.shows_results() and name not in _WITH_RESULTS:
            if name in _ANSWERS:
                page.session.say("The results are shown. Go back to the bag to answer it.")
                return False
            page.hide_results()
        return True


def accepts_typing(widget: QtWidgets.QWidget | None) -> bool:
    """Return True if the user can type into this widget, so the verdict keys must be off."""
    if isinstance(widget, QtWidgets.QLineEdit | QtWidgets.QPlainTextEdit | QtWidgets.QTextEdit):
        return not widget.isReadOnly()
    if isinstance(widget, QtWidgets.QComboBox):
        return widget.isEditable()
    return isinstance(widget, QtWidgets.QAbstractSpinBox)
