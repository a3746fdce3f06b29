"""What the architecture page promises of imports, read off the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "coala"
MODULES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level names that a module imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_qt_stays_in_the_desktop_and_rdf_in_the_reader(path: Path) -> None:
    place = path.relative_to(PACKAGE).parts[0]
    names = imported(path)
    if place != "gui":
        assert not [name for name in names if within(name, "PySide6")]
    if place != "reading":
        libraries = [name for name in names if within(name, "rdflib") or within(name, "pyoxigraph")]
        # The open door: the type of an argument, which is handed on to the reader.
        assert libraries == [] or (path.name == "comparison.py" and libraries == ["rdflib"])


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_command_line_opens_the_desktop(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] not in ("gui", "cli.py"):
        assert not [name for name in imported(path) if within(name, "coala.gui")]


def test_metrics_know_nothing_of_verdicts_nor_the_tally_of_metrics() -> None:
    for path in MODULES:
        if path.parent.name == "scores":
            assert not {"coala.tally", "coala.review"} & imported(path)
    assert not [name for name in imported(PACKAGE / "tally.py") if within(name, "coala.scores")]


def test_importing_the_package_loads_no_library() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import coala, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"numpy", "scipy", "rdflib", "PySide6", "networkx"} & set(loaded)
