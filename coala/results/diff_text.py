"""Text of ``coala diff``: how many bags differ, the scores, and the bags with the largest effect.

Some of its sentences also occur in the texts of other commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from coala.base.numerals import count, decimal, percent
from coala.base.plain_text import plain_words
from coala.diff.names import shorten_document
from coala.engine.compare import Comparison
from coala.engine.settings import describe_settings
from coala.engine.summary import GRAPH_ROLES, Side, Summary
from coala.model.bag import Bag, Direction, Divergence
from coala.model.kinds import Kind
from coala.model.notices.notice import Notice
from coala.model.nouns import IN_TEXTS, OF_RECORDS, Nouns
from coala.prepare.figures import AlignedGraph
from coala.prepare.span_matching import MatchedSpan
from coala.present.phrases import kind_word, signed
from coala.results.scores.score_table import (
    HEADINGS,
    LINK_HEADINGS,
    TITLES_WITH_LINKS,
    describe_links,
    format_difference,
    list_link_scores,
    name_scores,
    render_score_table,
)
from coala.scores.findings import MAIN_METRICS, SIMILARITY, Resampling
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score

if TYPE_CHECKING:
    from coala.review.history import HistoryCounts

FIRST_BAGS = 5
"""The most bags that are listed."""

_EFFECT_METRIC = "b_cubed"
"""The metric by whose score the listed bags are chosen."""

_MOST_PLACES = 3
"""The most mentions of a change whose places are listed."""

ROLES = ("baseline", "changed", "gold")


def render_diff_text(
    comparison: Comparison,
    verdicts: HistoryCounts | None = None,
    metrics: Sequence[str] = MAIN_METRICS,
    *,
    verbose: bool = False,
) -> Iterator[str]:
    """Yield how much differs, the scores by ``metrics``, and the bags with the largest effect on B³.

    If ``verbose``, yield the statistics, and the changes of these bags. ``verdicts`` has what became of the
    verdicts of other reviews, if there are any.
    """
    summary = comparison.summary
    yield from describe_totals(summary)
    if described := describe_settings(summary.settings):
        yield f"Compared: {described}"
    if verdicts is not None:
        yield f"Verdicts: {verdicts.sentence}"
    if verbose:
        yield ""
        yield from _render_statistics(comparison)
    yield ""
    yield from _render_scores(summary, metrics, verbose=verbose)
    yield from _render_link_scores(summary)
    yield from _render_links(comparison)
    if summary.gold is not None and summary.differing > summary.interesting:
        yield "These scores are of everything, not only of the chosen kinds."
    yield from _render_bags(comparison, verbose=verbose)


def render_brief_text(comparison: Comparison) -> Iterator[str]:
    """Yield how much differs and the F1 of both systems against gold: two lines for the demo."""
    summary = comparison.summary
    yield from describe_totals(summary)
    before, after = (summary.scores[side][_EFFECT_METRIC].f1 for side in ("baseline", "changed"))
    yield (
        f"{METRICS[_EFFECT_METRIC].title} F1 against gold: {decimal(before, 4)} before, {decimal(after, 4)} "
        f"after ({format_difference(before, after)} points)."
    )


def _render_statistics(comparison: Comparison) -> Iterator[str]:
    summary = comparison.summary
    yield from _render_sides(summary)
    if line := describe_joined(comparison.joined, GRAPH_ROLES):
        yield line
    yield from describe_aligned(summary.texts_aligned, GRAPH_ROLES)
    nouns = summary.nouns
    if summary.kinds:
        kinds = (f"{_name_kind(kind, nouns)} {count:,}" for kind, count in summary.kinds.items())
        yield f"Bags by kind: {', '.join(kinds)}"


def describe_joined(joined: Sequence[MatchedSpan], roles: Sequence[str]) -> str:
    """Return how many spans of each graph count as a span of another extent, "" if none."""
    counts = Counter(row.graph for row in joined)
    if not counts:
        return ""
    parts = (f"{count(counts[graph], 'mention')} of the {roles[graph]}" for graph in sorted(counts))
    return f"Paired with a longer or shorter mention: {', '.join(parts)}."


def describe_aligned(graphs: Iterable[AlignedGraph], roles: Sequence[str]) -> Iterator[str]:
    """Yield one line for each graph: what was carried over between texts that differ."""
    for graph in graphs:
        lost = f", {graph.not_placed:,} could not be placed" if graph.not_placed else ""
        yield (
            f"Texts differ in {count(graph.documents, 'document')}: "
            f"{graph.mentions - graph.not_placed:,} of {count(graph.mentions, 'mention')} "
            f"of the {roles[graph.graph]} were transferred{lost} ({graph.equal:,} of "
            f"{count(graph.characters, 'character')} with a counterpart)."
        )


def list_notices_in_totals(summary: Summary) -> tuple[Notice, ...]:
    """Return the notices that precede the figures, so they need not be repeated as warnings."""
    return tuple(notice for notice in summary.notices if notice.is_first)


def describe_totals(summary: Summary) -> Iterator[str]:
    """Yield the notices that change the meaning of the figures, and how many bags differ."""
    yield from (notice.sentence for notice in list_notices_in_totals(summary))
    if not summary.interesting and summary.differing:
        total = count(summary.bags, "bag")
        yield f"None of {total} has one of the chosen kinds ({summary.differing:,} differ in any)."
        return
    if not summary.interesting:
        yield f"None of {count(summary.bags, 'bag')} differs: the graphs do not diverge."
        return
    share = percent(summary.interesting_mentions, summary.mentions)
    mentions = f"{share} of the {summary.nouns.mention}s"
    total = count(summary.bags, "bag")
    is_one = summary.interesting == 1
    if summary.differing > summary.interesting:
        what = f"{'has' if is_one else 'have'} one of the chosen kinds ({summary.differing:,} differ in any)"
    else:
        what = f"{'differs' if is_one else 'differ'} ({percent(summary.interesting, summary.bags)})"
    if is_one:
        yield f"1 of {total} {what}. It holds {mentions}."
        return
    yield (
        f"{summary.interesting:,} of {total} {what}. They hold {mentions}; "
        f"the largest has {summary.largest:,}."
    )


def _render_sides(summary: Summary) -> Iterator[str]:
    baseline, changed = summary.shown_paths
    named = [("Baseline", baseline, summary.baseline), ("Changed", changed, summary.changed)]
    if summary.gold is not None:
        named.append(("Gold", summary.gold.path, summary.gold))
    width = max(len(path) for _, path, _ in named)
    nouns = summary.nouns
    for name, path, side in named:
        yield f"{name:<9} {path:<{width}}  {describe_side(side, nouns)}"


def describe_side(side: Side, nouns: Nouns = IN_TEXTS) -> str:
    """Return the numbers of documents, instances, mentions, statements and facts of one graph."""
    if nouns == OF_RECORDS:
        return f"{count(side.mentions, nouns.mention)}, {count(side.instances, nouns.chain)}"
    return (
        f"{count(side.documents, 'document')}, {count(side.instances, 'instance')}, "
        f"{count(side.mentions, 'mention')}, {count(side.statements, 'statement')}"
        + (f", {count(side.facts, 'fact')}" if side.facts else "")
    )


def _render_scores(summary: Summary, metrics: Sequence[str], *, verbose: bool) -> Iterator[str]:
    tables = {
        name: {key: table[key] for key in metrics if key in table} for name, table in summary.scores.items()
    }
    titles = name_scores(summary.nouns)
    if summary.gold is None:
        yield HEADINGS[SIMILARITY]
        yield from render_score_table(tables[SIMILARITY], titles, fractions=verbose)
        return
    if verbose:
        for name in ("baseline", "changed"):
            yield HEADINGS[name]
            yield from render_score_table(tables[name], titles)
    yield from _render_differences(tables["baseline"], tables["changed"], summary.resampling, titles)


def _render_link_scores(summary: Summary) -> Iterator[str]:
    """Yield a table of the scores of links to knowledge bases for each side, if there are any."""
    for name, links in summary.link_scores.items():
        key = "baseline" if name == SIMILARITY else "gold"
        roles = (key, "baseline" if name == "baseline" else "changed graph")
        yield LINK_HEADINGS[name]
        yield from render_score_table(list_link_scores(links), TITLES_WITH_LINKS)
        yield from describe_links(links, roles)


def _render_differences(
    baseline: Mapping[str, Score],
    changed: Mapping[str, Score],
    resampling: Resampling | None,
    titles: Mapping[str, str],
) -> Iterator[str]:
    """Yield the F1 of both systems against gold by each metric, and the difference in points."""
    width = max([8, *(len(titles[key]) for key in changed)])
    yield "F1 against gold, and the difference in points"
    yield f"  {'':<{width}} {'baseline':<8} {'changed':<7} {'points':>7}  {'95 % interval':<16} p".rstrip()
    for key in changed:
        before, after = baseline[key].f1, changed[key].f1
        yield (
            f"  {titles[key]:<{width}} {decimal(before, 4):<8} {decimal(after, 4):<7} "
            f"{format_difference(before, after):>7}  {_format_interval(key, resampling)}"
        ).rstrip()


def _format_interval(key: str, resampling: Resampling | None) -> str:
    f1 = None if resampling is None else resampling.metrics[key].f1
    if f1 is None or f1.low is None or f1.high is None or f1.p is None:
        return ""
    interval = f"{signed(100 * f1.low)} to {signed(100 * f1.high)}"
    return f"{interval:<16} {f1.p:.2g}"


def _render_links(comparison: Comparison) -> Iterator[str]:
    """Yield with gold the links that only one of the graphs has, and the directions of the changes."""
    links = comparison.assessment.gross_links
    if links is None:
        return
    yield (
        f"Links made {links.made:,}, {links.made_right:,} right; "
        f"lost {links.lost:,}, {links.lost_right:,} right"
    )
    counts = comparison.count_directions()
    if counts:
        nouns = comparison.summary.nouns
        words = {kind: _name_kind(kind, nouns) for kind in counts}
        width = max(map(len, words.values()))
        yield "Single changes towards gold, away from it, and neither"
        for kind, directions in counts.items():
            shown = (
                f"{directions[direction]:>7,}"
                for direction in (Direction.TOWARDS, Direction.AWAY, Direction.NEITHER)
            )
            yield f"  {words[kind]:<{width}} {''.join(shown)}"


def _name_kind(kind: Kind, nouns: Nouns) -> str:
    """Return a kind as ``--kinds`` takes it; for records in words."""
    return kind.value if nouns == IN_TEXTS else kind_word(kind, nouns)


def _render_bags(comparison: Comparison, *, verbose: bool) -> Iterator[str]:
    total = comparison.summary.interesting
    if not total:
        return
    yield ""
    if total > FIRST_BAGS:
        title = METRICS[_EFFECT_METRIC].title
        yield f"The {FIRST_BAGS} bags with the largest effect on {title}, of {total:,}, with their numbers"
        places = comparison.find_most_effective(_EFFECT_METRIC, FIRST_BAGS)
    else:
        yield "Bags"
        places = list(range(total))
    ascending = sorted(places)
    bags = dict(zip(ascending, comparison.contents.build(ascending), strict=True))
    width = max(4, *(len(f"{place + 1:,}") for place in places))
    for place in places:
        yield f"{place + 1:>{width},}  {bags[place].title}"
        if verbose:
            yield from (f"{'':{width}}    {_place_row(bags[place], row)}" for row in bags[place].divergences)


def _place_row(bag: Bag, row: Divergence) -> str:
    """Return a change with the document and the offsets of its mentions: 'doc1 32–34  "he" moved …'."""
    spans = [bag.spans[span] for span in row.spans]
    if spans and bag.nouns == OF_RECORDS:
        return f"{plain_words(shorten_document(spans[0].document))}  {row.sentence}"
    shown = [f"{each.begin:,}–{each.end:,}" for each in spans[:_MOST_PLACES]]
    if len(spans) > len(shown):
        shown.append(f"{len(spans) - len(shown):,} more")
    if not spans:
        return row.sentence
    return f"{plain_words(shorten_document(spans[0].document))} {', '.join(shown)}  {row.sentence}"
