"""Report, JSON and JUnit XML of ``coala check``: which assertions of a lock a graph breaks.

A lock is built from the verdicts in reviews: a verdict "better" on a merge becomes the assertion that its
mentions must be one entity. ``coala check`` tests whether a new graph fulfils the assertions. The result of
one is that it holds, is broken, or is unknown (its document or words are gone). Assertions that contradict
each other are left out. In the code, a mention is the number of a span of the lock.

The XML has one test case for each judged bag, in the form that CI systems read (Jenkins, GitLab, GitHub
Actions): suites with counts, and test cases with a class and a name. A test case has at most one ``failure``,
``error`` or ``skipped``, each with a message.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from xml.sax.saxutils import escape, quoteattr

from coala import __version__
from coala.base.json_stream import stream_json
from coala.base.numerals import count
from coala.base.plain_text import clean, one_line, plain_words, visible
from coala.diff.headlines import words_around
from coala.diff.names import choose_label, quoted, shorten_document
from coala.model.bag import Verdict
from coala.model.notices.notice import MOST_EXAMPLES, Notice, make_notice, notice_to_json
from coala.present.blocks import Block, FigureColumn, Figures, Folded, Note, Report, list_item
from coala.results.diff_json import span_to_json
from coala.verdicts.lock.assertions import OPPOSITES, Expected
from coala.verdicts.lock.checking import (
    Checked,
    CheckedAssertion,
    CheckedBag,
    Missing,
    Result,
    describe_forgotten,
)
from coala.verdicts.lock.lock import Lock, LockedAssertion, LockingBag

_LONGEST_TITLE = 80

_MOST_ERRORS, _LONGEST_ERROR = 10, 600
"""The most broken assertions that are errors of a job, and the most characters of each."""

# Why one assertion cannot be checked; ``_REASONS`` says it of several.
_MISSING = {
    Missing.DOCUMENT: "the graph does not have the document",
    Missing.TEXT: "these words are gone from its text",
    Missing.BASE: "its knowledge base is not compared (--names, --knowledge-bases)",
}

_VERBS = {
    Expected.TYPE: "have the type",
    Expected.NO_TYPE: "have the type",
    Expected.STATEMENT: "have the statement",
    Expected.NO_STATEMENT: "have the statement",
    Expected.LINK: "be linked to",
    Expected.NO_LINK: "be linked to",
}


class LockSentences:
    """Sentences about assertions and their results, with the same names for bags as in the window."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock
        self._representatives: dict[tuple[int, ...], int] = {}
        self._has_several_reviews = len({judged.review for judged in (*lock.bags, *lock.forgotten)}) > 1

    @cached_property
    def _spans(self) -> Sequence[tuple[str, int]]:
        """The document and the begin of each mention."""
        return [(span.document, span.begin) for span in self._lock.spans]

    def describe(self, checked: CheckedAssertion) -> str:
        """Say what is broken, or what cannot be checked and why, with the bag and who judged it."""
        assertion = checked.assertion
        head = f"{self.name_bag(assertion.bag)} ({self._name_own_judges(assertion)}):"
        demand = self._describe_demand(checked)
        if checked.result is Result.UNKNOWN:
            assert checked.missing is not None
            return f"{head} {demand}. That cannot be checked: {_MISSING[checked.missing]}."
        return f"{head} {demand}; {self._describe_state(checked)}."

    def name_bag(self, judged: LockingBag) -> str:
        """Name a bag as it can be opened: "Bag 12", or "r.coala#12" if there are several reviews.

        A bag of an earlier comparison cannot be opened; it is named by its title.
        """
        if judged.number is None:
            review = f" of {plain_words(Path(judged.review).name)}" if self._has_several_reviews else ""
            return f"Earlier bag{review} {quoted(one_line(judged.title, _LONGEST_TITLE))}"
        if self._has_several_reviews:
            return f"{plain_words(Path(judged.review).name)}#{judged.number + 1}"
        return f"Bag {judged.number + 1:,}"

    def describe_contradiction(self, group: Sequence[LockedAssertion]) -> str:
        """Say what contradicts itself, in one sentence for each bag."""
        demands: defaultdict[str, list[str]] = defaultdict(list)
        for assertion in group:
            checked = CheckedAssertion(assertion, Result.HOLDS, assertion.spans)
            demands[f"{self.name_bag(assertion.bag)} ({self._name_own_judges(assertion)})"].append(
                self._describe_demand(checked)
            )
        return " ".join(f"{head}: {', and '.join(of_bag)}." for head, of_bag in demands.items())

    def describe_without_effect(self, judged: Sequence[LockingBag]) -> str:
        """Say that a verdict = on a bag has no effect, since the first reviewer's asserts something."""
        first = judged[0]
        assert first.number is not None
        said = ", ".join(
            f"{plain_words(each.reviewer)} says {each.verdict.value if each.verdict else 'it of changes'}"
            for each in judged
        )
        command = f"coala review {shlex.quote(first.review)}#{first.number + 1}"
        return f"{self.name_bag(first)}: {said}; the = has no effect. Settle it with: {command}"

    def quote_texts(self, checked: CheckedAssertion) -> Iterator[str]:
        """Yield the mentions that the sentence names, each in its sentence of the text, with its document."""
        others = checked.assertion.others
        mentions: Iterable[int] = (checked.spans[0], *([self._find_representative(others)] if others else []))
        if checked.joined:
            mentions = dict.fromkeys(span for pair in _list_pairs(checked)[:_MOST_NAMES] for span in pair)
        for span in mentions:
            place = self._lock.spans[span]
            left, words, right = words_around(
                place, self._lock.words[span], self._lock.texts.get(place.document)
            )
            yield f"{left}[{words}]{right} ({plain_words(shorten_document(place.document))})"

    def name_judges(self, judged: Iterable[LockingBag]) -> str:
        """Return the verdicts on a bag and who gave them: "+, anna and ben"."""
        return _list_verdicts((each.verdict, each.reviewer) for each in judged)

    def _name_own_judges(self, assertion: LockedAssertion) -> str:
        return _list_verdicts((verdict, judged.reviewer) for judged, verdict in assertion.by)

    def _describe_demand(self, checked: CheckedAssertion) -> str:
        """Say what the graph must have: '"Ada" and "she" must be one entity'."""
        assertion = checked.assertion
        first = self._name_first(checked)
        match assertion.expected:
            case Expected.TOGETHER:
                return f"{first} and {self._name_other(checked)} must be one entity"
            case Expected.APART:
                return f"{first} and {self._name_other(checked)} must be two entities"
            case Expected.MENTION:
                return f"{first} must be mentioned"
            case Expected.NO_MENTION:
                return f"{first} must not be mentioned"
            case Expected.ALL_APART:
                return self._demand_all_apart(checked)
            case Expected.WITH_ONE:
                spans = self._list_names(assertion.others, "or")
                return f"{first} must be one entity with {spans}"
        assert assertion.description is not None
        words = plain_words(assertion.description.words)
        must = "must" if assertion.expected in OPPOSITES else "must not"
        return (
            f"{self._name_mention(self._find_representative(checked.spans))} {must} "
            f"{_VERBS[assertion.expected]} {words}"
        )

    def _demand_all_apart(self, checked: CheckedAssertion) -> str:
        """Name each pair of mentions that are one, or else the mentions that must be apart."""
        spans, others = checked.assertion.spans, checked.assertion.others
        if pairs := _list_pairs(checked):
            named = [
                f"{self._name_mention(one, next_to=[other])} and {self._name_mention(other, next_to=[one])}"
                for one, other in pairs[:_MOST_NAMES]
            ]
            more = len(pairs) - len(named)
            listed = ", ".join([*named, count(more, "more pair", "more pairs")] if more else named)
            return f"{listed} must {'be' if len(pairs) == 1 else 'each be'} two entities"
        if others:
            return (
                f"{self._name_mention(spans[0])} must be another entity than {self._list_names(others, 'or')}"
            )
        return f"{self._list_names(spans, 'and')} must be {len(spans):,} entities"

    def _list_names(self, spans: Sequence[int], word: str) -> str:
        names = [self._name_mention(span) for span in spans[:_MOST_NAMES]]
        if more := len(spans) - len(names):
            names.append(count(more, "more mention", "more mentions"))
        *first, last = names
        return f"{', '.join(first)} {word} {last}" if first else last

    def _describe_state(self, checked: CheckedAssertion) -> str:
        """Say what the graph has instead."""
        match checked.assertion.expected:
            case Expected.TOGETHER if not checked.others_mentioned:
                return "the second is not mentioned"
            case Expected.TOGETHER if not checked.mentioned:
                return "the first is not mentioned"
            case Expected.TOGETHER:
                return "they are two"
            case Expected.APART:
                return "they are one"
            case Expected.ALL_APART:
                return "they are one" if len(_list_pairs(checked)) == 1 else "each pair is one"
            case Expected.WITH_ONE if checked.mentioned:
                return "it is with none of them"
            case Expected.MENTION:
                return "it is not"
            case Expected.NO_MENTION:
                return "it is"
            case _ if not checked.mentioned:
                return "it is not mentioned"
            case Expected.LINK:
                return "it is not"
            case Expected.NO_LINK:
                return "it is"
            case Expected.TYPE | Expected.STATEMENT:
                return "it has not"
        return "it has"

    def _name_first(self, checked: CheckedAssertion) -> str:
        """Name the first mention at fault, and say how many more there are."""
        name = self._name_mention(checked.spans[0], next_to=checked.assertion.others)
        more = len(checked.spans) - 1
        return f"{name} (and {count(more, 'more mention', 'more mentions')})" if more else name

    def _name_other(self, checked: CheckedAssertion) -> str:
        others = checked.assertion.others
        return self._name_mention(self._find_representative(others), next_to=checked.spans[:1])

    def _name_mention(self, span: int, next_to: Sequence[int] = ()) -> str:
        """Quote a mention; add its document or place if the sentence has the same words for ``next_to``."""
        name = quoted(self._words(span))
        if not next_to:
            return name
        other = self._find_representative(next_to)
        if self._words(span).casefold() != self._words(other).casefold():
            return name
        (document, begin), (other_document, _) = self._spans[span], self._spans[other]
        if document != other_document and shorten_document(document) != shorten_document(other_document):
            return f"{name} in {plain_words(shorten_document(document))}"
        return f"{name} at {begin:,}"

    def _find_representative(self, spans: Sequence[int]) -> int:
        """Return the mention that names a chain."""
        if len(spans) == 1:
            return spans[0]
        # The results are kept: thousands of assertions may refer to one chain.
        key = tuple(spans)
        if key not in self._representatives:
            label = choose_label(None, (self._lock.words[span] for span in spans), "")
            chosen = (span for span in spans if " ".join(self._words(span).split()) == label)
            self._representatives[key] = next(chosen, spans[0])
        return self._representatives[key]

    def _words(self, span: int) -> str:
        return self._lock.words[span] or "a mention"


