"""The name of an action to what it does on the page of an open review."""

from __future__ import annotations

from PySide6 import QtCore, QtGui

from coala.gui.actions import Actions
from coala.gui.review_page import ReviewPage
from coala.model import Verdict


class PageActions(QtCore.QObject):
    """Hands every action that is the page's own business to the page that is shown, if one is."""

    NAMES = (
        "clear",
        "undo",
        "redo",
        "note",
        "next",
        "previous",
        "next_unjudged",
        "previous_unjudged",
        "list",
        "filter",
        "clear_filter",
        "order",
        "text",
        "next_mention",
        "previous_mention",
        "whole",
        "why",
        "findings",
        "pictures",
        "explain",
    )

    def __init__(self, actions: Actions, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self.page: ReviewPage | None = None
        self._group = QtGui.QActionGroup(self)
        self._group.setExclusionPolicy(QtGui.QActionGroup.ExclusionPolicy.None_)
        for name in self.NAMES:
            self._group.addAction(actions[name])
        self._group.triggered.connect(self._act)
        actions.verdicts.triggered.connect(self._judge)

    @QtCore.Slot(QtGui.QAction)
    def _judge(self, action: QtGui.QAction) -> None:
        if self.page is not None:
            self.page.judge(Verdict(action.data()))

    @QtCore.Slot(QtGui.QAction)
    def _act(self, action: QtGui.QAction) -> None:
        if self.page is not None:
            _act(self.page, action.objectName())


def _act(page: ReviewPage, name: str) -> None:
    match name:
        case "clear":
            page.clear_verdict()
        case "undo":
            page.undo()
        case "redo":
            page.redo()
        case "note":
            page.bar.focus_note()
        case "next":
            page.go(1)
        case "previous":
            page.go(-1)
        case "next_unjudged":
            page.go_to_unjudged(1)
        case "previous_unjudged":
            page.go_to_unjudged(-1)
        case "list":
            page.list.focus_list()
        case "filter":
            page.list.focus_filter()
        case "clear_filter":
            page.list.clear_filter()
            page.list.focus_list()
        case "order":
            page.list.open_order()
        case "text":
            page.pane.focus_text()
        case "next_mention":
            page.pane.next_mention()
        case "previous_mention":
            page.pane.previous_mention()
        case "whole":
            page.pane.toggle_whole_document()
        case "why":
            page.pane.ask_why()
        case "findings":
            page.companions.ask_findings()
        case "pictures":
            page.companions.show_pictures()
        case "explain":
            page.explain_focused()
