"""The question about one link: its parts in their order, what an answer stores, and its words."""

from __future__ import annotations

import pytest

from coala.model.bag import BASELINE, CHANGED, Bag, Verdict
from coala.model.sides import GRAPHS
from coala.present.chains import PreparedBags
from coala.present.link_question import (
    LINK_WORDS,
    AskedLink,
    LinkAnswers,
    ask_link,
    key_links,
    put_new_first,
    say_answer,
)
from coala.present.part_lines import PartLines
from coala.review.file import Review
from coala.verdicts.links import find_parts
from coala.verdicts.state import State
from tests.support.novels import write_novel


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Bag:
    """Return the bag of a novel of twelve chapters."""
    path = write_novel(tmp_path_factory.mktemp("novel") / "novel.coala", 12)
    with Review.open(path, read_only=True) as review:
        return review.bag(0)


@pytest.fixture
def lines(bag: Bag) -> PartLines:
    prepared = PreparedBags().prepare(bag, GRAPHS.names)
    return PartLines(prepared, find_parts(bag), lambda document: None)


def ask_all(lines: PartLines, bag: Bag) -> list[AskedLink]:
    return [ask_link(lines, link) for link in key_links(bag, lines.parts)]


def name(lines: PartLines, asked: AskedLink) -> tuple[str, list[str]]:
    return lines.line(asked.part).name, [lines.line(line).name for line in asked.earlier]


def test_links_made_come_before_those_lost_and_have_different_keys(bag: Bag) -> None:
    links = key_links(bag)
    # 11 men, the dog, and the new mentions, which also have a link among themselves.
    assert [link.side for link in links] == [CHANGED] * 14 + [BASELINE] * 12
    assert len({link.key for link in links}) == 26


def test_earlier_parts_of_the_chain_come_with_new_words_first(lines: PartLines, bag: Bag) -> None:
    named = dict(name(lines, asked) for asked in ask_all(lines, bag) if not asked.part.number)
    # B1 has most kept mentions; the dog, the man and the first guard have other words; C1 to E1 have not.
    assert named["F1"] == ["B1", "A1", "-1", "C1", "D1", "E1"]
    last = max(named.values(), key=len)
    assert last[:5] == ["B1", "A1", "-1", "L1", "C1"]
    assert len(last) == len(set(last)) == 13
    assert named["A3"] == ["A2", "A1"]


def test_mention_of_a_new_part_is_asked_about_those_before_it(lines: PartLines, bag: Bag) -> None:
    found = [name(lines, asked) for asked in ask_all(lines, bag) if asked.part.number]
    # The part has two mentions in twelve chapters.
    assert found == [("-1 · 2", ["-1 · 1"])]


@pytest.mark.parametrize(
    ("side", "answer", "verdict"),
    [
        (CHANGED, Verdict.BETTER, Verdict.BETTER),
        (CHANGED, Verdict.WORSE, Verdict.WORSE),
        (CHANGED, Verdict.UNSURE, Verdict.UNSURE),
        (BASELINE, Verdict.BETTER, Verdict.WORSE),
        (BASELINE, Verdict.WORSE, Verdict.BETTER),
        (BASELINE, Verdict.UNSURE, Verdict.UNSURE),
    ],
)
def test_answer_stores_if_the_change_was_for_the_better(
    bag: Bag, lines: PartLines, side: int, answer: Verdict, verdict: Verdict
) -> None:
    asked = next(asked for asked in ask_all(lines, bag) if asked.link.side == side)
    assert asked.link.to_verdict(answer) is verdict
    assert asked.read_answer(State(rows=((asked.link.key, verdict),))) is answer
    assert asked.read_answer(State(Verdict.BETTER, rows=(("0" * 16, verdict),))) is None


def test_there_are_three_answers() -> None:
    assert LINK_WORDS == {Verdict.WORSE: "no", Verdict.BETTER: "yes", Verdict.UNSURE: "not sure"}
    spoken = {say_answer("C1", answer) for answer in (*LINK_WORDS, None)}
    assert len(spoken) == 4
    assert all(words.startswith("C1: ") for words in spoken)


def test_new_answers_are_those_that_differ(bag: Bag) -> None:
    links = key_links(bag)
    made, lost = links[0], links[-1]
    answers = LinkAnswers(bag)
    one = State(rows=((made.key, Verdict.BETTER), ("0" * 16, Verdict.WORSE)))
    two = one._replace(rows=(*one.rows, (lost.key, Verdict.BETTER)))
    assert len(answers.say_new(State(), one)) == 1
    assert answers.say_new(one, two) == [say_answer("A13", Verdict.WORSE)]
    assert answers.say_new(two, one) == [say_answer("A13", None)]
    assert answers.say_new(two, two) == []
    assert answers.leave_out(two).rows == (("0" * 16, Verdict.WORSE),)


def test_places_of_new_words_come_first_in_their_order() -> None:
    assert put_new_first(["Sand", "guard", "sand", "Sand", "dog", "Guard"]) == [0, 1, 4, 2, 3, 5]
    assert put_new_first([]) == []
