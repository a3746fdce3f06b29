"""A review becomes a page of Markdown: what it comes to, then every judged bag with its sentences.

No sign of a label or of a note is markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from coala.base.numerals import count
from coala.engine.settings import describe_settings
from coala.exports.judged import ExportedBag, Judged, ReviewerAnswer
from coala.exports.words import MANNERS, score_figures
from coala.presentation.bag_out.headed_bag import clean, head_bag
from coala.presentation.bag_out.prose import MARKED, story_in_markdown
from coala.presentation.judged_changes import say_counted
from coala.presentation.phrases import VERDICT_WORDS, interval, judgement, kind_word, probability, signed
from coala.report.score_table import HEADINGS
from coala.scores.findings import TITLES
from coala.verdicts.comment import LONGEST_NOTE
from coala.verdicts.tally import Counts

_LONGEST_PATH = 400


def write_page(judged: Judged) -> Iterator[str]:
    """The page, bag by bag."""
    yield f"# {_word(judged.provenance.review)}\n\n"
    yield from _origin(judged)
    yield from _total(judged)
    yield from _scores(judged)
    told = [bag for bag in judged.bags if bag.answers]
    for bag in judged.walk(told):
        yield "\n"
        yield _story(judged, bag)
    left = len(judged.bags) - len(told)
    if left:
        yield f"\n{count(left, 'bag')} more {'is' if left == 1 else 'are'} not judged.\n"


def _word(text: str) -> str:
    return MARKED.word(clean(text, _LONGEST_PATH))


def _origin(judged: Judged) -> Iterator[str]:
    provenance = judged.provenance
    for role, side in provenance.inputs:
        hashes = ", ".join(source.sha256[:16] for source in side.sources[:1])
        more = f" and {count(len(side.sources) - 1, 'more file')}" if len(side.sources) > 1 else ""
        told = f" (SHA-256 {hashes}…{more})" if hashes else ""
        yield f"- {role}: {MARKED.name(clean(side.path))}{told}\n"
    if settings := describe_settings(judged.review.summary.settings):
        yield f"- compared: {_word(settings)}\n"
    if provenance.made is not None:
        yield f"- made: {provenance.made.time} by COALA {_word(provenance.made.version)}\n"
    for judge in provenance.reviewers:
        yield f"- reviewer: {_word(judge.name)}, {count(judge.verdicts, 'verdict')}"
        yield f" ({judge.first[:10]} to {judge.last[:10]})\n" if judge.verdicts else "\n"
    yield f"- written: {provenance.time} by COALA {_word(provenance.tool)}\n"


def _total(judged: Judged) -> Iterator[str]:
    tally = judged.tally
    yield f"\n## Tally\n\n{tally.judged:,} of {count(tally.interesting, 'bag')} judged, "
    yield f"{tally.unsure:,} cannot tell"
    yield f", {judged.disputed:,} disputed.\n" if judged.disputed else ".\n"
    if tally.mean is not None:
        low, high = tally.interval or (None, None)
        yield f"Net {signed(tally.net, 0)}, mean {signed(tally.mean, 3)}, 95 % interval {interval(low, high)}"
        yield f", sign test p = {probability(tally.sign_test_p)} ({count(tally.same, '=', '=')} dropped).\n"
    rows = [("all", tally), *((kind_word(kind), counts) for kind, counts in tally.by_kind.items())]
    yield "\n"
    yield from _table(("", "better", "worse", "same", "cannot tell"), (_counts(*row) for row in rows))
    if tally.changes:
        yield f"\nBy kind, {say_counted(tally)}.\n"


def _counts(name: str, counts: Counts) -> Sequence[str]:
    return name, *(f"{number:,}" for number in (counts.better, counts.worse, counts.same, counts.unsure))


def _scores(judged: Judged) -> Iterator[str]:
    for name, table in judged.review.summary.scores.items():
        yield f"\n## {HEADINGS[name]}\n\n"
        rows = ((TITLES[key], *score_figures(score)) for key, score in table.items())
        yield from _table(("", "recall", "precision", "F1"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |\n|{' --- |' + ' ---: |' * (len(head) - 1)}\n"
    for row in rows:
        yield f"| {' | '.join(row)} |\n"


def _story(judged: Judged, bag: ExportedBag) -> str:
    headed = head_bag(judged.review, bag.entry.number)
    # Of what was compared the page says once what each copied bag says of itself.
    head = tuple((name, said) for name, said in headed.head if name in ("Bag", "Size", "Fingerprint"))
    return story_in_markdown(replace(headed, head=head, judged=tuple(_said(bag))))


def _said(bag: ExportedBag) -> Iterator[tuple[str, str]]:
    if len(bag.answers) > 1:
        yield "Verdict", "disputed" if bag.disputed else judgement(bag.verdict, VERDICT_WORDS)
    for answer in bag.answers:
        # Of a pair only what is said is taken for foreign words.
        yield _word(answer.reviewer), "; ".join(_answer(answer))


def _answer(answer: ReviewerAnswer) -> Iterator[str]:
    state = answer.state
    yield judgement(state.verdict, VERDICT_WORDS)
    if state.rows:
        yield f"{count(len(state.rows), 'row')} judged apart"
    if state.comment.tags:
        yield f"tags {clean(', '.join(state.comment.tags), LONGEST_NOTE)}"
    if manner := MANNERS[state.manner]:
        yield manner
    if state.comment.note:
        yield f"note: {clean(state.comment.note, LONGEST_NOTE)}"
