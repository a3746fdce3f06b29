"""Names in sentences: short, plain, readable, and distinct."""

from __future__ import annotations

from dataclasses import replace

from coala.diff.document_titles import list_titles
from coala.diff.names import InstanceNames, choose_label, looks_proper, shorten_document
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


def test_a_label_is_what_is_stated_then_a_name_then_the_longest_words_then_the_iri() -> None:
    mentions = ["he", "the tall man in the hat", "Bob Smith", "Bob", None]
    assert choose_label("Robert", mentions, "http://e.org/x1") == "Robert"
    assert choose_label(None, mentions, "http://e.org/x1") == "Bob Smith"
    assert choose_label(" ", ["he", "the man"], "http://e.org/x1") == "the man"
    assert choose_label(None, [None], "http://e.org/people#x%201") == "x 1"
    assert choose_label(None, [], "") == "(no name)"


def test_the_name_of_most_mentions_is_the_usual_one_then_the_longest_then_the_first() -> None:
    assert choose_label(None, ["Mona Brandt", "Katya Eklund", "Mona\nBrandt"], "") == "Mona Brandt"
    assert choose_label(None, ["Bob", "Bob Smith", "R. Smith"], "") == "Bob Smith"
    assert choose_label(None, ["Eve", "Ann"], "") == "Eve"
    assert choose_label(None, ["the man", "the one"], "") == "the man"


def test_a_name_starts_and_ends_with_a_capital_and_has_no_determiner() -> None:
    assert [
        text
        for text in ("R. Smith", "He", "The President", "Air Force 1", "Bob left", "iPhone")
        if looks_proper(text)
    ] == ["R. Smith", "Air Force 1"]


def test_a_document_is_called_by_its_file_without_offsets() -> None:
    assert shorten_document("http://e.org/corpus/36_10ecbplus#char=0,2176") == "36_10ecbplus"
    assert shorten_document("http://e.org/corpus/one.txt") == "one"
    assert shorten_document("http://e.org/book#chapter2") == "chapter2"


def test_names_that_differ_stay_as_they_are() -> None:
    both = bag([FIRST, CLERK], {"Bob": [0], "the clerk": [1]}, {}, [], [], TEXTS)
    assert InstanceNames(both).tell_apart((BASELINE, 0), (BASELINE, 1)) == ("Bob", "the clerk")


def test_equal_names_are_told_apart_by_a_mention_that_only_one_has() -> None:
    assert told_apart([FIRST, SECOND, CLERK], [0, 2], [1]) == ('Bob ("The clerk")', "bob")
    assert told_apart([FIRST, SECOND, CLERK], [0], [1, 2]) == ("Bob", 'bob ("The clerk")')


def test_namesake_without_other_words_is_told_by_its_document() -> None:
    assert told_apart([FIRST, CLERK, ELSEWHERE], [0, 1], [2]) == ('Bob ("The clerk")', "bob (in b)")


def test_else_by_a_document_else_by_how_many_mentions_there_are() -> None:
    assert told_apart([FIRST, ELSEWHERE], [0], [1]) == ("Bob (in a)", "bob (in b)")
    assert told_apart([FIRST, SECOND, ELSEWHERE], [0, 2], [1]) == ("Bob (in b)", "bob")
    assert told_apart([FIRST, SECOND, THIRD], [0, 2], [1]) == ("Bob (2 mentions)", "bob (1 mention)")


def test_titles_tell_namesakes_apart_before_file_names_unless_they_agree() -> None:
    both = bag([FIRST, SECOND, ELSEWHERE], {"Bob": [0, 1], "bob": [2]}, {}, [], [], TEXTS)
    pair = (BASELINE, 0), (BASELINE, 1)

    def tell(here: str, there: str, *leaving: int) -> tuple[str, str]:
        titles = {"http://e.org/a": list_titles(here), "http://e.org/b": list_titles(there)}
        return InstanceNames(replace(both, titles_of=titles.__getitem__)).tell_apart(*pair, leaving)

    assert tell("Flood\n8 May", "Fire\n8 May") == ('Bob (in "Flood")', 'bob (in "Fire")')
    assert tell("Flood\n8 May", "FLOOD\n9 May") == ('Bob (in "8 May")', 'bob (in "9 May")')
    assert tell("Flood", "Flood") == ("Bob (in a)", "bob (in b)")
    assert tell("", "שיטפון") == ("Bob (in a)", 'bob (in "\u2068שיטפון\u2069")')
    # All mentions of Bob leave the document, so it does not tell him apart.
    assert tell("Flood", "Fire", 0, 1) == ("Bob", 'bob (in "Fire")')


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


def test_namesakes_that_go_the_same_way_need_not_be_told_apart() -> None:
    before = {"Bob": [0, 1], "bob": [3], "the clerk": [2]}
    both = bag([FIRST, CLERK, HE, ELSEWHERE], before, {"Bob": [0, 1, 2, 3]}, [], [], TEXTS)
    assert InstanceNames(both).tell_apart((BASELINE, 2), (BASELINE, 0))[1] == "Bob"


def test_chains_of_different_types_are_named_with_their_types() -> None:
    both = bag([FIRST, ELSEWHERE], {"Bob": [0], "Eve": [1]}, {}, [], [], TEXTS)
    names = InstanceNames(
        replace(both, baseline=(instance("Bob", [0], [PERSON]), instance("Eve", [1], [AGENT])))
    )
    assert names.tell_apart((BASELINE, 0), (BASELINE, 1)) == ("Bob (Person)", "Eve (Agent)")


def test_instances_without_other_words_are_listed_by_document() -> None:
    both = bag([FIRST, ELSEWHERE], {"Bob": [0], "bob": [1]}, {}, [], [], TEXTS)
    assert InstanceNames(both).list_distinct([(BASELINE, 0), (BASELINE, 1)], 3) == ["in a", "b"]
    assert not InstanceNames(both).list_distinct([(BASELINE, 0)], 3)
    titled = replace(both, titles_of=lambda document: [f'"Page {document[-1]}"'])
    found = InstanceNames(titled).list_distinct([(BASELINE, 0), (BASELINE, 1)], 3)
    assert found == ['in "Page a"', '"Page b"']
    alone = bag([FIRST, SECOND], {"Bob": [0], "bob": [1]}, {}, [], [], TEXTS)
    titled = replace(alone, titles_of=lambda _: ['"Flood"', '"8 May"'])
    assert not InstanceNames(titled).list_distinct([(BASELINE, 0), (BASELINE, 1)], 3)


def test_a_pronoun_tells_nobody_apart() -> None:
    assert told_apart([FIRST, SECOND, HE], [0, 2], [1]) == ("Bob (2 mentions)", "bob (1 mention)")


def test_where_nothing_else_tells_them_apart_they_are_numbered_in_the_order_of_the_text() -> None:
    assert told_apart([FIRST, SECOND], [0], [1]) == ("Bob (no. 1)", "bob (no. 2)")
