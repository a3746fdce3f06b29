"""The results of lint, as text and as JSON."""

from __future__ import annotations

import json

from coala.engine.lint import Lint, LintedGraph, Unreadable
from coala.engine.summary import Side
from coala.model.facts import FactFigures
from coala.results.lint import render_lint_json, render_lint_text

SIDE = Side("a.ttl", documents=1, instances=2, mentions=3, spans=3, statements=0)


def test_facts_are_told_with_how_they_are_stated() -> None:
    facts = FactFigures(3, 1, 1004, 1003, {"named graph": 2, "event": 1002})
    lint = Lint((LintedGraph(SIDE._replace(facts=3), facts, ()),), ())
    assert list(render_lint_text(lint))[:2] == [
        "a.ttl: 1 document, 2 instances, 3 mentions, 0 statements, 3 facts",
        (
            "  facts: 3, 1 event among them; 1,004 statements (named graph 2, event 1,002), "
            "1,003 with the words that state them"
        ),
    ]
    (graph,) = json.loads(render_lint_json(lint))["graphs"]
    assert graph["facts"] == {
        "facts": 3,
        "events": 1,
        "statements": 1004,
        "with_words": 1003,
        "origins": {"named graph": 2, "event": 1002},
    }


def test_a_graph_that_cannot_be_read_is_named_and_nothing_is_clean() -> None:
    lint = Lint(graphs=(), pairs=(), unreadable=(Unreadable("c.ttl", "c.ttl: there is no such file."),))

    document = json.loads(render_lint_json(lint))

    assert document["clean"] is False
    assert document["unreadable"] == [{"path": "c.ttl", "message": "c.ttl: there is no such file."}]
