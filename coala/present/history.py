"""Lines for the history of a bag: acts of reviewers, and verdicts from earlier comparisons.

There are two histories. The journal of a review has every verdict, undo and redo on the bag (``list_acts``).
When a comparison is repeated with a later version of a system, a review also has the verdicts on bags of the
earlier comparison that share mentions with this bag (``summarize_past`` and ``list_past``); these bags were
changed since they were judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from coala.base.plain_text import one_line, plain_words
from coala.diff.chain_order import sign_chains
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Verdict
from coala.model.sides import VERDICT_WORDS
from coala.present import phrases
from coala.present.displayed_bag import document_labels, shorten_names
from coala.present.judged_changes import say_verdicts
from coala.present.link_question import LinkAnswers
from coala.present.steps import describe_change
from coala.present.who_is_who import name_groups, say_groups
from coala.review.history import PastVerdict, ReviewHistory
from coala.review.storage.journal import PastAct
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups, PartError, place_parts
from coala.verdicts.history import BagSince, Since, SpanWords
from coala.verdicts.links import find_parts
from coala.verdicts.state import Origin, State

_LONGEST_TEXT = 300
"""The maximum length of a note, a sentence or words in a line, in characters."""

_Namer = Callable[[Groups], str]

_MOST_CHANGES = 5
"""The most changes that a line names."""

# A long table is slow to lay out, and readers stop earlier.
_MOST_ACTS, _MOST_PAST_LINES = 500, 200

# What happened to a change of the bag since it was judged.
_SINCE = {
    Since.SAME: "as before",
    Since.ALTERED: "with other chains",
    Since.NEW: "new",
    Since.GONE: "gone",
}


class HistoryLine(NamedTuple):
    """An act in the journal: the local time, the reviewer and what was done."""

    when: str
    who: str
    what: str


def list_acts(acts: Iterable[PastAct], bag: Bag, words: Mapping[Verdict, str]) -> list[HistoryLine]:
    """Return the lines of a bag's history, newest first; a very long history is cut to its newest lines."""
    # The last acts, in reverse order.
    newest = list(acts)[: -_MOST_ACTS - 1 : -1]
    # The keys, which tell the changes of the bag apart, are needed for verdicts on single changes.
    has_change_verdicts = any(act.state.rows for act in newest)
    keys = ChangeKeys(bag, BagSentences(bag).changes) if has_change_verdicts else None
    links = LinkAnswers(bag) if has_change_verdicts else None
    name = _make_namer(bag) if any(act.state.groups for act in newest) else None
    lines = []
    # The last state of each reviewer, on this bag and on that of an earlier comparison.
    states: dict[tuple[str, bool], State] = {}
    for act in reversed(newest):
        before = states.get((act.reviewer, act.same), State())
        states[act.reviewer, act.same] = act.state
        what = _describe_act(act, before, keys, links, name, words)
        lines.append(HistoryLine(local_time(act.time), plain_words(act.reviewer), what))
    return lines[::-1]


def _make_namer(bag: Bag) -> _Namer:
    """Return a function that says who is who by the names of the bag's parts."""
    parts, signs = find_parts(bag), sign_chains(bag)

    def name(groups: Groups) -> str:
        place_parts(parts, groups)
        return say_groups(name_groups(signs, parts, groups))

    return name


def local_time(time: str) -> str:
    """Return a time of a journal in the local time zone."""
    try:
        return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        # A file that another program wrote may contain anything.
        return plain_words(time)


def _describe_act(
    act: PastAct,
    before: State,
    keys: ChangeKeys | None,
    links: LinkAnswers | None,
    name: _Namer | None,
    words: Mapping[Verdict, str],
) -> str:
    done = {"judge": "", "undo": "undone: ", "redo": "redone: "}[act.act]
    where = "" if act.same else " (on this bag in an earlier comparison)"
    state, new = act.state, []
    if links is not None:
        new, state, before = (
            links.say_new(before, state),
            links.leave_out(state),
            links.leave_out(before),
        )
    if not new or (state.answer, state.comment) != (before.answer, before.comment):
        # The parts of an earlier bag have other names.
        new[:0] = _describe_step(before, state, keys, name if act.same else None, words)
    return f"{done}{'; '.join(new)}{where}"


def _describe_step(
    before: State, state: State, keys: ChangeKeys | None, name: _Namer | None, words: Mapping[Verdict, str]
) -> list[str]:
    """Return what a step changed, and its details: who is who, the changes, the file, the comment."""
    if before == state:
        return [phrases.judgement(state.verdict, words)]
    parts = [describe_change(before, state, words)]
    if state.groups is not None and state.groups != before.groups and name is not None:
        # The journal of a damaged file may hold groups of another bag.
        with suppress(PartError):
            parts.append(f"who is who: {name(state.groups)}")
    if state.rows != before.rows and keys is not None:
        # An earlier comparison may have judged changes that the bag no longer has.
        judged = keys.read(tuple(sorted({*state.rows} - {*before.rows}))).given
        named = [
            f"“{plain_words(keys.changes[place].sentence, _LONGEST_TEXT)}” {say_verdicts(verdicts, words)}"
            for place, verdicts in judged.items()
        ]
        parts += named[:_MOST_CHANGES]
        if len(named) > _MOST_CHANGES:
            parts.append(f"and {len(named) - _MOST_CHANGES:,} more")
    if state.origin is not None and state.origin != before.origin:
        given = local_time(state.origin.time)
        parts.append(f"carried over from {plain_words(state.origin.file)}, given {given}")
    if state.gold_seen and state.answer != before.answer:
        parts.append("with gold visible")
    if state.comment != before.comment:
        # A step that is nothing but new tags has named them.
        has_tags = state.comment.tags != before.comment.tags and state.answer != before.answer
        tags = state.comment.tags if has_tags else ()
        note = state.comment.note if state.comment.note != before.comment.note else ""
        parts += phrases.comment_words(Comment(note, tags), _LONGEST_TEXT)
    return parts


