"""The entries of the window's help: words with their meanings, marks of the window, and their search.

``WORDS`` is a glossary, and ``MARKS`` explains the signs that the window shows. Every mark is a sign or a
shape, so that no reader depends on colours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from coala.present.figures import MINUS, SURE_MARK


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
    HelpEntry("mention", "A piece of text that refers to something."),
    HelpEntry("chain", "All mentions of one thing in one graph, such as a person or an event."),
    HelpEntry(
        "bag",
        "Chains of both graphs that share mentions, and so must be judged together. Only bags in which the "
        "graphs differ are listed.",
    ),
    HelpEntry(
        "change",
        "One difference inside a bag. Changes of mentions follow from who is who; changes of types, "
        "statements, entity links and facts can be judged one by one.",
    ),
    HelpEntry(
        "merged, split, moved",
        "Merged: two chains became one. Split: part of a chain has its own chain now. Moved: a mention went "
        "from one chain to another.",
    ),
    HelpEntry(
        "added, dropped, changed",
        "Added: only the changed graph has the mention, the chain (instance), its type, a statement about "
        "it, or a fact. Dropped: only the baseline has it. Changed or retyped: both have the fact, with "
        "other parts or another type.",
    ),
    HelpEntry(
        "fact, entity link",
        "Fact: a relation or an event that a graph states, with the words that say it. Entity link: what "
        "a chain is in a knowledge base, such as Q90 in Wikidata.",
    ),
    HelpEntry(
        "verdict, tag",
        "Verdict: your answer for a bag, or for a change of types, statements, entity links or facts: worse, "
        "same, better, or not sure, which is counted separately. That on a bag also counts for such changes "
        "without one, unless you say who is who. Tag: a word that says why; the results count tags.",
    ),
    HelpEntry(
        "who is who, part, link",
        "Who is who (key E): which parts of a bag are one thing. It says which links are right; a verdict "
        "follows. Part: mentions that are together in both graphs, such as A1, in chain A and in chain 1. "
        "Link: what joins a part to those before it in its chain; n mentions have n \N{MINUS SIGN} 1 links.",
    ),
    HelpEntry("baseline, changed", "The two compared graphs: the system before the change, and after it."),
    HelpEntry("gold", "A graph that people made, taken as correct."),
    HelpEntry("review", "The .coala file with the bags, their texts, and your verdicts."),
    HelpEntry("similar bags", "Bags with the same kind of change in different words."),
    HelpEntry(
        "effect on the score",
        "How much of the change in a score comes from this bag. Bags that share a gold chain have one effect "
        "together.",
    ),
    HelpEntry(
        "similarity",
        "A score of one graph against the other, without gold: how much they agree, not which is better.",
    ),
    HelpEntry(
        "net, mean",
        "Net: better minus worse. Mean: net for each bag judged better, worse or same, with a 95 % interval.",
    ),
    HelpEntry("disagreement", "A bag on which two reviewers gave different verdicts."),
    HelpEntry("results", "What your verdicts say about the change: counts, scores, effects, charts."),
    HelpEntry(
        "chain map, evidence",
        "The chain map shows which mentions moved from which chain to which. Evidence: their sentences.",
    ),
    HelpEntry("board", "Comparisons of a system with versions that lack one component, or have only one."),
)


MARKS = (
    HelpEntry("\N{WHITE CIRCLE}", "A bag without a verdict, in the list."),
    HelpEntry(
        f"+, {MINUS}, =, ?", "Judged better, worse, same, not sure. “changes +” in the list: its changes."
    ),
    HelpEntry(
        "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} in the list",
        "A bag with many changes of types and the like. Click it or press the right arrow key to list them.",
    ),
    HelpEntry("\N{CHECK MARK} given", "The verdict that this bag or change has."),
    HelpEntry(
        "Change 2 of 3 \N{MULTIPLICATION SIGN}", "You are judging this change only; Esc goes back to the bag."
    ),
    HelpEntry("a framed + at a chain", "A change of this chain has its own verdict."),
    HelpEntry("filled words", "A mention of the baseline, in the colour of its chain."),
    HelpEntry("underlined words", "A mention of the changed graph, in the colour of its chain."),
    HelpEntry("pale words", "A chain that did not change, shown for comparison."),
    HelpEntry("words in a thin frame", "A mention that moved to another chain, is new, or is gone."),
    HelpEntry("words in a thick frame", "A mention of the chosen change, or the chosen mention."),
    HelpEntry(
        "‹object› next to framed words",
        "What these words are in the chosen fact: a role, or the name of the event.",
    ),
    HelpEntry(
        "A1 in the margin",
        "The chains of a mention that stayed: a letter in the baseline, a number in the changed graph.",
    ),
    HelpEntry(
        "A\N{RIGHTWARDS ARROW}2",
        "Was in chain A, is in chain 2 now: in the margin for mentions of a row, next to words for one.",
    ),
    HelpEntry("A\N{EN DASH}E", "Several equal chains in one line. Click it or press Enter to list them."),
    HelpEntry("curves between chains", "Mentions that both chains have. Thicker curves mean more mentions."),
    HelpEntry(
        "gone, new", "Mentions that only one graph has: the baseline (gone) or the changed graph (new)."
    ),
    HelpEntry("\N{GREEK SMALL LETTER ALPHA} next to words", "The gold chain of the mention (key G)."),
    HelpEntry("thin box, thin line", "A mention of another bag, in the baseline or in the changed graph."),
    HelpEntry("\N{MIDLINE HORIZONTAL ELLIPSIS}", "Hidden text. Click it to see more."),
    HelpEntry(
        "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}3",
        "Three more mentions. Click it or press M to see their sentences.",
    ),
    HelpEntry(
        "\N{RIGHTWARDS ARROW}, \N{PRECEDES}, \N{SUCCEEDS} in the list of changes",
        "Moved, split, merged. The words next to the sign say the same.",
    ),
    HelpEntry("\N{WARNING SIGN}", "Something needs your attention."),
    HelpEntry(
        f"{SURE_MARK} on a board",
        "A reliable change: its p is below .05, adjusted for the number of components (Holm).",
    ),
    HelpEntry(
        "\N{BLACK DOWN-POINTING SMALL TRIANGLE} on a board",
        "The links that this component adds are less precise than the target.",
    ),
    HelpEntry(
        "n/a, \N{ALMOST EQUAL TO}", "A figure that is not defined, such as 0/0; a figure that is rounded."
    ),
)
