"""Tables and JSON of the scores of relations and facts, for ``coala score``.

A relation is a predicate between instances, such as *works for*; a fact is a statement or an event that a
graph marks as read from the text. Both are lifted to identity: a statement about an instance counts as one
about its chain. Intervals are from resamples of bags or documents (``DrawnUnits``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from coala.base.numerals import count
from coala.base.plain_text import last_part, plain_words
from coala.base.statistics import TAIL
from coala.present.blocks import Block, Note
from coala.present.figures import percent
from coala.results.score_tables import make_score_table
from coala.scores.bootstrap import SEED, RateBounds
from coala.scores.ratio import Score, score_to_json, scores_to_json
from coala.scores.relations.facts import FactScores
from coala.scores.relations.intervals import DOCUMENTS, FEWEST_UNITS, DrawnUnits, Unit
from coala.scores.relations.scoring import ALL_RELATIONS, RelationTable

MOST_LINES = 50
"""The most relations in the text, those that count most; the JSON has all of them."""

_LONGEST_NAME = 40

_UNITS = {
    Unit.NP: "mentions that have one (unit np)",
    Unit.LINK: "pairs of a mention and what it is related to (unit link)",
}


_OF_FACTS = {"facts": "Facts", "roles": "Roles", "events": "Events"}


def report_relations(table: RelationTable) -> Iterator[Block]:
    """Yield a row for each relation, and one for all of them together."""
    rows = [name for name in table.scores if name != ALL_RELATIONS]
    frequent = set(sorted(rows, key=lambda name: -_measure_weight(table.scores[name]))[:MOST_LINES])
    shown = {name: score for name, score in table.scores.items() if name in frequent or name == ALL_RELATIONS}
    yield make_score_table(
        shown,
        _choose_titles(shown),
        {name: row.f1 for name, row in table.bounds.items()},
        title=f"Relations, lifted to identity: {_UNITS[table.unit]}",
        first="relation",
    )
    if len(rows) > MOST_LINES:
        yield Note(f"and {len(rows) - MOST_LINES:,} smaller ones: --json has them all.")
    yield Note(_describe_draw(table.drawn, any_bounds=bool(table.bounds)))


def relations_to_json(table: RelationTable) -> dict[str, object]:
    """Return the relations' part of the document: the table, and what was counted."""
    rows = scores_to_json(table.scores)
    if table.bounds:
        intervals = {name: _bounds_to_json(bounds) for name, bounds in table.bounds.items()}
        rows = {
            name: {**score_to_json(score), "intervals": intervals.get(name)}
            for name, score in table.scores.items()
        }
    return {
        "relations": rows,
        "relations_unit": table.unit.value,
        "relations_resampled": {
            "of": table.drawn.units,
            "count": table.drawn.number,
            "largest_bag": table.drawn.largest,
            "mentions": table.drawn.mentions,
            "seed": SEED,
            "interval": "percentile",
            "level": 1 - 2 * TAIL,
        },
    }


def report_facts(scores: FactScores) -> Iterator[Block]:
    """Yield a row for facts, one for the roles of events, and one for whole events."""
    title = "Facts, lifted to identity: statements, roles of events, and events with all roles right"
    yield make_score_table(scores.tables(), _OF_FACTS, title=title, first="content")
    of_key, of_response = scores.apart
    if of_key or of_response:
        yield Note(
            f"Events that share no mention with one of the other graph: {of_key:,} of the key, "
            f"{of_response:,} of the response; none of their roles is right."
        )


def facts_to_json(scores: FactScores) -> dict[str, object]:
    """Return the facts' part of the document."""
    of_key, of_response = scores.apart
    return {
        "facts": scores_to_json(scores.tables()),
        "events_apart": {"key": of_key, "response": of_response},
    }


def _bounds_to_json(bounds: RateBounds) -> dict[str, object]:
    return {
        rate: {"low": bound.low, "high": bound.high, "samples": bound.samples}
        for rate, bound in bounds._asdict().items()
    }


def _measure_weight(score: Score) -> int:
    """Return how much a relation counts: all that key and response have of it."""
    return score.recall.denominator + score.precision.denominator


def _describe_draw(drawn: DrawnUnits, *, any_bounds: bool) -> str:
    """Say what the intervals were drawn from, and why there are none or why not from bags."""
    share = f"{percent(drawn.largest, drawn.mentions)} of the mentions"
    units = count(drawn.number, drawn.units.removesuffix("s"))
    joined = f"one bag closed under these relations has {share}"
    if not drawn.is_enough:
        too_few = f"{units} {'is' if drawn.number == 1 else 'are'} too few to draw from"
        return f"No intervals: {f'{joined}, and ' if drawn.units == DOCUMENTS else ''}{too_few}."
    if not any_bounds:
        return f"No intervals: no scored item is in at least {FEWEST_UNITS} of {units}."
    if drawn.units == DOCUMENTS:
        return f"Intervals: {joined}, so {units} were drawn instead of bags."
    return f"Intervals: {units} closed under these relations were drawn; the largest has {share}."


def _choose_titles(names: Iterable[str]) -> dict[str, str]:
    """Return each relation's short name, or the full name if several short names are equal."""
    parts = {name: plain_words(last_part(name), _LONGEST_NAME) for name in names}
    times = Counter(parts.values())
    return {
        name: part if times[part] == 1 else plain_words(name, _LONGEST_NAME) for name, part in parts.items()
    }
