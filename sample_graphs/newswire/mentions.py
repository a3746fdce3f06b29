"""Plain texts -> mentions: the words that may refer, found by rules, and what they tell by themselves.

A mention knows its form, and its type and gender when its own words tell them. Who it is, is for resolve.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LEXICON: dict[str, Any] = tomllib.loads((HERE / "lexicon.toml").read_text(encoding="utf-8"))
NOMINAL_TYPES = {noun: type_name for type_name, nouns in LEXICON["nominals"].items() for noun in nouns}
PRONOUN_GENDERS = {word: gender for gender, words in LEXICON["pronouns"].items() for word in words}


@dataclass(frozen=True)
class Entry:
    """What the knowledge file says of one entity."""

    name: str
    type: str
    gender: str | None = None
    aliases: tuple[str, ...] = ()
    offices: tuple[str, ...] = ()


@dataclass(eq=False)
class Mention:
    """A span of a text that may refer, and what its own words tell about the referent."""

    document: Document
    begin: int
    end: int
    form: str  # name, nominal or pronoun
    type: str | None = None  # None: the words do not tell
    gender: str | None = None
    linked_by: str = "detection"
    chain: Chain = field(init=False)

    def __post_init__(self) -> None:
        self.chain = Chain([self])

    @property
    def text(self) -> str:
        return self.document.text[self.begin : self.end]

    @cached_property
    def title(self) -> str | None:
        """The title that a name starts with; a title alone is not one."""
        return next((title for title in LEXICON["titles"] if self.text.startswith(title + " ")), None)

    @cached_property
    def bare(self) -> str:
        """The name without its title."""
        return self.text[len(self.title) + 1 :] if self.title else self.text

    @cached_property
    def head(self) -> str:
        """The noun that a nominal ends with, as the lexicon has it."""
        return next((noun for noun in longest_first(NOMINAL_TYPES) if self.text.lower().endswith(noun)), "")

    @cached_property
    def quoted(self) -> bool:
        return any(begin <= self.begin < end for begin, end in self.document.quotes)

    @cached_property
    def sentence(self) -> int:
        return sum(start <= self.begin for start in self.document.sentence_starts)

    @property
    def determiner(self) -> str:
        return self.text.split()[0].lower()


@dataclass(eq=False)
class Chain:
    """The mentions that are held to be one instance, and the knowledge entry it was recognised as."""

    mentions: list[Mention]
    entry: Entry | None = None

    @property
    def names(self) -> list[Mention]:
        return [mention for mention in self.mentions if mention.form == "name"]

    @property
    def type(self) -> str | None:
        known = [mention.type for mention in self.mentions if mention.type]
        return self.entry.type if self.entry else next(iter(known), None)

    @property
    def gender(self) -> str | None:
        known = [m.gender for m in self.mentions if m.gender and m.form != "pronoun"]
        return self.entry.gender if self.entry and self.entry.gender else next(iter(known), None)


@dataclass(eq=False)
class Document:
    """One text, where its sentences and quotations are, and its mentions in order."""

    stem: str
    text: str
    mentions: list[Mention] = field(default_factory=list)

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Where sentences begin; one begins after the dash of a dateline too."""
        return [0] + [match.end() for match in re.finditer(r"[.!?]”?\s+(?=[A-Z“])|\n+|– ", self.text)]

    @cached_property
    def quotes(self) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"“[^”]*”", self.text)]

    def of_form(self, form: str) -> list[Mention]:
        return [mention for mention in self.mentions if mention.form == form]

    def between(self, first: Mention, second: Mention) -> str:
        return self.text[first.end : second.begin]


def agree(first: str | None, second: str | None) -> bool:
    """Say whether two values may be of one thing: unknown agrees with anything."""
    return first is None or second is None or first == second


