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
    return _find_shipped("sample_graphs")


def resources() -> Path:
    """Return the folder of the icons: in the package if installed, else at the top of the checkout."""
    return _find_shipped("resources")


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


def _find_shipped(name: str) -> Path:
    installed = PACKAGE / f"_{name}"
    return installed if installed.is_dir() else PACKAGE.parent / name


def same_file(one: Path, other: Path) -> bool:
    """Return True if both paths lead to the same existing file."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def suggest_review_name(baseline: str, changed: str, *, blind: bool) -> str:
    """Return the name for a review of two graphs: "a--b.coala"; a blind one names neither of them."""
    if blind:
        return "blind.coala"
    names = (PurePath(path).name for path in (baseline, changed))
    stems = (name.removesuffix(".gz").rsplit(".", 1)[0] or name or "input" for name in names)
    return f"{'--'.join(stems)}.coala"


def refuse_to_replace(chosen: Path, path: Path) -> None:
    """Raise ``CoalaError`` if ``path`` exists and is not the file that the user chose.

    A file dialog asks before it replaces the file of the chosen name. It does not ask about ``path``, the
    chosen name with an extension that was added later.
    """
    if path != chosen and path.exists():
        raise CoalaError(f"{path} exists already. Type its full name to replace it.")


def shorten_paths(paths: Sequence[str]) -> list[str]:
    """Return a short name for each path: its file name, after the folder that tells it from equal names.

    ``["old/run1/a.ttl", "new/run1/a.ttl", "b.ttl"]`` gives ``["old/…/a.ttl", "new/…/a.ttl", "b.ttl"]``. Names
    that are not paths, such as that of standard input, stay as they are.
    """
    parts = [PurePath(path).parts or (path,) for path in paths]
    return [_shorten_path(own, [other for other in parts if other != own]) for own in parts]


def _shorten_path(own: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """Return the file name of a path in parts, after the nearest folder in which equal names differ."""
    namesakes = [other for other in others if other[-1] == own[-1]]
    if not namesakes or len(own) == 1:
        return own[-1]
    # Depth 2 is the folder of the file. Without a folder that differs, the outermost one is used.
    depth = 2
    while depth < len(own) and own[-depth] in [other[-depth] for other in namesakes if len(other) >= depth]:
        depth += 1
    skipped = [] if depth == 2 else ["…"]
    return os.sep.join([own[-depth], *skipped, own[-1]])


def describe_unexpected(error: BaseException) -> str:
    """Write an unexpected error to the log and return the sentence for the user."""
    import traceback

    kept = write_to_log("".join(traceback.format_exception(error)))
    return f"An unexpected error occurred ({type(error).__name__}); {kept}: please report it."


def write_to_log(details: str) -> str:
    """Append details to the user's log and return a part of a sentence that says where they are."""
    import time

    if len(details) > _LONGEST_DETAILS:
        details = f"{details[: _LONGEST_DETAILS // 2]}\n…\n{details[-_LONGEST_DETAILS // 2 :]}"
    entry = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{details.rstrip()}\n".encode("utf-8", "backslashreplace")
    for path in _find_log_paths():
        try:
            # Details may quote the user's files, so only the user may read the log.
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as log:
                log.write(entry)
        except OSError:
            continue
        return f"details are in {path}"
    last = details.strip().splitlines()[-1:]
    return f"the details could not be saved ({''.join(last)[:200]})"


def _find_log_paths() -> Iterator[str]:
    """Yield the path of the log, then that of a new temporary file: the home may be missing or read-only."""
    with suppress(OSError, CoalaError):
        folder = user_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield str(folder / LOG)
    import tempfile

    with suppress(OSError):
        number, path = tempfile.mkstemp(prefix="coala-", suffix=".log")
        os.close(number)
        yield path
