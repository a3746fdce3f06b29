"""The fields for the options of a comparison, which a button folds and unfolds.

Options are declared once, in `coala.model.options`. An `Option` that has a `Field` gets a widget here: a list
for a few values, an editable list for proposed values or a file, a line for several names, or a check box.
Each widget returns its value as text, as review files store it: "yes", "overlap", or names with blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6 import QtCore, QtWidgets

from coala.engine.settings import describe_settings
from coala.gui.dialogs.file_field import clean_path
from coala.gui.widgets.labels import ElidedLabel, KeyLabel, make_button
from coala.gui.widgets.spoken import copy_tip, set_tip
from coala.gui.widgets.theme import GRID, tooltip
from coala.gui.widgets.tool_button import ToolButton
from coala.model.option import NAME_OR_FILE, Field, Option
from coala.model.options import OPTIONS
from coala.reading.vocabularies.loader import load_vocabulary, shipped

Edited = Callable[[], None]
"""A bound method that is called when the user has changed a field."""


class ChoiceField(QtWidgets.QComboBox):
    """The field of an option with a few values."""

    def __init__(self, field: Field, choices: tuple[str, ...], edited: Edited) -> None:
        super().__init__()
        for choice in choices:
            self.addItem(field.words.get(choice, choice), choice)
        _prepare(self, edited)

    def value(self) -> str:
        return str(self.currentData())

    def set_value(self, text: str) -> None:
        self.setCurrentIndex(max(0, self.findData(text)))


class ProposalsField(QtWidgets.QComboBox):
    """The field of an option with proposed values; others can be typed, or be the path of a file."""

    def __init__(self, field: Field, option: Option, edited: Edited) -> None:
        super().__init__()
        self._field, self._edited = field, edited
        # The default, as text.
        self._usual = option.usual
        proposed = (field.none, *field.proposed) if field.none else field.proposed
        self.addItems(proposed)
        if option.form is NAME_OR_FILE:
            # The option is a vocabulary: propose those that come with the program, with a tip on each.
            for name in shipped():
                self.addItem(name)
                what = load_vocabulary(name).name
                self.setItemData(self.count() - 1, tooltip(what), QtCore.Qt.ItemDataRole.ToolTipRole)
        self.setEditable(True)
        self.setInsertPolicy(QtWidgets.QComboBox.InsertPolicy.NoInsert)
        _prepare(self, edited)
        line, completer = self.lineEdit(), self.completer()
        if line is not None:
            line.textEdited.connect(edited)
        if completer is not None:
            completer.setCaseSensitivity(QtCore.Qt.CaseSensitivity.CaseSensitive)

    def value(self) -> str:
        written = self.currentText()
        text = written.strip() if self._field.file is None else clean_path(written)
        return self._usual if text in ("", self._field.none) else text

    def set_value(self, text: str) -> None:
        self.setEditText(text or self._field.none)

    @QtCore.Slot()
    def choose_file(self) -> None:
        """Ask for a file, and set its path."""
        if self._field.file is None:
            return
        _, title, kinds = self._field.file
        chosen, _ = QtWidgets.QFileDialog.getOpenFileName(self, title, "", kinds)
        if chosen:
            self.setEditText(chosen)
            self._edited()


class NamesField(QtWidgets.QLineEdit):
    """The field of an option with several names."""

    def __init__(self, field: Field, edited: Edited) -> None:
        super().__init__()
        self.setPlaceholderText(field.none)
        self.textEdited.connect(edited)

    def value(self) -> str:
        return " ".join(split_names(self.text()))

    def set_value(self, text: str) -> None:
        self.setText(", ".join(text.split()))
        self.setCursorPosition(0)


class SwitchField(QtWidgets.QCheckBox):
    """The field of an option with the values yes and no."""

    def __init__(self, field: Field, option: Option, edited: Edited) -> None:
        super().__init__(field.title)
        self.setChecked(option.default)
        self.clicked.connect(edited)

    def value(self) -> str:
        return "yes" if self.isChecked() else "no"

    def set_value(self, text: str) -> None:
        self.setChecked(text == "yes")


OptionField = ChoiceField | ProposalsField | NamesField | SwitchField


def make_field(field: Field, option: Option, edited: Edited) -> OptionField:
    """Return the widget for an option, with its accessible name and tip."""
    if option.form.switch:
        widget: OptionField = SwitchField(field, option, edited)
    elif option.choices:
        widget = ChoiceField(field, option.choices, edited)
    elif option.form.several:
        widget = NamesField(field, edited)
    else:
        widget = ProposalsField(field, option, edited)
    if not option.form.switch:
        widget.setAccessibleName(field.title.replace("&", ""))
    set_tip(widget, field.tip)
    return widget


def add_file_button(widget: OptionField, field: Field) -> QtWidgets.QWidget:
    """Return the widget, with a button that chooses a file if the option can be a file."""
    if field.file is None or not isinstance(widget, ProposalsField):
        return widget
    container = QtWidgets.QWidget()
    row = QtWidgets.QHBoxLayout(container)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID)
    row.addWidget(widget, 1)
    row.addWidget(make_button("File…", widget.choose_file, spoken=f"Choose a file: {field.file.what}"))
    container.setFocusProxy(widget)
    return container


def split_names(text: str) -> list[str]:
    """Split a line into names at spaces and commas; a comma inside an IRI is part of it."""
    names = []
    for word in text.split():
        # In a word with an IRI, a comma separates names only before the next IRI: "http://a/b,c,http://d".
        between = r",(?=<|\w+://)" if "://" in word else ","
        names += [part for part in re.split(between, word.strip(",")) if part]
    return names


def _prepare(box: QtWidgets.QComboBox, edited: Edited) -> None:
    """Keep a list narrow, and call ``edited`` for each choice of the user."""
    box.activated.connect(edited)
    box.setMinimumContentsLength(8)
    box.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)


_FIELDS = [(option.field, option) for option in OPTIONS if option.field]
# The default of each option as text.
_DEFAULTS = {option.name: option.usual for option in OPTIONS}

_ELSEWHERE = frozenset({"texts"})
"""The settings with a field elsewhere in the dialog."""


class MoreOptions(QtWidgets.QWidget):
    """The button ``fold``, which shows or hides the fields; ``edited`` is called if the user changed one."""

    def __init__(self, edited: Edited, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        # Settings of an existing review file that have no field here; they are used again.
        self._kept: dict[str, str] = {}
        self.fold = ToolButton()
        self.fold.setCheckable(True)
        self.fold.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setText("&More options")
        self.fold.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self.fold.toggled.connect(self._show_fields)
        self._body = QtWidgets.QWidget()
        self._fields = {option.name: make_field(field, option, edited) for field, option in _FIELDS}
        self._kept_label = ElidedLabel(quiet=True)
        self._lay_out()
        self._show_fields(shown=False)

    def field(self, name: str) -> OptionField:
        """Return the widget of the option with this name."""
        return self._fields[name]

    def settings(self) -> dict[str, str]:
        """Return the settings as in ``Summary.settings``, with the filled-in ones that have no field."""
        return self._kept | {name: widget.value() for name, widget in self._fields.items()}

    def fill(self, settings: Mapping[str, str]) -> None:
        """Show these settings, and defaults for the others; keep and list those without a field."""
        for name, widget in self._fields.items():
            widget.set_value(_value_or_default(name, settings))
        self.keep(settings)

    def keep(self, settings: Mapping[str, str]) -> None:
        """Keep and list the settings without a field, in place of those kept before."""
        with_field = self._fields.keys() | _ELSEWHERE
        self._kept = {key: value for key, value in settings.items() if key not in with_field}
        described = describe_settings(self._kept)
        self._kept_label.set_full_text(
            f"Other settings from the review file: {described}" if described else ""
        )
        self._kept_label.setVisible(bool(described))

    def kept(self) -> str:
        """Return the message about settings that have no field here, or ""."""
        return self._kept_label.full_text()

    def are_usual(self) -> bool:
        """Return True if all settings are at their defaults."""
        settings = self.settings()
        return all(_value_or_default(key, settings) == _DEFAULTS.get(key, "") for key in settings)

    def differ_from(self, settings: Mapping[str, str]) -> bool:
        """Return True if these settings differ, apart from those with a field elsewhere in the dialog."""
        now = self.settings()
        keys = {*now, *settings} - _ELSEWHERE
        return any(_value_or_default(key, now) != _value_or_default(key, settings) for key in keys)

    def is_unfolded(self) -> bool:
        return self.fold.isChecked()

    def unfold(self) -> None:
        self.fold.setChecked(True)

    def _lay_out(self) -> None:
        grid = QtWidgets.QGridLayout(self._body)
        grid.setContentsMargins(2 * GRID, 0, 0, 0)
        grid.setSpacing(GRID)
        # Two fields in a row: label and field in the columns 0 and 1, a gap, and again in 3 and 4. Check
        # boxes have their label in themselves and follow below, over the whole width.
        titled = [(field, self._fields[option.name]) for field, option in _FIELDS if not option.form.switch]
        for number, (field, widget) in enumerate(titled):
            row, column = divmod(number, 2)
            label = KeyLabel(field.title, widget)
            copy_tip(label, widget)
            grid.addWidget(label, row, 3 * column)
            grid.addWidget(add_file_button(widget, field), row, 3 * column + 1)
        switches = [self._fields[option.name] for _, option in _FIELDS if option.form.switch]
        for row, line in enumerate((*switches, self._kept_label), start=(len(titled) + 1) // 2):
            grid.addWidget(line, row, 0, 1, 5)
        self._kept_label.hide()
        grid.setColumnMinimumWidth(2, GRID)
        for column in (1, 4):
            grid.setColumnStretch(column, 1)
        layout = QtWidgets.QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.fold, 0, QtCore.Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._body)

    @QtCore.Slot(bool)
    def _show_fields(self, shown: bool) -> None:
        self.fold.setArrowType(QtCore.Qt.ArrowType.DownArrow if shown else QtCore.Qt.ArrowType.RightArrow)
        self._body.setVisible(shown)


def _value_or_default(name: str, settings: Mapping[str, str]) -> str:
    return settings.get(name) or _DEFAULTS.get(name, "")
