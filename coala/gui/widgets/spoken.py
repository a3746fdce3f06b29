"""Tips and messages reach a screen reader as plain words, wherever the focus is.

Qt reads a tooltip out as it is written, with its markup, unless a description says the same in words.
"""

from __future__ import annotations

import html
import re

from PySide6 import QtGui, QtWidgets

_MARKUP = re.compile(r"</?(?:qt|code)>")


def set_tip(widget: QtWidgets.QWidget, tip: str) -> None:
    """Give a widget a tooltip, made by ``tooltip`` or without markup, that is spoken as plain words."""
    widget.setToolTip(tip)
    widget.setAccessibleDescription(in_words(tip))


def in_words(tip: str) -> str:
    """A tooltip without its markup; one that has none stays as it is."""
    if not tip.startswith("<qt>"):
        return tip
    return html.unescape(_MARKUP.sub("", tip).replace("<br>", "\n"))


def announce(widget: QtWidgets.QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Have a sentence spoken wherever the focus is; an urgent one before what is being spoken."""
    if not sentence or not QtGui.QAccessible.isActive():
        return
    politeness = QtGui.QAccessible.AnnouncementPoliteness
    event = QtGui.QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
    QtGui.QAccessible.updateAccessibility(event)
