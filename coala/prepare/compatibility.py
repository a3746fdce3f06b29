"""Checks that the graphs of a corpus can be compared: common documents, the same texts.

Errors explain how to compare them anyway. Two graphs of one text may have no mention in common: that is a
valid result with a hint, not an error. ``roles`` are the words for the graphs in messages, such as "baseline"
and "changed graph".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from coala.base.numerals import count
from coala.base.plain_text import excerpt, readable
from coala.errors import ReadingError
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.notices.notice import Notice, make_notice
from coala.model.nouns import are_records, find_record
from coala.prepare.document_pairs import (
    BY_NAME,
    EQUAL,
    Documents,
    find_document_pairs,
    note_different_texts,
    note_document_pairs,
    pair_documents_by_names,
)

# Identifiers of each side shown in a message when two graphs are not about the same corpus.
_MOST_SHOWN = 2

# Baseline and changed graph, or key and response; a third graph is gold.
_SYSTEMS = 2


def require_common(corpus: Corpus, roles: Sequence[str]) -> None:
    """Raise ``ReadingError`` unless the first two graphs can be compared.

    Both need a document in common, and a mention (see ``require_document``). Without a common span they also
    need a common document whose texts match: otherwise these are different documents with the same
    identifiers.
    """
    require_document(corpus, roles)
    if any(map(is_accepted_without_mentions, corpus.graphs[:2])):
        return
    if not _share_span(corpus, 0, 1) and not _share_text(corpus):
        raise ReadingError(_say_no_span(corpus, (0, 1), roles))


def require_document(corpus: Corpus, roles: Sequence[str]) -> None:
    """Raise ``ReadingError`` unless the first two graphs have mentions, and a document in common.

    A graph that was read as a response may lack mentions.
    """
    for graph, mentions, role in zip(corpus.graphs[:2], corpus.mentions, roles, strict=False):
        if not len(mentions) and not is_accepted_without_mentions(graph):
            raise ReadingError(_say_without_mentions(graph, role))
    first, second = corpus.texts[:2]
    if not first.keys() & second.keys():
        if are_records(first):
            raise ReadingError(explain_unshared_records(first, second, roles))
        raise ReadingError(
            f"The graphs share no document. Identifiers in the {roles[0]} look like "
            f"{_quote_examples(list(first))}, those in the {roles[1]} like "
            f"{_quote_examples(list(second))}. Documents match only by equal "
            f"identifiers.{_say_same_texts(first, second)}"
        )


def is_accepted_without_mentions(graph: Graph) -> bool:
    """Return True if the graph has no mention and was read as a response, which may have none."""
    return any(notice.code == "no-mentions" for notice in graph.notices)


def explain_unshared_records(first: Documents, second: Documents, roles: Sequence[str]) -> str:
    """Return what to do with two tables of records that have no record in common."""
    ours, theirs = (
        " and ".join(excerpt(find_record(name) or name) for name in islice(names, _MOST_SHOWN))
        for names in (first, second)
    )
    return (
        f"The {roles[0]} and the {roles[1]} share no record. Identifiers in the {roles[0]} look like {ours}, "
        f"those in the {roles[1]} like {theirs}, and records match only by equal identifiers. "
        "Check --record, which takes one column for each table, separated by commas."
    )


def note_no_common_span(
    corpus: Corpus, roles: Sequence[str], entry: str = "no-common-span"
) -> Iterator[Notice]:
    """Yield a hint for each graph that has no span in common with those before it.

    ``entry`` is the code of the notice.
    """
    for number in range(1, len(roles)):
        others = [
            other
            for other in range(min(number, _SYSTEMS))
            if not is_accepted_without_mentions(corpus.graphs[other])
        ]
        if not others or is_accepted_without_mentions(corpus.graphs[number]):
            continue  # its own notice says so
        if not any(_share_span(corpus, other, number) for other in others):
            yield make_notice(entry, reason=_say_no_span(corpus, (others[0], number), roles))


def _share_span(corpus: Corpus, first: int, second: int) -> bool:
    return bool((corpus.mentioned(first) & corpus.mentioned(second)).any())


def _share_text(corpus: Corpus) -> bool:
    """Return True if a document of the first two graphs has one text, or texts that may be the same.

    They are not the same if no mention of the second graph could be placed in the text of the first.
    """
    first, second = corpus.texts[:2]
    mentions = corpus.mentions[1]
    document, lost = corpus.document[mentions], corpus.unplaced[mentions]
    unplaced = set(np.setdiff1d(document[lost], document[~lost]).tolist())
    return any(
        number not in unplaced and (first[name] is None or second[name] in (first[name], None))
        for number, name in enumerate(corpus.documents)
        if name in first and name in second
    )


def _say_no_span(corpus: Corpus, graphs: tuple[int, int], roles: Sequence[str]) -> str:
    first, second = graphs
    if lost := int(corpus.unplaced[corpus.mentions[second]].sum()):
        return (
            f"The graphs share no mention. Their texts differ, and {lost:,} of "
            f"{count(len(corpus.mentions[second]), 'mention')} of the {roles[second]} could "
            f"not be placed in the text of the {roles[first]}. Check that both annotate the "
            "same documents ('coala lint' shows where the texts differ)."
        )
    ours, theirs = (_quote_examples(_describe_spans(corpus, graph)) for graph in graphs)
    return (
        f"The graphs share no mention: the {roles[first]} has {ours}, the {roles[second]} "
        f"has {theirs}. Check that both count offsets in the same text and unit "
        "(--offsets auto finds the unit of each)."
    )


def _say_without_mentions(graph: Graph, role: str) -> str:
    unmentioned = sum(notice.count for notice in graph.notices if notice.code == "instance-without-mention")
    if unmentioned:
        alone = unmentioned == 1
        return (
            f"The {role} ({graph.path}) has {unmentioned:,} instance{'' if alone else 's'} "
            "without mentions, and only mentions can be compared. Let the system write "
            "documents and offsets too."
        )
    return (
        f"The {role} ({graph.path}) has no mention, so there is nothing to compare. "
        "Check that this is the right file with the right --vocabulary."
    )


def note_incompatibilities(
    corpus: Corpus, roles: Sequence[str], *, divergences: bool = True
) -> Iterator[Notice]:
    """Yield the notices of each graph, and the differences of the first two in texts and documents.

    Without ``divergences`` documents in one graph alone are ignored: scores leave them out.
    """
    for role, graph in zip(roles, corpus.graphs, strict=False):
        for notice in graph.notices:
            yield notice.found_in(role, graph.path)
    first, second, *others = corpus.texts
    pairs = find_document_pairs(first, second, aligned=False).pairs
    yield from note_document_pairs(first, second, roles, pairs, divergences=divergences)
    for gold, role in zip(others, roles[2:], strict=False):
        # If both systems have the same text, its difference from gold is reported once.
        yield from list(note_different_texts(first, gold, (roles[0], role))) or list(
            note_different_texts(second, gold, (roles[1], role))
        )


def _say_same_texts(first: Documents, second: Documents) -> str:
    pairs = find_document_pairs(first, second).pairs
    if not pairs:
        return _say_same_names(first, second)
    by_name = [pair for pair in pairs if pair.how == BY_NAME]
    verb = "is" if len(pairs) == 1 else "are"
    if by_name:
        fewer = count(min(len(first), len(second)), "document")
        how = "names that differ by an extension or folders alone"
        how = how if len(by_name) == len(pairs) else f"equal or nearly equal text, or by {how}"
        found = f"{len(pairs):,} of {fewer} {verb} in both by {how}"
    else:
        text = "equal text" if all(pair.how == EQUAL for pair in pairs) else "equal or nearly equal text"
        found = f"{count(len(pairs), 'document')} of {text} {verb} in both"
    return (
        f" But {found}, such as {readable(pairs[0].first)} and "
        f"{readable(pairs[0].second)}: --map-documents auto pairs them."
    )


def _say_same_names(first: Documents, second: Documents) -> str:
    pairs = sorted(pair_documents_by_names(first, second))
    if not pairs:
        return ""
    one, other = (readable(name) for name in pairs[0][:2])
    fewer = count(min(len(first), len(second)), "document")
    return (
        f" Yet {len(pairs):,} of {fewer} {'is' if len(pairs) == 1 else 'are'} in both by names that differ "
        f"by an extension or folders alone, such as {one} and {other}, though with other texts: "
        f"--map-documents FILE takes them as one, with lines such as {other}, TAB, {one}."
    )


def _describe_spans(corpus: Corpus, graph: int) -> list[str]:
    numbers = np.sort(corpus.mentions[graph])[:_MOST_SHOWN].tolist()
    return [f"{span.begin}–{span.end} in {span.document}" for span in map(corpus.span, numbers)]


def _quote_examples(items: Sequence[str]) -> str:
    return " and ".join(map(readable, items[:_MOST_SHOWN]))
