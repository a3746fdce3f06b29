"""The entries of the window's help: words with their meanings, marks of the window, and their search.

``WORDS`` is a glossary, and ``MARKS`` explains the signs that the window shows. Every mark is a sign or a
shape, so that no reader depends on colours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from coala.present.phrases import MINUS


class HelpEntry(NamedTuple):
    """A mark or a word, with its meaning in plain text."""

    name: str
    meaning: str


# A blind review hides which graph is the changed one, so its help names the sides of the window.
_SIDE_NAMES = (
    ("the changed graph", "the right side"),
    ("the changed system", "the right side"),
    ("the baseline", "the left side"),
)
_GRAPH_NAMES = re.compile(r"\bbaseline|\bchanged\b", re.IGNORECASE)


def without_sides(entries: Iterable[HelpEntry]) -> list[HelpEntry]:
    """Return the entries for a blind review, with "left" and "right" instead of the names of the graphs.

    Entries that still name a graph are left out.
    """
    kept = []
    for name, meaning in entries:
        for graph, side in _SIDE_NAMES:
            meaning = meaning.replace(graph, side).replace(graph.capitalize(), side.capitalize())
        if not _GRAPH_NAMES.search(f"{name} {meaning}"):
            kept.append(HelpEntry(name, meaning))
    return kept


def fold(text: str) -> str:
    """Return the text as a search compares it: without case, accents and kinds of minus signs."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("\N{MINUS SIGN}", "-")
    return "".join(character for character in plain if not unicodedata.combining(character))


def is_found(query: str, *texts: str) -> bool:
    """Return True if the texts contain every word of the query; an empty query finds everything."""
    content = fold("\n".join(texts))
    return all(word in content for word in fold(query).split())


def find_entries(entries: Iterable[HelpEntry], query: str) -> list[HelpEntry]:
    """Return the entries with every word of the query; those whose names have all of them come first."""
    found = [entry for entry in entries if is_found(query, *entry)]
    return sorted(found, key=lambda entry: not is_found(query, entry.name))


