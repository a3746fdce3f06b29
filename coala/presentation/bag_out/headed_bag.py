"""A bag of a review gets the head of a report: which bag it is, of what comparison, and clean words.

It is a module of its own because every way to copy a bag begins with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from coala.base.numerals import count
from coala.base.plain_text import plain_words, visible
from coala.diff.sentences import BagSentences
from coala.engine.settings import describe_settings
from coala.engine.summary import Summary
from coala.model.bag import Bag, Verdict
from coala.presentation.bag_out.blocks import StyledWords
from coala.presentation.displayed_bag import SIDE_WORDS
from coala.presentation.phrases import judgement, verdict_words
from coala.review.blind.blind_review import SIDE_NAMES
from coala.review.file import Review
from coala.verdicts.changes import Rows
from coala.verdicts.comment import LONGEST_NOTE
from coala.verdicts.state import State

_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_LONGEST_PATH = 400


@dataclass(frozen=True)
class HeadedBag:
    """A bag, and the lines that say where it is from; ``name`` is what "Go to bag" takes.

    ``judged`` is what the reviewer says of it, ``rows`` what of single changes. ``text_of`` has the
    text of a document, if it is known, ``sides`` what the graphs
    are called, and ``words`` what the verdicts are.
    """

    bag: Bag
    title: str
    name: str
    head: tuple[tuple[str, str], ...]
    judged: tuple[tuple[str | StyledWords, str], ...]
    rows: Rows
    text_of: Callable[[str], str | None]
    sides: tuple[str, str]
    words: Mapping[Verdict, str]


def head_bag(review: Review, number: int) -> HeadedBag:
    """What is to be copied of bag ``number`` of a review, 0-based."""
    bag, summary = review.bag(number), review.summary
    name = f"{'' if review.blind else clean(review.name)}#{number + 1}"
    compared = describe_settings(summary.settings)
    size = f"{count(len(bag.spans), 'mention')} in {count(len(bag.documents), 'document')}"
    head = (
        ("Bag", name),
        ("Size", size),
        ("Fingerprint", bag.fingerprint),
        *(() if review.blind else _graphs(summary)),
        *((("Compared", clean(compared)),) if compared else ()),
        ("COALA", clean(summary.version)),
    )
    title = clean(BagSentences(bag).title if review.blind else review.entries[number].title)
    sides = SIDE_NAMES if review.blind else SIDE_WORDS
    words = verdict_words(blind=review.blind)
    state = review.state(review.entries[number].fingerprint)
    judged = tuple(_judged(state, words))
    return HeadedBag(bag, title, name, head, judged, state.rows, review.text, sides, words)


def _graphs(summary: Summary) -> Iterator[tuple[str, str]]:
    yield "Baseline", _name(summary.baseline.path)
    yield "Changed", _name(summary.changed.path)


def _judged(state: State, words: Mapping[Verdict, str]) -> Iterator[tuple[str, str]]:
    yield "Verdict", judgement(state.verdict, words)
    if state.comment.tags:
        yield "Tags", clean(", ".join(state.comment.tags), LONGEST_NOTE)
    if state.comment.note:
        yield "Note", clean(state.comment.note, LONGEST_NOTE)


def clean(text: str, longest: int = _LONGEST_PATH) -> str:
    """Foreign text on one line, without signs that steer it; directions belong to the window only."""
    return plain_words(text.translate(_ISOLATES), longest)


def _name(path: str) -> str:
    """A file with its folder; where they lie on this machine is nobody's business."""
    return clean("/".join(PurePath(path).parts[-2:]))


def comments(headed: HeadedBag) -> Iterator[str]:
    """The head as lines of a comment."""
    yield f"# {headed.title}\n"
    for word, said in headed.head:
        yield f"# {word}: {visible(said)}\n"
