"""Blocks as text and as Markdown, with the same words in the same order."""

from __future__ import annotations

from coala.present.blocks import (
    HeadingBlock,
    ItemBlock,
    ParagraphBlock,
    StyledWords,
    TableBlock,
    WordStyle,
    print_markdown,
    print_text,
)

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
        "## Of a\\*b\n\n- file: `` a`b ``\n  - he met **\\#1**\n\none\ntwo\n\n"
        "|  | bags |\n| --- | ---: |\n| all | 12 |\n| moved | 3 |\n\n### End\n"
    )
