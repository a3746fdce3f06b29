"""The verdicts on bags by slice: by the size of a bag, its number of documents, or its document.

Each bag is in exactly one slice of a table, so the rows of a table add up to all bags. A bag without a
verdict, or on which reviewers disagree, counts in the number of bags of its slice only.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coala.base.plain_text import one_line
from coala.diff.names import shorten_document
from coala.model.bag import Verdict
from coala.present.phrases import MINUS, signed
from coala.review.listing import BagEntry
from coala.review.pooling import Pool
from coala.scores.findings import LEAST_SIZES, SIZES
from coala.verdicts.tally import Counts, count_verdicts, counts_as_json

SEVERAL_DOCUMENTS = "several documents"

_WIDTH = 24
_MOST_ROWS = 20


class VerdictSlice(NamedTuple):
    """A row of a table: the bags of a slice, and the verdicts on them."""

    name: str
    bags: int
    counts: Counts


def slice_verdicts(pools: Sequence[Pool], name: str) -> list[VerdictSlice]:
    """Return the slices that have bags; ``name`` is one of ``VERDICT_SLICINGS``.

    Sizes are in their order, documents by their number of bags. A document is read from each bag, the other
    tables from the list of bags.
    """
    find = VERDICT_SLICINGS[name]
    bags: Counter[str] = Counter()
    verdicts: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    for pool in pools:
        for entry in pool.entries:
            where = find(pool, entry)
            bags[where] += 1
            settled = pool.settled.get(entry.fingerprint)
            if settled is not None and settled.verdict is not None:
                verdicts[where][settled.verdict] += 1
    if name == "document":
        order = sorted(bags, key=lambda where: (-bags[where], where))
    else:
        order = [size for size in SIZES if bags[size]]
    return [VerdictSlice(where, bags[where], count_verdicts(verdicts[where])) for where in order]


def render_verdict_slices(pools: Sequence[Pool], by: Sequence[str]) -> Iterator[str]:
    """Yield a table for each of the chosen slicings as lines for a terminal."""
    for name in by:
        rows = slice_verdicts(pools, name)
        yield f"  Bags by {_TITLES[name]}"
        for row in rows[:_MOST_ROWS]:
            counts = row.counts
            title = row.name
            if name == "document" and title != SEVERAL_DOCUMENTS:
                title = shorten_document(title)
            yield (
                f"    {one_line(title, _WIDTH):<{_WIDTH}} + {counts.better:,}  {MINUS} {counts.worse:,}  = "
                f"{counts.same:,}  ? {counts.unsure:,}   net {signed(counts.net, 0)}   "
                f"{counts.judged:,} of {row.bags:,} judged"
            )
        if len(rows) > _MOST_ROWS:
            yield f"    and {len(rows) - _MOST_ROWS:,} with fewer bags: --json has them all."


def slices_to_json(pools: Sequence[Pool], by: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the tables as JSON, in the order of the text."""
    return {
        name: {
            row.name: {"bags": row.bags, "judged": row.counts.judged, **counts_as_json(row.counts)}
            for row in slice_verdicts(pools, name)
        }
        for name in by
    }


def _find_size(number: int) -> str:
    return SIZES[bisect(LEAST_SIZES, number)]


def _find_document(pool: Pool, entry: BagEntry) -> str:
    if entry.documents > 1:
        return SEVERAL_DOCUMENTS
    (document,) = pool.reviews[0].bag(entry.number).documents
    return document


VERDICT_SLICINGS: Mapping[str, Callable[[Pool, BagEntry], str]] = {
    "size": lambda _, entry: _find_size(entry.spans),
    "documents": lambda _, entry: _find_size(entry.documents),
    "document": _find_document,
}
"""The slicings by name; each finds the slice of a bag."""

_TITLES = {
    "size": "size, in mentions",
    "documents": "number of documents",
    "document": "document",
}
