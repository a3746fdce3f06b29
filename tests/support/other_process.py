"""A second Python process that does one thing at a time, so that two processes meet without a clock."""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Self

_LOOP = """
import json, sys
names = {}
for line in sys.stdin:
    try:
        exec(json.loads(line), names)
        answer = ""
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(json.dumps(answer), flush=True)
"""


class OtherProcess:
    """Runs statements in a process of its own; names that one of them defines are there for the next."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, statements: str) -> str:
        """Run statements to their end; return the error that they raise, as its class and words, or ""."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(statements)}\n")
        self._process.stdin.flush()
        answer: str = json.loads(self._process.stdout.readline())
        return answer

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


RENEW = """
from pathlib import Path
from tests.support.reviews import put_comparison, three_splits
put_comparison(Path({path!r}), *three_splits("Rob"))
"""
"""Makes another comparison into the review at ``path``; two of its three bags stay."""

JUDGE = """
from pathlib import Path
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
review = Review.open(Path({path!r}), reviewer="Ben")
review.judge(0, State(Verdict.BETTER))
"""
"""Opens the review at ``path``, judges its first bag, and leaves it open."""

LEAVE_A_HOT_JOURNAL = """
import sqlite3
connection = sqlite3.connect({path!r}, isolation_level=None)
connection.execute("PRAGMA cache_size=1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("CREATE TABLE spilled (content BLOB)")
for _ in range(50):
    connection.execute("INSERT INTO spilled VALUES (randomblob(10000))")
"""
"""Writes into the review at ``path`` without an end: a process that is killed then leaves it half written."""
