"""Tallies and the agreement of reviewers as Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.reviews import a_bag, judge_as, make_review

MARKUP_TAG = "a|b_*c*"
MARKUP_NAME = "Bo <b> @ann #12"


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """Return a review of eight bags, with 4 better, 1 worse and 1 the same, by two reviewers."""
    path = make_review(tmp_path / "one.coala", [a_bag(number) for number in range(8)])
    judge_as(path, "Ann", "++=-?+")
    judge_as(path, MARKUP_NAME, "+-=-+")
    with Review.open(path, reviewer="Ann") as review:
        review.judge(6, State(Verdict.BETTER, Comment("x", (MARKUP_TAG,))))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(words) == 0
    return capsys.readouterr().out


def list_rows(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("|")]


def test_markdown_of_a_tally_has_the_answer_and_its_tables_without_markup_of_reviewers(
    judged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = run(capsys, "tally", str(judged), "--markdown", "-")
    rows = list_rows(page)
    assert page.startswith("<!-- coala: tally -->\n### COALA: ")
    assert "####" not in page
    assert "|  | better | worse | same | not sure | net | judged |" in rows
    assert "| all bags | 4 | 1 | 1 | 0 | +3 | 6 |" in rows
    assert "| moved | 8 | 2 | 0 | 0 | 2 | +6 | 10 |" in rows
    assert r"| a\|b\_\*c\* | 1 | 0 | 0 | 0 | +1 | 1 |" in rows
    (bo,) = (row for row in rows if row.startswith("| Bo "))
    assert bo.endswith("| 2 | 2 | 1 | 0 | 0 | 5 |")
    # Its signs are escaped, and a word joiner breaks what would call a person or link an issue.
    assert "<b>" not in bo.replace(r"\<b\>", "")
    assert "@ann" not in bo
    assert "#12" not in bo


def test_markdown_of_several_reviews_has_all_together_then_each(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = make_review(tmp_path / "two_*.coala", [a_bag(number) for number in range(20, 23)])
    judge_as(other, "Ann", "--")
    page = run(capsys, "tally", str(judged), str(other), "--markdown", "-")
    together, first, second = page.split("\n#### ")
    # The name of a file is code, in which nothing is markup.
    assert first.splitlines()[0] == f"`{judged}`"
    assert second.splitlines()[0] == f"`{other}`"
    bags = [
        [row for row in list_rows(part) if row.startswith("| all bags ")]
        for part in (together, first, second)
    ]
    assert bags == [
        ["| all bags | 4 | 3 | 1 | 0 | +1 | 8 |"],
        ["| all bags | 4 | 1 | 1 | 0 | +3 | 6 |"],
        ["| all bags | 0 | 2 | 0 | 0 | −2 | 2 |"],
    ]
    # Scores are those of a comparison, so all together have none.
    assert [part.count("| MUC | ") for part in (together, first, second)] == [0, 1, 1]


def test_latex_of_a_tally_has_a_table_for_each_kind_of_rows(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "t.tex"
    assert "Verdicts on bags" in run(capsys, "tally", str(judged), "--latex", str(target))
    text = target.read_text(encoding="utf-8")
    assert text.count("\\begin{table}") == text.count("\\end{table}") == 5
    assert "all bags & 4 & 1 & 1 & 0 & +3 & 6 \\\\\n" in text
    assert "a$|$b\\_*c* & 1 & 0 & 0 & 0 & +1 & 1 \\\\\n" in text
    assert "Bo $<$b$>$ @ann \\#12 & 2 & 2 & 1 & 0 & 0 & 5 \\\\\n" in text
    # The answer and what was judged are comments, so only tables and their notes are printed.
    assert f"%   {judged.as_posix()}\n" in text


def test_csv_of_a_tally_has_its_own_table(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "tally", str(judged), "--csv", "-"))))
    assert [row["verdict"] for row in rows if row["reviewer"] == "Ann"] == [
        *("better", "better", "same", "worse", "unsure", "better", "better")
    ]


def test_only_one_result_goes_to_standard_output(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("tally", "agree"):
        assert main([command, str(judged), "--markdown", "-", "--latex", "-"]) == 2
        assert not capsys.readouterr().out


def test_csv_of_agreement_has_all_digits_and_the_ends_of_intervals(
    judged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "agree", str(judged), "--csv", "-"))))
    assert [(row["name"], row["bags"], row["raw"]) for row in rows] == [
        ("together", "4", "0.75"),
        ("moved", "4", "0.75"),
    ]
    # 3 of 4 agree; by chance 5 of 16 would.
    assert float(rows[0]["kappa"]) == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert float(rows[0]["kappa_low"]) < float(rows[0]["kappa"]) < float(rows[0]["kappa_high"])


def test_markdown_of_agreement_folds_disagreements(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "agree", str(judged), "--markdown", "-")
    assert "| together | 4 | .750 | " in page
    (item,) = (line for line in page.partition("<details>")[2].splitlines() if line.startswith("- "))
    assert "bag 2" in item
    assert "@ann" not in page


def test_latex_of_agreement_has_greek_letters_as_commands(
    judged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = run(capsys, "agree", str(judged), "--latex", "-")
    assert "Cohen's $\\kappa$" in text
    assert "together & 4 & .750 & " in text


def test_tally_of_a_board_has_its_columns_as_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    with Review.open(path, reviewer="Ann", column="without/names") as review:
        review.judge(0, State(Verdict.BETTER))
    rows = list_rows(run(capsys, "tally", str(path), "--markdown", "-"))
    assert "|  | better | worse | same | not sure | net | judged | bags |" in rows
    assert "| without/names | 1 | 0 | 0 | 0 | +1 | 1 | 2 |" in rows
    assert "| step/names | 0 | 0 | 0 | 0 | 0 | 0 | 2 |" in rows
    assert "& without" not in run(capsys, "tally", str(path), "--latex", "-")
