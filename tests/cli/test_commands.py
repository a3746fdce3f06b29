"""The command line: exit statuses, JSON, and one line for every error."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coala.cli import commands
from coala.cli.commands import main
from coala.model.bag import Verdict
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


def test_diff_prints_what_a_person_reads(capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", X, Y])
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "1 of 2 bags differs (50.0 %). It holds 75.0 % of the mentions.",
        "",
        "Similarity of the two systems (no gold): changed against baseline",
        "               recall     precision  F1",
        "  MUC          0.5000     1.0000     0.6667",
        "  B³           0.6667     1.0000     0.8000",
        "  CEAF-e       0.9000     0.6000     0.7200",
        "  CoNLL                              0.7289",
        "  Mentions     1.0000     1.0000     1.0000",
        "",
        "Bags",
        "   1  R. Smith split from Bob Smith",
        "",
        f"Judge them: {shlex.join(['coala', 'review', X, Y])}",
    ]


def test_diff_writes_the_json_of_the_specification(capsys: pytest.CaptureFixture[str]) -> None:
    document = diff_json(capsys, X, Y)
    assert document["format"] == "coala-diff/1"
    assert {
        key: document["changed"][key] for key in ("path", "documents", "instances", "mentions", "spans")
    } == {
        "path": Y,
        "documents": 2,
        "instances": 3,
        "mentions": 4,
        "spans": 4,
    }
    assert document["baseline"]["statements"] == 0
    bags = document["bags"]
    assert (bags["total"], bags["interesting"], bags["mentions"], bags["interesting_mentions"]) == (
        2,
        1,
        8,
        6,
    )
    muc = document["scores"]["muc"]
    assert muc["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert muc["precision"] == {"numerator": 1, "denominator": 1, "value": 1.0}
    assert muc["f1"] == pytest.approx(2 / 3)
    assert document["warnings"] == []
    (bag,) = document["interesting_bags"]
    assert bag["title"] == "R. Smith split from Bob Smith"
    assert [(span["begin"], span["end"], span["text"]) for span in bag["spans"]] == [
        (0, 9, "Bob Smith"),
        (32, 34, "he"),
        (0, 8, "R. Smith"),
    ]
    assert [(row["kind"], row["sentence"], row["spans"]) for row in bag["divergences"]] == [
        ("split", "R. Smith split from Bob Smith", [2])
    ]
    assert len(bag["fingerprint"]) == 64


def test_diff_with_gold_scores_both_systems(capsys: pytest.CaptureFixture[str]) -> None:
    document = diff_json(capsys, X, Y, "--gold", Z)
    assert set(document["scores"]) == {"baseline", "changed"}
    assert document["scores"]["changed"]["muc"]["recall"] == {"numerator": 0, "denominator": 2, "value": 0.0}
    main(["diff", X, Y, "--gold", Z])
    lines = capsys.readouterr().out.splitlines()
    assert "F1 against gold, and the difference in points" in lines
    assert "Baseline against gold" not in lines


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
    assert "1 of 2 bags differs" in capsys.readouterr().out
    assert [child.name for child in tmp_path.iterdir()] == ["diff.json"]


def test_every_trouble_is_one_line_and_exit_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.ttl"
    broken.write_text(Path(X).read_text(encoding="utf-8")[:700], encoding="utf-8")
    assert "missing.ttl" in trouble(capsys, "diff", X, "missing.ttl")
    assert "broken.ttl" in trouble(capsys, "diff", X, str(broken))
    assert "no such review" in trouble(capsys, "tally", str(tmp_path / "no.coala"))
    assert "not a COALA review file" in trouble(capsys, "tally", X)
    assert "--help" in trouble(capsys, "diff", X)
    assert "no metric 'blue'" in trouble(capsys, "score", X, Y, "--metrics", "muc,blue")
    # Not even its graphs are looked for, which may take long to read.
    nowhere = str(tmp_path / "no" / "j.json")
    assert "cannot be written" in trouble(capsys, "diff", "missing.ttl", Y, "--json", nowhere)
    assert "Create it, or choose" in trouble(capsys, "board", "missing.toml", "--csv", nowhere)
    assert "Create it, or choose" in trouble(capsys, "diff", X, Y, "-o", str(tmp_path / "no" / "r.coala"))
    assert "between 0.1 and 4096" in trouble(capsys, "diff", X, Y, "--memory-limit", "0")


def test_trouble_never_is_a_traceback(tmp_path: Path) -> None:
    picture = tmp_path / "picture.ttl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    ended = run("diff", X, str(picture))
    assert ended.returncode == 2
    assert ended.stdout == b""
    assert len(ended.stderr.splitlines()) == 1
    assert b"Traceback" not in ended.stderr


def test_closed_pipe_ends_without_a_message() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "coala.cli", "diff", X, Y, "--json", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()


def test_warnings_go_to_standard_error_with_their_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd.ttl"
    odd.write_text(Path(Y).read_text(encoding="utf-8").replace('"John Doe"', '"Jon Doe"'), encoding="utf-8")
    main(["diff", X, str(odd)])
    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert line.startswith(f"coala: warning: changed graph {odd}: The anchor of 1 mention ")
    assert "Jon Doe" in line


def test_score_prints_and_writes_the_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "score.json"
    assert main(["score", X, Y, "--json", str(target)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{Y} against {X}"
    document = json.loads(target.read_text(encoding="utf-8"))
    assert document["format"] == "coala-score/1"
    assert document["scores"]["muc"]["precision"]["numerator"] == 1
    assert document["key"]["path"] == X


def test_only_the_metrics_asked_for_are_scored(capsys: pytest.CaptureFixture[str]) -> None:
    main(["score", X, Y, "--metrics", "b_cubed", "--json", "-"])
    assert list(json.loads(capsys.readouterr().out)["scores"]) == ["b_cubed"]


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    path = tmp_path / "judged.coala"
    main(["diff", X, Z, "-o", str(path)])
    with Review.open(path) as review:
        review.judge(0, State(Verdict.BETTER, Comment("=cmd|' /C calc'!A0")))
    return path


def test_tally_prints_json_of_the_specification(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["tally", str(judged), "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "coala-tally/1"
    expected = {"interesting": 1, "judged": 1, "better": 1, "worse": 0, "same": 0, "unsure": 0, "net": 1}
    assert {key: document[key] for key in expected} == expected
    assert document["mean"] == 1.0
    assert document["interval"] == [1.0, 1.0]
    # Of a moved mention, the link made and the one lost.
    assert document["by_kind"]["moved"]["better"] == 2
    assert document["scores"]["muc"]["f1"] == pytest.approx(0.5)


def test_tally_csv_has_words_and_no_formula(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["tally", str(judged), "--csv", "-"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["verdict"], row["value"]) == ("better", "1")
    assert row["note"].startswith("'=cmd")


def test_tally_of_two_reviews_is_pooled_and_lists_both(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.coala"
    main(["diff", X, Y, "-o", str(other)])
    capsys.readouterr()
    main(["tally", str(judged), str(other), "--json", "-"])
    document = json.loads(capsys.readouterr().out)
    assert (document["interesting"], document["judged"]) == (2, 1)
    assert [review["path"] for review in document["reviews"]] == [str(judged), str(other)]
    main(["tally", str(judged), str(other)])
    assert "All together" in capsys.readouterr().out


def test_writing_a_review_again_keeps_its_verdicts(judged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", X, Z, "-o", str(judged)])
    capsys.readouterr()
    main(["tally", str(judged), "--json", "-"])
    assert json.loads(capsys.readouterr().out)["judged"] == 1


def test_review_says_so_where_there_is_no_display(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert "There is no display here" in trouble(capsys, "review", X, Y)


def test_an_output_never_replaces_an_input_or_a_review(
    judged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = tmp_path / "x.ttl"
    shutil.copy(X, graph)
    capsys.readouterr()
    assert "one of the inputs" in trouble(capsys, "diff", str(graph), Y, "--json", str(graph))
    assert "one of the inputs" in trouble(capsys, "tally", str(judged), "--csv", str(judged))
    assert "review or another database" in trouble(capsys, "diff", X, Y, "--json", str(judged))
    assert graph.read_bytes() == Path(X).read_bytes()
    with Review.open(judged) as review:
        assert len(review.judged()) == 1


@pytest.mark.parametrize(
    "option", ["--vocabulary", "--texts", "--map-documents", "--json", "-o", "--gold", "--base"]
)
def test_a_variable_that_is_not_set_is_no_choice(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "but has no value. Add one." in trouble(capsys, "diff", X, Y, option, "")
    assert "The value of changed is empty" in trouble(capsys, "diff", X, "")


def test_missing_share_is_named_by_its_flag(capsys: pytest.CaptureFixture[str]) -> None:
    said = trouble(capsys, "tally", "r.coala", "--baseline-precision", "")
    assert "--baseline-precision needs a share such as 0.85, but has no value. Add one." in said


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (
            ["--kinds", "types", "--vocabulary", "nope.toml"],
            "--vocabulary, --kinds: this works when two graphs",
        ),
        (["--no-same-as"], "--no-same-as: this works when two graphs"),
        (["-o", "other.coala"], "--output: this works when two graphs"),
        (["--format-option", "brat-relation=Coref"], "--format-option: this works when two graphs"),
    ],
)
def test_a_review_that_is_there_takes_no_option_of_a_comparison(
    arguments: list[str], named: str, judged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert named in trouble(capsys, "review", str(judged), *arguments)
    assert named in trouble(capsys, "review", *arguments)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
def test_a_full_disk_is_one_line_and_the_device_stays_one() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "coala.cli", "diff", X, Y],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ended.returncode, ended.stderr.splitlines()) == (
        2,
        [
            b"coala: Could not write to standard output (No space left on device). Write to a file "
            b"instead, or try again."
        ],
    )
    assert run("diff", X, Y, "--json", "/dev/full").returncode == 2
    assert Path("/dev/full").is_char_device()


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.touch()
    link.symlink_to(target)
    main(["diff", X, Y, "--json", str(link)])
    assert link.is_symlink()
    assert json.loads(target.read_text(encoding="utf-8"))["format"] == "coala-diff/1"


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


def test_a_bag_that_is_not_in_the_review_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert "There is no bag 2. This review has bags 1 to 1." in trouble(capsys, "review", f"{path}#2")


@pytest.mark.parametrize("words", ["missing.coala", "missing.coala#2", "#2", ".#2"])
def test_a_review_that_is_missing_is_one_sentence(
    words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.chdir(tmp_path)
    assert f"{words}: no such review. Check the path." in trouble(capsys, "review", words)


def test_the_desktop_opens_at_the_bag_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])
    opened: list[tuple[Path | None, int | None, str]] = []

    def run_nothing(
        target: Path | None, *, bag: int | None, reviewer: str, column: str | None, preferences_path: Path
    ) -> int:
        assert column is None
        opened.append((target, bag, reviewer))
        return 0

    monkeypatch.setattr("coala.gui.run.run", run_nothing)
    assert main(["review", f"{path}#2"]) == 0
    assert main(["review", str(path), "--reviewer", " Ann  B"]) == 0
    assert opened == [(path, 1, ""), (path, None, "Ann B")]


def test_the_desktop_opens_a_board_at_the_column_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = tmp_path / "board.coala"
    put_board(path)
    opened: list[tuple[int | None, str | None]] = []

    def run_nothing(target: Path | None, *, bag: int | None, column: str | None, **_: object) -> int:
        opened.append((bag, column))
        return 0

    monkeypatch.setattr("coala.gui.run.run", run_nothing)
    assert main(["review", str(path)]) == 0
    assert main(["review", str(path), "--column", "titles"]) == 0
    assert main(["review", f"{path}#2", "--column", "without/names"]) == 0
    assert opened == [(None, None), (None, "without/titles"), (1, "without/names")]
    assert "this board has no column nobody" in trouble(capsys, "review", str(path), "--column", "nobody")
    assert "choose the column of the bag with --column" in trouble(capsys, "review", f"{path}#1")
    assert "--column works with a board" in trouble(capsys, "review", "--column", "x")


def test_invalid_reviewer_name_opens_no_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert "--reviewer needs a name" in trouble(capsys, "review", str(path), "--reviewer", "")
    assert "A reviewer needs a name" in trouble(capsys, "review", str(path), "--reviewer", " ")
    assert "at most 100 letters" in trouble(capsys, "review", str(path), "--reviewer", "x" * 101)


def test_a_sample_is_drawn_into_the_review_that_a_diff_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = tmp_path / "r.coala"
    folder = Path(X).parents[1] / "newswire"
    graphs = [str(folder / f"{name}.ttl") for name in ("baseline", "changed")]
    main(["diff", *graphs, "-o", str(review), "--sample", "12", "--seed", "4"])
    assert "a sample of 12 of 28 bags, drawn with seed 4" in capsys.readouterr().err
    main(["tally", str(review)])
    assert "A sample of 12 of 28 bags (seed 4): 0 answered." in capsys.readouterr().out


def test_a_second_sample_of_links_with_another_seed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(X).parents[1] / "newswire"
    graphs = [str(folder / f"{name}.ttl") for name in ("baseline", "changed")]
    command = ["diff", *graphs, "-o", str(tmp_path / "r.coala"), "--sample-links", "20"]
    for _ in range(2):
        assert main(command) == 1
        assert "20 links of both graphs to judge" in capsys.readouterr().err
    assert main([*command[:-1], "30", "--seed", "9"]) == 2
    assert (
        "r.coala: this review already has another sample of 20 links of both graphs"
        in capsys.readouterr().err
    )


def test_links_of_graphs_without_a_common_link_are_not_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / f"{name}.jsonl" for name in ("one", "two")]
    for path, clusters in zip(paths, ("[[[0, 1], [3, 4]]]", "[[[0, 1]], [[3, 4]]]"), strict=True):
        path.write_text(f'{{"doc_key": "d", "tokens": ["a", "b", "c", "d", "e"], "clusters": {clusters}}}\n')
    review = tmp_path / "r.coala"
    assert main(["diff", *map(str, paths), "-o", str(review), "--sample-links", "5"]) == 1
    assert "no links were drawn, since the graphs share no link." in capsys.readouterr().err
    main(["tally", str(review)])
    assert "drawn from the links of both graphs" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sample", "3"], "Add -o"),
        (["--seed", "3"], "Add --sample"),
        (["--sample", "0", "-o", "r.coala"], "at least one item"),
        (["--sample-links", "3"], "Add -o"),
        (["--sample-links", "0", "-o", "r.coala"], "at least one item"),
        (["--sample-links", "10001", "-o", "r.coala"], "at most 10,000"),
        (["--sample-links", "3", "-o", "r.coala", "--engine", "duckdb"], "does not work with --engine"),
        (["--sample", "x", "-o", "r.coala"], "not a whole number"),
        (["--sample", "-1", "-o", "r.coala"], "not a whole number"),
        (["--sample", "9" * 30, "-o", "r.coala"], "not a whole number"),
    ],
)
def test_a_sample_that_makes_no_sense_is_refused_before_anything_is_compared(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in trouble(capsys, "diff", "no-such-file.ttl", "neither.ttl", *words)


def test_diff_prints_all_metrics_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", X, Y, "--metrics", "all"])
    assert "B³ by class" in capsys.readouterr().out
    main(["diff", X, Y, "--metrics", "lea, muc"])
    printed = capsys.readouterr().out
    assert "LEA" in printed
    assert "CoNLL" not in printed
    assert "there is no metric 'blue'" in trouble(capsys, "diff", X, Y, "--metrics", "blue")
    assert "--metrics needs names of metrics" in trouble(capsys, "diff", X, Y, "--metrics", "")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["--json", "{folder}/d.json", "--verbose", "--strict", "--metrics", "all"], []),
        (["--match", "overlap", "--no-same-as"], ["--match", "overlap", "--no-same-as"]),
        (["--ignore-type", "A b", "--ignore-type", "C"], ["--ignore-type", "A b", "--ignore-type", "C"]),
        (["--format-option", "uima-chain=X"], ["--format-option", "uima-chain=X"]),
        (["--gold", Z], ["--gold", Z]),
    ],
)
def test_diff_advises_the_review_of_the_same_comparison(
    words: list[str], kept: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["diff", X, Y, *(word.format(folder=tmp_path) for word in words)])
    last = capsys.readouterr().out.splitlines()[-1]
    command = shlex.split(last.removeprefix("Judge them: "))
    assert command[:4] == ["coala", "review", X, Y]
    assert sorted(command[4:]) == sorted(kept)


def test_diff_advises_the_review_that_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a b.coala"
    main(["diff", X, Y, "--match", "overlap", "-o", str(path)])
    assert capsys.readouterr().out.endswith(f"\nJudge them: coala review '{path}'\n")


def test_diff_of_many_bags_proposes_a_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_MANY_BAGS", 2)
    pairs = [[2 * number, 2 * number + 1] for number in range(3)]
    together = write_numbered(tmp_path / "together.ttl", pairs)
    apart = write_numbered(tmp_path / "apart.ttl", [[place] for pair in pairs for place in pair])
    main(["diff", together, apart, "--metrics", "muc"])
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"Judge a random part: coala diff {together} {apart} --metrics muc -o r.coala --sample 40"
    )
    review = str(tmp_path / "r.coala")
    main(["diff", together, apart, "-o", review, "--sample", "40"])
    assert "random part" not in capsys.readouterr().out
