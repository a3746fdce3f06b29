"""Report, JSON and CSV of ``coala tally``: what the verdicts of one or more reviews add up to.

A *pool* is one comparison with all review files of it, as when two reviewers each have a file: a bag counts
once in a pool. Several pools add up. A bag is *settled* if it has one verdict after all reviewers were
counted, and disputed if they differ. An estimate of links, facts or a sample needs a single pool.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from coala.base.csv_table import CsvColumn, write_csv
from coala.base.numerals import count
from coala.base.plain_text import one_line, visible
from coala.engine.summary import summary_to_json
from coala.model.bag import Verdict
from coala.present.answer import write_answer, write_for_paper
from coala.present.blocks import Block, Figures, HeadingBlock, Note, Report, StyledWords, WordStyle, say
from coala.present.reviewers import describe_left_out, describe_minutes
from coala.present.tally import (
    describe_judged,
    describe_mean,
    list_tables,
    tabulate_bags,
    tabulate_verdicts,
)
from coala.present.who_is_who import NamedGroups
from coala.results.score_tables import HEADINGS, make_score_table, name_scores
from coala.results.verdicts.answering import answer_pools, answer_to_json, tally_pools
from coala.results.verdicts.group_counts import count_groups, describe_group_counts
from coala.results.verdicts.links import (
    content_to_json,
    describe_all_content,
    describe_links,
    estimate_review_content,
    estimate_review_links,
    links_to_json,
)
from coala.results.verdicts.named_groups import (
    NO_GROUPS,
    find_overruled,
    list_groups,
    list_mixed,
    name_answer,
)
from coala.results.verdicts.reviewers import (
    blind_to_json,
    counted_to_json,
    describe_blind,
    minutes_to_json,
)
from coala.results.verdicts.samples import (
    describe_kept_links,
    describe_sample,
    estimate_pool,
    estimate_pools,
    find_pool_kept_links,
    find_pool_sample,
    kept_links_to_json,
    sample_to_json,
)
from coala.results.verdicts.verdict_slices import count_origins, report_verdict_slices, slices_to_json
from coala.review.file import Review
from coala.review.listing import BagEntry
from coala.review.minutes import Minutes, join_minutes
from coala.review.pooling import Pool, pool_reviews
from coala.review.reviewers import Chosen
from coala.verdicts.by_kind import count_whole
from coala.verdicts.estimates import LinkEstimates
from coala.verdicts.facts import ENTITY_LINKS, KINDS_OF_CONTENT
from coala.verdicts.reviewer_kinds import ReviewerKind, choose_kind, find_kinds
from coala.verdicts.state import VALUE_OF, Manner, State
from coala.verdicts.tally import Tally, tally_as_json

VERDICT_NAMES = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.SAME: "same",
    Verdict.UNSURE: "unsure",
}
"""Verdicts as words: their signs would be formulas in a spreadsheet."""

YES_OR_NO = {True: "yes", False: "no", None: ""}

_MANNERS = {
    Manner.TAKEN_OVER: "{:,} carried over from another review",
    Manner.ADJUDICATION: "{:,} settled for all reviewers",
}
"""How verdicts came about other than by looking at a single bag."""


def render_tally_json(
    reviews: Sequence[Review],
    reviewer: Chosen = None,
    baseline_precision: Fraction | None = None,
    by: Sequence[str] = (),
) -> str:
    """Return the ``coala-tally/1`` document; several reviews are pooled, and listed under ``reviews``.

    A bag that several reviewers judged counts once. With ``reviewer`` only the chosen verdicts count.
    Links are only estimated for a single comparison. ``by`` are names of ``VERDICT_SLICINGS``.
    """
    each = [tally_review(review, reviewer, baseline_precision, by) for review in reviews]
    if len(reviews) == 1:
        (document,) = each
    else:
        pools = pool_reviews(reviews, reviewer)
        document = _pool_to_json(pools, baseline_precision, by) | {"reviews": each}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def tally_review(
    review: Review,
    reviewer: Chosen = None,
    baseline_precision: Fraction | None = None,
    by: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the tally of one review as JSON."""
    pools = pool_reviews([review], reviewer)
    return _pool_to_json(pools, baseline_precision, by) | _review_to_json(review, pools)


