"""Independence of reading from the parser, the order of triples, labels and syntax."""

from __future__ import annotations

import random
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from coala.model.options import ReadOptions
from coala.reading.read import read_graphs
from tests.support.nif import BOB, JOHN, PREFIXES, everything, read_here

RICH = (
    BOB
    + JOHN
    + """\
:m1 itsrdf:taIdentRef :robert ; itsrdf:taClassRef :Agent .
[] nif:referenceContext :doc ; nif:beginIndex "10" ; nif:endIndex 13 ; nif:anchorOf "MET" ;
    itsrdf:taIdentRef _:meeting .
:other nif:isString "Eve\\r\\n\\u0000😀 <b>" ; a nif:Context ; nif:beginIndex 0 ; nif:endIndex 8 .
:m4 nif:referenceContext :other ; nif:beginIndex 0 ; nif:endIndex 3 ; itsrdf:taIdentRef :eve, _:meeting .
:m5 nif:referenceContext :third ; nif:beginIndex 7 ; nif:endIndex 8 ; nif:anchorOf "I" ;
    itsrdf:taIdentRef :eve .
:m6 nif:referenceContext :other ; nif:beginIndex "x" ; nif:endIndex 8 ; itsrdf:taIdentRef :lost .
:bob a :Person ; rdfs:label "Bob"@EN, "Robert"@de-AT ; :age "007"^^xsd:integer ; :height "1.80"^^xsd:decimal ;
    :knows :john, _:n1 ; :odd "abc"^^xsd:integer ; :text "a\\"b\\\\c" ; :same "x"^^xsd:string .
_:meeting a :Meeting ; :at _:n1 ; :chair :bob ; owl:sameAs :kb, _:kb2 .
_:n1 :city "Rome"@it ; :near _:n2 ; :host :john . _:n2 :near _:n3 . _:n3 :near _:n2 ; :host :eve .
[] :about :john ; :by [ a :Reporter ] .
:john owl:sameAs :jonny . :jonny :age 5 ; skos:prefLabel "Johnny" .
:news :about :bob . :m1 :component "name rule" . :knows rdfs:label "knows" .
:unmentioned a :Person .
"""
)


def triples_of(turtle: str) -> list[str]:
    """Return the triples as lines of N-Triples."""
    quads = pyoxigraph.parse(PREFIXES + turtle, format=pyoxigraph.RdfFormat.TURTLE)
    return [f"{quad.triple} .\n" for quad in quads]


def in_memory(data: str, syntax: str, monkeypatch: pytest.MonkeyPatch) -> rdflib.Graph:
    # rdflib rewrites "007" as "7" by default.
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)
    graph = rdflib.Dataset() if syntax == "trig" else rdflib.Graph()
    # Before 7.3, what the parser of a dataset returns is its default graph.
    graph.parse(data=data, format=syntax)
    return graph


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("syntax", ["turtle", "trig"])
def test_a_file_and_an_rdflib_graph_give_the_same(
    tmp_path: Path, syntax: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "graph.ttl"
    file.write_text(PREFIXES + RICH, encoding="utf-8")
    text = PREFIXES + (f":named {{ {RICH} }}" if syntax == "trig" else RICH)
    fast, other = read_graphs([str(file), in_memory(text, syntax, monkeypatch)], ReadOptions())
    assert everything(fast) == everything(other)
    assert other.path == "graph 2"
    assert other.sources == ()


def test_a_file_that_only_rdflib_reads_gives_the_same(tmp_path: Path) -> None:
    # The fast reader refuses a text of 16 MiB, and this one has no result.
    odd = f":unknown :p '{'a' * 17_000_000}' .\n"
    (tmp_path / "fast.ttl").write_text(f"{PREFIXES}{RICH}", encoding="utf-8")
    (tmp_path / "slow.ttl").write_text(f"{PREFIXES}{RICH}{odd}", encoding="utf-8")
    fast, slow = read_graphs([str(tmp_path / "fast.ttl"), str(tmp_path / "slow.ttl")], ReadOptions())
    assert everything(fast) == everything(slow)
    assert [notice.code for notice in slow.notices].count("fallback-reader") == 1


@given(st.randoms(use_true_random=False))
def test_order_blank_labels_and_repetition_do_not_matter(shuffler: random.Random) -> None:
    lines = triples_of(RICH)
    expected = everything(read_here("".join(lines)))
    labels = sorted({word for line in lines for word in line.split() if word.startswith("_:")})
    renamed = dict(
        zip(labels, shuffler.sample([f"_:n{number}" for number in range(99)], len(labels)), strict=True)
    )
    shuffled = [" ".join(renamed.get(word, word) for word in line.split(" ")) for line in lines]
    shuffled += shuffler.sample(shuffled, 5)
    shuffler.shuffle(shuffled)
    assert everything(read_here("".join(shuffled))) == expected


@given(st.randoms(use_true_random=False))
def test_names_of_instances_do_not_matter_but_for_being_shown(shuffler: random.Random) -> None:
    text = "".join(triples_of(RICH))
    expected = everything(read_here(text), names=False)
    names = ["bob", "robert", "john", "eve", "lost"]
    for name, new in zip(names, shuffler.sample(range(1000), len(names)), strict=True):
        text = text.replace(f"<http://example.org/{name}>", f"<http://example.org/new{new}>")
    read = everything(read_here(text), names=False)
    assert read == expected
