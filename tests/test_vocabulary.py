"""What the terms of a graph mean is data: a TOML file, whose mistakes are told by file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.errors import ReadingError
from coala.vocabulary import FOLDER, Vocabulary, load_vocabulary
from tests.reading.nif import chains, read

NIF_FILE = Path(FOLDER) / "nif.toml"


def test_nif_is_the_default_and_has_its_own_name() -> None:
    nif = load_vocabulary(None)
    assert nif == load_vocabulary("nif")
    assert nif.name == "NIF 2.0"
    assert nif.begin == ("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#beginIndex",)
    assert (nif.unit, nif.inclusive) == ("code-point", False)


def test_a_vocabulary_survives_the_way_to_the_child() -> None:
    nif = load_vocabulary(None)
    assert Vocabulary.from_json(nif.to_json()) == nif


def test_terms_are_shown_as_a_person_writes_them() -> None:
    nif = load_vocabulary(None)
    assert nif.short(nif.begin[0]) == "nif:beginIndex"
    assert nif.short("http://example.org/x") == "<http://example.org/x>"


def own(folder: Path, *changes: tuple[str, str]) -> str:
    text = NIF_FILE.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_own_terms_units_and_ends_are_read(tmp_path: Path) -> None:
    vocabulary = own(
        tmp_path,
        ('name = "NIF 2.0"', 'name = "my own"'),
        ('["nif:beginIndex"]', '["nif:beginIndex", "http://example.org/from"]'),
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


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('["nif:beginIndex"]', "[]", "mention.begin is missing"),
        ('["nif:beginIndex"]', "7", "mention.begin must be a list"),
        ('["nif:beginIndex"]', '["nix:beginIndex"]', "mention.begin 'nix:beginIndex' is neither an IRI nor"),
        (
            '["nif:beginIndex"]',
            '["http://example.org/a b"]',
            "mention.begin 'http://example.org/a b' is neither",
        ),
        ('unit = "code-point"', 'unit = "words"', "offsets.unit must be one of code-point, utf-16, byte"),
        ('name = "NIF 2.0"', "name = 7", "name is missing or not a text"),
        ("[labels]", "[lables]", "lables unknown"),
        ('nif = "http', 'nif = "ht tp', "prefixes.nif must be an IRI"),
        ("[document]\nclass", "[documents]\nclass", "documents unknown"),
        ('name = "NIF 2.0"', 'name = "NIF', "is not valid TOML"),
    ],
)
def test_a_mistake_is_told_by_file_and_key(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    file = own(tmp_path, (old, new))
    with pytest.raises(ReadingError) as caught:
        load_vocabulary(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert complaint in str(caught.value)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        ReadingError, match=r"^nfi: there is no such vocabulary .* give one of nif, or the path"
    ):
        load_vocabulary("nfi")


def test_a_name_never_leads_to_a_file_of_the_package_by_way_of_dots() -> None:
    with pytest.raises(ReadingError, match="no such vocabulary"):
        load_vocabulary("../vocabularies/nif")
