"""The data that all views of a bag share."""

from __future__ import annotations

from coala.present.displayed_bag import document_labels


def test_the_short_name_of_a_document_steers_nothing() -> None:
    name = "a\x1b[31m\u202eb" + "c" * 1_000_000
    (label,) = document_labels([name]).values()
    assert label.startswith(r"a\x1b[31m\u202ebc")
    assert len(label) < 100
