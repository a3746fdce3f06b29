"""The kinds of divergence, their groups, and the notation of lists of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from coala.errors import CoalaError


class Kind(StrEnum):
    """A kind of change to a span or an instance (specification, section 3)."""

    MOVED = "moved"  # a mention left one chain for another, and both graphs have both chains
    SPLIT = "split"  # a part of a chain is a chain of its own now
    MERGED = "merged"  # a chain went into another one
    MENTION_ADDED = "mention-added"  # in a chain that both graphs have
    MENTION_DROPPED = "mention-dropped"
    INSTANCE_ADDED = "instance-added"  # the baseline has none of its mentions
    INSTANCE_DROPPED = "instance-dropped"
    TYPE = "type"
    STATEMENT = "statement"
    LINK = "link"  # the name of an instance in a knowledge base
    FACT_ADDED = "fact-added"
    FACT_DROPPED = "fact-dropped"
    FACT_CHANGED = "fact-changed"  # the same words or event, with another argument
    FACT_RETYPED = "fact-retyped"  # the same arguments, with another predicate


ALL_KINDS = frozenset(Kind)

FACT_KINDS = frozenset((Kind.FACT_ADDED, Kind.FACT_DROPPED, Kind.FACT_CHANGED, Kind.FACT_RETYPED))

PROPERTY_KINDS = FACT_KINDS | {Kind.TYPE, Kind.STATEMENT, Kind.LINK}
"""The kinds that leave every mention where it is."""

CHAIN_PAIR_KINDS = frozenset((Kind.MOVED, Kind.SPLIT, Kind.MERGED))
"""The kinds of change between two chains of one graph."""

ALL, COREFERENCE, TYPES, STATEMENTS, LINKS, FACTS = (
    "all",
    "coreference",
    "types",
    "statements",
    "links",
    "facts",
)

GROUPS: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        ALL: ALL_KINDS,
        COREFERENCE: ALL_KINDS - PROPERTY_KINDS,
        TYPES: frozenset({Kind.TYPE}),
        STATEMENTS: frozenset({Kind.STATEMENT}),
        LINKS: frozenset({Kind.LINK}),
        FACTS: FACT_KINDS,
    }
)
"""Names for several kinds at once, as in ``--kinds coreference``."""


def parse_kinds(names: str) -> frozenset[Kind]:
    """Parse a comma-separated list of kinds and groups.

    Raises:
        CoalaError: a name is unknown, or the list is empty.
    """
    found: set[Kind] = set()
    named = [name for part in names.split(",") if (name := part.strip())]
    # Empty parts between commas are ignored; an empty list is an error, since it would hide every bag.
    for name in named or [names.strip()]:
        if name in GROUPS:
            found |= GROUPS[name]
        elif name in ALL_KINDS:
            found.add(Kind(name))
        else:
            choice = ", ".join((*GROUPS, *Kind))
            raise CoalaError(f"There is no kind of change '{name}'. Choose from {choice}.")
    return frozenset(found)


def write_kinds(kinds: frozenset[Kind]) -> str:
    """Return the shortest list that ``parse_kinds`` reads as these kinds."""
    return next(
        (name for name, group in GROUPS.items() if group == kinds),
        ", ".join(kind.value for kind in Kind if kind in kinds),
    )
