"""Names of keys become the keys that are in force: those that Qt knows, each for one action only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6 import QtGui

from coala.presentation.phrases import MINUS


def keys_in_force(
    chosen: Mapping[str, Sequence[str]], own: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """The keys of every action by its name: those that the user chose, its ``own`` where the user chose none.

    No key is in force twice, since Qt would then hear neither: a chosen one counts before an action's own,
    which a newer version may have added, and of two chosen ones the first in the order of ``own``.
    """
    keys: dict[str, list[str]] = {}
    taken: set[str] = set()
    for name in sorted(own, key=lambda name: name not in chosen):
        keys[name] = []
        for key in chosen.get(name, own[name]):
            known = QtGui.QKeySequence(key).toString() if is_known_key(key) else ""
            if known and known not in taken:
                taken.add(known)
                keys[name].append(key)
    return {name: keys[name] for name in own}


def is_known_key(key: str) -> bool:
    """Whether Qt knows the key; a foreign preferences file may hold anything."""
    sequence = QtGui.QKeySequence(key)
    # A name that Qt does not know becomes a key without a name.
    return sequence.count() == 1 and bool(sequence.toString().strip())


def key_text(key: str) -> str:
    """A key as the user knows it; a minus that can be seen."""
    text = QtGui.QKeySequence(key).toString(QtGui.QKeySequence.SequenceFormat.NativeText)
    return text.replace("-", MINUS)
