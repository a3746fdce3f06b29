"""Files made to hang, crash or fill the machine, or to make it read and fetch what it should not.

Each row of the table of hostile inputs: an answer within seconds, in a sentence or with the graph; only the
child process dies; nothing is fetched. "Invalid IRI", "relative IRI", pipes and devices are in
``test_errors``, formats and encodings in ``test_formats``.
"""

from __future__ import annotations

import gzip
import resource
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from coala.errors import ReadingError
from coala.model.graph import Graph
from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, PREFIXES, chains, notices

pytestmark = pytest.mark.new_processes

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
LONGEST_SECONDS = 10

RDF = (
    f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:nif="{NIF}" '
    'xmlns:its="http://www.w3.org/2005/11/its/rdf#" xmlns:e="http://example.org/">'
)
XML_BOB = (
    '<rdf:Description rdf:about="http://example.org/m1"><nif:beginIndex>0</nif:beginIndex>'
    '<nif:endIndex>9</nif:endIndex><nif:referenceContext rdf:resource="http://example.org/doc"/>'
    '<its:taIdentRef rdf:resource="http://example.org/bob"/></rdf:Description>'
)
N_TRIPLES_BOB = (
    f"<http://example.org/m1> <{NIF}referenceContext> <http://example.org/doc> .\n"
    f'<http://example.org/m1> <{NIF}beginIndex> "0" .\n'
    f'<http://example.org/m1> <{NIF}endIndex> "9" .\n'
    "<http://example.org/m1> <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://example.org/bob> .\n"
)
JSON_BOB = (
    f'{{"@id": "http://example.org/m1", "{NIF}referenceContext": {{"@id": "http://example.org/doc"}}, '
    f'"{NIF}beginIndex": 0, "{NIF}endIndex": 9, '
    '"http://www.w3.org/2005/11/its/rdf#taIdentRef": {"@id": "http://example.org/bob"}}'
)


def attempt(folder: Path, name: str, data: str | bytes, stall_seconds: int = 2) -> Graph | str:
    """Return the graph, or the sentence; fail when the reader works for too long (processor time)."""
    file = folder / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    start = _processor_seconds()
    try:
        (graph,) = read_graphs([str(file)], ReadOptions(stall_seconds=stall_seconds))
    except ReadingError as error:
        return str(error)
    finally:
        assert _processor_seconds() - start < LONGEST_SECONDS
    return graph


def _processor_seconds() -> float:
    """Return the processor time of this process's ended children: no other work of the machine counts."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def refused(folder: Path, name: str, data: str | bytes) -> str:
    answer = attempt(folder, name, data)
    assert isinstance(answer, str), "it was read"
    assert "\n" not in answer
    return answer


def accepted(folder: Path, name: str, data: str | bytes) -> Graph:
    answer = attempt(folder, name, data)
    assert isinstance(answer, Graph), answer
    assert chains(answer) == {"bob": [("doc", 0, 9)]}
    return answer


@pytest.fixture
def web() -> Iterator[tuple[str, list[str]]]:
    """Start a web server on this machine; yield its address and the requested paths."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "context",
    [
        '"{web}/c.jsonld"',
        '"file://{folder}/c.jsonld"',
        '"c.jsonld"',
        '{{"@version": 1.1, "@import": "{web}/c.jsonld"}}',
    ],
)
def test_a_remote_context_is_not_fetched(tmp_path: Path, web: tuple[str, list[str]], context: str) -> None:
    address, asked = web
    (tmp_path / "c.jsonld").write_text('{"@context": {"p": "http://example.org/p"}}', encoding="utf-8")
    data = (
        '{"@context": '
        + context.format(web=address, folder=tmp_path)
        + ', "@id": "http://e.org/x", "p": "v"}'
    )
    answer = refused(tmp_path, "graph.jsonld", data)
    assert answer.startswith(str(tmp_path / "graph.jsonld"))
    assert asked == []


