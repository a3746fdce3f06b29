"""UIMA's JSON CAS: feature structures in a list or by identifier, read as those of XMI."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.uima.xmi import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

COREF = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.Coreference"
CHAINS: list[dict[str, Any]] = [
    {
        "%ID": 4,
        "%TYPE": f"{COREF}Link",
        "@sofa": 1,
        "begin": 3,
        "end": 6,
        "@next": 5,
        "referenceType": "name",
    },
    {
        "%ID": 1,
        "%TYPE": "uima.cas.Sofa",
        "sofaID": "_InitialView",
        "sofaString": "😀 Ann said that she left.",
    },
    {"%ID": 5, "%TYPE": f"{COREF}Link", "@sofa": 1, "begin": 17, "end": 20},
    {"%ID": 6, "%TYPE": f"{COREF}Chain", "@first": 4},
]
RELATIONS: list[dict[str, Any]] = [
    CHAINS[1],
    {"%ID": 2, "%TYPE": "custom.Event", "@sofa": 1, "begin": 3, "end": 6},
    {"%ID": 3, "%TYPE": "custom.Event", "@sofa": 1, "begin": 17, "end": 20},
    {"%ID": 7, "%TYPE": "custom.Tie", "@sofa": 1, "@Governor": 2, "@Dependent": 3, "label": "coref"},
]


def cas(structures: object) -> bytes:
    whole = {"%TYPES": {}, "%FEATURE_STRUCTURES": structures, "%VIEWS": {}}
    return json.dumps(whole, indent=1).encode("utf-8")


def reading(data: bytes) -> Annotations:
    return read("folder/a.json", data, FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mention in annotations.mentions:
        text = annotations.documents[mention.document].text
        found.setdefault(mention.instance, []).append(text[slice(*mention.fragments[0])])
    return found


def test_chains_and_relations_are_read_as_those_of_xmi() -> None:
    assert looks_like("a.json", cas(CHAINS)[:100])
    assert not looks_like("a.json", b'{"text": "a", "clusters": []}')
    annotations = reading(cas(CHAINS))
    assert chains(annotations) == {"a/6": ["Ann", "she"]}
    assert [mention.types for mention in annotations.mentions] == [("name",), ()]
    assert annotations.remarks == ()
    keyed = {str(each["%ID"]): {k: v for k, v in each.items() if k != "%ID"} for each in CHAINS}
    assert reading(cas(keyed)) == annotations
    related = reading(cas(RELATIONS))
    assert chains(related) == {"a/2": ["Ann", "she"]}
    assert related.remarks == (("relation-layer-found", "folder/a.json, custom.Tie with 'coref'"),)


def test_a_flaw_costs_itself_and_is_told_with_its_line() -> None:
    annotations = reading(cas([*CHAINS, {**CHAINS[2], "%ID": 9, "end": 99}]))
    assert chains(annotations) == {"a/6": ["Ann", "she"]}
    (told,) = [example for code, example in annotations.remarks if code == "mark-broken"]
    assert told.startswith("folder/a.json:31, begin='17' and end='99' do not fit the text")


def test_half_a_character_is_replaced() -> None:
    half = cas(CHAINS).replace(b"\\ud83d\\ude00", b"\\ud83d")
    assert reading(half).documents[0].text.startswith("\ufffd Ann")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"%TYPES": {}}', "no list %FEATURE_STRUCTURES"),
        (cas(CHAINS)[:500], "the JSON is broken"),
        (cas(CHAINS).replace(b'"end": 20', b'"end": twenty'), "the JSON is broken"),
        (b'{"%TYPES": {}, "%FEATURE_STRUCTURES": [' + b"[" * 200_000, "the JSON is broken"),
        (b'{"%TYPES": {}, "%FEATURE_STRUCTURES": {3: {}}}', "the JSON is broken"),
    ],
)
def test_a_broken_file_is_refused(data: bytes, words: str) -> None:
    assert words in refusal(lambda: reading(data))


@given(damaged(cas(RELATIONS)))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: reading(data))
