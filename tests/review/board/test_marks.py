"""The marks of a verdict in each column with the same question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coala.board.plan import Role
from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import row_keys
from coala.model.bag import Verdict
from coala.model.graph import Graph
from coala.results.board.tally import find_answers, report_board_tally
from coala.review.board.board_file import open_columns, read_board, tally_board
from coala.review.board.writing import write_board
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.board_files import build_by_hand
from tests.support.graphs_by_hand import A, graph
from tests.support.reports import text_of
from tests.support.reviews import a_typed_bag

TEXT = "Ann left. She slept. Her cat slept."
ANN, SHE, HER = (A._replace(document="d", begin=begin, end=begin + 3) for begin in (0, 10, 21))


def make_graph(*chains: str) -> Graph:
    """Return a graph of "Ann", "She" and "Her": each chain by the first letters of its mentions."""
    span_of = {"a": ANN, "s": SHE, "h": HER}
    texts = {"d": TEXT}
    return graph(
        {f"x{place}": [span_of[key] for key in keys] for place, keys in enumerate(chains)}, texts=texts
    )


@pytest.fixture
def board_path(tmp_path: Path) -> Path:
    """Return a board of three columns, which join "She", all three words, and "She" alone."""
    path = tmp_path / "board.coala"
    pairs = {
        ("pronouns", Role.WITHOUT): (make_graph("a", "s", "h"), make_graph("as", "h")),
        ("all", Role.WITHOUT): (make_graph("a", "s", "h"), make_graph("ash")),
        ("pronouns", Role.STEP): (make_graph("as", "h"), make_graph("a", "s", "h")),
    }
    write_board(path, *build_by_hand(pairs))
    return path


def questions_of(path: Path, *addresses: str) -> list[str]:
    """Return the fingerprint of the only bag of each of these columns."""
    found = []
    for address in addresses:
        with Review.open(path, read_only=True, column=address) as review:
            (entry,) = review.entries
            found.append(entry.fingerprint)
    return found


def test_a_verdict_marks_its_bag_alone_and_an_undo_takes_the_mark_away(board_path: Path) -> None:
    joined, together = questions_of(board_path, "without/pronouns", "all")
    marks = read_board(board_path, "Ann").marks
    marks.update(joined, State(Verdict.BETTER))
    assert marks.given == {joined: Verdict.BETTER}
    marks.update("of another board", State(Verdict.BETTER))
    assert marks.given == {joined: Verdict.BETTER}
    bag = replace(a_typed_bag(0), fingerprint=together)
    marks.update(together, State(rows=((row_keys(bag)[0], Verdict.WORSE),)), bag)
    assert (marks.given, marks.by_change) == ({joined: Verdict.BETTER}, {together: 1})
    for fingerprint in (joined, together):
        marks.update(fingerprint, State(), bag)
    assert (marks.given, marks.by_change) == ({}, {})


def test_models_count_in_a_column_without_people_but_not_in_the_board(board_path: Path) -> None:
    for reviewer, address, verdict in (("Ann", "without/pronouns", "+"), ("gpt", "all", "-")):
        with Review.open(board_path, reviewer=reviewer, column=address) as review:
            review.judge(0, State(Verdict(verdict), by_model=reviewer == "gpt"))
    stored = read_board(board_path)
    tallied = tally_board(stored)
    nets = {address: bags.tally.net for address, bags in zip(stored.addresses, tallied.columns, strict=True)}

    assert (nets["without/pronouns"], nets["without/all"]) == (1, -1)
    assert {bags.only_models for bags in tallied.columns} == {(), ("gpt",)}
    total = tallied.all_bags.tally
    assert (total.judged, total.net, tallied.counted.left_out) == (1, 1, ("gpt",))
    named = tally_board(stored, "gpt")
    assert (named.all_bags.tally.net, named.counted.left_out) == (-1, ())
    text = "\n".join(text_of(report_board_tally(stored, tallied, find_answers(open_columns(stored)))))
    assert "model gpt" in text


def test_own_changes_are_counted_and_those_of_mentions_are_not(tmp_path: Path) -> None:
    path = tmp_path / "board.coala"
    after = make_graph("h")
    after = replace(after, types=(("http://e.org/Person",),))
    write_board(path, *build_by_hand({("pronouns", Role.WITHOUT): (make_graph("ash"), after)}))
    with Review.open(path, reviewer="Ann", column="without/pronouns") as review:
        bag = review.bag(0)
        rows = tuple(sorted((key, Verdict.WORSE) for key in row_keys(bag)))
        assert (len(bag.divergences), len(rows_by_change(bag))) == (3, 2)
        review.judge(0, State(rows=rows))
    assert list(read_board(path, "Ann").marks.by_change.values()) == [1]


def test_marks_that_followed_verdicts_and_undos_are_those_that_the_file_has(board_path: Path) -> None:
    joined, parted = questions_of(board_path, "without/pronouns", "step/pronouns")
    marks = read_board(board_path, "Ann").marks
    for column, fingerprint in (("without/pronouns", joined), ("step/pronouns", parted)):
        with Review.open(board_path, reviewer="Ann", column=column) as review:
            act = review.judge(0, State(Verdict.BETTER))
            marks.update(fingerprint, act.after)
            if fingerprint == parted:
                review.undo(act)
                marks.update(fingerprint, act.before)
    stored = read_board(board_path, "Ann")
    assert marks.given == stored.marks.given == {joined: Verdict.BETTER}


def test_a_bag_of_another_column_is_no_earlier_state_of_a_bag_when_the_board_is_made_again(
    board_path: Path,
) -> None:
    with Review.open(board_path, reviewer="Ann", column="without/pronouns") as review:
        review.judge(0, State(Verdict.BETTER))
    pairs = {("pronouns", Role.WITHOUT): (make_graph("a", "s", "h"), make_graph("as", "h"))}
    others = {("all", Role.WITHOUT): (make_graph("a", "s", "h"), make_graph("ash"))}
    write_board(board_path, *build_by_hand(pairs | others))
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        assert (review.entries[0].earlier, review.former_verdict(0)) == ("", None)
    write_board(board_path, *build_by_hand(others))
    with Review.open(board_path, reviewer="Ann", column="all") as review:
        assert review.former_verdict(0) is Verdict.BETTER
