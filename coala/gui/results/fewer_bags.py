"""The section about judging fewer bags: a random sample of them, and links that both graphs have.

A sample are the first items of a random order, most informative first, and a greater number extends it. Items
are bags, and links and changes of large bags. Once they are judged, their verdicts estimate the result of
judging all.
Links that both graphs have are in no bag, since nothing differs. A random sample of them, drawn on the
command line, gives an estimate of how many links of a whole graph are right.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore, QtWidgets

from coala.base.numerals import count
from coala.gui.results.section import ParagraphLabel, ResultsSection
from coala.gui.session.session import Session
from coala.gui.widgets.labels import PlainLabel, make_button
from coala.gui.widgets.theme import GRID
from coala.results.verdicts.samples import describe_kept_links, describe_sample
from coala.review.drawing import KeptSample, count_drawn_items, count_items

_PROPOSED = 40
"""The size of a sample that the section proposes."""


class FewerBagsSection(ResultsSection):
    """The estimate from the sample, and a field for the number of items to judge."""

    def __init__(self, session: Session, draw: Callable[[int], None], show_links: Callable[[], None]) -> None:
        """Lay out the section. ``draw`` gets the number of items; ``show_links`` asks about drawn links."""
        super().__init__("Judge fewer bags")
        self._session, self._draw = session, draw
        self._sample = ParagraphLabel()
        self._size = QtWidgets.QSpinBox()
        self._size.setAccessibleName("Sample size")
        # The number of items that a sample is drawn from; 0 until they are counted.
        self._items = 0
        self._of_items = PlainLabel("")
        # The size of the sample that the field was set for.
        self._drawn = 0
        self._button = make_button("&Draw a sample", self._draw_size, tip="You can extend the sample later")
        self._offer = QtWidgets.QWidget()
        row = QtWidgets.QHBoxLayout(self._offer)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(PlainLabel("Judge"))
        row.addWidget(self._size)
        row.addWidget(self._of_items)
        row.addWidget(self._button)
        row.addStretch(1)
        self._kept = ParagraphLabel()
        self._links = make_button("Check unchanged &links…", show_links)
        self.column.addWidget(
            ParagraphLabel("A sample estimates the result of judging all bags.", quiet=True)
        )
        self._units = ParagraphLabel(quiet=True)
        self.column.addWidget(self._units)
        self.column.addWidget(self._sample)
        self.column.addWidget(self._offer)
        self.column.addWidget(self._kept)
        self.column.addWidget(self._links, 0, QtCore.Qt.AlignmentFlag.AlignLeft)

    def refresh(self, kept: KeptSample | None) -> None:
        """Show the state of the sample of bags, and of the sample of links ``kept``."""
        sample, progress = self._session.sample, self._session.progress
        self._count_items()
        text = ""
        if sample is not None:
            text = "\n".join(describe_sample(sample, progress.estimate(sample)))
            self._propose(sample.size)
        self._sample.setText(text)
        self._sample.setVisible(bool(text))
        has_choice = progress.answered < progress.total and self._items > 1
        can_draw = has_choice and not self._session.review.read_only
        self._offer.setVisible(can_draw)
        has_links = kept is not None and bool(kept.questions)
        self._kept.setText(describe_kept_links(kept) if kept is not None and has_links else "")
        self._kept.setVisible(has_links)
        self._links.setVisible(has_links)
        self.setVisible(bool(text) or can_draw or has_links)

    def sample_text(self) -> str:
        """Return what the sample says, "" without one."""
        return self._sample.text()

    def focus_size(self) -> bool:
        """Move the focus to the number of items; return False if no sample can be drawn."""
        if self._offer.isHidden() or self.isHidden():
            return False
        self._size.setFocus(QtCore.Qt.FocusReason.ShortcutFocusReason)
        self._size.selectAll()
        return True

    def has_focus(self) -> bool:
        """Return True if the focus is in the number of items."""
        return self._size.hasFocus()

    def _count_items(self) -> None:
        """Count the items once, and offer to draw from them."""
        review, sample = self._session.review, self._session.sample
        if self._items:
            return
        counted = count_items(review) if sample is None else count_drawn_items(sample)
        self._items = counted.items
        if counted.divided:
            self._units.setText(
                f"Items are {count(counted.whole, 'whole bag')}, and the links and changes of "
                f"{count(counted.divided, 'large bag')}."
            )
        self._units.setVisible(bool(counted.divided))
        self._size.setRange(1, max(1, self._items))
        self._size.setValue(min(_PROPOSED, self._items))
        unit = "bag" if self._items == len(review.entries) else "item"
        self._of_items.setText(f"of {count(self._items, unit)}, most informative first:")

    def _propose(self, size: int) -> None:
        """Offer to change the size of a sample, unless that was offered before."""
        if size and size != self._drawn:
            self._drawn = size
            self._size.setValue(size)
            self._button.setText("Chan&ge its size")

    @QtCore.Slot()
    def _draw_size(self) -> None:
        self._draw(self._size.value())
