"""Sentences that describe the changes of a bag; the most surprising one is the title of the bag.

Examples: "Ada joined with Mrs Byron"; '"she" moved from Ada to Mary'; "Ada lost 1 type: Person". A sentence
names what was joined or split, each side by its own chain. It is neutral: a merge or a split is a kind of
change, neither good nor bad. The list of bags, the head of a bag, the JSON and the pages all show these
sentences; only the head of a bag adds the signs of chains.

A change is one ``Divergence``, or several merged into one (``coala.diff.ranked``); both are called a row
here. Which change the title is about does not depend on the order in which changes are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from coala.base import numerals
from coala.base.plain_text import isolate, plain_words, readable
from coala.diff.chain_order import ChainOrder, order_chains
from coala.diff.contrast import Contrast, Contrasts, stems
from coala.diff.fact_wording import change_in_words
from coala.diff.names import InstanceNames, InstancePlace, looks_proper, quoted
from coala.diff.properties import Properties
from coala.diff.ranked import OrderedChanges, group_rows, merge_rows, sort_by_map
from coala.model.bag import BASELINE, CHANGED, Bag, Divergence, FactDifference, KnowledgeBaseEntry, Statement
from coala.model.kinds import CHAIN_PAIR_KINDS, PROPERTY_KINDS, Kind

# The most mentions, types or statements that a sentence lists; the rest is counted.
LISTED = 3
# The most mentions whose words are compared for a sentence.
_READ = 15
# The most characters of the description of a further change in a title.
_SHORT = 60
# Two long values are shown with this many characters before and after their first difference.
_BEFORE, _AFTER = 15, 40

_PROPERTIES = (Kind.TYPE, Kind.STATEMENT)
_OF_INSTANCES = (Kind.INSTANCE_ADDED, Kind.INSTANCE_DROPPED)


class BagSentences:
    """Describes the changes of one bag."""

    def __init__(self, bag: Bag, signs: ChainOrder | None = None) -> None:
        """Take the order of the bag's chains if the reader sees their ``signs``."""
        self.bag = bag
        self._signs = signs
        self.names = InstanceNames(bag, None if signs is None else signs.sign_at)
        self.properties = Properties(bag)
        self._contrasts = Contrasts(bag)

    def describe_all(self) -> Bag:
        """Set the title and the sentences of ``bag``, and return it."""
        rows = tuple(row._replace(sentence=self.describe(row)) for row in self.bag.divergences)
        # Most bags have one row, whose sentence is the title.
        title = rows[0].sentence if len(rows) == 1 else self.title
        self.bag = replace(self.bag, title=title, divergences=rows)
        return self.bag

    def describe(self, row: Divergence) -> str:
        """Return the sentence of one divergence, or of several of one kind between the same instances."""
        if row.fact is not None:
            return change_in_words(row.kind, row.fact)
        ends = self.ends(row)
        if row.is_relink or self._is_of_mentions(row):
            return self._describe_relink(row)
        if ends is not None:
            return self._describe_pair(row, *ends)
        place = _find_place(row)
        name = self.names.name(place)
        linked = self.names.write_name(place, self.names.write_entries(place))
        match row.kind:
            case Kind.MENTION_ADDED:
                return f"{self._write_mentions(row)} added to {self._name_beside_mentions(row, place)}"
            case Kind.MENTION_DROPPED:
                return f"{self._write_mentions(row)} dropped from {self._name_beside_mentions(row, place)}"
            case Kind.INSTANCE_ADDED:
                return f"{linked} is new, with {numerals.count(len(row.spans), self.bag.nouns.mention)}"
            case Kind.INSTANCE_DROPPED:
                return f"{linked} is gone, with {numerals.count(len(row.spans), self.bag.nouns.mention)}"
            case Kind.LINK:
                return f"{name}{self._write_link(row)}"
            case _:
                return self._describe_properties([row])

    @cached_property
    def changes(self) -> OrderedChanges:
        """One row for all spans of one kind between the same two instances, in the order of the chain map.

        ``describe`` returns their sentences on demand, since a large bag has very many.
        """
        changes = self._grouped_rows
        if len(changes) > 1:
            changes = sort_by_map(self.bag, changes, self._signs or order_chains(self.bag))
        return OrderedChanges(self.bag.divergences, changes)

    @cached_property
    def _grouped_rows(self) -> list[list[int]]:
        return group_rows(self.bag.divergences)

    @cached_property
    def _ranked(self) -> OrderedChanges:
        """The same changes, the most surprising first."""
        rows, changes = self.bag.divergences, self._grouped_rows
        if len(changes) > 1:
            changes = sorted(
                changes, key=lambda places: self.surprise_key(merge_rows([rows[place] for place in places]))
            )
        return OrderedChanges(rows, changes)

    @property
    def first(self) -> Divergence | None:
        """The most surprising change, which the title is about."""
        return self._ranked[0] if self._ranked else None

    @property
    def headline(self) -> str:
        """The sentence of the most surprising change, or of all changes that it sums up.

        If one change of few words is left, it follows: "Ada joined with Mary; "she" added to Mary".
        """
        # Every bag has changes, unless another program wrote the file.
        return self._headline_and_rest[0] if self._ranked else self.bag.title

    @property
    def fact(self) -> FactDifference | None:
        """Fact in the headline, alone or after another change, or None."""
        return self._headline_and_rest[2] if self._ranked else None

    @property
    def title(self) -> str:
        """The headline, and the number of further changes, by kind if their kinds differ from the first."""
        if not self._ranked:
            return self.bag.title
        headline, rest, _ = self._headline_and_rest
        more = rest.total()
        if not more:
            return headline
        kinds = "" if set(rest) <= {self._ranked[0].kind} else f" ({_count_kinds(rest)})"
        return f"{headline}, and {more:,} more{kinds}"

    @cached_property
    def _headline_and_rest(self) -> tuple[str, Counter[Kind], FactDifference | None]:
        """The headline, the number of changes of each kind that it leaves out, and the fact in it."""
        headline, covered = self._sum_up()
        fact = self._ranked[0].fact
        rest = self._ranked.count_kinds() - covered
        if rest.total() == 1:
            further = self._find_only(next(iter(rest)), covered)
            sentence = self.describe(further) if further is not None else ""
            if further is not None and 0 < len(sentence) <= _SHORT:
                return f"{headline}; {sentence}", Counter(), fact or further.fact
        return headline, rest, fact

    def _find_only(self, kind: Kind, covered: Counter[Kind]) -> Divergence | None:
        """Return the only change of a kind besides those that the headline covers, if that is certain."""
        if len(self._ranked) == 2:
            return self._ranked[1]
        return None if covered[kind] else next(row for row in self._ranked if row.kind is kind)

    def _sum_up(self) -> tuple[str, Counter[Kind]]:
        """Return the sentence of the first changes, and how many changes of each kind it covers.

        Three or more chains of one name that were joined, or that one chain split into, are counted. All
        types or all statements of an instance are summed up.
        """
        first = self._ranked[0]
        if first.kind in (*_PROPERTIES, *_OF_INSTANCES):
            return self._sum_up_instance(first)
        chains = self._find_namesakes(first)
        if len(chains) <= 2:
            return self.describe(first), Counter({first.kind: 1})
        name, number = self.names.label(chains[0]), f"{len(chains):,} {self.bag.nouns.chain}s"
        is_split = first.kind is Kind.SPLIT
        headline = (
            f"{name} split into {number} of the same name"
            if is_split
            else f"{number} named {name} became one"
        )
        if types := self._list_types(chains):
            headline += f" ({_write_list(types)})"
        elif details := self._list_contrasts(chains) or self.names.list_distinct(chains, LISTED):
            rest = ["…"] if len(details) < len(chains) else []
            headline += f" ({', '.join([*details, *rest])})"
        return headline, Counter({first.kind: len(chains) - 1})

    def _list_types(self, chains: Sequence[InstancePlace]) -> list[str]:
        """Return the types of chains if each chain has one type and they differ; else none."""
        types = dict.fromkeys(map(self.names.write_type, chains))
        return [] if None in types or len(types) < 2 else [each for each in types if each is not None]

    def _list_contrasts(self, chains: Sequence[InstancePlace]) -> list[str]:
        """Return descriptions of chains of one name that have no word in common; none if only one has any."""
        name = stems(self.names.label(chains[0]))
        found: list[str] = []
        known: set[str] = set()
        for chain in chains:
            for words in self.names.list_words(chain)[:_READ]:
                own = stems(words) - name
                if own and own.isdisjoint(known):
                    found.append(words)
                    known |= own
                    break
        return found[:LISTED] if len(found) > 1 else []

    def _sum_up_instance(self, first: Divergence) -> tuple[str, Counter[Kind]]:
        """Return the headline for a first change about one instance, and the kinds of changes it covers."""
        same = [
            row
            for row in self.bag.divergences
            if (row.baseline, row.changed) == (first.baseline, first.changed) and row.kind in _PROPERTIES
        ]
        if first.kind in _PROPERTIES:
            same = [row for row in same if row.kind is first.kind]
            return self._describe_properties(same), Counter({first.kind: len(group_rows(same))})
        covered = Counter([first.kind, *(same[places[0]].kind for places in group_rows(same))])
        statements = [row for row in same if row.kind is Kind.STATEMENT]
        if not statements:
            return self.describe(first), covered
        place = _find_place(first)
        name = self.names.write_name(place, self.names.write_entries(place))
        changes = self._collect_changes(statements)
        if first.kind is Kind.INSTANCE_ADDED:
            return f"{name} is new: {_write_list(changes.added)}", covered
        return f"{name} is gone: {_write_list(changes.dropped)}", covered

    def _describe_properties(self, rows: Sequence[Divergence]) -> str:
        """Return the sentence of some changes of the types, or of the statements, of one instance or pair."""
        row = rows[0]
        name = self.names.name(_find_place(row))
        changes = self._collect_changes(rows)
        if row.baseline is None or row.changed is None:
            noun = "type " if row.kind is Kind.TYPE else ""
            had = " had" if row.changed is None else ""
            return f"{name}{had}: {noun}{_write_list(changes.dropped or changes.added)}"
        # A row has one change, unless another program wrote the file.
        if sum(map(len, changes)) != 1:
            return f"{name} {_write_changes(row.kind.value, changes)}".rstrip()
        noun = "type" if row.kind is Kind.TYPE else ""
        if changes.changed:
            return f"{name} changed {noun}{': ' if noun else ''}{changes.changed[0]}"
        verb, found = ("gained", changes.added) if changes.added else ("lost", changes.dropped)
        return f"{name} {verb} the type {found[0]}" if noun else f"{name} {verb}: {found[0]}"

    def _is_of_mentions(self, row: Divergence) -> bool:
        """Return True for a changed link of mentions that went to a chain that is not their partner."""
        return (
            row.kind is Kind.LINK
            and row.baseline is not None
            and row.changed is not None
            and self._partner_of[BASELINE](row.baseline) != row.changed
        )

    def _write_link(self, row: Divergence) -> str:
        """Return what follows the name of an instance with another link: ": Q47899, was Q90 (Wikidata)"."""
        old, new = self.properties.find_changed_entries(row)
        base = next((f" ({entry.base})" for entry in (*new, *old)), "")
        before, after = _write_entries(old, new)
        if not before:
            return f" is now linked to {after}{base}"
        if not after:
            return f" is no longer linked to {before}{base}"
        if _are_described(old, new):
            return f": {after} (was: {before})"
        return f": {after}, was {before}{base}"

    def _describe_relink(self, row: Divergence) -> str:
        """Return the sentence of mentions that went to the chain of another entry.

        Examples: '"Rom" now links to Oslo (was Rome)'; of a whole chain "Rom: Oslo, was Rome (DBpedia)".
        """
        assert row.baseline is not None
        if row.spans == self.bag.baseline[row.baseline].spans:
            return f"{self.names.label((BASELINE, row.baseline))}{self._write_link(row)}"
        old, new = self.properties.find_changed_entries(row)
        before, after = _write_entries(old, new)
        words = self.bag.words[row.spans[0]] if row.spans else None
        more = f" and {len(row.spans) - 1:,} more" if len(row.spans) > 1 else ""
        mentions = f"{quoted(words) if words else f'a {self.bag.nouns.mention}'}{more}"
        verb = "no longer" if not after else "now"
        link = "link" if more else "links"
        former = f" (was {before})" if before and after else ""
        return f"{mentions} {verb} {link} to {after or before}{former}"

    def _collect_changes(self, rows: Iterable[Divergence]) -> _PropertyChanges:
        """Return the changed, dropped and added types, or statements, of rows in words."""
        changes = _PropertyChanges([], [], [])
        for row in rows:
            if row.kind is Kind.TYPE:
                dropped, added = (list(map(plain_words, texts)) for texts in (row.dropped, row.added))
                changed = (
                    _write_arrow(row.dropped[0], row.added[0]) if len(dropped) == len(added) == 1 else ""
                )
            else:
                dropped = [self._write_clause((BASELINE, row.baseline), text) for text in row.dropped]
                added = [self._write_clause((CHANGED, row.changed), text) for text in row.added]
                changed = self._write_changed_value(row)
            if changed:
                changes.changed.append(changed)
            else:
                changes.dropped.extend(dropped)
                changes.added.extend(added)
        return changes

    def _write_clause(self, place: tuple[int, int | None], text: str) -> str:
        """Return a statement without its subject: "capital Paris", "is capital of France"."""
        statement = self._find_statement(place, text)
        if statement is None:
            return plain_words(text)
        # The text of a row is the full name where labels are ambiguous.
        part = 0 if text == statement.in_words.label else 1
        relation = _write_relation(statement.predicate[part], inverse=statement.inverse)
        return f"{relation} {plain_words(statement.value[part])}"

    def _write_changed_value(self, row: Divergence) -> str:
        """Return a change such as "population: 1 → 2"; "" if a row is not the change of one value."""
        if len(row.dropped) != 1 or len(row.added) != 1:
            return ""
        old = self._find_statement((BASELINE, row.baseline), row.dropped[0])
        new = self._find_statement((CHANGED, row.changed), row.added[0])
        if (
            old is None
            or new is None
            or (old.predicate.name, old.inverse) != (new.predicate.name, new.inverse)
        ):
            return ""
        # Two values may have one label.
        part = 0 if old.value.label != new.value.label else 1
        relation = _write_relation(new.predicate.label, inverse=new.inverse)
        return f"{relation}: {_write_arrow(old.value[part], new.value[part])}"

    def _find_statement(self, place: tuple[int, int | None], text: str) -> Statement | None:
        side, index = place
        found = () if index is None else self.properties.find_statements((side, index), text)
        return next(iter(found), None)

    def _find_namesakes(self, first: Divergence) -> list[InstancePlace]:
        """Return the whole chains of one name that were joined with a chain, or split from it, and that one.

        Return no chain if the change is not of this kind.
        """
        ends = self.ends(first)
        if ends is None or first.kind is Kind.MOVED or first.is_relink or not self.names.agree(*ends):
            return []
        others = (self.ends(row) for row in self._ranked if row.kind is first.kind and self.is_whole(row))
        found = [other[0] for other in others if other and other[1] == ends[1] and self.names.agree(*other)]
        return [ends[1], *found] if ends[0] in found else []

    def ends(self, row: Divergence) -> tuple[InstancePlace, InstancePlace] | None:
        """Return the two chains that a row joins, splits or moves a mention between.

        They are from the graph with two chains: baseline instances for a merge and a move, changed ones for a
        split. The chain that took the mentions is first in a split, and last otherwise. None for a row about
        one instance.
        """
        if row.kind not in CHAIN_PAIR_KINDS or row.baseline is None or row.changed is None:
            return None
        old, new = (BASELINE, row.baseline), (CHANGED, row.changed)
        if row.kind is Kind.SPLIT:
            # The other chain is the one that kept the baseline chain's identity, if it is still there.
            rest = self._partner_of[BASELINE](row.baseline)
            return new, old if rest in (None, row.changed) else (CHANGED, rest)
        host = self._partner_of[CHANGED](row.changed)
        return old, new if host in (None, row.baseline) else (BASELINE, host)

    def _describe_pair(self, row: Divergence, first: InstancePlace, second: InstancePlace) -> str:
        """Return the sentence of a merge, a split or a move between two chains, which are its ends."""
        leaving = () if row.kind is Kind.SPLIT or self.is_whole(row) else tuple(row.spans)
        one, other = self.names.tell_apart(first, second, leaving)
        if row.kind is Kind.MOVED:
            taker = (CHANGED, row.changed or 0)
            if not self.names.agree(second, taker) and not self.names.agree(first, taker):
                # The chain that took the mentions has another name than its partner in the baseline.
                one = self.names.name(first)
                other = self.names.write_name(taker, f"was {self.names.label(second)}")
            if one == self.names.name(first):
                # A chain that is named after the mention that left it needs another of its mentions.
                one = self.names.beside_words(first, [self.bag.words[span] for span in row.spans])
            return f"{self._place_mentions(row, first, second)} moved from {one} to {other}"
        if row.kind is Kind.MERGED:
            if self.is_whole(row):
                if self._contrasts.between(first, second) is Contrast.DESCRIPTIONS:
                    one, other = self._describe_names(first, one), self._describe_names(second, other)
                return f"{one} joined with {other}"
            return f"{self._write_mentions(row, first)} of {one} joined {other}"
        if self.is_whole(row) and not self.names.agree(first, second):
            return f"{one} split from {other}"
        return self._describe_leaving(row, first, second)

    def _describe_names(self, place: InstancePlace, name: str) -> str:
        """Return the name of a chain with its description, if the name has no addition yet."""
        if name != self.names.name(place):
            return name
        label = self.names.label(place)
        described = (words for words in self.names.list_words(place) if stems(words) - stems(label))
        return self.names.write_name(place, next(described, None)) if looks_proper(label) else name

    def _describe_leaving(self, row: Divergence, new: InstancePlace, rest: InstancePlace) -> str:
        """Return the sentence of a split by the mentions that left: '"Ada" left Mary and has its own chain'.

        ``new`` is the chain that they have now, ``rest`` the one that kept the identity of the former chain.
        """
        own, other = self.names.find_additions(new, rest)
        mentions, is_one = self._place_mentions(row, rest), len(row.spans) == 1
        noun = self.bag.nouns.chain
        chain = f"has its own {noun}" if is_one else f"have their own {noun}"
        if not self.is_whole(row):
            # The new chain has other mentions too. Its name is left out if it repeats the words that left.
            chain = f"{'is' if is_one else 'are'} in a new {noun}"
            if not (row.spans and self._is_named(new, self.bag.words[row.spans[0]])):
                left = self.names.write_name(rest, other)
                return f"{mentions} left {left} and {chain}, {self.names.write_name(new, own)}"
        elif (
            own
            and is_one
            and own not in mentions
            and "(" not in mentions
            and own != numerals.count(1, self.bag.nouns.mention)
        ):
            mentions = f"{mentions} ({own})"
        left = self.names.write_name(rest, other, prefer_words=True)
        return f"{mentions} left {left} and {chain}{self.names.write_sign(new)}"

    def _place_mentions(self, row: Divergence, *chains: InstancePlace) -> str:
        """Return the words of the mentions of a row; with their document if a few name one of the chains."""
        mentions = self._write_mentions(row)
        words = [self.bag.words[span] for span in row.spans] if len(row.spans) <= LISTED else []
        if not any(self._is_named(chain, text) for chain in chains for text in words):
            return mentions
        document = self.names.write_document(row.spans)
        return f"{mentions} ({document})" if document else mentions

    def _write_mentions(self, row: Divergence, chain: InstancePlace | None = None) -> str:
        """Return the words of the mentions of a row; they are counted if more than three, or repeated.

        Several mentions of a ``chain`` are always counted; only the number is given of those with its name.
        """
        total = len(row.spans)
        texts = [self.bag.words[span] for span in row.spans[:_READ]]
        found: dict[str, str | None] = {}
        for text in texts:
            found.setdefault(plain_words(text or "").casefold(), text)
        words = list(found.values())
        counted = numerals.count(total, self.bag.nouns.mention)
        is_all = total <= _READ
        if is_all and chain is not None and all(self._is_named(chain, text) for text in words):
            return counted
        shown = [quoted(text) if text else f"a {self.bag.nouns.mention}" for text in words][:LISTED]
        if total == len(shown) and (chain is None or total == 1):
            # ["a", "b", "c"] becomes 'a, b and c'.
            return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))
        rest = [] if is_all and len(words) == len(shown) else ["…"]
        return f"{counted} ({', '.join([*shown, *rest])})" if any(words) else counted

    def _is_named(self, chain: InstancePlace, words: str | None) -> bool:
        """Return True if a chain has these words as its name."""
        return words is not None and self.names.labels_agree(self.names.label(chain), words)

    def _name_beside_mentions(self, row: Divergence, place: InstancePlace) -> str:
        return self.names.beside_words(place, [self.bag.words[span] for span in row.spans[:LISTED]])

    def surprise_key(self, row: Divergence) -> tuple[Contrast, bool, int, bool, int]:
        """Return the sort key of a row; the most surprising row has the smallest one.

        First are changes between chains that differ most (``Contrast``), then between chains with different
        names, then those of many mentions, then facts, then those early in the text.
        """
        ends = self.ends(row)
        spans = row.spans
        # For speed: a row between two chains is never about a property, and usually has one span.
        moved = 0 if ends is None and row.kind in PROPERTY_KINDS else len(spans)
        first = spans[0] if len(spans) == 1 else min(spans, default=len(self.bag.spans))
        contrast, agrees = Contrast.LITTLE, True
        if ends is not None:
            contrast, agrees = self._contrasts.between(*ends), self.names.agree(*ends)
        return contrast, agrees, -moved, row.fact is None, first

    @cached_property
    def _partner_of(self) -> tuple[Callable[[int], int | None], Callable[[int], int | None]]:
        """For each side, a function from the index of an instance to that of its partner, or None."""
        partners = self.bag.partners
        return dict(partners).get, {new: old for old, new in partners}.get

    def is_whole(self, row: Divergence) -> bool:
        """Return True if an instance was joined or split off with all its mentions."""
        if row.kind is Kind.SPLIT:
            return row.changed is not None and row.spans == self.bag.changed[row.changed].spans
        return row.baseline is not None and row.spans == self.bag.baseline[row.baseline].spans


