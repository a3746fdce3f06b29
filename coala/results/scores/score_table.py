"""A small text table of scores: one line for each metric, with recall, precision and F1.

             recall                 precision              F1
MUC          0.5000  3/6            0.7500  3/4            0.6000
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coala.base.numerals import NOT_APPLICABLE, count, decimal
from coala.model.nouns import Nouns
from coala.present.phrases import signed
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

_DIGITS = 4

_LEVEL = "95 %"
"""The level of the intervals of scores."""

_NARROWEST = 12
"""The least width of the column of names, so that tables of metrics are aligned with each other."""

# Longer fractions are not readable.
_LONGEST_FRACTION = 12


def name_scores(nouns: Nouns) -> dict[str, str]:
    """Return the titles of all scores: those named Mentions are Records in tables of records."""
    return {key: nouns.say(title) for key, title in TITLES_WITH_LINKS.items()}


def render_score_table(
    scores: Mapping[str, Score],
    titles: Mapping[str, str] = TITLES,
    intervals: Mapping[str, Bounds] | None = None,
    *,
    fractions: bool = True,
) -> Iterator[str]:
    """Yield one line for each metric: recall, precision and F1, with their fractions if these are short.

    A mean of metrics only has an F1. ``intervals`` are those of F1. Without ``fractions`` the table is
    narrow.
    """
    # The width of a cell of recall or precision.
    room = 22 if fractions else 10
    intervals = intervals or {}
    width = max([_NARROWEST, *(len(titles[key]) for key in scores)])
    f1_heading = f"F1      {_LEVEL}" if intervals else "F1"
    yield f"  {'':<{width}} {'recall':<{room}} {'precision':<{room}} {f1_heading}"
    for key, score in scores.items():
        has_only_f1 = isinstance(score, MeanScore)
        recall, precision = (
            ("", "")
            if has_only_f1
            else (_format_ratio(score.recall, fractions), _format_ratio(score.precision, fractions))
        )
        f1 = (
            f"{decimal(score.f1, _DIGITS):<7} {_format_interval(intervals.get(key))}"
            if intervals
            else decimal(score.f1, _DIGITS)
        )
        yield f"  {titles[key]:<{width}} {recall:<{room}} {precision:<{room}} {f1}".rstrip()


def list_link_scores(links: LinkScores | None) -> dict[str, Score]:
    """Return the micro and macro scores of links as rows for a table; none if there are no links."""
    return {} if links is None else {MICRO_LINKS: links.total.score, MACRO_LINKS: links.macro}


def describe_links(links: LinkScores, roles: Sequence[str]) -> Iterator[str]:
    """Yield what a table of scores does not say of links: their bases, and the mentions on both sides.

    ``roles`` are the words for the key and the response.
    """
    total, nil = links.total, links.nil
    documents = count(links.macro.documents, "document")
    yield f"  Links to {', '.join(links.bases)}; macro over {documents} with links."
    yield (
        f"  Both link {count(total.both, 'mention')}, {total.right:,} to the same entry "
        f"({decimal(total.accuracy.value, _DIGITS)}). Without a name: {nil.key:,} of the {roles[0]}, "
        f"{nil.response:,} of the {roles[1]}, {nil.both:,} of both."
    )


def format_difference(before: float | None, after: float | None) -> str:
    """Return the change in points (hundredths of a score) with its sign, or n/a."""
    return NOT_APPLICABLE if before is None or after is None else signed(100 * (after - before))


def _format_interval(bounds: Bounds | None) -> str:
    if bounds is None or bounds.low is None or bounds.high is None:
        return NOT_APPLICABLE
    return f"{decimal(bounds.low, _DIGITS)} to {decimal(bounds.high, _DIGITS)}"


def _format_ratio(ratio: Ratio, fractions: bool) -> str:
    fraction = f"{ratio.numerator}/{ratio.denominator}"
    if not fractions or ratio.value is None or len(fraction) > _LONGEST_FRACTION:
        return decimal(ratio.value, _DIGITS)
    return f"{decimal(ratio.value, _DIGITS)}  {fraction}"
