"""A picture of several systems: recall against precision by MUC and by B³ next to each other, as SVG."""

from __future__ import annotations

from collections.abc import Iterator

from coala.base.plain_text import one_line
from coala.board.systems import ScoredSystems
from coala.html.board_report import make_plot
from coala.html.template import fill_picture
from coala.present.rates_picture import RatesPicture, SystemPoint, make_axis_range
from coala.scores.findings import TITLES

PLOTTED_METRICS = ("muc", "b_cubed")
"""The metrics of the two plots: CAMP's question is which of them tells systems apart."""

_LONGEST_NAME = 60
_LINE = 16


def draw_systems(scored: ScoredSystems) -> Iterator[str]:
    """Yield the SVG: two plots with a number for each system, and a legend below."""
    plots = [make_plot(_make_picture(scored, metric)) for metric in PLOTTED_METRICS]
    legend = [
        f"{number}  {one_line(system.path, _LONGEST_NAME)}" for number, system in enumerate(scored.systems, 1)
    ]
    values = {
        "plots": plots,
        "legend": legend,
        "title": f"Recall and precision of {len(scored.systems)} systems",
        "width": sum(plot.width for plot in plots),
        "plot_height": plots[0].height,
        "height": plots[0].height + _LINE * (len(legend) + 1),
    }
    yield from fill_picture("plots.svg.j2", values)


def _make_picture(scored: ScoredSystems, metric: str) -> RatesPicture:
    points = []
    for number, system in enumerate(scored.systems, 1):
        recall, precision = system.scores[metric].recall.value, system.scores[metric].precision.value
        if recall is not None and precision is not None:
            name = one_line(system.path, _LONGEST_NAME)
            points.append(SystemPoint(number, str(number), name, recall, precision))
    return RatesPicture(
        TITLES[metric],
        tuple(points),
        (),
        None,
        make_axis_range([point.recall for point in points]),
        make_axis_range([point.precision for point in points]),
        len(scored.systems) - len(points),
    )
