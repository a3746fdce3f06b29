"""Small bags by hand, readable in a test: words in short texts, chains, and changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from coala.model.bag import Bag, Divergence, Instance, KnowledgeBaseEntry, Statement, Term
from coala.model.kinds import Kind
from coala.model.values import Span

DOC_1 = "http://example.org/doc1#char=0,40"
DOC_2 = "http://example.org/doc2#char=0,20"
TEXTS: dict[str, str | None] = {
    DOC_1: "Bob Smith met John Doe and then he left.",
    DOC_2: "R. Smith is in town.",
}
PERSON = Term("Person", "http://example.org/Person")
AGENT = Term("Agent", "http://example.org/Agent")

Row = tuple[Kind, int | None, int | None, Sequence[int], str]


def bag(
    spans: Sequence[Span],
    baseline: Mapping[str, Sequence[int]],
    changed: Mapping[str, Sequence[int]],
    partners: Sequence[tuple[int, int]],
    rows: Sequence[Row],
    texts: Mapping[str, str | None],
) -> Bag:
    """Return a bag whose words are cut from the texts; instances are named by their labels."""
    return Bag(
        fingerprint="0" * 64,
        title=rows[0][-1] if rows else "",
        spans=tuple(spans),
        words=tuple(_words(span, texts.get(span.document)) for span in spans),
        baseline=tuple(instance(label, indices) for label, indices in baseline.items()),
        changed=tuple(instance(label, indices) for label, indices in changed.items()),
        partners=tuple(partners),
        divergences=tuple(
            Divergence(kind, old, new, tuple(indices), sentence) for kind, old, new, indices, sentence in rows
        ),
    )


def instance(
    label: str,
    spans: Sequence[int],
    types: Sequence[Term] = (PERSON,),
    statements: Sequence[Statement] = (),
) -> Instance:
    """Return an instance with a name that its labels do not reveal."""
    return Instance(
        label, f"http://example.org/id/{len(label)}", tuple(spans), tuple(types), tuple(statements)
    )


def seed() -> Bag:
    """Return the bag of X against Z of the paper: "he" moved from Bob Smith to John Doe."""
    return bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22), Span(DOC_1, 32, 34), Span(DOC_2, 0, 8)],
        {"Bob Smith": [0, 2, 3], "John Doe": [1]},
        {"Bob Smith": [0, 3], "John Doe": [1, 2]},
        [(0, 0), (1, 1)],
        [(Kind.MOVED, 0, 1, [2], '"he" moved from Bob Smith to John Doe')],
        TEXTS,
    )


def dropped() -> Bag:
    """Return a bag in which John loses "he"; Bob is the same in both graphs."""
    return bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22), Span(DOC_1, 32, 34)],
        {"Bob": [0], "John": [1, 2]},
        {"Bob": [0], "John": [1]},
        [(0, 0), (1, 1)],
        [(Kind.MENTION_DROPPED, 1, None, [2], "dropped")],
        TEXTS,
    )


def split() -> Bag:
    """Return the bag of X against Y of the paper: R. Smith split from Bob Smith."""
    return bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 32, 34), Span(DOC_2, 0, 8)],
        {"Bob Smith": [0, 1, 2]},
        {"Bob Smith": [0, 1], "R. Smith": [2]},
        [(0, 0)],
        [(Kind.SPLIT, 0, 1, [2], '"R. Smith" split from Bob Smith')],
        TEXTS,
    )


def large(mentions: int, instances: int = 1) -> tuple[Bag, dict[str, str | None]]:
    """Return a bag of one text with a mention a line, for the instances in turn; every tenth is gone."""
    line = "The flood 😀 came.\n"
    document = "http://example.org/flood"
    texts: dict[str, str | None] = {document: line * mentions}
    spans = [Span(document, len(line) * number, len(line) * number + 9) for number in range(mentions)]
    chains = [range(first, mentions, instances) for first in range(instances)]
    rows: list[Row] = [
        (Kind.MENTION_DROPPED, number % instances, None, [number], '"The flood" dropped from the flood')
        for number in range(0, mentions, 10)
    ]
    made = bag(
        spans,
        {f"flood {number}": chain for number, chain in enumerate(chains)},
        {f"flood {number}": [at for at in chain if at % 10] for number, chain in enumerate(chains)},
        [(number, number) for number in range(instances)],
        rows,
        texts,
    )
    return made, texts


def _words(span: Span, text: str | None) -> str | None:
    if text is None:
        return None
    return " … ".join(text[begin:end] for begin, end in span.fragments or ((span.begin, span.end),))


PARIS = KnowledgeBaseEntry(
    "Wikidata", "Q90", "http://www.wikidata.org/entity/Q90", "Paris", "capital of France"
)
TEXAS = KnowledgeBaseEntry(
    "Wikidata", "Q830149", "http://www.wikidata.org/entity/Q830149", "Paris", "city in <b>Texas</b>"
)
BARE = KnowledgeBaseEntry("Wikidata", "Q84", "http://www.wikidata.org/entity/Q84")


def linked(before: Sequence[KnowledgeBaseEntry], after: Sequence[KnowledgeBaseEntry]) -> Bag:
    """Return a bag of one chain, "Bob Smith", that is linked to these entries in the two graphs."""
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 32, 34)],
        {"Bob Smith": [0, 1]},
        {"Bob Smith": [0, 1]},
        [(0, 0)],
        [(Kind.LINK, 0, 0, [0, 1], "another link")],
        TEXTS,
    )
    (row,) = made.divergences
    return replace(
        made,
        fingerprint="1" * 64,
        baseline=(made.baseline[0]._replace(entries=tuple(before)),),
        changed=(made.changed[0]._replace(entries=tuple(after)),),
        divergences=(
            row._replace(
                added=tuple(entry.shown for entry in after if entry not in before),
                dropped=tuple(entry.shown for entry in before if entry not in after),
            ),
        ),
    )


def a_merge_of(names: list[str]) -> Bag:
    """Return a merge of chains with one mention each, in documents of their own."""
    spans = [Span(f"http://example.org/{place}", 0, 5) for place in range(len(names))]
    made = bag(
        spans,
        {f"{name}#{place}": [place] for place, name in enumerate(names)},
        {names[0]: range(len(names))},
        [(0, 0)],
        [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, len(names))],
        {},
    )
    renamed = (instance._replace(label=instance.label.partition("#")[0]) for instance in made.baseline)
    return replace(made, baseline=tuple(renamed))
