"""An assertion that does not hold, or cannot be checked, becomes one sentence, and the text it is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from coala.base.numerals import count
from coala.base.plain_text import one_line, plain_words
from coala.diff.headlines import words_around
from coala.diff.names import document_label, instance_label, quoted
from coala.model.bag import Verdict
from coala.verdicts.lock.assertions import Expected
from coala.verdicts.lock.checking import CheckedAssertion, Missing, Result
from coala.verdicts.lock.lock import Lock, LockedAssertion, LockingBag

_LONGEST_TITLE = 80

_MISSING = {
    Missing.DOCUMENT: "the graph does not have the document",
    Missing.TEXT: "these words are gone from its text",
}


class LockSentences:
    """Says what is asserted and what became of it, in words that name a bag as the window does."""

    def __init__(self, lock: Lock) -> None:
        self._lock = lock
        self._several = len({judged.review for judged in (*lock.bags, *lock.forgotten)}) > 1

    @cached_property
    def _spans(self) -> Sequence[tuple[str, int]]:
        return [(span.document, span.begin) for span in self._lock.spans]

    def tell(self, checked: CheckedAssertion) -> str:
        """What is broken, or what cannot be checked and why, with the bag and who judged it."""
        assertion = checked.assertion
        head = f"{self.bag(assertion.bag)} ({self._judges(assertion)}):"
        if checked.result is Result.UNKNOWN:
            assert checked.missing is not None
            return f"{head} {self._demand(checked)}; that cannot be checked, {_MISSING[checked.missing]}."
        return f"{head} {self._demand(checked)}; {self._state(checked)}."

    def bag(self, judged: LockingBag) -> str:
        """Name a bag as it can be opened: "Bag 12", or "r.coala#12" where there are several reviews.

        One of an earlier comparison cannot: it is called by its title.
        """
        if judged.number is None:
            review = f" of {plain_words(Path(judged.review).name)}" if self._several else ""
            return f"Earlier bag{review} {quoted(one_line(judged.title, _LONGEST_TITLE))}"
        if self._several:
            return f"{plain_words(Path(judged.review).name)}#{judged.number + 1}"
        return f"Bag {judged.number + 1:,}"

    def contradiction(self, group: Sequence[LockedAssertion]) -> str:
        """Say what cannot all hold, in one sentence for each bag."""
        demands: defaultdict[str, list[str]] = defaultdict(list)
        for assertion in group:
            checked = CheckedAssertion(assertion, Result.HOLDS, assertion.spans)
            demands[f"{self.bag(assertion.bag)} ({self._judges(assertion)})"].append(self._demand(checked))
        return " ".join(f"{head}: {', and '.join(told)}." for head, told in demands.items())

    def texts(self, checked: CheckedAssertion) -> Iterator[str]:
        """The mentions that the sentence names, each in its sentence of the text, with its document."""
        others = checked.assertion.others
        named = [checked.spans[0], *([self._representative(others)] if others else [])]
        for span in named:
            place = self._lock.spans[span]
            left, words, right = words_around(
                place, self._lock.words[span], self._lock.texts.get(place.document)
            )
            yield f"{left}[{words}]{right} ({plain_words(document_label(place.document))})"

    def judges(self, judged: Iterable[LockingBag]) -> str:
        """The verdicts on a bag and who gave them: "+, anna and ben"."""
        return _who((each.verdict, each.reviewer) for each in judged)

    def _judges(self, assertion: LockedAssertion) -> str:
        return _who((verdict, judged.reviewer) for judged, verdict in assertion.by)

    def _demand(self, checked: CheckedAssertion) -> str:
        assertion = checked.assertion
        one = self._one(checked)
        match assertion.expected:
            case Expected.TOGETHER:
                return f"{one} and {self._other(checked)} must be one entity"
            case Expected.APART:
                return f"{one} and {self._other(checked)} must be two entities"
            case Expected.MENTION:
                return f"{one} must be mentioned"
            case Expected.NO_MENTION:
                return f"{one} must not be mentioned"
        assert assertion.said is not None
        words = plain_words(assertion.said.words)
        kind = "type" if assertion.expected in (Expected.TYPE, Expected.NO_TYPE) else "statement"
        have = "have" if assertion.expected in (Expected.TYPE, Expected.STATEMENT) else "not have"
        return f"{self._name(self._representative(checked.spans))} must {have} the {kind} {words}"

    def _state(self, checked: CheckedAssertion) -> str:
        """What the graph says in its place."""
        match checked.assertion.expected:
            case Expected.TOGETHER if not checked.others_mentioned:
                return "the second is not mentioned any more"
            case Expected.TOGETHER if not checked.mentioned:
                return "the first is not mentioned"
            case Expected.TOGETHER:
                return "they are two again"
            case Expected.APART:
                return "they are one again"
            case Expected.MENTION:
                return "it is not"
            case Expected.NO_MENTION:
                return "it is again"
            case _ if not checked.mentioned:
                return "it is not mentioned any more"
            case Expected.TYPE | Expected.STATEMENT:
                return "it has not"
        return "it has again"

    def _one(self, checked: CheckedAssertion) -> str:
        """The first mention that is at fault, and how many more there are."""
        name = self._name(checked.spans[0], beside=checked.assertion.others)
        more = len(checked.spans) - 1
        return f"{name} (and {count(more, 'more mention', 'more mentions')})" if more else name

    def _other(self, checked: CheckedAssertion) -> str:
        others = checked.assertion.others
        return self._name(self._representative(others), beside=checked.spans[:1])

    def _name(self, span: int, beside: Sequence[int] = ()) -> str:
        """A mention in quotes; where it reads as what stands beside it, with its document or its place."""
        name = quoted(self._words(span))
        if not beside:
            return name
        other = self._representative(beside)
        if self._words(span).casefold() != self._words(other).casefold():
            return name
        (document, begin), (theirs, _) = self._spans[span], self._spans[other]
        if document != theirs and document_label(document) != document_label(theirs):
            return f"{name} in {plain_words(document_label(document))}"
        return f"{name} at {begin:,}"

    def _representative(self, spans: Sequence[int]) -> int:
        """The mention that a chain is called by."""
        if len(spans) == 1:
            return spans[0]
        label = instance_label(None, (self._lock.words[span] for span in spans), "")
        return next((span for span in spans if " ".join(self._words(span).split()) == label), spans[0])

    def _words(self, span: int) -> str:
        return self._lock.words[span] or "a mention"


def _who(verdicts: Iterable[tuple[Verdict | None, str]]) -> str:
    by_verdict: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for verdict, reviewer in verdicts:
        by_verdict[verdict.value if verdict else "its changes"][plain_words(reviewer)] = None
    return "; ".join(f"{verdict}, {' and '.join(names)}" for verdict, names in by_verdict.items())
