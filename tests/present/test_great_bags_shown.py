"""A bag that stays in columns is shown, judged and told as one of which all was made."""

from __future__ import annotations

import weakref
from dataclasses import replace

import pytest

from coala.diff.ranked import rows_by_change
from coala.diff.row_keys import RowKeys, row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Divergence, Extents, Instance, Verdict
from coala.model.bag_columns import InstanceColumns, PairColumns, RowColumns
from coala.model.kinds import Kind
from coala.model.span_columns import SpanColumns, TableColumn
from coala.present.bag_connectivity import choose_pair
from coala.present.chain_map import ChainMap, speak_line, state_claim
from coala.present.chains import Chains, PreparedBags
from coala.present.displayed_bag import SIDE_WORDS, DisplayedBag, display_bag
from coala.present.evidence.evidence import Evidence
from coala.review.blind.mirrored_bag import mirror_bag
from coala.review.storage import great_bag
from coala.review.storage.great_bag import GREAT, pack_bag, unpack_bag
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.facts import count_facts
from coala.verdicts.history import record_bag
from coala.verdicts.links import count_links, find_links
from tests.support.great_bags import SENTENCE, a_random_bag, a_wide_bag


def shuffled(bag: Bag) -> Bag:
    """Only the last document differs, so that it comes first on the screen."""
    return replace(bag, divergences=bag.divergences[-2:])


def shown(displayed: DisplayedBag) -> list[object]:
    """All that the screen has of a bag."""
    chains = Chains(displayed)
    evidence = Evidence(displayed, chains, lambda _: SENTENCE * 200)
    spans, sides = range(len(displayed.bag.spans)), range(2)
    return [
        displayed.documents,
        displayed.starts,
        [(displayed.position_of(span), displayed.document_of(span)) for span in spans],
        [tuple(displayed.spans_of(number)) for number in range(len(displayed.documents))],
        [displayed.names_at(side, span) for side in sides for span in spans],
        state_claim(chains),
        [list(map(repr, chains.in_order(side))) for side in sides],
        [list(map(repr, chains.groups[side])) for side in sides],
        evidence.page().text,
        map_opened(ChainMap(chains)),
    ]


def map_opened(chain_map: ChainMap) -> list[object]:
    """All lines of the map, folded and then with all that can be opened, one after the other."""
    told: list[object] = []
    numbers = range(len(chain_map.chains.followed[0].alone))
    for place in range(len(chain_map) + 1):
        for side in (0, 1):
            told.append([repr(chain_map.line(side, row)) for row in range(chain_map.lines(side))])
            told.append([chain_map.strands(side, row) for row in range(chain_map.lines(side))])
            told.append([speak_line(chain_map, side, row) for row in range(chain_map.lines(side))])
            told.append([chain_map.row_of(side, number) for number in numbers])
            told.append(chain_map.toggle(side, place))
    return told


