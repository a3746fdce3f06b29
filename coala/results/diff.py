"""Report of ``coala diff``: how many bags differ, the scores, and the bags with the largest effect.

Some of its sentences also occur in the reports of other commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from coala.base.numerals import count
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
from coala.present.blocks import Block, FigureCell, FigureColumn, Figures, Folded, Note, Report, list_item
from coala.present.figures import FigureInterval, Points, PValue, Rate, percent, show
from coala.present.phrases import kind_word
from coala.results.score_tables import (
    HEADINGS,
    LINK_HEADINGS,
    TITLES_WITH_LINKS,
    describe_links,
    list_link_scores,
    make_difference,
    make_score_table,
    name_scores,
)
from coala.scores.findings import MAIN_METRICS, SIMILARITY, Resampling
from coala.scores.metrics.registry import METRICS
from coala.scores.ratio import Score

if TYPE_CHECKING:
    from coala.review.history import HistoryCounts

_FEW_BAGS, _MANY_BAGS = 5, 10
"""The most bags that are listed in a terminal, and in a file."""

_EFFECT_METRIC = "b_cubed"
"""The metric by whose score the listed bags are chosen."""

_MOST_CHANGES = 100
"""The most changes of a bag that are listed."""

_MOST_PLACES = 3
"""The most mentions of a change whose places are listed."""

ROLES = ("baseline", "changed", "gold")


def report_diff(
    comparison: Comparison,
    verdicts: HistoryCounts | None = None,
    metrics: Sequence[str] = MAIN_METRICS,
    *,
    verbose: bool = False,
    in_file: bool = False,
) -> Report:
    """Report how much differs, the scores by ``metrics``, and the bags with the largest effect on B³.

    If ``verbose``, it has the statistics, the scores of both sides, and the changes of these bags.
    ``in_file`` means more bags, with their changes. ``verdicts`` has what became of the verdicts of other
    reviews, if there are any.
    """
    blocks = _list_blocks(comparison, verdicts, metrics, verbose)
    places = _choose_bags(comparison, _MANY_BAGS if in_file else _FEW_BAGS)
    bags = _list_bags(comparison, places, with_changes=verbose or in_file)
    return Report("diff", describe_totals(comparison.summary), (*blocks, *bags))


def _list_blocks(
    comparison: Comparison, verdicts: HistoryCounts | None, metrics: Sequence[str], verbose: bool
) -> Iterator[Block]:
    summary = comparison.summary
    yield from (Note(notice.sentence) for notice in list_notices_in_totals(summary))
    if described := describe_settings(summary.settings):
        yield Note(f"Compared: {described}")
    if verdicts is not None:
        yield Note(f"Verdicts: {verdicts.sentence}")
    if verbose:
        yield from _list_statistics(comparison)
    yield from _list_scores(summary, metrics, verbose=verbose)
    yield from _list_link_scores(summary)
    yield from _list_links(comparison)
    if summary.gold is not None and summary.differing > summary.interesting:
        yield Note("These scores are of everything, not only of the chosen kinds.")


def report_brief(comparison: Comparison) -> Report:
    """Report how much differs, and the F1 of both systems against gold: two lines for the demo."""
    summary = comparison.summary
    before, after = (summary.scores[side][_EFFECT_METRIC].f1 for side in ("baseline", "changed"))
    f1 = (
        f"{METRICS[_EFFECT_METRIC].title} F1 against gold: {show(Rate(before))} before, {show(Rate(after))} "
        f"after ({show(make_difference(before, after))} points)."
    )
    notices = [Note(notice.sentence) for notice in list_notices_in_totals(summary)]
    return Report("demo", describe_totals(summary), (*notices, Note(f1)))


def _list_statistics(comparison: Comparison) -> Iterator[Block]:
    summary = comparison.summary
    yield _tabulate_sides(summary)
    if line := describe_joined(comparison.joined, GRAPH_ROLES):
        yield Note(line)
    yield from map(Note, describe_aligned(summary.texts_aligned, GRAPH_ROLES))
    if summary.kinds:
        rows: list[list[FigureCell]] = [
            [_name_kind(kind, summary.nouns), number] for kind, number in summary.kinds.items()
        ]
        columns = [FigureColumn("", "kind", is_left=True), FigureColumn("bags", "bags")]
        yield Figures(columns, rows, "Bags by kind")


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


def describe_totals(summary: Summary) -> str:
    """Return how many bags differ, in a sentence or two."""
    if not summary.interesting and summary.differing:
        total = count(summary.bags, "bag")
        return f"None of {total} has one of the chosen kinds ({summary.differing:,} differ in any)."
    if not summary.interesting:
        return f"None of {count(summary.bags, 'bag')} differs: the graphs do not diverge."
    share = percent(summary.interesting_mentions, summary.mentions)
    mentions = f"{share} of the {summary.nouns.mention}s"
    total = count(summary.bags, "bag")
    is_one = summary.interesting == 1
    if summary.differing > summary.interesting:
        what = f"{'has' if is_one else 'have'} one of the chosen kinds ({summary.differing:,} differ in any)"
    else:
        what = f"{'differs' if is_one else 'differ'} ({percent(summary.interesting, summary.bags)})"
    if is_one:
        return f"1 of {total} {what}. It holds {mentions}."
    return (
        f"{summary.interesting:,} of {total} {what}. They hold {mentions}; "
        f"the largest has {summary.largest:,}."
    )


def _tabulate_sides(summary: Summary) -> Figures:
    baseline, changed = summary.shown_paths
    named = [("Baseline", baseline, summary.baseline), ("Changed", changed, summary.changed)]
    if summary.gold is not None:
        named.append(("Gold", summary.gold.path, summary.gold))
    nouns = summary.nouns
    return Figures(
        [FigureColumn(title, is_left=True) for title in ("", "file", "content")],
        [[name, path, describe_side(side, nouns)] for name, path, side in named],
        "Graphs",
    )


def describe_side(side: Side, nouns: Nouns = IN_TEXTS) -> str:
    """Return the numbers of documents, instances, mentions, statements and facts of one graph."""
    if nouns == OF_RECORDS:
        return f"{count(side.mentions, nouns.mention)}, {count(side.instances, nouns.chain)}"
    return (
        f"{count(side.documents, 'document')}, {count(side.instances, 'instance')}, "
        f"{count(side.mentions, 'mention')}, {count(side.statements, 'statement')}"
        + (f", {count(side.facts, 'fact')}" if side.facts else "")
    )


def _list_scores(summary: Summary, metrics: Sequence[str], *, verbose: bool) -> Iterator[Block]:
    if verbose and summary.gold is not None:
        titles = name_scores(summary.nouns)
        for name in ("baseline", "changed"):
            table = _choose(summary.scores[name], metrics)
            yield make_score_table(table, titles, title=HEADINGS[name])
    yield tabulate_scores(summary, metrics)


def tabulate_scores(summary: Summary, metrics: Sequence[str]) -> Figures:
    """Return the scores of both sides against gold with their differences, or without gold the similarity."""
    titles = name_scores(summary.nouns)
    tables = {name: _choose(table, metrics) for name, table in summary.scores.items()}
    if summary.gold is None:
        return make_score_table(tables[SIMILARITY], titles, title=HEADINGS[SIMILARITY])
    return _tabulate_differences(tables["baseline"], tables["changed"], summary.resampling, titles)


def _choose(table: Mapping[str, Score], metrics: Sequence[str]) -> dict[str, Score]:
    return {key: table[key] for key in metrics if key in table}


def _list_link_scores(summary: Summary) -> Iterator[Block]:
    """Yield a table of the scores of links to knowledge bases for each side, if there are any."""
    for name, links in summary.link_scores.items():
        key = "baseline" if name == SIMILARITY else "gold"
        roles = (key, "baseline" if name == "baseline" else "changed graph")
        yield make_score_table(list_link_scores(links), TITLES_WITH_LINKS, title=LINK_HEADINGS[name])
        yield from describe_links(links, roles)


def _tabulate_differences(
    baseline: Mapping[str, Score],
    changed: Mapping[str, Score],
    resampling: Resampling | None,
    titles: Mapping[str, str],
) -> Figures:
    """Return the F1 of both systems against gold by each metric, and the difference in points."""
    columns = [
        FigureColumn("F1", "metric", is_left=True),
        FigureColumn("baseline", "baseline"),
        FigureColumn("changed", "changed"),
        FigureColumn("points", "difference"),
        FigureColumn("95 % interval", "difference", rank=1),
        FigureColumn("p", "p", rank=2),
    ]
    rows: list[list[FigureCell]] = []
    for key in changed:
        before, after = baseline[key].f1, changed[key].f1
        f1 = resampling.metrics[key].f1 if resampling is not None and key in resampling.metrics else None
        drawn: list[FigureCell] = [FigureInterval(Points(None), Points(None)), None]
        if f1 is not None:
            drawn = [FigureInterval(Points(f1.low), Points(f1.high)), PValue(f1.p)]
        rows.append([titles[key], Rate(before), Rate(after), make_difference(before, after), *drawn])
    return Figures(columns, rows, "F1 against gold, and the difference in points")


def _list_links(comparison: Comparison) -> Iterator[Block]:
    """Yield with gold the links that only one of the graphs has, and the directions of the changes."""
    links = comparison.assessment.gross_links
    if links is None:
        return
    yield Note(
        f"Links made {links.made:,}, {links.made_right:,} right; "
        f"lost {links.lost:,}, {links.lost_right:,} right"
    )
    if counts := comparison.count_directions():
        order = (Direction.TOWARDS, Direction.AWAY, Direction.NEITHER)
        yield Figures(
            [
                FigureColumn("", "kind", is_left=True),
                *(FigureColumn(each.value, each.name.lower()) for each in order),
            ],
            [
                [_name_kind(kind, comparison.summary.nouns), *(directions[each] for each in order)]
                for kind, directions in counts.items()
            ],
            "Single changes by their direction",
        )


def _name_kind(kind: Kind, nouns: Nouns) -> str:
    """Return a kind as ``--kinds`` takes it; for records in words."""
    return kind.value if nouns == IN_TEXTS else kind_word(kind, nouns)


def _choose_bags(comparison: Comparison, most: int) -> Sequence[int]:
    """Return all bags if they are few, else those with the largest effect."""
    total = comparison.summary.interesting
    return range(total) if total <= most else comparison.find_most_effective(_EFFECT_METRIC, most)


def _list_bags(comparison: Comparison, places: Sequence[int], *, with_changes: bool) -> Iterator[Block]:
    total = comparison.summary.interesting
    if not total:
        return
    ascending = sorted(places)
    bags = dict(zip(ascending, comparison.contents.build(ascending), strict=True))
    items = []
    for place in places:
        items.append(list_item(f"{place + 1:,}  {bags[place].title}"))
        if with_changes:
            rows = bags[place].divergences[:_MOST_CHANGES]
            items += (list_item(_place_row(bags[place], row), 1) for row in rows)
            if rest := len(bags[place].divergences) - len(rows):
                items.append(list_item(f"and {rest:,} more", 1))
    title = f"Bags with the largest effect on {METRICS[_EFFECT_METRIC].title}, with their numbers"
    yield Folded(title if total > len(places) else "Bags that differ, with their numbers", items, total)


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
