"""The contract of the house: what ``docs/architecture.md`` promises, read off the source.

Each rule is a function from the folder of a package to the list of its breaks, so that the tests at the end
can hold it against a small package in which the rule is broken.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

from tests.support.paths import ROOT
from tests.support.reviews import a_bag, make_review

PACKAGE = ROOT / "coala"
PAGE = ROOT / "docs" / "architecture.md"

LAYERS = {
    "": (
        "errors base model formats reading prepare diff scores engine board tables verdicts review "
        "present results html judging exports merge notebook gui cli"
    ),
    "reading": "remarks,limits,vocabularies sources rdf interpretation,records worker read",
    # The core of a review, up to "file", knows none of its features.
    "review": (
        "reviewers storage minutes,listing search,blind comparison_tables file "
        "history,drawing,unblinding writing "
        "board,raters merging pooling locking blank rescue"
    ),
    "results": "words,score_tables,formats,rescue diff diff_json,lint scores,verdicts,lock board",
    "gui": (
        "widgets jobs,engine session bag_list,bag_view,sidebar,board tool_windows,dialogs,results window "
        "system_libraries,run"
    ),
}
"""Folder to its parts in the order in which each may import from those before it, a comma between equals."""

HOMES = {
    "PySide6": ("gui",),
    "rdflib": ("reading",),
    "pyoxigraph": ("reading",),
    "spacy": ("formats",),
    "networkx": ("present",),
    "duckdb": ("tables", "reading"),
    "pyspark": ("tables",),
    "sqlglot": ("tables",),
    "jinja2": ("html",),
    "json_repair": ("formats",),
    "msgspec": ("tables", "review", "gui"),
    "markupsafe": ("html",),
}
"""Libraries that only these folders may import; scipy and numpy are everywhere but in the reading child."""

GRAPHS = {"coala.model.graph", "coala.model.corpus", "coala.prepare.prepare"}
"""Modules of graphs and of how they are prepared."""

TYPE_OF_AN_ARGUMENT = {("engine/compare.py", "rdflib"), ("notebook/comparing.py", "rdflib")}
"""The open door: the type of an argument that is handed on to the reader, never imported at run time."""

NOT_IN_THE_CHILD = frozenset(
    "numpy scipy rdflib PySide6 networkx dataclasses tomllib logging gzip subprocess".split()
) | ({"urllib"} if sys.version_info >= (3, 13) else set())
"""Before Python 3.13, pathlib itself imports urllib."""


def modules_of(package: Path) -> list[Path]:
    return sorted(path for path in package.rglob("*.py") if path.name != "__init__.py")


def imports_of(path: Path) -> Iterator[str]:
    """Return the modules that a module imports, also inside functions and for types alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: a relative import"
            assert not node.level, f"{path}: a relative import"
            yield node.module
            # ``from coala.base import output`` imports the module below.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_breaks(package: Path, folder: str) -> list[str]:
    """Return imports within ``folder`` that run to the side or upwards."""
    floors = [floor.split(",") for floor in LAYERS[folder].split()]
    floor_of = {name: number for number, floor in enumerate(floors) for name in floor}
    inside = package / folder
    prefix = ".".join(part for part in (package.name, folder) if part)
    breaks = []
    for path in modules_of(inside):
        mine = path.relative_to(inside).parts[0].removesuffix(".py")
        if mine not in floor_of:
            breaks.append(f"{path.relative_to(package)} stands on no floor")
            continue
        for name in sorted(set(imports_of(path))):
            part = name.removeprefix(f"{prefix}.").partition(".")[0]
            if not name.startswith(f"{prefix}.") or part == mine or part not in floor_of:
                continue
            if floor_of[part] >= floor_of[mine]:
                breaks.append(f"{path.relative_to(package)} imports {name}")
    return breaks


def strangers(package: Path) -> list[str]:
    """Return imports of libraries outside of their home."""
    breaks = []
    for path in modules_of(package):
        place = path.relative_to(package)
        for library in {name.partition(".")[0] for name in imports_of(path)} & HOMES.keys():
            if (
                place.parts[0] not in HOMES[library]
                and (place.as_posix(), library) not in TYPE_OF_AN_ARGUMENT
            ):
                breaks.append(f"{place} imports {library}")
    return breaks


def names_defined(path: Path) -> Iterator[str]:
    """Return the public classes and constants (type aliases included) of a module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from (leaf.id for leaf in ast.walk(target) if isinstance(leaf, ast.Name))


def names_twice(package: Path) -> list[str]:
    """Return public names of classes and constants that mean two things."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path in modules_of(package):
        for name in names_defined(path):
            if not name.startswith("_"):
                homes[name].append(str(path.relative_to(package)))
    return [f"{name} in {' and '.join(places)}" for name, places in homes.items() if len(places) > 1]


