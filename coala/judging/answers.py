"""Answers to questions about bags: JSON lines from a model, a program, or the page to judge on.

::

    {"format": "coala-answers/1", "review": "…", "reviewer": "gpt", "kind": "model"}    (optional first line)
    {"fingerprint": "3f9a…", "verdict": "better", "note": "…", "tags": ["name"], "confidence": 0.8}
    {"bag": 7, "changes": [{"change": 1, "verdict": "worse"}], "time": "2026-05-03T09:12:44+00:00"}
    {"bag": 8, "groups": [["A1", "B1"], ["C2"]], "no_mention": ["D-"]}                  (``who_is_who``)
    {"bag": 9, "link": 12, "verdict": "yes"}                                    (of a sample's large bag)

Nothing is guessed: a line that is unknown, doubled, contradicting or outdated is left out and reported, and
all others are stored together, or none of them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from datetime import UTC, datetime
from itertools import chain
from typing import Any, NamedTuple

from coala.base.plain_text import excerpt, one_line
from coala.base.process import without_collector
from coala.base.strict_json import STRICT_DECODER, DuplicateKeyError
from coala.errors import CoalaError, ReviewError
from coala.judging.open_review import OpenReview, PreparedState, parse_time
from coala.judging.who_is_who import WhoIsWho
from coala.model.bag import Verdict
from coala.verdicts.reviewer_kinds import ReviewerKind, read_kind
from coala.verdicts.state import State

ANSWERS_FORMAT = "coala-answers/1"

_WHO_IS_WHO = WhoIsWho._fields
_KNOWN = frozenset(
    "fingerprint bag verdict changes tags note time seconds confidence headline question".split()
).union(_WHO_IS_WHO)
_KNOWN_OF_LINK = frozenset(
    "fingerprint bag link verdict time seconds headline question side part earlier earlier_left_out".split()
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
    """Lines with a ``reason`` in common: how many, examples, and the numbers of the other lines."""

    reason: str
    lines: int
    examples: tuple[str, ...]
    others: tuple[int, ...] = ()


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
    """A line about a bag, or about one of its links."""

    line: int
    values: Mapping[str, Any]
    link: int | None
    moment: datetime | None  # None for now
    is_ahead: bool  # True if its time is still to come


class _BagAnswers(NamedTuple):
    """The lines about one bag: at most one about itself, and those about its links."""

    number: int  # from 0
    lines: tuple[_Answer, ...]

    @property
    def moment(self) -> datetime | None:
        """The latest time of the lines, None for now."""
        moments = [each.moment for each in self.lines]
        known = [moment for moment in moments if moment is not None]
        return max(known) if len(known) == len(moments) else None


class _Report:
    """Counts lines, with the first examples of each reason."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}
        self._others: dict[str, list[int]] = {}

    def add(self, reason: str, line: int, what: str = "") -> None:
        """Add a line; ``what`` says more about it."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        examples = self._examples.setdefault(reason, [])
        if len(examples) < _MOST_EXAMPLES:
            examples.append(f"line {line:,}{f': {what}' if what else ''}")
        else:
            self._others.setdefault(reason, []).append(line)

    def rows(self) -> tuple[CountedLines, ...]:
        """Return the reasons in the order in which they were met."""
        return tuple(
            CountedLines(reason, number, tuple(self._examples[reason]), tuple(self._others.get(reason, ())))
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
    now = datetime.now(UTC)
    importer = _Importer(review, replace=replace)
    with without_collector():
        answers = _choose_answers(lines, review, importer.report, now)
        # In the order in which they were given, from which the tally takes how long they took.
        answers.sort(key=lambda each: each.moment or now)
        stored, failure = importer.store(answers)
    left_out, ahead = importer.report.rows(), importer.ahead.rows()
    return Imported(review.review.reviewer, stored, importer.usable, left_out, ahead, failure)


class _Importer:
    """Stores answers in a review, and reports those that are left out."""

    def __init__(self, review: OpenReview, *, replace: bool) -> None:
        self._review, self._replace = review, replace
        self.report, self.ahead = _Report(), _Report()
        self.usable = 0
        """The number of answers that are stored, unless storing fails."""

    def store(self, answers: Iterable[_BagAnswers]) -> tuple[int, str]:
        """Store the answers; return how many are stored, and why not all of them are."""
        prepared = filter(None, map(self._prepare, answers))
        first = next(prepared, None)
        if first is None:
            return 0, ""
        try:
            # Each state is prepared just before it is stored, so that its bag is read once.
            self._review.store(chain([first], prepared))
        except ReviewError as error:
            # The others are still to be counted and reported.
            for _ in prepared:
                pass
            return 0, str(error)
        return self.usable, ""

    def _prepare(self, answers: _BagAnswers) -> PreparedState | None:
        """Return the new state of a bag; None if no answer changes it."""
        number = answers.number
        before = self._review.review.state(self._review.review.entries[number].fingerprint)
        state, used = None, []
        on_links: dict[str, Verdict] = {}
        rows = dict(before.rows)
        for answer in answers.lines:
            try:
                if answer.link is None:
                    found = self._prepare_bag(number, answer, before)
                    if found is None:
                        continue
                    state = found
                else:
                    key, verdict = _read_link(self._review, number, answer)
                    if not self._is_new(number, answer, verdict, rows.get(key)):
                        continue
                    on_links[key] = verdict
            except CoalaError as error:
                self.report.add(_UNUSABLE, answer.line, one_line(str(error), 200))
                continue
            used.append(answer)
            if answer.is_ahead:
                self.ahead.add(_TIME_TO_COME, answer.line, f"bag {number + 1:,}")
        if on_links:
            state = self._review.prepare_links(state or before, on_links)
        if state is None:
            return None
        self.usable += len(used)
        moment = _BagAnswers(number, tuple(used)).moment
        time = None if moment is None else moment.isoformat(timespec="milliseconds")
        return PreparedState(number, state, time, len(used))

    def _prepare_bag(self, number: int, answer: _Answer, before: State) -> State | None:
        """Return the state after an answer on the bag; None if the answer is left out."""
        state = _prepare(self._review, number, answer.values)
        if before.is_judged:
            if (state.answer, state.comment, state.by_model) == (
                before.answer,
                before.comment,
                before.by_model,
            ):
                self.report.add(_UNCHANGED, answer.line)
                return None
            if not self._replace and _contradicts(state, before):
                self.report.add(_JUDGED, answer.line, f"bag {number + 1:,}")
                return None
        return state

    def _is_new(self, number: int, answer: _Answer, verdict: Verdict, before: Verdict | None) -> bool:
        """Return True if the answer on a link is to be stored; report it if not."""
        if verdict is before:
            self.report.add(_UNCHANGED, answer.line)
            return False
        if before is not None and not self._replace:
            self.report.add(_JUDGED, answer.line, f"bag {number + 1:,}, link {answer.link:,}")
            return False
        return True


def _contradicts(state: State, before: State) -> bool:
    """Return True if a judged bag would get other verdicts or groups."""
    if before.verdict is None and dict(before.rows).items() <= dict(state.rows).items():
        # Only links or changes of it have verdicts so far, and these stay.
        return False
    return state.answer != before.answer


def _choose_answers(
    lines: Iterable[str], review: OpenReview, report: _Report, now: datetime
) -> list[_BagAnswers]:
    """Return the answers on each bag and its links, in the order of the list; report all other lines.

    The answers on the links of a bag go together with the one on the bag itself.
    """
    chosen: dict[tuple[int, int | None], _Answer] = {}
    contradicted: dict[tuple[int, int | None], list[int]] = {}
    for line, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            values = _parse_line(text)
            number = _find_bag(values, review)
            if number is None:  # a header
                continue
            answer = _Answer(line, values, _find_link(values), *_read_time(values, now))
        except _UnknownBagError as error:
            report.add(error.reason, line, one_line(str(error), 200))
            continue
        except CoalaError as error:
            report.add(_UNUSABLE, line, one_line(str(error), 200))
            continue
        earlier = chosen.setdefault((number, answer.link), answer)
        if earlier is answer:
            continue
        if _content(earlier.values) == _content(values):
            report.add(_DOUBLED, line, f"bag {number + 1:,}, line {earlier.line:,}")
        else:
            contradicted.setdefault((number, answer.link), [earlier.line]).append(line)
    for (number, _), found in contradicted.items():
        for line in found:
            report.add(_CONTRADICTING, line, f"bag {number + 1:,}")
    by_bag: defaultdict[int, list[_Answer]] = defaultdict(list)
    for name, answer in chosen.items():
        if name not in contradicted:
            by_bag[name[0]].append(answer)
    return [_BagAnswers(number, tuple(by_bag[number])) for number in sorted(by_bag)]


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


def _find_link(values: Mapping[str, Any]) -> int | None:
    """Return the number of the link that a line is about; None for one about its bag."""
    if "link" not in values:
        return None
    link = values["link"]
    if type(link) is not int:
        raise CoalaError(f"The link {excerpt(str(link))} is not a number.")
    return link


def _read_time(values: Mapping[str, Any], now: datetime) -> tuple[datetime | None, bool]:
    """Return the time of a line, and True if it is after ``now``, which then is not kept."""
    time = values.get("time")
    if time is None:
        return None, False
    if not isinstance(time, str):
        raise CoalaError("The time is not a text.")
    moment = parse_time(time)
    return (None, True) if moment > now else (moment, False)


def _read_link(review: OpenReview, number: int, answer: _Answer) -> tuple[str, Verdict]:
    """Return the key of a link and the verdict to store; raise ``CoalaError`` for anything wrong."""
    _refuse_unknown(answer.values, _KNOWN_OF_LINK, " of an answer on a link")
    verdict = answer.values.get("verdict")
    if not isinstance(verdict, str):
        raise CoalaError("An answer on a link needs a verdict: yes, no or not sure.")
    assert answer.link is not None
    return review.read_link(number, answer.link, verdict)


def _refuse_unknown(values: Mapping[str, Any], known: Set[str], where: str = "") -> None:
    unknown = values.keys() - known
    if unknown:
        raise CoalaError(f"It has the unknown key {excerpt(sorted(unknown)[0])}{where}.")


def _prepare(review: OpenReview, number: int, values: Mapping[str, Any]) -> State:
    """Return the state for a line about a bag; raise ``CoalaError`` for anything that is wrong in it."""
    _refuse_unknown(values, _KNOWN)
    verdict, note = values.get("verdict"), values.get("note")
    for name, value in (("verdict", verdict), ("note", note)):
        if value is not None and not isinstance(value, str):
            raise CoalaError(f"The {name} is not a text.")
    tags = values.get("tags")
    if tags is not None and not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)):
        raise CoalaError("The tags are not a list of texts.")
    confidence = values.get("confidence")
    if confidence is not None and type(confidence) not in (int, float):
        raise CoalaError("The confidence is not a number.")
    named = {key: values[key] for key in _WHO_IS_WHO if key in values}
    who = WhoIsWho(**named) if named else None
    changes = _read_changes(values.get("changes"))
    return review.prepare(number + 1, verdict, changes, note, tags, confidence, None, who).state


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
