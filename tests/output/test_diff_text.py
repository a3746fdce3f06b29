"""A comparison as text."""

from __future__ import annotations

from collections.abc import Sequence

from coala.engine.compare import compare_graphs
from coala.model.graph import Graph
from coala.model.kinds import parse_kinds
from coala.model.options import DEFAULTS
from coala.model.values import Span
from coala.output.diff_text import FIRST_BAGS, render_brief_text, render_diff_text
from tests.support.figures import list_figures
from tests.support.graphs_by_hand import SEED, A, B, C, D, graph
from tests.support.reviews import three_splits


def test_graphs_that_do_not_diverge_are_said_not_to() -> None:
    lines = list(render_diff_text(compare_graphs(SEED["X"], SEED["X"])))

    assert list_figures(lines[0]) == ["2"]
    assert not any("0 %" in line for line in lines)
    assert "Bags" not in lines


def test_with_gold_each_system_has_its_table_and_the_difference_its_interval() -> None:
    gold = graph({"g1": [A, C, D], "g2": [B]})

    lines = list(render_diff_text(compare_graphs(SEED["Z"], SEED["X"], gold), verbose=True))

    assert [line.split()[0] for line in lines[2:5]] == ["Baseline", "Changed", "Gold"]
    assert lines.index("Baseline against gold") < lines.index("Changed against gold")
    differences = lines[lines.index("F1 against gold, and the difference in points") :]
    (muc,) = (line for line in differences if line.startswith("  MUC"))
    assert " to " in muc
    assert ["1", "1", "1", "0"] in list(map(list_figures, lines))
    (moved,) = (line for line in lines if line.startswith("  moved "))
    assert moved.split() == ["moved", "1", "0", "0"]


def test_all_of_a_few_bags_are_listed_under_their_numbers() -> None:
    lines = list(render_diff_text(compare_graphs(*three_splits())))

    assert len(lines) - lines.index("Bags") - 1 == 3 < FIRST_BAGS
    assert lines[-1].startswith("   3  ")


def many_splits(sizes: Sequence[int]) -> tuple[Graph, Graph]:
    """Return graphs with a chain for each size, whose last mention is a chain of its own in the second."""
    before: dict[str, list[Span]] = {}
    after: dict[str, list[Span]] = {}
    begin = 0
    for number, size in enumerate(sizes):
        spans = [A._replace(begin=begin + 2 * place, end=begin + 2 * place + 1) for place in range(size)]
        begin += 2 * size
        before[f"c{number}"] = spans
        after |= {f"c{number}": spans[:-1], f"d{number}": spans[-1:]}
    texts = {A.document: "ab" * begin}
    return graph(before, texts=texts), graph(after, texts=texts)


def test_bags_with_the_largest_effect_are_listed_under_their_numbers() -> None:
    comparison = compare_graphs(*many_splits([2, 3, 2, 9, 5, 2, 7]))
    effects = [abs(value or 0.0) for value in comparison.shares["b_cubed"]]
    expected = sorted(range(7), key=lambda place: (-round(effects[place], 12), place))[:FIRST_BAGS]
    lines = list(render_diff_text(comparison))
    at = next(place for place, line in enumerate(lines) if list_figures(line) == ["5", "7"])
    assert [int(line.split()[0]) - 1 for line in lines[at + 1 :]] == expected
    assert expected != list(range(FIRST_BAGS))


def test_verbose_lists_each_change_with_its_document_and_offsets() -> None:
    lines = list(render_diff_text(compare_graphs(SEED["X"], SEED["Z"]), verbose=True))
    assert len([line for line in lines if line.startswith('        doc1 32–34  "he" ')]) == 1
    assert not any("32–34" in line for line in render_diff_text(compare_graphs(SEED["X"], SEED["Z"])))


def test_chosen_kinds_are_counted_apart_from_all_that_differ() -> None:
    baseline = graph({"x": [A, C], "y": [D]})
    typed = graph({"x": [A], "y": [D], "z": [C]}, types={"y": ["http://e.org/Place"]})
    options = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds("types")))
    lines = list(render_diff_text(compare_graphs(baseline, typed, options=options)))
    assert list_figures(lines[0])[:3] == ["1", "2", "2"]
    assert lines[1].endswith(" types")
    gold = graph({"x": [A, C], "y": [D]})
    scored = list(render_diff_text(compare_graphs(baseline, typed, gold, options=options)))
    assert any("kinds" in line for line in scored[2:])
    none = DEFAULTS._replace(selection=DEFAULTS.selection._replace(kinds=parse_kinds("facts")))
    lines = list(render_diff_text(compare_graphs(baseline, typed, options=none)))
    assert list_figures(lines[0]) == ["2", "2"]


def test_brief_text_is_how_much_differs_and_one_score() -> None:
    gold = graph({"g1": [A, C, D], "g2": [B]})
    totals, score = render_brief_text(compare_graphs(SEED["Z"], SEED["X"], gold))
    assert list_figures(totals)[0] == "1"
    assert score.startswith("B³ F1 ")


def test_only_chosen_metrics_are_printed_and_statistics_wait_for_verbose() -> None:
    comparison = compare_graphs(SEED["X"], SEED["Y"])
    short, verbose = ([*render_diff_text(comparison, verbose=each)] for each in (False, True))
    assert not [line for line in short if line.startswith(("Baseline", "Bags by kind"))]
    assert "Bags by kind: split 1" in verbose
    assert "  MUC          0.5000     1.0000     0.6667" in short
    assert "  MUC          0.5000  1/2            1.0000  1/1            0.6667" in verbose
    chosen = [*render_diff_text(comparison, None, ["lea", "blanc"])]
    assert [line.split()[0] for line in chosen if line.startswith("  ") and "0." in line] == ["LEA", "BLANC"]
