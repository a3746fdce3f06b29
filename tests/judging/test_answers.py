"""Answers of a file in a review: what is stored, what is left out and why, and a simulated judge."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.compare import Comparison
from coala.judging.answers import import_answers
from coala.judging.open_review import OpenReview
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage import opening
from coala.review.writing import write_review
from coala.verdicts.state import State
from tests.support.answers import find_lines, read_questions, write_answers
from tests.support.corpora import compare_ecbplus, compare_newswire
from tests.support.paths import needs_shared
from tests.support.reviews import a_bag, make_review

Compare = Callable[..., Comparison]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_review(tmp_path / "r.coala", [a_bag(number) for number in range(1, 31)])


def read_verdicts(path: Path, reviewer: str) -> dict[int, str]:
    """Return the signs of the verdicts by the numbers of their bags."""
    with Review.open(path, reviewer=reviewer, read_only=True) as review:
        states = enumerate(review.states(), 1)
        return {number: state.verdict.value for number, state in states if state.verdict is not None}


# Each with what the message names: a key, or a value.
UNUSABLE: list[tuple[object, str]] = [
    ({"verdict": "+"}, "bag"),
    ({"bag": "2", "verdict": "+"}, "'2'"),
    ({"bag": True, "verdict": "+"}, "'True'"),
    ({"bag": 2}, "verdict"),
    ({"bag": 3, "verdict": 1}, "verdict"),
    ({"bag": 4, "verdict": "+", "tags": "name"}, "tags"),
    ({"bag": 5, "verdict": "+", "tags": [1]}, "tags"),
    ({"bag": 6, "verdict": "+", "confidence": "high"}, "confidence"),
    ({"bag": 7, "verdict": "+", "confidence": 1.1}, "1.1"),
    ({"bag": 8, "verdict": "+", "gold": "+"}, "'gold'"),
    ({"bag": 9, "changes": [{"change": 1}]}, "{"),
    ({"bag": 10, "changes": [{"change": 7, "verdict": "+"}]}, "'7'"),
    ({"bag": 11, "verdict": "+", "changes": [{"change": 1, "verdict": "+"}]}, "Change 1 of bag 11 "),
    ("[" * 100_000, "JSON"),
    ("better", "JSON"),
    ('{"bag": 12, "verdict": "+", "verdict": "-"}', "'verdict'"),
    ('{"bag": 13, "changes": [{"change": 1, "verdict": "+", "change": 2}]}', "'change'"),
    (f'{{"bag": {"2" * 5_000}, "verdict": "+"}}', "number"),
    (f'{{"bag": 14, "verdict": "+", "confidence": 0.{"2" * 5_000}e9999}}', "confidence"),
    ({"bag": 15, "changes": [{"change": "1" * 5_000, "verdict": "+"}]}, "'111"),
    ({"bag": 16, "verdict": "+", "time": "0001-01-01T00:00:00+00:01"}, "'0001-01-01"),
    ({"bag": 17, "verdict": "+", "time": "9999-12-31T23:59:59-00:01"}, "'9999-12-31"),
    ("[1]", "JSON"),
]


def test_unusable_line_is_reported_by_what_is_wrong_in_it(path: Path) -> None:
    with OpenReview(path, reviewer="bot") as review:
        for line, named in UNUSABLE:
            text = line if isinstance(line, str) else json.dumps(line)
            ((_, lines, (example,), _),) = import_answers([text], review).left_out
            assert lines == 1
            assert named in example


@pytest.mark.parametrize("begin", [8 << 20, (8 << 20) + 1, 3 * (8 << 20)])
def test_a_very_long_line_is_left_out_with_all_of_its_text(
    path: Path, capsys: pytest.CaptureFixture[str], begin: int
) -> None:
    start = '{"bag": 1, "verdict": "nonsense", "note": "'
    long = f'{start}{"x" * (begin - len(start))}{{"bag": 2, "verdict": "worse"}}'
    answers = write_answers(path, [long, {"bag": 3, "verdict": "better"}, {"bag": 99, "verdict": "better"}])

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 1

    err = capsys.readouterr().err
    assert "too long" in err
    assert find_lines(err) == [[1], [3]]
    assert read_verdicts(path, "bot") == {3: "+"}


def test_a_very_long_line_that_ends_at_the_limit_or_within_a_character_is_one_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = 8 << 20
    long = "x" * (limit - 1)  # with its end as long as what is read at once
    for text in (long, long + "é", "é" * limit, long[1:]):
        answers = write_answers(path, [text, {"bag": 77, "verdict": "better"}])

        assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2
        assert find_lines(capsys.readouterr().err) == [[1], [2]]


def allow_few_pages(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    """Let a review that is opened next grow by ``more`` pages only, which stand for the disk."""
    connect = opening.connect

    def connected(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        pages = connection.execute("PRAGMA page_count").fetchone()[0] + more
        connection.execute(f"PRAGMA max_page_count={pages}")
        return connection

    monkeypatch.setattr(opening, "connect", connected)


def test_full_disk_stores_no_answer_and_says_how_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(1, 701)])
    answers = write_answers(path, [{"bag": 1 + number, "verdict": "+"} for number in range(700)])

    with monkeypatch.context() as patch:
        allow_few_pages(patch, 60)
        assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2

    out, err = capsys.readouterr()
    assert re.findall(r"\d+", out) == ["0", "700"]
    assert str(path) in err
    assert read_verdicts(path, "bot") == {}
    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 0


@pytest.mark.parametrize(
    "data",
    [
        b'{"format": "coala-answers/9"}\n',
        b'{"format": "coala-answers/1", "sides": "", "sides": "left"}\n',
        b'{"format": "coala-answers/1", "kind": "robot"}\n',
        b'{"format": "coala-answers/1", "kind": ["model"]}\n',
        b'{"format": "coala-answers/1", "kind": null}\n',
        b'{"bag": 1, "verdict": "\xff"}\n',
        b"",
    ],
)
def test_file_that_cannot_be_read_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    answers = path.with_name("answers.jsonl")
    answers.write_bytes(data + b'{"bag": 1, "verdict": "+"}\n' if data else data)

    assert main(["import", str(path), str(answers), "--reviewer", "bot"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert read_verdicts(path, "bot") == {}


def test_answers_of_nobody_or_to_another_review_are_refused(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = {"format": "coala-answers/1", "reviewer": "bot"}
    assert main(["import", str(path), write_answers(path, [{"bag": 1, "verdict": "+"}])]) == 2
    assert "--reviewer" in capsys.readouterr().err
    # That it is another review is said before the lines that are left out.
    for review, messages in (("0123", 2), ("", 1)):
        lines = [header | {"review": review}, {"fingerprint": "0" * 64, "verdict": "+"}]
        assert main(["import", str(path), write_answers(path, lines)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == messages


def test_many_lines_about_few_bags_are_read(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['{"bag": 1, "verdict": "+"}', *['{"bag": 66, "verdict": "+"}'] * 100_000]
    answers = write_answers(path, lines)

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 1
    err = capsys.readouterr().err
    assert "100,000" in err
    # Three examples, and the numbers of 300 more.
    assert find_lines(err) == [list(range(2, 305))]


def test_questions_answered_by_hidden_sides_come_back_right(path: Path) -> None:
    header, *lines = read_questions(path, "--blind", "4")
    assert header["blind"] is True
    words = re.compile(r"\b(?:left|right|worse|better)\b")
    assert words.findall(header["answer"]["line"]["verdict"]) == ["left", "right"]
    open_header, *_ = read_questions(path)
    assert words.findall(open_header["answer"]["line"]["verdict"]) == ["worse", "better"]
    answers = write_answers(
        path, [{"fingerprint": line["fingerprint"], "verdict": "right"} for line in lines]
    )

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2  # the seed is missing
    assert main(["import", str(path), answers, "--reviewer", "bot", "--blind", "4"]) == 0

    with Review.open(path, reviewer="bot") as review:
        for entry in review.entries:
            state = review.state(entry.fingerprint)
            assert state.verdict is (Verdict.WORSE if state.swapped else Verdict.BETTER)


def test_answers_about_other_sides_are_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = read_questions(path, "--blind", "4")[0]["answer"]["header"]
    for sides, right, wrong in (
        (header["sides"], ["--blind", "4"], ([], ["--blind", "5"])),
        ("", [], (["--blind", "4"],)),
    ):
        head = {**header, "sides": sides, "reviewer": f"bot{sides}"}
        answers = write_answers(path, [head, {"bag": 1, "verdict": "same"}])
        for seed in wrong:
            assert main(["import", str(path), answers, *seed]) == 2
            assert capsys.readouterr().err.startswith(f"coala: {answers}: ")
            assert read_verdicts(path, head["reviewer"]) == {}
        assert main(["import", str(path), answers, *right]) == 0
        assert read_verdicts(path, head["reviewer"]) == {1: "="}


def simulate(path: Path, gold: dict[str, str], flipped: float) -> dict[str, str]:
    """Answer the exported questions as gold does, with a share of the answers flipped; return the answers."""
    draw = random.Random(20)
    given = {}
    for line in read_questions(path)[1:]:
        right = gold[line["fingerprint"]]
        flips = draw.random() < flipped
        given[line["fingerprint"]] = {"+": "-", "-": "+", "=": "+"}[right] if flips else right
    answers = write_answers(path, [{"fingerprint": name, "verdict": sign} for name, sign in given.items()])
    assert main(["import", str(path), answers, "--reviewer", "model"]) == 0
    return given


def compute_kappa(pairs: list[tuple[str, str]]) -> float:
    """Compute Cohen's kappa of two reviewers from its definition."""
    observed = sum(one == other for one, other in pairs) / len(pairs)
    firsts, seconds = zip(*pairs, strict=True)
    by_chance = sum(firsts.count(sign) * seconds.count(sign) for sign in "+-=") / len(pairs) ** 2
    return (observed - by_chance) / (1 - by_chance)


