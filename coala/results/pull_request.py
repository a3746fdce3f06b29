"""Results as a comment on a pull request, in Markdown, and as annotations of GitHub's workflows.

A comment begins with one sentence and a table; what else is worth reading is folded. It has a hidden marker,
by which a workflow finds the comment to replace. Words from graphs can neither be markup nor call a person
(``@name``), link an issue (``#12``) or be a link (``coala.present.blocks``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE, count, decimal
from coala.base.plain_text import clean, isolate
from coala.base.workflow_log import escape_commands
from coala.board.board import Board
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison
from coala.engine.score import Scored
from coala.model.bag import Bag
from coala.present.figures import signed
from coala.present.printers.markdown import break_references, escape_markdown
from coala.results.board.tables import render_board_markdown
from coala.results.diff import describe_totals
from coala.results.lock import LockSentences
from coala.results.scores.tables import HEADINGS, format_difference, list_link_scores, name_scores
from coala.scores.findings import MAIN_METRICS, SIMILARITY, Resampling
from coala.scores.link_scores import MICRO_LINKS
from coala.scores.ratio import Score
from coala.verdicts.lock.checking import Checked

LONGEST_COMMENT = 65_000
"""Characters; GitHub takes 65,536."""

_MOST_ITEMS = 10
_LONGEST_SENTENCE = 600
_EFFECT_METRIC = "b_cubed"

_WORD_JOINER = "\u2060"


class Finding(NamedTuple):
    """A folded part of a comment: a heading, and items with the lines below each."""

    heading: str
    items: tuple[tuple[str, tuple[str, ...]], ...]
    total: int  # the number of items there are


class Report(NamedTuple):
    """A result for a pull request; all words are plain text, and escaped when it is written."""

    command: str  # such as "diff"
    claim: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""  # below the table
    findings: tuple[Finding, ...] = ()
    errors: tuple[str, ...] = ()  # what fails the job
    table: str = ""  # a finished table in Markdown, in place of head and rows


def report_diff(comparison: Comparison) -> Report:
    """Report how many bags differ, the scores, and the bags with the largest effect."""
    summary = comparison.summary
    claim = list(describe_totals(summary))[-1]
    titles = name_scores(summary.nouns)
    if summary.gold is None:
        head, rows = _tabulate(summary.scores[SIMILARITY], titles)
        note = HEADINGS[SIMILARITY]
    else:
        before, after = summary.scores["baseline"], summary.scores["changed"]
        head = ("F1", "baseline", "changed", "points", "95 % interval")
        rows = tuple(
            (
                titles[key],
                decimal(before[key].f1, 4),
                decimal(after[key].f1, 4),
                format_difference(before[key].f1, after[key].f1),
                _format_interval(key, summary.resampling),
            )
            for key in MAIN_METRICS
            if key in after
        )
        note = "Scores against gold; the difference is in points (1 point is 0.01)."
    return Report("diff", claim, head, rows, note, tuple(_list_bags(comparison)))


def report_score(scored: Scored) -> Report:
    """Report the scores of a response against a key."""
    scores = scored.scores | list_link_scores(scored.links)
    main = {name: scores[name] for name in (*MAIN_METRICS, MICRO_LINKS) if name in scores} or scores
    head, rows = _tabulate(main, name_scores(scored.nouns))
    f1 = scores.get("conll") or next(iter(main.values()))
    title = "CoNLL" if "conll" in scores else rows[0][0]
    return Report("score", f"{title} F1 {decimal(f1.f1, 4)}", head, rows, f"Key: {clean(scored.key.path)}")


def report_check(checked: Checked) -> Report:
    """Report which assertions of a lock a graph breaks."""
    sentences = LockSentences(checked.lock)
    broken, known, unknown = checked.broken, checked.known, checked.unknown
    held = len(checked.assertions) - len(broken) - len(known) - len(unknown)
    claim = (
        f"{count(len(broken), 'assertion')} of {len(checked.assertions):,} broken"
        if broken
        else f"No assertion of {len(checked.assertions):,} is broken"
    )
    rows = (
        ("hold", f"{held:,}"),
        ("broken", f"{len(broken):,}"),
        ("broken before, too", f"{len(known):,}"),
        ("cannot be checked", f"{len(unknown):,}"),
    )
    findings = [
        Finding(
            heading,
            tuple(
                (sentences.describe(each), tuple(sentences.quote_texts(each))) for each in found[:_MOST_ITEMS]
            ),
            len(found),
        )
        for heading, found in (("Broken", broken), ("Cannot be checked", unknown))
        if found
    ]
    errors = tuple(clean(sentences.describe(each), _LONGEST_SENTENCE) for each in broken[:_MOST_ITEMS])
    return Report("check", claim, ("assertions", "number"), rows, "", tuple(findings), errors)


def report_board(board: Board, metrics: Sequence[str]) -> Report:
    """Report what each component is worth."""
    differing = sum(bool(column.interesting) for column in board.columns)
    claim = f"{differing:,} of {count(len(board.columns), 'comparison')} of components have a changed bag"
    return Report("board", claim, table="".join(render_board_markdown(board, metrics)))


def write_comment(report: Report) -> str:
    """Return the comment in Markdown, at most ``LONGEST_COMMENT`` characters; whole items are left out."""
    head = [f"<!-- coala: {report.command} -->", f"### COALA: {_escape(report.claim)}", ""]
    if report.table:
        head.append(report.table)
    elif report.rows:
        head.append(_write_row(report.head))
        head.append(_write_row(["---", *("---:" for _ in report.head[1:])]))
        head += map(_write_row, report.rows)
        head.append("")
    if report.note:
        head += [_escape(report.note), "", ""]
    text = "\n".join(head)
    for finding in report.findings:
        text += _write_finding(finding, LONGEST_COMMENT - len(text))
    return text[:LONGEST_COMMENT]


def write_annotations(report: Report) -> Iterator[str]:
    """Yield the commands by which a workflow of GitHub shows the claim and the errors."""
    level = "error" if report.errors else "notice"
    yield f"::{level} title=COALA {report.command}::{_escape_command(report.claim)}"
    yield from (f"::error title=COALA {report.command}::{_escape_command(error)}" for error in report.errors)


def _tabulate(
    scores: Mapping[str, Score], titles: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    rows = (
        (
            titles[name],
            decimal(score.recall.value, 4),
            decimal(score.precision.value, 4),
            decimal(score.f1, 4),
        )
        for name, score in scores.items()
        if name in MAIN_METRICS or name == MICRO_LINKS or len(scores) < len(MAIN_METRICS)
    )
    return ("", "recall", "precision", "F1"), tuple(rows)


def _format_interval(key: str, resampling: Resampling | None) -> str:
    f1 = None if resampling is None else resampling.metrics[key].f1
    if f1 is None or f1.low is None or f1.high is None:
        return NOT_APPLICABLE
    return f"{signed(100 * f1.low)} to {signed(100 * f1.high)}"


def _list_bags(comparison: Comparison) -> Iterator[Finding]:
    total = comparison.summary.interesting
    if not total:
        return
    places = (
        comparison.find_most_effective(_EFFECT_METRIC, _MOST_ITEMS) if total > _MOST_ITEMS else range(total)
    )
    ascending = sorted(places)
    bags = dict(zip(ascending, comparison.contents.build(ascending), strict=True))
    items = tuple((f"bag {place + 1:,}: {bags[place].title}", _list_changes(bags[place])) for place in places)
    heading = "Bags with the largest effect" if total > _MOST_ITEMS else "Bags that differ"
    yield Finding(heading, items, total)


def _list_changes(bag: Bag) -> tuple[str, ...]:
    """Return the sentences of a bag with several changes."""
    sentences = BagSentences(bag)
    if len(sentences.changes) < 2:
        return ()
    return tuple(sentences.describe(change) for change in list(sentences.changes)[:_MOST_ITEMS])


def _write_finding(finding: Finding, room: int) -> str:
    """Return a folded list with as many items as there is room for."""
    lines, length, shown = [], 0, 0
    for item, below in finding.items:
        piece = [f"- {_escape(item)}", *(f"  - {_escape(line)}" for line in below)]
        size = sum(map(len, piece)) + len(piece)
        if length + size > room - 300:
            break
        lines += piece
        length += size
        shown += 1
    left = finding.total - shown
    rest = [f"- and {left:,} more"] if left else []
    heading = escape(break_references(clean(finding.heading, _LONGEST_SENTENCE)))
    summary = f"<summary>{heading} ({finding.total:,})</summary>"
    return "\n".join(["<details>", summary, "", *lines, *rest, "", "</details>", "", ""])


def _write_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escape, cells))} |"


def _escape(text: str) -> str:
    """Return text as Markdown for one line that names no user and links nothing."""
    shown = escape_markdown(clean(text, _LONGEST_SENTENCE))
    # A sentence may begin with a sign that makes a list or a heading.
    shown = re.sub(r"^([-+=]|\d+[.)])(?=\s|$)", rf"\1{_WORD_JOINER}", shown)
    return isolate(shown)


def _escape_command(text: str) -> str:
    """Return text as the message of a workflow command, in which it can be no command."""
    line = escape_commands(clean(text, _LONGEST_SENTENCE))
    return line.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("::", ":\u2060:")
