"""Text and JSON of ``coala agree``: how far several graphs (annotators or systems) agree, pair by pair.

The text has a matrix for each measure, with a row and a column for each graph, then the worst bags of each
pair of graphs: those in which most spans differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction

from coala.base.numerals import count, decimal, percent
from coala.base.plain_text import plain_words
from coala.engine.agree import Agreement, AgreementScores, Alphas, PairAgreement, Pooled
from coala.engine.summary import side_to_json
from coala.model.notices.notice import notice_to_json
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.phrases import DISTANCES, say_alphas
from coala.results.diff import describe_side
from coala.scores.findings import TITLES
from coala.scores.link_scores import LinkScores
from coala.scores.ratio import Ratio, ratio_to_json, scores_to_json

_DIGITS = 4
_WIDTH = 9

_Cell = Callable[[AgreementScores], float | None]


def render_agreement_text(
    agreement: Agreement, *, by_document: bool = False, nouns: Nouns = IN_TEXTS
) -> Iterator[str]:
    """Yield a matrix for each measure, then the worst bags of each pair of graphs."""
    yield f"Agreement of {len(agreement.sides)} graphs"
    for number, side in enumerate(agreement.sides, 1):
        yield f"  {number}  {side.path}: {describe_side(side, nouns)}"
    yield ""
    yield from _render_pooled("All together", agreement.pooled, nouns)
    if by_document:
        for name, pooled in agreement.pooled_by_document.items():
            yield from _render_pooled(plain_words(name), pooled, nouns)
    yield from _render_matrix(
        agreement,
        "MUC recall: the links of the row's graph that the column's has (precision: across the diagonal)",
        lambda agreed: agreed.scores["muc"].recall.value,
        lambda agreed: agreed.scores["muc"].precision.value,
    )
    yield from _render_matrix(agreement, "MUC F1", lambda agreed: agreed.scores["muc"].f1)
    yield from _render_matrix(agreement, "B³ F1", lambda agreed: agreed.scores["b_cubed"].f1)
    yield from _render_matrix(agreement, "CoNLL F1", lambda agreed: agreed.scores["conll"].f1)
    yield from _render_matrix(
        agreement, nouns.say("Mentions F1"), lambda agreed: agreed.scores["mentions"].f1
    )
    for distance, name in DISTANCES.items():
        title = nouns.say(f"Krippendorff's alpha of the mentions that both have, distance {name}")
        yield from _render_matrix(agreement, title, _read_alpha(distance))
    for pair in agreement.pairs:
        yield from _render_pair(agreement, pair, by_document, nouns)


def _render_pooled(title: str, pooled: Pooled, nouns: Nouns) -> Iterator[str]:
    """Yield the agreement of all graphs together."""
    yield f"{title}: {count(pooled.mentions, nouns.mention)} that at least two graphs have"
    yield f"  Krippendorff's alpha of {nouns.chain}s: {say_alphas(pooled.alpha)}"
    for metric, (recall, precision) in pooled.scores.items():
        yield (
            f"  {nouns.say(TITLES[metric])}, all pairs added up: recall {_show_ratio(recall)}, "
            f"precision {_show_ratio(precision)}"
        )


def _show_ratio(ratio: Ratio) -> str:
    return f"{decimal(ratio.value, _DIGITS)} ({ratio.numerator:,}/{ratio.denominator:,})"


def _pooled_to_json(pooled: Pooled) -> dict[str, object]:
    return {
        "mentions": pooled.mentions,
        "alpha": _alphas_to_json(pooled.alpha),
        "scores": {
            metric: {name: ratio_to_json(ratio) for name, ratio in pair._asdict().items()}
            for metric, pair in pooled.scores.items()
        },
    }


def _alphas_to_json(alphas: Alphas) -> dict[str, object]:
    return {
        distance: None if alpha is None else _fraction_to_json(alpha) for distance, alpha in alphas.items()
    }


def render_agreement_json(agreement: Agreement) -> str:
    """Return the ``coala-agree/1`` document."""
    document = {
        "format": "coala-agree/1",
        "graphs": list(map(side_to_json, agreement.sides)),
        "together": {
            **_pooled_to_json(agreement.pooled),
            "by_document": {
                name: _pooled_to_json(pooled) for name, pooled in agreement.pooled_by_document.items()
            },
        },
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                **_agreed_to_json(pair.together),
                **({} if pair.links is None else {"links": _links_to_json(pair.links)}),
                "by_document": {name: _agreed_to_json(agreed) for name, agreed in pair.by_document.items()},
                "worst_bags": [bag._asdict() for bag in pair.worst],
            }
            for pair in agreement.pairs
        ],
        "warnings": list(map(notice_to_json, agreement.notices)),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _agreed_to_json(agreed: AgreementScores) -> dict[str, object]:
    return {
        "common_mentions": agreed.common,
        "scores": scores_to_json(agreed.scores),
        "alpha": _alphas_to_json(agreed.alpha),
    }


def _links_to_json(links: LinkScores) -> dict[str, object]:
    """Return the agreement of entity links: the mentions that both link, and those linked alike."""
    return {
        "bases": list(links.bases),
        "both_linked": links.total.both,
        "linked_alike": links.total.right,
        "share": ratio_to_json(links.total.accuracy),
    }


def _fraction_to_json(value: Fraction) -> dict[str, object]:
    return {"numerator": value.numerator, "denominator": value.denominator, "value": float(value)}


def _render_matrix(
    agreement: Agreement, title: str, above: _Cell, below: _Cell | None = None
) -> Iterator[str]:
    """Yield a matrix with ``above`` to the right of the diagonal and ``below`` on its other side."""
    cells = {}
    for pair in agreement.pairs:
        cells[pair.first, pair.second] = above(pair.together)
        cells[pair.second, pair.first] = (below or above)(pair.together)
    numbers = range(len(agreement.sides))
    yield ""
    yield title
    yield "    " + "".join(f"{number + 1:>{_WIDTH}}" for number in numbers)
    for row in numbers:
        shown = ("" if row == column else decimal(cells[row, column], _DIGITS) for column in numbers)
        yield (f"  {row + 1} " + "".join(f"{cell:>{_WIDTH}}" for cell in shown)).rstrip()


def _render_pair(agreement: Agreement, pair: PairAgreement, by_document: bool, nouns: Nouns) -> Iterator[str]:
    yield ""
    yield (
        f"{pair.first + 1} and {pair.second + 1}: {count(pair.together.common, f'common {nouns.mention}')}"
        + (", worst bags" if pair.worst else ", no bag differs")
    )
    if pair.links is not None:
        both, alike = pair.links.total.both, pair.links.total.right
        yield (
            f"  {alike:,} of {count(both, nouns.mention)} that both link "
            f"{'has' if alike == 1 else 'have'} the "
            f"same entry in {' or '.join(map(plain_words, pair.links.bases))}"
            f" ({percent(alike, both)})"
        )
    for bag in pair.worst:
        size = nouns.size(bag.spans, len(bag.documents), "doc")
        yield f"  {bag.differing:>5} of {size}: {bag.title}"
    if by_document:
        yield f"  {'MUC R':>7} {'MUC P':>7} {'B³ F1':>7} {'men. F1':>7} {'α MASI':>7}  document"
        for name, agreed in pair.by_document.items():
            muc = agreed.scores["muc"]
            values = (
                muc.recall.value,
                muc.precision.value,
                agreed.scores["b_cubed"].f1,
                agreed.scores["mentions"].f1,
                _to_float(agreed.alpha["masi"]),
            )
            yield "  " + " ".join(f"{decimal(value):>7}" for value in values) + f"  {plain_words(name)}"


def _read_alpha(distance: str) -> _Cell:
    return lambda agreed: _to_float(agreed.alpha[distance])


def _to_float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
