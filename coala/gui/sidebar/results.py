"""The sidebar with the results of a comparison and its review.

They are the tally of the verdicts, the scores of both graphs, and the effect of the current bag on them.
"""

from __future__ import annotations

from PySide6 import QtWidgets

from coala.engine.summary import Summary
from coala.gui.sidebar.scores_panel import ScoresPanel
from coala.gui.sidebar.tally_panel import TallyPanel
from coala.gui.widgets.labels import PlainLabel
from coala.gui.widgets.scroll import VerticalScrollArea
from coala.gui.widgets.theme import GRID

_LEAST_WIDTH = 39 * GRID


class ResultsPanel(VerticalScrollArea):
    """Tally, pace, scores and effect of the bag from top to bottom, and last what was compared."""

    def __init__(self, summary: Summary, about: str) -> None:
        """Create the panels; `about` is a sentence on what was compared."""
        content = QtWidgets.QWidget()
        super().__init__(content, _LEAST_WIDTH)
        self.setAccessibleName("Numbers")
        self.tally = TallyPanel([kind for kind, bags in summary.kinds.items() if bags])
        self.scores = ScoresPanel(summary)
        column = QtWidgets.QVBoxLayout(content)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(self.tally)
        self._pace = PlainLabel(quiet=True, wrap=True)
        column.addWidget(self._pace)
        column.addWidget(self.scores)
        column.addWidget(PlainLabel(about, quiet=True, wrap=True))
        column.addStretch(1)

    def show_pace(self, sentence: str) -> None:
        """Show below the tally how many bags were judged today, and how fast."""
        self._pace.setText(sentence)
