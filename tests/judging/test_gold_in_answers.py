"""Gold as the reviewer of exported questions: its answers by names of parts, imported, give its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.compare import Comparison
from coala.model.bag import GoldChain
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.groups import count_grouped_links, group_by_gold
from coala.verdicts.links import Part
from tests.support.answers import read_questions, write_answers
from tests.support.corpora import compare_ecbplus, compare_newswire
from tests.support.paths import needs_shared

Compare = Callable[..., Comparison]

CORPORA = [
    pytest.param(partial(compare_ecbplus), (58, 12, 76), (69, 69), id="ECB+ features", marks=needs_shared),
    pytest.param(
        partial(compare_ecbplus, "feature0", "feature0-kmeans"),
        (15, 6, 2),
        (-1, 0),
        id="ECB+ k-means",
        marks=needs_shared,
    ),
    pytest.param(partial(compare_newswire), (18, 0, 9), (98, 96), id="newswire"),
]


def answer_as_gold(
    line: Mapping[str, Any], gold: Sequence[Set[tuple[Any, ...]]], *, opened: bool
) -> dict[str, Any]:
    """Answer a question by the spans of gold's chains, from what the question shows alone."""
    names = [part["part"] for part in line["parts"]]
    spans = [tuple(span) for part in line["parts"] for span in part["spans"]]
    number = iter(range(len(spans)))
    parts = [Part(tuple(next(number) for _ in part["spans"]), (0, 0)) for part in line["parts"]]
    places = [tuple(place for place, span in enumerate(spans) if span in chain) for chain in gold]
    chains = [GoldChain(number, "", "", own, len(own), 1) for number, own in enumerate(places)]
    groups = group_by_gold(parts, chains, opened=opened)
    name_of = {part.spans[0]: name for part, name in zip(parts, names, strict=True)}
    mixed: dict[str, list[list[int]]] = {}
    for part, name in zip(parts, names, strict=True):
        own = sorted(piece for piece in groups.pieces if piece[0] in part.spans)
        if own:
            mixed[name] = [[span - part.spans[0] for span in piece] for piece in own]
            name_of |= {piece[0]: f"{name}/{place}" for place, piece in enumerate(own, 1)}
    return {
        "fingerprint": line["fingerprint"],
        "groups": [[name_of[first] for first in group] for group in groups.together],
        "no_mention": [name_of[first] for first in groups.no_mention],
        "mixed": mixed,
    }


def read_gold(path: Path) -> Mapping[str, Sequence[Set[tuple[Any, ...]]]]:
    """Return the spans of gold's chains in each bag, by its fingerprint."""
    with Review.open(path, read_only=True) as review:
        found: dict[str, list[Set[tuple[Any, ...]]]] = {}
        for entry in review.entries:
            spans = review.peek(entry.number).spans
            chains = review.gold(entry.number) or ()
            found[entry.fingerprint] = [{spans[span][:3] for span in chain.spans} for chain in chains]
    return found


def list_changes(path: Path) -> Iterator[int]:
    """Yield ΔC of each bag with groups."""
    with Review.open(path, reviewer="gold", read_only=True) as review:
        for entry in review.entries:
            groups = review.state(entry.fingerprint).groups
            if groups is not None:
                low, high = count_grouped_links(review.place_parts(entry.number, groups)).change
                assert low == high
                yield low


@pytest.mark.parametrize(("compare", "verdicts", "changes"), CORPORA)
def test_answers_of_gold_by_names_of_parts_give_the_figures_of_gold(
    compare: Compare, verdicts: tuple[int, int, int], changes: tuple[int, int], tmp_path: Path
) -> None:
    comparison = compare(gold=True)
    written = tmp_path / "r.coala"
    write_review(
        written, comparison.summary, comparison.iterate_sentences(), comparison.texts(), comparison.context
    )
    gold = read_gold(written)
    for blind in ((), ("--blind", "7")):
        header, *lines = read_questions(written, *blind)
        for opened, change in zip((False, True), changes, strict=True):
            path = tmp_path / "judged.coala"
            path.write_bytes(written.read_bytes())
            head = {**header["answer"]["header"], "reviewer": "gold"}
            given = (
                answer_as_gold(line, gold[line["fingerprint"]], opened=opened)
                for line in lines
                if "parts" in line
            )

            assert main(["import", str(path), write_answers(path, [head, *given]), *blind]) == 0

            assert sum(list_changes(path)) == change
            if not opened:
                with Review.open(path, reviewer="gold", read_only=True) as review:
                    found = Counter(state.verdict.value for state in review.states() if state.verdict)
                assert tuple(found[sign] for sign in "+=-") == verdicts
