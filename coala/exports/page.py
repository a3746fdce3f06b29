"""Export of a review as a Markdown page: its origin, the tally, the scores, and every judged bag.

The page is built of blocks (headings, items, paragraphs, tables), which ``print_markdown`` prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coala.base.numerals import count
from coala.base.plain_text import clean
from coala.engine.settings import describe_settings
from coala.model.sides import VERDICT_WORDS
from coala.present.answer import write_answer
from coala.present.blocks import (
    Block,
    BlockWords,
    HeadingBlock,
    ItemBlock,
    ParagraphBlock,
    StyledWords,
    WordStyle,
)
from coala.present.phrases import judgement
from coala.present.printers.markdown import print_markdown
from coala.present.prose import report_bag, story_blocks
from coala.present.reviewers import describe_left_out
from coala.present.tally import describe_verdicts, list_tables, tabulate_bags
from coala.present.who_is_who import say_groups
from coala.results.score_tables import HEADINGS, make_score_table, name_scores
from coala.results.verdicts.answering import answer_pools
from coala.results.verdicts.judged import ExportedBag, Judged, ReviewerAnswer
from coala.results.verdicts.links import estimate_review_links
from coala.results.verdicts.named_groups import find_overruled, name_answer
from coala.review.file import Review
from coala.verdicts.comment import LONGEST_NOTE

_LONGEST_ANSWER = 1000


def write_page(judged: Judged) -> Iterator[str]:
    """Yield the page, bag by bag."""
    return print_markdown(_make_blocks(judged))


def _make_blocks(judged: Judged) -> Iterator[Block]:
    yield HeadingBlock(1, (StyledWords(clean(judged.provenance.review)),))
    stated = answer_pools([judged.pool], estimate_review_links(judged.pool), judged.tally)
    yield ParagraphBlock((clean(write_answer(stated), _LONGEST_ANSWER),))
    for sentence in describe_left_out(judged.pool.counted):
        yield ParagraphBlock((clean(sentence, _LONGEST_ANSWER),))
    yield from map(ItemBlock, _describe_origin(judged))
    yield from _describe_total(judged)
    yield from _describe_scores(judged)
    judged_bags = [bag for bag in judged.bags if bag.answers]
    for bag in judged.walk(judged_bags):
        yield from _make_story(judged, bag)
    left = len(judged.bags) - len(judged_bags)
    if left:
        yield ParagraphBlock((f"{count(left, 'bag')} more {'is' if left == 1 else 'are'} not judged.",))


def _describe_origin(judged: Judged) -> Iterator[BlockWords]:
    provenance = judged.provenance
    for role, side in provenance.inputs:
        hashes = ", ".join(source.sha256[:16] for source in side.sources[:1])
        more = f" and {count(len(side.sources) - 1, 'more file')}" if len(side.sources) > 1 else ""
        described_hashes = f" (SHA-256 {hashes}…{more})" if hashes else ""
        yield f"{role}: ", StyledWords(clean(side.path), WordStyle.NAME), described_hashes
    if settings := describe_settings(judged.review.summary.settings):
        yield "compared: ", StyledWords(clean(settings))
    if provenance.made is not None:
        yield f"made: {provenance.made.time} by COALA ", StyledWords(clean(provenance.made.version))
    for judge in provenance.reviewers:
        days = f" ({judge.first[:10]} to {judge.last[:10]})" if judge.verdicts else ""
        verdicts = count(judge.verdicts, "verdict")
        yield "reviewer: ", StyledWords(clean(judge.name)), f" ({judge.kind}), {verdicts}{days}"
    yield f"written: {provenance.time} by COALA ", StyledWords(clean(provenance.tool))


def _describe_total(judged: Judged) -> Iterator[Block]:
    tally = judged.tally
    yield HeadingBlock(2, ("Tally",))
    yield ParagraphBlock((describe_verdicts(tally, judged.pool.by_changes_alone),))
    yield tabulate_bags(tally)
    yield from list_tables(tally, judged.review.nouns)


def _describe_scores(judged: Judged) -> Iterator[Block]:
    for name, scores in judged.review.summary.scores.items():
        yield HeadingBlock(2, (HEADINGS[name],))
        yield make_score_table(scores, name_scores(judged.review.nouns))


def _make_story(judged: Judged, bag: ExportedBag) -> Iterator[Block]:
    report = report_bag(judged.review, bag.entry.number)
    # The head of the page already has the other lines, which are for bags that are copied alone.
    head = tuple(line for line in report.head if line[0] in ("Bag", "Size", "Fingerprint"))
    return story_blocks(
        replace(
            report,
            head=head,
            judged=tuple(_list_answers(judged, bag)),
            rows=tuple(bag.rows().items()),
            groups=judged.groups_of(bag),
        )
    )


def _list_answers(judged: Judged, bag: ExportedBag) -> Iterator[tuple[str | StyledWords, str]]:
    if len(bag.answers) > 1:
        yield "Verdict", "disputed" if bag.disputed else judgement(bag.verdict, VERDICT_WORDS)
    for answer in bag.answers:
        described = _describe_answer(judged.review, bag.entry.number, answer)
        yield StyledWords(clean(answer.reviewer)), "; ".join(described)


def _describe_answer(review: Review, number: int, answer: ReviewerAnswer) -> Iterator[str]:
    state = answer.state
    yield judgement(state.verdict, VERDICT_WORDS)
    if (follows := find_overruled(review, number, state)) is not None:
        yield f"overrules {VERDICT_WORDS[follows]}, which follows"
    if state.groups is not None:
        yield f"who is who: {say_groups(name_answer(review, number, state))}"
    if state.rows:
        yield f"{count(len(state.rows), 'change or link', 'changes and links')} judged apart"
    if state.comment.tags:
        yield f"tags {clean(', '.join(state.comment.tags), LONGEST_NOTE)}"
    if answer.manner:
        yield answer.manner
    if state.comment.note:
        yield f"note: {clean(state.comment.note, LONGEST_NOTE)}"
