"""The header, which describes the comparison."""

from __future__ import annotations

import re

from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.engine.summary import Summary
from coala.gui.session.action_set import Actions
from coala.gui.widgets.labels import ElidedLabel, PlainLabel
from coala.gui.window.header import Header
from coala.model.bag import Verdict
from coala.model.notices.notice import make_notice
from tests.support.reviews import a_bag, a_summary
from tests.support.windows import part_of

SETTINGS = {"match": "overlap", "ignore_predicates": "http://e.org/comment " + "http://e.org/p " * 60}


def header_of(summary: Summary, total: int = 1, name: str = "newswire", *, blind: bool = False) -> Header:
    # The application owns the actions: buttons of the header listen to them.
    actions = Actions({}, QtWidgets.QApplication.instance())  # type: ignore[arg-type]
    return Header(summary, total, QtWidgets.QWidget(), actions, name, blind=blind)


def settings_of(header: Header) -> ElidedLabel:
    """Return the last line of the header."""
    *_, label = header.findChildren(ElidedLabel)
    return label


def test_unusual_settings_are_complete_in_the_tooltip(qtbot: QtBot) -> None:
    joined = tuple(
        make_notice("spans-joined", count, ["3–8 with 4–8 in d"], role=role, mode="overlap")
        for count, role in ((7, "changed graph"), (4, "gold graph"))
    )
    header = header_of(a_summary([a_bag(0)], settings=SETTINGS, notices=joined))
    qtbot.addWidget(header)
    header.resize(600, 80)
    header.show()
    label = settings_of(header)
    assert label.isVisible()
    found = re.findall(r"comment|overlap|\d+|changed graph|gold graph", label.full_text())
    assert found == ["comment", "overlap", "7", "changed graph", "4", "gold graph"]
    assert "…" in label.text()
    assert header.minimumSizeHint().width() < 600
    assert label.accessibleName() == label.full_text()
    assert "overlap" in label.toolTip()


def test_a_usual_comparison_takes_no_room_for_it(qtbot: QtBot) -> None:
    header = header_of(a_summary([a_bag(0)]))
    qtbot.addWidget(header)
    header.show()
    assert not settings_of(header).isVisible()


def test_search_of_actions_is_named_in_words_and_its_key_is_in_the_tip(qtbot: QtBot) -> None:
    header = header_of(a_summary([a_bag(0)]), name="A review with a name")
    qtbot.addWidget(header)
    header.show()
    button = next(each for each in header.findChildren(QtWidgets.QToolButton) if "Find" in each.text())
    for width, words in ((1200, "Find action"), (300, "Find")):
        header.resize(width, 40)
        QtWidgets.QApplication.processEvents()
        assert button.text() == words
        assert "Ctrl+K" in button.toolTip()


def test_a_name_of_any_length_leaves_room_for_the_buttons(qtbot: QtBot) -> None:
    for name in ("review " * 30, "ביקורת " * 30):
        header = header_of(a_summary([a_bag(0)]), 8, name)
        qtbot.addWidget(header)
        header.resize(600, 40)
        header.show()
        header.show_progress({Verdict.BETTER: 3})
        assert header.minimumSizeHint().width() < 600
        assert header.name() == name.strip()
        assert header.menu.geometry().right() <= header.width()


def test_nothing_to_judge_has_no_progress(qtbot: QtBot) -> None:
    header = header_of(a_summary([]), 0)
    qtbot.addWidget(header)
    header.show()
    header.show_progress({})
    assert not part_of(header, QtWidgets.QProgressBar).isVisible()
    assert not any(label.isVisible() for label in header.findChildren(PlainLabel) if " of " in label.text())
