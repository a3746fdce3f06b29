"""A review becomes the HTML page: what the template shows is gathered here, bag by bag, as plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coala.base.numerals import count
from coala.engine.settings import describe_settings
from coala.exports.html.bag_article import badge_of, describe_bag, list_badges
from coala.exports.html.figures import score_lines, verdict_bars
from coala.exports.html.graph_warnings import list_warnings
from coala.exports.html.tally_words import lead_of, note_of
from coala.exports.html.template import fill_template, made_by
from coala.exports.judged import Judge, Judged
from coala.presentation.bag_out.headed_bag import clean
from coala.presentation.warnings_page import build_warnings_page
from coala.report.score_table import HEADINGS

_MOST_HASHES = 3


def write_report(judged: Judged) -> Iterator[str]:
    """The page, in pieces."""
    return fill_template("report.html.j2", ["report.css"], _page(judged))


def _page(judged: Judged) -> dict[str, Any]:
    provenance, tally = judged.provenance, judged.tally
    scores = judged.review.summary.scores
    told = [bag for bag in judged.bags if bag.answers]
    left = len(judged.bags) - len(told)
    made = provenance.made
    return {
        "title": clean(provenance.review),
        "inputs": [
            (role, clean(side.path), [source.sha256 for source in side.sources[:_MOST_HASHES]])
            for role, side in provenance.inputs
        ],
        "settings": clean(describe_settings(judged.review.summary.settings)),
        "reviewers": [
            judge._asdict() | {"name": clean(judge.name), "words": _period(judge)}
            for judge in provenance.reviewers
        ],
        "made": "" if made is None else clean(made_by(made.time, made.version)),
        "written": made_by(provenance.time, provenance.tool),
        "warnings": list_warnings(build_warnings_page(judged.review.summary)),
        "lead": lead_of(tally, judged.disputed, judged.pool.by_changes_alone),
        "second": note_of(tally),
        "bars": verdict_bars(tally, judged.disputed),
        "scores": list(score_lines(scores)) if scores else [],
        "scores_are": "; ".join(HEADINGS[name] for name in scores) + ".",
        "against_gold": len(scores) > 1,
        "choices": list_badges(badge_of(bag.verdict, disputed=bag.disputed) for bag in told),
        "shown": count(len(told), "bag"),
        "bags": (describe_bag(judged, bag) for bag in judged.walk(told)),
        "left": f"{count(left, 'bag')} more {'is' if left == 1 else 'are'} not judged." if left else "",
    }


def _period(judge: Judge) -> str:
    days = list(dict.fromkeys(time[:10] for time in (judge.first, judge.last) if time))
    return ", ".join((count(judge.verdicts, "verdict"), *([" to ".join(days)] if days else [])))
