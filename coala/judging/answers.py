"""Answers to questions about bags: JSON lines from a model, a program, or the page to judge on.

::

    {"format": "coala-answers/1", "review": "…", "reviewer": "gpt", "kind": "model"}    (optional first line)
    {"fingerprint": "3f9a…", "verdict": "better", "note": "…", "tags": ["name"], "confidence": 0.8}
    {"bag": 7, "changes": [{"change": 1, "verdict": "worse"}], "time": "2026-05-03T09:12:44+00:00"}

Nothing is guessed: a line that is unknown, doubled, contradicting or outdated is left out and reported, and
all others are stored together, or none of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from coala.base.plain_text import excerpt, one_line
from coala.base.strict_json import STRICT_DECODER, DuplicateKeyError
from coala.errors import CoalaError, ReviewError
from coala.judging.open_review import OpenReview, PreparedState, parse_time
from coala.verdicts.reviewer_kinds import ReviewerKind, read_kind

ANSWERS_FORMAT = "coala-answers/1"

_KNOWN = frozenset(
    "fingerprint bag verdict changes tags note time seconds confidence headline question".split()
)
_LONGEST_LINE = 1_000_000
"""Characters; a note has at most ten thousand."""

_MOST_EXAMPLES = 3

_TIME_TO_COME = "ahead of now"

_UNUSABLE, _UNKNOWN_BAG, _OUTDATED, _DOUBLED, _CONTRADICTING, _JUDGED, _UNCHANGED = (
    "not usable",
    "no such bag in this review",
    "number and fingerprint disagree",
    "repeated",
    "another line contradicts it",
    "this reviewer judged the bag otherwise",
    "stored already",
)
"""The reasons for which a line is left out."""

_HARMLESS = frozenset({_DOUBLED, _UNCHANGED})
"""The reasons that lose nothing."""


class CountedLines(NamedTuple):
    """Lines with something in common, as ``reason`` says: their number, and examples with line numbers."""

    reason: str
    lines: int
    examples: tuple[str, ...]


class Imported(NamedTuple):
    """The result of an import.

    ``ahead`` are the stored answers whose time is still to come. If storing failed, ``failure`` says why, and
    ``stored`` of the ``usable`` answers are in the review.
    """

    reviewer: str
    stored: int
    usable: int
    left_out: tuple[CountedLines, ...]
    ahead: tuple[CountedLines, ...] = ()
    failure: str = ""

    @property
    def loses_something(self) -> bool:
        """True if an answer is not in the review: it was left out, or storing failed."""
        return bool(self.failure) or any(each.reason not in _HARMLESS for each in self.left_out)


class AnswersHeader(NamedTuple):
    """The first line of a file, if it is not an answer."""

    review: str = ""
    reviewer: str = ""
    sides: str | None = None  # how the sides were exchanged (``OpenReview.sides``), None if it is not said
    kind: ReviewerKind = ReviewerKind.PERSON


class _Answer(NamedTuple):
    line: int
    values: Mapping[str, Any]


class _Report:
    """Counts lines, with the first examples of each reason."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, reason: str, line: int, what: str = "") -> None:
        """Add a line; ``what`` says more about it."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        examples = self._examples.setdefault(reason, [])
        if len(examples) < _MOST_EXAMPLES:
            examples.append(f"line {line:,}{f': {what}' if what else ''}")

    def rows(self) -> tuple[CountedLines, ...]:
        """Return the reasons in the order in which they were met."""
        return tuple(
            CountedLines(reason, number, tuple(self._examples[reason]))
            for reason, number in self._counts.items()
        )


def read_header(first: str) -> AnswersHeader | None:
    """Return the header if the first line of a file is one, else None.

    Raises ``CoalaError`` for a header of another format, with a key twice, or with another kind of reviewer.
    """
    try:
        values = json.loads(first)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or "format" not in values:
        return None
    if values["format"] != ANSWERS_FORMAT:
        raise CoalaError(
            f"The first line names the format {excerpt(str(values['format']))}, not {ANSWERS_FORMAT}."
        )
    try:
        STRICT_DECODER.decode(first)
    except DuplicateKeyError as error:
        raise CoalaError(f"The first line has the key {excerpt(str(error))} twice. Keep one.") from None
    sides = values.get("sides")
    known = sides if isinstance(sides, str) else None
    try:
        kind = read_kind(values.get("kind", ReviewerKind.PERSON))
    except CoalaError as error:
        raise CoalaError(f"The first line has another kind of reviewer. {error}") from None
    return AnswersHeader(_text(values.get("review")), _text(values.get("reviewer")), known, kind)


def import_answers(lines: Iterable[str], review: OpenReview, *, replace: bool = False) -> Imported:
    """Store the answers in the lines of a file, and report what was left out; headers are skipped.

    A bag that the reviewer has judged otherwise keeps its verdict unless ``replace``. An answer whose time is
    still to come is stored as one of now: otherwise it would count as newer than any that replaces it.
    """
    report, ahead = _Report(), _Report()
    now = datetime.now(UTC)
    prepared: list[PreparedState] = []
    for number, answer in _choose_answers(lines, review, report):
        try:
            state, is_ahead = _prepare(review, number, answer.values, now)
        except CoalaError as error:
            report.add(_UNUSABLE, answer.line, one_line(str(error), 200))
            continue
        before = review.review.state(review.review.entries[number].fingerprint)
        if before.is_judged:
            if (state.state.verdict, state.state.rows, state.state.comment, state.state.by_model) == (
                before.verdict,
                before.rows,
                before.comment,
                before.by_model,
            ):
                report.add(_UNCHANGED, answer.line)
                continue
            if not replace and (state.state.verdict, state.state.rows) != (before.verdict, before.rows):
                report.add(_JUDGED, answer.line, f"bag {number + 1:,}")
                continue
        if is_ahead:
            ahead.add(_TIME_TO_COME, answer.line, f"bag {number + 1:,}")
        prepared.append(state)
    # In the order in which they were given, from which the tally takes how long they took.
    prepared.sort(key=lambda each: each.time or now.isoformat(timespec="milliseconds"))
    stored, failure = _store(review, prepared)
    return Imported(review.review.reviewer, stored, len(prepared), report.rows(), ahead.rows(), failure)


def _store(review: OpenReview, prepared: Sequence[PreparedState]) -> tuple[int, str]:
    """Store the states; return how many are stored, and why not all of them are."""
    # A second look at a bag changes the state of its first look, so each needs a transaction of its own.
    first = [each for each in prepared if review.review.takes_notes(each.number)]
    second = [[each] for each in prepared if not review.review.takes_notes(each.number)]
    stored = 0
    try:
        for together in filter(None, (first, *second)):
            review.store(together)
            stored += len(together)
    except ReviewError as error:
        return stored, str(error)
    return stored, ""


def _choose_answers(
    lines: Iterable[str], review: OpenReview, report: _Report
) -> Iterator[tuple[int, _Answer]]:
    """Yield the one answer on each bag, in the order of the list; report all other lines."""
    chosen: dict[int, _Answer] = {}
    contradicted: dict[int, list[int]] = {}
    for line, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            values = _parse_line(text)
            number = _find_bag(values, review)
        except _UnknownBagError as error:
            report.add(error.reason, line, one_line(str(error), 200))
            continue
        except CoalaError as error:
            report.add(_UNUSABLE, line, one_line(str(error), 200))
            continue
        if number is None:  # a header
            continue
        earlier = chosen.get(number)
        if earlier is None:
            chosen[number] = _Answer(line, values)
        elif _content(earlier.values) == _content(values):
            report.add(_DOUBLED, line, f"bag {number + 1:,}, line {earlier.line:,}")
        else:
            contradicted.setdefault(number, [earlier.line]).append(line)
    for number, found in contradicted.items():
        for line in found:
            report.add(_CONTRADICTING, line, f"bag {number + 1:,}")
    yield from sorted((number, answer) for number, answer in chosen.items() if number not in contradicted)


class _UnknownBagError(ReviewError):
    """A line whose bag cannot be found, with the reason."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def _parse_line(text: str) -> Mapping[str, Any]:
    if len(text) > _LONGEST_LINE:
        raise CoalaError("The line is too long.")
    try:
        values = STRICT_DECODER.decode(text)
    except DuplicateKeyError as error:
        raise CoalaError(f"It has the key {excerpt(str(error))} twice.") from None
    except (json.JSONDecodeError, RecursionError):
        raise CoalaError("It is not JSON.") from None
    except ValueError:
        raise CoalaError("It has a number with thousands of digits.") from None
    if not isinstance(values, dict):
        raise CoalaError("It is not a JSON object.")
    return values


