"""Blocks as Markdown, in which words from outside are no markup.

They also link nothing where the Markdown is pasted, in a comment or an issue: GitHub and GitLab find
references such as ``GH-12`` in the finished text, so a backslash would not do, and an invisible word joiner
breaks them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from coala.base.plain_text import isolate
from coala.present.blocks import (
    Block,
    BlockWords,
    FigureColumn,
    Figures,
    Folded,
    HeadingBlock,
    ItemBlock,
    Note,
    ParagraphBlock,
    StyledWords,
    WordStyle,
)
from coala.present.printers.text import write_cell

# Signs that are markup only at the beginning of a line are left out.
_MARKS = re.compile(r"([\\`*_\[\]<>#|~&@$])")
# What begins a reference of GitHub or GitLab, up to the place that a word joiner breaks.
_REFERENCES = re.compile(
    r"""
    [!\#$%&@^~](?=[\w"])         # a user, issue, milestone, label …: "@name", "!12", "%1.2"
    | [*\[](?=\w+:)              # "*iteration:3", "[vulnerability:1]"
    # A key of an issue, "GH-12", or of another tracker, in capitals. Names such as "doc-1" stay as they are.
    | (?:(?<=gh)|(?<=gl)|(?<=(?-i:[A-Z]))|(?<=(?-i:[A-Z]\d)))-(?=[\w-]{0,40}\d)
    | ://|www\.|:(?=[\w+-]+:)    # an address, an emoji
    | [0-9a-f]{6}(?=[0-9a-f])    # a commit, which has at least seven such digits
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WORD_JOINER = "\u2060"
_TICKS = re.compile("`+")
# What makes a list or a heading of the line that it begins.
_BEGINNINGS = re.compile(r"^([-+=]|\d+[.)])(?=\s|$)", re.MULTILINE)


def print_markdown(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield blocks as Markdown; words from outside are escaped."""
    before: Block | None = None
    for block in blocks:
        if before is not None and not (isinstance(before, ItemBlock) and isinstance(block, ItemBlock)):
            yield "\n"
        before = block
        match block:
            case HeadingBlock(level, words):
                yield f"{'#' * level} {_markdown(words)}\n"
            case ParagraphBlock(words):
                yield f"{_markdown(words)}\n"
            case ItemBlock():
                yield print_item(block)
            case Note(text):
                yield f"{_markdown((StyledWords(text),))}\n"
            case Figures():
                yield from _print_figures(block)
            case Folded():
                yield from print_folded(block, list(map(print_item, block.items)))


def print_item(item: ItemBlock) -> str:
    """Return an item of a list."""
    return f"{'  ' * item.depth}- {_markdown(item.words)}\n"


def print_folded(folded: Folded, items: Sequence[str]) -> Iterator[str]:
    """Yield a folded list of these printed items."""
    title = escape(break_references(folded.title))
    yield f"<details>\n<summary>{title} ({folded.total:,})</summary>\n\n"
    yield from items
    if rest := folded.total - sum(item.startswith("-") for item in items):
        yield f"- and {rest:,} more\n"
    yield "\n</details>\n"


def _print_figures(figures: Figures) -> Iterator[str]:
    if figures.title:
        yield f"**{escape_markdown(figures.title)}**\n\n"
    table = figures.choose_columns()
    yield _print_row([column.title for column in table.columns])
    yield f"|{'|'.join(map(_print_rule, table.columns))}|\n"
    for row in table.rows:
        yield _print_row(list(map(write_cell, row)))


def _print_rule(column: FigureColumn) -> str:
    return " --- " if column.is_left else " ---: "


def _print_row(cells: Sequence[str]) -> str:
    shown = (isolate(escape_markdown(" ".join(cell.split()))) for cell in cells)
    return f"| {' | '.join(shown)} |\n"


def _markdown(words: BlockWords) -> str:
    text = "".join(word if isinstance(word, str) else _style_markdown(word) for word in words)
    return _BEGINNINGS.sub(rf"\1{_WORD_JOINER}", text)


def _style_markdown(styled: StyledWords) -> str:
    if styled.style is WordStyle.NAME:
        return _code(styled.text)
    text = isolate(escape_markdown(styled.text))
    return f"**{text}**" if styled.style is WordStyle.MENTION else text


def escape_markdown(text: str) -> str:
    """Return text as Markdown, in which it has no markup and links nothing."""
    return _MARKS.sub(r"\\\1", break_references(text))


def break_references(text: str) -> str:
    """Return text in which GitHub and GitLab find no user, issue, commit or address."""
    return _REFERENCES.sub(rf"\g<0>{_WORD_JOINER}", text)


def _code(text: str) -> str:
    """Return the text as code, between more backticks than it has anywhere in a row."""
    fence = "`" * (1 + max((len(ticks) for ticks in _TICKS.findall(text)), default=0))
    blank = " " if len(fence) > 1 else ""
    return f"{fence}{blank}{text}{blank}{fence}"
