"""The declarations of all actions by menu, and the keys that trigger them.

A declaration only describes an action; ``coala.gui.window.action_handlers`` binds it to what it does. In a
blind review some actions get texts that name no side, and others wait until it is unblinded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6 import QtGui

from coala.model.bag import Verdict
from coala.present.phrases import MINUS


class ActionSpec(NamedTuple):
    """The declaration of one action: its name, menu text, default keys and tip.

    ``needs`` is "" or what it works on: a "review", a "writable" review, a "board", a "column" of a board,
    "either" review or board. ``verdict`` is the verdict that it gives, if it gives one. An action that
    ``repeats`` is triggered while its key is held: it only moves. A ``checkable`` action is on or off.
    """

    name: str
    text: str
    keys: tuple[str, ...]
    tip: str
    needs: str = ""
    verdict: Verdict | None = None
    repeats: bool = False
    checkable: bool = False


BAG_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "copy_text",
            "Copy as &text",
            ("Ctrl+Shift+C",),
            "The bag’s changes and chains as text",
            "review",
        ),
        ActionSpec(
            "copy_markdown",
            "Copy as &Markdown",
            ("Ctrl+Shift+M",),
            "The bag’s changes and chains for a bug report",
            "review",
        ),
        ActionSpec(
            "copy_baseline",
            "Copy the &baseline as Turtle",
            (),
            "What the baseline says in this bag, as a graph that can be compared",
            "review",
        ),
        ActionSpec(
            "copy_changed",
            "Copy the &changed graph as Turtle",
            (),
            "What the changed graph says in this bag, as a graph that can be compared",
            "review",
        ),
    ),
    (
        ActionSpec(
            "copy_name",
            "Copy its &name",
            (),
            "The file and the bag’s number, as in run.coala#12",
            "review",
        ),
        ActionSpec("copy_iri", "Copy an &IRI…", (), "The name of one of its chains or documents", "review"),
    ),
    (
        ActionSpec(
            "memory",
            "What was &judged before",
            ("F",),
            "What is different in the bag since you judged it: rows and mentions that came and went",
            "review",
        ),
        ActionSpec(
            "history",
            "&History…",
            ("Shift+H",),
            "Who judged this bag when, and what was written",
            "review",
        ),
    ),
)


CLOSE_BOARD = "C&lose the board"
"""The text of the action "close" while a board is open."""
EXPORT_BOARD = "E&xport the board…"
"""The text of the action "export_review" while the page of a board is shown."""

FILE_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "compare",
            "&Compare two graphs…",
            ("Ctrl+D",),
            "Choose two graphs and review what differs",
        ),
        ActionSpec(
            "compare_again",
            "Compare a&gain…",
            ("Ctrl+Shift+N",),
            "The same graphs with the same settings, into this review",
            "review",
        ),
        ActionSpec("new_window", "New &window", ("Ctrl+N",), "For another review beside this one"),
        ActionSpec("open", "&Open a review or board…", ("Ctrl+O",), "Go on with a file of verdicts"),
        ActionSpec("close", "C&lose the review", ("Ctrl+W",), "Back to the start page", "either"),
    ),
    (
        ActionSpec("sample", "&Draw a sample…", (), "Judge some, know what holds of all", "writable"),
        ActionSpec("kept_links", "Links of &both graphs…", (), "Judge those that were drawn", "review"),
        ActionSpec("export", "&Export the tally…", ("Ctrl+E",), "Write the tally as CSV or JSON", "review"),
        ActionSpec(
            "export_review",
            "E&xport the review…",
            ("Ctrl+Shift+E",),
            "As a page, a table, RDF, or the better side of each bag; a board as a page or its tally",
            "either",
        ),
        ActionSpec(
            "save_copy", "&Save a copy…", ("Ctrl+Shift+S",), "The whole review in another file", "review"
        ),
        ActionSpec("warnings", "&Warnings about the graphs…", (), "What was odd in the input", "either"),
        ActionSpec("unblind", "&Unblind the review…", (), "Tell which side is which for good", "writable"),
        ActionSpec("reviewer", "Reviewer’s &name…", (), "The name that goes with your verdicts"),
    ),
    (ActionSpec("quit", "&Quit", ("Ctrl+Q",), "Close the window; everything is saved already"),),
)


HIDDEN_WHILE_BLIND = frozenset(
    (
        *("compare_again", "export", "warnings", "adjudicate", "order", "copy_iri", "rail", "gold_first"),
        *("gold", "all_mentions", "findings", "pictures", "explain", "export_review"),
        *("memory", "next_alike", "list_alike", "sample", "kept_links"),
    )
)
"""The names of the actions that a blind review disables: they show which side is which, or gold."""

_LATER_TIP = "Waits until the review is unblinded"

_BLIND_TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "judge_worse": ("&Left is better", "The left side is better here"),
        "judge_better": ("R&ight is better", "The right side is better here"),
        "rest_worse": ("Changes left: left is better", "All changes of the bag without a verdict"),
        "rest_better": ("Changes left: right is better", "All changes of the bag without a verdict"),
        "copy_baseline": ("Copy the le&ft side as Turtle", "The left side of this bag as a graph"),
        "copy_changed": (
            "Copy the ri&ght side as Turtle",
            "The right side of this bag as a graph",
        ),
    }
)


def hide_sides(spec: ActionSpec) -> ActionSpec:
    """Return the action with the text and tip that it has in a blind review."""
    text, tip = _BLIND_TEXTS.get(
        spec.name, (spec.text, _LATER_TIP if spec.name in HIDDEN_WHILE_BLIND else spec.tip)
    )
    return spec._replace(text=text, tip=tip)


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


GO_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "next_unjudged",
            "Next &unjudged bag",
            ("N",),
            "The next bag without a verdict",
            "either",
            repeats=True,
        ),
        ActionSpec(
            "previous_unjudged",
            "Previous un&judged bag",
            ("Shift+N",),
            "The bag before without a verdict",
            "either",
            repeats=True,
        ),
    ),
    (
        ActionSpec("next", "&Next bag", ("J",), "One row down in the list", "either", repeats=True),
        ActionSpec("previous", "&Previous bag", ("K",), "One row up in the list", "either", repeats=True),
    ),
    (
        ActionSpec(
            "next_alike", "Next bag with the &same change", ("S",), "Up to names", "review", repeats=True
        ),
        ActionSpec("list_alike", "Only bags with the sa&me change", ("Shift+S",), "Up to names", "review"),
        ActionSpec("list", "&List of bags", ("L",), "Put the focus on the list", "either"),
        ActionSpec(
            "filter",
            "&Search the bags",
            ("Ctrl+F", "/"),
            "Put the cursor into the search field",
            "either",
        ),
        ActionSpec(
            "order",
            "&Order of the list",
            ("O",),
            "By text, by what a bag is worth, or bags with the same change together",
            "review",
        ),
        ActionSpec(
            "go_to",
            "&Go to bag…",
            ("Ctrl+G",),
            "By its number, its fingerprint, or file.coala#12",
            "review",
        ),
        ActionSpec("clear_filter", "Clea&r the filter", ("Ctrl+R",), "Show every bag", "either"),
    ),
    (
        ActionSpec("text", "Source &text", ("T",), "Put the focus on the source text", "review"),
        ActionSpec(
            "next_mention",
            "&More of the text",
            ("M",),
            "What is below, then further sentences, then the paragraph and the document",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "previous_mention",
            "&Back in the text",
            ("Shift+M",),
            "What is above",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "mention_after", "Ne&xt mention", (".",), "The next one that is shown", "review", repeats=True
        ),
        ActionSpec(
            "mention_before",
            "Previous m&ention",
            (",",),
            "The one shown before it",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "whole",
            "&Whole document",
            ("W",),
            "Show the whole document around the chosen mention, or only its sentence",
            "review",
        ),
    ),
    (
        ActionSpec(
            "next_component",
            "Next &component of the board",
            ("]",),
            "On a board to the next column; in a bag to the same bag in the next component that changes it",
            "board",
            repeats=True,
        ),
        ActionSpec(
            "previous_component",
            "Previous com&ponent of the board",
            ("[",),
            "On a board to the column before; in a bag to the component before that changes it",
            "board",
            repeats=True,
        ),
        ActionSpec(
            "switch_role",
            "Without one, only one, step b&y step",
            ("X",),
            "What the rows of a board compare: the next of these",
            "board",
        ),
        ActionSpec(
            "back_to_board",
            "Back t&o the board",
            ("Alt+Left",),
            "From a bag to the cell of the board that it was opened from; so does Esc",
            "column",
        ),
    ),
)


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
    tuple(
        ActionSpec(
            f"rest_{name}",
            f"Changes left: {word}",
            (f"Shift+{place}",),
            f"All changes of the bag without a verdict, and the chosen one: {word}",
            "writable",
        )
        for place, (name, word) in enumerate(
            (("worse", "worse"), ("same", "same"), ("better", "better"), ("unsure", "not sure")), 1
        )
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


HELP_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "shortcuts",
            "&Keys, marks and words…",
            ("F1",),
            "What every key, mark and word is; keys can be changed",
        ),
    ),
)

MENUS: Mapping[str, tuple[tuple[ActionSpec, ...], ...]] = {
    "&File": FILE_MENU,
    "&Verdict": VERDICT_MENU,
    "&Bag": BAG_MENU,
    "&Go": GO_MENU,
    "Vie&w": VIEW_MENU,
    "&Help": HELP_MENU,
}
"""Each menu by its title, as groups of actions; a separator divides two groups."""

SPECS = tuple(spec for groups in MENUS.values() for group in groups for spec in group)

TAG_ACTIONS = tuple(spec.name for spec in SPECS if spec.name.startswith("tag_"))

SPECS_BY_NAME: Mapping[str, ActionSpec] = {spec.name: spec for spec in SPECS}

DEFAULT_KEYS: Mapping[str, tuple[str, ...]] = {spec.name: spec.keys for spec in SPECS}
"""The default keys of each action by its name."""

VERDICT_ACTIONS: Mapping[str, Verdict] = {
    spec.name: spec.verdict for spec in SPECS if spec.verdict is not None
}

REST_ACTIONS: Mapping[str, Verdict] = {
    name.replace("judge_", "rest_"): verdict for name, verdict in VERDICT_ACTIONS.items()
}
"""The actions that give all changes that are left a verdict."""


def find_active_keys(
    chosen: Mapping[str, Sequence[str]], defaults: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the active keys of every action by its name: those that the user chose, or else its defaults.

    Qt ignores a key that two actions share, so each key is active once. A chosen key wins over a default
    one, which a newer version may have added. Of two chosen ones the first in the order of ``defaults`` wins.
    Keys that Qt does not know are left out.
    """
    keys: dict[str, list[str]] = {}
    taken: set[str] = set()
    # The actions with chosen keys come first (False sorts before True), so that their keys win.
    for name in sorted(defaults, key=lambda name: name not in chosen):
        keys[name] = []
        for key in chosen.get(name, defaults[name]):
            # The same key may be written in several ways: "Ctrl+Del" and "ctrl+delete".
            normalized = QtGui.QKeySequence(key).toString() if is_known_key(key) else ""
            if normalized and normalized not in taken:
                taken.add(normalized)
                keys[name].append(key)
    return {name: keys[name] for name in defaults}


def is_known_key(key: str) -> bool:
    """Return True if Qt knows the key; a foreign preferences file may hold anything."""
    sequence = QtGui.QKeySequence(key)
    # Qt turns a name that it does not know into a key without a name.
    return sequence.count() == 1 and bool(sequence.toString().strip())


def format_key(key: str) -> str:
    """Return a key as users know it, with a true minus sign, which is easier to see than a hyphen."""
    text = QtGui.QKeySequence(key).toString(QtGui.QKeySequence.SequenceFormat.NativeText)
    return text.replace("-", MINUS)
