from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from coala.model.bag import Bag, Divergence, Statement, Term
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.presentation.aligned_rows import AlignedBlocks, AlignedRow, Role, align_rows
from coala.presentation.displayed_bag import display_bag
from tests.support.bags_by_hand import AGENT, DOC_1, PERSON, TEXTS, bag, instance, large, seed, split
from tests.support.great_bags import a_wide_bag


def picture(made: Bag) -> list[str]:
    return [line(row) for row in align_rows(display_bag(made))]


def line(row: AlignedRow) -> str:
    sides = (
        "" if cell is None else " ".join(part for part in (cell.mark.value, cell.text, cell.note) if part)
        for cell in (row.baseline, row.changed)
    )
    number = row.number + 1 if row.role is Role.INSTANCE else " "
    return f"{number} " + " | ".join(sides)


def every(found: Iterable[AlignedRow]) -> Iterator[AlignedRow]:
    for row in found:
        yield row
        yield from every(row.folded)


def test_partners_share_rows_and_what_moved_is_marked_on_both_sides() -> None:
    assert picture(seed()) == [
        "1 Bob Smith | Bob Smith",
        "  Bob Smith | Bob Smith",
        "  – he moved to John Doe² | ",
        "  R. Smith | R. Smith",
        "2 John Doe | John Doe",
        "  John Doe | John Doe",
        "   | + he moved from Bob Smith¹",
    ]


def test_a_note_that_may_not_fit_has_a_brief_form_with_the_number_alone() -> None:
    found = [row.changed for row in align_rows(display_bag(seed())) if row.changed and row.changed.note]
    assert [(cell.note, cell.brief) for cell in found] == [("moved from Bob Smith¹", "moved from 1")]


def test_an_unpaired_instance_has_an_empty_other_side() -> None:
    assert picture(split())[-2:] == ["2  | + R. Smith (new)", "   | + R. Smith split from Bob Smith¹"]


def test_a_merged_instance_is_gone_and_its_mentions_say_where_to() -> None:
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22)],
        {"Bob": [0], "John": [1]},
        {"Bob": [0, 1]},
        [(0, 0)],
        [(Kind.MERGED, 1, 0, [1], "merged")],
        TEXTS,
    )
    assert picture(made) == [
        "1 Bob | Bob",
        "  Bob Smith | Bob Smith",
        "   | + John Doe merged from John²",
        "2 – John (gone) | ",
        "  – John Doe merged into Bob¹ | ",
    ]


def test_types_and_statements_that_differ_stand_beside_each_other() -> None:
    def says(value: str) -> Statement:
        return Statement(Term("works for", "http://e/w"), Term(value, f"http://e/{value}"))

    born = Statement(Term("born in", "http://e/b"), Term("Leeds", "http://e/l"))
    employs = Statement(Term("employs", "http://e/e"), Term("Acme", "http://e/a"), inverse=True)
    made = Bag(
        fingerprint="",
        title="",
        spans=(Span(DOC_1, 0, 9),),
        words=("Bob Smith",),
        baseline=(instance("Bob", [0], [PERSON, AGENT], [born, says("Acme"), employs]),),
        changed=(instance("Bob", [0], [PERSON], [born, says("Acme Holdings"), employs]),),
        partners=((0, 0),),
        divergences=(
            Divergence(Kind.TYPE, 0, 0, (0,), "lost a type", (), ("Agent",)),
            Divergence(
                Kind.STATEMENT, 0, 0, (0,), "changed", ("works for: Acme Holdings",), ("works for: Acme",)
            ),
        ),
    )
    assert picture(made) == [
        "1 Bob | Bob",
        "  – Agent type dropped | ",
        "  Bob Smith | Bob Smith",
        "  – works for: Acme statement dropped | + works for: Acme Holdings statement added",
        "  born in: Leeds | born in: Leeds",
        "  is employs of Acme | is employs of Acme",
    ]


def test_a_large_bag_folds_what_is_equal() -> None:
    made, _ = large(40)
    assert picture(made) == [
        "1 flood 0 | flood 0",
        *["  – The flood gone | "] * 4,
        *["  The flood | The flood"] * 3,
        "  33 equal mentions | ",
    ]


def test_a_long_list_of_differences_is_folded_after_the_first_thirty() -> None:
    made, _ = large(1_000)
    assert picture(made)[31] == "  70 more differing mentions | "


def test_equal_instances_are_folded_at_the_end() -> None:
    made, _ = large(40, instances=20)
    found = picture(made)
    assert found[-1] == "  18 equal instances | "
    assert sum(line.startswith(("1 ", "2 ", "3 ")) for line in found) == 2


def test_no_mention_is_lost_in_folds() -> None:
    made, _ = large(500, instances=7)
    seen = [row.span for row in every(align_rows(display_bag(made))) if row.role is Role.MENTION]
    assert sorted(seen, key=str) == sorted(range(500), key=str)


@pytest.mark.parametrize(
    ("mentions", "instances"), [(12, 4), (12, 7), (40, 1), (40, 20), (400, 3), (400, 90)]
)
def test_the_size_of_a_block_is_known_before_its_rows_are_made(mentions: int, instances: int) -> None:
    says = [Statement(Term("likes", "l"), Term(f"thing {at}", f"t{at}")) for at in range(7)]
    made, _ = large(mentions, instances)
    first, second = (
        side[0]._replace(statements=tuple(kept))
        for side, kept in ((made.baseline, says[:-1]), (made.changed, says[2:]))
    )
    told = Divergence(
        Kind.STATEMENT, 0, 0, (0,), "", ("likes: thing 6",), ("likes: thing 0", "likes: thing 1")
    )
    typed = Divergence(Kind.TYPE, 0, 0, (0,), "", ("Agent", "Body"), ("Person",))
    moved = Divergence(Kind.MOVED, 0, len(made.changed) - 1, (1,), "")
    bags = [made, replace(made, partners=made.partners[1:]), seed(), split(), a_wide_bag(0, 50)]
    bags.append(
        replace(
            made,
            baseline=(first, *made.baseline[1:]),
            changed=(second, *made.changed[1:]),
            divergences=(*made.divergences, told, typed, moved),
        )
    )
    for each in bags:
        alignment = AlignedBlocks(display_bag(each))
        sizes = [alignment.size(number) for number in range(len(alignment))]
        assert sizes == [len(alignment.block(number)) for number in range(len(alignment))]
        if alignment.folded:
            assert len(alignment.fold().folded) == sum(sizes[len(sizes) - alignment.folded :])
