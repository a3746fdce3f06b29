"""Blocks of a page (headings, paragraphs, items, tables), printed as plain text or as Markdown.

A report on a bag or a review is a list of blocks. The words of a block are a sequence: plain strings are the
program's own, and ``StyledWords`` come from a graph, a text or a reviewer. Markdown escapes the latter, so
that no sign in them is markup: a note "2 * 3" shows the star, and does not begin words in italics. They also
link nothing where the Markdown is pasted, in a comment or an issue: GitHub and GitLab find references such as
``GH-12`` in the finished text, so a backslash would not do, and an invisible word joiner breaks them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

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


class WordStyle(Enum):
    """The style of words that come from outside the program."""

    FOREIGN = "foreign"
    """Text without markup."""
    NAME = "name"
    """The name of a file or a document; nothing in it is a link."""
    MENTION = "mention"
    """A mention within its sentence."""


class StyledWords(NamedTuple):
    """Words from outside in one style; words of the program are plain strings."""

    text: str
    style: WordStyle = WordStyle.FOREIGN


BlockWords = Sequence[str | StyledWords]


class HeadingBlock(NamedTuple):
    """A heading; level 1 is the highest."""

    level: int
    words: BlockWords


class ParagraphBlock(NamedTuple):
    """A paragraph; its line breaks are kept."""

    words: BlockWords


class ItemBlock(NamedTuple):
    """An item of a list; at depth 1 it belongs to the last item of depth 0."""

    words: BlockWords
    depth: int = 0


class TableBlock(NamedTuple):
    """A table of figures whose first column has names; all words are the program's own."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = HeadingBlock | ParagraphBlock | ItemBlock | TableBlock


def print_text(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield blocks as plain text; items are indented below their heading."""
    is_first = True
    for block in blocks:
        if not is_first and not isinstance(block, ItemBlock):
            yield "\n"
        is_first = False
        match block:
            case ItemBlock(words, depth):
                yield f"{'  ' * (depth + 1)}{_text(words)}\n"
            case HeadingBlock(_, words) | ParagraphBlock(words):
                yield f"{_text(words)}\n"
            case TableBlock(head, rows):
                widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
                for row in (head, *rows):
                    cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
                    yield f"{row[0]:<{widths[0]}}  {'  '.join(cells)}\n"


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
            case ItemBlock(words, depth):
                yield f"{'  ' * depth}- {_markdown(words)}\n"
            case TableBlock(head, rows):
                yield f"| {' | '.join(head)} |\n|{' --- |' + ' ---: |' * (len(head) - 1)}\n"
                for row in rows:
                    yield f"| {' | '.join(row)} |\n"


def _text(words: BlockWords) -> str:
    return "".join(word if isinstance(word, str) else _style_text(word) for word in words)


def _style_text(styled: StyledWords) -> str:
    return f"[{styled.text}]" if styled.style is WordStyle.MENTION else styled.text


def _markdown(words: BlockWords) -> str:
    return "".join(word if isinstance(word, str) else _style_markdown(word) for word in words)


def _style_markdown(styled: StyledWords) -> str:
    if styled.style is WordStyle.NAME:
        return _code(styled.text)
    text = escape_markdown(styled.text)
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
