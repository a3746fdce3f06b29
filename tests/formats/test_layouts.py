"""Named layouts of CoNLL's columns, described by the first lines of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from coala.cli.commands import main
from coala.engine.settings import read_settings, write_settings
from coala.formats import conll
from coala.formats.conll_layouts import read_layouts, resolve_columns
from coala.formats.format_options import complete_options
from coala.model.format_options import FormatOptions, numbered_columns
from coala.model.options import DEFAULTS, ReadOptions
from tests.cli.test_commands import trouble
from tests.support.damage import refusal

HEADER = "#begin document (d); part 000\n"

ROWS = {
    "conll-2012": "d 0 {number} {word} NN - - {brackets}",
    "semeval-2010": "{number}\t{word}\tlemma\tNN\t{brackets}",
    "cross-document": "38 38_1 d{document}.xml {sentence} {number} {word} True {brackets}",
    "word-first": "{word} NN {brackets}",
}

WORDS = [["Ann", "met", "Bob", "."], ["She", "left", "."], ["Bob", "sat", "."], ["It", "rained", "."]]
BRACKETS = {"Ann": "(1)", "She": "(1)", "Bob": "(2)"}


def example(layout: str) -> str:
    sentences = (
        "".join(
            ROWS[layout].format(
                document=place // 2,
                sentence=place,
                number=number,
                word=word,
                brackets=BRACKETS.get(word, "-"),
            )
            + "\n"
            for number, word in enumerate(words, start=1)
        )
        for place, words in enumerate(WORDS)
    )
    return HEADER + "\n".join(sentences) + "\n#end document\n"


@pytest.mark.parametrize("name", read_layouts())
def test_a_named_layout_reads_what_the_lines_themselves_tell(name: str) -> None:
    data = example(name).encode()
    found = conll.read("d.conll", data, FormatOptions())
    told = complete_options(ReadOptions(formats=FormatOptions(columns=name))).formats
    named = conll.read("d.conll", data, told)
    texts = [text for _, text in named.documents]
    assert "\n".join(texts) == "Ann met Bob .\nShe left .\nBob sat .\nIt rained ."
    assert len(texts) == (2 if name == "cross-document" else 1)
    spans = [(texts[mention.document], mention.fragments[0]) for mention in named.mentions]
    assert [text[begin:end] for text, (begin, end) in spans] == ["Ann", "Bob", "She", "Bob"]
    assert (found.documents, found.mentions) == (named.documents, named.mentions)
    assert named.remarks == ()


def test_every_named_layout_says_what_the_option_takes() -> None:
    for layout in read_layouts().values():
        assert {"word", "chains"} <= set(numbered_columns(layout.columns))
    assert (resolve_columns(""), resolve_columns("word=2")) == ("", "word=2")


def test_unknown_layout_is_refused_with_those_that_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = ", ".join(read_layouts())
    assert known in refusal(lambda: resolve_columns("nope"))
    assert known in trouble(capsys, "lint", str(tmp_path), "--columns", "nope")
    assert "'Nope'" in trouble(capsys, "lint", str(tmp_path), "--columns", "Nope")


def test_a_comparison_keeps_the_name(tmp_path: Path) -> None:
    options = DEFAULTS._replace(reading=ReadOptions(formats=FormatOptions(columns="semeval-2010")))
    assert read_settings(write_settings(options)) == options
    (tmp_path / "a.conll").write_text(example("word-first"), encoding="utf-8")
    words = ["convert", str(tmp_path / "a.conll"), "-o", str(tmp_path / "a.ttl"), "--columns", "word-first"]
    assert main(words) == 0
