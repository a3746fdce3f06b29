"""What files made to fill the memory cost: ``python -m tests.bench hostile``, some 20 minutes.

``python -m tests.bench.bench_hostile FORMAT …`` is for some formats alone.

Each is some 100 MB in the shape that its reader likes least, or an honest file of that size. What is wanted:
a graph or one sentence, never a traceback, and never more than 1 GB of memory in any process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from time import process_time

from coala.formats.words import looks_like
from coala.reading.sources.refusals import Certainty, explain
from coala.reading.sources.stream import Beginning
from tests.bench.goals import Goal
from tests.bench.hostile_files import FIRST_FORMATS
from tests.bench.hostile_markup import LATER_FORMATS

MOST_MEMORY = 10**9

FORMATS = FIRST_FORMATS | LATER_FORMATS

READ = """
import sys
from coala.errors import CoalaError
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
try:
    read_graphs(sys.argv[1:], ReadOptions())
except CoalaError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""
"""The first step of every command."""

BESIDE = {
    "x.ann": ("x.txt", "a" * 200_000),
    "x_coref_level.xml": (
        "x_words.xml",
        "<words>" + "".join(f'<word id="word_{n}">a</word>' for n in range(1, 20_001)) + "</words>",
    ),
}
"""The files that must be next to a file."""

BEGINNINGS = ("x", "a|[e1,", "[", "|", "\n")
"""Repeated first bytes of a file, on which a careless regular expression backtracks."""

LOOKED_AT = 65_536
LONGEST_LOOK = 1.0
"""Seconds: without a second try such bytes are looked at in a hundredth of that, with one in minutes."""


def main(names: Collection[str] = (), *, whole: bool = True) -> list[Goal]:
    """Print the table."""
    print(f"{'':<38}{'MB':>6}{'peak MB':>9}{'seconds':>9}  answer")
    with tempfile.TemporaryDirectory() as folder:
        for key, (name, shapes) in FORMATS.items():
            if names and key.lower() not in names:
                continue
            for badness, shape in shapes.items():
                file = Path(folder) / name
                with file.open("w", encoding="utf-8") as written:
                    written.writelines(shape())
                if name in BESIDE:
                    (Path(folder) / BESIDE[name][0]).write_text(BESIDE[name][1], encoding="utf-8")
                _row(f"{key}: {badness}", file)
                file.unlink()
    return [] if names else [_look_at(piece) for piece in BEGINNINGS]


def _look_at(piece: str) -> Goal:
    """Detect the format of files by their first bytes."""
    start = f"x {piece * LOOKED_AT}"[:LOOKED_AT].encode() if piece.strip() else piece.encode() * LOOKED_AT
    begin = process_time()
    looks_like("a.txt", start)
    explain(Beginning("a.txt", start), Certainty.UNPARSED)
    return Goal(
        f"look at a file that begins with {piece!r} again and again",
        LONGEST_LOOK,
        process_time() - begin,
        "s",
    )


def _row(name: str, file: Path) -> None:
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([sys.executable, "-c", READ, str(file)], stderr=said)
        # The largest of the process and of those that it waited for.
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        sentences = said.read().decode("utf-8", "replace").strip().splitlines()
    peak = used.ru_maxrss * 1024
    answer = " / ".join(sentences).replace(str(file), file.name) or "read"
    broken = (
        process.returncode not in (0, 2)
        or "Traceback" in answer
        or (process.returncode and len(sentences) != 1)
    )
    marks = ("!! " if peak > MOST_MEMORY else "") + ("?? " if broken else "")
    size = file.stat().st_size / 1e6
    seconds = used.ru_utime + used.ru_stime
    print(f"{name:<38}{size:>6,.0f}{peak / 1e6:>9,.0f}{seconds:>9.1f}  {marks}{answer[:230]}", flush=True)


if __name__ == "__main__":
    main([name.lower() for name in sys.argv[1:]])
