import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from coala.diff.ranked import OrderedChanges
from coala.diff.sentences import BagSentences
from coala.gui.bag_view.claim_bar import DIVERGENCE_ROLE, ChangeList, ChangeModel, ClaimBar
from coala.gui.widgets.theme import Theme
from coala.model.bag import BASELINE, Direction, Divergence, Verdict
from coala.model.kinds import Kind
from coala.model.sides import GRAPHS, VERDICT_WORDS
from coala.model.values import Span
from coala.present.chains import Chains, PreparedBags
from coala.present.displayed_bag import display_bag
from coala.verdicts.changes import ChangeVerdicts
from tests.support.bags_by_hand import DOC_1, bag, large, seed
from tests.support.palettes import light

ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
BAG = seed()
CHAINS = Chains(display_bag(BAG))


def each_alone(rows: Sequence[Divergence]) -> OrderedChanges:
    """Return rows that are a change each."""
    return OrderedChanges(rows, [(place,) for place in range(len(rows))])


CHANGES = each_alone((*BAG.divergences, BAG.divergences[0]._replace(kind=Kind.MENTION_DROPPED, changed=None)))


def test_each_change_is_its_sentence(qtmodeltester: ModelTester) -> None:
    model = ChangeModel(VERDICT_WORDS)
    model.show_changes(CHANGES, CHAINS, BagSentences(BAG))
    qtmodeltester.check(model)
    assert [model.index(row).data() for row in range(model.rowCount())] == [
        '"he" moved from Bob Smith to John Doe',
        '"he" dropped from Bob Smith',
    ]
    assert model.index(1).data(ACCESSIBLE) == 'mention dropped A: "he" dropped from Bob Smith'
    assert model.index(1).data(DIVERGENCE_ROLE) is CHANGES[1]


