"""Blocks as text and as Markdown, with the same words in the same order."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from coala.present.blocks import (
    HeadingBlock,
    ItemBlock,
    ParagraphBlock,
    StyledWords,
    TableBlock,
    WordStyle,
    break_references,
    escape_markdown,
    print_markdown,
    print_text,
)

# What GitHub and GitLab link in the text of a comment, after its Markdown was read.
REFERENCE = r'[@#!%&$~^][\w"]|(?:gh|gl|(?-i:[A-Z]\d?))-\w*\d|:\w+:|\*iteration:|\[\w+:|://\w|www\.\w|(?<!\w)[0-9a-f]{7,40}(?!\w)'

BLOCKS = (
    HeadingBlock(2, ("Of ", StyledWords("a*b"))),
    ItemBlock(("file: ", StyledWords("a`b", WordStyle.NAME))),
    ItemBlock(("he met ", StyledWords("#1", WordStyle.MENTION)), 1),
    ParagraphBlock(("one\ntwo",)),
    TableBlock(("", "bags"), [("all", "12"), ("moved", "3")]),
    HeadingBlock(3, ("End",)),
)


def test_text_has_items_set_in_and_foreign_words_as_they_are() -> None:
    assert "".join(print_text(BLOCKS)) == (
        "Of a*b\n  file: a`b\n    he met [#1]\n\none\ntwo\n\n       bags\nall      12\nmoved     3\n\nEnd\n"
    )


def test_markdown_escapes_foreign_words_and_parts_blocks_by_an_empty_line() -> None:
    assert "".join(print_markdown(BLOCKS)) == (
        "## Of a\\*b\n\n- file: `` a`b ``\n  - he met **\\#\u20601**\n\none\ntwo\n\n"
        "|  | bags |\n| --- | ---: |\n| all | 12 |\n| moved | 3 |\n\n### End\n"
    )


@pytest.mark.parametrize(
    "reference",
    [
        "@name",
        "@org/team",
        "#12",
        "owner/repo#12",
        "GH-12",
        "gh-12",
        "ABC-x7",
        "AB2-12",
        "GHSA-jfh8-c2jp-5v3q",
        "!12",
        "%3",
        "%1.23",
        '%"first release"',
        "&4",
        "$5",
        "~6",
        '~"a label"',
        "^alert#7",
        "[vulnerability:1]",
        "*iteration:3",
        ":smile:",
        "https://host.example/x",
        "WWW.host.example",
        "ann@host.example",
        "a1b2c3d",
        "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678",
        "owner/repo@A1B2C3D",
    ],
)
def test_reference_in_foreign_words_links_nothing(reference: str) -> None:
    shown = MarkdownIt("gfm-like", {"linkify": False}).renderInline(escape_markdown(f"he met {reference}."))
    words = unescape(shown)

    assert words.replace("\u2060", "") == f"he met {reference}."
    assert not re.search(REFERENCE, words, re.IGNORECASE)


@pytest.mark.parametrize(
    "text", ["Ann-Marie in doc-1 said 95 % (1:30), 2024-05 no", "abcdef, a & b; Hello! #", "+2.1, -0.5"]
)
def test_words_without_a_reference_get_no_joiner(text: str) -> None:
    assert break_references(text) == text
