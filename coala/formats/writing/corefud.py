"""Other chains in CoNLL-U with ``Entity=``: brackets change only where mentions change.

A mention that the file already has keeps its attributes. Another one gets the type of its chain, and as its
head the word that the changed graph names, else the one that the tree of dependencies has. In ``SplitAnte=``
and ``Bridge=`` a chain that lost its name to another one is renamed.

The order of brackets at a node follows udapi (``udapi.core.coref.store_coref_to_misc``): those that close,
those that open, mentions of one node; without an opening one, mentions of one node come first.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from coala.base.numerals import count
from coala.formats.conllu import Node
from coala.formats.corefud import PlacedDocument, place_entities, read
from coala.formats.corefud_entities import Attributes, Entity
from coala.formats.text_lines import BracketError, parse_offset, split_brackets
from coala.formats.writing.chains import (
    LabelledChain,
    MentionPlace,
    OffsetPair,
    Rewritten,
    WantedChain,
    check_written,
    escape_part,
    find_scopes,
    group_by_document,
    keep_writable,
    label_by_scope,
    list_own_chains,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_COLUMNS, _HEAD = 10, 6
_NUMBERED = re.compile(r"([A-Za-z_]*)(\d{1,9})")
_OF_CHAINS = ("etype", "identity")
"""The attributes that all mentions of a chain share."""

_LINKS = ("SplitAnte", "Bridge")

NodeRanges = tuple[tuple[int, int], ...]
"""The first and last node of each part of a mention, ends inclusive."""


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the file with these chains in place of its own.

    A mention must begin and end with a word, and a zero must be an empty node; others are lost.

    Raises:
        CoalaError: the chains are not in ``Entity=`` with identifiers, or brackets cannot hold them.
    """
    options = options._replace(nodes=False, forms=False)
    documents = place_entities(path, data, options)
    annotations = read(path, data, options)
    scopes = find_scopes(annotations, across=options.across_documents)
    own = list_own_chains(annotations, scopes)
    fresh = _make_labels([label for labels in own.values() for label in labels])
    lost: list[str] = []
    lines = data.split(b"\n")
    by_name = {document.name: _DocumentWriter(document, lines) for document in documents}
    fitting = keep_writable(chains, lambda place: by_name[place.document].find_ranges(place), lost)
    labelled = label_by_scope(fitting, own, scopes, lost, lambda _: fresh)
    divided = group_by_document(labelled)
    for name, writer in by_name.items():
        lost += writer.write(divided.get(name, []))
    written = b"\n".join(lines)
    check_written(path, read(path, written, options), labelled, scopes)
    return Rewritten(written, tuple(lost))


def _make_labels(known: Sequence[str]) -> Iterator[str]:
    """Yield labels that the file does not have, in its way of writing: "e12" after "e11"."""
    found = [parts for label in known if (parts := _NUMBERED.fullmatch(label))]
    prefix = Counter(parts[1] for parts in found).most_common(1)[0][0] if found else "e"
    number = max((int(parts[2]) for parts in found), default=0)
    while True:
        number += 1
        yield f"{prefix}{number}"


class _WrittenMention(NamedTuple):
    """A mention to write: its label, and the values of its attributes in order."""

    label: str
    ranges: NodeRanges
    values: Sequence[str]


