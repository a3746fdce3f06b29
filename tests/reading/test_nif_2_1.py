"""NIF 2.1, which names the target of a mention on a separate node, read like NIF 2.0."""

from __future__ import annotations

from pathlib import Path

from coala.engine.compare import compare
from tests.support.nif import BOB, PREFIXES, chains, everything, read
from tests.support.paths import SHARED, needs_shared

TIE = "itsrdf:taIdentRef :bob"


def test_what_an_annotation_unit_names_is_what_the_mention_names(tmp_path: Path) -> None:
    assert TIE in BOB
    unit = BOB.replace(
        TIE, f"nif:annotationUnit [ a nif:EntityOccurrence ; {TIE} ; itsrdf:taConfidence 0.9 ]"
    )
    graph = read(tmp_path, PREFIXES + unit)
    assert chains(graph) == {"bob": [("doc", 0, 9)]}
    assert not graph.notices
    assert everything(graph) == everything(read(tmp_path, PREFIXES + BOB))


def test_each_of_several_units_names_an_instance(tmp_path: Path) -> None:
    units = BOB.replace(TIE, f"nif:annotationUnit [ {TIE} ] , [ itsrdf:taIdentRef :robert ]")
    assert chains(read(tmp_path, PREFIXES + units)) == {"bob": [("doc", 0, 9)], "robert": [("doc", 0, 9)]}


@needs_shared
def test_a_published_file_of_2_1_equals_its_sister_of_2_0(tmp_path: Path) -> None:
    zoo = SHARED / "data" / "zoo" / "nif-2.1"
    new = (zoo / "fremener-spotlink.nif").read_text(encoding="utf-8")
    (tmp_path / "new.nif").write_text(new.replace("#offset_0_49>", "#char=0,49>"), encoding="utf-8")
    summary = compare(str(zoo / "nif20.nif"), str(tmp_path / "new.nif")).summary
    assert (summary.bags, summary.interesting) == (3, 0)
