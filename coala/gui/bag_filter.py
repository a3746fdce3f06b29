"""The list of bags and what the reviewer asks for to the numbers of the bags that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coala.model import Kind, Verdict
from coala.review import Entry


class Picked(NamedTuple):
    """Some bags, and the sentence that says which.

    The bags are those of the moment: one that gets another verdict meanwhile keeps its row.
    """

    sentence: str
    numbers: frozenset[int]


@dataclass(frozen=True)
class BagFilter:
    """Words that the title must have, a kind, the verdicts, and bags; None of a field lets everything pass.

    A None among ``verdicts`` stands for the bags without a verdict.
    """

    text: str = ""
    kind: Kind | None = None
    verdicts: frozenset[Verdict | None] | None = None
    picked: Picked | None = None

    @property
    def empty(self) -> bool:
        nothing = self.kind is None and self.verdicts is None and self.picked is None
        return nothing and not self.text.split()


class SearchableBags:
    """Entries with their titles folded once, so that every key in the filter box is answered at once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._titles = [entry.title.casefold() for entry in entries]

    def numbers(
        self,
        wanted: BagFilter,
        verdicts: Sequence[Verdict | None],
        order: Sequence[int] | None = None,
    ) -> Sequence[int]:
        """The numbers of the bags that pass, in ``order`` or that of the text; ``verdicts`` has one a bag."""
        found: Sequence[int] = range(len(self._entries)) if order is None else order
        if wanted.picked is not None:
            found = [number for number in found if number in wanted.picked.numbers]
        for word in wanted.text.casefold().split():
            found = [number for number in found if word in self._titles[number]]
        if wanted.kind is not None:
            found = [number for number in found if wanted.kind in self._entries[number].kinds]
        if wanted.verdicts is not None:
            found = [number for number in found if verdicts[number] in wanted.verdicts]
        return found
