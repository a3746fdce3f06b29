"""Report and JSON of ``coala agree``: how far several graphs (annotators or systems) agree, pair by pair.

It has a matrix for each measure, with a row and a column for each graph, then the worst bags of each
pair of graphs: those in which most spans differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from coala.base.numerals import count
from coala.base.plain_text import plain_words
from coala.engine.agree import Agreement, AgreementScores, Alphas, PairAgreement, Pooled
from coala.engine.summary import side_to_json
from coala.model.notices.notice import notice_to_json
from coala.model.nouns import IN_TEXTS, Nouns
from coala.present.blocks import (
    Block,
    FigureCell,
    FigureColumn,
    Figures,
    Folded,
    Note,
    Report,
    list_item,
    say,
)
from coala.present.figures import Rate, Share, percent, show
from coala.present.phrases import DISTANCES
from coala.results.diff import describe_side
from coala.results.score_tables import number_paths
from coala.scores.findings import TITLES
from coala.scores.link_scores import LinkScores
from coala.scores.ratio import ratio_to_json, scores_to_json

_Cell = Callable[[AgreementScores], FigureCell]


def report_agreement(agreement: Agreement, *, by_document: bool = False, nouns: Nouns = IN_TEXTS) -> Report:
    """Report a matrix for each measure, then the worst bags of each pair of graphs."""
    together = agreement.pooled
    claim = (
        f"Agreement of {len(agreement.sides)} graphs: alpha {_show_alpha(together.alpha['masi'])} (MASI) of "
        f"the {nouns.chain}s of {count(together.mentions, nouns.mention)} that at least two graphs have"
    )
    return Report("agree", claim, tuple(_list_blocks(agreement, by_document, nouns)))


def _list_blocks(agreement: Agreement, by_document: bool, nouns: Nouns) -> Iterator[Block]:
    names = number_paths([side.path for side in agreement.sides])
    for number, side in enumerate(agreement.sides, 1):
        yield list_item(f"{number}  {side.path}: {describe_side(side, nouns)}")
    pooled = {"all together": agreement.pooled}
    if by_document:
        pooled |= {plain_words(name): each for name, each in agreement.pooled_by_document.items()}
    yield from _tabulate_pooled(pooled, nouns)
    title = "MUC recall: the links of the row's graph that the column's has (precision: across the diagonal)"
    yield _tabulate_matrix(
        agreement,
        names,
        title,
        lambda agreed: Rate(agreed.scores["muc"].recall.value),
        lambda agreed: Rate(agreed.scores["muc"].precision.value),
    )
    for metric in ("muc", "b_cubed", "conll", "mentions"):
        yield _tabulate_matrix(agreement, names, f"{nouns.say(TITLES[metric])} F1", _read_f1(metric))
    for distance, name in DISTANCES.items():
        title = nouns.say(f"Krippendorff's alpha of the mentions that both have, distance {name}")
        yield _tabulate_matrix(agreement, names, title, _read_alpha(distance))
    for pair in agreement.pairs:
        yield from _list_pair(pair, by_document, nouns)


def _tabulate_pooled(pooled: Mapping[str, Pooled], nouns: Nouns) -> Iterator[Block]:
    """Yield the agreement of all graphs together, and within each document if there are several rows."""
    metrics = list(next(iter(pooled.values())).scores)
    columns = [
        FigureColumn("", "document", is_left=True),
        FigureColumn(f"{nouns.mention}s", "mentions"),
        *(
            FigureColumn(f"α {name.partition(' ')[0]}", f"alpha_{distance}", rank=place)
            for place, (distance, name) in enumerate(DISTANCES.items())
        ),
    ]
    for place, metric in enumerate(metrics, 1):
        columns.append(FigureColumn(f"{nouns.say(TITLES[metric])} R", f"{metric}_recall", rank=place))
        columns.append(FigureColumn("P", f"{metric}_precision", rank=place))
    rows: list[list[FigureCell]] = [
        [
            name,
            each.mentions,
            *(Share(to_float(each.alpha[distance])) for distance in DISTANCES),
            *(Rate(ratio.value) for metric in metrics for ratio in each.scores[metric]),
        ]
        for name, each in pooled.items()
    ]
    yield Figures(columns, rows, "All graphs together; recall and precision of all pairs added up")


def _show_alpha(alpha: Fraction | None) -> str:
    return show(Share(to_float(alpha)))


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


def _tabulate_matrix(
    agreement: Agreement, names: Sequence[str], title: str, above: _Cell, below: _Cell | None = None
) -> Figures:
    """Return a matrix with ``above`` to the right of the diagonal and ``below`` on its other side."""
    cells: dict[tuple[int, int], FigureCell] = {}
    for pair in agreement.pairs:
        cells[pair.first, pair.second] = above(pair.together)
        cells[pair.second, pair.first] = (below or above)(pair.together)
    numbers = range(len(names))
    columns = [
        FigureColumn("", "graph", is_left=True),
        *(FigureColumn(str(number + 1), f"graph_{number + 1}") for number in numbers),
    ]
    rows = [[names[row], *(cells.get((row, column)) for column in numbers)] for row in numbers]
    return Figures(columns, rows, title)


def _list_pair(pair: PairAgreement, by_document: bool, nouns: Nouns) -> Iterator[Block]:
    items = [
        list_item(f"{bag.differing:,} of {nouns.size(bag.spans, len(bag.documents), 'doc')}: {bag.title}")
        for bag in pair.worst
    ]
    name = f"{pair.first + 1} and {pair.second + 1}"
    common = count(pair.together.common, f"common {nouns.mention}")
    if items:
        yield Folded(f"{name}: {common}; bags in which most {nouns.mention}s differ", items, len(items))
    else:
        yield say(f"{name}: {common}, no bag differs")
    if pair.links is not None:
        both, alike = pair.links.total.both, pair.links.total.right
        yield Note(
            f"{alike:,} of {count(both, nouns.mention)} that both link {'has' if alike == 1 else 'have'} the "
            f"same entry in {' or '.join(map(plain_words, pair.links.bases))} ({percent(alike, both)})"
        )
    if by_document:
        rows: list[list[FigureCell]] = [
            [
                plain_words(document),
                Rate(agreed.scores["muc"].recall.value),
                Rate(agreed.scores["muc"].precision.value),
                Rate(agreed.scores["b_cubed"].f1),
                Rate(agreed.scores["mentions"].f1),
                Share(to_float(agreed.alpha["masi"])),
            ]
            for document, agreed in pair.by_document.items()
        ]
        yield Figures(_OF_DOCUMENTS, rows, f"{name} by document")


_OF_DOCUMENTS = (
    FigureColumn("", "document", is_left=True),
    FigureColumn("MUC R", "muc_recall", rank=1),
    FigureColumn("MUC P", "muc_precision", rank=1),
    FigureColumn("B³ F1", "b_cubed_f1"),
    FigureColumn("Mentions F1", "mentions_f1"),
    FigureColumn("α MASI", "alpha_masi"),
)


def _read_f1(metric: str) -> _Cell:
    return lambda agreed: Rate(agreed.scores[metric].f1)


def _read_alpha(distance: str) -> _Cell:
    return lambda agreed: Share(to_float(agreed.alpha[distance]))


def to_float(value: Fraction | None) -> float | None:
    """Return an exact figure as a float, None if it is undefined."""
    return None if value is None else float(value)
