"""The code of what was noticed to what it does to a comparison, in one sentence, and how much that matters.

The notices of hygiene and of pairs of documents say it themselves, since they are shown before a review.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

_LEFT_OUT = "What was left out counts as dropped or added where the other graph has it."
_OFF = "Spans that are off equal none of the other graph: each counts as a mention dropped and another added."
_HIDDEN = "The comparison is the same, but a reviewer judges without the text."
_MERGED = "If it joins too much, bags become large, and the whole chain shows as merged."
_NOTHING_READ = "All that the other graph says there counts as dropped or added."
_NONE = "It changes nothing in the comparison."

EFFECTS: Mapping[str, str] = {
    "mention-without-document": _LEFT_OUT,
    "mention-without-offsets": _LEFT_OUT,
    "mention-without-instance": _LEFT_OUT,
    "text-for-node": _LEFT_OUT,
    "class-without-name": "A type that was left out is compared nowhere.",
    "conflicting-values": _LEFT_OUT,
    "offsets-not-numbers": _LEFT_OUT,
    "offsets-negative": _LEFT_OUT,
    "offsets-reversed": _LEFT_OUT,
    "offsets-empty": _LEFT_OUT,
    "offsets-past-end": _LEFT_OUT,
    "empty-node": _LEFT_OUT,
    "event-left-out": _LEFT_OUT,
    "empty-chain": _LEFT_OUT,
    "text-outside-document": _LEFT_OUT,
    "files-skipped": _LEFT_OUT,
    "iri-contradicts": _OFF,
    "text-mismatch": _OFF,
    "text-differs": _OFF,
    "conflicting-texts": _OFF,
    "conflicting-anchors": _HIDDEN,
    "document-without-text": _HIDDEN,
    "text-unreadable": _HIDDEN,
    "words-made-up": _HIDDEN,
    "instance-without-mention": "Such instances lie in no bag, and what is said of them is compared only "
    "where an instance with mentions refers to them.",
    "same-as": _MERGED,
    "same-as-large": _MERGED,
    "clusters": _MERGED,
    "several-clusters": _MERGED,
    "chains-joined": _MERGED,
    "shared-span": "Bags grow, since such a span ties its instances into one, and scores take them for one.",
    "document-without-name": "With another order of files every document is compared to a wrong one.",
    "relation-without-spans": "A relation that was left out counts as a statement dropped or added.",
    "nested-value-cut": "A statement that differs only in the instances within such a value is not seen.",
    "no-entities": _NOTHING_READ,
    "no-chain-type": _NOTHING_READ,
    "no-chain-layer": _NOTHING_READ,
    "several-antecedents": "Such a mention may stand alone, and the chain that it was meant for is shorter.",
    "link-with-gap": _OFF,
    "tokens-overlap": _OFF,
    "relation-not-met": "What is meant to be one instance stays apart, and counts as split.",
    "chain-types-not-met": "What is meant to be one instance stays apart, and counts as split.",
    "status-unknown": _NONE,
    "fragments-overlap": _NONE,
    "duplicate-triples": _NONE,
    "fallback-reader": _NONE,
    "minimum-not-found": "Without --match min it changes nothing; with it, a shorter span of the other graph "
    "is not joined with such a mention.",
}

TOLD = frozenset(
    "same-as clusters documents-mapped spans-joined optional-left-out offsets-converted offsets-kept "
    "offsets-unchecked offsets-of-lines offsets-of-tokens".split()
)
"""Codes of notices that tell what was done as it was meant."""

NOTE, _WARNING = "note", "warning"

# What comes first makes the most of a comparison wrong. Codes that stand nowhere come with what is left out.
_WHOLE = (
    *(code for code, sentence in EFFECTS.items() if sentence == _NOTHING_READ),
    "text-differs",
    "texts-differ",
    "iri-contradicts",
    "text-mismatch",
    "conflicting-texts",
    "document-without-name",
    "documents-renamed",
    "documents-nearly-equal",
    "words-cut",
    "filter-matched-nothing",
    "no-minimum",
)
_PARTS = (
    "document-in-one-graph",
    "near-spans-between",
    "large-chain",
    "same-as-large",
    "shared-span",
    "several-clusters",
)
_LITTLE = (
    *(code for code, sentence in EFFECTS.items() if sentence == _HIDDEN),
    "near-duplicate-spans",
    "chains-joined",
    "documents-not-scored",
)
_RANKS = dict.fromkeys(_WHOLE, 0) | dict.fromkeys(_PARTS, 1) | dict.fromkeys(_LITTLE, 3)
_USUAL_RANK = 2


def is_flaw(notice: Notice) -> bool:
    """Whether it is a warning, which ``--strict`` counts, and not a note."""
    return not is_harmless(notice)


def is_harmless(notice: Notice) -> bool:
    """Whether the comparison is the one that was meant, or that it would be without."""
    return notice.code in TOLD or EFFECTS.get(notice.code) == _NONE


def severity(notice: Notice) -> str:
    """What a notice is called before its sentence."""
    return _WARNING if is_flaw(notice) else NOTE


def notice_as_json(notice: Notice) -> dict[str, object]:
    """A notice as all JSON has it, which calls the list of them ``warnings``."""
    return asdict(notice) | {"severity": severity(notice)}


def importance(notice: Notice) -> tuple[int, int]:
    """A key by which notices are sorted: what makes the most of a comparison wrong first."""
    return _RANKS.get(notice.code, _USUAL_RANK), -notice.count


def effect(code: str) -> str:
    """What a notice with this code does to a comparison, or "" where its own message says it."""
    return EFFECTS.get(code, "")


@dataclass(frozen=True)
class Notice:
    """A warning about an input: the rest can be used, but the user should know.

    ``message`` is a whole sentence with the count in it; ``examples`` are at most ten, already readable.
    ``graph`` is the word for the graph that it is about ("baseline", "changed graph", ...), or "" where it
    is about none or several.
    """

    code: str
    count: int
    message: str
    examples: tuple[str, ...] = ()
    graph: str = ""
