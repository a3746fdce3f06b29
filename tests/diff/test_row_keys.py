"""Keys of the rows of a bag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys, row_keys
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Direction
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support.bags_by_hand import bag
from tests.support.graphs_by_hand import graph
from tests.support.steps import calls_made_by

DOC = "http://example.org/1"
TEXTS = {DOC: "Ann saw Bob, and she told him that he had it."}
ANN, BOB, SHE, HIM, HE = (Span(DOC, *place) for place in ((0, 3), (8, 11), (17, 20), (26, 29), (35, 37)))


def only_bag(
    baseline: Mapping[str, Sequence[Span]],
    changed: Mapping[str, Sequence[Span]],
    types: Mapping[str, Sequence[str]] | None = None,
    texts: Mapping[str, str | None] = TEXTS,
) -> Bag:
    sides = graph(baseline, texts=texts), graph(changed, texts=texts, types=types)
    ((found, _),) = compare_graphs(*sides).iterate_bags()
    return found


MERGE = only_bag({"a": [ANN], "b": [SHE]}, {"a": [ANN, SHE]})


def test_a_key_is_sixteen_digits_that_stay_the_same_in_every_version() -> None:
    # Verdicts of rows are found again by it: another key would lose them.
    assert row_keys(MERGE) == ("47fe61839afecd48",)


def test_a_change_is_all_rows_that_went_the_same_way() -> None:
    found = only_bag({"a": [ANN, SHE, HE, BOB]}, {"a": [ANN, BOB, HIM], "c": [SHE, HE]})
    ways = rows_by_change(found)
    assert [[row.kind for row in rows] for rows in ways] == [[Kind.SPLIT, Kind.SPLIT], [Kind.MENTION_ADDED]]
    keys = dict(zip(found.divergences, row_keys(found), strict=True))
    changes = BagSentences(found).changes
    for place, change in enumerate(changes):
        rows = next(rows for rows in ways if rows[0].kind is change.kind)
        assert RowKeys(found).get_keys(changes.rows_of(place)) == tuple(keys[row] for row in rows)


def test_rows_are_one_change_when_gold_says_different_things_of_them() -> None:
    found = only_bag({"a": [ANN, SHE, HE, BOB]}, {"a": [ANN, BOB, HIM], "c": [SHE, HE]})
    split, other, added = found.divergences
    for second in Direction.TOWARDS, Direction.AWAY:
        rows = split._replace(direction=Direction.AWAY), other._replace(direction=second), added
        first = BagSentences(replace(found, divergences=rows)).first
        assert first is not None
        assert first.spans == (*split.spans, *other.spans)
        assert first.direction is (Direction.MIXED if second is Direction.TOWARDS else Direction.AWAY)


def test_a_chain_of_thousands_of_spans_is_hashed_once() -> None:
    spans = [Span(DOC, 2 * place, 2 * place + 1) for place in range(4_000)]
    rows = [(Kind.MOVED, 0, 0, (place,), "") for place in range(4_000)]
    great = bag(spans, {"a": range(4_000)}, {"a": range(4_000)}, [], rows, {DOC: "x " * 4_000})
    # Some 26 calls a row; hashed for each of its rows the chain would take thousands.
    assert calls_made_by(lambda: row_keys(great)) < 100 * len(rows)
    assert len(set(row_keys(great))) == 4_000