@pytest.mark.parametrize(
    "doctype",
    [
        '[<!ENTITY a "{web}"><!ENTITY b "&a;&a;">]',
        '[<!ENTITY a "x"><!ENTITY b "&#38;a;&#38;a;">]',
        '[<!ENTITY a "x"><!ENTITY b "&#x0026;a;">]',
        '[<!ENTITY a SYSTEM "file:///etc/passwd">]',
        '[<!ENTITY a PUBLIC "x" "{web}/a">]',
        '[<!ENTITY % a "x">]',
        '[<!ENTITY % a SYSTEM "{web}/a.dtd"> %a;]',
        'SYSTEM "{web}/a.dtd"',
        'PUBLIC "x" "{web}/a.dtd" [<!ENTITY a "x">]',
        # With its quotes this is the shortest that is too long.
        f'[<!ENTITY a "{"a" * 1023}">]',
        f'[<!ENTITY a "{"a" * 100_000}">]',
        '[<!ENTITY a "x"',
        f"[{' ' * 100_000}]",
    ],
)
def test_a_dangerous_doctype_is_refused_unread(
    tmp_path: Path, web: tuple[str, list[str]], doctype: str
) -> None:
    address, asked = web
    for encoding in ("utf-8", "utf-16"):
        head = f"<?xml version='1.0' encoding='{encoding}'?><!DOCTYPE rdf:RDF {doctype}>"
        text = f"{head.replace('{web}', address)}{RDF}{XML_BOB}</rdf:RDF>"
        # A parser would name the line.
        assert refused(tmp_path, "graph.rdf", text.encode(encoding)).startswith(f"{tmp_path / 'graph.rdf'}: ")
    assert asked == []


def test_entities_that_stand_for_single_characters_are_read_when_declared_as_xml_advises(
    tmp_path: Path,
) -> None:
    doctype = '<!DOCTYPE rdf:RDF [<!ENTITY lt "&#38;#60;"><!ENTITY amp "&#38;#38;"><!ENTITY gt "&#62;">]>'
    accepted(tmp_path, "graph.rdf", f"{doctype}{RDF}{XML_BOB}</rdf:RDF>")


