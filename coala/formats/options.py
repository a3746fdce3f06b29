"""The few things that a reader of a format must be told -> one value with defaults that mostly fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

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