class _DocumentWriter:
    """Writes the chains of one document into the lines of a file."""

    def __init__(self, document: PlacedDocument, lines: list[bytes]) -> None:
        assert document.attributes is not None
        self._document = document
        self._lines = lines
        self._attributes: Attributes = document.attributes
        self._nodes = [node for _, node in document.nodes]
        self._sentences = [sentence for sentence, _ in document.nodes]
        self._at_begin: defaultdict[int, list[int]] = defaultdict(list)
        self._at_end: defaultdict[int, list[int]] = defaultdict(list)
        for number, node in enumerate(self._nodes):
            if node.begin < node.end:
                self._at_begin[node.begin].append(number)
                self._at_end[node.end].append(number)
        self._zeros = {(zero.begin, zero.end, zero.mark): node for node, zero in document.zeros.items()}
        self._entities: defaultdict[MentionPlace, list[Entity]] = defaultdict(list)
        for entity, mention in document.entities:
            if mention is not None:
                place = MentionPlace(document.name, mention.fragments, mention.zero)
                self._entities[place].append(entity)
        # The fewest values that an opening bracket of the file has: empty ones at the end may be left out.
        self._shortest = min(
            (len(self._attributes.split(entity.label)) for entity, _ in document.entities), default=1
        )
        self._of_chains = self._list_values_of_chains()
        self._types_of: defaultdict[str, set[str]] = defaultdict(set)
        for entity, _ in document.entities:
            self._types_of[entity.eid].add(entity.kind)

    def _list_values_of_chains(self) -> Mapping[tuple[str, str], str]:
        """Return the value of each attribute of chains, by the label of the chain and the attribute."""
        found: dict[tuple[str, str], str] = {}
        for entity, _ in self._document.entities:
            values = self._attributes.split(entity.label)
            for name in _OF_CHAINS:
                found.setdefault((entity.eid, name), self._attributes.get(values, name))
        return found

    def find_ranges(self, place: MentionPlace) -> NodeRanges:
        """Return the nodes of a mention; () if it does not begin and end with nodes."""
        if known := self._entities.get(place):
            return tuple(known[0].ranges)
        if place.zero:
            found = [self._zeros.get((*place.fragments[0], mark)) for mark in place.zero.split("+")]
            nodes = [node for node in found if node is not None]
            return () if len(nodes) < len(found) else tuple((node, node) for node in sorted(nodes))
        ranges = []
        for begin, end in place.fragments:
            if begin not in self._at_begin or end not in self._at_end:
                return ()
            first, last = self._at_begin[begin][0], self._at_end[end][-1]
            if first > last or self._sentences[first] != self._sentences[last]:
                return ()
            ranges.append((first, last))
        return tuple(ranges)

    def write(self, chains: Iterable[LabelledChain]) -> list[str]:
        """Change the lines of nodes whose brackets differ; return what is lost on them."""
        wanted = [
            mention
            for each in chains
            for place, least in each.chain.mentions.items()
            for mention in self._make_mentions(place, least, each)
        ]
        # Entities without a place in the text are in no graph, and stay.
        placeless = [entity for entity, mention in self._document.entities if mention is None]
        before = [self._repeat(entity) for entity, _ in self._document.entities]
        after = wanted + [self._repeat(entity) for entity in placeless]
        old, new = self._write_cells(before), self._write_cells(after)
        if old == new:
            return []
        renaming = _Renaming(before, after)
        lost: list[str] = []
        for number, node in enumerate(self._nodes):
            cell = new.get(number, ())
            brackets = None if sorted(cell) == sorted(old.get(number, ())) else "".join(cell)
            fields = self._split_line(node)
            if len(fields) != _COLUMNS:
                if brackets is not None:
                    width = count(len(fields), "column")
                    raise refuse_layout(self._document.name, f"line {node.line} has {width}")
                continue
            if brackets is None and not any(f"{key}=" in fields[-1] for key in _LINKS):
                continue
            tail = fields[-1][len(fields[-1].rstrip("\r")) :]
            misc = fields[-1].rstrip("\r")
            items = [] if misc == "_" else misc.split("|")
            if brackets is not None:
                lost += _list_unread(items, old.get(number, ()), node.line)
                items = [item for item in items if not item.startswith("Entity=")]
                if brackets:
                    _insert(items, f"Entity={brackets}")
            items, gone = renaming.rename_links(number, items)
            lost += [f"line {node.line}: {link}" for link in gone]
            fields[-1] = ("|".join(items) or "_") + tail
            self._lines[node.line - 1] = "\t".join(fields).encode()
        return lost

    def _split_line(self, node: Node) -> list[str]:
        return self._lines[node.line - 1].decode().split("\t")

    def _repeat(self, entity: Entity) -> _WrittenMention:
        """Return a mention as the file has it."""
        return _WrittenMention(entity.eid, tuple(entity.ranges), self._attributes.split(entity.label))

    def _make_mentions(
        self, place: MentionPlace, least: OffsetPair | None, each: LabelledChain
    ) -> Iterator[_WrittenMention]:
        """Yield a mention: as the chain has it in the file, else as another chain has it, else a new one."""
        entities = self._entities.get(place, [])
        same = [entity for entity in entities if entity.eid == each.label]
        if same:
            for entity in same:
                mention = self._repeat(entity)
                if not self._types_of[each.label] & set(each.chain.types):
                    mention = mention._replace(values=self._set_type(mention.values, each.chain.types))
                yield mention
            return
        ranges = self.find_ranges(place)
        names = self._attributes.names
        if entities:
            values = list(self._attributes.split(entities[0].label))
            values += [""] * (len(names) - len(values))
        else:
            values = [""] * len(names)
            for name, value in (
                ("head", self._find_head(ranges, least)),
                ("minspan", self._find_minimum(ranges, least)),
            ):
                if name in names:
                    values[names.index(name)] = value
        for name in set(_OF_CHAINS) & set(names):
            values[names.index(name)] = self._find_value(name, each, values[names.index(name)])
        values = list(self._set_type(values, each.chain.types))
        while len(values) > self._shortest and not values[-1]:
            values.pop()
        yield _WrittenMention(each.label, ranges, values)

    def _set_type(self, values: Sequence[str], types: Sequence[str]) -> Sequence[str]:
        """Return the values with a type that the chain has, if it has any."""
        if not types or "etype" not in self._attributes.names:
            return values
        place = self._attributes.names.index("etype")
        if place < len(values) and unquote(values[place]) in types:
            return values
        padded = [*values, *[""] * (place + 1 - len(values))]
        padded[place] = escape_part(types[0])
        return padded

    def _find_value(self, name: str, each: LabelledChain, own: str) -> str:
        """Return the value of an attribute that all mentions of a chain share."""
        if not each.is_new:
            return self._of_chains.get((each.label, name), own)
        for place in each.chain.mentions:
            for entity in self._entities.get(place, ()):
                return self._of_chains.get((entity.eid, name), "")
        return ""

    def _find_head(self, ranges: NodeRanges, least: OffsetPair | None) -> str:
        """Return the number of the head among the nodes of a mention, from 1."""
        nodes = [node for first, last in ranges for node in range(first, last + 1)]
        if least is not None:
            for number, node in enumerate(nodes, 1):
                if (self._nodes[node].begin, self._nodes[node].end) == least:
                    return str(number)
        inside = {self._nodes[node].number: number for number, node in enumerate(nodes, 1)}
        for number, node in enumerate(nodes, 1):
            head = self._split_line(self._nodes[node])[_HEAD]
            if (word := parse_offset(head)) is not None and (word, 0) not in inside:
                return str(number)
        return "1"

    def _find_minimum(self, ranges: NodeRanges, least: OffsetPair | None) -> str:
        """Return GUM's minimal span: the numbers of its words in the mention."""
        nodes = [node for first, last in ranges for node in range(first, last + 1)]
        if least is None:
            return self._find_head(ranges, None)
        inside = [
            str(number)
            for number, node in enumerate(nodes, 1)
            if least[0] <= self._nodes[node].begin < self._nodes[node].end <= least[1]
        ]
        return ",".join(inside) or "1"

    def _write_cells(self, mentions: Iterable[_WrittenMention]) -> dict[int, list[str]]:
        """Return the brackets at each node."""
        opening: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        closing: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        single: defaultdict[int, list[str]] = defaultdict(list)
        place = self._attributes.names.index("eid")
        for label, ranges, values in mentions:
            for part, (first, last) in enumerate(ranges, 1):
                own = label if len(ranges) == 1 else f"{label}[{part}/{len(ranges)}]"
                full = "-".join([*values[:place], own, *values[place + 1 :]])
                if first == last:
                    single[first].append(f"({full})")
                else:
                    opening[first].append((-last, f"({full}"))
                    closing[last].append((-first, f"{own})"))
        cells: dict[int, list[str]] = {}
        for node in opening.keys() | closing.keys() | single.keys():
            opens = [bracket for _, bracket in sorted(opening[node])]
            closes = [bracket for _, bracket in sorted(closing[node])]
            cells[node] = [*closes, *opens, *single[node]] if opens else [*sorted(single[node]), *closes]
        return cells


