"""Sentences on joined and split chains, each side by its own chain, and the title of a bag."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.chain_order import order_chains
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Divergence, Statement, Term
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.bags_by_hand import bag, instance
from tests.support.corpora import compare_ecbplus
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, D, graph
from tests.support.naive_diff import Chains, chains
from tests.support.paths import needs_shared

HIM = Span(DOC_1, 35, 39)


def only_bag(baseline: object, changed: object) -> Bag:
    ((found, _),) = compare_graphs(baseline, changed).iterate_bags()  # type: ignore[arg-type]
    return found


def described(
    kind: Kind, spans: Sequence[int], added: Sequence[str] = (), dropped: Sequence[str] = ()
) -> str:
    """Return the sentence of a row between the first baseline and the second changed instance of four."""
    both = bag(
        [A, B, C, HIM],
        {"Bob Smith": [0, 2, 3], "John Doe": [1]},
        {"Robert": [0], "Smith Inc": [1, 2, 3]},
        [(0, 0)] if kind is Kind.SPLIT else [(0, 0), (1, 1)],
        [],
        {DOC_1: TEXTS[DOC_1]},
    )
    return BagSentences(both).describe(Divergence(kind, 0, 1, tuple(spans), "", tuple(added), tuple(dropped)))


def of_one_instance(kind: Kind, label: str, words: str, added: Sequence[str] = ()) -> str:
    spans = [Span("d", 2 * place, 2 * place + 1) for place in range(len(words))]
    both = bag(spans, {}, {label: range(len(words))}, [], [], {"d": " ".join(words)})
    return BagSentences(both).describe(Divergence(kind, None, 0, tuple(range(len(words))), "", tuple(added)))


def test_titles_of_the_seed_graphs_are_those_of_the_specification() -> None:
    assert only_bag(SEED["X"], SEED["Y"]).title == "R. Smith split from Bob Smith"
    assert only_bag(SEED["X"], SEED["Z"]).title == '"he" moved from Bob Smith to John Doe'
    assert only_bag(SEED["Y"], SEED["X"]).title == "R. Smith joined with Bob Smith"


def test_a_merge_names_the_baseline_partner_of_what_it_went_into() -> None:
    # What comes out is called as what went in, for the usual name wins; the partner is another person.
    text = "Katya Eklund sang. Mona Brandt sang, she and she. Katya Eklund bowed."
    katya, mona, she, her, again = (
        Span(DOC_1, begin, end) for begin, end in ((0, 12), (19, 30), (37, 40), (45, 48), (50, 62))
    )
    merged = only_bag(
        graph({"x1": [katya, again], "x2": [mona, she, her]}, texts={DOC_1: text}),
        graph({"y": [katya, mona, she, her, again]}, texts={DOC_1: text}),
    )
    assert merged.changed[0].label == "Katya Eklund"
    assert merged.title == "Katya Eklund joined with Mona Brandt"


def test_a_split_names_the_changed_instances_that_a_baseline_instance_fell_into() -> None:
    parted = only_bag(
        graph({"x": [A, B, D]}, labels={"x": "the lot"}), graph({"y1": [A], "y2": [B], "y3": [D]})
    )
    assert [row.sentence for row in parted.divergences] == [
        "John Doe split from Bob Smith",
        "R. Smith split from Bob Smith",
    ]


def test_every_kind_has_its_sentence() -> None:
    assert described(Kind.MOVED, [2, 3]) == '"he" and "left" moved from Bob Smith to Smith Inc (was John Doe)'
    assert described(Kind.MERGED, [2, 3]) == '2 mentions ("he", "left") of Bob Smith joined John Doe'
    assert described(Kind.SPLIT, [2, 3]) == '"he" and "left" left Robert and are in a new chain, Smith Inc'
    assert described(Kind.MENTION_ADDED, [2, 3]) == '"he" and "left" added to Smith Inc'
    assert described(Kind.INSTANCE_ADDED, [2, 3]) == "Smith Inc is new, with 2 mentions"
    assert described(Kind.TYPE, [2, 3], added=("b",), dropped=("a",)) == "Smith Inc changed type: a → b"


def test_what_is_only_in_the_baseline_is_called_as_there() -> None:
    gone = graph({"x1": [A, C], "x2": [B]}), graph({"y1": [A]})
    assert [
        row.sentence for found, _ in compare_graphs(*gone).iterate_bags() for row in found.divergences
    ] == [
        '"he" dropped from Bob Smith',
        "John Doe is gone, with 1 mention",
    ]


def test_a_mention_that_is_all_that_its_instance_is_called_is_told_with_what_else_it_holds() -> None:
    few, many = graph({"x": [A, C]}), graph({"y": [A, C, D]}, labels={"y": "R. Smith"})
    assert only_bag(few, many).title == '"R. Smith" added to R. Smith ("Bob Smith")'
    assert of_one_instance(Kind.MENTION_ADDED, "a", "a") == '"a" added to a (1 mention)'


def test_right_to_left_words_are_isolated_in_a_sentence() -> None:
    assert of_one_instance(Kind.MENTION_ADDED, "שלום", "ab") == '"a" and "b" added to \u2068שלום\u2069'


def test_many_things_are_counted_rather_than_listed() -> None:
    assert of_one_instance(Kind.MENTION_ADDED, "Bob", "vwxyz") == '5 mentions ("v", "w", "x", …) added to Bob'
    assert (
        of_one_instance(Kind.TYPE, "Bob", "v", added=("W", "X", "Y", "Z")) == "Bob: type W, X, Y and 1 more"
    )


def statement(predicate: str, value: str, *, inverse: bool = False) -> Statement:
    return Statement(Term(predicate, f"e:{predicate}"), Term(value, f"'{value}'"), inverse)


def describe_statements(*changes: tuple[Statement | None, Statement | None]) -> str:
    """Return the title of a bag in which a pair changed in these (dropped, added) statements."""
    rows = [
        Divergence(
            Kind.STATEMENT,
            0,
            0,
            (0,),
            "",
            added=() if added is None else (added.in_words.label,),
            dropped=() if dropped is None else (dropped.in_words.label,),
        )
        for dropped, added in changes
    ]
    lost, gained = ([each for each in side if each] for side in zip(*changes, strict=True))
    both = Bag(
        fingerprint="",
        title="",
        spans=(A,),
        words=("Bob Smith",),
        baseline=(instance("Bob", [0], statements=lost),),
        changed=(instance("Bob", [0], statements=gained),),
        partners=((0, 0),),
        divergences=tuple(rows),
    )
    return BagSentences(both).title


def test_a_dropped_and_an_added_statement_are_one_change_only_with_one_predicate() -> None:
    assert describe_statements((statement("role", "clerk"), statement("role", "chief"))) == (
        "Bob changed role: clerk → chief"
    )
    assert describe_statements(
        (statement("headSynset", "n-1"), None), (None, statement("speaker", "Eve"))
    ) == ("Bob lost 1 statement: headSynset n-1; gained 1 statement: speaker Eve")
    assert (
        describe_statements(
            (statement("role", "clerk"), statement("role", "chief")),
            (statement("age", "30"), statement("age", "31")),
            (None, statement("home", "Rome")),
        )
        == "Bob changed 2 statements: role: clerk → chief, age: 30 → 31; gained 1 statement: home Rome"
    )


def test_which_of_several_statements_of_a_predicate_took_the_place_of_one_is_not_guessed() -> None:
    assert describe_statements(
        (statement("met", "Ann"), None), (None, statement("met", "Eve")), (None, statement("met", "Rob"))
    ) == ("Bob lost 1 statement: met Ann; gained 2 statements: met Eve, met Rob")


def test_long_values_that_differ_in_their_middle_are_cut_where_they_differ() -> None:
    ends = "x" * 60
    text = describe_statements(
        (statement("says", f"{ends} yes {ends}"), statement("says", f"{ends} no {ends}"))
    )
    before, after = text.removeprefix("Bob changed says: ").split(" → ")
    assert before.startswith("…xxxxxxxxxxxxxx yes xxx")
    assert after.startswith("…xxxxxxxxxxxxxx no xxx")


def changes(*rows: tuple[Kind, int | None, int | None, Sequence[int]]) -> list[tuple[Kind, str]]:
    """Return the sentences of a bag in which Ann, Ann, Eve and Rob were mixed up, most surprising first."""
    spans = [Span("d", 4 * place, 4 * place + 3) for place in range(9)]
    both = bag(
        spans,
        {"Ann": [0, 1], "Eve": [2, 3], "Rob": [4, 5, 6], "ann": [7, 8]},
        {"Ann": range(9)},
        [(0, 0)],
        [(kind, old, new, indices, "") for kind, old, new, indices in rows],
        {"d": "Ann Ann Eve Eve Rob Rob Rob Ann Ann"},
    )
    sentences = BagSentences(both)
    ranked = sorted(sentences.changes, key=sentences.surprise_key)
    told = [row._replace(sentence=sentences.describe(row)) for row in ranked]
    assert sentences.title.startswith(told[0].sentence)
    return [(row.kind, row.sentence) for row in told]


def test_names_that_differ_come_before_names_that_agree_then_more_mentions_then_the_text() -> None:
    assert changes(
        (Kind.MERGED, 1, 0, [2]),
        (Kind.MERGED, 1, 0, [3]),
        (Kind.MERGED, 2, 0, [4, 5, 6]),
        (Kind.MERGED, 3, 0, [7, 8]),
        (Kind.MENTION_ADDED, None, 0, [0, 1, 2, 3]),
        (Kind.TYPE, 0, 0, range(9)),
    ) == [
        (Kind.MERGED, "Rob joined with Ann"),
        (Kind.MERGED, "Eve joined with Ann"),
        (Kind.MENTION_ADDED, '4 mentions ("Ann", "Eve") added to Ann'),
        (Kind.MERGED, "ann (no. 2) joined with Ann (no. 1)"),
        (Kind.TYPE, "Ann"),
    ]


def test_of_equal_surprise_the_first_in_the_text_is_the_title() -> None:
    told = changes((Kind.MERGED, 2, 0, [4]), (Kind.MERGED, 1, 0, [2]))
    assert [sentence for _, sentence in told] == [
        "1 mention of Eve joined Ann",
        "1 mention of Rob joined Ann",
    ]


BETWEEN = re.compile(
    r"^(?P<a>.+) joined with (?P<b>.+)$|^.+ moved from (?P<c>.+) to (?P<d>.+)$"
    r"|^.+ of (?P<e>.+) joined (?P<f>.+)$|^.+ left (?P<k>.+) and (?:is|are) in a new chain, (?P<l>.+)$"
    r"|^(?P<g>.+) split from (?P<h>.+)$"
    r"|^(?P<m>.+) left (?P<n>.+) and (?:has|have|is|are) .+$|^.*: (?P<i>.+) → (?P<j>.+)$"
)


def assert_no_name_stands_on_both_ends(found: Bag) -> None:
    sentences = BagSentences(found)
    for text in (
        found.title.rpartition(", and ")[0] or found.title,
        *(row.sentence for row in found.divergences),
        *map(sentences.describe, sentences.changes),
    ):
        if said := BETWEEN.match(text):
            first, second = (name for name in said.groups() if name is not None)
            assert first.casefold() != second.casefold(), text


@given(chains("x"), chains("y"), st.sampled_from(["aaaaaaaaaa", "abababABAB", "hehehehehe", "abcdefghij"]))
def test_no_sentence_has_one_name_on_both_ends(baseline: Chains, changed: Chains, text: str) -> None:
    texts = dict.fromkeys(naive_diff.DOCUMENTS, text)
    sides = [{span for spans in side.values() for span in spans} for side in (baseline, changed)]
    assume(sides[0] & sides[1])
    stated = {name: "one name for all" for name in (*baseline, *changed) if text.startswith("he")}
    comparison = compare_graphs(
        graph(baseline, texts=texts, labels=stated), graph(changed, texts=texts, labels=stated)
    )
    for found, _ in comparison.iterate_bags():
        assert_no_name_stands_on_both_ends(found)


@needs_shared
@pytest.mark.parametrize("changed", ["feature0", "feature0-kmeans"])
def test_no_bag_of_the_events_is_told_as_joined_with_itself(changed: str) -> None:
    for found, _ in compare_ecbplus(changed=changed).iterate_bags():
        assert_no_name_stands_on_both_ends(found)


def test_instance_gone_when_it_is_not_the_first_of_the_bag_has_its_own_name() -> None:
    # Both chains of the baseline have "he", which makes them one bag.
    found = only_bag(
        graph({"x": [A, C], "z": [C]}, labels={"x": "Bob", "z": "Zoe"}),
        graph({"y": [A]}, labels={"y": "Bob"}),
    )
    assert [row.sentence for row in found.divergences] == [
        '"he" dropped from Bob',
        "Zoe is gone, with 1 mention",
    ]


Sides = dict[str, list[int]]


def leaving(words: str, kind: Kind, old: Sides, new: Sides) -> str:
    """Return the sentence, with signs, of what went from the first chain before to the second one after."""
    spans = [Span("d", words.index(text), words.index(text) + len(text)) for text in words.split()]
    both = bag(spans, old, new, [(0, 0), (1, 1)][: len(old)], [], {"d": words})
    went = sorted({*next(iter(old.values()))} & {*list(new.values())[1]})
    sentences = BagSentences(both, order_chains(both))
    return sentences.describe(Divergence(kind, 0, 1, tuple(went), ""))


def test_split_of_a_word_that_names_both_chains_says_which_word_left() -> None:
    assert leaving("savas viņš", Kind.SPLIT, {"savas": [0, 1]}, {"savas": [1], "Savas": [0]}) == (
        '"savas" left viņš (2) and has its own chain (1)'
    )


def test_move_to_a_chain_of_another_name_gives_its_name_and_its_partner() -> None:
    old = {"Elizabeth": [0, 1], "Darcy": [2]}
    assert leaving("Elizabeth she Darcy", Kind.MOVED, old, {"Elizabeth": [0], "I": [1, 2]}) == (
        '"she" moved from Elizabeth (A) to I (was Darcy, 1)'
    )
    # The name of the chain that it left would be on both ends.
    assert leaving("Elizabeth she Darcy", Kind.MOVED, old, {"Bess": [0], "Elizabeth": [1, 2]}) == (
        '"she" moved from Elizabeth (A) to Darcy (B)'
    )
