"""A review becomes CSV: a line a bag and reviewer, or a line a change, in which no cell is a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from coala.base.plain_text import csv_line, text_cell
from coala.diff.changes.ranked import rows_by_change
from coala.diff.row_keys import RowKeys
from coala.exports.judged import ExportedBag, Judged, ReviewerAnswer
from coala.exports.words import MANNERS, directions, place
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.report.tally import VERDICT_NAMES, YES_OR_NO
from coala.verdicts.state import VALUE_OF, State

_LONGEST_CELL = 32_000
"""A spreadsheet takes some seven hundred characters more, and then cuts without a word."""

_NOBODY = ReviewerAnswer("", "", State())

_BEFORE = ("review", "number", "fingerprint", "title", "kinds", "documents", "spans")
_CHANGE = ("change", "keys", "kind", "sentence")
_BEHIND = (
    *("reviewer", "time", "verdict", "value", "counted", "row_verdicts", "direction"),
    *("tags", "note", "manner", "origin", "gold_in_sight", "swapped", "again"),
)

_Item = TypeVar("_Item")


def write_table(judged: Judged) -> Iterator[str]:
    """A line for each bag and each reviewer who says something of it; a bag of which nobody does has one."""
    metrics = _metrics(judged)
    yield csv_line([*_BEFORE, *_BEHIND, *(f"share_{metric}" for metric in metrics)])
    for bag in judged.walk(judged.bags):
        whole = judged.whole(bag)
        before, shares = list(_before(judged, bag, whole.spans)), _shares(judged, bag, metrics)
        direction = directions(whole.divergences) if judged.shows_gold(bag) else ""
        for answer in bag.answers or (_NOBODY,):
            rows = _joined(dict(answer.state.rows).items(), lambda row: f"{row[0]}={VERDICT_NAMES[row[1]]}")
            verdict = answer.state.verdict
            yield csv_line([*before, *_behind(bag, answer, verdict, rows, direction), *shares])


def write_changes(judged: Judged) -> Iterator[str]:
    """A line for each change of a bag and each reviewer who says something of the bag.

    A change has the verdict that was given on it, else that on its bag.
    """
    metrics = _metrics(judged)
    yield csv_line([*_BEFORE, *_CHANGE, *_BEHIND, *(f"share_{metric}" for metric in metrics)])
    for bag in judged.walk(judged.bags):
        whole = judged.whole(bag)
        shares = _shares(judged, bag, metrics)
        keys = RowKeys(whole)
        for number, rows in enumerate(rows_by_change(whole), 1):
            own = keys.of(rows)
            spans = [
                whole.spans[span] for span in dict.fromkeys(chain.from_iterable(row.spans for row in rows))
            ]
            before = list(_before(judged, bag, spans))
            change = [
                number,
                _joined(own, str),
                rows[0].kind.value,
                text_cell(_cut(rows[0].sentence)),
            ]
            direction = directions(rows) if judged.shows_gold(bag) else ""
            for answer in bag.answers or (_NOBODY,):
                verdicts = _verdicts(answer.state, own)
                told = _joined(
                    [(key, verdict) for key, verdict in verdicts if verdict is not None],
                    lambda row: f"{row[0]}={VERDICT_NAMES[row[1]]}",
                )
                behind = _behind(bag, answer, _only(verdicts, answer.state), told, direction)
                yield csv_line([*before, *change, *behind, *shares])


def _verdicts(state: State, keys: Sequence[str]) -> list[tuple[str, Verdict | None]]:
    given = dict(state.rows)
    return [(key, given.get(key)) for key in keys]


def _only(verdicts: Sequence[tuple[str, Verdict | None]], state: State) -> Verdict | None:
    """The verdict of a change: the one that its rows have, else the bag's."""
    given = {verdict for _, verdict in verdicts if verdict is not None}
    return given.pop() if len(given) == 1 else state.verdict


def _metrics(judged: Judged) -> list[str]:
    return list(judged.review.shares(0)) if judged.bags else []


def _before(judged: Judged, bag: ExportedBag, spans: Sequence[Span]) -> Iterator[object]:
    entry = bag.entry
    documents = list(dict.fromkeys(span.document for span in spans))
    number_of = {document: number for number, document in enumerate(documents, 1)}
    yield text_cell(judged.provenance.review)
    yield entry.number + 1
    yield entry.fingerprint
    yield text_cell(_cut(entry.title))
    yield " ".join(entry.kinds)
    yield text_cell(_joined(documents, lambda document: document, "\n"))
    yield _joined(spans, lambda span: f"{number_of[span.document]}:{place(span)}")


def _behind(
    bag: ExportedBag, answer: ReviewerAnswer, verdict: Verdict | None, rows: str, direction: str
) -> Iterator[object]:
    state = answer.state
    yield text_cell(answer.reviewer)
    yield answer.time
    yield VERDICT_NAMES[verdict] if verdict is not None else ""
    yield VALUE_OF.get(verdict, "") if verdict is not None else ""
    yield "disputed" if bag.disputed else "" if bag.verdict is None else VERDICT_NAMES[bag.verdict]
    yield rows
    yield direction
    yield text_cell(" ".join(state.comment.tags))
    yield text_cell(state.comment.note)
    yield MANNERS[state.manner]
    yield text_cell("" if state.origin is None else " ".join(state.origin))
    yield YES_OR_NO[state.gold_seen]
    yield YES_OR_NO[state.swapped]
    yield VERDICT_NAMES[state.again] if state.again is not None else ""


def _shares(judged: Judged, bag: ExportedBag, metrics: Iterable[str]) -> list[object]:
    shares = judged.shares(bag)
    return ["" if (share := shares.get(metric)) is None else share for metric in metrics]


def _joined(items: Iterable[_Item], written: Callable[[_Item], str], between: str = " ") -> str:
    """Items in one cell, as many as a spreadsheet takes, and how many more there are."""
    parts: list[str] = []
    length = left = 0
    for item in items:
        part = written(item)
        length += len(part) + len(between)
        if length > _LONGEST_CELL:
            left += 1
        else:
            parts.append(part)
    return between.join([*parts, f"(and {left:,} more)"] if left else parts)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[:_LONGEST_CELL]}…"
