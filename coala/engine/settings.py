"""The settings that a comparison states (``Summary.settings``) to what ``compare`` must be given for them.

The inverse of what ``coala.model.options``, ``coala.normalisation.selection`` and ``coala.engine.compare``
write down, so that a review can be renewed as it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import NamedTuple

from coala.base.iris import last_part
from coala.diff.sentences import plain_words
from coala.errors import CoalaError
from coala.model.kinds import ALL, kinds_named
from coala.model.options import ENDS, OFFSETS, USUAL, ReadOptions
from coala.normalisation.document_map import DocumentMap, read_document_map
from coala.normalisation.selection import Selection
from coala.normalisation.span_matching import Match
from coala.reading.vocabularies.loader import AUTO_VOCABULARY


class Settings(NamedTuple):
    """What ``compare`` takes besides the graphs."""

    options: ReadOptions
    selection: Selection
    match: Match
    documents: DocumentMap | None


def from_settings(settings: Mapping[str, str]) -> Settings:
    """What these settings mean; what is not among them is as usual.

    Raises ``CoalaError`` for a value that means nothing, and for a map of documents that cannot be read.
    """
    documents = settings.get("map_documents", "")
    return Settings(
        _read_options(settings),
        Selection(
            ignore_predicates=tuple(settings.get("ignore_predicates", "").split()),
            only_predicates=tuple(settings.get("only_predicates", "").split()),
            ignore_types=tuple(settings.get("ignore_types", "").split()),
            kinds=kinds_named(settings.get("kinds", ALL)),
        ),
        Match(_one_of(settings, "match", [match.value for match in Match])),
        read_document_map(documents) if documents else None,
    )


def _read_options(settings: Mapping[str, str]) -> ReadOptions:
    system = settings.get("uima_type_system", "")
    vocabulary = settings.get("vocabulary") or AUTO_VOCABULARY
    return ReadOptions(
        vocabulary=None if vocabulary == AUTO_VOCABULARY else vocabulary,
        texts=_path(settings.get("texts", "")),
        base=settings.get("base") or None,
        same_as=settings.get("same_as", "yes") != "no",
        offsets=_one_of(settings, "offsets", OFFSETS),
        ends=_one_of(settings, "ends", ENDS),
        formats=USUAL._replace(
            empty_nodes=settings.get("empty_nodes") == "yes",
            relations=tuple(settings.get("brat_relations", "").split()),
            chain_types=settings.get("brat_chain_types", USUAL.chain_types),
            uima_chain=settings.get("uima_chain", USUAL.uima_chain),
            uima_link=settings.get("uima_link", USUAL.uima_link),
            uima_first=settings.get("uima_first", USUAL.uima_first),
            uima_next=settings.get("uima_next", USUAL.uima_next),
        ),
        type_system=_path(system),
    )


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _one_of(settings: Mapping[str, str], name: str, values: list[str] | tuple[str, ...]) -> str:
    """The value of a setting that has few; the first of them is the usual one."""
    value = settings.get(name) or values[0]
    if value not in values:
        raise CoalaError(f"There is no {name} '{value}'; choose from {', '.join(values)}.")
    return value


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
            parts.append(f"{words} {', '.join(plain_words(last_part(name)) for name in names)}")
    if settings.get("same_as", "yes") == "no":
        parts.append("owl:sameAs joins nothing")
    if match != Match.EXACT:
        parts.append(f"match {match}")
    parts += (
        f"{words} {plain_words(_name(key, value))}"
        for key, words in _READING.items()
        if (value := settings.get(key))
    )
    if settings.get("empty_nodes") == "yes":
        parts.append("empty nodes as text")
    if documents := settings.get("map_documents", ""):
        parts.append(f"documents mapped by {plain_words(PurePath(documents).name)}")
    if base := settings.get("base", ""):
        parts.append(f"relative IRIs from {plain_words(base)}")
    return f"Compared: {'; '.join(parts)}" if parts else ""


def _name(key: str, value: str) -> str:
    """A file is told by its name alone; its folder fills the line and says little."""
    return PurePath(value).name if key == "uima_type_system" else value
