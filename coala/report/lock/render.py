"""A graph that was held against a lock becomes lines for a terminal, and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from coala import __version__
from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice, notice_to_json
from coala.report.diff_json import span_json
from coala.report.lock.sentences import LockSentences
from coala.verdicts.lock.checking import Checked, CheckedAssertion, Missing, Result, say_forgotten
from coala.verdicts.lock.lock import LockedAssertion, LockingBag

_Item = TypeVar("_Item")

_MOST_SENTENCES = 10
"""The most sentences on what cannot be checked, and on contradictions; the JSON has all."""

_REASONS = {
    Missing.DOCUMENT: "the graph does not have {} document",
    Missing.TEXT: "the text does not have {} words any more",
}


def render_check_text(checked: Checked) -> Iterator[str]:
    """Totals, then each assertion that is broken with its text, then what could not be checked."""
    sentences = LockSentences(checked.lock)
    reviews = {judged.review for judged in checked.lock.bags}
    earlier = sum(bag.judged[0].number is None for bag in checked.by_bag)
    yield (
        f"{checked.path}: {count(len(checked.assertions), 'assertion')} of "
        f"{count(len(checked.by_bag), 'judged bag')}"
        f"{f' ({earlier:,} of earlier comparisons)' if earlier else ''} in {count(len(reviews), 'review')}"
    )
    broken, unknown = checked.broken, checked.unknown
    held = len(checked.assertions) - len(broken) - len(unknown)
    yield (
        f"  {held:,} {_hold(held)}, {len(broken):,} {'is' if len(broken) == 1 else 'are'} broken, "
        f"{len(unknown):,} cannot be checked"
    )
    for line in _remarks(checked):
        yield f"  {line}"
    if broken:
        yield ""
    for each in broken:
        yield sentences.tell(each)
        yield from (f"    {text}" for text in sentences.texts(each))
    if unknown:
        yield ""
        yield f"{count(len(unknown), 'assertion')} cannot be checked: {_reasons(unknown)}."
        yield from _first(unknown, sentences.tell)
    if groups := checked.lock.contradictions:
        yield ""
        left_out = len(checked.lock.assertions) - len(checked.assertions)
        yield f"{count(left_out, 'assertion')} contradict each other and were left out:"
        yield from _first(groups, sentences.contradiction)


def _first(found: Sequence[_Item], tell: Callable[[_Item], str]) -> Iterator[str]:
    """Yield the first sentences, and how many there are more."""
    yield from (f"  {tell(each)}" for each in found[:_MOST_SENTENCES])
    if len(found) > _MOST_SENTENCES:
        yield f"  and {len(found) - _MOST_SENTENCES:,} more"


def _hold(number: int) -> str:
    return "holds" if number == 1 else "hold"


def note_unchecked(checked: Checked) -> Iterator[Notice]:
    """What neither holds nor is broken: what cannot be checked, and what contradicts something else."""
    sentences = LockSentences(checked.lock)
    if forgotten := checked.lock.forgotten:
        told = [f"{sentences.bag(judged)} ({sentences.judges([judged])})" for judged in forgotten]
        yield make_notice(
            "verdicts-not-checked", len(forgotten), told[:MOST_EXAMPLES], reason=say_forgotten(checked.lock)
        )
    if unknown := checked.unknown:
        told = [sentences.tell(each) for each in unknown[:MOST_EXAMPLES]]
        yield make_notice("assertions-not-checked", len(unknown), told, reasons=_reasons(unknown))
    if groups := checked.lock.contradictions:
        left_out = len(checked.lock.assertions) - len(checked.assertions)
        told = [sentences.contradiction(group) for group in groups[:MOST_EXAMPLES]]
        yield make_notice("assertions-contradict", left_out, told, were="was" if left_out == 1 else "were")


def _reasons(unknown: Sequence[CheckedAssertion]) -> str:
    reasons = Counter(each.missing for each in unknown if each.missing)
    return ", ".join(
        f"of {number:,} {_REASONS[reason].format(*(('its',) if number == 1 else ('their',)))}"
        for reason, number in reasons.items()
    )


def _remarks(checked: Checked) -> Iterator[str]:
    lock = checked.lock
    speaking = {judged.place for each in lock.assertions for judged, _ in each.by}
    silent = len({judged.place for judged in lock.bags} - speaking)
    if lock.forgotten:
        yield say_forgotten(lock)
    if lock.replaced:
        yield f"newer verdicts on the same mentions replace {count(lock.replaced, 'older assertion')}"
    if lock.passed_over:
        yield (
            f"{count(lock.passed_over, 'statement')} about other instances, with nested or long values, or "
            "told as facts, are not asserted"
        )
    if silent:
        yield f"{count(silent, 'judged bag')} {'asserts' if silent == 1 else 'assert'} nothing"
    whole = sum(each.assertion.whole for each in checked.broken)
    if whole:
        yield (
            f"{whole:,} of what is broken comes from a verdict on a bag of several changes as a whole; judge "
            "its changes one by one to lock only what is meant"
        )


def render_check_json(checked: Checked) -> Iterator[str]:
    """The ``coala-check/1`` document: each judged bag, with all that is broken or cannot be checked in it."""
    sentences = LockSentences(checked.lock)
    broken, unknown = len(checked.broken), len(checked.unknown)
    head: dict[str, Any] = {
        "format": "coala-check/1",
        "coala": __version__,
        "graph": checked.path,
        "reviews": list(dict.fromkeys(judged.review for judged in checked.lock.bags)),
        "assertions": len(checked.assertions),
        "held": len(checked.assertions) - broken - unknown,
        "broken": broken,
        "cannot_be_checked": unknown,
        "contradictions": [
            {
                "sentence": sentences.contradiction(group),
                "assertions": [_assertion(checked, assertion) for assertion in group],
            }
            for group in checked.lock.contradictions
        ],
        "statements_not_asserted": checked.lock.passed_over,
        "replaced_by_newer_verdicts": checked.lock.replaced,
        "verdicts_not_checked": [
            {
                "review": judged.review,
                "fingerprint": judged.fingerprint,
                "reviewer": judged.reviewer,
                "verdict": judged.verdict,
            }
            for judged in checked.lock.forgotten
        ],
        "warnings": list(map(notice_to_json, (*checked.notices, *note_unchecked(checked)))),
    }
    yield json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}") + ',\n  "bags": ['
    separator = "\n"
    for bag in checked.by_bag:
        first = bag.judged[0]
        told = {
            "review": first.review,
            "bag": _shown_number(first),
            "fingerprint": first.fingerprint,
            "title": first.title,
            "verdicts": [{"reviewer": each.reviewer, "verdict": each.verdict} for each in bag.judged],
            "held": len(bag.with_result(Result.HOLDS)),
            "broken": [_told(checked, each, sentences) for each in bag.with_result(Result.BROKEN)],
            "cannot_be_checked": [
                _told(checked, each, sentences) for each in bag.with_result(Result.UNKNOWN)
            ],
        }
        yield f"{separator}    {json.dumps(told, ensure_ascii=False)}"
        separator = ",\n"
    yield "\n  ]\n}\n"


def _shown_number(judged: LockingBag) -> int | None:
    return None if judged.number is None else judged.number + 1


def _told(checked: Checked, each: CheckedAssertion, sentences: LockSentences) -> dict[str, Any]:
    return (
        {"sentence": sentences.tell(each), "texts": list(sentences.texts(each))}
        | _assertion(checked, each.assertion)
        | {"at_fault": [_span(checked, span) for span in each.spans]}
        | ({"missing": each.missing.value} if each.missing else {})
    )


def _assertion(checked: Checked, assertion: LockedAssertion) -> dict[str, Any]:
    said = {} if assertion.said is None else {"said": plain_words(assertion.said.words)}
    return {
        "expected": assertion.expected.value,
        "spans": [_span(checked, span) for span in assertion.spans],
        "others": [_span(checked, span) for span in assertion.others],
        **said,
        "by": [
            {
                "review": judged.review,
                "bag": _shown_number(judged),
                "reviewer": judged.reviewer,
                "verdict": verdict.value,
            }
            for judged, verdict in assertion.by
        ],
        "whole_bag": assertion.whole,
    }


def _span(checked: Checked, span: int) -> dict[str, Any]:
    return span_json(checked.lock.spans[span]) | {"text": checked.lock.words[span]}
