"""The declarations of all actions by menu, and the keys that trigger them.

A declaration only describes an action; ``coala.gui.window.action_handlers`` binds it to what it does. About
twenty actions have a letter or a sign as their key; the others have a place in a menu, are found by the
action search, and can be given a key in the help. In a blind review some actions get texts that name no
side, and others wait until it is unblinded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from PySide6 import QtGui

from coala.model.bag import Verdict
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.figures import MINUS


class ActionSpec(NamedTuple):
    """The declaration of one action: its name, menu text, default keys and tip.

    ``needs`` is "" or what it works on: a "review", a "writable" review, "either" review or board; without it
    the action is greyed. ``only`` is "" or what it is about: a "board", a "column" of one, "gold", "links" to
    knowledge bases, "others" who judged in the file, a "blind" review, the "overview" of a board; without it
    the action is hidden.
    ``verdict`` is the verdict that it gives, if it gives one. An action that ``repeats`` is triggered while
    its key is held: it only moves. A ``checkable`` action is on or off. ``submenu`` is the title of the
    submenu that holds it.
    """

    name: str
    text: str
    keys: tuple[str, ...]
    tip: str
    needs: str = ""
    verdict: Verdict | None = None
    repeats: bool = False
    checkable: bool = False
    only: str = ""
    submenu: str = ""


@dataclass(frozen=True)
class Situation:
    """What is open in a window and what it holds, which decides which actions apply."""

    review: bool = False
    writable: bool = False  # verdicts can be given in the review
    blind: bool = False
    gold: bool = False  # the review has a gold graph
    links: bool = False  # links to knowledge bases differ in the review
    others: bool = False  # other reviewers have judged in the file
    board: bool = False  # a board is open; an open review is then one of its columns
    nouns: Nouns = IN_TEXTS  # the words for what is reviewed

    def has(self, what: str) -> bool:
        """Return True if there is what an action ``needs`` or what it is ``only`` about."""
        return {
            "": True,
            "review": self.review,
            "writable": self.review and self.writable,
            "either": self.review or self.board,
            "board": self.board,
            "overview": self.board and not self.review,
            "column": self.review and self.board,
            "gold": self.gold,
            "links": self.links,
            "others": self.others,
            "blind": self.blind,
        }[what]


TAG_MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "name": "different things with the same or similar names",
        "pronoun": "a pronoun, such as she or it",
        "generic": "a kind in general, not one thing",
        "part": "a part or member taken for the whole",
    }
)
"""The usual causes of coreference errors, with what they mean.

