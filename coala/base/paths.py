"""Places of shipped files and of the user's own files, short names of paths, and the user's log."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

from coala.errors import CoalaError

LOG = "coala.log"
"""File in the user's folder that logs unexpected errors."""
_LONGEST_DETAILS = 200_000
"""Characters; a message may quote a whole file."""

PACKAGE = Path(__file__).resolve().parents[1]


def sample_graphs() -> Path:
    """Return the folder of the samples: in the package if installed, else at the top of the checkout."""
    return _shipped("sample_graphs")


def resources() -> Path:
    """Return the folder of the icons: in the package if installed, else at the top of the checkout."""
    return _shipped("resources")


def user_folder() -> Path:
    """Return the folder for preferences, logs and the demo's review. It may not exist yet.

    Raises ``CoalaError`` if the user has no home.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or _home() / "AppData" / "Roaming") / "coala"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "coala"
    return Path(os.environ.get("XDG_CONFIG_HOME") or _home() / ".config") / "coala"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise CoalaError(
            "You have no home folder, where COALA keeps its preferences; set HOME to a folder."
        ) from None


def _shipped(name: str) -> Path:
    installed = PACKAGE / f"_{name}"
    return installed if installed.is_dir() else PACKAGE.parent / name


def same_file(one: Path, other: Path) -> bool:
    """Return True if both paths lead to the same existing file."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def refuse_unasked(chosen: Path, path: Path) -> None:
    """Raise ``CoalaError`` if the chosen name was completed to that of another existing file.

    A file dialog asks before it replaces the file of the chosen name, but not one with an added extension.
    """
    if path != chosen and path.exists():
        raise CoalaError(f"{path} exists already. Give its full name to replace it.")


def tell_apart(paths: Sequence[str]) -> list[str]:
    """Return the shortest names that tell the files apart: equal names get the folder in which they differ.

    Names that are not paths, such as that of standard input, stay as they are.
    """
    parts = [PurePath(path).parts or (path,) for path in paths]
    names = [own[-1] for own in parts]
    return [
        _with_folder(own, [other for other in parts if other != own and other[-1] == name]) or name
        for own, name in zip(parts, names, strict=True)
    ]


def _with_folder(own: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """Return the name after the nearest folder that no other file has there; "" if there are no others."""
    if not others:
        return ""
    most = len(own)
    depth = next(
        (
            depth
            for depth in range(2, most)
            if all(depth > len(other) or other[-depth] != own[-depth] for other in others)
        ),
        most,
    )
    between = [] if depth <= 2 else ["…"]
    return os.sep.join([own[-depth], *between, own[-1]]) if depth <= most and most > 1 else own[-1]


def describe_unexpected(error: BaseException) -> str:
    """Write an unexpected error to the log and return the sentence for the user."""
    import traceback

    kept = write_down("".join(traceback.format_exception(error)))
    return f"An unexpected error occurred ({type(error).__name__}); {kept}: please report it."


def write_down(details: str) -> str:
    """Append details to the user's log and return the words that say where it is."""
    import time

    if len(details) > _LONGEST_DETAILS:
        details = f"{details[: _LONGEST_DETAILS // 2]}\n…\n{details[-_LONGEST_DETAILS // 2 :]}"
    entry = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{details.rstrip()}\n".encode("utf-8", "backslashreplace")
    for path in _places():
        try:
            # Details may quote the user's files, so only the user may read the log.
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as log:
                log.write(entry)
        except OSError:
            continue
        return f"details are in {path}"
    last = details.strip().splitlines()[-1:]
    return f"the details could not be saved ({''.join(last)[:200]})"


def _places() -> Iterator[str]:
    # The home folder may be missing or read-only.
    with suppress(OSError, CoalaError):
        folder = user_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield str(folder / LOG)
    import tempfile

    with suppress(OSError):
        number, path = tempfile.mkstemp(prefix="coala-", suffix=".log")
        os.close(number)
        yield path
