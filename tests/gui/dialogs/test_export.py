"""The export dialog: the chosen format, and refusal to replace files in use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.gui.dialogs.export import ExportDialog, ReviewExportDialog
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.corpora import write_newswire
from tests.support.paths import SAMPLES
from tests.support.windows import Key, Modifier, Reviews, Windows, part_of, press


@pytest.fixture
def newswire(tmp_path: Path) -> Iterator[Review]:
    """Return a comparison of real files, with its first bag judged better."""
    with Review.open(write_newswire(tmp_path / "n.coala"), reviewer="Ann") as review:
        review.judge(0, State(Verdict.BETTER))
        yield review


def dialog_on(review: Review, qtbot: QtBot) -> ReviewExportDialog:
    dialog = ReviewExportDialog(review)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_each_shape_is_written_and_its_place_said(newswire: Review, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("html", "markdown", "csv", "changes", "json", "rdf"):
        dialog = dialog_on(newswire, qtbot)
        dialog.choose(name)
        dialog.export_to(tmp_path / name)
        assert dialog.result() == QtWidgets.QDialog.DialogCode.Accepted
        assert str(tmp_path / name) in dialog.message
        assert "Kittiwake" in (tmp_path / name).read_text(encoding="utf-8")


def test_tally_is_exported_and_no_file_in_use_is_replaced(
    newswire: Review, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = dialog_on(newswire, qtbot)
    dialog.choose("tally")
    dialog.export_to(tmp_path / "tally.json")
    tally = json.loads((tmp_path / "tally.json").read_text(encoding="utf-8"))
    assert (tally["format"], tally["net"]) == ("coala-tally/1", 1)
    dialog = dialog_on(newswire, qtbot)
    said = []
    for path in (
        newswire.path,
        SAMPLES / "newswire" / "baseline.ttl",
        SAMPLES / "newswire" / "changed.ttl",
        tmp_path / "missing" / "x.csv",
    ):
        dialog.export_to(path)
        assert str(path) in dialog.problem.text()
        assert dialog.isVisible()
        said.append(dialog.problem.text().replace(str(path), ""))
    assert len(set(said)) == 4


def test_the_better_graph_is_made_in_the_background(newswire: Review, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = dialog_on(newswire, qtbot)
    assert not dialog.rest.isEnabled()
    dialog.choose("graph")
    assert dialog.rest.isEnabled()
    with qtbot.waitSignal(dialog.accepted):
        dialog.export_to(tmp_path / "best.ttl")
        assert not dialog.save.isEnabled()
    assert re.search(r"\b1 bag from the changed graph\b", dialog.message)
    assert (tmp_path / "best.ttl").read_text(encoding="utf-8").startswith("# The best of two graphs")


def test_an_export_that_is_cancelled_leaves_nothing_and_the_dialog_stays(
    newswire: Review, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = dialog_on(newswire, qtbot)
    dialog.choose("graph")
    dialog.export_to(tmp_path / "best.ttl")
    dialog.reject()
    qtbot.waitUntil(dialog.save.isEnabled)
    assert dialog.isVisible()
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith("n.coala")]


def test_the_window_exports_by_a_key_and_shares_a_page_that_is_asked_for_its_place_alone(
    window_of: Windows, review_of: Reviews, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(review_of(2))
    target, page = tmp_path / "page.json", tmp_path / "page.html"
    # The first has no ending yet, and the second is cancelled.
    chosen = [str(target.with_suffix("")), "", str(page)]
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *_: (chosen.pop(0), ""))
    press(qtbot, Key.Key_E, Modifier.ControlModifier)
    dialog = window.dialogs.current
    assert isinstance(dialog, ExportDialog)
    dialog.choose("json")
    qtbot.keyClick(part_of(dialog, QtWidgets.QRadioButton, "Everything as JSON"), Key.Key_Return)
    assert json.loads(target.read_text(encoding="utf-8"))["format"] == "coala-export/1"
    assert str(target) in window.notice.text()
    for is_written in (False, True):
        window.actions_by_name["share"].trigger()
        assert window.dialogs.current is not None
        assert not window.dialogs.current.isVisible()
        assert page.exists() is is_written
        assert (str(page) in window.notice.text()) is is_written
    assert "COALA review" in page.read_text(encoding="utf-8")


def test_the_better_graph_can_have_the_format_of_the_baseline(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = '{{"doc_id": "d", "text": "Ann left. She ran.", "clusters": [{}]}}\n'
    for name, clusters in (("old", "[[0, 3]]"), ("new", "[[0, 3], [10, 13]]")):
        (tmp_path / f"{name}.jsonl").write_text(line.format(clusters))
    path, target = tmp_path / "r.coala", tmp_path / "best"
    assert main(["diff", str(tmp_path / "old.jsonl"), str(tmp_path / "new.jsonl"), "-o", str(path)]) == 1
    asked: list[str] = []

    def choose(_: object, title: str, start: str, kinds: str) -> tuple[str, str]:
        asked.append(kinds)
        return str(target), "JSON, as the baseline (*.jsonl)"

    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", choose)
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(Verdict.BETTER))
        dialog = ReviewExportDialog(review)
        qtbot.addWidget(dialog)
        dialog.choose("graph")
        with qtbot.waitSignal(dialog.accepted, timeout=30_000):
            assert dialog.choose_path()
        dialog.drain()

    assert asked == ["Turtle (*.ttl);;JSON, as the baseline (*.jsonl);;All files (*)"]
    assert (tmp_path / "best.jsonl").read_text() == line.format("[[0, 3], [10, 13]]")
