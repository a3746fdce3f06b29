"""The README says nothing that the program does not do."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, main
from coala.engine.compare import compare
from coala.gui.session.actions import SPECS
from coala.gui.system_libraries import CORE, X11
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.board_files import put_board
from tests.support.paths import ROOT
from tests.support.reviews import a_bag, make_review

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
    """Each command of the table, and its row."""
    table = README.split("| command | does |")[1].split("\n\n")[0]
    return {name: row for row in table.splitlines() for name in re.findall(r"`coala ([\w-]+)", row)}


def test_the_table_has_every_command_and_no_other() -> None:
    assert set(rows_of_commands()) == set(COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_beside_a_command_is_one_of_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
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


DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_option_and_link_of_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"`(--[a-z][a-z-]+)", text)) <= options_in_help()
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", text)
    local = [(page.parent / link if link else page, part) for link, part in links if "://" not in link]
    assert [link for link, _ in local if not link.exists()] == []
    assert [(link.name, part) for link, part in local if part and part not in anchors_of(link)] == []


@cache
def options_in_help() -> set[str]:
    """Return the long options that the help of the commands names."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for command in COMMANDS:
            with pytest.raises(SystemExit):
                main([command, "--help"])
    return set(re.findall(r"--[a-z][a-z-]+", printed.getvalue()))


def anchors_of(page: Path) -> set[str]:
    """Return what a link to a heading of a page may end with."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_decision_is_in_the_list_under_its_own_title() -> None:
    folder = DOCS / "decisions"
    listed = re.findall(r"- \[(\d{3}) (.*)\]\((.*)\)", (folder / "README.md").read_text(encoding="utf-8"))
    titles = {page.name: page.read_text(encoding="utf-8").splitlines()[0] for page in folder.glob("0*.md")}
    assert {file: f"# {int(number)}. {title}" for number, title, file in listed} == titles
    assert all(file.startswith(f"{number}-") for number, _, file in listed)


class TestThePageOfTheReviewFile:
    PAGE = (DOCS / "review-file.md").read_text(encoding="utf-8")

    @pytest.fixture(params=["review", "board"])
    def connection(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sqlite3.Connection]:
        if request.param == "board":
            path, column = tmp_path / "b.coala", "without/names"
            put_board(path)
        else:
            path, column = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)]), None
        with Review.open(path, reviewer="Ann", column=column) as review:
            review.judge(0, State(Verdict.BETTER))
        with closing(sqlite3.connect(path)) as connection:
            yield connection

    def test_it_has_every_table_with_every_column_and_no_other(self, connection: sqlite3.Connection) -> None:
        documented: dict[str, list[str]] = {}
        for heading, part in re.findall(r"^##+ `(\w+)`:.*\n((?:(?!##).*\n)*)", self.PAGE, re.MULTILINE):
            table = part.partition("| column | holds |\n| --- | --- |\n")[2].partition("\n\n")[0]
            first = [row.split("|")[1] for row in table.splitlines()]
            columns = [name for cell in first for name in re.findall(r"`(\w+)`", cell)]
            documented[heading] = columns
        tables = self.tables(connection)
        for name in tables:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            assert documented[name] == columns, name
        assert "variant" not in tables or tables == documented.keys()

    def test_its_queries_find_the_bags_and_the_verdict(self, connection: sqlite3.Connection) -> None:
        listed, judged = re.findall(r"```sql\n(.*?)```", self.PAGE, re.DOTALL)
        (count,) = connection.execute("SELECT count(*) FROM bag").fetchone()
        assert [row[0] for row in connection.execute(listed)] == [*range(1, count + 1)]
        (row,) = connection.execute(judged).fetchall()
        assert row[:3] == (1, "Ann", "+")

    def tables(self, connection: sqlite3.Connection) -> set[str]:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}

    def test_its_code_prints_the_title_and_the_words_of_a_bag(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (code,) = re.findall(r"```python\n(.*?)```", self.PAGE, re.DOTALL)
        make_review(tmp_path / "r.coala", [a_bag(0)])
        monkeypatch.chdir(tmp_path)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "review-file.md", "exec"), {})
        assert printed.getvalue() == f"{a_bag(0).title} {list(a_bag(0).words)}\n"

    def test_it_names_the_version_of_a_new_file(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        assert f"`PRAGMA application_id` is {application} " in self.PAGE
        kind = "board" if "variant" in self.tables(connection) else "review"
        assert re.search(rf"\b{version} for a \W?{kind}", self.PAGE)


def test_the_example_of_what_is_compared_has_the_bags_that_its_comment_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"```sh\ncoala (.*)\n```", text)
    interesting, total = re.findall(r"\d+", line.partition("#")[2])
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(line, comments=True)) == 1
    assert f"{total} bags, {interesting} of them interesting" in capsys.readouterr().out


def test_every_system_package_that_a_window_needs_is_named() -> None:
    (command,) = re.findall(r"sudo apt install ([^`]*)```", README)
    assert command.replace("\\\n", "").split() == sorted({*CORE.values(), *X11.values()})
