"""Other chains in brat standoff: spans, and the types, relations or equivalences that join them.

Chains are written as the file writes them: by types of spans (``Chain_3``), else by relations and
equivalences. A relation of identity stays where both of its spans are still in one chain; new ones join what
they leave apart. All other lines stay byte for byte. Those that refer to a span that is gone are lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from coala.base.disjoint_sets import DisjointSets
from coala.base.files import stem
from coala.formats.brat import (
    BratFile,
    BratStatement,
    join_by_relations,
    join_by_type,
    means_identity,
    move_types,
    open_file,
    read,
)
from coala.formats.writing.chains import (
    LabelledChain,
    MentionPlace,
    Rewritten,
    WantedChain,
    check_written,
    find_scopes,
    keep_writable,
    label_chains,
    list_own_chains,
    refuse_layout,
)
from coala.model.format_options import FormatOptions

_USUAL_RELATION = "Coref"
_USUAL_TYPE = "Mention"
# Python refuses to parse a number of thousands of digits.
_NUMBERED = re.compile(r"(.*?)(\d{1,15})\Z", re.DOTALL)
_REFERENCE = re.compile(r"[TREAMN][^\s:]*\Z")


def replace_chains(
    path: str, data: bytes, chains: Sequence[WantedChain], options: FormatOptions
) -> Rewritten:
    """Return the .ann file with these chains in place of its own; a new span gets the type of its chain.

    Raises:
        CoalaError: entries of a knowledge base join the spans, an identifier is used twice, or the result
            does not have these chains.
    """
    annotations = read(path, data, options)
    if annotations.across:
        raise refuse_layout(path, "normalisations join its spans")
    lost: list[str] = []
    fitting = keep_writable(chains, lambda place: not place.zero, lost)
    scopes = find_scopes(annotations, across=True)
    own = list_own_chains(annotations, scopes).get("", {})
    editor = _Editor(path, data, options)
    labelled = label_chains(own, fitting, editor.fresh_labels)
    written = editor.write(labelled)
    again = read(path, written, options)
    if again.across:
        raise refuse_layout(path, "without a relation of identity, normalisations would join its spans")
    check_written(path, again, labelled, scopes)
    return Rewritten(written, (*lost, *editor.lost))


class _Editor:
    """Edits the lines of one file. A label is the identifier of the first span of a chain."""

    def __init__(self, path: str, data: bytes, options: FormatOptions) -> None:
        self._file: BratFile = open_file(path, data, options)
        if any("@" in span.identifier for span in self._file.spans):
            raise refuse_layout(path, "two spans have one identifier")
        self._options = options
        self._name = stem(path)
        self._end = b"\r\n" if b"\r\n" in data else b"\n"
        self._lines = data.split(b"\n")
        self._sets = DisjointSets()
        self._chain_types = join_by_type(self._file, self._sets, options)
        types = move_types(self._file, self._chain_types)
        join_by_relations(self._file, self._sets, options)
        # By place: the spans there that are mentions, by the label of their chain.
        self._spans: defaultdict[MentionPlace, dict[str, list[int]]] = defaultdict(dict)
        self._mentions = [
            number for number, span in enumerate(self._file.spans) if span.fragments and number in types
        ]
        for number in self._mentions:
            label = self._file.spans[self._sets.find(number)].identifier
            place = MentionPlace(self._name, self._file.spans[number].fragments)
            self._spans[place].setdefault(label, []).append(number)
        known = [match for each in self._file.lines if (match := _NUMBERED.fullmatch(each))]
        numbers = [int(match[2]) for match in known]
        self._numbers = count(max(numbers, default=0) + 1)
        self.fresh_labels = (f"new {number}" for number in count())
        self._deleted: set[int] = set()
        self._added: list[str] = []
        self.lost: list[str] = []

    def write(self, chains: Sequence[LabelledChain]) -> bytes:
        """Return the file with these chains."""
        # The identifiers of the spans of each chain, and the chain of each span of the file that is kept.
        members: dict[str, list[str]] = {}
        chain_of: dict[int, str] = {}
        added: list[tuple[MentionPlace, LabelledChain]] = []
        wanted = {each.label: each.chain.mentions for each in chains}
        for each in chains:
            identifiers = []
            for place in each.chain.mentions:
                known = self._spans.get(place, {})
                # Spans of other chains that these do not have any more.
                free = [
                    number
                    for label, numbers in known.items()
                    if place not in wanted.get(label, ())
                    for number in numbers
                    if number not in chain_of
                ]
                numbers = [number for number in known.get(each.label, []) if number not in chain_of] or free[
                    :1
                ]
                for number in numbers:
                    chain_of[number] = each.label
                    identifiers.append(self._file.spans[number].identifier)
                if not numbers:
                    added.append((place, each))
            members[each.label] = identifiers
        self._delete_spans({number for number in self._mentions if number not in chain_of})
        if self._chain_types:
            self._write_types(chain_of, added)
        else:
            for place, each in added:
                members[each.label].append(self._add_span(place, self._find_type(each)))
            self._write_relations(members)
        return self._join_lines()

    def _write_types(
        self, chain_of: dict[int, str], added: Sequence[tuple[MentionPlace, LabelledChain]]
    ) -> None:
        """Give each span the type that names its chain."""
        type_of: dict[str, str] = {}
        for number in self._mentions:
            span = self._file.spans[number]
            if span.type in self._chain_types:
                label = self._file.spans[self._sets.find(number)].identifier
                type_of.setdefault(label, span.type)
        parts = [match for name in self._chain_types if (match := _NUMBERED.fullmatch(name))]
        prefix = Counter(match[1] for match in parts).most_common(1)[0][0] if parts else "Chain_"
        used = {int(match[2]) for match in parts}
        fresh = (f"{prefix}{number}" for number in count(max(used, default=0) + 1))
        sizes = Counter([*chain_of.values(), *(each.label for _, each in added)])
        for number, label in chain_of.items():
            span = self._file.spans[number]
            if label not in type_of and (span.type in self._chain_types or sizes[label] > 1):
                type_of[label] = next(fresh)
            if span.type not in self._chain_types:
                # The span of another type stays, and has the type of the mention.
                if label in type_of:
                    self._add_span(MentionPlace(self._name, span.fragments), type_of[label])
            elif span.type != type_of[label]:
                line = self._lines[span.line - 1].decode()
                head, _, rest = line.partition("\t")
                self._lines[span.line - 1] = f"{head}\t{type_of[label]}{rest[len(span.type) :]}".encode()
        for place, each in added:
            if each.label not in type_of:
                type_of[each.label] = next(fresh)
            self._add_span(place, type_of[each.label])

    def _write_relations(self, members: dict[str, list[str]]) -> None:
        """Keep the relations of identity within chains, and join the rest of each chain."""
        chain_of = {identifier: label for label, identifiers in members.items() for identifier in identifiers}
        places = {identifier: number for number, identifier in enumerate(chain_of)}
        sets = DisjointSets()
        names: dict[str, Counter[str]] = {"R": Counter(), "*": Counter()}
        for statement in self._file.statements:
            if means_identity(statement, self._options):
                names[statement.letter][statement.name] += 1
                self._keep_relation(statement, chain_of, places, sets)
        is_equivalence = bool(names["*"]) and not names["R"]
        named = self._options.brat_relations
        usual = names["*" if is_equivalence else "R"].most_common(1)
        name = usual[0][0] if usual else named[0] if named else _USUAL_RELATION
        for identifiers in members.values():
            groups: dict[int, str] = {}
            for identifier in identifiers:
                groups.setdefault(sets.find(places[identifier]), identifier)
            firsts = list(groups.values())
            if is_equivalence and len(firsts) > 1:
                self._added.append(f"*\t{name} {' '.join(firsts)}")
            elif len(firsts) > 1:
                for before, after in pairwise(firsts):
                    self._added.append(f"R{next(self._numbers)}\t{name} Arg1:{after} Arg2:{before}\t")

    def _keep_relation(
        self, statement: BratStatement, chain_of: dict[str, str], places: dict[str, int], sets: DisjointSets
    ) -> None:
        """Keep what a relation of identity says within chains; delete it, or members of it, otherwise."""
        words = statement.words if statement.letter == "*" else self._file.find_arguments(statement)
        if words is None:
            return
        spans = {
            word: self._file.spans[number].identifier
            for word in words
            if (number := self._file.span_numbers.get(word)) is not None
        }
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for word, identifier in spans.items():
            if identifier in chain_of:
                groups[chain_of[identifier]].append(word)
        for group in groups.values():
            for word in group[1:]:
                sets.join(places[spans[group[0]]], places[spans[word]])
        line = statement.line - 1
        mentions = {self._file.spans[number].identifier for number in self._mentions}
        is_kept = len(groups) < 2 and all(
            identifier in chain_of for identifier in spans.values() if identifier in mentions
        )
        if is_kept or any(word not in self._file.lines for word in words):
            # A line that refers to nothing joined nothing.
            return
        if statement.letter == "R":
            self._deleted.add(statement.line)
            return
        kept = [group for group in groups.values() if len(group) > 1]
        if not kept:
            self._deleted.add(statement.line)
            return
        tail = self._lines[line][len(self._lines[line].rstrip(b"\r")) :]
        self._lines[line] = f"*\t{statement.name} {' '.join(kept[0])}".encode() + tail
        self._added += [f"*\t{statement.name} {' '.join(group)}" for group in kept[1:]]

    def _find_type(self, each: LabelledChain) -> str:
        """Return the most frequent type of the spans of a chain, else of the file."""
        own = Counter(
            self._file.spans[number].type
            for place in each.chain.mentions
            for numbers in self._spans.get(place, {}).values()
            for number in numbers
        )
        usual = own or Counter(self._file.spans[number].type for number in self._mentions)
        return usual.most_common(1)[0][0] if usual else _USUAL_TYPE

    def _add_span(self, place: MentionPlace, kind: str) -> str:
        """Add a span; brat divides one at each line end."""
        identifier = f"T{next(self._numbers)}"
        text = self._file.text
        parts: list[tuple[int, int]] = []
        for begin, end in place.fragments:
            first = begin
            for line in text[begin:end].splitlines(keepends=True):
                words = line.rstrip("\r\n")
                if words.strip():
                    lead = len(words) - len(words.lstrip()) if first > begin else 0
                    parts.append((first + lead, first + len(words)))
                first += len(line)
        parts = parts or list(place.fragments)
        offsets = ";".join(f"{begin} {end}" for begin, end in parts)
        words = " ".join(text[begin:end] for begin, end in parts)
        self._added.append(f"{identifier}\t{kind} {offsets}\t{words}")
        return identifier

    def _delete_spans(self, numbers: set[int]) -> None:
        """Delete spans with all others that only have their types, and the lines about them."""
        gone = {self._file.spans[number].fragments for number in numbers}
        mentions = set(self._mentions)
        numbers = numbers | {
            number
            for number, span in enumerate(self._file.spans)
            if number not in mentions and span.fragments in gone
        }
        self._deleted.update(self._file.spans[number].line for number in numbers)
        self._delete_references({self._file.spans[number].identifier for number in numbers})

    def _delete_references(self, gone: set[str]) -> None:
        """Delete the lines about spans that are gone, and those about these; all but identity are lost."""
        identity = {
            statement.line for statement in self._file.statements if means_identity(statement, self._options)
        }
        tab = "\t"
        while True:
            more = set()
            for number, line in enumerate(self._lines, 1):
                if number in self._deleted or number in identity:
                    continue
                head, _, rest = line.decode().rstrip("\r").partition("\t")
                if head[:1] in "REAMN#" and set(_list_references(head, rest)) & gone:
                    self._deleted.add(number)
                    more.add(head)
                    self.lost.append(f"line {number}: {head} {rest.partition(tab)[0]}")
            if not more:
                return
            gone = more

    def _join_lines(self) -> bytes:
        kept = [line for number, line in enumerate(self._lines, 1) if number not in self._deleted]
        text = b"\n".join(kept)
        if self._added:
            if text and not text.endswith(b"\n"):
                text += self._end
            text += self._end.join([*(line.encode() for line in self._added), b""])
        return text


def _list_references(head: str, rest: str) -> Iterator[str]:
    """Yield the identifiers that a line of standoff refers to."""
    words = rest.partition("\t")[0].split()
    for word in words if head.startswith("E") else words[1:]:
        target = word.rpartition(":")[2] if head[:1] in "RE" else word
        if _REFERENCE.match(target):
            yield target
