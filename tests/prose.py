"""Rules for the English of docstrings, comments and pages, and their counts.

``python -m tests.prose [FOLDER …]`` prints the counts, and for named folders the places. Functions are
commands ("Return …"), modules are noun phrases, and words that make sentences hard to read are avoided
(``avoided_words.toml``). ``test_prose.py`` checks all files.
"""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

FOLDERS = ("coala", "tests")

NOT_COMMANDS = frozenset(
    """
    a about after all also an and another any are as at because before both by can depending do does each
    either every few for four from had has have her here his how i if in into is it its many more most must
    my near neither never no nobody none nothing of on one only others otherwise our same several she should
    so some such than that the their them then there these they this those three to two under until was we
    were what whatever when where whether which while who whoever whole whom whose why with without your
    """.split()
)
"""First words of docstrings that are relative clauses, noun phrases or questions."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Prose(NamedTuple):
    """A docstring or a comment: its place, its owner, and its text."""

    path: Path
    line: int
    owner: str
    text: str


class Docstrings(NamedTuple):
    """The docstrings of some files by what they belong to; attributes include properties and constants."""

    modules: list[Prose]
    classes: list[Prose]
    functions: list[Prose]
    attributes: list[Prose]


def find_files(folder: str) -> list[Path]:
    """Return the Python files of a folder of the project, in order."""
    return sorted((ROOT / folder).rglob("*.py"))


def find_pages() -> list[Path]:
    """Return the pages of the documentation, with the README and the changelog."""
    return [ROOT / "CHANGELOG.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def read_docstrings(paths: Sequence[Path]) -> Docstrings:
    """Return the docstrings of modules, classes, functions and attributes."""
    found = Docstrings([], [], [], [])
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module):
                owners, name, line = found.modules, path.stem, 1
            elif isinstance(node, ast.ClassDef):
                owners, name, line = found.classes, node.name, node.lineno
            elif isinstance(node, Function):
                owners = found.attributes if _is_property(node) else found.functions
                name, line = node.name, node.lineno
            else:
                continue
            text = ast.get_docstring(node)
            if text:
                owners.append(Prose(path, line, name, text))
            if not isinstance(node, Function):
                found.attributes.extend(_read_attributes(path, node.body))
    return found


def _read_attributes(path: Path, body: Sequence[ast.stmt]) -> Iterator[Prose]:
    for before, statement in pairwise(body):
        match statement:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield Prose(path, statement.lineno, ast.unparse(before).split(" ", 1)[0], text)


def _is_property(node: Function) -> bool:
    return any(re.search(r"property|setter", ast.unparse(decorator)) for decorator in node.decorator_list)


def is_command(docstring: str) -> bool:
    """Return True unless the docstring of a function begins with a clause or a noun phrase."""
    first = re.match(r"[^\W\d_]+", docstring)
    return first is not None and first[0].lower() not in NOT_COMMANDS


def read_comments(paths: Sequence[Path]) -> Iterator[Prose]:
    """Yield the comments of files, without those that speak to a tool."""
    for path in paths:
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                text = token.string.lstrip("# ")
                if token.type == tokenize.COMMENT and not text.startswith(("noqa", "type:", "!")):
                    yield Prose(path, token.start[0], "", text)


def read_strings(paths: Sequence[Path]) -> Iterator[Prose]:
    """Yield strings with several words that are not docstrings: messages, tips, explanations."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)) if id(node) not in statements and text.count(" ") >= 3:
                    yield Prose(path, node.lineno, "", text)


def load_avoided_words() -> dict[str, str]:
    """Return each avoided word or phrase with what to write instead."""
    with (Path(__file__).parent / "avoided_words.toml").open("rb") as file:
        words = tomllib.load(file)["word"]
    return {entry["word"]: entry["instead"] for entry in words}


def read_page(path: Path) -> Iterator[Prose]:
    """Yield the lines of a page, without blocks of code."""
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield Prose(path, number, "", line)


def find_avoided(prose: Prose, words: Sequence[str]) -> list[str]:
    """Return the avoided words of a text, each as often as it is used.

    Quotations and code do not count, nor do "there is none" and Python's None, which are plain.
    """
    text = re.sub(r"``[^`]*``|`[^`]*`|'[^' ]*'|\"[^\"]*\"", " ", prose.text)
    text = re.sub(r"\bNone\b|\bthere (?:is|are) none\b", " ", text)
    pattern = r"\b(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + r")\b"
    return [found.lower() for found in re.findall(pattern, text, re.IGNORECASE)]


def has_becomes(docstring: str) -> bool:
    """Return True if the first line of a module's docstring says what becomes of something."""
    return re.search(r"\bbecomes?\b", docstring.partition("\n")[0]) is not None


def find_breaks(paths: Sequence[Path]) -> list[str]:
    """Return each break of a rule in Python files and pages, with its place."""
    avoided = load_avoided_words()
    modules = [path for path in paths if path.suffix == ".py"]
    docs = read_docstrings(modules)
    found = [(prose, "is no command") for prose in docs.functions if not is_command(prose.text)]
    found += [(prose, 'says "becomes"') for prose in docs.modules if has_becomes(prose.text)]
    pages = chain.from_iterable(map(read_page, (path for path in paths if path.suffix == ".md")))
    for prose in (*chain.from_iterable(docs), *read_comments(modules), *pages):
        found += [
            (prose, f'says "{word}"; write: {avoided[word]}') for word in find_avoided(prose, list(avoided))
        ]
    return [f"{prose.path}:{prose.line}: {flaw}: {prose.text.splitlines()[0]}" for prose, flaw in found]


def median_subject(commits: int = 200) -> float:
    """Return the median length of the subjects of the last commits, in characters."""
    log = subprocess.run(
        ["git", "log", f"-{commits}", "--format=%s"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return statistics.median(map(len, log.stdout.splitlines()))


def main(folders: Sequence[str]) -> None:
    """Print the counts of each folder; of a folder that is named, also the places."""
    words = list(load_avoided_words())
    for folder in folders or FOLDERS:
        paths = find_files(folder)
        docs = read_docstrings(paths)
        vague = [doc for doc in docs.functions if not is_command(doc.text)]
        becomes = [doc for doc in docs.modules if has_becomes(doc.text)]
        share = 100 * len(vague) / max(1, len(docs.functions))
        print(f"{folder}: {len(paths)} files")
        print(
            f"  function docstrings that are no commands: {len(vague)} of {len(docs.functions)} "
            f"({share:.0f} %)"
        )
        print(f'  module docstrings with "becomes": {len(becomes)} of {len(docs.modules)}')
        prose = [*chain.from_iterable(docs), *read_comments(paths), *read_strings(paths)]
        counts = Counter(word for text in prose for word in find_avoided(text, words))
        print(f"  avoided words: {counts.total()}")
        for word, count in counts.most_common():
            print(f"    {count:>5} {word}")
        if folders:
            for doc in (*vague, *becomes, *(text for text in prose if find_avoided(text, words))):
                print(f"  {doc.path.relative_to(ROOT)}:{doc.line}: {doc.text.splitlines()[0]}")
    print(f"median length of the last 200 commit subjects: {median_subject():.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
