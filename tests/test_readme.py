"""The README, whose every statement the program must fulfil."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, main
from coala.engine.compare import compare
from coala.gui.session.actions import SPECS
from coala.gui.system_libraries import CORE, X11
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_turtle_example_is_read_as_one_instance_with_two_mentions(tmp_path: Path) -> None:
    (turtle,) = blocks("turtle")
    graph = tmp_path / "example.ttl"
    graph.write_text(turtle, encoding="utf-8")
    summary = compare(str(graph), str(graph)).summary
    assert (summary.baseline.instances, summary.baseline.mentions, summary.notices) == (1, 2, ())


def test_the_python_example_prints_what_its_comment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks("python")
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().strip() == re.search(r"print\(bag\.title\)  # (.*)", code)[1]  # type: ignore[index]


def rows_of_commands() -> dict[str, str]:
    """Return each command of the table, and its row."""
    table = README.split("| command | does |")[1].split("\n\n")[0]
    return {name: row for row in table.splitlines() for name in re.findall(r"`coala ([\w-]+)", row)}


def test_the_table_has_every_command_and_no_other() -> None:
    assert set(rows_of_commands()) == set(COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_in_the_row_of_a_command_exists(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    spans = re.findall(r"`([^`]+)`", rows_of_commands()[command])
    examples = [line for line in blocks("sh")[-1].splitlines() if line.startswith(f"coala {command} ")]
    words = [word for words in (*spans, *examples) for word in shlex.split(words, comments=True)]
    known = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", capsys.readouterr().out))
    assert {word for word in words if word.startswith("-")} <= known


def test_every_key_is_the_key_of_an_action() -> None:
    table = README.split("| key | does |")[1].split("\n\n")[0]
    named = re.findall(r"`([^`]+)`", table)
    known = {key for spec in SPECS for key in spec.keys} | {"Ctrl+Enter", "Esc"}
    assert len(named) >= 16
    assert [key for key in named if key not in known] == []


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    local = [link for link in links if not link.startswith("https://")]
    assert [link for link in local if not (ROOT / link).exists()] == []


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test " in blocks("sh")[0]


def test_every_system_package_that_a_window_needs_is_named() -> None:
    page = (DOCS / "install.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"sudo apt install ([^`]*)```", page)
    assert command.replace("\\\n", "").split() == sorted({*CORE.values(), *X11.values()})
