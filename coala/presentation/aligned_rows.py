"""A bag becomes rows with the baseline on the left and the changed graph on the right.

Partners share their rows; what is equal is folded in large bags.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from enum import StrEnum
from functools import cached_property, partial
from itertools import zip_longest
from typing import NamedTuple, overload

from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED, Divergence, Extents, Instance, Statement
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
    folded: Sequence[AlignedRow] = ()
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


class Later(Sequence[AlignedRow]):
    """Rows behind a fold: how many is known at once, they are made when the first is asked for."""

    def __init__(self, length: int, make: Callable[[], Iterable[AlignedRow]]) -> None:
        self._length = length
        self._make = make

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> AlignedRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AlignedRow]: ...
    def __getitem__(self, index: int | slice) -> AlignedRow | Sequence[AlignedRow]:
        return self._rows[index]

    @cached_property
    def _rows(self) -> tuple[AlignedRow, ...]:
        return tuple(self._make())


class AlignedBlocks:
    """The rows of a bag in blocks, one for each aligned instance by its number, made when asked for.

    The last ``folded`` instances are equal and stand behind one fold.
    """

    def __init__(self, displayed: DisplayedBag) -> None:
        self._bag, self._numbering = displayed.bag, displayed.numbering
        self._notes = _Notes(displayed)
        self._small = len(self._bag.spans) <= SMALL_BAG
        equal = self._numbering.differing.count(False)
        self.folded = 0 if self._small and equal <= EQUAL_SHOWN else equal

    def __len__(self) -> int:
        return len(self._numbering.pairs)

    def size(self, number: int) -> int:
        """How many rows a block has."""
        old, new, before, after = self._instances(number)
        typed = self._notes.types.get((old, new))
        types = 0 if typed is None else max(len(typed.dropped), len(typed.added))
        differing, equal = self._mentions(old, new)
        said = self._notes.statements.get((old, new))
        dropped, added = ((), ()) if said is None else (said.dropped, said.added)
        told = max(len(dropped), len(added))
        kept = max(_count_equal(before, dropped), _count_equal(after, added))
        if self._small:
            return 1 + types + len(differing) + len(equal) + told + kept
        return 1 + types + _folded_size(len(differing), len(equal), EQUAL_SHOWN) + _folded_size(told, kept, 0)

    def block(self, number: int) -> list[AlignedRow]:
        """The rows of an instance, its head first."""
        old, new, before, after = self._instances(number)
        rows = [
            AlignedRow(
                Role.INSTANCE,
                number,
                before and _head(before, Mark.DROPPED if after is None else Mark.EQUAL),
                after and _head(after, Mark.ADDED if before is None else Mark.EQUAL),
                instances=(old, new),
            )
        ]
        typed = self._notes.types.get((old, new))
        if typed is not None:
            rows += _pairs(Role.TYPE, number, typed.dropped, typed.added, "type dropped", "type added")
        rows += self._mention_rows(number, old, new)
        statements = _statement_rows(number, before, after, self._notes.statements.get((old, new)))
        return rows + (statements if self._small else _folded_statements(number, statements))

    def fold(self) -> AlignedRow:
        """The row behind which the equal instances are."""
        first = len(self) - self.folded
        numbers = range(first, len(self))

        def rows() -> Iterator[AlignedRow]:
            return (row for number in numbers for row in self.block(number))

        # Only where the graphs have extents of their own must all be looked at for what the fold says.
        joined = [row for row in rows() if row.joined] if self._notes.extents else []
        later = Later(sum(map(self.size, numbers)), rows)
        return _fold(self.folded, "equal instance", first, later, joined)

    def _instances(self, number: int) -> tuple[int | None, int | None, Instance | None, Instance | None]:
        old, new = self._numbering.pairs[number]
        before = None if old is None else self._bag.baseline[old]
        return old, new, before, None if new is None else self._bag.changed[new]

    def _mentions(self, old: int | None, new: int | None) -> tuple[set[int], set[int]]:
        """The spans of an instance that differ, and those that are equal."""
        before = set() if old is None else set(self._bag.baseline[old].spans)
        after = set() if new is None else set(self._bag.changed[new].spans)
        noted = (before & self._notes.left_from(old)) | (after & self._notes.come_to(new))
        differing = (before ^ after) | noted
        return differing, (before & after) - noted

    def _mention_rows(self, number: int, old: int | None, new: int | None) -> list[AlignedRow]:
        differing, equal = self._mentions(old, new)
        before = frozenset() if old is None else frozenset(self._bag.baseline[old].spans)
        after = frozenset() if new is None else frozenset(self._bag.changed[new].spans)

        def rows(spans: Iterable[int]) -> Iterator[AlignedRow]:
            return (
                self._mention_row(number, span, old, new, span in before, span in after) for span in spans
            )

        def fold(noun: str, spans: Sequence[int]) -> AlignedRow:
            joined = [row for row in rows(spans) if row.joined] if self._notes.extents else []
            return _fold(len(spans), noun, number, Later(len(spans), partial(rows, spans)), joined)

        if self._small:
            return list(rows(sorted(differing | equal)))
        changed, kept = sorted(differing), sorted(equal)
        if len(changed) > DIFFERING_SHOWN + 1:
            found = [
                *rows(changed[:DIFFERING_SHOWN]),
                fold("more differing mention", changed[DIFFERING_SHOWN:]),
            ]
        else:
            found = list(rows(changed))
        if len(kept) <= EQUAL_SHOWN + 1:
            return [*found, *rows(kept)]
        # The first ones say who the instance is.
        return [*found, *rows(kept[:EQUAL_SHOWN]), fold("equal mention", kept[EQUAL_SHOWN:])]

    def _mention_row(
        self, number: int, span: int, old: int | None, new: int | None, before: bool, after: bool
    ) -> AlignedRow:
        notes = self._notes
        place = notes.documents[self._bag.spans[span].document]
        left = right = None
        if before:
            left = _mention(notes.extents, BASELINE, span, place, Mark.DROPPED, notes.old(old, span, after))
        if after:
            right = _mention(notes.extents, CHANGED, span, place, Mark.ADDED, notes.new(new, span, before))
        return AlignedRow(Role.MENTION, number, left, right, span)


def align_rows(displayed: DisplayedBag) -> list[AlignedRow]:
    """The bag as rows from top to bottom."""
    alignment = AlignedBlocks(displayed)
    first = len(alignment) - alignment.folded
    rows = [row for number in range(first) for row in alignment.block(number)]
    return [*rows, alignment.fold()] if alignment.folded else rows


class _Note(NamedTuple):
    full: str
    brief: str


class _Way(NamedTuple):
    """Where a mention went to or came from: in words, the instance there, and its number."""

    words: str
    instance: Instance
    number: int


class _Notes:
    """What happened to each mention, in words, found by side, instance and span."""

    def __init__(self, displayed: DisplayedBag) -> None:
        bag = displayed.bag
        self.documents = displayed.labels
        self.extents = displayed.extents
        self._bag, self._numbering = bag, displayed.numbering
        self._left: defaultdict[int | None, dict[int, _Way]] = defaultdict(dict)
        self._come: defaultdict[int | None, dict[int, _Way]] = defaultdict(dict)
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

    def left_from(self, instance: int | None) -> Set[int]:
        """The spans of a baseline instance of which it is known where they went."""
        return self._left[instance].keys() if instance in self._left else frozenset()

    def come_to(self, instance: int | None) -> Set[int]:
        """The spans of a changed instance of which it is known where they came from."""
        return self._come[instance].keys() if instance in self._come else frozenset()

    def old(self, instance: int | None, span: int, kept: bool) -> _Note | None:
        """What became of a baseline mention; None when it is still where it was."""
        if span in self.left_from(instance):
            return _note(*self._left[instance][span])
        return None if kept else _Note("gone", "gone")

    def new(self, instance: int | None, span: int, kept: bool) -> _Note | None:
        """Where a changed mention came from; None when it was there before."""
        if span in self.come_to(instance):
            return _note(*self._come[instance][span])
        return None if kept else _Note("new", "new")

    def _took(self, row: Divergence, to: str, origin: str) -> None:
        """Remember the way of a mention from one instance to another, on both sides."""
        if row.baseline is None or row.changed is None:
            return
        (old,), (new,) = self._numbering.of(row.baseline, row.changed)
        there = _Way(to, self._bag.changed[row.changed], new)
        back = _Way(origin, self._bag.baseline[row.baseline], old)
        self._left[row.baseline].update(dict.fromkeys(row.spans, there))
        self._come[row.changed].update(dict.fromkeys(row.spans, back))


def _note(words: str, instance: Instance, number: int) -> _Note:
    # With its number: instances of a bag often have the same label.
    return _Note(f"{words} {plain_words(instance.label)}{superscript(number)}", f"{words} {number + 1}")


def _head(instance: Instance, mark: Mark) -> AlignedCell:
    note = {Mark.DROPPED: "(gone)", Mark.ADDED: "(new)"}.get(mark, "")
    types = ", ".join(plain_words(term.label) for term in instance.types)
    return AlignedCell(plain_words(instance.label), mark, note, types)


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


def _count_equal(instance: Instance | None, differing: Sequence[str]) -> int:
    if instance is None:
        return 0
    return len(_equal(instance.statements, differing)) if differing else len(instance.statements)


def _folded_statements(number: int, found: Sequence[AlignedRow]) -> list[AlignedRow]:
    differing = [row for row in found if row.differs]
    equal = [row for row in found if not row.differs]
    if len(differing) > DIFFERING_SHOWN + 1:
        rest = differing[DIFFERING_SHOWN:]
        differing[DIFFERING_SHOWN:] = [_fold(len(rest), "more differing statement", number, rest, ())]
    if len(equal) > EQUAL_SHOWN + 1:
        equal = [_fold(len(equal), "equal statement", number, equal, ())]
    return differing + equal


def _folded_size(differing: int, equal: int, shown: int) -> int:
    """How many rows are left of so many, the folds included."""
    return min(differing, DIFFERING_SHOWN + 1) + (equal if equal <= EQUAL_SHOWN + 1 else shown + 1)


def _fold(
    count: int, noun: str, number: int, folded: Sequence[AlignedRow], joined: Sequence[AlignedRow]
) -> AlignedRow:
    """``joined`` are those of the folded rows whose sides have another extent or spelling."""
    words = f"{count:,} {noun}{'' if count == 1 else 's'}"
    if joined:
        noun = "spelling" if all(row.spelled for row in joined) else "extent"
        words += f", {len(joined):,} with {f'another {noun}' if len(joined) == 1 else f'other {noun}s'}"
    return AlignedRow(Role.FOLD, number, AlignedCell(words), None, folded=folded)
