"""Blind reviews, which never show the sides, and store the true verdicts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.errors import CoalaError, ReviewError
from coala.model.bag import BASELINE, CHANGED, Instance, Verdict
from coala.model.nouns import OF_RECORDS
from coala.results.verdicts.judged import collect_answers
from coala.results.verdicts.reviewers import describe_hidden
from coala.review.blind.blindness import BlindWish, write_blindness
from coala.review.blind.mirrored_bag import mirror_bag
from coala.review.blind.shown_sides import ShownSides
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.review.history import read_past_verdicts
from coala.review.locking import make_lock
from coala.review.merging import merge_reviews
from coala.review.raters import gather_raters
from coala.review.storage.seals import reseal
from coala.review.unblinding import unblind
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.groups import group_as
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.corpora import compare_newswire, write_newswire
from tests.support.great_bags import GREAT, a_wide_bag
from tests.support.reports import text_of
from tests.support.reviews import a_bag, a_summary, make_review

SEED = 5
REFUSED = r"blind\.coala: .*coala file reveal"
LEFT = 0
BETTER, WORSE, SAME = Verdict.BETTER, Verdict.WORSE, Verdict.SAME


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a blind review of the 28 newswire bags."""
    path = tmp_path_factory.mktemp("blind") / "news.coala"
    return write_newswire(path, gold=True, blind=BlindWish(SEED))


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "blind.coala"
    copy.write_bytes(written.read_bytes())
    return copy


@pytest.fixture
def review(path: Path) -> Iterator[Review]:
    with Review.open(path, reviewer="ann") as review:
        yield review


def stored(path: Path) -> Review:
    """Unblind the review, and return it with the stored states."""
    unblind(path, "ann")
    return Review.open(path, reviewer="ann")


def test_half_of_the_bags_are_mirrored_by_the_coin_of_the_seed(review: Review, path: Path) -> None:
    shown = [(review.bag(number), review.entries[number].kinds) for number in range(28)]
    review.close()
    shown_sides = ShownSides(SEED)
    with stored(path) as true:
        swapped = 0
        for number, (bag, kinds) in enumerate(shown):
            meant = true.bag(number)
            exchanged = shown_sides.swaps(meant.fingerprint)
            swapped += exchanged
            expected = mirror_bag(meant) if exchanged else meant
            assert bag.divergences == expected.divergences
            assert kinds == expected.kinds
    assert 8 <= swapped <= 20


def test_another_seed_exchanges_other_bags_and_each_seed_about_half() -> None:
    names = [f"{number:064x}" for number in range(1_000)]
    one, other = (ShownSides(seed) for seed in (1, 2))

    assert 450 < sum(map(one.swaps, names)) < 550
    assert 450 < sum(one.swaps(name) is not other.swaps(name) for name in names) < 550


def test_a_verdict_on_a_change_is_kept_for_the_rows_that_it_means(review: Review, path: Path) -> None:
    number = next(entry.number for entry in review.entries if ShownSides(SEED).swaps(entry.fingerprint))
    rows = tuple((key, BETTER) for key in sorted(row_keys(review.bag(number))))
    review.judge(number, State(rows=rows))
    assert review.state(review.entries[number].fingerprint).rows == rows
    review.close()
    with stored(path) as true:
        kept = true.state(true.entries[number].fingerprint).rows
        assert kept == tuple((key, WORSE) for key in sorted(row_keys(true.bag(number))))


def test_report_counts_only_present_bags(path: Path) -> None:
    with Review.open(path, reviewer="ann") as review:
        for number in range(28):
            review.judge(number, State(BETTER))
    comparison = compare_newswire()
    few = list(comparison.iterate_sentences())[:2]
    write_review(path, comparison.summary, few, comparison.texts(), blind=BlindWish())
    with Review.open(path) as review:
        assert text_of(describe_hidden(review))[1:2] == ["  ann: 2 of 2 bags judged"]


