"""Matching of spans with different extents: by overlap, or by the minimal span of the key."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.model.bag import Extent
from coala.model.corpus import Corpus, build_corpus
from coala.model.graph import Graph
from coala.model.options import Match, Options
from coala.model.values import Span
from coala.prepare.span_matching import MatchedSpan, list_joined_spans, match_spans
from coala.review.file import Review
from coala.review.storage.serialization import bag_from_json, bag_to_json
from tests.support.graphs_by_hand import DOC_1, DOC_2, graph

TEXT = {DOC_1: "the old Mr. Robert Smith of Toledo turned it off.", DOC_2: "Smith left."}
#               0   4   8   12     19    25 28     35     42 45

THE_OLD_SMITH = Span(DOC_1, 0, 24)
THE_OLD_SMITH_OF_TOLEDO = Span(DOC_1, 0, 34)
MR_SMITH = Span(DOC_1, 8, 24)
ROBERT_SMITH = Span(DOC_1, 12, 24)
SMITH = Span(DOC_1, 19, 24)
TOLEDO = Span(DOC_1, 28, 34)
IT = Span(DOC_1, 42, 44)
ELSEWHERE = Span(DOC_2, 0, 5)

OVERLAP = Options(match=Match.OVERLAP)

Pair = tuple[Span, Span]

spans = st.tuples(st.sampled_from([DOC_1, DOC_2]), st.integers(0, 20), st.integers(1, 9)).map(
    lambda value: Span(value[0], value[1], value[1] + value[2])
)
with_gaps = st.tuples(st.integers(0, 20), st.integers(1, 4), st.integers(1, 9), st.integers(1, 4)).map(
    lambda value: of_parts((value[0], sum(value[:2])), (sum(value[:3]), sum(value)))
)
mentions = st.lists(st.one_of(spans, with_gaps), min_size=1, max_size=8, unique=True)


def of_parts(*parts: tuple[int, int]) -> Span:
    return Span(DOC_1, parts[0][0], parts[-1][1], parts)


def parts_of(span: Span) -> tuple[tuple[int, int], ...]:
    return span.fragments or ((span.begin, span.end),)


def one_chain(*members: Span) -> Graph:
    return graph({"x": members}, texts=TEXT)


def pairs(first: Graph, second: Graph, mode: Match = Match.OVERLAP) -> list[Pair]:
    """Return the span of the first graph and that of the second for each match."""
    return [(row.kept, row.extent) for row in joined(mode, first, second)]


def joined(mode: Match, *graphs: Graph) -> tuple[MatchedSpan, ...]:
    corpus = build_corpus(graphs)
    return list_joined_spans(corpus, match_spans(corpus, mode))


def match(mode: Match, *graphs: Graph) -> Corpus:
    """Return the graphs as a corpus with matched spans merged."""
    corpus = build_corpus(graphs)
    return corpus.replace_spans(match_spans(corpus, mode))


def with_minimums(graph_: Graph, *minimums: tuple[int, int] | None) -> Graph:
    return replace(
        graph_, minimums={row: minimum for row, minimum in enumerate(minimums) if minimum is not None}
    )


def chains_of(corpus: Corpus, graph: int) -> list[tuple[Span, str]]:
    """Return every mention of a graph as its span and the last letters of its instance, in row order."""
    rows = zip(corpus.mentions[graph].tolist(), corpus.instances[graph].tolist(), strict=True)
    names = corpus.graphs[graph].names
    return [(corpus.span(span), names[instance].rpartition("/")[2]) for span, instance in rows]


def plainly(first: list[Span], second: list[Span]) -> set[Pair]:
    """Return the pairs that ``overlap`` joins by its specification."""

    def places(span: Span) -> set[int]:
        return {place for begin, end in parts_of(span) for place in range(begin, end)}

    def shared(one: Span, other: Span) -> int:
        return len(places(one) & places(other)) if one.document == other.document else 0

    def fit(one: Span, other: Span) -> bool:
        return 2 * shared(one, other) > min(len(places(one)), len(places(other)))

    def best(one: Span, others: list[Span]) -> Span | None:
        fitting = [other for other in others if fit(one, other)]
        return min(
            fitting, key=lambda other: (len(places(other)) - 2 * shared(one, other), other), default=None
        )

    mine = [span for span in first if span not in second]
    theirs = [span for span in second if span not in first]
    return {
        (one, other) for one in mine if (other := best(one, theirs)) is not None and best(other, mine) == one
    }


@pytest.mark.parametrize("mode", [Match.OVERLAP, Match.MIN, Match.HEAD])
def test_a_zero_is_joined_with_no_word_and_no_other_zero(mode: Match) -> None:
    word, subject, object_ = (Span(DOC_1, 4, 8, zero=mark) for mark in ("", "nsubj#1", "obj#1"))
    first = with_minimums(one_chain(word, subject), (4, 8), (4, 8))
    assert pairs(first, one_chain(object_, IT), mode) == []
    assert pairs(with_minimums(one_chain(subject), (4, 8)), one_chain(word, IT), mode) == []


def test_the_first_graph_keeps_its_extents_and_the_rows_of_the_other_keep_their_places() -> None:
    first = graph({"x": [MR_SMITH], "z": [TOLEDO]}, texts=TEXT)
    second = graph({"y1": [TOLEDO, THE_OLD_SMITH], "y2": [THE_OLD_SMITH, ELSEWHERE]}, texts=TEXT)
    corpus = match(Match.OVERLAP, first, second)
    assert chains_of(corpus, 0) == [(MR_SMITH, "x"), (TOLEDO, "z")]
    assert chains_of(corpus, 1) == [
        (TOLEDO, "y1"),
        (MR_SMITH, "y1"),
        (MR_SMITH, "y2"),
        (ELSEWHERE, "y2"),
    ]


def test_words_do_not_go_with_an_extent_that_is_not_theirs() -> None:
    silent = dict.fromkeys(TEXT)
    first = replace(graph({"x": [MR_SMITH]}, texts=silent), mention_texts={0: "Mr. Robert Smith"})
    second = replace(
        graph({"y": [THE_OLD_SMITH, TOLEDO]}, texts=silent),
        mention_texts={0: "the old Mr. Robert Smith", 1: "Toledo"},
    )
    comparison = compare_graphs(first, second, options=Options(match=Match.OVERLAP))
    ((bag, _),) = comparison.iterate_bags()
    assert bag.words == ("Mr. Robert Smith", "Toledo")
    assert [extent.words for instance in bag.changed for extent in instance.extents] == [
        "the old Mr. Robert Smith"
    ]
    assert comparison.corpus.texts_of() == [None, None]


@given(mentions, mentions)
@example([Span(DOC_1, 0, 5), IT], [ELSEWHERE, IT])
@example([SMITH, ROBERT_SMITH, THE_OLD_SMITH_OF_TOLEDO], [MR_SMITH])
@example([THE_OLD_SMITH, THE_OLD_SMITH_OF_TOLEDO], [MR_SMITH])
@example([THE_OLD_SMITH_OF_TOLEDO, MR_SMITH], [Span(DOC_1, 4, 34), SMITH])
@example([Span(DOC_1, 3, 9), Span(DOC_1, 4, 10)], [Span(DOC_1, 4, 9)])
@example([MR_SMITH, THE_OLD_SMITH], [MR_SMITH])
@example([MR_SMITH], [MR_SMITH, THE_OLD_SMITH])
@example([of_parts((0, 5), (20, 25))], [Span(DOC_1, 0, 5), Span(DOC_1, 6, 19)])
def test_the_fast_sweep_joins_what_the_specification_says(first: list[Span], second: list[Span]) -> None:
    both = pairs(one_chain(*first), one_chain(*second))
    assert set(both) == plainly(first, second)
    assert len(both) == len(set(both))


@given(mentions, mentions)
def test_matching_is_the_same_from_either_side(first: list[Span], second: list[Span]) -> None:
    there = pairs(one_chain(*first), one_chain(*second))
    back = pairs(one_chain(*second), one_chain(*first))
    assert sorted(there) == sorted((one, other) for other, one in back)


@given(mentions, mentions, st.randoms(use_true_random=False))
def test_matching_does_not_depend_on_the_order_of_the_input(
    first: list[Span], second: list[Span], order: random.Random
) -> None:
    before = pairs(one_chain(*first), one_chain(*second))
    order.shuffle(first)
    order.shuffle(second)
    assert pairs(one_chain(*first), one_chain(*second)) == before


@given(mentions, mentions)
def test_exact_changes_nothing(first: list[Span], second: list[Span]) -> None:
    corpus = build_corpus((one_chain(*first), one_chain(*second)))
    assert match_spans(corpus, Match.EXACT).tolist() == list(range(corpus.spans))
    assert joined(Match.EXACT, *corpus.graphs) == ()


@given(mentions, st.sampled_from(list(Match)))
def test_a_graph_against_itself_has_no_joins(members: list[Span], mode: Match) -> None:
    same = with_minimums(one_chain(*members), *((span.begin, span.end) for span in members))
    assert joined(mode, same, same) == ()
    assert joined(mode, same, same, same) == ()


@given(mentions, mentions, mentions, st.sampled_from(list(Match)))
def test_no_two_spans_of_one_graph_become_one(
    first: list[Span], second: list[Span], gold: list[Span], mode: Match
) -> None:
    graphs = [one_chain(*members) for members in (first, second, gold)]
    graphs[2] = with_minimums(graphs[2], *((span.begin, span.begin + 1) for span in gold))
    before = build_corpus(graphs)
    after = match(mode, *graphs)
    assert chains_of(after, 0) == chains_of(before, 0)
    apart = [set(spans.tolist()) for spans in before.mentions]
    together = [set(spans.tolist()) for spans in after.mentions]
    assert list(map(len, together)) == list(map(len, apart))
    # Spans that were equal before are equal still.
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert len(apart[one] & apart[other]) <= len(together[one] & together[other])


def test_joined_spans_are_no_divergence_but_are_told_and_shown() -> None:
    first = graph({"x1": [MR_SMITH, TOLEDO]}, texts=TEXT)
    second = graph({"y1": [THE_OLD_SMITH], "y2": [TOLEDO]}, texts=TEXT)
    comparison = compare_graphs(first, second, options=OVERLAP)
    ((bag, _),) = comparison.iterate_bags()
    assert [row.kind.value for row in bag.divergences] == ["split"]
    assert bag.baseline[0].extents == ()
    own = Extent(0, THE_OLD_SMITH, "the old Mr. Robert Smith")
    assert [instance.extents for instance in bag.changed] == [(own,), ()]
    assert bag_from_json(json.loads(json.dumps(bag_to_json(bag))), "the bag") == bag
    (notice,) = comparison.summary.notices
    assert (notice.code, notice.count, notice.examples) == (
        "spans-joined",
        1,
        (f"0–24 with 8–24 in {DOC_1}",),
    )
    assert comparison.summary.settings["match"] == "overlap"


def test_graphs_that_share_no_span_can_be_compared_by_overlap() -> None:
    comparison = compare_graphs(one_chain(MR_SMITH), one_chain(THE_OLD_SMITH), options=OVERLAP)
    assert (comparison.summary.bags, comparison.summary.interesting) == (1, 0)


def test_of_ten_thousand_spans_of_one_document_inside_each_other_the_nearest_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = 10_000
    first = graph({"x": [ELSEWHERE]}, texts=TEXT)
    begin = np.arange(size)
    many = [
        replace(
            first,
            documents=(DOC_1,),
            texts=(None,),
            mentions=replace(
                first.mentions,
                document=np.zeros(size, np.int64),
                begin=begin * 3 + shift,
                end=7 * size - begin * 3 - shift,
                shape=np.full(size, -1),
                instance=np.zeros(size, np.int64),
            ),
        )
        for shift in (0, 1)
    ]
    looked_at: list[int] = []

    class Maximum:
        def __call__(self, one: Any, other: Any) -> Any:
            return np.maximum(one, other)

        def at(self, best: Any, places: Any, values: Any) -> None:
            looked_at.append(len(places))
            np.maximum.at(best, places, values)

    counting = SimpleNamespace(**vars(np) | {"maximum": Maximum()})
    monkeypatch.setattr("coala.prepare.span_matching.np", counting)
    found = pairs(many[0], many[1])
    # Each overlaps with nearly all of the other graph, 100,000,000 pairs.
    assert 0 < sum(looked_at) < 200 * size
    # The n-th of one graph is one place inside the n-th of the other and two around the next.
    assert [other.begin - one.begin for one, other in found] == [1] * size


def test_the_command_line_joins_spans(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def written(name: str, begin: int) -> str:
        file = tmp_path / name
        document = {"doc_id": "d", "text": TEXT[DOC_1], "clusters": [[[begin, 24], [28, 34]]]}
        file.write_text(json.dumps(document) + "\n", encoding="utf-8")
        return str(file)

    first, second = written("a.jsonl", 8), written("b.jsonl", 0)
    target = tmp_path / "review.coala"
    assert main(["diff", first, second]) == 1
    capsys.readouterr()
    assert main(["diff", first, second, "--match", "overlap", "-o", str(target), "--json", "-"]) == 0
    with Review.open(target, read_only=True) as review:
        assert review.summary.settings["match"] == "overlap"
    (joined,) = json.loads(capsys.readouterr().out)["joined_spans"]
    assert (joined["graph"], joined["kept"]["begin"], joined["extent"]["begin"]) == ("changed", 8, 0)
    main(["score", first, second, "--match", "overlap", "--json", "-"])
    document = json.loads(capsys.readouterr().out)
    assert (document["match"], document["scores"]["muc"]["f1"]) == ("overlap", 1)
    (joined,) = document["joined_spans"]
    assert (joined["graph"], joined["extent"]["begin"]) == ("response", 0)


def test_of_thousands_that_overlap_the_nearest_partner_is_found_without_looking_at_each() -> None:
    chance = np.random.default_rng(3)
    sides = []
    for prefix in ("x", "y"):
        begins = chance.integers(0, 5000, 3000)
        ends = begins + chance.integers(1, 4000, 3000)
        spans = sorted({Span(DOC_1, *place) for place in zip(begins.tolist(), ends.tolist(), strict=True)})
        sides.append(graph({prefix: spans}, texts={DOC_1: None}))
    corpus = build_corpus(sides)

    counts_as = match_spans(corpus, Match.OVERLAP)

    free = [np.flatnonzero(corpus.mentioned(side) & ~corpus.mentioned(1 - side)) for side in (0, 1)]
    begin, end = ([column[spans] for spans in free] for column in (corpus.begin, corpus.end))
    shared = np.minimum.outer(end[0], end[1]) - np.maximum.outer(begin[0], begin[1])
    apart = np.abs(np.subtract.outer(begin[0], begin[1])) + np.abs(np.subtract.outer(end[0], end[1]))
    good = 2 * shared > np.minimum.outer(end[0] - begin[0], end[1] - begin[1])
    apart = np.where(good, apart, 1 << 40)
    wanted = apart.argmin(axis=1), apart.argmin(axis=0)
    expected = np.arange(corpus.spans)
    for row, column in enumerate(wanted[0].tolist()):
        if wanted[1][column] == row and good[row, column]:
            expected[free[1][column]] = free[0][row]
    assert (expected != np.arange(corpus.spans)).sum() > 500
    assert counts_as.tolist() == expected.tolist()
