"""Two processes on one review: a reader, a window, a renewal, a repair."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.errors import ReviewError
from coala.model.bag import Verdict
from coala.review import rescue as salvaging
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.storage import opening, schema
from coala.review.storage.journal import JournalRow, check_rows
from coala.verdicts.state import State
from tests.support.board_files import three_columns
from tests.support.other_process import JUDGE, LEAVE_A_HOT_JOURNAL, RENEW, OtherProcess
from tests.support.reviews import judge_as

BUSY = "ReviewError: "
"""How the other process begins its answer when it cannot open the review."""


@pytest.fixture
def other() -> Iterator[OtherProcess]:
    with OtherProcess() as process:
        yield process


def test_review_that_is_read_is_not_renewed_until_it_is_closed(path: Path, other: OtherProcess) -> None:
    with Review.open(path, read_only=True) as review:
        assert other.run(RENEW.format(path=str(path))).startswith(BUSY)
        for entry in review.entries:
            assert review.bag(entry.number).fingerprint == entry.fingerprint
    assert other.run(RENEW.format(path=str(path))) == ""


def test_export_that_meets_a_renewal_tells_one_comparison(
    path: Path, other: OtherProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    judge_as(path, "Ann", "++")
    with Review.open(path, read_only=True) as review:
        before = {entry.fingerprint: entry.title for entry in review.entries}
    whole = Review.bag
    met: list[str] = []

    def renew_then_read(review: Review, number: int) -> Any:
        if not met:
            met.append(other.run(RENEW.format(path=str(path))))
        return whole(review, number)

    monkeypatch.setattr(Review, "bag", renew_then_read)
    out = tmp_path / "out.json"
    assert main(["export", str(path), "--to", "json", "-o", str(out)]) == 0
    bags = json.loads(out.read_text())["bags"]
    assert {bag["fingerprint"]: bag["title"] for bag in bags} == before
    assert met[0].startswith(BUSY)


def test_columns_of_a_board_are_read_of_one_board(tmp_path: Path, other: OtherProcess) -> None:
    path = tmp_path / "b.coala"
    write_board(path, *three_columns())
    renew = (
        "from pathlib import Path\n"
        "from coala.review.board.writing import write_board\n"
        "from tests.support.board_files import three_columns\n"
        f"write_board(Path({str(path)!r}), *three_columns())"
    )
    from coala.results.verdicts import tally

    met: list[str] = []

    def render(reviews: Any, only: Any) -> str:
        for _ in reviews:
            met.append(other.run(renew))
        return "columns"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "render_tally_csv", render)
        assert main(["tally", str(path), "--csv", str(tmp_path / "t.csv")]) == 0
    assert len(met) == 3
    assert all(answer.startswith(BUSY) for answer in met)
    assert other.run(renew) == ""


@pytest.mark.parametrize("repairs", [False, True])
def test_check_of_a_sound_review_keeps_windows_out_until_it_ends(
    path: Path,
    other: OtherProcess,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    repairs: bool,
) -> None:
    judge_as(path, "Ann", "++")
    met: list[str] = []

    def open_then_check(rows: Any) -> Iterator[JournalRow]:
        met.append(other.run(JUDGE.format(path=str(path))))
        return check_rows(rows)

    read = salvaging._Reader._check_pages

    def open_then_read(reader: Any) -> None:
        met.append(other.run(JUDGE.format(path=str(path))))
        read(reader)

    monkeypatch.setattr(salvaging, "check_rows", open_then_check)
    monkeypatch.setattr(salvaging._Reader, "_check_pages", open_then_read)
    out = path.with_name("out.coala")
    command = ["repair", str(path), "-o", str(out)] if repairs else ["check", str(path)]
    assert main(["file", *command]) == 0
    assert re.findall(r"\b\d\b", capsys.readouterr().out.removeprefix(str(path))) == ["3", "2"]
    assert [answer.startswith(BUSY) for answer in met] == [True, True]
    if repairs:
        with Review.open(out, reviewer="Ann") as review:
            assert len(review.judged()) == 2


def test_repair_holds_the_review_until_the_new_file_is_there(
    path: Path, other: OtherProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_as(path, "Ann", "++")
    from coala.review import rescue as repairing

    met: list[str] = []
    write = repairing._write

    def judge_then_write(*given: Any) -> None:
        met.append(other.run(JUDGE.format(path=str(path))))
        write(*given)

    monkeypatch.setattr(repairing, "_write", judge_then_write)
    assert main(["file", "repair", str(path), "-o", str(path.with_name("out.coala"))]) == 0
    assert [answer.startswith(BUSY) for answer in met] == [True]


def test_check_of_a_review_that_is_open_says_so_and_repairs_nothing(
    path: Path, other: OtherProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    assert other.run(JUDGE.format(path=str(path))) == ""
    out = path.with_name("out.coala")
    assert main(["file", "repair", str(path), "-o", str(out)]) == 2
    assert str(path) in capsys.readouterr().err
    assert not out.exists()


def test_reading_commands_when_a_window_has_the_review_see_its_last_verdict(
    path: Path, other: OtherProcess, tmp_path: Path
) -> None:
    assert other.run(JUDGE.format(path=str(path))) == ""
    out = tmp_path / "out.json"
    for given, verdicts in (("", 1), ("review.judge(1, State(Verdict.WORSE))", 2)):
        assert other.run(given) == ""
        assert main(["tally", str(path), "--json", str(out)]) == 0
        assert json.loads(out.read_text())["judged"] == verdicts
    assert main(["export", str(path), "--to", "csv", "-o", str(tmp_path / "out.csv")]) == 0
    with pytest.raises(ReviewError, match="open in another"):
        Review.open(path)
    # What is not committed is not seen.
    assert other.run("review._connection.execute('BEGIN IMMEDIATE')") == ""
    assert other.run("review._connection.execute('DELETE FROM journal')") == ""
    assert main(["tally", str(path), "--json", str(out)]) == 0
    assert json.loads(out.read_text())["judged"] == 2
    assert other.run("review._connection.execute('ROLLBACK')") == ""


def test_tally_of_a_board_when_a_window_has_a_column_sees_its_verdict(
    tmp_path: Path, other: OtherProcess
) -> None:
    path, out = tmp_path / "b.coala", tmp_path / "out.csv"
    write_board(path, *three_columns())
    judge = JUDGE.replace('reviewer="Ben"', 'reviewer="Ben", column="without/names"')
    assert other.run(judge.format(path=str(path))) == ""
    assert main(["tally", str(path), "--reviewer", "Ben", "--csv", str(out)]) == 0
    assert "better" in out.read_text()


def test_review_when_its_window_is_writing_is_not_copied(
    path: Path, other: OtherProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_COPY_SECONDS", 0)
    assert other.run(JUDGE.format(path=str(path))) == ""
    with path.with_name(f"{path.name}-journal").open("r+b") as journal:
        journal.write(b"\xd9")
    with pytest.raises(ReviewError, match="open in another"):
        Review.open(path, read_only=True)


def test_review_when_it_is_read_in_the_process_of_its_window_stays_locked(
    path: Path, other: OtherProcess
) -> None:
    with Review.open(path, reviewer="Ann"):
        with Review.open(path, read_only=True) as read:
            assert len(read.entries) == 3
        assert other.run(JUDGE.format(path=str(path))).startswith(BUSY)


def test_writer_killed_just_before_the_opening_costs_no_reader_its_turn(
    path: Path, other: OtherProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_as(path, "Ann", "++")
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    met: list[str] = []

    def kill_a_writer_then_connect(*given: Any, **named: Any) -> sqlite3.Connection:
        if not met and "mode=ro" in given[0]:
            met.append(other.run(LEAVE_A_HOT_JOURNAL.format(path=str(path))))
            other.kill()
        return connect(*given, **named)

    monkeypatch.setattr(sqlite3, "connect", kill_a_writer_then_connect)
    with Review.open(path, reviewer="Ann", read_only=True) as review:
        assert len(review.judged()) == 2
    assert met == [""]


def test_tally_of_a_review_whose_writer_was_killed_in_a_folder_without_rights_is_one_sentence(
    path: Path, other: OtherProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert other.run(LEAVE_A_HOT_JOURNAL.format(path=str(path))) == ""
    other.kill()
    monkeypatch.setattr(opening, "writable", lambda path: False)
    assert main(["tally", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_two_windows_that_open_at_once_do_not_both_fail(path: Path, other: OtherProcess) -> None:
    """Let both look at the file before either locks it."""
    begin = schema.is_review
    met: list[str] = []

    def open_elsewhere_then_look(connection: sqlite3.Connection) -> bool:
        looked = begin(connection)
        if not met:
            met.append(other.run(JUDGE.format(path=str(path))))
        return looked

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "is_review", open_elsewhere_then_look)
        with pytest.raises(ReviewError):
            Review.open(path)
    assert met == [""]
    other.run("review.close()")
    with Review.open(path, reviewer="Ben") as review:
        assert len(review.judged()) == 1


def test_review_when_its_window_has_read_the_file_like_a_file_dialog_stays_locked(
    path: Path, other: OtherProcess
) -> None:
    for _ in range(2):
        with Review.open(path, reviewer="Ann") as review:
            path.read_bytes()
            assert other.run(JUDGE.format(path=str(path))).startswith(BUSY)
            assert other.run(RENEW.format(path=str(path))).startswith(BUSY)
            review.judge(0, State(Verdict.BETTER))
    assert other.run(JUDGE.format(path=str(path))) == ""
    with pytest.raises(ReviewError, match="open in another"):
        Review.open(path)