WORDS = (
    HelpEntry("baseline", "The first of the two graphs: the system as it was. It stands on the left."),
    HelpEntry("changed", "The second of the two graphs: the system as it is now. It stands on the right."),
    HelpEntry(
        "gold", "A third graph, made by people and taken for right. Scores hold both systems against it."
    ),
    HelpEntry("graph", "Everything that one system said about all documents, whatever format its file has."),
    HelpEntry("document", "A text with a name. Both graphs speak of one document when its name is the same."),
    HelpEntry(
        "span",
        "A place in a text: document, begin and end, counted in characters. The same place in both graphs is "
        "one span.",
    ),
    HelpEntry("mention", "Words that speak of something: a span that a system has put into a chain."),
    HelpEntry(
        "chain",
        "All mentions that a system takes for one and the same thing, be it a person, a place or an event. "
        "They may stand in several documents.",
    ),
    HelpEntry(
        "instance",
        "What a chain is about, with its name, types and statements. Names in the graphs are never compared: "
        "an instance is known by its mentions.",
    ),
    HelpEntry(
        "coreference", "Two mentions corefer when they speak of the same thing. That is what both graphs say."
    ),
    HelpEntry(
        "bag",
        "All chains of both graphs that hang together by shared mentions: the smallest part that can be "
        "judged by itself. A bag has one verdict, and its changes may have theirs.",
    ),
    HelpEntry("interesting bag", "A bag in which the two graphs differ. Only these are shown."),
    HelpEntry(
        "partner",
        "The chain of the other graph that shares most mentions, paired one to one within the bag. A chain "
        "without partner is new, or gone.",
    ),
    HelpEntry("divergence", "One thing in which the graphs differ: a row with a kind and a sentence."),
    HelpEntry("merged", "A chain went into another one: what were two things are one now."),
    HelpEntry("split", "A part of a chain broke off: what was one thing is two now."),
    HelpEntry("moved", "A mention left one chain for another, and both chains are still there."),
    HelpEntry("mention added", "A mention that only the changed graph has joined a chain that both have."),
    HelpEntry("mention dropped", "A mention that only the baseline has is gone from a chain that both have."),
    HelpEntry("instance added", "A chain none of whose mentions the baseline has."),
    HelpEntry("instance dropped", "A chain none of whose mentions the changed graph has."),
    HelpEntry(
        "type", "The class of an instance, such as person or event; a change lists what came and went."
    ),
    HelpEntry(
        "statement",
        "Anything else that a graph says of an instance: a relation and its value. Dropped and added are one "
        "change where the relation is the same.",
    ),
    HelpEntry(
        "fact",
        "A statement that a system reads out of the text, with the words that say it: a relation between two "
        "things, or an event with all that takes part in it. Facts are compared by what they say and where, "
        "and each can be judged by itself.",
    ),
    HelpEntry("fact added", "A fact that only the changed graph states."),
    HelpEntry("fact dropped", "A fact that only the baseline states."),
    HelpEntry(
        "fact changed",
        "A fact of both graphs, said by the same words or of the same event, about something else now; the "
        "sentence says of each part what it was.",
    ),
    HelpEntry("fact retyped", "A fact of both graphs about the same things, related otherwise now."),
    HelpEntry(
        "verdict",
        "Your answer for a bag: + the changed system is better here, \N{MINUS SIGN} it is worse, = neither "
        "is better, ? it cannot be told. It holds for each change without a verdict of its own.",
    ),
    HelpEntry(
        "verdict on a change",
        "Your answer for one change of a bag that has several, by key E. Shift with a number answers all "
        "that are left, Esc goes back to the bag. Once all changes are judged, the bag’s verdict follows: "
        "better if more are better than worse.",
    ),
    HelpEntry(
        "cannot tell",
        "An answer of its own (?): the bag is looked at, left out of net and mean, and counted apart.",
    ),
    HelpEntry("unjudged", "A bag that has no verdict yet. A note alone is no verdict."),
    HelpEntry(
        "tag",
        "A word that says why, beside a verdict. The tally counts tags, and the search finds them by tag:.",
    ),
    HelpEntry("net", "The number of + less the number of \N{MINUS SIGN}. Above zero the change has helped."),
    HelpEntry("mean", "Net by the bags judged +, \N{MINUS SIGN} or =, with a 95 % interval over all bags."),
    HelpEntry("tally", "All verdicts counted: net, mean, by kind. It can be written as CSV or JSON."),
    HelpEntry(
        "share",
        "What a score would lose if this bag alone went back to the baseline. Bags that gold joins have one "
        "share together.",
    ),
    HelpEntry(
        "similarity",
        "A score without gold: how alike the two systems are. It says nothing of which is better.",
    ),
    HelpEntry(
        "towards gold, away from gold",
        "Whether a divergence makes the graph more or less like gold. That is a direction, no verdict.",
    ),
    HelpEntry("key, response", "A score holds a response against a key: a system against gold."),
    HelpEntry("precision", "How much of what a response joins the key joins too."),
    HelpEntry("recall", "How much of what the key joins the response joins too."),
    HelpEntry("F1", "Precision and recall in one figure, 2PR / (P + R); n/a where it is 0/0."),
    HelpEntry(
        "MUC, B³, CEAF, BLANC, LEA, CoNLL", "Scores of coreference; key H explains each with its formula."
    ),
    HelpEntry(
        "fingerprint",
        "A bag's content as 64 letters and digits. The same fingerprint is the same question: a verdict "
        "holds for it in every later comparison.",
    ),
    HelpEntry(
        "changed since judged",
        "Spans of this bag were judged in a former comparison, but the bag is no longer the same question. "
        "The verdict of then is told, and does not count.",
    ),
    HelpEntry("review", "The file with the extension .coala: bags, their texts, and your verdicts."),
    HelpEntry(
        "journal",
        "Every verdict, note, undo and redo in a review, with time and reviewer; only ever added to.",
    ),
    HelpEntry(
        "burst",
        "Answers within 0.6 seconds of each other. They are undone and redone as one step, since nobody "
        "reads so fast.",
    ),
    HelpEntry(
        "board",
        "Many comparisons of one system with itself: what each of its components is worth, and in which bags "
        "they meet. Each row and column is a component.",
    ),
    HelpEntry(
        "without one, only one, step by step",
        "What a row of a board compares: the whole system with the one without that component; the system "
        "with no component with the one that has that component alone; each step with the one before.",
    ),
    HelpEntry(
        "joint bag",
        "A row of the matrix of a board: all bags of its columns that hang together by shared mentions.",
    ),
    HelpEntry("owned by", "How many components change something in a joint bag."),
    HelpEntry(
        "links right/made",
        "Links that a component adds: so many gold has too. Their quotient is the marginal precision.",
    ),
    HelpEntry(
        "zero", "A mention without words, such as a dropped pronoun, marked at the word that governs it."
    ),
    HelpEntry(
        "placed nearby",
        "Where the texts of a document differ, a mention that has no place in the baseline's text is shown "
        "at the nearest one.",
    ),
)


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
        "The answers are for this change; a click, or Esc, leads back to the bag.",
    ),
    HelpEntry(
        "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} in the list",
        "A bag with many changes: a click, or the right arrow key, lists them below it.",
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
