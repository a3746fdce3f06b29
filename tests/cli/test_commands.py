"""The command line: exit statuses, JSON, and one line for every error."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coala.cli import commands
from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.drawing import find_kept_links
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.nif import write_numbered
from tests.support.paths import SAMPLES
from tests.support.reviews import a_bag, make_review

X, Y, Z = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XYZ")


def run(*arguments: str, input_: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "coala.cli", *arguments], input=input_, capture_output=True, check=False
    )


def trouble(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the only line on standard error of a command that fails."""
    assert main(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith("coala: ")
    return line


def diff_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["diff", *arguments, "--json", "-"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_diff_ends_with_0_when_nothing_diverges_and_1_when_something_does() -> None:
    assert main(["diff", X, X]) == 0
    assert main(["diff", X, Y]) == 1


def test_a_graph_may_come_gzipped_as_a_folder_or_by_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = [bag["fingerprint"] for bag in diff_json(capsys, X, Y)["interesting_bags"]]
    zipped = tmp_path / "x.ttl.gz"
    zipped.write_bytes(gzip.compress(Path(X).read_bytes()))
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(X, folder / "any.ttl")
    for path in (zipped, folder):
        found = diff_json(capsys, str(path), Y)["interesting_bags"]
        assert [bag["fingerprint"] for bag in found] == expected
    piped = run("diff", "-", Y, "--json", "-", input_=Path(X).read_bytes())
    assert piped.returncode == 1
    assert [bag["fingerprint"] for bag in json.loads(piped.stdout)["interesting_bags"]] == expected


def test_json_goes_into_a_file_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "diff.json"
    main(["diff", X, Y, "--json", str(target)])
    assert json.loads(target.read_text(encoding="utf-8"))["bags"]["interesting"] == 1
    assert capsys.readouterr().out.startswith("1 of 2 ")
    assert [child.name for child in tmp_path.iterdir()] == ["diff.json"]


def test_picture_is_no_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "picture.ttl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert str(picture) in trouble(capsys, "diff", X, str(picture))


@pytest.mark.parametrize(
    "words",
    [
        ["diff", "--json", "no/j.json"],
        ["diff", "-o", "no/r.coala"],
        ["diff", "--blind"],
        ["score", "--unit", "link"],
        ["score", "--relations", ",,"],
    ],
    ids=" ".join,
)
def test_options_are_refused_before_a_graph_is_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *options = words
    assert "missing.ttl" not in trouble(capsys, command, "missing.ttl", Y, *options)
    assert "missing.toml" not in trouble(capsys, "board", "missing.toml", "--csv", "no/j.csv")


def test_warnings_go_to_standard_error_with_their_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd.ttl"
    odd.write_text(Path(Y).read_text(encoding="utf-8").replace('"John Doe"', '"Jon Doe"'), encoding="utf-8")
    main(["diff", X, str(odd)])
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{odd}: " in line
    assert "Jon Doe" in line


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judged.coala"
    main(["diff", X, Z, "-o", str(path)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, Comment("=cmd|' /C calc'!A0")))
    return path


def test_writing_a_review_again_keeps_its_verdicts(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", X, Z, "-o", str(judged)])
    capsys.readouterr()
    main(["tally", str(judged), "--json", "-"])
    assert json.loads(capsys.readouterr().out)["judged"] == 1


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
def test_device_that_is_full_stays_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert "/dev/full" in trouble(capsys, "diff", X, Y, "--json", "/dev/full")
    assert Path("/dev/full").is_char_device()


def test_a_terminal_without_the_signs_shows_their_escapes() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "coala.cli", "diff", X, Y, "--gold", Z],
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (1, b"")


KEY = """<DOC><DOCNO>d1</DOCNO><TXT>
<COREF ID="1" MIN="Smith">the old Mr Smith</COREF> came. <COREF ID="2" REF="1" STATUS="OPT">He</COREF> sat.
<COREF ID="3" REF="1">Smith</COREF> ate.
</TXT></DOC>
"""
RESPONSE = """<DOC><DOCNO>d1</DOCNO><TXT>
the old <COREF ID="1">Mr Smith</COREF> came. He sat.
<COREF ID="2" REF="1">Smith</COREF> ate.
</TXT></DOC>
"""


def test_minimum_spans_and_optional_mentions_are_scored_as_muc_had_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, response = tmp_path / "key.sgm", tmp_path / "response.sgm"
    key.write_text(KEY, encoding="utf-8")
    response.write_text(RESPONSE, encoding="utf-8")

    def muc(*options: str) -> tuple[int, int]:
        main(["score", str(key), str(response), "--json", "-", *options])
        recall = json.loads(capsys.readouterr().out)["scores"]["muc"]["recall"]
        return recall["numerator"], recall["denominator"]

    assert muc() == (0, 2)
    assert muc("--match", "min") == (1, 2)
    assert muc("--match", "min", "--optional-mentions", "ignore") == (1, 1)


Opened = list[tuple[Path | None, int | None, str | None, str]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return the files, bags, columns and reviewers with which the window was opened, in its place."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    calls: Opened = []

    def run_nothing(
        target: Path | None, *, bag: int | None, column: str | None, reviewer: str, preferences_path: Path
    ) -> int:
        calls.append((target, bag, column, reviewer))
        return 0

    monkeypatch.setattr("coala.gui.run.run", run_nothing)
    return calls


def test_the_desktop_opens_at_the_bag_that_is_named(tmp_path: Path, opened: Opened) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])
    assert main(["review", f"{path}#2"]) == 0
    assert main(["review", str(path), "--reviewer", " Ann  B"]) == 0
    assert opened == [(path, 1, None, ""), (path, None, None, "Ann B")]


def test_the_desktop_opens_a_board_at_the_column_that_is_named(tmp_path: Path, opened: Opened) -> None:
    path = tmp_path / "board.coala"
    put_board(path)
    assert main(["review", str(path)]) == 0
    assert main(["review", str(path), "--column", "titles"]) == 0
    assert main(["review", f"{path}#2", "--column", "without/names"]) == 0
    assert [call[1:3] for call in opened] == [(None, None), (None, "without/titles"), (1, "without/names")]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["r.coala#2"], "2"),
        (["missing.coala"], "missing.coala"),
        (["missing.coala#2"], "missing.coala#2"),
        (["#2"], "#2"),
        ([".#2"], ".#2"),
        (["r.coala", "--reviewer", ""], "--reviewer"),
        (["r.coala", "--reviewer", " "], "reviewer"),
        (["r.coala", "--reviewer", "x" * 101], "100"),
        (["b.coala", "--column", "nobody"], "nobody"),
        (["b.coala#1"], "--column"),
        (["--column", "x"], "--column"),
        (["--no-same-as"], "--no-same-as"),
    ],
)
def test_window_is_not_opened_on_what_is_not_there(
    words: list[str],
    named: str,
    tmp_path: Path,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    make_review(tmp_path / "r.coala", [a_bag(0)])
    put_board(tmp_path / "b.coala")
    assert named in trouble(capsys, "review", *words)
    assert opened == []


def test_longest_name_of_a_reviewer_opens_the_window(tmp_path: Path, opened: Opened) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert main(["review", str(path), "--reviewer", "x" * 100]) == 0
    assert opened == [(path, None, None, "x" * 100)]


def test_a_sample_is_drawn_into_the_review_that_a_diff_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = str(tmp_path / "r.coala")
    folder = SAMPLES / "newswire"
    graphs = [str(folder / f"{name}.ttl") for name in ("baseline", "changed")]
    main(["diff", *graphs, "-o", review, "--sample", "12", "--seed", "4"])
    capsys.readouterr()
    main(["tally", review, "--json", "-"])
    sample = json.loads(capsys.readouterr().out)["sample"]
    assert (sample["size"], sample["seed"], sample["answered"]) == (12, 4, 0)


def test_links_are_drawn_only_if_graphs_have_a_common_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / f"{name}.jsonl" for name in ("one", "two")]
    for path, clusters in zip(paths, ("[[[0, 1], [3, 4]]]", "[[[0, 1]], [[3, 4]]]"), strict=True):
        path.write_text(f'{{"doc_key": "d", "tokens": ["a", "b", "c", "d", "e"], "clusters": {clusters}}}\n')
    review = str(tmp_path / "r.coala")
    for graphs, is_drawn in (([str(path) for path in paths], False), ([X, Y], True)):
        assert main(["diff", *graphs, "-o", review, "--sample-links", "5"]) == 1
        with Review.open(Path(review)) as opened:
            assert (find_kept_links(opened) is not None) is is_drawn
        Path(review).unlink()


def test_diff_prints_all_metrics_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", X, Y, "--metrics", "all"])
    assert "B³ by class" in capsys.readouterr().out
    main(["diff", X, Y, "--metrics", "lea, muc"])
    printed = capsys.readouterr().out
    assert "LEA" in printed
    assert "CoNLL" not in printed


def test_diff_advises_the_review_that_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a b.coala"
    main(["diff", X, Y, "--match", "overlap", "-o", str(path)])
    assert capsys.readouterr().out.endswith(f" coala review '{path}'\n")


def test_diff_of_many_bags_proposes_a_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_MANY_BAGS", 2)
    pairs = [[2 * number, 2 * number + 1] for number in range(3)]
    together = write_numbered(tmp_path / "together.ttl", pairs)
    apart = write_numbered(tmp_path / "apart.ttl", [[place] for pair in pairs for place in pair])
    main(["diff", together, apart, "--metrics", "muc"])
    last = f" coala diff {together} {apart} --metrics muc -o r.coala --sample 40\n"
    assert capsys.readouterr().out.endswith(last)
    main(["diff", together, apart, "-o", str(tmp_path / "r.coala"), "--sample", "40"])
    assert "--sample" not in capsys.readouterr().out
