"""Drawn links as questions in the window: their parts, what an answer stores, and where it leads."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.errors import ReviewError
from coala.gui.bag_view.evidence_view import EvidenceView
from coala.gui.bag_view.link_question import EarlierList
from coala.gui.dialogs.history import HistoryDialog
from coala.gui.session.changes import Changes
from coala.gui.sidebar.verdict_bar import ChangesLink, VerdictButton
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page.answers import SHOWN_SECONDS
from coala.model.bag import Verdict
from coala.present.link_question import LINK_QUESTION, AskedLink, say_answer
from coala.review.blind.blindness import BlindWish
from coala.review.blind.shown_sides import ShownSides
from coala.review.drawing import SAMPLE_OF_BAGS, draw
from coala.review.file import Review
from coala.review.storage.samples import store_sample
from coala.review.unblinding import unblind
from coala.verdicts.sampling import DrawnItem, DrawnUnit
from tests.support.all_texts import all_texts
from tests.support.novels import write_novel
from tests.support.windows import (
    CLOCK,
    Key,
    Modifier,
    Windows,
    hear,
    look,
    page_of,
    part_of,
    press,
    spoken_name,
    status,
)

DRAWN = 6
ACCESSIBLE = QtCore.Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return a review of one bag of 46 parts, with a sample of six links: three made, three lost."""
    path = write_novel(tmp_path / "novel.coala")
    with Review.open(path) as opened:
        draw(opened, DRAWN)
    return path


def asked_in(window: MainWindow) -> AskedLink:
    asked = page_of(window).pane.link.asked()
    assert asked is not None
    return asked


def drawn_items(window: MainWindow) -> list[DrawnItem]:
    sample = page_of(window).session.sample
    assert sample is not None
    return [sample.items[item] for item in sample.drawn]


def go_to(window: MainWindow, unit: DrawnUnit, qtbot: QtBot) -> AskedLink:
    """Go to the first drawn link of a side."""
    wanted = next(item.keys[0] for item in drawn_items(window) if item.unit is unit)
    for _ in range(DRAWN):
        if asked_in(window).link.key != wanted:
            press(qtbot, Key.Key_N)
    assert asked_in(window).link.key == wanted
    return asked_in(window)


def read_rows(path: Path) -> dict[str, Verdict]:
    """Return the answers in the file, as the next program would find them after kill -9."""
    killed = Path(shutil.copy(path, path.with_name("killed.coala")))
    with Review.open(killed) as opened:
        return dict(opened.states()[0].rows)


def answer_labels(window: MainWindow) -> list[str]:
    """Return the words on the answers that are shown, as a screen reader says them."""
    return [spoken_name(each) for each in answer_buttons(window)]


def answer_buttons(window: MainWindow) -> list[VerdictButton]:
    return [each for each in page_of(window).bar.findChildren(VerdictButton) if each.isVisible()]


def checked(window: MainWindow) -> list[Verdict]:
    return [each.verdict for each in answer_buttons(window) if each.isChecked()]


def test_question_is_in_the_place_of_the_evidence_with_three_answers(
    window: MainWindow, qtmodeltester: ModelTester
) -> None:
    page = page_of(window)
    assert [item.unit for item in drawn_items(window)] == [DrawnUnit.MADE, DrawnUnit.LOST] * 3
    assert page.pane.link.isVisible()
    assert not part_of(page.pane, EvidenceView).isVisible()
    assert LINK_QUESTION in all_texts(window=window)
    assert page.pane.link.shown_part() == "K1 Peter Sand, 2 mentions"
    assert page.pane.link.shown_sentences() == (
        "Peter Sand came home late in chapter 11, and Mara Lind let him in."
    )
    model = part_of(window, EarlierList).earlier_model()
    qtmodeltester.check(model)
    earlier = [str(model.index(row).data()).split("  ")[0] for row in range(model.rowCount())]
    # The dog, the man and the guard have other words than the men before and behind them.
    assert earlier == ["B1", "A1", "-1", "V1", *(f"{letter}1" for letter in "CDEFGHIJ")]
    assert answer_labels(window) == [
        "No, key 1 or minus",
        "Yes, key 3 or plus",
        "Not sure, key 4 or question mark",
    ]
    assert checked(window) == []


