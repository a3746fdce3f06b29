"""Scores of relations become a second table of text, and a part of the JSON of scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from coala.base.plain_text import last_part, plain_words
from coala.report.score_table import score_table
from coala.scores.ratio import scores_as_json
from coala.scores.relations.counts import Unit
from coala.scores.relations.scoring import ALL_RELATIONS, RelationTable

MOST_LINES = 50
"""Lines of relations that a person reads; JSON has all of them."""

_UNITS = {
    Unit.NP: "mentions that have one (unit np)",
    Unit.LINK: "pairs of a mention and what it is related to (unit link)",
}


def relation_lines(table: RelationTable) -> Iterator[str]:
    """A line for each relation, and one for all of them together."""
    yield f"Relations, lifted to identity: {_UNITS[table.unit]}"
    rows = [name for name in table.scores if name != ALL_RELATIONS]
    shown = {name: table.scores[name] for name in [*rows[:MOST_LINES], ALL_RELATIONS]}
    yield from score_table(shown, _titles(shown))
    if len(rows) > MOST_LINES:
        yield f"and {len(rows) - MOST_LINES:,} more: --json has them all."


def relations_to_json(table: RelationTable) -> dict[str, object]:
    """What they add to the document: the table, and what was counted."""
    return {"relations": scores_as_json(table.scores), "relations_unit": table.unit.value}


def _titles(names: Iterable[str]) -> dict[str, str]:
    """Each relation as a person reads it; those that would read alike by their whole names."""
    parts = {name: plain_words(last_part(name)) for name in names}
    times = Counter(parts.values())
    return {name: part if times[part] == 1 else plain_words(name) for name, part in parts.items()}
