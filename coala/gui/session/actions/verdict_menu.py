"""What is answered, and taken back, is listed as actions."""

from __future__ import annotations

from coala.gui.session.actions.action_spec import ActionSpec
from coala.model.bag import Verdict

VERDICT_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "judge_worse",
            "&Worse",
            ("-", "1"),
            "The changed system is worse here",
            "writable",
            Verdict.WORSE,
        ),
        ActionSpec(
            "judge_same",
            "&Same",
            ("=", "2"),
            "Neither is better than the other",
            "writable",
            Verdict.SAME,
        ),
        ActionSpec(
            "judge_better",
            "&Better",
            ("+", "3"),
            "The changed system is better here",
            "writable",
            Verdict.BETTER,
        ),
        ActionSpec(
            "judge_unsure",
            "&Cannot tell",
            ("?", "4"),
            "Left out of the tally, counted apart",
            "writable",
            Verdict.UNSURE,
        ),
    ),
    (
        ActionSpec(
            "next_change",
            "Answer the next chan&ge",
            ("E",),
            "One change of the bag by itself: the answers are for it until you go on",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "previous_change",
            "Answer the change be&fore",
            ("Shift+E",),
            "Back to the change before this one, or from the bag to the last",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "whole_bag",
            "Answer the &bag as a whole",
            ("B",),
            "The answers are for the bag again",
            "review",
        ),
    ),
    (
        ActionSpec(
            "clear",
            "&Remove the verdict",
            ("Backspace", "Del"),
            "The bag, or the change that is answered, is unjudged again",
            "writable",
        ),
        ActionSpec(
            "note",
            "Write a &note",
            ("C",),
            "On the bag that you just judged, or on the one that is shown",
            "review",
        ),
        ActionSpec(
            "tags",
            "Write &tags",
            ("Shift+C",),
            "For the bag that you just judged, or for the one that is shown",
            "review",
        ),
        *(
            ActionSpec(
                f"tag_{place}",
                f"The {ordinal} ta&g",
                (f"Ctrl+{place}",),
                f"Say why in one word: the {ordinal} of those beside the answers, or take it back",
                "writable",
            )
            for place, ordinal in enumerate(("first", "second", "third", "fourth"), 1)
        ),
    ),
    (
        ActionSpec(
            "adjudicate",
            "&Adjudicate",
            ("Ctrl+J",),
            "Walk the bags on which reviewers differ, see what each said, and settle them",
            "writable",
            checkable=True,
        ),
    ),
    (
        ActionSpec("undo", "&Undo", ("Ctrl+Z",), "Take the last verdict or note back", "writable"),
        ActionSpec("redo", "Re&do", ("Ctrl+Shift+Z", "Ctrl+Y"), "Do again what was undone", "writable"),
    ),
)
