"""Report and JSON of ``coala score`` with several responses: a table for each metric, and shared links."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.board.board import MetricDeltas
from coala.board.systems import LinkCount, ScoredSystem, ScoredSystems
from coala.model.notices.notice import notice_to_json
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.options import Match
from coala.present.blocks import Block, FigureCell, FigureColumn, Figures, Note, Report, list_item
from coala.present.figures import FigureInterval, Points, PValue, Rate, show
from coala.results.score_tables import make_interval, name_scores, number_paths
from coala.results.scores.score import list_slices, tables_to_json
from coala.results.scores.slices import report_slices
from coala.scores.ratio import MeanScore, Ratio, scores_to_json

_MOST_SETS = 12
"""The most sets of systems in a table; the JSON has all."""


def report_systems(scored: ScoredSystems, metrics: Sequence[str], nouns: Nouns = IN_TEXTS) -> Report:
    """Report a table for each metric, then errors, shared links, and chains that are divided differently."""
    titles, names = name_scores(nouns), number_paths([system.path for system in scored.systems])
    best = max(scored.systems, key=lambda system: system.scores[metrics[0]].f1 or 0.0)
    f1 = show(Rate(best.scores[metrics[0]].f1))
    claim = (
        f"{len(scored.systems)} systems against {scored.key}: "
        f"{titles[metrics[0]]} F1 is highest for {names[scored.systems.index(best)]}, {f1}"
    )
    blocks = tuple(_list_blocks(scored, metrics, names, nouns))
    return Report("score", claim, blocks, wanted="slice" if scored.sliced else "")


def _list_blocks(
    scored: ScoredSystems, metrics: Sequence[str], names: Sequence[str], nouns: Nouns
) -> Iterator[Block]:
    for number, system in enumerate(scored.systems, 1):
        yield list_item(f"{number}  {system.path}")
    titles = name_scores(nouns)
    for metric in metrics:
        rows = [_make_row(name, system, metric) for name, system in zip(names, scored.systems, strict=True)]
        yield Figures(_COLUMNS, rows, titles[metric])
    drawn = "bags of all systems" if scored.resampling.joint else "bags of each pair"
    yield Note(
        f"Intervals by bootstrap over {scored.resampling.bags:,} {drawn}, {scored.resampling.samples:,} "
        "samples; differences in points. * Holm's adjusted p is below .05."
    )
    # Without further tables there is nothing for any system.
    wholes = {name: each.whole or each.scores for name, each in zip(names, scored.sliced, strict=False)}
    for slices in zip(*map(list_slices, scored.sliced), strict=True):
        yield from report_slices(dict(zip(names, slices, strict=True)), wholes, nouns)
    yield Figures(
        [
            FigureColumn("", "system", is_left=True),
            FigureColumn("links missing", "links_missing"),
            FigureColumn("links wrong", "links_wrong"),
            FigureColumn(f"{nouns.mention}s missing", "mentions_missing", rank=1),
            FigureColumn(f"{nouns.mention}s wrong", "mentions_wrong", rank=1),
        ],
        [_make_error_row(name, system) for name, system in zip(names, scored.systems, strict=True)],
        "Errors",
    )
    if scored.match is not Match.EXACT:
        return
    yield Note(
        nouns.say(
            "Links as MUC counts them: a chain that the other side parts into k pieces has k − 1. The next "
            "two tables count pairs of neighbours in a chain that are not together there, which is as many "
            "or more."
        )
    )
    for title, counts in (
        ("Links of the key, by the systems that find them", scored.found),
        ("Wrong links, by the systems that make them", scored.wrong),
    ):
        whole_title = nouns.say(f"{title} (a link joins a mention to the one before it in its chain)")
        yield from _tabulate_sets(whole_title, counts, len(scored.systems))
    if scored.parted:
        yield Figures(
            [
                FigureColumn("", "chain", is_left=True),
                *_number_columns(len(scored.systems), "parts"),
                FigureColumn(f"{nouns.mention}s", "mentions"),
            ],
            [[excerpt(each.words), *each.parts, each.mentions] for each in scored.parted],
            nouns.say("Chains of the key that the systems divide most differently: parts in each system"),
        )


_COLUMNS = (
    FigureColumn("", "system", is_left=True),
    FigureColumn("recall", "recall", rank=3),
    FigureColumn("precision", "precision", rank=2),
    FigureColumn("F1", "f1"),
    FigureColumn("95 %", "f1", rank=1),
    FigureColumn("against 1", "points"),
    FigureColumn("95 %", "points"),
    FigureColumn("p", "p", rank=4),
    FigureColumn("Holm", "holm"),
)


def _make_row(name: str, system: ScoredSystem, metric: str) -> Sequence[FigureCell]:
    score = system.scores[metric]
    rates: tuple[FigureCell, ...] = (Rate(score.recall.value), Rate(score.precision.value))
    if isinstance(score, MeanScore):
        rates = (None, None)
    bounds = make_interval(system.f1.get(metric))
    return (name, *rates, Rate(score.f1), bounds, *_make_change(system.deltas.get(metric)))


def _make_change(change: MetricDeltas | None) -> tuple[FigureCell, ...]:
    if change is None:
        return None, None, None, None
    f1 = change.f1
    limits = FigureInterval(Points(f1.low), Points(f1.high))
    return Points(f1.value), limits, PValue(f1.p), PValue(f1.holm, f1.is_established)


def _make_error_row(name: str, system: ScoredSystem) -> Sequence[FigureCell]:
    ratios = [
        ratio
        for metric in ("muc", "mentions")
        for ratio in (system.scores[metric].recall, system.scores[metric].precision)
    ]
    return name, *map(_count_rest, ratios)


def _count_rest(ratio: Ratio) -> int:
    return ratio.denominator - ratio.numerator


def _number_columns(systems: int, key: str) -> list[FigureColumn]:
    return [FigureColumn(str(number), f"{key}_{number}") for number in range(1, systems + 1)]


def _tabulate_sets(title: str, counts: Sequence[LinkCount], systems: int) -> Iterator[Block]:
    """Yield a row for each set of systems: a mark under each of them, and the number of links."""
    columns = [
        FigureColumn("", is_left=True),
        *_number_columns(systems, "system"),
        FigureColumn("links", "links"),
    ]
    rows = []
    for each in counts[:_MOST_SETS]:
        marks = ("●" if place in each.systems else "·" for place in range(systems))
        rows.append(["" if each.systems else "none", *marks, each.links])
    yield Figures(columns, rows, title)
    if rest := counts[_MOST_SETS:]:
        links = count(sum(each.links for each in rest), "link")
        yield Note(f"and {links} in {count(len(rest), 'more set')}: --json has them.")


def render_systems_json(scored: ScoredSystems, metrics: Sequence[str]) -> str:
    """Return the ``coala-systems/1`` document; systems are numbered from 0."""
    document = {
        "format": "coala-systems/1",
        "key": scored.key,
        "match": scored.match.value,
        "systems": [_system_to_json(system, metrics) for system in scored.systems],
        "bootstrap": scored.resampling._asdict(),
        "links_found": [each._asdict() for each in scored.found],
        "links_wrong": [each._asdict() for each in scored.wrong],
        "parted_chains": [each._asdict() for each in scored.parted],
        "warnings": list(map(notice_to_json, scored.notices)),
    }
    if scored.sliced:
        document["by"] = list(map(tables_to_json, scored.sliced))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _system_to_json(system: ScoredSystem, metrics: Sequence[str]) -> dict[str, object]:
    return {
        "path": system.path,
        "scores": scores_to_json({metric: system.scores[metric] for metric in metrics}),
        "f1_intervals": {
            metric: [bounds.low, bounds.high] for metric, bounds in system.f1.items() if metric in metrics
        },
        "against_first": {
            metric: {name: delta._asdict() for name, delta in change._asdict().items()}
            for metric, change in system.deltas.items()
            if metric in metrics
        },
    }
