"""A review and the two graphs that it compared become the graph that its verdicts make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from coala.base.plain_text import visible_line
from coala.diff.row_keys import row_keys
from coala.engine.settings import read_settings
from coala.exports.best_of_both.choice import Rest, Ruling, rule
from coala.exports.best_of_both.road import BestOfBoth, graphs_of_review, take_best
from coala.exports.judged import Judged
from coala.model.bag import Bag
from coala.reading.read import ReadingProgress


def best_of_both(
    judged: Judged,
    rest: Rest,
    given: Mapping[str, str | None],
    progress: Callable[[ReadingProgress], None] | None = None,
) -> BestOfBoth:
    """Take the changed side of what is better, the baseline of what is worse, of the ``rest`` one of them.

    ``given`` has the path of a graph by its role, where it is not where it was when it was compared.
    """
    review = judged.review
    options = read_settings(review.summary.settings)
    bags = {bag.entry.fingerprint: bag for bag in judged.bags}

    def decide(bag: Bag) -> Ruling:
        said = bags[bag.fingerprint]
        rows = said.rows()
        return rule(said.verdict, rows, row_keys(bag) if rows else (), rest)

    graphs = graphs_of_review(review.summary, review.inputs(), given, options)
    return take_best(graphs, bags.keys(), options, decide, rest, progress)


def write_graph(judged: Judged, best: BestOfBoth) -> Iterator[str]:
    """The graph as NIF in Turtle, which says above what it is made of."""
    provenance = judged.provenance
    reviewers = ", ".join(judge.name for judge in provenance.reviewers) or "nobody"
    head = [
        f"The best of two graphs by the verdicts in {provenance.review}, given by {reviewers}",
        *(f"{role}: {side.path}" for role, side in provenance.inputs[:2]),
        f"COALA {provenance.tool}, {provenance.time}",
    ]
    return best.turtle([visible_line(line) for line in head])
