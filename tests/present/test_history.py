"""A bag's history in words, newest first, for any content of a journal."""

from __future__ import annotations

import re

from coala.model.bag import Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present.history import list_acts
from coala.review.storage.journal import Doing, PastAct
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from tests.support.bags_by_hand import seed


def test_history_line_has_verdict_words_and_what_was_visible() -> None:
    acts = [
        PastAct("yesterday\x07", "Ann\n", "judge", State(Verdict.BETTER), same=False),
        PastAct(
            "yesterday",
            "Bob",
            "judge",
            State(Verdict.WORSE, Comment("why\nnot", ("name",)), gold_seen=True),
            same=True,
        ),
        PastAct("yesterday", "Bob", "undo", State(), same=True),
        PastAct("yesterday", "Bob", "redo", State(Verdict.SAME), same=True),
    ]
    lines = list_acts(acts, seed(), VERDICT_WORDS)
    assert [(line.when, line.who) for line in lines] == [
        *[("yesterday", "Bob")] * 3,
        ("yesterday\\x07", "Ann"),
    ]
    # Each word is in one line only.
    words = ["redo", "undo", "gold", "earlier"]
    assert [[word for word in words if word in line.what] for line in lines] == [[word] for word in words]
    assert [line.what.count("judged") for line in lines] == [1, 0, 1, 1]
    assert all(word in lines[2].what for word in ("worse", "name", "why not"))


def test_history_line_says_what_a_step_changed_and_no_more() -> None:
    steps: list[tuple[Doing, State]] = [
        ("judge", State(Verdict.WORSE)),
        ("judge", State(Verdict.WORSE, Comment("who is he"))),
        ("judge", State(Verdict.WORSE, Comment("who is he", ("name",)))),
        ("judge", State(Verdict.BETTER, Comment("who is he", ("name",)), gold_seen=True)),
        ("undo", State(Verdict.WORSE, Comment("who is he", ("name",)))),
        ("undo", State(Verdict.WORSE, Comment("who is he"))),
        ("undo", State(Verdict.WORSE)),
        ("undo", State()),
    ]
    acts = [PastAct(str(place), "Ann", *step, same=True) for place, step in enumerate(steps)]
    words = ("worse", "better", "note", "who is he", "tags", "name", "gold", "removed", "undone")
    lines = [line.what for line in list_acts(acts, seed(), VERDICT_WORDS)][::-1]
    assert [[word for word in words if word in line] for line in lines] == [
        ["worse"],
        ["note", "who is he"],
        ["tags", "name"],
        ["worse", "better", "gold"],
        ["worse", "better", "undone"],
        ["tags", "removed", "undone"],
        ["note", "removed", "undone"],
        ["removed", "undone"],
    ]


def test_very_long_history_shows_the_newest_acts() -> None:
    acts = [PastAct(str(number), "A", "judge", State(), same=True) for number in range(2_000)]
    lines = list_acts(acts, seed(), VERDICT_WORDS)
    assert (len(lines), lines[0].when) == (500, "1999")


def test_history_line_says_who_is_who_with_the_parts_of_the_bag() -> None:
    groups = Groups(((0,), (1, 2)))
    acts = [
        PastAct("1", "Ann", "judge", State(Verdict.BETTER, groups=groups), same=False),
        PastAct("2", "Ann", "judge", State(Verdict.BETTER, groups=groups), same=True),
        # Groups of another bag, in a damaged file.
        PastAct("3", "Ann", "judge", State(Verdict.WORSE, groups=Groups(((0, 9),))), same=True),
    ]
    lines = [line.what for line in list_acts(acts, seed(), VERDICT_WORDS)]
    assert [re.findall(r"[A-Z]\d", line) for line in lines] == [[], ["A2", "B2", "A1"], []]
    assert all("who is who" in line for line in lines)
