"""The chain map of a bag: its lines, and lines for gold's chains.

The map lists the baseline's chains on the left and the changed graph's on the right. Strands, drawn as
curves, join the lines of both sides that share mentions. Each side is a column of lines in rows 0, 1, 2, …: a
chain, a fold (several chains that are shown as one line until it is opened), or a type, statement or entry
that only this side has, below its chain. Lines are created on demand, since a bag may have thousands.

A group (``coala.present.chains``) is a chain alone, or the chains of a fold. ``ChainMap`` lays out its lines;
``write_gold_line`` writes a line for a chain of gold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coala.base import numerals
from coala.base.disjoint_sets import DisjointSets
from coala.base.plain_text import plain_words
from coala.model.bag import BASELINE, CHANGED, GoldChain
from coala.model.kinds import FACT_KINDS, Kind
from coala.model.nouns import OF_RECORDS, Nouns
from coala.present.chains import ChainGroup, ChainPlace, Chains, Property, ShownChain
from coala.present.instance_numbers import NONE, index_at

if TYPE_CHECKING:
    from coala.base.arrays import Integers

# The number of types and statements that are shown below a chain; the others are behind a line "4 more". One
# more than this is shown too, since that line would not be shorter.
PROPERTIES_SHOWN = 3

# The number of entries that the line of a chain names.
ENTRIES_SHOWN = 2

# What happened to the types and statements that only this side has, by side.
_VERBS = ("dropped", "added")
_NO_PLACE = -1


class LineRole(StrEnum):
    """What a line of the chain map shows."""

    CHAIN = "chain"
    FOLD = "fold"
    PROPERTY = "property"
    """A type or statement of a chain that the other side does not have."""
    ENTRY = "entry"
    """An entry in a knowledge base that the chain's partner is not linked to."""
    MORE = "more"
    """The line that opens the properties that are not shown."""


class MapLine(NamedTuple):
    """A line of one side."""

    side: int
    role: LineRole
    numbers: Sequence[int]  # of its chains (``ShownChain.number``)
    sign: str  # of its chains: "A", or "A–E" for a fold
    words: str
    size: str = ""  # mentions and documents in words: "5 in 2 docs"
    brief: str = ""  # the same without the documents
    note: str = ""  # a remark, such as "3 gone"
    depth: int = 0  # the indent: 1 for a line below another one
    is_open: bool | None = None  # None if the line cannot be opened

    @property
    def figures(self) -> str:
        """The numbers of mentions and documents alone: "5 in 2"."""
        return self.brief.rpartition(" · ")[2]


class Strand(NamedTuple):
    """The mentions that a line of the baseline shares with a line of the changed graph."""

    baseline: int  # the row of the baseline's line
    changed: int  # the row of the changed graph's line
    number: int  # of the chain whose colour the strand has
    mentions: int


class _Slot(NamedTuple):
    """The source of a line."""

    group: int  # its position in ``Chains.groups[side]``
    member: int = _NO_PLACE  # the chain in an open fold
    property: int = _NO_PLACE  # the type or statement of the chain; after the last one for the line "more"


class _Layout(NamedTuple):
    """The rows of one side."""

    starts: Integers  # the first row of each group, and the end of the last group
    rows: Integers  # the row of each chain, by its number; ``NONE`` if the side lacks it


