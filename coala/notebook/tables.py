"""The tables of a comparison as rows: bags, changes, mentions and scores."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from coala.base.plain_text import clean
from coala.diff.ranked import group_rows
from coala.diff.row_keys import RowKeys
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison
from coala.errors import CoalaError
from coala.model.bag import BASELINE, CHANGED
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag

Row = dict[str, Any]

LIBRARIES = ("pandas", "polars")


def list_bags(comparison: Comparison) -> Iterator[Row]:
    """Yield a row for each interesting bag, with its effect on the F1 of each metric."""
    for number, (bag, shares) in enumerate(comparison.iterate_bags(), 1):
        yield {
            "bag": number,
            "fingerprint": bag.fingerprint,
            "title": clean(bag.title),
            "kinds": " ".join(dict.fromkeys(row.kind.value for row in bag.divergences)),
            "documents": len(bag.documents),
            "mentions": len(bag.spans),
            "baseline_chains": len(bag.baseline),
            "changed_chains": len(bag.changed),
            "changes": len(group_rows(bag.divergences)),
            **{f"effect_{metric}": value for metric, value in shares.items()},
        }


def list_changes(comparison: Comparison) -> Iterator[Row]:
    """Yield a row for each change of each interesting bag; ``direction`` is None without gold."""
    for number, (bag, _) in enumerate(comparison.iterate_bags(), 1):
        sentences, keys = BagSentences(bag), RowKeys(bag)
        for place, change in enumerate(sentences.changes):
            yield {
                "bag": number,
                "change": place + 1,
                "key": keys.get_keys(sentences.changes.rows_of(place))[0],
                "kind": change.kind.value,
                "sentence": clean(sentences.describe(change)),
                "mentions": len(change.spans),
                "direction": change.direction.value or None,
            }


def list_mentions(comparison: Comparison) -> Iterator[Row]:
    """Yield a row for each mention of each interesting bag, with the signs of its chains."""
    for number, (bag, _) in enumerate(comparison.iterate_bags(), 1):
        chains = Chains(display_bag(bag))
        for place, (span, words) in enumerate(zip(bag.spans, bag.words, strict=True)):
            signs = (
                ",".join(each.sign for each in chains.chains_of(side, place)) for side in (BASELINE, CHANGED)
            )
            baseline, changed = signs
            yield {
                "bag": number,
                "document": span.document,
                "begin": span.begin,
                "end": span.end,
                "text": words,
                "baseline_chain": baseline or None,
                "changed_chain": changed or None,
                "differs": chains.is_divergent(place),
            }


def list_scores(comparison: Comparison) -> Iterator[Row]:
    """Yield a row for each metric: similarity without gold, else the baseline and the changed graph."""
    for side, scores in comparison.summary.scores.items():
        for metric, score in scores.items():
            yield {
                "of": side,
                "metric": metric,
                "recall": score.recall.value,
                "precision": score.precision.value,
                "f1": score.f1,
            }


TABLES_OF_COMPARISON = {
    "bags": list_bags,
    "changes": list_changes,
    "mentions": list_mentions,
    "scores": list_scores,
}
"""The name of each table, and the function that yields its rows."""


def list_rows(comparison: Comparison, table: str) -> list[Row]:
    """Return the rows of a table; raise ``CoalaError`` for an unknown name."""
    if table not in TABLES_OF_COMPARISON:
        raise CoalaError(f"There is no table {table!r}. Choose from {', '.join(TABLES_OF_COMPARISON)}.")
    return list(TABLES_OF_COMPARISON[table](comparison))


def make_frame(rows: list[Row], library: str | None) -> Any:
    """Return rows as a DataFrame of pandas or polars, the first that is installed.

    Raises ``CoalaError`` for an unknown library, and if none is installed.
    """
    if library is not None and library not in LIBRARIES:
        raise CoalaError(f"There is no library {library!r}. Choose from {', '.join(LIBRARIES)}.")
    for name in LIBRARIES if library is None else (library,):
        try:
            module = import_module(name)
        except ImportError:
            continue
        if name == "polars":
            return module.DataFrame(rows, infer_schema_length=None)
        return module.DataFrame(rows)
    wanted = "pandas nor polars" if library is None else library
    has = "Neither" if library is None else "The library"
    verb = "is installed" if library is None else "is not installed"
    raise CoalaError(f"{has} {wanted} {verb}. Install one, or use to_dicts() for plain rows.")