def busy_packages(package: Path) -> list[str]:
    """Return packages whose ``__init__`` is more than a docstring, except the outermost one."""
    return [
        str(path.relative_to(package))
        for path in package.rglob("__init__.py")
        if path.parent != package
        and not (
            len(body := ast.parse(path.read_text(encoding="utf-8")).body) == 1
            and isinstance(body[0], ast.Expr)
        )
    ]


def dumb_docstrings(package: Path) -> list[str]:
    """Return modules whose docstring does not begin with a sentence."""
    breaks = []
    for path in package.rglob("*.py"):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = said.partition("\n\n")[0]
        if not re.match(r"[A-Zb`].*[.:?]$", first, re.DOTALL) or "->" in first or "→" in first:
            breaks.append(f"{path.relative_to(package)}: {first!r}")
    return breaks


def loaded_by_the_child(program: str = "") -> set[str]:
    """Return the modules of a bare interpreter that has started as the child does.

    It then runs ``program``.
    """
    start = (
        "import sys\n"
        "package = sys.modules['coala'] = type(sys)('coala')\n"
        f"package.__path__ = [{str(PACKAGE)!r}]\n"
        "import coala.reading.worker.child\n"
    )
    program = f"{start}{program}print(*sys.modules)\n"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def loaded_by_the_command(*words: str) -> set[str]:
    """Return the modules of an interpreter that has run one command."""
    program = (
        "import sys\n"
        "from coala.cli.commands import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("folder", LAYERS)
def test_each_layer_imports_only_from_those_before_it(folder: str) -> None:
    assert layer_breaks(PACKAGE, folder) == []


def test_each_library_stays_in_its_folder() -> None:
    assert strangers(PACKAGE) == []


def test_a_public_class_or_constant_exists_once() -> None:
    assert names_twice(PACKAGE) == []


def test_a_package_hands_no_names_on() -> None:
    assert busy_packages(PACKAGE) == []


def test_every_module_begins_with_a_sentence() -> None:
    assert dumb_docstrings(PACKAGE) == []


@pytest.mark.parametrize("folder", ["coala", "tests"])
def test_files_named_in_docstrings_and_comments_exist(folder: str) -> None:
    known = [
        f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.rglob("*.py") if ".venv" not in path.parts
    ]
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in re.findall(r"``([\w/]+\.py)``", path.read_text(encoding="utf-8"))
    }
    assert named
    missing = [(path, name) for path, name in named if not any(one.endswith(f"/{name}") for one in known)]
    assert missing == []


def test_the_page_lists_every_folder_and_no_other() -> None:
    folders = {
        f"{path.parent.relative_to(ROOT).as_posix()}/"
        for path in PACKAGE.rglob("__init__.py")
        if path.parent != PACKAGE
    }
    assert set(re.findall(r"`(coala/[a-z_/]+/)`", PAGE.read_text(encoding="utf-8"))) == folders


def test_the_page_has_the_layers_in_their_order() -> None:
    assert f"`{LAYERS[''].replace(' ', ' < ')}`" in PAGE.read_text(encoding="utf-8").splitlines()


def test_the_pages_name_only_tests_that_exist() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted(PAGE.parent.rglob("*.md"))]
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", "\n".join(pages))
    assert named
    for file, test in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in text, f"{file}::{test}"


def test_the_reading_child_loads_no_heavy_library() -> None:
    loaded = loaded_by_the_child()
    assert "coala.reading.rdf.load" in loaded
    assert not loaded & NOT_IN_THE_CHILD


def test_help_loads_no_heavy_library() -> None:
    loaded = loaded_by_the_command("--help")
    assert "coala.cli.parser" in loaded
    assert not loaded & {"numpy", "scipy", "rapidfuzz", "rdflib", "networkx", "PySide6", "pyoxigraph", "tqdm"}


def test_importing_the_package_loads_no_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import coala, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"numpy", "scipy", "rdflib", "PySide6", "networkx"} & set(done.stdout.split())


def test_a_diff_begins_to_read_before_it_loads_what_compares() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import coala.cli.commands, coala.engine.input_graphs, sys; print(*sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"numpy", "pyoxigraph", "coala.engine.compare"} & set(done.stdout.split())


