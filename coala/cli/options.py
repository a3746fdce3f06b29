"""The parsed words of a command to the values that the core takes.

Modules that only some commands need are imported where they are used, so that a command starts at once.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from coala.errors import CoalaError

if TYPE_CHECKING:
    from coala.model.options import ReadOptions
    from coala.normalisation.document_map import DocumentMap
    from coala.normalisation.selection import Selection


_NEEDS = {
    "json": "the name of a file",
    "csv": "the name of a file",
    "output": "the name of a file",
    "gold": "a file or a folder",
    "texts": "a folder",
    "vocabulary": "a name or a file",
    "map_documents": "auto or a file",
    "uima_type_system": "a file",
    "base": "an IRI",
}


def check(options: argparse.Namespace) -> None:
    """Raise ``CoalaError`` where a word is empty, as it is when a variable of a script is not set."""
    for name, given in vars(options).items():
        if name in _NEEDS and given == "":
            raise CoalaError(f"--{name.replace('_', '-')} needs {_NEEDS[name]}, and was given nothing.")
        # An empty pattern is one that no name matches.
        if (given == "" and name != "brat_chain_types") or (isinstance(given, list) and "" in given):
            raise CoalaError(f"There is an empty word where {name} belongs; check the command.")


def documents(options: argparse.Namespace) -> DocumentMap | None:
    """Which documents are one under two identifiers; reads the map."""
    from coala.normalisation.document_map import read_document_map

    return read_document_map(options.map_documents) if options.map_documents else None


def selection(options: argparse.Namespace) -> Selection:
    """Which statements, types and kinds count."""
    from coala.model.kinds import kinds_named
    from coala.normalisation.selection import Selection

    return Selection(
        ignore_predicates=tuple(options.ignore_predicate),
        only_predicates=tuple(options.only_predicate),
        ignore_types=tuple(options.ignore_type),
        kinds=kinds_named(options.kinds),
    )


def read_options(options: argparse.Namespace) -> ReadOptions:
    """How graphs are read."""
    from coala.reading.limits import DEFAULT_MEMORY

    limit = options.memory_limit
    return replace(
        format_options(options),
        vocabulary=options.vocabulary,
        texts=Path(options.texts) if options.texts else None,
        base=options.base,
        same_as=options.same_as,
        memory_bytes=DEFAULT_MEMORY if limit is None else int(limit * 2**30),
    )


def format_options(options: argparse.Namespace) -> ReadOptions:
    """The part that ``coala convert`` has as well."""
    from coala.model.options import FormatOptions, ReadOptions

    return ReadOptions(
        offsets=options.offsets,
        ends=options.ends,
        formats=FormatOptions(
            empty_nodes=options.empty_nodes,
            relations=tuple(options.brat_relation),
            chain_types=options.brat_chain_types,
            uima_chain=options.uima_chain,
            uima_link=options.uima_link,
            uima_first=options.uima_first,
            uima_next=options.uima_next,
        ),
        type_system=None if options.uima_type_system is None else Path(options.uima_type_system),
    )
