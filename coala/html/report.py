"""The HTML report of a review, and the sentences and warnings that it shares with the report of a board.

The page has the origin of the review, the tally with bars, the scores, the warnings about the graphs, and an
article for each judged bag (``bag_article``). This module computes the values of its template.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import clean
from coala.engine.settings import describe_settings
from coala.html.bag_article import describe_bag, list_badges, make_badge
from coala.html.figures import make_score_lines, make_verdict_bars
from coala.html.template import MARKS_EXPLAINED, describe_origin, fill_template
from coala.present.answer import write_answer
from coala.present.reviewers import describe_left_out
from coala.present.tally import describe_kinds, describe_verdicts
from coala.present.warnings_page import Section, build_warnings_page
from coala.results.score_tables import HEADINGS
from coala.results.verdicts.answering import answer_pools
from coala.results.verdicts.judged import Judge, Judged
from coala.results.verdicts.links import estimate_review_links

_LONGEST_SENTENCE = 1000


class WarnedGraph(NamedTuple):
    """The warnings of a graph, or of several graphs together: sentences with their effects."""

    name: str
    sentences: list[tuple[str, str]]


class GraphWarnings(NamedTuple):
    """The warnings of all graphs; ``counted`` is their number in words, "" if there are none."""

    counted: str
    graphs: list[WarnedGraph]


def list_warnings(sections: Sequence[Section]) -> GraphWarnings:
    """Return the warnings of all graphs, without harmless ones."""
    graphs = [
        WarnedGraph(
            clean(section.path or section.title),
            [
                (clean(entry.sentence, _LONGEST_SENTENCE), clean(entry.effect, _LONGEST_SENTENCE))
                for entry in section.warnings
            ],
        )
        for section in sections
        if section.warnings
    ]
    total = sum(len(graph.sentences) for graph in graphs)
    return GraphWarnings(f"{count(total, 'warning')} about the graphs" if total else "", graphs)


_MOST_HASHES = 3
"""The most hashes of files that are shown for a graph."""


def write_report(judged: Judged) -> Iterator[str]:
    """Yield the page, in pieces."""
    return fill_template("report.html.j2", ["report.css"], _make_page_values(judged))


def _make_page_values(judged: Judged) -> dict[str, Any]:
    provenance, tally = judged.provenance, judged.tally
    scores = judged.review.summary.scores
    judged_bags = [bag for bag in judged.bags if bag.answers]
    left = len(judged.bags) - len(judged_bags)
    made = provenance.made
    return {
        "title": clean(provenance.review),
        "inputs": [
            (role, clean(side.path), [source.sha256 for source in side.sources[:_MOST_HASHES]])
            for role, side in provenance.inputs
        ],
        "settings": clean(describe_settings(judged.review.summary.settings)),
        "reviewers": [
            judge._asdict() | {"name": clean(judge.name), "words": _describe_period(judge)}
            for judge in provenance.reviewers
        ],
        "made": "" if made is None else clean(describe_origin(made.time, made.version)),
        "written": describe_origin(provenance.time, provenance.tool),
        "answer": clean(
            write_answer(answer_pools([judged.pool], estimate_review_links(judged.pool), tally)),
            _LONGEST_SENTENCE,
        ),
        "warnings": list_warnings(build_warnings_page(judged.review.summary)),
        "counted": [clean(sentence) for sentence in describe_left_out(judged.pool.counted)],
        "lead": describe_verdicts(tally, judged.pool.by_changes_alone),
        "details": describe_kinds(tally),
        "bars": make_verdict_bars(tally, judged.disputed, judged.review.nouns),
        "scores": list(make_score_lines(scores, judged.review.nouns)) if scores else [],
        "scores_are": "; ".join(HEADINGS[name] for name in scores) + ".",
        "against_gold": len(scores) > 1,
        "choices": list_badges(make_badge(bag.verdict, disputed=bag.disputed) for bag in judged_bags),
        "marks": judged.review.nouns.say(MARKS_EXPLAINED),
        "shown": count(len(judged_bags), "bag"),
        "bags": (describe_bag(judged, bag) for bag in judged.walk(judged_bags)),
        "left": f"{count(left, 'bag')} more {'is' if left == 1 else 'are'} not judged." if left else "",
    }


def _describe_period(judge: Judge) -> str:
    days = list(dict.fromkeys(time[:10] for time in (judge.first, judge.last) if time))
    return ", ".join((judge.kind, count(judge.verdicts, "verdict"), *([" to ".join(days)] if days else [])))
