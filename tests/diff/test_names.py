"""Names in sentences: short, plain, readable, and distinct."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.names import InstanceNames
from coala.model.bag import BASELINE, CHANGED, KnowledgeBaseEntry
from coala.model.values import Span
from tests.support.bags_by_hand import AGENT, PERSON, bag, instance

TEXT = "Bob left. Bob fell. The clerk left. Bob he fell."
FIRST, SECOND, CLERK, THIRD, HE = (
    Span("http://e.org/a", begin, end) for begin, end in ((0, 3), (10, 13), (20, 29), (36, 39), (40, 42))
)
ELSEWHERE = Span("http://e.org/b", 0, 3)
TEXTS: dict[str, str | None] = {"http://e.org/a": TEXT, "http://e.org/b": "Bob ran."}


def told_apart(spans: list[Span], first: list[int], second: list[int]) -> tuple[str, str]:
    both = bag(spans, {"Bob": first, "bob": second}, {}, [], [], TEXTS)
    return InstanceNames(both).tell_apart((BASELINE, 0), (BASELINE, 1))


def test_namesake_without_other_words_is_told_by_its_document() -> None:
    assert told_apart([FIRST, CLERK, ELSEWHERE], [0, 1], [2]) == ('Bob ("The clerk")', "bob (in b)")


def test_else_by_a_document_else_by_how_many_mentions_there_are() -> None:
    assert told_apart([FIRST, ELSEWHERE], [0], [1]) == ("Bob (in a)", "bob (in b)")
    assert told_apart([FIRST, SECOND, ELSEWHERE], [0, 2], [1]) == ("Bob (in b)", "bob")
    assert told_apart([FIRST, SECOND, THIRD], [0, 2], [1]) == ("Bob (2 mentions)", "bob (1 mention)")


def test_namesakes_of_different_types_are_named_with_their_types() -> None:
    both = bag([FIRST, ELSEWHERE], {"Bob": [0], "bob": [1]}, {}, [], [], TEXTS)
    typed = instance("Bob", [0], [PERSON]), instance("bob", [1], [PERSON, AGENT])
    names = InstanceNames(replace(both, baseline=typed))
    # The first has no type that the other lacks, but a document.
    assert names.tell_apart((BASELINE, 0), (BASELINE, 1)) == ("Bob (in a)", "bob (Agent)")


def test_names_of_namesakes_end_with_their_signs_where_signs_are_seen() -> None:
    both = bag([FIRST, SECOND, CLERK], {"Bob": [0, 2], "bob": [1]}, {"Eve": [0]}, [], [], TEXTS)
    names = InstanceNames(both, lambda place: "AB1"[place[1] + 2 * place[0]])
    assert names.tell_apart((BASELINE, 0), (BASELINE, 1)) == ('Bob ("The clerk", A)', "bob (B)")
    # The name of Bob has what a third chain, also named Bob, lacks.
    assert names.tell_apart((BASELINE, 0), (CHANGED, 0)) == ('Bob ("The clerk", A)', "Eve (1)")
    assert names.beside_words((BASELINE, 0), ["Bob"]) == 'Bob ("The clerk", A)'
    assert names.beside_words((BASELINE, 0), ["he"]) == "Bob (A)"


def test_mentions_that_leave_an_instance_do_not_tell_it_apart() -> None:
    both = bag([FIRST, SECOND, CLERK, ELSEWHERE], {"Bob": [0, 2, 3], "bob": [1]}, {}, [], [], TEXTS)
    names = InstanceNames(both)
    pair = (BASELINE, 0), (BASELINE, 1)
    assert names.tell_apart(*pair) == ('Bob ("The clerk")', "bob")
    assert names.tell_apart(*pair, leaving=(2,)) == ("Bob (in b)", "bob")
    assert names.tell_apart(*pair, leaving=(2, 3)) == ("Bob (3 mentions)", "bob (1 mention)")


def test_document_tells_apart_when_other_mentions_stay_in_it() -> None:
    # Of Bob, a document keeps a mention where one of two leaves, and none where both leave.
    both = bag([FIRST, SECOND, ELSEWHERE], {"Bob": [0, 1], "bob": [2]}, {}, [], [], TEXTS)
    names = InstanceNames(both)
    pair = (BASELINE, 0), (BASELINE, 1)
    assert names.tell_apart(*pair, leaving=(1,)) == ("Bob (in a)", "bob (in b)")
    assert names.tell_apart(*pair, leaving=(0, 1)) == ("Bob", "bob (in b)")


def test_linked_one_of_two_namesakes_has_its_entry_and_the_other_nothing() -> None:
    both = bag([FIRST, SECOND, CLERK], {"Bob": [0], "bob": [1, 2]}, {}, [], [], TEXTS)
    linked, plain = both.baseline
    linked = linked._replace(entries=(KnowledgeBaseEntry("Wikidata", "Q1", "http://e.org/Q1"),))
    pair = (BASELINE, 0), (BASELINE, 1)
    assert InstanceNames(replace(both, baseline=(linked, plain))).tell_apart(*pair) == ("Bob (Q1)", "bob")
    assert InstanceNames(replace(both, baseline=(plain, linked))).tell_apart(*pair) == ("bob", "Bob (Q1)")


def test_words_of_the_other_name_do_not_tell_a_third_namesake_apart() -> None:
    both = bag(
        [FIRST, CLERK, HE, ELSEWHERE],
        {"Bob": [0, 1], "bob": [3], "the clerk": [2]},
        {"Bob": [0, 1, 2], "bob": [3]},
        [],
        [],
        TEXTS,
    )
    names = InstanceNames(both)
    assert names.tell_apart((BASELINE, 2), (BASELINE, 0))[1] == "Bob (in a)"
