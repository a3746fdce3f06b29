"""Pictures: their figures and numbers, what is drawn and said, copying and saving."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.tool_windows.charts import KINDS, SCORES, SHARES, ChartsWindow
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.presentation.chart_data import as_csv, kind_figure, score_figure, share_figure
from coala.review.tally import Counts
from coala.scores.metrics.registry import METRICS
from tests.support.palettes import PALETTES
from tests.support.reviews import a_bag, a_summary, make_review
from tests.support.windows import Key, Windows, page_of, press

Reviews = Callable[..., Path]


def window_with_pictures(window: MainWindow) -> ChartsWindow:
    page_of(window).tool_windows.show_charts()
    pictures = page_of(window).tool_windows.charts
    assert pictures is not None
    return pictures


def test_with_gold_each_metric_has_two_bars_with_their_intervals() -> None:
    figure = score_figure(a_summary([a_bag(0)], gold=True))
    assert [metric for metric, _ in figure.rows] == [metric.title for metric in METRICS.values()]
    rows = {metric: [bar.label for bar in bars] for metric, bars in figure.rows}
    assert rows["MUC"] == ["baseline 0.667 (0.550 to 0.650)", "changed 0.667 (0.570 to 0.670)"]
    assert rows["B³"] == ["baseline n/a", "changed n/a"]
    assert as_csv(figure).splitlines()[:3] == [
        "metric,system,f1,low,high",
        "MUC,baseline,0.6666666666666666,0.55,0.65",
        "MUC,changed,0.6666666666666666,0.57,0.67",
    ]


def test_without_gold_the_bars_are_a_similarity_and_never_a_quality() -> None:
    figure = score_figure(a_summary([a_bag(0)]))
    assert "Similarity" in figure.title
    assert "not which is better" in figure.note
    assert "quality" not in f"{figure}"


def test_no_bar_of_the_distribution_holds_a_rise_and_a_fall() -> None:
    figure = share_figure("muc", [0.004, -0.001, 0.03, 0.0, None, -0.0305, 1e-15])
    assert 0.0 in figure.edges
    assert sum(figure.counts) == 4
    assert figure.note == "2 bags without change, 1 undefined left out"
    bins = list(zip(figure.edges, figure.edges[1:], figure.counts, strict=False))
    assert sum(count for low, _, count in bins if low < 0) == 2
    assert as_csv(figure).splitlines()[0] == "from_points,to_points,bags"
    assert len(as_csv(figure).splitlines()) == len(figure.counts) + 1


@pytest.mark.parametrize("shares", [[], [0.0, 0.0], [None]])
def test_a_distribution_of_nothing_says_so(shares: list[float | None]) -> None:
    assert share_figure("lea", shares).empty.startswith("There is nothing to draw: ")


@pytest.mark.parametrize("shares", [[0.01], [-1e-9], [1.0, -1.0], [1e-11] * 3])
def test_any_shares_find_a_bar(shares: list[float | None]) -> None:
    figure = share_figure("lea", shares)
    assert sum(figure.counts) == len(shares)
    assert len(figure.counts) <= 17


def test_verdicts_by_kind_count_what_is_not_judged_too() -> None:
    figure = kind_figure(
        {Kind.MOVED: 5, Kind.SPLIT: 0, Kind.MERGED: 2}, {Kind.MOVED: Counts(better=2, worse=1, unsure=1)}
    )
    assert figure.rows == (("moved", (2, 1, 0, 1, 1)), ("merged", (0, 0, 0, 0, 2)))
    assert as_csv(figure) == (
        "kind,better,worse,same,cannot_tell,unjudged\r\nmoved,2,1,0,1,1\r\nmerged,0,0,0,0,2\r\n"
    )
    assert kind_figure({}, {}).empty == "The two graphs do not diverge, so there is nothing to judge."


@pytest.mark.parametrize("shade", PALETTES)
@pytest.mark.parametrize("which", [SCORES, SHARES, KINDS])
def test_every_picture_is_saved_as_svg_png_and_numbers(
    review_of: Reviews, window_of: Windows, tmp_path: Path, which: int, shade: str, qtbot: QtBot
) -> None:
    pictures = window_with_pictures(window_of(review_of(3, gold=True)))
    pictures.setPalette(PALETTES[shade]())
    pictures.show_picture(which, "muc")
    # The palette's change draws again; the axes take their width when they are painted.
    qtbot.waitUntil(lambda: not pictures._timer.isActive())
    pictures.grab()
    QtWidgets.QApplication.processEvents()
    for ending in ("svg", "png", "csv"):
        target = tmp_path / f"picture.{ending}"
        pictures.save(target)
        assert pictures.said() == f"Saved in {target}"
    root = ET.parse(tmp_path / "picture.svg").getroot()
    texts = " ".join(root.itertext())
    assert {SCORES: "CEAF-m", SHARES: "points of F1", KINDS: "merged"}[which] in texts
    image = QtGui.QImage(str(tmp_path / "picture.png"))
    assert image.width() == 2 * pictures._chart.viewport().width()
    assert (image.pixelColor(3, 3).lightness() < 128) is (shade == "dark")
    assert len({image.pixel(x, image.height() // 2) for x in range(image.width())}) > 2
    assert (tmp_path / "picture.csv").read_text(encoding="utf-8").count("\n") > 1


def test_a_picture_is_copied(review_of: Reviews, window_of: Windows) -> None:
    pictures = window_with_pictures(window_of(review_of(3)))
    pictures._buttons[0].click()
    assert not QtWidgets.QApplication.clipboard().image().isNull()
    assert pictures.said() == "The picture is in the clipboard."


def test_a_place_that_cannot_be_written_is_a_sentence(
    review_of: Reviews, window_of: Windows, tmp_path: Path
) -> None:
    pictures = window_with_pictures(window_of(review_of(3)))
    for ending in ("svg", "png", "csv"):
        pictures.save(tmp_path / "nowhere" / f"picture.{ending}")
        assert "cannot be written" in pictures.said()


def test_pictures_follow_the_verdicts_and_empty_ones_speak(
    review_of: Reviews, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
    press(qtbot, Key.Key_P)
    pictures = page_of(window).tool_windows.charts
    assert pictures is not None
    pictures.show_picture(KINDS)
    assert "no bag is judged yet" in f"{pictures._figure}"
    page_of(window).judge(Verdict.BETTER)
    qtbot.waitUntil(lambda: "no bag is judged yet" not in f"{pictures._figure}")
    pictures.show_picture(SHARES, "lea")
    assert pictures.said() == "There is nothing to draw: 0 bags without change, 3 undefined left out."
    assert not pictures._buttons[1].isEnabled()
    pictures.close()


def test_the_library_is_loaded_only_when_a_picture_is_opened() -> None:
    code = "import sys, coala.gui.app; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("most", "places"),
    [(1, [0, 1]), (3, [0, 1, 2, 3]), (7, [0, 2, 4, 6]), (1200, [0, 200, 400, 600, 800, 1000, 1200])],
)
def test_an_axis_of_bags_has_whole_numbers(most: int, places: list[int]) -> None:
    from coala.gui.tool_windows.chart_widget import whole_ticks

    assert [place for place, _ in whole_ticks(most)] == places


def test_the_words_after_the_bars_end_before_the_picture_does(
    window_of: Windows, tmp_path: Path, qapp: QtWidgets.QApplication
) -> None:
    review = make_review(tmp_path / "r.coala", [a_bag(0)], gold=True)
    pictures = window_with_pictures(window_of(review))
    for width in (500, 900):
        pictures.resize(width, 500)
        pictures.show_picture(SCORES)
        qapp.processEvents()
        chart = pictures._chart
        box = chart.getPlotItem().getViewBox()
        most = box.viewRange()[0][1]
        assert chart._words
        for place, pixels in chart._words:
            assert place / most * box.width() + pixels <= box.width() + 1
