from dataclasses import replace

from coala.model.bag import BASELINE, CHANGED, Bag, Divergence
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chain_map import ChainMap, LineRole, MapLine, speak_line
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from tests.present.test_chains import a_merge_of
from tests.support.bags_by_hand import (
    AGENT,
    BARE,
    DOC_1,
    PARIS,
    TEXAS,
    TEXTS,
    bag,
    dropped,
    large,
    linked,
    seed,
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


def with_statements(many: int) -> Bag:
    added = tuple(f"knows: {number}" for number in range(many))
    rows = (Divergence(Kind.STATEMENT, 0, 0, (), "statement", added=added),)
    made = bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {"Bob": [0]}, [(0, 0)], [], TEXTS)
    return replace(made, divergences=rows)


def test_a_line_a_chain_says_its_name_its_mentions_and_its_type() -> None:
    chain_map = map_of(seed())
    assert picture(chain_map, BASELINE) == [
        "A | Bob Smith | 3 mentions in 2 docs | Person",
        "B | John Doe | 1 mention | Person",
    ]
    assert len(chain_map) == 2


def test_strands_lead_to_the_heirs_most_mentions_first() -> None:
    chain_map = map_of(seed())
    assert [(found.changed, found.mentions) for found in chain_map.strands(BASELINE, 0)] == [(0, 2), (1, 1)]
    assert [(found.baseline, found.mentions) for found in chain_map.strands(CHANGED, 1)] == [(0, 1), (1, 1)]


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


def test_equal_chains_are_the_last_line_of_each_side() -> None:
    made, _ = large(200, 40)
    chain_map = map_of(made)
    assert [picture(chain_map, side)[-1] for side in (BASELINE, CHANGED)] == ["› | 36 equal chains"] * 2
    last = chain_map.lines(BASELINE) - 1
    assert chain_map.toggle(BASELINE, last)
    assert chain_map.lines(BASELINE) == last + 37
    assert chain_map.lines(CHANGED) == last + 1


def test_a_single_equal_chain_is_not_folded() -> None:
    made = dropped()
    assert picture(map_of(made), BASELINE)[1] == "B | Bob | 1 mention | equal · Person"


def test_a_chain_that_is_only_in_one_graph_says_so() -> None:
    made, _ = large(20)
    assert picture(map_of(made), BASELINE) == ["A | flood 0 | 20 mentions | 2 gone · Person"]
    rows = [(Kind.INSTANCE_ADDED, None, 0, [0], "new")]
    new = bag([Span(DOC_1, 0, 9)], {}, {"Bob": [0]}, [], rows, TEXTS)
    assert picture(map_of(new), CHANGED) == ["1 | Bob | 1 mention | new · Person"]
    assert picture(map_of(new), BASELINE) == []


def test_many_statements_stand_behind_a_fold_under_their_chain() -> None:
    chain_map = map_of(with_statements(9))
    assert picture(chain_map, CHANGED)[1:] == [
        "   | statement added: knows: 0",
        "   | statement added: knows: 1",
        "   | statement added: knows: 2",
        "  › | 6 more types and statements",
    ]
    assert chain_map.toggle(CHANGED, 4)
    assert chain_map.lines(CHANGED) == 11
    assert len(picture(map_of(with_statements(4)), CHANGED)) == 5


def test_a_line_without_a_fold_does_not_open() -> None:
    chain_map = map_of(seed())
    assert not chain_map.toggle(BASELINE, 0)
    assert not chain_map.toggle(BASELINE, 99)


def test_chain_is_found_in_its_line_or_its_group() -> None:
    chain_map = map_of(a_merge_of(["Kellan", "Harbour", "Kellan", "Kellan"]))
    assert [chain_map.row_of(BASELINE, number) for number in range(4)] == [0, 1, 0, 0]
    chain_map.toggle(BASELINE, 0)
    assert [chain_map.row_of(BASELINE, number) for number in range(4)] == [1, 4, 2, 3]


def test_a_line_is_spoken_with_its_side_and_where_its_mentions_went() -> None:
    chain_map = map_of(seed())
    assert speak_line(chain_map, BASELINE, 0) == (
        "Baseline chain A, Bob Smith: 3 mentions in 2 docs; Person; "
        "2 in changed chain 1, 1 in changed chain 2"
    )
    assert speak_line(chain_map, CHANGED, 1) == (
        "Changed chain 2, John Doe: 2 mentions; Person; 1 from baseline chain A, 1 from baseline chain B"
    )
    folded = map_of(a_merge_of(["Kellan", "Kellan", "Kellan"]))
    assert speak_line(folded, BASELINE, 0) == (
        "Baseline chains A–C, Kellan: 3 mentions in 3 docs; 3 chains; 3 in changed chain 1; folded"
    )
    assert speak_line(map_of(with_statements(1)), CHANGED, 1) == "Changed chain 1: statement added: knows: 0"
    assert speak_line(chain_map, BASELINE, 7) == ""


def test_an_entry_that_differs_has_a_line_below_its_chain_and_others_are_in_the_note() -> None:
    chain_map = map_of(linked([TEXAS, BARE], [PARIS, BARE]))
    assert picture(chain_map, BASELINE) == [
        "A | Bob Smith | 2 mentions | Q84 · Person",
        "   | link: Paris (Q830149)",
    ]
    assert picture(chain_map, CHANGED)[1] == "   | link: Paris (Q90)"
    line = chain_map.line(CHANGED, 1)
    assert line is not None
    assert line.role is LineRole.ENTRY
    assert speak_line(chain_map, CHANGED, 1) == "Changed chain 1: link: Paris (Q90)"


def test_a_chain_with_many_entries_names_two() -> None:
    many = [
        BARE._replace(label=f"Q{number}", name=f"http://www.wikidata.org/entity/Q{number}")
        for number in range(5)
    ]
    chain_map = map_of(linked([*many, TEXAS], many))
    assert picture(chain_map, CHANGED) == ["1 | Bob Smith | 2 mentions | Q0, Q1, 3 more · Person"]


def test_links_come_before_types_and_statements_and_the_rest_is_counted() -> None:
    made = with_statements(8)
    entries = linked([], [PARIS])
    made = replace(made, changed=entries.changed, divergences=(*made.divergences, *entries.divergences))
    made = replace(made, changed=(made.changed[0]._replace(spans=(0,)),))
    lines = picture(map_of(made), CHANGED)
    assert lines[1] == "   | link: Paris (Q90)"
    assert lines[-1].endswith("6 more types and statements")


def test_namesakes_with_different_entries_are_not_folded() -> None:
    made = a_merge_of(["Kellan", "Kellan", "Kellan"])
    assert len(picture(map_of(made), BASELINE)) == 1
    first, second, third = made.baseline
    told = replace(made, baseline=(first._replace(entries=(PARIS,)), second, third))
    assert len(picture(map_of(told), BASELINE)) == 3
