"""All words of a window: written, spoken, and in tooltips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6 import QtCore, QtGui, QtWidgets

_ROLES = (
    QtCore.Qt.ItemDataRole.DisplayRole,
    QtCore.Qt.ItemDataRole.ToolTipRole,
    QtCore.Qt.ItemDataRole.AccessibleTextRole,
    QtCore.Qt.ItemDataRole.StatusTipRole,
)
_WORDS = ("text", "title", "windowTitle", "placeholderText", "toPlainText", "currentMessage")


def all_texts(*without: QtWidgets.QWidget, window: QtWidgets.QWidget | None = None) -> list[str]:
    """Return the words of all windows, including hidden parts, which may be shown at any moment.

    The parts ``without`` must be hidden, and are left out. With ``window``, return only its words and those
    of its tool windows and dialogs.
    """
    assert not any(part.isVisible() for part in without)
    widgets = (
        QtWidgets.QApplication.allWidgets() if window is None else window.findChildren(QtWidgets.QWidget)
    )
    return [text for text in _walk(widgets, without) if text]


def _walk(widgets: Sequence[QtWidgets.QWidget], without: Sequence[QtWidgets.QWidget]) -> Iterator[str]:
    for widget in widgets:
        if any(part is widget or part.isAncestorOf(widget) for part in without):
            continue
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        yield from (widget.statusTip(), widget.whatsThis())
        for name in _WORDS:
            read = getattr(widget, name, None)
            if callable(read):
                words = read()
                if isinstance(words, str):
                    yield words
        if isinstance(widget, QtWidgets.QComboBox):
            yield from map(widget.itemText, range(widget.count()))
        if isinstance(widget, QtWidgets.QAbstractItemView) and widget.model() is not None:
            yield from _of_model(widget.model())
        for action in widget.actions():
            yield from _of_action(action)


def _of_action(action: QtGui.QAction) -> Iterator[str]:
    yield from (action.text(), action.toolTip(), action.statusTip(), action.whatsThis())


def _of_model(model: QtCore.QAbstractItemModel) -> Iterator[str]:
    # Of a model that is a list Qt keeps the number of its columns to itself.
    is_list = isinstance(model, QtCore.QAbstractListModel)
    columns = range(1 if is_list else model.columnCount(QtCore.QModelIndex()))
    for section in columns:
        for role in _ROLES:
            said = model.headerData(section, QtCore.Qt.Orientation.Horizontal, role)
            if isinstance(said, str):
                yield said
    for row in range(model.rowCount(QtCore.QModelIndex())):
        for column in columns:
            for role in _ROLES:
                said = model.index(row, column).data(role)
                if isinstance(said, str):
                    yield said
