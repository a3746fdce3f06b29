"""A machine without Qt's libraries: one sentence with the package to install, and no traceback."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from coala.errors import CoalaError
from coala.gui.system_libraries import CORE, X11, check_x11, explain_import_errors, find_missing

ELF = "cannot open shared object file: No such file or directory"


@pytest.mark.parametrize(("library", "package"), CORE.items())
def test_a_library_that_the_import_misses_is_named_with_its_package(library: str, package: str) -> None:
    named = f"{re.escape(library)}, .*apt install {re.escape(package)}'"
    with pytest.raises(CoalaError, match=named), explain_import_errors():
        raise ImportError(f"{library}: {ELF}")


def test_no_message_if_all_libraries_load() -> None:
    check_x11("linux", {"DISPLAY": ":0"}, lambda name: True)
    assert find_missing(["libno-such-thing.so.1"]) == ["libno-such-thing.so.1"]
    assert all(name.startswith("lib") and ".so." in name for name in CORE | X11)


FAKE = """
import importlib.abc, sys

class NoLibraries(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6":
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

sys.meta_path.insert(0, NoLibraries())
from coala.cli.commands import main
sys.exit(main(sys.argv[1:]))
"""


def test_the_command_line_says_it_in_one_line_and_fails() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAKE, "review"],
        env={"QT_QPA_PLATFORM": "offscreen", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"coala: .*libEGL\.so\.1.*'sudo apt install libegl1'\.\n", done.stderr)
