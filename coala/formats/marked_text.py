"""Marked text, as language models write chains: ``[Ann](#1) laughed`` and ``[She](#1) left``.

A *style* is how a mention is written. Six are known (``STYLES``), and a template of the user may describe
another one; the style of a text is the one with most marks. Marks may be nested. A bracket that is no mark
stays text. One that nothing closes stays text too, but is counted, since an answer that was cut off ends
within a mark. The text of a document is what is left when the marks are taken out: where a model has dropped
or changed words, the comparison with another graph aligns the two texts, and counts the mentions that have
no place in the other one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from coala.base.plain_text import excerpt
from coala.errors import CoalaError


class MarkStyle(NamedTuple):
    """How a mention is written: one pattern for all brackets, with a group for each kind.

    ``open`` begins a mention, ``close`` ends it, and ``plain`` ends a bracket that is no mention. The group
    ``id`` is the name of the chain, before or after the words. ``broken`` is a part of ``plain`` if the name
    is missing there or the text ends, and ``cut`` is the beginning of ``open`` at the end of the text.
    """

    name: str
    example: str
    pattern: re.Pattern[str]


_ID = r"[^\s()\[\]{}<>|\"'#]{1,60}?"
_LONGEST_NAME = 200

_WORDS_SIGN, _ID_SIGN = "WORDS", "ID"
_OPENING, _CLOSING = "([{<«‹“", ")]}>»›”"
_MIRROR = str.maketrans(_OPENING, _CLOSING)
_NEVER = "(?!)"
_WITHOUT_BROKEN = f"(?P<broken>{_NEVER})"


def make_style(template: str) -> MarkStyle:
    """Return the style of a template such as ``[WORDS](#ID)``: WORDS is the mention, ID its chain.

    Raises:
        CoalaError: WORDS or ID is not in it once, or nothing is before or after WORDS.
    """
    # Tables need a backslash before the bar, and some shells keep one.
    before, words, after = template.replace("\\|", "|").partition(_WORDS_SIGN)
    places = before.count(_ID_SIGN) + after.count(_ID_SIGN)
    if not words or _WORDS_SIGN in after or places != 1 or not before.strip() or not after.strip():
        raise CoalaError(
            f"{excerpt(template)}: marks are written as [WORDS](#ID), with something before and after WORDS."
        )
    # A bracket that opened no mention ends with its counterpart alone.
    mirrored = before.strip()[::-1].translate(_MIRROR)
    has_plain = _ID_SIGN not in before and mirrored != before.strip() and mirrored != after.strip()
    pattern = (
        f"(?P<open>{_write_pattern(before)})|(?P<close>{_write_pattern(after)})"
        f"|(?P<plain>{_write_plain(mirrored, after) if has_plain else _WITHOUT_BROKEN})"
        f"|(?P<cut>{_write_beginning(before)})"
    )
    return MarkStyle(template, template, re.compile(pattern))


def _write_pattern(part: str) -> str:
    """Return the pattern for a part of a template; blanks may be missing or more."""
    literal, sign, rest = part.partition(_ID_SIGN)
    if not sign:
        return _write_literal(part)
    # Before other text an identifier has no sentence's full stop.
    identifier = (
        f"{_ID}|{_write_name(literal.strip()[:1], rest.strip()[:1])}" if rest.strip() else r"\w{1,60}"
    )
    return f"{_write_literal(literal)}(?P<id>{identifier}){_write_literal(rest)}"


def _write_name(first: str, last: str) -> str:
    """Return the pattern for a name with blanks between two signs; brackets in it are in pairs."""
    opened = _OPENING[_CLOSING.index(last)] if last in _CLOSING else ""
    ends = re.escape(first + last + opened)
    pairs = rf"|{re.escape(opened)}[^{ends}\n]*{re.escape(last)}" if opened else ""
    return rf"[^\s{ends}](?:[^{ends}\n]{pairs}){{0,{_LONGEST_NAME}}}?"


def _write_plain(mirrored: str, after: str) -> str:
    """Return the pattern for the end of a bracket that is no mention, or whose mark has no name."""
    plain = re.escape(mirrored)
    literal, _, rest = (part.strip() for part in after.partition(_ID_SIGN))
    if literal.startswith(mirrored):
        # At the end of the text the rest of the mark may be missing.
        more = literal.removeprefix(mirrored)
        broken = "|".join(filter(None, (re.escape(more), _write_beginning(more), r"\Z")))
        return f"{plain}(?P<broken>{broken})|{plain}"
    if literal and rest.endswith(mirrored):
        return rf"(?P<broken>{_write_literal(literal)}[ \t]*){_write_literal(rest)}|{plain}"
    if len(rest) > 1:
        # A bracket with a word in it, such as </m>, has no other use than in a mark.
        return rf"(?P<broken>(?:{_write_literal(literal)}[ \t]*)?{_write_literal(rest)})"
    return f"{plain}|{_WITHOUT_BROKEN}"


def _write_beginning(text: str) -> str:
    """Return the pattern for a part of a text, from its first sign, at the end of the whole text."""
    begin = text.partition(_ID_SIGN)[0].strip()
    pattern = ""
    for sign in reversed(begin):
        pattern = f"{_write_literal(sign)}(?:{pattern})?" if pattern else _write_literal(sign)
    if not pattern:
        return ""
    name = r"\S{0,60}" if _ID_SIGN in text else ""
    whole = f"{_write_literal(begin)}{name}|" if name else ""
    return rf"(?:{whole}{pattern})\s*\Z"


def _write_literal(text: str) -> str:
    return re.sub(r"(?:\\?[ \t])+", r"[ \\t]*", re.escape(text))


_TAG = "m|mention|entity|coref"

STYLES = (
    make_style("[WORDS](#ID)")._replace(name="links", example="[Ann](#1)"),
    make_style("{{WORDS##ID}}")._replace(name="braces", example="{{Ann##1}}"),
    make_style("<m> WORDS | ID </m>")._replace(name="tags with bars", example="<m> Ann | 1 </m>"),
    MarkStyle(
        "tags",
        "<m id=1>Ann</m>",
        re.compile(
            rf"(?P<open><(?:{_TAG})\s+(?:id|ID|cluster|chain)\s*=\s*[\"']?"
            rf"(?P<id>{_ID}|(?<=[\"'])[^\"'<>\n]{{1,{_LONGEST_NAME}}})[\"']?\s*>)"
            rf"|(?P<close></(?:{_TAG})>)|(?P<plain>{_WITHOUT_BROKEN})"
            rf"|(?P<cut><(?:(?:{_TAG})\s[^<>\n]{{0,{_LONGEST_NAME}}}|[a-z]{{0,7}})\s*\Z)"
        ),
    ),
    make_style("[WORDS | ID]")._replace(name="bars", example="[Ann | 1]"),
    make_style("(WORDS)_ID")._replace(name="indices", example="(Ann)_1"),
)
"""All styles, in the order that decides where two have equally many marks."""


class MarkedMention(NamedTuple):
    """A mention: its offsets in the text without marks (code points, end exclusive), and its chain."""

    begin: int
    end: int
    chain: str


class MarkedText(NamedTuple):
    """A text without its marks; ``unusable`` has marks that could not be read."""

    text: str
    mentions: tuple[MarkedMention, ...]
    unusable: tuple[str, ...] = ()


def count_marks(text: str, style: MarkStyle) -> int:
    """Return how many marks of a style are closed in a text."""
    return sum(1 for found in style.pattern.finditer(text) if found["close"])


def find_style(text: str, template: str = "") -> MarkStyle | None:
    """Return the style of a template, or the known one with most marks in a text; None if it has none."""
    if template:
        style = make_style(template)
        return style if count_marks(text, style) else None
    counts = [count_marks(text, style) for style in STYLES]
    most = max(counts)
    return STYLES[counts.index(most)] if most else None


def take_out_marks(text: str, style: MarkStyle) -> MarkedText:
    """Return the text without the marks of a style; a bracket that closes nothing is unusable."""
    brackets = list(style.pattern.finditer(text))
    chains, unusable = _pair_brackets(brackets)
    # Keep all other text, and note where each mark begins and ends in it.
    pieces: list[str] = []
    length = at = 0
    begins: list[tuple[int, str]] = []
    mentions: list[MarkedMention] = []
    for number, found in enumerate(brackets):
        kept = text[at : found.start()] + ("" if number in chains else found[0])
        pieces.append(kept)
        length += len(kept)
        at = found.end()
        if number not in chains:
            continue
        if found["open"]:
            begins.append((length, chains[number]))
        else:
            begin, chain = begins.pop()
            if begin < length:
                mentions.append(MarkedMention(begin, length, chain))
            else:
                unusable.append(f"an empty mention of {chain}")
    pieces.append(text[at:])
    return MarkedText("".join(pieces), tuple(sorted(mentions)), tuple(unusable))


def _pair_brackets(brackets: Sequence[re.Match[str]]) -> tuple[dict[int, str], list[str]]:
    """Return the chain of each bracket that is part of a mark, and the marks that could not be read.

    A bracket is given by its number. One that ends as plain text is no mark.
    """
    chains: dict[int, str] = {}
    unusable: list[str] = []
    stack: list[int] = []
    for number, found in enumerate(brackets):
        if found["open"]:
            stack.append(number)
        elif found["plain"]:
            opened = stack.pop() if stack else None
            if opened is not None and found["broken"] is not None:
                unusable.append(_show_mark(brackets[opened], found.end()))
        elif found["cut"]:
            if not stack:
                unusable.append(found[0])
        elif not stack:
            unusable.append(found[0])
        else:
            opened = stack.pop()
            chains[opened] = chains[number] = (brackets[opened]["id"] or found["id"]).strip()
    # What nothing closes was cut off, or lacks its end.
    unusable += [_show_mark(brackets[number]) for number in stack]
    return chains, unusable


_LONGEST_MARK = 60


def _show_mark(opened: re.Match[str], end: int | None = None) -> str:
    """Return the mark from its open bracket to ``end``, or its first characters."""
    longest = opened.start() + _LONGEST_MARK
    return opened.string[opened.start() : longest if end is None else min(end, longest)]


_FENCE = re.compile(r"(?m)^[ \t]*(`{3,}|~{3,})[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL)


def find_fenced(answer: str) -> str:
    """Return the longest block between code fences, or the whole answer without any."""
    blocks: Sequence[str] = [found[2] for found in _FENCE.finditer(answer)]
    return max(blocks, key=len, default=answer) if blocks else answer
