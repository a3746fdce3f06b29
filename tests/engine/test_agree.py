"""Comparison of several annotators' graphs, as in ``coala agree``."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.agree import agree_graphs
from coala.engine.score import score_graphs
from coala.errors import ReadingError
from coala.model.options import DEFAULTS
from coala.output.agree_text import render_agreement_json, render_agreement_text
from tests.diff.test_links import WIKIDATA, link
from tests.support.graphs_by_hand import DOC_1, DOC_2, TEXTS, A, B, C, D, graph
from tests.support.paths import SAMPLES

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


def test_each_document_counts_its_own_mentions_and_classes() -> None:
    (pair,) = agree_graphs((X, Y)).pairs

    assert {name: agreed.common for name, agreed in pair.by_document.items()} == {DOC_1: 3, DOC_2: 1}
    assert pair.by_document[DOC_1].scores["muc"].recall == (1, 1)
    assert set(pair.by_document[DOC_2].alpha.values()) == {None}


def test_a_document_that_only_one_graph_has_does_not_count() -> None:
    first = graph({"x1": [A, C], "x2": [B, D]})
    second = graph({"y1": [A, C], "y2": [B]}, texts={DOC_1: "Bob Smith met John Doe and then he left."})

    (pair,) = agree_graphs((first, second)).pairs

    assert list(pair.by_document) == [DOC_1]
    assert pair.together.scores["mentions"].f1 == 1.0


def test_the_worst_bags_come_first_and_are_told_by_their_titles() -> None:
    (pair,) = agree_graphs((X, Y)).pairs

    assert [(bag.title, bag.differing, bag.spans) for bag in pair.worst] == [
        ("R. Smith split from Bob Smith", 1, 3)
    ]


def test_optional_mentions_of_either_side_can_be_left_out() -> None:
    first = replace(graph({"x": [A, B], "y": [C]}), optional=frozenset({1}))
    second = graph({"x": [A], "y": [C]})

    counted, ignored = (
        agree_graphs((first, second), options=DEFAULTS._replace(optional_mentions=word)).pairs[0]
        for word in ("count", "ignore")
    )

    assert counted.together.scores["mentions"].f1 == 0.8
    assert ignored.together.scores["mentions"].f1 == 1.0


def test_text_has_a_matrix_for_each_measure_and_a_line_for_each_document() -> None:
    lines = list(render_agreement_text(agree_graphs((X, Y)), by_document=True))

    masi = lines.index("Krippendorff's alpha of the mentions that both have, distance MASI")
    assert lines[masi + 1 : masi + 4] == ["            1        2", "  1             0.3277", "  2    0.3277"]
    assert any(line.endswith(DOC_2) and "n/a" in line for line in lines)
    assert "1 and 2: 4 common mentions, worst bags" in lines


def test_json_calls_an_undefined_alpha_null() -> None:
    document = json.loads(render_agreement_json(agree_graphs((X, X))))

    (pair,) = document["pairs"]
    assert pair["alpha"]["masi"]["value"] == 1.0
    assert pair["by_document"][DOC_2]["alpha"]["masi"] is None


def test_one_graph_agrees_with_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", PAPER[0]]) == 2
    assert "two or more" in capsys.readouterr().err


def test_graphs_of_other_documents_are_refused() -> None:
    with pytest.raises(ReadingError, match="share no document"):
        agree_graphs((graph({"x": [A]}, texts={}), graph({"x": [D]}, texts={})))


def test_json_has_an_alpha_of_exactly_0_as_a_fraction() -> None:
    first, second = graph({"x": [A, B]}), graph({"y": [A], "z": [B]})

    (pair,) = json.loads(render_agreement_json(agree_graphs((first, second))))["pairs"]

    assert pair["alpha"]["jaccard"] == {"numerator": 0, "denominator": 1, "value": 0.0}


def test_documents_of_one_graph_are_said_to_be_left_out_and_have_no_worst_bags() -> None:
    first = graph({"x1": [A, C], "x2": [B], "x3": [D]})
    second = graph({"y1": [A], "y2": [B, C]}, texts={DOC_1: "Bob Smith met John Doe and then he left."})

    agreement = agree_graphs((first, second))

    (pair,) = agreement.pairs
    assert [bag.documents for bag in pair.worst] == [(DOC_1,)]
    said = [notice.message for notice in agreement.notices]
    assert not [message for message in said if "counts as a difference" in message]
    assert [message for message in said if "of one side only (mentions: 1 of the first graph)" in message]


def test_graphs_without_a_common_mention_have_no_alpha_and_a_hint() -> None:
    agreement = agree_graphs((graph({"x": [A, C]}), graph({"y": [B]})))

    (pair,) = agreement.pairs
    assert (pair.together.common, set(pair.together.alpha.values())) == (0, {None})
    assert pair.together.scores["mentions"].recall == (0, 2)
    assert [notice.code for notice in agreement.notices] == ["no-common-span"]


def test_a_bag_counts_its_spans_of_the_documents_that_both_graphs_have() -> None:
    first = graph({"x1": [A, C, D], "x2": [B]})
    second = graph({"y1": [A], "y2": [B, C]}, texts={DOC_1: "Bob Smith met John Doe and then he left."})

    ((bag,),) = (pair.worst for pair in agree_graphs((first, second)).pairs)

    assert (bag.differing, bag.spans, bag.documents) == (1, 3, (DOC_1,))


def test_links_of_mentions_that_both_link_are_counted() -> None:
    first = link({"x": [A, C], "y": [B], "z": [D]}, {"x": [f"{WIKIDATA}Q1"], "y": [f"{WIKIDATA}Q2"]})
    second = link({"x": [A, C], "y": [B, D]}, {"x": [f"{WIKIDATA}Q1"], "y": [f"{WIKIDATA}Q7"]})
    agreement = agree_graphs((first, second, first))
    lines = list(render_agreement_text(agreement))
    assert lines.count("  2 of 3 mentions that both link have the same entry in Wikidata (66.7 %)") == 2
    assert lines.count("  3 of 3 mentions that both link have the same entry in Wikidata (100.0 %)") == 1
    pair = json.loads(render_agreement_json(agreement))["pairs"][0]
    assert pair["links"] == {
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
    assert not any("both link" in line for line in render_agreement_text(agreement))
    assert [notice.code for notice in agreement.notices] == ["names-one-sided"]


def test_pairs_are_added_up_and_documents_that_one_lacks_are_missing_values() -> None:
    first = graph({"x": [A, C], "y": [B, D]})
    second = graph({"x": [A, C, B, D]})
    third = graph({"x": [A, C]}, texts={DOC_1: TEXTS[DOC_1]})

    agreement = agree_graphs((first, second, third))

    pooled = agreement.pooled
    pairs = [pair.together for pair in agreement.pairs]
    assert pooled.scores["muc"].recall == tuple(
        sum(pair.scores["muc"].recall[place] for pair in pairs) for place in (0, 1)
    )
    assert pooled.mentions == 4
    # What the third annotator has agrees with both others, so all together agree better than the first two.
    assert pooled.alpha["masi"] is not None
    (alone,) = (pair.together.alpha["masi"] for pair in agree_graphs((first, second)).pairs)
    assert alone is not None
    assert pooled.alpha["masi"] > alone
    document = json.loads(render_agreement_json(agreement))["together"]
    assert document["alpha"]["masi"]["value"] == float(pooled.alpha["masi"])
    assert set(document["by_document"]) == set(TEXTS)


def test_two_graphs_together_agree_as_their_pair_does() -> None:
    first, second = graph({"x": [A, C], "y": [B, D]}), graph({"x": [A, C, B], "y": [D]})

    agreement = agree_graphs((first, second))

    assert agreement.pooled.alpha == agreement.pairs[0].together.alpha


@pytest.mark.parametrize(("least", "status"), [("0.25", 0), ("0.9", 1), ("-1", 0)])
def test_at_least_ends_with_a_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], least: str, status: int
) -> None:
    paths = []
    for name, clusters in (
        ("a", [[[0, 0], [4, 4]], [[2, 2], [6, 6]], [[8, 8]]]),
        ("b", [[[0, 0], [4, 4]], [[2, 2], [6, 6], [8, 8]]]),
    ):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(json.dumps({"doc_id": "d", "tokens": list("abcdefghi"), "clusters": clusters}))
        paths.append(str(file))

    assert main(["agree", *paths, "--at-least", least]) == status
    assert ("not at least 0.9" in capsys.readouterr().err) is bool(status)


@pytest.mark.parametrize("least", ["80", "muc=80", "bcubed=0.8", "muc=", "x"])
def test_at_least_takes_only_figures_and_their_values(least: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", "a", "b", "--at-least", least]) == 2
    assert "write alpha=0.8, muc=0.8 or mentions=0.8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("least", "status", "not_held"),
    [
        (["0.8"], 0, ["muc 0.5000", "mentions 0.8571"]),
        (["0.4"], 0, ["muc 0.5000", "mentions 0.8571"]),
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
    paths = []
    for name, last in (("all", [[4, 4], [6, 6]]), ("half", [[4, 4]])):
        file = tmp_path / f"{name}.jsonl"
        clusters = [[[0, 0], [2, 2]], last]
        file.write_text(json.dumps({"doc_id": "d", "tokens": list("abcdefg"), "clusters": clusters}))
        paths.append(str(file))

    flags = [word for each in least for word in ("--at-least", each)]
    assert main(["agree", *paths, *flags]) == status

    said = capsys.readouterr().err
    assert [
        figure for figure in ("alpha 1.0000", "muc 0.5000", "mentions 0.8571") if figure in said
    ] == not_held
