"""The README, whose every statement the program must fulfil."""

from __future__ import annotations

import builtins
import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, DIFFERENT, SAME, main
from coala.engine.compare import compare
from coala.gui.session.actions import SPECS
from coala.gui.system_libraries import CORE, X11
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.pages import list_options, read_blocks
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return read_blocks(README, language)


@pytest.fixture
def graphs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the current folder one with the two graphs that the README describes."""
    (turtle,) = blocks("turtle")
    mention, instance = re.findall(r'in `new.ttl`, "he" \(`(.*?)`\) means `(.*?)`', README)[0]
    changed, lines = re.subn(rf"(?m)^({mention} .* itsrdf:taIdentRef) \S+ \.$", rf"\1 {instance} .", turtle)
    assert lines == 1
    (tmp_path / "old.ttl").write_text(turtle, encoding="utf-8")
    (tmp_path / "new.ttl").write_text(changed, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the list of files for which a window would be opened."""
    opened: list[Path] = []

    def run(target: Path, **_: object) -> int:
        opened.append(target)
        return SAME

    monkeypatch.setattr("coala.gui.run.run", run)
    monkeypatch.setattr("coala.gui.system_libraries.check_x11", lambda: None)
    monkeypatch.setattr("coala.cli.terminal.has_display", lambda: True)
    return opened


def test_mention_chain_and_bag_have_a_sentence_each_in_one_place_before_the_keys() -> None:
    (place,) = [line for line in README.splitlines() if "*mention*" in line]
    assert re.findall(r"A \*(\w+)\* is [^.]*\.", place) == ["mention", "chain", "bag"]
    assert README.index(place) < README.index("| key |")


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 80


def test_turtle_example_has_two_instances_with_three_mentions(graphs: Path) -> None:
    summary = compare("old.ttl", "old.ttl").summary
    assert (summary.baseline.instances, summary.baseline.mentions, summary.notices) == (2, 3, ())


def test_diff_of_the_turtle_example_says_what_the_readme_says(
    graphs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (sentence,) = re.findall(r"`coala diff` says `(.*)`:", README)
    assert main(["diff", "old.ttl", "new.ttl"]) == DIFFERENT
    printed = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert ["1", sentence] in printed


def test_the_commands_compare_open_and_count_the_two_graphs(graphs: Path, opened: list[Path]) -> None:
    lines = [shlex.split(line, comments=True) for line in blocks("sh")[1].splitlines()]
    assert [line[0] for line in lines] == ["coala"] * 3
    assert [main(line[1:]) for line in lines] == [DIFFERENT, SAME, SAME]
    assert opened == [Path("r.coala")]


def test_two_files_alone_are_compared_and_opened(graphs: Path, opened: list[Path]) -> None:
    (command,) = re.findall(r"`coala (old.ttl new.ttl)` compares", README)
    assert main(command.split()) == SAME
    assert len(opened) == 1


def test_the_figures_of_the_sample_are_those_of_its_comparison() -> None:
    texts, interesting, total = re.findall(r"(\d+) news texts, in which (\d+) of (\d+) bags differ", README)[
        0
    ]
    newswire = ROOT / "sample_graphs" / "newswire"
    summary = compare(str(newswire / "baseline.ttl"), str(newswire / "changed.ttl")).summary
    assert (summary.interesting, summary.bags) == (int(interesting), int(total))
    assert summary.baseline.documents == int(texts)


def test_the_lock_checks_a_graph_against_the_review(graphs: Path) -> None:
    (command,) = re.findall(r"- coala (check .*)", blocks("yaml")[0])
    main(["diff", "old.ttl", "new.ttl", "-o", "r.coala"])
    with Review.open(Path("r.coala"), reviewer="Ann") as review:
        review.judge(0, State(Verdict.BETTER))
    assert main(command.split()) == SAME
    assert "<testsuite" in Path("lock.xml").read_text(encoding="utf-8")


def test_the_python_example_prints_what_its_comment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks("python")
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(builtins.compile(code, "README.md", "exec"), {})
    assert printed.getvalue().strip() == re.search(r"print\(bag\.title\)  # (.*)", code)[1]  # type: ignore[index]


def test_every_command_and_option_is_one_of_the_program() -> None:
    shown = "\n".join((*blocks("sh"), *blocks("yaml")))
    words = [line.split() for line in re.findall(r"coala ([a-z-]+(?: [^\n#]*)?)", shown)]
    assert len(words) >= 5
    assert {command for command, *_ in words} <= set(COMMANDS)
    for command, *rest in words:
        options = {word for word in rest if word.startswith("-")}
        assert options <= list_options(command), command


def test_every_key_is_the_key_of_an_action() -> None:
    table = README.split("| key | does |")[1].split("\n\n")[0]
    named = re.findall(r"`([^`]+)`", table)
    known = {key for spec in SPECS for key in spec.keys}
    assert len(named) == 8
    assert [key for key in named if key not in known] == []


def test_the_demo_and_the_test_command_are_those_of_the_makefile_and_ci() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    targets = re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    named = re.findall(r"`make ([a-z]+)`", README)
    assert {"demo", "test", "check"} <= set(named) <= set(targets)


def test_every_system_package_that_a_window_needs_is_named() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"sudo apt install ([^`]*)```", page)
    assert command.replace("\\\n", "").split() == sorted({*CORE.values(), *X11.values()})
