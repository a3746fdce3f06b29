"""Case files as they are read: names, commands, and sections to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.case_files import CaseText, read_cases

TWO = """\
A remark.

=== first
$ coala lint a.txt --label 'two words'
--- a.txt
one

two
--- empty
--- reads
x

=== second
--- a.txt
ends with an empty line

"""


def test_case_file_gives_commands_and_sections(tmp_path: Path) -> None:
    path = tmp_path / "cases.txt"
    path.write_text(TWO, encoding="utf-8")
    assert list(read_cases(path)) == [
        CaseText(
            "first",
            (("lint", "a.txt", "--label", "two words"),),
            {"a.txt": "one\n\ntwo\n", "empty": "", "reads": "x\n"},
        ),
        CaseText("second", (), {"a.txt": "ends with an empty line\n\n"}),
    ]


@pytest.mark.parametrize("text", ["=== a\n\n=== a\n", "=== a\nno command\n--- b\n"])
def test_case_file_with_a_lost_line_or_a_second_name_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cases.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"two cases|no command"):
        list(read_cases(path))
