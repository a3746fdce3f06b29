"""Messages about the system libraries that Qt needs and does not find. This module works without Qt.

If a library is missing, importing Qt fails, or Qt ends the process when the first window opens. The command
line calls these functions before, so that the user reads which package to install.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from coala.errors import CoalaError

# The libraries that PySide6's own libraries load, with their packages in Debian and Ubuntu.
CORE = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon.so.0": "libxkbcommon0",
}

# The libraries that the plugin for X11 also loads; if one is missing, Qt ends the whole process.
X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

_LIBRARY = re.compile(r"\blib[\w.+-]+?\.so(\.\d+)*")

CanLoad = Callable[[str], bool]
"""Returns True if the system can load the library of this name; tests pass their own."""


@contextmanager
def explain_import_errors() -> Iterator[None]:
    """Turn an ``ImportError`` of the desktop into a ``CoalaError`` with the message for the user."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("PySide6", "shiboken6"):
            raise
        raise CoalaError(
            "The desktop needs PySide6, which is not installed; run 'pip install PySide6-Essentials'."
        ) from error
    except ImportError as error:
        library = _LIBRARY.search(str(error))
        if library is None:
            raise
        others = [name for name in find_missing(CORE) if name != library[0]]
        raise CoalaError(_describe_missing([library[0], *others])) from error


def check_x11(
    platform: str = sys.platform, environment: Mapping[str, str] = os.environ, can_load: CanLoad | None = None
) -> None:
    """Check for the libraries of the plugin for X11, because Qt aborts if one is missing.

    Raises ``CoalaError`` on Linux if X11 would show the window and a library is missing.
    """
    if platform == "linux" and _wants_x11(environment):
        missing_names = find_missing(X11, can_load)
        if missing_names:
            raise CoalaError(_describe_missing(missing_names))


def find_missing(libraries: Iterable[str], can_load: CanLoad | None = None) -> list[str]:
    """Return the libraries that the system cannot load."""
    return [name for name in libraries if not (can_load or _can_load)(name)]


def _wants_x11(environment: Mapping[str, str]) -> bool:
    chosen = environment.get("QT_QPA_PLATFORM")
    if chosen:
        # "xcb;wayland" tries one after the other; "xcb:option" passes options.
        return re.split("[:;]", chosen)[0] == "xcb"
    wayland = environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland"
    return bool(environment.get("DISPLAY")) and not wayland


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _describe_missing(missing_names: list[str]) -> str:
    known = CORE | X11
    packages = sorted({known[name] for name in missing_names if name in known})
    names = ", ".join(missing_names)
    if not packages:
        return f"The window cannot be shown: Qt needs {names}, not found on this system; install its package."
    return (
        f"The window cannot be shown: Qt needs {names}, not found on this system; "
        f"on Debian and Ubuntu run 'sudo apt install {' '.join(packages)}'."
    )
