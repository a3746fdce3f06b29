"""Tables of scores: a row for each metric, with recall, precision and F1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from coala.base.numerals import count
from coala.model.nouns import Nouns
from coala.present.blocks import DETAIL, FigureCell, FigureColumn, Figures, Note
from coala.present.figures import FigureInterval, Points, Rate, show
from coala.scores.findings import SIMILARITY, TITLES, Bounds
from coala.scores.link_scores import MACRO_LINKS, MICRO_LINKS, LinkScores
from coala.scores.ratio import MeanScore, Ratio, Score

HEADINGS = {
    SIMILARITY: "Similarity of the two systems (no gold): changed against baseline",
    "baseline": "Baseline against gold",
    "changed": "Changed against gold",
}
"""The heading of each table of scores; without gold it is never called quality."""

LINK_HEADINGS = {
    SIMILARITY: "Similarity of the links (no gold): changed against baseline",
    "baseline": "Links of the baseline against gold",
    "changed": "Links of the changed graph against gold",
}
"""The heading of each table of links."""

TITLES_WITH_LINKS = {**TITLES, MICRO_LINKS: "Links", MACRO_LINKS: "Links, macro"}
"""Names of the metrics of clusters and of links."""

# Longer fractions are not readable.
_LONGEST_FRACTION = 12


def name_scores(nouns: Nouns) -> dict[str, str]:
    """Return the titles of all scores: those named Mentions are Records in tables of records."""
    return {key: nouns.say(title) for key, title in TITLES_WITH_LINKS.items()}


def number_paths(paths: Sequence[str]) -> list[str]:
    """Return a name for the row of each path: its number, and its stem, or all of it if stems are equal."""
    stems = [PurePath(path).stem or path for path in paths]
    times = Counter(stems)
    named = zip(paths, stems, strict=True)
    return [f"{number} {stem if times[stem] == 1 else path}" for number, (path, stem) in enumerate(named, 1)]


def make_score_table(
    scores: Mapping[str, Score],
    titles: Mapping[str, str] = TITLES,
    intervals: Mapping[str, Bounds] | None = None,
    *,
    title: str = "",
    first: str = "metric",
) -> Figures:
    """Return a row for each metric: recall, precision and F1, with the fractions of the first two.

    A mean of metrics only has an F1. ``intervals`` are those of F1. ``first`` is the key of the column of
    names.
    """
    columns = [
        FigureColumn("", first, is_left=True),
        FigureColumn("recall", "recall"),
        FigureColumn("", rank=DETAIL, is_left=True),
        FigureColumn("precision", "precision"),
        FigureColumn("", rank=DETAIL, is_left=True),
        FigureColumn("F1", "f1"),
        *([FigureColumn("95 %", "f1", rank=1)] if intervals else []),
    ]
    rows: list[list[FigureCell]] = []
    for key, score in scores.items():
        cells: list[FigureCell] = [None] * 4
        if not isinstance(score, MeanScore):
            cells = [*_make_cells(score.recall), *_make_cells(score.precision)]
        bounds = [make_interval(intervals.get(key))] if intervals else []
        rows.append([titles[key], *cells, Rate(score.f1), *bounds])
    return Figures(columns, rows, title)


def make_interval(bounds: Bounds | None) -> FigureInterval:
    """Return the interval of a score."""
    return (
        FigureInterval(Rate(None), Rate(None))
        if bounds is None
        else FigureInterval(Rate(bounds.low), Rate(bounds.high))
    )


def make_difference(before: float | None, after: float | None) -> Points:
    """Return the change of a score, undefined if either is."""
    return Points(None if before is None or after is None else after - before)


def list_link_scores(links: LinkScores | None) -> dict[str, Score]:
    """Return the micro and macro scores of links as rows for a table; none if there are no links."""
    return {} if links is None else {MICRO_LINKS: links.total.score, MACRO_LINKS: links.macro}


def describe_links(links: LinkScores, roles: Sequence[str]) -> Iterator[Note]:
    """Yield what a table of scores does not say of links: their bases, and the mentions on both sides.

    ``roles`` are the words for the key and the response.
    """
    total, nil = links.total, links.nil
    documents = count(links.macro.documents, "document")
    yield Note(f"Links to {', '.join(links.bases)}; macro over {documents} with links.")
    yield Note(
        f"Both link {count(total.both, 'mention')}, {total.right:,} to the same entry "
        f"({show(Rate(total.accuracy.value))}). Without a name: {nil.key:,} of the {roles[0]}, "
        f"{nil.response:,} of the {roles[1]}, {nil.both:,} of both."
    )


def _make_cells(ratio: Ratio) -> tuple[Rate, str]:
    """Return a recall or a precision, and its fraction."""
    fraction = f"{ratio.numerator}/{ratio.denominator}"
    is_shown = ratio.value is not None and len(fraction) <= _LONGEST_FRACTION
    return Rate(ratio.value), fraction if is_shown else ""
