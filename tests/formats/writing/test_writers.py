"""All writers on files of all shapes: what they write is read again as meant, or refused in a sentence."""

from __future__ import annotations

import importlib
import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coala.errors import CoalaError
from coala.formats.annotations import Annotations
from coala.formats.registry import COREFERENCE_FORMATS
from coala.formats.writing.chains import Rewritten, WantedChain, place_mention
from coala.model.format_options import FORMAT_DEFAULTS, FormatOptions
from coala.reading.sources.detect import find_reader
from coala.reading.sources.stream import Beginning
from tests.reading.sample_files import SAMPLES
from tests.reading.test_mutations import assert_is_a_sentence
from tests.support.mutations import mutated
from tests.support.paths import SHARED, needs_shared

WRITERS = {each.module: each.writer for each in COREFERENCE_FORMATS if each.writer}
COPIES = 60


def list_chains(annotations: Annotations) -> list[WantedChain]:
    mentions: defaultdict[str, dict[Any, Any]] = defaultdict(dict)
    types: defaultdict[str, set[str]] = defaultdict(set)
    for mention in annotations.mentions:
        mentions[mention.instance][place_mention(annotations, mention)] = mention.minimum
        types[mention.instance].update(mention.types)
    return [WantedChain(mentions[key], tuple(sorted(types[key]))) for key in mentions]


def as_sets(annotations: Annotations) -> list[set[Any]]:
    return sorted((set(chain.mentions) for chain in list_chains(annotations)), key=sorted)


def redistribute(chains: Sequence[WantedChain], random: Random) -> list[WantedChain]:
    """Join two chains of each document, divide one, and leave one out."""
    by_document: defaultdict[str, list[WantedChain]] = defaultdict(list)
    for chain in chains:
        by_document[next(iter(chain.mentions)).document].append(chain)
    found = []
    for each in by_document.values():
        random.shuffle(each)
        if len(each) > 2:
            one, other = each.pop(), each.pop()
            each.append(WantedChain({**one.mentions, **other.mentions}, one.types))
            each.pop(0)
        largest = max(each, key=lambda chain: len(chain.mentions))
        if len(largest.mentions) > 2:
            each.remove(largest)
            places = list(largest.mentions)
            each += [WantedChain(dict.fromkeys(part), largest.types) for part in (places[:1], places[1:])]
        found += each
    return found


def drop_some(chains: Sequence[WantedChain], random: Random) -> list[WantedChain]:
    kept = [
        chain._replace(
            mentions={place: least for place, least in chain.mentions.items() if random.random() < 0.7}
        )
        for chain in chains
    ]
    return [chain for chain in kept if chain.mentions]


class WritableFile:
    """A file of a format that can be written."""

    def __init__(self, name: str, data: bytes, options: FormatOptions) -> None:
        reader = find_reader(Beginning(name, data[: 1 << 16]))
        assert reader is not None
        module = reader.__name__.removeprefix("coala.formats.")
        self._reader = reader
        self._writer = importlib.import_module(f"coala.formats.writing.{WRITERS[module]}")
        self.name, self.data, self._options = name, data, options

    def read(self, data: bytes | None = None) -> Annotations:
        found: Annotations = self._reader.read(self.name, self.data if data is None else data, self._options)
        return found

    def write(self, chains: Sequence[WantedChain], data: bytes | None = None) -> Rewritten:
        found: Rewritten = self._writer.replace_chains(
            self.name, self.data if data is None else data, chains, self._options
        )
        return found


def open_sample(key: str) -> WritableFile | None:
    files = {file: text.encode() for file, text in SAMPLES[key].items()}
    name = next(iter(files))
    reader = find_reader(Beginning(name, files[name]))
    if reader is None or reader.__name__.removeprefix("coala.formats.") not in WRITERS:
        return None
    return WritableFile(name, files[name], FORMAT_DEFAULTS._replace(sibling=files.get))


