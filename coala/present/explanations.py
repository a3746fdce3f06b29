"""Explanations of the figures of a review: their meaning, their formula, and the formula with these numbers.

All of it is plain text for a window, a tooltip or a page. There are explanations of the tally (the counted
verdicts), of scores, of shares (a share is the effect of one bag on a score) and of tests. The meaning of a
metric is defined with the metric (``coala.scores.metrics``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import NOT_APPLICABLE, count, decimal, percent
from coala.engine.summary import Summary
from coala.present.figures import interval, say_p, signed
from coala.scores.findings import SIMILARITY, Resampling, ShareTest
from coala.scores.metric import Metric
from coala.scores.metrics.registry import METRICS, METRICS_OF_RECORDS
from coala.scores.ratio import LinkScore, Ratio, Score
from coala.verdicts.tally import Tally

_SIGN_TEST = "p = min(1, 2 · Σ C(n, i) / 2ⁿ for i = 0 … m), with n = both together and m = the smaller one"

_WHAT_INTERVALS_SAY = (
    "The interval shows how far the figure would move with other bags like these. It holds for these two "
    "systems and this kind of text, not for other corpora.",
    "It assumes that gold is right and that bags are independent. It is rough if one bag holds much of the "
    "corpus.",
    "All metrics use the same bags, so agreement between them is no further evidence. Choose one beforehand.",
)

# A longer fraction, in characters, is unreadable; its value is shown alone, with ≈.
_LONGEST_FRACTION = 15


class Explanation(NamedTuple):
    """An explanation of a figure in plain text."""

    title: str
    meaning: str
    formula: tuple[str, ...]  # in lines
    source: str  # the paper or book
    numbers: tuple[str, ...] = ()  # the formula with the numbers of this review, in lines

    @property
    def text(self) -> str:
        """Everything except the title, in paragraphs."""
        parts = ((self.meaning,), self.formula, self.numbers, (f"Source: {self.source}",))
        return "\n\n".join("\n".join(part) for part in parts if part)


def explain_score(metric: Metric, scores: Mapping[str, Score]) -> Explanation:
    """Return the explanation of a metric with its numbers.

    ``scores`` are all scores of one response (a system) against one key (gold), by metric.
    """
    return Explanation(metric.title, *metric.definition, tuple(_score_numbers(metric, scores)))


def _score_numbers(metric: Metric, scores: Mapping[str, Score]) -> Iterator[str]:
    score = scores[metric.key]
    if metric.mean_of:
        parts = [_show_decimal(scores[part].f1) for part in metric.mean_of if part in scores]
        terms = f"({' + '.join(parts)}) / {len(parts)} = " if len(parts) == len(metric.mean_of) else ""
        yield f"F1 = {terms}{_show_decimal(score.f1)}"
    elif isinstance(score, LinkScore):
        yield from _link_numbers(score)
    else:
        yield f"R {_show_ratio(score.recall)}"
        yield f"P {_show_ratio(score.precision)}"
        yield _show_f1(score)


def _link_numbers(score: LinkScore) -> Iterator[str]:
    """Yield the numbers of BLANC, which averages over coreference links and all other pairs of mentions."""
    kinds = {"links": score.coreference, "non-links": score.other}
    present = [links for links in kinds.values() if links is not None]
    for name, links in kinds.items():
        if links is None:
            yield f"The key has no {name}, so they do not count"
        else:
            yield (
                f"{name}: {links.common:,} in both, {links.key:,} in the key, "
                f"{links.response:,} in the response"
            )
    if not present:
        yield "R, P, F1 = 0/0: undefined"
        return
    # If the response lacks a kind of link that the key has, its precision is 0, not 0/0.
    precisions = [f"{links.common}/{links.response}" if links.response else "0" for links in present]
    yield f"R {_show_mean([f'{links.common}/{links.key}' for links in present])}{_show_ratio(score.recall)}"
    yield f"P {_show_mean(precisions) if score.precision.denominator else ''}{_show_ratio(score.precision)}"
    halves = [f"2·{links.common}/({links.key} + {links.response})" for links in present]
    yield f"F1 {_show_mean(halves) or f'= {halves[0]} '}= {_show_decimal(score.f1)}"


def _show_mean(terms: Sequence[str]) -> str:
    """Return "= (1/2 + 3/4) / 2 "; "" for a single term."""
    return f"= ({' + '.join(terms)}) / {len(terms)} " if len(terms) > 1 else ""


def _show_ratio(ratio: Ratio) -> str:
    """Return ``= 1/2 = 0.5000``, ``≈ 0.7312`` if the fraction is long, or "undefined"."""
    if ratio.value is None:
        return "= 0/0: undefined"
    fraction = f"{ratio.numerator}/{ratio.denominator}"
    return f"{'≈' if len(fraction) > _LONGEST_FRACTION else f'= {fraction} ='} {_show_decimal(ratio.value)}"


def _show_f1(score: Score) -> str:
    if score.f1 is None:
        return "F1 = n/a: undefined"
    if not score.f1:
        return f"F1 = {_show_decimal(0.0)}: nothing is common"
    p, r = _show_decimal(score.precision.value), _show_decimal(score.recall.value)
    return f"F1 = 2 · {p} · {r} / ({p} + {r}) = {_show_decimal(score.f1)}"


def _show_decimal(score: float | None) -> str:
    return decimal(score, 4)


def explain_tally(tally: Tally) -> dict[str, Explanation]:
    """Return the explanations of a tally by key: ``net``, ``mean``, ``interval`` and ``sign_test``."""
    return {
        "net": explain_net(tally),
        "mean": explain_mean(tally),
        "interval": explain_interval(tally),
        "sign_test": explain_sign_test(tally),
    }


def explain_net(tally: Tally) -> Explanation:
    """Return the explanation of the sum of the verdicts."""
    return Explanation(
        "Net",
        "Better bags minus worse bags. Above 0, more bags are better than worse.",
        ("net = better − worse; same counts 0; not sure and unjudged bags are left out",),
        "Andrews, Fan, Murdock & Welty, COALA",
        (f"net = {tally.better:,} − {tally.worse:,} = {signed(tally.net, 0)}",),
    )


def explain_mean(tally: Tally) -> Explanation:
    """Return the explanation of net per judged bag."""
    bags = count(tally.interesting, "bag")
    where = f"{tally.judged:,} of {bags} judged, {tally.unsure:,} not sure"
    return Explanation(
        "Mean",
        "The average verdict, from −1 (every bag got worse) to +1 (every bag got better).",
        ("mean = net / (better + worse + same)",),
        "Andrews, Fan, Murdock & Welty, COALA",
        (f"mean = {signed(tally.net, 0)} / {tally.judged:,} = {signed(tally.mean, 3)}", where),
    )


def explain_interval(tally: Tally) -> Explanation:
    """Return the explanation of the bounds of the mean of all bags."""
    unknown = tally.unsure + tally.disputed
    return Explanation(
        "Bounds of the mean",
        "What the mean of all bags lies between once all are answered: with each bag that is not sure or in "
        "dispute at its worst, and at its best. Verdicts on some bags say nothing about the others, unless "
        "they are a random sample; its limits are with the sample.",
        ("(net ± open) / interesting, once all bags are answered",),
        "Manski 2003, Partial Identification of Probability Distributions",
        (
            f"({signed(tally.net, 0)} ± {unknown:,}) / {tally.interesting:,} = "
            f"{interval(*(tally.interval or (None, None)))}",
        ),
    )


def explain_sign_test(tally: Tally) -> Explanation:
    """Return the explanation of the sign test over verdicts."""
    smaller = min(tally.better, tally.worse)
    return Explanation(
        "Sign test",
        "How often a split of + and − would be at least as uneven by chance, if both were equally likely. "
        "Bags judged = are left out.",
        (_SIGN_TEST,),
        "Dixon & Mood 1946, The Statistical Sign Test",
        (
            f"n = {tally.better:,} + {tally.worse:,} = {tally.better + tally.worse:,}, m = {smaller:,}: "
            f"{say_p(tally.sign_test_p)} ({tally.same:,} = dropped)",
        ),
    )


def explain_share_test(test: ShareTest) -> Explanation:
    """Return the explanation of the sign test over the effects of bags on the score."""
    return Explanation(
        "Sign test over bags",
        "How often a split of raising and lowering bags would be at least as uneven by chance, if both were "
        "equally likely. All bags weigh the same; bags without an effect are left out.",
        (_SIGN_TEST,),
        "Dixon & Mood 1946, The Statistical Sign Test",
        (_share_test_sentence(test),),
    )


def _share_test_sentence(test: ShareTest) -> str:
    dropped = f"{test.ties:,} without change dropped"
    if test.undefined:
        dropped += f", {test.undefined:,} undefined"
    if test.p is None:
        return f"No bag moves the score ({dropped})."
    rises = count(test.rises, "bag raises", "bags raise")
    return f"{rises} the score, {test.falls:,} lower it ({dropped}): sign test p = {test.p:.4g}."


def explain_share(
    title: str, share: float | None, *, f1: float | None, bags: int = 1, is_shown: bool = True
) -> Explanation:
    """Return the explanation of the effect of ``bags`` bags on the score by the metric ``title``.

    ``f1`` is the changed system's current F1; None hides it. Unless ``is_shown``, all numbers are hidden.
    """
    if not is_shown:
        numbers = f"{title}: shown after the verdict"
    elif share is None:
        numbers = f"{title}: {NOT_APPLICABLE}, one of the two is 0/0"
    elif f1 is None:
        numbers = f"{title}: {signed(100 * share)} points"
    else:
        numbers = f"{title}: {f1:.6f} − {f1 - share:.6f} = {signed(100 * share)} points"
    bags_named = "this bag alone" if bags == 1 else f"these {bags:,} bags together"
    joined = "" if bags == 1 else " They share a gold chain, so they only have an effect together."
    return Explanation(
        "Effect of a bag" if bags == 1 else f"Effect of {bags:,} bags together",
        f"How far {bags_named} {'moves' if bags == 1 else 'move'} the score.{joined} The effects of all bags "
        "need not add up to the whole difference, because F1 is not a sum.",
        (f"effect = F1 now − F1 if {bags_named} went back to the baseline; 1 point is 0.01",),
        "summed over bags that share no chain",
        (numbers,),
    )


def explain_mentions(interesting_mentions: int, mentions: int) -> Explanation:
    """Return the explanation of the part of all mentions that is in bags with differences."""
    return Explanation(
        "Mentions in interesting bags",
        "How much of both graphs is in bags with changes. Few bags may still be much to read.",
        ("share = mentions of both graphs in interesting bags / all mentions of both graphs",),
        "Andrews, Fan, Murdock & Welty, COALA (bags)",
        (f"share = {interesting_mentions:,} / {mentions:,} = {percent(interesting_mentions, mentions)}",),
    )


def explain_bootstrap(resampling: Resampling) -> Explanation:
    """Return the explanation of the intervals of the differences between two systems."""
    drawn = f"B = {count(resampling.samples, 'resample')} of {count(resampling.bags, 'bag')}"
    return Explanation(
        "Differences and intervals",
        " ".join(_WHAT_INTERVALS_SAY),
        (
            "draw as many bags as there are, with replacement, the same for both systems; score both; take "
            "changed − baseline",
            "percentile interval: the k-th smallest and k-th largest of B differences, k = ⌊(B + 1) · 2.5 %⌋",
            "p = min(1, 2 · (1 + the fewer of: differences ≤ 0, differences ≥ 0) / (B + 1))",
        ),
        "Efron & Tibshirani 1993, chapters 12 and 13; Koehn 2004; Berg-Kirkpatrick et al. 2012",
        (drawn,),
    )


# The headings of the explanations of scores, by the table of the summary.
_GROUPS = {
    SIMILARITY: "Similarity of the two systems",
    "changed": "Changed against gold",
    "baseline": "Baseline against gold",
}
_NO_GOLD = (
    "Intervals and tests need a gold graph. Without one, scores only show how similar the two systems are."
)
_FINDINGS = Explanation(
    "Verdicts against the score",
    "The row of a bag is its verdict, the column is what it does to the score. A better bag that lowers the "
    "score, or a worse one that raises it, deserves a look: the bag, gold or the metric may be wrong. "
    "Verdicts = and ? never disagree with the score. Bags that share a gold chain have one effect. They "
    "count as one, with their net verdict, once all are judged.",
    (
        "rises: effect > 0; falls: effect < 0; no change: an effect of 0, up to rounding (10⁻¹²)",
        "undefined: one of the two scores is 0/0",
    ),
    "the verdicts of this review, and the effects of the same bags",
)


class Topic(NamedTuple):
    """An explanation in the list of all explanations."""

    key: str  # begins with the part of the window that it is about: "tally net", "scores changed muc"
    group: str  # its heading
    title: str
    text: str


def list_topics(
    summary: Summary,
    tally: Tally,
    shares: Mapping[str, float | None] | None,
    bags: int = 1,
    *,
    whole: bool = True,
) -> list[Topic]:
    """Return all explanations for a review.

    ``shares`` are the effects of the current bag by metric: None without a current bag, empty while they are
    hidden. They are those of ``bags`` bags, if gold joins other bags with the current one. ``whole`` is False
    while figures that compare all bags with gold must stay hidden.
    """
    topics = [
        _topic(f"tally {name}", "Tally", explanation) for name, explanation in explain_tally(tally).items()
    ]
    for table in (SIMILARITY, *(("changed", "baseline") if whole else ())):
        scores = summary.scores.get(table, {})
        topics += [
            _topic(f"scores {table} {key}", _GROUPS[table], explain_score(METRICS_OF_RECORDS[key], scores))
            for key in scores
            if key in METRICS_OF_RECORDS
        ]
    topics += _explain_shares(summary, shares, bags, whole=whole)
    group = "Intervals and tests"
    if summary.resampling is None:
        topics.append(Topic("bootstrap", group, "Differences and intervals", _NO_GOLD))
    elif whole:
        topics.append(_topic("bootstrap", group, explain_bootstrap(summary.resampling)))
    test = summary.share_tests.get("b_cubed")
    if test is not None and whole:
        topics.append(_topic("share_test", group, explain_share_test(test)))
    topics.append(_topic("findings", "Other", _FINDINGS))
    topics.append(
        _topic("mentions", "Other", explain_mentions(summary.interesting_mentions, summary.mentions))
    )
    say = summary.nouns.say
    return [topic._replace(title=say(topic.title), text=say(topic.text)) for topic in topics]


def _topic(key: str, group: str, explanation: Explanation) -> Topic:
    return Topic(key, group, explanation.title, explanation.text)


def _explain_shares(
    summary: Summary, shares: Mapping[str, float | None] | None, bags: int, *, whole: bool
) -> Iterator[Topic]:
    scores = summary.scores.get("changed", summary.scores.get(SIMILARITY, {}))
    for key, metric in METRICS.items():
        if shares is not None:
            score = scores.get(key)
            explanation = explain_share(
                f"{metric.title} F1",
                shares.get(key),
                f1=score.f1 if score is not None and whole else None,
                bags=bags,
                is_shown=bool(shares),
            )
            yield Topic(f"share {key}", "Effect of this bag", metric.title, explanation.text)
