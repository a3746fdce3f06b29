"""The actions to a menu bar, with the recent reviews and the samples as menus of their own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtGui, QtWidgets

from coala.gui.actions import AFTER_A_LINE, MENUS, SPECS, Actions


class Menus:
    """The menus of a window; its actions work wherever the focus is in the window."""

    def __init__(
        self, window: QtWidgets.QMainWindow, actions: Actions, samples: Sequence[QtGui.QAction]
    ) -> None:
        # Made here and not by addMenu: a menu without a Python owner may be collected.
        self._menus = {title: QtWidgets.QMenu(title, window) for title in MENUS}
        self._recent = QtWidgets.QMenu("&Recent reviews", window)
        self._samples = QtWidgets.QMenu("S&ample graphs", window)
        for menu in self._menus.values():
            window.menuBar().addMenu(menu)
        for spec in SPECS:
            menu = self._menus[spec.menu]
            if spec.name in AFTER_A_LINE:
                menu.addSeparator()
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
