"""One-to-one matching of CorefUD mentions, as in the scorer of the CRAC shared task.

CorefUD annotates nodes of dependency trees, not characters. Mentions of key and response are matched by three
rules, each among the mentions that those before it left over:

1. Zeros (mentions whose head is an empty node) within a sentence, by their governors: ten times the F1 of
   governors with their relations, plus once the F1 of governors alone. The matching with the greatest sum in
   a document counts.
2. Mentions with equal nodes, including empty ones, and equal heads.
3. Mentions with equal heads, by the share of the key's nodes that the response has; the greatest sum again.

Classes of one mention are dropped first. Source: https://github.com/ufal/corefud-scorer, 1.2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.errors import CoalaError
from coala.model.corpus import Corpus
from coala.model.node_marks import MentionNodes, PlacedNode, read_nodes
from coala.model.notices.notice import Notice, make_notice

# The most cells of a matrix. A larger document is solved in parts, which may resolve ties differently. No
# part of a real document is this large.
_LARGEST = 4_000_000

_Measure = Callable[[MentionNodes, MentionNodes], float]
"""The score of a pair of mentions (key, response); larger is better."""

_Pairs = Iterator[tuple[int, int]]
"""Pairs of a span of the key and a span of the response."""

_Groups = Mapping[PlacedNode, tuple[Sequence[int], Sequence[int]]]
"""The positions of mentions of key and response, by the head or sentence that they must share."""


class CracCorpus(NamedTuple):
    """A key and a response in which matching spans are equal, with the number matched by each rule."""

    corpus: Corpus
    exact: int
    heads: int
    zeros: int

    @property
    def matched(self) -> int:
        """The number of matched mentions of the response."""
        return self.exact + self.heads + self.zeros

    def notice(self) -> Notice:
        """Return the notice that says how the mentions were matched."""
        counts = {name: f"{getattr(self, name):,}" for name in ("exact", "heads", "zeros")}
        return make_notice("crac-matched", self.matched, **counts)


def match_as_crac(corpus: Corpus, *, singletons: bool) -> CracCorpus:
    """Make the matching spans of key and response equal, and drop singletons unless they are kept.

    Raises:
        CoalaError: one of the graphs is not CorefUD, so its nodes are not known; or thousands of mentions
            have one head.
    """
    for graph in range(2):
        if (corpus.shape[corpus.mentions[graph]] < 0).any():
            raise CoalaError(
                f"{corpus.graphs[graph].path}: --crac needs CorefUD (CoNLL-U with Entity=), but "
                "this is another format. Use --match head --singletons drop instead."
            )
        if not singletons:
            sizes = np.bincount(corpus.instances[graph], minlength=1)
            corpus = corpus.drop_mentions(graph, np.flatnonzero(sizes[corpus.instances[graph]] == 1))
    sides = [_group_by_document(corpus, graph) for graph in range(2)]
    counts = [0, 0, 0]
    key_of: dict[int, int] = {}
    for document in sides[0].keys() & sides[1].keys():
        for place, pairs in enumerate(_match_document(sides[0][document], sides[1][document])):
            counts[place] += len(pairs)
            key_of |= {response: key for key, response in pairs}
    zeros, exact, heads = counts
    return CracCorpus(_join_spans(corpus, key_of), exact, heads, zeros)


class _Mention(NamedTuple):
    """A span with its nodes; ``identity`` is equal for mentions of the same nodes and head."""

    span: int
    nodes: MentionNodes | None
    identity: str


def _group_by_document(corpus: Corpus, graph: int) -> dict[int, list[_Mention]]:
    """Return the spans of a graph by document, in their order there."""
    found: defaultdict[int, list[_Mention]] = defaultdict(list)
    spans = np.unique(corpus.mentions[graph])
    for span, document, shape in zip(
        spans.tolist(), corpus.document[spans].tolist(), corpus.shape[spans].tolist(), strict=True
    ):
        # The nodes are in a mark; its first two parts are the nodes and the head.
        mark = corpus.shape_values[shape].zero
        found[document].append(_Mention(span, read_nodes(mark), "~".join(mark.split("~", 2)[:2])))
    for mentions in found.values():
        mentions.sort(key=_sort_key)
    return found


def _sort_key(mention: _Mention) -> tuple[object, ...]:
    nodes = mention.nodes
    return (1, mention.identity) if nodes is None else (0, *nodes.outer, nodes.size)


def _match_document(key: Sequence[_Mention], response: Sequence[_Mention]) -> list[list[tuple[int, int]]]:
    """Return the pairs of spans of one document, for each rule: zeros, then equal ones, then heads."""
    steps: list[list[tuple[int, int]]] = []

    def add_pairs(pairs: Iterable[tuple[int, int]]) -> None:
        """Add the pairs of a rule, and remove their mentions from those that are left."""
        nonlocal key, response
        steps.append(list(pairs))
        taken = {key for key, _ in steps[-1]}, {response for _, response in steps[-1]}
        key = [mention for mention in key if mention.span not in taken[0]]
        response = [mention for mention in response if mention.span not in taken[1]]

    add_pairs(
        _find_best_pairs(
            _select_nodes(key, zeros=True),
            _select_nodes(response, zeros=True),
            _find_sentence,
            _share_governors,
        )
    )
    same = {mention.identity: mention.span for mention in response}
    add_pairs((mention.span, same[mention.identity]) for mention in key if mention.identity in same)
    add_pairs(_find_best_pairs(_select_nodes(key), _select_nodes(response), _find_head, _share_nodes))
    return steps


def _select_nodes(mentions: Iterable[_Mention], *, zeros: bool = False) -> list[tuple[int, MentionNodes]]:
    """Return the spans whose nodes are known, all or only the zeros among them."""
    return [
        (mention.span, mention.nodes)
        for mention in mentions
        if mention.nodes is not None and (mention.nodes.is_zero or not zeros)
    ]


def _find_sentence(nodes: MentionNodes) -> PlacedNode:
    return nodes.head[0], 0, 0


def _find_head(nodes: MentionNodes) -> PlacedNode:
    return nodes.head


def _share_governors(key: MentionNodes, response: MentionNodes) -> float:
    ours, theirs = ({number for number, _ in nodes.dependencies} for nodes in (key, response))
    return 10 * _f1(key.dependencies, response.dependencies) + _f1(ours, theirs)


def _share_nodes(key: MentionNodes, response: MentionNodes) -> float:
    return key.count_shared(response) / key.size


def _f1(one: Set[object], other: Set[object]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def _find_best_pairs(
    key: Sequence[tuple[int, MentionNodes]],
    response: Sequence[tuple[int, MentionNodes]],
    group: Callable[[MentionNodes], PlacedNode],
    score: _Measure,
) -> _Pairs:
    """Yield the pairs with the greatest sum of positive scores; only mentions of one group match."""
    groups: defaultdict[PlacedNode, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, mentions in enumerate((key, response)):
        for place, (_, nodes) in enumerate(mentions):
            groups[group(nodes)][side].append(place)
    both = {name: places for name, places in groups.items() if all(places)}
    # Solve the document at once if its matrix is not too large, otherwise each group alone.
    parts: list[tuple[Sequence[int], Sequence[int], _Groups]] = [
        (rows, columns, {name: (rows, columns)}) for name, (rows, columns) in both.items()
    ]
    if both and len(key) * len(response) <= _LARGEST:
        parts = [(range(len(key)), range(len(response)), both)]
    for rows, columns, within in parts:
        if len(rows) * len(columns) > _LARGEST:
            raise CoalaError(
                f"--crac cannot match {max(len(rows), len(columns)):,} mentions of one head or "
                "zeros of one sentence. Check the heads, or use --match head --singletons drop "
                "instead."
            )
        for row, column in _solve(key, response, rows, columns, within, score):
            yield key[row][0], response[column][0]


def _solve(
    key: Sequence[tuple[int, MentionNodes]],
    response: Sequence[tuple[int, MentionNodes]],
    rows: Sequence[int],
    columns: Sequence[int],
    groups: _Groups,
    score: _Measure,
) -> _Pairs:
    """Yield the best pairs (positions) of these rows and columns, by the sum of their scores."""
    from scipy.optimize import linear_sum_assignment

    row_of = {row: place for place, row in enumerate(rows)}
    column_of = {column: place for place, column in enumerate(columns)}
    scores = np.zeros((len(rows), len(columns)))
    for ours, theirs in groups.values():
        for row in ours:
            for column in theirs:
                scores[row_of[row], column_of[column]] = score(key[row][1], response[column][1])
    for row, column in zip(*(side.tolist() for side in linear_sum_assignment(-scores)), strict=True):
        if scores[row, column] > 0:
            yield rows[row], columns[column]


def _join_spans(corpus: Corpus, key_of: Mapping[int, int]) -> Corpus:
    """Return the corpus with the key's span for each matched span of the response.

    An unmatched span of the response that equals a span of the key becomes a separate span.
    """
    keys = set(corpus.mentions[0].tolist())
    spans = np.unique(corpus.mentions[1])
    # The new number of each span of the response; ``apart`` are the spans that get a number at the end.
    new: Integers = np.arange(corpus.spans)
    apart: list[int] = []
    for span in spans.tolist():
        if span in key_of:
            new[span] = key_of[span]
        elif span in keys:
            new[span] = corpus.spans + len(apart)
            apart.append(span)
    rows = np.concatenate([np.arange(corpus.spans), np.array(apart, dtype=np.int64)])
    return replace(
        corpus,
        document=corpus.document[rows],
        begin=corpus.begin[rows],
        end=corpus.end[rows],
        shape=corpus.shape[rows],
        mentions=(corpus.mentions[0], new[corpus.mentions[1]]),
        links=tuple(
            links._replace(span=new[links.span]) if side else links for side, links in enumerate(corpus.links)
        ),
    )
