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
from pytestqt.qtbot import QtBot

from coala.gui.bag_list import panel as painting_panel
from coala.gui.bag_list.bags_button import BagsButton
from coala.gui.bag_list.model import BAG_ROLE, BagListModel, BagRow
from coala.gui.bag_list.panel import BagDelegate, BagListPanel, OrderButton, PickedNotice
from coala.gui.bag_list.query_menu import QueryMenu
from coala.gui.session.bag_filter import BagFilter, BagOrder, Order, PickedBags
from coala.gui.session.changes import Changes
from coala.gui.session.session import Session
from coala.gui.widgets.theme import Theme
from coala.model.bag import Bag, Term, Verdict
from coala.model.kinds import Kind
from coala.model.sides import VERDICT_WORDS
from coala.review.drawing import draw
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.storage.seals import seal
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import SEED
from tests.support.painted import NotingPainter
from tests.support.reviews import (
    a_bag,
    a_gold_over_two,
    a_great_review,
    a_typed_bag,
    make_review,
    put_comparison,
    three_splits,
)
from tests.support.windows import Controllers, Reviews, choose, hear, numbers_in, part_of, settled

Panels = Callable[[Path], tuple[Session, BagListPanel]]


def picture(model: BagListModel) -> list[str]:
    """Return the rows: sign, number, title | details | size."""
    rows = [model.index(row).data(BAG_ROLE) for row in range(model.rowCount())]
    return [f"{row.sign} {row.number} {row.title[-10:]} | {row.details} | {row.size}" for row in rows]


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
    assert (numbers_in(panel.count_text()), panel.view.model().rowCount()) == (["0", "12"], 0)
    panel.clear_filter()
    assert (numbers_in(panel.count_text()), panel.view.model().rowCount()) == (["12"], 12)
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


