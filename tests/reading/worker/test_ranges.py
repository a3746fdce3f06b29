"""A file of N-Triples that several processes read in ranges says what it says when one reads it."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyoxigraph
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coala.base.files import Source
from coala.base.sequences import Shared
from coala.errors import Cancelled, ReadingError
from coala.model.options import ReadOptions
from coala.reading import limits, read
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.interpretation.large.steps import LARGE_STEPS
from coala.reading.rdf import windows
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Unwatched, read_file
from coala.reading.rdf.pyoxigraph_parser import NotInWindowsError
from coala.reading.read import ReadingProgress, read_graphs
from coala.reading.remarks import Remarks
from coala.reading.sources.file import File
from coala.reading.vocabularies.loader import load_vocabulary
from coala.reading.worker import ranges
from coala.reading.worker.graph_file import write_graph
from coala.reading.worker.protocol import ReadingJob, read_range_job
from coala.reading.worker.ranges import divide, read_in_ranges
from coala.reading.worker.start import command
from tests.benchmarks.bench_reading import NIF, made_up
from tests.reading.interpretation.test_large import some_graph
from tests.reading.rdf.test_windows import ODD_LINES, facts, lines
from tests.support.nif import PREFIXES

VOCABULARY = load_vocabulary("nif")


def in_lines(turtle: str) -> list[str]:
    triples = pyoxigraph.parse(turtle, format=pyoxigraph.RdfFormat.TURTLE)
    return [f"{triple.subject} {triple.predicate} {triple.object} .\n" for triple in triples]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("large") / "large.nt"
    file.write_text("".join(in_lines(made_up(NIF, 40_000))), encoding="utf-8")
    return file


class _AtOnce:
    """Reads a range as soon as it is told to, in this process."""

    def __init__(self, arguments: list[str], *, stdout: Any, **_: object) -> None:
        try:
            self.status = not ranges.read_range(read_range_job(arguments[-1]), stdout, lambda _: None)
        except NotInWindowsError:
            self.status = True

    def poll(self) -> bool:
        return self.status

    wait = poll

    def kill(self) -> None:
        """It has ended."""

    def __enter__(self) -> None:
        """It has no files."""

    def __exit__(self, *_: object) -> None:
        """The same."""


@pytest.fixture
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", _AtOnce)
    monkeypatch.setattr(windows, "WINDOW", dict.fromkeys(windows.WINDOW, 900))
    monkeypatch.setattr(windows, "LARGEST_WINDOW", 4000)


def job_of(path: Path, processes: int) -> ReadingJob:
    return ReadingJob(
        path=str(path),
        files=(File(path.name, str(path)),),
        skipped=(),
        vocabularies=(VOCABULARY,),
        vocabulary_of_formats=VOCABULARY,
        options=ReadOptions(),
        parent=os.getpid(),
        most_memory=1 << 40,
        processes=processes,
        smallest_in_ranges=0,
        spool=str(path.parent / "spool"),
        result=str(path.parent / "result"),
    )


def read_both_ways(path: Path, processes: int) -> bool:
    """Assert that both ways give the same graph, to the letter; whether it was read in ranges."""
    file = File(path.name, str(path))
    found: list[Source | None] = []

    def in_ranges(collector: Collector, remarks: Remarks) -> Source:
        found.append(read_in_ranges(file, 0, job_of(path, processes), VOCABULARY, collector, Unwatched()))
        return found[0] or by_one(collector, remarks)

    def by_one(collector: Collector, remarks: Remarks) -> Source:
        return read_file(file, 0, None, collector, remarks, Unwatched())

    assert outcome(path, in_ranges) == outcome(path, by_one)
    return found[0] is not None


def outcome(path: Path, read: Callable[[Collector, Remarks], Source]) -> tuple[object, ...]:
    """What was collected, without numbers that nobody sees, and the graph or what is said in its place."""
    collector, remarks = Collector(VOCABULARY), Remarks(VOCABULARY.words(), path.name)
    collected = None
    try:
        sources = [read(collector, remarks)]
        collected = (
            facts(collector),
            {collector.names[node]: text for node, text in collector.unreadable.items()},
            sorted(collector.names[node] for node in collector.text_conflicts),
        )
        content = interpret(
            path.name, collector, VOCABULARY, remarks, None, sources=sources, steps=LARGE_STEPS
        )
    except ReadingError as error:
        return collected, str(error)
    graph = build_graph(path.name, content)
    # Nobody sees which kinds were numbered first.
    kinds = sorted(set(graph.types))
    code = np.array([kinds.index(kind) for kind in graph.types])
    written = path.with_suffix(".graph")
    write_graph(str(written), replace(graph, types=Shared(kinds, code)))
    return collected, written.read_bytes()


def some_lines(chance: random.Random) -> list[str]:
    graph = [line for _ in range(2) for line in in_lines(PREFIXES + some_graph(chance))]
    graph += [line for number in range(20) for line in lines(number).splitlines(keepends=True)]
    return graph


@pytest.mark.usefixtures("_in_this_process")
@given(
    st.integers(0, 2**32), st.integers(2, 5), st.lists(st.sampled_from(list(ODD_LINES.values())), max_size=2)
)
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_both_ways_agree_on_any_graph(
    tmp_path_factory: pytest.TempPathFactory, seed: int, processes: int, odd: list[str]
) -> None:
    chance = random.Random(seed)
    graph = some_lines(chance) + odd
    if chance.random() < 0.7:
        chance.shuffle(graph)
    path = tmp_path_factory.getbasetemp() / "any.nt"
    path.write_text("".join(graph), encoding="utf-8", errors="surrogatepass", newline="")
    read_both_ways(path, processes)


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("odd", ODD_LINES.values(), ids=list(ODD_LINES))
def test_both_ways_agree_whatever_stands_where_a_range_ends(odd: str, tmp_path: Path) -> None:
    graph = [line for number in range(40) for line in lines(number).splitlines(keepends=True)]
    path, end = tmp_path / "odd.nt", divide(len("".join(graph)), 3)[0]
    place = next(place for place in range(len(graph)) if len("".join(graph[:place])) > end)
    for before in (1, 0):
        text = "".join([*graph[: place - before], odd, *graph[place - before :]])
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        read_both_ways(path, 3)


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("processes", [2, 3, 5, 8])
def test_plain_lines_are_read_in_ranges_in_any_order_with_nameless_nodes_and_letters_of_any_script(
    processes: int, tmp_path: Path
) -> None:
    graph = [line for number in range(60) for line in lines(number).splitlines(keepends=True)]
    graph += [f'<http://example.org/größe{n}> <http://example.org/p> "丈 𝄞 {n}"@de .\n' for n in range(60)]
    graph += [f'<http://example.org/d> <{NIF_CORE}isString> "Bob met\\nBob" .\n'] * 3
    random.Random(1).shuffle(graph)
    path = tmp_path / "plain.nt"
    path.write_text("".join(graph), encoding="utf-8")
    assert read_both_ways(path, processes)


NIF_CORE = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"

WARNED_OF = {
    "a text where there was another": f'<http://example.org/d> <{NIF_CORE}isString> "{{}}" .\n',
    "an offset that is none": f'<x:m> <{NIF_CORE}beginIndex> "{{}}x" .\n',
    "an offset that is a node": f"<x:m> <{NIF_CORE}beginIndex> <x:{{}}> .\n",
    "a text for a node": f'<x:m> <{NIF_CORE}referenceContext> "{{}}" .\n',
}


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("odd", WARNED_OF.values(), ids=list(WARNED_OF))
def test_what_a_warning_tells_comes_from_all_ranges(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.nt"
    graph = "".join(map(lines, range(15)))
    for order in ("1232", "3211", "2222"):
        path.write_text("".join(odd.format(number) + graph for number in order), encoding="utf-8")
        assert read_both_ways(path, 3)
        path.write_text(graph * 4 + "".join(map(odd.format, order)), encoding="utf-8")
        assert read_both_ways(path, 3)


REFUSED = {
    "a triple term": "<x:s> <x:p{}> <<( <x:a> <x:b> <x:c> )>> .\n",
    "a zero byte in a text": '<x:s> <x:p> "a\\u0000b{}" .\n',
    "a relative IRI": "<s{}> <x:p> <x:o> .\n",
    "half a line": "<x:s{}> <x:p> .\n",
}


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("odd", REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_put_together_is_left_to_one_reader(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.nt"
    path.write_text("".join(map(lines, range(30))) + odd.format(1) + odd.format(2), encoding="utf-8")
    assert not read_both_ways(path, 2)


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\x1f\x8b"])
@pytest.mark.usefixtures("_in_this_process")
def test_a_file_that_begins_with_no_line_is_left_to_one_reader(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "marked.nt"
    path.write_bytes(start + "".join(map(lines, range(30))).encode())
    assert not read_both_ways(path, 2)


@pytest.mark.usefixtures("_in_this_process")
def test_a_file_without_ends_of_lines_where_it_is_cut_is_left_to_one_reader(tmp_path: Path) -> None:
    path = tmp_path / "windows.nt"
    path.write_bytes("".join(map(lines, range(30))).replace("\n", "\r\n").encode())
    assert not read_both_ways(path, 2)


@pytest.mark.usefixtures("_in_this_process")
def test_a_file_that_another_one_replaces_is_left_to_one_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "replaced.nt"
    path.write_text("".join(map(lines, range(30))), encoding="utf-8")
    start = subprocess.Popen

    def replaced(*arguments: Any, **options: Any) -> Any:
        other = tmp_path / "other"
        other.write_bytes(path.read_bytes())
        other.replace(path)
        return start(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", replaced)
    collector = Collector(VOCABULARY)
    file = File(path.name, str(path))
    assert read_in_ranges(file, 0, job_of(path, 2), VOCABULARY, collector, Unwatched()) is None
    assert not collector.triples


class _Counted(Unwatched):
    def __init__(self) -> None:
        self.bytes = 0

    def bytes_read(self, count: int) -> None:
        self.bytes += count


@pytest.mark.usefixtures("_in_this_process")
def test_once_a_range_is_odd_the_others_are_not_read_to_their_ends(tmp_path: Path) -> None:
    path, counted = tmp_path / "broken.nt", _Counted()
    path.write_text("".join(map(lines, range(20))) * 20 + "<x:s> <x:p> .\n", encoding="utf-8")
    file, collector = File(path.name, str(path)), Collector(VOCABULARY)
    assert read_in_ranges(file, 0, job_of(path, 2), VOCABULARY, collector, counted) is None
    assert 0 < counted.bytes < path.stat().st_size / 3


@pytest.mark.parametrize("processes", range(2, 9))
@pytest.mark.parametrize("size", [1000, 128 << 20, 1 << 30, 64 << 30])
def test_ranges_follow_each_other_to_the_end_and_grow(size: int, processes: int) -> None:
    ends = divide(size, processes)
    widths = [end - begin for begin, end in pairwise(ends)]
    assert len(ends) == processes
    assert ends[0] >= 0
    assert ends[-1] == size
    assert min(widths) > 0
    assert widths == sorted(widths)


class _Killer(Unwatched):
    """Kills the processes that help, as soon as the first bytes are read."""

    def __init__(self) -> None:
        self.killed: list[int] = []

    def bytes_read(self, count: int) -> None:
        if not self.killed:
            self.killed = helpers_of(os.getpid())
            for process in self.killed:
                os.kill(process, signal.SIGKILL)


def helpers_of(process: int) -> list[int]:
    """The processes that read ranges for a process."""
    return [helper for helper, said in children_of(process) if "coala.reading.worker.ranges" in said]


def children_of(process: int) -> list[tuple[int, str]]:
    listing = subprocess.run(
        ["ps", "-ww", "--ppid", str(process), "-o", "pid=,args="], capture_output=True, check=False
    )
    lines = [line.split(maxsplit=1) for line in listing.stdout.decode().splitlines()]
    return [(int(line[0]), line[1]) for line in lines if len(line) == 2 and line[0].isdigit()]


def test_a_process_that_is_killed_takes_nothing_with_it(
    large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It waits for its job for ever: on a busy machine it would be done before it is killed.
    monkeypatch.setattr(ranges, "write_range_job", lambda path, _: os.mkfifo(path))
    collector, killer = Collector(VOCABULARY), _Killer()
    job = job_of(large, 2)._replace(result=str(tmp_path / "result"))
    assert read_in_ranges(job.files[0], 0, job, VOCABULARY, collector, killer) is None
    assert killer.killed
    assert collector.mark() == Collector(VOCABULARY).mark()
    assert helpers_of(os.getpid()) == []
    source = read_file(job.files[0], 0, None, collector, Remarks({}), Unwatched())
    assert source.size == large.stat().st_size
    assert collector.triples == 240_000


@pytest.fixture
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "most_processes", lambda _: 2)
    monkeypatch.setattr(limits, "SMALLEST_IN_RANGES", 1 << 20)


def started_ranges(process: int) -> list[int]:
    """The processes that read ranges for the children of a process."""
    return [helper for child, _ in children_of(process) for helper in helpers_of(child)]


@pytest.mark.usefixtures("_two_cores")
def test_a_graph_is_the_same_and_its_progress_ends_with_all_of_it(
    large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[ReadingProgress] = []
    helpers: list[int] = []

    def tell(progress: ReadingProgress) -> None:
        told.append(progress)
        helpers.extend(started_ranges(os.getpid()))

    in_ranges = read_graphs([str(large)], ReadOptions(), progress=tell)[0]
    assert helpers
    size = large.stat().st_size
    assert told[-1] == ReadingProgress(0, size, size, 240_000)
    assert [step.done_bytes for step in told] == sorted(step.done_bytes for step in told)
    monkeypatch.setattr(read, "most_processes", lambda _: 1)
    by_one = read_graphs([str(large)], ReadOptions())[0]
    write_graph(str(tmp_path / "ranges"), in_ranges)
    write_graph(str(tmp_path / "one"), by_one)
    assert (tmp_path / "ranges").read_bytes() == (tmp_path / "one").read_bytes()


@pytest.mark.usefixtures("_two_cores")
def test_a_broken_line_in_the_last_range_is_told_with_its_number_and_no_more_bytes_than_there_are(
    large: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.nt"
    path.write_bytes(large.read_bytes() + b"<x:s> <x:p> .\n" + b"<x:s> <x:p> <x:o> .\n")
    told: list[int] = []
    with pytest.raises(ReadingError, match=r"broken.nt:240001:13: this is not valid N-Triples"):
        read_graphs([str(path)], ReadOptions(), progress=lambda step: told.append(step.done_bytes))
    assert max(told) <= path.stat().st_size


@pytest.mark.usefixtures("_two_cores")
def test_cancelling_ends_those_who_help(large: Path) -> None:
    helpers: list[int] = []

    def cancelled() -> bool:
        helpers.extend(started_ranges(os.getpid()))
        return bool(helpers)

    for _ in range(20):
        try:
            read_graphs([str(large)], ReadOptions(), cancelled=cancelled)
        except Cancelled:
            break
        # A busy machine looked too late.
        assert not helpers, "it was cancelled and went on"
    assert_ended(helpers)


def test_a_process_that_helps_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    job = tmp_path / "job"
    # It waits for its job for ever.
    os.mkfifo(job)
    helper = subprocess.Popen(command("coala.reading.worker.ranges", str(job)), stdin=subprocess.PIPE)
    assert helper.stdin is not None
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            helper.wait(timeout=0.5)
        helper.stdin.close()
        assert helper.wait(timeout=60) == 1
    finally:
        helper.kill()


def assert_ended(processes: list[int]) -> None:
    assert processes
    for _ in range(3_000):
        alive = [process for process in processes if is_alive(process)]
        if not alive:
            return
        time.sleep(0.02)
    pytest.fail(f"{alive} are still there")


def is_alive(process: int) -> bool:
    return state_of(process) not in (b"", b"Z")


def state_of(process: int) -> bytes:
    """The letter by which ``ps`` tells what a process does."""
    listing = subprocess.run(["ps", "-p", str(process), "-o", "stat="], capture_output=True, check=False)
    return listing.stdout.strip()[:1]


INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it
from coala.cli.commands import main
from coala.reading import limits, read
read.most_processes = lambda _: 2
limits.SMALLEST_IN_RANGES = 1 << 20
sys.argv = ["coala", "lint", sys.argv[1]]
sys.exit(main())
"""