_MOST_NAMES = 10
"""The most mentions, or pairs of mentions, that a sentence names; the JSON has all."""


def _list_pairs(checked: CheckedAssertion) -> list[tuple[int, int]]:
    """Return the mentions that must be apart and are one: for each entity, its first with each other one."""
    return [(spans[0], other) for spans in checked.joined for other in spans[1:]]


def _list_verdicts(verdicts: Iterable[tuple[Verdict | None, str]]) -> str:
    """Return each verdict with its reviewers: "+, anna and ben; -, eve"; None is verdicts on changes."""
    by_verdict: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for verdict, reviewer in verdicts:
        by_verdict[verdict.value if verdict else "its changes"][plain_words(reviewer)] = None
    return "; ".join(f"{verdict}, {' and '.join(names)}" for verdict, names in by_verdict.items())


_Item = TypeVar("_Item")

_MOST_SENTENCES = 10
"""The most sentences about assertions that cannot be checked or contradict each other; the JSON has all."""

_SETTLE = "Settle these disagreements in the window (Ctrl+J), or leave out a review."

_REASONS = {
    Missing.DOCUMENT: "the graph does not have {} document",
    Missing.TEXT: "the text does not have {} words any more",
    Missing.BASE: "{} knowledge base is not compared (--names, --knowledge-bases)",
}


