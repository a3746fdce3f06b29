"""Unforeseen errors, and Ctrl-C at any moment: one sentence, and a status that means no result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from coala.cli import commands
from coala.cli.commands import main
from tests.support.paths import SAMPLES

X, Y = (str(SAMPLES / "paper" / f"{name}.ttl") for name in "XY")

UNIX = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are a thing of Unix")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path / "home"


def breaks(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def broken(_arguments: object) -> int:
        raise error

    monkeypatch.setattr(commands, "COMMANDS", {"diff": broken})


class Panic(BaseException):
    """As a compiled library may raise it."""


@pytest.mark.parametrize("error", [IndexError("too big"), RecursionError(), Panic("unwrap"), OSError("odd")])
def test_unforeseen_error_is_one_sentence_with_the_place_of_details(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    breaks(monkeypatch, error)
    assert main(["diff", X, Y]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f" ({type(error).__name__})" in line
    (log,) = home.rglob("*.log")
    assert str(log) in line
    assert log.stat().st_mode & 0o077 == 0 or os.name == "nt"
    details = log.read_text(encoding="utf-8")
    assert "Traceback" in details
    assert "in broken" in details


def test_where_nothing_can_be_written_the_sentence_has_the_last_line_of_the_details(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    home.write_bytes(b"")  # no folder can be made in a file
    monkeypatch.setattr(tempfile, "tempdir", str(home / "none"))
    breaks(monkeypatch, IndexError("too big"))
    assert main(["diff", X, Y]) == 2
    assert "(IndexError: too big)" in capsys.readouterr().err


def test_lack_of_memory_and_broken_files_have_their_own_messages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaks(monkeypatch, MemoryError())
    assert main(["diff", X, Y]) == 2
    assert "MemoryError" not in capsys.readouterr().err
    breaks(monkeypatch, OSError(5, "Input/output error", "/a/file"))
    assert main(["diff", X, Y]) == 2
    assert capsys.readouterr().err.startswith("coala: /a/file: Input/output error")


def test_an_interrupt_that_a_library_turned_into_its_own_error_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaks(monkeypatch, ImportError("numpy could not import datetime"))
    assert main(["diff", X, Y], interrupted=lambda: True) == 130
    assert capsys.readouterr().err == f"coala: {commands.STOPPED}\n"


@UNIX
@pytest.mark.parametrize(
    ("milliseconds", "whole_group"),
    [(20 + 30 * number, bool(number % 2)) for number in range(10)] + [(400, False), (400, True)],
)
def test_ctrl_c_at_any_moment_is_130_with_one_sentence_or_comes_too_late(
    milliseconds: int, whole_group: bool, tmp_path: Path
) -> None:
    target = tmp_path / "review.coala"
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, "diff", X, Y, "-o", str(target)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    time.sleep(milliseconds / 1000)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
    said = process.communicate()[1]
    if process.returncode == 130:
        assert said == f"coala: {commands.STOPPED}\n".encode()
    else:
        assert (process.returncode, said) == (1, b"")
        assert target.exists()


@UNIX
@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(
            """
    thing = Thing()
    reference = weakref.ref(thing, lambda _: interrupt())
    del thing""",
            id="in a callback that cannot raise",
        ),
        pytest.param(
            """
    # Python 3.11 would wait for ever for a lock that is left behind.
    lock = "print('interrupted', flush=True)\\nsignal.raise_signal(signal.SIGINT)"
    try:
        exec(compile(lock, "<frozen importlib._bootstrap>", "exec"))
    except KeyboardInterrupt:
        print("nobody gives it back")""",
            id="in the locks of imports",
        ),
        pytest.param(
            """
    thing = Thing()
    thing.close = lambda: 1 / 0
    interrupt()""",
            id="and what it left half made cannot be closed",
        ),
        pytest.param(
            """
    try:
        interrupt()
    except KeyboardInterrupt:
        warnings.warn("Cython module failed to patch module with custom type", RuntimeWarning)
        raise""",
            id="and a compiled module warns of it",
        ),
        pytest.param(
            """
    try:
        interrupt()
    except KeyboardInterrupt as error:
        sys.excepthook(type(error), error, error.__traceback__)
        raise ImportError("numpy.core.multiarray failed to import") from None""",
            id="and a compiled module prints it before it makes another error of it",
        ),
    ],
)
def test_ctrl_c_at_an_awkward_moment_is_130_with_one_sentence(moment: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", AWKWARD.format(moment=moment)], capture_output=True, timeout=300, check=False
    )
    assert (process.returncode, process.stdout) == (130, b"interrupted\n")
    assert process.stderr == f"coala: {commands.STOPPED}\n".encode()


@UNIX
@pytest.mark.parametrize("module", ["signal", "warnings", "coala.cli.commands", "argparse"])
def test_ctrl_c_while_the_first_modules_are_imported_is_130_with_one_sentence(module: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", EARLY.format(module=module)], capture_output=True, timeout=300, check=False
    )
    assert process.stdout == b"interrupted\n"
    assert (process.returncode, process.stderr) == (130, f"coala: {commands.STOPPED}\n".encode())


EARLY = """
import _signal, sys

class InterruptedImport:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            print("interrupted", flush=True)
            _signal.raise_signal(_signal.SIGINT)

sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, InterruptedImport())
sys.argv = ["coala", "list", "formats"]
_signal.signal(_signal.SIGINT, _signal.default_int_handler)  # what runs in the background may ignore it
from coala.cli.__main__ import run
raise SystemExit(run())
"""


AWKWARD = """
import signal, sys, time, warnings, weakref
from coala.cli import commands
from coala.cli.__main__ import run

class Thing:
    def close(self):
        pass

    def __del__(self):
        self.close()

def interrupt():
    print("interrupted", flush=True)
    signal.raise_signal(signal.SIGINT)

def work(_arguments):{moment}
    time.sleep(60)

commands.COMMANDS["list formats"] = work
sys.argv = ["coala", "list", "formats"]
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
raise SystemExit(run())
"""


STARTED = """
import sys
from coala.cli.__main__ import run

def tell(event, arguments):
    # Only now does the command hear signals itself.
    if event == "import" and arguments[0] == "coala.cli.commands":
        print("begun", flush=True)

sys.addaudithook(tell)
raise SystemExit(run())
"""


TINY = """
import resource, signal, sys
from coala.cli.commands import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
raise SystemExit(main(sys.argv[1:]))
"""


@UNIX
def test_a_temporary_folder_that_is_full_is_named(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", TINY, "diff", X, Y],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    (line,) = ended.stderr.decode().splitlines()
    assert line.startswith(f"coala: {tmp_path}: ")
    assert ended.returncode == 2