def _find_bag(values: Mapping[str, Any], review: OpenReview) -> int | None:
    """Return the number (from 0) of the bag of a line; None for a header."""
    if "format" in values:
        return None
    fingerprint, number = values.get("fingerprint"), values.get("bag")
    if number is not None and type(number) is not int:
        raise CoalaError(f"The bag {excerpt(str(number))} is not a number.")
    if fingerprint is not None and not isinstance(fingerprint, str):
        raise CoalaError("The fingerprint is not a text.")
    name: int | str | None = number if fingerprint is None else fingerprint
    if name is None:
        raise CoalaError("It has neither a fingerprint nor the number of a bag.")
    try:
        found = review.find_bag(name)
    except CoalaError as error:
        raise _UnknownBagError(_UNKNOWN_BAG, str(error)) from None
    # Another comparison moves bags, but an answer belongs to the question that its fingerprint names.
    if number is not None and number != found + 1:
        sentence = f"Bag {number:,} has another fingerprint; this one is that of bag {found + 1:,}."
        raise _UnknownBagError(_OUTDATED, sentence)
    return found


def _prepare(
    review: OpenReview, number: int, values: Mapping[str, Any], now: datetime
) -> tuple[PreparedState, bool]:
    """Return the state for a line, and True if its time is after ``now``, which then is not kept.

    Raises ``CoalaError`` for anything that is wrong in the line.
    """
    unknown = values.keys() - _KNOWN
    if unknown:
        raise CoalaError(f"It has the unknown key {excerpt(sorted(unknown)[0])}.")
    verdict, note, time = (values.get(key) for key in ("verdict", "note", "time"))
    for name, value in (("verdict", verdict), ("note", note), ("time", time)):
        if value is not None and not isinstance(value, str):
            raise CoalaError(f"The {name} is not a text.")
    tags = values.get("tags")
    if tags is not None and not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)):
        raise CoalaError("The tags are not a list of texts.")
    confidence = values.get("confidence")
    if confidence is not None and type(confidence) not in (int, float):
        raise CoalaError("The confidence is not a number.")
    is_ahead = time is not None and parse_time(time) > now
    state = review.prepare(
        number + 1,
        verdict,
        _read_changes(values.get("changes")),
        note,
        tags,
        confidence,
        None if is_ahead else time,
    )
    return state, is_ahead


def _read_changes(listed: Any) -> dict[int | str, str] | None:
    if listed is None:
        return None
    changes: dict[int | str, str] = {}
    if not isinstance(listed, list):
        raise CoalaError("The changes are not a list.")
    for each in listed:
        name = each.get("change", each.get("key")) if isinstance(each, dict) else None
        verdict = each.get("verdict") if isinstance(each, dict) else None
        if not isinstance(name, int | str) or isinstance(name, bool) or not isinstance(verdict, str):
            raise CoalaError('A change is not written as {"change": 1, "verdict": "worse"}.')
        if changes.setdefault(name, verdict) != verdict:
            raise CoalaError(f"The change {excerpt(str(name))} has two verdicts.")
    return changes


def _content(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of an answer that matter when two are compared."""
    ignored = ("bag", "fingerprint", "time", "seconds", "headline", "question")
    return {key: value for key, value in values.items() if key not in ignored}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
