"""What the window says after each key: ``python -m tests.golden.messages`` prints it.

It runs in an empty folder, on small reviews made by hand. Of each step it prints what is new: on the status
line, in the message above the page, in the question, on the strip with the last answer, in the panes,
and in what a screen reader hears.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest import mock

from PySide6 import QtGui, QtWidgets
from PySide6.QtTest import QTest

from coala.gui.bag_view import who_is_who
from coala.gui.session.actions import SPECS
from coala.gui.session.preferences import Preferences
from coala.gui.widgets import labels, status_line
from coala.gui.window.main_window import MainWindow
from coala.gui.window.page import answers
from coala.gui.window.page.answers import BURST_SECONDS, SHOWN_SECONDS, AnswerGate
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from tests.golden.capture import ignore_time
from tests.support.bags_by_hand import PARIS, TEXAS, linked, seed
from tests.support.facts_by_hand import reading
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.novels import write_novel
from tests.support.parted_bags import make_parted_review
from tests.support.reviews import (
    a_bag,
    a_gold_over_two,
    a_mixed_bag,
    a_typed_bag,
    judge_as,
    make_review,
    put_comparison,
    three_splits,
)
from tests.support.windows import CLOCK, KEYS_OF_A_USER, no_comparison, settled

_REVIEWER = "Cleo"
_ACTIONS = frozenset(spec.name for spec in SPECS)
_KINDS = (Kind.MOVED, Kind.SPLIT, Kind.MERGED)


def main() -> int:
    """Print what the window says in all scenes."""
    ignore_time()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QtWidgets.QApplication(["coala"])
    application.setStyle("fusion")
    gate = partial(AnswerGate, clock=CLOCK)
    heard: list[str] = []
    with mock.patch.object(answers, "AnswerGate", gate):
        for module in (status_line, labels, who_is_who):
            mock.patch.object(
                module, "announce", lambda widget, words, urgent=False: heard.append(words)
            ).start()
        for scene in SCENES:
            _play(scene, heard)
    return 0


class Scene(NamedTuple):
    """A review, and what is done with it.

    A step is a key or keys ("Ctrl+Z"), the name of an action, or a word with its object: ``go 3`` to a bag,
    ``type`` into the field with the focus, ``empty`` that field, ``now 3`` presses a key before an answer
    counts, ``quick 3 2`` presses keys as quickly as answers count, ``list 1`` chooses a change, ``open`` and
    ``copy`` a file.
    """

    name: str
    make: Callable[[Path], object]
    steps: Sequence[str]
    is_writable: bool = True


def _make_bags(count: int, path: Path) -> None:
    make_review(path, [a_bag(place, kind=_KINDS[place % 3]) for place in range(count)])


def _make_typed(path: Path) -> None:
    make_review(path, [a_typed_bag(0), a_typed_bag(1), a_bag(2)])


def _make_disputed(path: Path) -> None:
    _make_bags(6, path)
    judge_as(path, "ann", "++=-+ ", note="first look")
    judge_as(path, "bo", "+-=--?", note="overruled", tags=("hearsay",))


def _make_agreed(path: Path) -> None:
    _make_bags(3, path)
    judge_as(path, "ann", "++")
    judge_as(path, "bo", " ?-")


def _make_parted_disputed(path: Path) -> None:
    make_parted_review(path)
    opinions = {"ann": Groups(((0, 3), (4, 5))), "ben": Groups(((0,), (3, 4)), no_mention=(5,))}
    for reviewer, groups in opinions.items():
        with Review.open(path, reviewer=reviewer) as review:
            bag = sorted(range(3), key=lambda number: review.bag(number).spans[0].begin)[1]
            review.judge(bag, State(Verdict.BETTER, groups=groups))


def _draw_from(make: Callable[[Path], object], size: int, path: Path) -> None:
    make(path)
    with Review.open(path, reviewer=_REVIEWER) as review:
        draw(review, size, seed=3)


def _make_great(path: Path) -> None:
    write_bags(path, [*map(a_bag, range(6)), a_wide_bag(90, 240)])


def _make_facts(path: Path) -> None:
    before = reading(("chris", "landedIn", "paris", "landed in Paris"), ("chris", "met", "ann", "met Ann"))
    after = reading(("chris", "landedIn", "france", "landed in Paris"), ("ann", "from", "rome", "from Rome"))
    put_comparison(path, before, after)


def _make_gold(path: Path) -> None:
    put_comparison(path, *three_splits(), a_gold_over_two())


def _make_commented(path: Path) -> None:
    _make_bags(2, path)
    with Review.open(path, reviewer=_REVIEWER) as review:
        review.judge(0, State(Verdict.BETTER, Comment("who", ("nested",))))
        review.keep_draft(1, Comment("half"))


SCENES = (
    Scene(
        "bags",
        partial(_make_bags, 6),
        (
            *("now 3", "Ctrl+1", "S", "S", "next_alike", "1", "Ctrl+2", "C", "type who is he", "Return"),
            *("copy_text", "copy_markdown", "copy_entry", "E", "who_is_who", "report", "go 2"),
            *("quick 3 2 4", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Z", "Ctrl+Z", "Backspace"),
            *("filter", "type zzz", "judge_better", "copy_text", "clear_filter", "Shift+C"),
            *(
                f"type {'x' * 100}",
                "Return",
                "Shift+C",
                "empty",
                "Return",
                "copy bags.coala",
                "copy copy.coala",
                "copy copy.coala",
            ),
            *(
                "open none.coala",
                "open copy.coala",
                "open bags.coala",
                "1",
                "1",
                "1",
                "1",
                "1",
                "1",
                "N",
                "draw",
            ),
        ),
    ),
    Scene(
        "types",
        _make_typed,
        (
            *("E", "3", "now 3", "1", "Escape", "E", "3", "go 1", "E", "Backspace", "Ctrl+Z", "go 2"),
            *("E", "1", "1", "1", "go 3", "E", "2", "results", "results", "go 1", "Escape", "3", "go 1", "E"),
            *("list 1", "list 2"),
        ),
    ),
    Scene(
        "mixed", lambda path: make_review(path, [a_mixed_bag(0), a_mixed_bag(1)]), ("E", "Escape", "list 0")
    ),
    Scene(
        "links",
        lambda path: make_review(path, [linked([TEXAS], [PARIS]), seed()]),
        ("copy_entry", "E", "next", "copy_entry"),
    ),
    Scene(
        "parts",
        make_parted_review,
        (
            *("E", "now 2", "7", "O", "2", "X", "?", "Up", "N", "Ctrl+Z", "Escape", "E", "Ctrl+Z", "list 0"),
            *("3", "Return", "go 2", "E", "X", "Return", "Ctrl+Z", "go 3", "E", "1", "results"),
        ),
    ),
    Scene(
        "settled parts",
        _make_parted_disputed,
        ("Ctrl+J", "E", "2", "1", "Return", "E", "Escape", "Ctrl+J", "Ctrl+J"),
    ),
    Scene(
        "disagreements",
        _make_disputed,
        ("Ctrl+J", "2", "1", "1", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+J", "Ctrl+J", "Shift+H", "results"),
    ),
    Scene("no disagreements", _make_agreed, ("go 1", "Ctrl+J")),
    Scene(
        "drawn links",
        partial(_draw_from, write_novel, 3),
        (
            "2",
            "3",
            "now 3",
            "Ctrl+Z",
            "3",
            "Escape",
            "N",
            "Shift+H",
            "Escape",
            "1",
            "4",
            "Backspace",
            "results",
        ),
    ),
    Scene(
        "drawn bags",
        partial(_draw_from, partial(_make_bags, 12), 4),
        ("results", "results", "3", "3", "3", "3", "N", "results"),
    ),
    Scene("drawn items", partial(_draw_from, _make_great, 8), ("results",)),
    Scene("facts", _make_facts, ("E", "3", "results", "results", "E", "3", "results")),
    Scene(
        "gold",
        _make_gold,
        ("G", "3", "results", "results", "go 1", "G", "go 2", "1", "gold_first", "results"),
    ),
    Scene("for reading", _make_commented, ("go 1", "E", "1", "who_is_who"), is_writable=False),
    Scene("drafts", _make_commented, ("go 2", "1", "go 1", "history")),
    Scene("nothing", partial(_make_bags, 0), ("N", "judge_better", "results")),
)


def _play(scene: Scene, heard: list[str]) -> None:
    path = Path(f"{scene.name.replace(' ', '-')}.coala")
    scene.make(path)
    writable = mock.patch("coala.review.storage.opening.writable", return_value=scene.is_writable)
    with TemporaryDirectory() as folder, writable:
        preferences = Preferences(keys=dict(KEYS_OF_A_USER))
        window = MainWindow(preferences, Path(folder) / "preferences.json", no_comparison, reviewer=_REVIEWER)
        # Larger than any screen, so that no words depend on fonts.
        window.resize(4_000, 3_000)
        window.show()
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
        shown: dict[str, str] = {}
        for step in (f"open {path}", *scene.steps):
            heard.clear()
            _do(window, step)
            _rest(window)
            print(f"--- {scene.name}: {step[:40]}")
            for name, words in _list_words(window):
                if words != shown.get(name, ""):
                    print(f"{name}: {words}".rstrip())
                shown[name] = words
            for words in filter(None, heard):
                print("spoken: " + words.replace("\n", " / "))
            if not any(dialog.isVisible() for dialog in window.findChildren(QtWidgets.QDialog)):
                window.activateWindow()
        for dialog in window.findChildren(QtWidgets.QDialog):
            dialog.close()
        window.close()
        window.deleteLater()
        QTest.qWait(0)


def _rest(window: MainWindow) -> None:
    """Wait until the window has no delayed work left."""
    for _ in range(200):
        QTest.qWait(10)
        page = window.page
        parts = [window.status, *([] if page is None else [page, page.list, page.gold, page.reasons])]
        if all(map(settled, parts)):
            return


def _do(window: MainWindow, step: str) -> None:
    word, _, rest = step.partition(" ")
    page = window.page
    match word:
        case "open":
            window.open_review(Path(rest))
        case "copy":
            window.dialogs.save_copy_to(Path(rest))
        case "go":
            window.show_bag(int(rest) - 1)
        case "type":
            QTest.keyClicks(_find_focus(window), rest)
        case "empty":
            field = _find_focus(window)
            assert isinstance(field, QtWidgets.QLineEdit)
            field.clear()
        case "list":
            assert page is not None
            page.pane.choose_change(int(rest))
        case "now":
            _press(window, rest)
        case "quick":
            for key in rest.split():
                _look(page, SHOWN_SECONDS + 0.01)
                _press(window, key)
        case _ if word in _ACTIONS:
            window.actions_by_name[word].trigger()
        case _:
            _look(page, SHOWN_SECONDS + BURST_SECONDS)
            _press(window, word)


def _find_focus(window: MainWindow) -> QtWidgets.QWidget:
    return QtWidgets.QApplication.focusWidget() or window


def _press(window: MainWindow, key: str) -> None:
    QTest.keySequence(_find_focus(window), QtGui.QKeySequence(key))


def _look(page: ReviewPage | None, seconds: float) -> None:
    """Look at the bag for a time once it is painted."""
    if page is None:
        return
    CLOCK.now += seconds
    for _ in range(50):
        if page.answers.gate.is_open():
            return
        QTest.qWait(10)
        CLOCK.now += SHOWN_SECONDS


def _list_words(window: MainWindow) -> Iterator[tuple[str, str]]:
    """Yield the words of each part that says something, by the part's name."""
    yield "status", window.statusBar().currentMessage()
    yield "window's message", window.notice.text() if window.notice.isVisible() else ""
    page = window.page
    if page is None:
        return
    notice = page.notice.text() if page.notice is not window.notice and page.notice.isVisible() else ""
    yield "message", notice
    yield "question", page.bar.question()
    yield "link", page.bar.link()
    yield "strip", page.reasons.text()
    yield "gold of the strip", page.reasons.gold_text()
    yield "gold of the bag", page.pane.gold_remark()
    yield "judged", page.header.judged()
    yield "list", page.list.count_text()
    yield "pane", page.pane.message().replace("\n", " / ")
    yield "opinions", page.opinions.text().replace("\n", " / ")
    placing = page.who.placing() if page.who.is_open() else None
    yield "parts", page.pane.who.summary() if placing is not None else ""
    if page.shows_results():
        yield "answer", page.results.answer()
        yield "figures", " / ".join(page.results.verdicts.figures())
        yield "sample", page.results.fewer_bags.sample_text().replace("\n", " / ")
        yield "effect", page.results.effects.current_text().replace("\n", " / ")
    for dialog in window.findChildren(QtWidgets.QDialog):
        if dialog.isVisible():
            texts = [label.text() for label in dialog.findChildren(QtWidgets.QLabel)]
            tables = dialog.findChildren(QtWidgets.QTableWidget)
            texts += [
                str(table.model().index(row, 2).data()) for table in tables for row in range(table.rowCount())
            ]
            yield "dialog", " / ".join(filter(None, texts))


if __name__ == "__main__":
    sys.exit(main())
