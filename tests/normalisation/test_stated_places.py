"""What statements say of documents and mentions follows when these are renamed or joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.normalisation.document_map import read_document_map
from coala.normalisation.span_matching import Match
from tests.support.nif import PREFIXES

GRAPH = """\
:doc a nif:Context ; nif:isString "Bob Smith met John. He left." .
:m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 9 ; itsrdf:taIdentRef :bob .
:m2 nif:referenceContext :doc ; nif:beginIndex 14 ; nif:endIndex 18 ; itsrdf:taIdentRef :john .
:bob :seen_in :doc ; :evidence :m2 , [ :place :m2 ; :file :doc ] ; :says "see <http://example.org/doc>" .
"""


def interesting(folder: Path, changed: str, match: Match = Match.EXACT, documents: str = "") -> int:
    paths = []
    for name, text in (("a.ttl", GRAPH), ("b.ttl", changed)):
        (folder / name).write_text(PREFIXES + text, encoding="utf-8")
        paths.append(str(folder / name))
    wanted = read_document_map(documents) if documents else None
    return compare(paths[0], paths[1], match=match, documents=wanted).summary.interesting


def test_a_renamed_document_is_renamed_in_what_is_stated_but_not_in_literals(tmp_path: Path) -> None:
    assert interesting(tmp_path, GRAPH.replace(":doc", ":text"), documents="auto") == 0
    other = GRAPH.replace("see <http://example.org/doc>", "see <http://example.org/text>")
    assert interesting(tmp_path, other.replace(":doc", ":text"), documents="auto") == 1


@pytest.mark.parametrize(("match", "bags"), [(Match.EXACT, 3), (Match.OVERLAP, 0)])
def test_a_joined_mention_is_the_same_evidence(tmp_path: Path, match: Match, bags: int) -> None:
    wider = GRAPH.replace("nif:beginIndex 14", "nif:beginIndex 10")
    assert interesting(tmp_path, wider, match) == bags