def test_an_encoding_in_which_markup_could_hide_is_refused(tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="UTF-7"?>{RDF}{XML_BOB}</rdf:RDF>'
    assert "'UTF-7'" in refused(tmp_path, "graph.rdf", text)


def test_an_allowed_entity_repeated_a_million_times_meets_the_memory_limit(tmp_path: Path) -> None:
    text = (
        f'<!DOCTYPE rdf:RDF [<!ENTITY a "{"a" * 1000}">]>{RDF}{XML_BOB}'
        '<rdf:Description rdf:about="http://example.org/bob">'
        f"<e:p>{'&a;' * 1_000_000}</e:p></rdf:Description></rdf:RDF>"
    )
    assert " 950 MiB " in refused(tmp_path, "graph.rdf", text)


def test_rdf_xml_nested_100_000_deep_is_stopped(tmp_path: Path) -> None:
    text = f"{RDF}{'<e:A><e:p>' * 50_000}{'</e:p></e:A>' * 50_000}</rdf:RDF>"
    answer = refused(tmp_path, "graph.rdf", text)
    # Old releases of pyoxigraph read it at once.
    assert answer.startswith(str(tmp_path / "graph.rdf"))


def test_a_text_of_4_megabytes_in_n_triples_is_read_at_once(tmp_path: Path) -> None:
    text = f'{N_TRIPLES_BOB}<http://example.org/doc> <{NIF}isString> "{"Bob Smith " * 400_000}" .\n'
    assert accepted(tmp_path, "graph.nt", text).texts == ("Bob Smith " * 400_000,)


def test_a_line_over_16_megabytes_goes_to_rdflib(tmp_path: Path) -> None:
    long = "Bob Smith " * 1_700_000
    text = f'{N_TRIPLES_BOB}<http://example.org/doc> <{NIF}isString> "{long}" .\n'
    graph = accepted(tmp_path, "graph.nt", text)
    assert graph.texts == (long,)
    assert notices(graph) == {"fallback-reader": 1}


@pytest.mark.parametrize("name", ["graph.nq", "graph.jsonld"])
def test_a_line_over_16_megabytes_that_rdflib_must_not_or_cannot_read_is_refused(
    tmp_path: Path, name: str
) -> None:
    long = "Bob Smith " * 1_700_000
    text = {
        "graph.nq": f'{N_TRIPLES_BOB}<http://example.org/doc> <{NIF}isString> "{long}" .\n',
        "graph.jsonld": f'[{JSON_BOB}, {{"@id": "http://example.org/doc", "{NIF}isString": "{long}"}}]',
    }[name]
    assert " 16 MiB" in refused(tmp_path, name, text)


def test_half_a_character_is_refused_with_the_place(tmp_path: Path) -> None:
    line = (PREFIXES + BOB).count("\n") + 1
    assert f"graph.ttl:{line}:11:" in refused(tmp_path, "graph.ttl", rf"{PREFIXES}{BOB}:bob :is '\uD800' .")


def test_two_halves_are_one_character(tmp_path: Path) -> None:
    graph = accepted(tmp_path, "graph.ttl", rf"{PREFIXES}{BOB}:bob :is '\uD83D\uDE00' .")
    assert graph.values == ('"😀"',)


@pytest.mark.parametrize(
    "data",
    [
        '{"@id": "http://example.org/bob", "http://example.org/p": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"@id": "http://example.org/bob", "http://example.org/p": ' * 5000 + "1" + "}" * 5000,
        '{"@context": {"a": "b:x", "b": "a:x"}, "@id": "http://example.org/bob", "a": 1}',
    ],
    ids=["arrays", "objects", "cyclic terms"],
)
def test_json_ld_made_to_overflow_a_stack_is_refused(tmp_path: Path, data: str) -> None:
    refused(tmp_path, "graph.jsonld", data)


def test_an_integer_of_5_000_digits_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    number = f'{{"@id": "http://example.org/bob", "http://example.org/p": {"9" * 5000}}}'
    accepted(tmp_path, "graph.jsonld", f"\ufeff[{JSON_BOB}, {number}]")


def test_triple_terms_nested_20_000_deep_are_refused_where_they_end_the_parser_and_leave_no_trace(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deep = "<<( :a :b " * 20_000 + "1" + " )>>" * 20_000
    answer = attempt(tmp_path, "graph.ttl", f"{PREFIXES}{BOB}:bob :p {deep} .")
    # Old releases of pyoxigraph read them.
    assert isinstance(answer, Graph) or answer.startswith(f"{tmp_path / 'graph.ttl'}: ")
    assert [file.name for file in tmp_path.iterdir()] == ["graph.ttl"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("depth", [200, 20_000])
def test_blank_nodes_nested_deep_are_read(tmp_path: Path, depth: int) -> None:
    deep = "[ :in " * depth + "1" + " ]" * depth
    accepted(tmp_path, "graph.ttl", f"{PREFIXES}{BOB}:bob :p {deep} .")


def test_a_list_of_20_000_is_read(tmp_path: Path) -> None:
    accepted(tmp_path, "graph.ttl", f"{PREFIXES}{BOB}:bob :p ( {'1 ' * 20_000} ) .")


@pytest.mark.parametrize("document", ["_://example.org/doc", "_:"])
def test_an_iri_that_begins_like_a_nameless_node_does_no_harm(tmp_path: Path, document: str) -> None:
    said = N_TRIPLES_BOB.replace("/m1", "/m2").replace("http://example.org/doc", document)
    graph = attempt(tmp_path, "graph.nt", N_TRIPLES_BOB + said)
    assert isinstance(graph, Graph)
    assert "http://example.org/doc" in graph.documents


def test_a_variable_is_refused_with_the_place(tmp_path: Path) -> None:
    line = PREFIXES.count("\n") + 1
    assert f"graph.ttl:{line}:1: " in refused(tmp_path, "graph.ttl", f"{PREFIXES}?x :p 1 .")


def test_a_small_gzip_file_that_unpacks_to_a_thousand_times_its_size_is_refused(tmp_path: Path) -> None:
    data = gzip.compress((PREFIXES + BOB).encode() + b"\n" * (80 << 20))
    assert len(data) < 1 << 20
    assert " 200 times " in refused(tmp_path, "graph.ttl.gz", data)


def test_a_node_that_20_000_instances_share_does_not_grow_quadratically(tmp_path: Path) -> None:
    mentions = "".join(
        f":m{number} nif:referenceContext :doc ; nif:beginIndex {number} ; nif:endIndex {number + 1} ; "
        f"itsrdf:taIdentRef :x{number} . :x{number} :of _:all . _:all :member :x{number} .\n"
        for number in range(20_000)
    )
    graph = attempt(tmp_path, "graph.ttl", PREFIXES + mentions)
    assert isinstance(graph, Graph)
    assert len(graph.statements) == 40_000


def test_blank_nodes_that_all_point_to_each_other_are_read(tmp_path: Path) -> None:
    edges = "".join(f"_:b{one} :p _:b{other} .\n" for one in range(150) for other in range(150))
    accepted(tmp_path, "graph.ttl", f"{PREFIXES}{BOB}{edges}:bob :p _:b0 .")
