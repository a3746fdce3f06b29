"""Comparison of several annotators' graphs, as in ``coala agree``."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.agree import agree_graphs
from coala.engine.score import score_graphs
from coala.model.options import DEFAULTS
from coala.results.scores.agree import render_agreement_json, report_agreement
from tests.diff.test_links import WIKIDATA, link
from tests.support.graphs_by_hand import DOC_1, DOC_2, A, B, C, D, graph
from tests.support.paths import SAMPLES
from tests.support.reports import cells_of, tables_of, text_of

PAPER = [str(SAMPLES / "paper" / f"{name}.ttl") for name in "XYZ"]
X = graph({"x1": [A, C, D], "x2": [B]})
Y = graph({"y1": [A, C], "y2": [B], "y3": [D]})


def test_the_annotations_of_the_paper_agree_as_the_specification_says(tmp_path: Path) -> None:
    target = tmp_path / "agreement.json"

    assert main(["agree", *PAPER, "--json", str(target)]) == 0

    document = json.loads(target.read_text())
    alphas = {
        (pair["first"], pair["second"]): {
            name: Fraction(alpha["numerator"], alpha["denominator"]) for name, alpha in pair["alpha"].items()
        }
        for pair in document["pairs"]
    }
    assert document["format"] == "coala-agree/1"
    assert alphas[0, 1] == {
        "masi": Fraction(58, 177),
        "jaccard": Fraction(13, 27),
        "passonneau": Fraction(10, 17),
    }
    assert alphas[0, 2]["masi"] == Fraction(11, 690)


def test_scores_are_those_of_coala_score() -> None:
    (pair,) = agree_graphs((X, Y)).pairs

    scores = score_graphs(X, Y).scores

    names = ("muc", "b_cubed", "ceaf_e", "mentions", "conll")
    assert pair.together.scores == {name: scores[name] for name in names}


def test_optional_mentions_of_either_side_can_be_left_out() -> None:
    first = replace(graph({"x": [A, B], "y": [C]}), optional=frozenset({1}))
    second = graph({"x": [A], "y": [C]})

    counted, ignored = (
        agree_graphs((first, second), options=DEFAULTS._replace(optional_mentions=word)).pairs[0]
        for word in ("count", "ignore")
    )

    assert counted.together.scores["mentions"].f1 == 0.8
    assert ignored.together.scores["mentions"].f1 == 1.0


def test_json_has_an_alpha_of_0_as_a_fraction_and_an_undefined_one_as_null() -> None:
    first, second = graph({"x": [A, B], "d": [D]}), graph({"y": [A], "z": [B], "d": [D]})

    (pair,) = json.loads(render_agreement_json(agree_graphs((first, second))))["pairs"]

    assert pair["alpha"]["jaccard"] == {"numerator": 6, "denominator": 11, "value": 6 / 11}
    assert pair["by_document"][DOC_1]["alpha"]["jaccard"] == {"numerator": 0, "denominator": 1, "value": 0.0}
    assert pair["by_document"][DOC_2]["alpha"]["jaccard"] is None


def test_text_has_a_row_for_each_graph_with_the_figures_of_both_directions() -> None:
    tables = tables_of(report_agreement(agree_graphs((X, Y)), by_document=True))
    recall, masi = (
        next(cells_of(table) for title, table in tables.items() if words in title)
        for words in ("MUC recall", "distance MASI")
    )

    # MUC's recall is the precision of the other direction; MASI has no direction.
    assert [row[1:] for row in recall] == [["", "0.5000"], ["1.0000", ""]]
    assert [row[1:] for row in masi] == [["", ".328"], [".328", ""]]
    rows = cells_of(tables["1 and 2 by document"])
    assert rows[-1] == [DOC_2, "n/a", "n/a", "1.0000", "1.0000", "n/a"]


def test_graphs_without_a_common_mention_have_no_alpha_and_a_hint() -> None:
    agreement = agree_graphs((graph({"x": [A, C]}), graph({"y": [B]})))

    (pair,) = agreement.pairs
    assert (pair.together.common, set(pair.together.alpha.values())) == (0, {None})
    assert pair.together.scores["mentions"].recall == (0, 2)
    assert [notice.code for notice in agreement.notices] == ["no-common-span"]


def test_links_of_mentions_that_both_link_are_counted() -> None:
    first = link({"x": [A, C], "y": [B], "z": [D]}, {"x": [f"{WIKIDATA}Q1"], "y": [f"{WIKIDATA}Q2"]})
    second = link({"x": [A, C], "y": [B, D]}, {"x": [f"{WIKIDATA}Q1"], "y": [f"{WIKIDATA}Q7"]})
    agreement = agree_graphs((first, second, first))
    links = [pair["links"] for pair in json.loads(render_agreement_json(agreement))["pairs"]]
    assert [(each["linked_alike"], each["both_linked"]) for each in links] == [(2, 3), (3, 3), (2, 3)]
    lines = [line for line in text_of(report_agreement(agreement)) if line.endswith(" %)")]
    assert [re.findall(r"[\d.]+", line) for line in lines] == [
        ["2", "3", "67"],
        ["3", "3", "100"],
        ["2", "3", "67"],
    ]
    assert links[0] == {
        "bases": ["Wikidata"],
        "both_linked": 3,
        "linked_alike": 2,
        "share": {"numerator": 2, "denominator": 3, "value": 2 / 3},
    }
    assert not agreement.notices


def test_agreement_without_compared_names_says_nothing_about_links() -> None:
    first = link({"x": [A, C]}, {"x": [f"{WIKIDATA}Q1"]})
    agreement = agree_graphs((first, graph({"x": [A, C]})))
    assert "links" not in json.loads(render_agreement_json(agreement))["pairs"][0]
    assert [notice.code for notice in agreement.notices] == ["names-one-sided"]


@pytest.mark.parametrize(
    "words",
    [PAPER[:1], *(["a", "b", "--at-least", least] for least in ("80", "muc=80", "bcubed=0.8", "muc="))],
)
def test_one_graph_or_a_wrong_figure_is_refused(words: list[str]) -> None:
    assert main(["agree", *words]) == 2


@pytest.mark.parametrize(
    ("least", "status", "not_held"),
    [
        (["0.8"], 0, ["muc 0.5000", "mentions 0.8571"]),
        (["alpha=1", "muc=0.5"], 0, ["mentions 0.8571"]),
        (["alpha=1", "muc=0.51"], 1, ["mentions 0.8571"]),
        (["mentions=0.8", "muc=0.5"], 0, ["alpha 1.0000"]),
        (["mentions=0.9", "muc=0.5", "alpha=0.5"], 1, []),
    ],
)
def test_at_least_names_the_figures_that_it_does_not_hold(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    least: list[str],
    status: int,
    not_held: list[str],
) -> None:
    # Ida and her; Uta and, on one side only, a second her: MUC recall 1/2 and precision 1/1.
    paths = write_chains(tmp_path, [[[0, 0], [2, 2]], [[4, 4], [6, 6]]], [[[0, 0], [2, 2]], [[4, 4]]])

    flags = [word for each in least for word in ("--at-least", each)]
    assert main(["agree", *paths, *flags]) == status

    said = capsys.readouterr().err
    figures = ("alpha 1.0000", "muc 0.5000", "mentions 0.8571")
    assert [figure for figure in figures if figure in said] == not_held


@pytest.mark.parametrize(("least", "status"), [("0.25", 0), ("0.9", 1), ("-1", 0)])
def test_at_least_when_chains_differ_ends_with_a_status(tmp_path: Path, least: str, status: int) -> None:
    ida, her, uta = [[0, 0], [4, 4]], [[2, 2], [6, 6]], [8, 8]

    assert (
        main(["agree", *write_chains(tmp_path, [ida, her, [uta]], [ida, [*her, uta]]), "--at-least", least])
        == status
    )


def write_chains(folder: Path, *graphs: list[list[list[int]]]) -> list[str]:
    """Write a document of nine tokens with these chains for each annotator; return the paths."""
    paths = [folder / f"{number}.jsonl" for number in range(len(graphs))]
    for path, clusters in zip(paths, graphs, strict=True):
        path.write_text(json.dumps({"doc_id": "d", "tokens": list("abcdefghi"), "clusters": clusters}))
    return list(map(str, paths))
