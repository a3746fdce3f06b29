"""What is shown, and in which size and colours, is listed as actions."""

from __future__ import annotations

from coala.gui.session.actions.action_spec import ActionSpec

VIEW_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "rail",
            "&Numbers at the side",
            ("F9",),
            "Tally, scores and shares at the side, or in one line above",
            "review",
            checkable=True,
        ),
        ActionSpec(
            "gold_first",
            "&Gold before the verdict",
            ("Ctrl+Shift+G",),
            "Tell shares and directions before the verdict; else gold would give the answer",
            "review",
            checkable=True,
        ),
        ActionSpec(
            "full_screen",
            "&Full screen",
            ("F11",),
            "The window without its frame, and back",
            checkable=True,
        ),
    ),
    (
        ActionSpec("colours_system", "Colours of the &system", (), "As the desktop is", checkable=True),
        ActionSpec("colours_light", "&Light colours", (), "Dark words on light", checkable=True),
        ActionSpec("colours_dark", "&Dark colours", (), "Light words on dark", checkable=True),
    ),
    (
        ActionSpec(
            "gold",
            "Gold’s &chains in the text",
            ("G",),
            "Beside each mention its chain in gold; after the verdict, or as told before it",
            "review",
            checkable=True,
        ),
        ActionSpec(
            "all_mentions",
            "&All mentions of the document",
            ("A",),
            "Also those of other bags: thinly underlined in the baseline, boxed in the changed graph",
            "review",
            checkable=True,
        ),
    ),
    (
        ActionSpec(
            "zoom_in", "Larger te&xt", ("Ctrl++", "Ctrl+="), "The text larger", "review", repeats=True
        ),
        ActionSpec("zoom_out", "S&maller text", ("Ctrl+-",), "The text smaller", "review", repeats=True),
        ActionSpec("zoom_usual", "&Usual size of the text", ("Ctrl+0",), "As at first", "review"),
        ActionSpec("font", "Read&ing font…", (), "The font of the text of the bag", "review"),
    ),
    (
        ActionSpec(
            "why",
            "Wh&y is this one bag?",
            ("Y",),
            "Which mentions hold the bag together, and how two of them are connected",
            "review",
        ),
        ActionSpec(
            "findings",
            "&Reviewer against metric",
            ("R",),
            "Where the verdicts and a score say the opposite",
            "review",
        ),
        ActionSpec(
            "pictures", "&Pictures", ("P",), "Scores, shares and verdicts as pictures to save", "review"
        ),
        ActionSpec(
            "explain",
            "&What the numbers mean",
            ("H",),
            "Meaning, formula with these numbers, and source of every figure",
            "review",
        ),
    ),
)
