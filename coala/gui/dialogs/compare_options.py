"""The declared options become fields, folded away, and what is written there becomes settings again."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtWidgets

from coala.engine.settings import describe_settings
from coala.gui.dialogs.option_fields import OptionField, make_field, with_button
from coala.gui.widgets.labels import ElidedLabel, KeyLabel
from coala.gui.widgets.spoken import copy_tip
from coala.gui.widgets.theme import GRID
from coala.model.options import OPTIONS

_FIELDS = sorted((option.field, option) for option in OPTIONS if option.field)
_USUAL = {option.name: option.usual for option in OPTIONS}

_ELSEWHERE = frozenset({"texts"})
"""Settings for which the dialog itself has a field."""


class MoreOptions(QtWidgets.QWidget):
    """A fold with the fields; ``edited`` comes when the user, and not the program, changed one."""

    edited = QtCore.Signal()
    unfolded = QtCore.Signal()

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[str, str] = {}
        self.fold = QtWidgets.QToolButton()
        self.fold.setCheckable(True)
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setText("&More options")
        self.fold.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self.fold.toggled.connect(self._show_fields)
        self._body = QtWidgets.QWidget()
        self._fields = {option.name: make_field(field, option) for field, option in _FIELDS}
        for widget in self._fields.values():
            widget.edited.connect(self.edited)
        self._also = ElidedLabel(quiet=True)
        self._lay_out()
        self._show_fields(shown=False)

    def field(self, name: str) -> OptionField:
        """The widget in which the option of this name is set."""
        return self._fields[name]

    def settings(self) -> dict[str, str]:
        """What is set, in the words of ``Summary.settings``, with all that was filled in and has no field."""
        return self._kept | {name: widget.value() for name, widget in self._fields.items()}

    def fill(self, settings: Mapping[str, str]) -> None:
        """Show these settings, the usual ones where there is none; what has no field is kept and named."""
        for name, widget in self._fields.items():
            widget.set_value(_or_usual(name, settings))
        self.keep(settings)

    def keep(self, settings: Mapping[str, str]) -> None:
        """Keep and name what has no field, and nothing of what was kept before."""
        own = self._fields.keys() | _ELSEWHERE
        self._kept = {key: value for key, value in settings.items() if key not in own}
        described = describe_settings(self._kept)
        self._also.set_full_text(f"Also as in the review file: {described}" if described else "")
        self._also.setVisible(bool(described))

    def kept(self) -> str:
        """The sentence about settings that have no field here; "" when there are none."""
        return self._also.full_text()

    def are_usual(self) -> bool:
        """Whether nothing is set that would not be without this fold."""
        settings = self.settings()
        return all(_or_usual(key, settings) == _USUAL.get(key, "") for key in settings)

    def differ_from(self, settings: Mapping[str, str]) -> bool:
        """Whether these settings are others, apart from those that stand elsewhere in the dialog."""
        now = self.settings()
        keys = {*now, *settings} - _ELSEWHERE
        return any(_or_usual(key, now) != _or_usual(key, settings) for key in keys)

    def is_unfolded(self) -> bool:
        return self.fold.isChecked()

    def unfold(self) -> None:
        self.fold.setChecked(True)

    def _lay_out(self) -> None:
        grid = QtWidgets.QGridLayout(self._body)
        grid.setContentsMargins(2 * GRID, 0, 0, 0)
        grid.setSpacing(GRID)
        titled = [(field, self._fields[option.name]) for field, option in _FIELDS if not option.form.switch]
        for number, (field, widget) in enumerate(titled):
            row, column = divmod(number, 2)
            label = KeyLabel(field.title, widget)
            copy_tip(label, widget)
            grid.addWidget(label, row, 3 * column)
            grid.addWidget(with_button(widget, field), row, 3 * column + 1)
        switches = [self._fields[option.name] for _, option in _FIELDS if option.form.switch]
        for row, line in enumerate((*switches, self._also), start=(len(titled) + 1) // 2):
            grid.addWidget(line, row, 0, 1, 5)
        self._also.hide()
        grid.setColumnMinimumWidth(2, GRID)
        for column in (1, 4):
            grid.setColumnStretch(column, 1)
        column_ = QtWidgets.QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(GRID)
        column_.addWidget(self.fold, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        column_.addWidget(self._body)

    @QtCore.Slot(bool)
    def _show_fields(self, shown: bool) -> None:
        self.fold.setArrowType(QtCore.Qt.ArrowType.DownArrow if shown else QtCore.Qt.ArrowType.RightArrow)
        self._body.setVisible(shown)
        self.unfolded.emit()


def _or_usual(name: str, settings: Mapping[str, str]) -> str:
    return settings.get(name) or _USUAL.get(name, "")
