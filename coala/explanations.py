"""Figures of a review into explanations: what each means, its formula, and the formula with these numbers.

The metrics' own explanations are in ``coala.scores.explain``; here are those of the tally, of shares, and of
the tests. Plain text, for a tooltip, a page or a terminal.
"""

from __future__ import annotations

from coala.scores.bootstrap import WHAT_IT_SAYS, Difference
from coala.scores.meanings import Explanation
from coala.share_test import ShareTest
from coala.tally import Tally

MINUS = "−"
UNDEFINED = "n/a"

SIGN_TEST = "p = min(1, 2 · Σ C(n, i) / 2ⁿ for i = 0 … m), with n = both together and m = the smaller one"


def explain_tally(tally: Tally) -> dict[str, Explanation]:
    """``net``, ``mean``, ``interval`` and ``sign_test`` of a tally, with its numbers."""
    return {
        "net": explain_net(tally),
        "mean": explain_mean(tally),
        "interval": explain_interval(tally),
        "sign_test": explain_sign_test(tally),
    }


def explain_net(tally: Tally) -> Explanation:
    """The sum of the verdicts."""
    return Explanation(
        "Net",
        "Bags that got better less bags that got worse. Above 0 the change helped more often than it hurt.",
        ("net = number of + − number of -; = counts 0, ? and unjudged bags are left out",),
        "Andrews, Fan, Murdock & Welty, COALA",
        (f"net = {tally.better:,} − {tally.worse:,} = {_signed(tally.net)}",),
    )


def explain_mean(tally: Tally) -> Explanation:
    """Net per judged bag."""
    where = f"{tally.judged:,} of {tally.interesting:,} bags judged, {tally.unsure:,} cannot tell"
    value = UNDEFINED if tally.mean is None else f"{tally.mean:+.3f}".replace("-", MINUS)
    return Explanation(
        "Mean",
        "The average verdict, from −1 (every bag got worse) to +1 (every bag got better).",
        ("mean = net / number of +, - and =",),
        "Andrews, Fan, Murdock & Welty, COALA",
        (f"mean = {_signed(tally.net)} / {tally.judged:,} = {value}", where),
    )


def explain_interval(tally: Tally) -> Explanation:
    """Where the mean over all bags lies, as far as the judged ones tell."""
    bags = tally.interesting - tally.unsure
    bounds = _bounds(tally.interval, 1, 2)
    equal = tally.judged in (tally.better, tally.worse, tally.same) and 0 < tally.judged < bags
    return Explanation(
        "Interval of the mean",
        "Where the mean would lie, with 95 % confidence, if every interesting bag were judged. It takes the "
        "judged bags for a random sample; when all are judged its width is 0.",
        (
            "mean ± t · √((1 − n/N) · s² / n), with n bags judged of N, s² the variance of the verdicts and "
            "t the 97.5 % point of Student's t",
            "where all n verdicts are equal: the exact hypergeometric bound",
        ),
        "Cochran 1977, Sampling Techniques, chapter 2",
        (
            f"n = {tally.judged:,}, N = {tally.interesting:,} − {tally.unsure:,} cannot tell = {bags:,}",
            f"interval = {bounds}" + (" (all verdicts so far are equal)" if equal else ""),
        ),
    )


def explain_sign_test(tally: Tally) -> Explanation:
    """How surprising the split of + and − is."""
    smaller = min(tally.better, tally.worse)
    return Explanation(
        "Sign test",
        "How probable a split of + and - at least as uneven is, if both were equally likely. It drops =.",
        (SIGN_TEST,),
        "Dixon & Mood 1946, The Statistical Sign Test",
        (
            f"n = {tally.better:,} + {tally.worse:,} = {tally.better + tally.worse:,}, m = {smaller:,}: "
            f"p = {_p(tally.sign_test_p)} ({tally.sign_test_dropped:,} = dropped)",
        ),
    )


