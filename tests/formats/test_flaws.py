"""Tolerance of flaws: a few are skipped, and a file with mostly flaws is refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from coala.errors import ReadingError
from coala.formats.flaws import Flaws
from coala.formats.text_lines import problem
from coala.reading.remarks import Remarks


def flawed(times: int, *, lenient: bool = False) -> Flaws:
    flaws = Flaws("a.conll", lenient=lenient)
    for line in range(1, times + 1):
        flaws.leave_out("brackets-unmatched", line, "'2)' closes nothing")
    return flaws


@pytest.mark.parametrize(
    ("refuse", "is_advised"),
    [
        (lambda flaws: flaws.weigh(20, "documents"), False),
        (lambda flaws: flaws.weigh(21, "documents"), True),
        (lambda flaws: flaws.give_up(100, "documents", 20), False),
        (lambda flaws: flaws.give_up(100, "documents", 30), True),
    ],
)
def test_leniency_is_advised_unless_nothing_can_be_used(
    refuse: Callable[[Flaws], None], is_advised: bool
) -> None:
    with pytest.raises(ReadingError) as caught:
        refuse(flawed(20))
    assert ("--lenient" in str(caught.value)) is is_advised


def test_very_many_flaws_are_counted_and_shown_as_before_in_little_memory() -> None:
    lines = range(1, 300_000, 7)
    flaws, remarks = Flaws("a.conll", lenient=True), Remarks({})
    tracemalloc.start()
    for line in lines:
        flaws.leave_out("bracket-left-out", line, f"'{line})' closes nothing")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < len(lines) * 40
    for code, example in flaws.remarks:
        remarks.add(code, example)
    (notice,) = remarks.notices()
    assert notice.count == len(lines)
    assert list(notice.examples) == [f"a.conll:{line}, '{line})' closes nothing" for line in lines[:10]]


@pytest.mark.parametrize(
    ("line", "sentence"), [(3, "a/b: c.ann:3: correct it."), (None, "a/b: c.ann: correct it.")]
)
def test_an_error_of_a_file_holds_its_parts_so_that_nobody_takes_its_sentence_apart(
    line: int | None, sentence: str
) -> None:
    error = problem("a/b: c.ann", line, "correct it.")
    assert str(error) == sentence
    assert (error.path, error.line, error.what) == ("a/b: c.ann", line, "correct it.")


def test_an_example_within_a_folder_shows_what_is_within_it() -> None:
    folder = "/home/somebody/a very long name of a folder/" * 3
    remarks = Remarks({}, folder)
    remarks.add("bracket-left-out", f"{folder}x/a.conll:17, '3)' closes nothing")
    remarks.leave_out_file(f"{folder}b.conll: this is no CoNLL.")
    assert {notice.code: notice.examples for notice in remarks.notices()} == {
        "bracket-left-out": ("x/a.conll:17, '3)' closes nothing",),
        "file-left-out": ("b.conll: this is no CoNLL",),
    }


@pytest.mark.parametrize("rest", [":17, '3)' closes nothing", ", line 3", " by coref_class"])
def test_an_example_of_the_only_file_begins_with_its_name(rest: str) -> None:
    path = "/home/somebody/" + "a very long name of a folder/" * 6 + "a.conll"
    remarks = Remarks({}, path)
    remarks.add("bracket-left-out", path + rest)
    remarks.add("bracket-left-out", f"{path}x{rest}")
    first, second = remarks.notices()[0].examples
    assert sorted((first, second), key=len)[0] == "a.conll" + rest
