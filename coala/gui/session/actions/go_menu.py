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
            "review",
            repeats=True,
        ),
        ActionSpec(
            "previous_unjudged",
            "Previous un&judged bag",
            ("Shift+N",),
            "The bag before without a verdict",
            "review",
            repeats=True,
        ),
    ),
    (
        ActionSpec("next", "&Next bag", ("J",), "One row down in the list", "review", repeats=True),
        ActionSpec("previous", "&Previous bag", ("K",), "One row up in the list", "review", repeats=True),
    ),
    (
        ActionSpec(
            "next_alike", "Next bag with the &same change", ("S",), "Up to names", "review", repeats=True
        ),
        ActionSpec("list_alike", "Only bags with the sa&me change", ("Shift+S",), "Up to names", "review"),
        ActionSpec("list", "&List of bags", ("L",), "Put the focus on the list", "review"),
        ActionSpec(
            "filter",
            "&Search the bags",
            ("Ctrl+F", "/"),
            "Put the cursor into the search field",
            "review",
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
        ActionSpec(
            "implied",
            "Bags with &implied verdicts",
            ("Shift+I",),
            "Only the bags of which a row was judged before, in a bag that has changed",
            "review",
        ),
        ActionSpec("clear_filter", "Clea&r the filter", ("Ctrl+R",), "Show every bag", "review"),
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
)
