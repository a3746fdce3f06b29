"""Pairs of names that are one thing, from a file of the user."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from coala.errors import CoalaError
from coala.model.knowledge_bases import EntityName, load_knowledge_bases
from coala.prepare.redirects import Redirects, read_redirects
from tests.golden.refusals import WRONG_REDIRECTS

BASES = load_knowledge_bases()
DBPEDIA = "http://dbpedia.org/resource/"
SAME_AS = "<http://www.w3.org/2002/07/owl#sameAs>"


def read(folder: Path, *lines: str) -> Redirects:
    file = folder / "redirects.tsv"
    file.write_text("\n".join(lines), encoding="utf-8", newline="")
    return read_redirects(str(file), BASES)


def read_pairs(folder: Path, *pairs: str) -> dict[str, str]:
    """Return the redirects of pairs such as "A B", by the names alone."""
    lines = ("\t".join(DBPEDIA + name for name in pair.split()) for pair in pairs)
    return names_of(read(folder, *lines).names)


def names_of(names: Mapping[EntityName, EntityName]) -> dict[str, str]:
    return {old.name: new.name for old, new in names.items()}


def test_read_redirects_when_pairs_are_a_chain_keeps_its_end(tmp_path: Path) -> None:
    expected = {"A": "C", "B": "C", "X": "Y"}
    assert read_pairs(tmp_path, "A B", "B C", "X Y") == expected
    assert read_pairs(tmp_path, "X Y", "B C", "A B") == expected


@pytest.mark.parametrize("pairs", [["B C", "C A", "A B"], ["A B", "B A", "C B", "B C"]])
def test_read_redirects_when_pairs_are_a_cycle_keeps_the_first_name(tmp_path: Path, pairs: list[str]) -> None:
    assert read_pairs(tmp_path, *pairs) == {"B": "A", "C": "A"}


def test_read_redirects_when_a_name_leads_to_two_joins_all_of_them(tmp_path: Path) -> None:
    assert read_pairs(tmp_path, "A C", "A B") == {"A": "B", "C": "B"}


def test_read_redirects_when_both_names_are_one_replaces_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, f"{DBPEDIA}a\t{DBPEDIA}A", f"{DBPEDIA}B\thttp://dbpedia.org/page/B").names == {}


def test_read_redirects_when_lines_are_triples_uses_those_of_identity(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "# a comment\r",
        "",
        f"<{DBPEDIA}USA> {SAME_AS} <{DBPEDIA}United_States> .\r",
        f"<{DBPEDIA}Munich>\t{SAME_AS}\t<http://de.dbpedia.org/resource/M\\u00FCnchen> . # the city",
        f"<{DBPEDIA}US> <http://dbpedia.org/ontology/wikiPageRedirects> <{DBPEDIA}United_States> .",
        f'<{DBPEDIA}US> <http://www.w3.org/2000/01/rdf-schema#label> "a <b> c"@en .',
        f"<{DBPEDIA}US> <http://dbpedia.org/ontology/capital> <{DBPEDIA}Washington> .",
    )
    assert names_of(found.names) == {"USA": "United_States", "US": "United_States", "Munich": "München"}
    assert found.notices == ()


def test_read_redirects_when_a_name_has_no_known_base_counts_the_pair(tmp_path: Path) -> None:
    found = read(tmp_path, f"{DBPEDIA}A\t{DBPEDIA}B", f"{DBPEDIA}A\thttp://example.org/A\u202e", "x\ty")
    assert names_of(found.names) == {"A": "B"}
    (notice,) = found.notices
    assert (notice.code, notice.count) == ("redirects-unknown", 2)
    assert r"<http://example.org/A\u202e>" in notice.message


@pytest.mark.parametrize("text", WRONG_REDIRECTS.values(), ids=WRONG_REDIRECTS)
def test_read_redirects_when_file_is_wrong_says_so_in_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.tsv"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(CoalaError) as caught:
        read_redirects(str(file), BASES)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


def test_read_redirects_when_file_is_missing_names_it() -> None:
    with pytest.raises(CoalaError, match=r"/gone\.tsv: "):
        read_redirects("/gone.tsv", BASES)


def test_read_redirects_when_a_chain_is_long_ends_soon(tmp_path: Path) -> None:
    lines = [f"wd:Q{number}\twd:Q{number + 1}" for number in range(1, 50_000)]
    assert set(read(tmp_path, *lines).names.values()) == {("wikidata", "Q50000")}