def test_groups_are_stored_as_given_with_the_side_of_their_start_turned(path: Path) -> None:
    """Groups name mentions and no side; their start is the left or the right one as it was shown."""
    with Review.open(path, reviewer="ann") as review:
        number_of = {ShownSides(SEED).swaps(entry.fingerprint): entry.number for entry in review.entries[:18]}
        given = {}
        for number in number_of.values():
            given[number] = group_as(review.find_parts(number), LEFT)
            review.judge(number, State(BETTER, groups=given[number]))
            review.judge(number, State(BETTER, groups=given[number]._replace(moved=1)))
            review.undo(review.history()[-1])
    with Review.open(path, reviewer="ann") as review:
        for number, groups in given.items():
            assert review.state(review.entries[number].fingerprint).groups == groups
            assert review.history_of(number)[-1].state.groups == groups
            review.keep_half_answer(number, groups)
            assert review.half_answer(number) == groups
    with stored(path) as review:
        assert set(number_of) == {False, True}
        for is_swapped, number in number_of.items():
            state = review.state(review.entries[number].fingerprint)
            assert state.groups == given[number]._replace(start=CHANGED if is_swapped else BASELINE)
            assert state.verdict is (WORSE if is_swapped else BETTER)
            assert review.place_parts(number, given[number])
            assert review.half_answer(number) == state.groups


@pytest.mark.parametrize("is_swapped", [False, True])
def test_half_an_answer_outlives_a_note_but_not_another_verdict(review: Review, *, is_swapped: bool) -> None:
    number = next(
        entry.number for entry in review.entries if ShownSides(SEED).swaps(entry.fingerprint) is is_swapped
    )
    half = group_as(review.find_parts(number), LEFT)
    review.judge(number, State(BETTER))
    review.keep_half_answer(number, half)
    review.judge(number, State(BETTER, Comment("note")))
    assert review.half_answer(number) == half
    review.judge(number, State(WORSE, Comment("note")))
    assert review.half_answer(number) is None


def test_blind_review_shows_neither_sides_nor_gold_directions(review: Review) -> None:
    summary = review.summary
    assert (summary.baseline.path, summary.changed.path, summary.gold) == ("left", "right", None)
    assert (summary.scores, summary.notices, summary.settings, summary.links) == ({}, (), {}, None)
    assert review.inputs() == {}
    assert review.provenance() is None
    assert review.shares(0) == {}
    assert set(review.shares_of("muc")) == {None}
    assert review.gold(0) is None
    assert review.mentions_of(review.bag(0).documents[0]) is None
    assert not review.groups
    listed = [entry.kinds for entry in review.entries]
    assert summary.kinds == {kind: sum(kind in kinds for kinds in listed) for kind in summary.kinds}
    for number in range(28):
        bag = review.bag(number)
        assert all(instance.name.startswith("_:") for instance in (*bag.baseline, *bag.changed))


def test_blind_review_searches_notes_and_counts_verdicts_only(review: Review) -> None:
    review.judge(2, State(BETTER, Comment("hindsight")))
    review.judge(1, State(SAME))
    assert review.search("note:hind") == [2]
    assert review.search("#3") == [2]
    assert review.search("Kellan") == []
    assert review.search_limits()
    for query in ("change:+", "judged:whole", "type:<x>", "type:x", "doc:x", "verdict:better"):
        with pytest.raises(CoalaError):
            review.search(query)


def test_blind_review_is_searched_by_kinds_and_verdicts_as_they_are_shown(review: Review, path: Path) -> None:
    for number in range(20):
        review.judge(number, State(BETTER if number < 10 else SAME))
    assert review.search("verdict:right") == list(range(10))
    assert review.search("verdict:left,none") == list(range(20, 28))
    merged = review.search("kind:merged")
    assert merged == [entry.number for entry in review.entries if "merged" in entry.kinds]
    assert review.search("by:ann") == list(range(20))
    review.close()
    with stored(path) as true:
        assert true.search("kind:merged") != merged


def test_blind_review_gives_no_results(review: Review) -> None:
    for refused in (
        lambda: make_lock([review]),
        lambda: gather_raters([review]),
        lambda: collect_answers(review),
    ):
        with pytest.raises(ReviewError, match=REFUSED):
            refused()


def test_blind_review_is_neither_merged_nor_carried_over(path: Path, tmp_path: Path) -> None:
    plain = make_review(tmp_path / "plain.coala", [a_bag(0)])
    for refused in (
        lambda: read_past_verdicts([path]),
        lambda: merge_reviews([path, plain], tmp_path / "merged.coala"),
        lambda: merge_reviews([plain, path], tmp_path / "merged.coala"),
    ):
        with pytest.raises(ReviewError, match=REFUSED):
            refused()
    assert not (tmp_path / "merged.coala").exists()


