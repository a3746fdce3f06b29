"""Ways through the bags, the text and a board are listed as actions."""

from __future__ import annotations

from coala.gui.session.actions.action_spec import ActionSpec

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
