"""A bag of a review becomes what a page shows of it: verdicts, changes, sentences, chains, as plain words.

A module of its own because the page of a review and that of a board show bags alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.diff.changes.ranked import rows_by_change
from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError
from coala.exports.html.evidence import MarkedLine, hue, lay_out
from coala.exports.judged import ExportedBag, Judged, ReviewerAnswer
from coala.exports.words import MANNERS
from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.bag_out.prose import MOST_CHAINS, MOST_CHANGES, list_chains, list_changes, say_rest
from coala.presentation.chains import Chains
from coala.presentation.displayed_bag import display_bag
from coala.presentation.evidence.evidence import Evidence
from coala.presentation.phrases import VERDICT_SIGNS, VERDICT_WORDS, share_sentence
from coala.scores.findings import TITLES
from coala.verdicts.comment import LONGEST_NOTE

_WORTH = ("muc", "b_cubed")
_DISPUTED = "disputed", "≠", "disputed"
_OPEN = "open", "○", "no verdict"


class Badge(NamedTuple):
    """A verdict as a class of the style, a sign and words."""

    key: str
    sign: str
    words: str


def badge_of(verdict: Verdict | None, *, disputed: bool = False) -> Badge:
    """What stands for a verdict, for none, or for several that differ."""
    if disputed:
        return Badge(*_DISPUTED)
    if verdict is None:
        return Badge(*_OPEN)
    return Badge(verdict.name.lower(), VERDICT_SIGNS[verdict], VERDICT_WORDS[verdict])


def list_badges(found: Iterable[Badge]) -> list[Badge]:
    """The badges that there are, in the order of a list to choose from."""
    present = frozenset(found)
    order = (*map(badge_of, Verdict), Badge(*_DISPUTED), Badge(*_OPEN))
    return [badge for badge in order if badge in present]


def describe_bag(judged: Judged, bag: ExportedBag) -> dict[str, Any]:
    """What a page shows of a bag."""
    whole, entry = judged.whole(bag), bag.entry
    displayed = display_bag(whole)
    chains = Chains(displayed)
    lines: list[MarkedLine] = []
    problem = ""
    try:
        lines = list(lay_out(Evidence(displayed, chains, judged.review.text).page(), displayed, chains))
    except CoalaError as error:
        problem = clean(str(error))
    shares = judged.shares(bag)
    titles = {metric: TITLES[metric] for metric in _WORTH if metric in shares}
    together = judged.review.groups.together(entry.number)
    return badge_of(bag.verdict, disputed=bag.disputed)._asdict() | {
        "number": entry.number + 1,
        "title": clean(entry.title),
        "size": f"{count(entry.spans, 'mention')} in {count(entry.documents, 'document')}",
        "worth": share_sentence(titles, shares, together),
        "answers": [_answer(answer, named=len(judged.provenance.reviewers) > 1) for answer in bag.answers],
        "changes": list(_changes(bag, whole, chains, gold=judged.shows_gold(bag))),
        "more_changes": say_rest(len(rows_by_change(whole)), MOST_CHANGES, "change"),
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
    return badge_of(state.verdict)._asdict() | {
        "named": named,
        "reviewer": clean(answer.reviewer),
        "tags": list(map(clean, state.comment.tags)),
        "how": ", ".join(how),
        "note": "\n".join(clean(line, LONGEST_NOTE) for line in state.comment.note.splitlines()),
    }


def _changes(bag: ExportedBag, whole: Bag, chains: Chains, *, gold: bool) -> Iterator[dict[str, Any]]:
    given = bag.rows()
    sentences, row_keys = BagSentences(whole), RowKeys(whole)
    for place, change, kind, sentence in list_changes(sentences):
        keys = row_keys.of(sentences.ranked.rows_of(place)) if given else ()
        verdicts = {given[key] for key in keys if key in given}
        yield {
            "kind": kind,
            "signs": " ".join(chains.signs(change)),
            "sentence": sentence,
            "verdict": badge_of(verdicts.pop()) if len(verdicts) == 1 else None,
            "direction": change.direction.value if gold else "",
        }


def _side(chains: Chains, side: int, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "mark": "o" if side == BASELINE else "n",
        "chains": [
            {
                "sign": chain.sign,
                "label": label,
                "size": size,
                "hue": hue(chain.number),
            }
            for chain, label, size in list_chains(chains, side)
        ],
        "more": say_rest(chains.count(side), MOST_CHAINS, "chain"),
    }