def stopped(process: int) -> bool:
    """Make a process pause; whether it had not ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGSTOP)
    while is_alive(process):
        if state_of(process) == b"T":
            return True
    return False


def halfway(graph: Path, folder: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    """A command that cannot end, since the processes that help it pause; and these."""
    for _ in range(20):
        process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, str(graph)],
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        helpers: list[int] = []
        while not helpers and process.poll() is None:
            helpers = started_ranges(process.pid)
        if helpers and all(map(stopped, helpers)):
            return process, helpers
        # A busy machine looked too late.
        process.communicate()
    pytest.fail("nothing ever helped")


def test_an_interrupt_while_ranges_are_read_leaves_nothing_behind(large: Path, tmp_path: Path) -> None:
    process, helpers = halfway(large, tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    for helper in helpers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(helper, signal.SIGCONT)
    _, said = process.communicate(timeout=300)
    assert b"Traceback" not in said
    assert process.returncode == 130
    assert_ended(helpers)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def _limited() -> Iterator[None]:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.mark.usefixtures("_limited")
def test_processes_together_stay_below_what_one_may_take() -> None:
    own = [sys.executable, "-c", "import resource; print(resource.getrlimit(resource.RLIMIT_AS)[0])"]
    with limits.shared_with(4):
        assert int(subprocess.run(own, capture_output=True, check=True).stdout) == 2 << 30
    assert int(subprocess.run(own, capture_output=True, check=True).stdout) == 8 << 30


@pytest.mark.usefixtures("_limited")
def test_a_limit_without_room_for_several_lets_one_read() -> None:
    assert limits.processes_with_room(4, 1 << 30) == 4
    assert limits.processes_with_room(4, 5 << 30) == 2
    assert limits.processes_with_room(4, 6 << 30) == 1


def test_graphs_that_are_read_together_share_the_cores() -> None:
    assert 1 <= limits.most_processes(2) <= limits.most_processes(1)
    assert limits.most_processes(1000) == 1