def test_a_diff_of_two_small_graphs_waits_for_no_heavy_library() -> None:
    graphs = ROOT / "sample_graphs" / "newswire"
    loaded = loaded_by_the_command("diff", f"{graphs / 'baseline.ttl'}", f"{graphs / 'changed.ttl'}")
    assert "coala.engine.compare" in loaded
    # The same texts need not be aligned, and no review is written.
    assert not loaded & {"coala.prepare.sign_alignment", "coala.review.history"}
    assert not loaded & {"scipy", "rapidfuzz", "rdflib", "networkx", "PySide6", "tqdm"}
    # Before its second release numpy itself imports all of it.
    assert numpy.__version__ < "2" or "numpy.ma" not in loaded


def test_a_tally_of_verdicts_loads_no_heavy_library(tmp_path: Path) -> None:
    review = make_review(tmp_path / "a.coala", [a_bag(0), a_bag(1)])
    loaded = loaded_by_the_command("tally", str(review), "--by", "size,type,form")
    assert "coala.results.verdicts.tally" in loaded
    assert not loaded & {"numpy", "scipy", "rapidfuzz", "rdflib", "networkx", "PySide6", "pyoxigraph", "tqdm"}


def test_metrics_know_nothing_of_verdicts_nor_the_tally_of_metrics() -> None:
    for path in modules_of(PACKAGE / "scores"):
        assert not [name for name in imports_of(path) if name.startswith(("coala.verdicts", "coala.review"))]
    tally = PACKAGE / "verdicts" / "tally.py"
    assert not [name for name in imports_of(tally) if name.startswith("coala.scores")]


def test_the_desktop_never_sees_a_graph() -> None:
    for path in modules_of(PACKAGE / "gui"):
        assert not GRAPHS & set(imports_of(path)), path


class TestEveryRuleFailsWhereItIsBroken:
    """A package with one break; each rule must name it, or it guards nothing."""

    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        for folder in ("base", "model", "reading/sources", "reading/rdf", "gui/widgets", "gui/app"):
            (tmp_path / "coala" / folder).mkdir(parents=True)
            (tmp_path / "coala" / folder / "__init__.py").write_text('"""It holds a part."""\n')
        (tmp_path / "coala" / "errors.py").write_text('"""One family of exceptions is here."""\n')
        return tmp_path / "coala"

    def test_an_import_that_climbs(self, package: Path) -> None:
        (package / "base" / "files.py").write_text("def f():\n    from coala.model.bag import Bag\n")
        assert layer_breaks(package, "") == [
            "base/files.py imports coala.model.bag",
            "base/files.py imports coala.model.bag.Bag",
        ]
        (package / "reading" / "sources" / "inputs.py").write_text("import coala.reading.rdf.load\n")
        assert layer_breaks(package, "reading") == ["sources/inputs.py imports coala.reading.rdf.load"] or (
            layer_breaks(package, "reading") == ["reading/sources/inputs.py imports coala.reading.rdf.load"]
        )
        (package / "gui" / "widgets" / "theme.py").write_text("from coala.gui.run import run\n")
        assert len(layer_breaks(package, "gui")) == 2

    def test_module_outside_of_all_layers_is_found(self, package: Path) -> None:
        (package / "helpers.py").write_text("")
        assert layer_breaks(package, "") == ["helpers.py stands on no floor"]

    def test_a_library_away_from_home(self, package: Path) -> None:
        (package / "base" / "files.py").write_text("if True:\n    from PySide6 import QtCore\n")
        (package / "model" / "graph.py").write_text("import rdflib.term\n")
        assert strangers(package) == ["base/files.py imports PySide6", "model/graph.py imports rdflib"]

    def test_a_name_with_two_meanings(self, package: Path) -> None:
        (package / "base" / "files.py").write_text("LARGEST = 1\nclass Row: ...\n_Row = 2\n")
        (package / "model" / "bag.py").write_text("LARGEST: int = 2\nRow = int\n_Row = 3\n")
        assert names_twice(package) == [
            "LARGEST in base/files.py and model/bag.py",
            "Row in base/files.py and model/bag.py",
        ]

    def test_a_package_that_hands_names_on(self, package: Path) -> None:
        (package / "base" / "__init__.py").write_text('"""Here."""\nfrom coala.errors import CoalaError\n')
        assert busy_packages(package) == ["base/__init__.py"]

    def test_a_docstring_that_is_no_sentence(self, package: Path) -> None:
        (package / "base" / "files.py").write_text('"""A path -> its bytes."""\n')
        (package / "base" / "paths.py").write_text("x = 1\n")
        assert [told.partition(":")[0] for told in sorted(dumb_docstrings(package))] == [
            "__init__.py" if (package / "__init__.py").exists() else "base/files.py",
            "base/paths.py",
        ]
