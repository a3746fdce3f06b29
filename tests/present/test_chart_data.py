"""The data of a chart, and the numbers that are saved with it."""

from __future__ import annotations

from collections import Counter

import pytest

from coala.model.bag import Verdict
from coala.model.kinds import Kind
from coala.present.chart_data import make_kind_figure, make_score_figure, make_share_figure
from coala.scores.metrics.registry import METRICS
from coala.verdicts.bag_groups import BagGroups
from coala.verdicts.tally import Judgement, tally_verdicts
from tests.support.reviews import a_bag, a_summary


def test_with_gold_each_metric_has_two_bars_with_their_intervals() -> None:
    figure = make_score_figure(a_summary([a_bag(0)], gold=True))
    assert [metric for metric, _ in figure.rows] == [metric.title for metric in METRICS.values()]
    rows = {metric: [bar.label for bar in bars] for metric, bars in figure.rows}
    assert rows["MUC"] == ["baseline 0.667 (0.550 to 0.650)", "changed 0.667 (0.570 to 0.670)"]
    assert rows["B³"] == ["baseline n/a", "changed n/a"]
    assert list(figure.to_csv())[:3] == [
        '"metric","system","f1","low","high"\r\n',
        '"MUC","baseline",0.6666666666666666,0.55,0.65\r\n',
        '"MUC","changed",0.6666666666666666,0.57,0.67\r\n',
    ]


def test_without_gold_the_bars_are_a_similarity_and_never_a_quality() -> None:
    figure = make_score_figure(a_summary([a_bag(0)]))
    assert "Similarity" in figure.title
    assert "not which is better" in figure.note
    assert "quality" not in f"{figure}"


def test_no_bar_of_the_distribution_holds_a_rise_and_a_fall() -> None:
    figure = make_share_figure("muc", [0.004, -0.001, 0.03, 0.0, None, -0.0305, 1e-15], BagGroups([None] * 7))
    assert 0.0 in figure.edges
    assert sum(figure.counts) == 4
    assert figure.note == "2 bags without change, 1 undefined left out"
    bins = list(zip(figure.edges, figure.edges[1:], figure.counts, strict=False))
    assert sum(count for low, _, count in bins if low < 0) == 2
    assert next(figure.to_csv()) == '"from_points","to_points","bags"\r\n'
    assert len(list(figure.to_csv())) == len(figure.counts) + 1


@pytest.mark.parametrize("shares", [[], [0.0, 0.0], [None]])
def test_a_distribution_of_nothing_says_so(shares: list[float | None]) -> None:
    figure = make_share_figure("lea", shares, BagGroups([None] * len(shares)))
    assert figure.empty.startswith("There is nothing to draw: ")


@pytest.mark.parametrize("shares", [[0.01], [-1e-9], [1.0, -1.0], [1e-11] * 3])
def test_any_shares_find_a_bar(shares: list[float | None]) -> None:
    figure = make_share_figure("lea", shares, BagGroups([None] * len(shares)))
    assert sum(figure.counts) == len(shares)
    assert len(figure.counts) <= 17


def test_bags_that_gold_joins_are_one_share_of_the_distribution() -> None:
    figure = make_share_figure("muc", [0.01, 0.02, 0.01, 0.01], BagGroups([7, None, 7, 7]))
    assert sum(figure.counts) == 2
    assert figure.note == "0 bags without change left out; bags that gold joins count once, together"


def test_verdicts_by_kind_count_what_is_not_judged_too() -> None:
    kinds = {Kind.MOVED: 5, Kind.SPLIT: 0, Kind.MERGED: 2}
    moved = Counter(Judgement(Verdict(sign), (Kind.MOVED,)) for sign in "++-?")
    figure = make_kind_figure(kinds, tally_verdicts(7, moved))
    assert figure.rows == (("moved", (2, 1, 0, 1, 1)), ("merged", (0, 0, 0, 0, 2)))
    assert "".join(figure.to_csv()) == (
        '"kind","better","worse","same","cannot_tell","unjudged"\r\n"moved",2,1,0,1,1\r\n"merged",0,0,0,0,2\r\n'
    )
    assert (
        make_kind_figure({}, tally_verdicts(0, {})).empty
        == "The two graphs do not diverge, so there is nothing to judge."
    )


def test_a_bag_with_several_judged_changes_of_a_kind_leaves_the_others_unjudged() -> None:
    changes = tuple((Kind.MERGED, Verdict(sign)) for sign in "++-")
    mixed = Judgement(Verdict.BETTER, (Kind.MERGED, Kind.TYPE), changes=changes)
    figure = make_kind_figure({Kind.MERGED: 2, Kind.TYPE: 1}, tally_verdicts(2, {mixed: 1}))
    assert figure.rows == (("merged", (2, 1, 0, 0, 1)), ("type", (0, 0, 0, 0, 1)))
    assert figure.note.endswith("; 3 changes of 1 bag judged one by one")
