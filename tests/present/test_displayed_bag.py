"""The data that all views of a bag share."""

from __future__ import annotations

from coala.present.displayed_bag import DisplayedBag, display_bag, document_labels
from coala.present.instance_numbers import number_instances
from tests.support.bags_by_hand import DOC_1, DOC_2, seed, split


def on_screen(displayed: DisplayedBag) -> list[int]:
    """Return the spans in the order of the screen."""
    found = [span for number in range(len(displayed.documents)) for span in displayed.spans_of(number)]
    assert [displayed.position_of(span) for span in found] == list(range(len(found)))
    return found


def test_documents_with_differences_come_first_and_their_spans_with_them() -> None:
    displayed = display_bag(seed())
    assert displayed.documents == (DOC_1, DOC_2)
    assert on_screen(displayed) == [0, 1, 2, 3]
    displayed = display_bag(split())
    assert displayed.documents == (DOC_2, DOC_1)
    assert [displayed.bag.spans[span].document for span in on_screen(displayed)] == sorted(
        (span.document for span in displayed.bag.spans), reverse=True
    )
    assert on_screen(displayed) != sorted(on_screen(displayed))
    assert displayed.numbering.pairs == number_instances(displayed.bag).pairs


def test_documents_with_one_short_name_show_more_of_their_identifiers() -> None:
    names = ["http://a.example/1", "http://b.example/1", "http://a.example/2"]
    assert document_labels(names) == {
        "http://a.example/1": "http://a.example/1",
        "http://b.example/1": "http://b.example/1",
        "http://a.example/2": "2",
    }


def test_the_short_name_of_a_document_steers_nothing() -> None:
    name = "a\x1b[31m\u202eb" + "c" * 1_000_000
    (label,) = document_labels([name]).values()
    assert label.startswith(r"a\x1b[31m\u202ebc")
    assert len(label) < 100
