"""Files that a review names, used only if unchanged or if the user names them again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.review.storage.seals import reseal

GRAPH = """
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix ex: <http://example.org/> .
"""
MENTION = "[] nif:referenceContext ex:d ; nif:beginIndex {} ; nif:endIndex {} ; itsrdf:taIdentRef ex:{} .\n"
TEXT = "Ann saw Bob. She waved."
PRIVATE = f"{TEXT} The rest is nobody's business but mine."

Tell = Callable[[dict[str, Any]], object]


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Return a review of two graphs without texts, which are in a folder next to them."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text(TEXT)
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "d.txt").write_text(PRIVATE)
    for name, chains in (("baseline", "aba"), ("changed", "abb")):
        mentions = zip(((0, 3), (8, 11), (13, 16)), chains, strict=True)
        lines = "".join(MENTION.format(*place, chain) for place, chain in mentions)
        (tmp_path / f"{name}.ttl").write_text(GRAPH + lines)
    path = tmp_path / "r.coala"
    graphs = [str(tmp_path / f"{name}.ttl") for name in ("baseline", "changed")]
    assert main(["diff", *graphs, "--texts", str(tmp_path / "texts"), "-o", str(path)]) == 1
    return path


def rewrite(path: Path, key: str, tell: Tell) -> None:
    """Change what the header of a review says, as a stranger can, and seal it again."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (stored,) = connection.execute("SELECT value FROM header WHERE key = ?", (key,)).fetchone()
        value = json.loads(stored)
        tell(value)
        connection.execute("UPDATE header SET value = ? WHERE key = ?", (json.dumps(value), key))
        reseal(connection)


def export(review: Path, *words: str) -> tuple[int, str]:
    out = review.with_name("out.ttl")
    out.unlink(missing_ok=True)
    ended = main(["export", str(review), "--to", "graph", "-o", str(out), *words])
    return ended, out.read_text() if out.exists() else ""


def test_texts_as_they_were_compared_go_into_the_graph(review: Path) -> None:
    ended, written = export(review)
    assert ended == 0
    assert TEXT in written


def test_folder_of_texts_that_a_stranger_named_is_not_copied_from(
    review: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    private = str(review.with_name("private"))
    rewrite(review, "summary", lambda told: told["settings"].update(texts=private))
    rewrite(review, "inputs", lambda told: told.update(texts=private))
    assert export(review) == (2, "")
    assert f"{private}: " in capsys.readouterr().err
    # Nor with the hash of another folder.
    rewrite(review, "provenance", lambda made: made["inputs"][-1].__setitem__(1, private))
    assert export(review) == (2, "")
    ended, written = export(review, "--texts", str(review.with_name("texts")))
    assert ended == 0
    assert TEXT in written
    assert PRIVATE not in written


def test_texts_that_changed_are_used_when_they_are_named_again(
    review: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review.with_name("texts").joinpath("other.txt").write_text("another")
    assert export(review) == (2, "")
    assert "--texts" in capsys.readouterr().err
    ended, written = export(review, "--texts", str(review.with_name("texts")))
    assert ended == 0
    assert TEXT in written


def test_other_texts_are_used_when_they_are_named_though_those_compared_are_unchanged(review: Path) -> None:
    ended, written = export(review, "--texts", str(review.with_name("private")))
    assert (ended, PRIVATE in written) == (0, True)


def test_graph_of_which_the_review_does_not_say_what_it_held_must_be_named(
    review: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(review, "summary", lambda told: told["baseline"].update(sources=[]))
    assert export(review) == (2, "")
    assert "--baseline" in capsys.readouterr().err
    assert export(review, "--baseline", str(review.with_name("baseline.ttl")))[0] == 0


def test_vocabulary_that_changed_must_be_named(review: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vocabulary = review.with_name("own.toml")
    vocabulary.write_text("not even a vocabulary")
    rewrite(review, "summary", lambda told: told["settings"].update(vocabulary=str(vocabulary)))
    assert export(review) == (2, "")
    told = capsys.readouterr().err
    assert f"{vocabulary}: " in told
    assert "--vocabulary" in told
    assert export(review, "--vocabulary", "auto")[0] == 0