def report_check(checked: Checked) -> Report:
    """Report totals, then each broken assertion with its text, then what could not be checked."""
    sentences = LockSentences(checked.lock)
    broken, total = checked.broken, len(checked.assertions)
    claim = (
        f"{count(len(broken), 'assertion')} of {total:,} {_is_or_are(len(broken))} broken"
        if broken
        else f"No assertion of {total:,} is broken"
    )
    errors = [clean(sentences.describe(each), _LONGEST_ERROR) for each in broken[:_MOST_ERRORS]]
    blocks = tuple(_list_blocks(checked, sentences))
    return Report("check", f"{claim}: {checked.path}", blocks, errors)


def _list_blocks(checked: Checked, sentences: LockSentences) -> Iterator[Block]:
    reviews = {judged.review for judged in checked.lock.bags}
    earlier = sum(bag.judged[0].number is None for bag in checked.by_bag)
    bags = count(len(checked.by_bag), "judged bag")
    of_earlier = f" ({earlier:,} of earlier comparisons)" if earlier else ""
    yield Note(f"From {bags}{of_earlier} in {count(len(reviews), 'review')}")
    broken, known, unknown = checked.broken, checked.known, checked.unknown
    held = len(checked.assertions) - len(broken) - len(known) - len(unknown)
    rows: list[tuple[str, int]] = [("hold", held), ("broken", len(broken))]
    if checked.known_path:
        rows.append((f"broken in {checked.known_path} as well: known, and no failure", len(known)))
    rows.append(("cannot be checked", len(unknown)))
    yield Figures([FigureColumn("assertions", "assertions", is_left=True), FigureColumn("", "number")], rows)
    yield from map(Note, _list_remarks(checked))
    if broken:
        items = []
        for each in broken:
            items.append(list_item(sentences.describe(each)))
            items += (list_item(text, 1) for text in sentences.quote_texts(each))
        yield Folded("Broken", items, len(broken))
    yield from _fold_first("Known failures", known, sentences.describe)
    if unknown:
        title = f"Cannot be checked: {_describe_reasons(unknown)}"
        yield from _fold_first(title, unknown, sentences.describe)
    if groups := checked.lock.contradictions:
        left_out = count(len(checked.lock.assertions) - len(checked.assertions), "assertion")
        title = f"{left_out} left out, since they contradict each other"
        yield from _fold_first(title, groups, sentences.describe_contradiction)
        yield Note(_SETTLE)
    yield from _fold_first(
        "Verdicts without effect", checked.lock.without_effect, sentences.describe_without_effect
    )


