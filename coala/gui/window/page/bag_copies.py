"""Copying the current bag to the clipboard as text, Markdown or Turtle, or one of its names.

Its names are its address ("run.coala#12") and the IRIs of its chains and documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import plain_words
from coala.errors import CoalaError
from coala.gui.session.action_set import Actions
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import caption
from coala.model.bag import BASELINE, CHANGED
from coala.output.bag_turtle import bag_to_turtle
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.prose import BagReport, bag_to_markdown, bag_to_text, report_bag

COPY_ACTIONS = ("copy_text", "copy_markdown", "copy_baseline", "copy_changed", "copy_name", "copy_iri")
"""The names of the actions that copy, in the order of the menus."""

# More than fit on a screen; Turtle has all of them.
_MOST_CHAINS = 12
_MOST_DOCUMENTS = 8
_LONGEST_IRI = 80


class BagCopies(QtCore.QObject):
    """The copy actions on the current bag, also in the context menus of the parts that show it."""

    announced = QtCore.Signal(str)
    failed = QtCore.Signal(object)  # a CoalaError

    def __init__(
        self,
        controller: ReviewController,
        actions: Actions,
        parts: Sequence[QtWidgets.QWidget],
        page: QtWidgets.QWidget,
    ) -> None:
        super().__init__(page)
        self._controller = controller
        self._page = page
        self._offered = [actions[name] for name in (*COPY_ACTIONS, "history")]
        self.iris = QtWidgets.QMenu(page)
        self.iris.setAccessibleName("IRIs of this bag")
        self.iris.triggered.connect(self._copy_iri)
        for part in parts:
            part.setContextMenuPolicy(QtCore.Qt.ContextMenuPolicy.ActionsContextMenu)
            part.addActions(self._offered)
            for text in part.findChildren(QtWidgets.QPlainTextEdit):
                # The event arrives at the text by key, and at its viewport by mouse.
                text.installEventFilter(self)
                text.viewport().installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """Show the text's own context menu with the actions on the bag below."""
        if not isinstance(event, QtGui.QContextMenuEvent):
            return False
        text = watched if isinstance(watched, QtWidgets.QPlainTextEdit) else watched.parent()
        assert isinstance(text, QtWidgets.QPlainTextEdit)
        menu = text.createStandardContextMenu()
        menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addActions(self._offered)
        menu.popup(event.globalPos())
        return True

    def copy(self, how: str) -> None:
        """Copy the current bag as the action ``how`` says, or offer its IRIs in a menu for "copy_iri"."""
        number = self._controller.current
        if number < 0:
            self.announced.emit("No bag is shown that could be copied.")
            return
        self._page.setCursor(QtCore.Qt.CursorShape.WaitCursor)
        try:
            report = report_bag(self._controller.review, number)
            if how == "copy_iri":
                self._offer_iris(report)
            else:
                self._put_on_clipboard(*self._format_bag(how, report))
        except CoalaError as error:
            self.failed.emit(error)
        finally:
            self._page.unsetCursor()

    def _format_bag(self, how: str, report: BagReport) -> tuple[str, str]:
        """Return the text to copy and a description of it."""
        match how:
            case "copy_text":
                return bag_to_text(report), f"{report.name} as text"
            case "copy_markdown":
                return bag_to_markdown(report), f"{report.name} as Markdown"
            case "copy_name":
                return report.name, report.name
        # What remains is one graph as Turtle.
        side = BASELINE if how == "copy_baseline" else CHANGED
        review = self._controller.review
        texts = {document: review.text(document) for document in report.bag.documents}
        role = report.sides[side]
        return bag_to_turtle(report, side, texts), f"The {role} side of {report.name} as Turtle"

    def _offer_iris(self, report: BagReport) -> None:
        self.iris.clear()
        # Qt shows no separators at the ends of a menu, and only one of several in a row.
        for title, iri in _list_iris(report):
            if not iri:
                self.iris.addSeparator()
                continue
            action = self.iris.addAction(caption(f"{title} {plain_words(iri, _LONGEST_IRI)}"))
            action.setData(iri)
        if self.iris.isEmpty():
            self.announced.emit("Nothing in this bag has an IRI.")
        else:
            pointer, page = QtGui.QCursor.pos(), self._page
            over_page = page.rect().contains(page.mapFromGlobal(pointer))
            self.iris.popup(pointer if over_page else page.mapToGlobal(page.rect().center()))

    @QtCore.Slot(QtGui.QAction)
    def _copy_iri(self, action: QtGui.QAction) -> None:
        self._put_on_clipboard(action.data(), plain_words(action.data(), _LONGEST_IRI))

    def _put_on_clipboard(self, text: str, what: str) -> None:
        QtGui.QGuiApplication.clipboard().setText(text)
        self.announced.emit(f"Copied: {what}")


def _list_iris(report: BagReport) -> Iterator[tuple[str, str]]:
    """Yield titles and IRIs of the first chains of each side, then of the documents.

    A pair of empty strings is a separator. Blank nodes are left out.
    """
    displayed = display_bag(report.bag)
    chains = Chains(displayed)
    for side, instances in ((BASELINE, report.bag.baseline), (CHANGED, report.bag.changed)):
        for chain in islice(chains.in_order(side), _MOST_CHAINS):
            name = instances[chain.index].name
            if not name.startswith("_:"):
                yield f"{chain.sign}: {chain.label}", name
        yield "", ""
    for document in displayed.documents[:_MOST_DOCUMENTS]:
        yield displayed.labels[document], document
