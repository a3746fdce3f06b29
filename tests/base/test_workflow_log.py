"""Escapes of commands in the log of a workflow, and the streams that write them."""

from __future__ import annotations

import io
import json

import pytest

from coala.base.workflow_log import WorkflowLog, escape_commands, guard

ZERO_WIDTH_JOINER, SOFT_HYPHEN = "\u200d", "\u00ad"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("::error::a", r"\u003a:error::a"),
        (" \t\u00a0::error::a", " \t\u00a0\\u003a:error::a"),
        ("a\n  ::error::b", "a\n  \\u003a:error::b"),
        ("a\r::error::b", "a\r\\u003a:error::b"),
        (f"{ZERO_WIDTH_JOINER}:{SOFT_HYPHEN}:error::a", f"{ZERO_WIDTH_JOINER}\\u003a{SOFT_HYPHEN}:error::a"),
        ("a ##[error]b", r"a #\u0023[error]b"),
        ("###[error]b", r"##\u0023[error]b"),
        (f"#{ZERO_WIDTH_JOINER}#[error]b", f"#{ZERO_WIDTH_JOINER}\\u0023[error]b"),
        ("a ##vso[task.complete]##[error]b", r"a #\u0023vso[task.complete]#\u0023[error]b"),
        ("##teamcity[x]", r"#\u0023teamcity[x]"),
    ],
)
def test_command_in_a_text_is_escaped(text: str, escaped: str) -> None:
    assert escape_commands(text) == escaped


@pytest.mark.parametrize("text", ["a ::error::b", ":error:", "## [a]", "## Ann [b]", "#[a]", "a::b", ""])
def test_text_without_a_command_stays(text: str) -> None:
    assert escape_commands(text) == text


def test_escaped_json_has_the_same_value() -> None:
    value = {"::a ##[b": ["##vso[c]", "\\##[d]", "::"]}

    for written in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert "##" not in escape_commands(written)
        assert json.loads(escape_commands(written)) == value


def test_command_in_pieces_is_escaped() -> None:
    stream = io.StringIO()
    log = WorkflowLog(stream)

    log.writelines(["a\n ", ":", ":error::b\n#", "#[c]"])
    assert stream.getvalue() == "a\n \\u003a:error::b\n"
    log.flush()
    assert stream.getvalue().endswith("#\\u0023[c]")


@pytest.mark.parametrize("variable", ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])
def test_stream_is_guarded_once_in_a_workflow_alone(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    for name in ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"):
        monkeypatch.delenv(name, raising=False)
    stream = io.StringIO()
    assert guard(stream) is stream

    monkeypatch.setenv(variable, "1")
    assert guard(guard(stream)).stream is stream  # type: ignore[attr-defined]