def test_chains_of_one_name_have_distinct_signs(qtbot: QtBot) -> None:
    # Four chains of one name became one, whose name in the changed graph is another.
    made = bag(
        [Span(DOC_1, place, place + 1) for place in range(4)],
        {"Takes Over": [0], **{f"injured{place}": [place] for place in range(1, 4)}},
        {"take over": range(4)},
        [(0, 0)],
        [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, 4)],
        {},
    )
    old = tuple(one._replace(label=one.label.rstrip("123")) for one in made.baseline)
    claim = ClaimBar(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(claim)
    prepared = PreparedBags().prepare(replace(made, baseline=old), GRAPHS.names)
    claim.show_bag(prepared)
    model = claim.findChildren(ChangeList)[0].change_model()
    assert [model.index(row).data() for row in range(model.rowCount())] == [
        "injured (A) joined with Takes Over (D)",
        "injured (B) joined with Takes Over (D)",
        "injured (C) joined with Takes Over (D)",
    ]
    listed = [f"{chain.sign} {chain.label}" for chain in prepared.chains.in_order(BASELINE)]
    assert listed == ["A injured", "B injured", "C injured", "D Takes Over"]
    headlines = [part.accessibleName() for part in claim.findChildren(QtWidgets.QWidget)]
    assert "injured (A) joined with Takes Over (D)" in headlines


def test_showing_a_bag_chooses_none_of_its_changes_and_arrows_and_enter_do(qtbot: QtBot) -> None:
    view = ChangeList(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(view)
    chosen = QSignalSpy(view.chosen)
    view.show_changes(each_alone((*CHANGES, CHANGES[0])), CHAINS, BagSentences(BAG))
    assert not view.selectedIndexes()
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    # From the whole bag, Up chooses the last of the three.
    view.select(None)
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert [chosen.at(place)[0] for place in range(chosen.count())] == [0, 0, 2, 1]


def test_thousands_of_changes_are_one_model(qtmodeltester: ModelTester) -> None:
    model = ChangeModel(VERDICT_WORDS)
    great, _ = large(20_000)
    model.show_changes(each_alone(great.divergences), Chains(display_bag(great)), BagSentences(great))
    assert model.rowCount() == 2_000
    assert not model.flags(model.index(0)) & (Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled)
    qtmodeltester.check(model)


def many_changes(qtbot: QtBot) -> ChangeList:
    """Return a list of thousands of changes that is about to be shown."""
    great, _ = large(50_000)
    changes = ChangeList(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(changes)
    changes.resize(400, 100)
    changes.show_changes(each_alone(great.divergences), Chains(display_bag(great)), BagSentences(great))
    return changes


def python_calls(act: Callable[[], None]) -> int:
    """Count the Python functions of the list that run during an action and its repaint."""
    called: list[None] = []

    def note(frame: FrameType, event: str, _value: object) -> None:
        if event == "call" and frame.f_code.co_filename == sys.modules[ChangeModel.__module__].__file__:
            called.append(None)

    former = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
        QtWidgets.QApplication.sendPostedEvents()
    finally:
        sys.setprofile(former)
    return len(called)


def test_choosing_among_thousands_of_changes_scrolls_there_and_asks_only_those_in_sight(qtbot: QtBot) -> None:
    many = many_changes(qtbot)
    model = many.change_model()
    assert 0 < python_calls(many.show) < 1_000
    assert python_calls(lambda: many.select(4_999)) < 1_000
    assert (
        python_calls(
            lambda: model.show_verdicts(ChangeVerdicts(5_000, range(5_000), {4_999: (Verdict.WORSE,)}))
        )
        < 1_000
    )
    assert python_calls(lambda: many.select(2_500)) < 1_000
    assert many.currentIndex().row() == 2_500
    for change in (4_999, 0, 2_500):
        many.select(change)
        rect = many.visualRect(model.index(change))
        assert many.viewport().rect().contains(rect.center())


class Painted(QtCore.QObject):
    """The painted regions of a widget from now on."""

    def __init__(self, widget: QtWidgets.QWidget) -> None:
        super().__init__(widget)
        self.region = QtGui.QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if isinstance(event, QtGui.QPaintEvent):
            self.region += event.region()
        return False


def test_all_lines_make_room_at_once_when_the_first_of_them_is_judged(qtbot: QtBot) -> None:
    changes = ChangeList(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(changes)
    changes.show_changes(CHANGES, CHAINS, BagSentences(BAG))
    changes.show()
    QtWidgets.QApplication.processEvents()
    painted = Painted(changes.viewport())
    model = changes.change_model()
    model.show_verdicts(ChangeVerdicts(2, range(2), {0: (Verdict.BETTER,)}))
    QtWidgets.QApplication.processEvents()
    assert all(painted.region.contains(changes.visualRect(model.index(row)).center()) for row in range(2))


def test_with_gold_a_change_of_types_says_where_it_went_and_one_of_mentions_nothing(qtbot: QtBot) -> None:
    made = seed()
    changes = ChangeList(Theme.from_palette(light()), VERDICT_WORDS)
    qtbot.addWidget(changes)
    model = changes.change_model()

    def hear(*rows: Divergence) -> list[str]:
        changes.show_changes(each_alone(rows), Chains(display_bag(made)), BagSentences(made))
        model.show_gold(shown=True)
        heads = (model.index(row).data(ACCESSIBLE).partition(":")[0] for row in range(len(rows)))
        return [head.partition(" · ")[2] for head in heads]

    moved = made.divergences[0]
    directions = (Direction.TOWARDS, Direction.AWAY, Direction.NEITHER, Direction.UNKNOWN)
    *told, unknown = hear(*(moved._replace(kind=Kind.TYPE, direction=direction) for direction in directions))
    assert told[:2] == ["towards gold", "away from gold"]
    assert told[2] not in ("", *told[:2])
    assert unknown == ""
    assert model.shows_gold()
    assert "gold" in model.index(2).data(Qt.ItemDataRole.ToolTipRole)
    model.show_gold(shown=False)
    for row in range(3):
        assert "gold" not in model.index(row).data(ACCESSIBLE)
        assert "gold" not in model.index(row).data(Qt.ItemDataRole.ToolTipRole)
    assert hear(moved._replace(direction=Direction.TOWARDS)) == [""]
    assert "gold" not in model.index(0).data(ACCESSIBLE)
    assert "gold" not in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert not model.shows_gold()
