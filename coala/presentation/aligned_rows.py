"""A bag becomes rows with the baseline on the left and the changed graph on the right.

Partners share their rows; what is equal is folded in large bags.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, Extents, Instance, Statement
from coala.model.kinds import Kind
from coala.presentation.displayed_bag import DisplayedBag
from coala.presentation.instance_numbers import superscript

# A bag with fewer mentions fits on the screen: nothing is folded.
SMALL_BAG = 16
# How many equal things of one instance stay visible in a large bag; folding fewer than two saves nothing.
EQUAL_SHOWN = 3
# What is said of a mention that a graph has otherwise than it is shown.
OTHER_EXTENT, OTHER_SPELLING, NOT_IN_TEXT = "other extent", "other spelling", "not in this text"
# How many differing mentions of one instance are listed before the rest is folded.
DIFFERING_SHOWN = 30


class Mark(StrEnum):
    """Whether a cell is only on its own side, or is there with an extent of its own.

    The sign is shown, so colour is never the only one.
    """

    EQUAL = ""
    JOINED = "≈"
    ADDED = "+"
    DROPPED = "–"

    @property
    def stands_alone(self) -> bool:
        """Whether the other side has nothing like it."""
        return self in (Mark.ADDED, Mark.DROPPED)


class Role(StrEnum):
    """What a row is about."""

    INSTANCE = "instance"
    MENTION = "mention"
    TYPE = "type"
    STATEMENT = "statement"
    FOLD = "fold"


class AlignedCell(NamedTuple):
    """One side of a row: its words, what happened to it ("moved from Bob Smith"), and where or what it is.

    ``brief`` stands in for a note that does not fit: "moved from 1".
    """

    text: str
    mark: Mark = Mark.EQUAL
    note: str = ""
    place: str = ""
    brief: str = ""


class AlignedRow(NamedTuple):
    """One row. ``number`` is the aligned instance, 0-based; the last three as the role needs them.

    ``instances`` are the indices of a head's instances in the bag's two lists.
    """

    role: Role
    number: int
    baseline: AlignedCell | None
    changed: AlignedCell | None
    span: int | None = None
    folded: tuple[AlignedRow, ...] = ()
    instances: tuple[int | None, int | None] = (None, None)

    @property
    def differs(self) -> bool:
        """Whether either side stands alone."""
        return any(cell is not None and cell.mark.stands_alone for cell in (self.baseline, self.changed))

    @property
    def joined(self) -> bool:
        """Whether the two sides have the mention with different extents or spellings."""
        return any(cell is not None and cell.mark is Mark.JOINED for cell in (self.baseline, self.changed))

    @property
    def spelled(self) -> bool:
        """Whether the two sides have the mention in one place, in two spellings."""
        return any(cell is not None and cell.note == OTHER_SPELLING for cell in (self.baseline, self.changed))


def align_rows(displayed: DisplayedBag) -> list[AlignedRow]:
    """The bag as rows from top to bottom."""
    bag, numbering = displayed.bag, displayed.numbering
    notes = _Notes(displayed)
    small = len(bag.spans) <= SMALL_BAG
    differing: list[AlignedRow] = []
    equal: list[AlignedRow] = []
    equal_instances = numbering.differing.count(False)
    for number, (old, new) in enumerate(numbering.pairs):
        into = differing if numbering.differing[number] else equal
        into += _instance_rows(bag, notes, number, old, new, small)
    if not equal or (small and equal_instances <= EQUAL_SHOWN):
        return differing + equal
    return [*differing, _fold(equal_instances, "equal instance", len(differing), equal)]


class _Note(NamedTuple):
    full: str
    brief: str


class _Notes:
    """What happened to each mention, in words, found by side, instance and span."""

    def __init__(self, displayed: DisplayedBag) -> None:
        bag = displayed.bag
        self.documents = displayed.labels
        self.extents = displayed.extents
        self._bag, self._numbering = bag, displayed.numbering
        self._old: dict[tuple[int, int], _Note] = {}
        self._new: dict[tuple[int, int], _Note] = {}
        self.types: dict[tuple[int | None, int | None], Divergence] = {}
        self.statements: dict[tuple[int | None, int | None], Divergence] = {}
        for row in bag.divergences:
            match row.kind:
                case Kind.MOVED:
                    self._took(row, "moved to", "moved from")
                case Kind.SPLIT:
                    self._took(row, "split off to", "split from")
                case Kind.MERGED:
                    self._took(row, "merged into", "merged from")
                case Kind.TYPE:
                    self.types[row.baseline, row.changed] = row
                case Kind.STATEMENT:
                    self.statements[row.baseline, row.changed] = row

    def old(self, instance: int | None, span: int, kept: bool) -> _Note | None:
        """What became of a baseline mention; None when it is still where it was."""
        known = None if instance is None else self._old.get((instance, span))
        return known or (None if kept else _Note("gone", "gone"))

    def new(self, instance: int | None, span: int, kept: bool) -> _Note | None:
        """Where a changed mention came from; None when it was there before."""
        known = None if instance is None else self._new.get((instance, span))
        return known or (None if kept else _Note("new", "new"))

    def _took(self, row: Divergence, to: str, origin: str) -> None:
        """Remember the way of a mention from one instance to another, on both sides."""
        if row.baseline is None or row.changed is None:
            return
        (old,), (new,) = self._numbering.of(row.baseline, row.changed)
        there = _note(to, self._bag.changed[row.changed], new)
        back = _note(origin, self._bag.baseline[row.baseline], old)
        for span in row.spans:
            self._old[row.baseline, span] = there
            self._new[row.changed, span] = back


def _note(words: str, instance: Instance, number: int) -> _Note:
    # With its number: instances of a bag often have the same label.
    return _Note(f"{words} {plain_words(instance.label)}{superscript(number)}", f"{words} {number + 1}")


def _instance_rows(
    bag: Bag, notes: _Notes, number: int, old: int | None, new: int | None, small: bool
) -> list[AlignedRow]:
    before = None if old is None else bag.baseline[old]
    after = None if new is None else bag.changed[new]
    result = [
        AlignedRow(
            Role.INSTANCE,
            number,
            before and _head(before, Mark.DROPPED if after is None else Mark.EQUAL),
            after and _head(after, Mark.ADDED if before is None else Mark.EQUAL),
            instances=(old, new),
        )
    ]
    typed = notes.types.get((old, new))
    if typed is not None:
        result += _pairs(Role.TYPE, number, typed.dropped, typed.added, "type dropped", "type added")
    mentions = _mention_rows(bag, notes, number, old, new)
    result += mentions if small else _folded(number, mentions, "mention")
    statements = _statement_rows(number, before, after, notes.statements.get((old, new)))
    return result + (statements if small else _folded(number, statements, "statement"))


def _head(instance: Instance, mark: Mark) -> AlignedCell:
    note = {Mark.DROPPED: "(gone)", Mark.ADDED: "(new)"}.get(mark, "")
    types = ", ".join(plain_words(term.label) for term in instance.types)
    return AlignedCell(plain_words(instance.label), mark, note, types)


def _mention_rows(bag: Bag, notes: _Notes, number: int, old: int | None, new: int | None) -> list[AlignedRow]:
    before = set() if old is None else set(bag.baseline[old].spans)
    after = set() if new is None else set(bag.changed[new].spans)
    result = []
    for span in sorted(before | after):
        place = notes.documents[bag.spans[span].document]
        left = right = None
        if span in before:
            note = notes.old(old, span, span in after)
            left = _mention(notes.extents, BASELINE, span, place, Mark.DROPPED, note)
        if span in after:
            note = notes.new(new, span, span in before)
            right = _mention(notes.extents, CHANGED, span, place, Mark.ADDED, note)
        result.append(AlignedRow(Role.MENTION, number, left, right, span))
    return result


def _mention(
    extents: Extents, side: int, span: int, place: str, mark: Mark, note: _Note | None
) -> AlignedCell:
    words = plain_words(extents.words(side, span) or "(words not known)", 200)
    if not extents.is_own(side, span):
        return (
            AlignedCell(words, mark, note.full, place, note.brief)
            if note
            else AlignedCell(words, place=place)
        )
    how = NOT_IN_TEXT if extents.place(side, span).unplaced else OTHER_SPELLING
    if extents.lie_apart(span):
        how = OTHER_EXTENT
    if note is None:
        return AlignedCell(words, Mark.JOINED, how, place)
    return AlignedCell(words, mark, f"{note.full}, {how}", place, f"{note.brief} {Mark.JOINED.value}")


def _statement_rows(
    number: int, before: Instance | None, after: Instance | None, differing: Divergence | None
) -> list[AlignedRow]:
    dropped, added = ((), ()) if differing is None else (differing.dropped, differing.added)
    result = _pairs(Role.STATEMENT, number, dropped, added, "statement dropped", "statement added")
    old = [] if before is None else _equal(before.statements, dropped)
    new = [] if after is None else _equal(after.statements, added)
    for left, right in zip_longest(old, new):
        before_cell, after_cell = (
            None if words is None else AlignedCell(plain_words(words)) for words in (left, right)
        )
        result.append(AlignedRow(Role.STATEMENT, number, before_cell, after_cell))
    return result


def _equal(statements: Iterable[Statement], differing: Iterable[str]) -> list[str]:
    """The statements that a divergence does not list, by label or, where labels are alike, by name."""
    listed = Counter(differing)
    equal = []
    for statement in statements:
        label, name = _words(statement, 0), _words(statement, 1)
        found = label if listed[label] else name
        if listed[found]:
            listed[found] -= 1
        else:
            equal.append(label)
    return sorted(equal)


def _words(statement: Statement, part: int) -> str:
    predicate, value = statement.predicate[part], statement.value[part]
    return f"is {predicate} of {value}" if statement.inverse else f"{predicate}: {value}"


def _pairs(
    role: Role, number: int, dropped: Sequence[str], added: Sequence[str], gone: str, new: str
) -> list[AlignedRow]:
    """Old and new beside each other: one row where one thing took the place of another."""
    return [
        AlignedRow(
            role,
            number,
            None if left is None else AlignedCell(plain_words(left), Mark.DROPPED, gone),
            None if right is None else AlignedCell(plain_words(right), Mark.ADDED, new),
        )
        for left, right in zip_longest(dropped, added)
    ]


def _folded(number: int, found: Sequence[AlignedRow], noun: str) -> list[AlignedRow]:
    differing = [row for row in found if row.differs]
    equal = [row for row in found if not row.differs]
    result = differing[:DIFFERING_SHOWN]
    if len(differing) > DIFFERING_SHOWN + 1:
        rest = differing[DIFFERING_SHOWN:]
        result.append(_fold(len(rest), f"more differing {noun}", number, rest))
    else:
        result = differing
    if len(equal) <= EQUAL_SHOWN + 1:
        return [*result, *equal]
    # The first ones say who the instance is.
    kept, rest = (equal[:EQUAL_SHOWN], equal[EQUAL_SHOWN:]) if noun == "mention" else ([], equal)
    return [*result, *kept, _fold(len(rest), f"equal {noun}", number, rest)]


def _fold(count: int, noun: str, number: int, folded: Sequence[AlignedRow]) -> AlignedRow:
    words = f"{count:,} {noun}{'' if count == 1 else 's'}"
    if joined := sum(row.joined for row in folded):
        spelled = all(row.spelled for row in folded if row.joined)
        noun = "spelling" if spelled else "extent"
        words += f", {joined:,} with {f'another {noun}' if joined == 1 else f'other {noun}s'}"
    return AlignedRow(Role.FOLD, number, AlignedCell(words), None, folded=tuple(folded))
