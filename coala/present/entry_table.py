"""The table of a changed link: the entries of both sides next to each other, with their descriptions.

An entry is what a knowledge base has about one thing, such as Q90 in Wikidata. What differs comes first, then
the entries in the same knowledge base that both sides have.
"""

from __future__ import annotations

from itertools import islice, zip_longest
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.diff.properties import Properties
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, KnowledgeBaseEntry
from coala.model.kinds import CHAIN_PAIR_KINDS, Kind

MOST_ENTRY_ROWS = 12
"""The most rows of a table: an instance may be linked to thousands of entries."""


class EntryCell(NamedTuple):
    """An entry of one side: "Paris (Q90)" and its description; both are "" where the side has none."""

    name: str = ""
    description: str = ""
    iri: str = ""

    @property
    def spoken(self) -> str:
        """The cell for a screen reader."""
        return ": ".join(filter(None, (self.name, self.description))) or "no entry"


class EntryRow(NamedTuple):
    """An entry of the baseline, and one of the changed graph in its place."""

    before: EntryCell
    now: EntryCell
    differs: bool


def list_entry_rows(bag: Bag, change: Divergence) -> list[EntryRow]:
    """Return the rows for a changed link; none for a change of another kind."""
    if change.kind is not Kind.LINK and change.kind not in CHAIN_PAIR_KINDS:
        return []
    properties = Properties(bag)
    dropped, added = (
        [] if index is None else properties.find_entries((side, index), texts)
        for side, index, texts in (
            (BASELINE, change.baseline, change.dropped),
            (CHANGED, change.changed, change.added),
        )
    )
    # The chains of a split, a merge or a move are shown with all their entries.
    pair = (change.baseline, bag.baseline), (change.changed, bag.changed)
    shown = (
        (dropped, added)
        if change.kind is Kind.LINK
        else [side[index].entries for index, side in pair if index is not None]
    )
    bases = {entry.base for entries in shown for entry in entries}
    before = {} if change.baseline is None else _index(bag.baseline[change.baseline].entries, bases)
    after = {} if change.changed is None else _index(bag.changed[change.changed].entries, bases)
    differing = (
        EntryRow(_make_cell(old), _make_cell(new), differs=True) for old, new in zip_longest(dropped, added)
    )
    kept = (
        EntryRow(_make_cell(entry), _make_cell(after[name]), differs=False)
        for name, entry in before.items()
        if name in after
    )
    rows = list(islice(differing, MOST_ENTRY_ROWS))
    return rows + list(islice(kept, MOST_ENTRY_ROWS - len(rows)))


def list_iris(bag: Bag, change: Divergence) -> list[str]:
    """Return the IRIs of the entries of a changed link that differ, the baseline's first."""
    rows = [row for row in list_entry_rows(bag, change) if row.differs]
    cells = (*(row.before for row in rows), *(row.now for row in rows))
    return [cell.iri for cell in cells if cell.iri]


def _index(entries: tuple[KnowledgeBaseEntry, ...], bases: set[str]) -> dict[str, KnowledgeBaseEntry]:
    return {entry.name: entry for entry in entries if entry.base in bases}


def _make_cell(entry: KnowledgeBaseEntry | None) -> EntryCell:
    if entry is None:
        return EntryCell()
    return EntryCell(plain_words(entry.shown), plain_words(entry.description, _LONGEST), entry.name)


_LONGEST = 1_000
"""In characters: far more than two lines, and enough for a tooltip."""
