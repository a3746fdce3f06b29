"""What was judged before becomes one quiet line about a bag, and the lines behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from coala.base.plain_text import one_line, plain_words
from coala.present import phrases
from coala.present.displayed_bag import document_labels, shorten_names
from coala.present.history import local_time
from coala.review.recollection import FormerVerdict, Recollection
from coala.verdicts.memory import BagSince, Since, SpanWords
from coala.verdicts.state import Origin, State

# Nobody reads on.
_MOST_LINES = 200
_LONGEST = 300


_SINCE = {
    Since.SAME: "as judged",
    Since.ALTERED: "with other chains",
    Since.NEW: "new",
    Since.GONE: "gone",
}


class MemoryLine(NamedTuple):
    """One thing that was judged before, or is different now: what is said of it, and the words of it."""

    what: str
    words: str


def tell_memory(recollection: Recollection, number: int, state: State) -> str:
    """What was judged before of a bag on which ``state`` stands; "" where nothing was.

    Raises ``ReviewError`` where that is damaged.
    """
    if state.origin is not None:
        return f"Taken over from {_source(state.origin)}. Its key makes it a verdict of this review."
    former = recollection.former(number)
    if not former:
        return ""
    said = [_judged_before(former)]
    if recollection.is_small(number) and (since := recollection.since(number)) is not None:
        said += _differences(since)
    return " · ".join(said)


def list_memory(recollection: Recollection, number: int) -> list[MemoryLine]:
    """All that is behind the line: each verdict, what became of each change, which mentions came and went.

    Raises ``ReviewError`` where that is damaged.
    """
    since = recollection.since(number)
    if since is None:
        return []
    lines = [_tell_verdict(recollection, former) for former in recollection.former(number)]
    for change in since.changes or ():
        rows = f" ({change.rows:,} rows)" if change.rows > 1 else ""
        lines.append(MemoryLine(str(change.since), f"{plain_words(change.sentence, _LONGEST)}{rows}"))
    if since.changes is None:
        lines.append(MemoryLine("not known", "which changes the bag had: it was damaged"))
    labels = document_labels({mention.span.document: None for mention in (*since.came, *since.went)})
    shown = dict(zip(labels, shorten_names(list(labels.values())), strict=True))
    lines += [MemoryLine("mention came", _tell_mention(mention, shown)) for mention in since.came]
    lines += [MemoryLine("mention went", _tell_mention(mention, shown)) for mention in since.went]
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        lines[_MOST_LINES:] = [MemoryLine("", f"and {more:,} more")]
    return lines


def _judged_before(former: list[FormerVerdict]) -> str:
    if len(former) == 1:
        verdict = former[0].state.verdict
        return f"Changed since you judged it {phrases.sign(verdict)}"
    counts = Counter(phrases.sign(one.state.verdict) for one in former)
    signs = ", ".join(f"{bags:,} {sign}" for sign, bags in counts.items())
    return f"Shares mentions with {len(former):,} bags that you judged ({signs})"


def _differences(since: BagSince) -> list[str]:
    """What is different, in numbers; nothing of what did not happen."""
    rows = [f"{rows:,} {_SINCE[kind]}" for kind, rows in since.rows.items() if rows]
    mentions = [
        f"{len(found):,} {what}" for found, what in ((since.came, "came"), (since.went, "went")) if found
    ]
    said = []
    if rows:
        said.append(f"rows: {', '.join(rows)}")
    if mentions:
        said.append(f"mentions: {', '.join(mentions)}")
    return said


def _tell_verdict(recollection: Recollection, former: FormerVerdict) -> MemoryLine:
    state = former.state
    origin = "" if state.origin is None else f", taken over from {one_line(state.origin.file, 100)}"
    comment = "".join(f"; {words}" for words in phrases.comment_words(state.comment, _LONGEST))
    judged = phrases.judgement(state.verdict, phrases.VERDICT_WORDS)
    words = f"{local_time(recollection.when(former))}{origin}{comment}"
    return MemoryLine(f"{judged} {phrases.sign(state.verdict)}", words)


def _source(origin: Origin) -> str:
    return f"{one_line(origin.file, 100)}, where you gave it on {local_time(origin.time)}"


def _tell_mention(mention: SpanWords, documents: Mapping[str, str]) -> str:
    words = plain_words(mention.words or "a mention", _LONGEST)
    document = one_line(documents[mention.span.document], 100)
    return f"{words} ({document}, {phrases.offsets(mention.span)})"
