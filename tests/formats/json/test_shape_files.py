"""Shapes of JSON in TOML files, shipped or the user's own; a mistake is reported with file and key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.engine.settings import describe_settings, read_settings, write_settings
from coala.errors import ReadingError
from coala.formats.format_options import complete_options
from coala.formats.json import reader
from coala.formats.json.shapes import Shape, Shapes, load_shape, load_shapes, shipped_shapes
from coala.model.format_options import FormatOptions
from coala.model.options import DEFAULTS, Options, ReadOptions
from coala.reading.read import read_graphs
from tests.cli.test_commands import trouble
from tests.formats.json import test_links
from tests.formats.json.test_shapes import NAMED, OBJECTS, SENTENCES, XCORE
from tests.support.damage import refusal
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "reference" / "json-files.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## A shape of your own")[2]

OWN = 'title = "x"\ntokens = "w"\nclusters = "k"\n'


def example(folder: Path) -> tuple[Path, Path]:
    """Return the shape and the document in the example of the page."""
    (toml,) = re.findall(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    (document,) = re.findall(r'`(\{"titel".*?\})`', SECTION)
    (folder / "own.toml").write_text(toml, encoding="utf-8")
    (folder / "a.json").write_text(document, encoding="utf-8")
    return folder / "own.toml", folder / "a.json"


def with_shape(shape: Path | str) -> Options:
    return DEFAULTS._replace(reading=ReadOptions(formats=FormatOptions(json_shape=str(shape))))


def test_the_example_of_the_page_is_read_and_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shape, document = example(tmp_path)
    assert main(["lint", str(document), "--json-shape", str(shape), "--json", "-"]) == 0
    (linted,) = json.loads(capsys.readouterr().out)["graphs"]
    assert (linted["mentions"], linted["instances"], linted["warnings"]) == (2, 1, [])
    target = tmp_path / "a.ttl"
    assert main(["convert", str(document), "--json-shape", str(shape), "-o", str(target)]) == 0
    summary = compare(str(document), str(target), options=with_shape(shape)).summary
    assert (summary.bags, summary.interesting) == (1, 0)


def test_a_folder_of_json_is_read_with_a_shape_of_ones_own(tmp_path: Path) -> None:
    shape, document = example(tmp_path)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.json").write_bytes(document.read_bytes())
    (graph,) = read_graphs([str(folder)], with_shape(shape).reading)
    assert (len(graph.mentions), len(graph.names)) == (2, 1)


def test_a_shipped_shape_that_is_named_is_that_of_all_objects(tmp_path: Path) -> None:
    document = tmp_path / "a.jsonl"
    values = {"id": "d", "sentences": [["a", "b"]], "mention_clusters": [[[0, 0, 1]]], "clusters": [[[1, 1]]]}
    document.write_text(json.dumps(values), encoding="utf-8")
    assert "choose with --clusters KEY" in refusal(lambda: read_graphs([str(document)], ReadOptions()))
    (graph,) = read_graphs([str(document)], with_shape("preco").reading)
    assert len(graph.mentions) == 1


def test_the_page_explains_every_key() -> None:
    explained = {
        key for row in re.findall(r"(?m)^\| (`.*?) \|", SECTION) for key in re.findall(r"`(\w+)`", row)
    }
    assert explained == set(Shape._fields)


def test_every_shipped_shape_is_a_few_lines_that_survive_the_way_to_the_child() -> None:
    shapes = load_shapes()
    assert Shapes.from_json(shapes.to_json()) == shapes
    for file in shipped_shapes().values():
        assert len(Path(file).read_text(encoding="utf-8").splitlines()) <= 16


EXAMPLES: dict[str, dict[str, object]] = {
    "dygie": {"doc_key": "d", "sentences": SENTENCES, "ner": []},
    "xcore": XCORE,
    "elevant": {key: value for key, value in test_links.ARTICLE.items() if key != "labels"},
    "elevant-benchmark": test_links.BENCHMARK,
    "refined": test_links.REFINED,
    "relik": test_links.RELIK,
    "spacy": test_links.SPACY,
    **{load_shapes().find(values)[0].title: values for values in OBJECTS.values()},
}
"""By the name of a shape, or by its title, which the keys reveal."""


@pytest.mark.parametrize("name", shipped_shapes())
def test_what_is_read_of_each_shipped_shape_survives_being_converted(name: str, tmp_path: Path) -> None:
    shape = load_shape(name)
    values = EXAMPLES[name] if name in EXAMPLES else EXAMPLES[shape.title]
    options = DEFAULTS
    assert load_shapes().find(values) == [shape]
    document, converted = tmp_path / "a.jsonl", tmp_path / "a.ttl"
    document.write_text(json.dumps(values), encoding="utf-8")
    found = reader.read("a.jsonl", document.read_bytes(), complete_options(options.reading).formats)
    chains = {mention.instance for mention in found.mentions}
    assert bool(found.mentions) != shape.chainless
    if shape.chainless:
        with pytest.raises(ReadingError, match="1 document without a known key for chains"):
            convert(str(document), options.reading)
        return
    lines, _ = convert(str(document), options.reading)
    converted.write_text("".join(lines), encoding="utf-8")
    one, other = (read_graphs([str(path)], options.reading)[0] for path in (document, converted))
    assert (len(one.mentions), len(one.names)) == (len(found.mentions), len(chains))
    summary = compare(str(document), str(converted), options=options).summary
    assert (summary.bags, summary.interesting, len(other.mentions)) == (len(chains), 0, len(found.mentions))


def test_names_that_hold_across_documents_hold_across_files(tmp_path: Path) -> None:
    for number, values in enumerate(NAMED):
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(values), encoding="utf-8")
    (apart,) = read_graphs([str(tmp_path)], ReadOptions())
    across = ReadOptions(formats=FormatOptions(across_documents=True))
    (joined,) = read_graphs([str(tmp_path)], across)
    assert (len(apart.names), len(joined.names)) == (3, 2)


def test_the_shape_of_a_comparison_is_stored_from_wherever_one_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stored = write_settings(with_shape("own.toml"))
    assert stored["json_shape"] == str(tmp_path / "own.toml")
    assert write_settings(with_shape("preco"))["json_shape"] == "preco"
    assert describe_settings(stored) == "JSON shape own.toml"
    assert read_settings(stored) == with_shape(tmp_path / "own.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", "this shape of JSON is not valid TOML"),
        (".".join("a" * 50_000) + " = 1", "this shape of JSON is not valid TOML: the key has too many dots"),
        ("tokens = 'w'\nclusters = 'k'", "title is missing"),
        ("title = 'x'\ntokens = 'w'", "clusters is missing"),
        ("title = 'x'\nclusters = 'k'", "text is missing, and so is tokens"),
        (OWN + "endings = 'exclusive'", "'endings' is unknown; known are title, "),
        (OWN + "end = 'open'", "end must be one of exclusive, inclusive, not 'open'"),
        (OWN + "unit = 'word'", "unit must be one of character, token, utf-16, byte, not 'word'"),
        (OWN + "unit = 1", "unit must be a text"),
        (OWN + "first = 2", "first must be 0 or 1"),
        (OWN + "first = true", "first must be 0 or 1"),
        (OWN + "chainless = 1", "chainless must be true or false"),
        (OWN + "document = [1]", "document must be a list of texts"),
        (OWN + "document = {}", "document must be a list of texts"),
        (OWN + "counted_in = 'sentence'", "counted_in is for tokens in lists"),
        (OWN + "sentence = 's'", "sentence means nothing without span"),
        (OWN + "sentence = 's'\nspan = 'p'", 'sentence means nothing without counted_in = "sentence"'),
        (OWN + "word = 't'", "word means nothing without words"),
        (OWN + "piece_words = 't'", "piece_words means nothing without pieces"),
        (OWN + "chain = 'c'", "chain means nothing without span"),
        (OWN + "unit = 'token'\ncounted_in = 'document'\nspan = 's'", "counted_in is document, which is for"),
        (OWN + "span = 's'\nchain = 'c'\nmembers = 'm'", "members and chain exclude each other"),
        (OWN + "span = ['a', 'b', 'c']", "span has more than two keys"),
        ("title = 'x'\ntext = 't'\nclusters = 'k'\nunit = 'token'", "unit is token, but there is only text"),
        ("title = 'x'\ntext = 't'\nclusters = 't'", "clusters is also the key of the text"),
        ("title = 'x'\ntext = 't'\nclusters = 'k'\nwords = 'w'", "words means nothing without tokens"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_key(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    message = refusal(lambda: load_shape(str(file)))
    assert message.startswith(f"{file}: {words}")
    assert message.endswith(".")


def test_a_shape_that_is_not_there_is_told_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    message = trouble(capsys, "lint", str(tmp_path / "a.json"), "--json-shape", "nope")
    assert message.removeprefix("coala: ").startswith(
        "nope: no such shape of JSON (No such file or directory): give one of a"
    )
    assert "it is not a regular file" in trouble(
        capsys, "lint", str(tmp_path / "a.json"), "--json-shape", str(tmp_path)
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ketten": []}, "satz is not there, but offsets need it (the keys are 'ketten'): check the shape"),
        ({"satz": [["a"]]}, "the key ketten for the chains of My resolver is missing"),
        ({"satz": [["a"]], "ketten": [[[0, 0, 2]]]}, "a span reaches past sentence 0"),
        ({"satz": "a", "ketten": []}, "satz is a text, not a list"),
    ],
)
def test_what_does_not_fit_ones_own_shape_is_one_sentence(
    tmp_path: Path, values: dict[str, object], words: str
) -> None:
    shape, document = example(tmp_path)
    document.write_text(json.dumps(values), encoding="utf-8")
    assert words in refusal(lambda: read_graphs([str(document)], with_shape(shape).reading))
