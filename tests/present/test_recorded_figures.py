"""The figures, signs and names in sentences, as the recorded texts have them, whatever the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden import recording
from tests.golden.cases import Group, Words, list_groups
from tests.golden.recording import Part

FIGURES = re.compile(r"–|[+−-]?[.\d][\d,.]*(?<=\d)|[→○◐●★×+−∓=]|\b[A-Z]{1,2}\d*\b|n/a")
NAMES = re.compile(r'"[^"]*"|—\w+→|→|\b(?!New |Fact )[A-Z][\w.]*|\d[\d,]*')
QUOTED = re.compile(r"'[^']*'|<[^>]*>|--[a-z-]+|\d[\d,]*")
GROUPS = {group.name: group for group in list_groups() if group.name in ("answers", "phrases")}


def read_recorded(group: str) -> dict[str, str]:
    _, *texts = f"\n{Part.LAYOUT.path(group).read_text(encoding='utf-8')}".split("\n=== ")
    return {name: text for name, _, text in (each.partition("\n") for each in texts)}


def say(group: Group, folder: Path) -> Iterator[tuple[str, str]]:
    for step in group.make_steps(folder):
        assert isinstance(step, Words)
        yield step


@pytest.mark.parametrize("name", GROUPS)
def test_figures_of_sentences_are_as_recorded(name: str, tmp_path: Path) -> None:
    recorded = read_recorded(name)
    found = dict(say(GROUPS[name], tmp_path))
    assert list(found) == list(recorded)
    for situation, words in found.items():
        kind = situation.partition(":")[0]
        find = {"change": NAMES, "refused": QUOTED}.get(kind, FIGURES).findall
        assert find(recording._steady(words)) == find(recorded[situation]), situation
