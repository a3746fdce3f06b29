"""Text and JSON of ``coala score`` with several responses: one table for each metric, and shared links."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from coala.base.numerals import NOT_APPLICABLE, count, decimal
from coala.base.plain_text import excerpt
from coala.board.board import MetricDeltas
from coala.board.systems import LinkCount, ScoredSystem, ScoredSystems
from coala.model.notices.notice import notice_to_json
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.options import Match
from coala.results.board.tables import (
    align_columns,
    format_adjusted_p,
    format_interval,
    format_p,
    format_points,
)
from coala.results.scores.score_table import name_scores
from coala.scores.findings import Bounds
from coala.scores.ratio import MeanScore, Ratio, scores_to_json

_DIGITS = 4
_MOST_SETS = 12
"""The most sets of systems in a table of the text; the JSON has all."""


def render_systems_text(
    scored: ScoredSystems, metrics: Sequence[str], nouns: Nouns = IN_TEXTS
) -> Iterator[str]:
    """Yield a table for each metric, then errors, shared links, and chains that are divided differently."""
    yield f"{len(scored.systems)} systems against {scored.key}"
    yield from (f"  {number}  {system.path}" for number, system in enumerate(scored.systems, 1))
    for metric in metrics:
        yield ""
        yield name_scores(nouns)[metric]
        rows = [_make_row(number, system, metric) for number, system in enumerate(scored.systems, 1)]
        head = ("", "recall", "precision", "F1", "95 %", "against 1", "95 %", "p", "Holm")
        yield from align_columns([head, *rows])
    drawn = "bags of all systems" if scored.resampling.joint else "bags of each pair"
    yield ""
    yield (
        f"Intervals by bootstrap over {scored.resampling.bags:,} {drawn}, {scored.resampling.samples:,} "
        "samples; differences in points. * Holm's adjusted p is below .05."
    )
    yield ""
    yield "Errors"
    errors = ("", "links missing", "links wrong", f"{nouns.mention}s missing", f"{nouns.mention}s wrong")
    yield from align_columns(
        [errors, *(_make_error_row(number, system) for number, system in enumerate(scored.systems, 1))]
    )
    if scored.match is not Match.EXACT:
        return
    yield nouns.say(
        "Links as MUC counts them: a chain that the other side parts into k pieces has k − 1. The next two "
        "tables count pairs of neighbours in a chain that are not together there, which is as many or more."
    )
    for title, counts in (
        ("Links of the key, by the systems that find them", scored.found),
        ("Wrong links, by the systems that make them", scored.wrong),
    ):
        yield ""
        yield nouns.say(f"{title} (a link joins a mention to the one before it in its chain)")
        yield from _render_sets(counts, len(scored.systems))
    if scored.parted:
        yield ""
        yield nouns.say("Chains of the key that the systems divide most differently: parts in each system")
        numbers = map(str, range(1, len(scored.systems) + 1))
        rows = [(excerpt(each.words), *map(str, each.parts), str(each.mentions)) for each in scored.parted]
        yield from align_columns([("", *numbers, f"{nouns.mention}s"), *rows])


def _make_row(number: int, system: ScoredSystem, metric: str) -> tuple[str, ...]:
    score = system.scores[metric]
    has_only_f1 = isinstance(score, MeanScore)
    rates = ("", "") if has_only_f1 else (_format(score.recall), _format(score.precision))
    change = system.deltas.get(metric)
    return (
        str(number),
        *rates,
        decimal(score.f1, _DIGITS),
        _format_bounds(system.f1.get(metric)),
        *_format_change(change),
    )


def _format(ratio: Ratio) -> str:
    return decimal(ratio.value, _DIGITS)


def _format_bounds(bounds: Bounds | None) -> str:
    if bounds is None or bounds.low is None or bounds.high is None:
        return NOT_APPLICABLE
    return f"{decimal(bounds.low, _DIGITS)} to {decimal(bounds.high, _DIGITS)}"


def _format_change(change: MetricDeltas | None) -> tuple[str, str, str, str]:
    if change is None:
        return "", "", "", ""
    f1 = change.f1
    return format_points(f1), format_interval(f1), format_p(f1.p), format_adjusted_p(f1)


def _make_error_row(number: int, system: ScoredSystem) -> tuple[str, ...]:
    cells = [str(number)]
    for metric in ("muc", "mentions"):
        score = system.scores[metric]
        cells += [_count_rest(score.recall), _count_rest(score.precision)]
    return tuple(cells)


def _count_rest(ratio: Ratio) -> str:
    return f"{ratio.denominator - ratio.numerator:,}"


def _render_sets(counts: Sequence[LinkCount], systems: int) -> Iterator[str]:
    """Yield a line for each set of systems: a mark under each of them, and the number of links."""
    head = ("", *map(str, range(1, systems + 1)), "links")
    rows = []
    for each in islice(counts, _MOST_SETS):
        marks = ("●" if place in each.systems else "·" for place in range(systems))
        rows.append(("" if each.systems else "none", *marks, f"{each.links:,}"))
    yield from align_columns([head, *rows])
    if rest := counts[_MOST_SETS:]:
        links = count(sum(each.links for each in rest), "link")
        yield f"  and {links} in {count(len(rest), 'more set')}: --json has them."


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
