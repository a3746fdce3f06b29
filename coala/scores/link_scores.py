"""Scores of entity links: how well a response links mentions to entries of knowledge bases.

A mention is linked if its instance has a name in a knowledge base that counts. A link is right if the other
side has a mention with the same span (*strong annotation match*) and a name in common: where a mention has
several names, one common name is enough. Mentions without a name (NIL) are counted apart and are in no score,
which GERBIL calls *InKB*.

- micro: recall = right / linked mentions of the key, precision = right / linked mentions of the response
- macro: the means of recall, precision and F1 over the documents in which a side has a link. As in GERBIL,
  macro F1 is the mean of the documents' F1s, not the F1 of the means, and all three are 0 in a document
  without a right link. Documents without any link are left out, while GERBIL counts each as 1: for
  n documents with links and m without, its figure is (n · ours + m) / (n + m).
- accuracy: right / mentions that both sides link

Source: Usbeck et al. 2015, GERBIL; its ``FMeasureCalculator`` for macro figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from coala.scores.ratio import UNDEFINED, Ratio, Score, ratio_from_json, ratio_to_json, score_to_json

MICRO_LINKS, MACRO_LINKS = "links", "links_macro"
"""The keys of micro and macro scores of links, next to those of the metrics."""


class LinkedCounts(NamedTuple):
    """The numbers of linked mentions: of each side, of both, and of both with a common name."""

    key: int
    response: int
    both: int
    right: int

    @property
    def score(self) -> Score:
        """Recall and precision of the links."""
        return Score(Ratio(self.right, self.key), Ratio(self.right, self.response))

    @property
    def accuracy(self) -> Ratio:
        """The share of right links among mentions that both sides link."""
        return Ratio(self.right, self.both)


class NilCounts(NamedTuple):
    """The numbers of mentions without a name: of each side, and of those that both sides leave without."""

    key: int
    response: int
    both: int


@dataclass(frozen=True)
class MacroScore(Score):
    """Means over documents; its F1 is the mean of theirs."""

    mean_f1: Ratio = UNDEFINED
    documents: int = 0  # those in which a side has a link

    @property
    def exact_f1(self) -> Fraction | None:
        return self.mean_f1.exact


@dataclass(frozen=True)
class LinkScores:
    """The scores of the links of a response against a key."""

    bases: tuple[str, ...]  # the titles of the knowledge bases, for the reader
    total: LinkedCounts
    nil: NilCounts
    macro: MacroScore
    by_document: Mapping[str, LinkedCounts]  # the documents in which a side has a link


def links_to_json(scores: LinkScores, *, by_document: bool = False) -> dict[str, Any]:
    """Return the scores as JSON, with a table by document if requested."""
    table = {
        name: score_to_json(counts.score) | {"accuracy": ratio_to_json(counts.accuracy)}
        for name, counts in scores.by_document.items()
    }
    return {
        "bases": list(scores.bases),
        "micro": score_to_json(scores.total.score),
        "macro": score_to_json(scores.macro)
        | {"mean_f1": ratio_to_json(scores.macro.mean_f1), "documents": scores.macro.documents},
        "accuracy": ratio_to_json(scores.total.accuracy),
        "nil": scores.nil._asdict(),
        **({"by_document": table} if by_document else {}),
    }


def links_from_json(value: Mapping[str, Any]) -> LinkScores:
    """Read ``links_to_json``, without the table by document.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` on anything else.
    """
    micro, macro = value["micro"], value["macro"]
    right, both = ratio_from_json(value["accuracy"])
    key, response = (ratio_from_json(micro[rate]).denominator for rate in ("recall", "precision"))
    recall, precision, f1 = (ratio_from_json(macro[rate]) for rate in ("recall", "precision", "mean_f1"))
    return LinkScores(
        bases=tuple(value["bases"]),
        total=LinkedCounts(key, response, both, right),
        nil=NilCounts(**value["nil"]),
        macro=MacroScore(recall, precision, f1, int(macro["documents"])),
        by_document={},
    )
