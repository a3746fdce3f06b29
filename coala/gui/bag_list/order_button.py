"""The order of the list is named on a button, whose menu changes it."""

from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from coala.gui.session.bag_filter import BagOrder, Order
from coala.gui.widgets.labels import caption
from coala.scores.metrics.registry import METRICS

_PLAIN = {
    Order.TEXT: "Text order",
    Order.SAMPLE: "The sample first",
    Order.ALIKE: "Same changes together",
}


class OrderButton(QtWidgets.QToolButton):
    """The ways and the metric in one menu; emits ``chosen``, and shows the order once it is taken.

    The sample comes first only where one was drawn (``offer_sample``).
    """

    chosen = QtCore.Signal(object)

    def __init__(self, order: BagOrder, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = order
        self._menu = QtWidgets.QMenu(self)
        self._ways = QtGui.QActionGroup(self)
        self._metrics = QtGui.QActionGroup(self)
        for way in Order:
            text = _PLAIN.get(way, f"By share, {way.words}")
            self._add(self._ways, text, way.value, checked=way is order.way)
        self.offer_sample(offered=order.way is Order.SAMPLE)
        self._section = self._menu.addSection("Share of")
        for metric in METRICS.values():
            self._add(self._metrics, f"{metric.title} F1", metric.key, checked=metric.key == order.metric)
        self._ways.triggered.connect(self._take_way)
        self._metrics.triggered.connect(self._take_metric)
        self.setMenu(self._menu)
        self.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(QtCore.Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Preferred)
        self._show()

    def offer_sample(self, *, offered: bool) -> None:
        """Offer to list the sample first, or not, where there is none."""
        for action in self._ways.actions():
            if action.data() == Order.SAMPLE.value:
                action.setVisible(offered)

    def offer_shares(self, *, offered: bool) -> None:
        """Offer the orders by share, or not while they would tell what gold says."""
        by_share = [each for each in self._ways.actions() if BagOrder(Order(each.data())).by_share]
        for action in (*by_share, *self._metrics.actions()):
            action.setEnabled(offered)
        self._section.setText("Share of" if offered else "Share of (gold is hidden)")

    def open(self) -> None:
        """Open the menu, as a key does."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _add(self, group: QtGui.QActionGroup, text: str, value: str, *, checked: bool) -> None:
        action = QtGui.QAction(caption(text), group)
        action.setCheckable(True)
        action.setChecked(checked)
        action.setData(value)
        self._menu.addAction(action)

    @QtCore.Slot(QtGui.QAction)
    def _take_way(self, action: QtGui.QAction) -> None:
        self.chosen.emit(self._order._replace(way=Order(action.data())))

    @QtCore.Slot(QtGui.QAction)
    def _take_metric(self, action: QtGui.QAction) -> None:
        # Who chooses a metric wants its order; the bags worth a look first.
        way = self._order.way if self._order.by_share else Order.LOWEST
        self.chosen.emit(BagOrder(way, action.data()))

    def show_order(self, order: BagOrder) -> None:
        """Show the order in which the bags are listed."""
        self._order = order
        for group, value in ((self._ways, order.way.value), (self._metrics, order.metric)):
            for action in group.actions():
                action.setChecked(action.data() == value)
        self._show()

    def _show(self) -> None:
        # Two arrows; which order it is stands below the list, where there is room for it.
        self.setText("\N{UPWARDS ARROW}\N{DOWNWARDS ARROW}")
        for tell in (self.setAccessibleName, self.setToolTip):
            tell(f"Order of the list: {self._order.sentence}")
