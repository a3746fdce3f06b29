"""Damaged and hostile boards, refused with a sentence, and recovery of their verdicts."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.rescue import repair, salvage
from coala.review.storage.board_columns import is_board
from coala.review.storage.seals import reseal
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.board_flips import OriginalBoard, a_full_board, use_board
from tests.support.damage import assert_is_a_sentence
from tests.support.flips import flipped


@pytest.fixture(scope="module")
def full_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_full_board(tmp_path_factory.mktemp("full") / "board.coala")


@pytest.fixture
def board_path(full_board: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(full_board, tmp_path))


def test_no_flipped_bit_is_shown_as_valid_and_the_verdicts_are_repaired(board_path: Path) -> None:
    original, whole = OriginalBoard(board_path), board_path.read_bytes()
    outcomes: Counter[str] = Counter()
    for damaged in flipped(whole, 14, 30):
        board_path.write_bytes(damaged)
        outcomes[original.try_damaged(board_path, board_path.with_name("repaired.coala"))] += 1
    assert outcomes["repaired"] > 3
    assert outcomes["lost"] < 5


def change(path: Path, *statements: str) -> None:
    """Change the file as an attacker who can also renew its seal."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
        reseal(connection)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE variant SET role = 'x'",
        "UPDATE variant SET name = 'x' || char(10) || name WHERE number = 0",
        "UPDATE variant SET number = 7 WHERE number = 2",
        "UPDATE variant SET content = '[]'",
        "UPDATE variant SET content = json_set(content, '$.bags', 'x')",
        "UPDATE variant SET content = json_set(content, '$.scores', json('[[1, 2]]'))",
        "UPDATE variant_header SET value = '{}' WHERE key = 'summary'",
        "UPDATE header SET value = '{}' WHERE key = 'board'",
        "UPDATE header SET value = replace(value, '[', '{') WHERE key = 'board'",
        "DELETE FROM header WHERE key = 'board'",
        "UPDATE place SET bag = -1",
        "UPDATE place SET bag = 99",
        "UPDATE place SET joint = -1",
        "UPDATE place SET joint = 9223372036854775807",
        "UPDATE place SET variant = 99 WHERE variant = 1",
        "UPDATE place SET number = 5 WHERE number = 1",
        "UPDATE place SET shares = '[1]'",
        "UPDATE place SET shares = 'x'",
        "UPDATE place SET gold_group = -1",
        "UPDATE place SET kinds = 'x'",
        "UPDATE place SET content = x'00'",
        "UPDATE variant_document SET mentions = x'00'",
    ],
)
def test_wrong_values_in_column_tables_are_refused_despite_a_valid_seal(
    board_path: Path, statement: str
) -> None:
    change(board_path, statement)
    with pytest.raises(DamagedReviewError) as caught:
        use_board(board_path)
    assert_is_a_sentence(str(caught.value))
    found = salvage(board_path)
    assert found.rows
    # What does not open is not called sound.
    assert found.damages


def test_board_with_deeply_nested_figures_or_a_foreign_table_is_refused(board_path: Path) -> None:
    nested = "[" * 50_000 + "]" * 50_000
    change(board_path, f"UPDATE header SET value = '{nested}' WHERE key = 'board'")
    with pytest.raises(DamagedReviewError):
        read_board(board_path)
    change(board_path, "CREATE VIEW bags AS SELECT * FROM bag")
    for read in (read_board, is_board):
        with pytest.raises(DamagedReviewError):
            read(board_path)


def test_a_repaired_board_without_columns_takes_them_again_with_its_verdicts(board_path: Path) -> None:
    with closing(sqlite3.connect(board_path)) as connection, connection:
        connection.execute("UPDATE bag SET content = x'00' WHERE number = 0")
    found = salvage(board_path)
    assert any(" bag 1 " in damage for damage in found.damages)
    target = board_path.with_name("new.coala")
    repaired = repair(found, target)
    assert (repaired.is_board, repaired.is_complete, repaired.lost_bags) == (True, False, 1)
    with pytest.raises(ReviewError, match="coala board"):
        Review.open(target, column="without/names")
    put_board(target)
    with Review.open(target, reviewer="Ann", column="without/names") as review:
        assert review.state(review.entries[0].fingerprint) == State(Verdict.BETTER, Comment("a note"))
        assert review.kept("trial") == {"seed": 7}


def test_a_board_whose_bags_cannot_be_read_is_repaired_without_its_columns(board_path: Path) -> None:
    with closing(sqlite3.connect(board_path)) as connection, connection:
        connection.execute("ALTER TABLE bag ADD COLUMN more TEXT")
    found = salvage(board_path)
    assert (found.proven, found.bags, found.columns) == (True, [], {})
    repaired = repair(found, board_path.with_name("new.coala"))
    assert (repaired.is_complete, repaired.bags, repaired.rows) == (False, 0, len(found.rows))
    assert found.rows