def test_delegate_paints_sign_number_value_arrow_and_marks(
    tmp_path: Path, panel_on: Panels, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, panel = panel_on(make_review(tmp_path / "r.coala", [a_bag(0), a_typed_bag(1, 12), a_bag(2)]))
    session.judge(Verdict.WORSE, Comment("n"))
    theme = Theme.from_palette(panel.palette())
    words: list[tuple[str, int, str]] = []

    def note(painter: QtGui.QPainter, rect: QtCore.QRect, lines: list[str], *mention: Any) -> None:
        begins = f" [{mention[0][0]}]" if mention else ""
        words.extend((f"{line}{begins}", rect.top(), painter.pen().color().name()) for line in lines)

    monkeypatch.setattr(painting_panel, "draw_words", note)

    def paint(row: int, *states: QtWidgets.QStyle.StateFlag) -> NotingPainter:
        words.clear()
        option = QtWidgets.QStyleOptionViewItem()
        option.initFrom(panel.view)
        option.rect, option.palette = QtCore.QRect(0, 0, 900, 60), panel.palette()
        option.state = QtWidgets.QStyle.StateFlag.State_Enabled
        for state in states:
            option.state |= state
        painter = NotingPainter(900, 60)
        BagDelegate(panel).paint(painter, option, panel.view.model().index(row, 0))
        painter.end()
        return painter

    quiet, text = theme.quiet.name(), theme.text.name()
    judged = paint(0)
    assert judged.texts == [
        ("\N{MINUS SIGN}", theme.verdicts[Verdict.WORSE].name()),
        ("1", quiet),
        ("note", quiet),
    ]
    assert judged.fills == []
    (title, top, title_colour), (context, below, context_colour) = words
    assert (title, title_colour, context_colour) == ('"he" moved from Bob Smith to John Doe 0', text, quiet)
    assert context.endswith("he left. [he]")
    assert top < below
    many = paint(1)
    assert many.texts[:3] == [("\N{WHITE CIRCLE}", quiet), ("\u25b8", text), ("2", quiet)]
    assert paint(2, QtWidgets.QStyle.StateFlag.State_MouseOver).fills == [
        ((0, 0, 900, 60), theme.band.name())
    ]
    selected = QtWidgets.QStyle.StateFlag.State_Selected
    for states, edge in (((), theme.quiet), ((QtWidgets.QStyle.StateFlag.State_HasFocus,), theme.focus)):
        fills = paint(2, selected, *states).fills
        assert fills == [((0, 0, 900, 60), theme.selection.name()), ((0, 0, 3, 60), edge.name())]
    # Ordered by similar bags, the value is next to the number.
    session.set_order(BagOrder(Order.ALIKE))
    assert [each for each, _ in paint(0).texts] == ["\N{MINUS SIGN}", "1", "\N{MULTIPLICATION SIGN}2", "note"]
    assert [each for each, _ in paint(1).texts][1:] == ["3", "\N{RIGHT DOUBLE QUOTATION MARK}"]


def test_line_below_the_list_names_hidden_bags_and_the_order(review_of: Reviews, panel_on: Panels) -> None:
    path = review_of(12)
    with Review.open(path) as review:
        sample = draw(review, 5)
    session, panel = panel_on(path)
    counts = [panel.count_text()]
    for order in (BagOrder(Order.LOWEST, "muc"), BagOrder(Order.SAMPLE), BagOrder(Order.ALIKE), BagOrder()):
        session.set_order(order)
        counts.append(panel.count_text())
    session.set_filter(BagFilter("kind:split"))
    counts.append(panel.count_text())
    assert counts == [
        "12 bags",
        "12 bags, effect on MUC F1, lowest first",
        "12 bags, sample of 5 first",
        "12 bags, similar bags together",
        "12 bags",
        "4 of 12 bags",
    ]
    assert panel.describe_bag(4).endswith("; 2 of 4 of 12 bags")
    assert (panel.describe_bag(0), sample.size) == ("", 5)


def test_picked_bags_have_a_notice_and_a_queue_takes_the_menu_of_orders(
    review_of: Reviews, panel_on: Panels
) -> None:
    session, panel = panel_on(review_of(6))
    panel.show()
    notice, orders, heard = part_of(panel, PickedNotice), part_of(panel, OrderButton), hear(session)
    assert not notice.isVisible()
    session.set_order(BagOrder(Order.ALIKE))
    session.pick(PickedBags("they differ", frozenset({2, 4}), (4, 2)))
    assert (notice.isVisible(), notice.accessibleName()) == (True, "Only where they differ")
    assert (orders.isVisible(), panel.count_text(), heard) == (False, "2 of 6 bags", ["2 of 6 bags"])
    # A search is within the picked bags.
    box = part_of(panel, QtWidgets.QLineEdit)
    box.setText("#3")
    panel.keyPressEvent(
        QtGui.QKeyEvent(QtCore.QEvent.Type.KeyPress, QtCore.Qt.Key.Key_Return, QtCore.Qt.KeyboardModifier(0))
    )
    assert (list(session.shown), settled(panel), session.filter.picked is not None) == ([2], True, True)
    session.pick(PickedBags("they agree", frozenset({1, 5})))
    assert (box.text(), notice.accessibleName(), orders.isVisible()) == ("", "Only where they agree", True)
    panel.clear_filter()
    assert (notice.isVisible(), len(session.shown), heard[-1]) == (False, 6, panel.count_text())


def test_escape_empties_the_search_and_enter_keeps_it_where_nothing_is_found(
    review_of: Reviews, panel_on: Panels, qtbot: QtBot
) -> None:
    session, panel = panel_on(review_of(6))
    panel.show()
    box = part_of(panel, QtWidgets.QLineEdit)
    panel.focus_filter()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClicks(box, "nowhere")
    qtbot.keyClick(box, QtCore.Qt.Key.Key_Return)
    # At once, without the pause; what finds nothing will be corrected.
    assert (session.filter.text, list(session.shown), box.hasFocus()) == ("nowhere", [], True)
    qtbot.keyClick(box, QtCore.Qt.Key.Key_Escape)
    assert (box.text(), session.filter.is_empty, panel.view.hasFocus()) == ("", True, True)
    panel.focus_filter()
    qtbot.keyClicks(box, "doe")
    qtbot.keyClick(box, QtCore.Qt.Key.Key_Enter)
    assert (box.text(), len(session.shown), panel.view.hasFocus()) == ("doe", 6, True)
    # What the session cannot save is not left.
    session.save = lambda: False
    box.setText("nowhere")
    qtbot.keyClick(box, QtCore.Qt.Key.Key_Return)
    assert session.filter.text == "doe"
    # Escape leaves the field also where no bag is picked.
    session.save = lambda: True
    session.pick(PickedBags("nothing differs", frozenset()))
    panel.focus_filter()
    qtbot.keyClick(box, QtCore.Qt.Key.Key_Escape)
    assert (list(session.shown), box.hasFocus()) == ([], False)


def test_orders_by_effect_are_left_out_while_gold_is_hidden(tmp_path: Path, panel_on: Panels) -> None:
    put_comparison(tmp_path / "g.coala", *three_splits(), a_gold_over_two())
    session, panel = panel_on(tmp_path / "g.coala")
    menu = part_of(panel, OrderButton).menu()

    def offered() -> list[str]:
        return [action.text() for action in menu.actions() if action.isVisible() and action.isCheckable()]

    hidden = ["Text order", "Most informative first", "Similar bags together"]
    assert offered() == hidden
    session.show_gold_first(shown=True)
    assert len(offered()) > 10
    session.show_gold_first(shown=False)
    assert offered() == hidden
    for number in range(3):
        session.show(number)
        session.judge(Verdict.SAME, Comment())
    assert len(offered()) > 10
    assert not any("gold is hidden" in action.text() for action in menu.actions())


def test_an_order_of_the_menu_waits_for_the_comment_and_a_judged_bag_folds(
    tmp_path: Path, panel_on: Panels
) -> None:
    session, panel = panel_on(make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)]))
    button = part_of(panel, OrderButton)
    by_text, *_, alike = [action for action in button.menu().actions() if action.data() in tuple(Order)]
    session.save = lambda: False
    alike.trigger()
    assert (session.order, by_text.isChecked(), alike.isChecked()) == (BagOrder(), True, False)
    session.save = lambda: True
    alike.trigger()
    assert (session.order.way, by_text.isChecked(), alike.isChecked()) == (Order.ALIKE, False, True)
    # An event without a change does nothing.
    session.changed.emit(Changes())
    assert panel.unfolded() == -1


def test_button_of_a_narrow_window_says_how_many_bags_are_shown(
    controller_of: Controllers, qtbot: QtBot
) -> None:
    session, steps = controller_of(12), list[int]()
    button = BagsButton(session, steps.append)
    qtbot.addWidget(button)
    session.judge_and_go_on(Verdict.WORSE, Comment())
    assert (button.text(), button.accessibleName()) == ("Bag 2", "List of bags: bag 2, not judged")
    session.set_filter(BagFilter("kind:moved"))
    assert button.text() == "Bag 1 \N{MIDDLE DOT} 4 of 12 shown"
    assert button.accessibleName() == "List of bags: bag 1, judged worse"
    assert "Doe 0" in button.toolTip()
    session.set_filter(BagFilter("nowhere"))
    assert button.text() == "Bags \N{MIDDLE DOT} 0 of 12 shown"
    assert button.toolTip() == ""
    for key in (QtCore.Qt.Key.Key_Down, QtCore.Qt.Key.Key_Up, QtCore.Qt.Key.Key_A):
        qtbot.keyClick(button, key)
    assert steps == [1, -1]
