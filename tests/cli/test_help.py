"""Help on one screen, all of it by --help-all, and what is written from the same parser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, main
from docs.man_page import main as write_page
from docs.man_page import write_man_page


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_commands_fit_on_one_screen(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = help_of(capsys, "--help").splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 60
    assert [line for line in lines if line.endswith(":")] == ["compare:", "judge:", "prepare:", "more:"]
    assert {command.split()[0] for command in COMMANDS} <= {line.split()[0] for line in lines if line}


def test_help_has_a_dozen_options_and_help_all_has_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    short, full = help_of(capsys, "diff", "--help"), help_of(capsys, "diff", "--help-all")
    assert short.endswith("\n\nMore options: coala diff --help-all\n")
    options = [line for line in short.splitlines() if line.startswith("  -")]
    assert 10 <= len(options) <= 16
    assert all(line in full for line in options)
    assert "--format-option" not in short
    for title in ("reading:", "formats:", "samples:", "keys of --format-option:"):
        assert title in full.splitlines()
        assert title not in short.splitlines()


def test_a_command_with_few_options_names_no_further_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--help-all" not in help_of(capsys, "tally", "--help")
    assert help_of(capsys, "tally", "--help") == help_of(capsys, "tally", "--help-all")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_is_as_narrow_as_the_terminal(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = help_of(capsys, *command.split(), "--help-all").splitlines()
    # Choices are one word.
    assert [line for line in lines if len(line) > 60 and not {",", "|"} & set(line)] == []


def test_the_man_page_has_every_command_and_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = write_man_page()
    for command in COMMANDS:
        assert f".SS coala {command}\n" in page
    full = help_of(capsys, "diff", "--help-all")
    for line in full.splitlines():
        if line.startswith("  --"):
            assert line.split()[0].replace("-", "\\-") in page
    assert "\\fBuima\\-chain=TYPE\\fR" in page
    write_page(str(tmp_path / "new" / "coala.1"))
    assert (tmp_path / "new" / "coala.1").read_text(encoding="utf-8") == page


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff to read the page")
def test_the_man_page_is_read_without_a_warning(tmp_path: Path) -> None:
    write_page(str(tmp_path / "coala.1"))
    ended = subprocess.run(
        ["groff", "-k", "-man", "-Tutf8", "-ww", str(tmp_path / "coala.1")], capture_output=True, check=True
    )
    assert ended.stderr == b""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["fi"], ["file"]),
        (["file", "re"], ["repair", "reveal"]),
        (["diff", "a", "b", "--sam"], ["--sample", "--sample-links"]),
        (["diff", "a", "b", "--match", ""], ["exact", "min", "head", "overlap"]),
        (["diff", "x.t"], ["x.ttl"]),
        (["list", "completion", ""], ["bash", "zsh", "tcsh"]),
    ],
)
def test_bash_completes_commands_options_and_files(
    words: list[str], completed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", "completion", "bash"]) == 0
    (tmp_path / "coala.bash").write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / "x.ttl").touch()
    program = (
        'source ./coala.bash; COMP_WORDS=(coala "$@"); COMP_CWORD=$#; _shtab_coala; echo "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(
        ["bash", "--norc", "-c", program, "bash", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.split() == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_is_written_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "completion", shell]) == 0
    assert "reveal" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--help"], ["diff", "--help-all"], ["list", "formats"]])
def test_nothing_is_coloured_where_no_color_is_set(words: list[str]) -> None:
    environment = os.environ | {"NO_COLOR": "1", "FORCE_COLOR": "1"}
    ended = subprocess.run(
        [sys.executable, "-m", "coala.cli", *words], env=environment, capture_output=True, check=True
    )
    assert b"\x1b" not in ended.stdout
