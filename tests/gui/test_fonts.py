"""The fonts in windows of tests, which come with the tests."""

from __future__ import annotations

from PySide6 import QtGui, QtWidgets

from coala.gui.widgets.theme import GLYPHS
from coala.present.phrases import VERDICT_SIGNS
from tests.support.fonts import FONT_FAMILY

_ALIASES = {"Monospace", "Sans Serif", "Serif"}
"""Families that Qt adds to those of fontconfig."""


def test_no_installed_font_is_seen_by_tests(qapp: QtWidgets.QApplication) -> None:
    assert QtGui.QFontInfo(qapp.font()).family() == FONT_FAMILY
    assert set(QtGui.QFontDatabase.families()) - _ALIASES == {FONT_FAMILY}


def test_the_font_of_the_tests_has_every_sign_of_the_window(qapp: QtWidgets.QApplication) -> None:
    metrics = QtGui.QFontMetrics(qapp.font())
    signs = {*"".join([*GLYPHS.values(), *VERDICT_SIGNS.values()]), *"●○◐◑⚠★∅→←↑↓⊕⟦⟧×…αω"}
    assert [sign for sign in sorted(signs) if not metrics.inFontUcs4(ord(sign))] == []
