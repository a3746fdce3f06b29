"""A bag to rows with the baseline on the left and the changed graph on the right.

Partners share their rows, numbered from the top; what is equal is folded in large bags. The numbers and
their order are what every other view of the bag uses for colours and badges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from coala.model import Bag, Divergence, Instance, Kind, Statement
from coala.wording import document_label, plain

# A bag with fewer mentions fits on the screen: nothing is folded.
SMALL_BAG = 16
# How many equal things of one instance stay visible in a large bag; folding fewer than two saves nothing.
EQUAL_SHOWN = 3
# How many differing mentions of one instance are listed before the rest is folded.
DIFFERING_SHOWN = 30


class Mark(StrEnum):
    """Whether a cell is only on its own side. The sign is shown, so colour is never the only one."""

    EQUAL = ""
    ADDED = "+"
    DROPPED = "–"


class Role(StrEnum):
    """What a row is about."""

    INSTANCE = "instance"
    MENTION = "mention"
    TYPE = "type"
    STATEMENT = "statement"
    FOLD = "fold"


class Cell(NamedTuple):
    """One side of a row: its words, what happened to it ("moved from Bob Smith"), and where or what it is."""

    text: str
    mark: Mark = Mark.EQUAL
    note: str = ""
    place: str = ""


class Row(NamedTuple):
    """One row. ``number`` is the aligned instance, 0-based; the last three as the role needs them.

    ``instances`` are the indices of a head's instances in the bag's two lists.
    """

    role: Role
    number: int
    baseline: Cell | None
    changed: Cell | None
    span: int | None = None
    folded: tuple[Row, ...] = ()
    instances: tuple[int | None, int | None] = (None, None)

    @property
    def differs(self) -> bool:
        """Whether either side stands alone."""
        return any(cell is not None and cell.mark is not Mark.EQUAL for cell in (self.baseline, self.changed))


@dataclass(frozen=True)
class Alignment:
    """The instances of a bag in aligned order: (baseline, changed) indices, None for a missing partner.

    ``baseline_rows`` and ``changed_rows`` list, for each span, the numbers of the instances that have it.
    """

    pairs: tuple[tuple[int | None, int | None], ...]
    differing: tuple[bool, ...]
    baseline_rows: tuple[tuple[int, ...], ...]
    changed_rows: tuple[tuple[int, ...], ...]


def align(bag: Bag) -> Alignment:
    """Number the instances of a bag: those that differ first, then by their first spans."""
    partners = set(bag.partners)
    paired_old, paired_new = {old for old, _ in partners}, {new for _, new in partners}
    pairs: list[tuple[int | None, int | None]] = [*bag.partners]
    pairs += [(old, None) for old in range(len(bag.baseline)) if old not in paired_old]
    pairs += [(None, new) for new in range(len(bag.changed)) if new not in paired_new]
    touched = {(0, row.baseline) for row in bag.divergences if row.baseline is not None}
    touched |= {(1, row.changed) for row in bag.divergences if row.changed is not None}

    def differs(pair: tuple[int | None, int | None]) -> bool:
        return None in pair or (0, pair[0]) in touched or (1, pair[1]) in touched

    def order(pair: tuple[int | None, int | None]) -> tuple[bool, int, bool]:
        firsts = [instance.spans[0] for instance in _instances(bag, pair) if instance.spans]
        return not differs(pair), min(firsts, default=len(bag.spans)), pair[0] is None

    pairs.sort(key=order)
    return Alignment(
        pairs=tuple(pairs),
        differing=tuple(differs(pair) for pair in pairs),
        baseline_rows=_rows_of_spans(bag, bag.baseline, [old for old, _ in pairs]),
        changed_rows=_rows_of_spans(bag, bag.changed, [new for _, new in pairs]),
    )


def rows(bag: Bag, alignment: Alignment) -> list[Row]:
    """The bag as rows from top to bottom."""
    notes = _Notes(bag)
    small = len(bag.spans) <= SMALL_BAG
    differing: list[Row] = []
    equal: list[Row] = []
    equal_instances = alignment.differing.count(False)
    for number, (old, new) in enumerate(alignment.pairs):
        into = differing if alignment.differing[number] else equal
        into += _instance_rows(bag, notes, number, old, new, small)
    if not equal or (small and equal_instances <= EQUAL_SHOWN):
        return differing + equal
    return [*differing, _fold(equal_instances, "equal instance", len(differing), equal)]


def differing_spans(bag: Bag) -> set[int]:
    """The spans that themselves went another way; a changed type or statement leaves them where they are."""
    return {
        span for row in bag.divergences if row.kind not in (Kind.TYPE, Kind.STATEMENT) for span in row.spans
    }


def document_labels(documents: Iterable[str]) -> dict[str, str]:
    """Short names, with more of the identifier where two documents would have the same."""
    labels = {document: document_label(document) for document in documents}
    seen = Counter(labels.values())
    return {document: label if seen[label] == 1 else plain(document) for document, label in labels.items()}


class _Notes:
    """What happened to each mention, in words, found by side, instance and span."""

    def __init__(self, bag: Bag) -> None:
        self.documents = document_labels(bag.documents)
        self._old: dict[tuple[int, int], str] = {}
        self._new: dict[tuple[int, int], str] = {}
        self.types: dict[tuple[int | None, int | None], Divergence] = {}
        self.statements: dict[tuple[int | None, int | None], Divergence] = {}
        for row in bag.divergences:
            old = "" if row.baseline is None else plain(bag.baseline[row.baseline].label)
            new = "" if row.changed is None else plain(bag.changed[row.changed].label)
            match row.kind:
                case Kind.MOVED:
                    self._both(row, f"moved to {new}", f"moved from {old}")
                case Kind.SPLIT:
                    self._both(row, f"split off to {new}", f"split from {old}")
                case Kind.MERGED:
                    self._both(row, f"merged into {new}", f"merged from {old}")
                case Kind.TYPE:
                    self.types[row.baseline, row.changed] = row
                case Kind.STATEMENT:
                    self.statements[row.baseline, row.changed] = row
                case _:
                    self._both(row, "gone", "new")

    def old(self, instance: int, span: int) -> str | None:
        return self._old.get((instance, span))

    def new(self, instance: int, span: int) -> str | None:
        return self._new.get((instance, span))

    def _both(self, row: Divergence, before: str, after: str) -> None:
        for span in row.spans:
            if row.baseline is not None:
                self._old[row.baseline, span] = before
            if row.changed is not None:
                self._new[row.changed, span] = after


def _instance_rows(
    bag: Bag, notes: _Notes, number: int, old: int | None, new: int | None, small: bool
) -> list[Row]:
    before = None if old is None else bag.baseline[old]
    after = None if new is None else bag.changed[new]
    result = [
        Row(
            Role.INSTANCE,
            number,
            before and _head(before, "(gone)" if after is None else ""),
            after and _head(after, "(new)" if before is None else ""),
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


def _head(instance: Instance, note: str) -> Cell:
    mark = {"(gone)": Mark.DROPPED, "(new)": Mark.ADDED}.get(note, Mark.EQUAL)
    return Cell(plain(instance.label), mark, note, ", ".join(plain(term.label) for term in instance.types))


def _mention_rows(bag: Bag, notes: _Notes, number: int, old: int | None, new: int | None) -> list[Row]:
    before = set() if old is None else set(bag.baseline[old].spans)
    after = set() if new is None else set(bag.changed[new].spans)
    result = []
    for span in sorted(before | after):
        words = plain(bag.words[span] or "(words not known)", 200)
        place = notes.documents[bag.spans[span].document]
        left = right = None
        if span in before:
            gone = old is not None and (notes.old(old, span) or (span not in after and "gone"))
            left = Cell(words, Mark.DROPPED, gone, place) if gone else Cell(words, place=place)
        if span in after:
            came = new is not None and (notes.new(new, span) or (span not in before and "new"))
            right = Cell(words, Mark.ADDED, came, place) if came else Cell(words, place=place)
        result.append(Row(Role.MENTION, number, left, right, span))
    return result


def _statement_rows(
    number: int, before: Instance | None, after: Instance | None, differing: Divergence | None
) -> list[Row]:
    dropped, added = ((), ()) if differing is None else (differing.dropped, differing.added)
    result = _pairs(Role.STATEMENT, number, dropped, added, "statement dropped", "statement added")
    old = [] if before is None else _equal(before.statements, dropped)
    new = [] if after is None else _equal(after.statements, added)
    for left, right in zip_longest(old, new):
        before_cell, after_cell = (None if words is None else Cell(plain(words)) for words in (left, right))
        result.append(Row(Role.STATEMENT, number, before_cell, after_cell))
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
) -> list[Row]:
    """Old and new beside each other: one row where one thing took the place of another."""
    return [
        Row(
            role,
            number,
            None if left is None else Cell(plain(left), Mark.DROPPED, gone),
            None if right is None else Cell(plain(right), Mark.ADDED, new),
        )
        for left, right in zip_longest(dropped, added)
    ]


def _folded(number: int, found: Sequence[Row], noun: str) -> list[Row]:
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


def _fold(count: int, noun: str, number: int, folded: Sequence[Row]) -> Row:
    words = f"{count:,} {noun}{'' if count == 1 else 's'}"
    return Row(Role.FOLD, number, Cell(words), None, folded=tuple(folded))


def _instances(bag: Bag, pair: tuple[int | None, int | None]) -> list[Instance]:
    old, new = pair
    found = [] if old is None else [bag.baseline[old]]
    return found if new is None else [*found, bag.changed[new]]


def _rows_of_spans(
    bag: Bag, instances: Sequence[Instance], numbered: Sequence[int | None]
) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in bag.spans]
    for number, index in enumerate(numbered):
        if index is not None:
            for span in instances[index].spans:
                found[span].append(number)
    return tuple(map(tuple, found))
