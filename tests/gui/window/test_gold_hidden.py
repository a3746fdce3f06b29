"""While gold is hidden, nothing in the window gives away what it says of bags that are not judged.

Two reviews of the same graphs with two golds, which differ in unjudged bags alone, are walked in the same
way: every action in one of each kind of bag, the results with every metric and explanation, every order and
filter, dialog, copy and export. What is seen and written must be the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.exports.registry import EXPORTS
from coala.gui.bag_list.panel import OrderButton
from coala.gui.bag_list.query_menu import QueryMenu
from coala.gui.dialogs.export import ReviewExportDialog
from coala.gui.session.actions import SPECS
from coala.gui.window.main_window import MainWindow
from tests.support.all_texts import all_texts
from tests.support.reviews import put_comparison
from tests.support.two_golds import baseline_and_changed, put_review
from tests.support.windows import Clock, Windows, page_of, part_of, settled

_NOT_WALKED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("gold_first",), "shows gold"),
        **dict.fromkeys(
            ("compare", "compare_again", "new_window", "open", "close", "quit"), "leaves the review"
        ),
        **dict.fromkeys(("export", "share", "save_copy"), "asks for a file; exports are compared below"),
        **dict.fromkeys(
            ("font", "reviewer", "copy_more", "go_to", "order"), "asks for a word in front of all"
        ),
        **dict.fromkeys(("unblind",), "the review is not blind"),
        **dict.fromkeys(("clear", "undo", "redo"), "changes a verdict"),
        **{spec.name: "is for all windows" for spec in SPECS if spec.name.startswith("colours_")},
        **{spec.name: "gives a verdict or a reason" for spec in SPECS if spec.verdict is not None},
        **{spec.name: "gives a verdict or a reason" for spec in SPECS if spec.name.startswith("tag_")},
        **{spec.name: "works on a board" for spec in SPECS if spec.only in ("board", "column")},
    }
)
"""Actions that are left out, and why."""
WALKED = tuple(spec.name for spec in SPECS if spec.name not in _NOT_WALKED)
# Names of exports and verdicts contain their times.
_TIMES = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.+]+|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?|today, \d\d:\d\d|coala:\w+:\w{32}\b"
)

_ABOUT_THE_BAG = frozenset(
    ("results", "gold", "all_mentions", "history", "why", "who_is_who", "next_mention")
)
"""Actions that show something of the bag."""

ONE_OF_EACH = (0, 1, 4, 8)
"""A judged bag, one whose mention one gold has, one that gold joins, and one on neither side of gold."""
_LAST_BITS = re.compile(r"-?\d+\.\d{9,}")


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no result say how long verdicts took, which depends on the machine."""
    monkeypatch.setattr("coala.review.minutes._SHORTEST_PAUSE", timedelta(days=1))


def plain(text: str) -> str:
    """Return a text without the time, and without the last bits of figures."""
    return _LAST_BITS.sub(lambda figure: f"{float(figure[0]):.9f}", _TIMES.sub("then", text))


Seen = list[tuple[str, list[str], str]]


def see(step: str, window: MainWindow, qtbot: QtBot) -> tuple[str, list[str], str]:
    """Return all words of all windows once they have come to rest, and the picture of the review."""
    page = page_of(window)
    tools = page.tool_windows
    parts = [page, page.gold, page.list, page.results]
    qtbot.waitUntil(lambda: all(map(settled, parts)))
    qtbot.waitUntil(lambda: tools.connectivity is None or not tools.connectivity.is_running())
    QtWidgets.QApplication.processEvents()
    picture = page.grab().toImage()
    digest = hashlib.sha256(bytes(picture.constBits())).hexdigest()
    # The results are filled when they are shown, and the start page knows of no gold.
    hidden = [window.start_page, *([] if page.shows_results() else [page.results])]
    return step, [plain(text) for text in dict.fromkeys(all_texts(*hidden, window=window))], digest


