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
from tests.support.reviews import put_comparison, put_with_verdicts, three_splits


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


def test_the_tally_of_a_board_counts_a_bag_once_in_each_column_and_once_in_all(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", str(board_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:7] == [
        "  Column without/titles: The only bag is better. Chance alone could do that (p = 1). The only",
        "  link that the change made is right.",
        "  3 columns; a bag counts once in each column that has it",
        "    without/names       1 of     2   + 1  − 0  = 0  ? 0   net +1",
        "    without/titles      1 of     1   + 1  − 0  = 0  ? 0   net +1",
        "    step/names          0 of     2",
    ]
    assert lines[7] == "  the whole board, each bag once: 1 of 3 bags judged, 0 not sure"


def test_board_with_a_sampled_column_has_means_by_column_and_none_of_all(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/names") as review:
        draw(review, 1)
    assert main(["tally", str(board_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "by a sample, " in lines[4]
    assert lines[5].endswith("net +1   mean +1.00")
    assert lines[8] == "  no mean of the whole board, since 1 column had only a sample judged"
    assert not any("net" in line for line in lines[7:])
    assert main(["tally", str(board_path), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["all"]
    assert (told["judged"], told["mean"], told["interval"]) == (1, None, None)


def test_who_cannot_tell_has_judged_no_bag_in_the_text_as_in_the_json(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(board_path, reviewer="Ann", column="titles") as review:
        review.judge(0, State(Verdict.UNSURE))
    assert main(["tally", str(board_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    needed = "10 verdicts, or verdicts on all of its bags"
    assert lines[1] == f"  No conclusion about any column yet: that needs {needed}."
    assert lines[4] == "    without/titles      0 of     1   + 0  − 0  = 0  ? 1   net 0"
    assert lines[6] == "  the whole board, each bag once: 0 of 3 bags judged, 1 not sure"
    assert main(["tally", str(board_path), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)["all"]
    assert (told["judged"], told["unsure"]) == (0, 1)


def test_the_json_of_it_has_each_column_and_all_bags(board_path: Path, tmp_path: Path) -> None:
    target = tmp_path / "tally.json"
    assert main(["tally", str(board_path), "--json", str(target), "--reviewer", "Ann"]) == 0
    said = json.loads(target.read_text(encoding="utf-8"))
    assert [(column["column"], column["better"]) for column in said["columns"]] == [
        ("without/names", 1),
        ("without/titles", 1),
        ("step/names", 0),
    ]
    assert (said["format"], said["all"]["interesting"], said["all"]["better"]) == (
        "coala-board-tally/1",
        3,
        1,
    )


def test_equal_verdicts_with_other_groups_are_counted_in_each_column_and_in_all(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for reviewer, groups in (("Ann", ((0, 1),)), ("Bo", ((0,), (1,)))):
        with Review.open(board_path, reviewer=reviewer, column="titles") as review:
            review.judge(0, State(Verdict.BETTER, groups=Groups(groups)))
    assert main(["tally", str(board_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.endswith(", 1 with other groups") for line in lines) == 2
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
    lines = capsys.readouterr().out.splitlines()
    assert "    step/names          0 of     2, 1 by changes alone" in lines
    assert "  1 more bag has verdicts on changes alone; they do not count here" in lines
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


def test_disagreeing_reviewers_are_reported_and_left_out(
    board_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(board_path, reviewer="Bo", column="titles") as review:
        review.judge(0, State(Verdict.WORSE))
    assert main(["tally", str(board_path)]) == 0
    told = capsys.readouterr().out
    assert "0 of 3 bags judged, 0 not sure, 1 with a disagreement left out" in told
    assert "by reviewer" in told
    assert main(["agree", str(board_path), "--column", "titles"]) == 0


def test_one_column_is_tallied_exported_and_held_against_as_any_review(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", str(board_path), "--column", "titles"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{board_path} without/titles"
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
    assert '<p class="kicker">COALA board</p>' in target.read_text(encoding="utf-8")
    before = board_path.read_bytes()
    assert main(["export", str(board_path), "-o", str(board_path), "--to", "html"]) == 2
    assert board_path.read_bytes() == before
    assert main(["export", str(board_path), "--to", "html", "-o", "-", "--reviewer", "Cy"]) == 2
    assert "no verdict by Cy" in capsys.readouterr().err


def test_merged_boards_have_the_verdicts_of_both(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, merged = tmp_path / "other.coala", tmp_path / "merged.coala"
    put_board(other)
    with Review.open(other, reviewer="Bo", column="step/names") as review:
        review.judge(1, State(Verdict.WORSE))
    assert main(["file", "merge", str(board_path), str(other), "-o", str(merged)]) == 0
    assert main(["tally", str(merged)]) == 0
    assert "2 of 3 bags judged" in capsys.readouterr().out


def test_verdicts_on_a_board_are_taken_over_into_the_comparison_of_a_pair(
    board_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "pair.coala"
    counts = put_with_verdicts(path, chains("Bob Eve"), chains("Ann Bob Eve"), board_path)
    assert (counts.taken_over, counts.new) == (1, 0)
    with Review.open(path, reviewer="Ann") as review:
        assert review.state(review.entries[0].fingerprint).source == "board.coala"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "{board}", "-o", "{folder}/x.csv"], "Choose a column with --column"),
        (["agree", "{board}"], "Choose one, such as --column"),
        (["check", "{folder}", "--against", "{board}"], "Choose one, such as --column"),
        (["file", "reveal", "{board}"], "never blind"),
        (["tally", "{board}", "--column", ""], "--column needs the name of a column"),
        (["tally", "{board}", "{review}"], "one at a time"),
        (["tally", "{board}", "--baseline-precision", "0.5"], "Choose a column with --column"),
        (["tally", "{board}", "--reviewer", "Cy"], "no verdict by Cy"),
        (["tally", "{review}", "--column", "titles"], "Leave out --column"),
        (["agree", "{folder}", "{folder}", "--column", "titles"], "these are graphs"),
        (["file", "merge", "{board}", "{review}", "-o", "{folder}/m.coala"], "another comparison"),
        (["board", "{board}"], "this is a finished board. Open it with: coala"),
    ],
)
def test_ambiguous_column_is_refused_in_one_sentence(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    review = tmp_path / "r.coala"
    put_comparison(review, *three_splits())
    given = [word.format(board=board_path, review=review, folder=tmp_path) for word in words]
    assert main(given) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_a_bag_of_a_board_is_chosen_on_its_page(
    board_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert main(["review", f"{board_path}#2"]) == 2
    assert "this is a board. Open it without #2" in capsys.readouterr().err


def test_a_board_is_called_sound_and_a_damaged_one_is_repaired_with_its_verdicts(
    board_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new.coala"
    assert main(["file", "repair", str(board_path), "-o", str(target)]) == 0
    assert "sound; 3 bags, 1 line in the journal" in capsys.readouterr().out
    assert main(["tally", str(target)]) == 0
    assert "1 of 3 bags judged" in capsys.readouterr().out
