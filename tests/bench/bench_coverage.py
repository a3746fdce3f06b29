"""How often 95 % intervals contain the truth: simulated reviews of each shape, few of their bags judged.

There are 1,000 of each if this benchmark is named, else 100, and then only the sums are printed. First comes
the precision of made links, by COALA's interval and by percentiles of resampled bags; then by COALA's where a
fifth of the bags, the hard ones, are judged ``?``. Links in these are right half as often, and the truth
includes them. Then come the mean verdict and the precision of made links from samples drawn by number of
links and kind, also with ``?``, and from samples in which the changes of great bags are drawn one by one.
Last, in a tenth as many reviews since it takes most of the time, come all figures of links from the verdicts,
also with changes judged ``=`` and with bags judged ``?``. The same follows for two published pairs of
systems, judged row by row by gold, where the truth is MUC's figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from statistics import fmean

import numpy as np

from coala.engine.compare import compare
from tests.bench.goals import Goal
from tests.support.gold_reviewer import GoldReview
from tests.support.paths import SHARED
from tests.support.simulated_reviews import (
    CORRELATIONS,
    GOOD_BY_KIND,
    JUDGED,
    POPULATIONS,
    PRECISIONS,
    SHAPES,
    cover_figures,
    cover_sample,
    cover_sample_by_change,
    cover_share,
    draw_reviews,
    percentiles,
    wilson,
)

REVIEWS, FEWER_REVIEWS = 1_000, 100
SEED = 1927
_UNSURE = 0.2
"""The share of bags with ``?`` where some have it."""
_FIGURES = ("made", "lost", "change", "before", "after", "precision", "relative_precision", "recall")


def main(*, whole: bool) -> list[Goal]:
    reviews = REVIEWS if whole else FEWER_REVIEWS
    _show_shares(reviews, whole=whole)
    _show_shares_with_unsure(reviews, whole=whole)
    for unsure in (0.0, _UNSURE):
        _show_samples(reviews, unsure, whole=whole)
    _show_samples_by_change(reviews)
    for same, unsure in ((0.0, 0.0), (0.2, 0.0), (0.0, _UNSURE)):
        _show_figures(reviews // 10, same, unsure, whole=whole)
    _show_published(reviews // 10)
    return []


_COLUMNS = list(product(POPULATIONS, JUDGED))


def _show_head(text: str) -> None:
    print(f"{'links of bags':<20} {'right':>6} {'rho':>4}  judged of bags: {text}")
    print(f"{'':<32}  " + "".join(f"{f'{judged} of {bags:,}':>14}" for bags, judged in _COLUMNS))


def _show_shares(reviews: int, *, whole: bool) -> None:
    if whole:
        _show_head("COALA / percentiles")
    seen: list[tuple[float, float]] = []
    for (name, shape), precision, correlation in product(SHAPES.items(), PRECISIONS, CORRELATIONS):
        cells = []
        for bags, judged in _COLUMNS:
            pair = [
                cover_share(
                    method, shape, bags, judged, precision, correlation, reviews, np.random.default_rng(SEED)
                )
                for method in (wilson, percentiles)
            ]
            seen.append((pair[0], pair[1]))
            cells.append(f"{100 * pair[0]:>7.1f} /{100 * pair[1]:>5.1f}")
        if whole:
            print(f"{name:<20} {precision:>6} {correlation:>4}  " + "".join(cells), flush=True)
    for place, title in enumerate(("made links, COALA", "made links, percentiles")):
        _sum_up(title, [row[place] for row in seen])


def _show_shares_with_unsure(reviews: int, *, whole: bool) -> None:
    if whole:
        print()
        _show_head(f"COALA, {_UNSURE:.0%} judged ?")
    seen: list[float] = []
    for (name, shape), precision, correlation in product(SHAPES.items(), PRECISIONS, CORRELATIONS):
        cells = [
            cover_share(
                wilson,
                shape,
                bags,
                judged,
                precision,
                correlation,
                reviews,
                np.random.default_rng(SEED),
                _UNSURE,
            )
            for bags, judged in _COLUMNS
        ]
        seen += cells
        if whole:
            shown = "".join(f"{100 * cell:>14.1f}" for cell in cells)
            print(f"{name:<20} {precision:>6} {correlation:>4}  {shown}", flush=True)
    _sum_up(f"made links, {_UNSURE:.0%} judged ?", seen)


def _sum_up(title: str, shares: Sequence[float]) -> None:
    inside = sum(0.93 <= share <= 0.97 for share in shares)
    print(
        f"{title + ':':<26} mean {100 * fmean(shares):.1f} %, {100 * min(shares):.1f} to "
        f"{100 * max(shares):.1f} %, {inside} of {len(shares)} in 93 to 97 %",
        flush=True,
    )


def _show_figures(reviews: int, same: float, unsure: float, *, whole: bool) -> None:
    print(f"\n{same:.0%} of the changes judged =, {unsure:.0%} of the bags ?; {reviews} reviews each")
    if whole:
        heads = "".join(f"{name[:9]:>10}" for name in _FIGURES)
        print(f"{'links of bags':<20} {'right':>6} {'judged':>12}{heads}")
    seen: dict[str, list[float]] = {figure: [] for figure in _FIGURES}
    for name, precision, (bags, judged) in product(
        ("ECB+", "newswire"), PRECISIONS, product(POPULATIONS, JUDGED)
    ):
        random = np.random.default_rng(SEED)
        drawn = draw_reviews(SHAPES[name], bags, precision, CORRELATIONS[0], reviews, random, same, unsure)
        covered = cover_figures(drawn, judged, random)
        for figure, shares in seen.items():
            shares.append(covered.share(figure))
        if whole:
            shown = "".join(f"{100 * shares[-1]:>10.1f}" for shares in seen.values())
            print(f"{name:<20} {precision:>6} {f'{judged} of {bags:,}':>12}{shown}", flush=True)
    for figure, shares in seen.items():
        _sum_up(f"of links, {figure}", shares)


def _show_published(reviews: int) -> None:
    folder = SHARED / "data" / "ecbplus"
    if not folder.is_dir():
        print("published pairs: left out, since the corpora are not here")
        return
    for names in (("lemma-delta", "feature0"), ("feature0", "feature0-kmeans")):
        review = GoldReview.from_comparison(
            compare(*(folder / f"{name}.ttl" for name in names), gold=folder / "gold.ttl")
        )
        for judged in (15, 30, 60, len(review.bags)):
            if judged <= len(review.bags):
                covered = cover_figures([review] * reviews, judged, np.random.default_rng(SEED))
                shown = ", ".join(f"{figure} {100 * covered.share(figure):.1f}" for figure in covered.of)
                print(f"{' to '.join(names)}, {judged} of {len(review.bags)} bags: {shown}", flush=True)


def _show_samples(reviews: int, unsure: float, *, whole: bool) -> None:
    if whole:
        print(f"\n{unsure:.0%} of the bags judged ?")
        print(f"{'right by kind':<24} {'drawn':>12} {'mean':>8} {'made':>8}")
    seen: dict[str, list[float]] = {"mean": [], "made": []}
    alike = {f"{share:.0%} of each kind": dict.fromkeys(GOOD_BY_KIND, share) for share in PRECISIONS}
    for (name, good), bags, size in product(
        ({"35 to 90 %": GOOD_BY_KIND} | alike).items(), POPULATIONS, JUDGED
    ):
        covered = cover_sample(bags, size, good, reviews, np.random.default_rng(SEED), unsure=unsure)
        for figure, shares in seen.items():
            shares.append(covered.share(figure))
        if whole:
            shown = "".join(f"{100 * shares[-1]:>9.1f}" for shares in seen.values())
            print(f"{name:<24} {f'{size} of {bags:,}':>12}{shown}", flush=True)
    for figure, shares in seen.items():
        _sum_up(f"drawn by kind, {figure}", shares)


def _show_samples_by_change(reviews: int) -> None:
    for bags, changes in ((120, (12, 30)), (60, (63,)), (0, (63,)), (0, (200, 90, 40))):
        for size in JUDGED:
            if size < bags + sum(changes):
                random = np.random.default_rng(SEED)
                covered = cover_sample_by_change(bags, changes, size, reviews, random)
                shown = ", ".join(f"{figure} {100 * covered.share(figure):.1f}" for figure in covered.of)
                great = " and ".join(map(str, changes))
                print(
                    f"{size} items of {bags} bags and of great bags of {great} changes: {shown}", flush=True
                )