def walk(window: MainWindow, qtbot: QtBot) -> Iterator[tuple[str, list[str], str]]:
    page = page_of(window)
    yield see("opened", window, qtbot)
    # Gold's chains and all mentions stay on.
    for name in ("gold", "all_mentions"):
        window.actions_by_name[name].trigger()
    for number in range(page.session.progress.total):
        page.session.show(number)
        yield see(f"bag {number + 1}", window, qtbot)
    for number in ONE_OF_EACH:
        page.session.show(number)
        page.pane.evidence.toggle_document()
        yield see(f"bag {number + 1} in its document", window, qtbot)
        page.session.show(number)
        page.show_results()
        yield see(f"results at bag {number + 1}", window, qtbot)
        page.hide_results()
    # What an action shows of a bag depends on its kind alone, so each is tried in one unjudged bag, and those
    # that show something of the bag in one of each kind.
    for place, name in enumerate(WALKED):
        for number in ONE_OF_EACH if name in _ABOUT_THE_BAG else ONE_OF_EACH[1 + place % 3 :][:1]:
            page.session.show(number)
            window.actions_by_name[name].trigger()
            yield see(f"{name} in bag {number + 1}", window, qtbot)
            for dialog in window.findChildren(QtWidgets.QDialog):
                dialog.close()
    yield from walk_results(window, qtbot)
    for action in part_of(page.list, OrderButton).menu().actions():
        if action.isEnabled() and not action.isSeparator():
            action.trigger()
            yield see(f"order {action.text()}", window, qtbot)
    for menu in page.list.findChildren(QueryMenu):
        show_all, *entries = menu.menu().actions()
        for action in entries:
            if not action.isSeparator():
                action.trigger()
                yield see(f"filter {action.text()}", window, qtbot)
                show_all.trigger()
    for words in (
        "kim",
        "chair",
        "kind:moved",
        "verdict:none",
        "by:",
        "judged:whole",
        "doc:joined",
        "gold",
        "#3",
        "towards",
    ):
        part_of(page.list, QtWidgets.QLineEdit).setText(words)
        yield see(f"search {words}", window, qtbot)


def walk_results(window: MainWindow, qtbot: QtBot) -> Iterator[tuple[str, list[str], str]]:
    """Unfold everything in the results, with each metric and each explanation, and follow their links."""
    page = page_of(window)
    page.session.show(ONE_OF_EACH[1])
    page.show_results()
    for section in (page.results.verdicts, page.results.scores, page.results.effects):
        section.explainer.unfold()
    yield see("results unfolded", window, qtbot)
    # All of them at once: each shows another of its entries in each step. The scores offer none yet.
    boxes = [box for box in page.results.findChildren(QtWidgets.QComboBox) if box.count()]
    for place in range(max(box.count() for box in boxes)):
        for box in boxes:
            box.setCurrentIndex(place % box.count())
        step, texts, digest = see(f"results with entry {place} of each menu", window, qtbot)
        yield step, [*texts, *counts_by_gold(window)], digest
    table = part_of(page.results, QtWidgets.QTableWidget)
    for column in range(table.columnCount()):
        page.show_results()
        table.cellActivated.emit(table.rowCount() - 1, column)
        yield see(f"unjudged bags, column {column}", window, qtbot)


def copies(window: MainWindow) -> Iterator[tuple[str, str]]:
    """Copy every bag in every shape."""
    page = page_of(window)
    for number in range(page.session.progress.total):
        page.session.show(number)
        for name in (name for name in WALKED if name.startswith("copy_")):
            window.actions_by_name[name].trigger()
            yield f"{name} {number}", QtWidgets.QApplication.clipboard().text()


def exports(window: MainWindow, folder: Path) -> Iterator[tuple[str, str]]:
    """Write every export that needs no graph, as the window does, and the tally."""
    assert window.review is not None
    for name, export in EXPORTS.items():
        target = folder / f"export{export.suffix}"
        dialog = ReviewExportDialog(window.review)
        dialog.choose(name)
        dialog.export_to(target)
        yield name, plain(target.read_text(encoding="utf-8"))
        target.unlink()
        dialog.deleteLater()
    target = folder / "tally.json"
    dialog = ReviewExportDialog(window.review)
    dialog.choose("tally")
    dialog.export_to(target)
    yield "tally", plain(target.read_text(encoding="utf-8"))
    dialog.deleteLater()


def test_every_action_is_walked_or_left_out_for_a_reason() -> None:
    assert not set(_NOT_WALKED) - {spec.name for spec in SPECS}
    assert {"results", "gold", "all_mentions", "history", "why"} <= set(WALKED)
    assert set(WALKED) >= _ABOUT_THE_BAG


