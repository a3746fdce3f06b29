"""The spans of a great bag, and what each has, stay in columns: one is made when it is asked for.

The desktop shows some dozens of a bag's 300,000 spans, and to make them all takes longer than to show these.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, pairwise, repeat
from operator import attrgetter
from typing import NamedTuple, TypeVar

from coala.base.sequences import LazySequence
from coala.model.values import Span

_Made = TypeVar("_Made")


class DocumentRun(NamedTuple):
    """Spans that stand together and are of one document, by the first and the one behind the last."""

    document: str
    first: int
    end: int


class MostlyPlain(LazySequence[_Made]):
    """Values of which most say no more than their columns do; ``odd`` has the others by their places."""

    odd: Mapping[int, _Made]

    @abstractmethod
    def plain(self, place: int) -> _Made:
        """The member at a place as the columns alone have it."""

    def _make(self, place: int) -> _Made:
        odd = self.odd.get(place)
        return self.plain(place) if odd is None else odd


class SpanColumns(MostlyPlain[Span]):
    """Spans by runs of one document; ``odd`` has those that are more than a begin and an end."""

    def __init__(
        self,
        documents: Sequence[str],
        lengths: Sequence[int],
        begins: Sequence[int],
        ends: Sequence[int],
        odd: Mapping[int, Span],
    ) -> None:
        """Each document has so many spans as ``lengths`` says, and each odd span that of its run."""
        self.begins, self.ends, self.odd = begins, ends, odd
        bounds = pairwise(accumulate(lengths, initial=0))
        self.runs = tuple(
            DocumentRun(document, first, end)
            for document, (first, end) in zip(documents, bounds, strict=True)
            if first < end
        )
        """The runs in their order."""
        self._firsts = [run.first for run in self.runs]

    def __len__(self) -> int:
        return len(self.begins)

    def plain(self, place: int) -> Span:
        return Span(self.document_of(place), self.begins[place], self.ends[place])

    def __iter__(self) -> Iterator[Span]:
        named = chain.from_iterable(repeat(run.document, run.end - run.first) for run in self.runs)
        plain = map(Span, named, self.begins, self.ends)
        if not self.odd:
            return plain
        return (self.odd.get(place, span) for place, span in enumerate(plain))

    def document_of(self, place: int) -> str:
        """The document of one span, which is not made for it."""
        return self._run_at(place).document

    def documents_at(self, places: Sequence[int]) -> list[str]:
        """The documents of the spans at ascending places, each once."""
        found: dict[str, None] = {}
        at = 0
        while at < len(places):
            run = self._run_at(places[at])
            found[run.document] = None
            # What follows is near, as a rule: to look among all that is left takes as many steps in each run.
            at = bisect_left(places, run.end, at, min(len(places), at + run.end - run.first + 1))
        return list(found)

    def _run_at(self, place: int) -> DocumentRun:
        return self.runs[bisect_right(self._firsts, place) - 1]


class TableColumn(LazySequence[_Made]):
    """Values of which each stands once in a table, as those of many spans are the same."""

    def __init__(self, table: Sequence[_Made], places: Sequence[int]) -> None:
        self.table, self.places = table, places

    def __len__(self) -> int:
        return len(self.places)

    def _make(self, place: int) -> _Made:
        return self.table[self.places[place]]

    def __iter__(self) -> Iterator[_Made]:
        return map(self.table.__getitem__, self.places)

    def values(self) -> set[_Made]:
        """Each value that stands anywhere, once."""
        return set(map(self.table.__getitem__, set(self.places)))


def not_plain(values: Sequence[_Made]) -> Iterable[_Made]:
    """Those that may say more than columns do: of values that are in no columns, all."""
    return values.odd.values() if isinstance(values, MostlyPlain) else values


def document_runs(spans: Sequence[Span]) -> Sequence[DocumentRun]:
    """The documents of spans in their order, each as often as it begins anew."""
    if isinstance(spans, SpanColumns):
        return spans.runs
    named = [(document, sum(1 for _ in run)) for document, run in groupby(map(attrgetter("document"), spans))]
    bounds = pairwise(accumulate((length for _, length in named), initial=0))
    return [DocumentRun(document, *bound) for (document, _), bound in zip(named, bounds, strict=True)]


def documents_at(spans: Sequence[Span], places: Iterable[int]) -> list[str]:
    """The documents of the spans at some places, each once, in the order of the places."""
    if isinstance(spans, SpanColumns):
        return spans.documents_at(sorted(places))
    return list(dict.fromkeys(spans[place].document for place in places))
