"""``coala check`` after a new comparison in the review, or after its verdicts were carried over."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.storage.questions import question_of_spans
from coala.verdicts.groups import Groups
from coala.verdicts.state import Manner, State
from tests.support.nif import NUMBERED, write_numbered

APART = [[0], [1], [3], [4], [10, 11], [13, 14]]
BOTH = [[0, 1], [3, 4], [10, 11], [13, 14]]
SECOND = [[0], [1], [3, 4], [10, 11], [13, 14]]


def compare(review: Path, baseline: str, changed: str, *more: str) -> None:
    assert main(["diff", baseline, changed, "-o", str(review), *more]) in (0, 1)


def judge(review: Path, sign: str, reviewer: str = "anna", manner: Manner = Manner.ALONE) -> None:
    with Review.open(review, reviewer=reviewer) as opened:
        for entry in opened.entries:
            if opened.state(entry.fingerprint).verdict is None:
                opened.judge(entry.number, State(Verdict(sign), manner=manner))


def checked(capsys: pytest.CaptureFixture[str], graph: str, *reviews: Path) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    status = main(["check", graph, "--against", *map(str, reviews), "--json", "-"])
    return status, json.loads(capsys.readouterr().out)


@pytest.fixture
def weeks(tmp_path: Path) -> tuple[str, str, str]:
    """Return a baseline, a graph that joins two pairs of it, and one that joins the second pair only."""
    base, week1, week2 = (
        write_numbered(tmp_path / f"{name}.ttl", chains)
        for name, chains in (("base", APART), ("week1", BOTH), ("week2", SECOND))
    )
    return base, week1, week2


def test_a_lock_holds_what_was_judged_before_its_review_was_renewed(
    weeks: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, week1, week2 = weeks
    review = tmp_path / "r.coala"
    compare(review, base, week1)
    judge(review, "+")
    assert checked(capsys, week2, review)[0] == 1
    compare(review, base, week2)
    status, told = checked(capsys, week2, review)
    assert (status, told["assertions"], told["broken"]) == (1, 2, 1)
    (bag,) = (bag for bag in told["bags"] if bag["broken"])
    assert bag["bag"] is None
    assert main(["check", week2, "--against", str(review), "--junit", str(tmp_path / "lock.xml")]) == 1
    lines = capsys.readouterr().out.splitlines()
    # Broken assertions of all; judged bags, of these the earlier one, and reviews.
    assert re.findall(r"\b\d+\b", lines[0].partition(": ")[0]) == ["1", "2"]
    assert re.findall(r"\b\d+\b", lines[1]) == ["2", "1", "1"]
    assert [line.count('"w01" and "w00"') for line in lines if "(+, anna)" in line] == [1]
    (suite,) = ElementTree.parse(tmp_path / "lock.xml").getroot()
    assert [bag["title"] in case.attrib["name"] for case in suite if len(case)] == [True]
    assert checked(capsys, week1, review)[0] == 0


def test_a_lock_holds_what_was_judged_in_the_files_whose_verdicts_it_took_over(
    weeks: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, week1, week2 = weeks
    old, new, newer = (tmp_path / f"{name}.coala" for name in ("old", "new", "newer"))
    compare(old, base, week1)
    judge(old, "+")
    compare(new, base, week2, "--verdicts", str(old))
    compare(newer, base, base, "--verdicts", str(new))
    for review in (new, newer):
        status, told = checked(capsys, week2, review)
        assert (status, told["assertions"], told["broken"]) == (1, 2, 1)


def test_a_verdict_on_a_bag_that_the_file_has_no_more_is_counted_everywhere(
    weeks: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, week1, week2 = weeks
    review, xml = tmp_path / "r.coala", tmp_path / "lock.xml"
    compare(review, base, week1)
    judge(review, "+")
    with Review.open(review, read_only=True) as opened:
        first = opened.bag(0)
    compare(review, base, week2)
    with closing(sqlite3.connect(review)) as connection, connection:
        # As a file keeps it whose bag was damaged.
        row = question_of_spans(first), first.fingerprint
        connection.execute("UPDATE question SET spans = ? WHERE fingerprint = ?", row)
    status, told = checked(capsys, week2, review)
    assert (status, told["assertions"]) == (0, 1)
    assert [each["fingerprint"] for each in told["verdicts_not_checked"]] == [first.fingerprint]
    assert [warning["code"] for warning in told["warnings"]] == ["verdicts-not-checked"]
    assert main(["check", week2, "--against", str(review), "--junit", str(xml), "--strict"]) == 2
    (suite,) = ElementTree.parse(xml).getroot()
    assert (suite.attrib["tests"], suite.attrib["skipped"], suite.attrib["errors"]) == ("3", "1", "1")
    compare(review, base, base)
    with closing(sqlite3.connect(review)) as connection, connection:
        connection.execute("UPDATE question SET spans = ?", row[:1])
    assert main(["check", week2, "--against", str(review)]) == 2
    assert " 2 " in capsys.readouterr().err


def status_of(words: str) -> dict[str, int]:
    """Return the expected exit status of each graph from "together 0, apart 1"."""
    return {name: int(status) for name, status in (pair.split() for pair in words.split(", "))}


@pytest.mark.parametrize(
    ("older", "newer", "ends"),
    [
        # In the first comparison w01 joins w00, in the second it leaves w00 and w02.
        ("+", "", "together 0, apart 1"),
        ("+", "+", "together 1, apart 0"),
        ("+", "-", "together 0, apart 1"),
        ("+", "=", "together 0, apart 0"),
        ("+", "?", "together 0, apart 0"),
        ("-", "", "together 1, apart 0"),
        ("-", "+", "together 1, apart 0"),
        ("-", "-", "together 0, apart 1"),
        ("-", "=", "together 0, apart 0"),
        ("-", "?", "together 0, apart 0"),
    ],
)
@pytest.mark.parametrize("way", ["renewed", "carried over", "two files"])
def test_the_newest_verdict_of_a_reviewer_on_the_same_mentions_holds(
    older: str, newer: str, ends: str, way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def written(name: str, chains: list[list[int]]) -> str:
        return write_numbered(tmp_path / f"{name}.ttl", chains)

    first, second = tmp_path / "1.coala", tmp_path / "2.coala"
    # w20 and w21 are accepted too, so that there is always something to check.
    compare(first, written("a", [[0], [1], [2], [20], [21]]), written("b", [[0, 1], [2], [20, 21]]))
    with Review.open(first, reviewer="anna") as review:
        for entry in review.entries:
            review.judge(entry.number, State(Verdict("+" if "w21" in entry.title else older)))
    graphs = written("c", [[0, 1, 2], [20, 21]]), written("d", [[0, 2], [1], [20, 21]])
    match way:
        case "renewed":
            compare(first, *graphs)
            reviews = [first]
        case "carried over":
            compare(second, *graphs, "--verdicts", str(first))
            reviews = [second]
        case _:
            compare(second, *graphs)
            reviews = [second, first]
    if newer:
        judge(reviews[0], newer)
    for name, chains in (("together", [[0, 1], [20, 21]]), ("apart", [[0], [1], [20, 21]])):
        status, told = checked(capsys, written(name, chains), *reviews)
        assert status == status_of(ends)[name], (name, told)
        assert not told["contradictions"]
        assert told["replaced_by_newer_verdicts"] == bool(newer)


def test_of_two_reviewers_a_newer_verdict_contradicts_and_a_settling_one_replaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = tmp_path / "r.coala"
    apart, joined = (
        write_numbered(tmp_path / f"{name}.ttl", chains)
        for name, chains in (("apart", [[0], [1], [5]]), ("joined", [[0, 1], [5]]))
    )
    parted = [
        write_numbered(tmp_path / "3.ttl", [[0, 1, 5]]),
        write_numbered(tmp_path / "4.ttl", [[0, 5], [1]]),
    ]
    compare(review, apart, joined)
    judge(review, "+")
    compare(review, *parted)
    judge(review, "+", "ben")
    assert main(["check", apart, "--against", str(review)]) == 2
    judge(review, "+", "eve", Manner.ADJUDICATION)
    assert checked(capsys, write_numbered(tmp_path / "5.ttl", [[0, 5], [1]]), review)[0] == 0
    assert checked(capsys, joined, review)[0] == 1


def test_texts_of_earlier_bags_are_kept_and_words_are_found_where_the_text_has_moved_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def written(name: str, chains: list[list[int]], document: str, other: str, text: str = NUMBERED) -> str:
        return write_numbered(tmp_path / f"{name}.ttl", chains, name=document, texts={other: text})

    old, new = tmp_path / "old.coala", tmp_path / "new.coala"
    compare(old, written("a", [[0], [1]], "one", "two"), written("b", [[0, 1]], "one", "two"))
    judge(old, "+")
    graphs = written("c", [[5], [6]], "two", "one"), written("d", [[5, 6]], "two", "one")
    compare(new, *graphs, "--verdicts", str(old))
    compare(old, *graphs)
    moved = tmp_path / "moved.ttl"
    text = f"Now {NUMBERED}"
    moved.write_text(
        Path(written("e", [[1], [2]], "one", "two"))
        .read_text(encoding="utf-8")
        .replace(
            f':one a nif:Context ; nif:isString "{NUMBERED}"', f':one a nif:Context ; nif:isString "{text}"'
        ),
        encoding="utf-8",
    )
    for review in (old, new):
        with Review.open(review, read_only=True) as opened:
            assert opened.text("http://example.org/one") == NUMBERED
            assert opened.mentions_of("http://example.org/one") is None
        # w00 and w01 stand one word later, and are two.
        status, told = checked(capsys, str(moved), review)
        assert (status, told["broken"]) == (1, 1)
        assert [
            span["text"] for bag in told["bags"] for each in bag["broken"] for span in each["at_fault"]
        ] == ["w01"]
    compare(old, graphs[0], graphs[0])
    judge(old, "+")
    with Review.open(old, read_only=True) as opened:
        assert opened.text("http://example.org/one") == NUMBERED


def test_an_earlier_bag_of_another_text_than_the_file_has_is_not_looked_for_by_its_offsets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = tmp_path / "r.coala"

    def written(name: str, chains: list[list[int]], first: str) -> str:
        path = tmp_path / f"{name}.ttl"
        text = Path(write_numbered(path, chains)).read_text(encoding="utf-8")
        path.write_text(text.replace("w00 w01 ", first), encoding="utf-8")
        return str(path)

    compare(review, written("a", [[0], [1]], "w00 w01 "), written("b", [[0, 1]], "w00 w01 "))
    judge(review, "+")
    # Another text of the document, in which other words stand there.
    later = written("c", [[20], [21]], "abc def "), written("d", [[20, 21]], "abc def ")
    compare(review, *later)
    judge(review, "+")
    status, told = checked(capsys, written("e", [[0], [1], [20, 21]], "abc def "), review)
    assert (status, told["held"], told["broken"], told["cannot_be_checked"]) == (0, 1, 0, 1)
    assert [each["missing"] for bag in told["bags"] for each in bag["cannot_be_checked"]] == ["text"]


def test_older_assertion_when_a_mention_of_it_was_not_judged_again_stays_and_contradicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Join Kim, Ann and Bob, then split Ann and Bob: the older assertions are about Kim as well."""
    apart, joined, pair, new = (
        write_numbered(tmp_path / f"{name}.ttl", chains)
        for name, chains in (
            ("apart", [[0], [1], [2], [3], [4]]),
            ("joined", [[0, 1, 2], [3, 4]]),
            ("pair", [[1, 2], [0], [3], [4]]),
            ("new", [[1, 2], [0], [3, 4]]),
        )
    )
    review, xml = tmp_path / "r.coala", tmp_path / "lock.xml"
    compare(review, apart, joined)
    judge(review, "+")
    compare(review, apart, pair)
    judge(review, "-")
    status, found = checked(capsys, new, review)
    assert (status, found["assertions"], found["replaced_by_newer_verdicts"]) == (0, 1, 0)
    assert [len(each["assertions"]) for each in found["contradictions"]] == [3]
    assert checked(capsys, apart, review)[0] == 1  # {3, 4} of the first comparison is gone
    # A last comparison has all three mentions in one bag, so that any answer replaces both older ones.
    compare(review, joined, apart)
    with Review.open(review, reviewer="anna") as opened:
        opened.judge(opened.find_bag("1"), State(Verdict.UNSURE))
    assert main(["check", new, "--against", str(review), "--junit", str(xml)]) == 0
    assert " 3 " in capsys.readouterr().out
    (suite,) = ElementTree.parse(xml).getroot()
    said = [re.findall(r"\d+", part.get("message") or "") for case in suite for part in case]
    assert ["2"] in said
    assert ["1"] in said