def _pool_to_json(
    pools: Sequence[Pool], baseline_precision: Fraction | None, by: Sequence[str]
) -> dict[str, Any]:
    slices: dict[str, Any] = {"by_slice": slices_to_json(pools, by)} if by else {}
    if "form" in by:
        slices["forms"] = count_origins(pools)._asdict()
    links = estimate_review_links(pools[0], baseline_precision) if len(pools) == 1 else None
    return (
        _tally_to_json(pools)
        | slices
        | {
            "answer": answer_to_json(answer_pools(pools, links)),
            "sample": _sample_to_json(pools[0]) if len(pools) == 1 else None,
            "kept_links": _kept_links_to_json(pools[0]) if len(pools) == 1 else None,
            "links": None if links is None else links_to_json(links),
            **_content_to_json(pools),
            "comparisons": len(pools),
            **counted_to_json(pools[0].counted),
            "minutes": minutes_to_json(_join_minutes(pools)),
            "other_groups": sum(pool.other_groups for pool in pools),
            "judged_by_changes_alone": sum(pool.by_changes_alone for pool in pools),
            "by_manner": {manner.value: bags for manner, bags in _count_manners(pools).items()},
            "newer_of_two_verdicts": _count_replaced(pools),
            "who_is_who": count_groups(pools)._asdict(),
            "reviewers": [
                {
                    "reviewer": name,
                    "kind": _find_kind(pools, name).value,
                    "settled": _count_settling(pools, name),
                    "minutes": minutes_to_json(_join_minutes(pools, name)),
                    "who_is_who": count_groups(pools, name)._asdict(),
                }
                | _tally_to_json(pools, name)
                for name in _list_reviewers(pools)
            ],
        }
    )


def _content_to_json(pools: Sequence[Pool]) -> dict[str, Any]:
    """Return the facts and other content of one comparison; entity links only where some changed."""
    if len(pools) > 1:
        return dict.fromkeys(key for key in KINDS_OF_CONTENT if key != ENTITY_LINKS)
    found = {content: estimate_review_content(pools[0], content) for content in KINDS_OF_CONTENT}
    if not found[ENTITY_LINKS].made.total and not found[ENTITY_LINKS].lost.total:
        del found[ENTITY_LINKS]
    return {content: content_to_json(estimates) for content, estimates in found.items()}


def _tally_to_json(pools: Sequence[Pool], reviewer: str | None = None) -> dict[str, Any]:
    """Return the tally as JSON, with the interval of the sample if there is one."""
    total = tally_pools(pools, reviewer)
    document = tally_as_json(total)
    if reviewer is None and total.interval is None and (mean := estimate_pools(pools)) is not None:
        document["interval"] = [mean.low, mean.high]
    return document


def _sample_to_json(pool: Pool) -> dict[str, Any] | None:
    sample = find_pool_sample(pool)
    return None if sample is None else sample_to_json(sample, estimate_pool(pool, sample))


def _kept_links_to_json(pool: Pool) -> dict[str, int] | None:
    kept = find_pool_kept_links(pool)
    return None if kept is None else kept_links_to_json(kept)


def shows_scores(review: Review, pools: Sequence[Pool]) -> bool:
    """Return True if scores may be shown: those against gold only once a bag is judged."""
    return review.summary.gold is None or any(pool.settled for pool in pools)


def _review_to_json(review: Review, pools: Sequence[Pool]) -> dict[str, Any]:
    column = {} if review.column is None else {"column": review.column}
    return column | {
        "path": str(review.path),
        "scores": summary_to_json(review.summary)["scores"] if shows_scores(review, pools) else None,
        "blind": blind_to_json(review),
    }


def _list_reviewers(pools: Sequence[Pool]) -> list[str]:
    return sorted({name for pool in pools for name in pool.reviewers})