Each has an action of its own, whatever tags a review has, so that reviewers can learn them.
"""

USUAL_TAGS = tuple(TAG_MEANINGS)

CLOSE_BOARD = "C&lose board"
"""The text of the action "close" while a board is open."""

FILE_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "compare",
            "&Compare two graphs…",
            (),
            "Choose two graphs and review their differences, also blind",
        ),
        ActionSpec("open", "&Open…", ("Ctrl+O",), "Open a review or a board"),
        ActionSpec("new_window", "New &window", ("Ctrl+N",), "Open another review next to this one"),
        ActionSpec("close", "C&lose review", ("Ctrl+W",), "Go back to the start page", "either"),
    ),
    (
        ActionSpec(
            "compare_again",
            "Compare a&gain…",
            (),
            "Compare the graphs again and keep the verdicts",
            "review",
        ),
        ActionSpec("share", "S&hare as a page…", (), "Write one HTML page to send to others", "review"),
        ActionSpec(
            "export",
            "&Export…",
            ("Ctrl+E",),
            "Export your verdicts as a page, a table or RDF, or a graph with the better side of each bag",
            "either",
        ),
        ActionSpec("save_copy", "&Save a copy…", (), "Save the review as another file", "review"),
    ),
    (
        ActionSpec(
            "warnings",
            "Warnings &about the graphs…",
            (),
            "Show problems that were found in the graphs",
            "either",
        ),
        ActionSpec(
            "unblind",
            "&Unblind the review…",
            (),
            "Reveal which system is which",
            "writable",
            only="blind",
        ),
        ActionSpec("reviewer", "Reviewer’s &name…", (), "Change the name that goes with your verdicts"),
    ),
    (ActionSpec("quit", "&Quit", ("Ctrl+Q",), "Close the window; your work is already saved"),),
)

EDIT_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec("undo", "&Undo", ("Ctrl+Z",), "Undo your last verdict or note", "writable"),
        ActionSpec("redo", "&Redo", ("Ctrl+Shift+Z",), "Redo the step that was undone last", "writable"),
    ),
    (
        ActionSpec("copy_text", "Copy as &text", (), "Copy the changes and chains of this bag", "review"),
        ActionSpec(
            "copy_markdown", "Copy as &Markdown", (), "Copy this bag for a bug report or a wiki", "review"
        ),
        ActionSpec(
            "copy_entry",
            "Copy &IRI of the entry",
            (),
            "Copy the entry linked at the cursor, or both entries of the change",
            "review",
            only="links",
        ),
        ActionSpec(
            "copy_more",
            "&Copy something else…",
            (),
            "Copy the name of this bag, or an IRI",
            "review",
        ),
    ),
    (
        ActionSpec("filter", "&Find…", ("Ctrl+F", "/"), "Search the bags", "review"),
        ActionSpec(
            "go_to",
            "&Go to bag…",
            ("Ctrl+G",),
            "Go to a bag by its number, fingerprint, or file.coala#12",
            "review",
        ),
        ActionSpec("clear_filter", "&Show all bags", (), "Clear the search and all filters", "review"),
        ActionSpec("order", "S&ort the list…", (), "Choose the order of the bags or components", "either"),
    ),
)

_TAGS = "&Tags"

VERDICT_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "judge_worse",
            "&Worse",
            ("1", "-"),
            "The changed system is worse here",
            "writable",
            Verdict.WORSE,
        ),
        ActionSpec(
            "judge_same",
            "&Same",
            ("2", "="),
            "Neither system is better here",
            "writable",
            Verdict.SAME,
        ),
        ActionSpec(
            "judge_better",
            "&Better",
            ("3", "+"),
            "The changed system is better here",
            "writable",
            Verdict.BETTER,
        ),
        ActionSpec(
            "judge_unsure",
            "&Not sure",
            ("4", "?"),
            "You cannot decide; the results count this separately",
            "writable",
            Verdict.UNSURE,
        ),
        ActionSpec(
            "clear",
            "&Remove verdict",
            ("Backspace",),
            "Remove your verdict on this bag or change",
            "writable",
        ),
    ),
    (
        ActionSpec(
            "who_is_who",
            "W&ho is who?",
            ("E",),
            "Say which parts of this bag are one thing, or judge changes of types and the like",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "whole_bag",
            "Back to the ba&g",
            (),
            "Go back to judging the bag as a whole (also with Esc)",
            "review",
        ),
    ),
    (
        ActionSpec("note", "Write a n&ote", ("C",), "Say why, in your own words", "review"),
        ActionSpec("tags", "&Other tag…", (), "Say why, with a tag of your own", "review", submenu=_TAGS),
        *(
            ActionSpec(
                f"tag_{place}",
                f"Tag &{place} ({tag})",
                (),
                f"Say why: {meaning}",
                "writable",
                submenu=_TAGS,
            )
            for place, (tag, meaning) in enumerate(TAG_MEANINGS.items(), 1)
        ),
    ),
    (
        ActionSpec(
            "adjudicate",
            "Settle &disagreements",
            ("Ctrl+J",),
            "Go through the bags on which reviewers disagree; your verdict is final",
            "writable",
            checkable=True,
            only="others",
        ),
        ActionSpec(
            "draw",
            "&Draw a sample…",
            (),
            "Judge only a random part of the bags; it estimates the result for all",
            "writable",
        ),
        ActionSpec("history", "&History…", (), "Show who judged this bag, when, and why", "review"),
    ),
)

_SIZE, _THEME = "Text &size", "&Theme"

VIEW_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "results",
            "&Results",
            ("R",),
            "Show what your verdicts say about the change",
            "review",
            checkable=True,
        ),
    ),
    (
        ActionSpec(
            "next_unjudged",
            "Next &unjudged bag",
            ("N",),
            "Go to the next unjudged bag",
            "either",
            repeats=True,
        ),
        ActionSpec(
            "previous_unjudged",
            "Previous un&judged bag",
            ("Shift+N",),
            "Go to the previous unjudged bag",
            "either",
            repeats=True,
        ),
        ActionSpec("next", "&Next bag", ("J",), "Go to the next row of the list", "either", repeats=True),
        ActionSpec(
            "previous", "&Previous bag", ("K",), "Go to the previous row of the list", "either", repeats=True
        ),
        ActionSpec(
            "next_alike",
            "Next s&imilar bag",
            ("S",),
            "Go to the next bag with the same kind of change",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "list_alike",
            "&List similar bags only",
            ("Shift+S",),
            "List only bags with the same kind of change",
            "review",
        ),
    ),
    (
        ActionSpec(
            "next_mention",
            "&More context",
            ("M",),
            "Show more sentences, then the paragraph, then the document",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "previous_mention",
            "L&ess context",
            ("Shift+M",),
            "Go back to fewer sentences",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "mention_after", "Next mention", (), "Go to the next mention in the text", "review", repeats=True
        ),
        ActionSpec(
            "mention_before",
            "Previous mention",
            (),
            "Go to the previous mention in the text",
            "review",
            repeats=True,
        ),
        ActionSpec(
            "all_mentions",
            "&All mentions in the document",
            (),
            "Also mark the mentions of other bags",
            "review",
            checkable=True,
        ),
        ActionSpec(
            "document",
            "Whole &document…",
            ("D",),
            "Show every mention in the document with its chain, types and entry",
            "review",
        ),
        ActionSpec(
            "why", "&Why is this one bag?", (), "Show which mentions hold this bag together", "review"
        ),
    ),
    (
        ActionSpec(
            "gold",
            "&Gold chains in the text",
            ("G",),
            "Show the gold chain next to each mention",
            "review",
            checkable=True,
            only="gold",
        ),
        ActionSpec(
            "gold_first",
            "Show gold before I &judge",
            (),
            "Also show gold before your verdict; this may bias you",
            "review",
            checkable=True,
            only="gold",
        ),
    ),
    (
        ActionSpec(
            "zoom_in",
            "&Larger",
            ("Ctrl++", "Ctrl+="),
            "Make the text of the bag larger",
            "review",
            repeats=True,
            submenu=_SIZE,
        ),
        ActionSpec(
            "zoom_out",
            "&Smaller",
            ("Ctrl+-",),
            "Make the text of the bag smaller",
            "review",
            repeats=True,
            submenu=_SIZE,
        ),
        ActionSpec("zoom_usual", "&Usual", ("Ctrl+0",), "Use the usual text size", "review", submenu=_SIZE),
        ActionSpec("font", "&Font…", (), "Choose the font of the text", "review", submenu=_SIZE),
        ActionSpec(
            "colours_system",
            "S&ystem theme",
            (),
            "Follow the colours of the desktop",
            checkable=True,
            submenu=_THEME,
        ),
        ActionSpec("colours_light", "&Light theme", (), "Dark text on light", checkable=True, submenu=_THEME),
        ActionSpec("colours_dark", "&Dark theme", (), "Light text on dark", checkable=True, submenu=_THEME),
        ActionSpec("full_screen", "&Full screen", (), "Switch full screen on or off", checkable=True),
    ),
)

BOARD_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec(
            "next_component",
            "&Next component",
            ("]",),
            "Go to the next component that changes this bag",
            repeats=True,
            only="column",
        ),
        ActionSpec(
            "previous_component",
            "&Previous component",
            ("[",),
            "Go to the previous component that changes this bag",
            repeats=True,
            only="column",
        ),
        ActionSpec(
            "switch_role",
            "&Switch comparison",
            ("X",),
            "Choose what is compared: without one, only one, or step by step",
            only="overview",
        ),
        ActionSpec(
            "open_page",
            "&Open as page",
            ("P",),
            "Show the matrix of bags by components and the plots in the web browser",
            only="board",
        ),
        ActionSpec(
            "back_to_board",
            "&Back to the board",
            ("Alt+Left",),
            "Return to the board",
            only="column",
        ),
    ),
)

HELP_MENU: tuple[tuple[ActionSpec, ...], ...] = (
    (
        ActionSpec("first_steps", "&First steps", (), "Learn how a review works in five lines"),
        ActionSpec(
            "shortcuts", "&Keys and words…", ("F1",), "Look up keys, symbols and terms, or change keys"
        ),
        ActionSpec("search_actions", "F&ind an action…", ("Ctrl+K",), "Search everything that COALA can do"),
    ),
    (
        ActionSpec(
            "report", "&Report a problem", (), "Copy the versions and settings that a bug report needs"
        ),
        ActionSpec("about", "&About COALA", (), "Show the version and the licence"),
    ),
)

MENUS: Mapping[str, tuple[tuple[ActionSpec, ...], ...]] = {
    "&File": FILE_MENU,
    "&Edit": EDIT_MENU,
    "&Verdict": VERDICT_MENU,
    "Vie&w": VIEW_MENU,
    "&Board": BOARD_MENU,
    "&Help": HELP_MENU,
}
"""Each menu by its title, as groups of actions; a separator divides two groups."""

HIDDEN_WHILE_BLIND = frozenset(
    (
        *("compare_again", "share", "export", "warnings", "adjudicate", "gold_first", "gold"),
        *("all_mentions", "document", "next_alike", "list_alike", "order", "draw"),
    )
)
"""The names of the actions that a blind review hides: they show which side is which, gold, or results."""

_BLIND_TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "judge_worse": ("&Left better", "The left side is better here"),
        "judge_same": ("&Same", "Neither side is better here"),
        "judge_better": ("R&ight better", "The right side is better here"),
    }
)


def hide_sides(spec: ActionSpec) -> ActionSpec:
    """Return the action with the text and tip that it has in a blind review."""
    text, tip = _BLIND_TEXTS.get(spec.name, (spec.text, spec.tip))
    return spec._replace(text=text, tip=tip)


SPECS = tuple(spec for groups in MENUS.values() for group in groups for spec in group)

TAG_ACTIONS = tuple(spec.name for spec in SPECS if spec.name.startswith("tag_"))

SPECS_BY_NAME: Mapping[str, ActionSpec] = {spec.name: spec for spec in SPECS}

MENU_OF: Mapping[str, str] = {
    spec.name: title for title, groups in MENUS.items() for group in groups for spec in group
}
"""The title of the menu of each action by its name."""

DEFAULT_KEYS: Mapping[str, tuple[str, ...]] = {spec.name: spec.keys for spec in SPECS}
"""The default keys of each action by its name."""

VERDICT_ACTIONS: Mapping[str, Verdict] = {
    spec.name: spec.verdict for spec in SPECS if spec.verdict is not None
}


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


_SIGN_NAMES = {
    ",": "comma",
    ".": "period",
    ";": "semicolon",
    ":": "colon",
    "/": "slash",
    "?": "question mark",
    "[": "opening bracket",
    "]": "closing bracket",
    "+": "plus",
    MINUS: "minus",
    "=": "equals",
}


def speak_key(shown: str) -> str:
    """Return a key from `format_key` for a screen reader, which may leave out signs: "Ctrl+comma"."""
    return shown[:-1] + _SIGN_NAMES.get(shown[-1:], shown[-1:])
