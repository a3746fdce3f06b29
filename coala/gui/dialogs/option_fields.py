"""An option's declaration becomes the widget in which it is set, and what stands there a stored setting."""

from __future__ import annotations

import re

from PySide6 import QtCore, QtWidgets

from coala.gui.dialogs.file_field import typed_path
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, tooltip
from coala.model.option import NAME_OR_FILE, Field, Option
from coala.reading.vocabularies.loader import load_vocabulary, shipped


class ChoiceField(QtWidgets.QComboBox):
    """One of few values."""

    edited = QtCore.Signal()

    def __init__(self, field: Field, choices: tuple[str, ...]) -> None:
        super().__init__()
        for choice in choices:
            self.addItem(field.words.get(choice, choice), choice)
        _keep_narrow(self)
        self.activated.connect(self.edited)

    def value(self) -> str:
        return str(self.currentData())

    def set_value(self, text: str) -> None:
        self.setCurrentIndex(max(0, self.findData(text)))


class ProposalsField(QtWidgets.QComboBox):
    """Some values to choose from, or another one that is written or is the path of a file."""

    edited = QtCore.Signal()

    def __init__(self, field: Field, option: Option) -> None:
        super().__init__()
        self._field = field
        self._usual = option.usual
        proposed = (field.none, *field.proposed) if field.none else field.proposed
        self.addItems(proposed)
        if option.form is NAME_OR_FILE:
            for name in shipped():
                self.addItem(name)
                what = load_vocabulary(name).name
                self.setItemData(self.count() - 1, tooltip(what), QtCore.Qt.ItemDataRole.ToolTipRole)
        self.setEditable(True)
        self.setInsertPolicy(QtWidgets.QComboBox.InsertPolicy.NoInsert)
        _keep_narrow(self)
        self.activated.connect(self.edited)
        line, completer = self.lineEdit(), self.completer()
        if line is not None:
            line.textEdited.connect(self.edited)
        if completer is not None:
            completer.setCaseSensitivity(QtCore.Qt.CaseSensitivity.CaseSensitive)

    def value(self) -> str:
        written = self.currentText()
        text = written.strip() if self._field.file is None else typed_path(written)
        return self._usual if text in ("", self._field.none) else text

    def set_value(self, text: str) -> None:
        self.setEditText(text or self._field.none)

    @QtCore.Slot()
    def choose_file(self) -> None:
        """Ask for a file, and take its path."""
        if self._field.file is None:
            return
        _, title, kinds = self._field.file
        chosen, _ = QtWidgets.QFileDialog.getOpenFileName(self, title, "", kinds)
        if chosen:
            self.setEditText(chosen)
            self.edited.emit()


class NamesField(QtWidgets.QLineEdit):
    """Several names."""

    edited = QtCore.Signal()

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.setPlaceholderText(field.none)
        self.textEdited.connect(self.edited)

    def value(self) -> str:
        return " ".join(split_names(self.text()))

    def set_value(self, text: str) -> None:
        self.setText(", ".join(text.split()))
        self.setCursorPosition(0)


class SwitchField(QtWidgets.QCheckBox):
    """Yes or no."""

    edited = QtCore.Signal()

    def __init__(self, field: Field, option: Option) -> None:
        super().__init__(field.title)
        self.setChecked(option.default)
        self.clicked.connect(self.edited)

    def value(self) -> str:
        return "yes" if self.isChecked() else "no"

    def set_value(self, text: str) -> None:
        self.setChecked(text == "yes")


OptionField = ChoiceField | ProposalsField | NamesField | SwitchField


def make_field(field: Field, option: Option) -> OptionField:
    """The widget for an option, with its name and tip."""
    if option.form.switch:
        widget: OptionField = SwitchField(field, option)
    elif option.choices:
        widget = ChoiceField(field, option.choices)
    elif option.form.several:
        widget = NamesField(field)
    else:
        widget = ProposalsField(field, option)
    if not option.form.switch:
        widget.setAccessibleName(field.title.replace("&", ""))
    set_tip(widget, field.tip)
    return widget


def with_button(widget: OptionField, field: Field) -> QtWidgets.QWidget:
    """The widget, beside a button that chooses a file where one may be chosen."""
    if field.file is None or not isinstance(widget, ProposalsField):
        return widget
    both = QtWidgets.QWidget()
    row = QtWidgets.QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID)
    button = QtWidgets.QPushButton("File…")
    button.setAccessibleName(f"Choose a file: {field.file.what}")
    button.setAutoDefault(False)
    button.clicked.connect(widget.choose_file)
    row.addWidget(widget, 1)
    row.addWidget(button)
    both.setFocusProxy(widget)
    return both


def split_names(text: str) -> list[str]:
    """The names in a line with spaces or commas between them; a comma inside an IRI is part of it."""
    names = []
    for word in text.split():
        between = r",(?=<|\w+://)" if "://" in word else ","
        names += [part for part in re.split(between, word.strip(",")) if part]
    return names


def _keep_narrow(box: QtWidgets.QComboBox) -> None:
    box.setMinimumContentsLength(8)
    box.setSizeAdjustPolicy(QtWidgets.QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