def say_who_is_who(review: Path, groups: Groups, sign: str = "=", reviewer: str = "anna") -> None:
    """Answer the first bag with groups of its parts."""
    with Review.open(review, reviewer=reviewer) as opened:
        opened.judge(0, State(Verdict(sign), groups=groups))


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Return a review of w00 to w03, all apart in the baseline and one in the changed graph, and of w20."""
    graphs = (
        write_numbered(tmp_path / f"{name}.ttl", chains)
        for name, chains in (("four", [[0], [1], [2], [3], [20], [21]]), ("one", [[0, 1, 2, 3], [20, 21]]))
    )
    compare(tmp_path / "r.coala", *graphs)
    return tmp_path / "r.coala"


def test_groups_when_a_graph_breaks_one_together_and_one_apart_fail_with_both(
    four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say_who_is_who(four, Groups.sort([[0, 1], [2], [3]]))
    good = write_numbered(tmp_path / "good.ttl", [[0, 1], [2], [3]])
    bad = write_numbered(tmp_path / "bad.ttl", [[0], [1], [2, 3]])
    xml = tmp_path / "lock.xml"
    assert checked(capsys, good, four)[0] == 0
    assert main(["check", bad, "--against", str(four), "--junit", str(xml)]) == 1
    (case,) = ElementTree.parse(xml).getroot()[0]
    failure = case.find("failure")
    assert failure is not None
    lines = [line for line in (failure.text or "").splitlines() if line.startswith("Bag 1 (=, anna)")]
    assert [re.findall(r'"(\w+)"', line) for line in lines] == [["w01", "w00"], ["w02", "w03"]]


@pytest.mark.parametrize(
    ("newer", "manner", "replaced"),
    [
        (State(Verdict.SAME), "anna", 2),
        (State(Verdict.UNSURE), "anna", 2),
        (State(Verdict.UNSURE, groups=Groups((), not_sure=(0, 1, 2, 3))), "anna", 2),
        (State(Verdict.SAME), "ben", 0),
        (State(Verdict.SAME, manner=Manner.ADJUDICATION), "ben", 2),
        (State(), "anna", 0),
    ],
)
def test_groups_of_an_earlier_bag_when_all_mentions_are_judged_again_are_replaced(
    newer: State,
    manner: str,
    replaced: int,
    four: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Review.open(four, reviewer="anna") as review:
        review.judge(1, State(Verdict.BETTER))
    say_who_is_who(four, Groups.sort([[0, 1], [2], [3]]))
    pairs = write_numbered(tmp_path / "pairs.ttl", [[0, 1], [2, 3], [20, 21]])
    joined = write_numbered(tmp_path / "joined.ttl", [[0, 1, 2, 3], [20, 21]])
    compare(four, joined, write_numbered(tmp_path / "all.ttl", [[0], [1], [2], [3], [20, 21]]))
    with Review.open(four, reviewer=manner) as review:
        review.judge(0, newer)
    status, told = checked(capsys, pairs, four)
    assert (status, told["assertions"], told["broken"]) == ((0, 1, 0) if replaced else (1, 3, 1))
    assert told["replaced_by_newer_verdicts"] == replaced
    assert sum(bag["replaced_by_newer_verdicts"] for bag in told["bags"]) == replaced


def test_groups_of_an_earlier_bag_when_only_some_mentions_are_judged_again_stay_whole(
    four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say_who_is_who(four, Groups.sort([[0, 1], [2], [3]]))
    compare(
        four,
        write_numbered(tmp_path / "a.ttl", [[0, 1, 2], [3], [20, 21]]),
        write_numbered(tmp_path / "b.ttl", [[0], [1], [2], [3], [20, 21]]),
    )
    judge(four, "?")
    # "w01 with w00" goes; that w00, w02 and w03 are three stays, also for w00 and w02.
    merged = write_numbered(tmp_path / "c.ttl", [[0, 2], [1], [3]])
    status, told = checked(capsys, merged, four)
    assert (status, told["assertions"], told["replaced_by_newer_verdicts"]) == (1, 1, 1)
    (broken,) = (each for bag in told["bags"] for each in bag["broken"])
    assert [span["text"] for span in broken["at_fault"]] == ["w00", "w02"]


def test_groups_when_another_reviewer_says_a_plain_verdict_contradict_it_where_they_differ(
    four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say_who_is_who(four, Groups.sort([[0, 1, 2, 3]]), "-")
    judge(four, "-", "ben")
    with Review.open(four, reviewer="ben") as review:
        review.judge(1, State(Verdict.BETTER))
    joined = write_numbered(tmp_path / "joined.ttl", [[0, 1, 2, 3], [20, 21]])
    told = checked(capsys, joined, four)[1]
    assert (told["assertions"], len(told["contradictions"])) == (1, 3)


@pytest.mark.parametrize(("sign", "is_told"), [("=", False), ("+", True)])
def test_plain_same_beside_groups_is_told_as_without_effect_only_if_these_prefer_a_graph(
    sign: str, is_told: bool, four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say_who_is_who(four, Groups.sort([[0, 1, 2, 3]]), sign)
    judge(four, "=", "ben")
    status, told = checked(capsys, str(tmp_path / "one.ttl"), four)
    assert (status, told["assertions"]) == (0, 1)
    assert ("verdicts-without-effect" in [each["code"] for each in told["warnings"]]) is is_told


@pytest.mark.parametrize(("groups", "is_warned"), [(Groups.sort([[0, 1, 2, 3]]), False), (None, True)])
def test_same_of_another_reviewer_is_without_effect_only_if_it_has_no_groups(
    groups: Groups | None, is_warned: bool, four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Review.open(four, reviewer="anna") as review:
        review.judge(0, State(Verdict.SAME, groups=groups))
    judge(four, "+", "ben")
    _, result = checked(capsys, str(tmp_path / "one.ttl"), four)
    assert ("verdicts-without-effect" in [each["code"] for each in result["warnings"]]) is is_warned


def test_groups_that_do_not_fit_their_bag_are_trouble_in_one_line(
    four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Review, "_check_groups", lambda *_: None)
    say_who_is_who(four, Groups.sort([[0, 1], [2]]))
    capsys.readouterr()
    assert main(["check", str(tmp_path / "one.ttl"), "--against", str(four)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(four) in line
