"""Documents of two graphs that do not correspond, and maps between them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.engine.compare import compare_graphs
from coala.errors import ReadingError
from coala.model.corpus import build_corpus
from coala.model.graph import Graph
from coala.model.notices.notice import make_notice
from coala.model.option import AUTO
from coala.model.options import Options
from coala.model.values import Span
from coala.prepare.document_map import map_documents, read_document_map, rename_documents
from coala.prepare.document_pairs import (
    find_document_pairs,
)
from tests.support.examples import limit_examples
from tests.support.graphs_by_hand import DOC_1, DOC_2, SEED, TEXTS, A, B, C, D, graph

SYLLABLES = "ba ce di fo gu ha ki le mo nu pa re si to vu".split()
ROLES = ("baseline", "changed graph")
NEW_1 = "http://example.org/z/doc1"
NEW_2 = "http://example.org/a/doc2"
X = SEED["X"]
BOB, SMITH, UNHEARD = TEXTS[DOC_1], TEXTS[DOC_2], "Of these only one has heard."


def in_other_names() -> Graph:
    """Return the graph Y of the paper with other document identifiers, in the other order."""
    there = {DOC_1: NEW_1, DOC_2: NEW_2}
    a, b, c, d = (span._replace(document=there[span.document]) for span in (A, B, C, D))
    return graph({"y1": [a, c], "y2": [b], "y3": [d]}, texts={there[name]: TEXTS[name] for name in TEXTS})


def test_renaming_documents_takes_along_what_is_said_of_mentions() -> None:
    one, two = Span("a", 0, 2), Span("b", 4, 6)
    before = replace(
        graph({"x": [one], "y": [two]}, texts={"a": None, "b": None}),
        mention_texts={0: "in a", 1: "in b"},
        minimums={0: (1, 2)},
    )
    renamed = rename_documents(before, {"a": "z"})
    corpus = build_corpus((before,), (renamed,))
    assert [corpus.span(number) for number in range(corpus.spans)] == [two, one._replace(document="z")]
    assert corpus.words == ({0: "in b", 1: "in a"},)
    assert corpus.minimums == ({1: (1, 2)},)


def test_documents_mapped_by_equal_text_compare_as_if_they_had_one_identifier() -> None:
    expected = compare_graphs(X, SEED["Y"])
    with pytest.raises(ReadingError, match="--map-documents auto"):
        compare_graphs(X, in_other_names())
    found = compare_graphs(X, in_other_names(), options=Options(map_documents=AUTO))
    assert [bag for bag, _ in found.iterate_bags()] == [bag for bag, _ in expected.iterate_bags()]
    assert [(notice.code, notice.count) for notice in found.summary.notices] == [("documents-mapped", 2)]
    assert found.summary.settings["map_documents"] == AUTO
    assert expected.summary.settings["map_documents"] == ""


def numbered(first: str, second: str, chain: Span) -> Graph:
    """Return a graph of unnamed documents with these texts in order, and one chain."""
    made = graph({"x": [chain]}, texts={"urn:coala:document:p/1": first, "urn:coala:document:p/2": second})
    return replace(made, notices=(make_notice("document-without-name", 2, ("line 1",)),))


def test_numbers_of_documents_without_names_are_no_names_where_the_texts_differ() -> None:
    one = numbered(BOB, SMITH, Span("urn:coala:document:p/1", 0, 9))
    other = numbered(SMITH, BOB, Span("urn:coala:document:p/2", 0, 9))
    with pytest.raises(ReadingError):
        compare_graphs(one, other)
    found = compare_graphs(one, other, options=Options(map_documents=AUTO)).summary
    assert (found.bags, found.interesting) == (1, 0)
    assert [(notice.code, notice.count) for notice in found.notices] == [("documents-mapped", 2)]
    # In one order nothing is to be done.
    assert map_documents((one, one), read_document_map(AUTO), ROLES)[0][1].documents == one.documents


def report(seed: int, words: int = 120) -> str:
    """Return a text of its own; texts of one seed begin alike."""
    seeded = random.Random(seed)
    return " ".join(f"{seeded.choice(SYLLABLES)}{seeded.choice(SYLLABLES)}" for _ in range(words))


def edited(text: str, *places: int) -> str:
    """Return the text with words replaced."""
    words = text.split()
    for place in places:
        words[place] = f"q{words[place]}q"
    return " ".join(words)


def test_a_form_that_many_documents_fill_in_does_not_make_them_one() -> None:
    form = report(1, 200)
    filled = {f"a{number}": f"{form[:600]} {number * 7919} {form[600:]}" for number in range(40)}
    other = {f"b{number}": edited(filled[f"a{number}"], 3) for number in range(40)}
    assert find_document_pairs(filled, other).pairs == ()
    letters = {name: f"{text} {report(int(name[1:]) + 9, 30)}" for name, text in filled.items()}
    answers = {f"b{name[1:]}": edited(text, 3) for name, text in letters.items()}
    pairs = find_document_pairs(letters, answers).pairs
    assert [(pair.first[1:], pair.how) for pair in pairs] == [
        (name[1:], "aligned") for name in sorted(letters)
    ]
    assert all(pair.first[1:] == pair.second[1:] for pair in pairs)


@limit_examples(25)
@given(st.permutations(range(8)), st.permutations(range(8)), st.integers(0, 255))
def test_renaming_and_reordering_documents_changes_nothing(
    order: list[int], names: list[int], of_first: int
) -> None:
    texts = [report(1), edited(report(1), 5), report(2), report(3), report(3), edited(report(3), 9, 99)]
    texts += [report(4).replace(" ", "\n"), report(4)]
    sides = [
        [number for number in range(8) if bool(of_first >> number & 1) == side] for side in (True, False)
    ]

    def find(rename: Sequence[int], reorder: Sequence[int]) -> set[object]:
        first, second = (
            {f"{side}{rename[number]}": texts[number] for number in reorder if number in members}
            for side, members in zip("ab", sides, strict=True)
        )
        found = find_document_pairs(first, second)
        back = {f"{side}{new}": old for old, new in enumerate(rename) for side in "ab"}
        pairs = {(back[pair.first], back[pair.second], pair.how, pair.share) for pair in found.pairs}
        undecided = {
            tuple(frozenset(back[name] for name in side) for side in group) for group in found.undecided
        }
        return pairs | undecided

    assert find(names, order) == find(range(8), range(8))


def test_graphs_whose_documents_differ_by_an_extension_are_told_how_to_join_them() -> None:
    names = [f"urn:coala:document:1_{number}ecb" for number in range(206)]
    first = graph({name: [Span(name, 0, 3)] for name in names}, texts=dict.fromkeys(names))
    second = graph({name: [Span(f"{name}.xml", 0, 3)] for name in names}, texts={})
    with pytest.raises(ReadingError) as refused:
        compare_graphs(first, second)
    assert "206 of 206" in str(refused.value)
    assert re.search(r"1_0ecb .* urn:coala:document:1_0ecb\.xml: --map-documents auto", str(refused.value))
    summary = compare_graphs(first, second, options=Options(map_documents=AUTO)).summary
    assert (summary.bags, summary.interesting) == (206, 0)
    (mapped,) = [notice for notice in summary.notices if notice.code == "documents-mapped"]
    assert mapped.count == 206
    assert "names" in mapped.message
