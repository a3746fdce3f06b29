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
from coala.output.links import estimate_review_content, estimate_review_links
from coala.output.samples import describe_sample, estimate_pool, list_item_verdicts
from coala.output.tally import render_tally_json, render_tally_text
from coala.review.drawing import draw, draw_order
from coala.review.file import Review
from coala.review.pooling import Pool
from coala.verdicts.groups import group_as
from coala.verdicts.sampling import DrawnSample, DrawnUnit
from coala.verdicts.state import State
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.reviews import a_bag, make_review


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    """Return a review of twenty bags with a sample of eight."""
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        draw(review, 8, seed=3)
        yield review


def lines(review: Review) -> list[str]:
    told = [line.strip() for line in render_tally_text([review])]
    return [
        line for line in told if line.startswith(("A sample", "Estimate")) or "more bags are judged" in line
    ]


def judge(review: Review, verdict: Verdict, bags: int) -> None:
    for number in draw(review, 8, seed=3).drawn[:bags]:
        review.judge(number, State(verdict))


def test_the_tally_names_the_sample_before_anything_is_judged(review: Review) -> None:
    assert lines(review) == ["A sample of 8 of 20 bags (seed 3): 0 answered."]
    step = json.loads(render_tally_json([review]))["answer"]["next_step"]
    assert (step["step"], step["bags"]) == ("judge the sample", 8)


def test_the_tally_estimates_all_bags_from_the_sample(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    told = lines(review)
    assert told[0] == "A sample of 8 of 20 bags (seed 3): 8 answered."
    assert told[1].startswith("Estimate of all: mean +1.00 (+0.")


def test_bags_judged_after_a_skipped_one_are_named_and_do_not_count(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in (*order[:3], *order[4:6]):
        review.judge(number, State(Verdict.BETTER))
    told = lines(review)
    assert told[0] == "A sample of 8 of 20 bags (seed 3): 3 answered."
    assert told[1] == (
        f"2 more bags are judged, but bag {order[3] + 1} comes before in the sample. "
        "Answer it, if only with ?, to count more."
    )
    review.judge(order[3], State(Verdict.UNSURE))
    assert lines(review)[0] == "A sample of 8 of 20 bags (seed 3): 6 answered."


def test_an_order_without_a_size_says_nothing_before_its_first_bag_is_judged(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        order = draw_order(review).order
        assert lines(review) == []
        for number in order[:4]:
            review.judge(number, State(Verdict.BETTER))
        assert lines(review)[0] == "A sample of 4 of 20 bags (seed 1): 4 answered."


def find_paper_line(review: Review) -> str:
    """Return the figure for a paper, "" if there is none."""
    text = " ".join(line.strip() for line in render_tally_text([review]))
    found = re.search(r"For a paper: .*?\)\.", text)
    return "" if found is None else found[0]


def test_the_figure_for_a_paper_is_that_of_the_sample(review: Review) -> None:
    for number in draw(review, 12, seed=3).drawn:
        review.judge(number, State(Verdict.BETTER))
    assert re.fullmatch(
        r"For a paper: mean \+1\.00 \(95 % \+0\.\d\d to \+1\.00\) of 20 bags, "
        r"by a random sample with 12 bags judged \(12 better, 0 worse, 0 same; sign test p < \.001\)\.",
        find_paper_line(review),
    )
    for number in range(20):
        review.judge(number, State(Verdict.BETTER if number % 2 else Verdict.WORSE))
    assert find_paper_line(review) == ("For a paper: mean 0.00 of all 20 bags (10 better, 10 worse, 0 same).")


def test_bags_in_the_order_of_the_text_give_no_figure_for_a_paper(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", list(map(a_bag, range(20))))) as review:
        for number in range(19):
            review.judge(number, State(Verdict.WORSE if number % 2 else Verdict.BETTER))
        assert find_paper_line(review) == ""


def test_the_tally_has_true_minus_signs_and_no_sign_of_zero(review: Review) -> None:
    review.judge(0, State(Verdict.WORSE))
    assert any(line.startswith("  net −1   mean −1.000") for line in render_tally_text([review]))
    review.judge(1, State(Verdict.BETTER))
    told = "\n".join(render_tally_text([review]))
    assert "  Bags: + better 1   − worse 1   = same 0" in told
    assert "  net 0   mean 0.000   of the judged bags" in told


def test_the_plain_mean_of_a_sample_has_no_interval(review: Review) -> None:
    order = draw(review, 8, seed=3).order
    for number in order[:4]:
        review.judge(number, State(Verdict.BETTER))
    assert "  net +4   mean +1.000   of the judged bags" in list(render_tally_text([review]))
    for number in order[4:]:
        review.judge(number, State(Verdict.BETTER))
    told = list(render_tally_text([review]))
    assert "  net +20   mean +1.000   exact, since all bags are judged" in told


def test_a_review_without_a_sample_says_nothing_of_one(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [a_bag(0)])) as review:
        review.judge(0, State(Verdict.BETTER))
        assert lines(review) == []
        assert json.loads(render_tally_json([review]))["sample"] is None


def test_json_has_the_strata_and_the_estimates(review: Review) -> None:
    judge(review, Verdict.BETTER, 8)
    found = json.loads(render_tally_json([review]))["sample"]
    assert (found["seed"], found["size"], found["answered"], found["judged"]) == (3, 8, 8, 8)
    assert (found["open"], found["changes"], found["judged_outside"]) == (0, 0, 0)
    assert found["strata"] == [{"name": "moved, 2 to 4 links", "bags": 20, "answered": 8}]
    assert found["mean"]["value"] == 1
    assert found["net"]["value"] == 20


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
    told = [line.strip() for line in render_tally_text([great])]
    assert 0 < links < 10
    assert "A sample of 10 of 56 items (seed 1): 10 answered." in told
    assert f"These are {10 - links} whole bags, {links} links of 1 large bag." in told
    text = " ".join(told)
    assert "1 large bag is in no mean, since links or changes are drawn one by one." in text
    assert "1 more bag has verdicts on changes alone; they count for links and facts only" in text
    assert "of the judged bags" in text
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
    told = " ".join(describe_sample(sample, estimate_pool(pool, sample)))
    assert (
        f"{7 + LINKS - place} more items are judged, but a link of bag 9 comes before in the sample." in told
    )


def test_several_comparisons_count_whole_bags_together(great: Review, tmp_path: Path) -> None:
    sample = draw(great, 10)
    for bag, state in answer(sample, 10).items():
        great.judge(bag, state)
    with Review.open(make_review(tmp_path / "other.coala", list(map(a_bag, range(20, 32))))) as other:
        for number in range(12):
            other.judge(number, State(Verdict.BETTER))
        told = " ".join(line.strip() for line in render_tally_text([great, other]))
        document = json.loads(render_tally_json([great, other]))
    bags = [item for item in sample.drawn if not sample.items[item].keys]
    better = 12 + sum(find_verdict(item) is Verdict.BETTER for item in bags)
    assert (document["better"], document["judged"]) == (better, 12 + len(bags))
    together = told.partition("All together")[2]
    assert "1 large bag is in no mean, since links or changes are drawn one by one." in together
    assert f"of 20 bags, by a random sample with {12 + len(bags)} bags judged" in together
