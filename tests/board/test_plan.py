"""Plans of boards, from board.toml or a command line, and the key that an error names.

A board says what each component of a system is worth. Its plan names the graph of the full system and, for
each component (a variant), the graph without it, the one with it alone, or the one after its step.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coala.board.plan import (
    read_plan,
)
from coala.errors import CoalaError

FULL = 'full = "f.ttl"\n'
A_VARIANT = '[[variant]]\nname = "a"\nwithout = "a.ttl"\n'


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "board.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return str(path)


def refused(path: str) -> str:
    """Return the one sentence about a plan file, without the path before it."""
    with pytest.raises(CoalaError) as error:
        read_plan(path)
    sentence = str(error.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("full = 3\n" + A_VARIANT, "full "),
        (FULL + '[[variant]]\nname = "  "\nwithout = "a.ttl"\n', "variant 1.name "),
        (FULL + '[[variant]]\nname = "a"\nonly = 3\n', "variant a.only "),
        (FULL + '[[variant]]\nname = "a"\nonly = "-"\n', "variant a.only "),
        (FULL + '[[variant]]\nname = "a"\nonly = "x\\u0000"\n', "variant a.only "),
        (FULL + '[variant]\nname = "a"\n', "variant "),
        (FULL + "variant = [1]\n", "variant "),
        (FULL + 'run = "rm -rf /"\n' + A_VARIANT, "run "),
        (FULL + '"\\u202ex\\u001b[31m" = 1\n' + A_VARIANT, r"\u202ex\x1b[31m "),
        (FULL + "target_precision = 80\n" + A_VARIANT, "target_precision "),
        (FULL + "target_precision = -0.1\n" + A_VARIANT, "target_precision "),
        (FULL + 'target_precision = "0.8"\n' + A_VARIANT, "target_precision "),
        (FULL + "target_precision = nan\n" + A_VARIANT, "target_precision "),
        (FULL + f"target_precision = 1{'0' * 400}\n" + A_VARIANT, "target_precision "),
    ],
)
def test_flaw_of_a_plan_file_is_named_by_file_and_key(text: str, key: str, tmp_path: Path) -> None:
    assert refused(written(tmp_path, text)).startswith(key)


@pytest.mark.parametrize("text", [b"full = \n", b"\xff\xfe", b"a = " + b"[" * 100_000, b"#" * (2 << 20)])
def test_file_that_is_no_small_toml_is_refused(text: bytes, tmp_path: Path) -> None:
    assert refused(written(tmp_path, text))


def test_file_that_is_missing_or_no_regular_one_is_refused_at_once(tmp_path: Path) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    for name in ("", "none.toml", "pipe"):
        assert refused(str(tmp_path / name))
