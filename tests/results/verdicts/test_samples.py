"""The estimates of a sample for all bags, in the text of a tally and in its JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from coala.model.bag import CHANGED, Divergence, Verdict
from coala.model.kinds import TYPES, Kind
from coala.results.verdicts.links import estimate_review_content, estimate_review_links
from coala.results.verdicts.samples import (
    describe_sample,
    estimate_pool,
    find_pool_sample,
    list_item_verdicts,
)
from coala.results.verdicts.tally import render_tally_json, report_tally
from coala.review.drawing import draw, draw_order
from coala.review.file import Review
from coala.review.pooling import Pool, pool_reviews
from coala.verdicts.comment import Comment
from coala.verdicts.groups import group_as
from coala.verdicts.sampling import DrawnSample, DrawnUnit
from coala.verdicts.state import State
from tests.support.figures import list_figures
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reports import text_of
from tests.support.reviews import a_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of twenty bags with a sample of eight."""
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        draw(review, 8, seed=3)
        yield review


def list_sample_figures(review: Review) -> list[list[str]]:
    """Return the figures of each sentence of the tally about the sample."""
    (pool,) = pool_reviews([review])
    sample = find_pool_sample(pool)
    if sample is None:
        return []
    sentences = list(describe_sample(sample, estimate_pool(pool, sample)))
    text = " ".join(" ".join(text_of(report_tally([review]))).split())
    return [list_figures(each) for each in sentences if each in text]


def judge(review: Review, verdict: Verdict, bags: int) -> None:
    for number in draw(review, 8, seed=3).drawn[:bags]:
        review.judge(number, State(verdict))


