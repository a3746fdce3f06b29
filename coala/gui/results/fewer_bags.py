"""The section about judging fewer bags: a random sample of them, and links that both graphs have.

A sample are the first bags of a random order, most informative first, and a greater number extends it. Once
they are judged, their verdicts estimate the result of judging all. Links that both graphs have are in no bag,
since nothing differs. A random sample of them, drawn on the command line, gives an estimate of how many links
of a whole graph are right.
"""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from coala.base.numerals import count
from coala.gui.results.section import ParagraphLabel, ResultsSection
from coala.gui.session.controller import ReviewController
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.spoken import set_tip
from coala.gui.widgets.theme import GRID
from coala.output.samples import describe_kept_links, describe_sample
from coala.review.drawing import KeptSample
from coala.verdicts.sampling import estimate_all

_PROPOSED = 40
"""The size of a sample that the section proposes."""


class FewerBagsSection(ResultsSection):
    """The estimate from the sample, and a field for the number of bags to judge."""

    draw_wanted = QtCore.Signal(int)  # the number of bags
    links_wanted = QtCore.Signal()

    def __init__(self, controller: ReviewController) -> None:
        super().__init__("Judge fewer bags")
        self._controller = controller
        bags = len(controller.review.entries)
        self._sample = ParagraphLabel()
        self._size = QtWidgets.QSpinBox()
        self._size.setAccessibleName("Bags to draw")
        self._size.setRange(1, max(1, bags))
        self._size.setValue(min(_PROPOSED, bags))
        # The size of the sample that the field was set for.
        self._drawn = 0
        self._button = QtWidgets.QPushButton("&Draw a sample")
        set_tip(self._button, "A greater number later extends the sample")
        self._button.clicked.connect(self._draw)
        self._offer = QtWidgets.QWidget()
        row = QtWidgets.QHBoxLayout(self._offer)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(PlainLabel("Judge"))
        row.addWidget(self._size)
        row.addWidget(PlainLabel(f"of {count(bags, 'bag')}, most informative first:"))
        row.addWidget(self._button)
        row.addStretch(1)
        self._kept = ParagraphLabel()
        self._links = QtWidgets.QPushButton("Check unchanged &links…")
        self._links.clicked.connect(self.links_wanted)
        self.column.addWidget(
            ParagraphLabel("A sample estimates the result of judging all bags.", quiet=True)
        )
        self.column.addWidget(self._sample)
        self.column.addWidget(self._offer)
        self.column.addWidget(self._kept)
        self.column.addWidget(self._links, 0, QtCore.Qt.AlignmentFlag.AlignLeft)

    def refresh(self, kept: KeptSample | None) -> None:
        """Show the state of the sample of bags, and of the sample of links ``kept``."""
        sample, progress = self._controller.sample, self._controller.progress
        text = ""
        if sample is not None:
            found = estimate_all(sample, progress.verdicts, progress.count_verdicts())
            text = "\n".join(describe_sample(sample, found))
            self._propose(sample.size)
        self._sample.setText(text)
        self._sample.setVisible(bool(text))
        can_draw = progress.answered < progress.total > 1 and not self._controller.review.read_only
        self._offer.setVisible(can_draw)
        has_links = kept is not None and bool(kept.questions)
        self._kept.setText(describe_kept_links(kept) if kept is not None and has_links else "")
        self._kept.setVisible(has_links)
        self._links.setVisible(has_links)
        self.setVisible(bool(text) or can_draw or has_links)

    def sample_text(self) -> str:
        """Return what the sample says, "" without one."""
        return self._sample.text()

    def _propose(self, size: int) -> None:
        """Offer to change the size of a sample, unless that was offered before."""
        if size and size != self._drawn:
            self._drawn = size
            self._size.setValue(size)
            self._button.setText("Chan&ge its size")

    @QtCore.Slot()
    def _draw(self) -> None:
        self.draw_wanted.emit(self._size.value())
