"""A review and the two graphs that it compared become the graph that its verdicts make."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from coala.base.plain_text import visible_line
from coala.diff.row_keys import row_keys
from coala.engine.settings import named_files, names_file, read_settings
from coala.errors import CoalaError
from coala.exports.best_of_both.choice import Rest, Ruling, rule
from coala.exports.best_of_both.road import WrittenGraph, graphs_of_review, take_best
from coala.exports.judged import Judged, Provenance
from coala.model.bag import Bag
from coala.model.options import FILE_OPTIONS
from coala.reading.read import ReadingProgress
from coala.review.file import Review

# Those of a folder of a thousand files would hide the graph.
_MOST_HASHES = 3


class MakeGraph(Protocol):
    """Reads the graphs and merges them; needs the review no more."""

    def __call__(
        self, progress: Callable[[ReadingProgress], None] | None, cancelled: Callable[[], bool]
    ) -> WrittenGraph: ...


def prepare_graph(judged: Judged, rest: Rest, given: Mapping[str, str | None]) -> MakeGraph:
    """Take the changed side of what is better, the baseline of what is worse, of the ``rest`` one of them.

    ``given`` has the path of a graph by its role, or of an option by its name, where it is not where it was
    when it was compared. Other files that the review names must be as they were then.
    """
    review = judged.review
    options = read_settings(_settings(review, given))
    graphs = graphs_of_review(review.summary, review.inputs(), given, options)
    bags = {bag.entry.fingerprint: bag for bag in judged.bags}
    head = [visible_line(line) for line in _head(judged.provenance)]

    def decide(bag: Bag) -> Ruling:
        said = bags[bag.fingerprint]
        rows = said.rows()
        return rule(said.verdict, rows, row_keys(bag) if rows else (), rest)

    def make(
        progress: Callable[[ReadingProgress], None] | None, cancelled: Callable[[], bool]
    ) -> WrittenGraph:
        best = take_best(graphs, bags.keys(), options, decide, rest, progress, cancelled)
        return best.turtle(head)

    return make


def _settings(review: Review, given: Mapping[str, str | None]) -> dict[str, str]:
    stored, unchanged = review.summary.settings, review.settings_to_repeat()
    again = {
        option.name: os.path.abspath(word) if names_file(option, word) else word
        for option in FILE_OPTIONS
        if (word := given.get(option.name))
    }
    named = named_files(stored)
    for option in FILE_OPTIONS:
        if option.name in named.keys() - unchanged.keys() - again.keys():
            raise CoalaError(
                f"{named[option.name]}: this is not as it was when the graphs were compared, or the review "
                f"does not say how it was; name it with {option.flag}."
            )
    return {**unchanged, **again}


def _head(provenance: Provenance) -> Iterator[str]:
    reviewers = ", ".join(judge.name for judge in provenance.reviewers) or "nobody"
    yield f"The best of two graphs by the verdicts in {provenance.review}, given by {reviewers}"
    for role, side in provenance.inputs[:2]:
        hashes = " ".join(source.sha256 for source in side.sources[:_MOST_HASHES])
        more = " …" if len(side.sources) > _MOST_HASHES else ""
        yield f"{role}: {side.path} SHA-256 {hashes}{more}" if hashes else f"{role}: {side.path}"
    yield f"COALA {provenance.tool}, {provenance.time}"
