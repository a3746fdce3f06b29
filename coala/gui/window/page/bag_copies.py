"""Copying the current bag to the clipboard as text or Markdown, or from a menu its names.

Its names are its address ("run.coala#12") and the IRIs of its chains and documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base.plain_text import plain_words
from coala.errors import CoalaError
from coala.gui.bag_view.pane import BagPane
from coala.gui.session.action_set import Actions
from coala.gui.session.changes import Say
from coala.gui.session.session import Session
from coala.gui.widgets.labels import caption
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.prose import BagReport, bag_to_markdown, bag_to_text, report_bag

COPY_ACTIONS = ("copy_text", "copy_markdown", "copy_entry", "copy_more")
"""The names of the actions that copy, in the order of the menus."""

# More than fit on a screen.
_MOST_CHAINS = 12
_MOST_DOCUMENTS = 8
_LONGEST_IRI = 80


class BagCopies(QtCore.QObject):
    """The copy actions on the current bag, also in the context menus of the parts that show it."""

    def __init__(
        self,
        session: Session,
        actions: Actions,
        parts: Sequence[QtWidgets.QWidget],
        pane: BagPane,
        page: QtWidgets.QWidget,
    ) -> None:
        super().__init__(page)
        self._session = session
        self._pane = pane
        self._page = page
        self._offered = [actions[name] for name in (*COPY_ACTIONS, "history")]
        self.more = QtWidgets.QMenu(page)
        self.more.setAccessibleName("Copy something else of this bag")
        self.more.triggered.connect(self._copy_chosen)
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
        """Copy the current bag as the action ``how`` says; "copy_more" opens a menu of what can be copied."""
        number = self._session.current
        if number < 0:
            self._session.say("There is no bag here to copy.", Say.DONE)
            return
        if how == "copy_entry":
            self._copy_entries()
            return
        self._page.setCursor(QtCore.Qt.CursorShape.WaitCursor)
        try:
            report = report_bag(self._session.review, number)
            match how:
                case "copy_text":
                    self._put_on_clipboard(bag_to_text(report), f"{report.name} as text")
                case "copy_markdown":
                    self._put_on_clipboard(bag_to_markdown(report), f"{report.name} as Markdown")
                case _:
                    self._offer_more(report)
        except CoalaError as error:
            self._session.fail(error)
        finally:
            self._page.unsetCursor()

    def _copy_entries(self) -> None:
        """Copy the IRIs of the chosen entries, one a line.

        A blind review does so too: the form of an IRI is the same on both sides.
        """
        iris = self._pane.entry_iris()
        if not iris:
            self._session.say("This bag has no entity links.", Say.DONE)
            return
        what = plain_words(iris[0], _LONGEST_IRI) if len(iris) == 1 else f"{len(iris):,} IRIs"
        self._put_on_clipboard("\n".join(iris), what)

    def _offer_more(self, report: BagReport) -> None:
        """Open the menu with the name of a bag and its IRIs."""
        self.more.clear()
        self._offer(f"Name: {report.name}", (report.name, report.name))
        # A blind review names no IRI: they may tell which system a side is.
        # Qt shows no separators at the ends of a menu, and only one of several in a row.
        for title, iri in () if self._session.review.blind else (("", ""), *_list_iris(report)):
            if iri:
                short = plain_words(iri, _LONGEST_IRI)
                self._offer(f"{title} {short}", (iri, short))
            else:
                self.more.addSeparator()
        pointer, page = QtGui.QCursor.pos(), self._page
        over_page = page.rect().contains(page.mapFromGlobal(pointer))
        self.more.popup(pointer if over_page else page.mapToGlobal(page.rect().center()))

    def _offer(self, words: str, copied: tuple[str, str]) -> None:
        """Add an entry to the menu; ``copied`` is the text to copy and its description."""
        self.more.addAction(caption(words)).setData(copied)

    @QtCore.Slot(QtGui.QAction)
    def _copy_chosen(self, action: QtGui.QAction) -> None:
        self._put_on_clipboard(*action.data())

    def _put_on_clipboard(self, text: str, what: str) -> None:
        QtGui.QGuiApplication.clipboard().setText(text)
        self._session.say(f"Copied {what}", Say.DONE)


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
