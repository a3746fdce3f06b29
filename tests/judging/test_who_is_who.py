"""Answers that say who is who: how they are stored, which are refused, and links of large bags."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import coala
from coala.cli.commands import main
from coala.diff.chain_order import sign_chains
from coala.errors import CoalaError
from coala.judging.who_is_who import WhoIsWho, name_parts, read_groups
from coala.model.bag import BASELINE, CHANGED, Bag, Instance, Verdict
from coala.model.kinds import Kind
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.review.blind.blindness import BlindWish
from coala.review.blind.mirrored_bag import mirror_bag
from coala.review.drawing import draw, find_sample
from coala.review.file import Review
from coala.verdicts.groups import Groups
from coala.verdicts.links import LinkKeys, find_links, find_parts
from coala.verdicts.reliability import mirror_verdict
from coala.verdicts.state import State
from tests.support.answers import find_lines, read_questions, write_answers
from tests.support.corpora import compare_newswire, write_newswire
from tests.support.great_bags import a_random_bag, a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review

NAMES = ("baseline", "changed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write thirty bags with the parts A2, B1 and A1, of one mention each."""
    return make_review(tmp_path / "r.coala", [a_bag(number) for number in range(1, 31)])


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """Write a bag with parts of nine mentions (A1, B2, C3) and of one (A2, B3, C1)."""
    return write_bags(tmp_path / "wide.coala", [a_wide_bag(1, 30)])


def import_lines(path: Path, lines: Iterable[object], *more: str) -> int:
    return main(["import", str(path), write_answers(path, lines), "--reviewer", "bot", *more])


def read_state(path: Path, number: int = 0) -> State:
    with Review.open(path, reviewer="bot", read_only=True) as review:
        return review.state(review.entries[number].fingerprint)


def test_groups_without_a_verdict_store_the_one_that_follows(path: Path) -> None:
    lines = [
        {"bag": 1, "groups": [["A1", "B1"], ["A2"]]},
        {"bag": 2, "groups": [["A2", "A1"], ["B1"]], "verdict": "better", "note": "why"},
        {"bag": 3, "groups": [["A2"]], "no_mention": ["B1"], "not_sure": ["A1"]},
        {"bag": 4, "groups": [["A2", "A1"], ["B1"]]},
    ]
    assert import_lines(path, lines) == 0

    states = [read_state(path, number) for number in range(4)]
    assert [(state.verdict, state.groups) for state in states] == [
        (Verdict.BETTER, Groups(((0,), (1, 2)))),
        (Verdict.BETTER, Groups(((0, 2), (1,)))),
        (Verdict.UNSURE, Groups(((0,),), (1,), (2,))),
        (Verdict.WORSE, Groups(((0, 2), (1,)))),
    ]
    assert states[1].comment.note == "why"


UNFITTING: list[tuple[dict[str, Any], str]] = [
    ({"groups": [], "rest": ["changed"]}, "changed"),
    ({"groups": None}, "groups"),
    ({"groups": {"A1": "B1"}}, "groups"),
    ({"groups": [[["A1"], "A2", "B1"]]}, "A1"),
    ({"groups": [[None]]}, "None"),
    ({"groups": [["A1"] * 90_000]}, "A1"),
    ({"groups": [["x" * 900_000]]}, "'xxx"),
    ({"groups": [[]] * 200_000}, "A2, B1, A1"),
    ({"groups": [["A1", "A2", "B1"]], "not_sure": None}, "not_sure"),
]


def test_groups_that_do_not_fit_are_refused_by_the_names_of_parts(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{"bag": bag, **given} for bag, (given, _) in enumerate(UNFITTING, 1)]
    assert import_lines(path, [*lines, {"bag": 30, "verdict": "better"}]) == 1

    assert find_lines(capsys.readouterr().err) == [list(range(1, len(lines) + 1))]
    with Review.open(path, reviewer="bot", read_only=True) as review:
        assert [number for number, state in enumerate(review.states(), 1) if state.is_judged] == [30]
    parts = name_parts(a_bag(1), find_parts(a_bag(1)))
    in_python: list[dict[str, Any]] = [{"groups": object()}, {"groups": [object()]}, {"mixed": {1: []}}]
    for given, named in [*UNFITTING, *((each, "") for each in in_python)]:
        with pytest.raises(CoalaError, match=rf"\A.*{named}.*\.\Z"):
            read_groups(WhoIsWho(**given), parts, NAMES)


