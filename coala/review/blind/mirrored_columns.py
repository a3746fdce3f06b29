"""A bag in columns is mirrored in columns: no sentence of a row is told that nobody reads.

It is the bag that ``mirror_bag`` makes of one of which all has been made.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from coala.base.sequences import LazySequence
from coala.diff.sentences import BagSentences
from coala.model.bag import BASELINE, CHANGED, Bag
from coala.model.bag_columns import NONE, NumberLists, PairColumns, RowColumns, mentions_of, sides_of
from coala.model.columns import pack
from coala.model.kinds import Kind
from coala.model.span_columns import TableColumn
from coala.review.blind.mirrored_row import (
    KINDS_OF_PAIRS,
    KINDS_OF_WHOLE,
    MIRRORED_DIRECTIONS,
    MIRRORED_KINDS,
    mirror_row,
)

if TYPE_CHECKING:
    from coala.model.graph import Integers

_Value = TypeVar("_Value")


class _Told(LazySequence[str]):
    """The sentences of rows, each told when it is asked for."""

    def __init__(self, rows: RowColumns, sentences: BagSentences) -> None:
        self._rows, self._sentences = rows, sentences

    def __len__(self) -> int:
        return len(self._rows)

    def _make(self, place: int) -> str:
        return self._sentences.describe(self._rows[place])


def mirror_columns(bag: Bag) -> Bag:
    """The bag with its sides exchanged, whose rows are in columns."""
    rows = bag.divergences
    assert isinstance(rows, RowColumns)
    untold_rows = _mirror_rows(bag, rows)
    partners = sides_of(bag.partners)
    order = pack(partners[CHANGED], partners[BASELINE]).argsort()
    untold = replace(
        bag,
        baseline=bag.changed,
        changed=bag.baseline,
        partners=PairColumns[int](partners[CHANGED][order], partners[BASELINE][order]),
        divergences=untold_rows,
    )
    # They look at a bag whose rows have no sentences: in a circle a great bag would stay.
    sentences = BagSentences(untold)
    return replace(untold, title=sentences.title, divergences=_told(untold_rows, sentences))


def _mirror_rows(bag: Bag, rows: RowColumns) -> RowColumns:
    """The rows as they are the other way round, without sentences."""
    kinds = TableColumn([MIRRORED_KINDS[kind] for kind in rows.kinds.table], rows.kinds.places)
    changed, baseline = rows.ends.sides
    spans = _spans_of_changed(bag, rows)
    order = _order(kinds, baseline, changed, spans)
    directions = [MIRRORED_DIRECTIONS[direction] for direction in rows.directions.table]
    now_at = np.empty(len(order), dtype=np.int64)
    now_at[order] = np.arange(len(order))
    odd = {int(now_at[place]): mirror_row(bag, row)._replace(sentence="") for place, row in rows.odd.items()}
    return RowColumns(
        _at(kinds, order),
        PairColumns[int | None](baseline[order], changed[order]),
        spans.at(order),
        TableColumn([""], bytes(len(order))),
        _at(TableColumn(directions, rows.directions.places), order),
        rows.dropped.at(order),
        rows.added.at(order),
        odd,
    )


def _told(rows: RowColumns, sentences: BagSentences) -> RowColumns:
    """The rows with their sentences."""
    odd = {place: row._replace(sentence=sentences.describe(row)) for place, row in rows.odd.items()}
    return RowColumns(
        rows.kinds,
        rows.ends,
        rows.spans,
        _Told(rows, sentences),
        rows.directions,
        rows.added,
        rows.dropped,
        odd,
    )


def _spans_of_changed(bag: Bag, rows: RowColumns) -> NumberLists:
    """The spans of the rows; those of pairs are the ones of the side that is the changed one then."""
    changed = rows.ends.sides[BASELINE]
    (of_pairs,) = (rows.of_kinds(KINDS_OF_PAIRS) & (changed != NONE)).nonzero()
    if not len(of_pairs):
        return rows.spans
    chains = mentions_of(bag.baseline).at(changed[of_pairs])
    both = NumberLists(
        np.concatenate((rows.spans.lengths, chains.lengths)), np.concatenate((rows.spans.flat, chains.flat))
    )
    places = np.arange(len(rows))
    places[of_pairs] = len(rows) + np.arange(len(of_pairs))
    return both.at(places)


def _order(kinds: TableColumn[Kind], baseline: Integers, changed: Integers, spans: NumberLists) -> Integers:
    """Where the rows stand that come first, second and so on, as ``place_of_row`` sorts them."""
    every = list(Kind)
    of_kind = np.array([every.index(kind) for kind in kinds.table], dtype=np.int64)
    whole = np.array([kind in KINDS_OF_WHOLE for kind in kinds.table], dtype=bool)
    places = np.asarray(kinds.places)
    ranks = np.where(whole[places], NONE, spans.ranks())
    return pack(of_kind[places], ranks, baseline, changed, np.arange(len(places))).argsort()


def _at(column: TableColumn[_Value], order: Integers) -> TableColumn[_Value]:
    return TableColumn(column.table, np.asarray(column.places)[order].tolist())
