"""What the user may set about reading, and what a reader tells while it works."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from coala.formats.options import AUTO, ENDS, OFFSETS, STATED, USUAL, FormatOptions
from coala.reading.limits import DEFAULT_MEMORY
from coala.vocabulary import shipped

__all__ = ["AUTO", "ENDS", "OFFSETS", "STATED", "FormatOptions", "Progress", "ReadOptions", "settings"]


@dataclass(frozen=True)
class ReadOptions:
    """How to read the graphs of one comparison; the same for all of them.

    ``vocabulary`` is a name or the path of a TOML file ("auto" or None: each graph's own, found by the
    properties in it), ``texts`` the folder with the documents' texts, ``base`` the IRI against which
    relative IRIs are resolved; ``same_as`` whether owl:sameAs makes two nodes one instance.
    ``memory_bytes`` is the limit of each child process, and ``stall_seconds`` how long a parser may compute
    without moving on.

    ``offsets`` is one of ``OFFSETS`` and says what the offsets of RDF and of JSON lines count: what is
    "stated" by the vocabulary or the format, what fits the anchors of each graph ("auto"), or a unit.
    ``ends`` is one of ``ENDS``, with the same meaning of "stated". ``formats`` is what else readers of
    other formats are told; ``type_system`` a file with a UIMA type system description.
    """

    vocabulary: str | None = None
    texts: Path | None = None
    base: str | None = None
    same_as: bool = True
    memory_bytes: int = DEFAULT_MEMORY
    stall_seconds: int = 6
    offsets: str = STATED
    ends: str = STATED
    formats: FormatOptions = USUAL
    type_system: Path | None = None


class Progress(NamedTuple):
    """How far one graph (its place among the inputs) is read; the total is None for standard input."""

    graph: int
    done_bytes: int
    total_bytes: int | None
    triples: int


def settings(options: ReadOptions) -> dict[str, str]:
    """The options as strings, for ``Summary.settings``; of offsets and formats only what is not as USUAL."""
    formats = options.formats
    told = {
        "offsets": options.offsets if options.offsets != STATED else "",
        "ends": options.ends if options.ends != STATED else "",
        "empty_nodes": "yes" if formats.empty_nodes else "",
        "brat_relations": " ".join(formats.relations),
        "uima_type_system": _place(options.type_system),
    } | {
        key: value
        for key, value, default in (
            ("brat_chain_types", formats.chain_types, USUAL.chain_types),
            ("uima_chain", formats.uima_chain, USUAL.uima_chain),
            ("uima_link", formats.uima_link, USUAL.uima_link),
            ("uima_first", formats.uima_first, USUAL.uima_first),
            ("uima_next", formats.uima_next, USUAL.uima_next),
        )
        if value != default
    }
    return {
        "vocabulary": _vocabulary(options.vocabulary),
        "texts": _place(options.texts),
        "base": options.base or "",
        "same_as": "yes" if options.same_as else "no",
    } | {key: value for key, value in told.items() if value}


def _place(path: Path | None) -> str:
    """A path that is the same from every folder, for a review may be opened from another one."""
    return "" if path is None else str(path.absolute())


def _vocabulary(name_or_file: str | None) -> str:
    if not name_or_file or name_or_file == AUTO or name_or_file in shipped():
        return name_or_file or AUTO
    return str(Path(name_or_file).absolute())