def _fold_first(title: str, found: Sequence[_Item], describe: Callable[[_Item], str]) -> Iterator[Folded]:
    """Yield the first sentences under a title; nothing if there are none."""
    if found:
        yield Folded(title, [list_item(describe(each)) for each in found[:_MOST_SENTENCES]], len(found))


def _is_or_are(number: int) -> str:
    return "is" if number == 1 else "are"


def note_unchecked(checked: Checked) -> Iterator[Notice]:
    """Yield notices about verdicts that do not count in full: unknown, contradictory or without effect."""
    sentences = LockSentences(checked.lock)
    if forgotten := checked.lock.forgotten:
        examples = [
            f"{sentences.name_bag(judged)} ({sentences.name_judges([judged])})" for judged in forgotten
        ]
        yield make_notice(
            "verdicts-not-checked",
            len(forgotten),
            examples[:MOST_EXAMPLES],
            reason=describe_forgotten(checked.lock),
        )
    if unknown := checked.unknown:
        examples = [sentences.describe(each) for each in unknown[:MOST_EXAMPLES]]
        yield make_notice(
            "assertions-not-checked", len(unknown), examples, reasons=_describe_reasons(unknown)
        )
    if groups := checked.lock.contradictions:
        left_out = len(checked.lock.assertions) - len(checked.assertions)
        examples = [sentences.describe_contradiction(group) for group in groups[:MOST_EXAMPLES]]
        yield make_notice("assertions-contradict", left_out, examples)
    if without_effect := checked.lock.without_effect:
        examples = [sentences.describe_without_effect(judged) for judged in without_effect[:MOST_EXAMPLES]]
        yield make_notice("verdicts-without-effect", len(without_effect), examples, hint=examples[0])


