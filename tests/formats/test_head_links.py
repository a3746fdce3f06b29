"""COREFHEAD and COREFTYPE: links between words join mentions of one word; part and whole is a statement."""

from __future__ import annotations

import pytest

from coala.formats.annotations import AnnotatedStatement, Annotations
from coala.formats.corefud import read
from coala.model.format_options import FormatOptions
from tests.support.paths import SHARED, needs_shared

LINKED = (
    "# global.columns = ID FORM COREFHEAD COREFTYPE\n# sent_id = 1\n"
    "1\tAnn\t_\t_\n2\tsaw\t_\t_\n3\tthe\t_\t_\n4\thouse\t_\t_\n\n"
    "# sent_id = 2\n1\tShe\t1:1\tprs\n2\topened\t_\t_\n3\ta\t_\tarb\n4\tdoor\t1:4\tholo\n5\tthat\t2:4\trel\n"
)


def reading(text: str) -> Annotations:
    return read("folder/a.conllup", text.encode("utf-8"), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        text = annotations.documents[0].text
        found.setdefault(mention.instance, []).append(text[slice(*mention.fragments[0])])
    return found


def test_words_that_are_linked_are_one_instance_and_part_and_whole_is_said() -> None:
    annotations = reading(LINKED)
    assert annotations.documents == (("a", "Ann saw the house\nShe opened a door that"),)
    assert chains(annotations) == {"a/1:1": ["Ann", "She"], "a/1:4": ["house"], "a/2:4": ["door", "that"]}
    assert annotations.statements == (AnnotatedStatement("a/2:4", "holo", "a/1:4", True),)
    assert annotations.remarks == (("words-linked", "a"),)


@pytest.mark.parametrize("head", ["9:9", "???", "1:1.SUBJ", "1"])
def test_a_link_to_no_word_costs_itself(head: str) -> None:
    annotations = reading(LINKED.replace("1:1\tprs", f"{head}\tprs"))
    assert chains(annotations) == {"a/1:4": ["house"], "a/2:4": ["door", "that"]}
    told = ("misc-unusable", f"folder/a.conllup:9, COREFHEAD '{head}' does not lead to a word")
    assert told in annotations.remarks


@needs_shared
def test_a_published_text_has_the_links_that_were_counted() -> None:
    path = SHARED / "data" / "zoo" / "d-korkor" / "globv_1.conllup"
    annotations = read(str(path), path.read_bytes(), FormatOptions())
    assert (len(annotations.mentions), len(chains(annotations))) == (22, 10)


@pytest.mark.parametrize("row", ["1\tShe", "1\tShe\t1:1"])
def test_a_row_that_is_cut_before_its_link_is_told(row: str) -> None:
    annotations = reading(LINKED.replace("1\tShe\t1:1\tprs", row))
    assert annotations.documents == (("a", "Ann saw the house\nShe opened a door that"),)
    assert chains(annotations) == {"a/1:4": ["house"], "a/2:4": ["door", "that"]}
    told = dict(annotations.remarks)["row-broken"]
    assert told.startswith("folder/a.conllup:9, ")
    assert told.endswith("columns, not 4")