def judged(bag: Bag) -> list[object]:
    """All that verdicts are about: the changes in their order, in words, and their keys."""
    sentences = BagSentences(bag)
    ranked = sentences.ranked
    keys = ChangeKeys(bag, ranked)
    rows = keys.answer(keys.answer((), len(ranked) // 2, Verdict.WORSE), len(ranked) - 1, Verdict.SAME)
    return [
        [repr(change) for change in ranked],
        ranked.directions,
        [[repr(row) for row in ranked.rows_of(place)] for place in range(len(ranked))],
        [sentences.describe(change) for change in ranked],
        [repr(sentences.ends(change)) for change in ranked],
        [keys.of(place) for place in range(len(ranked))],
        ChangeKeys(bag, ranked).read(rows),
        row_keys(bag),
        RowKeys(bag).are_unique,
        rows_by_change(bag),
        record_bag(bag),
        count_links(bag, find_links(bag)),
        count_facts(bag),
        bag.kinds,
        bag.documents,
    ]


def in_columns(bag: Bag) -> Bag:
    columns = unpack_bag(pack_bag(bag), "the bag")
    assert isinstance(columns.spans, SpanColumns)
    assert isinstance(columns.baseline, InstanceColumns)
    assert isinstance(columns.changed, InstanceColumns)
    assert isinstance(columns.partners, PairColumns)
    assert isinstance(columns.divergences, RowColumns)
    return columns


@pytest.mark.parametrize("bag", [a_wide_bag(0, GREAT), shuffled(a_wide_bag(1, GREAT + 77))])
def test_a_great_bag_is_shown_as_one_of_which_all_was_made(bag: Bag) -> None:
    columns = in_columns(bag)
    displayed = display_bag(columns)
    assert shown(displayed) == shown(display_bag(bag))
    assert judged(columns) == judged(bag)
    assert sorted(map(displayed.position_of, range(len(bag.spans)))) == list(range(len(bag.spans)))


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_any_bag_is_shown_and_judged_the_same_in_columns(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(great_bag, "GREAT", 0)
    for seed in range(first, first + 20):
        bag = a_random_bag(seed)
        columns = in_columns(bag)
        assert columns == bag
        assert shown(display_bag(columns)) == shown(display_bag(bag))
        assert judged(columns) == judged(bag)
        assert mirror_bag(columns) == mirror_bag(bag)
        first_two = [choose_pair(each, display_bag(each).numbering) for each in (columns, bag)]
        assert first_two[0] == first_two[1]
        extents, expected = Extents(columns), Extents(bag)
        for side in (0, 1):
            for span in range(len(bag.spans)):
                assert extents.place(side, span) == expected.place(side, span)
                assert extents.words(side, span) == expected.words(side, span)


def test_what_is_found_of_the_last_great_bags_is_kept_and_of_no_others() -> None:
    prepared = PreparedBags()
    bags = [in_columns(a_wide_bag(number, GREAT)) for number in range(4)]
    found = [prepared.prepare(bag, SIDE_WORDS) for bag in bags[:3]]
    assert all(prepared.prepare(bag, SIDE_WORDS) is found[number] for number, bag in enumerate(bags[:3]))
    prepared.prepare_ahead(bags[3], SIDE_WORDS)
    assert prepared.prepare(bags[2], SIDE_WORDS) is found[2]
    assert prepared.prepare(bags[0], SIDE_WORDS) is not found[0]
    for small in (a_wide_bag(0, 30), a_wide_bag(0, GREAT)):
        before = weakref.ref(prepared.prepare(small, SIDE_WORDS).displayed)
        assert before() is None


def test_a_bag_whose_sides_are_called_otherwise_is_prepared_anew() -> None:
    prepared, bag = PreparedBags(), in_columns(a_wide_bag(0, GREAT))
    found = prepared.prepare(bag, SIDE_WORDS)
    assert prepared.prepare(bag, ("left", "right")).displayed.sides == ("left", "right")
    assert prepared.prepare(bag, SIDE_WORDS) is found


def test_showing_a_bag_that_was_prepared_ahead_ranks_and_follows_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared, bag = PreparedBags(), in_columns(a_wide_bag(0, GREAT))
    prepared.prepare_ahead(bag, SIDE_WORDS)
    for worker in ("present.chains.follow_mentions", "diff.great_ranking.rank_columns"):
        monkeypatch.delattr(f"coala.{worker}")
    found = prepared.prepare(bag, SIDE_WORDS)
    assert len(found.sentences.ranked) == GREAT / 10
    assert state_claim(found.chains) == f"{GREAT // 10:,} mentions moved among {GREAT // 10:,} chains"


def test_a_change_of_thousands_of_mentions_is_told_from_a_few_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = a_wide_bag(0, GREAT)
    every = tuple(range(GREAT))
    fallen = replace(
        wide,
        baseline=(wide.baseline[0]._replace(spans=every),),
        changed=(wide.changed[0]._replace(spans=every[::2]), Instance("Ann", "z", every[1::2])),
        partners=((0, 0),),
        divergences=tuple(Divergence(Kind.SPLIT, 0, 1, (span,), "split") for span in every[1::2]),
    )
    bag, asked = in_columns(fallen), list[int]()

    def make(column: TableColumn[str], place: int) -> str:
        asked.append(place)
        return made(column, place)

    made = TableColumn[str]._make
    sentences = BagSentences(bag)
    assert len(sentences.ranked[0].spans) == GREAT // 2
    monkeypatch.setattr(TableColumn, "_make", make)
    assert sentences.describe(sentences.ranked[0]) == "Ann split from Bob Smith"
    assert len(asked) < 20