_KIND_WORDS: Mapping[Kind, str] = {
    Kind.MOVED: "moved",
    Kind.SPLIT: "split",
    Kind.MERGED: "joined",
    Kind.MENTION_ADDED: "added",
    Kind.MENTION_DROPPED: "dropped",
    Kind.INSTANCE_ADDED: "new",
    Kind.INSTANCE_DROPPED: "gone",
}
"""Words for changes of these kinds; those of other kinds are counted as types, statements, links or facts."""


def _count_kinds(kinds: Mapping[Kind, int]) -> str:
    """Return numbers of changes by kind, such as "5 joined, 1 type"; "joined" if all are of this kind."""
    nouns = {Kind.TYPE: "type", Kind.STATEMENT: "statement", Kind.LINK: "entity link"}
    counts: Counter[str] = Counter()
    words: dict[str, int] = {}
    for kind, number in Counter(kinds).most_common():
        if kind in _KIND_WORDS:
            words[_KIND_WORDS[kind]] = number
        else:
            counts[nouns.get(kind, "fact")] += number
    if len(words) + len(counts) == 1:
        return next(iter(words), "") or next(f"{noun}s" if counts[noun] > 1 else noun for noun in counts)
    parts = [f"{number:,} {word}" for word, number in words.items()]
    return ", ".join([*parts, *(numerals.count(number, noun) for noun, number in counts.items())])


