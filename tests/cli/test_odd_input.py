"""Input that is not what a command wants: one clear sentence each."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from coala.base.paths import user_folder
from coala.cli import terminal
from coala.cli.commands import main
from coala.errors import CoalaError
from tests.cli.test_commands import X, Y, Z, run, trouble
from tests.support.reviews import a_bag, make_review

COMPARISONS = [("diff", X), ("score", X), ("agree", X), ("lint",), ("review", X), (X,)]


@pytest.fixture(autouse=True)
def offscreen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


@pytest.mark.parametrize("command", COMPARISONS, ids=lambda words: words[0])
def test_a_pdf_an_empty_file_and_a_folder_are_no_graphs(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, empty, folder = tmp_path / "a.pdf", tmp_path / "empty.ttl", tmp_path / "folder"
    pdf.write_bytes(b"%PDF-1.4\n1 0 obj\n")
    empty.touch()
    folder.mkdir()
    assert f"{pdf}: this is a PDF" in trouble(capsys, *command, str(pdf))
    assert f"{empty}: this graph is empty" in trouble(capsys, *command, str(empty))
    assert f"{folder}: this folder has no visible files" in trouble(capsys, *command, str(folder))


@pytest.mark.parametrize("command", [*COMPARISONS[:2], *COMPARISONS[3:]], ids=lambda words: words[0])
def test_a_review_where_a_graph_belongs_is_named(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert f"{path}: this is a review, not a graph" in trouble(capsys, *command, str(path))


def test_a_review_where_the_plan_of_a_board_belongs_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert f"{path}: this is a review, not a plan of a board" in trouble(capsys, "board", str(path))


@pytest.mark.parametrize(
    "command", [("tally",), ("file", "check"), ("file", "reveal"), ("check", X, "--against")]
)
def test_a_graph_where_a_review_belongs_is_named(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"{Y}: this is not a COALA review file" in trouble(capsys, *command, Y)


def test_one_graph_alone_opens_no_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, empty = tmp_path / "folder", tmp_path / "empty.coala"
    folder.mkdir()
    empty.touch()
    assert "this is not a file. Give the file of a review." in trouble(capsys, str(folder))
    for path in (X, str(empty)):
        for command in ([path], ["review", path]):
            assert trouble(capsys, *command) == (
                f"coala: {path}: this is not a review (.coala). To compare two graphs, give both: coala "
                "BASELINE CHANGED"
            )


def test_more_than_two_graphs_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert trouble(capsys, X, Y, Z) == "coala: Give two graphs or one review file, not more."


def test_the_same_file_twice_is_said_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "link.ttl"
    link.symlink_to(X)
    for other in (X, str(link)):
        assert main(["diff", X, other, "--strict"]) == 0
        printed = capsys.readouterr()
        assert printed.err == (
            f"coala: {X} is both the baseline and the changed graph, so they cannot differ.\n"
        )
        assert printed.out.startswith("None of 2 bags differs")
        assert "Judge them" not in printed.out
    assert main(["score", X, X]) == 0
    assert "is both the key and the response" in capsys.readouterr().err


def test_standard_input_is_one_graph_and_no_command_is_advised_for_it() -> None:
    ended = run("diff", "-", Y, input_=Path(X).read_bytes())
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert b"Judge them" not in ended.stdout
    ended = run("diff", "-", "-", input_=Path(X).read_bytes())
    assert (ended.returncode, ended.stderr.count(b"\n")) == (2, 1)
    assert b"Only one graph can come from standard input" in ended.stderr


def test_a_user_without_a_home_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    with pytest.raises(CoalaError, match="no home folder"):
        user_folder()
    assert "You have no home folder" in trouble(capsys, "review")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    assert user_folder() == Path("/somewhere/coala")


class Screen(io.StringIO):
    """A terminal of 60 columns."""

    def isatty(self) -> bool:
        return True


def print_on_screen(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    screen = Screen()
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", screen)
    terminal.print_lines(lines)
    return screen.getvalue().splitlines()


def test_sentences_and_titles_are_cut_between_words_on_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        "28 of 201 bags differ (13.9 %). They hold 54.2 % of the mentions; the largest has 48.",
        "   2  Kittiwake Pilots’ Association joined with Kellan Port Authority, and 8 more",
    ]
    assert print_on_screen(lines, monkeypatch) == [
        "28 of 201 bags differ (13.9 %). They hold 54.2 % of the",
        "mentions; the largest has 48.",
        "   2  Kittiwake Pilots’ Association joined with Kellan Port",
        "      Authority, and 8 more",
    ]


def test_tables_and_commands_stay_whole_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        f"Judge them: coala review {'a' * 30} {'b' * 30}",
        f"  MUC  {'0.5000  ' * 10}".rstrip(),
    ]
    assert print_on_screen(lines, monkeypatch) == lines


def test_the_report_of_a_comparison_fits_into_60_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ([X, Y], [X, Y, "--gold", Z]):
        main(["diff", *words])
        printed = print_on_screen(capsys.readouterr().out.splitlines(), monkeypatch)
        monkeypatch.undo()
        assert [line for line in printed if len(line) > 60 and "coala review" not in line] == []
