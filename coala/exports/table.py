"""CSV exports of a review: a line for each bag and reviewer, or for each change and reviewer.

The columns are declared once (``_SUBJECT``, ``_CHANGE``, ``_ANSWER``), each with the function that makes its
cell. A line is a ``_Row``: one reviewer's answer about a ``_Subject``, which is a bag or one change of it. A
change may be several rows of divergences, one for each mention; each row has its own key and verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar

from coala.base.csv_table import CsvColumn, write_csv
from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.model.bag import Divergence, KnowledgeBaseEntry, Verdict
from coala.model.kinds import Kind
from coala.model.nouns import find_record
from coala.model.values import Span
from coala.present.who_is_who import NamedGroups
from coala.results.verdicts.judged import ExportedBag, Judged, ReviewerAnswer
from coala.results.verdicts.named_groups import (
    NO_GROUPS,
    find_overruled,
    list_groups,
    list_mixed,
    name_answer,
)
from coala.results.verdicts.tally import OPEN_LINK, YES_OR_NO, name_verdict, value_verdict
from coala.results.words import MANNERS, describe_directions, format_place
from coala.review.file import Review
from coala.verdicts.by_kind import judge_changes
from coala.verdicts.changes import takes_verdict
from coala.verdicts.state import State

_LONGEST_CELL = 32_000
"""Spreadsheets accept about seven hundred characters more and then cut without notice."""

_NO_ANSWER = ReviewerAnswer("", "", State())

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class _Subject:
    """The subject of a line: a bag, or one change of it."""

    review: str
    bag: ExportedBag
    spans: Sequence[Span]
    # The divergences of the bag, or of the change.
    rows: Sequence[Divergence]
    # True if the direction of the rows towards gold may be shown.
    shows_gold: bool
    # The bag's effect on each score, by metric; None if undefined.
    shares: Mapping[str, float | None]
    # For a change: its number in the bag, from 1, its sentence, the keys of its rows, and the IRIs of the
    # entries that a link dropped and added.
    number: int = 0
    sentence: str = ""
    keys: Sequence[str] = ()
    entries: tuple[Sequence[KnowledgeBaseEntry], Sequence[KnowledgeBaseEntry]] = ((), ())

    @cached_property
    def documents(self) -> list[str]:
        return list(dict.fromkeys(span.document for span in self.spans))

    @cached_property
    def documents_cell(self) -> str:
        return _join_cell(self.documents, lambda document: find_record(document) or document, "\n")

    @cached_property
    def spans_cell(self) -> str:
        """The places of the mentions, each with the number of its document in ``documents``."""
        number_of = {document: number for number, document in enumerate(self.documents, 1)}
        return _join_cell(self.spans, lambda span: f"{number_of[span.document]}:{format_place(span)}")

    @cached_property
    def direction(self) -> str:
        return describe_directions(self.rows) if self.shows_gold else ""


class _Row(NamedTuple):
    """A line: a reviewer's answer about a subject, with verdicts on own changes and links by key."""

    subject: _Subject
    answer: ReviewerAnswer
    verdict: Verdict | None
    verdicts: Sequence[tuple[str, Verdict]]
    # True if the bag has an answer that does not say whether a change is better or worse.
    is_open: bool = False
    groups: NamedGroups = NO_GROUPS
    # The verdict that follows from who is who, if the reviewer gave another one.
    follows: Verdict | None = None

    @property
    def state(self) -> State:
        return self.answer.state

    @property
    def counted(self) -> str:
        """The verdict that counts for the bag, as a word; "disputed" if reviewers differ."""
        return "disputed" if self.subject.bag.disputed else name_verdict(self.subject.bag.verdict)


# The columns of both tables about the bag or change, those about a change and a link, those about the
# answer, and those about who is who in a bag.
_SUBJECT: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("review", lambda row: row.subject.review),
    CsvColumn("number", lambda row: row.subject.bag.entry.number + 1),
    CsvColumn("fingerprint", lambda row: row.subject.bag.entry.fingerprint),
    CsvColumn("title", lambda row: _cut_cell(row.subject.bag.entry.title)),
    CsvColumn("kinds", lambda row: " ".join(row.subject.bag.entry.kinds)),
    CsvColumn("documents", lambda row: row.subject.documents_cell),
    CsvColumn("spans", lambda row: row.subject.spans_cell),
)
_CHANGE: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("change", lambda row: row.subject.number),
    CsvColumn("keys", lambda row: _join_cell(row.subject.keys, str)),
    CsvColumn("kind", lambda row: row.subject.rows[0].kind.value),
    CsvColumn("sentence", lambda row: _cut_cell(row.subject.sentence)),
)
_LINK: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("dropped_entries", lambda row: _join_cell(row.subject.entries[0], _get_name)),
    CsvColumn("added_entries", lambda row: _join_cell(row.subject.entries[1], _get_name)),
)
_ANSWER: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("reviewer", lambda row: row.answer.reviewer),
    CsvColumn("reviewer_kind", lambda row: row.answer.kind.value if row.answer.reviewer else ""),
    CsvColumn("time", lambda row: row.answer.time),
    CsvColumn("verdict", lambda row: OPEN_LINK if row.is_open else name_verdict(row.verdict)),
    CsvColumn("value", lambda row: value_verdict(row.verdict)),
    CsvColumn("counted", lambda row: row.counted),
    CsvColumn(
        "row_verdicts",
        lambda row: _join_cell(row.verdicts, lambda given: f"{given[0]}={name_verdict(given[1])}"),
    ),
    CsvColumn("direction", lambda row: row.subject.direction),
    CsvColumn("tags", lambda row: " ".join(row.state.comment.tags)),
    CsvColumn("note", lambda row: row.state.comment.note),
    CsvColumn("manner", lambda row: MANNERS[row.state.manner]),
    CsvColumn("verdict_before", lambda row: name_verdict(row.answer.before)),
    CsvColumn("origin", lambda row: "" if row.state.origin is None else " ".join(row.state.origin)),
    CsvColumn("gold_in_sight", lambda row: YES_OR_NO[row.state.gold_seen]),
    CsvColumn("swapped", lambda row: YES_OR_NO[row.state.swapped]),
    CsvColumn("confidence", lambda row: "" if row.state.confidence is None else row.state.confidence),
)
_GROUPS: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("follows", lambda row: name_verdict(row.follows)),
    CsvColumn("groups", lambda row: _join_cell(list_groups(row.groups), str, " | ")),
    CsvColumn("no_mention", lambda row: _join_cell(row.groups.no_mention, str)),
    CsvColumn("not_sure", lambda row: _join_cell(row.groups.not_sure, str)),
    CsvColumn("mixed", lambda row: _join_cell(list_mixed(row.groups), str, "; ")),
)


