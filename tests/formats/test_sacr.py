"""SACR: braces are mentions, the rest is the text, and broken braces are text again."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.sacr import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

TALE = """\
#title: A tale {with:braces="1" here}

#textid:tale

{Ann:function="s, {subject}",head="1" Ann, {Friend:head="0" the friend of {Bob Bob}}}, ran.

#speaker: Bob
{Ann She} ran.
"""


def reading(text: str, *, lenient: bool = False) -> Annotations:
    return read("folder/tale.sacr", text.encode("utf-8"), FormatOptions(lenient=lenient))


def mentions(annotations: Annotations) -> list[tuple[str, str]]:
    text = annotations.documents[0].text
    return [
        (mention.instance, text[mention.fragments[0][0] : mention.fragments[0][1]])
        for mention in annotations.mentions
    ]


def test_the_name_behind_a_brace_is_the_chain_and_the_text_is_outside_of_the_marks() -> None:
    annotations = reading(TALE)
    assert annotations.documents == (("tale", "Ann, the friend of Bob, ran.\n\nShe ran.\n"),)
    assert mentions(annotations) == [
        ("tale/Bob", "Bob"),
        ("tale/Friend", "the friend of Bob"),
        ("tale/Ann", "Ann, the friend of Bob"),
        ("tale/Ann", "She"),
    ]
    assert annotations.remarks == ()


def test_a_blank_before_the_closing_brace_is_none_of_the_mention() -> None:
    annotations = reading("{Ann She } and {Bob {Ann her } man } ran.\n")
    assert annotations.documents[0].text == "She  and her  man  ran.\n"
    assert sorted(words for _, words in mentions(annotations)) == ["She", "her", "her  man"]


def test_a_brace_that_marks_nothing_is_text_and_told_with_its_line() -> None:
    annotations = reading("{A Ann} ran}.\n{ Bob } and {B Eve left.\n{C }!\n")
    assert annotations.documents[0].text == "Ann ran}.\n{ Bob } and Eve left.\n!\n"
    assert mentions(annotations) == [("tale/A", "Ann")]
    assert [example for _, example in annotations.remarks] == [
        "folder/tale.sacr:1, '}.' closes nothing",
        "folder/tale.sacr:2, '{ Bob } and {B Eve left.' begins no mark",
        "folder/tale.sacr:3, '{C }!' has no text",
        "folder/tale.sacr:2, '{B Eve left.' is never closed",
    ]


def test_a_file_of_broken_braces_is_refused_unless_that_is_allowed() -> None:
    broken = "{ a } " * 12
    assert "12 of 12 marks cannot be used" in refusal(lambda: reading(broken))
    assert reading(broken, lenient=True).documents[0].text == broken


def test_the_name_of_the_file_or_its_beginning_tells_the_format() -> None:
    assert looks_like("a.sacr", b"{one His}")
    assert looks_like("a.txt", TALE.encode())
    assert not looks_like("a.txt", b"# a comment\n{ <a> <b> <c> }")


@given(damaged(TALE.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("tale.sacr", data, FormatOptions()))


@needs_shared
@pytest.mark.parametrize(
    ("name", "spans", "chains"),
    [("aesop", 31, 9), ("simple", 2, 1), ("pliny", 51, 23), ("cicero", 47, 30), ("lucian_speakers", 0, 0)],
)
def test_published_files_have_the_mentions_that_were_counted(name: str, spans: int, chains: int) -> None:
    file = SHARED / "data" / "zoo" / "d-sacr" / f"{name}.sacr"
    annotations = read(str(file), file.read_bytes(), FormatOptions())
    assert len(set(annotations.mentions)) == spans
    assert len({mention.instance for mention in annotations.mentions}) == chains
    assert annotations.remarks == ()
