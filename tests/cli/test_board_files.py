"""Commands that read reviews, given a board: by column, or refused in one sentence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.diff.row_keys import row_keys
from coala.model.bag import Verdict
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from tests.support.board_files import chains, put_board
from tests.support.reviews import put_with_verdicts


@pytest.fixture(scope="module")
def judged_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judged") / "board.coala"
    put_board(path)
    with Review.open(path, reviewer="Ann", column="without/names") as review:
        review.judge(0, State(Verdict.BETTER))
    return path


@pytest.fixture
def board_path(judged_board: Path, tmp_path: Path) -> Path:
    """Return a board whose second column has Ann's question of the first one, judged better."""
    return Path(shutil.copy(judged_board, tmp_path))


def test_board_with_a_sampled_column_has_means_by_column_and_none_of_all(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/names") as review:
        draw(review, 1)
    assert main(["tally", str(board_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.startswith(("  without", "  step"))}
    assert " ".join(rows["without/names"]) == "1 0 0 0 +1 1 2 +1.00 0.00 to +1.00 1"
    assert rows["without/titles"] == ["1", "0", "0", "0", "+1", "1", "1", "+1.00"]
    assert any("No mean" in line for line in lines)
    assert "Verdicts on bags" not in lines
    assert main(["tally", str(board_path), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["all"]
    assert (told["judged"], told["mean"], told["interval"]) == (1, None, None)


def test_equal_verdicts_with_other_groups_are_counted_in_each_column_and_in_all(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for reviewer, groups in (("Ann", ((0, 1),)), ("Bo", ((0,), (1,)))):
        with Review.open(board_path, reviewer=reviewer, column="titles") as review:
            review.judge(0, State(Verdict.BETTER, groups=Groups(groups)))
    assert main(["tally", str(board_path), "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [column["other_groups"] for column in found["columns"]] == [1, 1, 0]
    assert found["all"]["other_groups"] == 1


def test_bags_of_which_changes_alone_are_judged_are_counted_apart_in_text_and_json(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(board_path, reviewer="Bo", column="step/names") as review:
        (key, *_) = row_keys(review.bag(1))
        review.judge(1, State(rows=((key, Verdict.BETTER),)))
    target = tmp_path / "tally.json"
    assert main(["tally", str(board_path), "--json", str(target)]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("  step/names"))
    # None is judged, of two bags, and one by changes alone.
    assert line.split()[1:] == ["0", "0", "0", "0", "0", "0", "2", "1"]
    said = json.loads(target.read_text(encoding="utf-8"))
    assert said["all"]["judged_by_changes_alone"] == 1
    assert [column["judged_by_changes_alone"] for column in said["columns"]] == [0, 0, 1]


def test_the_json_tells_each_column_as_the_tally_of_the_column_alone_does(
    board_path: Path, tmp_path: Path
) -> None:
    whole, alone = tmp_path / "whole.json", tmp_path / "alone.json"
    assert main(["tally", str(board_path), "--json", str(whole)]) == 0
    for column in json.loads(whole.read_text(encoding="utf-8"))["columns"]:
        address = column["column"]
        assert main(["tally", str(board_path), "--column", address, "--json", str(alone)]) == 0
        role, name = address.split("/")
        own = json.loads(alone.read_text(encoding="utf-8"))
        assert column == own | {"role": role, "name": name}
        assert own["links"]["made"]["total"] == own["interesting"]


def test_one_column_is_tallied_exported_and_held_against_as_any_review(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", str(board_path), "--column", "titles"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"  {board_path} without/titles"
    for name in ("bags.csv", "changes.json", "page.html", "bags.md"):
        assert main(["export", str(board_path), "--column", "titles", "-o", str(tmp_path / name)]) == 0
    assert '"board.coala without/titles",1,' in (tmp_path / "bags.csv").read_text(encoding="utf-8")
    assert main(["tally", str(board_path), "--csv", str(tmp_path / "all.csv")]) == 0
    assert (tmp_path / "all.csv").read_text(encoding="utf-8").count(' without/titles",1,') == 1


def test_a_whole_board_is_exported_as_a_page_and_never_over_itself(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "board.html"
    assert main(["export", str(board_path), "-o", str(target)]) == 0
    assert '<table class="worth">' in target.read_text(encoding="utf-8")
    before = board_path.read_bytes()
    assert main(["export", str(board_path), "-o", str(board_path), "--to", "html"]) == 2
    assert board_path.read_bytes() == before


def test_merged_boards_have_the_verdicts_of_both(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, merged = tmp_path / "other.coala", tmp_path / "merged.coala"
    put_board(other)
    with Review.open(other, reviewer="Bo", column="step/names") as review:
        review.judge(1, State(Verdict.WORSE))
    assert main(["file", "merge", str(board_path), str(other), "-o", str(merged)]) == 0
    assert count_judged(merged, capsys) == (2, 3)


def test_verdicts_on_a_board_are_taken_over_into_the_comparison_of_a_pair(
    board_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "pair.coala"
    counts = put_with_verdicts(path, chains("Bob Eve"), chains("Ann Bob Eve"), board_path)
    assert (counts.taken_over, counts.new) == (1, 0)
    with Review.open(path, reviewer="Ann") as review:
        assert review.state(review.entries[0].fingerprint).source == "board.coala"


def test_board_is_repaired_with_its_verdicts(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new.coala"
    assert main(["file", "repair", str(board_path), "-o", str(target)]) == 0
    assert count_judged(target, capsys) == (1, 3)


def count_judged(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, int]:
    """Return the judged bags of a board, and all of them."""
    capsys.readouterr()
    assert main(["tally", str(path), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["all"]
    return told["judged"], told["interesting"]
