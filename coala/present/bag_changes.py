"""The changes of a bag as items of a list: their sentences, kinds and verdicts.

A bag with many changes is read change by change: each is an item below its bag, with its own evidence.
"""

from __future__ import annotations

from typing import NamedTuple

from coala.model.bag import Divergence, Verdict
from coala.present.chains import PreparedBag
from coala.present.phrases import kind_word
from coala.verdicts.changes import ChangeKeys, ChangeVerdicts, Rows

MOST_TOGETHER = 8
"""The most changes that are read together; with more, each is an item with its own evidence."""


class ChangeItem(NamedTuple):
    """One change: its position from 0 out of ``total``, its sentence and kind, and its verdicts."""

    place: int
    total: int
    sentence: str
    kind: str  # with its chains: "moved A → 2"
    verdicts: tuple[Verdict, ...]


class BagChanges:
    """The changes of one bag, made on demand."""

    def __init__(self, prepared: PreparedBag, keys: ChangeKeys) -> None:
        self._prepared, self._keys = prepared, keys
        self._verdicts = ChangeVerdicts()

    def __len__(self) -> int:
        return len(self._keys.changes)

    def read(self, rows: Rows) -> None:
        """Take over verdicts on rows."""
        self._verdicts = self._keys.read(rows)

    def item(self, place: int) -> ChangeItem:
        """Return the change with this index."""
        change = self._keys.changes[place]
        return ChangeItem(
            place,
            len(self),
            self._prepared.sentences.describe(change),
            f"{kind_word(change.kind)} {self._name_chains(change)}".rstrip(),
            self._verdicts.get_verdicts(place),
        )

    def _name_chains(self, change: Divergence) -> str:
        return " → ".join(self._prepared.chains.signs(change))
