"""Charts: their figures and numbers, drawing, texts, copying and saving."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.tool_windows.charts import SCORES, SHARES, VERDICTS_BY_KIND, ChartsWindow
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from tests.support.palettes import PALETTES
from tests.support.reviews import a_bag, make_review
from tests.support.windows import Key, Windows, look, page_of, part_of, press, settled, turn_to

Reviews = Callable[..., Path]


def window_with_pictures(window: MainWindow) -> ChartsWindow:
    page_of(window).tool_windows.show_charts()
    pictures = page_of(window).tool_windows.charts
    assert pictures is not None
    return pictures


def choose(pictures: ChartsWindow, which: int, metric: str = "") -> None:
    """Choose a picture in the menus of the window."""
    part_of(pictures, QtWidgets.QComboBox, "Picture").setCurrentIndex(which)
    metrics = part_of(pictures, QtWidgets.QComboBox, "Metric")
    metrics.setCurrentIndex(metrics.findData(metric) if metric else metrics.currentIndex())


@pytest.mark.parametrize("shade", PALETTES)
@pytest.mark.parametrize("which", [SCORES, SHARES, VERDICTS_BY_KIND])
def test_every_picture_is_saved_as_svg_png_and_numbers(
    review_of: Reviews, window_of: Windows, tmp_path: Path, which: int, shade: str, qtbot: QtBot
) -> None:
    window = window_of(review_of(3, gold=True))
    window.actions_by_name["gold_first"].trigger()
    pictures = window_with_pictures(window)
    pictures.setPalette(PALETTES[shade]())
    choose(pictures, which, "muc")
    # The palette's change draws again; the axes take their width when they are painted.
    qtbot.waitUntil(lambda: settled(pictures))
    pictures.grab()
    QtWidgets.QApplication.processEvents()
    for ending in ("svg", "png", "csv"):
        target = tmp_path / f"picture.{ending}"
        pictures.save(target)
        assert pictures.message() == f"Saved in {target}"
    root = ET.parse(tmp_path / "picture.svg").getroot()
    texts = " ".join(root.itertext())
    assert {SCORES: "CEAF-m", SHARES: "points of F1", VERDICTS_BY_KIND: "merged"}[which] in texts
    image = QtGui.QImage(str(tmp_path / "picture.png"))
    assert image.width() == 2 * part_of(pictures, QtWidgets.QGraphicsView).viewport().width()
    assert (image.pixelColor(3, 3).lightness() < 128) is (shade == "dark")
    assert len({image.pixel(x, image.height() // 2) for x in range(image.width())}) > 2
    assert (tmp_path / "picture.csv").read_text(encoding="utf-8").count("\n") > 1


def test_a_picture_is_copied(review_of: Reviews, window_of: Windows) -> None:
    pictures = window_with_pictures(window_of(review_of(3)))
    part_of(pictures, QtWidgets.QPushButton, "Copy picture").click()
    assert not QtWidgets.QApplication.clipboard().image().isNull()
    assert pictures.message() == "The picture is in the clipboard."


def test_a_place_that_cannot_be_written_is_a_sentence(
    review_of: Reviews, window_of: Windows, tmp_path: Path
) -> None:
    pictures = window_with_pictures(window_of(review_of(3)))
    for ending in ("svg", "png", "csv"):
        pictures.save(tmp_path / "nowhere" / f"picture.{ending}")
        assert "cannot be written" in pictures.message()


def test_pictures_follow_the_verdicts_and_empty_ones_speak(
    review_of: Reviews, window_of: Windows, qtbot: QtBot
) -> None:
    window = window_of(review_of(3))
    press(qtbot, Key.Key_P)
    pictures = page_of(window).tool_windows.charts
    assert pictures is not None
    choose(pictures, VERDICTS_BY_KIND)
    figure = pictures.figure()
    assert figure is not None
    assert figure.note == "no bag is judged yet"
    turn_to(qtbot, window)
    look(qtbot, page_of(window))
    page_of(window).answers.judge(Verdict.BETTER)
    qtbot.waitUntil(lambda: pictures.figure() not in (None, figure))
    choose(pictures, SHARES, "lea")
    assert pictures.message() == "There is nothing to draw: 0 bags without change, 3 undefined left out."
    assert not part_of(pictures, QtWidgets.QPushButton, "Save picture…").isEnabled()
    pictures.close()


def test_the_library_is_loaded_only_when_a_picture_is_opened() -> None:
    code = "import sys, coala.gui.run; sys.exit('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("most", "places"),
    [(1, [0, 1]), (3, [0, 1, 2, 3]), (7, [0, 2, 4, 6]), (1200, [0, 200, 400, 600, 800, 1000, 1200])],
)
def test_an_axis_of_bags_has_whole_numbers(most: int, places: list[int]) -> None:
    from coala.gui.tool_windows.charts import list_ticks

    assert [place for place, _ in list_ticks(most)] == places


def test_the_words_after_the_bars_end_before_the_picture_does(
    window_of: Windows, tmp_path: Path, qapp: QtWidgets.QApplication
) -> None:
    from coala.gui.tool_windows.charts import Chart

    review = make_review(tmp_path / "r.coala", [a_bag(0)], gold=True)
    pictures = window_with_pictures(window_of(review))
    for width in (500, 900):
        pictures.resize(width, 500)
        choose(pictures, SCORES)
        qapp.processEvents()
        chart = part_of(pictures, Chart)
        box = chart.getPlotItem().getViewBox()
        most = box.viewRange()[0][1]
        assert chart.words()
        for place, pixels in chart.words():
            assert place / most * box.width() + pixels <= box.width() + 1


def test_picture_replaces_no_file_without_confirmation(
    review_of: Reviews, window_of: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = window_with_pictures(window_of(review_of(3)))
    there = tmp_path / "numbers.csv"
    there.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *_: (str(there.with_suffix("")), ""))
    part_of(pictures, QtWidgets.QPushButton, "Save numbers…").click()
    assert f"{there} exists already" in pictures.message()
    assert there.read_text(encoding="utf-8") == "mine"
