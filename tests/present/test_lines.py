from dataclasses import replace

from coala.model.bag import BASELINE, Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chain_map import ChainMap, MapLine
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.support.bags_by_hand import (
    AGENT,
    DOC_1,
    PARIS,
    a_merge_of,
    bag,
    dropped,
)


def map_of(made: Bag) -> ChainMap:
    return ChainMap(Chains(display_bag(made)))


def picture(chain_map: ChainMap, side: int) -> list[str]:
    return [text(chain_map.line(side, row)) for row in range(chain_map.lines(side))]


def text(line: MapLine | None) -> str:
    assert line is not None
    fold = {None: "", True: "⌄", False: "›"}[line.is_open]
    parts = ("  " * line.depth + fold, line.sign, line.words, line.size, line.note)
    return " | ".join(part for part in parts if part)


def test_chains_of_one_name_that_went_one_way_open_and_close_again() -> None:
    chain_map = map_of(a_merge_of(["Kellan", "Harbour", "Kellan", "Kellan"]))
    folded = ["› | A–C | Kellan | 3 mentions in 3 docs | 3 chains", "D | Harbour | 1 mention | Person"]
    assert picture(chain_map, BASELINE) == folded
    assert [found.mentions for found in chain_map.strands(BASELINE, 0)] == [3]
    assert chain_map.toggle(BASELINE, 0)
    assert picture(chain_map, BASELINE)[:3] == [
        "⌄ | A–C | Kellan | 3 mentions in 3 docs | 3 chains",
        "   | A | Kellan | 1 mention | Person",
        "   | B | Kellan | 1 mention | Person",
    ]
    assert chain_map.strands(BASELINE, 0) == ()
    assert [found.mentions for found in chain_map.strands(BASELINE, 1)] == [1]
    assert chain_map.toggle(BASELINE, 0)
    assert picture(chain_map, BASELINE) == folded


def test_namesakes_with_other_descriptions_or_types_are_not_folded() -> None:
    words = ["the guard", "A guard", "the guard", "the minister", "the guard"]
    spans = [Span(DOC_1, 20 * place, 20 * place + len(text)) for place, text in enumerate(words)]
    text = "".join(text.ljust(20) for text in words)
    rows = [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, 5)]
    old = {f"Sand#{place}": [place] for place in range(5)}
    made = bag(spans, old, {"Sand": range(5)}, [(0, 0)], rows, {DOC_1: text})
    renamed = [instance._replace(label="Sand") for instance in made.baseline]
    renamed[4] = renamed[4]._replace(types=(AGENT,))
    assert picture(map_of(replace(made, baseline=tuple(renamed))), BASELINE) == [
        "› | A–C | Sand | 3 mentions | the guard · 3 chains",
        "D | Sand | 1 mention | the minister · Person",
        "E | Sand | 1 mention | the guard · Agent",
    ]


def test_a_single_equal_chain_is_not_folded() -> None:
    made = dropped()
    assert picture(map_of(made), BASELINE)[1] == "B | Bob | 1 mention | equal · Person"


def test_chain_is_found_in_its_line_or_its_group() -> None:
    chain_map = map_of(a_merge_of(["Kellan", "Harbour", "Kellan", "Kellan"]))
    assert [chain_map.row_of(BASELINE, number) for number in range(4)] == [0, 1, 0, 0]
    chain_map.toggle(BASELINE, 0)
    assert [chain_map.row_of(BASELINE, number) for number in range(4)] == [1, 4, 2, 3]


def test_namesakes_with_different_entries_are_not_folded() -> None:
    made = a_merge_of(["Kellan", "Kellan", "Kellan"])
    assert len(picture(map_of(made), BASELINE)) == 1
    first, second, third = made.baseline
    told = replace(made, baseline=(first._replace(entries=(PARIS,)), second, third))
    assert len(picture(map_of(told), BASELINE)) == 3
