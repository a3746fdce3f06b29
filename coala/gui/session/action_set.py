"""The actions of the desktop as Qt objects, built from the declarations in ``actions.py``.

An action has a name ("judge_better"), a menu text, keys and a tip. Menus, buttons and tool windows show the
same ``QAction``. What an action does is bound in ``coala.gui.window.action_handlers``.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtGui

from coala.gui.session.actions import (
    CLOSE_BOARD,
    DEFAULT_KEYS,
    EXPORT_BOARD,
    HIDDEN_WHILE_BLIND,
    REST_ACTIONS,
    SPECS,
    SPECS_BY_NAME,
    TAG_ACTIONS,
    VERDICT_ACTIONS,
    find_active_keys,
    format_key,
    hide_sides,
)
from coala.gui.widgets.spoken import set_tip

_REVIEW_NEEDS = ("review", "writable", "either")
"""The values of ``ActionSpec.needs`` for actions that work on an open review."""


class Actions(QtCore.QObject):
    """All actions as ``QAction`` objects, by name, with the keys that the user chose."""

    triggered = QtCore.Signal(QtGui.QAction)
    keys_changed = QtCore.Signal()

    def __init__(self, keys: Mapping[str, list[str]], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._keys = keys
        self._blind = False
        self._actions: dict[str, QtGui.QAction] = {}
        group = QtGui.QActionGroup(self)
        group.setExclusionPolicy(QtGui.QActionGroup.ExclusionPolicy.None_)
        group.triggered.connect(self.triggered)
        for spec in SPECS:
            action = QtGui.QAction(spec.text, group)
            action.setObjectName(spec.name)
            action.setAutoRepeat(spec.repeats)
            action.setCheckable(spec.checkable)
            self._actions[spec.name] = action
        self.set_keys(keys)

    def __getitem__(self, name: str) -> QtGui.QAction:
        return self._actions[name]

    def list_review_actions(self) -> list[QtGui.QAction]:
        """Return the actions on a review except closing it; tool windows offer them too."""
        names = (spec.name for spec in SPECS if spec.needs in _REVIEW_NEEDS and spec.name != "close")
        return [self._actions[name] for name in names]

    def set_keys(self, keys: Mapping[str, list[str]]) -> None:
        """Give every action the keys that the user chose, or its default keys."""
        self._keys = keys
        for name, chosen in find_active_keys(keys, DEFAULT_KEYS).items():
            action, spec = self._actions[name], SPECS_BY_NAME[name]
            # Keys for signs omit Shift: Qt knows which keyboards need it, and both forms would be ambiguous.
            action.setShortcuts([QtGui.QKeySequence(key) for key in chosen])
            hint = f" ({format_key(chosen[0])})" if chosen else ""
            set_tip(action, (hide_sides(spec) if self._blind else spec).tip + hint)
        self.keys_changed.emit()

    def enable_verdict_keys(self, *, by_key: bool) -> None:
        """Turn the verdict keys on (``by_key``), or off while a text field has the focus.

        The menu still works. The field receives letters and signs anyway. This is for keys such as Ctrl+1
        that a user chose.
        """
        # A WidgetShortcut works only while the owner of the action has the focus. The owner is the window,
        # which never has it, so the menu shows these keys but they do nothing.
        context = QtCore.Qt.ShortcutContext
        for name in (*VERDICT_ACTIONS, *REST_ACTIONS, *TAG_ACTIONS, "clear"):
            self._actions[name].setShortcutContext(
                context.WindowShortcut if by_key else context.WidgetShortcut
            )

    def key(self, name: str) -> str:
        """Return the first key of an action as users know it, or ""."""
        return next(iter(self.keys(name)), "")

    def keys(self, name: str) -> list[str]:
        """Return all keys of an action as users know them."""
        return [format_key(sequence.toString()) for sequence in self._actions[name].shortcuts()]

    def enable(self, *, review: bool, writable: bool, blind: bool, board: bool = False) -> None:
        """Grey out actions that have nothing to work on or would reveal the sides of a ``blind`` review.

        ``board`` is True while a board is open; an open review is then one of its columns.
        """
        is_column = review and board
        # Whether there is something to work on, by the values of ``ActionSpec.needs``.
        available = {
            "": True,
            "review": review,
            "writable": review and writable,
            "board": board,
            "column": is_column,
            "either": review or board,
        }
        for spec in SPECS:
            # Unblinding makes sense in a blind review only.
            is_hidden = spec.name in HIDDEN_WHILE_BLIND if blind else spec.name == "unblind"
            # A column is compared again only together with all others, on the command line.
            is_column_comparison = is_column and spec.name == "compare_again"
            self._actions[spec.name].setEnabled(
                available[spec.needs] and not is_hidden and not is_column_comparison
            )
        if blind is not self._blind:
            self._blind = blind
            for spec in SPECS:
                self._actions[spec.name].setText((hide_sides(spec) if blind else spec).text)
            self.set_keys(self._keys)
        self._actions["close"].setText(CLOSE_BOARD if board else SPECS_BY_NAME["close"].text)
        is_board_page = board and not review
        self._actions["export_review"].setText(
            EXPORT_BOARD if is_board_page else SPECS_BY_NAME["export_review"].text
        )
