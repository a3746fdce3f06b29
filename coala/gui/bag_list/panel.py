"""The panel with the list of interesting bags: search field, menus of filters and orders, and the list.

A bag is a group of connected chains of both graphs; it is interesting if the graphs differ in it. The panel
asks the session for the bags that a query finds, and for another order, and shows what is listed then. It
emits the row that is chosen, and which changes of a bag should be listed.

The share of a bag is its effect on a score. It depends on gold, so orders by share are disabled while gold
is hidden from the reviewer.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6 import QtCore, QtGui, QtWidgets

from coala.base import numerals
from coala.gui.bag_list.model import BAG_ROLE, CHANGE_ROLE, BagListModel, BagRow, ChangeRow
from coala.gui.bag_list.query_menu import (
    EARLIER_ENTRIES,
    QueryMenu,
    list_forms,
    list_kinds,
    list_types,
    list_verdicts,
)
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order, PickedBags
from coala.gui.session.changes import Changes, Say
from coala.gui.session.session import Session
from coala.gui.widgets.labels import FittingLabel, PlainLabel, caption
from coala.gui.widgets.painting import Index, break_lines, draw_words
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID, Theme, bold, mix
from coala.gui.widgets.tool_button import ToolButton
from coala.model.nouns import Nouns
from coala.present.bag_changes import BagChanges
from coala.review.search import join_names, name_verdicts
from coala.scores.metrics.registry import METRICS

# The lines of a row.
_LINES = 3
# Absolute also in a right-to-left window: the words on the same line are drawn from the left.
_RIGHT = int(QtCore.Qt.AlignmentFlag.AlignRight | QtCore.Qt.AlignmentFlag.AlignAbsolute)
# A line between these signs is right-to-left, so that a full stop at its end is on its left.
_RIGHT_TO_LEFT, _END_OF_DIRECTION = "\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
# Words between two names; a title of two lines is broken before one of them.
_CHANGE_WORDS = ("joined", "split from", "moved from", "left")
# The word between two names that are on one line: "moved from Ann to Eve".
_PAIR_WORD = "to"


class BagDelegate(QtWidgets.QStyledItemDelegate):
    """Paints a bag in three lines: the sign of its verdict, then title, number and value, then its context.

    All rows have one height: a view must not ask 100,000 rows for theirs.
    """

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._theme: tuple[tuple[int, QtGui.QPalette.ColorGroup], Theme] | None = None

    def row_height(self, metrics: QtGui.QFontMetrics) -> int:
        return _LINES * metrics.lineSpacing() + GRID

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QtCore.QSize:
        return QtCore.QSize(25 * GRID, self.row_height(option.fontMetrics))

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        theme = self._get_theme(option.palette)
        row = index.data(BAG_ROLE)
        if not isinstance(row, BagRow):
            change = index.data(CHANGE_ROLE)
            if isinstance(change, ChangeRow):
                painter.save()
                self._paint_change(painter, option, change, theme)
                painter.restore()
            return
        painter.save()
        self._paint_background(painter, option, theme)
        # The sign of the verdict is on the left of the first line.
        line = option.fontMetrics.lineSpacing()
        area = option.rect.adjusted(GRID, GRID // 2, -GRID, -GRID // 2)
        sign = QtCore.QRect(area.left(), area.top(), 2 * GRID, line)
        verdict = row.colour_verdict
        painter.setFont(bold(option.font))
        painter.setPen(theme.quiet if verdict is None else theme.verdicts[verdict])
        painter.drawText(sign, QtCore.Qt.AlignmentFlag.AlignCenter, row.sign)
        painter.setFont(option.font)
        if row.changes:
            painter.setPen(theme.text)
            arrow = _UNFOLDED if row.is_unfolded else _FOLDED
            painter.drawText(sign.translated(0, line), QtCore.Qt.AlignmentFlag.AlignCenter, arrow)
        # A title takes one or two of the lines; the rest is for the context.
        body = area.adjusted(sign.width() + GRID // 2, 0, 0, 0)
        used = self._paint_title(painter, option, body, row, theme)
        self._paint_rest(painter, option, body.adjusted(0, used * line, 0, 0), row, theme, _LINES - used)
        painter.restore()

    def _paint_change(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, row: ChangeRow, theme: Theme
    ) -> None:
        """Paint a change, indented below its bag: the sign of its verdict, its sentence, and its kind."""
        self._paint_background(painter, option, theme)
        line = option.fontMetrics.lineSpacing()
        area = option.rect.adjusted(3 * GRID, GRID // 2, -GRID, -GRID // 2)
        sign = QtCore.QRect(area.left(), area.top(), 2 * GRID, line)
        painter.setFont(bold(option.font))
        painter.setPen(theme.quiet if row.colour_verdict is None else theme.verdicts[row.colour_verdict])
        painter.drawText(sign, QtCore.Qt.AlignmentFlag.AlignCenter, row.sign)
        painter.setFont(option.font)
        body = area.adjusted(sign.width() + GRID // 2, 0, 0, 0)
        lines = break_lines(row.item.sentence, option.font, (body.width(),) * (_LINES - 1))
        painter.setPen(theme.text)
        draw_words(painter, body, lines)
        painter.setPen(theme.quiet)
        below = body.adjusted(0, len(lines) * line, 0, 0)
        draw_words(painter, below, break_lines(row.item.kind, option.font, (body.width(),)))

    def _paint_title(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        body: QtCore.QRect,
        row: BagRow,
        theme: Theme,
    ) -> int:
        """Paint title, number and value of a bag; return the number of lines of the title.

        Number and value are on the right of the first line, so the title has less room there.
        """
        painter.setPen(theme.quiet)
        painter.drawText(body, _RIGHT, row.number)
        taken = option.fontMetrics.horizontalAdvance(row.number) + GRID
        if row.worth:
            painter.setPen(theme.text)
            painter.drawText(body.adjusted(0, 0, -taken, 0), _RIGHT, row.worth)
            taken += option.fontMetrics.horizontalAdvance(row.worth) + GRID
        widths = (body.width() - taken, body.width())
        lines = break_lines(row.title, option.font, widths, _CHANGE_WORDS, _PAIR_WORD)
        painter.setPen(theme.text)
        draw_words(painter, body, lines)
        return len(lines)

    def _paint_rest(
        self,
        painter: QtGui.QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        body: QtCore.QRect,
        row: BagRow,
        theme: Theme,
        lines: int,
    ) -> None:
        """Paint the words around the first changed mention, or kinds and size of a bag without them.

        `lines` is the number of lines that the title leaves. The marks are on the right of the last line.
        """
        painter.setPen(theme.quiet)
        if row.excerpt is None:
            draw_words(
                painter, body, break_lines(f"{row.details} · {row.size}", option.font, (body.width(),))
            )
            return
        last_width = body.width()
        if row.marks:
            below = body.adjusted(0, (lines - 1) * option.fontMetrics.lineSpacing(), 0, 0)
            painter.drawText(below, _RIGHT, row.marks)
            last_width -= option.fontMetrics.horizontalAdvance(row.marks) + GRID
        widths = (*[body.width()] * (lines - 1), last_width)
        shown = break_lines(row.excerpt.text, option.font, widths)
        if row.excerpt.is_right_to_left:
            shown = [f"{_RIGHT_TO_LEFT}{line}{_END_OF_DIRECTION}" for line in shown]
        draw_words(painter, body, shown, (row.excerpt.words, mix(theme.text, theme.base, 0.85)))

    def _get_theme(self, palette: QtGui.QPalette) -> Theme:
        # Cached: to make a theme takes longer than to paint a row, and a page of the list has twenty rows.
        key = palette.cacheKey(), palette.currentColorGroup()
        if self._theme is None or self._theme[0] != key:
            self._theme = key, Theme.from_palette(palette)
        return self._theme[1]

    def _paint_background(
        self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, theme: Theme
    ) -> None:
        state = QtWidgets.QStyle.StateFlag
        if option.state & state.State_Selected:
            painter.fillRect(option.rect, theme.selection)
            # A bar at the edge marks the row for readers who do not see the tint.
            edge = QtCore.QRect(option.rect.topLeft(), QtCore.QSize(3, option.rect.height()))
            painter.fillRect(edge, theme.focus if option.state & state.State_HasFocus else theme.quiet)
        elif option.state & state.State_MouseOver:
            painter.fillRect(option.rect, theme.band)
        painter.setPen(mix(theme.line, theme.base, 0.5))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())


# Shown below the sign of a bag with many changes.
_FOLDED, _UNFOLDED = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}", "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"

# A click so far left is on the arrow.
_ARROW_WIDTH = 3 * GRID


class OrderButton(ToolButton):
    """The menu of orders, and of metrics for orders by share; emits `chosen` with a `BagOrder`.

    The button shows a chosen order only after `show_order`.
    """

    chosen = QtCore.Signal(object)

    def __init__(self, order: BagOrder, nouns: Nouns, *, similar: bool) -> None:
        """Create the button; ``similar`` is True if the review has similar bags."""
        super().__init__(flat=False)
        self._order = order
        self._menu = QtWidgets.QMenu(self)
        self._ways = QtGui.QActionGroup(self)
        self._metrics = QtGui.QActionGroup(self)
        for way in Order:
            if way is Order.ALIKE and not similar:
                continue
            by_share = BagOrder(way).by_share
            text = f"By effect, {way.words}" if by_share else way.words.capitalize()
            self._add(self._ways, text, way.value, checked=way is order.way)
        self._metric_heading = self._menu.addSection("Effect on")
        for metric in METRICS.values():
            self._add(
                self._metrics, f"{nouns.say(metric.title)} F1", metric.key, checked=metric.key == order.metric
            )
        self._ways.triggered.connect(self._choose_way)
        self._metrics.triggered.connect(self._choose_metric)
        self.setMenu(self._menu)
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Preferred)
        self._show()

    def offer_shares(self, *, offered: bool) -> None:
        """List the orders by share, or leave them out while they would reveal gold."""
        by_share = [each for each in self._ways.actions() if BagOrder(Order(each.data())).by_share]
        for action in (*by_share, self._metric_heading, *self._metrics.actions()):
            action.setVisible(offered)

    def open(self) -> None:
        """Open the menu of orders."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _add(self, group: QtGui.QActionGroup, text: str, value: str, *, checked: bool) -> None:
        action = QtGui.QAction(caption(text), group)
        action.setCheckable(True)
        action.setChecked(checked)
        action.setData(value)
        self._menu.addAction(action)

    @QtCore.Slot(QtGui.QAction)
    def _choose_way(self, action: QtGui.QAction) -> None:
        self.chosen.emit(self._order._replace(way=Order(action.data())))

    @QtCore.Slot(QtGui.QAction)
    def _choose_metric(self, action: QtGui.QAction) -> None:
        # A metric is chosen to order by it, most harmful bags first.
        way = self._order.way if self._order.by_share else Order.LOWEST
        self.chosen.emit(BagOrder(way, action.data()))

    def show_order(self, order: BagOrder) -> None:
        """Check the current order in the menu and name it in the tooltip."""
        self._order = order
        for group, value in ((self._ways, order.way.value), (self._metrics, order.metric)):
            for action in group.actions():
                action.setChecked(action.data() == value)
        self._show()

    def _show(self) -> None:
        # The line below the list has room to name the order.
        self.setText("\N{UPWARDS ARROW}\N{DOWNWARDS ARROW}")
        for show in (self.setAccessibleName, self.setToolTip):
            show(f"Order of the list: {self._order.sentence}")


