"""Every output of a review says the same of the question whether the change helped."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.exports.registry import EXPORTS
from coala.model.bag import Verdict
from coala.present.answer import write_answer
from coala.results.board.tally import find_answers
from coala.results.verdicts.judged import collect_answers
from coala.results.verdicts.tally import render_tally_csv, render_tally_json, report_tally, tally_review
from coala.review.board.board_file import open_columns, read_board
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.reports import text_of
from tests.support.reviews import a_bag, judge_as, make_review

DIRECTION = re.compile(r"[^.]*\b(?:helped|hurts?|helps|probably|conclusion|decided|undecided)\b[^.]*")

VERDICTS = {
    "helped": "+" * 16 + "----",
    "hurt": "-" * 16 + "++==",
    "certain before the end": "+" * 14,
    "chance": "+" * 11 + "-" * 9,
    "level": "+" * 10 + "-" * 10,
    "all the same": "=" * 20,
    "text order": "+" * 9 + "-=",
    "not sure": "+" + "?" * 19,
    "too few": "++-",
}


def flatten(text: str) -> str:
    """Return a text in one line, without what Markdown and HTML add."""
    without_tags = re.sub(r"<[^>]*>", " ", text)
    return re.sub(r"\s+", " ", html.unescape(without_tags).replace("\\", ""))


def find_directions(text: str) -> list[str]:
    return [found.strip() for found in DIRECTION.findall(text)]


def write_outputs(review: Review) -> dict[str, str]:
    """Return each output that has a tally or verdicts, in one line."""
    outputs = {
        "tally": "\n".join(text_of(report_tally([review]))),
        "tally json": render_tally_json([review]),
        "tally csv": render_tally_csv([review]),
    }
    for kind in ("markdown", "html", "csv", "json", "changes"):
        text = "".join(EXPORTS[kind].write(collect_answers(review)))
        if kind == "html":
            text = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", text)
        outputs[f"export {kind}"] = text
    return {name: flatten(text) for name, text in outputs.items()}


@pytest.mark.parametrize("case", VERDICTS)
@pytest.mark.parametrize("sample", [False, True])
def test_all_outputs_of_a_review_have_one_answer(case: str, sample: bool, tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(20)])
    if sample:
        with Review.open(path, reviewer="Ann") as review:
            order = draw(review, 12).order
            for number, sign in zip(order, VERDICTS[case][:12], strict=False):
                review.judge(number, State(Verdict(sign)))
    else:
        judge_as(path, "Ann", VERDICTS[case])
    with Review.open(path) as review:
        told = tally_review(review)["answer"]
        answer, code = flatten(told["text"]), f'"says": "{told["says"]}"'
        outputs = write_outputs(review)
    for name, text in outputs.items():
        if name in ("tally", "tally json", "export markdown", "export html"):
            assert text.count(answer) == 1, name
        others = text.replace(answer, " ").replace(code, " ")
        assert find_directions(others) == [], name


@pytest.mark.parametrize("verdict", [Verdict.BETTER, Verdict.SAME, Verdict.UNSURE])
def test_column_of_a_board_has_the_answer_of_its_own_review(
    verdict: Verdict, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    with Review.open(path, reviewer="Ann", column="without/titles") as review:
        review.judge(0, State(verdict))
    told = find_answers(open_columns(read_board(path)))["without/titles"]
    answer = flatten(write_answer(told))
    assert main(["tally", str(path)]) == 0
    text = flatten(capsys.readouterr().out)
    assert (answer in text) == (verdict is not Verdict.UNSURE)
    assert main(["tally", str(path), "--json", "-"]) == 0
    columns = {column["column"]: column for column in json.loads(capsys.readouterr().out)["columns"]}
    assert columns["without/titles"]["answer"]["text"] == write_answer(told)
    for kind in ("markdown", "html"):
        target = tmp_path / f"out.{kind}"
        command = ["export", str(path), "--column", "without/titles", "--to", kind, "-o", str(target)]
        assert main(command) == 0
        assert flatten(target.read_text(encoding="utf-8")).count(answer) == 1