def test_names_of_parts_are_those_of_the_chains_shown() -> None:
    bags = [bag for bag, _ in compare_newswire().iterate_bags()]
    for bag in [*bags, *map(mirror_bag, bags), *map(a_random_bag, range(300))]:
        chains = Chains(display_bag(bag))
        assert sign_chains(bag) == tuple(
            tuple(chains.at(side, index).sign for index in range(len(instances)))
            for side, instances in enumerate((bag.baseline, bag.changed))
        )


def test_bag_of_3000_parts_and_part_of_20000_mentions_are_answered(tmp_path: Path) -> None:
    great, long = a_wide_bag(1, 15_000), a_long_bag(2, 20_001)
    path = write_bags(tmp_path / "r.coala", [great, long])
    with coala.open_review(path, reviewer="bot") as review:
        first, second = review
        assert len(first.parts) == 3_000
        assert [len(part.mentions) for part in second.parts] == [20_000, 1]
        assert len(json.dumps(first.to_json())) < 4_000_000
        names = [part.name for part in first.parts]
        review.judge(first, groups=[names])
        numbers = list(range(20_000))
        large, small = (part.name for part in second.parts)
        review.judge(
            second,
            groups=[[f"{large}/1", small], [f"{large}/2"]],
            mixed={large: [numbers[::2], numbers[1::2]]},
        )
        with pytest.raises(CoalaError, match="2,991"):
            review.judge(first, groups=[names[:1]])

    assert [len(group) for group in read_state(path).groups.together] == [3_000]  # type: ignore[union-attr]
    assert [len(piece) for piece in read_state(path, 1).groups.pieces] == [10_000, 10_000]  # type: ignore[union-attr]


def a_long_bag(number: int, mentions: int) -> Bag:
    """Return a bag whose changed graph splits the last mention off a long chain."""
    bag = a_wide_bag(number, mentions)
    every = tuple(range(mentions))
    long, rest, alone = (
        Instance("Bob Smith", name, spans)
        for name, spans in (("x", every), ("y", every[:-1]), ("z", every[-1:]))
    )
    row = bag.divergences[0]._replace(kind=Kind.SPLIT, baseline=0, changed=1, spans=every[-1:])
    return replace(bag, baseline=(long,), changed=(rest, alone), partners=((0, 0),), divergences=(row,))


# Links of a large bag, which a sample draws one by one.


@pytest.fixture
def sampled(tmp_path: Path) -> Path:
    """Write two bags of 100 parts, with 50 links made and 50 lost each, and a sample of 12 of these."""
    path = write_bags(tmp_path / "s.coala", [a_wide_bag(number, 500) for number in (1, 2)])
    with Review.open(path) as review:
        draw(review, 12)
    return path


