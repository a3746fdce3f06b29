"""The command that records the program's output, or compares it with the recording.

    python -m tests.golden write                    # record digests.json, or the part of --only
    python -m tests.golden check                    # name the cases that differ
    python -m tests.golden check --keep now --only newswire
    python -m tests.golden write --keep before      # and keep each output, to be compared by diff -r

A case is one command: its exit status, output, errors, and the files that it wrote. The first part of its
name is its group. ``--only`` takes whole groups, since a case may need files that others of its group write.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from coala.cli.commands import main as run_command
from tests.golden import cases
from tests.golden.random_graphs import write_random_graphs
from tests.support.paths import ROOT, SAMPLES, SHARED

DIGESTS = Path(__file__).with_name("digests.json")

_UNSTEADY = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?"), "<time>"),
    (re.compile(r"urn:coala:(export|verdict):[0-9a-f]+"), "<made at a time>"),
)


def main() -> int:
    """Run the cases; return 1 if one differs from the recording."""
    arguments = _parse()
    os.environ["COLUMNS"] = "100"
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        _prepare(Path(folder))
        # Nothing has run in this first pass, so it finds no reviews to judge.
        groups = {case.group for case in _all_cases(Path(folder)) if re.search(arguments.only, case.name)}
        for case in _all_cases(Path(folder)):
            if case.group in groups:
                found[case.name] = _run(case, arguments.keep)
    if arguments.action == "write":
        if arguments.only:
            found = json.loads(DIGESTS.read_text(encoding="utf-8")) | found
        DIGESTS.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{len(found)} cases recorded.")
        return 0
    recorded = json.loads(DIGESTS.read_text(encoding="utf-8"))
    differ = sorted(name for name in found if recorded.get(name) != found[name])
    missing = [] if arguments.only else sorted(set(recorded) - set(found))
    for name in differ:
        print(f"differs: {name}")
    for name in missing:
        print(f"missing: {name}")
    print(f"{len(found) - len(differ)} of {len(found)} cases are equal.")
    return 1 if differ or missing else 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description="What the program says.")
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("--keep", type=Path, help="a folder for the output of each case")
    parser.add_argument(
        "--only", default="", help="a regular expression: take the groups of cases of which a name matches"
    )
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep = arguments.keep.resolve()
    return arguments


def _prepare(folder: Path) -> None:
    (folder / cases.SAMPLES).symlink_to(SAMPLES)
    if SHARED.is_dir():
        (folder / cases.SHARED).symlink_to(SHARED)
    write_random_graphs(folder / cases.RANDOM, cases.RANDOM_PAIRS)
    resolve = SAMPLES / "newswire" / "resolve.py"
    subprocess.run([sys.executable, str(resolve), "--board", "board"], check=True, capture_output=True)


def _all_cases(folder: Path) -> Iterator[cases.Case]:
    pairs = [*cases.sample_pairs(), *cases.shared_pairs(SHARED)]
    yield from cases.word_cases()
    for pair in pairs:
        yield from cases.pair_cases(pair)
    yield from cases.relation_cases()
    for pair in pairs:
        if pair.name in ("paper-XZ", "newswire-gold", "facts", "ecb-gold", "pikes"):
            yield from cases.review_cases(pair)
            cases.judge_all(folder, pair)
            yield from cases.verdict_cases(pair)
    yield from cases.board_cases()
    yield from cases.zoo_cases(SHARED)
    yield from cases.scorer_cases(SHARED)
    for pair in cases.random_pairs():
        yield from cases.pair_cases(pair, small=True)


def _run(case: cases.Case, keep: Path | None) -> str:
    status, output, errors = _capture(case.words)
    parts = [f"exit {status}\n".encode(), output, errors, *(Path(name).read_bytes() for name in case.reads)]
    content = b"\n----\n".join(parts).decode("utf-8", "replace").replace("\r\n", "\n")
    content = content.replace(os.getcwd(), "<here>")
    # A board names its graphs from its own folder on.
    for root in (os.path.relpath(ROOT, "board"), str(ROOT)):
        content = content.replace(root, "<project>")
    for pattern, word in _UNSTEADY:
        content = pattern.sub(word, content)
    for today in {datetime.now().astimezone().date(), datetime.now(UTC).date()}:
        content = content.replace(today.isoformat(), "<today>")
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / re.sub(r"[^\w.-]", "_", case.name)).write_text(content, encoding="utf-8")
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _capture(words: tuple[str, ...]) -> tuple[int, bytes, bytes]:
    """Run a command in this process; return its exit status, output and errors."""
    kept = [os.dup(number) for number in (1, 2)]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, file in ((1, output), (2, errors)):
            os.dup2(file.fileno(), number)
        try:
            status = run_command(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 2
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, original in zip((1, 2), kept, strict=True):
                os.dup2(original, number)
                os.close(original)
        found = []
        for file in (output, errors):
            file.seek(0)
            found.append(file.read())
    return status, found[0], found[1]


if __name__ == "__main__":
    sys.exit(main())
