"""A column of a board as an ordinary review, and verdicts shared with other columns."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.present.prose import report_bag
from coala.results.verdicts.tally import render_tally_csv, report_tally
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.storage.board_columns import is_board
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import chains, put_board
from tests.support.reports import text_of
from tests.support.reviews import put_comparison, three_splits


@pytest.fixture(scope="module")
def whole_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "board.coala"
    put_board(path)
    return path


@pytest.fixture
def board_path(whole_board: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole_board, tmp_path))


def use(review: Review) -> list[object]:
    """Return everything that a window or a tally reads of a review."""
    used: list[object] = [review.summary, review.entries]
    used += [review.link_counts(), review.inputs(), review.shares_of("b_cubed"), review.search("ann he")]
    for entry in review.entries:
        bag = review.bag(entry.number)
        used += [
            bag,
            review.shares(entry.number),
            review.gold(entry.number),
            review.similar_bags(entry.number),
        ]
        used += [(review.text(document), review.mentions_of(document)) for document in bag.documents]
        used += [review.groups.find_group(entry.number)]
    lines = [*text_of(report_tally([review])), *render_tally_csv([review]).splitlines()]
    return [*used, [line.replace(review.address, "") for line in lines]]


@pytest.mark.parametrize("address", ["without/names", "without/titles", "step/names"])
def test_a_column_is_what_the_comparison_of_its_pair_writes_into_a_review(
    board_path: Path, tmp_path: Path, address: str
) -> None:
    baseline = {"without/names": "Eve", "without/titles": "Bob Eve", "step/names": "Ann"}[address]
    alone = tmp_path / "alone.coala"
    put_comparison(alone, chains(baseline), chains("Ann Bob Eve"))
    with Review.open(board_path, column=address) as column, Review.open(alone) as review:
        assert column.column == address
        assert use(column) == use(review)


def test_the_board_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "board.coala"
    board = put_board(path)
    stored = read_board(path, "Ann")
    assert stored.board == board
    assert stored.addresses == ("without/names", "without/titles", "step/names")
    assert stored.questions.keys() == {place.fingerprint for place in board.places}
    assert stored.provenance is not None
    assert stored.provenance.command == ("board",)
    assert is_board(path)
    # A question of two columns is stored once.
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM bag").fetchone() == (3,)
        assert connection.execute("SELECT count(*) FROM place").fetchone() == (5,)


def test_a_verdict_holds_in_each_column_that_asks_the_same_and_counts_once_in_each(board_path: Path) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/names") as review:
        assert len(review.entries) == 2
        review.judge(0, State(Verdict.BETTER))
        review.keep("sample", [1])
    with Review.open(board_path, reviewer="Ann", column="titles") as review:
        assert [each.verdict for each in review.judged()] == [Verdict.BETTER]
        assert review.kept("sample") is None
        review.undo(review.history()[-1])
    with Review.open(board_path, reviewer="Ann", column="without/names") as review:
        assert review.judged() == []
        assert review.kept("sample") == [1]


@pytest.mark.parametrize(
    ("column", "named"),
    [
        (None, r"\b3\b.* --column without/names\."),
        ("names", "names .* without/names or step/names"),
        ("only/x\n", r"only/x\b.* without/names, without/titles and step/names"),
    ],
)
def test_column_that_is_not_clear_is_asked_for(board_path: Path, column: str | None, named: str) -> None:
    with pytest.raises(ReviewError, match=named):
        Review.open(board_path, column=column)


def test_boards_and_reviews_do_not_take_each_others_place(board_path: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *three_splits())
    assert not is_board(path)
    for refused in (
        lambda: Review.open(path, column="names"),
        lambda: read_board(path),
        lambda: put_board(path),
        lambda: put_comparison(board_path, *three_splits()),
    ):
        before = path.read_bytes(), board_path.read_bytes()
        with pytest.raises(ReviewError) as caught:
            refused()
        # Before anything of the file is used: no other error led to it.
        assert (type(caught.value), caught.value.__context__) == (ReviewError, None)
        assert (path.read_bytes(), board_path.read_bytes()) == before


def test_a_board_that_is_written_again_keeps_its_verdicts_and_what_was_kept_with_a_column(
    board_path: Path,
) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/titles") as review:
        review.judge(0, State(Verdict.WORSE, Comment("a note")))
        review.keep("sample", [1])
    put_board(board_path)
    with Review.open(board_path, reviewer="Ann", column="without/names") as review:
        assert [state.comment.note for state in review.states_of("Ann").values()] == ["a note"]
    with Review.open(board_path, reviewer="Ann", column="without/titles") as review:
        assert review.kept("sample") == [1]


def test_seal_of_an_unchanged_board_is_not_computed_again(board_path: Path) -> None:
    with Review.open(board_path, column="without/names") as review:
        review.judge(0, State(Verdict.BETTER))
        left = review.identity
    assert read_board(board_path).identity == left
    damage(board_path)
    with Review.open(board_path, column="without/titles", checked_as=left) as review:
        assert review.states()[0].verdict is Verdict.BETTER
    os.utime(board_path, ns=(1, 1))
    for known in (left, None):
        with pytest.raises(DamagedReviewError):
            Review.open(board_path, column="without/titles", checked_as=known)


def damage(board_path: Path) -> None:
    """Change a title by one letter, and leave no trace of it in the file's times."""
    before = board_path.stat().st_mtime_ns
    content = board_path.read_bytes()
    with closing(sqlite3.connect(board_path)) as connection:
        title = str(connection.execute("SELECT title FROM bag ORDER BY number").fetchone()[0]).encode()
    assert title in content
    board_path.write_bytes(content.replace(title, title[:-1] + b"#"))
    os.utime(board_path, ns=(before, before))


def test_a_bag_is_called_by_its_column_and_found_by_that_name(board_path: Path) -> None:
    with Review.open(board_path, column="titles") as review:
        name = report_bag(review, 0).name
        assert name == "board.coala without/titles#1"
        assert review.find_bag(name) == 0
        with pytest.raises(ReviewError, match=r"board\.coala step/names, .*board\.coala without/titles"):
            review.find_bag("board.coala step/names#1")
