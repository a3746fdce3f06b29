"""Pairs of names that are one thing, from a file of the user."""

from pathlib import Path

from coala.model.knowledge_bases import load_knowledge_bases
from coala.prepare.redirects import Redirects, read_redirects

BASES = load_knowledge_bases()


def read(folder: Path, *lines: str) -> Redirects:
    file = folder / "redirects.tsv"
    file.write_text("\n".join(lines), encoding="utf-8", newline="")
    return read_redirects(str(file), BASES)


def test_read_redirects_when_a_chain_is_long_ends_soon(tmp_path: Path) -> None:
    lines = [f"wd:Q{number}\twd:Q{number + 1}" for number in range(1, 50_000)]
    assert set(read(tmp_path, *lines).names.values()) == {("wikidata", "Q50000")}
