"""Mutants of the core, to find what no test would notice: ``python -m tests.bench.mutants --count 150``.

Draws small changes (another comparison, another constant, a deleted line) from the packages below, makes
each one in a copy of the checkout, and runs the tests near its module there. What lives is tested again with
the other tests of its package, and what lives then with those of its users. Each mutant is printed with the
test that kills it, or as a survivor so far.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

PACKAGES = ("diff", "scores", "verdicts", "review", "prepare", "reading")

WIDER = ("tests/engine", "tests/output", "tests/cli", "tests/formats", "tests/board")
"""Test folders that run where the package's own tests let a mutant live."""

TIME_LIMIT = 1_800
"""Seconds for each run of tests, on a busy machine; a mutant that loops for ever counts as killed."""

SECONDS = itertools.count(1)
"""Times of files: each version of a file has its own, or byte code of the version before would be used."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}


class Mutant(NamedTuple):
    """A change of one file: the characters from ``begin`` to ``end`` (exclusive) become ``text``."""

    path: Path
    line: int
    begin: int
    end: int
    before: str
    text: str

    @property
    def package(self) -> str:
        """The folder of ``coala`` that has the file."""
        return self.path.relative_to(ROOT).parts[1]

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.before!r} -> {self.text!r}"


def main() -> int:
    """Draw mutants, test each, print the survivors; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--packages", default=",".join(PACKAGES))
    arguments = parser.parse_args()
    mutants = draw_mutants(arguments.packages.split(","), arguments.count, arguments.seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            copies.put(copy_checkout(Path(folder) / str(number) / ROOT.name))
        survivors = mutants
        for select in (select_near_tests, select_other_tests, lambda path: WIDER):
            survivors = test_mutants(survivors, select, pool, copies)
    drawn, alive = (Counter(mutant.package for mutant in some) for some in (mutants, survivors))
    for package, number in sorted(drawn.items()):
        print(f"{package:10} {number - alive[package]:4} of {number:4} killed")
    print(f"{'all':10} {len(mutants) - len(survivors):4} of {len(mutants):4} killed")
    return 1 if survivors else 0


def test_mutants(
    mutants: Sequence[Mutant],
    select: Callable[[Path], Sequence[str]],
    pool: ThreadPoolExecutor,
    copies: SimpleQueue[Path],
) -> list[Mutant]:
    """Test each mutant with the tests that ``select`` returns for its file; return the survivors."""
    tested = {pool.submit(test_mutant, mutant, select(mutant.path), copies): mutant for mutant in mutants}
    survivors = []
    for done in as_completed(tested):
        mutant, killer = tested[done], done.result()
        print(f"{'killed  ' if killer else 'SURVIVED'} {mutant} {killer}", flush=True)
        if not killer:
            survivors.append(mutant)
    return survivors


def draw_mutants(packages: list[str], count: int, seed: int) -> list[Mutant]:
    """Return ``count`` mutants, drawn at random over all possible ones of the packages."""
    paths = sorted(path for package in packages for path in (ROOT / "coala" / package).rglob("*.py"))
    found = [mutant for path in paths for mutant in find_mutants(path)]
    return random.Random(seed).sample(found, min(count, len(found)))


def find_mutants(path: Path) -> Iterator[Mutant]:
    """Yield the possible mutants of a file, in the order of its text."""
    source = path.read_text("utf-8")
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines()

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    tree = ast.parse(source)
    excluded = {id(node) for node in _walk_excluded(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr | ast.stmt) or id(node) in excluded:
            continue
        changed = change_node(node)
        if changed is None:
            continue
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = place(node.lineno, node.col_offset)
        end = place(node.end_lineno, node.end_col_offset)
        yield Mutant(path, node.lineno, begin, end, source[begin:end], changed)


def _walk_excluded(tree: ast.Module) -> Iterator[ast.AST]:
    """Walk what no test should pin: annotations, words of exceptions and ``__repr__``, tuning constants."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name="__repr__") | ast.Raise():
                yield from ast.walk(node)
            case ast.FunctionDef(returns=annotation) | ast.arg(annotation=annotation):
                yield from ast.walk(annotation) if annotation else ()
            case ast.AnnAssign(annotation=annotation):
                yield from ast.walk(annotation)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if re.fullmatch(
                r"[\d_.*()-]+", ast.unparse(value)
            ) or re.match("_?[A-Z].*[a-z]", name):
                yield from ast.walk(value)  # an alias of a type, or a tuning constant


def change_node(node: ast.expr | ast.stmt) -> str | None:
    """Return the source of a node with one small change, or None where none fits."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            other = COMPARISONS[type(operator)]()
            return f"({ast.unparse(ast.Compare(left, [other], [right]))})"
        case ast.BinOp(left=left, op=binary, right=right) if type(binary) in OPERATORS:
            return f"({ast.unparse(ast.BinOp(left, OPERATORS[type(binary)](), right))})"
        case ast.BoolOp(op=both, values=values):
            swapped: ast.boolop = ast.Or() if isinstance(both, ast.And) else ast.And()
            return f"({ast.unparse(ast.BoolOp(swapped, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            return str(not value)
        case ast.Constant(value=int(value)):
            return str(value + 1)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if name in SWAPPED_NAMES:
            return ast.unparse(ast.Call(ast.Name(SWAPPED_NAMES[name]), arguments, keywords))
        case ast.Continue() | ast.Break():
            return "pass"
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return "pass"
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            return "return None"
    return None


def copy_checkout(target: Path) -> Path:
    """Copy what git tracks to ``target``, with the data next to the checkout in sight of the tests."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    shared = ROOT.parent / "shared"
    if shared.is_dir():
        (target.parent / "shared").symlink_to(shared)
    return target


def test_mutant(mutant: Mutant, tests: Sequence[str], copies: SimpleQueue[Path]) -> str:
    """Return the first test that fails on the mutant, or ""; uses one of the copies, and mends it again."""
    copy = copies.get()
    path = copy / mutant.path.relative_to(ROOT)
    source = path.read_text("utf-8")
    try:
        write_version(path, source[: mutant.begin] + mutant.text + source[mutant.end :])
        return find_failure(copy, tests)
    finally:
        write_version(path, source)
        copies.put(copy)


def write_version(path: Path, source: str) -> None:
    """Write a version of a source file, with a time that none of its other versions has."""
    path.write_text(source, "utf-8")
    second = next(SECONDS)
    os.utime(path, (second, second))


def select_near_tests(path: Path) -> list[str]:
    """Return the test files of the package that import a module, or that are in its own subfolder."""
    package, *folders, _ = path.relative_to(ROOT / "coala").parts
    module = re.compile(rf"coala\.{'.'.join([package, *folders])}(\.| import .*\b){path.stem}\b")
    near = "/".join(["tests", package, *folders, ""])
    return [
        file
        for file in list_test_files(package)
        if (folders and file.startswith(near)) or module.search((ROOT / file).read_text("utf-8"))
    ]


def select_other_tests(path: Path) -> list[str]:
    """Return the other test files of the package."""
    near = select_near_tests(path)
    return [file for file in list_test_files(path.relative_to(ROOT).parts[1]) if file not in near]


def list_test_files(package: str) -> list[str]:
    """Return the test files of a package, sorted."""
    return sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / package).rglob("test_*.py"))


def find_failure(copy: Path, tests: Sequence[str]) -> str:
    """Return the first of some tests that fails in a copy of the checkout, or ""."""
    if not tests:
        return ""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(copy),
        "HYPOTHESIS_PROFILE": "mutants",
    }
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "(time limit)"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else f"(exit code {done.returncode})" if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main())
