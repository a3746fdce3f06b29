"""``coala board``: exit statuses, outputs, and one line for every error."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.review.board.board_file import read_board
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.pages import read_page
from tests.support.paths import SAMPLES

X, Y, Z = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XYZ")


def trouble(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the only line on standard error of a board that cannot be made."""
    capsys.readouterr()
    assert main(["board", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return line.removeprefix("coala: ")


def written(folder: Path, text: str) -> str:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def board_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    main(["board", *arguments, "--json", "-"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_words_and_a_file_make_the_same_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    toml = f'gold = "{Z}"\nfull = "{X}"\n[[variant]]\nname = "a"\nwithout = "{Y}"\n'
    by_file = board_json(capsys, written(tmp_path, toml))
    by_words = board_json(capsys, "--gold", Z, "--full", X, f"a={Y}")
    assert by_file == by_words
    assert [column["component"] for column in by_file["columns"]] == ["a"]


def test_versions_in_order_and_a_file_of_steps_make_the_same_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = "".join(f'[[variant]]\nname = "{name}"\nstep = "{path}"\n' for name, path in (("Y", Y), ("Z", Z)))
    by_file = board_json(capsys, written(tmp_path, f'nothing = "{X}"\nfull = "{Z}"\n{steps}'))
    assert by_file == board_json(capsys, "--steps", X, Y, Z)
    assert [column["baseline"] for column in by_file["columns"]] == [X, Y]


def test_steps_without_a_graph_before_them_are_warned_about(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = written(tmp_path, f'full = "{Y}"\n[[variant]]\nname = "only"\nstep = "{Y}"\n')
    assert main(["board", board, "--mode", "step"]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert ", only," in line


def test_board_exits_with_1_if_graphs_diverge_else_0() -> None:
    assert main(["board", "--full", X, f"a={Y}"]) == 1
    assert main(["board", "--full", X, f"a={X}"]) == 0


def test_below_the_target_is_all_that_fails_where_that_is_asked_for() -> None:
    # Of the one link that Z adds to those of Y none is right.
    words = ["board", "--gold", X, "--full", Z, f"a={Y}", "--fail-below-target", "--target-precision"]
    assert main([*words, "0"]) == 0
    assert main([*words, "0.01"]) == 1


def test_one_column_has_the_bags_and_scores_of_a_diff(capsys: pytest.CaptureFixture[str]) -> None:
    (column,) = board_json(capsys, "--gold", Z, "--full", X, f"a={Y}", "--metrics", "all")["columns"]
    main(["diff", Y, X, "--gold", Z, "--json", "-"])
    diff = json.loads(capsys.readouterr().out)
    assert column["scores"] == {"before": diff["scores"]["baseline"], "after": diff["scores"]["changed"]}
    assert column["bags"] == {name: diff["bags"][name] for name in ("total", "interesting")}
    assert [(bag["fingerprint"], bag["shares"]) for bag in column["interesting_bags"]] == [
        (bag["fingerprint"], bag["shares"]) for bag in diff["interesting_bags"]
    ]


def test_options_of_comparing_hold_for_all_graphs(capsys: pytest.CaptureFixture[str]) -> None:
    usual = board_json(capsys, "--full", X, f"a={Z}")
    moved = board_json(capsys, "--full", X, f"a={Z}", "--kinds", "types")
    assert usual["columns"][0]["bags"]["interesting"] == 1
    assert moved["columns"][0]["bags"]["interesting"] == 0
    assert moved["settings"]["kinds"] == "types"


def test_a_mode_shows_its_role_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    toml = f'full = "{X}"\n[[variant]]\nname = "a"\nwithout = "{Y}"\nstep = "{Z}"\n'
    path = written(tmp_path, toml)
    assert [column["role"] for column in board_json(capsys, path)["columns"]] == ["without", "step"]
    (column,) = board_json(capsys, path, "--mode", "step")["columns"]
    assert column["role"] == "step"
    assert "'only'" in trouble(capsys, path, "--mode", "only")


def test_board_of_a_missing_graph_names_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, f'full = "{X}"\n[[variant]]\nname = "a"\nwithout = "gone.ttl"\n')
    assert trouble(capsys, path).startswith(f"{tmp_path / 'gone.ttl'}: ")


def test_graphs_that_share_nothing_name_the_component(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.ttl"
    other.write_text(Path(X).read_text(encoding="utf-8").replace("example.org", "elsewhere.org"))
    assert "strange" in trouble(capsys, "--full", X, f"same={Y}", f"strange={other}")


def test_a_board_goes_into_a_review_file_which_is_renewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "b.coala"
    assert main(["board", "--full", X, f"a={Y}", f"b={Z}", "-o", str(path)]) == 1
    assert [column.name for column in read_board(path).board.columns] == ["a", "b"]
    with Review.open(path, reviewer="Ann", column="b") as review:
        review.judge(0, State(Verdict.BETTER))
    gone = set(read_board(path).questions)
    capsys.readouterr()
    assert main(["board", "--full", X, f"a={Y}", "-o", str(path)]) == 1
    assert [column.name for column in read_board(path).board.columns] == ["a"]
    gone -= set(read_board(path).questions)
    assert re.findall(r"\b\d+\b", capsys.readouterr().err.rpartition(": ")[2]) == ["0", str(len(gone)), "0"]


def test_verdicts_of_another_review_are_taken_over_where_a_bag_is_the_same(tmp_path: Path) -> None:
    old, new = tmp_path / "r.coala", tmp_path / "b.coala"
    main(["diff", Y, X, "-o", str(old)])
    with Review.open(old) as review:
        review.judge(0, State(Verdict.BETTER))
    assert main(["board", "--full", X, f"a={Y}", "-o", str(new), "--verdicts", str(old)]) == 1
    with Review.open(new, column="a") as review:
        state = review.state(review.entries[0].fingerprint)
    assert (state.verdict, state.source) == (Verdict.BETTER, "r.coala")


def test_no_output_replaces_what_the_board_reads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    graph = tmp_path / "y.ttl"
    graph.write_bytes(Path(Y).read_bytes())
    path = written(tmp_path, f'full = "{X}"\n[[variant]]\nname = "a"\nwithout = "y.ttl"\n')
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for output in (str(graph), path):
        assert trouble(capsys, path, "--json", output).startswith(f"{output}: ")
        assert trouble(capsys, path, "--csv", output).startswith(f"{output}: ")
    trouble(capsys, "--full", X, f"a={graph}", "--csv", str(graph))
    trouble(capsys, "--full", str(graph), f"a={Y}", "--csv", str(graph))
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_no_output_replaces_what_is_redirected_to_standard_input(tmp_path: Path) -> None:
    graph = tmp_path / "y.ttl"
    graph.write_bytes(Path(Y).read_bytes())
    command = [sys.executable, "-m", "coala.cli", "board", "--full", X, "a=-", "--json", str(graph)]
    with graph.open("rb") as stream:
        ended = subprocess.run(command, stdin=stream, capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"coala: {graph}: ")
    assert graph.read_bytes() == Path(Y).read_bytes()


def test_report_is_printed_as_latex_or_markdown_in_place_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["board", "--gold", X, "--full", Z, f"a_b={Y}"]
    printed = []
    for option in ("--latex", "--markdown"):
        capsys.readouterr()
        assert main([*words, option, "-"]) == 1
        printed.append(capsys.readouterr().out)
    latex, markdown = printed
    assert latex.count("\na\\_b & ") == markdown.count("\n| a\\_b | ") == 1
    assert "\n  component" not in latex + markdown
    assert "--latex" in trouble(capsys, *words[1:], "--csv", "-", "--latex", "-")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the board.toml of the sample's resolver."""
    folder = tmp_path_factory.mktemp("board")
    script = SAMPLES / "newswire" / "resolve.py"
    subprocess.run([sys.executable, "-B", str(script), "--board", str(folder)], check=True)
    return folder / "board.toml"


def test_the_page_shows_what_the_command_prints(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = read_page("how-to/which-component-pays.md")
    shown = re.findall(r"```\n(.*?)```", page.partition("## Read the result")[2], re.DOTALL)[0].splitlines()
    capsys.readouterr()
    assert main(["board", str(sample), "--mode", "without", "--fail-below-target"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(shown) > 20
    assert [line for line in shown if line not in printed] == []