def test_key_stores_the_verdict_on_the_link_and_leads_to_the_next(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    page = page_of(window)
    for unit, key, verdict in (
        (DrawnUnit.MADE, Key.Key_3, Verdict.BETTER),
        (DrawnUnit.MADE, Key.Key_1, Verdict.WORSE),
        (DrawnUnit.MADE, Key.Key_4, Verdict.UNSURE),
        (DrawnUnit.LOST, Key.Key_3, Verdict.WORSE),
        (DrawnUnit.LOST, Key.Key_1, Verdict.BETTER),
        (DrawnUnit.LOST, Key.Key_4, Verdict.UNSURE),
        (DrawnUnit.LOST, Key.Key_Plus, Verdict.WORSE),
    ):
        asked = go_to(window, unit, qtbot)
        press(qtbot, key)
        assert read_rows(review) == {asked.link.key: verdict}
        assert asked_in(window).link.key != asked.link.key
        assert page.header.judged() == "1 of 6 drawn"
        assert page.session.progress.verdicts == [None]
        press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    # A click answers, too; the key of "same" does not.
    before = asked_in(window)
    for key in (Key.Key_2, Key.Key_Equal):
        press(qtbot, key)
        assert status(window)
    assert asked_in(window).link.key == before.link.key
    assert read_rows(review) == {}
    look(qtbot, page)
    answer_buttons(window)[1].click()
    assert read_rows(review) == {before.link.key: Verdict.WORSE}


def test_answer_is_on_disk_before_the_next_question_and_one_that_is_not_leaves_it(
    window: MainWindow, review: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ReviewError("The disk is full.")

    key = asked_in(window).link.key
    with monkeypatch.context() as broken:
        broken.setattr(page_of(window).session.review, "judge", fail)
        press(qtbot, Key.Key_3)
    assert "The disk is full" in page_of(window).notice.text()
    assert (asked_in(window).link.key, checked(window)) == (key, [])
    found: list[dict[str, Verdict]] = []

    def note(changes: Changes) -> None:
        if changes.judged >= 0:
            found.append(read_rows(review))

    page_of(window).session.changed.connect(note)
    press(qtbot, Key.Key_1)
    assert found == [{key: Verdict.WORSE}]


def test_key_right_after_the_next_question_came_is_ignored(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_3)
    second = asked_in(window)
    gate = page_of(window).answers.gate
    qtbot.keyClick(window, Key.Key_3)
    assert status(window)
    qtbot.waitUntil(lambda: gate._shown_since is not None)
    CLOCK.now += SHOWN_SECONDS - 0.01
    qtbot.keyClick(window, Key.Key_3)
    assert (asked_in(window) is second, len(read_rows(review))) == (True, 1)
    press(qtbot, Key.Key_1)
    assert len(read_rows(review)) == 2


def test_answer_is_one_step_of_undo_that_leads_back_to_its_question(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    first = asked_in(window).link.key
    press(qtbot, Key.Key_3)
    second = asked_in(window).link.key
    press(qtbot, Key.Key_1)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (asked_in(window).link.key, checked(window)) == (second, [])
    assert read_rows(review) == {first: Verdict.BETTER}
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    assert (asked_in(window).link.key, read_rows(review)) == (first, {})
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    # An answer that is there again is shown at its question.
    assert (asked_in(window).link.key, checked(window)) == (first, [Verdict.BETTER])
    press(qtbot, Key.Key_N)
    assert asked_in(window).link.key == second


def test_stored_answer_is_removed_or_replaced(window: MainWindow, review: Path, qtbot: QtBot) -> None:
    asked = go_to(window, DrawnUnit.LOST, qtbot)
    for key in (Key.Key_3, Key.Key_Z):
        press(qtbot, key, Modifier.ControlModifier if key == Key.Key_Z else Modifier.NoModifier)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert (asked_in(window).link.key, checked(window)) == (asked.link.key, [Verdict.BETTER])
    press(qtbot, Key.Key_Backspace)
    assert (asked_in(window).link.key, checked(window), read_rows(review)) == (asked.link.key, [], {})
    press(qtbot, Key.Key_1)
    assert read_rows(review) == {asked.link.key: Verdict.BETTER}


def test_last_drawn_item_ends_the_sample_and_shows_its_answer(
    window: MainWindow, window_of: Windows, review: Path, qtbot: QtBot
) -> None:
    page = page_of(window)
    for key in (Key.Key_3, Key.Key_1, Key.Key_4) * 2:
        last = asked_in(window)
        press(qtbot, key)
    assert page.header.judged() == "6 of 6 drawn"
    assert (asked_in(window) is last, checked(window)) == (True, [Verdict.UNSURE])
    qtbot.waitUntil(lambda: page.problem() != "")
    # Made and lost take turns: yes, no, not sure; then yes, no, not sure for lost, made, lost.
    expected = [Verdict.BETTER] * 2 + [Verdict.UNSURE] * 2 + [Verdict.WORSE] * 2
    assert Counter(read_rows(review).values()) == Counter(expected)
    # Another answer to it is no wish for more links.
    press(qtbot, Key.Key_1)
    assert (asked_in(window) is last, checked(window)) == (True, [Verdict.WORSE])
    assert len(read_rows(review)) == 6
    window.close()
    page = page_of(again := window_of(review))
    assert page.header.judged() == "6 of 6 drawn"
    assert len(checked(again)) == 1
    # Undrawn links are asked about only if the reviewer wants more.
    press(qtbot, Key.Key_N)
    assert asked_in(again).link.key not in {item.keys[0] for item in drawn_items(again)}


def test_esc_goes_to_the_whole_bag_and_the_key_for_unjudged_comes_back(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    asked = asked_in(window)
    press(qtbot, Key.Key_Escape)
    assert page_of(window).pane.link.asked() is None
    assert part_of(page_of(window).pane, EvidenceView).isVisible()
    answers = [each.verdict for each in answer_buttons(window)]
    assert answers == [Verdict.WORSE, Verdict.SAME, Verdict.BETTER, Verdict.UNSURE]
    assert status(window)
    press(qtbot, Key.Key_N)
    assert asked_in(window).link.key == asked.link.key
    press(qtbot, Key.Key_N)
    assert asked_in(window).link.key != asked.link.key
    # The link on the bar leads to the bag, too, which takes a verdict that answers no link.
    part_of(page_of(window).bar, ChangesLink).click()
    assert page_of(window).pane.link.asked() is None
    press(qtbot, Key.Key_2)
    assert page_of(window).session.progress.verdicts == [Verdict.SAME]
    assert page_of(window).header.judged() == "0 of 6 drawn"
    assert read_rows(review) == {}


def test_focus_is_in_the_list_when_what_had_it_gives_way(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    for part, key in ((page.pane.link.list, Key.Key_Escape), (page.pane.evidence.text, Key.Key_N)) * 2:
        part.setFocus()
        press(qtbot, key)
        assert not part.isVisible()
        assert page.list.view.hasFocus()
    assert asked_in(window)


def test_key_for_who_is_who_opens_it_in_the_place_of_the_question(
    window: MainWindow, review: Path, qtbot: QtBot
) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_E)
    assert (page.who.is_open(), page.pane.link.asked(), page.pane.link.isVisible()) == (True, None, False)
    press(qtbot, Key.Key_Escape)
    assert (page.who.is_open(), len(answer_buttons(window))) == (False, 4)
    press(qtbot, Key.Key_N)
    assert len(answer_buttons(window)) == 3
    press(qtbot, Key.Key_E)
    look(qtbot, page)
    press(qtbot, Key.Key_Return)
    # Who is who answers all links of the bag, which then is shown itself.
    assert page.header.judged() == "6 of 6 drawn"
    assert page.pane.link.asked() is None
    assert read_rows(review) == {}


def test_answer_is_in_words_in_the_strip_the_list_and_the_history(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    press(qtbot, Key.Key_3)
    assert page.reasons.text() == f"✓ Bag 1, {say_answer('K1', Verdict.BETTER)}"
    press(qtbot, Key.Key_1)
    assert page.reasons.text() == f"✓ Bag 1, {say_answer('A13', Verdict.WORSE)}"
    assert "2 links answered" in page.list.describe_bag(0)
    press(qtbot, Key.Key_Z, Modifier.ControlModifier)
    press(qtbot, Key.Key_H, Modifier.ShiftModifier)
    dialog = part_of(window, HistoryDialog)
    table = part_of(dialog, QtWidgets.QTableWidget)
    said = [item.text() for row in range(table.rowCount()) if (item := table.item(row, 2)) is not None]
    assert said == [
        f"undone: {say_answer('A13', None)}",
        say_answer("A13", Verdict.WORSE),
        say_answer("K1", Verdict.BETTER),
    ]
    dialog.close()


def test_screen_reader_hears_the_question_its_part_and_each_earlier_part(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    heard = hear(page.session)
    press(qtbot, Key.Key_3)
    assert [text for text in heard if LINK_QUESTION in text] == [page.pane.link.spoken()]
    assert page.pane.link.spoken().startswith(
        f"{LINK_QUESTION} A13, Mara Lind, 2 mentions: "
        "The guard came home late in chapter 12, and Mara Lind let him in. 12 "
    )
    earlier = part_of(window, EarlierList)
    assert spoken_name(earlier).startswith("12 ")
    assert earlier.earlier_model().index(1).data(ACCESSIBLE) == "A1, the dog, 1 mention: The dog slept."
    for part in page.pane.link.findChildren(QtWidgets.QAbstractScrollArea):
        assert QtGui.QAccessible.queryAccessibleInterface(part).text(QtGui.QAccessible.Text.Name)


def test_mention_of_a_new_part_is_asked_about_the_mentions_before_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_of(window)
    page.sampler.draw(47)
    for _ in range(47):
        if not asked_in(window).part.number:
            press(qtbot, Key.Key_N)
    number = asked_in(window).part.number
    assert page.pane.link.shown_part() == f"-1 · {number} the man, 1 mention"
    assert spoken_name(part_of(window, EarlierList)).startswith(f"{number - 1} earlier mention")


def test_review_for_reading_shows_the_question_and_takes_no_answer(
    window_of: Windows, review: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coala.review.storage.opening.writable", lambda path: False)
    window = window_of(review)
    asked = asked_in(window)
    assert not any(each.isEnabled() for each in answer_buttons(window))
    qtbot.keyClick(window, Key.Key_3)
    assert (asked_in(window) is asked, read_rows(review)) == (True, {})


def test_answer_with_hidden_sides_is_stored_for_the_side_that_has_the_link(
    window_of: Windows, tmp_path: Path, qtbot: QtBot
) -> None:
    opened = write_novel(tmp_path / "open.coala")
    with Review.open(opened) as review:
        sample = draw(review, DRAWN)
    swapped = set()
    for seed in range(1, 5):
        blind = write_novel(tmp_path / f"blind{seed}.coala", blind=BlindWish(seed))
        with Review.open(blind) as hidden:
            names = [entry.fingerprint for entry in hidden.entries]
            hidden.keep(SAMPLE_OF_BAGS, store_sample(sample, names))
        coin = ShownSides(seed).swaps(names[0])
        if coin in swapped:
            continue
        swapped.add(coin)
        window = window_of(blind)
        page = page_of(window)
        for _ in range(DRAWN):
            # The sides have names on the map only, and links of either side the same question.
            tips = [each.toolTip() for each in answer_buttons(window)]
            shown = *all_texts(window=page.pane.link), *answer_labels(window), *tips, page.reasons.text()
            assert not re.search("baseline|changed|left|right|better|worse", " ".join(shown))
            press(qtbot, Key.Key_3)
        assert page.header.judged() == "6 of 6 drawn"
        window.close()
        unblind(blind)
        with Review.open(blind) as review:
            rows = dict(review.states()[0].rows)
        stored = [rows[item.keys[0]] for item in (sample.items[item] for item in sample.drawn)]
        assert stored == [Verdict.BETTER, Verdict.WORSE] * 3
    # Each side was once on the left.
    assert swapped == {False, True}


def test_change_that_is_chosen_in_the_list_closes_the_question(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    key = asked_in(window).link.key
    page.pane.choose_change(2)
    # It is about mentions, so the answers are for the bag.
    assert (page.pane.link.asked(), page.pane.change(), len(answer_buttons(window))) == (None, None, 4)
    press(qtbot, Key.Key_N)
    assert asked_in(window).link.key == key
    press(qtbot, Key.Key_3)
    assert page.header.judged() == "1 of 6 drawn"
    assert page.pane.change() is None


def test_reading_key_scrolls_the_earlier_parts(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(800, 600)
    bar = part_of(window, EarlierList).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.value() == 0
    page_of(window).pane.show_more()
    assert 0 < bar.value() <= bar.maximum()
    page_of(window).pane.show_less()
    assert bar.value() == 0
