"""A review becomes the HTML page: what the template shows is gathered here, bag by bag, as plain words.

The template escapes all of it; style and script stand in the page, each allowed by its hash alone, so that
nothing that a label holds can be either of them, and nothing is asked of a network.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup as Safe

from coala.base.numerals import count
from coala.diff.row_keys import RowKeys, rows_by_change
from coala.diff.sentences import BagSentences
from coala.engine.settings import describe_settings
from coala.errors import CoalaError
from coala.exports.html.evidence import MarkedLine, hue, lay_out
from coala.exports.html.figures import score_lines, verdict_bars
from coala.exports.judged import ExportedBag, Judge, Judged, ReviewerAnswer
from coala.exports.words import MANNERS
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import display_bag
from coala.presentation.evidence.evidence import Evidence
from coala.presentation.judged_changes import say_counted
from coala.presentation.phrases import (
    VERDICT_SIGNS,
    VERDICT_WORDS,
    interval,
    kind_word,
    probability,
    share_sentence,
    signed,
)
from coala.report.score_table import HEADINGS
from coala.review.file import LONGEST_NOTE
from coala.scores.findings import TITLES

_FOLDER = Path(__file__).parent
_MOST_CHANGES = 40
_MOST_CHAINS = 40
_MOST_HASHES = 3
_WORTH = ("muc", "b_cubed")
_DISPUTED = "disputed", "≠", "disputed"
_OPEN = "open", "○", "no verdict"


class _Badge(NamedTuple):
    key: str
    sign: str
    words: str


def write_report(judged: Judged) -> Iterator[str]:
    """The page, in pieces."""
    environment = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
    template = environment.get_template("report.html.j2")
    return template.generate(**_page(judged))


def _page(judged: Judged) -> dict[str, Any]:
    provenance, tally = judged.provenance, judged.tally
    scores = judged.review.summary.scores
    told = [bag for bag in judged.bags if bag.answers]
    left = len(judged.bags) - len(told)
    style, script = ((_FOLDER / name).read_text(encoding="utf-8") for name in ("report.css", "search.js"))
    low, high = tally.interval or (None, None)
    second = (
        f"Sign test p = {probability(tally.sign_test_p)}, which leaves out {count(tally.same, '=', '=')}."
        if tally.sign_test_p is not None
        else ""
    )
    if tally.changes:
        second += f" By kind, {say_counted(tally)}."
    return {
        # Both are files of ours.
        "style": Safe(style),  # noqa: S704
        "script": Safe(script),  # noqa: S704
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "title": clean(provenance.review),
        "inputs": [
            (role, clean(side.path), [source.sha256 for source in side.sources[:_MOST_HASHES]])
            for role, side in provenance.inputs
        ],
        "settings": clean(describe_settings(judged.review.summary.settings)),
        "reviewers": [
            judge._asdict() | {"name": clean(judge.name), "words": _period(judge)}
            for judge in provenance.reviewers
        ],
        "made": "" if provenance.made is None else clean(_by(provenance.made.time, provenance.made.version)),
        "written": _by(provenance.time, provenance.tool),
        "lead": _lead(judged, tally.judged, tally.unsure)
        + (
            f" Net {signed(tally.net, 0)}, mean {signed(tally.mean, 3)}, 95 % interval {interval(low, high)}."
            if tally.mean is not None
            else ""
        ),
        "second": second,
        "bars": verdict_bars(tally, judged.disputed),
        "scores": list(score_lines(scores)) if scores else [],
        "scores_are": "; ".join(HEADINGS[name] for name in scores) + ".",
        "against_gold": len(scores) > 1,
        "choices": _choices(told),
        "shown": count(len(told), "bag"),
        "bags": (_bag(judged, bag) for bag in judged.walk(told)),
        "left": f"{count(left, 'bag')} more {'is' if left == 1 else 'are'} not judged." if left else "",
    }


def _by(time: str, version: str) -> str:
    return f"{time} by COALA {version}"


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _period(judge: Judge) -> str:
    days = list(dict.fromkeys(time[:10] for time in (judge.first, judge.last) if time))
    return ", ".join((count(judge.verdicts, "verdict"), *([" to ".join(days)] if days else [])))


def _lead(judged: Judged, given: int, unsure: int) -> str:
    parts = [f"{given:,} of {count(len(judged.bags), 'bag')} judged"]
    if unsure:
        parts.append(f"{unsure:,} cannot tell")
    if judged.disputed:
        parts.append(f"{judged.disputed:,} disputed")
    return ", ".join(parts) + "."


def _badge(verdict: Verdict | None, *, disputed: bool = False) -> _Badge:
    if disputed:
        return _Badge(*_DISPUTED)
    if verdict is None:
        return _Badge(*_OPEN)
    return _Badge(verdict.name.lower(), VERDICT_SIGNS[verdict], VERDICT_WORDS[verdict])


def _choices(bags: Sequence[ExportedBag]) -> list[_Badge]:
    found = {_badge(bag.verdict, disputed=bag.disputed) for bag in bags}
    return [badge for badge in (*map(_badge, Verdict), _Badge(*_DISPUTED), _Badge(*_OPEN)) if badge in found]


def _bag(judged: Judged, bag: ExportedBag) -> dict[str, Any]:
    whole, entry = judged.whole(bag), bag.entry
    displayed = display_bag(whole)
    chains = Chains(displayed)
    lines: list[MarkedLine] = []
    problem = ""
    try:
        lines = list(lay_out(Evidence(displayed, chains, judged.review.text).page(), displayed, chains))
    except CoalaError as error:
        problem = clean(str(error))
    shares = judged.review.shares(entry.number)
    titles = {metric: TITLES[metric] for metric in _WORTH if metric in shares}
    together = judged.review.groups.together(entry.number)
    return _badge(bag.verdict, disputed=bag.disputed)._asdict() | {
        "number": entry.number + 1,
        "title": clean(entry.title),
        "size": f"{count(entry.spans, 'mention')} in {count(entry.documents, 'document')}",
        "worth": share_sentence(titles, shares, together),
        "answers": [_answer(answer, named=len(judged.provenance.reviewers) > 1) for answer in bag.answers],
        "changes": list(_changes(bag, whole, chains)),
        "more_changes": _more(len(rows_by_change(whole)) - _MOST_CHANGES, "change"),
        "lines": lines,
        "problem": problem,
        "sides": [_side(chains, side, name) for side, name in ((BASELINE, "Baseline"), (CHANGED, "Changed"))],
        "fingerprint": entry.fingerprint,
    }


def _answer(answer: ReviewerAnswer, *, named: bool) -> dict[str, Any]:
    state = answer.state
    how = [MANNERS[state.manner]] if state.manner else []
    if state.origin is not None:
        how.append(f"from {clean(state.origin.file)} by {clean(state.origin.reviewer)}")
    if state.gold_seen:
        how.append("with gold in sight")
    return _badge(state.verdict)._asdict() | {
        "named": named,
        "reviewer": clean(answer.reviewer),
        "tags": list(map(clean, state.tags)),
        "how": ", ".join(how),
        "note": "\n".join(clean(line, LONGEST_NOTE) for line in state.note.splitlines()),
    }


def _changes(bag: ExportedBag, whole: Bag, chains: Chains) -> Iterator[dict[str, Any]]:
    given = bag.rows()
    sentences, row_keys = BagSentences(whole), RowKeys(whole)
    for change in sentences.ranked[:_MOST_CHANGES]:
        keys = row_keys.of_change(change) if given else ()
        verdicts = {given[key] for key in keys if key in given}
        yield {
            "kind": kind_word(change.kind),
            "signs": " ".join(chains.signs(change)),
            "sentence": clean(sentences.describe(change)),
            "verdict": _badge(verdicts.pop()) if len(verdicts) == 1 else None,
            "direction": change.direction.value,
        }


def _side(chains: Chains, side: int, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "mark": "o" if side == BASELINE else "n",
        "chains": [
            {
                "sign": chain.sign,
                "label": clean(chain.label),
                "size": count(len(chain.spans), "mention"),
                "hue": hue(chain.number),
            }
            for chain in islice(chains.in_order(side), _MOST_CHAINS)
        ],
        "more": _more(chains.count(side) - _MOST_CHAINS, "chain"),
    }


def _more(number: int, what: str) -> str:
    return count(number, f"more {what}") if number > 0 else ""
