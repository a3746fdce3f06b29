"""Options of formats, passed from the command line to the reader, in a child process as in ``convert``."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.formats import brat
from coala.formats.format_options import LARGEST_TYPE_SYSTEM, complete_options
from coala.model.format_options import FormatOptions
from coala.model.option import Group
from coala.model.options import ENDS, OFFSETS, OPTIONS, ReadOptions
from coala.reading.read import read_graphs
from tests.cli.test_commands import trouble
from tests.formats.test_uima_xmi import TYPES, XMI
from tests.support.damage import refusal
from tests.support.pages import read_page
from tests.support.paths import SHARED, needs_shared

BRAT = "T1\tPerson 0 3\tBob\nT2\tPerson 8 11\tAnn\nT3\tPerson 13 15\tHe\nR1\tSame Arg1:T1 Arg2:T3\n"
BRAT_TEXT = "Bob met Ann. He left."


def option(key: str, value: str) -> tuple[str, str]:
    """Return the words that set an option of one format."""
    return "--format-option", f"{key}={value}"


def instances(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> int:
    """Return the number of instances when the command line reads the file, and when it converts it."""
    assert main(["lint", str(path), "--json", "-", *options]) == 0
    linted = json.loads(capsys.readouterr().out)["graphs"][0]["instances"]
    converted = path.with_name("converted.ttl")
    assert main(["convert", str(path), "-o", str(converted), *options]) == 0
    assert main(["lint", str(converted), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["graphs"][0]["instances"] == linted
    return int(linted)


def write(path: Path, data: str | bytes) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_brat_relations_and_chain_types_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "a.txt", BRAT_TEXT)
    path = write(tmp_path / "a.ann", BRAT)
    assert instances(capsys, path) == 3
    assert instances(capsys, path, *option("brat-relation", "Other"), *option("brat-relation", "Same")) == 2
    assert instances(capsys, path, *option("brat-chain-types", "Per.*")) == 1


def test_uima_types_and_features_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usual = XMI.decode()
    renamed = usual.replace("Coreference", "Entity").replace(" first=", " head=").replace(" next=", " tail=")
    path = write(tmp_path / "a.xmi", renamed)
    names = [*option("uima-chain", "EntityChain"), *option("uima-link", "EntityLink")]
    assert instances(capsys, path, *names, *option("uima-first", "head"), *option("uima-next", "tail")) == 1
    assert "EntityChain, EntityLink in " in trouble(capsys, "lint", str(path))
    for features, found in (
        (option("uima-first", "nose"), ("'EntityChain'", "'nose'", "head, sofa")),
        (
            (*option("uima-first", "head"), *option("uima-next", "tial")),
            ("'EntityLink'", "'tial'", "begin, end, "),
        ),
    ):
        message = trouble(capsys, "lint", str(path), *names, *features)
        assert [words for words in found if words not in message] == []


def test_a_type_system_is_read_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    types = write(tmp_path / "types.xml", TYPES)
    path = write(
        tmp_path / "a.xmi",
        re.sub(
            r"<type:Coref.*/>\n",
            '<custom:EventLink xmi:id="4" sofa="1" begin="7" end="11"/>'
            '<custom:EventChain xmi:id="6" first="4"/>',
            XMI.decode(),
        ),
    )
    assert instances(capsys, path, *option("uima-type-system", str(types))) == 1
    main(["diff", str(path), str(path), *option("uima-type-system", str(types)), "--verbose"])
    assert f"UIMA type system {types.name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "{types}: "),
        (b"<a/>", "{types}:1: the root element is 'a'"),
        (b"\x00", "{types}:1: "),
        (b'<!DOCTYPE t [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><t>&b;</t>', "{types}:1: "),
        (b"<typeSystemDescription>" + b"<a>" * 20_000, "{types}:1: "),
        (b" " * (LARGEST_TYPE_SYSTEM + 1), "8,388,608 bytes"),
    ],
)
def test_bad_type_system_is_refused_with_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, words: str
) -> None:
    types, path = tmp_path / "types.xml", write(tmp_path / "a.xmi", XMI)
    if content is not None:
        types.write_bytes(content)
    for command in (["lint", str(path)], ["convert", str(path), "-o", str(tmp_path / "a.ttl")]):
        message = trouble(capsys, *command, *option("uima-type-system", str(types)))
        assert words.format(types=types) in message


def test_type_system_that_is_no_file_is_not_opened(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/zero"), tmp_path / "\x1b[31m"):
        options = ReadOptions(formats=FormatOptions(uima_type_system=path))
        assert "\x1b" not in refusal(partial(complete_options, options))


def test_pattern_that_is_wrong_is_refused_from_python_too() -> None:
    options = FormatOptions(brat_chain_types="(", sibling=lambda _: BRAT_TEXT.encode())
    assert "'('" in refusal(lambda: brat.read("a.ann", BRAT.encode(), options))


def test_a_hopeless_pattern_ends_in_the_child_and_in_convert(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "a.txt", BRAT_TEXT)
    path = str(write(tmp_path / "a.ann", BRAT.replace("Person", "a" * 40, 1)))
    for command in (["lint", path], ["convert", path, "-o", str(tmp_path / "a.ttl")]):
        line = trouble(capsys, *command, *option("brat-chain-types", "(a|aa)+b"))
        assert "'(a|aa)+b'" in line
        assert " 2 seconds" in line


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--format-option", "brat-chain-types=(", "brat-chain-types"),
        ("--format-option", "brat-relation=", "brat-relation=NAME"),
        ("--format-option", "brat-relation", "brat-relation=NAME"),
        (
            "--format-option",
            "uima-chian=X",
            "uima-type-system, uima-chain, uima-link",
        ),
        (
            "--format-option",
            "x=y",
            "brat-relation, brat-chain-types, webanno-relation, annotator",
        ),
        ("--format-option", "uima-chain=a\x1bb", r"'a\x1bb'"),
        ("--format-option", "uima-first=a b", "'a b'"),
        ("--offsets", "words", "'stated', 'auto', 'code-point', 'utf-16', 'byte', 'token'"),
        ("--ends", "auto", "'stated', 'exclusive', 'inclusive'"),
    ],
)
def test_a_bad_value_is_one_sentence(
    capsys: pytest.CaptureFixture[str], option: str, value: str, words: str
) -> None:
    line = trouble(capsys, "lint", "none.ttl", option, value)
    assert words in line
    assert "\x1b" not in line


def test_json_lines_count_what_the_command_line_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def lines(name: str, **values: object) -> str:
        document = {"doc_id": "d", "text": "😀 Bob left. 😀 He ran.", **values}
        return str(write(tmp_path / f"{name}.jsonl", json.dumps(document)))

    code_points = lines("a", clusters=[[[2, 5], [14, 16]]])
    utf_16 = lines("b", clusters=[[[3, 5], [16, 17]]], end="inclusive")
    stating = lines("c", clusters=[[[2, 5], [14, 16]]], offsets="code-point")
    assert main(["diff", code_points, stating]) == 0
    # What a line says is not overruled; "character" and "code-point" are one.
    assert main(["diff", stating, stating, "--offsets", "utf-16", "--strict"]) == 0
    for unit in ("character", "code-point"):
        assert main(["diff", code_points, stating, "--offsets", unit]) == 0
    assert main(["convert", utf_16, "-o", str(tmp_path / "b.ttl"), "--offsets", "utf-16"]) == 0
    assert main(["diff", code_points, str(tmp_path / "b.ttl")]) == 0
    assert main(["lint", code_points, "--offsets", "auto", "--strict"]) == 0
    capsys.readouterr()


def test_tokens_beside_a_text_are_counted_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = {
        "doc_id": "d",
        "text": "Bob left.",
        "tokens": ["Bob", "left", "."],
        "clusters": [[[0, 0]]],
    }
    path = str(write(tmp_path / "a.jsonl", json.dumps(document)))
    assert "--offsets" in trouble(capsys, "lint", path)
    assert main(["lint", path, "--offsets", "token", "--strict"]) == 0
    capsys.readouterr()
    advice = trouble(capsys, "lint", path, "--offsets", "token", "--ends", "exclusive")
    assert "--offsets token --ends inclusive" in advice


def test_formats_that_say_how_they_count_are_not_counted_otherwise(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.xmi", XMI))
    graphs = [
        read_graphs([path], ReadOptions(offsets=offsets, ends=ends))[0]
        for offsets, ends in (
            ("stated", "stated"),
            ("utf-16", "inclusive"),
            ("byte", "stated"),
            ("auto", "stated"),
        )
    ]
    assert {tuple(graph.mentions.begin.tolist()) for graph in graphs} == {(2, 16)}
    assert {graph.notices for graph in graphs} == {()}


@needs_shared
def test_a_real_cas_with_renamed_types_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = SHARED / "data" / "uima" / "Text_1804.xmi"
    renamed = (
        real.read_text(encoding="utf-8")
        .replace("CoreferenceChain", "Entity")
        .replace("CoreferenceLink", "Name")
    )
    path = write(tmp_path / "Text_1804.xmi", renamed)
    converted = str(tmp_path / "converted.ttl")
    names = [*option("uima-chain", "Entity"), *option("uima-link", "Name")]
    assert main(["convert", str(path), "-o", converted, *names]) == 0
    assert main(["diff", str(real), converted]) == 0


def test_the_page_on_formats_names_every_option_and_no_other() -> None:
    section = read_page("reference/formats.md").partition("## Options of formats")[2].partition("\n## ")[0]
    cells = re.findall(r"(?m)^\| (`.*?) \|", section)
    named = {name for cell in cells for name in re.findall(r"`(?:--)?([a-z][a-z-]+)", cell)}
    options = [option for option in OPTIONS if option.group in (Group.OFFSETS, Group.FORMATS)]
    declared = {getattr(option, "key", "") or option.flag.removeprefix("--") for option in options}
    assert named - {"format-option"} == declared - {"format-option"}
    offsets = read_page("reference/offsets.md")
    assert [value for value in (*OFFSETS, *ENDS) if value not in offsets] == []
