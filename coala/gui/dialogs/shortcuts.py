"""Every action stands with its keys in a table in which each can be changed; a key in use twice is said."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.actions import SPECS, key_text
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.theme import GRID

# Keys of the widgets themselves, which cannot be changed.
_FIXED = (
    "In the list, the arrow keys, Page Up, Page Down, Home and End move. "
    "Esc and Ctrl+Enter leave the note, Esc and Enter the filter."
)


class ShortcutsDialog(QtWidgets.QDialog):
    """Works on a copy; ``keys`` has, once it is accepted, the actions whose keys are not their own."""

    def __init__(self, keys: Mapping[str, list[str]], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.keys = {name: list(chosen) for name, chosen in keys.items()}
        self.setWindowTitle("Keys")
        self.resize(72 * GRID, 78 * GRID)
        self._keys: list[QtWidgets.QTableWidgetItem] = []
        self._table = self._make_table()
        self._edit = QtWidgets.QKeySequenceEdit()
        self._edit.setMaximumSequenceLength(1)
        self._edit.setAccessibleName("New key for the selected action")
        self._edit.keySequenceChanged.connect(self._try)
        self._set, self._remove, self._default = map(_button, ("&Set", "&Remove", "Use &default"))
        self._set.clicked.connect(self._take_key)
        self._remove.clicked.connect(self._remove_key)
        self._default.clicked.connect(self._use_default)
        self._message = PlainLabel(wrap=True)
        self._message.setMinimumHeight(2 * self._message.fontMetrics().lineSpacing())
        self._lay_out()
        self._show_keys()
        self._table.setCurrentCell(0, 0)

    def current_name(self) -> str:
        return SPECS[max(0, self._table.currentRow())].name

    def message(self) -> str:
        return self._message.text()

    def set_current_key(self, key: str) -> bool:
        """Give the selected action this key; False, with the reason on the screen, where another has it."""
        key = without_needless_shift(key)
        owner = self._owner(key)
        if owner is not None:
            self._message.setText(
                f"\N{WARNING SIGN} {key_text(key)} is the key of “{owner}”; change that one first."
            )
            return False
        self.keys[self.current_name()] = [key]
        self._show_keys()
        self._message.setText(f"{key_text(key)} is set.")
        return True

    def _chosen(self, name: str) -> list[str]:
        return self.keys.get(name, next(list(spec.keys) for spec in SPECS if spec.name == name))

    def _owner(self, key: str) -> str | None:
        """The text of another action that has the key."""
        wanted = QtGui.QKeySequence(key)
        for spec in SPECS:
            taken = [QtGui.QKeySequence(other) for other in self._chosen(spec.name)]
            if spec.name != self.current_name() and wanted in taken:
                return _title(spec.text)
        return None

    def _make_table(self) -> QtWidgets.QTableWidget:
        table = QtWidgets.QTableWidget(len(SPECS), 2)
        table.setAccessibleName("Actions and their keys")
        table.setHorizontalHeaderLabels(["Action", "Keys"])
        table.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().lineSpacing() + GRID)
        table.horizontalHeader().setDefaultAlignment(QtCore.Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setSectionResizeMode(0, QtWidgets.QHeaderView.ResizeMode.Stretch)
        table.setColumnWidth(1, 22 * GRID)
        for row, spec in enumerate(SPECS):
            title = QtWidgets.QTableWidgetItem(_title(spec.text))
            title.setToolTip(spec.tip)
            self._keys.append(QtWidgets.QTableWidgetItem())
            table.setItem(row, 0, title)
            table.setItem(row, 1, self._keys[row])
        table.currentCellChanged.connect(self._start_over)
        return table

    def _lay_out(self) -> None:
        row = QtWidgets.QHBoxLayout()
        row.addWidget(PlainLabel("New key"))
        row.addWidget(self._edit, 1)
        for button in (self._set, self._remove, self._default):
            row.addWidget(button)
        buttons = QtWidgets.QDialogButtonBox(
            QtWidgets.QDialogButtonBox.StandardButton.Ok | QtWidgets.QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self._table, 1)
        column.addLayout(row)
        column.addWidget(self._message)
        column.addWidget(PlainLabel(_FIXED, quiet=True, wrap=True))
        column.addWidget(buttons)

    def _show_keys(self) -> None:
        for spec, cell in zip(SPECS, self._keys, strict=True):
            cell.setText(", ".join(key_text(key) for key in self._chosen(spec.name)))

    @QtCore.Slot()
    def _start_over(self) -> None:
        self._edit.clear()
        self._message.clear()

    @QtCore.Slot(QtGui.QKeySequence)
    def _try(self, sequence: QtGui.QKeySequence) -> None:
        key = without_needless_shift(sequence.toString())
        owner = self._owner(key) if key else None
        self._message.setText(f"\N{WARNING SIGN} {key_text(key)} is the key of “{owner}”." if owner else "")

    @QtCore.Slot()
    def _take_key(self) -> None:
        key = self._edit.keySequence().toString()
        if key:
            self.set_current_key(key)

    @QtCore.Slot()
    def _remove_key(self) -> None:
        self.keys[self.current_name()] = []
        self._show_keys()
        self._message.setText("This action has no key now.")

    @QtCore.Slot()
    def _use_default(self) -> None:
        former = self.keys.pop(self.current_name(), None)
        for key in self._chosen(self.current_name()):
            owner = self._owner(key)
            if owner is not None:
                if former is not None:
                    self.keys[self.current_name()] = former
                self._message.setText(
                    f"\N{WARNING SIGN} {key_text(key)} is the key of “{owner}”; change that one first."
                )
                return
        self._show_keys()
        self._message.setText("The default is back.")


def without_needless_shift(key: str) -> str:
    """A sign typed with Shift is the sign: which keyboards need Shift for it differs."""
    sign = key.removeprefix("Shift+")
    return sign if len(sign) == 1 and not sign.isalnum() else key


def _title(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def _button(text: str) -> QtWidgets.QPushButton:
    button = QtWidgets.QPushButton(text)
    button.setAutoDefault(False)
    return button