def longest_first(words: dict[str, str] | list[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _alternatives(words: dict[str, str] | list[str]) -> str:
    return "|".join(re.escape(word) for word in longest_first(words))


def detect_mentions(documents: list[Document]) -> None:
    """Find names, then pronouns, then nominals, which may contain either of them."""
    capital = r"[A-Z][\w-]*"
    run = re.compile(rf"{capital}(?:(?: | & |’s |’ ){capital})*")
    inside = {
        word
        for document in documents
        for match in run.finditer(document.text)
        for word in match.group().split()[0 if _mid_sentence(document, match.start()) else 1 :]
    }
    for document in documents:
        for match in run.finditer(document.text):
            for begin, end in _split_possessors(document.text, *match.span()):
                _add_name(document, begin, end, inside)
        words = re.compile(rf"\b(?:{_alternatives(PRONOUN_GENDERS)})\b", re.IGNORECASE)
        for match in words.finditer(document.text):
            gender = PRONOUN_GENDERS[match.group().lower()]
            person = None if gender == "neuter" else "Person"
            known = gender if gender in ("female", "male") else None
            document.mentions.append(Mention(document, *match.span(), "pronoun", person, known))
        _add_nominals(document)
        document.mentions.sort(key=lambda mention: (mention.begin, -mention.end))


def _mid_sentence(document: Document, position: int) -> bool:
    return position not in document.sentence_starts and document.text[position - 1] != "“"


def _split_possessors(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Keep "Kellan Fishermen’s Cooperative" whole, part "Kellan’s Mayor Marsh": the last word decides."""
    heads = LEXICON["organization_heads"] + LEXICON["place_heads"]
    if text[begin:end].split()[-1] in heads:
        yield begin, end
        return
    for part in re.finditer(r"(?:(?!’s? ).)+", text[begin:end]):
        skipped = len(part.group()) - len(re.sub(r"^’s? ", "", part.group()))
        yield begin + part.start() + skipped, begin + part.end()


def _add_name(document: Document, begin: int, end: int, inside: set[str]) -> None:
    """Add a name. At the start of a sentence a capital says nothing: the first word must be known."""
    words = document.text[begin:end].split()
    known = LEXICON["female_names"] + LEXICON["male_names"] + LEXICON["neutral_names"]
    doubtful = words[0] not in inside | set(known) or words[0].lower() in LEXICON["function_words"]
    if doubtful and not _mid_sentence(document, begin):
        titled = any(document.text[begin:end].startswith(title + " ") for title in LEXICON["titles"])
        begin += 0 if titled else len(words[0]) + 1
    words = document.text[begin:end].split()
    while words and words[0] in LEXICON["not_names"]:
        begin += len(words.pop(0)) + 1
    if not words or set(words) & set(LEXICON["not_names"]) or document.text[begin:end] in LEXICON["titles"]:
        return
    name = Mention(document, begin, end, "name")
    name.type, name.gender = _type_and_gender(name)
    document.mentions.append(name)


def _type_and_gender(name: Mention) -> tuple[str | None, str | None]:
    first, last = name.bare.split()[0], name.bare.split()[-1]
    for gender in ("female", "male", "neutral"):
        titled = name.title in LEXICON.get(f"{gender}_titles", ())
        if titled or (first in LEXICON[f"{gender}_names"] and first != last):
            return "Person", None if gender == "neutral" else gender
    if name.title:
        return "Person", None
    if last in LEXICON["organization_heads"] or re.fullmatch("[A-Z]{2,5}", name.text):
        return "Organization", None
    before = name.document.text[: name.begin].split()
    located = bool(before) and before[-1] in LEXICON["place_prepositions"]
    if last in LEXICON["place_heads"] or name.text in LEXICON["places"] or (first == last and located):
        return "Place", None
    return None, None


def _add_nominals(document: Document) -> None:
    """Add determiner or possessor + up to three words + a noun of the lexicon: "a former naval officer"."""
    modifier = rf"(?!(?:{'|'.join(LEXICON['function_words'])})\b)[a-z-]+"
    noun_phrase = rf"(?:{modifier} ){{0,3}}(?P<noun>{_alternatives(NOMINAL_TYPES)})\b(?!-)"
    determined = re.compile(rf"\b(?i:{'|'.join(LEXICON['determiners'])}) {noun_phrase}")
    spans = {match.start(): match for match in determined.finditer(document.text)}
    possessed = re.compile(rf"’s? {noun_phrase}")
    owners = [(name.begin, name.end) for name in document.of_form("name")]
    owners += [match.span() for match in spans.values()]
    for begin, end in owners:
        if match := possessed.match(document.text, end):
            document.mentions.append(_nominal(document, begin, match))
    for begin, match in spans.items():
        document.mentions.append(_nominal(document, begin, match))


def _nominal(document: Document, begin: int, match: re.Match[str]) -> Mention:
    noun = match["noun"].lower()
    genders = LEXICON["nominal_genders"]
    gender = next((gender for gender, nouns in genders.items() if noun in nouns), None)
    return Mention(document, begin, match.end(), "nominal", NOMINAL_TYPES[noun], gender)
