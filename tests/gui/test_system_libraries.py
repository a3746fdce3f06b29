"""A machine without Qt's libraries: one sentence with the package to install, and no traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping

import pytest

from coala.errors import CoalaError
from coala.gui.system_libraries import CORE, X11, check_x11, explain_import_errors, find_missing

ELF = "cannot open shared object file: No such file or directory"


@pytest.mark.parametrize(("library", "package"), CORE.items())
def test_a_library_that_the_import_misses_is_named_with_its_package(library: str, package: str) -> None:
    named = f"{re.escape(library)}, .*apt install {re.escape(package)}'"
    with pytest.raises(CoalaError, match=named), explain_import_errors():
        raise ImportError(f"{library}: {ELF}")


def test_a_library_that_is_not_known_is_named_without_a_package() -> None:
    with pytest.raises(CoalaError, match=r"libodd\.so\.7, ") as caught, explain_import_errors():
        raise ImportError(f"libodd.so.7: {ELF}")
    assert "apt" not in str(caught.value)


def test_a_missing_pyside_is_said_and_any_other_missing_module_is_a_mistake_of_ours() -> None:
    with pytest.raises(CoalaError, match="pip install PySide6-Essentials"), explain_import_errors():
        raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")
    with pytest.raises(ModuleNotFoundError), explain_import_errors():
        raise ModuleNotFoundError("No module named 'coala.guj'", name="coala.guj")
    with pytest.raises(ImportError, match="circular"), explain_import_errors():
        raise ImportError("cannot import name 'x' (circular)")


@pytest.mark.parametrize(
    ("platform", "environment", "checked"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, True),
        ("linux", {"QT_QPA_PLATFORM": "xcb"}, True),
        ("linux", {"QT_QPA_PLATFORM": "xcb;wayland", "WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ("linux", {"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, False),
        ("linux", {}, False),
        ("darwin", {"DISPLAY": ":0"}, False),
        ("win32", {"QT_QPA_PLATFORM": "xcb"}, False),
    ],
)
def test_the_libraries_of_x11_are_looked_for_where_x11_shows_the_window(
    platform: str, environment: Mapping[str, str], checked: bool
) -> None:
    def loads(name: str) -> bool:
        return name not in ("libxcb-cursor.so.0", "libxcb-icccm.so.4")

    if checked:
        both = r"libxcb-cursor\.so\.0, libxcb-icccm\.so\.4, .*apt install libxcb-cursor0 libxcb-icccm4'"
        with pytest.raises(CoalaError, match=both):
            check_x11(platform, environment, loads)
    else:
        check_x11(platform, environment, loads)


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
