"""A comparison as text."""

from __future__ import annotations

from coala.engine.compare import compare_graphs
from coala.output.diff_text import FIRST_BAGS, render_diff_text
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph
from tests.support.reviews import three_splits


def test_graphs_that_do_not_diverge_are_said_not_to() -> None:
    lines = list(render_diff_text(compare_graphs(SEED["X"], SEED["X"])))

    assert "None of 2 bags differs: the graphs do not diverge." in lines
    assert "Bags" not in lines


def test_with_gold_each_system_has_its_table_and_the_difference_its_interval() -> None:
    gold = graph({"g1": [A, C, D], "g2": [B]})

    lines = list(render_diff_text(compare_graphs(SEED["Z"], SEED["X"], gold), verbose=True))

    assert [line.split()[0] for line in lines[2:5]] == ["Baseline", "Changed", "Gold"]
    assert lines.index("Baseline against gold") < lines.index("Changed against gold")
    differences = lines[lines.index("F1 against gold, and the difference in points") :]
    (muc,) = (line for line in differences if line.startswith("  MUC"))
    assert " to " in muc


def test_all_of_a_few_bags_are_listed_under_their_numbers() -> None:
    lines = list(render_diff_text(compare_graphs(*three_splits())))

    assert len(lines) - lines.index("Bags") - 1 == 3 < FIRST_BAGS
    assert lines[-1].startswith("   3  ")


def test_only_chosen_metrics_are_printed_and_statistics_wait_for_verbose() -> None:
    comparison = compare_graphs(SEED["X"], SEED["Y"])
    short, verbose = ([*render_diff_text(comparison, verbose=each)] for each in (False, True))
    assert not [line for line in short if line.startswith(("Baseline", "Bags by kind"))]
    assert "Bags by kind: split 1" in verbose
    assert "  MUC          0.5000     1.0000     0.6667" in short
    assert "  MUC          0.5000  1/2            1.0000  1/1            0.6667" in verbose
    chosen = [*render_diff_text(comparison, None, ["lea", "blanc"])]
    assert [line.split()[0] for line in chosen if line.startswith("  ") and "0." in line] == ["LEA", "BLANC"]
