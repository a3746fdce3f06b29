"""Output to terminals and pipes: failed writes change the exit status, and no text controls the terminal."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coala.base.output import write_text
from coala.cli import terminal
from coala.cli.commands import main
from tests.support.paths import SAMPLES

X, Y = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY")

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the shell closes streams with >&-")
FULL = pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device is always full")

COMMANDS = [
    (["--help"], 0),
    (["--version"], 0),
    (["list", "vocabularies"], 0),
    (["list", "formats"], 0),
    (["list", "formats", "--json", "-"], 0),
    (["lint", X], 0),
    (["score", X, Y], 0),
    (["diff", X, Y, "--kinds", "types"], 0),
    (["diff", X, Y], 1),
    (["diff", X, Y, "--json", "-"], 1),
]


def shell(redirection: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run one command with its streams redirected as a shell does it."""
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-m", "coala.cli", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | environment,
    )


@POSIX
@pytest.mark.parametrize("arguments", [arguments for arguments, _ in COMMANDS], ids=" ".join)
def test_a_closed_output_is_trouble(arguments: list[str]) -> None:
    ended = shell(">&-", *arguments)
    if arguments[0].startswith("--"):
        assert (ended.returncode, ended.stderr) == (0, b"")  # nothing was asked for but words
    else:
        assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)


# Python writes at once what is not buffered, so some other line of it fails then.
BUFFERED = [(arguments, status, "") for arguments, status in COMMANDS]
UNBUFFERED = [
    (arguments, status, "1") for arguments, status in COMMANDS if arguments[-1] in ("-", "--help", Y)
]


@FULL
@pytest.mark.parametrize(("arguments", "_status", "unbuffered"), BUFFERED + UNBUFFERED)
def test_a_full_output_is_trouble(arguments: list[str], _status: int, unbuffered: str) -> None:
    ended = shell(">/dev/full", *arguments, PYTHONUNBUFFERED=unbuffered)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)


@POSIX
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["list", "formats", "--json", "-"], ["list", "formats"]], ids=" ".join)
def test_an_output_that_takes_only_a_part_is_trouble(
    arguments: list[str], unbuffered: str, tmp_path: Path
) -> None:
    """Simulate a disk that fills up: it accepts what fits, and refuses the next bytes."""
    target = tmp_path / "part"
    limit = (
        "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)); "
        "os.execv(sys.executable, sys.argv[1:])"
    )
    with target.open("wb") as output:
        ended = subprocess.run(
            [sys.executable, "-c", limit, sys.executable, "-m", "coala.cli", *arguments],
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert target.stat().st_size == 512


@POSIX
@pytest.mark.parametrize(("arguments", "status", "unbuffered"), BUFFERED + UNBUFFERED)
def test_a_reader_that_has_gone_changes_nothing(arguments: list[str], status: int, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "coala.cli", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (status, b"")


@FULL
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", ">&- 2>&- <&-"])
def test_error_without_an_output_still_fails(redirection: str) -> None:
    assert shell(redirection, "diff", X, "nope.ttl").returncode == 2
    assert shell(redirection, "blue").returncode == 2


def test_output_never_controls_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say("a\x1b[31mred\x07 \u202eback\u009b and\nforth")
    terminal.print_lines(["a\x1b]0;title\x07", "Zürich \u202e", "می\u200cخواهم 🧑\u200d🚀"])
    captured = capsys.readouterr()
    assert captured.err == "coala: a\\x1b[31mred\\x07 \\u202eback\\x9b and forth\n"
    assert captured.out.splitlines() == [
        "a\\x1b]0;title\\x07",
        "Zürich \\u202e",
        "می\u200cخواهم 🧑\u200d🚀",
    ]


def test_a_title_in_letters_from_right_to_left_shows_no_escape(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "دخل أحمد. جلس سعيد."
    paths = []
    for name, chain in {"a": [[4, 8]], "b": [[4, 8], [14, 18]]}.items():
        paths.append(str(tmp_path / f"{name}.jsonl"))
        line = {"doc_key": "d", "text": text, "offsets": "character", "end": "exclusive", "clusters": [chain]}
        Path(paths[-1]).write_text(json.dumps(line), encoding="utf-8")
    assert main(["diff", *paths]) == 1
    printed = capsys.readouterr().out
    assert "\\u20" not in printed
    assert re.search('"\u2068سعيد\u2069" .* \u2068أحمد\u2069', printed)


@POSIX
def test_names_of_files_and_words_of_a_command_are_shown_with_escapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "a\x1b[31m\x07\u202e.ttl"
    odd.write_bytes(Path(X).read_bytes())
    for command in ("diff", "score", "lint"):
        main([command, str(odd), str(odd)])
    main(["diff", X, str(tmp_path / "\x1b]0;t\x07")])
    main(["score", X, Y, "--metrics", "\x1b[31m"])
    main(["diff", X, Y, "--kinds", "\x1b[31m"])
    main(["\x1b[31m"])
    captured = capsys.readouterr()
    assert "\\x1b[31m" in captured.out
    assert not {"\x1b", "\x07", "\u202e"} & set(captured.out + captured.err)


@POSIX
def test_terminated_command_leaves_no_partial_file(tmp_path: Path) -> None:
    def chunks() -> list[str]:
        os.kill(os.getpid(), signal.SIGTERM)
        return []

    with pytest.raises(SystemExit) as ended:
        write_text(str(tmp_path / "diff.json"), (chunk for _ in range(2) for chunk in chunks()))
    assert ended.value.code == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("platform", "written"), [("win32", "é\r\n中\n".encode()), ("linux", b"\xe9\r\n\\u4e2d\n")]
)
def test_prepare_writes_files_on_windows_as_elsewhere(
    platform: str, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows ends lines with CR LF and uses the country's encoding, unless it is asked not to."""
    target = io.BytesIO()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(target, "cp1252", newline="\r\n"))
    assert terminal.prepare()
    write_text("-", ["é\r\n", "中\n"])
    assert target.getvalue() == written