def write_table(judged: Judged) -> Iterator[str]:
    """Yield a line for each bag and each reviewer with an answer; a bag without answers has one line."""
    return write_csv([*_SUBJECT, *_ANSWER, *_GROUPS, *_share_columns(judged)], _bag_rows(judged))


def write_changes(judged: Judged) -> Iterator[str]:
    """Yield a line for each change of a bag and each reviewer with an answer about the bag.

    Changes are in the order of the window, and have its numbers. A change has the verdict that was given on
    it, or that follows for it (``judge_changes``). Where entity links changed, there are columns for the IRIs
    of their entries.
    """
    has_links = any(Kind.LINK in bag.entry.kinds for bag in judged.bags)
    columns = [*_SUBJECT, *_CHANGE, *(_LINK if has_links else ()), *_ANSWER, *_share_columns(judged)]
    return write_csv(columns, _change_rows(judged))


def _share_columns(judged: Judged) -> list[CsvColumn[_Row]]:
    return [_share_column(metric) for metric in (judged.review.shares(0) if judged.bags else ())]


def _share_column(metric: str) -> CsvColumn[_Row]:
    return CsvColumn(f"share_{metric}", lambda row: row.subject.shares.get(metric))


def _bag_rows(judged: Judged) -> Iterator[_Row]:
    for bag in judged.walk(judged.bags):
        content = judged.read_bag(bag)
        subject = _Subject(
            judged.provenance.review,
            bag,
            content.spans,
            content.divergences,
            judged.shows_gold(bag),
            judged.shares(bag),
        )
        for answer in bag.answers or (_NO_ANSWER,):
            state, number = answer.state, bag.entry.number
            yield _Row(
                subject,
                answer,
                state.verdict,
                state.rows,
                groups=name_answer(judged.review, number, state),
                follows=find_overruled(judged.review, number, state),
            )


def _change_rows(judged: Judged) -> Iterator[_Row]:
    for bag in judged.walk(judged.bags):
        content = judged.read_bag(bag)
        keys = RowKeys(content)
        shows_gold, shares = judged.shows_gold(bag), judged.shares(bag)
        sentences = BagSentences(content)
        merged = sentences.changes
        changes = [merged.rows_of(place) for place in range(len(merged))]
        answers = bag.answers or (_NO_ANSWER,)
        # For each answer the verdict on each change.
        judged_by = [_judge_changes(judged.review, bag, changes, answer.state) for answer in answers]
        for place, rows in enumerate(changes):
            spans = dict.fromkeys(chain.from_iterable(row.spans for row in rows))
            subject = _Subject(
                judged.provenance.review,
                bag,
                [content.spans[span] for span in spans],
                rows,
                shows_gold,
                shares,
                place + 1,
                sentences.describe(merged[place]),
                keys.get_keys(rows),
                sentences.properties.find_changed_entries(rows[0])
                if rows[0].kind is Kind.LINK or rows[0].is_relink
                else ((), ()),
            )
            for answer, verdicts in zip(answers, judged_by, strict=True):
                given, verdict = dict(answer.state.rows), verdicts[place]
                own = [(key, given[key]) for key in subject.keys if key in given]
                is_open = verdict is None and not takes_verdict(rows[0].kind)
                yield _Row(
                    subject, answer, verdict, own, is_open=is_open and answer.state.verdict is not None
                )


def _judge_changes(
    review: Review, bag: ExportedBag, changes: Sequence[Sequence[Divergence]], state: State
) -> list[Verdict | None]:
    """Return what a state says of each change of a bag."""
    if not state.is_judged:
        return [None] * len(changes)
    number = bag.entry.number
    if state.groups is not None:
        # Raises an error if the groups do not fit the bag.
        review.place_parts(number, state.groups)
    groups = () if state.groups is None else (state.groups,)
    return judge_changes(review.bag(number), changes, state.verdict, state.rows, groups)


def _get_name(entry: KnowledgeBaseEntry) -> str:
    return entry.name


def _join_cell(items: Iterable[_Item], written: Callable[[_Item], str], between: str = " ") -> str:
    """Return items in one cell, as many as a spreadsheet takes, and how many more there are."""
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


def _cut_cell(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[:_LONGEST_CELL]}…"
