"""A review of two clusterings of records: the window says record and cluster, and tells two columns apart."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.gui.dialogs.help import HelpDialog
from coala.gui.results.page import ResultsPage
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.model.nouns import OF_RECORDS
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.all_texts import all_texts
from tests.support.judging_pages import open_blocks
from tests.support.windows import page_of, part_of

pytest.importorskip("duckdb")

TABLE = """\
id,old,new,name,city
1,a,x,Ann Roth,Rome
2,a,x,A. Roth,Rome
3,a,y,Anna Rothe,Oslo
4,b,y,Anna Rothe,Oslo
5,c,z,Bob,Kyiv
6,c,w,Bob,Lima
"""
COLUMNS = ("--record", "id", "--cluster", "old,new", "--show", "name,city")


@pytest.fixture
def review(tmp_path: Path) -> Path:
    table, path = tmp_path / "people.csv", tmp_path / "people.coala"
    table.write_text(TABLE)
    assert main(["diff", str(table), str(table), *COLUMNS, "-o", str(path)]) == 1
    return path


def speaks_of_texts(text: str) -> bool:
    """Return True if a text has the words of coreference."""
    return re.search(r"\b(mention|chain)s?\b", text, re.IGNORECASE) is not None


def test_no_text_of_the_window_speaks_of_mentions_or_chains_until_the_next_review(
    window: MainWindow, review: Path, review_of: Callable[..., Path]
) -> None:
    assert window.open_review(review)
    window.actions_by_name["results"].trigger()
    texts = all_texts(window=window)
    assert list(filter(speaks_of_texts, texts)) == []
    for words in ("4 records", "people.csv (old)", "people.csv (new)"):
        assert any(words in text for text in texts)
    page = window.findChild(ResultsPage)
    assert page is not None
    rows = {row[0]: row[1:] for row in page.scores.rows()}
    assert rows["Pairs"] == ["0.2500", "0.5000", "0.3333"]
    assert "Clusters" in rows
    explainer = page.scores.explainer
    explainer.unfold()
    choice = part_of(explainer, QtWidgets.QComboBox)
    choice.setCurrentIndex(choice.findText("Pairs – ", QtCore.Qt.MatchFlag.MatchStartsWith))
    assert "pairs of records" in explainer.text()
    assert window.actions_by_name["mention_after"].text() == "Next record"
    assert window.open_review(review_of(1))
    assert window.actions_by_name["mention_after"].text() == "Next mention"


def test_help_about_records_names_them(qtbot: QtBot) -> None:
    dialog = HelpDialog({}, blind=False, nouns=OF_RECORDS)
    qtbot.addWidget(dialog)
    texts = all_texts(window=dialog)
    assert list(filter(speaks_of_texts, texts)) == []
    assert "cluster" in texts


def test_command_line_names_records_and_columns(review: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    table = str(review.with_name("people.csv"))
    assert main(["diff", table, table, *COLUMNS, "--verbose"]) == 1
    words = capsys.readouterr().out
    assert "people.csv (old)  6 records, 3 clusters" in words
    assert not speaks_of_texts(words)


def test_exports_are_about_records(review: Path, tmp_path: Path) -> None:
    with Review.open(review, reviewer="Ann") as opened:
        opened.judge(0, State(Verdict.BETTER))
    for kind in ("markdown", "html", "judging-page", "questions"):
        out = tmp_path / kind
        assert main(["export", str(review), "--to", kind, "-o", str(out)]) == 0
        words = open_blocks(out.read_text())
        if kind == "questions":
            header = json.loads(words.splitlines()[0])
            words = f"{header['task']} {header['marks']}"
        words = re.sub(r"(?s)<(style|script).*?</\1>|<[^>]*>", " ", words)
        assert "record" in words
        assert kind == "markdown" or "cluster" in words.lower()
        assert not speaks_of_texts(words)


def test_records_are_a_table_with_differing_fields_in_bold(window: MainWindow, review: Path) -> None:
    assert window.open_review(review)
    text = page_of(window).pane.evidence.text
    lines, stops = text.document().toPlainText().split("\n"), text.document().defaultTextOption().tabs()
    assert [line.split("\t")[0].strip() for line in lines] == [
        "Anna Rothe",
        "Anna Rothe",
        "Ann Roth",
        "A. Roth",
    ]
    assert [len(line.split("\t")) for line in lines] == [2, 2, 2, 2]
    assert len(stops) == 1
    cursor = QtGui.QTextCursor(text.document())
    weights: list[list[int]] = []
    for line in lines:
        weights.append([])
        for word in line.split("\t"):
            cursor.setPosition(text.document().toPlainText().index(line) + line.index(word) + len(word) // 2)
            weights[-1].append(cursor.charFormat().fontWeight() > QtGui.QFont.Weight.Normal)
    assert weights == [[False, False], [False, False], [True, True], [True, True]]
    lefts = set()
    for line in lines:
        cursor.setPosition(text.document().toPlainText().index(line) + line.index("city"))
        lefts.add(text.cursorRect(cursor).left())
    assert len(lefts) == 1
