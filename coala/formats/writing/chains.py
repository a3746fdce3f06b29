"""The chains that a writer puts into a file, and what all writers share: labels, a check of the result."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import count as number_from
from typing import NamedTuple
from urllib.parse import quote, unquote

from coala.base.plain_text import excerpt
from coala.errors import CoalaError
from coala.formats.annotations import Annotations, Mention
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments

OffsetPair = tuple[int, int]
"""Begin and end in the text of a document: code points, end exclusive."""

Read = Callable[[str, bytes, FormatOptions], Annotations]
"""The function ``read`` of a format."""


class MentionPlace(NamedTuple):
    """Where a mention is: its document by the name in the file, its parts, and the mark of a zero."""

    document: str
    fragments: Fragments
    zero: str = ""

    @property
    def begin(self) -> int:
        """The begin of the first part."""
        return self.fragments[0][0]

    @property
    def end(self) -> int:
        """The end of the last part."""
        return self.fragments[-1][1]

    @property
    def is_one_piece(self) -> bool:
        """True if it has words and no gap."""
        return len(self.fragments) == 1 and not self.zero

    def __str__(self) -> str:
        """Return the place for a message."""
        parts = ", ".join(f"{begin}–{end}" for begin, end in self.fragments)
        return f"{excerpt(self.document)} {parts}{' ' * bool(self.zero)}{self.zero}"


class WantedChain(NamedTuple):
    """A chain to write: each mention with its minimum (or None), and the local names of the chain's types."""

    mentions: Mapping[MentionPlace, OffsetPair | None]
    types: tuple[str, ...] = ()


class Rewritten(NamedTuple):
    """A file with other chains, and descriptions of everything that it cannot have."""

    data: bytes
    lost: tuple[str, ...] = ()


class LabelledChain(NamedTuple):
    """A chain with its label in the file; ``is_new`` if the file has no such label yet."""

    label: str
    chain: WantedChain
    is_new: bool


OwnChains = Mapping[str, frozenset[MentionPlace]]
"""The mentions of each chain of a file by its label."""


def read_label(key: str) -> str:
    """Return the label in the file of an instance by its key (``annotations.instance_key``)."""
    return unquote(key.rpartition("/")[2])


def escape_part(part: str) -> str:
    """Return a part of a label between hyphens with its hyphens, brackets and bars escaped."""
    if not re.search(r"[-()|%]", part):
        return part
    # A hyphen needs no escape in an address.
    return quote(part, safe="").replace("-", "%2D")


def place_mention(annotations: Annotations, mention: Mention) -> MentionPlace:
    """Return where a mention of a file is."""
    return MentionPlace(annotations.documents[mention.document].name, mention.fragments, mention.zero)


Scopes = Mapping[str, str]
"""For each document, the scope in which a label of a chain is one chain."""


def find_scopes(annotations: Annotations, *, across: bool) -> dict[str, str]:
    """Return the scope of each document: itself, or "" for all if labels hold ``across`` documents.

    In CoNLL with a column for documents, the scope is the header, as the keys of instances show.
    """
    if across:
        return {document.name: "" for document in annotations.documents}
    scopes = {document.name: document.name for document in annotations.documents}
    for mention in annotations.mentions:
        scopes[annotations.documents[mention.document].name] = mention.instance.rpartition("/")[0]
    return scopes


def list_own_chains(
    annotations: Annotations, scopes: Scopes
) -> dict[str, dict[str, frozenset[MentionPlace]]]:
    """Return the chains of each scope by label."""
    found: defaultdict[str, defaultdict[str, set[MentionPlace]]] = defaultdict(lambda: defaultdict(set))
    for mention in annotations.mentions:
        place = place_mention(annotations, mention)
        found[scopes.get(place.document, place.document)][read_label(mention.instance)].add(place)
    return {
        scope: {label: frozenset(places) for label, places in chains.items()}
        for scope, chains in found.items()
    }


def keep_writable(
    chains: Iterable[WantedChain], is_writable: Callable[[MentionPlace], object], lost: list[str]
) -> list[WantedChain]:
    """Return the chains with the mentions that a file can have; the others are lost."""
    fitting = []
    for chain in chains:
        kept = {place: least for place, least in chain.mentions.items() if is_writable(place)}
        lost += [str(place) for place in chain.mentions if place not in kept]
        fitting.append(chain._replace(mentions=kept))
    return fitting