def test_an_order_without_a_size_says_nothing_before_its_first_bag_is_judged(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        order = draw_order(review).order
        assert list_sample_figures(review) == []
        for number in order[:4]:
            review.judge(number, State(Verdict.BETTER))
        assert list_sample_figures(review)[0] == ["4", "20", "1", "4"]


def find_paper_figures(review: Review) -> list[str]:
    """Return the figures for a paper, or none; the last one is the number of equal bags."""
    text = " ".join(line.strip() for line in text_of(report_tally([review])))
    # It is the only sentence with a mean and the better, worse and equal bags in brackets.
    found = re.search(r": \D*mean [^:]*\(\d+ \w+, \d+ \w+, \d+ [^()]*\)\.", text)
    return [] if found is None else list_figures(found[0])


def test_the_figure_for_a_paper_is_that_of_the_sample(review: Review) -> None:
    for number in draw(review, 12, seed=3).drawn:
        review.judge(number, State(Verdict.BETTER))
    mean, level, low, high, *counts = find_paper_figures(review)
    assert (mean, level, high) == ("+1.00", "95", "+1.00")
    assert 0 < float(low) < 1
    assert counts == ["20", "12", "12", "0", "0"]
    for number in range(20):
        review.judge(number, State(Verdict.BETTER if number % 2 else Verdict.WORSE))
    assert find_paper_figures(review) == ["0.00", "20", "10", "10", "0"]


def test_bags_in_the_order_of_the_text_give_no_figure_for_a_paper(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        for number in range(19):
            review.judge(number, State(Verdict.WORSE if number % 2 else Verdict.BETTER))
        assert find_paper_figures(review) == []


def find_net(review: Review) -> str:
    return next(line for line in text_of(report_tally([review])) if line.startswith("  Net "))


def test_the_plain_mean_of_a_sample_has_no_interval(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in order[:4]:
        review.judge(number, State(Verdict.BETTER))
    assert list_figures(find_net(review)) == ["+4", "+1.00"]
    for number in order[4:]:
        review.judge(number, State(Verdict.BETTER))
    assert list_figures(find_net(review)) == ["+20", "+1.00"]
    assert json.loads(render_tally_json([review]))["interval"] == [1, 1]


WITHDRAWN, NOTED = State(), State(comment=Comment("later"))
BY_CHANGE = State(rows=(("ab" * 8, Verdict.SAME),))


@pytest.mark.parametrize(
    ("judged", "others"),
    [
        (11, [WITHDRAWN]),
        (21, [WITHDRAWN] * 5),
        (14, [NOTED] * 9),
        (10, [WITHDRAWN, NOTED]),
        (12, [BY_CHANGE]),
    ],
)
def test_bags_without_a_verdict_make_no_random_sample_of_the_others(
    tmp_path: Path, judged: int, others: list[State]
) -> None:
    """Give all bags a state, but not all a verdict."""
    bags = list(map(a_bag, range(judged + len(others))))
    with Review.open(make_review(tmp_path / "r.coala", bags)) as review:
        for number in range(len(bags)):
            review.judge(number, State(Verdict.WORSE if number % 3 else Verdict.BETTER))
        assert find_paper_figures(review)
        for number, state in enumerate(others, judged):
            review.judge(number, state)
        assert find_paper_figures(review) == []
        document = json.loads(render_tally_json([review]))
    assert document["judged"] == judged
    assert document["answer"]["for_a_paper"] is None


def test_comparison_without_a_sample_adds_its_judged_bags_to_those_of_a_sample(
    review: Review, tmp_path: Path
) -> None:
    judge(review, Verdict.BETTER, 8)
    with Review.open(make_review(tmp_path / "other.coala", list(map(a_bag, range(20, 35))))) as other:
        for number in range(15):
            other.judge(number, State(Verdict.BETTER if number else Verdict.UNSURE))
        text = json.loads(render_tally_json([review, other]))["answer"]["for_a_paper"]
        assert list_figures(text)[4:6] == ["35", str(8 + 14)]
        other.judge(1, State())
        assert json.loads(render_tally_json([review, other]))["answer"]["for_a_paper"] is None


def test_links_outside_of_the_sample_do_not_count(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    review.judge(draw(review, 8, seed=3).order[-1], State(Verdict.WORSE))
    made = json.loads(render_tally_json([review]))["links"]["made"]
    assert (made["total"], made["answered"]) == (20, 8)
    assert (made["right"]["low"], made["right"]["high"]) == (8, 8)
    assert made["share"]["low"] == 1
    assert made["right"]["interval"] == [20 * limit for limit in made["share"]["interval"]]


LINKS = 48


@pytest.fixture
def great(tmp_path: Path) -> Iterator[Review]:
    """Return a review of eight small bags and one of 48 parts and 48 links, with a sample of ten items."""
    bags = [*map(a_bag, range(8)), a_wide_bag(90, 5 * LINKS)]
    with Review.open(write_bags(tmp_path / "great.coala", bags)) as review:
        draw(review, 10)
        yield review


def find_verdict(item: int) -> Verdict:
    """Return what a reviewer finds of an item: half of the bags and two thirds of the links are better."""
    is_better = item % 2 if item < 8 else item % 3
    return Verdict.BETTER if is_better else Verdict.WORSE


def answer(sample: DrawnSample, items: int) -> dict[int, State]:
    """Return the state of each bag once the first items are answered, links one by one."""
    states: dict[int, State] = {}
    for item in sample.order[:items]:
        bag, _, keys = sample.items[item]
        state, verdict = states.get(bag, State()), find_verdict(item)
        rows = tuple(sorted([*state.rows, *((key, verdict) for key in keys[:1])]))
        states[bag] = state._replace(rows=rows) if keys else State(verdict)
    return states


def pool_of(review: Review, *reviewers: Mapping[int, State]) -> Pool:
    """Return a pool with the states of bags of several reviewers."""
    states = {
        f"reviewer {number}": {review.entries[bag].fingerprint: state for bag, state in own.items()}
        for number, own in enumerate(reviewers)
    }
    return Pool((review,), states, {})


def test_tally_of_a_sample_of_links_says_what_it_counts(great: Review) -> None:
    sample = draw(great, 10)
    links = sum(not sample.items[item].is_whole for item in sample.drawn)
    for bag, state in answer(sample, 10).items():
        great.judge(bag, state)
    assert 0 < links < 10
    figures = list_sample_figures(great)
    assert figures[:2] == [["10", "56", "1", "10"], [str(10 - links), str(links), "1"]]
    document = json.loads(render_tally_json([great]))
    assert (document["judged"], document["judged_by_changes_alone"]) == (10 - links, 1)
    found = json.loads(render_tally_json([great]))["sample"]
    assert (found["items"], found["divided_bags"], found["answered"]) == (56, 1, 10)
    assert (found["judged"], found["changes"]) == (10 - links, links)
    assert sum(stratum["items"] for stratum in found["strata"]) == 56


def count_change() -> int:
    """Return ΔC of all items: each bag makes a link and loses one, and each good link counts."""
    better = [find_verdict(item) is Verdict.BETTER for item in range(8 + LINKS)]
    return 2 * sum(better[:8]) + sum(better[8:]) - 8 - LINKS // 2


def test_estimates_of_a_sample_of_links_are_right_on_average(great: Review) -> None:
    """Draw samples with many seeds, while the verdicts are fixed."""
    of_bags = sum(1 if find_verdict(item) is Verdict.BETTER else -1 for item in range(8))
    nets, made = [], []
    for seed in range(150):
        great.keep("sample", None)
        sample = draw(great, 10, seed=seed)
        pool = pool_of(great, answer(sample, 10))
        found, links = estimate_pool(pool, sample).net, estimate_review_links(pool)
        assert found is not None
        assert links.change_of_all is not None
        assert links.made.total == 8 + LINKS // 2
        nets.append(float(found.value))
        made.append(float(links.change_of_all.low))
    # The standard error of the mean of 150 estimates is about 0.4, for links 0.9.
    assert fmean(nets) == pytest.approx(of_bags, abs=1.4)
    assert fmean(made) == pytest.approx(count_change(), abs=2.8)


def test_every_link_judged_by_itself_is_exact(great: Review) -> None:
    sample = draw(great, 8 + LINKS)
    pool = pool_of(great, answer(sample, 8 + LINKS))
    found, links = estimate_pool(pool, sample), estimate_review_links(pool)
    assert found.net is not None
    assert tuple(found.net) == (0, 0, 0)
    assert links.change == (count_change(), count_change()) == (8, 8)
    assert links.change_of_all is not None
    assert links.change_of_all.is_exact
    assert links.made.answer.judged == links.made.total == 32


def test_links_judged_by_themselves_count_where_the_sample_is_gone(great: Review) -> None:
    sample = draw(great, 8 + LINKS)
    states = answer(sample, 8 + LINKS)
    great.keep("sample", None)
    links = estimate_review_links(pool_of(great, states))
    assert links.change == (8, 8)
    assert links.bags == (0, 9, 0, 0)
    # Without the last one, one link is left.
    rows = dict(states[8].rows)
    rows.popitem()
    found = estimate_review_links(pool_of(great, states | {8: State(rows=tuple(rows.items()))}))
    # Each small bag has two links.
    assert found.made.answer.answered + found.lost.answer.answered == 16 + LINKS - 1


def test_type_of_a_large_bag_is_drawn_and_counts_among_all_types(tmp_path: Path) -> None:
    large = a_wide_bag(1, 5 * LINKS)
    row = Divergence(Kind.TYPE, 0, 0, large.changed[0].spans[:1], "typed", added=("Person",))
    path = write_bags(tmp_path / "r.coala", [a_bag(0), replace(large, divergences=(*large.divergences, row))])
    with Review.open(path) as review:
        sample = draw(review, 2)
        assert [item.unit for item in sample.divided[1]].count(DrawnUnit.CHANGE) == 1
        types = estimate_review_content(pool_of(review), TYPES)
        assert (types.made.total, types.made.answer.answered) == (1, 0)
        own = State(rows=((sample.items[-1].keys[0], Verdict.BETTER),))
        assert estimate_review_content(pool_of(review, {1: own}), TYPES).made.good == (1, 1)


def test_verdict_on_a_large_bag_answers_none_of_its_links_and_who_is_who_all(great: Review) -> None:
    sample = draw(great, 10)
    plain = pool_of(great, {8: State(Verdict.BETTER)})
    assert list_item_verdicts(plain, sample) == [None] * (8 + LINKS)
    links = estimate_review_links(plain)
    assert links.made.answer.answered == 0
    assert links.bags == (0, 0, 0, 9)
    assert links.of_wholes == 0
    # Every part is as the changed graph has it, so each link is good.
    groups = group_as(great.find_parts(8), CHANGED)
    pool = pool_of(great, {8: State(Verdict.BETTER, groups=groups)})
    assert list_item_verdicts(pool, sample) == [None] * 8 + [Verdict.UNSURE] * LINKS
    states = {number: State(find_verdict(number)) for number in range(8)}
    links = estimate_review_links(pool_of(great, states | {8: State(Verdict.WORSE, groups=groups)}))
    assert links.change == (24, 24)
    assert links.bags == (1, 8, 0, 0)


def test_plain_verdict_on_a_large_bag_bounds_its_links_without_a_sample(great: Review) -> None:
    great.keep("sample", None)
    states = {number: State(find_verdict(number)) for number in range(8)}
    links = estimate_review_links(pool_of(great, states | {8: State(Verdict.BETTER)}))
    # Of 48 links, 24 of them lost, 25 to 48 are good.
    assert links.change == (1, 24)
    assert links.bags == (0, 8, 1, 0)
    assert links.of_wholes == LINKS


def test_link_counts_where_reviewers_agree_on_it_in_a_disputed_bag(great: Review) -> None:
    sample = draw(great, 10)
    first, second = (sample.divided[8][link].keys[0] for link in (0, 1))
    one = State(Verdict.BETTER, rows=((first, Verdict.WORSE), (second, Verdict.WORSE)))
    other = State(Verdict.WORSE, rows=((first, Verdict.WORSE), (second, Verdict.BETTER)))
    pool = pool_of(great, {8: one}, {8: other})
    assert pool.disputed == 1
    verdicts = list_item_verdicts(pool, sample)
    assert verdicts[8:] == [Verdict.WORSE, Verdict.UNSURE, *[None] * (LINKS - 2)]
    # The dispute on the verdict answers no link.
    assert set(estimate_pool(pool, sample).items) <= {8, 9}
    groups = group_as(great.find_parts(8), CHANGED)
    pool = pool_of(great, {8: one}, {8: other._replace(groups=groups)})
    items = estimate_pool(pool, sample).items
    # The dispute on who is who answers all of them, so the sample ends before the first small bag.
    assert all(sample.items[item].bag == 8 for item in items)
    assert sample.items[sample.order[len(items)]].bag != 8


def test_reviewers_who_judge_different_links_are_counted_together(great: Review) -> None:
    sample = draw(great, 10)
    keys = [item.keys[0] for item in sample.divided[8]]
    one = State(rows=((keys[0], Verdict.BETTER),))
    other = State(rows=((keys[3], Verdict.WORSE),))
    verdicts = list_item_verdicts(pool_of(great, {8: one}, {8: other}), sample)
    assert {item: verdict for item, verdict in enumerate(verdicts) if verdict} == {
        8: Verdict.BETTER,
        11: Verdict.WORSE,
    }
    assert not estimate_pool(pool_of(great, {8: one}), sample).items or sample.order[0] == 8


def test_link_without_an_answer_is_named_by_its_bag(great: Review) -> None:
    sample = draw(great, 10)
    place = next(at for at, item in enumerate(sample.order) if sample.items[item].keys)
    states = answer(sample, 8 + LINKS)
    skipped = sample.items[sample.order[place]]
    rows = tuple(row for row in states[skipped.bag].rows if row[0] not in skipped.keys)
    pool = pool_of(great, states | {skipped.bag: State(rows=rows)})
    told = list(map(list_figures, describe_sample(sample, estimate_pool(pool, sample))))
    assert [str(7 + LINKS - place), "9"] in told


def test_several_comparisons_count_whole_bags_together(great: Review, tmp_path: Path) -> None:
    sample = draw(great, 10)
    for bag, state in answer(sample, 10).items():
        great.judge(bag, state)
    with Review.open(make_review(tmp_path / "other.coala", list(map(a_bag, range(20, 32))))) as other:
        for number in range(12):
            other.judge(number, State(Verdict.BETTER))
        document = json.loads(render_tally_json([great, other]))
    bags = [item for item in sample.drawn if not sample.items[item].keys]
    better = 12 + sum(find_verdict(item) is Verdict.BETTER for item in bags)
    assert (document["better"], document["judged"]) == (better, 12 + len(bags))
    assert document["comparisons"] == 2
