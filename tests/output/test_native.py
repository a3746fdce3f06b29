"""The merged graph in the format of the baseline: CoNLL with other chains, everything else unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.errors import CoalaError
from coala.formats import conll
from coala.formats.conll_writing import replace_chains
from coala.model.bag import Verdict
from coala.model.format_options import FORMAT_DEFAULTS
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.paths import SHARED, needs_shared

WORDS = "Ann saw Bob . She waved and he left .".split()


def write_conll(path: Path, cells: Mapping[int, str], end: str = "\n") -> Path:
    """Write the words with brackets; two further columns and a comment must stay as they are."""
    rows = [f"d\t0\t{place}\t{word}\tX{place}\t{cells.get(place, '-')}" for place, word in enumerate(WORDS)]
    lines = ["#begin document (d); part 000", *rows[:4], "", *rows[4:], "", "#end document", ""]
    path.write_bytes(end.join(lines).encode())
    return path


def read_chains(path: Path, data: bytes | None = None) -> set[frozenset[tuple[int, int]]]:
    annotations = conll.read(str(path), path.read_bytes() if data is None else data, FORMAT_DEFAULTS)
    chains: dict[str, set[tuple[int, int]]] = {}
    for mention in annotations.mentions:
        chains.setdefault(mention.instance, set()).add(mention.fragments[0])
    return set(map(frozenset, chains.values()))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    baseline = write_conll(tmp_path / "old.conll", {0: "(4)", 2: "(7)", 4: "(4)"})
    changed = write_conll(tmp_path / "new.conll", {0: "(0)", 2: "(1)", 4: "(0)", 7: "(1)"})
    review = tmp_path / "r.coala"
    assert main(["diff", str(baseline), str(changed), "-o", str(review)]) == 1
    return baseline, changed, review


def judge(review: Path, verdict: Verdict) -> None:
    with Review.open(review, reviewer="Ann") as opened:
        opened.judge(0, State(verdict))


def test_better_chains_replace_those_of_the_baseline(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    baseline, changed, review = files
    judge(review, Verdict.BETTER)
    out = tmp_path / "best.conll"

    assert main(["export", str(review), "--to", "graph", "-o", str(out)]) == 0

    assert read_chains(out) == read_chains(changed)
    # The labels of the baseline stay, and one cell has changed.
    assert out.read_bytes() == baseline.read_bytes().replace(b"he\tX7\t-", b"he\tX7\t(7)")


def test_worse_chains_leave_the_baseline_byte_for_byte(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    baseline, _, review = files
    judge(review, Verdict.WORSE)
    out = tmp_path / "best.conll"

    assert main(["export", str(review), "--to", "graph", "-o", str(out)]) == 0
    assert out.read_bytes() == baseline.read_bytes()


def test_an_ending_that_promises_another_format_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for name, clusters in (("a", "[[[0, 3], [13, 16]]]"), ("b", "[[[0, 3]], [[13, 16]]]")):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(f'{{"doc_id": "d", "text": "Ann laughed. She left.", "clusters": {clusters}}}\n')
        paths.append(str(path))
    review = str(tmp_path / "r.coala")
    assert main(["diff", *paths, "-o", review]) == 1

    assert main(["export", review, "--to", "graph", "-o", str(tmp_path / "x.conll")]) == 2
    assert "ends in .conll is CoNLL, but the baseline" in capsys.readouterr().err
    assert not (tmp_path / "x.conll").exists()


def test_lost_mentions_are_refused_unless_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    baseline = write_conll(tmp_path / "old.conll", {0: "(4)", 4: "(4)"})
    changed = tmp_path / "new.jsonl"
    text = conll.read(str(baseline), baseline.read_bytes(), FORMAT_DEFAULTS).documents[0].text
    # "Bo" ends inside a word.
    begin = text.index("Bob")
    changed.write_text(
        f'{{"doc_id": "d/000", "text": {text!r}, "clusters": [[[0, 3], [{begin}, {begin + 2}]]]}}\n'.replace(
            "'", '"'
        )
    )
    review = tmp_path / "r.coala"
    assert main(["diff", str(baseline), str(changed), "-o", str(review)]) == 1
    judge(review, Verdict.BETTER)
    command = ["export", str(review), "--to", "graph", "-o", str(tmp_path / "best.conll")]

    assert main(command) == 2
    assert "1 mention cannot be written in this format" in capsys.readouterr().err
    assert main([*command, "--lossy"]) == 0
    assert "Left out 1 mention that the format cannot have." in capsys.readouterr().err


def test_crossing_mentions_of_one_chain_are_refused(tmp_path: Path) -> None:
    path = write_conll(tmp_path / "a.conll", {0: "(1)"})
    crossing = frozenset({(0, 7), (4, 11)})  # "Ann saw" and "saw Bob"

    with pytest.raises(CoalaError, match="brackets cannot hold these chains"):
        replace_chains(str(path), path.read_bytes(), {"d/000": [crossing]}, FORMAT_DEFAULTS)


@needs_shared
def test_own_chains_leave_files_of_others_unchanged() -> None:
    paths = [path for path in sorted((SHARED / "data").rglob("*conll")) if path.is_file()]
    equal = refused = 0
    for path in paths:
        data = path.read_bytes()
        try:
            annotations = conll.read(str(path), data, FORMAT_DEFAULTS)
        except CoalaError:
            continue
        chains: dict[str, dict[str, set[tuple[int, int]]]] = {}
        for mention in annotations.mentions:
            name = annotations.documents[mention.document].name
            chains.setdefault(name, {}).setdefault(mention.instance, set()).add(mention.fragments[0])
        own = {name: list(map(frozenset, each.values())) for name, each in chains.items()}
        try:
            rewritten = replace_chains(str(path), data, own, FORMAT_DEFAULTS)
        except CoalaError:
            refused += 1
            continue
        assert read_chains(path, rewritten.data) == read_chains(path)
        equal += rewritten.data == data

    assert equal > 10
    assert refused + equal >= 0.8 * len(paths)
