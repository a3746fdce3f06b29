"""Where more links are worse although more bags are better, if open links cannot change it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from coala.model.kinds import Kind
from coala.present.answer import write_answer
from coala.verdicts.tally import Counts
from tests.golden.answers import tell


@pytest.mark.parametrize(
    ("by_kind", "words", "figures"),
    [
        ({Kind.SPLIT: Counts(better=2, worse=8, open=5)}, ("links", "split"), ["8", "2", "5"]),
        ({Kind.SPLIT: Counts(better=2, worse=8, open=6)}, (), []),
        # The one that stays worse is named, though another one has a larger difference so far.
        (
            {Kind.SPLIT: Counts(worse=9, open=8), Kind.MOVED: Counts(better=1, worse=5)},
            ("links", "moved"),
            ["5", "1"],
        ),
        ({Kind.MOVED: Counts(better=1, worse=3)}, (), []),
        ({Kind.TYPE: Counts(better=1, worse=4)}, ("changes", "types"), ["4", "1"]),
        ({Kind.INSTANCE_ADDED: Counts(worse=3)}, ("links", "changes", "new"), ["3", "0"]),
    ],
)
def test_exception_is_named_with_its_open_links(
    by_kind: Mapping[Kind, Counts], words: Sequence[str], figures: list[str]
) -> None:
    stated = tell(12, "+" * 12)
    answer = write_answer(stated._replace(tally=replace(stated.tally, by_kind=by_kind)))
    exception = answer.removeprefix(write_answer(stated))
    assert answer.startswith(write_answer(stated))
    assert re.findall(r"\d+", exception) == figures
    assert all(word in exception for word in words)