def _describe_reasons(unknown: Sequence[CheckedAssertion]) -> str:
    reasons = Counter(each.missing for each in unknown if each.missing)
    return ", ".join(
        f"of {number:,} {_REASONS[reason].format(*(('its',) if number == 1 else ('their',)))}"
        for reason, number in reasons.items()
    )


def _list_remarks(checked: Checked) -> Iterator[str]:
    """Yield what the totals do not show: verdicts that are replaced, not checked, or assert nothing."""
    lock = checked.lock
    asserting = {judged.place for each in lock.assertions for judged, _ in each.by}
    silent = len({judged.place for judged in lock.bags} - asserting)
    if lock.forgotten:
        yield describe_forgotten(lock)
    if lock.left_out:
        names = ", ".join(one_line(name, 60) for name in lock.left_out)
        yield f"models are left out, since people have judged: {names}"
    if replaced := lock.replaced.total():
        yield f"newer verdicts on the same mentions replace {count(replaced, 'older assertion')}"
    if lock.passed_over:
        yield (
            f"{count(lock.passed_over, 'statement')} about other instances, with nested or "
            "long values, or stated as facts, are not asserted"
        )
    if silent:
        yield f"{count(silent, 'judged bag')} {'asserts' if silent == 1 else 'assert'} nothing"
    from_whole_bags = sum(each.assertion.whole for each in checked.broken)
    if from_whole_bags:
        come = "comes" if from_whole_bags == 1 else "come"
        yield (
            f"{from_whole_bags:,} of the broken assertions {come} from a verdict on a whole bag "
            "of several changes; judge its changes one by one to lock only some of them"
        )


