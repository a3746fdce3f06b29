"""Tooltips and announcements that a screen reader speaks as plain words.

Qt speaks a tooltip with its markup, unless the widget has a description in plain words. This module sets all
tooltips, from plain text only, so that no name or note is read as markup.
"""

from __future__ import annotations

import html
import re
from typing import Protocol

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.widgets.theme import tooltip

_MARKUP = re.compile(r"</?(?:qt|code)>")


class Tipped(Protocol):
    """A Qt object with a tooltip: a widget, an action or an item of a list."""

    def setToolTip(self, tip: str, /) -> None: ...


def set_tip(target: Tipped, *lines: str, offsets: str = "") -> None:
    """Set a tooltip of plain lines, with `offsets` last; a widget also gets it as a spoken description."""
    tip = tooltip(*lines, offsets=offsets) if any(lines) or offsets else ""
    if isinstance(target, QtGui.QAction) and len(lines) == 1 and "<" not in lines[0]:
        # A button passes the tooltip of its action to a screen reader unchanged.
        tip = lines[0]
    _put_tip(target, tip)


def copy_tip(target: QtWidgets.QWidget, source: QtGui.QAction | QtWidgets.QWidget) -> None:
    """Give a widget the tooltip that `set_tip` gave to an action or another widget."""
    _put_tip(target, source.toolTip())


def show_tip(place: QtCore.QPoint, widget: QtWidgets.QWidget, *lines: str, offsets: str = "") -> None:
    """Show lines of plain text as a tooltip at a screen position; hide it if there is no line."""
    if any(lines) or offsets:
        QtWidgets.QToolTip.showText(place, tooltip(*lines, offsets=offsets), widget)
    else:
        QtWidgets.QToolTip.hideText()


def _put_tip(target: Tipped, tip: str) -> None:
    target.setToolTip(tip)
    if isinstance(target, QtWidgets.QWidget):
        target.setAccessibleDescription(_in_words(tip))


def _in_words(tip: str) -> str:
    """Return a tooltip without the markup that `tooltip` gave it."""
    if not tip.startswith("<qt>"):
        return tip
    return html.unescape(_MARKUP.sub("", tip).replace("<br>", "\n"))


def announce(widget: QtWidgets.QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Make a screen reader speak a sentence, wherever the focus is; an urgent one interrupts."""
    if not sentence or not QtGui.QAccessible.isActive():
        return
    politeness = QtGui.QAccessible.AnnouncementPoliteness
    event = QtGui.QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    QtGui.QAccessible.updateAccessibility(event)
