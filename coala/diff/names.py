"""Readable names of instances, documents and quoted words, with additions where two would be the same.

``choose_label`` gives an instance its label. ``InstanceNames`` gives the instances of one bag their names in
sentences. If two instances of one sentence have the label "Ada", they get something that only one has: 'Ada
("Mrs Byron")' and 'Ada ("the countess")'. A name may also end with a sign by which the window marks the
chain: "Ada (B)". All text from a file stays plain text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice, zip_longest

from coala.base import numerals
from coala.base.plain_text import cited_words, isolate, last_part, plain_words
from coala.model.bag import BASELINE, CHANGED, Bag, Instance, documents_at
from coala.model.nouns import find_record

PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself he him his himself she her hers herself it its itself "
    "we us our ours ourselves they them their theirs themselves this that these those who whom whose "
    "which what there here one".split()
)
DETERMINERS = frozenset("a an the this that these those my your his her its our their some any each".split())

InstancePlace = tuple[int, int]
"""An instance of a bag: its side, ``BASELINE`` or ``CHANGED``, and its index there."""


_QUOTES = '"'

_NAMESAKES_READ = 5
"""The most namesakes of an instance whose words are compared with its own."""

_MENTIONS_READ = 100
"""The most mentions of an instance whose words are compared with the name of another one."""

_DOCUMENTS_READ = 20
"""The most documents of an instance whose titles are compared with those of another one."""

_ENTRIES_SHOWN = 2
"""The most entries of knowledge bases in the name of an instance."""


def quoted(text: str) -> str:
    """Return words of the text as a quotation in a sentence."""
    return f'"{isolate(cited_words(text))}"'


# A bag repeats the same words.
@lru_cache(maxsize=64)
def looks_proper(words: str) -> bool:
    """Return True if a mention looks like a name: its first and last word are capitalized, no determiner."""
    parts = words.split()
    if not parts or parts[0].casefold() in DETERMINERS:
        return False
    if len(parts) == 1 and parts[0].casefold() in PRONOUNS:
        return False
    return parts[0][0].isupper() and (parts[-1][0].isupper() or parts[-1][0].isdigit())


def choose_label(stated: str | None, mentions: Iterable[str | None], name: str) -> str:
    """Return the label of an instance: the stated one, else its usual name, longest mention, or IRI.

    The usual name is the proper-looking text of the most mentions; ties are decided by length, then by the
    order of ``mentions``, which is that of the text.
    """
    if stated and stated.strip():
        return stated
    # Line breaks in a mention are layout. Most chains have few mentions, for which a dict is faster than a
    # ``Counter``.
    words: dict[str, int] = {}
    for text in mentions:
        if text and (usual := " ".join(text.split())):
            words[usual] = words.get(usual, 0) + 1
    proper = [text for text in words if looks_proper(text)]
    if proper:
        return max(proper, key=lambda text: (words[text], len(text)))
    return max(words, key=len, default="") or last_part(name) or "(no name)"


def shorten_document(identifier: str) -> str:
    """Return a short name of a document: the last part of its identifier without offsets or an extension.

    For a record it is the identifier in its table.
    """
    record = find_record(identifier)
    if record is not None:
        return record
    head, mark, fragment = identifier.partition("#")
    stem = last_part(head if mark and re.match(r"(char|offset)[=_]", fragment) else identifier)
    return re.sub(r"\.(txt|ttl|xml|html?|naf|json)$", "", stem) or identifier


class InstanceNames:
    """The names of the instances of one bag in its sentences.

    Two instances in one sentence never have the same name there. If the reader sees the signs of the chains,
    ``sign_of`` returns them, and each name ends with its sign.
    """

    def __init__(self, bag: Bag, sign_of: Callable[[InstancePlace], str] | None = None) -> None:
        self._bag = bag
        self._sign_of = sign_of
        # Caches of the methods below. A mapping of words or documents is from a folded form to the shown one.
        self._labels: dict[str, str] = {}
        self._words: dict[InstancePlace, Mapping[str, str]] = {}
        self._documents: dict[InstancePlace, Mapping[str, str]] = {}
        self._titles: dict[InstancePlace, Mapping[str, str]] = {}
        self._types: dict[InstancePlace, Mapping[str, str]] = {}
        self._document_sizes: dict[InstancePlace, Mapping[str, int]] = {}
        self._counterparts: dict[InstancePlace, int | None] = {}
        self._namesakes: dict[InstancePlace, list[InstancePlace]] = {}
        self._additions: dict[
            tuple[InstancePlace, InstancePlace, tuple[int, ...]], tuple[str | None, str | None]
        ] = {}

    def label(self, place: InstancePlace) -> str:
        """Return the label of an instance for use in a sentence."""
        return self._as_shown(self._instance(place).label)

    def _as_shown(self, label: str) -> str:
        known = self._labels.get(label)
        if known is None:
            known = self._labels[label] = isolate(plain_words(label))
        return known

    def name(self, place: InstancePlace) -> str:
        """Return the label of an instance, with its sign where the reader sees signs."""
        return self.write_name(place)

    def write_name(self, place: InstancePlace, more: str | None = None, *, prefer_words: bool = False) -> str:
        """Return the label of an instance with an optional addition, and its sign where signs are seen.

        With ``prefer_words``, an addition that quotes a mention is the name, instead of the label.
        """
        if prefer_words and more and more.startswith('"'):
            return f"{more.strip(_QUOTES)}{self.write_sign(place)}"
        added = ", ".join(filter(None, (more, self._sign_of and self._sign_of(place))))
        return f"{self.label(place)} ({added})" if added else self.label(place)

    def write_sign(self, place: InstancePlace) -> str:
        """Return the sign of an instance in brackets, " (A)"; "" where the reader sees no signs."""
        return f" ({self._sign_of(place)})" if self._sign_of is not None else ""

    def agree(self, first: InstancePlace, second: InstancePlace) -> bool:
        """Return True if two instances have the same label, ignoring case."""
        return self.labels_agree(self._instance(first).label, self._instance(second).label)

    def labels_agree(self, one: str, other: str) -> bool:
        """Return True if two labels look the same, ignoring case."""
        return one == other or self._as_shown(one).casefold() == self._as_shown(other).casefold()

    def tell_apart(
        self, first: InstancePlace, second: InstancePlace, leaving: tuple[int, ...] = ()
    ) -> tuple[str, str]:
        """Return the names of two instances; if they agree, each with something that the other lacks.

        That is a mention, else a type, else a document, by its title, its date or its file name. If neither
        has one, it is the number of mentions, else the number of the instance among those with the name.
        Instances that are linked to different entries of a knowledge base always have these. If a third
        instance of its graph has the name of one, that one has something that the third lacks. Spans that are
        ``leaving`` the first instance give it nothing.
        """
        one, other = self.find_additions(first, second, leaving)
        return self.write_name(first, one), self.write_name(second, other)

    def find_additions(
        self, first: InstancePlace, second: InstancePlace, leaving: tuple[int, ...] = ()
    ) -> tuple[str | None, str | None]:
        """Return what ``tell_apart`` adds to the names of two instances; None for nothing."""
        key = first, second, leaving
        known = self._additions.get(key)
        if known is None:
            known = self._additions[key] = self._choose_additions(*key)
        return known

    def _choose_additions(
        self, first: InstancePlace, second: InstancePlace, leaving: tuple[int, ...]
    ) -> tuple[str | None, str | None]:
        entries = self.write_entries(first), self.write_entries(second)
        if entries[0] != entries[1]:
            return entries
        if not self.agree(first, second):
            types = self.write_type(first), self.write_type(second)
            if all(types) and types[0] != types[1]:
                return types
            # Words that the other name already has would read as if it were said twice.
            one_name, other_name = (_bare(self.label(place)) for place in (first, second))
            return (
                self._find_own(first, self._list_confusable(first, second), leaving, other_name),
                self._find_own(second, self._list_confusable(second, first), leaving, one_name),
            )
        one, other = self._find_own(first, [second], leaving), self._find_own(second, [first])
        if one or other:
            return one, other
        sizes = [next(iter(self._size_of(place))) for place in (first, second)]
        if sizes[0] != sizes[1]:
            return sizes[0], sizes[1]
        one_number, other_number = (f"no. {self._numbers[side][index]:,}" for side, index in (first, second))
        return one_number, other_number

    def write_entries(self, place: InstancePlace) -> str | None:
        """Return the entries of an instance in knowledge bases, such as "Q90"; None without one."""
        label = _bare(self.label(place))
        # An entry with the label of the instance adds nothing to it.
        shown = [entry.shown for entry in self._instance(place).entries if entry.shown.casefold() != label]
        return ", ".join(map(isolate, shown[:_ENTRIES_SHOWN])) or None

    def list_distinct(self, places: Sequence[InstancePlace], most: int) -> list[str]:
        """Return up to ``most`` words, each from another of the instances; none if only one has its own.

        Words of the first instances come first. The entries of an instance count before its words. If the
        instances have no words but their name, these are documents: 'in "Flood in Ashlow"', '"Ashlow dam"'.
        """
        found = self._list_own(places, most, self._entries_or_words_of)
        if not found:
            # One title of each document, since several chains of one document have the same.
            found = self._list_own(places, most, self._first_titles_of)
            found = found or self._list_own(places, most, self._documents_of)
            found[1:] = [document.removeprefix("in ") for document in found[1:]]
        return found

    def _list_own(
        self,
        places: Sequence[InstancePlace],
        most: int,
        list_details: Callable[[InstancePlace], Mapping[str, str]],
    ) -> list[str]:
        found: dict[str, str] = {}
        for place in places:
            if len(found) < most:
                found.update(
                    next(([item] for item in list_details(place).items() if item[0] not in found), [])
                )
        return list(found.values()) if len(found) > 1 else []

    def _entries_or_words_of(self, place: InstancePlace) -> Mapping[str, str]:
        entries = self.write_entries(place)
        return {entries: entries} if entries else self._words_of(place)

    def _find_own(
        self,
        place: InstancePlace,
        others: Sequence[InstancePlace],
        leaving: tuple[int, ...] = (),
        said: str = "",
    ) -> str | None:
        """Return a mention, type, title or document of an instance that the others lack; None without others.

        It is not what a sentence has already ``said``, and not from spans that are ``leaving``.
        """
        if not others:
            return None
        gone = {
            plain_words(words).casefold() for words in (self._bag.words[span] for span in leaving) if words
        }
        gone.add(said)
        if leaving:
            # A document counts if other mentions of the instance stay in it.
            left = self._count_documents(leaving)
            gone.update(
                document for document, number in left.items() if number == self._sizes_in(place)[document]
            )
            documents = documents_at(self._bag.spans, leaving)
            gone.update(self._list_titles(each for each in documents if _document_name(each)[0] in gone))
        for list_details in (self._words_of, self._types_of, self._titles_of, self._documents_of):
            if list_details == self._titles_of and any(
                len(self._documents_of(other)) > _DOCUMENTS_READ for other in others
            ):
                continue
            own = [(key, shown) for key, shown in list_details(place).items() if key not in gone]
            details = [list_details(other) for other in others] if own else []
            for key, shown in own:
                if not any(key in other for other in details):
                    return shown
        return None

    def _list_confusable(self, place: InstancePlace, other: InstancePlace) -> list[InstancePlace]:
        """Return instances that the name of one could be taken for: an ``other`` one with it, and namesakes.

        A namesake of the same types, most of whose mentions are in the same chain of the other graph, is not
        one of them.
        """
        namesakes = self._namesakes.get(place)
        if namesakes is None:
            same = self._places_by_name[place[0]][self._fold_label(place)][:_NAMESAKES_READ]
            namesakes = [each for each in same if each != place and not self._go_together(each, place)]
            self._namesakes[place] = namesakes
        has_name = self._has_words(other, _bare(self._fold_label(place)))
        return [other, *namesakes] if has_name else namesakes

    def _fold_label(self, place: InstancePlace) -> str:
        return self._as_shown(self._instance(place).label).casefold()

    def _has_words(self, place: InstancePlace, folded: str) -> bool:
        """Return True if a mention of a small instance has these words."""
        return len(self._instance(place).spans) <= _MENTIONS_READ and folded in self._words_of(place)

    def _go_together(self, one: InstancePlace, other: InstancePlace) -> bool:
        """Return True if instances of one graph have the same types and most mentions in one chain."""
        return self._types_of(one) == self._types_of(other) and self._find_counterpart(
            one
        ) == self._find_counterpart(other)

    def _find_counterpart(self, place: InstancePlace) -> int | None:
        """Return the instance of the other graph that has the most mentions of this one; None without any."""
        if place not in self._counterparts:
            owners = self._owners[1 - place[0]]
            counts = Counter(owners[span] for span in self._instance(place).spans if span in owners)
            found = max(counts, key=lambda index: (counts[index], -index), default=None)
            self._counterparts[place] = found
        return self._counterparts[place]

    @cached_property
    def _owners(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """For each side, the index of the instance of each span."""
        before, after = (
            {span: index for index, instance in enumerate(instances) for span in instance.spans}
            for instances in (self._bag.baseline, self._bag.changed)
        )
        return before, after

    @cached_property
    def _places_by_name(self) -> tuple[Mapping[str, list[InstancePlace]], Mapping[str, list[InstancePlace]]]:
        """For each side, the instances of each name."""
        found: tuple[defaultdict[str, list[InstancePlace]], defaultdict[str, list[InstancePlace]]] = (
            defaultdict(list),
            defaultdict(list),
        )
        for side, instances in ((BASELINE, self._bag.baseline), (CHANGED, self._bag.changed)):
            for index, instance in enumerate(instances):
                found[side][self._as_shown(instance.label).casefold()].append((side, index))
        return found

    def beside_words(self, place: InstancePlace, words: Sequence[str | None]) -> str:
        """Return the name of an instance for a sentence that quotes a mention next to it.

        If the mention has the same words as the name, the name gets an addition: '"Ada" added to Ada
        ("she")'.
        """
        if len(words) != 1 or not words[0] or plain_words(words[0]).casefold() != _bare(self.label(place)):
            return self.name(place)
        return self.write_name(place, next(iter((self._words_of(place) or self._size_of(place)).values())))

    @cached_property
    def _numbers(self) -> tuple[list[int], list[int]]:
        """The number of each instance among its namesakes, the baseline's first, in text order."""
        seen: Counter[str] = Counter()
        numbers: tuple[list[int], list[int]] = ([], [])
        for counted, instances in zip(numbers, (self._bag.baseline, self._bag.changed), strict=True):
            for instance in instances:
                name = self._as_shown(instance.label).casefold()
                seen[name] += 1
                counted.append(seen[name])
        return numbers

    def _instance(self, place: InstancePlace) -> Instance:
        side, index = place
        return self._bag.changed[index] if side else self._bag.baseline[index]

    def _words_of(self, place: InstancePlace) -> Mapping[str, str]:
        """Return words of an instance other than its label: folded -> quoted, the most informative first."""
        known = self._words.get(place)
        if known is None:
            label = self.label(place).casefold()
            found: dict[str, str] = {}
            # Most mentions of a chain have the same words.
            texts = dict.fromkeys(map(self._bag.words.__getitem__, self._instance(place).spans))
            for words in map(plain_words, filter(None, texts)):
                key = words.casefold()
                # A pronoun or a part of the name adds nothing to the name.
                if key not in label and key not in PRONOUNS:
                    found.setdefault(key, words)
            ordered = sorted(found.items(), key=lambda item: (not looks_proper(item[1]), -len(item[1])))
            known = self._words[place] = {key: quoted(words) for key, words in ordered}
        return known

    def list_words(self, place: InstancePlace) -> list[str]:
        """Return the words of an instance other than its label, quoted, the most informative first."""
        return list(self._words_of(place).values())

    def _titles_of(self, place: InstancePlace) -> Mapping[str, str]:
        known = self._titles.get(place)
        if known is None:
            documents = documents_at(self._bag.spans, self._instance(place).spans)
            known = self._titles[place] = self._list_titles(documents)
        return known

    def _first_titles_of(self, place: InstancePlace) -> Mapping[str, str]:
        return self._list_titles(documents_at(self._bag.spans, self._instance(place).spans), most=1)

    def _list_titles(self, documents: Iterable[str], most: int | None = None) -> Mapping[str, str]:
        """Return the first ``most`` lines, or all, of each of the first documents, all titles first."""
        heads = (self._bag.titles_of(each)[:most] for each in islice(documents, _DOCUMENTS_READ))
        lines = filter(None, chain.from_iterable(zip_longest(*heads)))
        return {line.casefold(): f"in {line}" for line in lines}

    def _documents_of(self, place: InstancePlace) -> Mapping[str, str]:
        known = self._documents.get(place)
        if known is None:
            found = documents_at(self._bag.spans, self._instance(place).spans)
            known = self._documents[place] = dict(map(_document_name, found))
        return known

    def _sizes_in(self, place: InstancePlace) -> Mapping[str, int]:
        """Return the number of mentions of an instance in each document."""
        known = self._document_sizes.get(place)
        if known is None:
            known = self._document_sizes[place] = self._count_documents(self._instance(place).spans)
        return known

    def _count_documents(self, spans: Iterable[int]) -> Counter[str]:
        return Counter(_document_name(self._bag.spans[span].document)[0] for span in spans)

    def _types_of(self, place: InstancePlace) -> Mapping[str, str]:
        known = self._types.get(place)
        if known is None:
            types = (plain_words(term.label) for term in self._instance(place).types)
            known = self._types[place] = {words.casefold(): isolate(words) for words in types}
        return known

    def write_type(self, place: InstancePlace) -> str | None:
        """Return the type of an instance; None if it has no type or several."""
        types = self._types_of(place)
        return next(iter(types.values())) if len(types) == 1 else None

    def write_document(self, spans: Iterable[int]) -> str | None:
        """Return the document of spans, "in wiki-3"; None if they or all documents are not in one."""
        found = {self._bag.spans[span].document for span in spans}
        if len(found) != 1 or len(self._bag.documents) < 2:
            return None
        document = found.pop()
        others = self._list_titles(other for other in self._bag.documents if other != document)
        own = (shown for line, shown in self._list_titles([document]).items() if line not in others)
        return next(own, _document_name(document)[1])

    def _size_of(self, place: InstancePlace) -> Mapping[str, str]:
        size = numerals.count(len(self._instance(place).spans), self._bag.nouns.mention)
        return {size: size}


@lru_cache(maxsize=1_000)
def _document_name(document: str) -> tuple[str, str]:
    """Return the label of a document, plain and as a sentence shows it."""
    label = plain_words(shorten_document(document))
    if find_record(document) is not None:
        return label, isolate(f"record {label}")
    # A number alone would say nothing.
    return label, f"in {isolate(f'document {label}' if label.isdecimal() else label)}"


def _bare(name: str) -> str:
    """Return a name without the marks by which ``isolate`` protects the direction of its text."""
    return name.strip("\u2068\u2069").casefold()
