"""What each reader is granted: processor time for every byte, and memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coala.errors import ReadingError
from coala.reading import conversion, limits
from coala.reading.collector import Collector
from coala.reading.limits import DEFAULT_MEMORY, FAST, FORMAT, RDFLIB, Grant, granted_memory
from coala.reading.options import ReadOptions
from coala.reading.reporter import Reporter
from coala.vocabulary import load_vocabulary


class Granted(limits.Deadline):
    """Adds up what is earned, and leaves the limits of this process alone."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def earn(self, work: float) -> None:
        self.seconds += work


@pytest.mark.parametrize(("grant", "seconds"), [(FAST, 0.2), (RDFLIB, 5.0), (FORMAT, 1_000_000 / 300_000)])
def test_a_megabyte_earns_the_time_of_the_slowest_reader_of_its_kind(
    grant: Grant, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "set_memory_limit", lambda _: None)
    deadline = Granted()
    reporter = Reporter(deadline, DEFAULT_MEMORY)
    reporter.file("a", Collector(load_vocabulary("nif")), grant)
    for _ in range(10):
        reporter.bytes_passed_on(100_000)
    assert deadline.seconds == pytest.approx(seconds)


def test_a_reader_of_another_format_gets_less_memory_unless_the_limit_was_raised() -> None:
    assert granted_memory(FAST, DEFAULT_MEMORY) == DEFAULT_MEMORY
    assert granted_memory(FORMAT, DEFAULT_MEMORY) == 950 << 20 < 10**9
    assert granted_memory(FORMAT, 100 << 20) == 100 << 20
    assert granted_memory(FORMAT, 4 << 30) == 4 << 30
    assert ReadOptions().memory_bytes == DEFAULT_MEMORY


def test_the_limit_goes_down_with_a_file_of_another_format_and_stays_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[int] = []
    monkeypatch.setattr(limits, "set_memory_limit", told.append)
    reporter = Reporter(Granted(), DEFAULT_MEMORY)
    collector = Collector(load_vocabulary("nif"))
    for grant in (FAST, FORMAT, FAST, FORMAT):
        reporter.file("a", collector, grant)
    assert told == [FORMAT.memory]
    assert reporter.memory == FORMAT.memory
    messages = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [message["rdf"] for message in messages] == [True, False, True, False]


def test_a_file_too_large_to_convert_is_refused_and_the_limit_lifted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(conversion, "FORMAT", Grant(1, 20 << 20))
    (tmp_path / "x.sgm").write_text("<DOC>" + "<COREF>a</COREF>" * 200_000 + "</DOC>", encoding="ascii")
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(ReadingError, match=r"x\.sgm: converting it takes more than 20 MiB of memory: divide"):
        conversion.convert(str(tmp_path / "x.sgm"))
    assert resource.getrlimit(resource.RLIMIT_AS) == before
