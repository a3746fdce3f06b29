"""A review's verdicts become text, JSON and CSV (specification, sections 6 and 7)."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from coala.base.numerals import NOT_APPLICABLE, count
from coala.base.plain_text import one_line, text_cell
from coala.engine.summary import summary_to_json
from coala.model.bag import Verdict
from coala.report.score_table import HEADINGS, score_table
from coala.review.file import Review
from coala.verdicts.tally import Counts, Tally, tally_as_json, tally_verdicts

_WORDS = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.SAME: "same",
    Verdict.UNSURE: "unsure",
}
"""Verdicts as words: their signs would be formulas in a spreadsheet."""

_WIDTH = 17

VALUES = {Verdict.BETTER: 1, Verdict.WORSE: -1, Verdict.SAME: 0}

_YES_OR_NO = {True: "yes", False: "no", None: ""}


class Tallied(NamedTuple):
    """One review file with what its verdicts come to, and the scores beside them."""

    path: str
    tally: Tally
    scores: Mapping[str, Any]


def tallied(review: Review) -> Tallied:
    """Total the verdicts of an open review."""
    total = tally_verdicts(len(review.entries), Counter(review.judged()))
    return Tallied(str(review.path), total, summary_to_json(review.summary)["scores"])


def pooled(reviews: Sequence[Review]) -> Tally:
    """The verdicts of several reviews as one; a bag that stands in two files counts once in each."""
    judged = Counter(judgement for review in reviews for judgement in review.judged())
    return tally_verdicts(sum(len(review.entries) for review in reviews), judged)


def render_tally_json(reviews: Sequence[Review]) -> str:
    """The ``coala-tally/1`` document; several reviews are pooled, and listed under ``reviews``."""
    if len(reviews) == 1:
        only = tallied(reviews[0])
        document = tally_as_json(only.tally) | {"path": only.path, "scores": only.scores}
    else:
        document = tally_as_json(pooled(reviews)) | {
            "reviews": [
                tally_as_json(each.tally) | {"path": each.path, "scores": each.scores}
                for each in map(tallied, reviews)
            ]
        }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def render_tally_csv(reviews: Sequence[Review]) -> str:
    """One line a bag: file, number, title, kinds, verdict as a word and as 1, 0 or -1, note, tags, whether
    gold was in sight when it was judged, and the verdicts on its changes, as in "split:better merged:worse".
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(
        [
            *("review", "bag", "fingerprint", "title", "kinds", "spans", "documents", "verdict", "value"),
            *("note", "tags", "gold_in_sight", "changes"),
        ]
    )
    for review in reviews:
        for entry in review.entries:
            state = review.state(entry.fingerprint)
            verdict = state.verdict
            writer.writerow(
                [
                    text_cell(str(review.path)),
                    entry.number + 1,
                    entry.fingerprint,
                    text_cell(entry.title),
                    " ".join(entry.kinds),
                    entry.spans,
                    entry.documents,
                    "" if verdict is None else _WORDS[verdict],
                    "" if verdict is None else VALUES.get(verdict, ""),
                    text_cell(state.note),
                    text_cell(" ".join(state.tags)),
                    _YES_OR_NO[state.gold_seen],
                    " ".join(
                        f"{kind.value}:{_WORDS[given]}" for kind, given in review.changes_judged(entry.number)
                    ),
                ]
            )
    return text.getvalue()


def render_tally_text(reviews: Sequence[Review]) -> Iterator[str]:
    """The tally as lines for a terminal."""
    for review in reviews:
        yield str(review.path)
        yield from _lines(tallied(review).tally)
        for name, table in review.summary.scores.items():
            yield f"  {HEADINGS[name]}"
            yield from (f"  {line}" for line in score_table(table))
        yield ""
    if len(reviews) > 1:
        yield "All together"
        yield from _lines(pooled(reviews))


def _lines(total: Tally) -> Iterator[str]:
    yield f"  {total.judged:,} of {total.interesting:,} bags judged, {total.unsure:,} cannot tell"
    if total.with_gold:
        yield f"  {total.with_gold:,} judged with gold in sight"
    if total.mean is None:
        yield "  nothing judged yet"
        return
    yield f"  + better {total.better:,}   - worse {total.worse:,}   = same {total.same:,}"
    bounds = (
        NOT_APPLICABLE if total.interval is None else f"{total.interval[0]:+.2f} to {total.interval[1]:+.2f}"
    )
    yield f"  net {total.net:+,}   mean {total.mean:+.3f}   95 % interval {bounds}"
    if total.sign_test_p is not None:
        yield f"  sign test p = {total.sign_test_p:.4g} ({total.same:,} = dropped)"
    if total.changes:
        bags = count(total.bags_by_change, "bag")
        yield f"  by kind, {count(total.changes, 'change')} of {bags} by verdicts of their own"
    yield from (_line(kind.value, counts) for kind, counts in total.by_kind.items())
    if total.by_tag:
        yield "  for these reasons (tags)"
        yield from (_line(one_line(tag, _WIDTH), counts) for tag, counts in total.by_tag.items())


def _line(name: str, counts: Counts) -> str:
    signs = f"+ {counts.better:,}  - {counts.worse:,}  = {counts.same:,}  ? {counts.unsure:,}"
    return f"    {name:<{_WIDTH}} {signs}"