def test_questions_of_a_sample_are_its_links_in_order_and_answers_are_stored_by_key(
    sampled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, *lines = read_questions(sampled)
    links = [line for line in lines if "link" in line]
    assert "links" in header
    assert (header["sample"], len(links), len(lines)) == (12, 12, 12)
    with Review.open(sampled, read_only=True) as review:
        sample = find_sample(review)
        assert sample is not None
        drawn = [sample.items[item] for item in sample.drawn]
    assert [line["bag"] for line in lines] == [item.bag + 1 for item in drawn]
    words = ["yes", "no", "not sure"]
    answers = [
        {"fingerprint": line["fingerprint"], "link": line["link"], "verdict": words[place % 3]}
        for place, line in enumerate(links)
    ]

    assert import_lines(sampled, [*answers, {"bag": 1, "verdict": "better"}, answers[0]]) == 0
    out, err = capsys.readouterr()
    assert " 13 " in out
    assert find_lines(err) == [[14]]

    assert read_state(sampled).verdict is Verdict.BETTER
    assert read_state(sampled, 1).verdict is None
    with Review.open(sampled, reviewer="bot", read_only=True) as review:
        for answer, line in zip(answers, links, strict=True):
            bag = review.bag(line["bag"] - 1)
            made, lost = find_links(bag)
            link = [*made, *lost][line["link"] - 1]
            assert LinkKeys(bag).get_key(link) == drawn[links.index(line)].keys[0]
            side = "changed" if line["link"] <= len(made) else "baseline"
            assert line["side"] == side
            assert line["part"]["spans"] == [list(bag.spans[span][:3]) for span in link.piece]
            expected = {"yes": side == "changed", "no": side == "baseline"}.get(answer["verdict"])
            verdict = {True: Verdict.BETTER, False: Verdict.WORSE, None: Verdict.UNSURE}[expected]
            rows = dict(review.state(line["fingerprint"]).rows)
            assert rows[LinkKeys(bag).get_key(link)] is verdict


def test_hidden_links_tell_no_side_and_are_turned(sampled: Path) -> None:
    with coala.open_review(sampled, reviewer="bot", blind_seed=1) as review:
        questions = [link for number in (1, 2) for link in review.link_questions(number)]
        for question in questions:
            review.judge_link(question, "yes")
    assert {question.side_names for question in questions} == {("left", "right")}
    assert len(questions) == 12
    # The numbers of made links, which come first with the sides shown, would tell the changed graph.
    with coala.open_review(sampled) as review:
        opened = [link for number in (1, 2) for link in review.link_questions(number)]
    assert {question.number for question in questions} != {question.number for question in opened}
    pieces = {(question.bag, question.part.spans[0]): question.side for question in opened}
    for number in (0, 1):
        rows = dict(read_state(sampled, number).rows)
        assert len(rows) == sum(question.bag == number + 1 for question in questions)
        sides = [
            pieces[question.bag, question.part.spans[0]] for question in opened if question.bag == number + 1
        ]
        made = sum(side == CHANGED for side in sides)
        assert Counter(rows.values()) == +Counter({Verdict.BETTER: made, Verdict.WORSE: len(sides) - made})


def test_groups_of_a_blind_review_start_from_the_side_that_was_shown(tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "r.coala", blind=BlindWish(1))
    with coala.open_review(path, reviewer="bot") as review:
        grouped = [question for question in review if question.parts]
        for question in grouped:
            review.judge(question, rest="right")
        assert len(grouped) == 27
        shown = {question.fingerprint: review.review.state(question.fingerprint) for question in grouped}
    assert {state.groups.start for state in shown.values() if state.groups} == {CHANGED}

    assert main(["file", "reveal", str(path)]) in (0, 1)
    with Review.open(path, reviewer="bot", read_only=True) as review:
        for fingerprint, state in shown.items():
            stored = review.state(fingerprint)
            assert stored.groups is not None
            swapped = stored.groups.start == BASELINE
            assert stored.verdict is (mirror_verdict(state.verdict) if swapped else state.verdict)


def test_questions_of_newswire_have_parts_but_for_the_bag_of_types(tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "r.coala")
    _, *opened = read_questions(path)
    header, *hidden = read_questions(path, "--blind", "7")

    assert [line["bag"] for line in opened if "parts" not in line] == [19]
    kinds = {change["kind"] for line in opened if "parts" in line for change in line["changes"]}
    assert kinds
    assert kinds <= {"type", "statement", "link"}
    assert len(opened[18]["changes"]) >= 1
    assert header["answer"]["with_parts"]["rest"] == "optional: left or right"
    for one, other in zip(opened, hidden, strict=True):
        # The same parts, by the letters and numbers of the sides as they are shown.
        for part, shown in zip(one.get("parts", ()), other.get("parts", ()), strict=True):
            assert shown["spans"] == part["spans"]
            assert [shown["left"] is None, shown["right"] is None] in (
                [part["baseline"] is None, part["changed"] is None],
                [part["changed"] is None, part["baseline"] is None],
            )
            assert shown["part"] == f"{shown['left'] or '-'}{shown['right'] or '-'}"
