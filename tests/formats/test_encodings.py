"""Line ends, byte order marks, and bytes that are not UTF-8, in the files of each format."""

from __future__ import annotations

import importlib

import pytest

from coala.formats.annotations import Annotations
from coala.model.format_options import FormatOptions
from tests.support.damage import refusal
from tests.support.format_cases import list_format_cases

SAMPLES = {each.sample: each for each in list_format_cases() if each.sample}


def read(module: str, name: str, data: bytes, text: bytes = b"") -> Annotations:
    """Read a file with the reader of a format; ``text`` is all that is next to it."""
    reader = importlib.import_module(f"coala.formats.{module}")
    annotations: Annotations = reader.read(name, data, FormatOptions(sibling=lambda _: text))
    return annotations


@pytest.mark.parametrize("key", ["CoNLL-2012", "CorefUD", "WebAnno", "JSON of BLINK"])
@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_other_line_ends_make_no_difference(key: str, end: str) -> None:
    sample = SAMPLES[key]
    ((name, text),) = sample.inputs.items()
    expected = read(sample.module, name, text.encode())
    assert expected.mentions
    assert read(sample.module, name, text.replace("\n", end).encode()) == expected


def test_byte_order_mark_of_conll_makes_no_difference() -> None:
    text = SAMPLES["CoNLL-2012"].inputs["a.conll"]
    marked = read("conll", "a.conll", f"\ufeff{text}".encode())
    assert marked == read("conll", "a.conll", text.encode())


def test_offsets_of_brat_count_byte_order_mark_and_line_ends() -> None:
    found = read("brat", "a.ann", b"T1\tX 4 7\tBob\r\n", "\ufeffA\r\nBob".encode())
    text = found.documents[0].text
    assert [text[slice(*mention.fragments[0])] for mention in found.mentions] == ["Bob"]
    assert found.remarks == ()


def test_carriage_returns_of_brat_end_lines_and_stay_in_the_text() -> None:
    ann, text = SAMPLES["brat"].inputs.values()
    found = read("brat", "a.ann", ann.replace("\n", "\r").encode(), text.replace("\n", "\r").encode())
    assert found.documents == (("a", text.replace("\n", "\r")),)
    assert found.mentions == read("brat", "a.ann", ann.encode(), text.encode()).mentions


QUOTED = """\
"#begin document (d, e); part 000"\t\t\t
d\t0\tAnn\t(0)
d\t1\t","\t-
d\t2\t\"""So\"""\t-
d\t3\t\"""\"\t-
"#end document"\t\t\t
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_quotes_of_a_spreadsheet_are_taken_off_with_any_line_ends(mark: str, end: str) -> None:
    data = (mark + QUOTED.replace("\n", end)).encode()
    assert importlib.import_module("coala.formats.conll").looks_like("a.tsv", data)
    found = read("conll", "a.conll", data)
    assert found.documents == (("d, e/000", 'Ann , "So" "'),)
    assert [(mention.instance, mention.fragments) for mention in found.mentions] == [
        ("d, e/000/0", ((0, 3),))
    ]
    assert found.remarks == (("quotes-taken-off", "a.conll:1"),)


@pytest.mark.parametrize(
    ("module", "name", "data", "place"),
    [
        ("conll", "a", "#begin document (d);\nÄ\t-\n".encode("latin-1"), "a:2: the byte 0xC4"),
        ("conll", "a", b"#begin document (d);\n\xff\n", "a:2: the byte 0xFF"),
        ("conll", "a", "#begin document (d);\n".encode("utf-16"), "a:1: the byte 0xFF"),
        ("corefud", "a", b"# newdoc id = d1\n\n1\t\xc4\t_\n", "a:3: the byte 0xC4"),
        ("json.reader", "a", '\n{"text": "Ä"}'.encode("latin-1"), "a:2: the byte 0xC4"),
        ("muc", "a.sgm", "one\ncafé".encode("latin-1"), "a.sgm:2: the byte 0xE9"),
        ("brat", "a.ann", b"\xe9", "a.ann:1: the byte 0xE9"),
        ("webanno.tsv", "a.tsv", b"#FORMAT=WebAnno TSV 3.3\n\n\n#Text=\xe9", "a.tsv:4: the byte 0xE9"),
        (
            "uima.xmi",
            "a.xmi",
            b'<?xml version="1.0" encoding="UTF-8"?>\n<a b="\xe9"/>',
            "a.xmi:2: the byte 0xE9",
        ),
    ],
)
def test_bytes_that_are_not_utf_8_are_refused_with_their_line(
    module: str, name: str, data: bytes, place: str
) -> None:
    assert refusal(lambda: read(module, name, data)).startswith(place)


def test_text_next_to_brat_that_is_not_utf_8_is_refused_with_its_name() -> None:
    assert refusal(lambda: read("brat", "story.ann", b"", b"caf\xe9")).startswith(
        "story.txt:1: the byte 0xE9"
    )


def test_declared_encoding_of_xmi_is_used_and_an_unknown_one_refused() -> None:
    text = SAMPLES["UIMA"].inputs["a.xmi"].replace("😀", "éé")
    expected = read("uima.xmi", "a.xmi", text.encode())
    assert len(expected.mentions) == 2
    latin = text.encode("latin-1")
    assert read("uima.xmi", "a.xmi", latin.replace(b"UTF-8", b"ISO-8859-1")) == expected
    assert "a.xmi:1: " in refusal(lambda: read("uima.xmi", "a.xmi", latin.replace(b"UTF-8", b"x-klingon")))
