"""What the user may set about reading, and what a reader tells while it works."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from coala.reading.limits import DEFAULT_MEMORY

STATED = "stated"
"""As the vocabulary, the format or the file itself says."""

AUTO = "auto"
"""As it fits the anchors; where there are none, as stated."""

OFFSETS = (STATED, AUTO, "code-point", "utf-16", "byte", "token")
ENDS = (STATED, "exclusive", "inclusive")


class FormatOptions(NamedTuple):
    """What readers of formats may be told; each reads only what concerns its format.

    ``offsets``: the unit of offsets where a format leaves it open, which is JSON lines alone: one of
    ``OFFSETS``, of which "code-point" is also called "character". ``end``: one of ``ENDS`` for the same.

    ``empty_nodes``: write the empty nodes of CorefUD into the text, so that zeros have a span.

    ``sibling``: gives the uncompressed bytes of a file beside the one that is read, by its bare name, or
    None when there is none (brat keeps the text apart); see ``siblings.beside``.

    ``relations``: names of brat relations that mean identity; none given: those that contain "coref".

    ``chain_types``: a regular expression; brat text spans of one type that it matches whole are one chain.

    ``type_system``: a UIMA type system description; subtypes of the chain and link types count as well.
    ``type_system_name`` is what messages call it.

    ``uima_chain``, ``uima_link``: names of the types, bare ("CoreferenceChain") or with their package;
    ``uima_first``, ``uima_next``: the features that lead from a chain to its links.
    """

    offsets: str = STATED
    end: str = STATED
    empty_nodes: bool = False
    sibling: Callable[[str], bytes | None] | None = None
    relations: tuple[str, ...] = ()
    chain_types: str = r"(?i:chain|coref|cluster|entity)[_-]?\d+"
    type_system: bytes | None = None
    type_system_name: str = "the type system"
    uima_chain: str = "CoreferenceChain"
    uima_link: str = "CoreferenceLink"
    uima_first: str = "first"
    uima_next: str = "next"

    def to_json(self) -> str:
        """The options as text, for the child process; where a sibling lies is the child's to know."""
        values = self._replace(sibling=None)._asdict()
        if self.type_system is not None:
            values["type_system"] = self.type_system.decode("latin-1")
        return json.dumps(values)

    @classmethod
    def from_json(cls, text: str) -> FormatOptions:
        """The inverse of ``to_json``."""
        values = json.loads(text)
        values["relations"] = tuple(values["relations"])
        if values["type_system"] is not None:
            values["type_system"] = values["type_system"].encode("latin-1")
        return cls(**values)


USUAL = FormatOptions()
"""What holds when nothing is said."""


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


class ReadingProgress(NamedTuple):
    """How far one graph (its place among the inputs) is read; the total is None for standard input."""

    graph: int
    done_bytes: int
    total_bytes: int | None
    triples: int


def reading_settings(options: ReadOptions) -> dict[str, str]:
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
    # Not in the child process, which is given its vocabularies.
    from coala.reading.vocabularies.loader import shipped

    if not name_or_file or name_or_file == AUTO or name_or_file in shipped():
        return name_or_file or AUTO
    return str(Path(name_or_file).absolute())
