"""CoNLL: the option for columns, any brackets, and published files of the scorer and of GUM."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from coala.formats import conll
from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions
from tests.support.damage import reads_or_says_why
from tests.support.paths import SHARED, needs_shared


def read(text: str, path: str = "a.conll") -> Annotations:
    return conll.read(path, text.encode(), FormatOptions())


def scorer(*column: str) -> str:
    """Return the two-column form with these brackets."""
    rows = "".join(f"d\t{brackets}\n" for brackets in column)
    return f"#begin document (d);\n{rows}\n#end document\n"


def chains(found: Annotations) -> dict[str, list[str]]:
    """Return the text of each mention by instance."""
    of: dict[str, list[str]] = {}
    for mention in found.mentions:
        text = found.documents[mention.document].text
        of.setdefault(mention.instance, []).append(" … ".join(text[b:e] for b, e in mention.fragments))
    return of


@given(st.lists(st.sampled_from(["(1", "1)", "(1)", "(2", "2)", "|", "-", "(", "1"]), max_size=12))
def test_any_row_of_brackets_gives_a_sentence_or_mentions(pieces: list[str]) -> None:
    reads_or_says_why(lambda: read(scorer("".join(pieces) or "-", "1)")))


@needs_shared
def test_every_case_of_the_reference_scorer_reads() -> None:
    paths = sorted((SHARED / "data/scorers/cases").iterdir())
    found = {path.name: conll.read(path.name, path.read_bytes(), FormatOptions()) for path in paths}
    assert len(found) == 50
    assert sum(len(annotations.mentions) for annotations in found.values()) == 329
    repeated = found["TC-A-9.response"]
    assert [len(chains(repeated)["LuoTestCase/3"]), chains(repeated)["LuoTestCase/1"][0]] == [
        11,
        "b1 b2 b3 b4",
    ]


def release(version: str) -> dict[str, Annotations]:
    folder: Path = SHARED / "data/gum" / version
    return {path.stem: conll.read(path.name, path.read_bytes(), FormatOptions()) for path in folder.iterdir()}


@needs_shared
def test_two_releases_of_gum_differ_in_two_documents() -> None:
    older, newer = release("V10.2.0"), release("V11.0.0")
    assert sum(len(found.mentions) for found in older.values()) == 4721
    assert sum(len(found.mentions) for found in newer.values()) == 4720
    assert {name for name in older if older[name].documents != newer[name].documents} == set()
    changed = {name for name in older if contents(older[name]) != contents(newer[name])}
    assert changed == {"GUM_news_nasa", "GUM_news_worship"}


def contents(found: Annotations) -> list[list[str]]:
    """Return the chains with their types and statements, without their names."""
    of: dict[str, list[str]] = {}
    for mention in found.mentions:
        of.setdefault(mention.instance, []).append(f"{mention.fragments} {mention.types}")
    for statement in found.statements:
        of[statement.instance].append(f"{statement.predicate} {statement.value}")
    return sorted(sorted(content) for content in of.values())
