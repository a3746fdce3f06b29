"""Universal Anaphora's exploded format: chains in a column of their own."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats import corefud
from coala.formats.annotations import AnnotatedStatement
from coala.model.format_options import FormatOptions
from tests.formats.test_corefud import read, words
from tests.support.damage import damaged, reads_or_says_why

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC "
    "IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n# newdoc id = d1\n"
)


def rows(*lines: str, divider: str = "\t") -> str:
    """Return a sentence; each line is "ID FORM IDENTITY BRIDGING DEIXIS", the last ones optional."""
    made = ""
    for line in lines:
        number, form, *cells = line.split()
        made += divider.join((number, form, *"_" * 8, *cells, *"_" * (5 - len(cells)))) + "\n"
    return made + "\n"


TOWN = (
    rows("1 Ann (EntityID=1|MarkableID=m1|Min=1|SemType=dn|ElementOf=3)"),
    rows(
        "2 the (EntityID=2|MarkableID=m2|Min=4|SemType=dn(EntityId=4|Markable_ID=m9",
        "3 old )",
        "4 town )",
        "5 They (EntityID=3|MarkableID=m3|Min=5)",
    ),
)


@pytest.mark.parametrize("divider", ["\t", "  ", " "])
def test_brackets_nest_and_what_is_new_to_the_discourse_refers(divider: str) -> None:
    found = read(HEADER + "".join(TOWN).replace("\t", divider))
    assert words(found) == [("d1/1", "Ann"), ("d1/4", "the old"), ("d1/2", "the old town"), ("d1/3", "They")]
    text = found.documents[0].text
    minima = [text[slice(*mention.minimum)] if mention.minimum else None for mention in found.mentions]
    assert minima == ["Ann", None, "town", "They"]
    assert found.statements == (AnnotatedStatement("d1/3", "SplitAnte", "d1/1", True),)
    assert found.remarks == ()


def test_a_markable_that_stands_twice_is_one_mention_with_a_gap() -> None:
    found = read(
        HEADER
        + rows(
            "1 a (EntityID=1|MarkableID=m1)",
            "2 b",
            "3 c (EntityID=1|MarkableID=m1|Min=3)",
            "4 d (EntityID=1)",
        )
    )
    assert words(found) == [("d1/1", "a … c"), ("d1/1", "d")]


def test_brackets_may_cross_where_they_are_closed_by_name() -> None:
    found = read(
        HEADER
        + rows(
            "1 a (EntityID=1|MarkableID=m1",
            "2 b (EntityID=2|MarkableID=m2@(EntityID=3|MarkableID=m3)",
            "3 c m1)",
            "4 d )",
        )
    )
    assert words(found) == [("d1/1", "a b c"), ("d1/3", "b"), ("d1/2", "b c d")]
    assert found.remarks == ()


def test_what_does_not_refer_is_no_mention_and_noted() -> None:
    found = read(HEADER + rows("1 It (EntityID=4-Pseudo|MarkableID=m1|SemType=expletive)", "2 rains"), "a")
    assert (found.mentions, found.remarks) == ((), (("markable-not-referring", "a:3, '4-Pseudo'"),))


def test_anchors_of_bridging_are_statements() -> None:
    found = read(
        HEADER
        + rows(
            "1 house (EntityID=1|MarkableID=m1)",
            "2 door (EntityID=2|MarkableID=m2) (MarkableID=m2|Rel=poss|MentionAnchor=m1)",
            "3 key (EntityID=3|MarkableID=m3) MarkableID=m3|EntityAnchor=2",
            "4 roof (EntityID=4|MarkableID=m4) (MarkableID=m4|MentionAnchor=m9) (EntityID=7|MarkableID=d1)",
        ),
        "a",
    )
    assert found.statements == (
        AnnotatedStatement("d1/2", "Bridge-poss", "d1/1", True),
        AnnotatedStatement("d1/3", "Bridge", "d1/2", True),
    )
    assert [code for code, _ in found.remarks] == ["misc-unusable", "deixis-unread"]


def test_a_flaw_costs_what_it_touches() -> None:
    found = read(
        HEADER
        + rows("1 a (EntityID=1|MarkableID=m1", "2 b ))m7)", "3 c x", "4 d (MarkableID=m4)")
        + rows("5 e (EntityID=5|Min=1)(EntityID=6|ElementOf=9)", "6 f (EntityID=7"),
        "a",
    )
    assert words(found) == [("d1/1", "a b"), ("d1/5", "e"), ("d1/6", "e")]
    assert [f"{code} {example[2:].split(', ')[0]}" for code, example in found.remarks] == [
        "entity-unpaired 4",
        "entity-unpaired 4",
        "entity-unusable 5",
        "entity-unusable 6",
        "entity-unpaired 9",
        "head-lost 8",
        "misc-unusable 8",
    ]


def test_the_column_counts_where_entities_stand_in_misc_too() -> None:
    line = "1\ta" + "\t_" * 7 + "\tEntity=(e1)\t(EntityID=2)\t_\t_\t_\t_\n"
    found = read(HEADER + "# global.Entity = eid\n" + line)
    assert words(found) == [("d1/2", "a")]
    assert found.remarks == (("entities-beside-chains", "a"),)


@given(damaged((HEADER + "".join(TOWN)).encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    reads_or_says_why(lambda: corefud.read("a", data, FormatOptions()))
