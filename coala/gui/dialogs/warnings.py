"""The dialog with the warnings about the graphs, shown before a review begins; all of it is plain text.

A graph has a section. It lists warnings, which may change what is compared, and then harmless remarks. Both
are `PageEntry` values: a sentence, its effect on the comparison, and examples.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base import numerals
from coala.base.plain_text import isolate_quotations, one_line, plain_words
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.painting import resize_on_screen
from coala.gui.widgets.theme import GRID, Theme, enlarge_font
from coala.present.warnings_page import PageEntry, Section

# In characters: a paragraph of a thousand fills a screen.
LONGEST_MESSAGE = 1000
_LONGEST_PATH = 90

_NOTHING = "No problems found."
HARMLESS = "Nothing below affects the comparison."
_WARNING = "The graphs were compared, but parts of them could not be used."


class WarningsDialog(QtWidgets.QDialog):
    """The list of warnings, graph by graph, with examples and effects; all of it can be copied."""

    def __init__(
        self,
        sections: Sequence[Section],
        parent: QtWidgets.QWidget | None = None,
        *,
        first: bool = False,
        made: Sequence[str] = (),
    ) -> None:
        """Build the dialog.

        ``first`` means that it is shown before a review, which begins when it closes. ``made`` has sentences
        on how the review was made.
        """
        super().__init__(parent)
        self.setWindowTitle("Warnings about the graphs")
        resize_on_screen(self, 100 * GRID, 64 * GRID)
        self._sections = sections
        self._made = made
        # Not a QPlainTextEdit, which does not indent wrapped lines.
        self._page = QtWidgets.QTextEdit()
        self._page.setReadOnly(True)
        self._page.setTabChangesFocus(True)
        self._page.setAccessibleName("Warnings")
        self._page.document().setDocumentMargin(2 * GRID)
        self._write()
        buttons = QtWidgets.QDialogButtonBox()
        proceed = buttons.addButton(
            "&Begin the review" if first else "&Close", QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole
        )
        proceed.setDefault(True)
        buttons.accepted.connect(self.accept)
        column = QtWidgets.QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(PlainLabel(_make_introduction(sections, first=first), wrap=True))
        column.addWidget(self._page, 1)
        column.addWidget(buttons)
        proceed.setFocus()

    def text(self) -> str:
        return self._page.toPlainText()

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QtCore.QEvent.Type.PaletteChange:
            place = self._page.verticalScrollBar().value()
            self._write()
            self._page.verticalScrollBar().setValue(place)

    def _write(self) -> None:
        self._page.clear()
        writer = _PageWriter(self._page, Theme.from_palette(self.palette()))
        for section in self._sections:
            writer.write_heading(section.title, plain_words(section.path, _LONGEST_PATH))
            for entry in section.warnings:
                writer.write_entry(entry, quiet=False)
            if section.harmless:
                writer.write_aside(
                    "For your information:"
                    if section.warnings
                    else "No problems found. For your information:"
                )
            for entry in section.harmless:
                writer.write_entry(entry, quiet=True)
            if not section.warnings and not section.harmless:
                writer.write_aside("No problems found.")
        if self._made:
            writer.write_heading("How this review was made", "")
        for sentence in self._made:
            writer.write_aside(one_line(sentence, LONGEST_MESSAGE))
        self._page.moveCursor(QtGui.QTextCursor.MoveOperation.Start)


class _PageWriter:
    """A writer of paragraphs into an empty page, from top to bottom."""

    def __init__(self, page: QtWidgets.QTextEdit, theme: Theme) -> None:
        self._cursor = page.textCursor()
        self._is_begun = False
        self._dash = page.fontMetrics().horizontalAdvance("– ")
        self._text, self._quiet, self._strong, self._large = (QtGui.QTextCharFormat() for _ in range(4))
        self._quiet.setForeground(theme.quiet)
        self._strong.setFontWeight(QtGui.QFont.Weight.DemiBold)
        self._large.setFont(enlarge_font(page.font()))
        self._large.setFontWeight(QtGui.QFont.Weight.Bold)

    def write_heading(self, title: str, path: str) -> None:
        self._begin_paragraph(above=2 * GRID if self._is_begun else 0)
        self._cursor.insertText(title, self._large)
        if path:
            self._cursor.insertText(f"   {path}", self._quiet)

    def write_aside(self, sentence: str) -> None:
        self._begin_paragraph(above=GRID // 2)
        self._cursor.insertText(sentence, self._quiet)

    def write_entry(self, entry: PageEntry, *, quiet: bool) -> None:
        """Write an entry with its effect and its examples; a ``quiet`` one in a quiet colour."""
        self._begin_paragraph(above=3 * GRID // 2)
        sentence = isolate_quotations(one_line(entry.sentence, LONGEST_MESSAGE))
        self._cursor.insertText(sentence, self._quiet if quiet else self._strong)
        if entry.effect:
            self._begin_paragraph(above=GRID // 4)
            self._cursor.insertText(entry.effect, self._quiet if quiet else self._text)
        for example in entry.examples:
            # The dash hangs to the left of the lines of the example.
            self._begin_paragraph(above=GRID // 4, indent=2 * GRID + self._dash, hanging=self._dash)
            self._cursor.insertText(f"– {isolate_quotations(one_line(example))}", self._quiet)
        if entry.unlisted:
            self._begin_paragraph(above=GRID // 4, indent=2 * GRID + self._dash)
            self._cursor.insertText(f"and {entry.unlisted:,} more", self._quiet)

    def _begin_paragraph(self, *, above: int = 0, indent: int = 0, hanging: int = 0) -> None:
        shape = QtGui.QTextBlockFormat()
        shape.setTopMargin(above)
        shape.setLeftMargin(indent)
        shape.setTextIndent(-hanging)
        # The sentences are English, even if they begin with words in another script.
        shape.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
        if self._is_begun:
            self._cursor.insertBlock(shape)
        else:
            self._cursor.setBlockFormat(shape)
        self._is_begun = True


def _make_introduction(sections: Sequence[Section], *, first: bool) -> str:
    warnings = sum(len(section.warnings) for section in sections)
    if not warnings:
        return HARMLESS if any(section.harmless for section in sections) else _NOTHING
    again = " This page is under File, Warnings about the graphs." if first else ""
    return f"{numerals.count(warnings, 'warning')}. {_WARNING}{again}"
