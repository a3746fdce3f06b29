"""Archives, read like the packed folder; broken and hostile ones are refused in one sentence."""

from __future__ import annotations

import gzip
import io
import os
import re
import stat
import struct
import tarfile
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from coala.engine.compare import compare
from coala.engine.convert import convert
from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from coala.reading.sources import archives
from tests.support.nif import notices
from tests.support.paths import SHARED, needs_shared

CONLL = "#begin document ({name});\nx 0 0 Bob (1)\nx 0 1 met -\nx 0 2 him (1)\n\n#end document\n"


def conll(name: str = "x") -> str:
    return CONLL.format(name=name)


BRAT = {"a.txt": "Bob met him.", "a.ann": "T1\tPER 0 3\tBob\nT2\tPER 8 11\thim\nR1\tCoref Arg1:T2 Arg2:T1\n"}

BOOKNLP = {
    "b.tokens": (
        "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\tlemma\tbyte_onset"
        "\tbyte_offset\tPOS_tag\tfine_POS_tag\tdependency_relation\tsyntactic_head_ID\tevent\n"
        "0\t0\t0\t0\tBob\tbob\t0\t3\tX\tX\tx\t0\tO\n0\t0\t1\t1\tleft\tleave\t4\t8\tX\tX\tx\t0\tO\n"
    ),
    "b.entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n1\t0\t0\tPROP\tPER\tBob\n",
}

MMAX2 = {
    "Basedata/c_words.xml": (
        '<?xml version="1.0"?><words><word id="word_1">Bob</word><word id="word_2">left</word></words>'
    ),
    "Markables/c_coref_level.xml": (
        '<?xml version="1.0"?><markables xmlns="www.eml.org/NameSpaces/coref">'
        '<markable id="markable_1" span="word_1" coref_class="set_1" mmax_level="coref"/></markables>'
    ),
}

TURTLE = {
    "d.ttl": "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
    "@prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n"
    '<http://e.org/d> nif:isString "Bob met him." .\n<http://e.org/m> nif:referenceContext '
    "<http://e.org/d> ; "
    "nif:beginIndex 0 ; nif:endIndex 3 ; its:taIdentRef <http://e.org/bob> .\n"
}

EXPORT = {
    "annotation/e.txt/ann.tsv": "#FORMAT=WebAnno TSV 3.3\n"
    "#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceType|referenceRelation\n\n\n"
    "#Text=Bob left\n1-1\t0-3\tBob\tp[1]\t*->1-1\t\n1-2\t4-8\tleft\t_\t_\t\n",
}

TWICE = {"train/x.conll": conll(), "test/x.conll": conll()}


def packed(path: Path, files: dict[str, str] | list[tuple[str, str]]) -> Path:
    """Return an archive of the kind that the name says."""
    entries = list(files.items()) if isinstance(files, dict) else files
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in entries:
                archive.writestr(name, text)
        return path
    with tarfile.open(path, "w:gz" if path.suffix == ".tgz" else "w") as tar:
        for name, text in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            tar.addfile(entry, io.BytesIO(text.encode()))
    return path


