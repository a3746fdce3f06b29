"""A blind review in the whole window, which never shows or copies which side is which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets
from pytestqt.qtbot import QtBot

from coala.engine.compare import compare_graphs
from coala.gui.bag_view.gold_list import GoldList
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.actions import HIDDEN_WHILE_BLIND
from coala.gui.session.preferences import Preferences
from coala.gui.tool_windows.connectivity import ConnectivityWindow
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.present.judged_changes import BLIND_QUESTIONS
from coala.review.blind.blindness import BlindWish
from coala.review.blind.shown_sides import ShownSides
from coala.review.file import Review
from coala.review.unblinding import unblind
from coala.review.writing import write_review
from tests.support.all_texts import all_texts
from tests.support.corpora import write_newswire
from tests.support.graphs_by_hand import A, C, graph
from tests.support.windows import (
    Key,
    Modifier,
    Windows,
    page_of,
    part_of,
    press,
    turn_to,
    verdicts,
)

SEED = 5
# What "changed", in small letters and by itself, says what happened, and names no side.
NAMES_A_SIDE = re.compile(r"(?i:baseline|\bchanged (graph|system|side)|\.ttl\b)|\bChanged\b")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blind") / "news.coala"
    return write_newswire(path, gold=True, blind=BlindWish(SEED))


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "news.coala"
    copy.write_bytes(written.read_bytes())
    return copy


EXACT_MATCH = "http://www.w3.org/2004/02/skos/core#exactMatch"


def named(window: MainWindow) -> list[str]:
    """Return the texts that name a side, except texts that cannot be shown: gold, scores, start page."""
    page = page_of(window)
    hidden = page.results, part_of(page, GoldList), window.start_page
    return list(filter(NAMES_A_SIDE.search, all_texts(*hidden)))


def test_nothing_in_the_window_names_a_side(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    page = page_of(window)
    assert window.windowTitle() == "Blind review – COALA"
    # Neither does what is saved of the page.
    assert page.state().gold_first == Preferences().page.gold_first
    press(qtbot, Key.Key_F1)
    assert window.dialogs.current is not None
    assert named(window) == []
    window.dialogs.current.close()
    turn_to(qtbot, window)
    press(qtbot, Key.Key_R)
    shown = [label.text() for label in page.results.findChildren(QtWidgets.QLabel) if label.isVisible()]
    assert re.findall(r"\d+", shown[1]) == ["0", str(page.session.progress.total)]
    assert not list(filter(NAMES_A_SIDE.search, shown))
    assert not any(section.isVisible() for section in (page.results.verdicts, page.results.scores))
    page.hide_results()
    for number in range(0, 28, 3):
        page.session.visit(number)
        press(qtbot, Key.Key_Plus)
        page.session.visit(number)
        for _ in range(3):
            press(qtbot, Key.Key_M)
        assert named(window) == []
    # The verdict in the list is named by its side.
    assert any(text.startswith("Bag 1, judged right better: ") for text in all_texts())
    page.session.visit(0)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    dialog = part_of(window, HistoryDialog)
    assert named(window) == []
    dialog.close()
    turn_to(qtbot, window)
    window.actions_by_name["why"].trigger()
    why = part_of(window, ConnectivityWindow)
    qtbot.waitUntil(lambda: not why.is_running())
    assert re.search(r"\b(left|right)\b", why.text())
    assert named(window) == []


def test_nor_does_what_is_copied(window_of: Windows, path: Path) -> None:
    window = window_of(path)
    page = page_of(window)
    # By an action, or by an entry of the menu that copies something else.
    for how in ("copy_text", "copy_markdown", 0):
        for number in (0, 1, 2, 27):
            page.session.visit(number)
            QtGui.QGuiApplication.clipboard().clear()
            if isinstance(how, str):
                window.actions_by_name[how].trigger()
            else:
                window.actions_by_name["copy_more"].trigger()
                menu = page.copies.more
                assert not any(NAMES_A_SIDE.search(action.text()) for action in menu.actions())
                menu.actions()[how].trigger()
                menu.close()
            copied = QtGui.QGuiApplication.clipboard().text()
            assert copied
            assert not list(filter(NAMES_A_SIDE.search, copied.splitlines()))
            assert str(path) not in copied


def test_verdicts_are_named_by_their_sides_everywhere(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    page = page_of(window)
    entries = page.session.review.entries
    number = next(each.number for each in entries if len(each.kinds) > 1 and "type" in each.kinds)
    page.session.visit(number)
    (change,) = page.pane.verdicts().own
    page.pane.choose_change(change)
    for key in (Key.Key_Plus, Key.Key_B, Key.Key_Minus):
        press(qtbot, key)
    page.session.visit(number)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    dialog = part_of(window, HistoryDialog)
    window.actions_by_name["copy_text"].trigger()
    told = *all_texts(page.results, window.start_page), QtGui.QGuiApplication.clipboard().text()
    said = [text for text in told if re.search(r"judged|change \d+:|[+−] ", text) and "change:-" not in text]
    dialog.close()

    assert "judged left better" in said
    assert any(text.startswith("one change judged right better; ") for text in said)
    assert any("Verdict: judged left better" in text for text in said)
    assert any(text.endswith(". Changes judged right better") for text in said)
    assert not [text for text in said if re.search(r"worse|(?<![lL]eft )(?<![rR]ight )better", text)]


def test_what_would_tell_waits_until_it_is_unblinded(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    assert not any(window.actions_by_name[name].isEnabled() for name in HIDDEN_WHILE_BLIND)
    page = page_of(window)
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Minus)
    assert page.reasons.gold_text() == page.pane.gold_remark() == ""
    # Neither titles nor gold.
    heard = page.reasons.accessibleDescription().splitlines()
    assert [re.sub(r"\d+", "1", line) for line in heard] == ["✓ Bag 1: left better", "✓ Bag 1: right better"]
    assert window.actions_by_name["unblind"].isEnabled()


def test_the_answers_ask_for_a_side_and_the_file_keeps_what_they_mean(
    window_of: Windows, path: Path, qtbot: QtBot
) -> None:
    window = window_of(path)
    page = page_of(window)
    assert page.bar.question() == BLIND_QUESTIONS[0]
    assert page.bar.button(Verdict.BETTER).accessibleName().startswith("Right better, key 3")
    assert page.bar.button(Verdict.WORSE).accessibleName().startswith("Left better, key")
    press(qtbot, Key.Key_Plus)
    press(qtbot, Key.Key_Minus)
    press(qtbot, Key.Key_Equal)
    assert verdicts(window).startswith("+-=.")
    window.close()

    unblind(path)
    with Review.open(path) as review:
        coin, names = ShownSides(SEED), [entry.fingerprint for entry in review.entries]
        kept = [review.state(name).verdict for name in names[:2]]
    right, left = Verdict.BETTER, Verdict.WORSE
    assert kept == [
        left if coin.swaps(names[0]) else right,
        right if coin.swaps(names[1]) else left,
    ]


def test_the_window_unblinds_after_a_question_and_shows_what_was_hidden(
    window_of: Windows, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_of(path, preferences=Preferences(reviewer="ann"))
    press(qtbot, Key.Key_Plus)
    asked = []

    def answer(box: QtWidgets.QMessageBox) -> int:
        asked.append(box.text())
        return int(QtWidgets.QMessageBox.StandardButton.Yes)

    monkeypatch.setattr(QtWidgets.QMessageBox, "exec", answer)
    window.actions_by_name["unblind"].trigger()

    assert len(asked) == 1
    assert window.windowTitle() == "news.coala – COALA"
    assert window.review is not None
    assert len(window.review.entries) == 28
    assert "ann on 1 bag" in window.notice.text()
    assert window.actions_by_name["export"].isEnabled()
    assert not window.actions_by_name["unblind"].isEnabled()
    assert list(filter(NAMES_A_SIDE.search, all_texts()))


def test_reason_for_the_last_answer_names_no_side(window_of: Windows, path: Path, qtbot: QtBot) -> None:
    window = window_of(path)
    page, review = page_of(window), window.review
    assert review is not None
    press(qtbot, Key.Key_Minus)
    assert page.reasons.text().endswith(": left better")
    press(qtbot, Key.Key_1, Modifier.ControlModifier)
    assert review.state(review.entries[0].fingerprint).comment.tags == ("name",)
    assert page.reasons.text() == "✓ Bag 1: left better"
    assert named(window) == []


def test_entries_of_a_changed_link_name_no_side(window_of: Windows, tmp_path: Path) -> None:
    path = tmp_path / "links.coala"
    first, second = (
        graph({"x": [A, C]}, statements=[("x", EXACT_MATCH, f"<http://www.wikidata.org/entity/{name}>")])
        for name in ("Q90", "Q830149")
    )
    comparison = compare_graphs(first, second)
    write_review(
        path,
        comparison.summary,
        comparison.iterate_sentences(),
        comparison.texts(),
        comparison.context,
        blind=BlindWish(SEED),
    )
    window = window_of(path)
    window.actions_by_name["copy_entry"].trigger()
    iris = QtGui.QGuiApplication.clipboard().text().splitlines()
    assert sorted(iris) == ["http://www.wikidata.org/entity/Q830149", "http://www.wikidata.org/entity/Q90"]
    assert named(window) == []
    assert not window.actions_by_name["document"].isVisible()
