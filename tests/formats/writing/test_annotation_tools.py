"""Other chains in WebAnno TSV, XMI and brat: identifiers and features stay, and their own tools read them."""

from __future__ import annotations

import io

import pytest

from coala.errors import CoalaError
from coala.formats.writing import brat, webanno, xmi
from coala.formats.writing.chains import MentionPlace, WantedChain
from coala.model.format_options import FORMAT_DEFAULTS

TEXT = "Ann saw Bob. She left."


def place(words: str, document: str = "a") -> MentionPlace:
    begin = TEXT.index(words)
    return MentionPlace(document, ((begin, begin + len(words)),))


def chain(*places: MentionPlace) -> WantedChain:
    return WantedChain(dict.fromkeys(places))


ANN, BOB, SHE, SAW = map(place, ("Ann", "Bob", "She", "Ann saw"))

TSV = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=custom.Pos|value
#T_CH=custom.CorefLink|referenceType|referenceRelation


#Text=Ann saw Bob.
1-1\t0-3\tAnn\tN\tname[1]\tANAPHORIC->1-1\t
1-2\t4-7\tsaw\tV\t_\t_\t
1-3\t8-11\tBob\tN\t*[2]\t*->2-1\t
1-4\t11-12\t.\tP\t_\t_\t

#Text=She left.
2-1\t13-16\tShe\tN\tpronoun[1]\t*->1-2\t
2-2\t17-21\tleft\tV\t_\t_\t
2-3\t21-22\t.\tP\t_\t_\t
"""


def test_a_mention_of_two_chains_keeps_in_each_the_link_that_it_has_there() -> None:
    both = TSV.replace("name[1]\tANAPHORIC->1-1", "name[1]|title[2]\tANAPHORIC->1-1|CATA->2-1")
    both = both.replace("*[2]\t*->2-1", "*[2]\t*->2-2")
    rewritten = webanno.replace_chains(
        "a.tsv", both.encode(), [chain(ANN, SHE), chain(ANN, BOB, SAW)], FORMAT_DEFAULTS
    )
    assert "1-1\t0-3\tAnn\tN\tname[1]|title[2]|*[2]\tANAPHORIC->1-1|CATA->2-1|*->2-2\t" in (
        rewritten.data.decode().splitlines()
    )


def test_a_file_without_a_chain_layer_is_refused() -> None:
    data = TSV.replace("#T_CH", "#T_SP").encode()

    with pytest.raises(CoalaError, match=r"a\.tsv"):
        webanno.replace_chains("a.tsv", data, [], FORMAT_DEFAULTS)


XMI = """\
<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" \
xmlns:t="http:///de/tudarmstadt/ukp/dkpro/core/api/coref/type.ecore" xmi:version="2.0">
  <cas:NULL xmi:id="0"/>
  <t:CoreferenceChain xmi:id="2" sofa="1" first="3"/>
  <t:CoreferenceLink xmi:id="3" sofa="1" begin="0" end="3" next="4" referenceType="name"/>
  <t:CoreferenceLink xmi:id="4" sofa="1" begin="13" end="16"/>
  <t:CoreferenceChain xmi:id="5" sofa="1" first="6"/>
  <t:CoreferenceLink xmi:id="6" sofa="1" begin="8" end="11"/>
  <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="Ann saw Bob. She left."/>
  <cas:View sofa="1" members="2 3 4 5 6"/>
</xmi:XMI>
"""


def test_links_of_a_cas_keep_their_identifiers() -> None:
    rewritten = xmi.replace_chains("a.xmi", XMI.encode(), [chain(ANN, SHE, BOB)], FORMAT_DEFAULTS)

    expected = XMI.replace('next="4" referenceType="name"', 'referenceType="name" next="6"')
    expected = expected.replace('begin="8" end="11"', 'begin="8" end="11" next="4"')
    expected = expected.replace('  <t:CoreferenceChain xmi:id="5" sofa="1" first="6"/>\n', "")
    expected = expected.replace('members="2 3 4 5 6"', 'members="2 3 4 6"')
    assert rewritten == (expected.encode(), ())


@pytest.mark.parametrize("digits", [15, 5_000])
def test_long_numbers_of_a_cas_and_of_brat_do_not_stop_new_chains(digits: int) -> None:
    long = "1" * digits
    cas = XMI.replace('xmi:id="6"', f'xmi:id="{long}"').replace('first="6"', f'first="{long}"')
    lines = f"T{long}\tMention 0 3\tAnn\nT2\tMention 13 16\tShe\nR1\tCoref Arg1:T{long} Arg2:T2\n"
    files = {"a.txt": TEXT.encode()}

    in_cas = xmi.replace_chains(
        "a.xmi", cas.replace(" 5 6", f" 5 {long}").encode(), [chain(ANN, SAW)], FORMAT_DEFAULTS
    )
    in_brat = brat.replace_chains(
        "a.ann", lines.encode(), [chain(ANN, BOB)], FORMAT_DEFAULTS._replace(sibling=files.get)
    )

    assert b'begin="0" end="7"' in in_cas.data
    assert b"Mention 8 11\tBob" in in_brat.data


# cassis reads its own types in a way that Python 3.11 warns about.
@pytest.mark.filterwarnings("ignore:open_binary is deprecated:DeprecationWarning")
@pytest.mark.parametrize("empty", [False, True])
def test_cassis_opens_a_cas_with_new_chains(*, empty: bool) -> None:
    cassis = pytest.importorskip("cassis")
    data = XMI
    if empty:
        data = "".join(line for line in XMI.splitlines(keepends=True) if "<t:" not in line)
        data = data.replace('members="2 3 4 5 6"', 'members=""').replace(
            ' xmlns:t="http:///de/tudarmstadt/ukp/dkpro/core/api/coref/type.ecore"', ""
        )
    wanted = [[ANN, BOB], [SAW, SHE]]

    rewritten = xmi.replace_chains(
        "a.xmi", data.encode(), [chain(*places) for places in wanted], FORMAT_DEFAULTS
    )

    cas = cassis.load_cas_from_xmi(io.BytesIO(rewritten.data), cassis.load_dkpro_core_typesystem())
    found = []
    for head in cas.select("de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceChain"):
        link, words = head.first, []
        while link is not None:
            words.append(link.get_covered_text())
            link = link.next
        found.append(words)
    assert sorted(found) == [["Ann", "Bob"], ["Ann saw", "She"]]


ANN_FILE = """\
T1\tPerson 0 3\tAnn
T2\tPerson 8 11\tBob
T3\tPerson 13 16\tShe
R1\tCoref Arg1:T3 Arg2:T1\t
R2\tKnows Arg1:T1 Arg2:T2\t
A1\tFormal T3
#1\tAnnotatorNotes R2\tsure
"""

OPTIONS = FORMAT_DEFAULTS._replace(sibling={"a.txt": TEXT.encode()}.get)


def test_of_two_free_spans_of_brat_at_one_place_one_is_taken_and_the_other_goes() -> None:
    second = "T4\tPerson 8 11\tBob\n"
    data = "".join(ANN_FILE.splitlines(keepends=True)[:4]) + second

    rewritten = brat.replace_chains("a.ann", data.encode(), [chain(ANN, BOB, SHE)], OPTIONS)

    assert rewritten == (data.replace(second, "R5\tCoref Arg1:T2 Arg2:T1\t\n").encode(), ())