@pytest.mark.parametrize(
    "compare", [compare_newswire, pytest.param(compare_ecbplus, marks=needs_shared, id="ECB+")]
)
def test_a_simulated_model_agrees_with_gold_as_computed(
    compare: Compare, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    comparison = compare(gold=True)
    path = tmp_path / "r.coala"
    write_review(path, comparison.summary, comparison.iterate_sentences(), comparison.texts())
    gold = {}
    with Review.open(path, reviewer="gold") as review:
        for number, entry in enumerate(review.entries):
            share = review.shares(number)["muc"] or 0
            gold[entry.fingerprint] = "+" if share > 0 else "-" if share < 0 else "="
        review.judge_all(
            (number, State(Verdict(gold[entry.fingerprint])), None)
            for number, entry in enumerate(review.entries)
        )

    model = simulate(path, gold, 0.2)

    capsys.readouterr()
    assert main(["agree", str(path), "--json", "-"]) == 0
    agreement: dict[str, Any] = json.loads(capsys.readouterr().out)
    pairs = [(gold[name], model[name]) for name in gold]
    equal = sum(one == other for one, other in pairs)
    assert 0 < equal < len(pairs)
    assert agreement["together"]["kappa"]["value"] == pytest.approx(compute_kappa(pairs))
    assert main(["tally", str(path), "--reviewer", "model", "--json", "-"]) == 0
    tally = json.loads(capsys.readouterr().out)
    counts = [sum(sign == wanted for sign in model.values()) for wanted in "+-="]
    assert [tally["better"], tally["worse"], tally["same"]] == counts
