"""IRIs with the offsets of a mention, and the parts of a span with gaps."""

from __future__ import annotations

from pathlib import Path

from coala.engine.compare import compare
from coala.model.values import Span
from coala.results.diff_json import render_diff_json
from tests.support.nif import PREFIXES

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
