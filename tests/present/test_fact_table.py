"""The rows of the table of a fact."""

from __future__ import annotations

from coala.model.bag import FactArgument, FactDifference, Term
from coala.present.fact_table import FactRow, list_fact_rows

LANDED, CAME = Term("landed", "e:landed"), Term("came", "e:came")


def role(name: str) -> Term:
    return Term(name, f"e:{name}")


def test_roles_of_an_event_that_differ_come_first() -> None:
    arguments = (
        FactArgument(role("actor"), "Chris", "Chris", differs=False),
        FactArgument(role("place"), "Paris, France", "Paris", differs=True),
        FactArgument(role("time"), None, "Monday", differs=True),
        FactArgument(role("guest"), "Ann", None, differs=True),
        FactArgument(role("by"), "Eve", "Eve", differs=True, former=role("to")),
        FactArgument(role("near"), "Rome", "Rome", differs=True),
    )
    assert list_fact_rows(FactDifference(LANDED, LANDED, is_event=True, arguments=arguments)) == [
        FactRow("place", "Paris, France", "Paris", differs=True),
        FactRow("time", "–", "Monday", differs=True),
        FactRow("guest", "Ann", "–", differs=True),
        FactRow("by (was: to)", "Eve", "Eve", differs=True),
        FactRow("near", "Rome", "another Rome", differs=True),
        FactRow("event", "landed", "landed", differs=False),
        FactRow("actor", "Chris", "Chris", differs=False),
    ]


def test_statement_has_subject_relation_and_object() -> None:
    arguments = (
        FactArgument(role("s"), "Chris", "Chris", differs=False),
        FactArgument(role("o"), "Paris", "Paris", differs=False),
    )
    rows = list_fact_rows(FactDifference(LANDED, CAME, is_event=False, arguments=arguments))
    assert rows == [
        FactRow("relation", "landed", "came", differs=True),
        FactRow("subject", "Chris", "Chris", differs=False),
        FactRow("object", "Paris", "Paris", differs=False),
    ]
    assert rows[0].spoken == "relation: before landed, now came"


def test_fact_that_one_graph_lacks_has_a_dash_there() -> None:
    arguments = (FactArgument(role("actor"), None, "Chris", differs=True),)
    rows = list_fact_rows(FactDifference(None, LANDED, is_event=True, arguments=arguments))
    assert [(row.before, row.now) for row in rows] == [("–", "landed"), ("–", "Chris")]
