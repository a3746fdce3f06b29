"""Every command of README and of the documentation is parsed, and run where its inputs can be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coala.cli.commands import COMMANDS, DIFFERENT, SAME, main
from coala.cli.parser import build_parser
from tests.support.page_commands import list_commands, name_review, put_inputs
from tests.support.pages import PAGES, list_options, without_blocks
from tests.support.paths import ROOT

TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "README.md", *PAGES)}
WITH_COMMANDS = [name for name, text in TEXTS.items() if list(list_commands(text))]

NOT_RUN = {
    r"\.(zip|xmi|tab|conllu|parquet)\b|\ba\.tsv|elevant|my-shape|my\.toml": (
        "files of other programs, or of the user, that are not made here"
    ),
    r"^(check|import) ": "needs an output or answers that fit the review; tests/cli has both",
    r"predicted_clusters|gaf|three\.coala": "needs graphs with other keys, vocabularies or folders",
    r"--into|answers\.jsonl|gold\.conll (--markdown|-o)|old\.conll new\.ttl|--offsets token|OTHER_FOLDER": (
        "needs two inputs with the same documents in two formats"
    ),
    r"--fail-below-target": "needs the graphs of a user's own components; tests/cli/test_board.py has it",
    r"--engine spark": "starts Java; tests/tables/test_spark.py has it",
    r"^demo": "opens a review in the folder of the user",
}
"""Patterns of commands that are only parsed, with the reason."""


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_every_command_of_a_page_is_parsed(name: str) -> None:
    for words in list_commands(TEXTS[name]):
        try:
            build_parser().parse_args(name_review(words))
        except SystemExit as ended:
            if ended.code:
                pytest.fail(f"coala {' '.join(words)}: is not parsed")


@pytest.mark.parametrize("name", TEXTS)
def test_every_option_after_a_command_in_a_sentence_is_one_of_it(name: str) -> None:
    for code in re.findall(r"`coala ([a-z][^`]*)`", without_blocks(TEXTS[name])):
        words = code.split()
        command = next((part for part in (" ".join(words[:2]), words[0]) if part in COMMANDS), None)
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        known = list_options(command) if command else list_options()
        assert options - {"--help", "--help-all", "--version"} <= known, code


@pytest.mark.parametrize("name", WITH_COMMANDS)
def test_commands_of_a_page_run_one_after_the_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coala.gui.run.run", lambda *_, **__: SAME)
    monkeypatch.setattr("coala.gui.system_libraries.check_x11", lambda: None)
    monkeypatch.setattr("coala.cli.terminal.has_display", lambda: True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample_graphs").symlink_to(ROOT / "sample_graphs")
    for words in map(name_review, list_commands(TEXTS[name])):
        if any(re.search(pattern, " ".join(words)) for pattern in NOT_RUN) or "--help" in " ".join(words):
            continue
        put_inputs(words)
        assert main([word.replace("*", "r") for word in words]) in (SAME, DIFFERENT), words
