"""The actions become the menus of a window, with recent reviews and samples among them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtGui, QtWidgets

from coala.gui.session.actions.action_set import Actions
from coala.gui.session.actions.all_actions import MENUS


class Menus:
    """The menus of a window; its actions work wherever the focus is in the window."""

    def __init__(
        self, window: QtWidgets.QMainWindow, actions: Actions, samples: Sequence[QtGui.QAction]
    ) -> None:
        # Made here and not by addMenu: a menu without a Python owner may be collected.
        self._menus = {title: QtWidgets.QMenu(title, window) for title in MENUS}
        self._recent = QtWidgets.QMenu("&Recent files", window)
        self._samples = QtWidgets.QMenu("S&ample graphs", window)
        for title, menu in self._menus.items():
            window.menuBar().addMenu(menu)
            for idea in MENUS[title]:
                if menu.actions():
                    menu.addSeparator()
                for spec in idea:
                    menu.addAction(actions[spec.name])
                    window.addAction(actions[spec.name])
                    if spec.name == "open":
                        menu.addMenu(self._recent)
                        menu.addMenu(self._samples)
        for action in samples:
            self._samples.addAction(action)
        self._samples.setEnabled(bool(samples))

    def show_recent(self, actions: Sequence[QtGui.QAction]) -> None:
        self._recent.clear()
        for action in actions:
            self._recent.addAction(action)
        self._recent.setEnabled(bool(actions))
