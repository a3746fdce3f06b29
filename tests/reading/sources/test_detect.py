"""Detection of every format, packed or not, as a file, a folder or standard input."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pyoxigraph
import pytest

from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, JOHN, PREFIXES, chains, everything, notice, notices, read

GRAPH = PREFIXES + BOB + JOHN + ":bob :knows :john ; rdfs:label 'Bob'@en ; :age 4 ; :home [ :city 'Rome' ] ."
FORMATS = {
    "ttl": pyoxigraph.RdfFormat.TURTLE,
    "nt": pyoxigraph.RdfFormat.N_TRIPLES,
    "nq": pyoxigraph.RdfFormat.N_QUADS,
    "trig": pyoxigraph.RdfFormat.TRIG,
    "rdf": pyoxigraph.RdfFormat.RDF_XML,
    "jsonld": pyoxigraph.RdfFormat.JSON_LD,
}


def written(extension: str) -> bytes:
    """Return the graph in a format; with a graph name if the format has names."""
    triples = [quad.triple for quad in pyoxigraph.parse(GRAPH, format=pyoxigraph.RdfFormat.TURTLE)]
    name = pyoxigraph.NamedNode("http://example.org/graph")
    quads = [pyoxigraph.Quad(each.subject, each.predicate, each.object, name) for each in triples]
    text = pyoxigraph.serialize(quads if extension in ("nq", "trig") else triples, format=FORMATS[extension])
    assert isinstance(text, bytes)
    return text


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("extension", FORMATS)
def test_every_format_gives_the_same_graph(tmp_path: Path, extension: str, packed: bool) -> None:
    data = gzip.compress(written(extension)) if packed else written(extension)
    file = tmp_path / f"graph.{extension}{'.gz' if packed else ''}"
    file.write_bytes(data)
    expected_file = tmp_path / "expected.ttl"
    expected_file.write_text(GRAPH, encoding="utf-8")
    graph, expected = read_graphs([str(file), str(expected_file)], ReadOptions())
    assert everything(graph) == everything(expected)
    assert graph.sources == ((str(file), sha256(data).hexdigest(), len(data)),)


@pytest.mark.parametrize("extension", FORMATS)
def test_a_name_without_extension_is_no_obstacle(tmp_path: Path, extension: str) -> None:
    file = tmp_path / "graph"
    file.write_bytes(written(extension))
    (graph,) = read_graphs([str(file)], ReadOptions())
    assert chains(graph) == {"bob": [("doc", 0, 9)], "john": [("doc", 14, 18)]}


@pytest.mark.parametrize("name", ["packed.ttl", "not-packed.ttl.gz"])
def test_the_first_bytes_tell_whether_a_file_is_packed(tmp_path: Path, name: str) -> None:
    data = GRAPH.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name == "packed.ttl" else data)
    (graph,) = read_graphs([str(tmp_path / name)], ReadOptions())
    assert len(graph.mentions) == 2


@pytest.mark.parametrize("extension", FORMATS)
def test_a_byte_order_mark_is_skipped(tmp_path: Path, extension: str) -> None:
    file = tmp_path / f"graph.{extension}"
    file.write_bytes(b"\xef\xbb\xbf" + written(extension))
    (graph,) = read_graphs([str(file)], ReadOptions())
    assert len(graph.mentions) == 2


def test_all_rdf_files_below_a_folder_are_one_graph(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "a.ttl").write_text(PREFIXES + BOB.replace(":bob", "_:x"), encoding="utf-8")
    (folder / "deep" / "er" / "b.nt.gz").write_bytes(
        gzip.compress(written("nt").replace(b"/bob>", b"/bob2>"))
    )
    (folder / "deep" / "c.ttl").write_text(PREFIXES + JOHN.replace(":john", "_:x"), encoding="utf-8")
    (folder / "notes.txt").write_text("no RDF", encoding="utf-8")
    (folder / "data.json").write_text("{}", encoding="utf-8")
    (graph,) = read_graphs([str(folder)], ReadOptions())
    # The two files each have a blank node x: these are two instances.
    assert sorted(graph.names) == ["", "", "http://example.org/bob2", "http://example.org/john"]
    assert [Path(source.path).name for source in graph.sources] == ["a.ttl", "c.ttl", "b.nt.gz"]
    assert notice(graph, "files-skipped").examples == ("data.json", "notes.txt")


@pytest.mark.parametrize(
    ("hidden", "names"), [(".b.ttl", ["bob", "john"]), (".b.txt", ["bob"]), (".b.conll", ["bob"])]
)
def test_hidden_file_of_a_folder_is_read_if_its_extension_is_of_rdf(
    tmp_path: Path, hidden: str, names: list[str]
) -> None:
    (tmp_path / "a.ttl").write_text(PREFIXES + BOB, encoding="utf-8")
    (tmp_path / hidden).write_text(PREFIXES + JOHN, encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert sorted(graph.names) == [f"http://example.org/{name}" for name in names]
    assert "files-skipped" not in notices(graph)


def test_a_folder_may_hold_thousands_of_files(tmp_path: Path) -> None:
    # Their names together are longer than an argument of a process may be.
    for number in range(1500):
        (tmp_path / f"{number:0200}.txt").touch()
    (tmp_path / "graph.ttl").write_text(PREFIXES + BOB, encoding="utf-8")
    (graph,) = read_graphs([str(tmp_path)], ReadOptions())
    assert notices(graph) == {"files-skipped": 1500}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_folder_is_read_without_its_pipes_and_without_leaving_it(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "a.ttl").write_text(PREFIXES + BOB, encoding="utf-8")
    (tmp_path / "outside.ttl").write_text(PREFIXES + JOHN, encoding="utf-8")
    (folder / "link.ttl").symlink_to(tmp_path / "outside.ttl")
    (folder / "dead.ttl").symlink_to(tmp_path / "nothing.ttl")
    (folder / "circle").symlink_to(folder)
    os.mkfifo(folder / "pipe.ttl")
    (graph,) = read_graphs([str(folder)], ReadOptions())
    assert chains(graph) == {"bob": [("doc", 0, 9)]}
    assert notice(graph, "files-skipped").examples == (
        "circle (a link to a folder)",
        "dead.ttl",
        "link.ttl",
        "pipe.ttl",
    )


@pytest.mark.parametrize("extension", FORMATS)
def test_standard_input_is_read_like_a_file(tmp_path: Path, extension: str) -> None:
    program = (
        "from coala.model.options import ReadOptions\n"
        "from coala.reading.read import read_graphs\n"
        "(graph,) = read_graphs(['-'], ReadOptions())\n"
        "print(graph.path, len(graph.mentions), graph.sources[0].path, graph.sources[0].sha256)\n"
    )
    data = gzip.compress(written(extension))
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    assert done.stdout.decode().split() == ["-", "2", "standard", "input", sha256(data).hexdigest()]


def test_a_base_resolves_relative_iris(tmp_path: Path) -> None:
    graph = read(tmp_path, BOB.replace(":bob", "<bob>"), base="http://example.org/base/")
    assert graph.names == ("http://example.org/base/bob",)


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1", "utf-16", "windows-1252"])
def test_rdf_xml_is_read_in_other_encodings(tmp_path: Path, encoding: str) -> None:
    text = written("rdf").decode().replace("UTF-8", encoding).replace("Rome", "Orléans")
    file = tmp_path / "graph.rdf"
    file.write_bytes(text.encode(encoding))
    (graph,) = read_graphs([str(file)], ReadOptions())
    assert '[<http://example.org/city> "Orléans"]' in graph.values
    assert notices(graph) == ({} if encoding == "utf-8" else {"fallback-reader": 1})


def test_plain_entities_for_namespaces_are_read(tmp_path: Path) -> None:
    text = written("rdf").decode()
    head, tail = text.split("?>", 1)
    file = tmp_path / "graph.rdf"
    file.write_text(
        head + '?>\n<!-- made by hand -->\n<!DOCTYPE rdf:RDF [\n  <!ENTITY ex "http://example.org/">\n'
        "  <!-- another -->\n]>\n" + tail.replace('rdf:about="http://example.org/', 'rdf:about="&ex;'),
        encoding="utf-8",
    )
    (graph,) = read_graphs([str(file)], ReadOptions())
    assert len(graph.mentions) == 2
