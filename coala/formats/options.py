"""The few things that a reader of a format must be told -> one value with defaults that mostly fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class FormatOptions(NamedTuple):
    """What readers of formats may be told; each reads only what concerns its format.

    ``offsets``: the unit or convention of offsets where a format leaves it open; "auto" is the format's own.
    For JSON lines: "character", "token", "utf-16" or "byte".

    ``end``: whether the end of a JSON line's span is "inclusive" or "exclusive"; "auto" is the line's own.

    ``empty_nodes``: write the empty nodes of CorefUD into the text, so that zeros have a span.

    ``sibling``: gives the uncompressed bytes of a file beside the one that is read, by its bare name, or
    None when there is none (brat keeps the text apart); see ``siblings.beside``.

    ``relations``: names of brat relations that mean identity; none given: those that contain "coref".

    ``chain_types``: a regular expression; brat text spans of one type that it matches whole are one chain.

    ``type_system``: a UIMA type system description; subtypes of the chain and link types count as well.

    ``uima_chain``, ``uima_link``: names of the types, bare ("CoreferenceChain") or with their package;
    ``uima_first``, ``uima_next``: the features that lead from a chain to its links.
    """

    offsets: str = "auto"
    end: str = "auto"
    empty_nodes: bool = False
    sibling: Callable[[str], bytes | None] | None = None
    relations: tuple[str, ...] = ()
    chain_types: str = r"(?i:chain|coref|cluster|entity)[_-]?\d+"
    type_system: bytes | None = None
    uima_chain: str = "CoreferenceChain"
    uima_link: str = "CoreferenceLink"
    uima_first: str = "first"
    uima_next: str = "next"
