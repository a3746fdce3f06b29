"""Texts of the help menu: the first steps of a review, the version, and what a bug report should say."""

from __future__ import annotations

import platform

import PySide6
from PySide6 import QtCore, QtGui

from coala import __version__
from coala.base.paths import LOG
from coala.gui.session.action_set import Actions

ABOUT = (
    f"COALA {__version__}\n\nCompares two coreference outputs, shows where they differ, and counts your "
    "verdicts.\n\nMIT licence. Nothing that you open or judge leaves this computer."
)


def write_first_steps(actions: Actions, *, blind: bool) -> str:
    """Return how a review works, in five lines with the keys as they are now."""
    before, after = ("left", "right") if blind else ("baseline", "changed")
    answers = ", ".join(
        f"{actions.key(name)} {actions.words(name).lower()}"
        for name in ("judge_worse", "judge_same", "judge_better", "judge_unsure")
    )
    details = [
        ("next_mention", "shows more context"),
        ("who_is_who", "says who is who"),
        ("note", "writes a note"),
        ("undo", "takes a verdict back"),
    ]
    beyond = [] if blind else [("results", "shows what your verdicts say")]
    lines = (
        "The headline says what changed. The chain map below it shows which mentions moved.",
        f"In the text, {before} chains are filled and {after} chains are underlined.",
        f"Answer with {answers}. The next bag follows.",
        _list_keys(actions, details),
        _list_keys(actions, [*beyond, ("search_actions", "finds everything else")]),
    )
    return "\n\n".join(f"{number}.  {line}" for number, line in enumerate(filter(None, lines), 1))


def _list_keys(actions: Actions, effects: list[tuple[str, str]]) -> str:
    """Return a sentence with the keys of some actions and their effects; one without a key is left out."""
    parts = [f"{actions.key(name)} {effect}" for name, effect in effects if actions.key(name)]
    return f"{', '.join(parts)}." if parts else ""


def write_report() -> str:
    """Return the start of a bug report: versions, platform, and what to add."""
    return "\n".join(
        (
            f"COALA {__version__}, Python {platform.python_version()}, "
            f"PySide6 {PySide6.__version__}, Qt {QtCore.qVersion()}",
            f"{platform.platform()}, windows: {QtGui.QGuiApplication.platformName()}",
            "",
            "What I did:",
            "What happened:",
            "What I expected:",
            "",
            "If a file is read wrongly: the output of `coala lint FILE`.",
            f"If COALA reported an unexpected error: the end of {LOG}.",
            "",
        )
    )
