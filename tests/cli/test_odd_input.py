"""Input that is not what a command wants: one clear sentence each."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from coala.base.paths import user_folder
from coala.cli.commands import main
from coala.errors import CoalaError
from tests.cli.test_commands import X, Y, Z, run, trouble
from tests.support.reviews import a_bag, make_review


@pytest.fixture(autouse=True)
def offscreen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


@pytest.mark.parametrize("command", [("review", X), (X,)], ids=lambda words: words[0])
def test_what_is_no_graph_is_not_opened_in_a_window(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, empty, folder = tmp_path / "a.pdf", tmp_path / "empty.ttl", tmp_path / "folder"
    pdf.write_bytes(b"%PDF-1.4\n1 0 obj\n")
    empty.touch()
    folder.mkdir()
    for path in (pdf, empty, folder, make_review(tmp_path / "r.coala", [a_bag(0)])):
        assert f"{path}: " in trouble(capsys, *command, str(path))


def test_one_graph_alone_and_three_open_no_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, empty = tmp_path / "folder", tmp_path / "empty.coala"
    folder.mkdir()
    empty.touch()
    for path in (X, str(empty), str(folder)):
        for command in ([path], ["review", path]):
            assert f"{path}: " in trouble(capsys, *command)
    assert X not in trouble(capsys, X, Y, Z)


def test_the_same_file_twice_is_said_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "link.ttl"
    link.symlink_to(X)
    for words in (["diff", X, X, "--strict"], ["diff", X, str(link), "--strict"], ["score", X, X]):
        assert main(words) == 0
        printed = capsys.readouterr()
        assert printed.err.startswith(f"coala: {X} ")
        assert printed.err.count("\n") == 1
        assert "coala review" not in printed.out


def test_standard_input_is_one_graph_and_no_command_is_advised_for_it() -> None:
    ended = run("diff", "-", Y, input_=Path(X).read_bytes())
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert b"coala review" not in ended.stdout


def test_a_user_without_a_home_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    with pytest.raises(CoalaError):
        user_folder()
    trouble(capsys, "review")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    assert user_folder() == Path("/somewhere/coala")


class Screen(io.StringIO):
    """A terminal of 60 columns."""

    def isatty(self) -> bool:
        return True


def test_the_report_of_a_comparison_fits_into_60_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", screen)
    main(["diff", X, Y, "--gold", Z])
    printed = screen.getvalue().splitlines()
    assert len(printed) > 10
    assert [line for line in printed if len(line) > 60 and "coala review" not in line] == []
