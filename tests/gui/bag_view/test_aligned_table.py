from dataclasses import replace

import pytest
from PySide6 import QtCore, QtGui
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.gui.bag_view.aligned_model import ROW_ROLE, AlignedModel
from coala.gui.bag_view.aligned_table import AlignedTable
from coala.gui.widgets.theme import Theme
from coala.model.bag import Bag, Extent
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.presentation import phrases
from coala.presentation.aligned_rows import Role
from coala.presentation.displayed_bag import display_bag
from tests.support.bags_by_hand import DOC_1, bag, large, seed
from tests.support.palettes import light


def shown_in(model: AlignedModel) -> list[tuple[str, str]]:
    return [
        (str(model.index(line, 0).data()), str(model.index(line, 1).data()))
        for line in range(model.rowCount())
    ]


def filled(bag: Bag) -> AlignedModel:
    model = AlignedModel()
    model.show_bag(display_bag(bag))
    return model


@pytest.fixture
def view(qtbot: QtBot) -> AlignedTable:
    made = AlignedTable(Theme.of(light()))
    qtbot.addWidget(made)
    made.resize(700, 300)
    return made


def selected(view: AlignedTable) -> list[int]:
    return sorted({index.row() for index in view.selectionModel().selectedRows()})


def test_the_table_has_the_two_sides_in_its_columns(qtmodeltester: ModelTester) -> None:
    model = filled(seed())
    qtmodeltester.check(model)
    assert shown_in(model) == [
        ("Bob Smith", "Bob Smith"),
        ("Bob Smith", "Bob Smith"),
        ("he", ""),
        ("R. Smith", "R. Smith"),
        ("John Doe", "John Doe"),
        ("John Doe", "John Doe"),
        ("", "he"),
    ]


def test_a_screen_reader_hears_side_role_sign_and_what_happened() -> None:
    model = filled(seed())
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 0).data(spoken) == "Baseline: Bob Smith, instance 1, Person"
    assert model.index(2, 0).data(spoken) == "Baseline: he, mention, dropped, moved to John Doe², doc1"
    assert model.index(2, 1).data(spoken) == "Changed: nothing"
    assert model.index(6, 1).data(spoken) == "Changed: he, mention, added, moved from Bob Smith¹, doc1"


def test_tooltips_carry_offsets_and_identifiers() -> None:
    model = filled(seed())
    tip = Qt.ItemDataRole.ToolTipRole
    assert "http://example.org/doc1#char=0,40" in model.index(2, 0).data(tip)
    assert "32–34" in model.index(2, 0).data(tip)
    assert "http://example.org/Person" in model.index(0, 1).data(tip)
    assert model.index(2, 1).data(tip) is None


def test_a_span_with_gaps_names_each_fragment() -> None:
    assert phrases.offsets(Span("d", 3, 20, ((3, 9), (18, 20)))) == "3–9 + 18–20"


def test_heads_say_which_file_is_which_side() -> None:
    model = AlignedModel()
    model.set_names(("a.ttl", "b.ttl"), ("/graphs/a.ttl", "/graphs/<b>.ttl"))
    across = Qt.Orientation.Horizontal
    assert [model.headerData(side, across) for side in (0, 1)] == ["Baseline a.ttl", "Changed b.ttl"]
    assert "/graphs/&lt;b&gt;.ttl" in model.headerData(1, across, Qt.ItemDataRole.ToolTipRole)


def test_a_fold_opens_in_place_and_closes_again(qtmodeltester: ModelTester) -> None:
    model = filled(large(40)[0])
    qtmodeltester.check(model)
    before = shown_in(model)
    assert before[-1] == ("33 equal mentions", "")
    assert model.toggle(len(before) - 1)
    assert shown_in(model) == before + [("The flood", "The flood")] * 33
    model.toggle(len(before) - 1)
    assert shown_in(model) == before
    assert not model.toggle(0)


def test_a_fold_inside_a_fold_closes_with_it(qtmodeltester: ModelTester) -> None:
    model = filled(large(400, instances=20)[0])
    qtmodeltester.check(model)
    before = shown_in(model)
    outer = model.rowCount() - 1
    model.toggle(outer)
    inner = next(line for line in range(outer + 1, model.rowCount()) if model.row(line).role is Role.FOLD)
    model.toggle(inner)
    model.toggle(outer)
    assert shown_in(model) == before
    model.toggle(outer)
    assert model.row(inner).role is Role.FOLD
    assert model.row(inner + 1).role is not Role.MENTION


