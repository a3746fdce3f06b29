"""The menus above the list of bags, whose entries write terms into the search field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base import numerals
from coala.base.plain_text import one_line
from coala.errors import CoalaError
from coala.gui.widgets.labels import FittingButton, caption
from coala.gui.widgets.spoken import set_tip
from coala.model.sides import Sides
from coala.model.values import UNKNOWN_FORM
from coala.present import phrases
from coala.review.file import Review
from coala.review.search import (
    UNJUDGED,
    has_term,
    name_kind,
    name_verdicts,
    toggle_term,
    write_type,
)
from coala.verdicts.bag_slices import label_types

_MOST_TYPES = 8
"""The most types in the menu of kinds; `type:` finds the others."""
_LONGEST_TYPE = 40
"""The most characters of a type in the menu."""


class MenuEntry(NamedTuple):
    """An entry of a menu, with the field and the value of the term that it writes."""

    text: str
    field: str
    value: str


class QueryMenu(FittingButton):
    """A button with a menu of terms; the entries whose terms the query has are checked.

    It emits `chosen` with the query that an entry makes, and shows a query only by `show_query`.
    """

    chosen = QtCore.Signal(str)

    def __init__(
        self,
        name: str,
        title: str,
        groups: Sequence[Sequence[MenuEntry]],
    ) -> None:
        """Create a menu; `title` is its entry for no term at all, and a line is between the groups."""
        super().__init__()
        self.setAutoRaise(False)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        self._query = ""
        self._title = title
        menu = QtWidgets.QMenu(self)
        self._all = self._add(menu, title)
        self._entries: list[tuple[QtGui.QAction, MenuEntry]] = []
        for place, group in enumerate(filter(None, groups)):
            if place:
                menu.addSeparator()
            self._entries += [(self._add(menu, entry.text), entry) for entry in group]
        menu.triggered.connect(self._choose)
        self.setMenu(menu)
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setAccessibleName(name)
        set_tip(self, name)
        self.show_query("")

    def _add(self, menu: QtWidgets.QMenu, text: str) -> QtGui.QAction:
        action = menu.addAction(caption(text))
        action.setCheckable(True)
        return action

    def show_query(self, query: str) -> None:
        """Check the entries whose terms a query has."""
        self._query = query
        for action, entry in self._entries:
            action.setChecked(has_term(query, entry.field, entry.value))
        checked = [entry.text for action, entry in self._entries if action.isChecked()]
        self._all.setChecked(not checked)
        words = ", ".join(checked) or self._title
        # The words of all checked entries may need more room than there is.
        noun = self._title.rpartition(" ")[2].removesuffix("s")
        self.set_forms((words, numerals.count(len(checked), noun) if checked else words))
        self.setAccessibleDescription(words)

    @QtCore.Slot(QtGui.QAction)
    def _choose(self, action: QtGui.QAction) -> None:
        query = self._query
        for each, entry in self._entries:
            has_it = has_term(query, entry.field, entry.value)
            if each is action or (action is self._all and has_it):
                query = toggle_term(query, entry.field, entry.value)
        # A click has changed the mark, also of an entry that leaves the query as it is.
        self.show_query(query)
        self.chosen.emit(query)


def list_verdicts(sides: Sides) -> list[MenuEntry]:
    """Return an entry for no verdict, and one for each verdict."""
    words = sides.words
    texts = {
        verdict.value: f"{phrases.VERDICT_SIGNS[verdict]} {phrases.verdict_label(verdict, words)}"
        for verdict in words
    }
    names = {value: name for name, value in name_verdicts(blind=sides.are_hidden).items()}
    return [
        MenuEntry(text, "verdict", names[value]) for value, text in {UNJUDGED: "Unjudged", **texts}.items()
    ]


EARLIER_ENTRIES = (
    MenuEntry("Changed since judged", "earlier", "changed"),
    MenuEntry("Carried over", "earlier", "carried"),
)
"""For a review with verdicts of earlier comparisons."""


def list_kinds(review: Review) -> list[MenuEntry]:
    """Return an entry for each kind of change in a review."""
    return [
        MenuEntry(
            f"{phrases.kind_word(kind, review.nouns)} ({bags:,})", "kind", name_kind(kind, review.nouns)
        )
        for kind, bags in review.summary.kinds.items()
        if bags
    ]


def list_forms(review: Review) -> list[MenuEntry]:
    """Return an entry for each form of changed mentions; none if the review knows no form."""
    try:
        counts = review.forms.count_bags()
    except CoalaError:
        # Records have no forms, and a blind review hides them.
        return []
    if not counts.keys() - {UNKNOWN_FORM}:
        return []
    return [MenuEntry(f"form: {form} ({bags:,})", "form", form) for form, bags in counts.items()]


def list_types(review: Review) -> list[MenuEntry]:
    """Return an entry for each of the most frequent types; none if the review knows no type."""
    try:
        types = review.slices.types
    except CoalaError:
        return []
    sizes = Counter(types.of_bags)
    bags: Counter[int] = Counter()
    for place, own in enumerate(types.sets):
        bags.update(dict.fromkeys(own, sizes[place]))
    # Of types with as many bags, the first in the list of bags comes first.
    most = sorted(bags, key=lambda place: (-bags[place], place))[:_MOST_TYPES]
    labels, names = label_types(types.terms), [types.terms[place].name for place in most]
    return [
        MenuEntry(
            f"type: {one_line(labels[name], _LONGEST_TYPE)} ({bags[place]:,})", "type", write_type(name)
        )
        for place, name in zip(most, names, strict=True)
    ]
