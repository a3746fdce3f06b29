"""IRIs with the offsets of a mention, and the parts of a span with gaps."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.model.values import Span
from coala.output.diff_json import render_diff_json
from coala.reading.interpretation.offset_iris import join_fragments, read_place, words_fit
from tests.support.nif import PREFIXES

MARKS = ("#char=", "/char=", "#offset_")


@pytest.mark.parametrize(
    ("iri", "document", "fragments"),
    [
        ("http://e.org/d#char=0,5", "http://e.org/d", ((0, 5),)),
        ("http://e.org/d#char=0,5;9,12", "http://e.org/d", ((0, 5), (9, 12))),
        ("file:///d.ttl/char=22,27;140,146", "file:///d.ttl", ((22, 27), (140, 146))),
        ("http://e.org/d#char=0,5;length=9,UTF-8", "http://e.org/d", ((0, 5),)),
        ("http://e.org/d#offset_3_8", "http://e.org/d", ((3, 8),)),
        ("http://e.org/d#offset_3_8_Smith", "http://e.org/d", ((3, 8),)),
        ("http://e.org/#char=1,2/d#char=0,5", "http://e.org/#char=1,2/d", ((0, 5),)),
    ],
)
def test_an_iri_tells_document_and_parts(
    iri: str, document: str, fragments: tuple[tuple[int, int], ...]
) -> None:
    assert read_place(iri, MARKS) == (document, fragments)


@pytest.mark.parametrize(
    "iri",
    [
        "http://e.org/d",
        "http://e.org/d#char=",
        "http://e.org/d#char=5",
        "#char=0,5",
        "d#char=0,٣",
        "d#char=-1,4",
    ],
)
def test_another_iri_tells_nothing(iri: str) -> None:
    assert read_place(iri, MARKS) is None


def test_parts_are_sorted_and_those_that_touch_or_overlap_are_one() -> None:
    assert join_fragments([(9, 12), (0, 5)]) == ((0, 5), (9, 12))
    assert join_fragments([(5, 9), (0, 5)]) == ((0, 9),)
    assert join_fragments([(0, 7), (2, 4), (6, 9)]) == ((0, 9),)


def test_anchor_with_gaps_has_the_parts_in_order_with_any_separator() -> None:
    assert words_fit("turned [...] off", ["turned", "off"])
    assert words_fit("turned off", ["turned", "off"])
    assert not words_fit("off turned", ["turned", "off"])
    assert not words_fit("he turned off", ["turned", "off"])


TEXT = ':doc nif:isString "She turned the old lamp off." .\n'
#                      0   4      11  15  19   24


def gapped(name: str = "x", offsets: str = "4,10;24,27") -> str:
    return (
        f"<http://example.org/doc#char={offsets}> nif:referenceContext :doc ; nif:beginIndex 4 ; "
        f"nif:endIndex 27 ; nif:anchorOf 'turned [...] off' ; itsrdf:taIdentRef :{name} .\n"
    )


def test_gaps_go_all_the_way_to_the_json_of_a_bag(tmp_path: Path) -> None:
    one, two = tmp_path / "one.ttl", tmp_path / "two.ttl"
    other = ":m nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :she .\n"
    one.write_text(PREFIXES + TEXT + other + gapped(), encoding="utf-8")
    two.write_text(PREFIXES + TEXT + other + gapped() + ":x a :Event .", encoding="utf-8")
    comparison = compare(str(one), str(two))
    ((bag, _),) = comparison.iterate_bags()
    assert bag.spans == (Span("http://example.org/doc", 4, 27, ((4, 10), (24, 27))),)
    assert bag.words == ("turned … off",)
    assert '"fragments": [[4, 10], [24, 27]]' in "".join(render_diff_json(comparison))
