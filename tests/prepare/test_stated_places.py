"""Statements about documents and mentions, updated when these are renamed or joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.model.options import Options
from tests.support.nif import PREFIXES

GRAPH = """\
:doc a nif:Context ; nif:isString "Bob Smith met John. He left." .
:m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 9 ; itsrdf:taIdentRef :bob .
:m2 nif:referenceContext :doc ; nif:beginIndex 14 ; nif:endIndex 18 ; itsrdf:taIdentRef :john .
:bob :seen_in :doc ; :evidence :m2 , [ :place :m2 ; :file :doc ] ; :says "see <http://example.org/doc>" .
"""

BY_TEXT = Options(map_documents="auto")


def interesting(folder: Path, changed: str, options: Options, baseline: str = GRAPH) -> int:
    paths = []
    for name, text in (("a.ttl", baseline), ("b.ttl", changed)):
        (folder / name).write_text(PREFIXES + text, encoding="utf-8")
        paths.append(str(folder / name))
    return compare(paths[0], paths[1], options=options).summary.interesting


def test_a_renamed_document_is_renamed_in_what_is_stated_but_not_in_literals(tmp_path: Path) -> None:
    assert interesting(tmp_path, GRAPH.replace(":doc", ":text"), BY_TEXT) == 0
    other = GRAPH.replace("see <http://example.org/doc>", "see <http://example.org/text>")
    assert interesting(tmp_path, other.replace(":doc", ":text"), BY_TEXT) == 1


NESTED = """\
:doc a nif:Context ; nif:isString "Bob Smith met John. He left." .
:m1 nif:referenceContext :doc ; nif:beginIndex 0 ; nif:endIndex 9 ; itsrdf:taIdentRef :bob .
:bob :known_by [ :file :doc ; :says SAID ] .
"""

LITERALS = [
    "see <http://example.org/doc>",
    "see (<http://example.org/doc> 0 9)",
    # What ends a literal, when nothing is escaped, and a part that would follow.
    r"x\"; <http://example.org/file> <http://example.org/doc>",
    r"x\"@en; <http://example.org/file> <http://example.org/doc>; <http://example.org/says> \"y",
]


@pytest.mark.parametrize("literal", LITERALS)
def test_a_literal_inside_a_nested_value_is_never_rewritten(tmp_path: Path, literal: str) -> None:
    said = NESTED.replace("SAID", f'"{literal}"')
    other = NESTED.replace(":doc", ":text").replace("SAID", f'"{literal.replace("/doc>", "/text>")}"')
    assert interesting(tmp_path, other, BY_TEXT, baseline=said) == 1


@pytest.mark.parametrize("literal", LITERALS[:2])
def test_a_document_beside_a_literal_that_names_it_is_renamed(tmp_path: Path, literal: str) -> None:
    said = NESTED.replace("SAID", f'"{literal}"')
    assert interesting(tmp_path, said.replace(":doc", ":text"), BY_TEXT, baseline=said) == 0


def test_renamed_documents_inside_a_nested_value_are_in_the_order_of_their_new_names(tmp_path: Path) -> None:
    graph = NESTED.replace(":says SAID", ":file :other") + (
        ':other a nif:Context ; nif:isString "Somebody else left." .\n'
        ":m2 nif:referenceContext :other ; nif:beginIndex 0 ; nif:endIndex 8 ; itsrdf:taIdentRef :bob .\n"
    )
    # Of the two that the nested value names, another one comes first.
    swapped = graph.replace(":doc", ":zebra").replace(":other", ":apple")
    assert interesting(tmp_path, swapped, BY_TEXT, baseline=graph) == 0
