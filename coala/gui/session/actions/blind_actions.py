"""The actions of a review that is judged blind get words that name no side, or wait until it is unblinded."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from coala.gui.session.actions.action_spec import ActionSpec

TOLD_LATER = frozenset(
    (
        *("compare_again", "export", "warnings", "adjudicate", "order", "copy_iri", "rail", "gold_first"),
        *("gold", "all_mentions", "findings", "pictures", "explain", "export_review"),
        *("memory", "next_alike", "list_alike", "sample", "kept_links"),
    )
)
"""What shows which side is which, or what gold says; the names of actions."""

_LATER = "Waits until the review is unblinded"

_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "judge_worse": ("&Left is better", "The left side is better here"),
        "judge_better": ("R&ight is better", "The right side is better here"),
        "copy_baseline": ("Copy the le&ft side as Turtle", "The left side of this bag as a graph"),
        "copy_changed": (
            "Copy the ri&ght side as Turtle",
            "The right side of this bag as a graph",
        ),
    }
)


def in_blind_words(spec: ActionSpec) -> ActionSpec:
    """An action as the menus of a blind review have it."""
    text, tip = _WORDS.get(spec.name, (spec.text, _LATER if spec.name in TOLD_LATER else spec.tip))
    return spec._replace(text=text, tip=tip)
