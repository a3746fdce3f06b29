"""Other reviewers' verdicts, in lines."""

from __future__ import annotations

from coala.model.bag import Verdict
from coala.present.opinions import list_opinions
from coala.verdicts.comment import Comment
from coala.verdicts.state import State


def test_a_name_or_a_note_that_steers_is_shown_as_what_it_is() -> None:
    (line,) = list_opinions({"a\u202eb": State(Verdict.SAME, Comment("\x1b[2J" + "x" * 1_000))})

    assert "\u202e" not in line.reviewer
    assert "\x1b" not in line.written
    assert len(line.written) < 320