def unpacked(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def read(path: Path, **options: Any) -> Graph:
    (graph,) = read_graphs([str(path)], ReadOptions(**options))
    return graph


def complaint(path: Path) -> str:
    with pytest.raises(ReadingError) as caught:
        read(path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def names(graph: Graph) -> list[str]:
    return sorted(re.split("[:/]", document)[-1] for document in graph.documents)


@pytest.mark.parametrize("files", [BRAT, BOOKNLP, MMAX2, TURTLE, EXPORT, TWICE, {"x.conll": conll()}])
@pytest.mark.parametrize(("kind", "top"), [("a.zip", ""), ("a.tgz", "corpus-1.0/")])
def test_an_archive_is_read_as_the_folder_that_was_packed(
    tmp_path: Path, files: dict[str, str], kind: str, top: str
) -> None:
    archive = packed(tmp_path / kind, {top + name: text for name, text in files.items()})
    folder = unpacked(tmp_path / "folder", files)
    summary = compare(str(archive), str(folder)).summary
    assert summary.bags > 0
    assert summary.interesting == 0
    assert names(read(archive)) == names(read(folder))


@pytest.mark.parametrize("name", ["a.zip", "a.tgz"])
def test_what_is_an_archive_its_first_bytes_say(tmp_path: Path, name: str) -> None:
    archive = packed(tmp_path / name, {"x.conll": conll()}).rename(tmp_path / "a.conll")
    assert names(read(archive)) == ["x"]


def test_where_a_file_came_from_is_the_archive(tmp_path: Path) -> None:
    archive = packed(tmp_path / "a.zip", {"x.conll": conll("x"), "y.conll": conll("y")})
    data = archive.read_bytes()
    assert read(archive).sources == ((str(archive), sha256(data).hexdigest(), len(data)),)
    packed(tmp_path / "a.tgz", {"x.conll": conll("x")})
    data = (tmp_path / "a.tgz").read_bytes()
    assert [source[1:] for source in read(tmp_path / "a.tgz").sources] == [
        (sha256(data).hexdigest(), len(data))
    ]


@pytest.mark.parametrize("name", ["a.zip", "a.tgz"])
def test_an_archive_is_converted_like_its_folder(tmp_path: Path, name: str) -> None:
    folder = unpacked(tmp_path / "folder", BRAT | TWICE)
    lines, remarked = convert(str(packed(tmp_path / name, BRAT | TWICE)))
    of_folder, of_folder_remarked = convert(str(folder))
    assert sorted(lines) == sorted(of_folder)
    assert [notice.code for notice in remarked] == [notice.code for notice in of_folder_remarked]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = packed(tmp_path / "a.zip", {"deep/er/x.conll": conll(), "../../y.conll": conll()})
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    read(archive)
    convert(str(archive))
    assert not list(room.iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "room"]


@pytest.mark.parametrize("kind", ["a.zip", "a.tgz"])
def test_a_name_that_leads_out_of_the_archive_is_left_out(tmp_path: Path, kind: str) -> None:
    out = ["../y.conll", "/y.conll", "C:\\y.conll", "b/../../y.conll", "..\\y.conll"]
    graph = read(packed(tmp_path / kind, {"x.conll": conll(), **{name: conll("y") for name in out}}))
    assert names(graph) == ["x"]
    assert notices(graph) == {"entry-left-out": len(out)}


def test_a_link_or_a_device_is_left_out(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x.conll": conll()})
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("link.conll")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert notices(read(path)) == {"entry-left-out": 1}
    tar = packed(tmp_path / "a.tar", {"x.conll": conll()})
    with tarfile.open(tar, "a") as opened:
        for name, kind in (
            ("l.conll", tarfile.SYMTYPE),
            ("h.conll", tarfile.LNKTYPE),
            ("p", tarfile.FIFOTYPE),
        ):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/passwd"
            opened.addfile(entry)
    assert notices(read(tar)) == {"entry-left-out": 3}


def test_tar_with_a_repeated_name_reads_the_last_file_and_reports_it(tmp_path: Path) -> None:
    graph = read(packed(tmp_path / "a.tgz", [("x.conll", conll("x")), ("x.conll", conll("y"))]))
    assert names(graph) == ["y"]
    assert notices(graph) == {"entry-twice": 1}


def test_a_file_and_a_folder_of_one_name_cost_the_later_one(tmp_path: Path) -> None:
    files = [("x.conll", conll("x")), ("x.conll/y.conll", conll("y")), ("b/z.conll", conll("z")), ("b", "")]
    graph = read(packed(tmp_path / "a.tgz", files))
    assert names(graph) == ["x", "z"]
    assert notices(graph) == {"entry-left-out": 2}


def test_zip_distinguishes_unmarked_utf_8_names_from_guessed_ones(
    tmp_path: Path,
) -> None:
    def written(raw: bytes) -> Path:
        path = packed(tmp_path / "a.zip", {"#" * len(raw) + ".conll": CONLL.replace(" ({name});", "")})
        path.write_bytes(path.read_bytes().replace(b"#" * len(raw), raw))
        return path

    graph = read(written("Häuser".encode()))
    assert names(graph) == ["Häuser"]
    assert notices(graph) == {}
    graph = read(written("Häuser".encode("cp1252")))
    assert notices(graph) == {"entry-name-guessed": 1}


def test_tar_name_that_is_not_utf_8_is_guessed_and_reported(tmp_path: Path) -> None:
    text = '{"text": "Bob left", "clusters": [[[0, 3]]]}'
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.GNU_FORMAT, encoding="latin-1") as tar:
        entry = tarfile.TarInfo("Häuser.jsonl")
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text.encode()))
    graph = read(tmp_path / "a.tar")
    assert graph.documents == ("urn:coala:document:Häuser/1",)
    assert notices(graph)["entry-name-guessed"] == 1