class ChainMap:
    """The lines of both sides, with the folds that are open."""

    def __init__(self, chains: Chains, only: Collection[ChainPlace] | None = None) -> None:
        """Map all chains, or ``only`` some of them; one chain of a fold is shown without the others."""
        self.chains = chains
        # The chain that is shown of each group, by side and group; None if all are shown.
        self._only: dict[tuple[int, int], int] | None = None
        if only is not None:
            self._only = {(side, chains.groups[side].group_of(number)): number for side, number in only}
        # What is open: folds as (side, group), and chains with all their properties as (side, number).
        self._open: set[tuple[int, int]] = set()
        self._all_properties: set[tuple[int, int]] = set()
        # Caches by side and row.
        self._lines: dict[tuple[int, int], MapLine] = {}
        self._strands: dict[tuple[int, int], tuple[Strand, ...]] = {}
        self._layouts = self._lay_out()

    def __len__(self) -> int:
        """Return the number of rows of the longer side."""
        return max(map(self.lines, (BASELINE, CHANGED)))

    def lines(self, side: int) -> int:
        """Return the number of lines of a side."""
        return int(self._layouts[side].starts[-1])

    def line(self, side: int, row: int) -> MapLine | None:
        """Return the line of a side in a row; None after the last."""
        if not 0 <= row < self.lines(side):
            return None
        line = self._lines.get((side, row))
        if line is None:
            line = self._lines[side, row] = self._make_line(side, self._find_slot(side, row))
        return line

    def _make_line(self, side: int, slot: _Slot) -> MapLine:
        group = self.chains.groups[side][slot.group]
        if slot.member == _NO_PLACE and _is_fold(group):
            if self._only is not None:
                return self._make_chain_line(self.chains.chain(side, self._only[side, slot.group]), 0)
            return self._make_fold_line(slot, group)
        chain = self.chains.chain(side, group.numbers[max(slot.member, 0)])
        depth = int(slot.member != _NO_PLACE)
        if slot.property == _NO_PLACE:
            return self._make_chain_line(chain, depth)
        return self._make_property_line(chain, slot.property, depth)

    def chain_of(self, side: int, row: int) -> ShownChain | None:
        """Return the chain of a line; None if the line has several."""
        line = self.line(side, row)
        return None if line is None or len(line.numbers) != 1 else self.chains.chain(side, line.numbers[0])

    def row_of(self, side: int, number: int) -> int | None:
        """Return the row that shows a chain: its own row, or that of its fold."""
        return index_at(self._layouts[side].rows, number)

    def toggle(self, side: int, row: int) -> bool:
        """Open or close the fold in a row; return False if there is no fold."""
        line = self.line(side, row)
        if line is None or line.is_open is None:
            return False
        if line.role is LineRole.MORE:
            self._all_properties ^= {(side, line.numbers[0])}
        else:
            self._open ^= {(side, self._find_slot(side, row).group)}
        self._layouts = self._lay_out()
        self._lines.clear()
        self._strands.clear()
        return True

    def strands(self, side: int, row: int) -> tuple[Strand, ...]:
        """Return the strands from a line to the lines of the other side, most mentions first."""
        found = self._strands.get((side, row))
        if found is None:
            found = self._strands[side, row] = tuple(self._find_strands(side, row))
        return found

    def _find_strands(self, side: int, row: int) -> Iterator[Strand]:
        """Yield the strands of a line; an open fold has none, since the lines of its chains have them."""
        line = self.line(side, row)
        if (
            line is None
            or line.role not in (LineRole.CHAIN, LineRole.FOLD)
            or (line.is_open and not line.depth)
        ):
            return
        # Add up the mentions by the row of the other side that shows the heir.
        heirs, counts = self.chains.followed[side].list_heirs(np.asarray(line.numbers))
        mentions: dict[int, int] = {}
        for there, count in zip(self._layouts[1 - side].rows[heirs].tolist(), counts.tolist(), strict=True):
            if there != NONE:
                mentions[there] = mentions.get(there, 0) + count
        for there, count in sorted(mentions.items(), key=lambda found: (-found[1], found[0])):
            rows = (row, there) if side == BASELINE else (there, row)
            yield Strand(*rows, line.numbers[0], count)

    def _lay_out(self) -> tuple[_Layout, _Layout]:
        return self._lay_out_side(BASELINE), self._lay_out_side(CHANGED)

    def _lay_out_side(self, side: int) -> _Layout:
        groups = self.chains.groups[side]
        # Count the lines of each group, as an array: large bags have tens of thousands of chains.
        lines = np.ones(len(groups), dtype=np.int64)
        for number in self.chains.with_properties(side):
            lines[groups.group_of(number)] += self._count_properties(side, number)[1]
        opened = [group for open_side, group in self._open if open_side == side]
        lines[opened] += groups.lengths[opened]
        if self._only is not None:
            is_hidden = np.ones(len(groups), dtype=bool)
            is_hidden[[group for at, group in self._only if at == side]] = False
            lines[is_hidden] = 0
        starts = np.zeros(len(lines) + 1, dtype=np.int64)
        lines.cumsum(out=starts[1:])
        # A chain has the row of its group, or in an open fold a row below it.
        rows = np.full(len(groups.places), NONE)
        rows[groups.members] = np.repeat(np.where(lines, starts[:-1], NONE), groups.lengths)
        for group in opened:
            first = groups.firsts[group]
            members = groups.members[first : groups.firsts[group + 1]]
            rows[members] = starts[group] + 1 + np.arange(len(members))
        return _Layout(starts, rows)

    def _find_slot(self, side: int, row: int) -> _Slot:
        starts = self._layouts[side].starts
        group_place = int(np.searchsorted(starts, row, side="right")) - 1
        # The position among the lines below the first line of the group; -1 for the first line.
        below = row - int(starts[group_place]) - 1
        if below < 0:
            return _Slot(group_place)
        group = self.chains.groups[side][group_place]
        if _is_fold(group):
            return _Slot(group_place, member=below)
        shown, _ = self._count_properties(side, group.numbers[0])
        total = len(self._list_properties(side, group.numbers[0]))
        return _Slot(group_place, property=below if below < shown else total)

    def _count_properties(self, side: int, number: int) -> tuple[int, int]:
        """Return the number of types and statements shown below a chain, and of all lines below it."""
        total = len(self._list_properties(side, number))
        shown = min(total, PROPERTIES_SHOWN)
        if total == PROPERTIES_SHOWN + 1 or (side, number) in self._all_properties:
            shown = total
        return shown, shown + (total > PROPERTIES_SHOWN + 1)

    def _make_fold_line(self, slot: _Slot, group: ChainGroup) -> MapLine:
        chains, number_of_chains = self.chains, len(group.numbers)
        is_open = (group.side, slot.group) in self._open
        if group.equal:
            words = numerals.count(number_of_chains, f"equal {chains.nouns.chain}")
            return MapLine(group.side, LineRole.FOLD, group.numbers, "", words, is_open=is_open)
        first, last = (chains.sign(group.side, group.numbers[place]) for place in (0, -1))
        size = _describe_size(*chains.size(group), chains.nouns)
        # Its chains have the same name and descriptions.
        chain = chains.chain(group.side, group.numbers[0])
        notes = [chain.description, numerals.count(number_of_chains, chains.nouns.chain)]
        return MapLine(
            group.side,
            LineRole.FOLD,
            group.numbers,
            f"{first}–{last}",
            chain.label,
            *size,
            " · ".join(filter(None, notes)),
            is_open=is_open,
        )

    def _make_chain_line(self, chain: ShownChain, depth: int) -> MapLine:
        notes = [
            part for part in (chain.description, self._list_entries(chain), ", ".join(chain.types)) if part
        ]
        if chain.equal:
            notes.insert(0, "equal")
        size, brief = _describe_size(len(chain.spans), chain.documents, self.chains.nouns)
        if chain.alone:
            words = ("gone", "new")[chain.side]
            notes.insert(0, words if chain.alone == len(chain.spans) else f"{chain.alone:,} {words}")
            # A narrow line leaves the note out, but not this.
            brief = f"{notes[0]} · {brief}"
        return MapLine(
            chain.side,
            LineRole.CHAIN,
            (chain.number,),
            chain.sign,
            chain.label,
            size,
            brief,
            " · ".join(notes),
            depth,
        )

    def _list_entries(self, chain: ShownChain) -> str:
        """Return the entries of a chain that do not differ; the others have lines of their own."""
        own = self.chains.properties(chain.side, chain.number)
        differing = {each.words for each in own if each.kind is Kind.LINK}
        same = [words for entry in chain.entries if (words := plain_words(entry.shown)) not in differing]
        more = [f"{len(same) - ENTRIES_SHOWN:,} more"] if len(same) > ENTRIES_SHOWN else []
        return ", ".join([*same[:ENTRIES_SHOWN], *more])

    def _list_properties(self, side: int, number: int) -> list[Property]:
        """Return the entries, then the types and statements, that only this side has.

        Facts have a table of their own.
        """
        found = [each for each in self.chains.properties(side, number) if each.kind not in FACT_KINDS]
        return sorted(found, key=lambda each: each.kind is not Kind.LINK)

    def _make_property_line(self, chain: ShownChain, which: int, depth: int) -> MapLine:
        properties = self._list_properties(chain.side, chain.number)
        if which == len(properties):
            is_open = (chain.side, chain.number) in self._all_properties
            # Links come first.
            what = "links" if properties[-1].kind is Kind.LINK else "types and statements"
            words = f"{which - PROPERTIES_SHOWN:,} more {'shown' if is_open else what}"
            return MapLine(
                chain.side, LineRole.MORE, (chain.number,), "", words, depth=depth + 1, is_open=is_open
            )
        found, role = properties[which], LineRole.PROPERTY
        words = f"{found.kind.value} {_VERBS[chain.side]}: {found.words}"
        if found.kind is Kind.LINK:
            # Each side shows its own entry, as it shows its own name.
            role, words = LineRole.ENTRY, f"link: {found.words}"
        return MapLine(chain.side, role, (chain.number,), "", words, depth=depth + 1)


