"""Chains that stanza writes in MISC, also under the key of an earlier mistake."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats import corefud
from coala.model.format_options import FormatOptions
from tests.formats.test_corefud import read, rows, words
from tests.support.damage import damaged, reads_or_says_why

STANZA = "# text = Ann and Bo sing. She\n# sent_id = 0\n" + rows(
    "1 Ann start_char=0|end_char=3|ner=S-PERSON|coref_chains=start-repr-id0,unit-repr-id1",
    "2 and coref_chains=middle-repr-id0",
    "3 Bo ner=S-PERSON|coref_chains=end-repr-id0",
    "4 sing SpaceAfter=No",
    "5 . _",
    "6 She coref_chains=unit-id1",
)
EXPECTED = [("a/id1", "Ann"), ("a/id0", "Ann and Bo"), ("a/id1", "She")]


@pytest.mark.parametrize("key", ["coref_chains", "ner"])
def test_the_chains_of_stanza_are_read_from_their_places(key: str) -> None:
    found = read(STANZA.replace("coref_chains", key))
    assert words(found) == EXPECTED
    assert found.documents[0].text == "Ann and Bo sing. She"
    assert found.remarks == ()


def test_names_alone_are_no_chains() -> None:
    found = read(rows("1 Ann ner=S-PERSON", "2 sings ner=O"))
    assert (found.mentions, found.remarks) == ((), (("no-marks", "a"),))


def test_the_output_counts_where_entities_of_the_input_stand_beside_it() -> None:
    text = "# global.Entity = eid\n" + STANZA.replace("SpaceAfter=No", "SpaceAfter=No|Entity=(e9)")
    found = read(text)
    assert words(found) == EXPECTED
    assert found.remarks == (("entities-beside-chains", "a"),)
    asked = corefud.read("a", text.encode(), FormatOptions(clusters="Entity"))
    assert (words(asked), asked.remarks) == ([("a/e9", "sing")], ())


def test_mentions_of_one_chain_may_touch_and_nest() -> None:
    found = read(
        rows(
            "1 a coref_chains=start-id1,start-id1",
            "2 b coref_chains=end-id1,start-id1",
            "3 c coref_chains=end-id1,end-id1",
        )
    )
    assert [text for _, text in words(found)] == ["a b", "a b c", "b c"]


def test_a_flaw_costs_the_mention_that_it_touches() -> None:
    found = read(rows("1 a coref_chains=start-id1,unit-id2", "2 b coref_chains=end-id3,whole-id4"), "a")
    assert words(found) == [("a/id2", "a")]
    assert found.remarks == (
        ("entity-unpaired", "a:2, 'id3' is closed, but not open"),
        ("entity-unusable", "a:2, 'whole-id4' is not a place in a chain such as \"start-repr-id3\""),
        ("entity-unpaired", "a:1, the bracket that opens 'id1' is not closed"),
    )


@given(damaged(STANZA.encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    reads_or_says_why(lambda: corefud.read("a", data, FormatOptions()))
