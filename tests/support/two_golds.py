"""Two reviews of the same graphs whose gold differs only in bags without a verdict.

Bags come in pairs that are alike but for their document. What one gold says of the first of a pair, the other
says of the second: so all figures of whole graphs are equal, and what differs on a screen gives gold away.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coala.engine.compare import compare_graphs
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.model.values import Span
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.state import State
from tests.support.graphs_by_hand import graph

_WORDS = ("Kim", "she", "her", "hers", "chair", "it", "its")
_TEXT = " ".join(_WORDS) + "."
_KIM, _CHAIR, _ADDED = (0, 1, 2, 3), (4, 5), 6

_SPLIT = ("swapped-1", "swapped-2", "mixed-1", "mixed-2", "joined-1", "joined-2", "joined-3", "joined-4")
_MENTIONED = ("added-1", "added-2")
JUDGED = _MENTIONED
"""In these documents the bag of Kim is judged, and that of the chair is not."""


def _document(name: str) -> str:
    return f"http://example.org/{name}"


def _span(name: str, word: int) -> Span:
    begin = len("".join(f"{each} " for each in _WORDS[:word]))
    return Span(_document(name), begin, begin + len(_WORDS[word]))


def _graph(chains: dict[str, Sequence[Span]]) -> Graph:
    return graph(chains, texts={_document(name): _TEXT for name in (*_SPLIT, *_MENTIONED)})


def _spans(name: str, *words: int) -> list[Span]:
    return [_span(name, word) for word in words]


def baseline_and_changed() -> tuple[Graph, Graph]:
    """Return two graphs: each Kim falls into two, and two chairs have one mention more."""
    before: dict[str, Sequence[Span]] = {}
    after: dict[str, Sequence[Span]] = {}
    for name in (*_SPLIT, *_MENTIONED):
        before[f"{name}-kim"] = _spans(name, *_KIM)
        after[f"{name}-kim"], after[f"{name}-she"] = _spans(name, 0, 1), _spans(name, 2, 3)
    for name in _MENTIONED:
        before[f"{name}-chair"] = _spans(name, *_CHAIR)
        after[f"{name}-chair"] = _spans(name, *_CHAIR, _ADDED)
    return _graph(before), _graph(after)


def _in_order(one: str, other: str, second: bool) -> tuple[str, str]:
    return (other, one) if second else (one, other)


def gold(*, second: bool) -> Graph:
    """Return a gold, or the other one."""
    chains: dict[str, Sequence[Span]] = {}
    like_baseline, like_changed = _in_order(_SPLIT[0], _SPLIT[1], second)
    whole, mixed = _in_order(_SPLIT[2], _SPLIT[3], second)
    for name in (like_baseline, whole, *_SPLIT[4:], *_MENTIONED):
        chains[f"{name}-kim"] = _spans(name, *_KIM)
    chains["changed-kim"], chains["changed-she"] = _spans(like_changed, 0, 1), _spans(like_changed, 2, 3)
    chains["mixed-kim"], chains["mixed-she"] = _spans(mixed, 0, 1, 2), _spans(mixed, 3)
    # Of four bags gold joins two.
    one, other = _SPLIT[6:] if second else _SPLIT[4:6]
    chains[f"{one}-kim"] = [*chains[f"{one}-kim"], *chains.pop(f"{other}-kim")]
    with_mention, without = _in_order(*_MENTIONED, second)
    chains["with"], chains["without"] = _spans(with_mention, *_CHAIR, _ADDED), _spans(without, *_CHAIR)
    return _graph(chains)


def put_review(path: Path, *, second: bool) -> None:
    """Write the review with a gold; two of its bags are judged."""
    comparison = compare_graphs(*baseline_and_changed(), gold(second=second), resampled=False)
    write_review(
        path, comparison.summary, comparison.iterate_sentences(), comparison.texts(), comparison.context
    )
    with Review.open(path) as review:
        for entry in review.entries:
            bag = review.bag(entry.number)
            if bag.documents[0] in map(_document, JUDGED) and "Kim" in bag.words:
                review.judge(entry.number, State(Verdict.BETTER))