def speak_line(chain_map: ChainMap, side: int, row: int) -> str:
    """Return a line for a screen reader: its side, chain, size, and the other chains of its mentions.

    For example "Changed chain 2, Bob Smith: 10 mentions; Person; 9 from baseline chain B".
    """
    line = chain_map.line(side, row)
    if line is None:
        return ""
    name, noun = chain_map.chains.sides[side].capitalize(), chain_map.chains.nouns.chain
    if line.role in (LineRole.PROPERTY, LineRole.ENTRY, LineRole.MORE):
        return f"{name} {noun} {chain_map.chains.sign(side, line.numbers[0])}: {line.words}"
    state = {None: "", True: "; open", False: "; folded"}[line.is_open]
    signs = f"{noun}{'s' if len(line.numbers) > 1 else ''} {line.sign}, " if line.sign else ""
    head = f"{name} {signs}{line.words}"
    where = ", ".join(
        f"{strand.mentions:,} {'in' if side == BASELINE else 'from'} {_name_end(chain_map, 1 - side, strand)}"
        for strand in chain_map.strands(side, row)[:PROPERTIES_SHOWN]
    )
    details = "; ".join(filter(None, (line.size, *line.note.split(" · "), where)))
    return (f"{head}: {details}" if details else head) + state


def _is_fold(group: ChainGroup) -> bool:
    return len(group.numbers) > 1


