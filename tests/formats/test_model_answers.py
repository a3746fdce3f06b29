"""Answers of language models: marked text, strings, and what models do to them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import coala
from coala.errors import CoalaError
from coala.formats import model_answers
from coala.formats.annotations import Annotations
from coala.formats.marked_text import STYLES, find_style, make_style, take_out_marks
from coala.model.format_options import FORMAT_DEFAULTS
from coala.model.graph import Graph
from coala.model.options import DEFAULTS
from coala.reading.read import never, read_graphs
from tests.support.paths import SHARED, needs_shared

STYLED = {
    "links": "[Ann](#1) met [[her](#1) brother](#2).",
    "braces": "{{Ann##1}} met {{{{her##1}} brother##2}}.",
    "tags": '<m id=1>Ann</m> met <m id="2"><m id=1>her</m> brother</m>.',
    "tags with bars": "<m> Ann | 1 </m> met <m> <m> her | 1 </m> brother | 2 </m>.",
    "bars": "[Ann | 1] met [[her | 1] brother | 2].",
    "indices": "(Ann)_1 met ((her)_1 brother)_2.",
}


def read(text: str, name: str = "d.txt", **siblings: str) -> Annotations:
    files = {f"{stem}.txt": content.encode() for stem, content in siblings.items()}
    return model_answers.read(name, text.encode(), FORMAT_DEFAULTS._replace(sibling=files.get))


def words_of(found: Annotations) -> list[tuple[str, str]]:
    """Return the words and the chain of each mention."""
    return [
        (
            found.documents[mention.document].text[slice(*mention.fragments[0])],
            mention.instance.rpartition("/")[2],
        )
        for mention in found.mentions
    ]


@pytest.mark.parametrize("style", STYLED)
def test_every_style_gives_text_and_nested_mentions(style: str) -> None:
    text = STYLED[style]
    assert model_answers.looks_like("d.txt", text.encode())
    found_style = find_style(text)
    assert found_style is not None
    assert found_style.name == style

    found = read(text)

    assert found.documents[0].text == "Ann met her brother."
    assert sorted(words_of(found)) == [("Ann", "1"), ("her", "1"), ("her brother", "2")]
    assert found.remarks == ()


@pytest.mark.parametrize("style", STYLED)
def test_answer_that_is_cut_anywhere_in_its_last_mark_counts_a_mark(style: str) -> None:
    whole = STYLED[style].removesuffix(".")
    (known,) = (each for each in STYLES if each.name == style)
    begin = whole.index(" met ") + len(" met ")
    silent = [
        whole[:end] for end in range(begin + 1, len(whole)) if not take_out_marks(whole[:end], known).unusable
    ]

    # A name that was cut off cannot be seen where nothing follows it.
    assert silent == []
    assert take_out_marks(whole, known).unusable == ()
    assert take_out_marks(whole[:begin], known).unusable == ()


@pytest.mark.parametrize(
    ("template", "text", "chains", "unusable"),
    [
        (
            "{WORDS}[ID]",
            "{Ann}[Ann Roth (poet)] left {her}[Ann Roth (poet)] {x}[] {y}",
            ["Ann Roth (poet)"] * 2,
            2,
        ),
        ("[WORDS](#ID)", "[Ann](#Ann Roth (poet)) [him](#Bo) [see] [](#) it", ["Ann Roth (poet)", "Bo"], 1),
        ("[WORDS | ID]", "[Ann | Ann Roth] met [Bo | b] [c | ] it", ["Ann Roth", "b"], 1),
        ("<<ID:WORDS>>", "<<Ann Roth:Ann>> met <<b:Bo: a dog>>", ["Ann Roth", "b"], 0),
        (
            "<m> WORDS | ID </m>",
            "<m> Ann | Ann Roth </m> <m> she </m> met <m> Bo | b </m>",
            ["Ann Roth", "b"],
            1,
        ),
        (r"<m> WORDS \| ID </m>", "<m> Ann | 1 </m>", ["1"], 0),
    ],
)
def test_names_with_blanks_are_read_and_marks_without_a_name_counted(
    template: str, text: str, chains: list[str], unusable: int
) -> None:
    found = take_out_marks(text, make_style(template))

    assert [mention.chain for mention in found.mentions] == chains
    assert len(found.unusable) == unusable


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("<<WORDS:ID>>", "<<Ann:1>> met <<<<her:1>> brother:x2>>. <<No mark>>."),
        ("«ID: WORDS»", "«1: Ann» met «x2: «1: her» brother». <<No mark>>."),
        ("@ID{WORDS}", "@1{Ann} met @x2{@1{her} brother}. <<No mark>>."),
        ("[WORDS](ID)", "[Ann](1) met [[her](1) brother](x2). <<No mark>>."),
        ("WORDS/ID/ ", ""),
    ],
)
def test_a_template_describes_a_style_of_ones_own(tmp_path: Path, template: str, text: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text)
    options = DEFAULTS.reading._replace(formats=FORMAT_DEFAULTS._replace(marks=template))
    if not text:
        with pytest.raises(CoalaError, match="WORDS"):
            read_graphs([str(file)], options)
        return

    (graph,) = read_graphs([str(file)], options)

    assert graph.texts == ("Ann met her brother. <<No mark>>.",)
    chains: dict[int, list[str]] = {}
    for instance, begin, end in zip(
        graph.mentions.instance, graph.mentions.begin, graph.mentions.end, strict=True
    ):
        chains.setdefault(int(instance), []).append(graph.texts[0][begin:end])
    assert sorted(chains.values()) == [["Ann", "her"], ["her brother"]]


def write_marks(text: str, mentions: Sequence[tuple[int, int, str]]) -> str:
    """Write a text with links, the way in which models mark mentions; crossing mentions are left out."""
    marks: list[tuple[int, int, int, str]] = []
    for begin, end, chain in mentions:
        marks += [(begin, 1, -(end - begin), "["), (end, 0, end - begin, f"](#{chain})")]
    pieces, at = [], 0
    for place, _, _, mark in sorted(marks):
        pieces += [text[at:place], mark]
        at = place
    return "".join([*pieces, text[at:]])


def change_words(text: str, rate: float, seed: int) -> str:
    """Drop, double or replace words of marked text outside of brackets, as models do."""
    draw = random.Random(seed)
    words = text.split(" ")
    changed = []
    for word in words:
        plain = word.isalpha()
        action = draw.random() if plain else 1.0
        if action < rate / 3:
            continue
        changed.append(word if action >= 2 * rate / 3 else "indeed")
        if 2 * rate / 3 <= action < rate:
            changed.append("really")
    return " ".join(changed)


def nested_mentions(graph: Graph, number: int) -> list[tuple[int, int, str]]:
    """Return the mentions of a document that do not cross, each once."""
    mentions = graph.mentions
    rows = [row for row in range(len(mentions)) if mentions.document[row] == number]
    spans = sorted(
        {(int(mentions.begin[row]), int(mentions.end[row]), str(mentions.instance[row])) for row in rows}
    )
    kept: dict[tuple[int, int], str] = {}
    for begin, end, chain in spans:
        if not any(b < begin < e < end or begin < b < end < e for b, e in kept):
            kept.setdefault((begin, end), chain)
    return [(begin, end, chain) for (begin, end), chain in kept.items()]


@needs_shared
@pytest.mark.parametrize("rate", [0.0, 0.01, 0.05])
def test_no_mention_of_marked_ecbplus_is_placed_wrong(rate: float, tmp_path: Path) -> None:
    gold_path = str(SHARED / "data" / "ecbplus" / "gold.ttl")
    (graph,) = read_graphs([gold_path], DEFAULTS.reading, progress=None, cancelled=never)
    lines, texts, expected = [], {}, set()
    for number in range(60):
        name = f"d{number}"
        text = graph.texts[number]
        assert text is not None
        mentions = nested_mentions(graph, number)
        expected |= {(f"urn:coala:document:{name}", begin, end) for begin, end, _ in mentions}
        texts[name] = text
        lines.append({"id": name, "response": change_words(write_marks(text, mentions), rate, number)})
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    plain = [
        {"doc_id": name, "text": text, "clusters": [[[begin, end]] for begin, end, _ in mentions]}
        for number, (name, text) in enumerate(texts.items())
        for mentions in [nested_mentions(graph, number)]
    ]

    comparison = coala.compare(plain, answers)

    corpus = comparison.corpus
    unplaced = corpus.unplaced
    placed = {
        (corpus.span(span).document, corpus.span(span).begin, corpus.span(span).end)
        for span in corpus.mentions[1].tolist()
        if not unplaced[span]
    }
    assert placed <= expected
    assert len(placed) >= (1 - 2 * rate) * len(expected)
