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
from coala.output.tally import render_tally_json, render_tally_text
from coala.output.verdict_slices import SEVERAL_DOCUMENTS, VERDICT_SLICINGS, slice_verdicts
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.verdicts.state import Manner
from tests.support.figures import list_figures
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


def test_bags_are_counted_by_size_with_those_of_no_verdict(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [bag_of(0, 3), bag_of(1, 5), bag_of(2, 6), bag_of(3, 21)])
    judge_as(path, "Ann", "+- ?")
    with Review.open(path) as review:
        lines = list(render_tally_text([review], by=("size",)))
        document = json.loads(render_tally_json([review], by=("size",)))

    place = next(place for place, line in enumerate(lines) if line.startswith("    3–5 "))
    assert [list_figures(line)[-7:] for line in lines[place : place + 3]] == [
        # Better, worse, the same, not sure, net, judged, and all.
        ["1", "1", "0", "0", "0", "2", "2"],
        ["0", "0", "0", "0", "0", "0", "1"],
        ["0", "0", "0", "1", "0", "0", "1"],
    ]
    assert list(document["by_slice"]) == ["size"]
    assert document["by_slice"]["size"]["3–5"] == {
        "bags": 2, "judged": 2, "better": 1, "worse": 1, "same": 0, "unsure": 0, "net": 0,
    }  # fmt: skip


def test_bag_in_several_documents_has_a_row_of_its_own(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [bag_of(0, 3), bag_of(1, 8, documents=3), bag_of(2, 6)])
    judge_as(path, "Ann", "+-=")
    with Review.open(path) as review:
        pools = pool_reviews([review])
        by_document = {row.name: row.counts.net for row in slice_verdicts(pools, "document")}
        by_number = {row.name: row.bags for row in slice_verdicts(pools, "documents")}

    assert by_document == {"http://example.org/doc0": 1, "http://example.org/doc2": 0, SEVERAL_DOCUMENTS: -1}
    assert by_number == {"1": 2, "3–5": 1}


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


def test_long_list_of_documents_is_cut_in_the_text_and_complete_in_json(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(25)])
    judge_as(path, "Ann", "+")
    with Review.open(path) as review:
        lines = list(render_tally_text([review], by=("document",)))
        document = json.loads(render_tally_json([review], by=("document",)))

    assert [list_figures(line) for line in lines if "--json" in line] == [["5"]]
    assert len(document["by_slice"]["document"]) == 25


def test_only_the_chosen_reviewer_counts(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])
    judge_as(path, "Ann", "+-")
    judge_as(path, "Bo", "-")
    with Review.open(path) as review:
        document = json.loads(render_tally_json([review], "Bo", by=("size",)))

    (counts,) = document["by_slice"].values()
    assert (counts["3–5"]["better"], counts["3–5"]["worse"], counts["3–5"]["bags"]) == (0, 1, 2)


def test_command_knows_the_tables_and_refuses_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert tuple(VERDICT_SLICINGS) == _VERDICT_TABLES
    assert main(["tally", str(path), "--by", "size,document"]) == 0
    shown = capsys.readouterr().out
    assert shown.index("\n    3–5 ") < shown.index("\n    doc0 ")
    assert main(["tally", str(path), "--by", "metric"]) == 2
    assert ", ".join(VERDICT_SLICINGS) in capsys.readouterr().err
