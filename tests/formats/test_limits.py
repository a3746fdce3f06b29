"""Files that are long, deep, hostile, or of another kind: refused with their place, or read in linear time.

``test_hostile_formats.py`` measures the memory of such files in a child process.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable

import pytest

from coala.formats.annotations import Annotations
from coala.formats.marked_text import STYLES, take_out_marks
from coala.model.format_options import FormatOptions
from tests.support.damage import reads_or_says_why, refusal
from tests.support.format_cases import list_format_cases

SAMPLES = {each.sample: next(iter(each.inputs.values())) for each in list_format_cases() if each.sample}
XMI_HEAD, _, XMI_REST = SAMPLES["UIMA"].partition("😀")


def read(module: str, name: str, data: bytes, text: bytes = b"", *, lenient: bool = False) -> Annotations:
    """Read a file with the reader of a format; ``text`` is all that is next to it."""
    reader = importlib.import_module(f"coala.formats.{module}")
    options = FormatOptions(sibling=lambda _: text, lenient=lenient)
    annotations: Annotations = reader.read(name, data, options)
    return annotations


@pytest.mark.parametrize(
    ("module", "name", "text", "place"),
    [
        ("aida", "a.tsv", "Ann\n", "a.tsv:1: "),
        (
            "cat_xml",
            "a.xml",
            SAMPLES["CAT"].replace("<Document", '<!DOCTYPE Document [<!ENTITY a "b">]>\n<Document', 1),
            "a.xml:2: ",
        ),
        ("corenlp_xml", "a.xml", "<Doc></Doc>", "a.xml:1: the root element is 'Doc'"),
        ("uima.xmi", "a.xmi", "<html/>", "a.xmi:1: the root element is 'html'"),
    ],
)
def test_file_of_another_kind_is_refused(module: str, name: str, text: str, place: str) -> None:
    assert refusal(lambda: read(module, name, text.encode())).startswith(place)


CONLLU = b"# newdoc id = d1\n# global.Entity = eid-etype-head-other\n"
JSON_TEXT = b'{"text": "Ann", "clusters": '
FLAWED = [json.dumps({"doc_id": f"d{number}", "clusters": []}) for number in range(4_846)]

LARGE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a line of CoNLL": (
        "conll",
        lambda: b"#begin document (d);\n" + b"d (1) " * 17_000_000,
        "a:2: the line has 102,000,000",
    ),
    "a line of CoNLL-U": (
        "corefud",
        lambda: CONLLU + b"1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=" + b"(e1)" * 25_000_000,
        "a:3: the line has 100,000,025",
    ),
    "a line of JSON": (
        "json.reader",
        lambda: b'{"text": "a", "clusters": [' + b"[[0,1]]," * 12_500_000,
        "a:1: the line has 100,000,027",
    ),
    "a line of brat": ("brat", lambda: b"T1\tX 0 5\t" + b"x" * 2_000_000, "a:1: the line has"),
    "a line of WebAnno": (
        "webanno.tsv",
        lambda: b"#FORMAT=WebAnno TSV 3.3\n\n\n#Text=" + b"x" * 100_000_000,
        "a:4: ",
    ),
    "lists in JSON": ("json.reader", lambda: b"[" * 100_000, "a:1: "),
    "clusters in JSON": ("json.reader", lambda: JSON_TEXT + b"[" * 50_000 + b"]" * 50_000 + b"}", "a:1: "),
    "lists in a CAS": (
        "uima.xmi",
        lambda: b'{"%TYPES": {}, "%FEATURE_STRUCTURES": [' + b"[" * 200_000,
        "a:1: ",
    ),
    "elements in a CAS": ("uima.xmi", lambda: f'{XMI_HEAD}"/>\n{"<a>" * 20_000}'.encode(), "a:4: "),
    "names in a CAS": (
        "uima.xmi",
        lambda: f'{XMI_HEAD}"/>\n{"".join(f"<a{n}/>" for n in range(200_000))}</xmi:XMI>\n'.encode(),
        "a:4: ",
    ),
    "tags in MUC": (
        "muc",
        lambda: "\n".join(f'<COREF ID="{number}">' for number in range(200)).encode(),
        "a:51: ",
    ),
    "flawed lines": (
        "json.reader",
        lambda: "".join(f"{line}\n" for line in FLAWED).encode(),
        "a: at least 1,001 of 4,846 documents",
    ),
    "flawed objects": (
        "json.reader",
        lambda: f"[{','.join(FLAWED)}]".encode(),
        "a: at least 1,001 of 4,846 documents",
    ),
    "sentences far apart": (
        "webanno.tsv",
        lambda: (
            "#FORMAT=WebAnno TSV 3.3\n#T_CH=coref.type.CoreferenceLink|referenceType|referenceRelation\n\n\n"
            + "\n".join(f"\n#Text=w\n{n}-1\t{9000 * n}-{9000 * n + 1}\tw\t_\t_\t" for n in range(1000))
        ).encode(),
        "a:",
    ),
    "rows that are all there twice": (
        "conll",
        lambda: (
            "#begin document (d); part 000\n"
            + "".join(f"d 0 {number} w{number} - -\n" * 2 for number in range(30))
            + "\n#end document\n"
        ).encode(),
        "a: 29 of 60 lines",
    ),
}


@pytest.mark.parametrize("what", LARGE)
def test_large_or_deep_file_is_refused_with_its_place(what: str) -> None:
    module, make, place = LARGE[what]
    data = make()
    assert refusal(lambda: read(module, "a", data)).startswith(place)


def test_long_label_of_conll_costs_itself() -> None:
    data = b"#begin document (d);\nd\t" + b"x" * 100_000 + b")\n\n#end document\n"
    found = read("conll", "a", data)
    assert found.mentions == ()
    assert [code for code, _ in found.remarks] == ["bracket-left-out", "words-made-up"]


@pytest.mark.parametrize("text", ["a" * 30_000_000, "😀" * 5_000_000], ids=["ascii", "wide"])
def test_long_line_of_xmi_is_read(text: str) -> None:
    found = read("uima.xmi", "a.xmi", f"{XMI_HEAD}{text}{XMI_REST}".encode())
    assert len(found.documents[0].text) == len(text) + 24


def test_many_spans_over_a_long_text_take_linear_time() -> None:
    text = b"word " * 1_000_000
    ann = "".join(f"T{number}\tX 0 {len(text)};{len(text)} {len(text)}\tshort\n" for number in range(20_000))
    assert len(read("brat", "a.ann", ann.encode(), text).mentions) == 20_000


TWO_SPANS = "T1\tPerson 0 3\tAnn\nT2\tPerson 4 7\tShe\n"


def test_thousands_of_normalisations_of_one_chain_are_its_links() -> None:
    lines = "".join(f"N{number}\tReference T1 Wikidata:Q{number}\n" for number in range(1, 10_001))
    found = read("brat", "a.ann", f"{TWO_SPANS}*\tEquiv T1 T2\n{lines}".encode(), b"Ann She")
    assert (len(found.links), len(found.mentions)) == (10_000, 2)


@pytest.mark.parametrize(("entries", "chains"), [(100, 101), (101, 2)])
def test_span_that_names_too_many_entries_is_one_chain_with_links(entries: int, chains: int) -> None:
    lines = "".join(f"N{number}\tReference T1 Wikidata:Q{number}\n" for number in range(1, entries + 1))
    found = read("brat", "a.ann", (TWO_SPANS + lines).encode(), b"Ann She")
    assert len({mention.instance for mention in found.mentions}) == chains
    assert len(found.links) == (entries if chains == 2 else 0)
    assert bool(found.across) == (chains != 2)
    assert (("entries-many", "a.ann, 'T1' with 101") in found.remarks) == (chains == 2)


@pytest.mark.parametrize(
    "unit", ["<", "<!--", "<a b=\"<a c='", "<a x=1 ", '<COREF ID="{}">x</COREF>', "&", "<!x ", "<? "]
)
def test_hostile_tags_of_muc_are_read_or_explained(unit: str) -> None:
    text = "".join(unit.replace("{}", str(number)) for number in range(30_000))
    reads_or_says_why(lambda: read("muc", "a.sgm", text.encode()))


@pytest.mark.parametrize("text", ["[" * 100_000, "](#1)" * 30_000, "[a](#1) [ " * 30_000, "{{" * 60_000, "("])
def test_hostile_marks_of_answers_take_no_long_time(text: str) -> None:
    for style in STYLES:
        take_out_marks(text, style)


def test_documents_that_begin_behind_the_sample_are_found() -> None:
    lines = [f"1 1_{n} doc{n}.xml 0 {token} w True (1)\n" for n in (1, 2) for token in range(5000)]
    found = read("conll", "a.conll", f"#begin document topics\n{''.join(lines)}#end document\n".encode())
    assert [document.name for document in found.documents] == ["doc1.xml", "doc2.xml"]


def test_parts_of_many_documents_are_found_by_their_headers_alone() -> None:
    text = "".join(
        f"#begin document (bc/{number // 2}); part {number % 2:03d}\n"
        + "".join(f"bc/{number // 2} 0 {token} word{token} NN * - (1)\n" for token in range(50))
        + "\n#end document\n"
        for number in range(120)
    )
    found = read("conll", "a.conll", text.encode())
    assert [document.name for document in found.documents[:3]] == ["bc/0/000", "bc/0/001", "bc/1/000"]
    assert (len(found.documents), found.remarks) == (120, ())


def test_line_without_its_word_is_counted_from_both_ends() -> None:
    rows = [f"d 0 {number} word - (1)" for number in range(100)]
    rows[50] = "d 0 50 - (1)"
    text = "\n".join(["#begin document (d); part 000", *rows, "#end document", ""])
    found = read("conll", "a.conll", text.encode())
    assert found.documents[0].text.split(" ")[49:52] == ["word", "_", "word"]
    assert len(found.mentions) == 100
    ((code, example),) = found.remarks
    assert (code, example.partition(",")[0]) == ("columns-differ", "a.conll:52")
