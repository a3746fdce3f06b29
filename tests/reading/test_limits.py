"""The limits of each reader: processor time for every byte, and memory."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from coala.base.files import Source
from coala.engine import convert
from coala.errors import ReadingError
from coala.model.options import BY_SIZE, DEFAULT_MEMORY, ReadOptions
from coala.reading import limits
from coala.reading.limits import FORMAT_SPEED, PYOXIGRAPH_SPEED, RDFLIB_SPEED
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import read_file
from coala.reading.remarks import Remarks
from coala.reading.sources.detected_files import DetectedFile, detect_file
from coala.reading.sources.stream import File, RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from coala.reading.worker.child import Reporter, find_memory_limit
from coala.reading.worker.protocol import FileBegun, read_message


class Granted(limits.Deadline):
    """Adds up what is earned, and leaves the limits of this process alone."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def earn(self, work: float) -> None:
        self.seconds += work


@pytest.mark.parametrize(
    ("slowest", "seconds"),
    [(PYOXIGRAPH_SPEED, 0.2), (RDFLIB_SPEED, 5.0), (FORMAT_SPEED, 1_000_000 / 300_000)],
)
def test_a_megabyte_earns_the_time_of_the_slowest_reader_of_its_kind(slowest: int, seconds: float) -> None:
    deadline = Granted()
    reporter = Reporter(deadline)
    reporter.begin_file("a", Collector(load_vocabulary("nif")), slowest)
    for _ in range(10):
        reporter.bytes_passed_on(100_000)
    assert deadline.seconds == pytest.approx(seconds)


def test_many_small_files_with_companions_get_the_time_of_their_format(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_text("T1\tChain_1 0 3\tAnn\n" * 100, encoding="utf-8")
    (tmp_path / "a.txt").write_text("Ann left.\n" * 100, encoding="utf-8")
    both = sum(path.stat().st_size for path in tmp_path.iterdir())
    deadline = Granted()
    vocabulary = load_vocabulary("nif")
    path = str(tmp_path / "a.ann")
    remarks = Remarks(vocabulary.words())
    read_file(detect_file(File(path, path)), 0, None, Collector(vocabulary), remarks, Reporter(deadline))
    assert deadline.seconds >= both / FORMAT_SPEED


def test_the_parent_hears_which_files_are_rdf(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = Reporter(Granted())
    collector = Collector(load_vocabulary("nif"))
    for slowest in (PYOXIGRAPH_SPEED, FORMAT_SPEED, RDFLIB_SPEED):
        reporter.begin_file("a", collector, slowest)
    messages = [read_message(line.encode()) for line in capsys.readouterr().out.splitlines()]
    assert messages == [FileBegun("a", rdf=rdf) for rdf in (True, False, True)]


def test_reader_takes_less_than_a_gigabyte_by_default() -> None:
    assert ReadOptions().memory_bytes == BY_SIZE
    assert DEFAULT_MEMORY < 10**9


@pytest.mark.parametrize(
    ("packed", "size", "limit"),
    [(False, 200 << 20, 1200 << 20), (False, 100 << 20, DEFAULT_MEMORY), (True, 20 << 20, 1200 << 20)],
)
def test_memory_follows_the_bytes_on_the_disk_and_packed_ones_count_more(
    packed: bool, size: int, limit: int
) -> None:
    assert find_memory_limit([DetectedFile(File("a", "a"), size, packed)], None, 1 << 40) == limit


def test_an_archive_earns_memory_by_its_own_size_not_by_what_it_unpacks_to() -> None:
    files = [DetectedFile(File("a", "a"), 2 << 30)]
    assert find_memory_limit(files, Source("graphs.zip", "", 5 << 20), 1 << 40) == DEFAULT_MEMORY


def test_a_file_too_large_to_convert_is_refused_and_the_limit_lifted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "x.sgm").write_text("<DOC></DOC>", encoding="ascii")
    before = resource.getrlimit(resource.RLIMIT_AS)
    held: list[int] = []

    def fill(*_: object) -> None:
        held.append(resource.getrlimit(resource.RLIMIT_AS)[0])
        raise MemoryError

    monkeypatch.setattr(convert, "_read", fill)
    with pytest.raises(ReadingError, match=r"x\.sgm: .* 950 MiB"):
        convert.convert(str(tmp_path / "x.sgm"))
    assert held[0] > 0
    assert held[0] != before[0]
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_large_process_may_grow_by_half_of_the_limit() -> None:
    resource = pytest.importorskip("resource")
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("this system does not say how much memory a process uses")
    limit = 64 << 20
    used = int(status.read_text("ascii").partition("VmSize:")[2].split()[0]) << 10
    with limits.limit_memory(limit):
        allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    assert used > limit
    assert allowed - used == pytest.approx(limit // 2, abs=limit // 4)


def test_a_lack_of_memory_while_reading_is_no_fault_of_the_file() -> None:
    class Full(io.BytesIO):
        def readinto(self, buffer: Any) -> int:
            if self.tell():
                raise MemoryError
            return super().readinto(buffer)

    stream = RdfStream("graph.ttl", Full(b"a" * 200_000))  # type: ignore[arg-type]
    with pytest.raises(MemoryError):
        stream.read(-1)