@pytest.mark.skipif(os.name == "nt", reason="names of files are no bytes there")
def test_a_file_whose_name_is_no_utf_8_is_read(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/H\xe4user.jsonl", "w") as file:
        file.write('{"text": "Bob left", "clusters": [[[0, 3]]]}')
    assert read(tmp_path).documents == ("urn:coala:document:H%E4user/1",)


def test_an_encrypted_or_broken_file_of_an_archive_costs_itself(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x.conll": conll("x"), "y.conll": conll("y")})
    data = bytearray(path.read_bytes())
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[second + 8] |= 1
    path.write_bytes(data)
    assert notices(read(path)) == {"entry-left-out": 1}
    data[second + 8] &= 0xFE
    data[second + 16] ^= 0xFF
    path.write_bytes(data)
    graph = read(path)
    assert names(graph) == ["x"]
    assert notices(graph) == {"entry-left-out": 1}
    data[second + 10] = 93
    path.write_bytes(data)
    assert notices(read(path)) == {"entry-left-out": 1}


def test_an_archive_in_a_folder_or_in_an_archive_is_named(tmp_path: Path) -> None:
    inner = packed(tmp_path / "in.zip", {"y.conll": conll("y")})
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x.conll", conll())
        archive.write(inner, "in.zip")
    (tmp_path / "x.conll").write_text(conll())
    for place, count in ((tmp_path / "a.zip", 1), (tmp_path, 2)):
        graph = read(place)
        assert names(graph) == ["x"]
        (notice,) = graph.notices
        assert notice.code == "files-skipped"
        assert notice.count == count
        assert any(example.startswith("in.zip (") for example in notice.examples)


def test_an_archive_that_is_called_like_something_else_is_refused_in_a_folder(tmp_path: Path) -> None:
    packed(tmp_path / "a.zip", {"y.conll": conll("y")}).rename(tmp_path / "a.conll")
    (tmp_path / "x.conll").write_text(conll())
    graph = read(tmp_path)
    (notice,) = graph.notices
    assert notice.examples[0].startswith("a.conll")
    (tmp_path / "b.gz").write_bytes(gzip.compress((tmp_path / "a.conll").read_bytes()))
    assert " zip " in complaint(tmp_path / "b.gz")


def test_an_archive_without_anything_to_read_says_what_it_holds(tmp_path: Path) -> None:
    sentence = complaint(packed(tmp_path / "a.zip", {"a.xml": "<TEI><text>a</text></TEI>"}))
    assert sentence.startswith(f"{tmp_path / 'a.zip'}: ")
    assert re.search(r"1 file .* a\.xml: .*TEI", sentence)
    assert complaint(packed(tmp_path / "b.zip", {})).startswith(f"{tmp_path / 'b.zip'}: ")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("[Content_Types].xml", "Microsoft Office"),
        ("mimetype", "LibreOffice"),
        ("META-INF/MANIFEST.MF", "Java"),
    ],
)
def test_what_is_a_zip_too_is_named(tmp_path: Path, name: str, what: str) -> None:
    assert what in complaint(packed(tmp_path / "a.zip", {name: "", "content.xml": "<a/>"}))


def test_a_backup_of_a_project_says_what_to_export_and_one_with_a_format_is_read(tmp_path: Path) -> None:
    backup = {"exportedproject1.json": "{}", "annotation_ser/a.txt/ann.ser": "", "source/a.txt": "Bob."}
    sentence = complaint(packed(tmp_path / "a.zip", backup))
    assert "INCEpTION" in sentence
    beside = packed(tmp_path / "b.zip", backup | {"annotation/a.txt/ann.xml": "<TEI/>"})
    assert "INCEpTION" not in complaint(beside)


def test_broken_file_in_an_archive_is_reported_with_its_place(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x.conll": conll(), "b/y.jsonl": "[1"})
    (notice,) = read(path).notices
    assert notice.code == "file-left-out"
    assert notice.examples[0].startswith("b/y.jsonl:1: ")
    assert str(tmp_path / "b.zip" / "b" / "y.jsonl") in complaint(
        packed(tmp_path / "b.zip", {"b/y.jsonl": "[1"})
    )


@pytest.mark.parametrize("kind", ["a.zip", "a.tgz", "a.tar"])
def test_a_damaged_archive_is_one_sentence(tmp_path: Path, kind: str) -> None:
    whole = packed(
        tmp_path / kind, {f"{number}.conll": conll(str(number)) for number in range(9)}
    ).read_bytes()
    path = tmp_path / "b"
    for part in (1, 4, 30, 300, 600):
        path.write_bytes(whole[: min(part, len(whole) - 1)])
        assert complaint(path).startswith(str(path))
    path.write_bytes(whole[:-200])
    if kind != "a.tar":
        assert complaint(path).startswith(str(path))


def test_a_zip_bomb_is_refused_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("x.conll", "w") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    assert " 200 times " in complaint(path)


def test_a_bomb_of_tar_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tgz"
    entry = tarfile.TarInfo("x.conll")
    entry.size = 100 << 20
    with gzip.open(path, "wb") as file:
        file.write(entry.tobuf())
        for _ in range(100):
            file.write(bytes(1 << 20))
    assert " 200 times " in complaint(path)
    entry.size = 5 << 30
    (tmp_path / "b.tar").write_bytes(entry.tobuf() + bytes(1024))
    assert "4 GiB" in complaint(tmp_path / "b.tar")


def test_files_that_share_their_bytes_are_no_way_to_a_bomb(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"x.conll": conll()})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.txt", bytes(8 << 20))
    data = path.read_bytes()
    begin = data.rindex(b"PK\x01\x02")
    end = data.rindex(b"PK\x05\x06")
    copies = b"".join(data[begin:end].replace(b"big.txt", b"%07d" % number) for number in range(1000))
    listed = data.index(b"PK\x01\x02")
    tail = bytearray(data[end:])
    tail[8:12] = struct.pack("<HH", 1002, 1002)
    tail[12:16] = struct.pack("<I", end - listed + len(copies))
    path.write_bytes(data[:end] + copies + tail)
    assert re.search(r"200 times|4 GiB", complaint(path))


def list_files(path: Path, count: int, stated: int | None = None, disk: bytes = bytes(4)) -> None:
    """Write only the directory of a zip with ``count`` files, which states ``stated`` bytes.

    ``disk`` is the number of the disk in the end record of the zip.
    """
    name = b"x" * 20
    entry = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0
    )
    rows = (entry + name) * count
    end = struct.pack(
        "<4s4s2H2LH", b"PK\x05\x06", disk, count & 0xFFFF, count & 0xFFFF, stated or len(rows), 4, 0
    )
    path.write_bytes(b"PK\x03\x04" + rows + end)


