"""The chains of a bag become the lines of a map: baseline on the left, changed graph on the right.

A line is one chain, several that fold into one, or a type or statement that only its chain has. A line is
made when it is asked for; what is kept of each is where in the bag it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from coala.base import numerals
from coala.model.bag import BASELINE, CHANGED
from coala.model.kinds import FACT_KINDS
from coala.presentation.chains import ChainGroup, Chains, ShownChain

# So many types and statements stand under a chain; folding fewer than two saves nothing.
PROPERTIES_SHOWN = 3

"""The two sides as a person calls them."""

_VERBS = ("dropped", "added")
_NO_PLACE = -1


class LineRole(StrEnum):
    """What a line is about."""

    CHAIN = "chain"
    FOLD = "fold"
    PROPERTY = "property"
    MORE = "more"


class MapLine(NamedTuple):
    """One line of one side.

    ``numbers`` are the aligned numbers of its chains, ``sign`` their letters or numbers, ``size`` how many
    mentions in how many documents, ``brief`` the same in figures alone, and ``note`` what else is to be said.
    ``depth`` is 1 for what stands under another line. ``is_open`` is None where there is nothing to open.
    """

    side: int
    role: LineRole
    numbers: Sequence[int]
    sign: str
    words: str
    size: str = ""
    brief: str = ""
    note: str = ""
    depth: int = 0
    is_open: bool | None = None


class Strand(NamedTuple):
    """Mentions that both a line of the baseline and a line of the changed graph have, by their rows."""

    baseline: int
    changed: int
    number: int
    mentions: int


class _Slot(NamedTuple):
    """Where a line comes from: its group, and in it a chain, and of that a type or statement."""

    group: int
    member: int = _NO_PLACE
    property: int = _NO_PLACE


class ChainMap:
    """The lines of both sides, and what is open of them."""

    def __init__(self, chains: Chains) -> None:
        self.chains = chains
        self._open: set[tuple[int, int]] = set()
        self._all_properties: set[tuple[int, int]] = set()
        self._strands: dict[tuple[int, int], tuple[Strand, ...]] = {}
        self._slots = self._lay_out()

    def __len__(self) -> int:
        """How many rows the longer side has."""
        return max(map(len, self._slots))

    def lines(self, side: int) -> int:
        """How many lines a side has."""
        return len(self._slots[side])

    def line(self, side: int, row: int) -> MapLine | None:
        """The line of a side in a row, None behind its last."""
        if not 0 <= row < len(self._slots[side]):
            return None
        slot = self._slots[side][row]
        group = self.chains.groups[side][slot.group]
        if slot.member == _NO_PLACE and _folds(group):
            return self._fold(slot, group)
        chain = self.chains.chain(side, group.numbers[max(slot.member, 0)])
        depth = int(slot.member != _NO_PLACE)
        if slot.property == _NO_PLACE:
            return self._chain(chain, depth)
        return self._property(chain, slot.property, depth)

    def chain_of(self, side: int, row: int) -> ShownChain | None:
        """The one chain that a line is about."""
        line = self.line(side, row)
        return None if line is None or len(line.numbers) != 1 else self.chains.chain(side, line.numbers[0])

    def row_of(self, side: int, number: int) -> int | None:
        """The row that shows a chain: its own, or the fold in which it is."""
        return self._rows[side].get(number)

    def toggle(self, side: int, row: int) -> bool:
        """Open or close the fold in a row; whether there is one."""
        line = self.line(side, row)
        if line is None or line.is_open is None:
            return False
        slot = self._slots[side][row]
        if line.role is LineRole.MORE:
            self._all_properties ^= {(side, line.numbers[0])}
        else:
            self._open ^= {(side, slot.group)}
        self._slots = self._lay_out()
        self._strands.clear()
        self.__dict__.pop("_rows", None)
        return True

    def strands(self, side: int, row: int) -> tuple[Strand, ...]:
        """What leads from a line to the lines of the other side, most mentions first."""
        found = self._strands.get((side, row))
        if found is None:
            found = self._strands[side, row] = tuple(self._follow(side, row))
        return found

    def _follow(self, side: int, row: int) -> Iterator[Strand]:
        line = self.line(side, row)
        if (
            line is None
            or line.role not in (LineRole.CHAIN, LineRole.FOLD)
            or (line.is_open and not line.depth)
        ):
            return
        mentions: dict[int, int] = {}
        for number in line.numbers:
            for way in self.chains.ways(side, number):
                there = self.row_of(1 - side, way.number)
                if there is not None:
                    mentions[there] = mentions.get(there, 0) + way.mentions
        for there, count in sorted(mentions.items(), key=lambda found: (-found[1], found[0])):
            rows = (row, there) if side == BASELINE else (there, row)
            yield Strand(*rows, line.numbers[0], count)

    @cached_property
    def _rows(self) -> tuple[dict[int, int], dict[int, int]]:
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for side, rows in enumerate(found):
            groups = self.chains.groups[side]
            for row, slot in enumerate(self._slots[side]):
                if slot.property != _NO_PLACE:
                    continue
                numbers = groups[slot.group].numbers
                if slot.member != _NO_PLACE:
                    rows[numbers[slot.member]] = row
                elif len(numbers) == 1:
                    rows[numbers[0]] = row
                else:
                    rows.update(dict.fromkeys(numbers, row))
        return found

    def _lay_out(self) -> tuple[list[_Slot], list[_Slot]]:
        return self._slots_of_side(BASELINE), self._slots_of_side(CHANGED)

    def _slots_of_side(self, side: int) -> list[_Slot]:
        found: list[_Slot] = []
        told = self.chains.with_properties(side)
        for place, group in enumerate(self.chains.groups[side]):
            # A great bag has tens of thousands of chains that are a line each.
            if len(group.numbers) == 1 and group.numbers[0] not in told:
                found.append(_Slot(place))
            else:
                found += self._slots_of(place, group)
        return found

    def _slots_of(self, place: int, group: ChainGroup) -> Iterable[_Slot]:
        if _folds(group):
            is_open = (group.side, place) in self._open
            members = range(len(group.numbers)) if is_open else ()
            return [_Slot(place), *(_Slot(place, member) for member in members)]
        return [_Slot(place), *self._properties_of(group.side, place, group.numbers[0])]

    def _properties_of(self, side: int, place: int, number: int) -> Iterator[_Slot]:
        many = len(self.chains.properties(side, number))
        shown = min(many, PROPERTIES_SHOWN)
        if many == PROPERTIES_SHOWN + 1 or (side, number) in self._all_properties:
            shown = many
        for which in range(shown):
            yield _Slot(place, property=which)
        if many > PROPERTIES_SHOWN + 1:
            yield _Slot(place, property=many)

    def _fold(self, slot: _Slot, group: ChainGroup) -> MapLine:
        chains, many = self.chains, len(group.numbers)
        is_open = (group.side, slot.group) in self._open
        if group.equal:
            words = numerals.count(many, "equal chain")
            return MapLine(group.side, LineRole.FOLD, group.numbers, "", words, is_open=is_open)
        first, last = (chains.sign(group.side, group.numbers[place]) for place in (0, -1))
        made = [chains.chain(group.side, number) for number in group.numbers]
        size = _size(sum(len(chain.spans) for chain in made), chains.documents(group))
        return MapLine(
            group.side,
            LineRole.FOLD,
            group.numbers,
            f"{first}–{last}",
            made[0].label,
            *size,
            numerals.count(many, "chain"),
            is_open=is_open,
        )

    def _chain(self, chain: ShownChain, depth: int) -> MapLine:
        notes = [", ".join(chain.types)] if chain.types else []
        if chain.equal:
            notes.insert(0, "equal")
        if chain.alone:
            words = ("gone", "new")[chain.side]
            notes.insert(0, words if chain.alone == len(chain.spans) else f"{chain.alone:,} {words}")
        return MapLine(
            chain.side,
            LineRole.CHAIN,
            (chain.number,),
            chain.sign,
            chain.label,
            *_size(len(chain.spans), chain.documents),
            " · ".join(notes),
            depth,
        )

    def _property(self, chain: ShownChain, which: int, depth: int) -> MapLine:
        if which == len(chain.properties):
            is_open = (chain.side, chain.number) in self._all_properties
            words = f"{which - PROPERTIES_SHOWN:,} more {'types and statements' if not is_open else 'shown'}"
            return MapLine(
                chain.side, LineRole.MORE, (chain.number,), "", words, depth=depth + 1, is_open=is_open
            )
        found = chain.properties[which]
        noun = "fact" if found.kind in FACT_KINDS else found.kind.value
        words = f"{noun} {_VERBS[chain.side]}: {found.words}"
        return MapLine(chain.side, LineRole.PROPERTY, (chain.number,), "", words, depth=depth + 1)


def speak(chain_map: ChainMap, side: int, row: int) -> str:
    """A line as it is read aloud: which side, which chain, how large, and where its mentions went."""
    line = chain_map.line(side, row)
    if line is None:
        return ""
    name = chain_map.chains.sides[side]
    if line.role in (LineRole.PROPERTY, LineRole.MORE):
        return f"{name} chain {chain_map.chains.sign(side, line.numbers[0])}: {line.words}"
    state = {None: "", True: ", open", False: ", folded"}[line.is_open]
    signs = f"chains {line.sign}: " if len(line.numbers) > 1 and line.sign else f"chain {line.sign}: "
    said = [f"{name} {signs if line.sign else ''}{line.words}", line.size, line.note]
    where = [
        f"{strand.mentions:,} {'in' if side == BASELINE else 'from'} {_signs(chain_map, 1 - side, strand)}"
        for strand in chain_map.strands(side, row)[:PROPERTIES_SHOWN]
    ]
    return ", ".join(part for part in (*said, *where) if part) + state


def _folds(group: ChainGroup) -> bool:
    # Folding a single line saves nothing.
    return len(group.numbers) > 1


def _signs(chain_map: ChainMap, side: int, strand: Strand) -> str:
    line = chain_map.line(side, strand.changed if side else strand.baseline)
    return line.sign or line.words if line is not None else ""


def _size(mentions: int, documents: int) -> tuple[str, str]:
    """How many mentions in how many documents, in words and in figures."""
    if documents < 2:
        return numerals.count(mentions, "mention"), f"{mentions:,}"
    return f"{mentions:,} in {numerals.count(documents, 'doc')}", f"{mentions:,} in {documents:,}"
