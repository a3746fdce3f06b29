"""The scope of scores: which classes and documents are scored, and notices about what is not.

Scores compare partitions. A class of a partition has the spans of a chain; chains that share a span are one
class, since a partition cannot have a span twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from coala.base.arrays import Booleans
from coala.base.numerals import count
from coala.errors import ReadingError
from coala.model.corpus import Corpus
from coala.model.notices.notice import Notice, make_notice
from coala.model.nouns import are_records
from coala.prepare.compatibility import explain_unshared_records
from coala.scores.partition import Clusters, cluster_spans

# The number of identifiers shown for each side if gold is of another corpus.
_SHOWN_IDENTIFIERS = 2


def cluster_sides(corpus: Corpus) -> list[Clusters]:
    """Return the partition of the spans into classes, for each graph of the corpus."""
    return [
        cluster_spans(spans, instance, corpus.spans)
        for spans, instance in zip(corpus.mentions, corpus.instances, strict=True)
    ]


def find_scored_documents(corpus: Corpus, key: int, responses: Sequence[int], role: str) -> Booleans:
    """Return a mask of the documents that scores cover: those of the key that a response has as well.

    Tables of records are scored over all records of the key: one that a response lacks is missing.
    ``key`` and ``responses`` are numbers of graphs. Raises ``ReadingError`` if no document is common;
    ``role`` names the key in the message.
    """
    known = set().union(*(corpus.texts[response] for response in responses)) & corpus.texts[key].keys()
    scored = np.array([name in known for name in corpus.documents], bool)
    if are_records(corpus.texts[key]):
        if not scored.any():
            pair = corpus.texts[key], corpus.texts[responses[0]]
            raise ReadingError(explain_unshared_records(*pair, (role, "graphs to score")))
        return np.array([name in corpus.texts[key] for name in corpus.documents], bool)
    if not scored.any():
        raise ReadingError(
            f"The {role} shares no document with the graphs to score. Its identifiers look "
            f"like {_quote_identifiers(corpus.texts[key])}, the others like "
            f"{_quote_identifiers(corpus.texts[responses[0]])}."
        )
    return scored


def note_coverage(
    corpus: Corpus, scored: Booleans, key: int, responses: Sequence[int], roles: Sequence[str]
) -> Iterator[Notice]:
    """Yield notices of the documents that no score covers, and of the records of the key that are missing."""
    if not are_records(corpus.texts[key]):
        yield from note_unscored(corpus, scored, roles)
        return
    records = corpus.texts[key].keys()
    outside = [name for name, kept in zip(corpus.documents, scored.tolist(), strict=True) if not kept]
    if outside:
        yield make_notice(
            "records-not-scored",
            len(outside),
            outside,
            scored=count(len(records), "record"),
            key=roles[key],
        )
    for response in responses:
        missing = sorted(records - corpus.texts[response].keys())
        if missing:
            yield make_notice(
                "records-missing",
                len(missing),
                missing,
                role=roles[response],
                all=count(len(records), "record"),
                key=roles[key],
            )


def note_unscored(corpus: Corpus, scored: Booleans, roles: Sequence[str]) -> Iterator[Notice]:
    """Yield a notice of the documents, and the mentions in them, that no score covers."""
    missing = [name for name, kept in zip(corpus.documents, scored.tolist(), strict=True) if not kept]
    if missing:
        outside = ~scored[corpus.document]
        mentions = " and ".join(
            f"{int(outside[spans].sum()):,} of the {role}"
            for spans, role in zip(corpus.mentions, roles, strict=True)
            if outside[spans].any()
        )
        covered = int(scored.sum())
        yield make_notice(
            "documents-not-scored",
            len(missing),
            missing,
            scored=f"{covered:,} document{'' if covered == 1 else 's'}",
            mentions=f"mentions: {mentions}" if mentions else "no mention",
        )


def note_joined_chains(sides: Sequence[Clusters], roles: Sequence[str]) -> Iterator[Notice]:
    """Yield a notice for each graph with chains that share a span, and so are scored as one class."""
    for side, role in zip(sides, roles, strict=True):
        if side.joined:
            yield make_notice("chains-scored-as-one", side.joined, role=role)


def _quote_identifiers(names: Iterable[str]) -> str:
    return " and ".join(islice(names, _SHOWN_IDENTIFIERS))
