"""The list of bags: its model, its text for a screen reader, and the filter panel."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.bag_list.model import BAG_ROLE, BagListModel, BagRow, RowExcerpt
from coala.gui.bag_list.panel import BagListPanel
from coala.gui.bag_list.query_menu import QueryMenu
from coala.gui.session.bag_filter import BagFilter
from coala.gui.session.session import Session
from coala.model.bag import Bag, Term, Verdict
from coala.model.kinds import Kind
from coala.model.sides import VERDICT_WORDS
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.storage.seals import seal
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import SEED
from tests.support.reviews import a_bag, a_great_review, make_review, put_comparison
from tests.support.windows import Controllers, Reviews, choose, numbers_in, part_of

Panels = Callable[[Path], tuple[Session, BagListPanel]]


@pytest.mark.parametrize(
    ("before", "words", "expected"),
    [
        ("Then ", "Ann", False),
        ("12 ", "\u05d0\u05d1", True),
        ("", "\u0639\u0644\u064a", True),
        ("Ann", " \u05d0", False),
    ],
)
def test_excerpt_has_the_direction_of_its_first_letter(before: str, words: str, expected: bool) -> None:
    assert RowExcerpt(before, words, " came.").is_right_to_left is expected


def picture(model: BagListModel) -> list[str]:
    """Return the rows: sign, number, title | details | size."""
    rows = [model.index(row).data(BAG_ROLE) for row in range(model.rowCount())]
    return [f"{row.sign} {row.number} {row.title[-10:]} | {row.details} | {row.size}" for row in rows]


def test_the_model_keeps_the_rules_of_qt_while_it_changes(
    review_of: Reviews, qtmodeltester: ModelTester
) -> None:
    with Review.open(review_of(5)) as review:
        session = Session(review)
        model = BagListModel(session)
        qtmodeltester.check(model, force_py=False)
        session.start()
        session.judge_and_go_on(Verdict.BETTER, Comment())
        session.set_filter(BagFilter("doe 3"))
        session.set_filter(BagFilter("nothing has this"))
        session.set_filter(BagFilter())
        session.undo()


def test_rows_show_sign_title_kinds_size_and_note(controller_of: Controllers) -> None:
    session = controller_of(4)
    model = BagListModel(session)
    session.judge_and_go_on(Verdict.WORSE, Comment("odd"))
    session.judge_and_go_on(Verdict.UNSURE, Comment())
    assert picture(model) == [
        "\N{MINUS SIGN} 1 John Doe 0 | moved · note | 3 mentions, 1 doc",
        "? 2 John Doe 1 | split | 3 mentions, 1 doc",
        "● 3 John Doe 2 | merged | 3 mentions, 1 doc",
        "○ 4 John Doe 3 | moved | 3 mentions, 1 doc",
    ]


def test_a_bag_that_changed_since_it_was_judged_says_so(tmp_path: Path) -> None:
    path = make_review(tmp_path / "again.coala", [a_bag(1)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER))
    changed = a_bag(1).__class__(**{**a_bag(1).__dict__, "fingerprint": "f" * 64})
    make_review(path, [changed])
    with Review.open(path) as review:
        model = BagListModel(Session(review))
        assert picture(model) == ["○ 1 John Doe 1 | changed since judged (was +) · moved | 3 mentions, 1 doc"]


def row_of(bag: Bag, path: Path) -> BagRow:
    with Review.open(make_review(path, [bag])) as review:
        return BagListModel(Session(review)).row(0)


def test_a_row_has_the_words_around_the_first_mention_at_stake(tmp_path: Path) -> None:
    row = row_of(a_bag(0), tmp_path / "r.coala")
    assert row.title == '"he" moved from Bob Smith to John Doe 0'
    assert row.excerpt == ("…John Doe and then ", "he", " left.")
    bare = BagRow(row.entry._replace(headline=""), State(), current=False, words=VERDICT_WORDS)
    assert (bare.title, bare.excerpt) == ('"he" moved from Bob Smith to John Doe 0', None)
    broken = BagRow(row.entry._replace(headline='["moved", 1]'), State(), current=False, words=VERDICT_WORDS)
    assert broken.title == bare.title


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_bag_without_a_headline_is_listed_as_it_is_shown_and_a_damaged_one_keeps_its_row(
    tmp_path: Path, is_damaged: bool
) -> None:
    path = tmp_path / "old.coala"
    put_comparison(path, SEED["Y"], SEED["X"])
    change = "content = x'00'" if is_damaged else "title = 'bag 1'"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE bag SET headline = '', {change}")
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))
    with Review.open(path) as review:
        row = BagListModel(Session(review)).row(0)
        assert row.title == "R. Smith joined with Bob Smith"
        if not is_damaged:
            assert row.entry.title == "R. Smith joined with Bob Smith"
            assert row.excerpt is not None
            assert row.excerpt.text == "R. Smith is in town."


def test_marks_say_what_is_special_of_a_verdict(tmp_path: Path) -> None:
    row = row_of(a_bag(0), tmp_path / "r.coala")
    assert row.marks == ""
    changed = row._replace(former=Verdict.WORSE, current=False)
    assert changed._replace(state=State(None, Comment("why"))).marks == "was \N{MINUS SIGN} · note"
    assert changed._replace(state=State(Verdict.SAME)).marks == ""


def test_a_screen_reader_hears_the_verdict_in_words(controller_of: Controllers) -> None:
    session = controller_of(2)
    model = BagListModel(session)
    session.judge_and_go_on(Verdict.BETTER, Comment())
    heard = [model.index(row).data(QtCore.Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    for number, verdict, title, kind in (
        (1, "better", '“"he" moved from Bob Smith to John Doe 0”', "moved"),
        (2, "not judged", '“"he" moved from Bob Smith to John Doe 1”', "split"),
    ):
        before, _, after = heard[number - 1].partition(title)
        assert numbers_in(before) == [str(number)]
        assert verdict in before
        assert kind in after
        assert numbers_in(after) == ["3", "1"]


def test_titles_with_markup_and_control_characters_stay_one_plain_line() -> None:
    entry = BagEntry(0, "f", "<b>x</b>\n\x07y\u202e" + "z" * 1_000_000, (Kind.MOVED,), 1, 1)
    title = BagRow(entry, State(), current=False, words=VERDICT_WORDS).title
    assert title.startswith("<b>x</b> \\x07y\\u202ez")
    assert len(title) <= 400


def test_tooltips_escape_what_a_graph_says(tmp_path: Path) -> None:
    path = make_review(tmp_path / "odd.coala", [a_bag(0, "<img src='x.png'> & more")])
    with Review.open(path) as review:
        model = BagListModel(Session(review))
        tip = model.index(0).data(QtCore.Qt.ItemDataRole.ToolTipRole)
        assert "&lt;img" in tip
        assert "<img" not in tip


def test_a_verdict_announces_its_row_and_no_reset(controller_of: Controllers, qtbot: QtBot) -> None:
    session = controller_of(3)
    model = BagListModel(session)
    resets: list[Any] = []
    model.modelReset.connect(lambda: resets.append(1))
    rows: list[int] = []
    model.dataChanged.connect(lambda first, last, roles: rows.append(first.row()))
    session.judge_and_go_on(Verdict.BETTER, Comment())
    assert (set(rows), resets) == ({0, 1}, [])


@pytest.fixture
def panel_on(qtbot: QtBot) -> Iterator[Panels]:
    """Return a function that opens a review, and makes a list of its bags that is in use."""
    with ExitStack() as opened:

        def make(path: Path) -> tuple[Session, BagListPanel]:
            session = Session(opened.enter_context(Review.open(path)))
            panel = BagListPanel(session, QtGui.QAction("Clear"), QtGui.QAction("Next"))
            panel.chosen.connect(session.show)
            qtbot.addWidget(panel)
            session.start()
            return session, panel

        yield make


def test_the_panel_filters_counts_and_offers_to_clear(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(12))
    panel.show()
    box = part_of(panel, QtWidgets.QLineEdit)
    qtbot.keyClicks(box, "doe 1")
    qtbot.waitUntil(partial(filters_for, session, "doe 1"))
    assert numbers_in(panel.count_text()) == ["3", "12"]
    assert panel.view.model().rowCount() == 3
    choose(panel, "Show only bags of one kind or form", "split")
    assert (box.text(), list(session.shown)) == ("doe 1 kind:split", [1, 10])
    qtbot.keyClicks(box, " zzz")
    qtbot.waitUntil(partial(filters_for, session, "doe 1 kind:split zzz"))
    assert (numbers_in(panel.count_text()), panel.view.isVisible()) == (["0", "12"], False)
    panel.clear_filter()
    assert (numbers_in(panel.count_text()), panel.view.isVisible()) == (["12"], True)
    assert session.filter.is_empty
    assert panel.view.currentIndex().row() == session.current


def test_only_a_row_that_the_reviewer_selects_is_chosen(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(4))
    chosen: list[int] = []
    panel.chosen.connect(chosen.append)
    session.show(2)
    session.set_filter(BagFilter("#2"))
    assert (chosen, session.current, panel.view.currentIndex().row()) == ([], 1, 0)
    session.set_filter(BagFilter())
    qtbot.keyClick(panel.view, QtCore.Qt.Key.Key_Down)
    assert chosen == [session.current] == [3]


def list_kinds(panel: BagListPanel, name: str) -> tuple[QueryMenu, list[str]]:
    """Return the menu of kinds by its accessible name, and its entries, "" for a separator."""
    menu = part_of(panel, QueryMenu, name)
    return menu, [action.text() for action in menu.menu().actions()]


def list_checked(menu: QueryMenu) -> list[str]:
    return [action.text() for action in menu.menu().actions() if action.isChecked()]


def test_menu_of_kinds_lists_exactly_the_bags_of_a_form_or_type(
    tmp_path: Path, panel_on: Panels, qtbot: QtBot
) -> None:
    person = Term("Person", "http://example.org/Person")
    bags = [a_bag(number) for number in range(6)]
    for number in (1, 4, 5):
        chain, *others = bags[number].baseline
        bags[number] = replace(bags[number], baseline=(chain._replace(types=(person,)), *others))
    for number in (2, 4):
        bags[number] = replace(bags[number], words=("Bob Smith", "John Doe", "the man"))
    session, panel = panel_on(make_review(tmp_path / "r.coala", bags))
    menu, entries = list_kinds(panel, "Show only bags of one kind, form or type")
    assert entries == [
        *("All kinds", "moved (6)", "", "form: pronoun (4)", "form: unknown (2)", "", "type: Person (3)")
    ]
    shown = {}
    for entry, action in zip(entries, menu.menu().actions(), strict=True):
        action.trigger()
        shown[entry] = list(session.shown)
        assert list_checked(menu) == ([entry] if entry else ["All kinds"])
        menu.menu().actions()[0].trigger()
    assert shown["form: pronoun (4)"] == [0, 1, 3, 5]
    assert shown["form: unknown (2)"] == [2, 4]
    assert shown["type: Person (3)"] == [1, 4, 5]
    box = part_of(panel, QtWidgets.QLineEdit)
    query = f"form:pronoun type:<{person.name}>"
    box.setText(query)
    qtbot.waitUntil(partial(filters_for, session, query))
    assert list(session.shown) == [1, 5]
    assert "form:pronoun" in box.toolTip()
    panel.clear_filter()
    assert session.filter.is_empty
    assert (list_checked(menu), len(session.shown)) == (["All kinds"], 6)


def test_entries_of_menus_write_and_delete_their_terms_in_the_search(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(6))
    session.judge(Verdict.WORSE, Comment())
    box = part_of(panel, QtWidgets.QLineEdit)
    box.setText("doe")
    verdicts, kinds = "Show only bags with one verdict", "Show only bags of one kind or form"
    for name, entry, query, shown in (
        (verdicts, "\N{MINUS SIGN} Worse", "doe verdict:worse", [0]),
        (verdicts, "Unjudged", "doe verdict:worse,none", [0, 1, 2, 3, 4, 5]),
        (kinds, "split", "doe verdict:worse,none kind:split", [1, 4]),
        (kinds, "moved", "doe verdict:worse,none kind:split,moved", [0, 1, 3, 4]),
        (verdicts, "Unjudged", "doe verdict:worse kind:split,moved", [0]),
        (kinds, "split", "doe verdict:worse kind:moved", [0]),
        (verdicts, "All verdicts", "doe kind:moved", [0, 3]),
    ):
        choose(panel, name, entry)
        assert (box.text(), session.filter.text, list(session.shown)) == (query, query, shown)
    # What is typed is checked, too.
    box.setText("VERDICT:unsure,worse")
    menus = [part_of(panel, QueryMenu, name) for name in (verdicts, kinds)]
    assert [*map(list_checked, menus)] == [["\N{MINUS SIGN} Worse", "? Not sure"], ["All kinds"]]
    qtbot.waitUntil(lambda: list(session.shown) == [0])


def test_entries_of_a_menu_are_chosen_with_the_keyboard(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(5))
    menu, entries = list_kinds(panel, "Show only bags of one kind or form")
    seen = []
    for _ in filter(None, entries):
        qtbot.keyClick(menu.menu(), QtCore.Qt.Key.Key_Down)
        seen.append(menu.menu().activeAction().text())
    assert seen == [entry for entry in entries if entry]
    qtbot.keyClick(menu.menu(), QtCore.Qt.Key.Key_Return)
    assert session.filter == BagFilter("form:pronoun")


@pytest.mark.parametrize("settings", [{"record": "id"}, {"language": "zh"}])
def test_forms_that_tell_nothing_are_not_offered(
    tmp_path: Path, panel_on: Panels, settings: dict[str, str]
) -> None:
    # Records have no forms, and of English words none is a Chinese pronoun.
    _, panel = panel_on(make_review(tmp_path / "r.coala", [a_bag(0)], settings=settings))
    _, entries = list_kinds(panel, "Show only bags of one kind")
    assert entries == ["All kinds", "moved (1)"]
    assert "form:" not in part_of(panel, QtWidgets.QLineEdit).toolTip()


def test_menu_has_the_most_frequent_types_on_one_line(tmp_path: Path, panel_on: Panels) -> None:
    bags = []
    for number in range(12):
        chain, *others = a_bag(number).baseline
        types = tuple(Term(f"T{at}\n" + "x" * 99, f"http://example.org/{at}") for at in range(number + 1))
        bags.append(replace(a_bag(number), baseline=(chain._replace(types=types), *others)))
    _, panel = panel_on(make_review(tmp_path / "r.coala", bags))
    _, entries = list_kinds(panel, "Show only bags of one kind, form or type")
    types_listed = [entry for entry in entries if entry.startswith("type:")]
    assert [entry.split()[1].split("x")[0] for entry in types_listed] == [f"T{at}" for at in range(8)]
    assert types_listed[0].endswith("(12)")
    assert max(map(len, types_listed)) < 60


def test_a_hundred_thousand_bags_scroll_filter_and_advance_at_once(
    tmp_path: Path, panel_on: Panels, qtbot: QtBot
) -> None:
    bags = 100_000
    session, panel = panel_on(a_great_review(tmp_path / "great.coala", bags))
    panel.resize(300, 700)
    panel.show()
    session.show(bags - 1)
    panel.view.grab()
    session.show(0)
    session.go_to_unjudged(-1)
    box = part_of(panel, QtWidgets.QLineEdit)
    box.setText("b 99999")
    qtbot.waitUntil(partial(filters_for, session, "b 99999"))
    assert list(session.shown) == [99_999]
    box.setText("")
    qtbot.waitUntil(partial(filters_for, session, ""))
    panel.view.grab()
    qtbot.keyClicks(panel.view, "xx")
    assert panel.view.model().rowCount() == bags


def filters_for(session: Session, query: str) -> bool:
    return session.filter.text == query


def test_a_search_waits_for_the_next_letter_and_finds_more_than_titles(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(12))
    session.show(5)
    session.judge(Verdict.SAME, Comment("A kestrel?"))
    box = part_of(panel, QtWidgets.QLineEdit)
    for query, found in (("note:kestrel", [5]), ("#3", [2]), ("doc:doc11", [11]), ("bob SMITH", 12)):
        box.setText(query)
        qtbot.waitUntil(partial(filters_for, session, query))
        assert len(session.shown) == found if isinstance(found, int) else session.shown == found
    panel.clear_filter()
    assert session.current == 5


def test_invalid_search_shows_a_message_and_keeps_the_list(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(3))
    panel.show()
    box = part_of(panel, QtWidgets.QLineEdit)
    for query in ("doc:", "???", "#99"):
        box.setText(query)
        qtbot.waitUntil(lambda: bool(panel.hint()))
        assert len(session.shown) == 3
        # Return leads to the list of a query that is understood.
        box.setFocus()
        qtbot.keyClick(box, QtCore.Qt.Key.Key_Return)
        assert panel.focusWidget() is box
        panel.clear_filter()
        assert panel.hint() == ""
