"""The list of bags and what the reviewer asks for to the numbers of the bags that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coala.model import Kind, Verdict
from coala.review import Entry


@dataclass(frozen=True)
class BagFilter:
    """Words that the title must have, a kind, and the verdicts; None of a field lets everything pass.

    A None among ``verdicts`` stands for the bags without a verdict.
    """

    text: str = ""
    kind: Kind | None = None
    verdicts: frozenset[Verdict | None] | None = None

    @property
    def empty(self) -> bool:
        return not self.text.split() and self.kind is None and self.verdicts is None


class SearchableBags:
    """Entries with their titles folded once, so that every key in the filter box is answered at once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._titles = [entry.title.casefold() for entry in entries]

    def numbers(self, wanted: BagFilter, verdicts: Sequence[Verdict | None]) -> Sequence[int]:
        """The numbers of the bags that pass, in the order of the list; ``verdicts`` has one a bag."""
        if wanted.empty:
            return range(len(self._entries))
        found: Sequence[int] = range(len(self._entries))
        for word in wanted.text.casefold().split():
            found = [number for number in found if word in self._titles[number]]
        if wanted.kind is not None:
            found = [number for number in found if wanted.kind in self._entries[number].kinds]
        if wanted.verdicts is not None:
            found = [number for number in found if verdicts[number] in wanted.verdicts]
        return found
