"""The tool of the golden set: what it keeps of an output, and what it leaves out as it is never the same."""

from __future__ import annotations

from getpass import getuser
from pathlib import Path

import pytest
from pyoxigraph import CanonicalizationAlgorithm

from coala import __version__
from tests.golden import recording
from tests.golden.cases import Case, Group, Words, list_groups
from tests.golden.recording import Part


def record_steps(
    folder: Path, *steps: Case | Words, lines: int = 100, has_layout: bool = True
) -> dict[Part, str]:
    return recording._record(Group("own", lambda _: iter(steps), lines, has_layout), folder)


@pytest.mark.parametrize(("lines", "kept"), [(3, 3), (2, 2)])
def test_lines_beyond_the_most_are_a_digest(tmp_path: Path, lines: int, kept: int) -> None:
    texts = [recording._cut(f"a\nb\n{last}\n", lines).splitlines() for last in "cd"]
    assert [text[:kept] for text in texts] == [["a", "b", "c"][:kept], ["a", "b", "d"][:kept]]
    assert [len(text) for text in texts] == [3, 3]
    assert (texts[0] == texts[1]) is False
    assert texts[0][2].startswith("[1 more lines, ") is (lines == 2)


def test_long_line_is_cut_and_still_told_apart() -> None:
    long, longer = "x" * 2_000, "x" * 2_001
    assert recording._cut_line(long) == long
    assert recording._cut_line(f"{longer}y") != recording._cut_line(f"{longer}z") != longer


@pytest.mark.skipif(
    not hasattr(CanonicalizationAlgorithm, "RDFC_1_0"), reason="this pyoxigraph gives blank nodes other names"
)
def test_rdf_is_compared_as_a_graph() -> None:
    one = "@prefix : <http://e.org/> . :a :p [ :q 1 ] . :b :p 2 ."
    same = "@prefix x: <http://e.org/> . x:b x:p 2 . _:n x:q 1 . x:a x:p _:n ."
    other = "@prefix : <http://e.org/> . :a :p [ :q 2 ] . :b :p 1 ."
    found = [recording._sort_triples(text) for text in (one, same, other)]
    assert found[0] == found[1] != found[2]
    assert [len(text.splitlines()) for text in found] == [3, 3, 3]


def test_times_versions_and_places_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = f"{tmp_path}/r.coala at 2025-01-02T03:04:05Z by {getuser()} with COALA {__version__}"
    assert recording._steady(said) == "<here>/r.coala at <time> by <user> with COALA <version>"
    minutes = '"minutes": {\n  "total": 0.25,\n  "median_seconds": 7.5,\n'
    steady = '"minutes": {\n  "total": <time>,\n  "median_seconds": <time>,\n'
    assert recording._steady(minutes) == recording._steady(minutes.replace("7.5", "null")) == steady
    assert recording._steady("2 verdicts in 3 seconds, median 1 second, no") == "2 verdicts in <time>, no"


def test_figures_are_fixed_and_words_are_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = {
        "score": (0, b'{"a": 1}\n', b""),
        "diff": (2, b"", b"coala: no file.\n"),
        "tally": (1, b"net\n", b""),
    }
    monkeypatch.setattr(recording, "run_quietly", lambda words: outcomes[words[0]])
    steps = (
        Case("json", ("score", "X", "Y", "--json", "-")),
        Case("error", ("diff", "none", "X")),
        Case("text", ("tally", "r")),
        Words("own words", "one\ntwo"),
    )
    fixed = (
        '=== json\n$ coala score X Y --json -\nexit 0\n--- output\n{"a": 1}\n\n'
        "=== error\n$ coala diff none X\nexit 2\n\n=== text\n$ coala tally r\nexit 1\n"
    )
    (tmp_path / "all").mkdir()
    assert record_steps(tmp_path / "all", *steps) == {
        Part.FIXED: fixed,
        Part.LAYOUT: (
            "=== error\n$ coala diff none X\n--- errors\ncoala: no file.\n\n"
            "=== text\n$ coala tally r\n--- output\nnet\n\n=== own words\none\ntwo\n"
        ),
    }
    (tmp_path / "fixed").mkdir()
    assert record_steps(tmp_path / "fixed", *steps[:3], has_layout=False) == {Part.FIXED: fixed}


def test_every_recorded_text_belongs_to_a_group() -> None:
    groups = {group.name: group for group in list_groups()}
    for part in Part:
        recorded = {path.stem for path in part.path("any").parent.glob("*.txt")}
        wanted = {name for name, group in groups.items() if part is Part.FIXED or group.has_layout}
        # Where the corpora are not here, their groups are not either.
        assert wanted <= recorded
