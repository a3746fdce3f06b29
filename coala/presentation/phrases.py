"""Values become the words and signs that the screen shows; plain text only."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable

from coala.base.numerals import NOT_APPLICABLE
from coala.model.bag import Verdict
from coala.model.extents import BASELINE, CHANGED, Extents
from coala.model.graph import Span
from coala.model.kinds import Kind
from coala.scores.significance import NO_CHANGE

MINUS = "\N{MINUS SIGN}"

SIGNS = {Verdict.BETTER: "+", Verdict.WORSE: MINUS, Verdict.SAME: "=", Verdict.UNSURE: "?"}
WORDS = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.SAME: "same",
    Verdict.UNSURE: "cannot tell",
}

# Longer than any window is wide; measuring a title of a million characters would freeze the list.
_LONGEST_LINE = 400

# A quotation with a letter of Hebrew, Arabic or another script from right to left.
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_QUOTED = re.compile(f'(["“«])([^"“”«»\u2068]*[{_RIGHT_TO_LEFT}][^"“”«»\u2068]*)(["”»])')


def judgement(verdict: Verdict | None) -> str:
    """A verdict in words: "judged better", "not judged"."""
    return "not judged" if verdict is None else f"judged {WORDS[verdict]}"


def sign(verdict: Verdict | None) -> str:
    """A verdict as one character; unjudged is an open circle."""
    return "\N{WHITE CIRCLE}" if verdict is None else SIGNS[verdict]


def kind_word(kind: Kind) -> str:
    return kind.value.replace("-", " ")


def kind_words(kinds: Iterable[Kind]) -> str:
    return ", ".join(kind_word(kind) for kind in kinds)


def signed(value: float | None, digits: int = 2) -> str:
    """A number with its sign, a true minus, and no sign on what rounds to zero."""
    if value is None:
        return NOT_APPLICABLE
    rounded = round(value, digits)
    if rounded == 0:
        return f"{0:.{digits}f}"
    return f"{rounded:+,.{digits}f}".replace("-", MINUS)


def points(share: float | None) -> str:
    """A share of F1 (-1 to 1) in points of 0.01, with as many digits as it needs to differ from nothing."""
    if share is None:
        return NOT_APPLICABLE
    value = 100 * share
    if abs(share) <= NO_CHANGE:
        return "0"
    digits = 2 if abs(value) >= 0.005 else 1 - math.floor(math.log10(abs(value)))
    return signed(value, digits)


def moves(title: str, share: float | None) -> str:
    """What a bag does to a score: "B³ F1 by −0.42"."""
    if share is None:
        return f"{title} F1: {NOT_APPLICABLE}"
    return f"{title} F1 by {points(share)}"


def percent(part: int, total: int) -> str:
    """A share as a percentage with as many digits as it needs to differ from nothing."""
    if not total:
        return NOT_APPLICABLE
    share = 100 * part / total
    return f"{share:.1f} %" if share < 20 else f"{share:.0f} %"


def offsets(span: Span) -> str:
    """The place of a span in code points, end exclusive: "14–22", "0–4 + 9–12"."""
    return " + ".join(f"{begin:,}–{end:,}" for begin, end in span.parts)


def both_offsets(extents: Extents, span: int) -> str:
    """The place of a span, or its two places where it was joined with one of another extent."""
    baseline, changed = (offsets(extents.place(side, span)) for side in (BASELINE, CHANGED))
    return f"baseline {baseline}, changed {changed}" if extents.is_joined(span) else baseline


def one_line(text: str, longest: int = _LONGEST_LINE) -> str:
    """Foreign text on one line: what breaks or turns a line becomes a space, a long one loses its middle."""
    visible = (" " if _disturbs(character) else character for character in shorten(text, longest))
    return " ".join("".join(visible).split())


def isolated_quotes(text: str) -> str:
    """The text with each quotation that has letters from right to left kept apart from what is around it."""
    return _QUOTED.sub(lambda quoted: f"{quoted[1]}\u2068{quoted[2]}\u2069{quoted[3]}", text)


def shorten(text: str, longest: int) -> str:
    """At most ``longest`` characters: begin and end of the text, an ellipsis between them."""
    if len(text) <= longest:
        return text
    head = (longest - 1) // 2
    return f"{text[:head]}…{text[len(text) - (longest - 1 - head) :]}"


def _disturbs(character: str) -> bool:
    # U+202A to U+202E override the direction of all that follows; isolates end with their sentence.
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or "\u202a" <= character <= "\u202e"
