"""Text and JSON of the scores of slices: a line for each slice, and last the whole.

::

    By form: mentions, each with its link to an earlier one; the slices add up
                  key  response  MUC R    P       F1       B³ R     P       F1
    pronoun       412       398  0.8123   0.7900  0.8010   …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coala.base.numerals import decimal
from coala.engine.score import SliceTable
from coala.model.nouns import IN_TEXTS, Nouns
from coala.scores.findings import ATTRIBUTE, FILTER, TITLES
from coala.scores.ratio import MeanScore, Score, scores_to_json

_DIGITS = 4

_LEAST_TITLE = 12
"""The least width of the column of slices."""

_UNITS = {"distance": " sentences", "range": " sentences", "size": ""}
"""The words after the numbers of a slice."""

_WAYS = {
    ATTRIBUTE: "mentions, each with its link to an earlier one; the slices add up",
    FILTER: "classes with a mention in the slice; a class can be in several slices",
}

_HIDDEN = ("mentions",)
"""The score that the two columns of numbers replace."""


def render_slices(table: SliceTable, whole: Mapping[str, Score], nouns: Nouns = IN_TEXTS) -> Iterator[str]:
    """Yield a table of the slices; ``whole`` has the scores of all mentions."""
    unit = _UNITS.get(table.name, "")
    yield f"By {table.name}{f' in{unit}' if unit else ''}: {nouns.say(_WAYS[table.way])}"
    if table.sources is not None:
        stated, other, listed, unknown = table.sources
        yield (
            f"  Forms known from the file: {stated:,}, from the other graph: {other:,}, "
            f"from the list of pronouns ({', '.join(table.languages)}): {listed:,}; unknown: {unknown:,}."
        )
    rows = {**table.rows, "whole": whole}
    metrics = [name for name in next(iter(table.rows.values())) if name not in _HIDDEN]
    width = max(_LEAST_TITLE, *map(len, rows))
    headings = [f"{TITLES[name]} {'F1' if name == 'conll' else 'R':<2}" for name in metrics]
    columns = [
        f"{heading:<8}" if name == "conll" else f"{heading:<8} {'P':<7} {'F1':<7}"
        for name, heading in zip(metrics, headings, strict=True)
    ]
    yield f"  {'':<{width}} {'key':>9} {'response':>9}  {'  '.join(columns)}".rstrip()
    for title, scores in rows.items():
        counts = scores["mentions"]
        cells = "  ".join(_format(scores[name]) for name in metrics)
        recall, precision = counts.recall.denominator, counts.precision.denominator
        yield f"  {title:<{width}} {recall:>9,} {precision:>9,}  {cells}".rstrip()


def slices_to_json(table: SliceTable) -> dict[str, object]:
    """Return the table: its way, the sources of forms, and the scores of each slice."""
    rows = {title: scores_to_json(scores) for title, scores in table.rows.items()}
    sources = {} if table.sources is None else {"forms": table.sources._asdict()}
    return {"way": table.way, **sources, "slices": rows}


def _format(score: Score) -> str:
    f1 = f"{decimal(score.f1, _DIGITS):<7}"
    if isinstance(score, MeanScore):
        return f"{f1:<8}"
    recall, precision = (decimal(ratio.value, _DIGITS) for ratio in (score.recall, score.precision))
    return f"{recall:<8} {precision:<7} {f1}"
