"""Other reviewers' verdicts, in lines."""

from __future__ import annotations

from coala.diff.sentences import BagSentences
from coala.model.bag import Verdict
from coala.present.opinions import OpinionLine, list_opinions
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.state import Manner, State
from tests.support.reviews import a_typed_bag


def test_a_line_has_the_verdict_the_tags_and_the_note() -> None:
    states = {
        "anna": State(Verdict.BETTER, Comment("two\nlines", ("event", "name"))),
        "ben": State(Verdict.WORSE, manner=Manner.TAKEN_OVER),
        "cleo": State(comment=Comment("not judged")),
    }

    assert list_opinions(states) == [
        OpinionLine("anna", "+", "better", "tags event, name; “two lines”"),
        OpinionLine("ben", "\N{MINUS SIGN}", "worse, carried over", ""),
    ]
    assert [line.spoken for line in list_opinions(states)] == [
        "anna: better; tags event, name; “two lines”",
        "ben: worse, carried over",
    ]


def test_verdicts_on_single_changes_are_shown_with_their_numbers() -> None:
    bag = a_typed_bag(0)
    keys = ChangeKeys(bag, BagSentences(bag).changes)
    rows = tuple((key, Verdict.WORSE) for key in keys.find_keys(1))
    states = {"anna": State(Verdict.SAME, Comment("half"), rows=rows), "ben": State(Verdict.BETTER)}

    assert [line.written for line in list_opinions(states, keys)] == [
        "change 2: \N{MINUS SIGN} worse; “half”",
        "",
    ]


def test_a_name_or_a_note_that_steers_is_shown_as_what_it_is() -> None:
    (line,) = list_opinions({"a\u202eb": State(Verdict.SAME, Comment("\x1b[2J" + "x" * 1_000))})

    assert "\u202e" not in line.reviewer
    assert "\x1b" not in line.written
    assert len(line.written) < 320
