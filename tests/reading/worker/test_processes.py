"""The child processes: both at once, with progress, cancellable, and gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from coala.errors import Cancelled, ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.read import ReadingProgress, read_graphs
from tests.bench.bench_reading import NIF, made_up
from tests.support.nif import BOB, PREFIXES
from tests.support.paths import ROOT

pytestmark = pytest.mark.new_processes


@pytest.fixture
def small(tmp_path: Path) -> str:
    file = tmp_path / "small.ttl"
    file.write_text(PREFIXES + BOB, encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("large") / "large.ttl"
    file.write_text(made_up(NIF, 100_000), encoding="utf-8")
    return str(file)


def children_of_this_process() -> list[str]:
    listing = subprocess.run(
        ["ps", "-ww", "--ppid", str(os.getpid()), "-o", "args="], capture_output=True, check=False
    )
    return [line for line in listing.stdout.decode().splitlines() if "coala.reading.worker.child" in line]


def test_callbacks_are_called_in_the_thread_of_the_caller_while_the_children_work(
    large: str, small: str
) -> None:
    told: list[ReadingProgress] = []
    calls: list[int] = []
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(threading.get_ident())
        return False

    read_graphs(
        [large, small],
        ReadOptions(),
        progress=told.append,
        meanwhile=lambda: calls.append(len(children_of_this_process())),
        cancelled=cancelled,
    )
    steps, size = [step for step in told if step.graph == 0], Path(large).stat().st_size
    assert len(steps) > 3
    assert steps[-1] == ReadingProgress(0, size, size, 600_000)
    assert [step.done_bytes for step in steps] == sorted(step.done_bytes for step in steps)
    # On a busy machine the small graph may have been read by then.
    assert calls in ([1], [2])
    assert len(asked) > 3
    assert {*asked} == {threading.get_ident()}


def test_cancelling_kills_the_children(large: str) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(Cancelled):
        read_graphs([large, large], ReadOptions(), cancelled=cancelled)
    assert children_of_this_process() == []


def test_an_error_of_one_child_ends_the_other(large: str, tmp_path: Path) -> None:
    (tmp_path / "broken.ttl").write_text("broken", encoding="utf-8")
    with pytest.raises(ReadingError, match=r"broken.ttl:1:1"):
        read_graphs([large, str(tmp_path / "broken.ttl")], ReadOptions())
    assert children_of_this_process() == []


def test_an_error_in_a_callback_ends_the_children(large: str) -> None:
    def broken(_: ReadingProgress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        read_graphs([large], ReadOptions(), progress=broken)
    assert children_of_this_process() == []


def test_reading_works_in_a_thread(small: str) -> None:
    found: list[tuple[Graph, ...]] = []
    thread = threading.Thread(target=lambda: found.append(read_graphs([small], ReadOptions())))
    thread.start()
    thread.join()
    assert len(found[0][0].mentions) == 1


def test_no_file_is_left_behind(small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    read_graphs([small, small], ReadOptions())
    with pytest.raises(ReadingError):
        read_graphs([__file__], ReadOptions())
    assert [file.name for file in tmp_path.iterdir()] == ["small.ttl"]


def test_graph_above_the_memory_limit_is_reported(large: str) -> None:
    with pytest.raises(ReadingError, match=r"large.ttl: .* 100 MiB .* --memory-limit"):
        read_graphs([large], ReadOptions(memory_bytes=100 << 20))


@pytest.mark.parametrize("mebibytes", [40, 120, 200])
def test_a_limit_on_memory_without_room_for_numpy_never_ends_in_silence(large: str, mebibytes: int) -> None:
    said: list[str] = []
    graphs = read_graphs(
        [large],
        ReadOptions(memory_bytes=mebibytes << 20),
        unreadable=lambda _, error: said.append(str(error)),
    )
    assert graphs or " MiB " in said[0]


def test_neither_numpy_nor_rdflib_is_imported_by_the_child_nor_scipy_by_the_parent(small: str) -> None:
    program = (
        "import sys\n"
        "from coala.model.options import ReadOptions\n"
        "from coala.reading.read import read_graphs\n"
        "assert 'numpy' not in sys.modules, 'the children could start earlier'\n"
        f"read_graphs([{small!r}], ReadOptions())\n"
        "assert not {'scipy', 'rdflib', 'PySide6'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    child = (
        "import sys\n"
        "package = sys.modules['coala'] = type(sys)('coala')\n"
        f"package.__path__ = [{str(ROOT / 'coala')!r}]\n"
        "import coala.reading.worker.child\n"
        "slow = {'numpy', 'rdflib', 'dataclasses', 'tomllib', 'logging', 'gzip', 'subprocess'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-I", "-c", child], check=True)


def test_a_folder_of_the_working_directory_cannot_put_modules_into_the_child(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('foreign code ran')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (graph,) = read_graphs([small], ReadOptions())
    assert len(graph.mentions) == 1