def test_choosing_a_change_selects_its_lines_on_both_sides(view: AlignedTable) -> None:
    bag = seed()
    view.show_bag(display_bag(bag))
    view.show_divergence(bag.divergences[0])
    assert selected(view) == [2, 6]


def test_a_hidden_mention_is_revealed(view: AlignedTable) -> None:
    bag, _ = large(40)
    view.show_bag(display_bag(bag))
    view.show_span(39)
    (line,) = selected(view)
    assert view.aligned_model().row(line).span == 39


def test_enter_opens_a_fold_and_chooses_a_mention(view: AlignedTable) -> None:
    bag, _ = large(40)
    view.show_bag(display_bag(bag))
    chosen = QSignalSpy(view.span_chosen)
    model = view.aligned_model()
    fold = model.rowCount() - 1
    view.setCurrentIndex(model.index(fold, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert model.rowCount() == fold + 1 + 33
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert chosen.count() == 1
    assert chosen.at(0) == [model.row(fold + 1).span]


def test_a_click_chooses_a_mention(view: AlignedTable, qtbot: QtBot) -> None:
    bag = seed()
    view.show_bag(display_bag(bag))
    view.show()
    with qtbot.waitSignal(view.span_chosen) as caught:
        place = view.visualRect(view.aligned_model().index(2, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [2]
    view.hide()


def test_rows_are_handed_out_as_domain_objects() -> None:
    model = filled(seed())
    assert model.index(2, 1).data(ROW_ROLE).span == 2
    assert model.index(2, 1).data(Qt.ItemDataRole.DecorationRole) is None
    assert model.data(QtCore.QModelIndex()) is None


def two_ways() -> Bag:
    """A short and a long mention of one instance that were both merged into another."""
    text = "Ann Roth, the accountant of the company that ran the harbour. Roth."
    long = "the accountant of the company that ran the harbour"
    spans = [Span("d", 0, 8), Span("d", text.index(long), text.index(long) + len(long)), Span("d", 62, 66)]
    rows = [
        (Kind.MERGED, 0, 0, [0], '"Ann Roth" merged into Anna Roth'),
        (Kind.MERGED, 0, 0, [1], '"the accountant" merged into Anna Roth'),
    ]
    old, new = {"Ann": [0, 1], "Roth": [2]}, {"Anna Roth": [0, 1, 2]}
    return bag(spans, old, new, [(1, 0)], rows, {"d": text})


def test_the_notes_of_an_instance_have_one_form(view: AlignedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def record(painter: QtGui.QPainter, rect: QtCore.QRect, words: str, *colours: object) -> None:
        drawn.append(words)

    monkeypatch.setattr("coala.gui.bag_view.aligned_table.draw_line", record)
    made = two_ways()
    view.show_bag(display_bag(made))
    forms = []
    for width in (1400, 700, 1400):
        view.resize(width, 300)
        drawn.clear()
        view.grab()
        forms.append([words for words in drawn if words.startswith("merged into")])
    full, brief = ["merged into Anna Roth¹"] * 2, ["merged into 1"] * 2
    assert forms == [full, brief, full]


def joined() -> Bag:
    """The paper's bag, in which the changed graph has "met John Doe" for "John Doe"."""
    made = seed()
    bob, john = made.changed
    own = Extent(1, Span(DOC_1, 10, 22), "met John Doe")
    return replace(made, changed=(bob, john._replace(extents=(own,))))


def test_a_joined_mention_has_its_own_words_and_both_offsets() -> None:
    model = filled(joined())
    left, right = model.index(5, 0), model.index(5, 1)
    tip, spoken = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
    assert (left.data(), right.data()) == ("John Doe", "met John Doe")
    assert right.data(spoken) == "Changed: met John Doe, mention, other extent, doc1"
    for index in (left, right):
        assert "baseline 14–22, changed 10–22" in index.data(tip)
    assert "changed" not in model.index(1, 1).data(tip)
