"""Locks of verdicts on the bags of small graphs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Verdict
from coala.model.graph import Graph
from coala.model.options import DEFAULTS, Options
from coala.model.values import Span
from coala.verdicts.lock.answers import find_answer_assertions
from coala.verdicts.lock.assertions import find_assertions
from coala.verdicts.lock.checking import Checked, CheckedAssertion, check_graph
from coala.verdicts.lock.lock import Lock, LockingBag
from coala.verdicts.state import State

Rows = Sequence[Verdict | None]
Reviewer = Callable[[Bag], Verdict | Rows | State | None]
"""Returns a verdict on a bag as a whole, on each of its rows, or the whole answer."""


def lock_of(
    *reviews: tuple[Graph, Graph, Reviewer | str], options: Options = DEFAULTS, reviewer: str = "anna"
) -> Lock:
    """Return the lock of some reviews, each of a baseline, a changed graph, and its verdicts.

    The verdicts are one for all bags, or a function of the bag. The first review is called 1.coala.
    """
    texts: dict[str, str | None] = {}
    lock = Lock(lambda judged, document: texts.get(document))
    for number, (baseline, changed, said) in enumerate(reviews, 1):
        comparison = compare_graphs(baseline, changed, options=options)
        texts |= comparison.texts()
        for place, (bag, _) in enumerate(comparison.iterate_bags()):
            given = Verdict(said) if isinstance(said, str) else said(bag)
            rows: Rows = [None] * len(bag.divergences)
            whole = None
            if isinstance(given, State):
                whole, found = given.verdict, find_answer_assertions(bag, given)
            else:
                if given is None or isinstance(given, Verdict):
                    whole = given
                else:
                    rows = given
                found = find_assertions(bag, rows, whole)
            judged = LockingBag(f"{number}.coala", place, bag.fingerprint, bag.title, reviewer, whole)
            lock.add(judged, bag, found)
    return lock


def asserted(lock: Lock, letters: Mapping[Span, str] | None = None) -> set[str]:
    """Return the assertions as a reader sees them: "he + John Doe together"."""

    def named(places: Sequence[int]) -> str:
        return ", ".join((letters or {}).get(lock.spans[place], lock.words[place] or "?") for place in places)

    found = set()
    for assertion in lock.to_check():
        others = f" + {named(assertion.others)}" if assertion.others else ""
        said = f" {assertion.description.words}" if assertion.description else ""
        found.add(f"{named(assertion.spans)}{others} {assertion.expected}{said}")
    return found


def check(lock: Lock, graph: Graph, options: Options = DEFAULTS) -> Checked:
    """Hold a graph against a lock."""
    return check_graph(lock, graph, options)


def words_at_fault(checked: Checked, found: Sequence[CheckedAssertion]) -> list[str]:
    """Return the words of the spans with a violation, or that were not found."""
    return [checked.lock.words[span] or "?" for each in found for span in each.spans]
