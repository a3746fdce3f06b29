"""Signatures, equal for two bags exactly if their changes are the same up to names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hypothesis import assume, given

from coala.diff.sentences import BagSentences
from coala.diff.signature import sign_changes
from coala.engine.compare import compare_graphs
from coala.model.graph import Graph
from coala.model.values import Span
from tests.support import naive_diff
from tests.support.corpora import compare_ecbplus, compare_newswire
from tests.support.graphs_by_hand import graph
from tests.support.naive_diff import Chains
from tests.support.paths import needs_shared


def graph_of(chains: Sequence[Sequence[str]], document: str, **said: object) -> Graph:
    """Return a graph of chains in one text; each mention is a word or several, in order."""
    words = [mention for chain in chains for mention in chain]
    text, spans, place = " | ".join(sorted(set(words))), {}, 0
    for mention in sorted(set(words)):
        spans[mention] = Span(document, place, place + len(mention))
        place += len(mention) + 3
    return graph(
        {f"n{number}": [spans[mention] for mention in chain] for number, chain in enumerate(chains)},
        texts={document: text},
        **said,  # type: ignore[arg-type]
    )


def signature(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], **said: object) -> str:
    """Return the signature of the one bag between two lists of chains; ``said`` is of the changed graph."""
    document = f"http://example.org/{abs(hash(str(before)))}"
    graphs = graph_of(before, document), graph_of(after, document, **said)
    (bag,) = [bag for bag, _ in compare_graphs(*graphs).iterate_bags()]
    return sign_changes(BagSentences(bag))


@given(naive_diff.chains("x"), naive_diff.chains("y"))
def test_the_signature_does_not_depend_on_documents_or_on_the_order_of_anything(
    baseline: Chains, changed: Chains
) -> None:
    first, second = ({span for spans in side.values() for span in spans} for side in (baseline, changed))
    assume(first & second)

    def elsewhere(side: Chains) -> Mapping[str, list[Span]]:
        return {
            f"other{name}": [span._replace(document=f"{span.document}/2") for span in reversed(spans)]
            for name, spans in reversed(list(side.items()))
        }

    def signatures(sides: Sequence[Mapping[str, Sequence[Span]]], texts: Mapping[str, str]) -> Counter[str]:
        graphs = [graph(side, texts=texts) for side in sides]
        return Counter(sign_changes(BagSentences(bag)) for bag, _ in compare_graphs(*graphs).iterate_bags())

    moved = {f"{name}/2": text for name, text in naive_diff.TEXTS.items()}
    assert signatures((baseline, changed), naive_diff.TEXTS) == signatures(
        (elsewhere(baseline), elsewhere(changed)), moved
    )


def test_in_the_newswire_the_bags_of_one_name_that_became_one_are_a_group() -> None:
    bags = compare_newswire().iterate_bags()
    sizes = Counter(sign_changes(BagSentences(bag)) for bag, _ in bags).values()
    assert sorted(sizes, reverse=True)[:4] == [8, 2, 2, 1]


@needs_shared
def test_in_ecb_plus_half_of_the_bags_are_in_seven_groups() -> None:
    bags = compare_ecbplus().iterate_bags()
    sizes = Counter(sign_changes(BagSentences(bag)) for bag, _ in bags).values()
    assert sorted(sizes, reverse=True)[:8] == [27, 21, 9, 8, 6, 3, 3, 1]
