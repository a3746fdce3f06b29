"""Bars of verdicts and lines of scores for HTML pages, in percent of the available width.

A bar is a row of segments, one for each verdict: 3 better and 1 worse are segments of 75 % and 25 %. The
templates draw them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coala.model.bag import Verdict
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.sides import VERDICT_WORDS
from coala.present.figures import points
from coala.present.phrases import VERDICT_SIGNS, kind_word
from coala.results.words import format_score
from coala.scores.findings import TITLES
from coala.scores.ratio import Score
from coala.verdicts.tally import Counts, Tally


class Segment(NamedTuple):
    """A part of a bar: the bags, or the links and changes, with one verdict."""

    # The CSS class of the verdict, its sign, and its words.
    name: str
    sign: str
    words: str
    number: int
    # In percent of the bar.
    begin: float
    width: float


class StackedBar(NamedTuple):
    """A bar that shows how the verdicts on some bags, or links and changes, are divided."""

    name: str
    segments: tuple[Segment, ...]
    total: int

    @property
    def words(self) -> str:
        """The bar as text, for screen readers."""
        return f"{self.name}: " + ", ".join(
            f"{segment.number:,} {segment.words}" for segment in self.segments
        )


class ScoreLine(NamedTuple):
    """The figures of one metric, and the F1 of each graph in percent, None if undefined."""

    name: str
    figures: tuple[str, ...]
    change: str
    before: float | None
    after: float | None


def make_verdict_bars(tally: Tally, disputed: int, nouns: Nouns = IN_TEXTS) -> list[StackedBar]:
    """Return the bar of all bags, then one of the links and changes of each kind that has verdicts."""
    unjudged = tally.interesting - tally.judged - tally.unsure - disputed
    rest = (("disputed", "≠", "disputed", disputed), ("open", "○", "not judged", unjudged))
    bars = [_make_bar("All bags", tally, rest)]
    return bars + [
        _make_bar(kind_word(kind, nouns), counts, (("open", "○", "open", counts.open),))
        for kind, counts in tally.by_kind.items()
    ]


def _make_bar(name: str, counts: Counts, rest: tuple[tuple[str, str, str, int], ...]) -> StackedBar:
    """Return a bar of the verdicts, followed by ``rest``: (CSS class, sign, words, number)."""
    counted = (counts.better, counts.worse, counts.same, counts.unsure)
    parts = [
        (verdict.name.lower(), VERDICT_SIGNS[verdict], VERDICT_WORDS[verdict], number)
        for verdict, number in zip(Verdict, counted, strict=True)
    ]
    parts = [part for part in (*parts, *rest) if part[-1]]
    total = sum(part[-1] for part in parts)
    segments, at = [], 0.0
    for key, sign, words, number in parts:
        width = 100 * number / total
        segments.append(Segment(key, sign, words, number, round(at, 3), round(width, 3)))
        at += width
    return StackedBar(name, tuple(segments), total)


def make_score_lines(
    scores: Mapping[str, Mapping[str, Score]], nouns: Nouns = IN_TEXTS
) -> Iterator[ScoreLine]:
    """Yield a line for each metric: of one table (two systems compared), or of both sides against gold."""
    # One table without gold (similarity), or two with it: baseline and changed.
    tables = list(scores.values())
    for metric in tables[0]:
        of_metric = [table[metric] for table in tables]
        first, last = of_metric[0].f1, of_metric[-1].f1
        change = ""
        if len(tables) > 1:
            change = points(None if first is None or last is None else last - first)
        yield ScoreLine(
            nouns.say(TITLES[metric]),
            tuple(figure for score in of_metric for figure in format_score(score)),
            change,
            None if first is None or len(tables) == 1 else round(100 * first, 2),
            None if last is None else round(100 * last, 2),
        )
