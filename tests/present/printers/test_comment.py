"""Comments on pull requests, rendered as GitHub does, and the commands of its workflows."""

from __future__ import annotations

import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from coala.cli.commands import main
from coala.model.bag import Verdict
from coala.present.blocks import FigureColumn, Figures, Folded, Note, Report, list_item
from coala.present.figures import Rate
from coala.present.printers.comment import print_comment
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.paths import ROOT, SAMPLES, SHARED, needs_shared

NEWSWIRE = SAMPLES / "newswire"
GRAPHS = [str(NEWSWIRE / f"{name}.ttl") for name in ("baseline", "changed")]
ACTION = ROOT / ".github" / "actions" / "coala" / "action.yml"

HOSTILE = "</details><script>alert(1)</script> | @octocat #12 https://evil.example `x` **b** [a](http://b)"


class Rendered(HTMLParser):
    """The elements and the text of a comment as HTML."""

    def __init__(self, comment: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(MarkdownIt("gfm-like", {"linkify": False}).render(comment))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def count_rows(comment: str) -> int:
    return Rendered(comment).tags.count("tr")


def test_comment_on_a_diff_begins_with_marker_sentence_and_table(tmp_path: Path) -> None:
    comment = tmp_path / "c.md"

    assert main(["diff", *GRAPHS, "--gold", str(NEWSWIRE / "gold.ttl"), "--markdown", str(comment)]) == 1

    lines = comment.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "<!-- coala: diff -->"
    assert lines[1].startswith("### COALA: 28 of ")
    shown = Rendered("\n".join(lines))
    assert [tag for tag in shown.tags if tag in ("h3", "table", "details")] == [
        "h3",
        "table",
        "table",
        "details",
    ]
    assert "(28)" in shown.text
    assert " 18 " in shown.text


def test_comments_without_gold_and_on_scores_have_the_main_metrics(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["diff", *GRAPHS, "--markdown", "-"]) == 1
    output = capsys.readouterr().out
    assert output.startswith("<!-- coala: diff -->")
    assert main(["score", str(NEWSWIRE / "gold.ttl"), GRAPHS[1], "--markdown", "-"]) == 0
    for comment in (output, capsys.readouterr().out):
        assert "MUC" in Rendered(comment).text
        assert Rendered(comment).tags.count("table") == 1


def test_broken_assertions_are_errors_of_the_workflow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    review, summary, comment = tmp_path / "r.coala", tmp_path / "summary.md", tmp_path / "c.md"
    assert main(["diff", *GRAPHS, "-o", str(review)]) == 1
    with Review.open(review, reviewer="Ann") as opened:
        opened.judge(6, State(Verdict.WORSE))
    capsys.readouterr()
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))

    status = main(["check", GRAPHS[1], "--against", str(review), "--github", "--markdown", str(comment)])

    assert status == 1
    output = capsys.readouterr().out
    assert re.search(r"^::error title=COALA check::Bag 7 \(-, Ann\): ", output, re.M)
    text = comment.read_text(encoding="utf-8")
    assert summary.read_text(encoding="utf-8") == "before\n" + text
    assert Rendered(text).tags.count("details") >= 1


def test_comment_on_a_board_has_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["board", f"names={GRAPHS[0]}", "--full", GRAPHS[1], "--markdown", "-"])

    output = capsys.readouterr().out
    assert status == 1
    assert output.startswith("<!-- coala: board -->\n### COALA: ")
    assert Rendered(output).tags.count("table") == 1


def test_github_outside_of_a_workflow_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    assert main(["diff", *GRAPHS, "--github"]) == 2
    assert "GITHUB_STEP_SUMMARY" in capsys.readouterr().err


def test_words_become_neither_markup_nor_calls() -> None:
    table = Figures((FigureColumn(""), FigureColumn(HOSTILE)), ((HOSTILE, Rate(0.5)),), HOSTILE)
    listed = Folded(HOSTILE, (list_item(HOSTILE), list_item(HOSTILE, 1)), 1)

    comment = print_comment(Report("diff", HOSTILE, (table, Note(HOSTILE), list_item(HOSTILE), listed)))

    shown = Rendered(comment)
    assert set(shown.tags) <= set("h3 table thead tbody tr th td p strong details summary ul li".split())
    assert shown.tags.count("details") == 1
    assert count_rows(comment) == 2
    assert not re.search(r"@\w|#\d|://\w", shown.text)
    assert "octocat" in shown.text


@needs_shared
def test_references_in_texts_link_nothing_in_a_comment(capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (str(SHARED / "data" / "reported" / f"autolink_{side}.jsonl") for side in ("old", "new"))

    assert main(["diff", old, new, "--markdown", "-"]) == 1

    shown = Rendered(capsys.readouterr().out).text
    assert "GH-\u206012" in shown
    assert "!\u206012" in shown
    assert not re.search(r"GH-\d|!\d|(?<!\w)[0-9a-f]{7,40}(?!\w)", shown)


@pytest.mark.skipif(os.name != "posix", reason="the steps of the action are for bash")
@pytest.mark.parametrize("earlier", ["", "77"])
def test_the_action_replaces_its_comment(tmp_path: Path, earlier: str) -> None:
    steps = ACTION.read_text(encoding="utf-8").split("run: |\n")[1:]
    diff, comment = (
        "\n".join(line[8:] for line in step.split("\n    - if")[0].splitlines()) for step in steps
    )
    calls = tmp_path / "calls"
    tools = {
        "coala": 'echo "coala $*" >> "$CALLS"; touch coala-comment.md; exit 1',
        "gh": 'printf "%s\\n" "gh $*" >> "$CALLS"; case "$*" in *--paginate*) echo "$EARLIER";; esac',
    }
    for name, body in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        **{"CALLS": str(calls), "EARLIER": earlier, "GITHUB_OUTPUT": str(tmp_path / "out")},
        **{"BASELINE": "a b.ttl", "CHANGED": "c.ttl", "GOLD": "", "ARGUMENTS": "--kinds merged"},
        **{"REPOSITORY": "o/r", "NUMBER": "5"},
    }
    for script in (diff, comment):
        subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment, check=True)

    made = calls.read_text(encoding="utf-8").splitlines()
    assert made[0] == "coala diff a b.ttl c.ttl --kinds merged --markdown coala-comment.md --github"
    assert (tmp_path / "out").read_text(encoding="utf-8") == "status=1\n"
    text = calls.read_text(encoding="utf-8")
    assert "select(.viewerDidAuthor and" in text  # a comment of another user with the marker stays
    last = text[text.rindex("gh api") :]
    place = "-f id=77 -F body=@coala-comment.md" if earlier else "--method POST repos/o/r/issues/5/comments"
    assert place in last
    assert ("updateIssueComment" in last) is bool(earlier)
    assert "--silent" in last  # the log does not get the texts of the comment
