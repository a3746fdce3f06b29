"""Every reader of a format gives for the inputs of its case file what is written next to them.

To add a case, write its input into ``cases/<module of the format>.txt`` and run this test: it shows the
section that is missing. Read it before you paste it. ``tests/support/format_cases.py`` describes the files.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.support.format_cases import FormatCase, list_format_cases, read_case, write_inputs


@pytest.mark.parametrize("case", [pytest.param(each, id=each.name) for each in list_format_cases()])
def test_case_gives_what_is_written_next_to_it(
    case: FormatCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_inputs(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    name, text = read_case(case)
    expected, lines = case.expected
    if (name, text) != (expected, lines):
        changes = difflib.unified_diff(
            f"--- {expected}\n{lines}".splitlines(), f"--- {name}\n{text}".splitlines(), "written", "read"
        )
        pytest.fail(
            "\n".join([case.name, *changes, "", "What was read:", f"--- {name}", text]), pytrace=False
        )
