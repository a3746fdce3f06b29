"""Large bags and journals of a given size, made without a comparison."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from coala.diff.sentences import BagSentences
from coala.model.bag import (
    Bag,
    Direction,
    Divergence,
    Extent,
    FactArgument,
    FactDifference,
    Instance,
    Statement,
    Term,
    Verdict,
)
from coala.model.kinds import FACT_KINDS, PROPERTY_KINDS, Kind
from coala.model.values import Span
from coala.review.file import Review
from coala.review.reviewers import login_name
from coala.review.storage import opening, serialization
from coala.review.storage.journal import JournalRow
from coala.review.storage.journal_table import write_row
from coala.review.writing import write_review
from coala.verdicts.state import State
from tests.support.reviews import a_summary

SENTENCE = "Bob Smith met the mayor on Tuesday.\n"
FILLER = "Nothing of interest happened on that day in the whole of the town, and nobody came by.\n"
WORDS = "Bob Smith"
MENTIONS_A_DOCUMENT = 200
MENTIONS_A_CHAIN = 10
GREAT = 1_000
"""The mentions of a bag that is far more than a screen shows."""


def a_wide_bag(number: int, mentions: int) -> Bag:
    """Return a bag of chains of ten mentions; each gives its last mention to the next chain.

    The documents have two hundred sentences.
    """
    documents = [f"http://example.org/{number}/{at}" for at in range(-(-mentions // MENTIONS_A_DOCUMENT))]
    spans = tuple(
        Span(document, at * len(SENTENCE), at * len(SENTENCE) + len(WORDS))
        for document in documents
        for at in range(MENTIONS_A_DOCUMENT)
    )[:mentions]
    before = [list(range(at, min(at + MENTIONS_A_CHAIN, mentions))) for at in range(0, mentions, 10)]
    after = [
        [*former[-1:], *chain[:-1]] for former, chain in zip([before[-1], *before], before, strict=False)
    ]
    chains = range(len(before))
    sentence = f'"{WORDS}" moved from {WORDS} to {WORDS}'
    return Bag(
        fingerprint=f"{number:064d}",
        title=f"{sentence} {number}",
        spans=spans,
        words=(WORDS,) * mentions,
        baseline=tuple(Instance(WORDS, f"x{at}", tuple(before[at])) for at in chains),
        changed=tuple(Instance(WORDS, f"z{at}", tuple(sorted(after[at]))) for at in chains),
        partners=tuple((at, at) for at in chains),
        divergences=tuple(
            Divergence(Kind.MOVED, at, (at + 1) % len(before), (before[at][-1],), sentence) for at in chains
        ),
    )


def a_merged_bag(words: Sequence[str]) -> Bag:
    """Return a bag in which chains of one mention each, with these words, became one."""
    places = range(0, len(SENTENCE) * len(words), len(SENTENCE))
    return Bag(
        fingerprint=f"{len(words):064d}",
        title="they became one",
        spans=tuple(
            Span("http://example.org/merged", begin, begin + len(each))
            for begin, each in zip(places, words, strict=True)
        ),
        words=tuple(words),
        baseline=tuple(Instance(each, f"x{at}", (at,)) for at, each in enumerate(words)),
        changed=(Instance(words[0], "z", tuple(range(len(words)))),),
        partners=((0, 0),),
        divergences=tuple(
            Divergence(Kind.MERGED, at, 0, (at,), f"{words[at]} joined {words[0]}")
            for at in range(1, len(words))
        ),
    )


def a_random_bag(seed: int) -> Bag:
    """Return a bag of chains that share spans, lack partners or have equal names, with rows of all kinds."""
    draw = random.Random(seed)
    size = draw.randint(2, 40)
    places = (divmod(at, 7) for at in range(size))
    spans = tuple(Span(f"http://example.org/{text}", 20 * at, 20 * at + 9) for text, at in places)
    sides = [
        tuple(_a_random_instance(draw, f"{side}{at}", spans) for at in range(draw.randint(1, 12)))
        for side in "xz"
    ]
    pairs = draw.randint(0, min(map(len, sides)))
    first, second = (sorted(draw.sample(range(len(side)), pairs)) for side in sides)
    return Bag(
        fingerprint=f"{seed:064d}",
        title=f"bag {seed}",
        spans=spans,
        words=tuple(draw.choice([WORDS, "he", "Ann", None]) for _ in spans),
        baseline=sides[0],
        changed=sides[1],
        partners=tuple(zip(first, second, strict=True)),
        divergences=tuple(_a_random_row(draw, sides, size) for _ in range(draw.randint(1, 25))),
    )


def _a_random_instance(draw: random.Random, name: str, spans: Sequence[Span]) -> Instance:
    """Return a chain of any spans, sometimes with types, a statement and an extent."""
    chosen = tuple(sorted(draw.sample(range(len(spans)), min(draw.choice([1, 1, 1, 2, 4, 9]), len(spans)))))
    instance = Instance(draw.choice([WORDS, "bob smith", "Ann", "\u05d0 B"]), name, chosen)
    if draw.random() < 0.5:
        return instance
    classes = [Term(label, f"http://example.org/{label}") for label in ("Person", "Agent", "Mayor")]
    knows = Term("knows", "http://example.org/knows")
    told = Statement(knows, draw.choice([Term("Ann", ""), classes[0]]), inverse=draw.random() < 0.5)
    own = spans[chosen[0]]._replace(end=spans[chosen[0]].end + 3)
    return instance._replace(
        types=tuple(draw.sample(classes, draw.randint(0, 3))),
        statements=(told,) if draw.random() < 0.3 else (),
        extents=(Extent(chosen[0], own, "Bob Smithson"),) if draw.random() < 0.3 else (),
    )


def _a_random_row(draw: random.Random, sides: Sequence[Sequence[Instance]], size: int) -> Divergence:
    kind = draw.choice(list(Kind))
    old: int | None = draw.randrange(len(sides[0]))
    new: int | None = draw.randrange(len(sides[1]))
    if kind in (Kind.MENTION_DROPPED, Kind.INSTANCE_DROPPED, Kind.FACT_DROPPED):
        new = None
    if kind in (Kind.MENTION_ADDED, Kind.INSTANCE_ADDED, Kind.FACT_ADDED):
        old = None
    spans = tuple(sorted(draw.sample(range(size), draw.choice([1, 1, 1, 2]))))
    row = Divergence(kind, old, new, spans, "told before", direction=draw.choice(list(Direction)))
    if kind in FACT_KINDS:
        met, heard = Term(draw.choice(["meets", "sees"]), "m"), Term("hears", "h")
        ends = tuple(FactArgument(Term(role, role), "Ann", "Bob", differs=True) for role in "so")
        return row._replace(fact=FactDifference(met, heard, is_event=False, arguments=ends))
    if kind in PROPERTY_KINDS:
        listed = ("Person", "Place", "City", "Town", "Village")[: draw.randint(0, 5)]
        return row._replace(dropped=listed, added=("Thing",))
    return row


def in_one_document(bag: Bag) -> tuple[Bag, str]:
    """Return the same bag with all its mentions far apart in one long document, and its text."""
    document, apart = bag.spans[0].document, SENTENCE + 2 * FILLER
    begins = range(0, len(apart) * len(bag.spans), len(apart))
    spans = tuple(Span(document, begin, begin + len(WORDS)) for begin in begins)
    return replace(bag, spans=spans), apart * len(spans)


def write_bags(path: Path, bags: Iterable[Bag], long_texts: Mapping[str, str] | None = None) -> Path:
    """Write a review of these bags; each sentence of their texts begins with a mention."""
    made = list(bags)
    texts: dict[str, str | None] = {
        document: SENTENCE * MENTIONS_A_DOCUMENT for bag in made for document in bag.documents
    }
    texts.update(long_texts or {})
    write_review(path, a_summary(made), ((BagSentences(bag), {"b_cubed": -0.001}) for bag in made), texts)
    return path


def write_journal(path: Path, rows: int, left: int) -> None:
    """Write ``rows`` verdicts in one step, on all bags in turn but the first ``left``.

    Through a review, one by one, they would take minutes.
    """
    verdicts = (Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.BETTER, Verdict.UNSURE)
    with Review.open(path, read_only=True) as review:
        entries = review.entries[left:]
    seal = ""
    connection = opening.connect(path)
    connection.execute("BEGIN")
    for at in range(rows):
        verdict = verdicts[(at + at // len(entries)) % len(verdicts)]
        fingerprint = entries[at % len(entries)].fingerprint
        row = JournalRow(at + 1, "2026-01-01", login_name(), "judge", None, fingerprint, State(verdict))
        seal = write_row(connection, row, seal)
    # Which spans were judged matters only when a comparison is written into the review again.
    connection.execute(
        "INSERT INTO question SELECT DISTINCT fingerprint, ? FROM journal", (serialization.pack([]),)
    )
    connection.execute("COMMIT")
    connection.close()
