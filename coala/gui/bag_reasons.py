"""A bag to the reasons why it is one: which spans hold it together, and the way from one to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from coala.gui.aligned_model import offsets
from coala.gui.jobs import Progress
from coala.model import Bag
from coala.numbering import Numbering
from coala.side_by_side import document_labels
from coala.wording import quoted


class Pair(NamedTuple):
    """Two spans of a bag between which a way is sought."""

    first: int
    second: int


class Holding(NamedTuple):
    """A span without which the bag would fall apart, and the sentence that says so."""

    span: int
    sentence: str


class Reasons(NamedTuple):
    """The answer to a ``Question``."""

    question: Question
    holding: tuple[Holding, ...]
    way: tuple[str, ...]


class Question:
    """Why a bag is one, as work for a job; the only thing here that takes long on a large bag."""

    def __init__(self, bag: Bag, pair: Pair, known: tuple[Holding, ...] | None = None) -> None:
        """``known`` is what holds the bag together, where that was asked before."""
        self.bag = bag
        self.pair = pair
        self._known = known

    def __call__(self, progress: Progress, cancelled: Callable[[], bool]) -> Reasons:
        # Imported here, in the worker: networkx takes 0.2 s to load.
        from coala.bag_graph import connection_sentences, cut_spans

        bag = self.bag
        holding = self._known
        if holding is None:
            documents = document_labels(bag.documents)
            holding = tuple(
                Holding(
                    span,
                    f"Without {_words(bag, span)} in {documents[bag.spans[span].document]} "
                    "this bag would fall apart.",
                )
                for span in cut_spans(bag)
            )
        way = () if cancelled() else tuple(connection_sentences(bag, *self.pair))
        return Reasons(self, holding, way)


def mention_names(bag: Bag) -> list[str]:
    """Every span as a list names it: its words, its document and its place there."""
    documents = document_labels(bag.documents)
    return [
        f"{_words(bag, number)} – {documents[span.document]}, {offsets(span)}"
        for number, span in enumerate(bag.spans)
    ]


def telling_pair(bag: Bag, numbering: Numbering) -> Pair:
    """The first mentions of the first two instances that differ, else the first mention and the last."""
    firsts: list[int] = []
    for (old, new), differs in zip(numbering.pairs, numbering.differing, strict=True):
        if differs:
            instance = bag.baseline[old] if old is not None else bag.changed[new] if new is not None else None
            if instance is not None and instance.spans[0] not in firsts:
                firsts.append(instance.spans[0])
        if len(firsts) == 2:
            return Pair(*firsts)
    return Pair(0, len(bag.spans) - 1)


def _words(bag: Bag, span: int) -> str:
    return quoted(bag.words[span] or "words not known")
