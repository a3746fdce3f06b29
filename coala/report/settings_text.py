"""The settings of a comparison to one line: how it was read, what was left out, when two spans are one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from coala.selection import ALL
from coala.span_matching import Match
from coala.wording import last_part, plain

_LISTS = {
    "only_predicates": "only statements with",
    "ignore_predicates": "without statements with",
    "ignore_types": "without types",
}

_READING = {
    "offsets": "offsets",
    "ends": "ends",
    "brat_relations": "brat relations",
    "brat_chain_types": "brat chain types",
    "uima_type_system": "UIMA type system",
    "uima_chain": "UIMA chain",
    "uima_link": "UIMA link",
    "uima_first": "UIMA first",
    "uima_next": "UIMA next",
}


def settings_line(settings: Mapping[str, str]) -> str:
    """What is not compared as usual, such as "Compared: kinds coreference; match overlap"; "" if nothing."""
    parts = []
    kinds, match = settings.get("kinds", ALL), settings.get("match", Match.EXACT)
    if kinds != ALL:
        parts.append(f"kinds {kinds}")
    for key, words in _LISTS.items():
        if names := settings.get(key, "").split():
            parts.append(f"{words} {', '.join(plain(last_part(name)) for name in names)}")
    if settings.get("same_as", "yes") == "no":
        parts.append("owl:sameAs joins nothing")
    if match != Match.EXACT:
        parts.append(f"match {match}")
    parts += (
        f"{words} {plain(_name(key, value))}"
        for key, words in _READING.items()
        if (value := settings.get(key))
    )
    if settings.get("empty_nodes") == "yes":
        parts.append("empty nodes as text")
    if documents := settings.get("map_documents", ""):
        parts.append(f"documents mapped by {plain(PurePath(documents).name)}")
    if base := settings.get("base", ""):
        parts.append(f"relative IRIs from {plain(base)}")
    return f"Compared: {'; '.join(parts)}" if parts else ""


def _name(key: str, value: str) -> str:
    """A file is told by its name alone; its folder fills the line and says little."""
    return PurePath(value).name if key == "uima_type_system" else value
