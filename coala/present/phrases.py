"""Words and signs that the screen shows for values: verdicts, comments, kinds, figures and offsets.

The effect of a bag on a score is called its share: the F1 now, less the F1 if this bag alone went back to the
baseline. It is from -1 to 1, and is shown in points of 0.01.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED, Extents, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.sides import LEFT_RIGHT
from coala.model.values import Span
from coala.present.figures import MINUS, part_of_one, points
from coala.verdicts.comment import Comment

# The most bags that a sentence lists by number.
_MOST_NUMBERS = 6

VERDICT_SIGNS = {Verdict.BETTER: "+", Verdict.WORSE: MINUS, Verdict.SAME: "=", Verdict.UNSURE: "?"}
DISTANCES = {"masi": "MASI", "jaccard": "Jaccard", "passonneau": "Passonneau's 0, 1/3, 2/3, 1"}
"""The name of each distance of two chains (``coala.scores.chain_agreement``)."""


def say_alphas(alphas: Mapping[str, Fraction | None]) -> str:
    """Return Krippendorff's alpha by each distance: "MASI .328; Jaccard .481; …"."""
    return "; ".join(
        f"{name} {NOT_APPLICABLE if alpha is None else part_of_one(float(alpha))}"
        for distance, name in DISTANCES.items()
        for alpha in [alphas[distance]]
    )


def verdict_label(verdict: Verdict, words: Mapping[Verdict, str]) -> str:
    """Return a verdict as the label of a button, a choice or a row: "Not sure"."""
    return words[verdict].capitalize()


def choose_colour(verdict: Verdict, words: Mapping[Verdict, str]) -> Verdict:
    """Return the verdict whose colour to use: sides of a blind review have the neutral colour of "same"."""
    return Verdict.SAME if words is LEFT_RIGHT.words else verdict


def judgement(verdict: Verdict | None, words: Mapping[Verdict, str]) -> str:
    """Return a verdict in words: "judged better", "not judged"."""
    return "not judged" if verdict is None else f"judged {words[verdict]}"


def sign(verdict: Verdict | None) -> str:
    """Return a verdict as one character; None is an open circle."""
    return "\N{WHITE CIRCLE}" if verdict is None else VERDICT_SIGNS[verdict]


def comment_words(comment: Comment, longest: int) -> list[str]:
    """Return the parts of a comment by name: "tags name, part", "note: who is he"; a long note is cut."""
    return [*_named_tags(comment, "tags"), *(f"note: {note}" for note in _cut_note(comment, longest))]


def quote_comment(comment: Comment, longest: int, *, named: bool = False) -> list[str]:
    """Return the parts of a comment in quotes: "name, part", "“who is he”"; ``named`` names the tags too."""
    word = "tag" if len(comment.tags) == 1 else "tags"
    return [
        *_named_tags(comment, word if named else ""),
        *(f"“{note}”" for note in _cut_note(comment, longest)),
    ]


def comment_marks(comment: Comment) -> list[str]:
    """Return which parts a comment has: "2 tags", "note"."""
    tags = [count(len(comment.tags), "tag")] if comment.tags else []
    return [*tags, "note"] if comment.note else tags


def comment_step(before: Comment, after: Comment) -> str:
    """Return what changed in a comment: "tags name, part saved", "note removed"."""
    if before.tags != after.tags:
        return f"tags {', '.join(after.tags)} saved" if after.tags else "tags removed"
    return "note saved" if after.note else "note removed"


def _named_tags(comment: Comment, word: str) -> list[str]:
    tags = ", ".join(map(plain_words, comment.tags))
    return [f"{word} {tags}".lstrip()] if tags else []


def _cut_note(comment: Comment, longest: int) -> list[str]:
    return [plain_words(comment.note, longest)] if comment.note else []


def kind_word(kind: Kind, nouns: Nouns = IN_TEXTS) -> str:
    """Return a kind in words; a "link" alone may be one of coreference."""
    if kind is Kind.LINK:
        return "entity link"
    words = kind.value.replace("-", " ")
    return (
        words
        if nouns == IN_TEXTS
        else words.replace("mention", nouns.mention).replace("instance", nouns.chain)
    )


def kind_words(kinds: Iterable[Kind], nouns: Nouns = IN_TEXTS) -> str:
    return ", ".join(kind_word(kind, nouns) for kind in kinds)


def say_effect(title: str, share: float | None) -> str:
    """Return the effect of a bag on a score: "B³ F1 by −0.42"."""
    if share is None:
        return f"{title} F1: {NOT_APPLICABLE}"
    return f"{title} F1 by {points(share)}"


def share_sentence(
    titles: Mapping[str, str],
    shares: Mapping[str, float | None],
    bags: Sequence[int],
    name: str = "This bag",
) -> str:
    """Return the effect of bags on some scores in a sentence; "" if no effect is defined.

    ``titles`` maps the metrics to show to their names. ``bags`` are numbers from 0; several are bags that
    gold joins, which have one effect together. ``name`` is the subject for a single bag.
    """
    known = {title: share for metric, title in titles.items() if (share := shares.get(metric)) is not None}
    if not known:
        return ""
    several = len(bags) > 1
    who = f"These {len(bags):,} bags together ({bag_numbers(bags)})" if several else name
    if all(points(share) == "0" for share in known.values()):
        return f"{who} {'do' if several else 'does'} not move {' or '.join(known)} F1."
    parts = " and ".join(say_effect(title, share) for title, share in known.items())
    return f"{who} {'move' if several else 'moves'} {parts} points."


def say_when_shown(waiting: int, *, judged: bool) -> str:
    """Return when the effect of a bag on the score is shown.

    ``waiting`` is the number of unjudged bags among those that gold joins with it. Naming them would reveal
    gold.
    """
    if not judged:
        return "shown once you have judged it, because it reveals gold"
    return f"shown once you have judged all bags that share its gold chain; {waiting:,} left"


def bag_numbers(bags: Sequence[int]) -> str:
    """Return the numbers of bags, counted from 1; a long list is cut: "3, 7, 9, 12", "1, 2, 3, 4, 5, …"."""
    shown = [f"{bag + 1:,}" for bag in bags[:_MOST_NUMBERS]]
    return ", ".join(shown if len(bags) <= _MOST_NUMBERS else [*shown[:-1], "…"])


def offsets(span: Span) -> str:
    """Return the place of a span in code points, end exclusive: "14–22", "0–4 + 9–12"."""
    return " + ".join(f"{begin:,}–{end:,}" for begin, end in span.parts)


def both_offsets(extents: Extents, span: int, sides: tuple[str, str]) -> str:
    """Return the place of a span; both places if the graphs have different extents."""
    left, right = (offsets(extents.place(side, span)) for side in (BASELINE, CHANGED))
    return f"{sides[0]} {left}, {sides[1]} {right}" if extents.differ_in_place(span) else left
