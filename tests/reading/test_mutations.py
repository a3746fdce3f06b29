"""Mutated files: a sound result, or one sentence on the reason.

Each format had some 6,000 of these copies; a few of each are made here, always the same.
"""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from coala.errors import CoalaError, ReadingError
from coala.formats.annotations import Annotations
from coala.formats.registry import COREFERENCE_FORMATS
from coala.model.format_options import FormatOptions
from coala.model.graph import Graph
from coala.reading.sources.detect import find_reader
from coala.reading.sources.stream import Beginning
from tests.reading.sample_files import SAMPLES
from tests.reading.sources.test_detect import written
from tests.reading.test_fuzz import read_here
from tests.support.mutations import mutated

COPIES = 100

SYNTAXES = ("ttl", "nt", "nq", "trig", "rdf", "jsonld")


def assert_within_the_texts(found: Annotations) -> None:
    """Assert that spans are sorted parts within their texts, and that all can be written.

    An empty span is reported later.
    """
    for mention in found.mentions:
        last = 0
        is_elsewhere = mention.document in found.textless
        length = math.inf if is_elsewhere else len(found.documents[mention.document].text)
        for begin, end in mention.fragments:
            assert last <= begin <= end <= length
            last = end
        assert mention.fragments
        if mention.minimum:
            assert mention.fragments[0][0] <= mention.minimum[0] < mention.minimum[1] <= last
    for said in (*found.documents, *(mention.instance for mention in found.mentions), *found.statements):
        str(said).encode("utf-8")
    for _, example in found.remarks:
        assert "\n" not in example


def assert_is_a_sentence(message: str) -> None:
    assert message.endswith(".")
    assert message.isprintable()
    # Some list notices and what was looked for.
    assert len(message) < 1500


def test_every_format_of_the_registry_has_a_sample() -> None:
    met = set()
    for files in SAMPLES.values():
        main, text = next(iter(files.items()))
        reader = find_reader(Beginning(main, text.encode("utf-8")))
        assert reader is not None
        met.add(reader.__name__.removeprefix("coala.formats."))
    # spaCy, which reads its own files, is an optional extra.
    assert met == {each.module for each in COREFERENCE_FORMATS} - {"spacy_docbin"}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_says_something_else_is_read_or_refused(tmp_path: Path, name: str) -> None:
    files = {file: text.encode("utf-8") for file, text in SAMPLES[name].items()}
    main = next(iter(files))
    reader = find_reader(Beginning(main, files[main]))
    assert reader is not None
    random = Random(name)
    for number in range(COPIES):
        changed = random.choice(list(files))
        copy = files | {changed: mutated(files[changed], random)}
        options = FormatOptions(sibling=copy.get, lenient=number % 2 == 0)
        try:
            assert_within_the_texts(reader.read(main, copy[main], options))
            if number % 10 == 0:
                for file, data in copy.items():
                    (tmp_path / file).write_bytes(data)
                assert isinstance(read_here(tmp_path / main), Graph)
        except CoalaError as error:
            assert_is_a_sentence(str(error))


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_graph_that_says_something_else_is_read_or_refused(tmp_path: Path, syntax: str) -> None:
    valid, random = written(syntax), Random(syntax)
    file = tmp_path / f"graph.{syntax}"
    # Parsers of RDF are not ours, and slow.
    for _ in range(COPIES // 2):
        file.write_bytes(mutated(valid, random))
        try:
            assert isinstance(read_here(file), Graph)
        except ReadingError as error:
            assert_is_a_sentence(str(error))