# It walks through the whole window twice.
@pytest.mark.timeout(600)
def test_nothing_in_the_window_tells_two_golds_apart_before_the_verdict(
    tmp_path: Path, window_of: Windows, qtbot: QtBot, clock: Clock, qapp: QtWidgets.QApplication
) -> None:
    # No picture depends on when it was taken.
    qapp.setCursorFlashTime(0)
    seen: list[Seen] = []
    for second in (False, True):
        path = tmp_path / "review.coala"
        path.unlink(missing_ok=True)
        put_review(path, second=second)
        window = window_of(path)
        seen.append(list(walk(window, qtbot)))
        window.close()
    for first, other in zip(*seen, strict=True):
        assert first[0] == other[0]
        assert sorted(set(first[1]) ^ set(other[1])) == [], first[0]
        assert first[2] == other[2], f"{first[0]} does not look the same"


def test_nothing_that_leaves_the_window_or_the_command_line_tells_two_golds_apart(
    tmp_path: Path, window_of: Windows, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[dict[str, str]] = []
    for second in (False, True):
        path = tmp_path / "review.coala"
        path.unlink(missing_ok=True)
        put_review(path, second=second)
        window = window_of(path)
        found = {**dict(copies(window)), **dict(exports(window, tmp_path))}
        window.close()
        capsys.readouterr()
        for words in (["tally"], ["tally", "--json", "-"], ["file", "check"], ["export", "--to", "csv"]):
            main([words[0], str(path), *words[1:]])
            found[" ".join(words)] = plain(capsys.readouterr().out)
        written.append(found)
    assert written[0].keys() == written[1].keys()
    for name, text in written[0].items():
        assert text == written[1][name], name


def test_two_golds_differ_once_gold_is_shown(tmp_path: Path, window_of: Windows, qtbot: QtBot) -> None:
    """Ensure that the tests above compare golds that differ."""
    said: list[set[str]] = []
    for second in (False, True):
        path = tmp_path / f"{second}.coala"
        put_review(path, second=second)
        window = window_of(path)
        window.actions_by_name["gold_first"].trigger()
        page = page_of(window)
        telling = set()
        for number in range(page.session.progress.total):
            page.session.show(number)
            page.results.effects.refresh()
            if page.results.effects.current_text():
                telling.add(page.results.effects.current_text())
        said.append(telling)
        assert page.session.progress.total == 12
        window.close()
    assert len(said[0] ^ said[1]) >= 8


def test_results_do_not_count_unjudged_bags_by_what_gold_says(
    tmp_path: Path, window_of: Windows, qtbot: QtBot
) -> None:
    """Compare two golds: with one all bags raise the score, with the other all lower it."""
    graphs = baseline_and_changed()
    said: dict[bool, list[list[str]]] = {False: [], True: []}
    for side in (0, 1):
        path = tmp_path / f"{side}.coala"
        put_comparison(path, *graphs, graphs[side])
        window = window_of(path)
        for shown in (False, True):
            if shown:
                window.actions_by_name["gold_first"].trigger()
            page_of(window).show_results()
            see("", window, qtbot)
            said[shown].append(list(counts_by_gold(window)))
        window.close()
    assert said[False][0] == said[False][1]
    # Each of the parts counts by gold once gold is shown.
    assert all(hidden != other for hidden, other in zip(*said[True], strict=True))


def counts_by_gold(window: MainWindow) -> Iterator[str]:
    """Return what each part of the results shows about all bags at once."""
    results = page_of(window).results
    yield str(results.scores.rows())
    yield str([label.text() for label in results.findChildren(QtWidgets.QLabel)])
    yield str([results.agreement.sentences(), results.agreement.rows()])
    yield str(results.effects.rows())
    # The sign test over all bags, which has its explanation once gold is shown.
    topics = part_of(results.scores, QtWidgets.QComboBox)
    test = topics.findText("Sign test over bags", QtCore.Qt.MatchFlag.MatchStartsWith)
    results.scores.explainer.unfold()
    topics.setCurrentIndex(max(0, test))
    yield results.scores.explainer.text() if test >= 0 else ""