_PAUSE_MILLISECONDS = 100
_SEARCH_TIP = (
    "Finds bags whose text, names, notes or tags contain words that start with what you type.",
    "doc: part of a document’s name · type: a type · note: a note · tag: a tag · #12: bag 12",
    "change:- a type, statement, entity link, fact or link judged worse · change: one that is judged",
    'Quotes keep words together: doc:"report 3"',
)
_BLIND_TIP = (
    "Finds bags whose notes or tags contain words that start with what you type.",
    "note: a note · tag: a tag · #12: bag 12",
)
_VERDICT_TIP = "kind: a kind of change · by: a reviewer · verdict: {}, also several with commas"
_WHOLE_TIP = "judged:whole one verdict on several links"
_EARLIER_TIP = "earlier:changed changed since judged · earlier:carried carried over"
_FORM_TIP = "form:pronoun a changed mention is a pronoun · also name, nominal, verb, unknown"


class BagListPanel(QtWidgets.QWidget):
    """Search field, menus, a notice on picked bags, the list, and the number of listed bags."""

    chosen = QtCore.Signal(int)
    change_chosen = QtCore.Signal(int, int)  # a bag and the index of its change
    unfolding = QtCore.Signal(bool)  # the changes of the current bag should be listed, or no longer
    narrowed = QtCore.Signal(object)  # the changes of the current bag that are listed, or None for all

    def __init__(
        self,
        session: Session,
        clear_filter: QtGui.QAction,
        next_unjudged: QtGui.QAction,
        parent: QtWidgets.QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._search: QtWidgets.QLineEdit = self._make_search_field()
        self._kind_menu = self._make_kind_menu()
        self._verdict_menu = self._make_verdict_menu()
        similar = bool(session.review.same_changes)
        self._order_button = OrderButton(session.order, session.review.nouns, similar=similar)
        self._order_button.chosen.connect(self._choose_order)
        for menu in (self._kind_menu, self._verdict_menu):
            menu.chosen.connect(self._show_query)
        # What is listed, as it was shown last.
        self._filter = session.filter
        # The change of the unfolded bag that answers are for.
        self._change: int | None = None
        self._is_selecting = False
        # True while only changes that the filter finds may be listed.
        self._is_finding = False
        self._hint = PlainLabel(quiet=True, wrap=True)
        self._hint.hide()
        # Search only after a pause in typing: the next letter would make this search useless.
        self._pause_timer = QtCore.QTimer(self)
        self._pause_timer.setSingleShot(True)
        self._pause_timer.setInterval(_PAUSE_MILLISECONDS)
        self._pause_timer.timeout.connect(self._search_now)
        self._notice = PickedNotice(clear_filter)
        self._view = self._make_view()
        self._count = FittingLabel(quiet=True)
        self._next_button = ToolButton(flat=False)
        self._lay_out(next_unjudged)
        session.changed.connect(self._follow)
        self._offer_shares()
        self._show_count()
        self.select_current()

    @QtCore.Slot(Changes)
    def _follow(self, changes: Changes) -> None:
        if changes.hint:
            self._hint.setText(self._session.hint)
            self._hint.setVisible(bool(self._session.hint))
        if changes.listed:
            former, wanted = self._filter.picked, self._session.filter.picked
            self._show_filter()
            self.show_order()
            self.unfold_found()
            if wanted is not None and wanted is not former:
                self._session.say(self.count_text(), Say.ALOUD)
        if changes.bag:
            self.select_current()
            self.show_change(None)
        if changes.gold:
            self.show_order()
        if changes.judged >= 0:
            self._offer_shares()
            self._next_button.setVisible(self._session.has_open())
        if changes.went_on >= 0 and self.unfolded() == changes.went_on:
            # A judged bag that stays unfolded would push the next bags far down.
            self.fold()

    @property
    def view(self) -> QtWidgets.QTableView:
        return self._view

    def count_text(self) -> str:
        """Return the line below the list, such as "3 of 12 bags"."""
        return self._count.accessibleName()

    def describe_bag(self, number: int) -> str:
        """Describe a bag and its place in the list; return "" if it is not listed."""
        row = self._session.listing.row(number)
        words = self._model.index(self._model.find_row(number), 0).data(
            QtCore.Qt.ItemDataRole.AccessibleTextRole
        )
        return f"{words}; {row + 1:,} of {self.count_text()}" if words else ""

    def focus_list(self) -> None:
        self._view.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)

    @QtCore.Slot()
    def leave_search(self) -> None:
        """Move the focus from the search field to the list."""
        if self._search.hasFocus():
            self.focus_list()

    def focus_filter(self) -> None:
        self._search.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def choose_order(self) -> None:
        """Open the menu of orders."""
        if self._order_button.isVisible():
            self._order_button.open()

    def _offer_shares(self) -> None:
        self._order_button.offer_shares(offered=self._session.gold.shows_all)

    def show_order(self) -> None:
        """Update the menu and the line below the list to the session's order."""
        self._offer_shares()
        self._order_button.show_order(self._session.order)
        self._show_count()

    @QtCore.Slot(object)
    def _choose_order(self, order: BagOrder) -> None:
        if self._session.save():
            self._session.set_order(order)
        # The click has checked the order in the menu, also if it was refused.
        self.show_order()

    def clear_filter(self) -> None:
        """List all bags."""
        self._list(BagFilter())

    def _list(self, wanted: BagFilter) -> None:
        """List other bags, once the comment is saved, and say how many these are."""
        if self._session.save():
            self._session.set_filter(wanted)
            self._session.say(self.count_text(), Say.ALOUD)

    def _show_filter(self) -> None:
        """Show what is listed now, unless it is what was typed."""
        wanted = self._session.filter
        if wanted == self._filter:
            return
        self._filter = wanted
        if self._search.text() != wanted.text:
            self._search.setText(wanted.text)
            # It is listed already.
            self._pause_timer.stop()
        self._order_button.setVisible(self._has_order())
        self._notice.show_picked(wanted.picked)

    @QtCore.Slot(str)
    def _show_query(self, query: str) -> None:
        """Write a query into the search field, and search for it at once."""
        self._search.setText(query)
        self._search_now()

    def _has_order(self) -> bool:
        """Return True if the order of the list can be chosen: picked bags may have one of their own."""
        picked = self._session.filter.picked
        return not (self._session.review.blind or (picked is not None and picked.queue))

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        # The search field ignores Escape and Enter, so they arrive here.
        keys = (QtCore.Qt.Key.Key_Escape, QtCore.Qt.Key.Key_Return, QtCore.Qt.Key.Key_Enter)
        if event.key() in keys and not self._view.hasFocus():
            is_escape = event.key() == QtCore.Qt.Key.Key_Escape
            if is_escape and self._search.hasFocus():
                self._search.clear()
            if self._pause_timer.isActive():
                # Do not wait for the pause: the list is what the reviewer wants to see.
                self._search_now()
            # A search that is not understood, or has no hits, will be corrected.
            is_found = self._session.shown and self._session.filter.text == self._search.text()
            if is_escape or is_found:
                self.focus_list()
        else:
            super().keyPressEvent(event)

    def _make_search_field(self) -> QtWidgets.QLineEdit:
        box = QtWidgets.QLineEdit()
        fields = "kind:, note:, tag:" if self._session.review.blind else "words, doc:, type:, note:, tag:"
        box.setPlaceholderText(f"Search: {fields}, #12")
        box.setAccessibleName("Search the bags")
        set_tip(box, *self._list_tips())
        box.setClearButtonEnabled(True)
        # A dropped file is meant for the window.
        box.setAcceptDrops(False)
        # Longer than any text that is typed by hand.
        box.setMaxLength(1000)
        box.textChanged.connect(self._await_pause)
        return box

    def _list_tips(self) -> Iterator[str]:
        """Yield the lines on what the search finds in this review."""
        review = self._session.review
        yield from _BLIND_TIP if review.blind else _SEARCH_TIP
        yield _VERDICT_TIP.format(join_names(name_verdicts(blind=review.blind)))
        if not review.blind:
            yield _WHOLE_TIP
        if self._session.history:
            yield _EARLIER_TIP
        if list_forms(review):
            yield _FORM_TIP

    def _make_kind_menu(self) -> QueryMenu:
        review = self._session.review
        kinds, forms, types = list_kinds(review), list_forms(review), list_types(review)
        also = {(True, True): ", form or type", (True, False): " or form", (False, True): " or type"}
        name = f"Show only bags of one kind{also.get((bool(forms), bool(types)), '')}"
        return QueryMenu(name, "All kinds", (kinds, forms, types))

    def _make_verdict_menu(self) -> QueryMenu:
        verdicts = list_verdicts(self._session.review.sides)
        if self._session.history:
            verdicts += EARLIER_ENTRIES
        return QueryMenu("Show only bags with one verdict", "All verdicts", (verdicts,))

    def _make_view(self) -> _BagView:
        # A table view of one column: rows of equal height cost nothing, however many there are. A list view
        # asks the model once for each row.
        view = _BagView()
        view.setAccessibleName("Interesting bags")
        view.setShowGrid(False)
        view.setTabKeyNavigation(False)
        view.setMouseTracking(True)
        view.setWordWrap(False)
        view.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        view.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        view.setEditTriggers(QtWidgets.QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        delegate = BagDelegate(view)
        view.setItemDelegate(delegate)
        view.verticalHeader().hide()
        view.verticalHeader().setMinimumSectionSize(1)
        view.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        view.verticalHeader().setDefaultSectionSize(delegate.row_height(view.fontMetrics()))
        view.horizontalHeader().hide()
        view.horizontalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Stretch)
        self._model = BagListModel(self._session, view)
        view.setModel(self._model)
        view.unfolding.connect(self._unfold)
        view.selectionModel().currentRowChanged.connect(self._choose)
        return view

    def _lay_out(self, next_unjudged: QtGui.QAction) -> None:
        menus = QtWidgets.QHBoxLayout()
        menus.setSpacing(GRID // 2)
        menus.addWidget(self._verdict_menu, 1)
        menus.addWidget(self._kind_menu, 1)
        menus.addWidget(self._order_button)
        if not self._has_order():
            self._order_button.hide()
        self._next_button.setDefaultAction(next_unjudged)
        below = QtWidgets.QHBoxLayout()
        below.addWidget(self._count, 1)
        below.addWidget(self._next_button)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(self._search)
        column.addWidget(self._hint)
        column.addLayout(menus)
        column.addWidget(self._notice)
        column.addWidget(self._view, 1)
        column.addLayout(below)

    def hint(self) -> str:
        """Return the warning about the search, "" if there is no warning."""
        return self._hint.text()

    @QtCore.Slot()
    def _await_pause(self) -> None:
        for menu in (self._verdict_menu, self._kind_menu):
            menu.show_query(self._search.text())
        self._pause_timer.start()

    @QtCore.Slot()
    def _search_now(self) -> None:
        self._pause_timer.stop()
        self._list(BagFilter(self._search.text(), self._session.filter.picked))

    @QtCore.Slot(QtCore.QModelIndex, QtCore.QModelIndex)
    def _choose(self, current: QtCore.QModelIndex, previous: QtCore.QModelIndex) -> None:
        if not current.isValid() or self._is_selecting:
            return
        number, change = self._model.find_place(current.row())
        if change is None:
            self.chosen.emit(number)
        else:
            self.change_chosen.emit(number, change)

    @QtCore.Slot(int, bool)
    def _unfold(self, row: int, wanted: bool) -> None:
        """Pass on that a row should be unfolded or folded; it is the current one by now."""
        if 0 <= row < self._model.rowCount() and self._model.find_place(row)[0] == self._session.current:
            self.unfolding.emit(wanted)

    def unfolded(self) -> int:
        """Return the number of the bag whose changes are listed, or -1."""
        return self._model.unfolded()

    def unfold(self, number: int, changes: BagChanges) -> None:
        """List the changes of a bag below it, or those that the filter finds."""
        if self._is_finding and not self._model.find_changes(number, changes):
            return
        self._model.unfold(number, changes)
        self._follow_changes()

    def fold(self) -> None:
        """List no changes any more."""
        self._model.fold()
        self._follow_changes()

    def unfold_found(self) -> None:
        """List the changes of the current bag that the filter finds, if the bag has many."""
        number = self._session.current
        if number >= 0 and not self._session.filter.is_empty and number != self._model.unfolded():
            self._is_finding = True
            self.unfolding.emit(True)
            self._is_finding = False
        self._follow_changes()

    def _follow_changes(self) -> None:
        """Tell which changes of the current bag are listed, and select the current row."""
        is_listed = self._session.current >= 0 and self._model.unfolded() == self._session.current
        self.narrowed.emit(self._model.listed() if is_listed else None)
        self.select_current()

    def show_change(self, change: int | None) -> None:
        """Select the change of the current bag that answers are for, or the bag."""
        is_listed = self._model.unfolded() == self._session.current
        self._change = change if is_listed else None
        if is_listed:
            self._model.mark_change(change)
        self._follow_changes()

    def _order_in_words(self) -> str:
        """Return the words on the order that follow the number of bags, "" for the order of the text."""
        if not self._has_order():
            return ""
        order, sample = self._session.order, self._session.sample
        if order.way is Order.SAMPLE and sample is not None and sample.size:
            items = numerals.count(sample.size, "item") if sample.divided else f"{sample.size:,}"
            return f", sample of {items} first"
        return "" if order.way is Order.TEXT else f", {order.sentence}"

    def _show_count(self) -> None:
        self._next_button.setVisible(self._session.has_open())
        shown, total = len(self._session.shown), self._session.progress.total
        order = self._order_in_words()
        hidden = f"{shown:,} of " if shown < total else ""
        counted = f"{hidden}{numerals.count(total, 'bag')}"
        self._count.set_forms((f"{counted}{order}", counted, f"{hidden}{total:,}"))

    def select_current(self) -> None:
        """Select the row of the current bag, or of its change; this is no choice of the reviewer."""
        self._is_selecting = True
        row = self._model.find_row(self._session.current, self._change)
        if row != self._view.currentIndex().row():
            self._view.setCurrentIndex(self._model.index(row, 0))
        self._is_selecting = False
        if row >= 0:
            self._view.scrollTo(self._view.currentIndex())


class _BagView(QtWidgets.QTableView):
    """The list; emits ``unfolding`` for a row by Right and Left, and by a click below the sign of its bag."""

    unfolding = QtCore.Signal(int, bool)

    def __init__(self) -> None:
        super().__init__()
        self._is_on_arrow = False

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        wanted = {QtCore.Qt.Key.Key_Right: True, QtCore.Qt.Key.Key_Left: False}
        if event.key() in wanted and not event.modifiers():
            self.unfolding.emit(self.currentIndex().row(), wanted[QtCore.Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = index.data(BAG_ROLE)
        self._is_on_arrow = (
            isinstance(row, BagRow) and row.changes > 0 and event.position().x() < _ARROW_WIDTH
        )
        if self._is_on_arrow:
            self.setCurrentIndex(index)
            self.unfolding.emit(index.row(), not row.is_unfolded)
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        # A click on the arrow is no click on the bag, which would close the list of a narrow window.
        if not self._is_on_arrow:
            super().mouseReleaseEvent(event)

    def changeEvent(self, event: QtCore.QEvent) -> None:
        super().changeEvent(event)
        delegate = self.itemDelegate()
        if event.type() == QtCore.QEvent.Type.FontChange and isinstance(delegate, BagDelegate):
            self.verticalHeader().setDefaultSectionSize(delegate.row_height(self.fontMetrics()))

    def keyboardSearch(self, search: str) -> None:
        """Ignore letters: they are shortcuts, and Qt would search 100,000 rows for a title."""


class PickedNotice(QtWidgets.QFrame):
    """A notice that the list shows picked bags only, with a button that shows all bags."""

    def __init__(self, clear_filter: QtGui.QAction) -> None:
        super().__init__()
        self.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        self._label = PlainLabel(wrap=True)
        button = ToolButton(flat=False)
        button.setDefaultAction(clear_filter)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(GRID // 2, GRID // 2, GRID // 2, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addWidget(self._label)
        column.addWidget(button, 0, QtCore.Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_picked(self, picked: PickedBags | None) -> None:
        self._label.setText("" if picked is None else f"Only where {picked.sentence}")
        self.setAccessibleName(self._label.text())
        self.setVisible(picked is not None)
