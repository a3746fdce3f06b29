"""What lint found, as text and as JSON."""

from __future__ import annotations

import json

from coala.engine.lint import Lint, LintedGraph, LintedPair, Unreadable
from coala.engine.summary import Side
from coala.report.lint import render_lint_json, render_lint_text

SIDE = Side("a.ttl", documents=1, instances=2, mentions=3, spans=3, statements=0)
LINT = Lint(
    graphs=(LintedGraph(SIDE, ()), LintedGraph(SIDE._replace(path="b.ttl"), ())),
    pairs=(LintedPair("a.ttl", "b.ttl", (), ()),),
)


def test_each_graph_and_each_pair_is_a_paragraph() -> None:
    assert list(render_lint_text(LINT)) == [
        "a.ttl: 1 document, 2 instances, 3 mentions, 0 statements",
        "  nothing to remark",
        "",
        "b.ttl: 1 document, 2 instances, 3 mentions, 0 statements",
        "  nothing to remark",
        "",
        "a.ttl (first) beside b.ttl (second)",
        "  nothing to remark",
    ]


def test_a_graph_that_cannot_be_read_is_named_and_nothing_is_clean() -> None:
    lint = Lint(graphs=(), pairs=(), unreadable=(Unreadable("c.ttl", "c.ttl: there is no such file."),))

    document = json.loads(render_lint_json(lint))

    assert document["clean"] is False
    assert document["unreadable"] == [{"path": "c.ttl", "message": "c.ttl: there is no such file."}]


def test_a_clean_graph_has_its_figures_and_no_warning() -> None:
    document = json.loads(render_lint_json(LINT))

    assert document["clean"] is True
    assert document["graphs"][0] == {
        "path": "a.ttl",
        "documents": 1,
        "instances": 2,
        "mentions": 3,
        "spans": 3,
        "statements": 0,
        "warnings": [],
    }