def _find_kind(pools: Sequence[Pool], reviewer: str) -> ReviewerKind:
    kinds = (find_kinds(pool.states.get(reviewer, {}).values()) for pool in pools)
    return choose_kind(frozenset[ReviewerKind]().union(*kinds))


def _join_minutes(pools: Sequence[Pool], reviewer: str | None = None) -> Minutes:
    """Return the time of the verdicts of one reviewer, or of all who count."""
    return join_minutes(
        [own for pool in pools for name, own in pool.minutes.items() if reviewer in (None, name)]
    )


def _count_manners(pools: Sequence[Pool]) -> dict[Manner, int]:
    """Return the number of bags by how their verdicts came about, other than by looking at a single bag."""
    judged_bags = (
        settled for pool in pools for settled in pool.settled.values() if settled.verdict is not None
    )
    counts = Counter(settled.manner for settled in judged_bags)
    return {manner: counts[manner] for manner in _MANNERS if counts[manner]}


def _count_replaced(pools: Sequence[Pool]) -> dict[str, int]:
    replaced: Counter[str] = Counter()
    for pool in pools:
        replaced.update(pool.replaced)
    return dict(sorted(replaced.items()))


OPEN_LINK = "open"
"""In place of a verdict, for a link that the verdicts leave open."""


class _Row(NamedTuple):
    """A line of the table: one reviewer's answer about one bag."""

    review: Review
    entry: BagEntry
    reviewer: str
    kind: str  # of the reviewer
    state: State
    groups: NamedGroups = NO_GROUPS

    @property
    def follows(self) -> str:
        """The verdict that follows from who is who, as a word, if the reviewer gave another one."""
        return name_verdict(find_overruled(self.review, self.entry.number, self.state))

    @property
    def changes(self) -> str:
        """The verdict on each link and other change: "split:better merged:open merged:open"."""
        given = self.review.count_by_change(self.entry.number, self.state)
        if given is None:
            given = count_whole(self.review.kinds_of(self.entry.number), self.state.verdict)
        return " ".join(
            f"{kind.value}:{OPEN_LINK if verdict is None else VERDICT_NAMES[verdict]}"
            for kind, verdict, number in given
            for _ in range(number)
        )


_COLUMNS: tuple[CsvColumn[_Row], ...] = (
    CsvColumn("review", lambda row: row.review.address),
    CsvColumn("bag", lambda row: row.entry.number + 1),
    CsvColumn("fingerprint", lambda row: row.entry.fingerprint),
    CsvColumn("title", lambda row: row.entry.title),
    CsvColumn("kinds", lambda row: " ".join(row.entry.kinds)),
    CsvColumn("spans", lambda row: row.entry.spans),
    CsvColumn("documents", lambda row: row.entry.documents),
    CsvColumn("verdict", lambda row: name_verdict(row.state.verdict)),
    CsvColumn("value", lambda row: value_verdict(row.state.verdict)),
    CsvColumn("follows", lambda row: row.follows),
    CsvColumn("groups", lambda row: " | ".join(list_groups(row.groups))),
    CsvColumn("no_mention", lambda row: " ".join(row.groups.no_mention)),
    CsvColumn("not_sure", lambda row: " ".join(row.groups.not_sure)),
    CsvColumn("mixed", lambda row: "; ".join(list_mixed(row.groups))),
    CsvColumn("note", lambda row: row.state.comment.note),
    CsvColumn("tags", lambda row: " ".join(row.state.comment.tags)),
    CsvColumn("gold_in_sight", lambda row: YES_OR_NO[row.state.gold_seen]),
    CsvColumn("changes", lambda row: row.changes),
    CsvColumn("reviewer", lambda row: row.reviewer),
    CsvColumn("reviewer_kind", lambda row: row.kind),
    CsvColumn("manner", lambda row: row.state.manner.value),
    CsvColumn("taken_over_from", lambda row: row.state.source),
)


