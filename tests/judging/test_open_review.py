"""A review that a program judges: questions, verdicts, and hidden sides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import coala
from coala.diff.row_keys import row_keys
from coala.errors import CoalaError, ReviewError
from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from coala.verdicts.reliability import mirror_verdict
from tests.support.corpora import write_newswire
from tests.support.graphs_by_hand import A, graph
from tests.support.reviews import a_bag, a_typed_bag, make_review, put_comparison


@pytest.fixture(scope="module")
def newswire(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_newswire(tmp_path_factory.mktemp("newswire") / "r.coala")


@pytest.fixture
def path(newswire: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "r.coala"
    copy.write_bytes(newswire.read_bytes())
    return copy


def read_state(path: Path, reviewer: str, number: int = 0) -> object:
    with Review.open(path, reviewer=reviewer, read_only=True) as review:
        return review.state(review.entries[number].fingerprint)


def test_a_question_has_both_sides_and_marked_sentences(path: Path) -> None:
    with coala.open_review(path) as review:
        question = review.question(7)

    assert question.headline.count("Anna Roth") == 2
    assert question.side_names == ("baseline", "changed")
    assert [len(side) for side in question.sides] == [2, 1]
    texts = " ".join(sentence.text for sentence in question.sentences)
    assert "⟦Anna Roth|" in texts
    assert "→1⟧" in texts
    # A change about mentions takes no verdict.
    assert question.changes == ()


def test_judge_stores_everything_of_an_answer(path: Path) -> None:
    with coala.open_review(path, reviewer="bot") as review:
        review.judge(1, "better", note="<b>why</b>", tags=["Name"], confidence=0.75)
        assert review.verdict(1) == "better"

    with Review.open(path, reviewer="bot") as stored:
        state = stored.state(stored.entries[0].fingerprint)
    assert (state.verdict, state.comment.note, state.comment.tags) == (
        Verdict.BETTER,
        "<b>why</b>",
        ("name",),
    )
    assert (state.confidence, state.gold_seen) == (0.75, False)


def test_verdicts_on_all_changes_give_that_on_the_bag_unless_some_are_about_mentions(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_typed_bag(0)])
    with coala.open_review(path, reviewer="bot") as review:
        review.judge(1, changes={1: "worse", 2: "worse"})
        assert review.verdict(1) is None
        review.judge(1, changes={1: "worse", 2: "worse", 3: "better"})
        assert review.verdict(1) == "worse"


def test_change_is_found_by_its_number_or_key_and_leaves_the_bag_open(path: Path) -> None:
    with coala.open_review(path, reviewer="bot") as review:
        (change,) = review.question(27).changes
        for name in (change.key, change.number, str(change.number)):
            review.judge(27, changes={name: "-"})
            state = review.review.state(review.question(27).fingerprint)
            assert state.rows == ((change.key, Verdict.WORSE),)
            assert state.verdict is None


@pytest.mark.parametrize("by_key", [False, True])
def test_verdict_on_a_change_about_mentions_is_refused(path: Path, by_key: bool) -> None:
    with coala.open_review(path, reviewer="bot") as review:
        name: int | str = 2
        if by_key:
            bag = review.review.bag(26)
            name = next(
                key
                for row, key in zip(bag.divergences, row_keys(bag), strict=True)
                if row.kind is not Kind.TYPE
            )
        with pytest.raises(CoalaError, match="Change 2 of bag 27 "):
            review.judge(27, "better", changes={name: "-"})
        assert review.review.reviewers() == []


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ({"verdict": "great"}, "'great'"),
        ({"verdict": "left"}, "'left'"),
        ({}, None),
        ({"verdict": "+", "confidence": 1.01}, r"1\.01"),
        ({"verdict": "+", "confidence": -0.01}, r"-0\.01"),
        ({"verdict": "+", "time": "yesterday"}, "yesterday"),
        ({"verdict": "+", "time": "2999-01-01T00:00:00+00:00"}, "2999"),
        ({"changes": {99: "+"}}, "'99'"),
        ({"verdict": "+", "note": "x" * 20_000}, None),
    ],
)
def test_unusable_answer_is_refused_and_nothing_stored(
    path: Path, answer: dict[str, object], named: str | None
) -> None:
    with coala.open_review(path, reviewer="bot") as review:
        with pytest.raises(CoalaError, match=named):
            review.judge(1, **answer)  # type: ignore[arg-type]
        assert review.review.reviewers() == []


def test_bag_that_does_not_exist_is_refused(path: Path) -> None:
    with coala.open_review(path) as review:
        for bag in (0, 29, "abc"):
            with pytest.raises(CoalaError, match=str(bag)):
                review.judge(bag, "+")


def test_the_time_of_an_answer_is_kept(path: Path) -> None:
    with coala.open_review(path, reviewer="bot") as review:
        review.judge(2, "same", time="2026-05-03T11:12:44+02:00")
        times = review.review.times_of("bot")
        assert list(times.values()) == ["2026-05-03T09:12:44.000+00:00"]


def test_hidden_sides_turn_verdicts_where_the_coin_exchanges_sides(path: Path) -> None:
    with coala.open_review(path, reviewer="open") as review:
        headlines = [question.headline for question in review]
    with coala.open_review(path, reviewer="bot", blind_seed=5) as review:
        questions = list(review)
        for question in questions:
            review.judge(question, "right", changes={each.number: "left" for each in question.changes})
        assert {review.verdict(question) for question in questions} == {"right"}

    with Review.open(path, reviewer="bot") as stored:
        states = [stored.state(entry.fingerprint) for entry in stored.entries]
    swapped = [state.swapped for state in states]
    assert {True, False} == set(swapped)
    for state in states:
        expected = mirror_verdict(Verdict.BETTER) if state.swapped else Verdict.BETTER
        assert state.verdict is expected
        assert {verdict for _, verdict in state.rows} <= {mirror_verdict(expected)}
    assert {len(state.rows) for state in states} == {0, 1}
    assert {question.side_names for question in questions} == {("left", "right")}
    # A swapped merge is a split, and reads like one.
    changed = [one != other.headline for one, other in zip(headlines, questions, strict=True)]
    assert all(differs for differs, is_swapped in zip(changed, swapped, strict=True) if is_swapped)


def test_hidden_sides_turn_a_verdict_that_follows_from_changes(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_typed_bag(number) for number in range(8)])
    with coala.open_review(path, reviewer="bot", blind_seed=5) as review:
        for question in review:
            review.judge(question, changes={each.number: "left" for each in question.changes})
        assert {review.verdict(question) for question in review} == {"left"}

    with Review.open(path, reviewer="bot") as stored:
        states = stored.states()
    assert 0 < sum(state.swapped is True for state in states) < len(states)
    for state in states:
        expected = Verdict.BETTER if state.swapped else Verdict.WORSE
        assert (state.verdict, {verdict for _, verdict in state.rows}) == (expected, {expected})
        assert state.swapped is not None


def test_hidden_questions_tell_no_side(path: Path) -> None:
    with coala.open_review(path, blind_seed=5) as review:
        lines = [question.to_json() for question in review]
    # Both graphs have the same documents, so their identifiers tell nothing.
    for part in (part for line in lines for part in line.get("parts", ())):
        del part["spans"]
    text = json.dumps(lines)

    for word in ("baseline", '"changed"', ".ttl", "gold", "http"):
        assert word not in text


def test_a_blind_review_is_judged_by_sides_and_takes_no_seed(tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "blind.coala", blind=BlindWish(3))
    with pytest.raises(ReviewError):
        coala.open_review(path, blind_seed=1)
    with coala.open_review(path, reviewer="bot") as review:
        assert review.is_blind
        for question in review:
            review.judge(question, "right")
        assert {review.verdict(question) for question in review} == {"right"}
        with pytest.raises(CoalaError, match="'better'"):
            review.judge(1, "better")


def test_mentions_of_a_chain_come_by_document_with_changes_first_up_to_a_limit(tmp_path: Path) -> None:
    documents = [f"http://example.org/{letter}" for letter in "pqr"]
    words = [f"{document[-1]}{number:02}" for document in documents for number in range(15)]
    texts = {document: " ".join(words) for document in documents}
    spans = [Span(documents[at // 15], 4 * at, 4 * at + 3) for at in range(45)]
    left, kept = [spans[40]], spans[:40] + spans[41:]
    path = tmp_path / "r.coala"
    put_comparison(path, graph({"x": spans}, texts=texts), graph({"x": kept, "y": left}, texts=texts))
    with coala.open_review(path) as review:
        ((before,), (after, other)) = review.question(1).sides

    # The last document has the change.
    shown = words[30:] + words[:30]
    assert (list(before.mentions), before.left_out) == (shown[:40], 5)
    shown.remove(words[40])
    assert (list(after.mentions), after.left_out) == (shown[:40], 4)
    assert (list(other.mentions), other.left_out) == ([words[40]], 0)


def test_marks_name_the_chains_of_both_sides(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(1)])
    with coala.open_review(path) as review:
        (question,) = review

    assert [sentence.text for sentence in question.sentences] == [
        "⟦Bob Smith|A→2⟧ met ⟦John Doe|B→1⟧ and then ⟦he|A→1⟧ left."
    ]


def test_marks_of_mentions_that_begin_end_or_touch_at_one_place_enclose_each_other(tmp_path: Path) -> None:
    whole, first, last = (A._replace(begin=begin, end=end) for begin, end in ((0, 6), (0, 3), (3, 6)))
    path, texts = tmp_path / "r.coala", {A.document: "AnnLee"}
    put_comparison(
        path,
        graph({"x": [whole, last], "y": [first]}, texts=texts),
        graph({"x": [whole], "y": [first, last]}, texts=texts),
    )
    with coala.open_review(path) as review:
        (question,) = review

    assert [sentence.text for sentence in question.sentences] == ["⟦⟦Ann|B→1⟧⟦Lee|A→1⟧|A→2⟧"]
