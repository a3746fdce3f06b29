"""Key, response and their scores into the formulas with these numbers in them, as plain text.

``R = (3−2 + 1−1) / (2 + 0) = 1/2``: every class is one term above and one below. Of many classes the first
few that are not trivial are written out; the total behind the last = is always exact, and of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from coala.model.graph import Integers
from coala.scores.metric import ClusterPair
from coala.scores.partition import Overlap
from coala.scores.ratio import LinkScore, MeanScore, Ratio, Score

ALL_CLASSES = 6
"""Up to this many classes are all written out: more do not fit on two lines of a tooltip."""

FIRST_CLASSES = 4
"""Of more classes this many are, and of a class that falls into more parts this many parts."""

LONGEST_FRACTION = 15
"""A fraction with more signs than this says nothing to a reader; its value stands alone, with ≈."""

NO_F1 = "F1 = n/a: recall or precision is undefined"

CONLL_PARTS = ("muc", "b_cubed", "ceaf_e")


def explain_all(pair: ClusterPair, scores: Mapping[str, Score]) -> dict[str, Explanation]:
    """Explain each score of a response against a key, with its own numbers.

    ``scores`` must be those of the pair. A metric that has no explanation is left out.
    """
    return {
        name: replace(MEANINGS[name], numbers=tuple(_numbers(name, pair.table, scores)))
        for name in scores
        if name in MEANINGS
    }


def _numbers(name: str, table: Overlap, scores: Mapping[str, Score]) -> Iterable[str]:
    score = scores[name]
    if isinstance(score, MeanScore):
        return _mean([scores[part].f1 for part in CONLL_PARTS if part in scores], score.f1)
    if isinstance(score, LinkScore):
        return _links(score)
    terms = TERMS.get(name, _no_terms)
    return (
        f"R {terms(table)}{total(score.recall)}",
        f"P {terms(table.exchanged)}{total(score.precision)}",
        _f1(score),
    )


def muc_terms(table: Overlap) -> str:
    """``(3−2 + 1−1) / (2 + 0)``: |S| − |p(S)| and |S| − 1 of each class S."""
    shown = shown_classes(table.key_sizes)
    parts = [
        int(size) - int((_counts(table, number) - 1).sum())
        for number, size in zip(shown, table.key_sizes[shown], strict=True)
    ]
    sizes = table.key_sizes[shown].tolist()
    return _quotient(
        [f"{size}−{part}" for size, part in zip(sizes, parts, strict=True)],
        [str(size - 1) for size in sizes],
        len(table.key_sizes),
    )


def b_cubed_terms(table: Overlap) -> str:
    """``((2² + 1²)/3 + 1²/1) / (3 + 1)``: Σ |K∩R|² / |K| and |K| of each class K."""
    shown = shown_classes(table.key_sizes)
    sizes = table.key_sizes[shown].tolist()
    above = [f"{_squares(_counts(table, n))}/{size}" for n, size in zip(shown, sizes, strict=True)]
    return _quotient(above, [str(size) for size in sizes], len(table.key_sizes))


def b_cubed_class_terms(table: Overlap) -> str:
    """``((2² + 1²)/3² + 1²/1²) / 2``: Σ |K∩R|² / |K|² of each class K, and the number of classes."""
    shown = shown_classes(table.key_sizes)
    sizes = table.key_sizes[shown].tolist()
    above = [f"{_squares(_counts(table, n))}/{size}²" for n, size in zip(shown, sizes, strict=True)]
    classes = len(table.key_sizes)
    return f"= {_sum(above, classes)} / {classes} " if classes else ""


TERMS: Mapping[str, Callable[[Overlap], str]] = {
    "muc": muc_terms,
    "b_cubed": b_cubed_terms,
    "b_cubed_class": b_cubed_class_terms,
}
"""The metrics that have one term a class, in words of the table; for the others the totals stand alone."""


def shown_classes(sizes: Integers) -> list[int]:
    """The classes to write out: all of a few, else the first with more than one span, else the first."""
    if len(sizes) <= ALL_CLASSES:
        return list(range(len(sizes)))
    not_trivial = np.flatnonzero(sizes > 1)[:FIRST_CLASSES].tolist()
    return not_trivial or list(range(FIRST_CLASSES))


def total(ratio: Ratio) -> str:
    """What the terms come to: ``= 1/2 = 0.5000``, ``≈ 0.7312`` where the fraction is long, or undefined."""
    if ratio.value is None:
        return "= 0/0: undefined"
    fraction = f"{ratio.numerator}/{ratio.denominator}"
    return f"{'≈' if len(fraction) > LONGEST_FRACTION else f'= {fraction} ='} {value_text(ratio.value)}"


def value_text(value: float | None) -> str:
    """A score with four decimals, or n/a."""
    return "n/a" if value is None else f"{value:.4f}"


def _no_terms(_: Overlap) -> str:
    return ""


def _f1(score: Score) -> str:
    recall, precision = score.recall.value, score.precision.value
    if recall is None or precision is None:
        return NO_F1
    p, r = value_text(precision), value_text(recall)
    whole = "0/0: undefined" if score.f1 is None else value_text(score.f1)
    return f"F1 = 2 · {p} · {r} / ({p} + {r}) = {whole}"


def _mean(parts: Sequence[float | None], mean: float | None) -> Iterable[str]:
    if len(parts) < len(CONLL_PARTS):
        return (f"F1 = {value_text(mean)}",)
    terms = " + ".join(map(value_text, parts))
    return (f"F1 = ({terms}) / {len(CONLL_PARTS)} = {value_text(mean)}",)


def _links(score: LinkScore) -> Iterable[str]:
    """Both halves with their counts; a kind of link that the key does not have is left out, and said."""
    kinds = {"links": score.coreference, "non-links": score.other}
    present = [links for links in kinds.values() if links is not None]
    for name, links in kinds.items():
        if links is None:
            yield f"The key has no {name}: they do not count"
        else:
            yield (
                f"{name}: {links.common:,} in both, {links.key:,} in the key, "
                f"{links.response:,} in the response"
            )
    if not present:
        yield "R, P, F1 = 0/0: undefined"
        return
    # A response without a kind of link that the key has finds nothing of it: 0, not 0/0.
    precisions = [f"{links.common}/{links.response}" if links.response else "0" for links in present]
    yield f"R {_average([f'{links.common}/{links.key}' for links in present])}{total(score.recall)}"
    yield f"P {_average(precisions) if score.precision.denominator else ''}{total(score.precision)}"
    if score.f1 is None:
        yield NO_F1
        return
    halves = [f"2·{links.common}/({links.key} + {links.response})" for links in present]
    yield f"F1 {_average(halves) or f'= {halves[0]} '}= {value_text(score.f1)}"


def _average(terms: Sequence[str]) -> str:
    return f"= ({' + '.join(terms)}) / {len(terms)} " if len(terms) > 1 else ""


def _counts(table: Overlap, number: int) -> Integers:
    """|K ∩ R| for each response class R that meets key class ``number``."""
    counts: Integers = table.count[table.key == number]
    return counts


def _squares(counts: Integers) -> str:
    if not len(counts):
        return "0"
    terms = [f"{count}²" for count in counts.tolist()]
    if len(terms) > ALL_CLASSES:
        terms = [*terms[:FIRST_CLASSES], f"… and {len(terms) - FIRST_CLASSES:,} more parts"]
    return terms[0] if len(terms) == 1 else f"({' + '.join(terms)})"


def _quotient(above: Sequence[str], below: Sequence[str], classes: int) -> str:
    return f"= {_sum(above, classes)} / {_sum(below, classes, rest='…')} " if classes else ""


def _sum(terms: Sequence[str], classes: int, rest: str | None = None) -> str:
    """The terms in brackets, and how many classes of all are not among them."""
    left_out = classes - len(terms)
    if left_out:
        more = f"… and {left_out:,} more {'class' if left_out == 1 else 'classes'}"
        terms = [*terms, rest or more]
    elif len(terms) == 1 and terms[0].isdecimal():
        return terms[0]
    return f"({' + '.join(terms)})"


@dataclass(frozen=True)
class Explanation:
    """A number explained. All of it is plain text; ``numbers`` is the formula with this comparison's own."""

    title: str
    meaning: str
    formula: tuple[str, ...]
    source: str
    numbers: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The whole explanation, top to bottom."""
        return (self.title, self.meaning, *self.formula, *self.numbers, f"Source: {self.source}")


def explanation_to_json(explanation: Explanation) -> dict[str, Any]:
    """The explanation as JSON, to be stored beside the number."""
    return {
        **vars(explanation),
        "formula": list(explanation.formula),
        "numbers": list(explanation.numbers),
    }


def explanation_from_json(value: Mapping[str, Any]) -> Explanation:
    """The inverse of ``to_json``; raises ``KeyError`` or ``TypeError`` on anything else."""
    return Explanation(
        title=str(value["title"]),
        meaning=str(value["meaning"]),
        formula=tuple(map(str, value["formula"])),
        source=str(value["source"]),
        numbers=tuple(map(str, value["numbers"])),
    )


_ROLES = "P = the same with key and response exchanged"
F1 = "F1 = 2PR / (P + R)"

MEANINGS: Mapping[str, Explanation] = MappingProxyType(
    {
        "muc": Explanation(
            "MUC",
            "How many of the links that hold the key's classes together the response has too. A class of one "
            "span has no link and does not count.",
            (
                "R = Σ (|S| − |p(S)|) / Σ (|S| − 1), over the key's classes S; "
                "p(S) is the parts into which the response cuts S",
                _ROLES,
                F1,
            ),
            "Vilain et al. 1995",
        ),
        "b_cubed": Explanation(
            "B³",
            "For each mention, how much of its own class the other side has put with it; the mean over all "
            "mentions. A mention that the other side lacks counts 0.",
            (
                "R = Σ |K∩R|² / |K| / Σ |K|, over the pairs of a key class K and a response class R",
                _ROLES,
                F1,
            ),
            "Bagga & Baldwin 1998",
        ),
        "b_cubed_class": Explanation(
            "B³ by class",
            "As B³, but every class counts the same, however many mentions it has.",
            (
                "R = Σ |K∩R|² / |K|² / number of key classes, over the pairs of a key class K and a "
                "response class R",
                _ROLES,
                F1,
            ),
            "Baldwin et al. 1998",
        ),
        "ceaf_m": Explanation(
            "CEAF-m",
            "Pair the classes of both sides one to one as well as can be; how many of the mentions lie in "
            "both classes of a pair.",
            (
                "R = Σ |K∩g(K)| / number of key mentions; g pairs each key class K with at most one response "
                "class, so that the sum is largest",
                "P = the same sum / number of response mentions",
                F1,
            ),
            "Luo 2005; Pradhan et al. 2014",
        ),
        "ceaf_e": Explanation(
            "CEAF-e",
            "Pair the classes of both sides one to one as well as can be; how alike the classes of a pair "
            "are, every class counting the same.",
            (
                "R = Σ φ(K, g(K)) / number of key classes, with φ(K, R) = 2|K∩R| / (|K| + |R|); g pairs each "
                "key class K with at most one response class, so that the sum is largest",
                "P = the same sum / number of response classes",
                F1,
            ),
            "Luo 2005; Pradhan et al. 2014",
        ),
        "blanc": Explanation(
            "BLANC",
            "Every two mentions are linked or not. The score is the mean of two: how well the links are "
            "found, and how well the absence of links.",
            (
                "R = mean of (links in both / links of the key) and (non-links in both / non-links of "
                "the key); a kind that the key does not have is left out",
                "P = the same with the response's links and non-links below",
                "F1 = mean of the links' F1 and the non-links' F1",
            ),
            "Luo et al. 2014, after Recasens & Hovy 2011",
        ),
        "lea": Explanation(
            "LEA",
            "How much of each class's links the other side has, large classes weighing more: a class counts "
            "as often as it has mentions.",
            (
                "R = Σ |K| · (Σ link(K∩R) / link(K)) / Σ |K|, with link(S) = |S| · (|S| − 1) / 2 and a "
                "single mention linked with itself",
                _ROLES,
                F1,
            ),
            "Moosavi & Strube 2016",
        ),
        "mentions": Explanation(
            "Mentions",
            "How many spans both sides mention at all, whatever classes they put them in.",
            (
                "R = spans mentioned by both / spans mentioned by the key",
                "P = spans mentioned by both / spans mentioned by the response",
                F1,
            ),
            "Pradhan et al. 2012",
        ),
        "conll": Explanation(
            "CoNLL",
            "The mean of three F1s that look at links, mentions and classes: the one figure that shared "
            "tasks rank by.",
            ("F1 = (MUC F1 + B³ F1 + CEAF-e F1) / 3; it has no recall and no precision",),
            "Pradhan et al. 2012, after Denis & Baldridge 2009",
        ),
    }
)
"""What each metric means, by its key."""