def test_unblinding_is_for_good_and_the_file_keeps_who_did_it(path: Path) -> None:
    with stored(path) as true:
        assert true.kept("blind")["unblinded"][0] == "ann"
        assert not true.blind
        assert len(true.entries) == 28
    for again in (unblind, make_blind):
        with pytest.raises(ReviewError, match=r"blind\.coala"):
            again(path)


def make_blind(path: Path, seed: int | None = None) -> None:
    bags = [a_bag(number) for number in range(3)]
    write_review(path, a_summary(bags), ((BagSentences(bag), {}) for bag in bags), {}, blind=BlindWish(seed))


def test_a_comparison_that_is_renewed_keeps_its_coin(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    make_blind(path, 7)
    make_blind(path)
    make_review(path, [a_bag(0)])
    with Review.open(path) as review:
        assert review.kept("blind")["seed"] == 7
    for name, seed in (("r.coala", 8), ("other.coala", -1)):
        with pytest.raises(ReviewError):
            make_blind(tmp_path / name, seed)
    assert not (tmp_path / "other.coala").exists()


def test_damaged_coin_shows_nothing(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    for value in ('"x"', "{}", '{"seed": "1", "unblinded": null}', "[]", "["):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT OR REPLACE INTO header VALUES ('kept:blind', ?)", (value,))
            reseal(connection)
        with pytest.raises(ReviewError, match=r"r\.coala"):
            Review.open(path)


def test_board_that_another_program_made_blind_does_not_open(tmp_path: Path) -> None:
    path = tmp_path / "blind.coala"
    put_board(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        write_blindness(connection, path, BlindWish(SEED))
        reseal(connection)
    for address in read_board(path).addresses:
        with pytest.raises(ReviewError, match=REFUSED):
            Review.open(path, column=address)


def test_a_great_bag_is_shown_without_names(tmp_path: Path) -> None:
    bags = [a_wide_bag(number, GREAT) for number in range(6)]
    path = tmp_path / "great.coala"
    write_review(path, a_summary(bags), ((BagSentences(bag), {}) for bag in bags), {}, blind=BlindWish(SEED))
    with Review.open(path) as review:
        for number, bag in enumerate(bags):
            shown = review.bag(number)
            assert shown.baseline in (_called(bag.baseline, "left"), _called(bag.changed, "left"))
            assert shown.changed in (_called(bag.baseline, "right"), _called(bag.changed, "right"))


def _called(side: Sequence[Instance], word: str) -> tuple[Instance, ...]:
    return tuple(each._replace(name=f"_:{word}{number}") for number, each in enumerate(side, start=1))


def test_peeking_at_many_bags_keeps_the_cached_ones(review: Review) -> None:
    asked = review.bag(0)
    seen = [review.peek(number) for number in range(8)]
    assert seen[0] is review.bag(0) is asked
    assert [bag.fingerprint for bag in seen] == [review.bag(number).fingerprint for number in range(8)]
    assert all(instance.name.startswith("_:left") for bag in seen for instance in bag.baseline)


def test_tables_that_reveal_the_sides_are_shadowed(review: Review) -> None:
    ask = review._connection.execute
    assert dict(ask("SELECT shares, count(*) FROM bag WHERE gold IS NULL GROUP BY shares")) == {"{}": 28}
    assert ask("SELECT * FROM document WHERE mentions IS NOT NULL").fetchall() == []
    assert ask("SELECT * FROM search").fetchall() == []
    assert [key for (key,) in ask("SELECT key FROM header ORDER BY key")] == ["inputs", "seal"]


def test_blind_review_of_records_speaks_of_records(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="coala-review[duckdb] is not installed")
    tables = []
    for name, clusters in (("a", "112"), ("b", "122")):
        tables.append(str(tmp_path / f"{name}.csv"))
        rows = "".join(f"r{row},{cluster}\n" for row, cluster in enumerate(clusters))
        Path(tables[-1]).write_text(f"id,cluster\n{rows}")
    path = tmp_path / "r.coala"
    assert main(["diff", *tables, "--record", "id", "--cluster", "cluster", "--blind", "-o", str(path)]) == 1
    with Review.open(path) as review:
        assert review.blind
        assert review.nouns == review.bag(0).nouns == OF_RECORDS