def render_check_json(checked: Checked) -> Iterator[str]:
    """Yield the ``coala-check/1`` document: each judged bag with what is broken or cannot be checked."""
    sentences = LockSentences(checked.lock)
    broken, known, unknown = len(checked.broken), len(checked.known), len(checked.unknown)
    head: dict[str, Any] = {
        "format": "coala-check/1",
        "coala": __version__,
        "graph": checked.path,
        "reviews": list(dict.fromkeys(judged.review for judged in checked.lock.bags)),
        "assertions": len(checked.assertions),
        "held": len(checked.assertions) - broken - known - unknown,
        "broken": broken,
        "known": known,
        "cannot_be_checked": unknown,
        "contradictions": [
            {
                "sentence": sentences.describe_contradiction(group),
                "assertions": [_assertion_to_json(checked, assertion) for assertion in group],
            }
            for group in checked.lock.contradictions
        ],
        "statements_not_asserted": checked.lock.passed_over,
        "replaced_by_newer_verdicts": checked.lock.replaced.total(),
        "left_out": list(checked.lock.left_out),
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
    bags = (_bag_to_json(checked, bag, sentences) for bag in checked.by_bag)
    yield from stream_json(head, "bags", bags)


def _bag_to_json(checked: Checked, bag: CheckedBag, sentences: LockSentences) -> dict[str, Any]:
    first = bag.judged[0]
    of_result = {
        result: [_checked_to_json(checked, each, sentences) for each in bag.with_result(result)]
        for result in (Result.BROKEN, Result.KNOWN, Result.UNKNOWN)
    }
    return {
        "review": first.review,
        "bag": _shown_number(first),
        "fingerprint": first.fingerprint,
        "title": first.title,
        "verdicts": [{"reviewer": each.reviewer, "verdict": each.verdict} for each in bag.judged],
        "held": len(bag.with_result(Result.HOLDS)),
        "replaced_by_newer_verdicts": bag.replaced,
        "broken": of_result[Result.BROKEN],
        "known": of_result[Result.KNOWN],
        "cannot_be_checked": of_result[Result.UNKNOWN],
    }


def _shown_number(judged: LockingBag) -> int | None:
    return None if judged.number is None else judged.number + 1


def _checked_to_json(checked: Checked, each: CheckedAssertion, sentences: LockSentences) -> dict[str, Any]:
    return (
        {"sentence": sentences.describe(each), "texts": list(sentences.quote_texts(each))}
        | _assertion_to_json(checked, each.assertion)
        | {"at_fault": [_span_to_json(checked, span) for span in each.spans]}
        | (
            {"joined": [[_span_to_json(checked, span) for span in spans] for spans in each.joined]}
            if each.joined
            else {}
        )
        | ({"missing": each.missing.value} if each.missing else {})
    )


def _assertion_to_json(checked: Checked, assertion: LockedAssertion) -> dict[str, Any]:
    value = {} if assertion.description is None else {"said": plain_words(assertion.description.words)}
    return {
        "expected": assertion.expected.value,
        **_list_in_json(checked, "spans", assertion.spans),
        **_list_in_json(checked, "others", assertion.others),
        **value,
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


def _list_in_json(checked: Checked, name: str, spans: Sequence[int]) -> dict[str, Any]:
    """Return the first mentions of an assertion; of more, also their number.

    Thousands of assertions may be about one chain of thousands of mentions.
    """
    listed = {name: [_span_to_json(checked, span) for span in spans[:_MOST_LISTED]]}
    return listed | ({f"{name}_in_all": len(spans)} if len(spans) > _MOST_LISTED else {})


_MOST_LISTED = 100
"""The most mentions of an assertion in JSON; those at fault are all there."""


def _span_to_json(checked: Checked, span: int) -> dict[str, Any]:
    return span_to_json(checked.lock.spans[span]) | {"text": checked.lock.words[span]}


# XML 1.0 forbids these characters, even as references.
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_LONGEST_MESSAGE = 1_000


def render_junit_error(path: str, message: str) -> Iterator[str]:
    """Yield the XML of a check of the graph at ``path`` that could not be done: one case with an error."""
    yield from _open_suite(path, tests=1, errors=1)
    yield from _render_error(path, message)
    yield _END


def _render_error(path: str, message: str) -> Iterator[str]:
    name = _quote_attribute(f"coala check {path}")
    yield f'    <testcase classname="coala check" name={name} time="0">\n'
    yield f"      <error message={_quote_attribute(message)}/>\n"
    yield "    </testcase>\n"


_END = "  </testsuite>\n</testsuites>\n"


def _open_suite(
    path: str, *, tests: int, failures: int = 0, errors: int = 0, skipped: int = 0
) -> Iterator[str]:
    counts = f'tests="{tests}" failures="{failures}" errors="{errors}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="coala check" {counts} time="0">\n'
    # Jenkins' schema has no count of skipped cases on the outermost element.
    name = _quote_attribute(f"coala check {path}")
    yield f'  <testsuite name={name} {counts} skipped="{skipped}" time="0">\n'


def render_junit(checked: Checked, error: str = "") -> Iterator[str]:
    """Yield the XML, one test case at a time; ``error`` is added as a case of its own.

    A case is failed if an assertion of the bag is broken. Otherwise it is skipped if one of them is known,
    if assertions of it contradict others, if none of them could be checked, or if there are none.
    """
    sentences = LockSentences(checked.lock)
    bags, forgotten = checked.by_bag, checked.lock.forgotten
    failures = sum(bool(bag.with_result(Result.BROKEN)) for bag in bags)
    skipped = sum(_explain_skip(bag, sentences) is not None for bag in bags) + len(forgotten)
    yield from _open_suite(
        checked.path,
        tests=len(bags) + len(forgotten) + bool(error),
        failures=failures,
        errors=int(bool(error)),
        skipped=skipped,
    )
    notes = {
        judged[0].place: sentences.describe_without_effect(judged) for judged in checked.lock.without_effect
    }
    for bag in bags:
        yield from _render_case(bag, sentences, notes.get(bag.judged[0].place))
    for judged in forgotten:
        yield _open_case([judged], sentences)
        yield '      <skipped message="the review no longer has the bag that was judged"/>\n'
        yield "    </testcase>\n"
    if error:
        yield from _render_error(checked.path, error)
    yield _END


def _explain_skip(bag: CheckedBag, sentences: LockSentences) -> str | None:
    """Return why the test case of a bag is neither passed nor failed; None if it is one of these."""
    if bag.with_result(Result.BROKEN):
        return None
    if known := bag.with_result(Result.KNOWN):
        return f"known: {_describe_first(known, sentences)}"
    if left_out := len(bag.left_out):
        total = left_out + len(bag.assertions)
        contradict = "contradicts others" if left_out == 1 else "contradict others"
        return (
            f"{left_out:,} of {count(total, 'assertion')} {contradict} and {_is_or_are(left_out)} not checked"
        )
    if not bag.assertions:
        return _describe_replaced(bag) or "nothing is asserted by this bag that could be checked"
    unknown = bag.with_result(Result.UNKNOWN)
    return sentences.describe(unknown[0]) if len(unknown) == len(bag.assertions) else None


def _describe_replaced(bag: CheckedBag) -> str:
    """Return how many assertions of a bag are replaced, "" if none is."""
    if not bag.replaced:
        return ""
    return f"newer verdicts on the same mentions replace {count(bag.replaced, 'assertion')} of this bag"


def _describe_first(found: Sequence[CheckedAssertion], sentences: LockSentences) -> str:
    """Return the first sentence, and the number of the others."""
    more = f" (and {count(len(found) - 1, 'more', 'more')})" if len(found) > 1 else ""
    return sentences.describe(found[0]) + more


def _render_case(bag: CheckedBag, sentences: LockSentences, note: str | None) -> Iterator[str]:
    yield _open_case(bag.judged, sentences)
    broken, unknown = bag.with_result(Result.BROKEN), bag.with_result(Result.UNKNOWN)
    lines = [line for each in broken for line in (sentences.describe(each), *_indent_texts(each, sentences))]
    lines += map(sentences.describe, (*bag.with_result(Result.KNOWN), *unknown))
    lines += filter(None, [_describe_replaced(bag), note])
    if broken:
        message = _quote_attribute(_describe_first(broken, sentences))
        yield f'      <failure message={message} type="broken">{_escape_text(lines)}</failure>\n'
        lines = []
    elif (reason := _explain_skip(bag, sentences)) is not None:
        yield f"      <skipped message={_quote_attribute(reason)}/>\n"
        lines = [line for line in lines if line != reason]
    if lines:
        yield f"      <system-out>{_escape_text(lines)}</system-out>\n"
    yield "    </testcase>\n"


def _open_case(judged: Sequence[LockingBag], sentences: LockSentences) -> str:
    first = judged[0]
    bag = "Earlier bag" if first.number is None else f"Bag {first.number + 1}"
    name = f"{bag} ({sentences.name_judges(judged)}): {first.title}"
    classname = _quote_attribute(Path(first.review).name)
    return f'    <testcase classname={classname} name={_quote_attribute(name)} time="0">\n'


def _indent_texts(each: CheckedAssertion, sentences: LockSentences) -> Iterator[str]:
    return (f"    {text}" for text in sentences.quote_texts(each))


def _escape_text(lines: Iterable[str]) -> str:
    return escape(_escape_illegal("\n".join(map(visible, lines))))


def _quote_attribute(text: str) -> str:
    return quoteattr(_escape_illegal(one_line(text, _LONGEST_MESSAGE)))


def _escape_illegal(text: str) -> str:
    """Escape the characters that XML forbids, in the same way as the rest of the program."""
    return _NO_XML.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), text)
