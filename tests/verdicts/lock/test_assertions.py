"""The assertions of each kind of change, in readable bags."""

from __future__ import annotations

from coala.model.values import Span
from tests.support.graphs_by_hand import DOC_1, DOC_2, A, B, C, D, graph
from tests.support.locks import asserted, lock_of

E = Span(DOC_1, 35, 39)
F = Span(DOC_2, 15, 19)
LETTERS = {A: "A", B: "B", C: "C", D: "D", E: "E", F: "F"}


def test_types_and_plain_statements_are_asserted_and_others_are_counted() -> None:
    baseline = graph(
        {"x": [A, C], "y": [B]},
        types={"x": ["http://e.org/Agent"]},
        statements=[("x", "http://e.org/born", '"1950"'), ("x", "http://e.org/knows", "y")],
    )
    changed = graph(
        {"x": [A, C], "y": [B]},
        types={"x": ["http://e.org/Person"]},
        statements=[("x", "http://e.org/born", '"1951"'), ("x", "http://e.org/home", "<http://e.org/Rome>")],
    )
    better, worse = lock_of((baseline, changed, "+")), lock_of((baseline, changed, "-"))
    assert asserted(better, LETTERS) == {
        "A, C type Person",
        "A, C no-type Agent",
        "A, C statement born: 1951",
        "A, C no-statement born: 1950",
        "A, C statement home: Rome",
    }
    assert asserted(worse, LETTERS) == {
        "A, C no-type Person",
        "A, C type Agent",
        "A, C no-statement born: 1951",
        "A, C statement born: 1950",
        "A, C no-statement home: Rome",
    }
    # That x knows y, and y is known: which instance is meant depends on the graph.
    assert better.passed_over >= 1
