"""Kinds of reviewers, person or model, and the reviewers who count in a tally.

The kind is stored with each answer (``State.by_model``). People are one crowd and models another: a tally
takes people only, unless reviewers are named, or only models have judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from enum import StrEnum
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.verdicts.state import State


class ReviewerKind(StrEnum):
    """The kind of a reviewer."""

    PERSON = "person"
    MODEL = "model"


class Counted(StrEnum):
    """The reviewers who count in a tally, in one word."""

    PEOPLE = "people"
    MODELS = "models"
    NAMED = "named"


class CountedReviewers(NamedTuple):
    """The reviewers who count in a tally, and the models that do not."""

    counted: Counted = Counted.PEOPLE
    only_models: tuple[str, ...] = ()
    """The reviewers, if only models have judged and none are named."""
    left_out: tuple[str, ...] = ()
    """The models with verdicts that do not count because people have judged."""
    two_kinds: tuple[str, ...] = ()
    """The models under whose name a person has judged as well."""
    names: frozenset[str] | None = None
    """The named reviewers."""

    def counts(self, reviewer: str) -> bool:
        """Return True if the verdicts of a reviewer count."""
        return reviewer not in self.left_out and (self.names is None or reviewer in self.names)


ALL_PEOPLE = CountedReviewers()
"""All reviewers, who are people."""


def read_kind(word: object) -> ReviewerKind:
    """Return the kind that a word names; raise ``CoalaError`` for any other value."""
    if isinstance(word, str) and word in tuple(ReviewerKind):
        return ReviewerKind(word)
    raise CoalaError(f"The kind of a reviewer is person or model, not {excerpt(str(word))}.")


def find_kinds(states: Iterable[State]) -> frozenset[ReviewerKind]:
    """Return the kinds of the answers of one reviewer; none without a verdict."""
    by_model = {state.by_model for state in states if state.is_judged}
    return frozenset(ReviewerKind.MODEL if each else ReviewerKind.PERSON for each in by_model)


def choose_kind(kinds: Set[ReviewerKind]) -> ReviewerKind:
    """Return the kind of a reviewer from those of the answers: with both kinds it is a model."""
    return ReviewerKind.MODEL if ReviewerKind.MODEL in kinds else ReviewerKind.PERSON


def choose_counted(
    judged: Iterable[tuple[Mapping[str, Mapping[str, State]], Collection[str]]],
    reviewers: Collection[str] | None = None,
) -> CountedReviewers:
    """Choose the reviewers who count in some comparisons; ``reviewers`` are the named ones.

    ``judged`` has the states of each comparison, by reviewer and fingerprint, and the fingerprints of its
    bags. The choice is one for all comparisons, so that people and models are never added up.
    """
    names = None if reviewers is None else frozenset(reviewers)
    # The kinds of those who judged any of the bags; their answers about other bags tell the kind too.
    kinds: defaultdict[str, frozenset[ReviewerKind]] = defaultdict(frozenset)
    for states, bags in judged:
        for name, own in states.items():
            if (names is None or name in names) and _has_judged(own, bags):
                kinds[name] |= find_kinds(own.values())
    models = tuple(sorted(name for name in kinds if choose_kind(kinds[name]) is ReviewerKind.MODEL))
    two_kinds = tuple(name for name in models if len(kinds[name]) > 1)
    if names is not None:
        return CountedReviewers(Counted.NAMED, two_kinds=two_kinds, names=names)
    if models and len(models) == len(kinds):
        return CountedReviewers(Counted.MODELS, only_models=models, two_kinds=two_kinds)
    return CountedReviewers(Counted.PEOPLE, left_out=models, two_kinds=two_kinds)


def _has_judged(states: Mapping[str, State], bags: Collection[str]) -> bool:
    return any((state := states.get(bag)) is not None and state.is_judged for bag in bags)
