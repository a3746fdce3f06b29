"""A job -> a file with the content of one graph: the child process in which every input is parsed.

A parser can crash, hang or eat all memory; then only this process dies. It is started without ``site`` and
imports neither numpy nor rdflib (unless a file needs it), so that it is at work after some 25 ms.

The job is a JSON file, the first argument; messages go to standard output, one JSON object a line:
``{"progress": [bytes, triples]}``, ``{"file": name, "rdf": …}``, ``{"error": sentence}``,
``{"memory": true}`` when there was not enough of it, and at the end
``{"done": true, "bytes": …, "triples": …}``.
"""

from __future__ import annotations

import errno
import gc
import json
import os
import sys
import time
from typing import Any

from coala.errors import ReadingError
from coala.model.format_options import FormatOptions
from coala.reading import limits
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import read_file, spool_standard_input
from coala.reading.rdf.vocabulary_detection import first_look, is_other_format, recognised
from coala.reading.remarks import Remarks
from coala.reading.sources.file import STANDARD_INPUT, File
from coala.reading.vocabularies.vocabulary import Vocabulary
from coala.reading.worker.protocol import write_content
from coala.reading.worker.scratch import clear, end_with, let_go


def main(job_file: str) -> int:
    """Do the job; the exit status is 0 also when a sentence explains why nothing was read."""
    with open(job_file, encoding="ascii") as file:
        job = json.load(file)
    end_with(job["parent"], os.path.dirname(job_file))
    limits.set_memory_limit(job["memory_bytes"])
    # Nothing here refers to itself, and a short life needs no search for what does.
    gc.disable()
    deadline = limits.Deadline(job["stall_seconds"])
    reporter = Reporter(deadline)
    full = False
    try:
        _work(job, deadline, reporter)
    except ReadingError as error:
        say(error=str(error))
    except MemoryError:
        # Until this clause ends, all that was collected is still there: no room for a sentence.
        full = True
    except BrokenPipeError:
        # The parent is gone: nobody waits for an answer, nor clears up.
        clear(os.path.dirname(job_file))
        os._exit(1)
    except OSError as error:
        # Files are read with sentences of their own; what is left is the machine's.
        if error.errno == errno.EBADF:
            say(error="Standard input is closed: pass the graph on it, or name a file.")
        else:
            say(
                error=f"The temporary folder cannot be used ({error.strerror}): make room there, or name "
                "another one with the environment variable TMPDIR."
            )
    finally:
        let_go()
    if full:
        say(memory=True)
    return 0


def _work(job: dict[str, Any], deadline: limits.Deadline, reporter: Reporter) -> None:
    candidates = [Vocabulary.from_json(text) for text in job["vocabularies"]]
    files = [File(*pair) for pair in job["files"]]
    for place, file in enumerate(files):
        if file.path == STANDARD_INPUT:
            spool_standard_input(job["spool"], reporter)
            files[place] = File(file.shown, job["spool"])
    if is_other_format(files[0]):
        # Whatever was chosen is about RDF; these are read as if they had been written in NIF.
        candidates = [Vocabulary.from_json(job["vocabulary_of_formats"])]
    vocabulary = candidates[0]
    if len(candidates) > 1:
        vocabulary = first_look(files[0], job["base"], candidates)
    collector, sources, remarks = _collect(files, vocabulary, job, reporter)
    if len(candidates) > 1 and collector.triples:
        found = recognised(job["path"], collector, candidates)
        if found is not vocabulary:
            # The first look was wrong, as it is when all mentions come late in the file.
            vocabulary = found
            reporter.again()
            collector, sources, remarks = _collect(files, vocabulary, job, reporter)
    deadline.earn(collector.triples / limits.SLOWEST_STEPS)
    folder = _folder(job["texts"], vocabulary, job["base"], reporter)
    content = interpret(
        job["path"],
        collector,
        vocabulary,
        remarks,
        folder,
        same_as=job["same_as"],
        offsets=job["offsets"],
        ends=job["ends"],
    )
    content.words["sources"] = sources
    write_content(job["result"], content)
    say(done=True, bytes=sum(size for _, _, size in sources), triples=collector.triples)


def _collect(
    files: list[File], vocabulary: Vocabulary, job: dict[str, Any], reporter: Reporter
) -> tuple[Collector, list[tuple[str, str, int]], Remarks]:
    remarks = Remarks(vocabulary.words())
    for skipped in job["skipped"]:
        remarks.add("files-skipped", skipped)
    collector = Collector(vocabulary)
    told = FormatOptions.from_json(job["formats"])
    sources = [
        read_file(file, number, job["base"], collector, remarks, reporter, told)
        for number, file in enumerate(files)
    ]
    return collector, sources, remarks


def _folder(path: str | None, vocabulary: Vocabulary, base: str | None, reporter: Reporter) -> Any:
    if path is None:
        return None
    # Their imports cost what a graph with its own texts need not pay.
    from coala.reading.interpretation.text_folder import TextFolder
    from coala.reading.sources.texts import Texts

    return TextFolder(path, Texts(path), vocabulary, base, reporter)


_EVERY = 0.05
"""Seconds between two reports of progress: smooth for an eye, nothing for the pipe."""


def say(**message: Any) -> None:
    """One message to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Reporter:
    """Tells the parent how far the reading is, and earns the time for it."""

    def __init__(self, deadline: limits.Deadline) -> None:
        self._deadline = deadline
        self._bytes = 0
        self._slowest = limits.FAST
        self._collector: Collector | None = None
        self._next = 0.0

    def file(self, shown: str, collector: Collector, slowest: int) -> None:
        """A file begins, or begins again with another reader."""
        self._collector = collector
        self._slowest = slowest
        say(file=shown, rdf=slowest != limits.FORMAT)

    def again(self) -> None:
        """All files are read once more."""
        self._bytes = 0

    def bytes_read(self, count: int) -> None:
        """So many more bytes came from the disk."""
        self._bytes += count
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _EVERY
            say(progress=[self._bytes, self._collector.triples_so_far() if self._collector else 0])

    def bytes_passed_on(self, count: int) -> None:
        """So many more bytes, unpacked, went to the parser."""
        self._deadline.earn(count / self._slowest)
