"""The own changes of a bag as items of a list: their sentences, kinds and verdicts.

A bag with many own changes (``coala.verdicts.changes``) is read change by change: each is an item below its
bag, with its own evidence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from coala.base.plain_text import last_part
from coala.model.bag import Divergence, Instance, Verdict
from coala.present.chains import PreparedBag
from coala.present.phrases import kind_word
from coala.review.search import QueryTerm, SearchedChange
from coala.verdicts.changes import ChangeKeys, ChangeVerdicts, Rows
from coala.verdicts.state import State


class ChangeItem(NamedTuple):
    """One change: its position from 0 among all ``total`` ones, its sentence and kind, and its verdicts."""

    place: int
    total: int
    sentence: str
    kind: str  # with its chains: "moved A → 2"
    verdicts: tuple[Verdict, ...]


class BagChanges:
    """The own changes of one bag, made on demand. ``places`` are their indices among all changes."""

    def __init__(self, prepared: PreparedBag, keys: ChangeKeys) -> None:
        self._prepared, self._keys = prepared, keys
        self._verdicts = ChangeVerdicts()
        self.places: Sequence[int] = keys.own

    def read(self, rows: Rows) -> None:
        """Take over verdicts on rows."""
        self._verdicts = self._keys.read(rows)

    def item(self, place: int) -> ChangeItem:
        """Return the change with this index."""
        change = self._keys.changes[place]
        kind = kind_word(change.kind, self._prepared.displayed.bag.nouns)
        return ChangeItem(
            place,
            len(self._keys.changes),
            self._prepared.sentences.describe(change),
            f"{kind} {self._name_chains(change)}".rstrip(),
            self._verdicts.get_verdicts(place),
        )

    def find(self, terms: Collection[QueryTerm], state: State) -> list[int]:
        """Return the indices of the changes that meet all conditions of a query.

        ``state`` is that of the bag: its verdict holds for changes without one, its comment for all of them.
        """
        self.read(state.rows)
        comment = state.comment.searched()
        return [place for place in self.places if self._meets(place, terms, comment, state.verdict)]

    def _meets(
        self,
        place: int,
        terms: Collection[QueryTerm],
        comment: Mapping[str, str],
        on_bag: Verdict | None,
    ) -> bool:
        bag, change = self._prepared.displayed.bag, self._keys.changes[place]
        ends = self._find_instances(change)
        content = SearchedChange(
            {text for span in change.spans if (text := bag.words[span])}
            | {end.label for end in ends}
            | {text for end in ends for entry in end.entries for text in (entry.label, entry.words)},
            {name for end in ends for term in end.types for name in (term.label, last_part(term.name))},
            {bag.spans[span].document for span in change.spans},
            change.kind,
            self._verdicts.get_verdicts(place),
            on_bag,
        )
        return all(content.meets(term, comment) for term in terms)

    def _find_instances(self, change: Divergence) -> list[Instance]:
        """Return the chains that a change is about."""
        bag = self._prepared.displayed.bag
        places = ((bag.baseline, change.baseline), (bag.changed, change.changed))
        return [side[index] for side, index in places if index is not None]

    def _name_chains(self, change: Divergence) -> str:
        return " → ".join(self._prepared.chains.signs(change))