def name_verdict(verdict: Verdict | None) -> str:
    """Return a verdict as a word, "" if there is none."""
    return "" if verdict is None else VERDICT_NAMES[verdict]


def value_verdict(verdict: Verdict | None) -> int | None:
    """Return a verdict as 1, 0 or -1, None if there is none or it does not count."""
    return None if verdict is None else VALUE_OF.get(verdict)


def render_tally_csv(reviews: Iterable[Review], reviewer: Chosen = None) -> str:
    """Return a table with one line for each bag and reviewer.

    A bag without answers has one line without a reviewer.
    """
    return "".join(write_csv(_COLUMNS, _make_rows(reviews, reviewer)))


def _make_rows(reviews: Iterable[Review], reviewer: Chosen) -> Iterator[_Row]:
    for review in reviews:
        (pool,) = pool_reviews([review], reviewer)
        kinds = {name: _find_kind([pool], name).value for name in pool.states}
        for entry in review.entries:
            answers = [
                (name, state)
                for name, states in pool.states.items()
                if (state := states.get(entry.fingerprint, State())) != State()
            ]
            for name, state in answers or [("", State())]:
                named = name_answer(review, entry.number, state)
                yield _Row(review, entry, name, kinds.get(name, ""), state, named)


def report_tally(
    reviews: Sequence[Review],
    reviewer: Chosen = None,
    baseline_precision: Fraction | None = None,
    by: Sequence[str] = (),
) -> Report:
    """Report what the verdicts say, then their tables; of several reviews all together, then each one.

    With ``reviewer`` only the chosen verdicts count. ``by`` are names of ``VERDICT_SLICINGS``.
    """
    pools = pool_reviews(reviews, reviewer)
    pooled = _Pooled(pools, baseline_precision, by)
    if len(reviews) == 1:
        (review,) = reviews
        head = (Note(visible(review.address)), *map(Note, describe_blind(review)))
        return Report("tally", pooled.claim, (*head, *pooled.list_blocks(), *_list_scores(review, pools)))
    blocks: list[Block] = []
    if len(pools) < len(reviews):
        files, comparisons = count(len(reviews), "file"), count(len(pools), "comparison")
        blocks.append(Note(f"{files} of {comparisons}; a bag counts once in each comparison."))
    blocks += pooled.list_blocks()
    for review in reviews:
        own_pools = pool_reviews([review], reviewer)
        own = _Pooled(own_pools, baseline_precision, by)
        blocks.append(HeadingBlock(4, (StyledWords(visible(review.address), WordStyle.NAME),)))
        blocks += (say(own.claim), *map(Note, describe_blind(review)), *own.list_blocks())
        blocks += _list_scores(review, own_pools)
    return Report("tally", pooled.claim, tuple(blocks))


def _list_scores(review: Review, pools: Sequence[Pool]) -> Iterator[Block]:
    if shows_scores(review, pools):
        for name, scores in review.summary.scores.items():
            yield make_score_table(scores, name_scores(review.nouns), title=HEADINGS[name])
    else:
        yield say("The scores against gold are shown once a bag is judged.")


