"""Processes that write into a review until they are killed: ``python -m tests.support.kills``.

MODES FOLDER KILLS SEED, with modes such as "verdicts,window". A process of its own, which has all that is
needed in memory, forks each writer: so a thousand real processes take a minute and not an hour. It prints a
line for each mode: how many writers were killed, how many verdicts they had acknowledged, how many of these
were missing afterwards, and how many files are left.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import coala
from coala.gui.session.preferences import Preferences
from coala.gui.window.main_window import MainWindow
from coala.model.bag import Verdict
from coala.review.board.board_file import read_board
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.review.rescue import salvage
from coala.verdicts.comment import Comment
from coala.verdicts.groups import Groups
from coala.verdicts.state import State
from tests.support.board_files import three_columns
from tests.support.reviews import put_comparison, three_splits
from tests.support.windows import no_comparison

LONGEST = 0.12
"""Seconds that a writer lives after its first verdict: some commits on a disk, a hundred in memory."""

_ACKNOWLEDGED = b"."
_BAGS = 3

_ANSWERS = Groups(((0,), (1,)), start=1, moved=0), Groups(((0, 1),)), Groups((), (0,), (1,))


def answer(number: int) -> State:
    """Return the state that is written with this number: every other one says who is who."""
    groups = _ANSWERS[number // 2 % len(_ANSWERS)] if number % 2 else None
    return State(Verdict.BETTER, Comment(str(number)), groups=groups)


def judge(path: Path, acknowledge: Callable[[], None]) -> None:
    with Review.open(path, reviewer="Ann") as review:
        for number in range(10_000):
            review.judge(number % _BAGS, answer(number))
            acknowledge()


def renew(path: Path, acknowledge: Callable[[], None]) -> None:
    """Make another comparison into the review after each verdict; two of its three bags stay."""
    comparisons = three_splits(), three_splits("Rob")
    for number in range(10_000):
        with Review.open(path, reviewer="Ann") as review:
            review.judge(number % _BAGS, answer(number))
            acknowledge()
        put_comparison(path, *comparisons[number % 2])


def click(path: Path, acknowledge: Callable[[], None]) -> None:
    """Judge in a window, which shows each verdict when it is on disk."""
    from PySide6 import QtWidgets

    application = QtWidgets.QApplication(["coala"])
    preferences = Preferences(reviewer="Ann")
    window = MainWindow(preferences, path.with_name("preferences.json"), no_comparison)
    window.show()
    assert window.open_review(path)
    assert window.page is not None
    session = window.page.session
    for number in range(10_000):
        session.reveal(number % _BAGS)
        assert session.judge(Verdict.BETTER, Comment(str(number)))
        acknowledge()
        application.processEvents()


def judge_by_program(path: Path, acknowledge: Callable[[], None]) -> None:
    with coala.open_review(path, reviewer="Ann") as review:
        for number in range(10_000):
            review.judge(number % _BAGS + 1, "better", note=str(number))
            acknowledge()


def judge_columns(path: Path, acknowledge: Callable[[], None]) -> None:
    """Judge in one column of a board after the other, and write the board again after each verdict."""
    parts = three_columns()
    for number in range(10_000):
        with Review.open(path, reviewer="Ann", column=_COLUMNS[number % len(_COLUMNS)]) as review:
            review.judge(0, answer(number))
            acknowledge()
        write_board(path, *parts)


MODES: dict[str, Callable[[Path, Callable[[], None]], None]] = {
    "verdicts": judge,
    "renewal": renew,
    "window": click,
    "program": judge_by_program,
    "board": judge_columns,
}
_COLUMNS = ("without/names", "without/titles", "step/names")


def acknowledged_by_killed(write: Callable[[], None], wait: float, pipe: tuple[int, int]) -> int:
    """Let a writer live so long after its first verdict; how many it had acknowledged when it was killed."""
    reading, writing = pipe
    writer = os.fork()
    if writer == 0:
        try:
            os.close(reading)
            write()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(writing)
    told = os.read(reading, 1)
    time.sleep(wait)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    while more := os.read(reading, 65_536):
        told += more
    os.close(reading)
    assert told, "the writer ended before its first verdict"
    return len(told)


def kill_one(mode: str, path: Path, wait: float) -> tuple[int, int]:
    """Return how many verdicts a killed writer had acknowledged, and how many of them are missing."""
    path.unlink(missing_ok=True)
    column = None
    if mode == "board":
        column = _COLUMNS[0]
        write_board(path, *three_columns())
    else:
        put_comparison(path, *three_splits())
    pipe = os.pipe()

    def acknowledge() -> None:
        os.write(pipe[1], _ACKNOWLEDGED)

    def write() -> None:
        MODES[mode](path, acknowledge)

    told = acknowledged_by_killed(write, wait, pipe)
    # As the next one opens it: for writing.
    with Review.open(path, reviewer="Ann", column=column) as review:
        review.judge(0, State(Verdict.WORSE, Comment("the next")))
    if column is not None:
        assert len(read_board(path, "Ann").board.places) == 5
    found = salvage(path)
    assert found.is_sound, found.damages
    kept = {row.state.comment.note: row.state for row in found.rows}
    return told, sum(not is_kept(mode, number, kept.get(str(number))) for number in range(told))


def is_kept(mode: str, number: int, state: State | None) -> bool:
    """Return True if a state is what was written with this number; a window and a program add to it."""
    if mode in ("window", "program"):
        return state is not None
    return state == answer(number)


def kill_many(mode: str, folder: str, kills: int, seed: int) -> None:
    draw = random.Random(seed)
    acknowledged = missing = 0
    for _ in range(kills):
        told, lost = kill_one(mode, Path(folder) / "r.coala", draw.uniform(0, LONGEST))
        acknowledged += told
        missing += lost
    # A copy that was being made has a name of its own, which goes after a day.
    expected = ("r.coala", "preferences.json", ".coala-")
    left = [name for name in os.listdir(folder) if not name.startswith(expected)]
    sys.stdout.write(f"{kills} {acknowledged} {missing} {len(left)}\n")


if __name__ == "__main__":
    for each in sys.argv[1].split(","):
        kill_many(each, sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
