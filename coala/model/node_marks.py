"""The marks of CorefUD mentions that list their nodes, for the scorer of CRAC.

That scorer compares mentions by their nodes, including empty ones, and by their head. In a graph that is read
for it, the mark ``@1:3-5,5.1~1:5.1~5:nsubj|8:conj`` means the nodes 3 to 5 and 5.1 of the first sentence, the
head 5.1, and its DEPS, since it is an empty node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from coala.model.values import NODES_SIGN

NodeNumber = tuple[int, int]
"""The ID of a node: 3 is (3, 0), and 3.1 is (3, 1)."""

PlacedNode = tuple[int, int, int]
"""The number of a node's sentence in the document, and the node's ID."""

_DEPENDENCY = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?:(.*)", re.ASCII | re.DOTALL)
_SENTENCE = re.compile(r"(\d{1,9}):([\d.,-]+)", re.ASCII)
_NODES = re.compile(r"(\d{1,9})(?:-(\d{1,9})|\.(\d{1,9}))?", re.ASCII)


class MentionNodes(NamedTuple):
    """The nodes of a mention: runs of words as (sentence, first, last), and empty nodes; both sorted.

    ``dependencies`` are the governors and relations of the head, if it is an empty node.
    """

    words: tuple[PlacedNode, ...]
    empty: frozenset[PlacedNode]
    head: PlacedNode
    dependencies: frozenset[tuple[NodeNumber, str]]

    @property
    def is_zero(self) -> bool:
        """True if the head is an empty node."""
        return self.head[2] > 0

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.empty) + sum(last + 1 - first for _, first, last in self.words)

    @property
    def outer(self) -> tuple[PlacedNode, PlacedNode]:
        """The first and the last node."""
        firsts = [(sentence, first, 0) for sentence, first, _ in self.words]
        lasts = [(sentence, last, 0) for sentence, _, last in self.words]
        return min([*firsts, *self.empty]), max([*lasts, *self.empty])

    def shared(self, other: MentionNodes) -> int:
        """Return the number of nodes that both mentions have."""
        return len(self.empty & other.empty) + sum(
            max(0, min(last, there[2]) + 1 - max(first, there[1]))
            for sentence, first, last in self.words
            for there in other.words
            if there[0] == sentence
        )


def parse_dependencies(deps: str) -> list[tuple[NodeNumber, str]]:
    """Return the governors and relations of DEPS in order, without malformed ones."""
    found = (_DEPENDENCY.fullmatch(one) for one in deps.split("|"))
    return [((int(one[1]), int(one[2] or 0)), one[3]) for one in found if one]


def write_nodes(nodes: Iterable[PlacedNode], head: PlacedNode, deps: str) -> str:
    """Return the mark of a mention with these sorted nodes; ``deps`` is used if the head is an empty node."""
    sentences: dict[int, list[list[int]]] = {}
    for sentence, first, minor in nodes:
        runs = sentences.setdefault(sentence, [])
        if minor:
            runs.append([first, first, minor])
        elif runs and runs[-1][1] == first - 1 and not runs[-1][2]:
            runs[-1][1] = first
        else:
            runs.append([first, first, 0])
    words = "/".join(f"{number}:{','.join(map(_run, runs))}" for number, runs in sentences.items())
    major = f"{head[1]}.{head[2]}" if head[2] else str(head[1])
    return f"{NODES_SIGN}{words}~{head[0]}:{major}~{deps if head[2] else ''}"


def read_nodes(mark: str) -> MentionNodes | None:
    """Parse a mark that ``write_nodes`` wrote; return None for any other mark."""
    words, _, rest = mark.removeprefix(NODES_SIGN).partition("~")
    head, _, deps = rest.partition("~")
    found, at = _read(words), _read(head)
    if not mark.startswith(NODES_SIGN) or not found or not at or len(at) > 1:
        return None
    (sentence, first, last, minor), *_ = at
    if last != first:
        return None
    return MentionNodes(
        tuple((number, begin, end) for number, begin, end, empty in found if not empty),
        frozenset((number, begin, empty) for number, begin, _, empty in found if empty),
        (sentence, first, minor),
        frozenset(parse_dependencies(deps)),
    )


def _run(run: list[int]) -> str:
    first, last, minor = run
    return f"{first}.{minor}" if minor else str(first) if first == last else f"{first}-{last}"


def _read(text: str) -> list[tuple[int, int, int, int]]:
    """Return sentence, first node, last node and number of the empty node of each run; [] if malformed."""
    runs: list[tuple[int, int, int, int]] = []
    for part in text.split("/"):
        sentence = _SENTENCE.fullmatch(part)
        found = [_NODES.fullmatch(run) for run in sentence[2].split(",")] if sentence else [None]
        for run in found:
            if sentence is None or run is None:
                return []
            runs.append((int(sentence[1]), int(run[1]), int(run[2] or run[1]), int(run[3] or 0)))
    return runs
