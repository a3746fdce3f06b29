"""Answers of a file in a review: what is stored, what is left out and why, and a simulated judge."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import coala
from coala.cli.commands import main
from coala.errors import ReviewError
from coala.judging.open_review import OpenReview, PreparedState
from coala.model.bag import Verdict
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from coala.review.storage import opening
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.paths import SAMPLES, SHARED, needs_shared
from tests.support.reviews import a_bag, make_review

SIDES = ("baseline", "changed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_review(tmp_path / "r.coala", [a_bag(number) for number in range(1, 6)])


def write_answers(path: Path, lines: Iterable[object]) -> str:
    answers = path.with_name("answers.jsonl")
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    answers.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return str(answers)


def read_verdicts(path: Path, reviewer: str) -> list[str | None]:
    with Review.open(path, reviewer=reviewer, read_only=True) as review:
        verdicts = [review.state(entry.fingerprint).verdict for entry in review.entries]
    return [None if verdict is None else verdict.value for verdict in verdicts]


def test_import_stores_answers_by_number_and_fingerprint(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = write_answers(
        path,
        [
            {"format": "coala-answers/1", "reviewer": "bot"},
            {"bag": 1, "verdict": "better", "seconds": 2.5},
            {"fingerprint": f"{2:064d}", "verdict": "worse", "note": "=1+1", "tags": ["name"]},
            {"fingerprint": f"{3:064d}", "bag": 3, "verdict": "not sure", "confidence": 0.1},
        ],
    )

    assert main(["import", str(path), answers]) == 0

    assert read_verdicts(path, "bot") == ["+", "-", "?", None, None]
    assert capsys.readouterr().out == "bot (person): 3 answers stored.\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"bag": 9, "verdict": "+"}, "no such bag in this review: line 2: There is no bag 9"),
        ({"fingerprint": "0" * 64, "verdict": "+"}, "no such bag in this review"),
        ({"fingerprint": f"{2:064d}", "bag": 3, "verdict": "+"}, "number and fingerprint disagree"),
        ({"bag": 1, "verdict": "+"}, "repeated: line 2: bag 1, line 1"),
        ({"bag": 1, "verdict": "+", "time": "2001-05-03T11:12:44+02:00"}, "repeated: line 2: bag 1, line 1"),
        ({"verdict": "+"}, "It has neither a fingerprint nor the number of a bag"),
        ({"bag": "2", "verdict": "+"}, "is not a number"),
        ({"bag": True, "verdict": "+"}, "is not a number"),
        ({"bag": 2}, "An answer needs a verdict"),
        ({"bag": 2, "verdict": 1}, "The verdict is not a text"),
        ({"bag": 2, "verdict": "+", "tags": "name"}, "The tags are not a list"),
        ({"bag": 2, "verdict": "+", "confidence": "high"}, "The confidence is not a number"),
        ({"bag": 2, "verdict": "+", "gold": "+"}, "It has the unknown key 'gold'"),
        ({"bag": 2, "changes": [{"change": 1}]}, "A change is not written as"),
        ({"bag": 2, "changes": [{"change": 7, "verdict": "+"}]}, "has no change '7'"),
        ({"bag": 2, "verdict": "+", "changes": [{"change": 1, "verdict": "+"}]}, "is about mentions, so it"),
        ("[" * 100_000, "It is not JSON"),
        ("better", "It is not JSON"),
        ('{"bag": 2, "verdict": "+", "verdict": "-"}', "It has the key 'verdict' twice"),
        ('{"bag": 2, "changes": [{"change": 1, "verdict": "+", "change": 2}]}', "the key 'change' twice"),
        (f'{{"bag": {"2" * 5_000}, "verdict": "+"}}', "It has a number with thousands of digits"),
        (f'{{"bag": 2, "verdict": "+", "confidence": 0.{"2" * 5_000}e9999}}', "is not between 0 and 1"),
        ({"bag": 2, "changes": [{"change": "1" * 5_000, "verdict": "+"}]}, "has no change '111"),
        ({"bag": 2, "verdict": "+", "time": "0001-01-01T00:00:00+00:01"}, "not in the years 1 to 9999"),
        ({"bag": 2, "verdict": "+", "time": "9999-12-31T23:59:59-00:01"}, "not in the years 1 to 9999"),
        ("[1]", "It is not a JSON object"),
    ],
)
def test_a_line_that_is_left_out_is_reported_with_its_reason(
    path: Path, capsys: pytest.CaptureFixture[str], line: object, reason: str
) -> None:
    answers = write_answers(path, [{"bag": 1, "verdict": "+"}, line])

    status = main(["import", str(path), answers, "--reviewer", "bot"])

    assert status == (0 if "repeated" in reason else 1)
    assert reason in capsys.readouterr().err
    assert read_verdicts(path, "bot") == ["+", None, None, None, None]


@pytest.mark.parametrize(
    ("name", "left_out", "verdicts"),
    [
        ("import_long_change.jsonl", ["line 1"], [None, "+", "+"]),
        ("import_time_overflow.jsonl", ["line 1", "line 2"], [None, None, "+"]),
        ("import_verdict_twice.jsonl", ["line 1"], [None, "+", None]),
    ],
)
@needs_shared
def test_reported_answers_leave_out_only_the_broken_lines(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    left_out: list[str],
    verdicts: list[str | None],
) -> None:
    reported, path = SHARED / "data" / "reported", tmp_path / "r.coala"
    graphs = (str(reported / f"review_{side}.jsonl") for side in ("old", "new"))
    assert main(["diff", *graphs, "-o", str(path)]) == 1
    capsys.readouterr()

    assert main(["import", str(path), str(reported / name), "--reviewer", "m"]) == 1

    stored = sum(verdict is not None for verdict in verdicts)
    out, err = capsys.readouterr()
    assert out == f"m (person): {stored} answer{'s' if stored > 1 else ''} stored.\n"
    assert re.findall(r"line \d+", err) == left_out
    assert read_verdicts(path, "m") == verdicts


@pytest.mark.parametrize("begin", [8 << 20, (8 << 20) + 1, 3 * (8 << 20)])
def test_a_very_long_line_is_left_out_with_all_of_its_text(
    path: Path, capsys: pytest.CaptureFixture[str], begin: int
) -> None:
    start = '{"bag": 1, "verdict": "nonsense", "note": "'
    long = f'{start}{"x" * (begin - len(start))}{{"bag": 2, "verdict": "worse"}}'
    answers = write_answers(path, [long, {"bag": 3, "verdict": "better"}, {"bag": 9, "verdict": "better"}])

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 1

    out, err = capsys.readouterr()
    assert out == "bot (person): 1 answer stored.\n"
    assert "line 1: The line is too long" in err
    assert "line 3: There is no bag 9" in err
    assert read_verdicts(path, "bot") == [None, None, "+", None, None]


def test_a_very_long_line_that_ends_at_the_limit_or_within_a_character_is_one_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = 8 << 20
    long = "x" * (limit - 1)  # with its end as long as what is read at once
    for text in (long, long + "é", "é" * limit, long[1:]):
        answers = write_answers(path, [text, {"bag": 7, "verdict": "better"}])

        assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2
        assert "line 2: There is no bag 7" in capsys.readouterr().err


def test_a_time_ahead_of_now_is_stored_as_now(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = datetime.now(UTC).isoformat(timespec="milliseconds")
    soon = (datetime.now(UTC) + timedelta(minutes=3)).isoformat()
    answers = write_answers(
        path,
        [
            {"bag": 1, "verdict": "+", "time": "2999-05-03T11:12:44+02:00"},
            {"bag": 2, "verdict": "-", "time": soon},
            {"bag": 3, "verdict": "=", "time": "2001-05-03T11:12:44+02:00"},
        ],
    )

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 0

    after = datetime.now(UTC).isoformat(timespec="milliseconds")
    out, err = capsys.readouterr()
    assert out == "bot (person): 3 answers stored.\n"
    assert re.findall(r"line \d+", err) == ["line 1", "line 2"]
    with Review.open(path, reviewer="bot", read_only=True) as review:
        first, second, third = (review.times_of("bot")[f"{number:064d}"] for number in (1, 2, 3))
    assert before <= first <= after
    assert before <= second <= after
    assert third == "2001-05-03T09:12:44.000+00:00"


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
    assert out == "bot (person): 0 of 700 answers stored.\n"
    assert "the disk is full" in err
    assert read_verdicts(path, "bot") == [None] * 700
    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 0


def test_disk_that_fills_up_among_second_looks_says_how_many_are_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison = coala.compare(*(str(SAMPLES / "newswire" / f"{name}.ttl") for name in SIDES))
    path, blind = tmp_path / "r.coala", BlindWish(1)
    write_review(path, comparison.summary, comparison.iterate_sentences(), comparison.texts(), blind=blind)
    answers = write_answers(path, [{"bag": number, "verdict": "left"} for number in range(1, 32)])
    store, calls = OpenReview.store, []

    def store_twice(self: OpenReview, changes: Sequence[PreparedState]) -> None:
        calls.append(len(changes))
        if len(calls) > 2:
            raise ReviewError("r.coala: the disk is full.")
        store(self, changes)

    monkeypatch.setattr(OpenReview, "store", store_twice)
    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 1

    out, err = capsys.readouterr()
    assert calls == [28, 1, 1]
    assert out == "bot (person): 29 of 31 answers stored.\n"
    assert "r.coala: the disk is full." in err


def test_lines_that_contradict_each_other_are_all_left_out(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = write_answers(path, [{"bag": 1, "verdict": sign} for sign in "+-+"])

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2

    assert "another line contradicts it: line 1: bag 1; line 2: bag 1" in capsys.readouterr().err
    assert read_verdicts(path, "bot") == [None] * 5


def test_a_judged_bag_keeps_its_verdict_unless_replaced(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(Verdict.WORSE))
    answers = write_answers(path, [{"bag": 1, "verdict": "+"}, {"bag": 2, "verdict": "+"}])

    assert main(["import", str(path), answers, "--reviewer", "Ann"]) == 1
    assert read_verdicts(path, "Ann")[:2] == ["-", "+"]
    assert "this reviewer judged the bag otherwise: line 1: bag 1" in capsys.readouterr().err
    assert main(["import", str(path), answers, "--reviewer", "Ann", "--replace"]) == 0
    assert read_verdicts(path, "Ann")[:2] == ["+", "+"]


def test_new_note_on_the_same_verdict_is_stored_without_replacing(path: Path) -> None:
    with Review.open(path, reviewer="Ann") as review:
        review.judge(0, State(Verdict.WORSE, Comment("before", ("name",))))
    answers = write_answers(path, [{"bag": 1, "verdict": "-", "note": "after"}])

    assert main(["import", str(path), answers, "--reviewer", "Ann"]) == 0

    with Review.open(path, reviewer="Ann", read_only=True) as review:
        state = review.state(review.entries[0].fingerprint)
    assert (state.verdict, state.comment) == (Verdict.WORSE, Comment("after", ("name",)))


def test_answers_without_a_reviewer_are_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = write_answers(path, [{"bag": 1, "verdict": "+"}])

    assert main(["import", str(path), answers]) == 2
    assert "Name the reviewer with --reviewer NAME" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"format": "coala-answers/9"}\n', "names the format 'coala-answers/9'"),
        (b'{"format": "coala-answers/1", "sides": "", "sides": "left"}\n', "has the key 'sides' twice"),
        (b'{"format": "coala-answers/1", "kind": "robot"}\n', "is person or model, not 'robot'"),
        (b'{"format": "coala-answers/1", "kind": ["model"]}\n', "is person or model, not"),
        (b'{"format": "coala-answers/1", "kind": null}\n', "is person or model, not"),
        (b'{"bag": 1, "verdict": "\xff"}\n', "answers.jsonl:1: this line is not UTF-8"),
        (b"", "this file has no answers"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], data: bytes, sentence: str
) -> None:
    answers = path.with_name("answers.jsonl")
    answers.write_bytes(data)

    assert main(["import", str(path), str(answers), "--reviewer", "bot"]) == 2
    assert sentence in capsys.readouterr().err


def test_answers_of_another_review_are_named_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = {"format": "coala-answers/1", "review": "0123", "reviewer": "bot"}
    answers = write_answers(path, [header, {"fingerprint": "0" * 64, "verdict": "+"}])

    assert main(["import", str(path), answers]) == 2
    assert "These answers are about another review." in capsys.readouterr().err


def test_many_lines_about_few_bags_are_read(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['{"bag": 1, "verdict": "+"}', *['{"bag": 6, "verdict": "+"}'] * 100_000]
    answers = write_answers(path, lines)

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 1
    assert "Left out 100,000 lines, no such bag in this review: line 2" in capsys.readouterr().err


def test_questions_answered_by_hidden_sides_come_back_right(path: Path) -> None:
    questions = path.with_name("q.jsonl")
    assert main(["export", str(path), "--to", "questions", "--blind", "4", "-o", str(questions)]) == 0
    header, *lines = map(json.loads, questions.read_text(encoding="utf-8").splitlines())
    assert header["blind"] is True
    answers = write_answers(
        path, [{"fingerprint": line["fingerprint"], "verdict": "right"} for line in lines]
    )

    assert main(["import", str(path), answers, "--reviewer", "bot"]) == 2  # the seed is missing
    assert main(["import", str(path), answers, "--reviewer", "bot", "--blind", "4"]) == 0

    with Review.open(path, reviewer="bot") as review:
        for entry in review.entries:
            state = review.state(entry.fingerprint)
            assert state.verdict is (Verdict.WORSE if state.swapped else Verdict.BETTER)


@pytest.mark.parametrize("seed", [[], ["--blind", "5"]])
def test_answers_to_questions_with_another_seed_are_refused(
    path: Path, capsys: pytest.CaptureFixture[str], seed: list[str]
) -> None:
    questions = path.with_name("q.jsonl")
    assert main(["export", str(path), "--to", "questions", "--blind", "4", "-o", str(questions)]) == 0
    header = json.loads(questions.read_text(encoding="utf-8").splitlines()[0])["answer"]["header"]
    answers = write_answers(path, [{**header, "reviewer": "bot"}, {"bag": 1, "verdict": "same"}])

    assert main(["import", str(path), answers, *seed]) == 2
    assert "Give the seed of their questions with --blind" in capsys.readouterr().err
    assert read_verdicts(path, "bot") == [None] * 5
    assert main(["import", str(path), answers, "--blind", "4"]) == 0


def test_open_answers_are_refused_with_a_seed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = {"format": "coala-answers/1", "reviewer": "bot", "sides": ""}
    answers = write_answers(path, [header, {"bag": 1, "verdict": "same"}])

    assert main(["import", str(path), answers, "--blind", "4"]) == 2
    assert "exported without --blind. Leave it out." in capsys.readouterr().err


def simulate(path: Path, gold: dict[str, str], flipped: float) -> dict[str, str]:
    """Answer the exported questions as gold does, with a share of the answers flipped; return the answers."""
    questions = path.with_name("q.jsonl")
    assert main(["export", str(path), "--to", "questions", "-o", str(questions)]) == 0
    draw = random.Random(20)
    lines = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()[1:]]
    given = {}
    for line in lines:
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


@pytest.mark.parametrize("corpus", ["newswire", pytest.param("ecbplus", marks=needs_shared)])
def test_a_simulated_model_agrees_with_gold_as_computed(
    corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = SAMPLES / "newswire" if corpus == "newswire" else SHARED / "data" / "ecbplus"
    names = ("baseline", "changed") if corpus == "newswire" else ("lemma-delta", "feature0")
    comparison = coala.compare(
        *(str(folder / f"{name}.ttl") for name in names), gold=str(folder / "gold.ttl")
    )
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
