"""A bag's history is told newest first, in words, whatever a journal says."""

from __future__ import annotations

from coala.model.bag import Verdict
from coala.presentation.bag_history import HistoryLine, tell_history
from coala.review.storage.journal import PastAct
from coala.verdicts.state import State


def test_each_act_is_told_with_its_verdict_its_words_and_what_was_in_sight() -> None:
    acts = [
        PastAct("yesterday\x07", "Ann\n", "judge", State(Verdict.BETTER), same=False),
        PastAct(
            "yesterday",
            "Bob",
            "judge",
            State(Verdict.WORSE, "why\nnot", ("name",), gold_seen=True),
            same=True,
        ),
        PastAct("yesterday", "Bob", "undo", State(), same=True),
        PastAct("yesterday", "Bob", "redo", State(Verdict.SAME), same=True),
    ]
    assert tell_history(acts) == [
        HistoryLine("yesterday", "Bob", "done again: judged same ="),
        HistoryLine("yesterday", "Bob", "undone, back to: not judged"),
        HistoryLine(
            "yesterday", "Bob", "judged worse \N{MINUS SIGN}; with gold in sight; tags name; note: why not"
        ),
        HistoryLine(
            "yesterday\\x07", "Ann", "judged better + (of the bag as it was in an earlier comparison)"
        ),
    ]


def test_a_time_is_that_of_the_reader() -> None:
    (line,) = tell_history([PastAct("2026-11-22T09:00:00.000+00:00", "A", "judge", State(), same=True)])
    assert line.when.startswith("2026-11-2")
    assert len(line.when) == len("2026-11-22 09:00:00")


def test_of_a_very_long_history_the_newest_is_told() -> None:
    acts = [PastAct(str(number), "A", "judge", State(), same=True) for number in range(2_000)]
    lines = tell_history(acts)
    assert (len(lines), lines[0].when) == (500, "1999")