class PastLine(NamedTuple):
    """A line about an earlier verdict, or about something that is different since then."""

    what: str  # the first column, such as "judged better" or "mention came"
    words: str


def summarize_past(history: ReviewHistory, number: int, state: State) -> str:
    """Return the earlier verdicts on a bag in one line; "" without any.

    ``state`` is the current verdict on bag ``number``. Raises ``ReviewError`` if they are damaged.
    """
    if state.origin is not None:
        source = _name_source(state.origin)
        return f"Carried over from {source}. Press its key to confirm it."
    former = history.past(number)
    if not former:
        return ""
    noun = history.nouns.mention
    parts = [_summarize_verdicts(former, noun)]
    if history.is_small(number) and (since := history.since(number)) is not None:
        parts += _count_differences(since, noun)
    return " · ".join(parts)


def list_past(history: ReviewHistory, number: int) -> list[PastLine]:
    """Return a line for each earlier verdict, each change then or now, and each mention that is different.

    Raises ``ReviewError`` if they are damaged.
    """
    since = history.since(number)
    if since is None:
        return []
    lines = [_describe_verdict(history, former) for former in history.past(number)]
    for change in since.changes or ():
        rows = f" (and {change.rows - 1:,} more)" if change.rows > 1 else ""
        lines.append(PastLine(str(change.since), f"{plain_words(change.sentence, _LONGEST_TEXT)}{rows}"))
    if since.changes is None:
        lines.append(PastLine("unknown", "which changes the bag had: it was damaged"))
    noun = history.nouns.mention
    # Mentions that only the bag now has, and those that only the bag then had.
    labels = document_labels({mention.span.document: None for mention in (*since.came, *since.went)})
    shown = dict(zip(labels, shorten_names(list(labels.values())), strict=True))
    lines += [PastLine(f"{noun} came", _describe_mention(mention, shown)) for mention in since.came]
    lines += [PastLine(f"{noun} went", _describe_mention(mention, shown)) for mention in since.went]
    if len(lines) > _MOST_PAST_LINES:
        more = len(lines) - _MOST_PAST_LINES
        lines[_MOST_PAST_LINES:] = [PastLine("", f"and {more:,} more")]
    return lines


def _summarize_verdicts(former: list[PastVerdict], noun: str) -> str:
    if len(former) == 1:
        verdict = former[0].state.verdict
        if verdict is None:
            return "Changed since you wrote a note or tags"
        return f"Changed since it was {phrases.judgement(verdict, VERDICT_WORDS)}"
    counts = Counter(phrases.judgement(earlier.state.verdict, VERDICT_WORDS) for earlier in former)
    judged = ", ".join(f"{bags:,} {words}" for words, bags in counts.items())
    return f"Shares {noun}s with {len(former):,} earlier bags: {judged}"


def _count_differences(since: BagSince, noun: str) -> list[str]:
    """Return what is different in numbers: "changes: 2 as before, 1 new", "mentions: 3 came"."""
    rows = [f"{rows:,} {_SINCE[kind]}" for kind, rows in since.rows.items() if rows]
    mentions = [
        f"{len(found):,} {what}" for found, what in ((since.came, "came"), (since.went, "went")) if found
    ]
    parts = []
    if rows:
        parts.append(f"changes: {', '.join(rows)}")
    if mentions:
        parts.append(f"{noun}s: {', '.join(mentions)}")
    return parts


def _describe_verdict(history: ReviewHistory, former: PastVerdict) -> PastLine:
    state = former.state
    origin = "" if state.origin is None else f", carried over from {one_line(state.origin.file, 100)}"
    who = "" if state.groups is None else "; with who is who"
    comment = "".join(f"; {words}" for words in phrases.comment_words(state.comment, _LONGEST_TEXT))
    judged = phrases.judgement(state.verdict, VERDICT_WORDS)
    words = f"{local_time(history.when(former))}{origin}{who}{comment}"
    return PastLine(judged, words)


def _name_source(origin: Origin) -> str:
    return f"{one_line(origin.file, 100)}, where you gave it on {local_time(origin.time)}"


def _describe_mention(mention: SpanWords, documents: Mapping[str, str]) -> str:
    words = plain_words(mention.words or "a mention", _LONGEST_TEXT)
    document = one_line(documents[mention.span.document], 100)
    return f"{words} ({document}, {phrases.offsets(mention.span)})"
