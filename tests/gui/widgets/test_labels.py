"""Labels that fit: several forms of one sentence, or one sentence on two lines."""

from __future__ import annotations

import pytest
from PySide6 import QtWidgets
from pytestqt.qtbot import QtBot

from coala.gui.widgets.labels import FittingButton, FittingLabel, TwoLineLabel

FORMS = ("all that there is to say", "all there is", "all")
SENTENCE = "one two three four five six seven eight nine ten"


@pytest.mark.parametrize("kind", [FittingLabel, FittingButton])
def test_longest_form_that_fits_is_shown(kind: type[FittingLabel | FittingButton], qtbot: QtBot) -> None:
    part = kind()
    qtbot.addWidget(part)
    part.show()
    part.set_forms(FORMS)
    widest, least = part.sizeHint().width(), part.minimumSizeHint().width()
    assert widest > least
    shown = {}
    for width in range(least, widest + 1):
        part.resize(width, part.sizeHint().height())
        shown[part.text()] = width
    # Each form until the next longer one fits; the longest just fits its own hint.
    assert tuple(reversed(shown)) == FORMS
    part.resize(widest - 1, part.height())
    assert part.text() == FORMS[1]
    part.resize(widest, part.height())
    assert part.text() == FORMS[0]


def test_sentence_takes_one_line_or_two_and_is_cut_where_it_needs_more(qtbot: QtBot) -> None:
    label = TwoLineLabel()
    qtbot.addWidget(label)
    label.set_sentence(SENTENCE)
    line, whole = label.fontMetrics().lineSpacing(), label.fontMetrics().horizontalAdvance(SENTENCE)
    assert label.heightForWidth(whole + 2) == line
    narrow = label.sizeHint().width()
    assert whole / 2 < narrow < whole
    for width in (narrow, narrow // 2):
        assert line < label.heightForWidth(width) <= 2 * line + 2
    # Within the hint nothing is lost.
    assert label._break(narrow).replace("\n", " ") == SENTENCE
    assert "…" in label._break(narrow // 2)
    assert label.sentence() == label.accessibleName() == SENTENCE


def test_first_line_leaves_room_for_what_is_next_to_it_and_a_third_line_is_the_last_resort(
    qtbot: QtBot,
) -> None:
    label = TwoLineLabel()
    label.most_lines = 3
    qtbot.addWidget(label)
    label.set_sentence(SENTENCE)
    width, measure = label.sizeHint().width(), label.fontMetrics().horizontalAdvance
    assert label.is_whole(width)
    label.leave_free(width // 2)
    assert not label.is_whole(width)
    first, *others = label._break(width).split("\n")
    assert measure(first) <= width - width // 2
    assert (len(others), " ".join((first, *others))) == (2, SENTENCE)


def test_buttons_next_to_a_long_headline_keep_their_room(qtbot: QtBot) -> None:
    part = QtWidgets.QWidget()
    qtbot.addWidget(part)
    row = QtWidgets.QHBoxLayout(part)
    headline, size = TwoLineLabel(), FittingLabel(FORMS)
    row.addWidget(headline, 1)
    row.addWidget(size)
    headline.set_sentence(SENTENCE)
    part.show()
    needed = headline.sizeHint().width() + row.spacing() + 2 * row.contentsMargins().left()
    for room, form in ((size.sizeHint().width(), FORMS[0]), (size.minimumSizeHint().width(), FORMS[-1])):
        part.setFixedWidth(needed + room)
        QtWidgets.QApplication.processEvents()
        assert (size.text(), headline.width()) == (form, headline.sizeHint().width())
