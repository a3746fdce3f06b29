"""Text of ``coala diff``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from coala.base.numerals import count, percent
from coala.engine.compare import Comparison
from coala.engine.settings import describe_settings
from coala.engine.summary import GRAPH_ROLES, Side, Summary
from coala.model.notices.notice import Notice
from coala.output.score_table import HEADINGS, format_difference, render_score_table
from coala.prepare.figures import AlignedGraph
from coala.prepare.span_matching import MatchedSpan
from coala.scores.findings import SIMILARITY, Resampling
from coala.scores.metrics.registry import METRICS

if TYPE_CHECKING:
    from coala.review.history import HistoryCounts

# The number of bags that fit on one screen below the figures.
FIRST_BAGS = 10

ROLES = ("baseline", "changed", "gold")


def render_diff_text(comparison: Comparison, verdicts: HistoryCounts | None = None) -> Iterator[str]:
    """Yield totals, the share that is interesting, divergences by kind, scores, then the first bags.

    ``verdicts`` has what became of the verdicts of other reviews, if there are any.
    """
    summary = comparison.summary
    yield from _render_sides(summary)
    if described := describe_settings(summary.settings):
        yield f"Compared: {described}"
    if line := describe_joined(comparison.joined, GRAPH_ROLES):
        yield line
    yield from describe_aligned(summary.texts_aligned, GRAPH_ROLES)
    yield ""
    yield from describe_totals(summary)
    if verdicts is not None:
        yield f"Verdicts: {verdicts.sentence}"
    yield ""
    yield from _render_scores(summary)
    titles = (bag.title for bag in islice(comparison.contents, FIRST_BAGS))
    yield from _render_bags(titles, summary.interesting)


def describe_joined(joined: Sequence[MatchedSpan], roles: Sequence[str]) -> str:
    """Return how many spans of each graph count as a span of another extent, "" if none."""
    counts = Counter(row.graph for row in joined)
    if not counts:
        return ""
    parts = (f"{count(counts[graph], 'span')} of the {roles[graph]}" for graph in sorted(counts))
    return f"Taken for a span of another extent: {', '.join(parts)}."


def describe_aligned(graphs: Iterable[AlignedGraph], roles: Sequence[str]) -> Iterator[str]:
    """Yield one line for each graph: what was carried over between texts that differ."""
    for graph in graphs:
        lost = f", {graph.not_placed:,} could not be placed" if graph.not_placed else ""
        yield (
            f"Texts differ in {count(graph.documents, 'document')}: {graph.mentions - graph.not_placed:,} of "
            f"{count(graph.mentions, 'mention')} of the {roles[graph.graph]} were carried over{lost} "
            f"({graph.equal:,} of {graph.characters:,} characters have a counterpart)."
        )


def list_notices_in_totals(summary: Summary) -> tuple[Notice, ...]:
    """Return the notices that precede the figures, so they need not be repeated as warnings."""
    return tuple(notice for notice in summary.notices if notice.is_first) if summary.interesting else ()


def describe_totals(summary: Summary) -> Iterator[str]:
    """Yield how much there is to read, and which kinds of change."""
    if not summary.interesting:
        yield f"{count(summary.bags, 'bag')}, none of them interesting: the graphs do not diverge."
        return
    yield from (notice.sentence for notice in list_notices_in_totals(summary))
    yield (
        f"{count(summary.bags, 'bag')}, {summary.interesting:,} of them interesting "
        f"({percent(summary.interesting, summary.bags)}); these hold "
        f"{percent(summary.interesting_mentions, summary.mentions)} of the mentions. "
        f"The largest bag has {count(summary.largest, 'span')}."
    )
    yield "Bags by kind: " + ", ".join(f"{kind.value} {count:,}" for kind, count in summary.kinds.items())


def _render_sides(summary: Summary) -> Iterator[str]:
    named = [("Baseline", summary.baseline), ("Changed", summary.changed)]
    if summary.gold is not None:
        named.append(("Gold", summary.gold))
    width = max(len(side.path) for _, side in named)
    for name, side in named:
        yield f"{name:<9} {side.path:<{width}}  {describe_side(side)}"


def describe_side(side: Side) -> str:
    """Return the numbers of documents, instances, mentions, statements and facts of one graph."""
    return (
        f"{count(side.documents, 'document')}, {count(side.instances, 'instance')}, "
        f"{count(side.mentions, 'mention')}, {count(side.statements, 'statement')}"
        + (f", {count(side.facts, 'fact')}" if side.facts else "")
    )


def _render_scores(summary: Summary) -> Iterator[str]:
    if summary.gold is None:
        yield HEADINGS[SIMILARITY]
        yield from render_score_table(summary.scores[SIMILARITY])
        return
    for name in ("baseline", "changed"):
        yield HEADINGS[name]
        yield from render_score_table(summary.scores[name])
    yield "Difference of F1, changed − baseline, in points (95 % interval from resampled bags, p)"
    for key in summary.scores["changed"]:
        points = format_difference(summary.scores["baseline"][key].f1, summary.scores["changed"][key].f1)
        yield f"  {METRICS[key].title:<12} {points:>7}{_format_interval(key, summary.resampling)}"


def _format_interval(key: str, resampling: Resampling | None) -> str:
    f1 = None if resampling is None else resampling.metrics[key].f1
    if f1 is None or f1.low is None or f1.high is None or f1.p is None:
        return ""
    return f"   {100 * f1.low:+.2f} to {100 * f1.high:+.2f}   p = {f1.p:.2g}"


def _render_bags(titles: Iterable[str], total: int) -> Iterator[str]:
    if not total:
        return
    yield ""
    yield "First bags" if total > FIRST_BAGS else "Bags"
    for number, title in enumerate(titles, start=1):
        yield f"{number:>4}  {title}"
    if total > FIRST_BAGS:
        yield f"      and {total - FIRST_BAGS:,} more: 'coala review' shows them all beside the text."
