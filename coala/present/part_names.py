"""The names of the parts of a bag: the letter of the baseline chain and the number of the changed one.

Part "A1" has the mentions that are in chain A of the baseline and in chain 1 of the changed graph; "A-" has
those of A that the changed graph lacks, and "-1" those of 1 that the baseline lacks. Chains that share a
mention are one class, which has the sign of its first chain. The pieces of an opened part are "A1/1", "A1/2",
…, in the order of their first mentions. Names are for answers and tables; what is stored are spans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coala.verdicts.groups import Groups
from coala.verdicts.links import NO_CLASS, Part

NO_SIGN = "-"
"""In place of the sign of a chain, on a side that lacks the part."""


def join_signs(signs: Sequence[Sequence[str]], classes: tuple[int, int]) -> str:
    """Return the name of the part of two classes, from the signs of all chains (``sign_chains``)."""
    return "".join(
        NO_SIGN if number == NO_CLASS else own[number] for own, number in zip(signs, classes, strict=True)
    )


def name_mention(name: str, number: int) -> str:
    """Return the name of one mention of a part, by its number from 1: "A1 · 2"."""
    return f"{name} \N{MIDDLE DOT} {number}"


def name_pieces(names: Sequence[str], parts: Sequence[Part], groups: Groups) -> Mapping[int, str]:
    """Return the names of the parts and pieces that an answer names, by their first spans."""
    found = {part.spans[0]: name for part, name in zip(parts, names, strict=True)}
    name_of_span = {span: name for part, name in zip(parts, names, strict=True) for span in part.spans}
    counted: dict[str, int] = {}
    for piece in sorted(groups.pieces):
        name = name_of_span[piece[0]]
        counted[name] = counted.get(name, 0) + 1
        found[piece[0]] = f"{name}/{counted[name]}"
    return found