def _name_end(chain_map: ChainMap, side: int, strand: Strand) -> str:
    """Return the chain at the end of a strand: "baseline chain A", or its words without a sign."""
    line = chain_map.line(side, strand.changed if side else strand.baseline)
    if line is None or not line.sign:
        return "" if line is None else line.words
    noun = chain_map.chains.nouns.chain
    return f"{chain_map.chains.sides[side]} {noun}{'s' if len(line.numbers) > 1 else ''} {line.sign}"


def _describe_size(mentions: int, documents: int, nouns: Nouns) -> tuple[str, str]:
    """Return the number of mentions and documents in words, and that of mentions alone."""
    words = numerals.count(mentions, nouns.mention)
    if documents < 2 or nouns == OF_RECORDS:
        return words, words
    return f"{words} in {numerals.count(documents, 'doc')}", words


# The number of chains of one side that are listed; the others are counted.
_MOST_LISTED = 6
_IN_NO_CHAIN = "in none"


class GoldLine(NamedTuple):
    """A chain of gold, and which chains of the two sides have its mentions."""

    sign: str  # a Greek letter
    label: str
    baseline: str  # its mentions by chain of the baseline: "A: 5, B: 2, in none: 1"
    changed: str
    size: str  # "8 mentions here, 2 elsewhere": those outside of the bag
    spans: tuple[int, ...]  # indices of ``Bag.spans``
    parts: tuple[int, int]  # into how many parts each side divides its mentions in the bag

    @property
    def spoken(self) -> str:
        """The line for a screen reader, with the links that each side lacks."""
        sides = (
            f"{name}, mentions by chain: {counts} ({numerals.count(parts - 1, 'missing link')})"
            for name, counts, parts in zip(
                ("baseline", "changed"), (self.baseline, self.changed), self.parts, strict=True
            )
        )
        return f"Gold chain {self.sign}, {self.label}: {self.size}; {'; '.join(sides)}"


def write_gold_line(sign: str, gold: GoldChain, chains: Chains) -> GoldLine:
    """Return the line of a chain of gold: which chains of the bag have its mentions."""
    here, elsewhere = len(gold.spans), gold.mentions - len(gold.spans)
    size = numerals.count(here, chains.nouns.mention)
    if elsewhere > 0:
        size += f" here, {elsewhere:,} elsewhere"
    before, after = (_count_by_chain(gold, chains, side) for side in (BASELINE, CHANGED))
    parts = _count_parts(gold, chains, BASELINE), _count_parts(gold, chains, CHANGED)
    return GoldLine(sign, plain_words(gold.label), before, after, size, gold.spans, parts)


def _count_parts(gold: GoldChain, chains: Chains, side: int) -> int:
    """Return the size of p(S) of Vilain et al. (1995): chains with mentions of gold's, and missing mentions.

    Chains that share a mention are one part. A chain in n parts lacks n - 1 links.
    """
    sets = DisjointSets()
    found: set[int] = set()
    missing = 0
    for span in gold.spans:
        numbers = chains.numbers_of(side, span)
        missing += not numbers
        for number in numbers:
            sets.join(numbers[0], number)
        found.update(numbers)
    return missing + len({sets.find(number) for number in found})


def _count_by_chain(gold: GoldChain, chains: Chains, side: int) -> str:
    """Return the mentions by chain: "A: 5, B: 2, in none: 1"."""
    found: Counter[int] = Counter()
    missing = 0
    for span in gold.spans:
        numbers = chains.numbers_of(side, span)
        found.update(numbers)
        missing += not numbers
    ranked = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    words = [f"{chains.sign(side, number)}: {mentions:,}" for number, mentions in ranked[:_MOST_LISTED]]
    if len(ranked) > _MOST_LISTED:
        words.append(numerals.count(len(ranked) - _MOST_LISTED, f"more {chains.nouns.chain}"))
    if missing:
        words.append(f"{_IN_NO_CHAIN}: {missing:,}")
    return ", ".join(words)
