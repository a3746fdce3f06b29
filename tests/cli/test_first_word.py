"""The first word of the command line: a command, a file, or a slip; and none at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.cli.parser import Parser, name_command
from tests.cli.test_commands import X, Y, trouble
from tests.support.reviews import a_bag, make_review


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """Return the files with which the window was opened, in place of the window."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    targets: list[Path | None] = []

    def run_nothing(target: Path | None, **_: object) -> int:
        targets.append(target)
        return 0

    monkeypatch.setattr("coala.gui.run.run", run_nothing)
    return targets


def list_commands(parser: Parser, prefix: str = "") -> list[str]:
    found = []
    for name, part in parser.parts.items():
        found += list_commands(part, f"{prefix}{name} ") if part.parts else [f"{prefix}{name}"]
    return found


def test_a_command_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("diff").touch()
    assert name_command(["diff", "a", "b"]) == ["diff", "a", "b"]
    assert name_command(["./diff", "b"]) == ["review", "./diff", "b"]


def test_two_graphs_are_compared_and_opened(
    opened: list[Path | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([X, Y]) == 0
    assert opened == [Path("X--Y.coala")]
    assert Path("X--Y.coala").is_file()


def test_a_review_is_opened_by_its_name_alone(opened: list[Path | None], tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    assert main([str(path)]) == 0
    assert main([f"{path}#1"]) == 0
    assert opened == [path, path]


def test_no_word_opens_the_start_page(opened: list[Path | None]) -> None:
    assert main([]) == 0
    assert opened == [None]


@pytest.mark.usefixtures("no_display")
def test_no_word_without_a_display_prints_the_short_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("usage: coala ")
    assert printed.err.count("\n") == 1


@pytest.mark.usefixtures("no_display")
def test_window_is_refused_without_a_display(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(make_review(tmp_path / "r.coala", [a_bag(0)]))
    said = {trouble(capsys, *words) for words in ((path,), (X, Y), ("review", X, Y))}
    assert len(said) == 1
    assert path not in said.pop()