REFUSED = (
    *("exploded", "stanza", "links between words"),
    *("JSON of BLINK", "JSON of REL", "JSON list of mentions"),
    *("UIMA that names entities", "JSON CAS", "JSON CAS of relations"),
    *("WebAnno TSV 2", "WebAnno's relations"),
    *(f"JSON of {name}" for name in ("ELEVANT", "ReFinED", "spaCy with links")),
)
"""The samples whose chains are written in a way that has no writer."""

WRITABLE = [key for key in SAMPLES if key not in REFUSED and open_sample(key) is not None]


@pytest.mark.parametrize("key", REFUSED)
def test_samples_with_chains_in_another_form_are_refused(key: str) -> None:
    file = open_sample(key)
    assert file is not None
    with pytest.raises(CoalaError, match=f"^{file.name}: it") as refused:
        file.write(list_chains(file.read()))
    assert_is_a_sentence(str(refused.value))


@pytest.mark.parametrize("key", WRITABLE)
def test_samples_with_their_own_chains_stay_byte_for_byte(key: str) -> None:
    file = open_sample(key)
    assert file is not None
    assert file.write(list_chains(file.read())) == (file.data, ())


@pytest.mark.parametrize("key", WRITABLE)
def test_samples_with_other_chains_are_read_again_as_these(key: str) -> None:
    file = open_sample(key)
    assert file is not None
    chains = list_chains(file.read())
    random = Random(key)
    for number in range(10):
        wanted = drop_some(chains, random) if number % 2 else redistribute(chains, random)
        if key == "brat" and not any(len(chain.mentions) > 1 for chain in wanted):
            continue  # normalisations would join its spans
        rewritten = file.write(wanted)
        assert as_sets(file.read(rewritten.data)) == sorted(
            (set(chain.mentions) for chain in wanted), key=sorted
        )
        # And back: what was left out comes from elsewhere.
        again = file.write(chains, rewritten.data)
        assert as_sets(file.read(again.data)) == as_sets(file.read())


@pytest.mark.parametrize("key", WRITABLE)
def test_broken_files_are_written_or_refused_and_no_loss_is_silent(key: str) -> None:
    file = open_sample(key)
    assert file is not None
    random = Random(key)
    for _ in range(COPIES):
        copy = mutated(file.data, random)
        try:
            chains = list_chains(file.read(copy))
            rewritten = file.write(chains, copy)
            file.write(drop_some(chains, random), copy)
        except CoalaError as error:
            assert_is_a_sentence(str(error))
            continue
        assert rewritten.data == copy or rewritten.lost


PUBLISHED = (
    ("*.conll", 72),
    ("*.conllu", 3),
    ("*.jsonl*", 4),
    ("*.ann", 3),
    ("*.xmi", 2),
    ("*.tsv", 2),
)
"""Patterns of published files, and how many of these have a writer."""


@needs_shared
@pytest.mark.parametrize(("pattern", "expected"), PUBLISHED)
def test_published_files_with_their_own_chains_stay_byte_for_byte(pattern: str, expected: int) -> None:
    written = 0
    for path in sorted((SHARED / "data").rglob(pattern)):
        # The reported files are made up, and some of them are wrong.
        if not path.is_file() or "reported" in path.parts:
            continue
        data = path.read_bytes()
        options = FORMAT_DEFAULTS._replace(sibling=_make_sibling(path))
        try:
            file = WritableFile(str(path), data, options)
            chains = list_chains(file.read())
            rewritten = file.write(chains)
        except (CoalaError, AssertionError, KeyError):
            continue
        assert rewritten.data == data
        assert not rewritten.lost
        random = Random(path.name)
        other = redistribute(chains, random)
        assert as_sets(file.read(file.write(other).data)) == sorted(
            (set(chain.mentions) for chain in other), key=sorted
        )
        written += 1
    assert written == expected


def _make_sibling(path: Path) -> Any:
    def read(name: str) -> bytes | None:
        other = os.path.join(path.parent, name)
        return Path(other).read_bytes() if os.path.isfile(other) else None

    return read
