"""The verdicts on bags by slice: by size, number of documents, document, type, or form of changed mentions.

By size and documents each bag is in exactly one slice of a table, so the rows of a table add up to all bags.
A bag counts once in each of its types, and in each form of its changed mentions. A bag without a verdict, or
on which reviewers disagree, counts in the number of bags of its slices only.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coala.base.plain_text import one_line
from coala.diff.names import shorten_document
from coala.model.bag import Verdict
from coala.model.values import FORMS
from coala.present.blocks import Block, Note
from coala.present.tally import tabulate_verdicts
from coala.review.listing import BagEntry
from coala.review.pooling import Pool
from coala.scores.findings import LEAST_SIZES, SIZES
from coala.verdicts.bag_slices import FormOrigins, label_types
from coala.verdicts.tally import Counts, count_verdicts, counts_as_json

SEVERAL_DOCUMENTS = "several documents"
NO_TYPE_OF_BAG = "no type"

_MOST_ROWS = 20


class VerdictSlice(NamedTuple):
    """A row of a table: the bags of a slice, and the verdicts on them."""

    name: str
    bags: int
    counts: Counts


def slice_verdicts(pools: Sequence[Pool], name: str) -> list[VerdictSlice]:
    """Return the slices that have bags; ``name`` is one of ``VERDICT_SLICINGS``.

    Sizes and forms are in their order, documents and types by their number of bags. A document is read from
    each bag, the other tables from the list of bags and the header. Raises ``ReviewError`` if a review lacks
    types and forms, and for forms of records.
    """
    find = VERDICT_SLICINGS[name]
    bags: Counter[str] = Counter()
    verdicts: defaultdict[str, Counter[Verdict]] = defaultdict(Counter)
    for pool in pools:
        for entry in pool.entries:
            found = find(pool, entry)
            bags.update(found)
            settled = pool.settled.get(entry.fingerprint)
            if settled is not None and settled.verdict is not None:
                for where in found:
                    verdicts[where][settled.verdict] += 1
    if name in ("document", "type"):
        order = sorted(bags, key=lambda where: (where == NO_TYPE_OF_BAG, -bags[where], where))
    else:
        order = [where for where in (FORMS if name == "form" else SIZES) if bags[where]]
    return [VerdictSlice(where, bags[where], count_verdicts(verdicts[where])) for where in order]


def report_verdict_slices(pools: Sequence[Pool], by: Sequence[str]) -> Iterator[Block]:
    """Yield a table for each of the chosen slicings."""
    for name in by:
        slices = slice_verdicts(pools, name)
        shown = slices[:_MOST_ROWS]
        titles = _label_types(pools) if name == "type" else {}
        yield tabulate_verdicts(
            [(_name_slice(row.name, name, titles), row.counts) for row in shown],
            f"Bags by {_TITLES[name]}",
            name,
            {"bags": [row.bags for row in shown]},
        )
        if name == "form":
            yield Note(_describe_origins(pools))
        if len(slices) > len(shown):
            yield Note(f"and {len(slices) - len(shown):,} with fewer bags: --json has them all.")


def _name_slice(name: str, slicing: str, titles: Mapping[str, str]) -> str:
    if slicing == "document" and name != SEVERAL_DOCUMENTS:
        return shorten_document(name)
    return titles.get(name, name)


def slices_to_json(pools: Sequence[Pool], by: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the tables as JSON, in the order of the text."""
    return {
        name: {
            row.name: {"bags": row.bags, "judged": row.counts.judged, **counts_as_json(row.counts)}
            for row in slice_verdicts(pools, name)
        }
        for name in by
    }


def count_origins(pools: Sequence[Pool]) -> FormOrigins:
    """Return how the forms of the changed mentions of all comparisons are known."""
    origins = [pool.reviews[0].forms.origins for pool in pools]
    return FormOrigins(*map(sum, zip(*origins, strict=True)))


def _describe_origins(pools: Sequence[Pool]) -> str:
    stated, listed, unknown = count_origins(pools)
    languages = dict.fromkeys(name for pool in pools for name in pool.reviews[0].forms.languages)
    return (
        f"Forms known from the files: {stated:,}, from the list of pronouns "
        f"({one_line(', '.join(languages), 60)}): {listed:,}; unknown: {unknown:,}."
    )


def _label_types(pools: Sequence[Pool]) -> dict[str, str]:
    """Return the words for types by their names."""
    return label_types(term for pool in pools for term in pool.reviews[0].slices.types.terms)


def _find_size(number: int) -> tuple[str, ...]:
    return (SIZES[bisect(LEAST_SIZES, number)],)


def _find_document(pool: Pool, entry: BagEntry) -> tuple[str, ...]:
    if entry.documents > 1:
        return (SEVERAL_DOCUMENTS,)
    return pool.reviews[0].bag(entry.number).documents


def _find_types(pool: Pool, entry: BagEntry) -> tuple[str, ...]:
    types = pool.reviews[0].slices.types.list_types(entry.number)
    return tuple(term.name for term in types) or (NO_TYPE_OF_BAG,)


def _find_forms(pool: Pool, entry: BagEntry) -> tuple[str, ...]:
    return pool.reviews[0].forms.list_forms(entry.number)


VERDICT_SLICINGS: Mapping[str, Callable[[Pool, BagEntry], tuple[str, ...]]] = {
    "size": lambda _, entry: _find_size(entry.spans),
    "documents": lambda _, entry: _find_size(entry.documents),
    "document": _find_document,
    "type": _find_types,
    "form": _find_forms,
}
"""The slicings by name; each finds the slices of a bag."""

_TITLES = {
    "size": "size, in mentions",
    "documents": "number of documents",
    "document": "document",
    "type": "type; a bag can be in several rows",
    "form": "form of the changed mentions; a bag can be in several rows",
}
