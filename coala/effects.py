"""The code of what a reader noticed to what it does to a comparison, in one sentence.

The notices of hygiene and of pairs of documents say it themselves, since they are shown before a review.
"""

from __future__ import annotations

from collections.abc import Mapping

_LEFT_OUT = "What was left out counts as dropped or added where the other graph has it."
_OFF = "Spans that are off equal none of the other graph: each counts as a mention dropped and another added."
_HIDDEN = "The comparison is the same, but a reviewer judges without the text."
_MERGED = "If it joins too much, bags become large, and the whole chain shows as merged."
_NONE = "It changes nothing in the comparison."

EFFECTS: Mapping[str, str] = {
    "mention-without-document": _LEFT_OUT,
    "mention-without-offsets": _LEFT_OUT,
    "mention-without-instance": _LEFT_OUT,
    "conflicting-values": _LEFT_OUT,
    "offsets-not-numbers": _LEFT_OUT,
    "offsets-negative": _LEFT_OUT,
    "offsets-reversed": _LEFT_OUT,
    "offsets-empty": _LEFT_OUT,
    "offsets-past-end": _LEFT_OUT,
    "link-outside-chains": _LEFT_OUT,
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
    "clusters": _MERGED,
    "several-clusters": _MERGED,
    "shared-span": "Bags grow, since such a span ties its instances into one, and scores take them for one.",
    "document-without-name": "With another order of files every document is compared to a wrong one.",
    "relation-without-spans": "A relation that was left out counts as a statement dropped or added.",
    "nested-value-cut": "A statement that differs only in the instances within such a value is not seen.",
    "duplicate-triples": _NONE,
    "fallback-reader": _NONE,
    "minimum-not-found": _NONE,
}


def effect(code: str) -> str:
    """What a notice with this code does to a comparison, or "" where its own message says it."""
    return EFFECTS.get(code, "")
