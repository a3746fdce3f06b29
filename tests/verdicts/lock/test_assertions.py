"""The assertions of each kind of change, in readable bags."""

from __future__ import annotations

import pytest

from coala.diff.bag_builder import LONGEST_VALUE
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.verdicts.lock.assertions import Expected, holds_for_span, name_statement
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, A, B, C, D, graph
from tests.support.locks import asserted, lock_of

E = Span(DOC_1, 35, 39)
F = Span(DOC_2, 15, 19)
LETTERS = {A: "A", B: "B", C: "C", D: "D", E: "E", F: "F"}

CHANGES = {
    "a move": ({"x": [A, C, D], "y": [B]}, {"x": [A, D], "y": [B, C]}),
    "a split": ({"x": [A, C, D]}, {"x": [A, C], "z": [D]}),
    "a merge of whole chains": ({"x": [A, B], "y": [C], "z": [D, E]}, {"x": [A, B, C, D, E]}),
    "a chain that falls into two others": ({"x": [A], "y": [B], "z": [C, D]}, {"x": [A, C], "y": [B, D]}),
    "an added mention": ({"x": [A, B]}, {"x": [A, B, C]}),
    "a chain of old and new mentions": ({"x": [A, C]}, {"x": [A], "y": [B, C, D]}),
    "a dropped mention": ({"x": [A, B, C]}, {"x": [A, B]}),
    "a new instance": ({"x": [A]}, {"x": [A], "y": [B, C]}),
    "a new instance of one mention": ({"x": [A]}, {"x": [A], "y": [B]}),
    "an instance that is gone": ({"x": [A], "y": [B, C]}, {"x": [A]}),
}

ASSERTED = {
    "a move": ({"C + B together", "C + A, D apart"}, {"C + A, D together", "C + B apart"}),
    "a split": ({"D + A, C apart"}, {"D + A, C together"}),
    "a merge of whole chains": (
        {"C + A, B together", "E, D + A, B together"},
        {"C + A, B apart", "E, D + A, B apart"},
    ),
    "a chain that falls into two others": (
        {"C + A together", "D + B together", "D + C apart"},
        {"C + A apart", "D + B apart", "D + C together"},
    ),
    "an added mention": ({"C + A, B together"}, {"C no-mention"}),
    "a chain of old and new mentions": (
        {"B, D + C together", "C + A apart"},
        {"B, D no-mention", "C + A together"},
    ),
    "a dropped mention": ({"C no-mention"}, {"C + A, B together"}),
    "a new instance": ({"C + B together", "B mention"}, {"B, C no-mention"}),
    "a new instance of one mention": ({"B mention"}, {"B no-mention"}),
    "an instance that is gone": ({"B, C no-mention"}, {"C + B together", "B mention"}),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("verdict", ["+", "-"])
def test_a_verdict_asserts_what_the_side_has_that_it_prefers(change: str, verdict: str) -> None:
    baseline, changed = map(graph, CHANGES[change])
    lock = lock_of((baseline, changed, verdict))
    assert asserted(lock, LETTERS) == ASSERTED[change]["+-".index(verdict)]
    assert not lock.contradictions


@pytest.mark.parametrize("verdict", ["=", "?"])
def test_verdict_without_a_preferred_side_asserts_nothing(verdict: str) -> None:
    assert asserted(lock_of((SEED["X"], SEED["Z"], verdict))) == set()


def test_rows_have_verdicts_of_their_own_and_the_bags_holds_for_the_rest() -> None:
    baseline, changed = map(graph, CHANGES["a merge of whole chains"])
    said = [Verdict.WORSE, None, None]
    assert asserted(lock_of((baseline, changed, lambda bag: said)), LETTERS) == {"C + A, B apart"}
    # A verdict on a whole bag does not say which of its changes was meant.
    whole = lock_of((baseline, changed, "+"))
    assert {assertion.whole for assertion in whole.assertions} == {True}
    single = lock_of((SEED["X"], SEED["Z"], "+"))
    assert {assertion.whole for assertion in single.assertions} == {False}


def test_row_with_another_verdict_than_its_change_is_asserted_alone() -> None:
    baseline, changed = graph({"x": [A, B], "z": [D, E]}), graph({"x": [A, B, D, E]})
    said = [Verdict.BETTER, Verdict.WORSE]
    lock = lock_of((baseline, changed, lambda bag: said))
    assert asserted(lock, LETTERS) == {"E + A, B together", "D + A, B apart"}


def test_types_and_plain_statements_are_asserted_and_others_are_counted() -> None:
    baseline = graph(
        {"x": [A, C], "y": [B]},
        types={"x": ["http://e.org/Agent"]},
        statements=[("x", "http://e.org/born", '"1950"'), ("x", "http://e.org/knows", "y")],
    )
    changed = graph(
        {"x": [A, C], "y": [B]},
        types={"x": ["http://e.org/Person"]},
        statements=[("x", "http://e.org/born", '"1951"'), ("x", "http://e.org/home", "<http://e.org/Rome>")],
    )
    better, worse = lock_of((baseline, changed, "+")), lock_of((baseline, changed, "-"))
    assert asserted(better, LETTERS) == {
        "A, C type Person",
        "A, C no-type Agent",
        "A, C statement born: 1951",
        "A, C no-statement born: 1950",
        "A, C statement home: Rome",
    }
    assert asserted(worse, LETTERS) == {
        "A, C no-type Person",
        "A, C type Agent",
        "A, C no-statement born: 1951",
        "A, C statement born: 1950",
        "A, C no-statement home: Rome",
    }
    # That x knows y, and y is known: which instance is meant depends on the graph.
    assert better.passed_over >= 1


def test_chains_that_share_a_mention_are_one_entity_and_assert_nothing_that_their_side_breaks() -> None:
    baseline = graph({"x": [A, B, C]})
    changed = graph({"x": [A, B], "y": [B, C]})
    # C went to a chain that has B too: on either side all three are one.
    assert asserted(lock_of((baseline, changed, "+")), LETTERS) == set()


def test_what_is_said_of_an_entity_is_no_question_of_its_spans() -> None:
    with pytest.raises(ValueError, match="not about spans"):
        holds_for_span(Expected.TYPE, 0, 0)


@pytest.mark.parametrize("letters", [1, LONGEST_VALUE - 3])
def test_statement_when_its_value_is_whole_has_a_name(letters: int) -> None:
    assert name_statement("said", f'"{"a" * letters}"', inverse=False) == ("said", f'"{"a" * letters}"')


@pytest.mark.parametrize("letters", [LONGEST_VALUE - 2, LONGEST_VALUE - 1, 5 * LONGEST_VALUE])
def test_statement_when_its_value_may_be_cut_has_no_name(letters: int) -> None:
    assert name_statement("said", f'"{"a" * letters}"', inverse=False) is None


def test_statement_when_its_notation_is_read_as_a_whole_has_a_name() -> None:
    # A bag holds as many characters of a value as this; blanks take room, and are one blank in words.
    whole = f'"a{" " * (4 * LONGEST_VALUE - 4)}b"'
    assert name_statement("said", whole, inverse=False) == ("said", '"a b"')
    assert name_statement("said", whole.replace("b", " b"), inverse=False) is None
