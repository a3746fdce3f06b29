"""Scores of entity links, against hand-computed cases and a brute-force count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coala.base.sequences import Shared
from coala.model.corpus import LinkedMentions
from coala.model.knowledge_bases import EntityName
from coala.scores.link_scores import LinkedCounts, MacroScore, NilCounts
from coala.scores.links import average_documents, count_links_by_document
from coala.scores.ratio import Ratio

Links = Mapping[int, str]
"""The names of each mention of one side by its span: "" has no name, "PQ" has two."""


def make_side(mentions: Sequence[tuple[int, str]]) -> LinkedMentions:
    """Return mentions that have an instance each."""
    values = sorted({names for _, names in mentions} | {""})
    return LinkedMentions(
        span=np.array([span for span, _ in mentions], np.int64),
        instance=np.arange(len(mentions)),
        names=Shared(
            [tuple(EntityName("kb", name) for name in names) for names in values],
            np.array([values.index(names) for _, names in mentions], np.int64),
        ),
    )


def count(
    key: Links, response: Links, documents: Sequence[int], kept: Sequence[bool] | None = None
) -> tuple[dict[int, LinkedCounts], NilCounts]:
    return count_links_by_document(
        make_side(list(key.items())),
        make_side(list(response.items())),
        np.array(documents, np.int64),
        np.array([True] * len(documents) if kept is None else kept, bool),
    )


def test_average_when_documents_differ_is_the_mean_of_their_f1() -> None:
    # GERBIL: F1 of the documents 1, 0 and 2 · 1/(1 + 3) = 1/2; their mean is 1/2;
    # recall 1, 0, 1 and precision 1, 0, 1/3.
    macro = average_documents([LinkedCounts(2, 2, 2, 2), LinkedCounts(1, 0, 0, 0), LinkedCounts(1, 3, 1, 1)])
    assert macro == MacroScore(Ratio(2, 3), Ratio(4, 9), Ratio(1, 2), 3)
    assert macro.f1 == 0.5
    # The harmonic mean of the means would be 8/15.
    assert macro.exact_f1 != 2 * Fraction(2, 3) * Fraction(4, 9) / (Fraction(2, 3) + Fraction(4, 9))


def test_figures_when_four_documents_are_those_of_gerbil_issue_88() -> None:
    # One link that is missed, one that is right, none, and one to another entity: GERBIL's issue 88 expects
    # a micro recall of 1/3. Its macro recall is (0 + 1 + 1 + 0) / 4, since the empty document counts as 1.
    each, _ = count({0: "P", 1: "Q", 2: "R"}, {1: "Q", 2: "S"}, [0, 1, 3])
    assert sorted(each) == [0, 1, 3]
    total = LinkedCounts(*map(sum, zip(*each.values(), strict=True)))
    assert total.score.recall == (1, 3)
    assert total.score.precision == (1, 2)
    macro = average_documents(list(each.values()))
    assert macro.recall == Ratio(1, 3)
    assert (Fraction(*macro.recall) * 3 + 1) / 4 == Fraction(2, 4)


SIDES = st.dictionaries(st.integers(0, 7), st.text("PQR", max_size=2))


@given(key=SIDES, response=SIDES, documents=st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_counts_are_those_of_a_count_by_hand(key: Links, response: Links, documents: list[int]) -> None:
    each, nil = count(key, response, documents)
    for document in range(4):
        spans = [span for span in range(8) if documents[span] == document]
        expected = LinkedCounts(
            sum(bool(key.get(span)) for span in spans),
            sum(bool(response.get(span)) for span in spans),
            sum(bool(key.get(span) and response.get(span)) for span in spans),
            sum(bool(set(key.get(span, "")) & set(response.get(span, ""))) for span in spans),
        )
        assert each.get(document, LinkedCounts(0, 0, 0, 0)) == expected
        assert (document in each) == bool(expected.key or expected.response)
    assert nil == NilCounts(
        sum(key.get(span) == "" for span in range(8)),
        sum(response.get(span) == "" for span in range(8)),
        sum(key.get(span) == "" == response.get(span) for span in range(8)),
    )


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).filter(lambda row: sum(row) > 0),
        min_size=1,
        max_size=6,
    )
)
def test_average_is_the_mean_of_gerbils_measures(rows: list[tuple[int, int, int]]) -> None:
    """Compute macro figures from true and false positives, as GERBIL does."""
    measures = []
    for right, missed, wrong in rows:
        precision = Fraction(right, right + wrong) if right else Fraction(0)
        recall = Fraction(right, right + missed) if right else Fraction(0)
        f1 = 2 * precision * recall / (precision + recall) if right else Fraction(0)
        measures.append((recall, precision, f1))
    macro = average_documents([LinkedCounts(hit + miss, hit + wrong, hit, hit) for hit, miss, wrong in rows])
    means = [sum(column) / len(rows) for column in zip(*measures, strict=True)]
    assert [macro.recall.exact, macro.precision.exact, macro.exact_f1] == means


def test_counts_when_mentions_are_many_are_made_in_columns() -> None:
    spans = np.arange(300_000)
    names = Shared([(), (EntityName("kb", "P"),), (EntityName("kb", "Q"),)], spans % 3)
    one, other = LinkedMentions(spans, spans, names), LinkedMentions(spans[::2], spans[::2], names)
    each, nil = count_links_by_document(one, other, spans // 1000, np.ones(len(spans), bool))
    assert LinkedCounts(*map(sum, zip(*each.values(), strict=True))) == (
        200_000,
        100_000,
        100_000,
        100_000,
    )
    assert nil == NilCounts(100_000, 50_000, 50_000)
