"""Shapes of JSON in TOML files, shipped or the user's own; a mistake is reported with file and key."""

from __future__ import annotations

import json
import re
from contextlib import suppress
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
from tests.support.damage import refusal
from tests.support.format_cases import GIVES, list_format_cases
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
    assert "--clusters" in refusal(lambda: read_graphs([str(document)], ReadOptions()))
    (graph,) = read_graphs([str(document)], with_shape("preco").reading)
    assert len(graph.mentions) == 1


def test_json_of_a_tool_that_is_not_read_is_read_with_a_shape(tmp_path: Path) -> None:
    document = tmp_path / "a.jsonl"
    document.write_text('{"_input_hash": 1, "w": ["Ann", "she"], "k": [[[0, 0], [1, 1]]]}')
    (tmp_path / "own.toml").write_text(OWN)
    assert "a.jsonl" in refusal(lambda: read_graphs([str(document)], ReadOptions()))
    (graph,) = read_graphs([str(document)], with_shape(tmp_path / "own.toml").reading)
    assert len(graph.mentions) == 2


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


def find_examples() -> dict[str, dict[str, object]]:
    """Return the first object of the case files that fits each shape, by the title of the shape."""
    found: dict[str, dict[str, object]] = {}
    for each in list_format_cases():
        with suppress(ValueError):
            values = json.loads(next(iter(each.inputs.values())))
            if each.module == "json.reader" and each.expected[0] == GIVES and isinstance(values, dict):
                (shape,) = load_shapes().find(values)
                found.setdefault(shape.title, values)
    return found


EXAMPLES = find_examples()


@pytest.mark.parametrize("name", shipped_shapes())
def test_what_is_read_of_each_shipped_shape_survives_being_converted(name: str, tmp_path: Path) -> None:
    shape = load_shape(name)
    values = EXAMPLES[shape.title]
    options = DEFAULTS
    assert load_shapes().find(values) == [shape]
    document, converted = tmp_path / "a.jsonl", tmp_path / "a.ttl"
    document.write_text(json.dumps(values), encoding="utf-8")
    found = reader.read("a.jsonl", document.read_bytes(), complete_options(options.reading).formats)
    chains = {mention.instance for mention in found.mentions}
    assert bool(found.mentions) != shape.chainless
    if shape.chainless:
        with pytest.raises(ReadingError, match=r"a\.jsonl"):
            convert(str(document), options.reading)
        return
    lines, _ = convert(str(document), options.reading)
    converted.write_text("".join(lines), encoding="utf-8")
    one, other = (read_graphs([str(path)], options.reading)[0] for path in (document, converted))
    assert (len(one.mentions), len(one.names)) == (len(found.mentions), len(chains))
    summary = compare(str(document), str(converted), options=options).summary
    assert (summary.bags, summary.interesting, len(other.mentions)) == (len(chains), 0, len(found.mentions))


def test_names_that_hold_across_documents_hold_across_files(tmp_path: Path) -> None:
    named = (
        {"doc_id": "a", "tokens": ["Ann"], "clusters": {"e7": [[0, 0]]}},
        {"doc_id": "b", "tokens": ["She", "Bob"], "clusters": {"e7": [[0, 0]], "e8": [[1, 1]]}},
    )
    for number, values in enumerate(named):
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
    ("text", "names"),
    [
        ("title = ", []),
        (".".join("a" * 50_000) + " = 1", []),
        ("tokens = 'w'\nclusters = 'k'", ["title"]),
        ("title = 'x'\ntokens = 'w'", ["clusters"]),
        ("title = 'x'\nclusters = 'k'", ["text", "tokens"]),
        (OWN + "endings = 'exclusive'", ["endings", "title"]),
        (OWN + "end = 'open'", ["end", "open"]),
        (OWN + "unit = 'word'", ["unit", "word"]),
        (OWN + "unit = 1", ["unit"]),
        (OWN + "first = 2", ["first"]),
        (OWN + "first = true", ["first"]),
        (OWN + "chainless = 1", ["chainless"]),
        (OWN + "document = [1]", ["document"]),
        (OWN + "document = {}", ["document"]),
        (OWN + "counted_in = 'sentence'", ["counted_in", "tokens"]),
        (OWN + "sentence = 's'", ["sentence", "span"]),
        (OWN + "sentence = 's'\nspan = 'p'", ["sentence", "counted_in"]),
        (OWN + "word = 't'", ["word", "words"]),
        (OWN + "piece_words = 't'", ["piece_words", "pieces"]),
        (OWN + "chain = 'c'", ["chain", "span"]),
        (OWN + "unit = 'token'\ncounted_in = 'document'\nspan = 's'", ["counted_in", "document"]),
        (OWN + "span = 's'\nchain = 'c'\nmembers = 'm'", ["members", "chain"]),
        (OWN + "span = ['a', 'b', 'c']", ["span"]),
        ("title = 'x'\ntext = 't'\nclusters = 'k'\nunit = 'token'", ["unit", "text"]),
        ("title = 'x'\ntext = 't'\nclusters = 't'", ["clusters", "text"]),
        ("title = 'x'\ntext = 't'\nclusters = 'm'\nspan = 's'\nlink = 'e'\nchain = 'c'", ["link", "chain"]),
        ("title = 'x'\ntext = 't'\nclusters = 'k'\nwords = 'w'", ["words", "tokens"]),
    ],
)
def test_mistake_in_a_shape_is_refused_with_its_file_and_keys(
    tmp_path: Path, text: str, names: list[str]
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    message = refusal(lambda: load_shape(str(file)))
    found = message.removeprefix(f"{file}: ")
    assert found != message
    assert [name for name in re.findall(r"\w+", found) if name in names][: len(names)] == names


def test_unknown_shape_is_refused_with_those_that_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    message = trouble(capsys, "lint", str(tmp_path / "a.json"), "--json-shape", "nope")
    assert message.startswith("coala: nope: ")
    assert ", ".join(shipped_shapes()) in message
    trouble(capsys, "lint", str(tmp_path / "a.json"), "--json-shape", str(tmp_path))
