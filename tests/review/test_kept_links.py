"""Drawn links of both graphs, each reviewer's answers, and the precision of the baseline from them."""

from __future__ import annotations

import json
from itertools import accumulate
from pathlib import Path

import pytest

from coala.engine.compare import compare_graphs
from coala.engine.kept_links import draw_kept_links
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import KeptQuestion, MentionInText, Verdict
from coala.model.values import Span
from coala.output.tally import render_tally_json
from coala.review.drawing import answer_kept_link, find_kept_links, keep_kept_links
from coala.review.file import Review
from coala.verdicts.estimates import KeptLinks
from coala.verdicts.state import State
from tests.support.corpora import compare_newswire
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.reviews import a_bag, make_review, review_of

QUESTIONS = [
    KeptQuestion(MentionInText("d", "then ", "she", ""), (MentionInText("d", "", f"Ann {number}", " left"),))
    for number in range(5)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = review_of(tmp_path / "r.coala", range(4))
    with Review.open(path) as review:
        keep_kept_links(review, QUESTIONS)
    return path


def test_links_are_drawn_from_all_that_both_graphs_have_the_same_ones_each_time() -> None:
    comparison = compare_newswire()
    totals = comparison.summary.links
    assert totals is not None
    drawn = draw_kept_links(comparison.corpus, 20, seed=3)
    assert drawn == draw_kept_links(comparison.corpus, 20, seed=3)
    assert drawn != draw_kept_links(comparison.corpus, 20, seed=4)
    everything = draw_kept_links(comparison.corpus, 10_000, seed=3)
    assert (len(drawn), len(everything)) == (20, totals.kept)
    assert all(asked.mention.words and asked.before[-1].words for asked in everything)


def test_drawn_links_ask_for_each_mention_with_those_before_it_in_its_chain() -> None:
    text = "Ann Lee met Bo. She saw Ann. She left. She came. She sat. She ran. Lee won."
    places = [0, 16, 24, 29, 39, 49, 58, 67]
    ends = [7, 19, 27, 32, 42, 52, 61, 70]
    chain = {"x": [Span(DOC_1, *place) for place in zip(places, ends, strict=True)]}
    corpus = compare_graphs(graph(chain, texts={DOC_1: text}), graph(chain, texts={DOC_1: text})).corpus
    questions = sorted(draw_kept_links(corpus, 100, seed=1), key=lambda asked: len(asked.mention.left))
    words = [(asked.mention.words, [one.words for one in asked.before], asked.more) for asked in questions]
    assert words[0] == ("She", ["Ann Lee"], 0)
    assert words[1] == ("Ann", ["Ann Lee", "She"], 0)
    assert words[-1] == ("Lee", ["Ann Lee", "Ann", "She"], 4)
    assert len(words) == len(places) - 1


def test_of_many_mentions_before_the_nearest_and_the_longest_of_other_words_are_shown() -> None:
    words = ["He", "Ada Byron King", "it", "she", "Ada King", "She", "her", "they", "him", "her", "Ada"]
    text, ends = " ".join(words), list(accumulate(len(word) + 1 for word in words))
    spans = [Span(DOC_1, end - 1 - len(word), end - 1) for word, end in zip(words, ends, strict=True)]
    chain = graph({"x": spans}, texts={DOC_1: text})
    asked = draw_kept_links(compare_graphs(chain, chain).corpus, 100, seed=1)
    (last,) = (each for each in asked if each.mention.words == "Ada")
    assert [one.words for one in last.before] == ["Ada Byron King", "she", "Ada King", "they", "her"]
    assert last.more == 5


def test_answers_are_there_when_the_file_is_opened_again(path: Path) -> None:
    with Review.open(path) as review:
        answer_kept_link(review, 0, Verdict.BETTER)
        answer_kept_link(review, 1, Verdict.WORSE)
        answer_kept_link(review, 2, Verdict.UNSURE)
        answer_kept_link(review, 3, Verdict.BETTER)
        answer_kept_link(review, 3, None)
    with Review.open(path, read_only=True) as review:
        found = find_kept_links(review)
        assert found is not None
        assert found.questions == tuple(QUESTIONS)
        assert found.counted() == KeptLinks(1, 1)


def test_drawing_again_keeps_links_and_answers_and_another_sample_is_refused(path: Path) -> None:
    with Review.open(path) as review:
        answer_kept_link(review, 0, Verdict.BETTER)
        assert keep_kept_links(review, list(QUESTIONS)).questions == tuple(QUESTIONS)
        with pytest.raises(ReviewError, match=r"\b5\b"):
            keep_kept_links(review, QUESTIONS[:1])
        found = find_kept_links(review)
        assert found is not None
        assert (found.questions, found.counted()) == (tuple(QUESTIONS), KeptLinks(1, 0))


def test_a_link_on_which_reviewers_differ_is_neither_right_nor_wrong(path: Path) -> None:
    for reviewer, answers in (("Ann", "++"), ("Ben", "-+")):
        with Review.open(path, reviewer=reviewer) as review:
            for place, sign in enumerate(answers):
                answer_kept_link(review, place, Verdict(sign))
    with Review.open(path) as review:
        found = find_kept_links(review)
        assert found is not None
        assert found.counted() == KeptLinks(1, 0)


def test_the_tally_takes_the_precision_of_the_baseline_from_them(path: Path) -> None:
    with Review.open(path) as review:
        for number in range(4):
            review.judge(number, State(Verdict.BETTER))
        assert json.loads(render_tally_json([review]))["links"]["precision"] is None
        for place in range(5):
            answer_kept_link(review, place, Verdict.BETTER if place else Verdict.WORSE)
        links = json.loads(render_tally_json([review]))["links"]
    # 46 kept of 50, 80 % of them right, and four lost that were wrong; the four in their place are right.
    for key, precision in (("baseline_precision", 0.736), ("precision", 0.816)):
        assert (links[key]["low"], links[key]["high"]) == pytest.approx((precision, precision))


def test_an_answer_to_no_link_is_refused(path: Path) -> None:
    with Review.open(path) as review:
        for place, verdict in ((5, Verdict.BETTER), (-1, Verdict.BETTER), (0, Verdict.SAME)):
            with pytest.raises(ReviewError):
                answer_kept_link(review, place, verdict)


def test_links_of_other_graphs_are_not_found(path: Path) -> None:
    make_review(path, list(map(a_bag, range(3))))
    with Review.open(path) as review:
        assert find_kept_links(review) is None


WRONG: list[dict[str, object]] = [
    {"questions": 7},
    {"questions": [[1, 2]]},
    {"questions": [[["d", "", "x", 7], [["d", "", "x", ""]], 0]]},
    {"questions": [[["d", "", "x", ""], [["d", "", "x", 7]], 0]]},
    {"questions": [[["d", "", "x", ""], [], 0]]},
    {"questions": [[["d", "", "x", ""], [["d", "", "x", ""]], -1]]},
    {"answers": []},
    {"answers": {"Ann": {"9": "+"}}},
    {"answers": {"Ann": {"x": "+"}}},
    {"answers": {"Ann": {"0": "="}}},
    {"answers": {"Ann": {"0": "!"}}},
    {"answers": {"Ann": 7}},
]


def test_damaged_links_are_refused(path: Path) -> None:
    with Review.open(path) as review:
        kept = review.kept("kept links")
        for wrong in WRONG:
            review.keep("kept links", kept | wrong)
            with pytest.raises(DamagedReviewError):
                find_kept_links(review)