def explain_share_test(test: ShareTest) -> Explanation:
    """The sign test over bags' shares."""
    return Explanation(
        "Sign test over bags",
        "How probable a split of raising and lowering bags at least as uneven is, if a bag were as likely to "
        "do the one as the other. It counts bags and does not weigh them; bags without change are dropped.",
        (SIGN_TEST,),
        "Dixon & Mood 1946, The Statistical Sign Test",
        (test.sentence,),
    )


def explain_share(title: str, share: float | None, *, f1: float | None) -> Explanation:
    """What one bag is worth by the metric ``title``; ``f1`` is the changed system's F1 now."""
    if share is None or f1 is None:
        numbers = f"{title}: {UNDEFINED}, one of the two is 0/0"
    else:
        numbers = f"{title}: {f1:.6f} − {f1 - share:.6f} = {_points(share)} points"
    return Explanation(
        "Share of a bag",
        "What this bag alone is worth: how far the score moves because of it. The shares of all bags need "
        "not add up to the whole difference, for F1 is not a sum.",
        ("share = F1 now − F1 if this bag alone went back to the baseline; 1 point is 0.01",),
        "the sums of each bag, over bags that no class leaves",
        (numbers,),
    )


def explain_mentions(interesting_mentions: int, mentions: int) -> Explanation:
    """How much of the corpus lies in bags that diverge."""
    share = f"{100 * interesting_mentions / mentions:.1f} %" if mentions else UNDEFINED
    return Explanation(
        "Mentions in interesting bags",
        "How much of both graphs lies in bags that diverge. Few interesting bags may still be much to read.",
        ("share = mentions of both graphs in interesting bags / all mentions of both graphs",),
        "Andrews, Fan, Murdock & Welty, COALA (bags)",
        (f"share = {interesting_mentions:,} / {mentions:,} = {share}",),
    )


def explain_bootstrap(title: str, difference: Difference, *, bags: int, samples: int) -> Explanation:
    """The interval of one difference (``title`` such as "MUC F1"), of ``samples`` resamples of ``bags``."""
    return Explanation(
        f"{title}: difference and bootstrap interval",
        " ".join(WHAT_IT_SAYS),
        (
            "draw as many bags as there are, with replacement, the same for both systems; score both; take "
            "changed − baseline",
            "percentile interval: the k-th smallest and k-th largest of B differences, k = ⌊(B + 1) · 2.5 %⌋",
            "p = min(1, 2 · (1 + the fewer of: differences ≤ 0, differences ≥ 0) / (B + 1))",
        ),
        "Efron & Tibshirani 1993, chapters 12 and 13; Koehn 2004; Berg-Kirkpatrick et al. 2012",
        tuple(_bootstrap_numbers(title, difference, bags, samples)),
    )


def bootstrap_sentence(title: str, difference: Difference, samples: int) -> str:
    """One line: "MUC F1 +1.40 points, 95 % interval −0.35 to +3.22, p = 0.1202"."""
    if difference.estimate is None:
        return f"{title}: undefined"
    bounds = None
    if difference.low is not None and difference.high is not None:
        bounds = difference.low, difference.high
    left_out = samples - difference.samples
    said = f"; {left_out:,} of {samples:,} resamples undefined and left out" if left_out else ""
    return (
        f"{title} {_points(difference.estimate)} points, 95 % interval {_bounds(bounds, 100, 2)}, "
        f"p = {_p(difference.p)}{said}"
    )


def _bootstrap_numbers(title: str, difference: Difference, bags: int, samples: int) -> list[str]:
    drawn = f"B = {difference.samples:,} resamples of {bags:,} bags"
    return [drawn, bootstrap_sentence(title, difference, samples)]


def _bounds(bounds: tuple[float, float] | None, factor: int, digits: int) -> str:
    if bounds is None:
        return UNDEFINED
    return " to ".join(f"{factor * bound:+.{digits}f}".replace("-", MINUS) for bound in bounds)


def _points(share: float) -> str:
    return f"{100 * share:+.2f}".replace("-", MINUS)


def _signed(number: int) -> str:
    return f"{number:+,}".replace("-", MINUS) if number else "0"


def _p(p: float | None) -> str:
    return UNDEFINED if p is None else f"{p:.4g}"
