"""Tally of a board at its end, as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.present.answer import StatedAnswer
from coala.present.figures import MINUS, interval, signed
from coala.present.reviewers import describe_counted
from coala.results.verdicts.answering import answer_pools
from coala.results.verdicts.links import estimate_review_links
from coala.results.verdicts.reviewers import counted_to_json
from coala.results.verdicts.tally import (
    describe_changes_alone,
    describe_reviewers,
    describe_tally,
    tally_review,
    wrap_answer,
)
from coala.review.board.board_file import BagsTallied, BoardTally, StoredBoard
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.review.reviewers import Chosen
from coala.verdicts.answer import NEEDED, SampleMean, Saying
from coala.verdicts.state import Manner
from coala.verdicts.tally import tally_as_json

_WIDEST_ADDRESS = 40
"""The widest column of the addresses of columns."""


def find_answers(reviews: Iterable[Review], reviewer: Chosen = None) -> dict[str, StatedAnswer]:
    """Return the answer of each column by its address.

    ``reviews`` are those of the columns. With ``reviewer`` only the chosen verdicts count.
    """
    answers = {}
    for review in reviews:
        pools = pool_reviews([review], reviewer)
        links = estimate_review_links(pools[0]) if pools[0].settled else None
        answers[review.column or ""] = answer_pools(pools, links)
    return answers


def render_board_tally_text(
    stored: StoredBoard, tallied: BoardTally, answers: Mapping[str, StatedAnswer]
) -> Iterator[str]:
    """Yield the tally as lines for a terminal, first the answer of each column with enough verdicts.

    If columns have samples, there is no mean over all columns: the verdicts on a sample and those on every
    bag of another column are not one random part of the board.
    """
    all_bags = tallied.all_bags
    samples = {address: stated.answer.evidence.sample for address, stated in answers.items()}
    sampled = {address: sample for address, sample in samples.items() if sample is not None}
    yield visible(str(stored.path))
    yield from _write_answers(list(answers.values()))
    yield f"  {count(len(stored.addresses), 'column')}; a bag counts once in each column that has it"
    width = min(_WIDEST_ADDRESS, max(map(len, stored.addresses)))
    for address, column, bags in zip(stored.addresses, stored.board.columns, tallied.columns, strict=True):
        described = "  no comparison" if column.baseline is None else _describe_bags_tallied(bags)
        if sampled and column.baseline is not None:
            described += _describe_column_mean(bags, sampled.get(address))
        yield f"    {one_line(address, _WIDEST_ADDRESS):<{width}}  {described}"
    total = all_bags.tally
    judged = f"{total.judged:,} of {count(total.interesting, 'bag')} judged"
    disputed = _describe_disputed(all_bags)
    yield from (f"  {sentence}" for sentence in describe_counted(tallied.counted))
    yield f"  the whole board, each bag once: {judged}, {total.unsure:,} not sure{disputed}"
    if all_bags.by_changes_alone:
        yield f"  {describe_changes_alone(all_bags.by_changes_alone)}; they do not count here"
    if sampled:
        yield f"  no mean of the whole board, since {count(len(sampled), 'column')} had only a sample judged"
    elif total.mean is not None:
        yield from describe_tally(total)
    if tallied.reviewers:
        yield from describe_reviewers(tallied.reviewers, _count_settling(stored))


def _write_answers(answers: Sequence[StatedAnswer]) -> Iterator[str]:
    """Yield the answer of each column that has one; without any, say how many verdicts are needed."""
    waiting = (Saying.OPEN, Saying.HIDDEN, Saying.NOTHING_DIFFERS)
    answered = [stated for stated in answers if stated.answer.says not in waiting]
    for stated in answered:
        yield from wrap_answer(stated)
    if not answered:
        needed = f"{NEEDED} verdicts, or verdicts on all of its bags"
        yield f"  No conclusion about any column yet: that needs {needed}."


def _count_settling(stored: StoredBoard) -> dict[str, int]:
    """Return the number of bags that each reviewer settled."""
    return {
        name: sum(
            state.verdict is not None and state.manner is Manner.ADJUDICATION
            for bag, state in held.items()
            if bag in stored.questions
        )
        for name, held in stored.states.items()
    }


def _describe_column_mean(bags: BagsTallied, sample: SampleMean | None) -> str:
    """Return the bounds of the mean verdict of a column: by a sample, or once all bags are answered."""
    if sample is not None:
        limits = interval(sample.low, sample.high)
        return f"   mean {signed(sample.mean)} ({limits}) by a sample, {sample.judged:,} judged"
    bounds = bags.tally.interval
    if bounds is None:
        return ""
    return f"   mean {signed(bounds[0]) if bounds[0] == bounds[1] else interval(*bounds)}"


def _describe_bags_tallied(bags: BagsTallied) -> str:
    tally = bags.tally
    described = f"{tally.judged:>5,} of {tally.interesting:>5,}"
    if tally.judged or tally.unsure:
        signs = f"+ {tally.better:,}  {MINUS} {tally.worse:,}  = {tally.same:,}  ? {tally.unsure:,}"
        described = f"{described}   {signs}   net {signed(tally.net, 0)}"
    begun = f", {bags.by_changes_alone:,} by changes alone" if bags.by_changes_alone else ""
    models = ", judged by models only" if bags.only_models else ""
    others = f", {bags.other_groups:,} with other groups" if bags.other_groups else ""
    return f"{described}{_describe_disputed(bags)}{others}{begun}{models}"


def _describe_disputed(bags: BagsTallied) -> str:
    return f", {bags.disputed:,} with a disagreement left out" if bags.disputed else ""


def render_board_tally_json(
    stored: StoredBoard, tallied: BoardTally, reviews: Iterable[Review], reviewer: Chosen = None
) -> str:
    """Return the ``coala-board-tally/1`` document: a ``coala-tally/1`` for each column, and one for all bags.

    ``reviews`` are those of the columns, each with the same tally as on its own. A graph without a baseline
    has no review and no bags. With ``reviewer`` only the chosen verdicts count.
    """
    tallies = {review.column: tally_review(review, reviewer) for review in reviews}
    columns = [
        {"column": address, "role": column.role.value, "name": column.name}
        | (tallies[address] if address in tallies else _tallied_to_json(bags))
        for address, column, bags in zip(stored.addresses, stored.board.columns, tallied.columns, strict=True)
    ]
    sampled = [address for address, each in tallies.items() if each["sample"] is not None]
    # As in the text: a sample and all bags of another column are not one random part.
    no_mean = {"mean": None, "interval": None, "sign_test_p": None} if sampled else {}
    document = {
        "format": "coala-board-tally/1",
        "path": str(stored.path),
        "columns": columns,
        "all": _tallied_to_json(tallied.all_bags) | no_mean | counted_to_json(tallied.counted),
        "reviewers": [{"reviewer": name} | tally_as_json(own) for name, own in tallied.reviewers.items()],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _tallied_to_json(bags: BagsTallied) -> dict[str, object]:
    return tally_as_json(bags.tally) | {
        "disputed": bags.disputed,
        "other_groups": bags.other_groups,
        "judged_by_changes_alone": bags.by_changes_alone,
    }
