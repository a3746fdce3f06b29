"""Mutants of the core, to find what no test would notice: ``python -m tests.mutants --seed 1 --count 150``.

Draws small changes (another comparison, another constant, a deleted line) from the packages below, makes
each one in a copy of the checkout, and runs the tests of its package there, then those of its users.
A mutant that no test kills is printed with its place.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

PACKAGES = ("diff", "scores", "verdicts", "review", "prepare", "reading")

WIDER = ("tests/engine", "tests/output", "tests/cli", "tests/formats", "tests/board")
"""Test folders that run where the package's own tests let a mutant live."""

TIME_LIMIT = 600
"""Seconds for the tests of one mutant; it may loop for ever, which counts as killed."""

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
    killed: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            copies.put(copy_checkout(Path(folder) / str(number) / ROOT.name))
        for mutant, is_killed in pool.map(lambda mutant: (mutant, test_mutant(mutant, copies)), mutants):
            package = mutant.path.relative_to(ROOT).parts[1]
            drawn[package] += 1
            killed[package] += is_killed
            print(f"{'killed  ' if is_killed else 'SURVIVED'} {mutant}", flush=True)
    for package, count in sorted(drawn.items()):
        print(f"{package:10} {killed[package]:4} of {count:4} killed")
    print(f"{'all':10} {killed.total():4} of {drawn.total():4} killed")
    return 0 if killed == drawn else 1


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
    annotations = {id(node) for node in _walk_annotations(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr | ast.stmt) or id(node) in annotations:
            continue
        changed = change_node(node)
        if changed is None:
            continue
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = place(node.lineno, node.col_offset)
        end = place(node.end_lineno, node.end_col_offset)
        yield Mutant(path, node.lineno, begin, end, source[begin:end], changed)


def _walk_annotations(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(returns=annotation) | ast.arg(annotation=annotation):
                yield from ast.walk(annotation) if annotation else ()
            case ast.AnnAssign(annotation=annotation):
                yield from ast.walk(annotation)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                name[:1].isupper() and not name.isupper()
            ):
                yield from ast.walk(value)  # an alias of a type


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


def test_mutant(mutant: Mutant, copies: SimpleQueue[Path]) -> bool:
    """Return True if a test fails on the mutant; uses one of the copies, and mends it again."""
    copy = copies.get()
    path = copy / mutant.path.relative_to(ROOT)
    source = path.read_text("utf-8")
    try:
        path.write_text(source[: mutant.begin] + mutant.text + source[mutant.end :], "utf-8")
        own = f"tests/{mutant.path.relative_to(ROOT).parts[1]}"
        return any(not passes(copy, folders) for folders in ((own,), WIDER))
    finally:
        path.write_text(source, "utf-8")
        copies.put(copy)


def passes(copy: Path, folders: tuple[str, ...]) -> bool:
    """Return True if the tests of some folders pass in a copy of the checkout."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *folders]
    # A mutant must not be hidden by byte code of the file before it, which has the same time and size.
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = str(copy)
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
