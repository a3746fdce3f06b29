"""Tables and JSON of the scores of slices: a row for each slice, and last the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coala.engine.score import SliceTable
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.blocks import Block, FigureCell, FigureColumn, Figures, Note
from coala.present.figures import Rate
from coala.results.score_tables import name_scores
from coala.scores.findings import ATTRIBUTE, FILTER
from coala.scores.ratio import MeanScore, Score, scores_to_json

_UNITS = {"distance": " sentences", "range": " sentences", "size": ""}
"""The words after the numbers of a slice."""

_WAYS = {
    ATTRIBUTE: "mentions, each with its link to an earlier one; the slices add up",
    FILTER: "classes with a mention in the slice; a class can be in several slices",
    "document": "every class restricted to the document",
    "type": "recall of the key's classes of the type, precision of the response's",
}

_WHOLE = "whole"
_COUNTED = "mentions"
"""The score that the two columns of numbers replace."""


def report_slices(
    tables: Mapping[str, SliceTable], wholes: Mapping[str, Mapping[str, Score]], nouns: Nouns = IN_TEXTS
) -> Iterator[Block]:
    """Yield one table of the slices of one or more systems, by their names.

    ``wholes`` has the scores of all mentions of each system. The name of a single system is not shown.
    """
    first = next(iter(tables.values()))
    measured = next(iter(first.rows.values()), {})
    has_counts = _COUNTED in measured
    metrics = [name for name in measured if name != _COUNTED]
    titles = name_scores(nouns)
    columns = [
        FigureColumn("", "slice", is_left=True),
        *([FigureColumn("system", "system", is_left=True)] if len(tables) > 1 else []),
        *([FigureColumn("key", "key", rank=1)] if has_counts else []),
        *([FigureColumn("response", "response", rank=1)] if has_counts else []),
    ]
    for place, name in enumerate(metrics, 2):
        if name != "conll":
            columns.append(FigureColumn(f"{titles[name]} R", f"{name}_recall", rank=place))
            columns.append(FigureColumn("P", f"{name}_precision", rank=place))
        columns.append(FigureColumn(f"{titles[name]} F1", f"{name}_f1", rank=place - 2))
    unit = _UNITS.get(first.name, "")
    way = _WAYS.get(first.name, _WAYS[first.way])
    title = f"By {first.name}{f' in{unit}' if unit else ''}: {nouns.say(way)}"
    slices = dict.fromkeys(name for table in tables.values() for name in (*table.rows, _WHOLE))
    # The whole is last, also where a system has more slices than the first.
    order = [*(name for name in slices if name != _WHOLE), _WHOLE]
    rows = [
        [name, *([system] if len(tables) > 1 else []), *_make_cells(scores, metrics)]
        for name in order
        for system, table in tables.items()
        if (scores := wholes[system] if name == _WHOLE else table.rows.get(name)) is not None
    ]
    yield Figures(columns, rows, title)
    for system, table in tables.items():
        yield from _describe_sources(table, f"{system}: " if len(tables) > 1 else "")


def _describe_sources(table: SliceTable, opening: str) -> Iterator[Note]:
    if table.sources is not None:
        stated, other, listed, unknown = table.sources
        yield Note(
            f"{opening}Forms known from the file: {stated:,}, from the other graph: {other:,}, "
            f"from the list of pronouns ({', '.join(table.languages)}): {listed:,}; unknown: {unknown:,}."
        )


def slices_to_json(table: SliceTable) -> dict[str, object]:
    """Return the table: its way, the sources of forms, and the scores of each slice."""
    rows = {title: scores_to_json(scores) for title, scores in table.rows.items()}
    sources = {} if table.sources is None else {"forms": table.sources._asdict()}
    return {"way": table.way, **sources, "slices": rows}


def _make_cells(scores: Mapping[str, Score], metrics: Sequence[str]) -> list[FigureCell]:
    counts = scores.get(_COUNTED)
    cells: list[FigureCell] = []
    if counts is not None:
        cells += [counts.recall.denominator, counts.precision.denominator]
    for name in metrics:
        score = scores.get(name)
        if score is None:
            cells += [None, None, None]
        elif not isinstance(score, MeanScore):
            cells += [Rate(score.recall.value), Rate(score.precision.value), Rate(score.f1)]
        else:
            cells += [*([] if name == "conll" else [None, None]), Rate(score.f1)]
    return cells
