"""Texts that list the nodes of a CorefUD mention, for scores as in the CRAC shared tasks.

A node is a word of a sentence (ID 3) or an empty node: a word that is missing in the sentence (ID 5.1). The
scorer of CRAC compares mentions by their nodes, and zeros (mentions whose head is an empty node) by the
dependencies of their head. A span has no nodes, so each mention that is read for these scores has them in the
mark ``Span.zero``. The mark ``@1:3-5,5.1~1:5.1~5:nsubj|8:conj`` has three parts:

- the nodes: 3 to 5 and 5.1 of the first sentence; sentences are separated by ``/``
- the head: 5.1 of the first sentence
- the dependencies of the head (its DEPS), only if it is an empty node: "nsubj" of node 5, "conj" of node 8
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
    """The nodes of a mention."""

    words: tuple[tuple[int, int, int], ...]  # sorted runs of words: (sentence, first word, last word)
    empty: frozenset[PlacedNode]
    head: PlacedNode
    dependencies: frozenset[tuple[NodeNumber, str]]  # (governor, relation) of a head that is an empty node

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

    def count_shared(self, other: MentionNodes) -> int:
        """Return the number of nodes that both mentions have."""
        words = sum(
            max(0, min(last, other_last) + 1 - max(first, other_first))
            for sentence, first, last in self.words
            for other_sentence, other_first, other_last in other.words
            if other_sentence == sentence
        )
        return len(self.empty & other.empty) + words


def parse_dependencies(deps: str) -> list[tuple[NodeNumber, str]]:
    """Return the governors and relations of DEPS in order, without malformed ones.

    "5:nsubj|8.1:conj" has ((5, 0), "nsubj") and ((8, 1), "conj").
    """
    matches = (_DEPENDENCY.fullmatch(dependency) for dependency in deps.split("|"))
    return [((int(match[1]), int(match[2] or 0)), match[3]) for match in matches if match]


def write_nodes(nodes: Iterable[PlacedNode], head: PlacedNode, deps: str) -> str:
    """Return the mark of a mention with these sorted nodes; ``deps`` is used if the head is an empty node."""
    # Runs of each sentence as [first word, last word, number of the empty node or 0].
    sentences: dict[int, list[list[int]]] = {}
    for sentence, word, empty in nodes:
        runs = sentences.setdefault(sentence, [])
        if empty:
            runs.append([word, word, empty])
        elif runs and runs[-1][1] == word - 1 and not runs[-1][2]:
            runs[-1][1] = word
        else:
            runs.append([word, word, 0])
    all_runs = "/".join(f"{number}:{','.join(map(_write_run, runs))}" for number, runs in sentences.items())
    head_sentence, head_word, head_empty = head
    head_id = f"{head_word}.{head_empty}" if head_empty else str(head_word)
    return f"{NODES_SIGN}{all_runs}~{head_sentence}:{head_id}~{deps if head_empty else ''}"


def read_nodes(mark: str) -> MentionNodes | None:
    """Parse a mark that ``write_nodes`` wrote; return None for any other mark."""
    if not mark.startswith(NODES_SIGN):
        return None
    all_runs, _, rest = mark.removeprefix(NODES_SIGN).partition("~")
    head, _, deps = rest.partition("~")
    runs, head_runs = _read_runs(all_runs), _read_runs(head)
    if not runs or len(head_runs) != 1:
        return None
    head_sentence, head_word, head_last, head_empty = head_runs[0]
    if head_last != head_word:
        return None
    return MentionNodes(
        tuple((sentence, first, last) for sentence, first, last, empty in runs if not empty),
        frozenset((sentence, first, empty) for sentence, first, _, empty in runs if empty),
        (head_sentence, head_word, head_empty),
        frozenset(parse_dependencies(deps)),
    )


def _write_run(run: list[int]) -> str:
    """Return the text of a run: "5.1" for an empty node, "3" for one word, "3-5" for several."""
    first, last, empty = run
    if empty:
        return f"{first}.{empty}"
    return str(first) if first == last else f"{first}-{last}"


def _read_runs(text: str) -> list[tuple[int, int, int, int]]:
    """Return the runs of a text such as "1:3-5,5.1/2:1"; none if it is malformed.

    A run is (sentence, first word, last word, number of the empty node or 0).
    """
    runs: list[tuple[int, int, int, int]] = []
    for part in text.split("/"):
        sentence = _SENTENCE.fullmatch(part)
        if sentence is None:
            return []
        for run_text in sentence[2].split(","):
            run = _NODES.fullmatch(run_text)
            if run is None:
                return []
            runs.append((int(sentence[1]), int(run[1]), int(run[2] or run[1]), int(run[3] or 0)))
    return runs
