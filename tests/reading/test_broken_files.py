"""Every format times every kind of damage: refused, or reported with the place of the flaw."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from coala.cli.commands import main
from tests.reading.test_fuzz import VALID

LATIN_1 = "ü".encode("latin-1")

BROKEN: dict[str, dict[str, tuple[bytes, bytes, int]]] = {
    # file: badness: (the present text, its replacement, the line in the message); a truncated file
    # ends before the present text
    "graph.conll": {
        "truncated": (b"#end document", b"", 1),
        "a wrong column": (b"news 0 1 met -", b"news 0 met -", 3),
        "an unclosed bracket": (b"himself (1)", b"himself (1", 4),
        "a bracket that closes nothing": (b"himself (1)", b"himself 1)", 4),
        "a document twice": (b"#end document", b"#end document\n#begin document (news); part 000", 7),
        "another encoding": (b"met", LATIN_1, 3),
    },
    "graph.conllu": {
        "truncated": (b"\t_\t_\tEntity=(e1[2/2])\n\n", b"", 8),
        "a wrong column": (b"2\tdid\t", b"2\tdid", 5),
        "an unclosed bracket": (b"(e1-person-1)", b"(e1-person-1", 3),
        "a document twice": (b"\n\n", b"\n\n# newdoc id = news\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n\n", 11),
        "a dangling link": (b"Bridge=e1<e1", b"Bridge=e7<e1", 7),
        "another encoding": (b"didn't", LATIN_1, 4),
    },
    "graph.jsonl": {
        "truncated": (b"]]]", b"]]", 1),
        "a wrong column": (b'"clusters": [[', b'"clusters": ["a", [', 1),
        "offsets past the end": (b"[8, 10]", b"[8, 99]", 1),
        "a document twice": (b"}\n", b'}\n{"doc_id": "d", "text": "", "clusters": []}\n', 2),
        "another encoding": (b"met", LATIN_1, 1),
    },
    "graph.sgm": {
        "truncated": (b"</DOC>", b"", 1),
        "an unclosed bracket": (b"we</COREF>", b"we", 1),
        "an identifier twice": (b'ID="2"', b'ID="1"', 1),
        "a dangling reference": (b'REF="1"', b'REF="7"', 1),
        "another encoding": (b"we", LATIN_1, 1),
        "an entity": (b"<DOC>", b'<!ENTITY a "b"><DOC>', 1),
    },
    "graph.xmi": {
        "truncated": (b"</xmi:XMI>", b"", 1),
        "offsets past the end": (b'end="9"', b'end="99"', 1),
        "an identifier twice": (b'xmi:id="4"', b'xmi:id="3"', 1),
        "a dangling reference": (b'next="4"', b'next="7"', 1),
        "another encoding": ("😀".encode(), LATIN_1, 1),
        "an entity": (b"<xmi:XMI", b'<!DOCTYPE a [<!ENTITY b "c">]><xmi:XMI', 1),
    },
    "graph.tsv": {
        "truncated": (b"1-1\t0-3\tBob", b"", 4),
        "a wrong column": (b"\tident->1-1", b"", 5),
        "offsets past the end": (b"4-6", b"4-60", 6),
        "an identifier twice": (b"1-2\t4-6", b"1-1\t4-6", 6),
        "another encoding": (b"Bob\tperson", LATIN_1, 5),
    },
    "graph.ann": {
        "truncated": (b" 8\tso n\nR1\tCoref Arg1:T1 Arg2:T2\nA1\tOld T1\n*\tEquiv T1 T2\n", b"", 2),
        "a wrong column": (b"Person 0 3", b"Person 0", 1),
        "offsets past the end": (b"0 3", b"0 33", 1),
        "an identifier twice": (b"T2\tPerson", b"T1\tPerson", 2),
        "a dangling reference": (b"Arg2:T2", b"Arg2:T7", 3),
        "another encoding": (b"so n", LATIN_1, 2),
    },
    "graph": {
        "truncated": (b'nif:anchorOf "Bob Smith" ;\n    itsrdf:taIdentRef :bob .', b"", 10),
        "an unclosed bracket": (b"itsrdf:taIdentRef :bob", b"itsrdf:taIdentRef [ :p :bob", 11),
        "another encoding": (b"met", LATIN_1, 9),
    },
}


@pytest.mark.parametrize(
    ("name", "badness"), [(name, badness) for name, kinds in BROKEN.items() for badness in kinds]
)
def test_a_broken_file_is_trouble_to_strict_with_file_and_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, badness: str
) -> None:
    old, new, line = BROKEN[name][badness]
    assert VALID[name].count(old) >= 1
    data = VALID[name][: VALID[name].rindex(old)] if not new and badness == "truncated" else None
    (tmp_path / "graph.txt").write_text("Bob so nice", encoding="utf-8")
    (tmp_path / name).write_bytes(data or VALID[name].replace(old, new, 1))
    assert main(["lint", str(tmp_path / name), "--strict"]) == 2
    captured = capsys.readouterr()
    assert re.search(rf"{re.escape(name)}:{line}[:,]", captured.out + captured.err)
    assert "Traceback" not in captured.err


RDF = ("ttl", "nt", "nq", "trig", "rdf", "jsonld")


@pytest.mark.parametrize("extension", RDF)
@pytest.mark.parametrize("badness", ["truncated", "another encoding", "rubbish"])
def test_broken_rdf_is_one_line_with_file_and_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], extension: str, badness: str
) -> None:
    name = f"graph.{extension}"
    valid = VALID[name]
    data = {
        "truncated": valid[: len(valid) // 2],
        "another encoding": valid.replace(b"Bob Smith met", b"Bob Smith m" + LATIN_1 + b"t"),
        "rubbish": b"\x00\x01 rubbish " * 10,
    }[badness]
    assert data != valid
    assert refusal(tmp_path, capsys, name, data).startswith(f"coala: {name}:")


@pytest.mark.parametrize("name", VALID)
def test_a_packed_file_that_was_cut_off_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    packed = gzip.compress(VALID[name])[:-12]
    assert refusal(tmp_path, capsys, f"{name}.gz", packed).startswith(f"coala: {name}.gz: ")


def refusal(folder: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes) -> str:
    """Return the one line on standard error with which a file is refused."""
    (folder / "graph.txt").write_text("Bob so nice", encoding="utf-8")
    (folder / name).write_bytes(data)
    assert main(["lint", str(folder / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.endswith(".\n")
    assert "Traceback" not in captured.err
    return captured.err.replace(str(folder / name), name)
