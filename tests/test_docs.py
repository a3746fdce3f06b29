"""The pages of the documentation say nothing that the program does not do."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import COMMANDS, main
from coala.model.bag import Verdict
from coala.present import blocks, figures
from coala.present.printers.latex import print_latex
from coala.present.printers.markdown import print_markdown
from coala.present.printers.tables import join_tables, print_csv
from coala.present.printers.text import print_text
from coala.review.file import Review
from coala.verdicts.state import State
from docs import tables
from tests.support.board_files import put_board
from tests.support.pages import (
    DOCS,
    PAGES,
    anchors_of,
    list_options,
    read_blocks,
    read_page,
    without_blocks,
)
from tests.support.paths import ROOT, SHARED, needs_shared
from tests.support.reviews import a_bag, make_review

TASKS = [page for page in PAGES if page.parent.name != "decisions"]


def name_page(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", without_blocks(page.read_text(encoding="utf-8")))
    local = [(page.parent / link if link else page, part) for link, part in links if "://" not in link]
    assert [link for link, _ in local if not link.exists()] == []
    assert [(link.name, part) for link, part in local if part and part not in anchors_of(link)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_every_option_of_a_page_is_one_of_a_command(page: Path) -> None:
    named = set(re.findall(r"`(--[a-z][a-z-]+)", page.read_text(encoding="utf-8")))
    assert named <= list_options()


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_the_tables_that_the_program_knows_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == tables.with_tables(text), "run: make tables"


def test_every_table_that_is_generated_is_on_one_page() -> None:
    marks = [
        mark for page in PAGES for mark in re.findall(r"<!-- table: ([\w-]+) -->", page.read_text("utf-8"))
    ]
    assert sorted(marks) == sorted(tables.TABLES)


def test_every_decision_is_in_the_list_under_its_own_title() -> None:
    folder = DOCS / "decisions"
    listed = re.findall(r"- \[(\d{3}) (.*)\]\((.*)\)", (folder / "README.md").read_text(encoding="utf-8"))
    titles = {page.name: page.read_text(encoding="utf-8").splitlines()[0] for page in folder.glob("0*.md")}
    assert {file: f"# {int(number)}. {title}" for number, title, file in listed} == titles
    assert all(file.startswith(f"{number}-") for number, _, file in listed)


@pytest.mark.skipif(
    find_spec("material") is None, reason="mkdocs-material is not installed: pip install .[docs]"
)
def test_the_site_is_built_without_a_broken_link_and_fetches_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", ".github/mkdocs.yml"]
    built = subprocess.run(
        [*command, "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    html = [page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html")]
    assert len(html) > len(PAGES)
    assert [
        tag for page in html for tag in re.findall(r"<(?:script|link|img)[^>]*=.?https?://[^>]*>", page)
    ] == []


def test_the_navigation_of_the_site_has_every_page() -> None:
    listed = re.findall(r"[\w/-]+\.md", (ROOT / ".github" / "mkdocs.yml").read_text(encoding="utf-8"))
    assert {name_page(page) for page in TASKS} - set(listed) == set()


class TestThePageOfTheReviewFile:
    PAGE = "\n\n".join(map(read_page, ("reference/review-file.md", "reference/board-file.md")))

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
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (line,) = re.findall(r"```sh\ncoala (.*)\n```", read_page("reference/comparing.md"))
    interesting, total = re.findall(r"\d+", line.partition("#")[2])
    monkeypatch.chdir(ROOT)
    target = tmp_path / "diff.json"
    assert main([*shlex.split(line, comments=True), "--json", str(target)]) == 1
    bags = json.loads(target.read_text(encoding="utf-8"))["bags"]
    assert (bags["interesting"], bags["total"]) == (int(interesting), int(total))


@needs_shared
def test_the_tables_for_a_paper_are_those_that_the_program_writes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = read_page("how-to/tables-for-a-paper.md")
    (latex,) = read_blocks(text, "latex")
    systems = ("lemma-delta.ttl", "feature0.ttl", "feature0-kmeans.ttl")
    monkeypatch.chdir(SHARED / "data" / "ecbplus")
    for flag, shown in (("--latex", latex), ("--markdown", re.findall(r"(?:^\|.*\n)+", text, re.M)[0])):
        assert main(["score", "gold.ttl", *systems, "--metrics", "b_cubed", flag, "-"]) == 0
        assert without_draws(shown.strip()) in without_draws(capsys.readouterr().out)


def without_draws(text: str) -> str:
    """Return tables without the ends of intervals and p, which other versions of numpy draw otherwise."""
    return re.sub(r"\S+ to \S+|(?<!\d)(?:\.\d+\*?|1)(?= [&|\\])", "…", text)


def test_the_example_of_a_result_is_printed_in_all_ways() -> None:
    (code,) = (block for block in read_blocks(read_page("extending.md"), "python") if "report_sizes" in block)
    names: dict[str, Any] = {**vars(blocks), **vars(figures), "Mapping": Mapping, "Sequence": Sequence}
    exec(code, names)
    report = names["report_sizes"]({"a_b.ttl": [1, 1, 5], "c.ttl": [2]})
    assert "  a_b.ttl       3    .667" in print_text(report.list_blocks())
    assert "a\\_b.ttl & 3 & .667 \\\\\n" in "".join(print_latex(report.blocks))
    assert "| a\\_b.ttl | 3 | .667 |\n" in "".join(print_markdown(report.blocks))
    assert list(print_csv(join_tables(report)))[1:] == [f'"a_b.ttl",3,{2 / 3}\r\n', '"c.ttl",1,0.0\r\n']


@pytest.mark.parametrize("page", TASKS, ids=name_page)
def test_a_page_is_short_and_has_an_example_on_its_first_screen(page: Path) -> None:
    text = tables.without_tables(page.read_text(encoding="utf-8"))
    assert len(without_blocks(text).split()) < 1000
    start = text[: text.find("\n## ") if "\n## " in text else len(text)]
    assert page.name in ABOUT_CODE or "```" in start or "![" in start or "| " in start


ABOUT_CODE = {"architecture.md", "extending.md", "non-goals.md", "words.md"}
"""Pages about the program itself, which need no example."""


@pytest.mark.parametrize("page", TASKS, ids=name_page)
def test_every_command_of_a_page_is_one_of_the_program(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    code = "\n".join((*read_blocks(text, "sh"), *re.findall(r"`(coala [^`]+)`", without_blocks(text))))
    lines = [line.split()[1:] for line in code.splitlines() if re.match(r"coala [a-z]+( |$)", line)]
    named = {" ".join(words[:2] if words[0] in ("file", "list") else words[:1]) for words in lines}
    assert named <= set(COMMANDS)


class TestThePageOfJson:
    """The keys of each document are those that the command writes."""

    @pytest.mark.parametrize(
        "command",
        [
            "diff X Z",
            "score X Z",
            "lint X Z",
            "agree X Z",
            "agree R",
            "tally R",
            "check Z --against R",
            "board B",
        ],
    )
    def test_the_keys_of_a_document_are_listed(self, command: str, tmp_path: Path) -> None:
        put = {name: str(ROOT / "sample_graphs" / "paper" / f"{name}.ttl") for name in ("X", "Z")}
        put |= {"R": str(tmp_path / "r.coala"), "B": str(tmp_path / "board.toml")}
        main(["diff", put["X"], put["Z"], "-o", put["R"]])
        for reviewer in ("Ann", "Ben"):
            with Review.open(Path(put["R"]), reviewer=reviewer) as review:
                review.judge(0, State(Verdict.BETTER))
        plan = f"full = '{put['X']}'\n[[variant]]\nname = 'x'\nwithout = '{put['Z']}'\n"
        Path(put["B"]).write_text(plan, encoding="utf-8")
        target = tmp_path / "out.json"
        main([*(put.get(word, word) for word in command.split()), "--json", str(target)])
        document = json.loads(target.read_text(encoding="utf-8"))
        name = document.pop("format")
        row = re.search(rf"(?m)^\| `{name}` \| .*? \| (.*) \|$", read_page("reference/json.md"))
        assert row is not None
        assert re.findall(r"`(\w+)`", row[1]) == list(document)
