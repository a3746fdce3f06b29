"""What other reviewers said, in lines."""

from __future__ import annotations

from coala.model.bag import Verdict
from coala.presentation.reviewers.opinions import OpinionLine, tell_opinions
from coala.verdicts.state import Manner, State


def test_a_line_has_the_verdict_the_tags_and_the_note() -> None:
    states = {
        "anna": State(Verdict.BETTER, note="two\nlines", tags=("event", "name")),
        "ben": State(Verdict.WORSE, manner=Manner.TAKEN_OVER),
        "cleo": State(note="not judged"),
    }

    assert tell_opinions(states) == [
        OpinionLine("anna", "+", "better", "tags event, name; “two lines”"),
        OpinionLine("ben", "\N{MINUS SIGN}", "worse, taken over", ""),
    ]
    assert [line.spoken for line in tell_opinions(states)] == [
        "anna: better; tags event, name; “two lines”",
        "ben: worse, taken over",
    ]


def test_a_name_or_a_note_that_steers_is_shown_as_what_it_is() -> None:
    (line,) = tell_opinions({"a\u202eb": State(Verdict.SAME, note="\x1b[2J" + "x" * 1_000)})

    assert "\u202e" not in line.reviewer
    assert "\x1b" not in line.written
    assert len(line.written) < 320
