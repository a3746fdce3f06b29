"""A page's mentions to runs that do not overlap: which instance underlines and which fills each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from coala.numbering import Numbering
from coala.page import Page, Stretch


class Run(NamedTuple):
    """A part of the page (code points) and its aligned instances in the two graphs, None for none."""

    begin: int
    end: int
    baseline: int | None
    changed: int | None


def runs(page: Page, numbering: Numbering) -> list[Run]:
    """Paint the longest mentions first, so that an inner one is seen inside the one around it."""
    if not page.text:
        return []
    filled = [page.filled(span) for span in range(len(page.places))] if page.changed_places else page.places
    old = _painted(page, page.places, numbering.baseline_rows)
    new = _painted(page, filled, numbering.changed_rows)
    edges = np.flatnonzero((old[1:] != old[:-1]) | (new[1:] != new[:-1])) + 1
    begins = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(page.text)]])
    inside = (old[begins] >= 0) | (new[begins] >= 0)
    columns = (begins[inside], ends[inside], old[begins[inside]], new[begins[inside]])
    return [
        Run(begin, end, None if before < 0 else before, None if after < 0 else after)
        for begin, end, before, after in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _painted(
    page: Page, every: Sequence[Sequence[Stretch]], rows: Sequence[Sequence[int]]
) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The aligned instance of every character of the page, -1 for none."""
    ground = np.full(len(page.text), -1, dtype=np.int32)
    stretches = [
        (stretch.end - stretch.begin, stretch, numbers[0])
        for numbers, places in zip(rows, every, strict=True)
        if numbers
        for stretch in places
    ]
    for _, stretch, number in sorted(stretches, reverse=True):
        ground[stretch.begin : stretch.end] = number
    return ground