def test_more_files_than_any_corpus_has_are_too_many(tmp_path: Path) -> None:
    list_files(tmp_path / "a.zip", 110_000)
    assert "100,000" in complaint(tmp_path / "a.zip")


@pytest.mark.parametrize("name", ["a.zip", "a.tgz"])
def test_archive_with_the_most_files_that_are_allowed_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    files = {f"{number}.conll": conll(str(number)) for number in range(3)}
    monkeypatch.setattr(archives, "MOST_ENTRIES", 3)
    lines, _ = convert(str(packed(tmp_path / name, files)))
    assert list(lines)
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    with pytest.raises(ReadingError, match=" 2 files"):
        convert(str(tmp_path / name))


@pytest.mark.parametrize("disk", [bytes(4), b"PK\x05\x06"])
def test_a_list_of_files_that_would_fill_the_memory_is_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: bytes
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(zipfile, "ZipFile", opened.append)
    list_files(tmp_path / "a.zip", 10, 25 << 20, disk)
    assert "24 MiB" in complaint(tmp_path / "a.zip")
    assert not opened


def test_a_name_longer_than_any_file_system_takes_costs_that_file(tmp_path: Path) -> None:
    files = {"x.conll": conll(), "y" * 300 + ".conll": conll("y"), "d/" * 100 + "z.conll": conll("z")}
    assert notices(read(packed(tmp_path / "a.zip", files))) == {"entry-left-out": 2}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_standard_input_may_be_an_archive(tmp_path: Path) -> None:
    import subprocess
    import sys

    path = packed(tmp_path / "a.zip", {"x.conll": conll()})
    code = (
        "from coala.reading.read import read_graphs\nfrom coala.model.options import ReadOptions\n"
        "print(len(read_graphs(['-'], ReadOptions())[0].documents))"
    )
    with path.open("rb") as file:
        done = subprocess.run([sys.executable, "-c", code], stdin=file, capture_output=True, check=True)
    assert done.stdout.strip() == b"1"


@needs_shared
@pytest.mark.parametrize(
    "name",
    ["gum-header-without-name", "stm-clusters", "d-mmax2", "d-booknlp", "webanno-export-layout", "d-ecbplus"],
)
def test_published_samples_are_the_same_when_packed(tmp_path: Path, name: str) -> None:
    folder = SHARED / "data" / "zoo" / name
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.add(folder, name)
    assert compare(str(tmp_path / "a.tar"), str(folder)).summary.interesting == 0


def test_a_folder_or_archive_of_archives_alone_names_one_of_them(tmp_path: Path) -> None:
    outer = packed(tmp_path / "outer.zip", {"data/inner.zip": "packed"})
    assert re.search(r"outer\.zip: .* data/inner\.zip: ", complaint(outer))
    assert "outer.zip is an archive" in complaint(tmp_path)


def test_a_tar_that_keeps_its_reader_busy_is_no_rdf(tmp_path: Path) -> None:
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 3 << 30
    (tmp_path / "a.tar").write_bytes(header.tobuf() + b"0" * 300_000)
    with pytest.raises(ReadingError) as caught:
        read_graphs([str(tmp_path / "a.tar")], ReadOptions(stall_seconds=1))
    assert str(caught.value).startswith(str(tmp_path / "a.tar"))
    assert "N-Triples" not in str(caught.value)
