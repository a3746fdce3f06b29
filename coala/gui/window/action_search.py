"""The action search: a field and a list of everything that can be done now, opened by a key.

It finds actions, recent files, samples, and bags by their numbers. The best match is first and is run with
Enter. Actions that do not apply now are not found, and verdicts are never given here: a word that is typed
in a hurry must not judge a bag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.action_set import Actions, remove_mnemonic
from coala.gui.session.actions import MENU_OF, SPECS, VERDICT_ACTIONS, speak_key
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import read_only_table
from coala.gui.widgets.spoken import announce, set_tip
from coala.gui.widgets.theme import GRID, Theme
from coala.gui.window.action_synonyms import ACTION_SYNONYMS
from coala.present.help import fold

_LETTERS, _ROWS = 80, 12
"""The width of the search in letters and its height in rows, where the window has room."""
_NAMED, _SYNONYMS, _WORDS, _INITIALS = 1, 2, 3, 4
"""The ranks of a command whose text has the words, also with its synonyms, also with its menu and its tip,
and of one whose words only start with the letters."""
_NOT_FOUND = frozenset((*VERDICT_ACTIONS, "search_actions"))
"""The names of actions that the search does not find."""


class Command(NamedTuple):
    """One thing that the search can find."""

    text: str
    menu: str
    keys: tuple[str, ...]
    tip: str
    target: QtGui.QAction | int
    """The action to trigger, or the number of the bag to show."""
    synonyms: str = ""

    @property
    def spoken(self) -> str:
        """The command in words, for a screen reader."""
        keys = " or ".join(map(speak_key, self.keys))
        key = f"shortcut {keys}" if keys else ""
        menu = f"{self.menu} menu" if self.menu else ""
        return ", ".join(filter(None, (self.text, menu, key)))


def rank(query: str, command: Command) -> int | None:
    """Return how well a command matches, 0 for best; None if it does not match.

    Its text starts with the query, or the words of the query start words of its text, or also of its
    synonyms, or also of its menu and its tip, or words of its text start with the letters of the query.
    """
    wanted, text = fold(query).strip(), fold(command.text)
    if text.startswith(wanted):
        return 0
    if _starts_words(wanted, text):
        return _NAMED
    named = f"{text} {fold(command.synonyms)}"
    if _starts_words(wanted, named):
        return _SYNONYMS
    if _starts_words(wanted, fold(f"{named} {command.menu} {command.tip}")):
        return _WORDS
    initials = (word[0] for word in text.split())
    return _INITIALS if all(letter in initials for letter in wanted) else None


def _starts_words(wanted: str, text: str) -> bool:
    words = text.replace("(", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted.split())


def find_commands(query: str, commands: Iterable[Command]) -> list[Command]:
    """Return the commands that match, the best first; all commands for an empty query."""
    ranked = [(place, command) for command in commands if (place := rank(query, command)) is not None]
    # Initials match much, so they count only if no words match.
    worst = _WORDS if any(place <= _WORDS for place, _ in ranked) else _INITIALS
    best_first = sorted(ranked, key=lambda pair: pair[0])
    return [command for place, command in best_first if place <= worst]


def list_commands(actions: Actions, others: Iterable[tuple[str, QtGui.QAction]]) -> list[Command]:
    """Return all actions that apply now and give no verdict, and ``others`` with the title of their menu."""
    found = [
        Command(
            actions.words(spec.name),
            remove_mnemonic(MENU_OF[spec.name]),
            tuple(actions.keys(spec.name)),
            spec.tip,
            actions[spec.name],
            ACTION_SYNONYMS.get(spec.name, ""),
        )
        for spec in SPECS
        if actions[spec.name].isEnabled() and spec.name not in _NOT_FOUND
    ]
    return [
        *found,
        *(Command(remove_mnemonic(action.text()), menu, (), "", action) for menu, action in others),
    ]


class ActionSearch(QtWidgets.QDialog):
    """A field and a list; it closes itself and then runs what was chosen."""

    def __init__(
        self,
        commands: Sequence[Command],
        bags: int,
        title_of: Callable[[int], str],
        run: Callable[[QtGui.QAction | int], None],
        window: QtWidgets.QWidget,
    ) -> None:
        """Build the search; it finds bags 1 to ``bags`` by number, ``title_of`` gives their titles.

        ``run`` gets the target of the chosen command.
        """
        super().__init__(window, QtCore.Qt.WindowType.Dialog | QtCore.Qt.WindowType.FramelessWindowHint)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find an action")
        self._commands, self._bags, self._title_of, self._run = commands, bags, title_of, run
        self._found: list[Command] = []
        self._field = QtWidgets.QLineEdit()
        self._field.setPlaceholderText("Find an action, a recent file, or a bag by its number")
        self._field.setAccessibleName("Find an action")
        self._field.setClearButtonEnabled(True)
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._find)
        self._table = self._make_table()
        self._nothing = PlainLabel("No action has these words.", quiet=True)
        frame = QtWidgets.QFrame()
        frame.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        inner = QtWidgets.QVBoxLayout(frame)
        inner.setContentsMargins(GRID, GRID, GRID, GRID)
        inner.setSpacing(GRID)
        inner.addWidget(self._field)
        inner.addWidget(self._nothing)
        inner.addWidget(self._table)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(frame)
        self._place(window)
        self._find("")
        self._field.setFocus()

    def texts(self) -> list[str]:
        """Return the texts of what is found, from top to bottom."""
        return [command.text for command in self._found]

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """Let the keys that move up and down work in the list while the focus is in the field."""
        if isinstance(event, QtGui.QKeyEvent) and event.type() == QtCore.QEvent.Type.KeyPress:
            key = QtCore.Qt.Key
            steps = {key.Key_Up: -1, key.Key_Down: 1, key.Key_PageUp: 1 - _ROWS, key.Key_PageDown: _ROWS - 1}
            if event.key() in (key.Key_Return, key.Key_Enter):
                self._run_current()
                return True
            if step := steps.get(QtCore.Qt.Key(event.key())):
                self._choose(max(0, min(self._table.currentRow() + step, len(self._found) - 1)))
                return True
        return False

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.close()  # a click elsewhere

    def _make_table(self) -> QtWidgets.QTableWidget:
        table = QtWidgets.QTableWidget(0, 3)
        read_only_table(table)
        table.setAccessibleName("Actions found")
        table.setVerticalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        table.setFocusPolicy(QtCore.Qt.FocusPolicy.NoFocus)
        table.horizontalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().lineSpacing() + GRID)
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QtWidgets.QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QtWidgets.QHeaderView.ResizeMode.ResizeToContents)
        table.cellClicked.connect(self._run_current)
        return table

    def _place(self, window: QtWidgets.QWidget) -> None:
        """Put the search at the top of the window, in the middle."""
        width = min(_LETTERS * self.fontMetrics().averageCharWidth() + 4 * GRID, window.width() - 4 * GRID)
        rows = _ROWS * self._table.verticalHeader().defaultSectionSize()
        height = min(rows + self._field.sizeHint().height() + 4 * GRID, window.height() - 8 * GRID)
        self.resize(width, height)
        self.move(window.mapToGlobal(QtCore.QPoint((window.width() - width) // 2, 5 * GRID)))

    @QtCore.Slot(str)
    def _find(self, query: str) -> None:
        """Show what matches the query, and choose the best."""
        self._found = [*self._find_bag(query), *find_commands(query, self._commands)]
        quiet = Theme.from_palette(self.palette()).quiet
        self._table.setRowCount(len(self._found))
        for row, command in enumerate(self._found):
            for column, text in enumerate((command.text, command.menu, ", ".join(command.keys))):
                item = QtWidgets.QTableWidgetItem(text)
                set_tip(item, command.tip)
                if column:
                    item.setForeground(quiet)
                else:
                    item.setData(QtCore.Qt.ItemDataRole.AccessibleTextRole, command.spoken)
                self._table.setItem(row, column, item)
        self._table.setVisible(bool(self._found))
        self._nothing.setVisible(not self._found)
        self._choose(0)
        if query:
            self._announce()

    def _find_bag(self, query: str) -> list[Command]:
        """Return a command for the bag whose number the query is, such as "12" or "#12"."""
        digits = query.strip().removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and 0 < int(digits) <= self._bags):
            return []
        number = int(digits) - 1
        return [Command(f"Go to bag {number + 1}: {self._title_of(number)}", "", (), "", number)]

    def _choose(self, row: int) -> None:
        moved = self._table.currentRow() != row
        self._table.setCurrentCell(row, 0)
        if moved and self.isVisible():
            self._announce()

    def _announce(self) -> None:
        """Speak the chosen command, because the focus stays in the field."""
        row = self._table.currentRow()
        words = self._found[row].spoken if 0 <= row < len(self._found) else self._nothing.text()
        announce(self._field, words)

    @QtCore.Slot()
    def _run_current(self) -> None:
        row = self._table.currentRow()
        if 0 <= row < len(self._found):
            target = self._found[row].target
            # Close first: the action may open a dialog, or work on what has the focus in the window.
            self.close()
            self._run(target)