def _list_unread(items: Sequence[str], known: Sequence[str], line: int) -> Iterator[str]:
    """Yield the brackets of a node that the reader could not use, and that are lost with its new ones."""
    value = next((item.partition("=")[2] for item in items if item.startswith("Entity=")), "")
    try:
        found = ["(" * opens + label + ")" * closes for label, opens, closes in split_brackets(value)]
    except BracketError:
        found = [value]
    if len(found) > len(known):
        yield f"line {line}: broken brackets in {value}"


def _insert(items: list[str], item: str) -> None:
    """Insert an item in alphabetical order, as MISC usually is."""
    key = item.partition("=")[0].lower()
    place = next(
        (place for place, other in enumerate(items) if other.partition("=")[0].lower() > key), len(items)
    )
    items.insert(place, item)


class _Renaming:
    """The new names of chains in links, after their mentions got other chains."""

    def __init__(self, before: Sequence[_WrittenMention], after: Sequence[_WrittenMention]) -> None:
        labels_at: defaultdict[NodeRanges, list[str]] = defaultdict(list)
        for label, ranges, _ in after:
            labels_at[ranges].append(label)
        self._labels = {label for label, _, _ in after}
        moved: defaultdict[str, Counter[str]] = defaultdict(Counter)
        # By node and former label: the label of a mention that begins there.
        self._at_node: dict[tuple[int, str], str] = {}
        for label, ranges, _ in before:
            now = labels_at.get(ranges, [])
            new = label if label in now else next(iter(now), "")
            self._at_node[ranges[0][0], label] = self._at_node.get((ranges[0][0], label)) or new
            if new:
                moved[label][new] += 1
        self._moved = {label: counts.most_common(1)[0][0] for label, counts in moved.items()}

    def rename_links(self, node: int, items: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the items of MISC with the new names of chains, and the links that are lost."""
        kept: list[str] = []
        lost: list[str] = []
        for item in items:
            key, _, value = item.partition("=")
            if key not in _LINKS:
                kept.append(item)
                continue
            renamed = {link: self._rename(node, link) for link in value.split(",")}
            if key == "SplitAnte" and set(renamed.values()) != set(renamed):
                # One antecedent alone is not a split one.
                count = Counter(link.partition("<")[2] for link in set(renamed.values()))
                renamed = {
                    old: new if count[new.partition("<")[2]] > 1 else "" for old, new in renamed.items()
                }
            lost += [f"{key}={old}" for old, new in renamed.items() if not new]
            if links := list(dict.fromkeys(filter(None, renamed.values()))):
                kept.append(f"{key}={','.join(links)}")
        return kept, lost

    def _follow(self, label: str) -> str:
        """Return what a chain is called now: its label, else that of the chain with most of its mentions."""
        return label if label in self._labels else self._moved.get(label, "")

    def _rename(self, node: int, link: str) -> str:
        """Return "e3<e11" with the new names of both chains; "" if one is gone, or if both are one chain."""
        other, _, rest = link.partition("<")
        label, colon, relation = rest.partition(":")
        other_now = self._follow(other)
        # A link is written where a mention of its chain begins, but not in all files.
        label_now = self._at_node.get((node, label), self._follow(label))
        if not other_now or not label_now or other_now == label_now:
            return ""
        return f"{other_now}<{label_now}{colon}{relation}"
