"""Report and JSON of the verdicts on a board: for each column, and over all bags, each counted once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.present.answer import StatedAnswer, write_answer
from coala.present.blocks import Block, FigureCell, Figures, Note, Report, list_item
from coala.present.figures import FigureInterval, Mean
from coala.present.reviewers import describe_counted
from coala.present.tally import (
    LONGEST_ROW_NAME,
    describe_judged,
    describe_mean,
    list_tables,
    tabulate_bags,
    tabulate_verdicts,
)
from coala.results.verdicts.answering import answer_pools
from coala.results.verdicts.links import estimate_review_links
from coala.results.verdicts.reviewers import counted_to_json
from coala.results.verdicts.tally import describe_changes_alone, tabulate_reviewers, tally_review
from coala.review.board.board_file import BagsTallied, BoardTally, StoredBoard
from coala.review.file import Review
from coala.review.pooling import pool_reviews
from coala.review.reviewers import Chosen
from coala.verdicts.answer import NEEDED, SampleMean, Saying
from coala.verdicts.state import Manner
from coala.verdicts.tally import tally_as_json

_NO_CONCLUSION = (
    f"No conclusion about any column yet: that needs {NEEDED} verdicts, or verdicts on all of its bags."
)

_WAITING = (Saying.OPEN, Saying.HIDDEN, Saying.NOTHING_DIFFERS)
"""The answers of columns without enough verdicts."""


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


def report_board_tally(
    stored: StoredBoard, tallied: BoardTally, answers: Mapping[str, StatedAnswer]
) -> Report:
    """Report the answer of each column with enough verdicts, the verdicts by column, and those of all bags.

    If columns have samples, there is no mean over all columns: the verdicts on a sample and those on every
    bag of another column are not one random part of the board.
    """
    answered = [write_answer(stated) for stated in answers.values() if stated.answer.says not in _WAITING]
    columns = count(len(stored.addresses), "column")
    blocks: list[Block] = []
    claim = answered[0] if answered else _NO_CONCLUSION
    if len(answered) > 1:
        claim = f"{len(answered):,} of {columns} have a conclusion."
        blocks += map(list_item, answered)
    samples = {address: stated.answer.evidence.sample for address, stated in answers.items()}
    sampled = {address: sample for address, sample in samples.items() if sample is not None}
    blocks.append(Note(visible(str(stored.path))))
    blocks += _list_notes(tallied, len(sampled))
    blocks.append(_tabulate_columns(stored, tallied.columns, sampled))
    blocks += _describe_columns(stored, tallied.columns, sampled)
    total = tallied.all_bags.tally
    if total.mean is not None and not sampled:
        blocks += (tabulate_bags(total), Note(f"{describe_mean(total)}."), *list_tables(total))
    if tallied.reviewers:
        blocks.append(tabulate_reviewers(tallied.reviewers, _count_settling(stored)))
    return Report("tally", claim, tuple(blocks))


def _list_notes(tallied: BoardTally, sampled: int) -> Iterator[Note]:
    yield from map(Note, describe_counted(tallied.counted))
    all_bags = tallied.all_bags
    judged = describe_judged(all_bags.tally, all_bags.by_changes_alone)
    yield Note(f"The whole board, each bag once: {judged}.")
    if all_bags.by_changes_alone:
        yield Note(f"{describe_changes_alone(all_bags.by_changes_alone)}; they do not count here.")
    if sampled:
        yield Note(f"No mean of the whole board, since {count(sampled, 'column')} had only a sample judged.")


def _tabulate_columns(
    stored: StoredBoard, columns: Sequence[BagsTallied], sampled: Mapping[str, SampleMean]
) -> Figures:
    """Return the verdicts by column, and what does not count; with the means if a column has a sample."""
    left_out = {
        "disputed": [bags.disputed for bags in columns],
        "other groups": [bags.other_groups for bags in columns],
        "changes alone": [bags.by_changes_alone for bags in columns],
    }
    more: dict[str, Sequence[FigureCell]] = {
        "bags": [bags.tally.interesting for bags in columns],
        **{title: counts for title, counts in left_out.items() if any(counts)},
    }
    if sampled:
        means = [
            _find_mean(bags, sampled.get(address))
            for address, bags in zip(stored.addresses, columns, strict=True)
        ]
        more |= {"mean": [mean for mean, _ in means], "limits": [limits for _, limits in means]}
        more["in sample"] = [
            sampled[address].judged if address in sampled else None for address in stored.addresses
        ]
    rows = [(address, bags.tally) for address, bags in zip(stored.addresses, columns, strict=True)]
    return tabulate_verdicts(rows, "Bags by column; one counts in each column that has it", "column", more)


def _find_mean(bags: BagsTallied, sample: SampleMean | None) -> tuple[FigureCell, FigureCell]:
    """Return the mean verdict of a column with its limits: by a sample, or once all bags are answered."""
    if sample is not None:
        return Mean(sample.mean), FigureInterval(Mean(sample.low), Mean(sample.high))
    if bags.tally.interval is None:
        return None, None
    low, high = bags.tally.interval
    return Mean(bags.tally.mean), FigureInterval(Mean(low), Mean(high)) if low < high else None


def _describe_columns(
    stored: StoredBoard, columns: Sequence[BagsTallied], sampled: Mapping[str, SampleMean]
) -> Iterator[Note]:
    """Yield what the table by column does not say."""
    board_columns = stored.board.columns
    alone = [
        address
        for address, column in zip(stored.addresses, board_columns, strict=True)
        if column.baseline is None
    ]
    if alone:
        yield Note(f"Without a comparison: {_join_addresses(alone)}.")
    by_models = [address for address, bags in zip(stored.addresses, columns, strict=True) if bags.only_models]
    if by_models:
        yield Note(f"Judged by models only: {_join_addresses(by_models)}.")
    if sampled:
        yield Note(
            "Limits are those of 95 % where a sample was judged. Elsewhere each open bag is at its worst, "
            "and at its best."
        )


def _join_addresses(addresses: Iterable[str]) -> str:
    return ", ".join(one_line(address, LONGEST_ROW_NAME) for address in addresses)


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
