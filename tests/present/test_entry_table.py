"""The table of a changed link: both sides' entries with their descriptions."""

from coala.present.entry_table import MOST_ENTRY_ROWS, EntryCell, EntryRow, list_entry_rows, list_iris
from tests.support.bags_by_hand import BARE, PARIS, TEXAS, linked, seed

BEFORE = EntryCell("Paris (Q830149)", "city in <b>Texas</b>", TEXAS.name)
NOW = EntryCell("Paris (Q90)", "capital of France", PARIS.name)
SAME = EntryCell("Q84", "", BARE.name)


def test_entries_that_differ_are_next_to_each_other_before_those_that_both_have() -> None:
    made = linked([BARE, TEXAS], [BARE, PARIS])
    assert list_entry_rows(made, made.divergences[0]) == [
        EntryRow(BEFORE, NOW, differs=True),
        EntryRow(SAME, SAME, differs=False),
    ]
    assert list_iris(made, made.divergences[0]) == [TEXAS.name, PARIS.name]


def test_a_side_without_an_entry_has_an_empty_cell() -> None:
    made = linked([], [PARIS])
    (row,) = list_entry_rows(made, made.divergences[0])
    assert row.before == EntryCell()
    assert row.before.spoken == "no entry"
    assert row.now.spoken == "Paris (Q90): capital of France"


def test_entries_of_other_knowledge_bases_are_left_out() -> None:
    other = BARE._replace(base="DBpedia")
    made = linked([TEXAS, other], [PARIS, other])
    assert len(list_entry_rows(made, made.divergences[0])) == 1


def test_only_a_changed_link_has_entries() -> None:
    made = seed()
    assert list_entry_rows(made, made.divergences[0]) == []
    assert list_iris(made, made.divergences[0]) == []


def test_thousands_of_entries_are_cut() -> None:
    many = [PARIS._replace(label=f"Q{number}", name=f"{PARIS.name}{number}") for number in range(2_000)]
    made = linked(many[:1_000], many[1_000:])
    assert len(list_entry_rows(made, made.divergences[0])) == MOST_ENTRY_ROWS
