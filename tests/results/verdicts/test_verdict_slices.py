"""The verdicts on bags by size, by number of documents and by document."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.cli.parser import _VERDICT_TABLES
from coala.model.bag import Bag
from coala.model.values import Span
from coala.results.verdicts.tally import render_tally_json
from coala.results.verdicts.verdict_slices import VERDICT_SLICINGS, slice_verdicts
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.verdicts.state import Manner
from tests.support.reviews import a_bag, a_mixed_bag, judge_as, make_review

OVERLAPPING = ("type", "form")
"""Tables in which a bag can be in several rows."""


def bag_of(number: int, mentions: int, documents: int = 1) -> Bag:
    """Return a bag with this number of mentions. The last ones are in documents of their own."""
    bag = a_bag(number)
    own = bag.spans[0].document
    more = tuple(Span(own, 100 + 3 * place, 102 + 3 * place) for place in range(mentions - documents - 2))
    others = tuple(Span(f"{own}-{place}", 0, 9) for place in range(1, documents))
    spans = (*bag.spans, *more, *others)[:mentions]
    gone = mentions - 3
    return replace(
        bag,
        spans=spans,
        words=(*bag.words, *["x"] * gone)[:mentions],
        baseline=(bag.baseline[0]._replace(spans=(0, 2, *range(3, mentions))), bag.baseline[1]),
        changed=(bag.changed[0]._replace(spans=(0, *range(3, mentions))), bag.changed[1]),
    )


@pytest.mark.parametrize("name", [name for name in VERDICT_SLICINGS if name not in OVERLAPPING])
def test_rows_add_up_to_all_bags_and_verdicts_of_several_comparisons(tmp_path: Path, name: str) -> None:
    bags = [bag_of(number, 3 + 3 * number, 1 + number % 3) for number in range(8)]
    path = make_review(tmp_path / "r.coala", [*bags, a_mixed_bag(9)])
    judge_as(path, "Ann", "+-=?+-+ +")
    judge_as(path, "Bo", "+++ ")
    judge_as(path, "Cy", " -", manner=Manner.ADJUDICATION)
    other = make_review(tmp_path / "other.coala", [a_bag(50)])
    judge_as(other, "Ann", "-")
    with Review.open(path) as first, Review.open(other) as second:
        pools = pool_reviews([first, second])
        rows = slice_verdicts(pools, name)
        total = json.loads(render_tally_json([first, second], by=(name,)))

    assert sum(row.bags for row in rows) == total["interesting"] == 10
    sums = Counter[str]()
    for counts in total["by_slice"][name].values():
        sums.update(counts)
    assert total["disputed"] > 0
    assert {key: sums[key] for key in ("judged", "better", "worse", "same", "unsure", "net")} == {
        key: total[key] for key in ("judged", "better", "worse", "same", "unsure", "net")
    }


def test_command_knows_the_tables_and_refuses_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert tuple(VERDICT_SLICINGS) == _VERDICT_TABLES
    assert main(["tally", str(path), "--by", "size,document"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("\n  3–5 ") < shown.index("\n  doc0 ")
    assert main(["tally", str(path), "--by", "metric"]) == 2
    assert ", ".join(VERDICT_SLICINGS) in capsys.readouterr().err
