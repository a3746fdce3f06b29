"""The sound parts of a damaged review, and a new review built from them."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.errors import DamagedReviewError, ReviewError
from coala.model.bag import Verdict
from coala.review.blind.blindness import BlindWish
from coala.review.drawing import draw
from coala.review.file import Review
from coala.review.rescue import Repaired, Salvage, repair, salvage
from coala.review.storage.board_tables import COLUMNS_OF_TABLES
from coala.review.storage.seals import reseal
from coala.review.writing import write_review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_flips import OriginalBoard, a_full_board
from tests.support.flips import Original, a_full_review, flipped
from tests.support.reviews import put_comparison, three_splits


def change(path: Path, *statements: str) -> Salvage:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return salvage(path)


def test_flipped_bits_are_never_shown_as_valid_and_repairs_are_true(full: Path) -> None:
    original, whole = Original(full), full.read_bytes()
    outcomes: Counter[str] = Counter()
    for damaged in flipped(whole, 13, 100):
        full.write_bytes(damaged)
        outcomes[original.try_damaged(full, full.with_name("repaired.coala"))] += 1
    assert outcomes["repaired"] > 10
    assert outcomes["lost"] < 15


WHOLE = Repaired(3, 5, 0, 0, is_complete=True)
UNSEALED = WHOLE._replace(is_complete=False)


@pytest.mark.parametrize(
    ("statement", "damages", "repaired"),
    [
        ("UPDATE document SET text = x'00'", 3, UNSEALED._replace(others=(("text", 3),))),
        ("UPDATE bag SET gold = x'00'", 1, UNSEALED._replace(others=(("gold of a bag", 3),))),
        ("UPDATE question SET spans = x'00'", 1, WHOLE),
        ("DELETE FROM question", 1, WHOLE),
        ("UPDATE draft SET content = x'00'", 1, WHOLE._replace(others=(("half-written note", 1),))),
        ("UPDATE header SET value = 'x' WHERE key = 'summary'", 2, UNSEALED),
        ("UPDATE header SET value = 'x' WHERE key = 'provenance'", 2, UNSEALED),
        ("DELETE FROM header", 2, UNSEALED),
        ("DROP TABLE search", 2, WHOLE),
        ("UPDATE search SET content = x'00'", 1, WHOLE),
        ("DELETE FROM search WHERE field = 'words'", 1, WHOLE),
        ("DROP TABLE bag", 3, UNSEALED._replace(bags=0)),
        ("DROP TABLE journal", 3, WHOLE._replace(rows=0, has_whole_journal=False)),
        ("UPDATE bag SET number = number + 7", 1, UNSEALED),
    ],
)
def test_repair_counts_losses_and_the_rest_opens(
    full: Path, statement: str, damages: int, repaired: Repaired
) -> None:
    found = change(full, statement)
    assert len(found.damages) == damages
    assert repair(found, full.with_name("new.coala")) == repaired
    with Review.open(full.with_name("new.coala"), reviewer="Ann") as review:
        assert len(review.entries) == repaired.bags
        assert review.reviewers() == (["Ann", "Bo"] if repaired.rows else [])


def test_lost_mentions_of_a_document_are_named_by_the_document(full: Path) -> None:
    found = change(full, "UPDATE document SET mentions = x'00' WHERE identifier LIKE '%Bob'")
    assert ["Bob" in damage for damage in found.damages] == [True]
    ((_, lost),) = repair(found, full.with_name("new.coala")).others
    assert lost == 1


def test_changed_verdict_is_left_out_and_all_others_are_kept(full: Path) -> None:
    with Review.open(full) as review:
        links, groups = review.link_counts(), [review.similar_bags(number) for number in range(3)]
    found = change(full, "UPDATE journal SET verdict = '-' WHERE sequence = 4")
    assert [damage.endswith(" line 4.") for damage in found.damages] == [True]
    target = full.with_name("new.coala")
    assert repair(found, target) == WHOLE._replace(rows=4, lost_rows=1)
    with Review.open(target, reviewer="Bo") as review:
        assert [each.verdict for each in review.judged()] == [Verdict.UNSURE]
        review.go_on_as("Ann")
        assert review.state(review.entries[0].fingerprint).comment.note == "a note"
        assert review.draft(2) == Comment("half a note")
        assert review.kept("trial") == {"seed": 7}
        assert review.search("note:note") == [0]
        assert review.same_changes is not None
        assert review.link_counts() == links
        assert [review.similar_bags(number) for number in range(3)] == groups


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        ("UPDATE bag SET content = x'00' WHERE number = 0", 1),
        ("UPDATE bag SET content = (SELECT content FROM bag WHERE number = 0) WHERE number = 1", 2),
    ],
)
def test_lost_bag_is_named_and_comes_back_with_its_verdict(full: Path, statement: str, lost: int) -> None:
    found = change(full, statement)
    assert any(f" bag {lost} " in damage for damage in found.damages)
    target = full.with_name("new.coala")
    assert repair(found, target) == UNSEALED._replace(bags=2, lost_bags=1)
    with Review.open(target, reviewer="Ann") as review:
        assert [len(review.link_counts()), len(review.entries)] == [2, 2]
    together, apart = three_splits()
    put_comparison(target, together, apart, together)
    with Review.open(target, reviewer="Ann") as review:
        assert [state.verdict for state in review.states()] == [Verdict.BETTER, None, None]


@pytest.mark.parametrize("column", ["details TEXT", "note TEXT", "time TEXT", "content BLOB", "earlier TEXT"])
def test_a_changed_name_of_a_column_costs_no_verdict_and_no_bag(full: Path, column: str) -> None:
    damaged = bytearray(full.read_bytes())
    damaged[damaged.index(column.encode())] ^= 1
    full.write_bytes(damaged)
    found = salvage(full)
    assert found.damages
    assert repair(found, full.with_name("new.coala"))[:4] == (3, 5, 0, 0)


ODD_VALUES = ("x", "5", "[5]", '{"a": 5}', "[" * 100_000)


@pytest.mark.parametrize("value", [None, *ODD_VALUES])
def test_no_header_under_a_right_seal_is_sound_and_refused_or_repaired_in_vain(
    tmp_path: Path, value: str | None
) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *three_splits())
    with Review.open(path) as review:
        draw(review, 2)
    keys = ["links", "slices", "same_changes", "summary", "kept:sample", "inputs", "provenance"]
    optional = {"kept:sample", "inputs", "provenance"}
    whole = path.read_bytes()
    for number, key in enumerate(keys):
        path.write_bytes(whole)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM header WHERE key = ?", (key,))
            if value is not None:
                connection.execute("INSERT INTO header VALUES (?, ?)", (key, value))
            reseal(connection)

        found = salvage(path)

        assert found.is_sound is (value is None and key in optional), key
        if value is None and key not in optional | {"summary"}:
            assert f"'{key}'" in found.damages[0]
        if found.is_sound or key == "kept:sample":
            Review.open(path).close()
        else:
            with pytest.raises(DamagedReviewError):
                Review.open(path)
        new = tmp_path / f"new{number}.coala"
        repair(found, new)
        assert salvage(new).is_sound, key


@pytest.mark.parametrize("value", ["x", "5", "[5]", '{"muc": "x"}', "[" * 100_000])
def test_odd_shares_under_a_right_seal_are_left_out_by_a_repair(full: Path, value: str) -> None:
    with closing(sqlite3.connect(full)) as connection, connection:
        connection.execute("UPDATE bag SET shares = ? WHERE number = 1", (value,))
        reseal(connection)

    found = salvage(full)

    assert [" bag 2 " in damage for damage in found.damages] == [True]
    assert not repair(found, full.with_name("new.coala")).is_complete
    assert salvage(full.with_name("new.coala")).is_sound


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.unlink(),
        lambda path: path.write_text("text"),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000),
        lambda path: set_version(path, 99),
    ],
)
def test_unreadable_file_is_refused_by_its_name(full: Path, harm: Callable[[Path], object]) -> None:
    harm(full)
    with pytest.raises(ReviewError, match=r"\A.*full\.coala: "):
        salvage(full)


def set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={version}")


@pytest.mark.parametrize("merged", [False, True])
def test_tally_and_exports_of_a_repaired_review_without_figures_have_no_scores(
    full: Path, capsys: pytest.CaptureFixture[str], merged: bool
) -> None:
    target = full.with_name("new.coala")
    repair(change(full, "UPDATE header SET value = 'x' WHERE key = 'summary'"), target)
    if merged:
        shutil.copy(target, full.with_name("again.coala"))
        again, target = [str(target), str(full.with_name("again.coala"))], full.with_name("merged.coala")
        assert main(["file", "merge", *again, "-o", str(target)]) == 0
    assert main(["tally", str(target)]) == 0
    assert "B³" not in capsys.readouterr().out
    for name in ("out.md", "out.html", "out.json"):
        written = full.with_name(name)
        assert main(["export", str(target), "-o", str(written)]) == 0
        assert "B³" not in written.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", [28, 100, 103])
def test_file_beyond_rescue_names_its_copies_and_leaves_none(
    full: Path, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    copy = full.with_name("full.coala.2026-11-20.bak")
    shutil.copy(full, copy)
    flip(full, place, 1)
    out = full.with_name("out.coala")
    for command in (["repair", str(full), "-o", str(out)], ["check", str(full)]):
        assert main(["file", *command]) == 2
        assert copy.name in capsys.readouterr().err
    assert not out.exists()


def test_repair_that_recovers_nothing_writes_no_file(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(full, "DELETE FROM bag", "DELETE FROM journal", "DELETE FROM draft")
    out = full.with_name("out.coala")
    assert main(["file", "check", str(full)]) == 1
    assert "file repair" not in capsys.readouterr().out
    assert main(["file", "repair", str(full), "-o", str(out)]) == 2
    assert not out.exists()


def flip(path: Path, place: int, bits: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= bits
    path.write_bytes(data)


def test_repair_command_counts_losses_and_replaces_nothing(
    full: Path, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["file", "check", str(path)]) == 0
    assert re.findall(r"\d+", capsys.readouterr().out.removeprefix(str(path))) == ["3", "0"]
    change(full, "UPDATE journal SET note = 'x' WHERE sequence = 1", "UPDATE document SET text = x'00'")
    before, out = full.read_bytes(), full.with_name("out.coala")
    assert main(["file", "check", str(path), str(full)]) == 1
    assert " line 1." in capsys.readouterr().out
    assert main(["file", "repair", str(full), "-o", str(out)]) == 0
    told = capsys.readouterr().err
    # Bags, lines, lost lines, lost texts; and how texts come back.
    assert re.findall(r"\b\d+\b", told.replace(str(out), "")) == ["3", "4", "1", "3"]
    assert main(["file", "check", str(out)]) == 0
    for words in (["-o", str(out)], ["-o", str(full)], ["-o", "-"], [str(path), "-o", str(out)]):
        assert main(["file", "repair", str(full), *words]) == 2
    assert full.read_bytes() == before


def test_check_of_a_file_whose_texts_swell_ends_in_little_memory(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(full)) as connection, connection:
        for number in range(5):
            name = f"http://example.org/{number}"
            bomb = zlib.compress(json.dumps([name, "a" * 2**25]).encode(), 1)
            connection.execute("INSERT INTO document (identifier, text) VALUES (?, ?)", (name, bomb))
    tracemalloc.start()
    try:
        assert main(["file", "check", str(full)]) == 1
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "http://example.org/4" in capsys.readouterr().out
    assert most < 2**24


@pytest.mark.parametrize("harm", ["DROP TABLE journal", "a page of the journal"])
def test_repair_of_a_journal_that_cannot_be_read_says_that_lines_are_lost(
    full: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    with Review.open(full, reviewer="Ann") as review:
        for number in range(200):
            review.judge(number % 3, State(Verdict.BETTER, Comment(str(number))))
    whole = full.read_bytes()
    with closing(sqlite3.connect(full)) as connection, connection:
        if harm.startswith("DROP"):
            connection.execute(harm)
            page = 0
        else:
            query = "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'"
            (page,) = connection.execute(query).fetchone()
    if page:
        data = bytearray(full.read_bytes())
        data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
        full.write_bytes(data)
    out = full.with_name("out.coala")
    assert main(["file", "repair", str(full), "-o", str(out)]) == 0
    assert "unknown number" in capsys.readouterr().err
    repaired = repair(salvage(full), full.with_name("again.coala"))
    assert (repaired.rows, repaired.has_whole_journal) == (0, False)

    # Of a copy it is not known either if it has the last line.
    copy = full.with_name("full.coala.2026-11-08.bak")
    copy.write_bytes(whole)
    assert main(["file", "repair", str(full), "-o", str(full.with_name("third.coala"))]) == 0
    assert f"205 lines of the journal; lost: any lines of the journal that are newer than {copy.name}." in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("statement", "taken", "rows", "lost", "first"),
    [
        ("DROP TABLE journal", 3, 3, 0, Verdict.WORSE),
        ("UPDATE journal SET verdict = '?' WHERE sequence = 2", 1, 5, 0, Verdict.SAME),
        ("UPDATE journal SET verdict = '?' WHERE sequence = 5", 0, 4, 1, Verdict.SAME),
        ("UPDATE journal SET verdict = '?' WHERE sequence IN (2, 4, 5)", 1, 3, 2, Verdict.WORSE),
        ("UPDATE journal SET verdict = '?' WHERE sequence < 5", 0, 1, 4, None),
    ],
)
def test_lines_that_are_damaged_come_from_the_newest_copy_that_has_them(
    tmp_path: Path, statement: str, taken: int, rows: int, lost: int, first: Verdict | None
) -> None:
    path = tmp_path / "r.coala"
    put_comparison(path, *three_splits())
    states = [State(Verdict.BETTER), State(Verdict.WORSE), State(Verdict.SAME)]
    for day, acts in enumerate((1, 2, 2), start=1):
        with Review.open(path, reviewer="Ann") as review:
            for number in range(acts):
                review.judge(number, states[day - 1])
        if day < 3:
            shutil.copy(path, tmp_path / f"r.coala.2026-11-0{day}.bak")
    # A newer file of other verdicts, and one that is damaged itself, do not count.
    if rows > 1 and "DROP" not in statement:
        other = tmp_path / "r.coala.2026-11-08.bak"
        put_comparison(other, *three_splits())
        with Review.open(other, reviewer="Bo") as review:
            review.judge(0, State(Verdict.UNSURE))
    (tmp_path / "r.coala.2026-11-09.bak").write_bytes(b"x")

    found = change(path, statement)

    told = [int(damage.split(" for ")[1].split()[0]) for damage in found.damages if "copy" in damage]
    assert told == ([taken] if taken else [])
    assert (len(found.rows), found.lost_rows) == (rows, lost)
    assert [row.sequence for row in found.rows] == sorted(row.sequence for row in found.rows)
    repair(found, tmp_path / "new.coala")
    with Review.open(tmp_path / "new.coala", reviewer="Ann") as review:
        state = review.state(review.entries[0].fingerprint)
        assert (state.verdict, len(review.rows())) == (first, rows)


def test_lines_on_both_sides_of_a_page_that_cannot_be_read_are_kept(full: Path) -> None:
    with Review.open(full, reviewer="Ann") as review:
        review.judge_all(
            (number % 3, State(Verdict.BETTER, Comment(f"note {number}.")), None) for number in range(3)
        )
        for number in range(3, 400):
            review.judge(number % 3, State(Verdict.WORSE, Comment(f"note {number}.")))
            if number == 300:
                review.save_copy(full.with_name("copy"))
    data = bytearray(full.read_bytes())
    page = data.index(b"note 200.") // 4096
    data[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    full.write_bytes(data)

    found = salvage(full)

    notes = [row.state.comment.note for row in found.rows if row.state.comment.note.startswith("note ")]
    assert notes[:150] == [f"note {number}." for number in range(150)]
    assert notes[-150:] == [f"note {number}." for number in range(250, 400)]
    assert (len(notes) < 400, found.has_whole_journal) == (True, False)
    repair(found, full.with_name("new.coala"))
    with Review.open(full.with_name("new.coala"), reviewer="Ann") as review:
        assert review.state(review.entries[0].fingerprint).comment.note == "note 399."

    full.with_name("copy").rename(full.with_name("full.coala.2026-11-08.bak"))
    repaired = repair(salvage(full), full.with_name("newer.coala"))
    assert repaired == WHOLE._replace(rows=405)


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize(
    "harm",
    ["UPDATE header SET value = '{' WHERE key = 'kept:blind'", "DELETE FROM header", "DROP TABLE header"],
)
def test_a_blind_review_stays_blind_when_it_is_repaired(tmp_path: Path, harm: str, *, copied: bool) -> None:
    path = tmp_path / "r.coala"
    comparison = compare_graphs(*three_splits())
    bags, texts = comparison.iterate_sentences(), comparison.texts()
    write_review(path, comparison.summary, bags, texts, comparison.context, blind=BlindWish(7))
    with Review.open(path, reviewer="Ann") as review:
        review.judge_all((number, State(Verdict.BETTER), None) for number in range(2))
        swapped = [review.states_of("Ann")[entry.fingerprint].swapped for entry in review.entries[:2]]
    if copied:
        shutil.copy(path, tmp_path / "r.coala.2026-11-08.bak")

    repair(change(path, harm), tmp_path / "new.coala")

    with Review.open(tmp_path / "new.coala", reviewer="Ann") as review:
        assert review.blind
        states = review.states_of("Ann")
        assert [states[entry.fingerprint].swapped for entry in review.entries[:2]] == swapped
        if copied:
            # With the same seed, each bag is shown as it was.
            assert [state.verdict for state in review.states()] == [Verdict.BETTER, Verdict.BETTER, None]


def test_a_review_that_is_not_blind_is_not_made_so_by_a_repair(full: Path) -> None:
    repair(change(full, "DELETE FROM header"), full.with_name("new.coala"))
    with Review.open(full.with_name("new.coala")) as review:
        assert not review.blind


@pytest.mark.parametrize(
    ("copied", "harm", "found_rows", "whole", "others"),
    [
        (False, "DELETE FROM journal", 0, False, ()),
        (True, "DELETE FROM journal", 5, True, ()),
        # The last row cannot be proven without the one before.
        (False, "DELETE FROM journal WHERE sequence = 4", 3, False, ()),
        (False, "UPDATE header SET value = '[' WHERE key = 'kept:trial'", 5, True, (("setting", 1),)),
        (True, "UPDATE header SET value = '[' WHERE key = 'kept:trial'", 5, True, ()),
    ],
)
def test_what_is_lost_is_said_and_comes_from_a_copy(
    full: Path, harm: str, found_rows: int, others: tuple[object, ...], *, copied: bool, whole: bool
) -> None:
    if copied:
        shutil.copy(full, full.with_name("full.coala.2026-11-08.bak"))
    found = change(full, harm)
    assert not any("their verdicts are intact" in damage for damage in found.damages)
    repaired = repair(found, full.with_name("new.coala"))
    assert (repaired.rows, repaired.has_whole_journal, repaired.others) == (found_rows, whole, others)
    with Review.open(full.with_name("new.coala")) as review:
        assert review.kept("trial") == (None if others else {"seed": 7})


def test_the_content_of_judged_bags_that_is_lost_is_counted_unless_a_copy_has_it(full: Path) -> None:
    copy = full.with_name("full.coala.2026-11-08.bak")
    harm = ("DELETE FROM question", "DELETE FROM bag WHERE number = 1")
    whole = full.read_bytes()
    shutil.copy(full, copy)
    assert change(full, *harm).lost["content of a judged bag"] == 0
    copy.unlink()
    full.write_bytes(whole)
    assert change(full, *harm).lost["content of a judged bag"] == 1


def test_an_emptied_file_names_its_copies(full: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = full.with_name("full.coala.2026-11-08.bak")
    shutil.copy(full, copy)
    for content in (b"", b"x" * 100):
        full.write_bytes(content)
        assert main(["file", "check", str(full)]) == 2
        assert copy.name in capsys.readouterr().err
    copy.unlink()
    assert main(["file", "check", str(full)]) == 2
    assert copy.name not in capsys.readouterr().err


def test_a_file_that_was_cut_off_is_repaired_as_far_as_it_goes(full: Path) -> None:
    with Review.open(full, reviewer="Ann") as review:
        for number in range(100):
            review.judge(number % 3, State(Verdict.WORSE, Comment(f"note {number}.")))
    whole = full.read_bytes()
    kept = []
    for cut in (4096, 3 * 4096, 4096 + 1):
        full.write_bytes(whole[:-cut])
        with pytest.raises(DamagedReviewError):
            Review.open(full)
        found = salvage(full)
        assert found.damages
        target = full.with_name(f"new{cut}.coala")
        repair(found, target)
        assert salvage(target).is_sound
        kept.append((len(found.bags), len(found.rows)))
    assert all(bags == 3 and 0 < rows < 105 for bags, rows in kept)
    full.write_bytes(whole[: len(whole) // 9])
    with pytest.raises(ReviewError):
        salvage(full)


# Both ways: text that one flipped bit made bytes, and bytes that it made text.
RETYPED = (
    ("header", "key", "BLOB"),
    ("header", "value", "BLOB"),
    ("document", "identifier", "BLOB"),
    ("document", "text", "TEXT"),
    ("bag", "title", "BLOB"),
    ("bag", "content", "TEXT"),
    ("journal", "note", "BLOB"),
    ("variant_document", "mentions", "TEXT"),
    ("variant_search", "content", "TEXT"),
)


@pytest.mark.parametrize(("table", "column", "kind"), RETYPED)
def test_value_of_another_type_is_reported_and_the_repair_finishes(
    tmp_path: Path, table: str, column: str, kind: str
) -> None:
    of_board = table in COLUMNS_OF_TABLES
    path = (a_full_board if of_board else a_full_review)(tmp_path / "review.coala")
    original = OriginalBoard(path) if of_board else Original(path)
    retype(path, table, column, kind)
    assert original.try_damaged(path, tmp_path / "repaired.coala") == "repaired"


def retype(path: Path, table: str, column: str, kind: str) -> None:
    """Make one value another kind of the same bytes, as SQLite itself would refuse to."""

    def declare(declared: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("UPDATE sqlite_schema SET sql=? WHERE name=?", (declared, table))
            connection.commit()

    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT sql FROM sqlite_schema WHERE name=?"
        (strict,) = connection.execute(query, (table,)).fetchone()
    declare(strict.replace(" STRICT", ""))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"UPDATE {table} SET {column}=CAST({column} AS {kind}) WHERE rowid="
            f"(SELECT min(rowid) FROM {table} WHERE {column} IS NOT NULL)"
        )
        connection.commit()
    declare(strict)


def test_page_that_belongs_to_no_table_is_damage(full: Path) -> None:
    content = bytearray(full.read_bytes())
    page_size, pages = int.from_bytes(content[16:18]), int.from_bytes(content[28:32])
    content[28:32] = (pages + 1).to_bytes(4)
    full.write_bytes(content + bytes(page_size))

    found = salvage(full)

    assert (len(found.damages), len(found.bags)) == (1, 3)


def test_repair_when_the_new_review_does_not_open_leaves_no_file(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = change(full, "DELETE FROM question")

    def refuse(*_: object, **__: object) -> Review:
        raise ReviewError("does not open")

    monkeypatch.setattr(Review, "open", refuse)
    with pytest.raises(ReviewError, match="does not open"):
        repair(found, full.with_name("new.coala"))
    assert list(full.parent.iterdir()) == [full]
