"""Text formats in other encodings or with other line ends, read right or refused in one sentence."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from coala.engine.convert import convert
from coala.errors import ReadingError
from coala.model.notices.notice import Notice

TOKENS = (
    "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\tlemma\tbyte_onset\t"
    "byte_offset\n0\t0\t0\t0\tZoë\tx\t0\t3\n0\t0\t1\t1\tMü\tx\t4\t6\n"
)

FORMATS = {
    "x.conll": {"x.conll": "#begin document (x); part 000\nx 0 0 Zoë (1)\nx 0 1 Mü (1)\n\n#end document\n"},
    "x.conllu": {
        "x.conllu": "# newdoc id = x\n# global.Entity = eid-etype-head-other\n# text = Zoë Mü\n"
        "1\tZoë\t_\tX\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n"
        "2\tMü\t_\tX\t_\t_\t1\tdep\t_\tEntity=(e1-person-1-)\n\n"
    },
    "x.tsv": {
        "x.tsv": "#FORMAT=WebAnno TSV 3.3\n#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type."
        "CoreferenceLink|referenceType|referenceRelation\n\n\n#Text=Zoë Mü\n"
        "1-1\t0-3\tZoë\tp[1]\t*->1-1\t\n1-2\t4-6\tMü\tp[1]\t*->1-2\t\n"
    },
    "x.jsonl": {
        "x.jsonl": json.dumps(
            {"doc_id": "x", "text": "Zoë Mü", "clusters": [[[0, 3], [4, 6]]]}, ensure_ascii=False
        )
        + "\n"
    },
    "x.ann": {
        "x.ann": "T1\tPER 0 3\tZoë\nT2\tPER 4 6\tMü\nR1\tCoref Arg1:T2 Arg2:T1\n",
        "x.txt": "Zoë Mü\n",
    },
    "x.sacr": {"x.sacr": '#title: x\n\n{M1:t="a" Zoë} {M1:t="a" Mü}\n'},
    "x.sgm": {
        "x.sgm": '<DOC><DOCNO>y</DOCNO><TXT>\n<COREF ID="1">Zoë</COREF> '
        '<COREF ID="2" REF="1">Mü</COREF></TXT></DOC>\n'
    },
    "x.entities": {
        "x.entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n1\t0\t0\tPROP\tPER\tZoë\n"
        "1\t1\t1\tPROP\tPER\tMü\n",
        "x.tokens": TOKENS,
    },
    "x.coref": {
        "x.coref": '<DOC DOCNO="x@x@x@en@on">\n<TEXT PARTNO="000">\n<COREF ID="1" TYPE="IDENT">Zoë</COREF> '
        '<COREF ID="1" TYPE="IDENT">Mü</COREF>\n</TEXT>\n</DOC>\n'
    },
    "x.naf": {
        "x.naf": '<?xml version="1.0"?>\n<NAF version="v3" xml:lang="de"><raw>Zoë Mü</raw><text>'
        '<wf id="w1" offset="0" length="3">Zoë</wf><wf id="w2" offset="4" length="2">Mü</wf></text>'
        '<terms><term id="t1"><span><target id="w1"/></span></term>'
        '<term id="t2"><span><target id="w2"/></span></term></terms>'
        '<coreferences><coref id="co1"><span><target id="t1"/></span><span><target id="t2"/></span></coref>'
        "</coreferences></NAF>\n"
    },
}


def read(folder: Path, named: str, written: dict[str, bytes]) -> tuple[str, list[Notice]]:
    for name, data in written.items():
        (folder / name).write_bytes(data)
    lines, notices = convert(str(folder / named))
    return "".join(lines), notices


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("name", FORMATS)
def test_line_ends_and_a_mark_change_nothing(tmp_path: Path, name: str, mark: bytes, end: str) -> None:
    written = {
        file: mark + text.replace("\n", end).encode() if file != "x.txt" else text.encode()
        for file, text in FORMATS[name].items()
    }
    lines, notices = read(tmp_path, name, written)
    assert "Zoë" in lines
    assert lines.count("beginIndex") == 2
    assert notices == []


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252", "mac-roman"]
)
@pytest.mark.parametrize("name", FORMATS)
def test_another_encoding_is_one_sentence(tmp_path: Path, name: str, encoding: str) -> None:
    written = {file: text.encode(encoding) for file, text in FORMATS[name].items()}
    with pytest.raises(ReadingError) as caught:
        read(tmp_path, name, written)
    sentence = str(caught.value)
    assert sentence.startswith(str(tmp_path / "x."))
    assert sentence.endswith("convert the file to UTF-8.")
    assert "RDF" not in sentence


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252"])
def test_xml_that_declares_its_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    text = FORMATS["x.naf"]["x.naf"].replace('"1.0"', f'"1.0" encoding="{encoding}"', 1)
    lines, _ = read(tmp_path, "x.naf", {"x.naf": text.encode(encoding)})
    assert "Zoë Mü" in lines


@pytest.mark.parametrize("stored", ["\ufeffOne\nZoë Mü", "One\r\nZoë Mü", "\ufeffOne\r\nZoë Mü"])
def test_brat_offsets_that_leave_out_the_mark_or_half_of_a_line_end_are_found_by_the_words(
    tmp_path: Path, stored: str
) -> None:
    for text, remarked in (("One\nZoë Mü", ["text-fitted"]), (stored, [])):
        first, second = text.index("Zoë"), text.index("Mü")
        spans = f"T1\tPER {first} {first + 3}\tZoë\nT2\tPER {second} {second + 2}\tMü\n"
        lines = f"{spans}R1\tCoref Arg1:T1 Arg2:T2\n"
        _, notices = read(tmp_path, "a.ann", {"a.ann": lines.encode(), "a.txt": stored.encode()})
        assert [notice.code for notice in notices] == remarked


def test_where_no_words_tell_the_text_stays_as_it_is(tmp_path: Path) -> None:
    files = {"a.ann": b"T1\tPER 1 4\tBob\nT2\tPER 0 3\tBob\n*\tCoref T1 T2\n", "a.txt": "\ufeffBob".encode()}
    lines, _ = read(tmp_path, "a.ann", files)
    assert '"\ufeffBob"' in lines
