"""UIMA XMI: files that were cut off, damaged type systems, and a published story."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.uima.xmi import read
from coala.model.format_options import FormatOptions
from tests.reading.sample_files import SAMPLES
from tests.support.damage import damaged, reads_or_says_why, refusal
from tests.support.paths import SHARED, needs_shared

XMI = SAMPLES["UIMA"]["a.xmi"].encode()
TYPES = """\
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
<typeDescription><name>webanno.custom.EventChain</name>
<supertypeName>de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceChain</supertypeName></typeDescription>
<typeDescription><name>webanno.custom.EventLink</name><description>any</description>
<supertypeName>webanno.custom.BaseLink</supertypeName>
<features><featureDescription><name>next</name></featureDescription></features></typeDescription>
<typeDescription><name>webanno.custom.BaseLink</name>
<supertypeName>de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink</supertypeName></typeDescription>
</types></typeSystemDescription>"""


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        begin, end = mention.fragments[0]
        found.setdefault(mention.instance, []).append(annotations.documents[mention.document].text[begin:end])
    return found


def test_a_file_that_was_cut_off_is_refused() -> None:
    whole = XMI
    for length in range(len(whole) - 1):
        assert "a.xmi:" in refusal(lambda length=length: read("a.xmi", whole[:length], FormatOptions()))  # type: ignore[misc]


@given(damaged(TYPES.encode("utf-8")))
def test_a_damaged_type_system_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.xmi", XMI, FormatOptions(type_system=data)))


@needs_shared
@pytest.mark.parametrize("with_types", [False, True])
def test_the_german_story_has_six_chains(with_types: bool) -> None:
    folder = SHARED / "data" / "uima"
    types = (folder / "typesystem_webanno_types.xml").read_bytes() if with_types else None
    data = (folder / "Text_1804.xmi").read_bytes()
    annotations = read("Text_1804.xmi", data, FormatOptions(type_system=types))
    assert [document.name for document in annotations.documents] == ["Text_1804.txt"]
    sizes = Counter(mention.instance for mention in annotations.mentions)
    assert sorted(sizes.values()) == [1, 1, 1, 1, 1, 2]
    assert {"Sie", "ich", "dich", "wir", "sich"} < {
        text for chain in chains(annotations).values() for text in chain
    }
    told = "relations-beside-chains", "Text_1804.xmi with 'webanno.custom.CRETALink'"
    assert annotations.remarks == (told,)
