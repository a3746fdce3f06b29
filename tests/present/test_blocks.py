"""Blocks as text and as Markdown, with the same words in the same order."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from coala.present.printers.markdown import break_references, escape_markdown

# What GitHub and GitLab link in the text of a comment, after its Markdown was read.
REFERENCE = r'[@#!%&$~^][\w"]|(?:gh|gl|(?-i:[A-Z]\d?))-\w*\d|:\w+:|\*iteration:|\[\w+:|://\w|www\.\w|(?<!\w)[0-9a-f]{7,40}(?!\w)'


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
