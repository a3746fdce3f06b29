"""Names of chains and documents in comparisons and conversions; how they are read is in the case file."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS, Options, ReadOptions
from coala.reading.read import read_graphs
from tests.reading.test_cases import CASES, write_files
from tests.support.nif import notices
from tests.support.paths import SHARED, needs_shared

ACROSS = ReadOptions(formats=FormatOptions(across_documents=True))


def test_one_chain_across_documents_is_a_difference_when_names_hold(tmp_path: Path) -> None:
    write_files(CASES["names: names in several documents are noticed: conll"], tmp_path)
    baseline, changed = tmp_path / "a.conll", tmp_path / "changed.conll"
    changed.write_text(baseline.read_text().replace("b 0 0 word0 (Ann)", "b 0 0 word0 (Dan)"))

    def interesting(options: Options) -> int:
        return compare(str(baseline), str(changed), options=options).summary.interesting

    assert (interesting(DEFAULTS), interesting(DEFAULTS._replace(reading=ACROSS))) == (0, 1)
    converted = []
    for path in (baseline, changed):
        lines, _ = convert(str(path), ACROSS)
        converted.append(path.with_suffix(".ttl"))
        converted[-1].write_text("".join(lines), encoding="utf-8")
    assert compare(*map(str, converted)).summary.interesting == 1


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("document in several files has the folder in its name", ["document-in-several-files"]),
        (
            "text under two names in two files is reported",
            ["document-without-name", "text-in-several-files"],
        ),
    ],
)
def test_what_is_converted_reads_the_same(tmp_path: Path, name: str, codes: list[str]) -> None:
    write_files(CASES[f"names: {name}"], tmp_path)
    lines, remarked = convert(str(tmp_path / "folder"))
    (tmp_path / "out.ttl").write_text("".join(lines), encoding="utf-8")
    assert sorted(each.code for each in remarked) == codes
    assert compare(str(tmp_path / "folder"), str(tmp_path / "out.ttl")).summary.interesting == 0


@needs_shared
@pytest.mark.parametrize(
    "corpus",
    [
        "gum",
        "zoo/conll-word-missing",
        "zoo/three-columns-broken",
        "zoo/corefud-one-bad-bracket",
        "zoo/d-sacr",
    ],
)
def test_published_corpora_that_count_their_chains_are_not_noticed(corpus: str) -> None:
    (graph,) = read_graphs([str(SHARED / "data" / corpus)], DEFAULTS.reading)
    assert "names-recur" not in notices(graph)
