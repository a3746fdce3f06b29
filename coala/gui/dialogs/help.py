"""The help dialog: keys, marks and words with one search field, and an editor for the keys.

An action is a menu entry of the program, declared as an `ActionSpec` with its default keys. The reviewer can
choose other keys; only these are stored: {"next_mention": ["N"]} gives one action the key N instead of its
default keys. A key belongs to one action at a time, so adding it may take it from another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.actions import (
    DEFAULT_KEYS,
    MENUS,
    SPECS_BY_NAME,
    ActionSpec,
    find_active_keys,
    format_key,
    hide_sides,
)
from coala.gui.widgets.labels import PlainLabel, caption, make_button
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.gui.widgets.tool_button import ToolButton
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.help import MARKS, WORDS, HelpEntry, find_entries, is_found, without_sides

_FIXED_KEYS = (
    "Fixed keys: F10 opens the menu. Arrow keys, Page Up, Page Down, Home and End move in lists. Esc leaves "
    "a field or a change, and goes back to the board. In a note, Enter saves, Shift+Enter starts a new line."
)
# The menus for judging and moving, whose keys a reviewer needs first.
_FIRST_MENUS = ("&Verdict", "Vie&w")
KEY_ROWS = tuple(
    spec
    for title in (*_FIRST_MENUS, *(title for title in MENUS if title not in _FIRST_MENUS))
    for group in MENUS[title]
    for spec in group
)
"""Every action: first judging and moving, then the others in the order of the menus."""
_WIDGET_KEYS = frozenset(
    (
        *("Up", "Down", "Left", "Right", "PgUp", "PgDown", "Home", "End"),
        *("Esc", "Return", "Enter", "Tab", "Space", "F10"),
    )
)
"""The keys that lists, fields, buttons and the menu need themselves."""
# Begins a message about a key that is in use elsewhere.
_WARNING = "\N{WARNING SIGN} "


class KeysEditor(QtWidgets.QWidget):
    """The table of all actions with an editor for their keys.

    It works on a copy; ``keys`` maps the actions with other keys than the default ones to their keys. A
    ``blind`` review hides which side is which, also in the names of actions.
    """

    def __init__(self, keys: Mapping[str, list[str]], nouns: Nouns, *, blind: bool) -> None:
        super().__init__()
        rows = [hide_sides(spec) for spec in KEY_ROWS] if blind else KEY_ROWS
        self._rows = [spec._replace(text=nouns.say(spec.text), tip=nouns.say(spec.tip)) for spec in rows]
        self.keys = {name: list(chosen) for name, chosen in keys.items()}
        # The items with the keys of each action, by row.
        self._cells: list[QtWidgets.QTableWidgetItem] = []
        self._table = self._make_table()
        self._edit = QtWidgets.QKeySequenceEdit()
        self._edit.setMaximumSequenceLength(1)
        self._edit.setAccessibleName("New key for the selected action")
        self._edit.keySequenceChanged.connect(self._check_key)
        self._add = make_button("&Add", self._add_typed_key)
        self._default = make_button("Use &default", self._use_default)
        self._all_defaults = make_button("All defa&ults", self._use_all_defaults)
        self._current_title = PlainLabel(bold=True)
        self._current_keys = QtWidgets.QHBoxLayout()
        # A button for each key of the selected action.
        self._removers: list[_Remover] = []
        self._message = PlainLabel(wrap=True)
        self._message.setMinimumHeight(2 * self._message.fontMetrics().lineSpacing())
        self._lay_out()
        self._table.setCurrentCell(0, 0)
        self._show_keys()

    def current_name(self) -> str:
        return KEY_ROWS[max(0, self._table.currentRow())].name

    def message(self) -> str:
        return self._message.text()

    def add_key(self, key: str, *, take_over: bool = False) -> bool:
        """Add a key to the selected action; return False, and show why, if it cannot be added.

        With ``take_over`` another action that has the key loses it.
        """
        key = remove_needless_shift(key)
        problem = self._find_problem(key)
        owner = self._find_owner(key)
        if problem and not (owner and take_over):
            self._message.setText(problem)
            return False
        message = f"{format_key(key)} is now a key of this action."
        if owner is not None:
            kept = [other for other in self._find_keys(owner.name) if not _is_same_key(other, key)]
            self._set_keys(owner.name, kept)
            left = [format_key(other) for other in self._find_keys(owner.name)]
            message += f" “{_title(owner)}” has {', '.join(left) if left else 'no key'} left."
        self._set_keys(self.current_name(), [*self._find_keys(self.current_name()), key])
        self._edit.clear()
        self._show_keys()
        self._message.setText(message)
        return True

    def search(self, query: str) -> int:
        """Show the actions whose text, tip or keys have all words of the query; return their number."""
        found = [
            is_found(query, _title(spec), spec.tip, cell.text())
            for spec, cell in zip(self._rows, self._cells, strict=True)
        ]
        for row, shown in enumerate(found):
            self._table.setRowHidden(row, not shown)
        if any(found) and not found[max(0, self._table.currentRow())]:
            self._table.setCurrentCell(found.index(True), 0)
        return sum(found)

    def _find_keys(self, name: str) -> list[str]:
        return find_active_keys(self.keys, DEFAULT_KEYS)[name]

    def _set_keys(self, name: str, keys: list[str]) -> None:
        """Set the keys of an action; the default ones are not stored."""
        self.keys[name] = keys
        if keys == list(SPECS_BY_NAME[name].keys):
            del self.keys[name]

    def _find_owner(self, key: str) -> ActionSpec | None:
        """Return the action that has the key, or None."""
        for name, keys in find_active_keys(self.keys, DEFAULT_KEYS).items():
            if any(_is_same_key(other, key) for other in keys):
                return SPECS_BY_NAME[name]
        return None

    def _find_problem(self, key: str) -> str:
        """Return why the selected action cannot get the key, such as another action that has it; or ""."""
        owner = self._find_owner(key)
        if key in _WIDGET_KEYS:
            return f"{_WARNING}Lists and fields use {format_key(key)}. Choose another key."
        if owner is not None and owner.name == self.current_name():
            return f"{format_key(key)} is already a key of this action."
        return f"{_WARNING}{format_key(key)} is the key of “{_title(owner)}”." if owner is not None else ""

    def _make_table(self) -> QtWidgets.QTableWidget:
        table = QtWidgets.QTableWidget(len(KEY_ROWS), 2)
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
        table.setColumnWidth(1, 26 * GRID)
        for row, spec in enumerate(self._rows):
            title = QtWidgets.QTableWidgetItem(_title(spec))
            set_tip(title, spec.tip)
            self._cells.append(QtWidgets.QTableWidgetItem())
            table.setItem(row, 0, title)
            table.setItem(row, 1, self._cells[row])
        table.currentCellChanged.connect(self._start_over)
        return table

    def _lay_out(self) -> None:
        self._current_keys.addWidget(self._current_title)
        self._current_keys.addStretch(1)
        new = QtWidgets.QHBoxLayout()
        new.addWidget(PlainLabel("New key"))
        new.addWidget(self._edit, 1)
        for button in (self._add, self._default, self._all_defaults):
            new.addWidget(button)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self._table, 1)
        column.addLayout(self._current_keys)
        column.addLayout(new)
        column.addWidget(self._message)
        column.addWidget(PlainLabel(_FIXED_KEYS, quiet=True, wrap=True))

    def _show_keys(self) -> None:
        active_keys = find_active_keys(self.keys, DEFAULT_KEYS)
        for cell, spec in zip(self._cells, KEY_ROWS, strict=True):
            cell.setText(", ".join(format_key(key) for key in active_keys[spec.name]))
        self._show_current()

    def _show_current(self) -> None:
        """Offer each key of the selected action for removal."""
        for old in self._removers:
            self._current_keys.removeWidget(old)
            old.hide()
            old.deleteLater()
        keys = self._find_keys(self.current_name())
        title = _title(self._rows[max(0, self._table.currentRow())])
        self._current_title.setText(f"{title}:{'' if keys else ' no key'}")
        self._removers = [_Remover(key, self._remove_key) for key in keys]
        for place, remover in enumerate(self._removers, 1):
            self._current_keys.insertWidget(place, remover)

    @QtCore.Slot()
    def _start_over(self) -> None:
        """Follow the selection of another action."""
        self._edit.clear()
        self._message.clear()
        self._show_current()

    @QtCore.Slot(QtGui.QKeySequence)
    def _check_key(self, sequence: QtGui.QKeySequence) -> None:
        key = remove_needless_shift(sequence.toString())
        problem = self._find_problem(key) if key else ""
        is_of_other_action = problem.startswith(_WARNING) and self._find_owner(key) is not None
        self._add.setText("&Reassign" if is_of_other_action else "&Add")
        self._message.setText(problem)

    @QtCore.Slot()
    def _add_typed_key(self) -> None:
        key = self._edit.keySequence().toString()
        if key:
            # The button and the message below already say which action has the key.
            self.add_key(key, take_over=True)

    def _remove_key(self, key: str) -> None:
        left = [other for other in self._find_keys(self.current_name()) if other != key]
        self._set_keys(self.current_name(), left)
        self._show_keys()
        self._edit.setFocus()
        gone = f"{format_key(key)} is free."
        self._message.setText(gone if left else f"{gone} This action has no key now.")

    @QtCore.Slot()
    def _use_default(self) -> None:
        name = self.current_name()
        self.keys.pop(name, None)
        self._show_keys()
        # Default keys that another action was given stay with it.
        active = self._find_keys(name)
        given_away = [key for key in SPECS_BY_NAME[name].keys if key not in active]
        messages = [
            f"{_WARNING}{format_key(key)} stays the key of “{_title(owner)}”."
            for key in given_away
            if (owner := self._find_owner(key)) is not None
        ]
        self._message.setText(" ".join(["This action has its default key again.", *messages]))

    @QtCore.Slot()
    def _use_all_defaults(self) -> None:
        self.keys.clear()
        self._show_keys()
        self._message.setText("All actions have their default keys again.")


class _Remover(ToolButton):
    """The button that removes one key of the selected action."""

    def __init__(self, key: str, remove_key: Callable[[str], None]) -> None:
        super().__init__(flat=False)
        self._key, self._remove_key = key, remove_key
        self.setText(caption(f"{format_key(key)}  \N{MULTIPLICATION X}"))
        self.setAccessibleName(f"Remove the key {format_key(key)}")
        set_tip(self, self.accessibleName())
        self.clicked.connect(self._remove)

    @QtCore.Slot()
    def _remove(self) -> None:
        self._remove_key(self._key)


def remove_needless_shift(key: str) -> str:
    """Return a key without the Shift of a sign: "Shift+?" is "?". Only some keyboards need Shift for it."""
    sign = key.removeprefix("Shift+")
    return sign if len(sign) == 1 and not sign.isalnum() else key


def _is_same_key(first: str, other: str) -> bool:
    return QtGui.QKeySequence(first) == QtGui.QKeySequence(other)


def _title(spec: ActionSpec) -> str:
    return spec.text.replace("&", "").rstrip("…")


def _fit_entries(entries: Sequence[HelpEntry], nouns: Nouns, *, blind: bool) -> list[HelpEntry]:
    """Return the entries in the words of what is reviewed; for a ``blind`` review without names of sides."""
    kept = without_sides(entries) if blind else entries
    return [HelpEntry(nouns.say(name), nouns.say(meaning)) for name, meaning in kept]


class HelpDialog(QtWidgets.QDialog):
    """The help dialog; once accepted, ``keys`` maps the actions with changed keys to their keys."""

    def __init__(
        self,
        keys: Mapping[str, list[str]],
        parent: QtWidgets.QWidget | None = None,
        *,
        blind: bool,
        nouns: Nouns = IN_TEXTS,
    ) -> None:
        """Build the dialog; for a ``blind`` review it names no side."""
        super().__init__(parent)
        self.setWindowTitle("Keys and words")
        resize_on_screen(self, 80 * GRID, 80 * GRID)
        self._search = QtWidgets.QLineEdit()
        self._search.setPlaceholderText("Search keys, marks and words")
        self._search.setAccessibleName("Search keys, marks and words")
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._find)
        self.editor = KeysEditor(keys, nouns, blind=blind)
        self.marks = EntryTable("Mark", _fit_entries(MARKS, nouns, blind=blind))
        self.words = EntryTable("Word", _fit_entries(WORDS, nouns, blind=blind))
        self._tabs = QtWidgets.QTabWidget()
        self._tabs.setAccessibleName("Keys, marks and words")
        self._tabs.addTab(self.editor, "")
        self._tabs.addTab(self.marks, "")
        self._tabs.addTab(self.words, "")
        buttons = QtWidgets.QDialogButtonBox(
            QtWidgets.QDialogButtonBox.StandardButton.Ok | QtWidgets.QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self._search)
        column.addWidget(self._tabs, 1)
        column.addWidget(buttons)
        self._find("")

    @property
    def keys(self) -> Mapping[str, list[str]]:
        return self.editor.keys

    def titles(self) -> list[str]:
        """Return the titles of the tabs; during a search they end with the number of entries found."""
        return [self._tabs.tabText(number) for number in range(self._tabs.count())]

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        enter = event.key() in (QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)
        if not (enter and self._search.hasFocus()):  # Enter in the search field does not close the dialog
            super().keyPressEvent(event)

    @QtCore.Slot(str)
    def _find(self, query: str) -> None:
        found = (self.editor.search(query), self.marks.search(query), self.words.search(query))
        for number, (title, entries) in enumerate(zip(("Keys", "Marks", "Words"), found, strict=True)):
            self._tabs.setTabText(number, caption(f"{title} ({entries})" if query.strip() else title))
        # Leave a tab without a match for the first one that has any.
        current = self._tabs.currentIndex()
        if not found[current] and any(found):
            self._tabs.setCurrentIndex(next(number for number, entries in enumerate(found) if entries))


class EntryTable(QtWidgets.QTableWidget):
    """A table of help entries in two columns; each row is as high as its text."""

    def __init__(self, what: str, entries: Sequence[HelpEntry]) -> None:
        """Create an empty table; `what` is the heading of the first column, such as "Mark"."""
        super().__init__(0, 2)
        self._entries = entries
        self.setAccessibleName(f"{what}s and their meaning")
        self.setHorizontalHeaderLabels([what, "Meaning"])
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setItemDelegate(_SpacedRows(self))
        self.setVerticalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setDefaultAlignment(QtCore.Qt.AlignmentFlag.AlignLeft)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(1, QtWidgets.QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, 22 * GRID)

    def search(self, query: str) -> int:
        """Show the entries with all words of the query; return their number."""
        found = find_entries(self._entries, query)
        self.setRowCount(len(found))
        bold = QtGui.QFont(self.font())
        bold.setBold(True)
        for row, entry in enumerate(found):
            for column, text in enumerate(entry):
                item = QtWidgets.QTableWidgetItem(text)
                item.setTextAlignment(QtCore.Qt.AlignmentFlag.AlignTop | QtCore.Qt.AlignmentFlag.AlignLeft)
                if column == 0:
                    item.setFont(bold)
                self.setItem(row, column, item)
        return len(found)


_SPACING = GRID


class _SpacedRows(QtWidgets.QStyledItemDelegate):
    """A delegate that leaves space between two entries, so that the eye can tell them apart."""

    def paint(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> None:
        if option.state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
        option.rect = option.rect.adjusted(0, _SPACING // 2, 0, 0)
        super().paint(painter, option, index)

    def sizeHint(
        self,
        option: QtWidgets.QStyleOptionViewItem,
        index: QtCore.QModelIndex | QtCore.QPersistentModelIndex,
    ) -> QtCore.QSize:
        return super().sizeHint(option, index) + QtCore.QSize(0, _SPACING)
