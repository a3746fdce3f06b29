"""Names of metrics into what they mean, their formula and their source: plain text, no figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


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


def to_json(explanation: Explanation) -> dict[str, Any]:
    """The explanation as JSON, to be stored beside the number."""
    return {
        **vars(explanation),
        "formula": list(explanation.formula),
        "numbers": list(explanation.numbers),
    }


def from_json(value: Mapping[str, Any]) -> Explanation:
    """The inverse of ``to_json``; raises ``KeyError`` or ``TypeError`` on anything else."""
    return Explanation(
        title=str(value["title"]),
        meaning=str(value["meaning"]),
        formula=tuple(map(str, value["formula"])),
        source=str(value["source"]),
        numbers=tuple(map(str, value["numbers"])),
    )


ROLES = "P = the same with key and response exchanged"
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
                ROLES,
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
                ROLES,
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
                ROLES,
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
                ROLES,
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
