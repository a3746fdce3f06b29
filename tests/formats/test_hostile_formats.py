"""Files of other formats made to fill the memory: a sentence, or the graph, within the limits of a reader.

Each is a few megabytes, with a limit to match; ``tests/bench/bench_hostile.py`` has 100 MB of each.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.bench_hostile import BESIDE, FORMATS
from tests.bench.hostile_files import shortened

MEBIBYTE = 1 << 20
LIMIT = 160 * MEBIBYTE
SIZE = 1_000_000

READ = """
import resource, sys
from coala.errors import CoalaError
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
try:
    read_graphs(sys.argv[2:], ReadOptions(memory_bytes=int(sys.argv[1])))
    print("read")
except CoalaError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""

OTHERS = tuple(key for key, (_, shapes) in FORMATS.items() if any("line" in badness for badness in shapes))

WORST = [
    ("CoNLL", "33 million mentions"),
    ("CoNLL", "50 million open brackets"),
    ("CorefUD", "comments"),
    ("CorefUD", "mentions on few words"),
    ("JSON lines", "documents"),
    ("MUC", "mentions"),
    ("MUC", "unnamed documents"),
    ("XMI", "mentions"),
    ("XMI", "8 million attributes"),
    ("XMI", "namespaces"),
    ("WebAnno", "links"),
    ("brat", "mentions"),
    ("brat", "relations"),
    ("exploded", "open brackets"),
    ("exploded", "one markable"),
    ("JSON", "documents"),
    ("JSON", "mentions of one cluster"),
    ("OntoNotes", "mentions"),
    ("SACR", "mentions"),
    ("SACR", "open braces"),
    ("NAF", "chains"),
    ("MMAX2", "wide markables"),
    ("MMAX2", "ranges of one line"),
    ("TCF", "mentions"),
    ("TCF", "tokens of one mention"),
    ("CoreNLP", "mentions"),
    ("BookNLP", "words that are made up"),
    ("CAT", "mentions"),
]


def answer(folder: Path, key: str, badness: str, limit: int) -> tuple[str, int]:
    """Return the message for the first megabytes of a bad file, and the peak memory of the child."""
    name, shapes = FORMATS[key]
    file = folder / name
    written = 0
    with file.open("w", encoding="utf-8") as stream, shortened(SIZE):
        for piece in shapes[badness]():
            written += stream.write(piece)
            if written > 2 * SIZE:
                break
    if name in BESIDE:
        beside, text = BESIDE[name]
        (folder / beside).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ, str(limit), str(file)], stdout=subprocess.PIPE, text=True, check=True
    )
    sentence, peak = done.stdout.splitlines()
    return sentence.replace(f"{folder}{os.sep}", ""), int(peak)


@pytest.mark.parametrize(("key", "badness"), WORST, ids=[f"{key}: {badness}" for key, badness in WORST])
def test_no_file_takes_more_memory_than_is_granted(tmp_path: Path, key: str, badness: str) -> None:
    sentence, peak = answer(tmp_path, key, badness, LIMIT)
    assert peak < LIMIT
    assert sentence == "read" or sentence.startswith(FORMATS[key][0])
    if "memory" in sentence:
        assert "160 MiB" in sentence
        assert "--memory-limit" in sentence


@pytest.mark.parametrize("key", OTHERS)
def test_a_line_without_end_is_refused_or_read(tmp_path: Path, key: str) -> None:
    badness = next(name for name in FORMATS[key][1] if "line" in name)
    sentence, peak = answer(tmp_path, key, badness, 2 * LIMIT)
    assert "memory" not in sentence
    assert peak < 2 * LIMIT


@pytest.mark.parametrize("key", ["MUC", "XMI", "NAF", "MMAX2", "TCF"])
def test_an_entity_bomb_is_refused_unread(tmp_path: Path, key: str) -> None:
    sentence, peak = answer(tmp_path, key, "entity bomb", LIMIT)
    assert sentence.startswith(f"{FORMATS[key][0]}:1: ")
    assert peak < LIMIT