def divide_by_scope(
    chains: Iterable[WantedChain], scopes: Scopes, lost: list[str]
) -> Iterator[tuple[str, list[WantedChain]]]:
    """Yield the chains of each scope; a chain in several scopes is divided, which is a loss."""
    found: defaultdict[str, list[WantedChain]] = defaultdict(list)
    for chain in chains:
        by_scope: defaultdict[str, dict[MentionPlace, OffsetPair | None]] = defaultdict(dict)
        for place, least in chain.mentions.items():
            by_scope[scopes[place.document]][place] = least
        if len(by_scope) > 1:
            lost.append(f"the chain of {next(iter(chain.mentions))} in {len(by_scope)} documents is divided")
        for scope, mentions in by_scope.items():
            found[scope].append(WantedChain(mentions, chain.types))
    yield from found.items()


def label_chains(own: OwnChains, chains: Sequence[WantedChain], fresh: Iterator[str]) -> list[LabelledChain]:
    """Give each chain the label of the own chain with which it shares most mentions, or a fresh one.

    Of equal overlaps the first chain wins. ``fresh`` yields labels that the file does not have.
    """
    labels_of: defaultdict[MentionPlace, list[str]] = defaultdict(list)
    for label, places in own.items():
        for place in places:
            labels_of[place].append(label)
    shared = [
        Counter(label for place in chain.mentions for label in labels_of.get(place, ())) for chain in chains
    ]
    pairs = sorted(
        (-count, number, label) for number, counts in enumerate(shared) for label, count in counts.items()
    )
    chosen: dict[int, str] = {}
    taken: set[str] = set()
    for _, number, label in pairs:
        if number not in chosen and label not in taken:
            chosen[number] = label
            taken.add(label)
    return [
        LabelledChain(chosen[number], chain, is_new=False)
        if number in chosen
        else LabelledChain(next(fresh), chain, is_new=True)
        for number, chain in enumerate(chains)
    ]


def label_by_scope(
    chains: Iterable[WantedChain],
    own: Mapping[str, OwnChains],
    scopes: Scopes,
    lost: list[str],
    make_fresh: Callable[[Container[str]], Iterator[str]],
) -> list[LabelledChain]:
    """Divide chains by scope, and label those of each scope by its own chains.

    ``make_fresh`` returns labels that are not among those of a scope.
    """
    labelled: list[LabelledChain] = []
    for scope, each in divide_by_scope(chains, scopes, lost):
        known = own.get(scope, {})
        labelled += label_chains(known, each, make_fresh(known))
    return labelled


def number_labels(known: Container[str]) -> Iterator[str]:
    """Yield the numbers from 0 that are not known labels."""
    return (label for label in map(str, number_from(0)) if label not in known)


def group_by_document(chains: Iterable[LabelledChain]) -> dict[str, list[LabelledChain]]:
    """Return for each document the chains with their mentions there."""
    found: defaultdict[str, list[LabelledChain]] = defaultdict(list)
    for each in chains:
        here: defaultdict[str, dict[MentionPlace, OffsetPair | None]] = defaultdict(dict)
        for place, least in each.chain.mentions.items():
            here[place.document][place] = least
        for document, mentions in here.items():
            found[document].append(each._replace(chain=each.chain._replace(mentions=mentions)))
    return found


def check_written(path: str, written: Annotations, wanted: Iterable[LabelledChain], scopes: Scopes) -> None:
    """Compare the chains of the file as it was written and read again with those that it should have.

    Raises:
        CoalaError: they differ, for example since mentions of one chain cross each other in brackets.
    """
    again = Counter(
        chain for chains in list_own_chains(written, scopes).values() for chain in chains.values()
    )
    if again != Counter(frozenset(each.chain.mentions) for each in wanted if each.chain.mentions):
        raise CoalaError(
            f"{path}: this format cannot hold these chains, for example since mentions of one chain cross "
            "each other. Write NIF instead: give the output the ending .ttl."
        )


def refuse_layout(path: str, reason: str) -> CoalaError:
    """Return the error for a file whose chains cannot be replaced."""
    return CoalaError(f"{path}: {reason}, so its chains cannot be replaced. Write NIF (.ttl) instead.")
