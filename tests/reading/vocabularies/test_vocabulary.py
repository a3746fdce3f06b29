"""Vocabularies in TOML files; a mistake is reported with file and key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.base.schema import ANY, Rule
from coala.cli.commands import main
from coala.errors import ReadingError
from coala.model.option import AUTO
from coala.reading.vocabularies.loader import (
    FOLDER,
    SCHEMA,
    Vocabulary,
    load_vocabularies,
    load_vocabulary,
    shipped,
)
from tests.support.nif import BOB, JOHN, chains, read, statements
from tests.support.pages import DOCS

NIF_FILE = Path(FOLDER) / "nif.toml"


def refusal(name: str) -> str:
    """Return the one line with which a vocabulary is refused."""
    with pytest.raises(ReadingError) as caught:
        load_vocabulary(name)
    assert str(caught.value).count("\n") == 0
    return str(caught.value)


def own(folder: Path, *changes: tuple[str, str]) -> str:
    text = NIF_FILE.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_property_may_mean_identity_as_same_as_does(tmp_path: Path) -> None:
    vocabulary = own(tmp_path, ("[relations]\n", '[relations]\nidentity = "skos:exactMatch"\n'))
    turtle = f"{BOB}{JOHN} :bob skos:exactMatch :john ; skos:related :john ."
    joined = read(tmp_path, turtle, vocabulary=vocabulary)
    assert chains(joined) == {"bob": [("doc", 0, 9), ("doc", 14, 18)]}
    assert statements(joined) == {"bob -http://www.w3.org/2004/02/skos/core#related-> @ (=bob)"}
    (note,) = joined.notices
    assert (note.code, note.count) == ("same-as", 2)
    assert "skos:exactMatch" in note.sentence
    for options in ({"vocabulary": vocabulary, "same_as": False}, {}):
        assert len(chains(read(tmp_path, turtle, **options))) == 2


def test_a_relation_is_transitive_only_where_a_vocabulary_of_ones_own_says_so(tmp_path: Path) -> None:
    vocabulary = own(tmp_path, ("[relations]\n", '[relations]\ntransitive = ["coala:SUB-SUP"]\n'))
    turtle = f"{BOB} <urn:coala:SUB-SUP> a owl:TransitiveProperty ."
    assert read(tmp_path, turtle, vocabulary=vocabulary).relations.transitive == {"urn:coala:SUB-SUP"}
    for name in shipped():
        assert load_vocabulary(name).transitive == load_vocabulary(name).identity == ()
    assert read(tmp_path, turtle).relations.transitive == frozenset()


def test_own_terms_units_and_ends_are_read(tmp_path: Path) -> None:
    vocabulary = own(
        tmp_path,
        ('name = "NIF 2.0, also as FRED writes it"', 'name = "my own"'),
        ('["nif:beginIndex", "earmark:begins"]', '["nif:beginIndex", "http://example.org/from"]'),
        ('unit = "code-point"', 'unit = "utf-16"'),
        ('end = "exclusive"', 'end = "inclusive"'),
    )
    graph = read(
        tmp_path,
        ":doc nif:isString '😀 Bob' . :m nif:referenceContext :doc ; :from 3 ; nif:endIndex 5 ; "
        "nif:anchorOf 'Bob' ; itsrdf:taIdentRef :bob .",
        vocabulary=vocabulary,
    )
    assert chains(graph) == {"bob": [("doc", 2, 5)]}
    assert graph.notices == ()


def test_a_name_never_leads_to_a_file_of_the_package_by_way_of_dots() -> None:
    assert "aif, gaf, nif, oa" in refusal("../vocabularies/nif")


PAGE = DOCS / "reference" / "vocabularies.md"


def block(language: str) -> str:
    """Return the first block of a language on the page about vocabularies."""
    return PAGE.read_text(encoding="utf-8").split(f"```{language}\n", 1)[1].split("```", 1)[0]


def test_the_example_of_the_page_reads_the_graph_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(block("toml"), encoding="utf-8")
    graph = read(tmp_path, block("turtle"), vocabulary=str(tmp_path / "my.toml"))
    assert chains(graph) == {"bob": [("doc", 0, 9), ("doc", 20, 22)]}
    assert graph.texts == ("Bob Smith met John. He left.",)
    assert graph.notices == ()
    assert len(graph.statements) == 0


def test_the_page_explains_every_key_and_every_shipped_vocabulary() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for table, rule in SCHEMA.items():
        keys = [] if isinstance(rule, Rule) else [key for key in rule if key != ANY]
        assert f"`{table}`" in page or f"`{table}." in page or not keys, table
        assert [key for key in keys if f".{key}`" not in page] == []
    assert [name for name in shipped() if f"| `{name}` |" not in page] == []


def test_the_command_lists_name_meaning_and_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "vocabularies"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["aif", "gaf", "nif", "oa"]
    assert lines[2].split("  ")[0] == "nif   NIF 2.0, also as FRED writes it".split("  ")[0]
    assert lines[2].endswith(str(NIF_FILE))


def test_every_shipped_vocabulary_survives_the_way_to_the_child() -> None:
    for vocabulary in load_vocabularies(AUTO):
        assert Vocabulary.from_json(vocabulary.to_json()) == vocabulary
    assert [vocabulary.key for vocabulary in load_vocabularies("auto")] == ["nif", "aif", "gaf", "oa"]


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xef\xbb\xbf" + NIF_FILE.read_bytes())
    assert load_vocabulary(str(file)).name == load_vocabulary("nif").name


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a = " + "[" * 1000 + "]" * 1000, ""),
        ("a = " + "{a = " * 1000 + "1" + "}" * 1000, ""),
        ("\n" + ".".join("a" * 50_000) + " = 1", "line 2"),
        (" . ".join(["''"] * 20_000) + " = 1", "line 1"),
        ("[" + ".".join(['"a"'] * 20_000) + "]", "line 1"),
        ("#" * (1 << 20) + "#", "1,048,576"),
        ('"' * 1_000_000, "TOML"),
    ],
    ids=["arrays", "tables", "keys", "blanks", "quotes", "large", "only-quotes"],
)
def test_a_file_that_would_take_forever_is_refused(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    assert named in refusal(str(file))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_or_a_device_is_no_vocabulary(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), "/dev/zero", str(tmp_path)):
        assert refusal(path).startswith(path)
