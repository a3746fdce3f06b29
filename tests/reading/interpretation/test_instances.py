"""Crowds of nodes with one identity; smaller ones are in the case file ``instances``."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.nif import notice, notices, read


def test_a_crowd_that_same_as_joins_is_remarked_with_the_largest_first(tmp_path: Path) -> None:
    def crowd(name: str, size: int) -> str:
        return "".join(
            f"[] nif:referenceContext :doc ; nif:beginIndex {place} ; nif:endIndex {place + 2} ; "
            f"itsrdf:taIdentRef :{name}{place} . :{name}{place} owl:sameAs :{name} . "
            for place in range(10, 10 + size)
        )

    text = ":doc nif:isString '" + "a" * 60 + "' . "
    graph = read(tmp_path, text + crowd("few", 19) + crowd("some", 20) + crowd("many", 25))
    remark = notice(graph, "same-as-large")
    assert remark.count == 2
    assert [re.findall(r"^\d+|\w+(?=>)", example) for example in remark.examples] == [
        ["25", "many10", "many11", "many12"],
        ["20", "some10", "some11", "some12"],
    ]
    apart = read(tmp_path, text + crowd("many", 25), same_as=False)
    assert "same-as-large" not in notices(apart)
