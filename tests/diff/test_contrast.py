"""Changes ranked by what tells their chains apart, and the headlines that follow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.model.bag import Bag, Term
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chains import PreparedBags
from coala.present.evidence.evidence import Evidence
from tests.support.bags_by_hand import bag

PERSON, PLACE = Term("Person", "p"), Term("Place", "q")


def joined(chains: Mapping[str, Sequence[str]], type_of: Mapping[str, Term] = {}) -> Bag:
    """Return a bag in which all chains, each with its mentions, joined with the first one.

    The key of a chain is its label, with a digit behind it where two chains have one label.
    """
    text = ""
    spans: list[Span] = []
    indices: dict[str, range] = {}
    for name, mentions in chains.items():
        indices[name] = range(len(spans), len(spans) + len(mentions))
        for words in mentions:
            spans.append(Span(f"d{name}", len(text), len(text) + len(words)))
            text += f"{words}. "
    first = next(iter(chains))
    rows = [
        (Kind.MERGED, place, 0, [span], "")
        for place, name in enumerate(chains)
        if place
        for span in indices[name]
    ]
    texts = {f"d{name}": text for name in chains}
    found = bag(spans, indices, {first: range(len(spans))}, [(0, 0)], rows, texts)
    named = (
        each._replace(label=each.label.rstrip("0123456789"), types=(type_of.get(each.label, PERSON),))
        for each in found.baseline
    )
    return replace(found, baseline=tuple(named))


def names_in(sentence: str) -> list[str]:
    return re.findall(r'"[^"]*"|The \w+|[A-Z]\w+(?: [A-Z]\w+)*|\d', sentence)


def test_headline_names_the_description_that_differs_instead_of_the_harmless_join() -> None:
    found = joined(
        {
            "Daniel Reyes1": ["Daniel Reyes", "the striker"],
            "The striker": ["The striker", "The striker"],
            "The pharmacologist": ["The pharmacologist"],
        }
    )
    assert names_in(BagSentences(found).headline)[:4] == [
        *("The pharmacologist", "Daniel Reyes", '"the striker"', "The striker"),
    ]


def test_namesakes_are_listed_by_descriptions_without_a_word_in_common() -> None:
    chains = {
        "Peter Sand1": ["Peter Sand", "The night guard"],
        "Peter Sand2": ["Peter Sand", "the guard"],
        "Peter Sand3": ["Peter Sand", "a member of parliament"],
        "Peter Sand4": ["Peter Sand", "the member of parliament"],
    }
    assert names_in(BagSentences(joined(chains)).title) == [
        *("4", "Peter Sand", '"The night guard"', '"a member of parliament"'),
    ]


def test_namesakes_of_other_types_are_listed_by_their_types() -> None:
    chains = {"Ashlow1": ["Ashlow"], "Ashlow2": ["Ashlow"], "Ashlow3": ["Ashlow"]}
    assert names_in(BagSentences(joined(chains, {"Ashlow3": PLACE})).title) == "3 Ashlow Person Place".split()


def test_evidence_begins_with_the_documents_of_the_chains_in_the_headline() -> None:
    found = joined(
        {
            "Daniel Reyes1": ["Daniel Reyes", "the striker"],
            "Reyes": ["Reyes", "Reyes"],
            "The professor": ["The professor"],
        }
    )
    prepared = PreparedBags().prepare(found, ("baseline", "changed"))
    texts = {
        span.document: "Daniel Reyes. the striker. Reyes. Reyes. The professor. " for span in found.spans
    }
    evidence = Evidence(prepared.displayed, prepared.chains, texts.get, title=prepared.sentences.first)
    documents = [prepared.displayed.documents[label.document] for label in evidence.page().labels]
    assert documents[:2] == ["dThe professor", "dDaniel Reyes1"]
    assert "dReyes" in documents[2:]


def test_order_of_changes_changes_no_key_of_a_row() -> None:
    found = joined({"Ann1": ["Ann", "the judge"], "Ann2": ["Ann"], "Ann3": ["Ann", "the singer"]})
    keys = row_keys(found)
    described = BagSentences(found).describe_all()
    assert (described.fingerprint, row_keys(described)) == (found.fingerprint, keys)
    assert [row.baseline for row in described.divergences] == [row.baseline for row in found.divergences]
