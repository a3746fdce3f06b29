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
    HIDDEN_WHILE_BLIND,
    SPECS,
    SPECS_BY_NAME,
    TAG_ACTIONS,
    VERDICT_ACTIONS,
    ActionSpec,
    Situation,
    find_active_keys,
    format_key,
    hide_sides,
)
from coala.gui.widgets.spoken import set_tip

_REVIEW_NEEDS = ("review", "writable", "either")
"""The values of ``ActionSpec.needs`` for actions that work on an open review."""


class Actions(QtGui.QActionGroup):
    """All actions as ``QAction`` objects, by name, with the keys that the user chose."""

    keys_changed = QtCore.Signal()

    def __init__(self, keys: Mapping[str, list[str]], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._keys = keys
        self._situation = Situation()
        self._actions: dict[str, QtGui.QAction] = {}
        self.setExclusionPolicy(QtGui.QActionGroup.ExclusionPolicy.None_)
        for spec in SPECS:
            action = QtGui.QAction(spec.text, self)
            action.setObjectName(spec.name)
            action.setAutoRepeat(spec.repeats)
            action.setCheckable(spec.checkable)
            self._actions[spec.name] = action
        self.set_keys(keys)

    def __getitem__(self, name: str) -> QtGui.QAction:
        return self._actions[name]

    def words(self, name: str) -> str:
        """Return the text of an action as users read it: "Find" for "&Find…"."""
        return remove_mnemonic(self._actions[name].text()).rstrip("…")

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
            set_tip(action, self._word(spec).tip + hint)
        self.keys_changed.emit()

    def enable_verdict_keys(self, *, by_key: bool) -> None:
        """Turn the verdict keys on (``by_key``), or off while a text field has the focus.

        The menu still works. The field receives letters and signs anyway. This is for keys such as Ctrl+1
        that a user chose.
        """
        # A WidgetShortcut works only while the owner of the action has the focus. The owner is the window,
        # which never has it, so the menu shows these keys but they do nothing.
        context = QtCore.Qt.ShortcutContext
        for name in (*VERDICT_ACTIONS, *TAG_ACTIONS, "clear"):
            self._actions[name].setShortcutContext(
                context.WindowShortcut if by_key else context.WidgetShortcut
            )

    def key(self, name: str) -> str:
        """Return the first key of an action as users know it, or ""."""
        return next(iter(self.keys(name)), "")

    def keys(self, name: str) -> list[str]:
        """Return all keys of an action as users know them."""
        return [format_key(sequence.toString()) for sequence in self._actions[name].shortcuts()]

    def fit(self, situation: Situation) -> None:
        """Hide actions that are not about what is open, and grey those that have nothing to work on now."""
        before, self._situation = self._situation, situation
        for spec in SPECS:
            self._actions[spec.name].setVisible(self._applies(spec))
            self._actions[spec.name].setEnabled(self._applies(spec) and situation.has(spec.needs))
        if (situation.blind, situation.nouns) != (before.blind, before.nouns):
            for spec in SPECS:
                self._actions[spec.name].setText(self._word(spec).text)
            self.set_keys(self._keys)
        self._actions["close"].setText(CLOSE_BOARD if situation.board else SPECS_BY_NAME["close"].text)

    def _applies(self, spec: ActionSpec) -> bool:
        """Return True if an action is about what is open, and reveals nothing of a blind review."""
        situation = self._situation
        if situation.blind and spec.name in HIDDEN_WHILE_BLIND:
            return False
        # A column is compared again only together with all others, on the command line.
        if spec.name == "compare_again" and situation.has("column"):
            return False
        return situation.has(spec.only)

    def _word(self, spec: ActionSpec) -> ActionSpec:
        """Return an action with the text and the tip that it has now."""
        shown, say = hide_sides(spec) if self._situation.blind else spec, self._situation.nouns.say
        return shown._replace(text=say(shown.text), tip=say(shown.tip))


def remove_mnemonic(text: str) -> str:
    """Return the text of an action or a menu without the marks of its mnemonic; "&&" is a sign of its own."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))