class _Pooled:
    """The report on the pools of some reviews."""

    def __init__(self, pools: Sequence[Pool], precision: Fraction | None, by: Sequence[str]) -> None:
        self._pools, self._precision, self._by = pools, precision, by
        self._total = tally_pools(pools)
        # Links are those of one comparison.
        self._links = estimate_review_links(pools[0], precision) if len(pools) == 1 else None
        self._stated = answer_pools(pools, self._links, self._total)
        self.claim = write_answer(self._stated)

    def list_blocks(self) -> Iterator[Block]:
        """Yield what was judged, the estimates, and the tables."""
        yield from map(Note, self._describe_judged())
        if self._links is not None:
            yield from map(Note, self._describe_estimates(self._links))
        if paper := write_for_paper(self._stated.answer):
            yield Note(paper)
        if self._total.judged or self._total.unsure:
            yield tabulate_bags(self._total)
        if mean := describe_mean(self._total):
            yield Note(f"{mean}.")
        yield from list_tables(self._total, self._pools[0].reviews[0].nouns)
        reviewers = _list_reviewers(self._pools)
        # A single one has the figures of all.
        if len(reviewers) > 1:
            yield tabulate_reviewers(
                {name: tally_pools(self._pools, name) for name in reviewers},
                {name: _count_settling(self._pools, name) for name in reviewers},
            )
        yield from report_verdict_slices(self._pools, self._by)

    def _describe_judged(self) -> Iterator[str]:
        pools, total = self._pools, self._total
        yield from describe_left_out(pools[0].counted)
        by_changes_alone = sum(pool.by_changes_alone for pool in pools)
        yield f"{describe_judged(total, by_changes_alone)}."
        if minutes := describe_minutes(_join_minutes(pools)):
            yield f"{minutes}."
        if total.disputed:
            yield f"{count(total.disputed, 'bag')} left out: reviewers disagree, and no one has settled it."
        if other_groups := sum(pool.other_groups for pool in pools):
            yield f"{describe_other_groups(other_groups)}."
        if by_changes_alone:
            yield f"{describe_changes_alone(by_changes_alone)}; they count for links and facts only."
        if manners := [_MANNERS[manner].format(bags) for manner, bags in _count_manners(pools).items()]:
            yield f"Of these {', '.join(manners)}."
        if total.taken_over:
            sources = (f"{bags:,} from {one_line(file, 100)}" for file, bags in total.taken_over.items())
            yield f"Verdicts carried over: {', '.join(sources)}."
        for name, differing in _count_replaced(pools).items():
            bags = count(differing, "bag")
            yield f"{bags} with two different answers by {one_line(name, 60)}; the newer one counts."
        yield from (f"{line}." for line in describe_group_counts(count_groups(pools)))
        if total.with_gold:
            yield f"{total.with_gold:,} judged with gold visible."

    def _describe_estimates(self, links: LinkEstimates) -> Iterator[str]:
        """Yield the estimates of one comparison that its answer does not say."""
        (pool,) = self._pools
        if (sample := find_pool_sample(pool)) is not None:
            yield from describe_sample(sample, estimate_pool(pool, sample))
        if (kept := find_pool_kept_links(pool)) is not None:
            yield describe_kept_links(kept)
        yield from describe_all_content(pool)
        if not pool.settled:
            return
        yield from (line for line in describe_links(links) if line not in self.claim)
        if self._precision is not None and links.whole is None and links.change_of_all is not None:
            totals = pool.reviews[0].summary.links
            found = links.made.total, links.lost.total
            why = (
                "kinds of change are left out"
                if totals is None or found < (totals.made, totals.lost)
                else "the given one contradicts the verdicts"
            )
            yield f"Precision is not estimated, since {why}."


def describe_other_groups(bags: int) -> str:
    """Say on how many bags reviewers agree on the verdict, but not on who is who."""
    return f"{count(bags, 'bag')} with equal verdicts, but reviewers disagree on who is who"


def describe_changes_alone(bags: int) -> str:
    """Say how many bags have verdicts on changes but not on the whole bag."""
    return f"{count(bags, 'more bag')} {'has' if bags == 1 else 'have'} verdicts on changes alone"


def tabulate_reviewers(tallies: Mapping[str, Tally], settled: Mapping[str, int]) -> Figures:
    """Return a row for each reviewer, by name; ``settled`` counts the bags that each has settled."""
    counts = [settled.get(name, 0) for name in tallies]
    return tabulate_verdicts(
        tallies.items(), "Bags by reviewer", "reviewer", {"settled for all": counts} if any(counts) else None
    )


def _count_settling(pools: Sequence[Pool], reviewer: str) -> int:
    """Return the number of bags that a reviewer settled."""
    return sum(
        (state := pool.states.get(reviewer, {}).get(entry.fingerprint)) is not None
        and state.verdict is not None
        and state.manner is Manner.ADJUDICATION
        for pool in pools
        for entry in pool.entries
    )
