"""The marks of the window get their meaning, so that none must be guessed; none is a colour alone."""

from __future__ import annotations

from coala.presentation.help.entries import HelpEntry
from coala.presentation.phrases import MINUS

MARKS = (
    HelpEntry("\N{WHITE CIRCLE}", "A bag without a verdict, in the list."),
    HelpEntry("+", "A bag judged better: the changed system does better here."),
    HelpEntry(MINUS, "A bag judged worse: the changed system does worse here."),
    HelpEntry("=", "A bag judged the same: neither system does better here."),
    HelpEntry("?", "A bag of which it cannot be told which system does better."),
    HelpEntry("\N{CHECK MARK} given", "The verdict that this bag, or this change, has, on its button."),
    HelpEntry("changes +, in the list", "Changes of the bag have verdicts of their own, these."),
    HelpEntry("a framed + at a chain", "A change of this chain has a verdict of its own."),
    HelpEntry(
        "Change 2 of 3 \N{MULTIPLICATION SIGN}",
        "The answers are for this change, whose line is lit in the list; a click, or key B, leads back.",
    ),
    HelpEntry("underlined words", "A mention of the baseline, in the colour of its chain."),
    HelpEntry("filled words", "A mention of the changed graph, in the colour of its chain."),
    HelpEntry("underlined and filled words", "A mention that both graphs have."),
    HelpEntry(
        "framed words",
        "The mention, or the mentions, chosen now; a click chooses one, and so do the keys . and ,"
        " for the next and the previous.",
    ),
    HelpEntry(
        "‹object› beside framed words",
        "What the words are in the fact that is chosen: its event, one of its roles, or where it is said; "
        "“was” and “now” where only the baseline or only the changed graph has it so.",
    ),
    HelpEntry(
        "A1 beside words",
        "The chains that the mention belongs to: a letter in the baseline, a number in the changed graph.",
    ),
    HelpEntry(
        "A\N{RIGHTWARDS ARROW}2 beside words",
        "A mention that went from one chain to another. Before or behind the arrow is nothing where only one "
        "graph has the mention.",
    ),
    HelpEntry(
        "A, B \N{HORIZONTAL ELLIPSIS} and 1, 2 \N{HORIZONTAL ELLIPSIS} in the lines of chains",
        "Chains of the baseline and of the changed graph, what differs first, then most mentions first.",
    ),
    HelpEntry(
        "A\N{EN DASH}E",
        "Several chains of one name, all of whose mentions went to one chain; a click or Enter opens them.",
    ),
    HelpEntry(
        "curves between chains",
        "Mentions that both chains have, in the colour of the baseline's; the more, the thicker.",
    ),
    HelpEntry("gone", "A chain, or so many of its mentions, that the changed graph has nowhere."),
    HelpEntry("new", "A chain, or so many of its mentions, that the baseline has nowhere."),
    HelpEntry(
        "\N{GREEK SMALL LETTER ALPHA} beside words",
        "The chain of gold that the mention belongs to, where gold is shown (key G).",
    ),
    HelpEntry(
        "thin line, thin box",
        "A mention of another bag, in the baseline or in the changed graph (key A).",
    ),
    HelpEntry(
        "\N{MIDLINE HORIZONTAL ELLIPSIS}, \N{MIDLINE HORIZONTAL ELLIPSIS} 4 lines",
        "Text that is folded away; a click unfolds it, and key W shows the document.",
    ),
    HelpEntry(
        "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}3",
        "Three more mentions of a chain; a click, or key M, shows their sentences.",
    ),
    HelpEntry("\N{RIGHTWARDS ARROW}", "From the baseline to the changed graph."),
    HelpEntry("\N{WARNING SIGN}", "Something that needs a look, such as a key that two actions want."),
    HelpEntry(
        "A \N{CIRCLED PLUS} B",
        "Two chains that became one, in the list; behind it, in which words.",
    ),
    HelpEntry("A \N{CIRCLED MINUS} B", "A chain from which another one broke off, in the list."),
    HelpEntry(
        "\N{BLACK CIRCLE}, \N{BLACK CIRCLE}3 on a board",
        "A bag, or three, that this component changes and that have no verdict.",
    ),
    HelpEntry(
        "+2, +\N{MINUS SIGN}, 1/3 on a board",
        "Several bags of one cell: two judged better; all judged, but not alike; one of three judged.",
    ),
    HelpEntry("\N{EMPTY SET} on a board", "This component changes nothing in this bag."),
    HelpEntry(
        "\N{BLACK STAR} on a board",
        "A change that differs from nothing for sure: its p is below .05 also when it is adjusted for the "
        "number of components (Holm). A full point in the picture says the same, a hollow one that it is not "
        "sure.",
    ),
    HelpEntry(
        "\N{BLACK DOWN-POINTING SMALL TRIANGLE} on a board",
        "Of the links that this component adds, fewer are right than the target precision asks for.",
    ),
    HelpEntry("n/a", "A figure that is not defined here, such as 0/0."),
    HelpEntry("\N{ALMOST EQUAL TO}", "A figure that is rounded, because its fraction is too long to read."),
)
