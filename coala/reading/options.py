"""What the user may set about reading, and what a reader tells while it works."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple


@dataclass(frozen=True)
class ReadOptions:
    """How to read the graphs of one comparison; the same for all of them.

    ``vocabulary`` is a name or the path of a TOML file ("auto" or None: each graph's own, found by the
    properties in it), ``texts`` the folder with the documents' texts, ``base`` the IRI against which
    relative IRIs are resolved; ``same_as`` whether owl:sameAs makes two nodes one instance.
    ``memory_bytes`` is the limit of each child process, and ``stall_seconds`` how long a parser may compute
    without moving on.
    """

    vocabulary: str | None = None
    texts: Path | None = None
    base: str | None = None
    same_as: bool = True
    memory_bytes: int = 2 * 2**30
    stall_seconds: int = 6


class Progress(NamedTuple):
    """How far one graph (its place among the inputs) is read; the total is None for standard input."""

    graph: int
    done_bytes: int
    total_bytes: int | None
    triples: int
