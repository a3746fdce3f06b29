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
    lines = (
        "The headline says what changed. The chain map below it shows which mentions moved.",
        f"In the text, {before} chains are underlined and {after} chains are filled.",
        f"Answer with {answers}. The next bag follows.",
        f"{_keyed(actions, 'next_mention', 'shows more context')}, "
        f"{_keyed(actions, 'next_change', 'judges each change')}, "
        f"{_keyed(actions, 'note', 'writes a note')}, {_keyed(actions, 'undo', 'takes a verdict back')}.",
        f"{_keyed(actions, 'search_actions', 'finds everything else')}."
        if blind
        else f"{_keyed(actions, 'results', 'shows what your verdicts say')}, "
        f"{_keyed(actions, 'search_actions', 'finds everything else')}.",
    )
    return "\n\n".join(f"{number}.  {line}" for number, line in enumerate(lines, 1))


def _keyed(actions: Actions, name: str, effect: str) -> str:
    """Return an effect with its key, or with the name of the action if it has no key."""
    return f"{actions.key(name) or actions.words(name)} {effect}"


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
