"""The settings that a comparison states (``Summary.settings``) to what ``compare`` must be given for them.

The inverse of what ``coala.reading.options``, ``coala.selection`` and ``coala.comparison`` write down, so
that a review can be renewed as it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from coala.document_maps import DocumentMap, document_map
from coala.errors import CoalaError
from coala.formats.options import ENDS, OFFSETS, USUAL
from coala.reading import ReadOptions
from coala.selection import ALL, Selection, kinds_named
from coala.span_matching import Match
from coala.vocabulary import AUTO


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
        document_map(documents) if documents else None,
    )


def _read_options(settings: Mapping[str, str]) -> ReadOptions:
    system = settings.get("uima_type_system", "")
    return ReadOptions(
        vocabulary=None if settings.get("vocabulary", AUTO) in ("", AUTO) else settings["vocabulary"],
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
