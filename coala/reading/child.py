"""A job -> a file with the content of one graph: the child process in which every input is parsed.

A parser can crash, hang or eat all memory; then only this process dies. It is started without ``site`` and
imports neither numpy nor rdflib (unless a file needs it), so that it is at work after some 25 ms.

The job is a JSON file, the first argument; messages go to standard output, one JSON object a line:
``{"progress": [bytes, triples]}``, ``{"file": name}``, ``{"error": sentence}``, ``{"memory": true}``
when there was not enough of it, and at the end ``{"done": true, "bytes": …, "triples": …}``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from coala.errors import ReadingError
from coala.reading import limits
from coala.reading.collector import Collector
from coala.reading.files import STANDARD_INPUT, File, read_file, spool_standard_input
from coala.reading.handover import write_content
from coala.reading.interpretation import interpret
from coala.reading.remarks import Remarks
from coala.vocabulary import Vocabulary

EVERY = 0.05
"""Seconds between two reports of progress: smooth for an eye, nothing for the pipe."""


class _Reporter:
    """Tells the parent how far the reading is, and earns the time for it."""

    def __init__(self, deadline: limits.Deadline) -> None:
        self._deadline = deadline
        self._bytes = 0
        self._rate = limits.SLOWEST_FAST
        self._collector: Collector | None = None
        self._next = 0.0

    def file(self, shown: str, collector: Collector, slow: bool) -> None:
        self._collector = collector
        self._rate = limits.SLOWEST_RDFLIB if slow else limits.SLOWEST_FAST
        _say(file=shown)

    def bytes_read(self, count: int) -> None:
        self._bytes += count
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            _say(progress=[self._bytes, self._collector.triples_so_far() if self._collector else 0])

    def bytes_passed_on(self, count: int) -> None:
        self._deadline.earn(count / self._rate)


def _say(**message: Any) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main(job_file: str) -> int:
    """Do the job; the exit status is 0 also when a sentence explains why nothing was read."""
    with open(job_file, encoding="ascii") as file:
        job = json.load(file)
    limits.set_memory_limit(job["memory_bytes"])
    deadline = limits.Deadline(job["stall_seconds"])
    try:
        _work(job, deadline)
    except ReadingError as error:
        _say(error=str(error))
    except MemoryError:
        # What was collected is freed by now, so there is room for a sentence.
        _say(memory=True)
    except BrokenPipeError:
        # The parent is gone: nobody waits for an answer.
        os._exit(1)
    return 0


def _work(job: dict[str, Any], deadline: limits.Deadline) -> None:
    vocabulary = Vocabulary.from_json(job["vocabulary"])
    remarks = Remarks(vocabulary.words())
    reporter = _Reporter(deadline)
    files = [File(*pair) for pair in job["files"]]
    for place, file in enumerate(files):
        if file.path == STANDARD_INPUT:
            spool_standard_input(job["spool"], reporter)
            files[place] = File(file.shown, job["spool"])
    for skipped in job["skipped"]:
        remarks.add("files-skipped", skipped)
    collector = Collector(vocabulary)
    sources = [
        read_file(file, number, job["base"], collector, remarks, reporter)
        for number, file in enumerate(files)
    ]
    deadline.earn(collector.triples / limits.SLOWEST_STEPS)
    content = interpret(job["path"], collector, vocabulary, remarks, _folder(job["texts"]))
    content.words["sources"] = sources
    write_content(job["result"], content)
    _say(done=True, bytes=sum(size for _, _, size in sources), triples=collector.triples)


def _folder(path: str | None) -> Any:
    if path is None:
        return None
    from coala.texts import Texts  # its imports cost what a graph with its own texts need not pay

    return Texts(path)