class _PropertyChanges(NamedTuple):
    """Changes of types or of statements in words."""

    changed: list[str]
    dropped: list[str]
    added: list[str]


def _are_described(old: Sequence[KnowledgeBaseEntry], new: Sequence[KnowledgeBaseEntry]) -> bool:
    """Return True if only their descriptions tell two entries apart: both are called "Jordan"."""
    if len(old) != 1 or len(new) != 1 or not (old[0].description and new[0].description):
        return False
    return old[0].words.casefold() == new[0].words.casefold() and old[0].description != new[0].description


def _write_entries(old: Sequence[KnowledgeBaseEntry], new: Sequence[KnowledgeBaseEntry]) -> tuple[str, str]:
    """Return the entries that were lost, and those that were gained, as a sentence shows them."""
    if _are_described(old, new):
        return isolate(readable(old[0].description)), isolate(readable(new[0].description))
    before, after = (_write_list([isolate(entry.shown) for entry in side]) for side in (old, new))
    return before, after


def _write_relation(label: str, *, inverse: bool) -> str:
    return f"is {plain_words(label)} of" if inverse else plain_words(label)


def _find_place(row: Divergence) -> InstancePlace:
    """Return the one instance that a row is about; for a pair, the changed one."""
    if row.changed is not None:
        return CHANGED, row.changed
    return BASELINE, row.baseline or 0


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _write_changes(noun: str, changes: _PropertyChanges) -> str:
    """Return what follows a name, such as "changed type: Person → Group; lost 1 type: Agent"."""
    parts = []
    if changes.changed:
        number = len(changes.changed)
        what = noun if number == 1 else numerals.count(number, noun)
        parts.append(f"changed {what}: {_write_list(changes.changed)}")
    for verb, texts in (("lost", changes.dropped), ("gained", changes.added)):
        if texts:
            parts.append(f"{verb} {numerals.count(len(texts), noun)}: {_write_list(texts)}")
    return "; ".join(parts)


def _write_arrow(old: str, new: str) -> str:
    """Return both ends of a change, cut around their first difference if they would look equal."""
    before, after = plain_words(old), plain_words(new)
    if before == after:
        equal = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        start = max(0, equal - _BEFORE)
        before, after = (
            ("…" if start else "") + readable(text[start : start + _BEFORE + _AFTER]) for text in (old, new)
        )
    if before == after:
        return f"{before}, in a part that is not shown"
    return f"{before} → {after}"


def _write_list(items: Sequence[str]) -> str:
    shown = ", ".join(items[:LISTED])
    return shown if len(items) <= LISTED else f"{shown} and {len(items) - LISTED:,} more"
