"""Random files for every reader: read, or refused in one sentence that names the file."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.base.files import Source
from coala.errors import CoalaError
from coala.model.graph import Graph
from coala.model.option import AUTO
from coala.reading.interpretation.graph_builder import build_graph
from coala.reading.interpretation.interpret import interpret
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Unwatched, read_file
from coala.reading.rdf.vocabulary_detection import guess_from_start, recognise_vocabulary
from coala.reading.remarks import Remarks
from coala.reading.sources.detected_files import DetectedFile, detect_file
from coala.reading.sources.stream import File
from coala.reading.vocabularies.loader import Vocabulary, load_vocabularies, load_vocabulary
from tests.reading.rdf.test_nif import CONLL
from tests.reading.sources.test_detect import written
from tests.support.damage import damaged
from tests.support.examples import limit_examples
from tests.support.nif import BOB, PREFIXES

CONLL_U = """\
# newdoc id = news
# global.Entity = eid-etype-head
1\tBob\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-person-1)
2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdid\t_\t_\t_\t_\t0\t_\t_\t_
3\tn't\t_\t_\t_\t_\t0\t_\t_\t_
3.1\the\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1[1/2])|Bridge=e1<e1
4\thim\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1[2/2])

"""
JSON = (
    '{"doc_id": "d", "text": "Bob met \\ud83d\\ude00.", "offsets": "utf-16", '
    '"clusters": [[[0, 3], [8, 10]]]}\n'
)
MUC = (
    '<DOC><DOCNO>1</DOCNO><COREF ID="1" MIN="Bob">Bob &amp; I</COREF> <COREF ID="2" REF="1">we</COREF></DOC>'
)
XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:c="http:///c.ecore" xmi:version="2.0">'
    '<cas:Sofa xmi:id="1" sofaID="_InitialView" sofaString="Bob 😀 he"/>'
    '<c:CoreferenceChain xmi:id="2" first="3"/>'
    '<c:CoreferenceLink xmi:id="3" sofa="1" begin="0" end="3" next="4" referenceType="name"/>'
    '<c:CoreferenceLink xmi:id="4" sofa="1" begin="7" end="9"/></xmi:XMI>'
)
TSV = (
    "#FORMAT=WebAnno TSV 3.3\n#T_CH=webanno.custom.CoreferenceLink|referenceType|referenceRelation\n\n"
    "#Text=Bob 😀\n1-1\t0-3\tBob\tperson[1]\tident->1-1\t\n1-2\t4-6\t😀\tperson[1]\t*->1-2\t\n"
)
BRAT = (
    "T1\tPerson 0 3\tBob\nT2\tPerson 4 6;7 8\tso n\nR1\tCoref Arg1:T1 Arg2:T2\nA1\tOld T1\n*\tEquiv T1 T2\n"
)

VALID: dict[str, bytes] = {
    **{f"graph.{name}": written(name) for name in ("ttl", "nt", "nq", "trig", "rdf", "jsonld")},
    "graph.conll": CONLL.encode(),
    "graph.conllu": CONLL_U.encode(),
    "graph.jsonl": JSON.encode(),
    "graph.sgm": MUC.encode(),
    "graph.xmi": XMI.encode(),
    "graph.tsv": TSV.encode(),
    "graph.ann": BRAT.encode(),
    # What neither the name nor the extension tells.
    "graph": (PREFIXES + BOB).encode(),
}
EXAMPLES = 30
"""Of each kind and reader; more of them were tried, and found nothing else."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "graph.txt").write_text("Bob so nice", encoding="utf-8")
        yield Path(name)


def collect_here(file: DetectedFile, vocabulary: Vocabulary) -> tuple[Remarks, Collector, Source]:
    remarks, collector = Remarks(vocabulary.words()), Collector(vocabulary)
    return remarks, collector, read_file(file, 0, None, collector, remarks, Unwatched())


def read_here(file: Path) -> Graph:
    """Read as the child process does, in this one."""
    detected = detect_file(File(str(file), str(file)))
    candidates = load_vocabularies(AUTO)
    if detected.reader is not None:
        candidates = (load_vocabulary("nif"),)
    vocabulary = candidates[0] if len(candidates) == 1 else guess_from_start([detected], None, candidates)
    remarks, collector, source = collect_here(detected, vocabulary)
    if len(candidates) > 1 and collector.triples:
        used = recognise_vocabulary(str(file), collector, candidates)
        if used is not vocabulary:
            vocabulary = used
            remarks, collector, source = collect_here(detected, vocabulary)
    content = interpret(str(file), collector, vocabulary, remarks, None, sources=[source])
    return build_graph(str(file), content)


def reads_or_says_why(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    try:
        assert isinstance(read_here(file), Graph)
    except CoalaError as error:
        sentence = str(error)
        assert sentence.startswith(str(file))
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert sentence.isprintable()


@pytest.mark.parametrize("name", VALID)
def test_each_of_them_is_read_as_it_is(folder: Path, name: str) -> None:
    (folder / name).write_bytes(VALID[name])
    assert len(read_here(folder / name).mentions) >= 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("name", VALID)
@limit_examples(EXAMPLES)
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(folder: Path, name: str, data: st.DataObject) -> None:
    reads_or_says_why(folder / name, data.draw(damaged(VALID[name])))


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("name", VALID)
@limit_examples(EXAMPLES)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(folder: Path, name: str, data: bytes) -> None:
    reads_or_says_why(folder / name, data)


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("name", VALID)
@limit_examples(EXAMPLES // 3)
@given(data=st.data())
def test_a_packed_file_is_read_or_refused_when_it_is_damaged_inside_or_outside(
    folder: Path, name: str, data: st.DataObject
) -> None:
    inside = data.draw(damaged(VALID[name]) | st.just(VALID[name]))
    packed = gzip.compress(inside, mtime=0)
    reads_or_says_why(folder / f"{name}.gz", data.draw(damaged(packed) | st.just(packed)))
