"""``--offsets`` and ``--ends``, and detection of the unit by anchors that leave no doubt."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rdflib

from coala.cli.commands import main
from coala.engine.compare import compare
from coala.engine.settings import describe_settings
from coala.model.notices.notice import is_flaw, make_notice
from coala.model.options import Options, ReadOptions
from tests.support.nif import PREFIXES, chains, notice, notices, read

EMOJI = "😀 Bob met Ann. 😀 Bob left Ann. " * 5
UMLAUTS = "Über Bob und Ann. Für Bob ändert Ann nichts. " * 5
ASCII = "Bob met Ann. Bob left Ann. " * 5

SIZES: dict[str, Callable[[str], int]] = {
    "code-point": len,
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "byte": lambda text: len(text.encode()),
}


def turtle(text: str, unit: str = "code-point", inclusive: bool = False, wrong: int = 0) -> str:
    """Return every Bob and Ann of a text with offsets in a unit; the last anchors may be wrong."""
    size = SIZES[unit]
    lines = [f':doc nif:isString "{text}" .']
    found = list(re.finditer("Bob|Ann", text))
    for number, match in enumerate(found):
        words = match[0] if number < len(found) - wrong else "Eve"
        lines.append(
            f":m{number} nif:referenceContext :doc ; nif:beginIndex {size(text[: match.start()])} ; "
            f"nif:endIndex {size(text[: match.end()]) - inclusive} ; "
            f'nif:anchorOf "{words}" ; itsrdf:taIdentRef :{match[0].lower()} .'
        )
    return "\n".join(lines)


def without_anchors(graph: str) -> str:
    return re.sub(r'nif:anchorOf "\w+" ; ', "", graph)


def write(folder: Path, name: str, graph: str) -> str:
    path = folder / name
    path.write_text(PREFIXES + graph, encoding="utf-8")
    return str(path)


def find_figures(message: str) -> list[int]:
    """Return figures of a message: mentions, anchors that fit, of how many, how many as stated."""
    return [int(figure) for figure in re.findall(r"\d+", message.replace("UTF-16", ""))]


def find_values(message: str) -> list[str]:
    """Return the values of the options that a message names before what was stated."""
    return re.findall("UTF-16|byte|inclusive", message.partition(";")[0])


@pytest.mark.parametrize(
    ("text", "unit", "inclusive", "values"),
    [
        (EMOJI, "utf-16", False, ["UTF-16"]),
        (EMOJI, "utf-16", True, ["UTF-16", "inclusive"]),
        (UMLAUTS, "byte", False, ["byte"]),
        (UMLAUTS, "byte", True, ["byte", "inclusive"]),
        (ASCII, "code-point", True, ["inclusive"]),
        # In ASCII all units are one: the simplest is named.
        (ASCII, "byte", True, ["inclusive"]),
    ],
)
def test_a_graph_is_read_in_the_way_that_fits_its_anchors(
    tmp_path: Path, text: str, unit: str, inclusive: bool, values: list[str]
) -> None:
    graph = read(tmp_path, turtle(text, unit, inclusive), offsets="auto")
    assert chains(graph) == chains(read(tmp_path, turtle(text)))
    assert notices(graph) == {"offsets-converted": 20}
    message = notice(graph, "offsets-converted").message
    assert find_figures(message) == [20, 20, 20, 0]
    assert find_values(message) == values


@pytest.mark.parametrize("text", [EMOJI, UMLAUTS, ASCII])
def test_a_graph_that_fits_as_stated_stays_so_without_a_word(tmp_path: Path, text: str) -> None:
    graph = read(tmp_path, turtle(text), offsets="auto")
    assert chains(graph) == chains(read(tmp_path, turtle(text)))
    assert graph.notices == ()


@pytest.mark.parametrize(
    ("unit", "wrong", "figures"),
    [
        # One of twenty is more than one of a hundred.
        ("utf-16", 1, [20, 19, 20, 0, 99]),
        ("utf-16", 10, [20, 10, 20, 0, 99]),
        # No way of counting fits better.
        ("code-point", 10, [20, 10, 20]),
    ],
)
def test_a_graph_with_too_many_wrong_anchors_is_read_as_stated(
    tmp_path: Path, unit: str, wrong: int, figures: list[int]
) -> None:
    graph = read(tmp_path, turtle(EMOJI, unit, wrong=wrong), offsets="auto")
    assert chains(graph) == chains(read(tmp_path, turtle(EMOJI, unit, wrong=wrong)))
    assert find_figures(notice(graph, "offsets-kept").message) == figures


def test_one_wrong_anchor_among_very_many_does_not_matter(tmp_path: Path) -> None:
    graph = read(tmp_path, turtle(EMOJI * 10, "utf-16", wrong=1), offsets="auto")
    assert notices(graph) == {"text-mismatch": 1, "offsets-converted": 200}
    # What is left counts as it is read now, not as it was stated.
    assert "UTF-16" in notice(graph, "text-mismatch").message


def test_two_ways_that_fit_alike_but_give_other_spans_are_left_to_the_user(tmp_path: Path) -> None:
    # The only span after the umlaut has no anchor, so nothing tells code points from bytes.
    begin, _, last = turtle("Bob met Ann. Übrigens Bob.", inclusive=True).rpartition("\n")
    graph = read(tmp_path, f"{begin}\n{without_anchors(last)}", offsets="auto")
    message = notice(graph, "offsets-kept").message
    assert find_values(message) == ["inclusive"]
    assert "byte" in message
    named = read(tmp_path, f"{begin}\n{without_anchors(last)}", offsets="auto", ends="inclusive")
    assert chains(named)["bob"] == [("doc", 0, 3), ("doc", 22, 25)]


def test_few_spans_after_the_first_emoji_are_enough(tmp_path: Path) -> None:
    # Most spans fit as stated as well; those that tell the ways apart all say the same.
    text = ASCII * 20 + "😀 Bob met Ann."
    graph = read(tmp_path, turtle(text, "utf-16"), offsets="auto")
    assert notices(graph) == {"offsets-converted": 402}
    assert find_figures(notice(graph, "offsets-converted").message) == [402, 402, 402, 400]


@pytest.mark.parametrize(("more", "converted"), [(10, True), (9, False)])
def test_ten_anchors_that_fit_in_one_way_only_outweigh_one_that_fits_in_another(
    tmp_path: Path, more: int, converted: bool
) -> None:
    # Of 1,000 anchors before the emoji each way fits; after it one is in code points, ``more`` in UTF-16.
    text = "Bob met Ann. " * 500 + "😀" + " Ann met Bob." * 8
    stated, wider = (turtle(text, unit).splitlines() for unit in ("code-point", "utf-16"))
    lines = [*wider[: 1001 + more], stated[1001 + more]]
    graph = read(tmp_path, "\n".join(lines), offsets="auto")
    assert ("offsets-converted" in notices(graph)) is converted


def test_without_anchors_or_texts_nothing_can_be_checked(tmp_path: Path) -> None:
    for graph in (without_anchors(turtle(EMOJI)), turtle(EMOJI).partition("\n")[2]):
        found = read(tmp_path, graph, offsets="auto")
        assert notices(found)["offsets-unchecked"] == 20


def test_the_columns_of_a_node_may_stand_apart_and_repeat(tmp_path: Path) -> None:
    plain = turtle(EMOJI, "utf-16")
    apart = f'{plain}\n:m0 nif:anchorOf "Bob" .\n:m1 nif:beginIndex 999 .'
    graph = read(tmp_path, apart, offsets="auto")
    assert notices(graph)["offsets-converted"] == 20
    assert notices(graph)["conflicting-values"] == 1
    # Looking twice counts nothing twice.
    stated = read(tmp_path, f'{turtle(EMOJI)}\n:m0 nif:anchorOf "Bob" .')
    assert notices(graph)["duplicate-triples"] == notices(stated)["duplicate-triples"] == 1


def test_a_unit_and_an_end_given_by_hand_are_taken_without_a_look(tmp_path: Path) -> None:
    expected = chains(read(tmp_path, turtle(UMLAUTS)))
    bare = without_anchors(turtle(UMLAUTS, "byte", True))
    assert chains(read(tmp_path, bare, offsets="byte", ends="inclusive")) == expected
    assert read(tmp_path, bare, offsets="byte", ends="inclusive").notices == ()
    assert chains(read(tmp_path, turtle(UMLAUTS, inclusive=True), ends="inclusive")) == expected


def test_offsets_token_is_ignored_for_rdf_with_a_notice(tmp_path: Path) -> None:
    graph = read(tmp_path, turtle(ASCII), offsets="token")
    assert chains(graph) == chains(read(tmp_path, turtle(ASCII)))
    assert notices(graph) == {"offsets-of-tokens": 20}


def test_a_graph_in_memory_is_asked_as_well(tmp_path: Path) -> None:
    one, other = rdflib.Graph(), rdflib.Graph()
    one.parse(data=PREFIXES + turtle(EMOJI), format="turtle")
    other.parse(data=PREFIXES + turtle(EMOJI, "utf-16", True), format="turtle")
    assert compare(one, other, options=Options(reading=ReadOptions(offsets="auto"))).summary.interesting == 0


def test_two_ways_of_counting_are_no_divergence_with_auto(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    baseline = write(tmp_path, "a.ttl", turtle(EMOJI))
    for unit, inclusive in (("utf-16", False), ("byte", True), ("code-point", True)):
        changed = write(tmp_path, "b.ttl", turtle(EMOJI, unit, inclusive))
        assert main(["diff", baseline, changed]) != 0
        capsys.readouterr()
        assert main(["diff", baseline, changed, "--offsets", "auto", "--strict", "--verbose"]) == 0
        captured = capsys.readouterr()
        assert "offsets auto" in captured.out
        assert captured.err.count("coala: ") == 1


@pytest.mark.parametrize("command", ["lint", "score"])
def test_lint_and_score_take_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    graphs = [write(tmp_path, "a.ttl", turtle(EMOJI)), write(tmp_path, "b.ttl", turtle(EMOJI, "utf-16"))]
    assert main([command, *graphs, "--offsets", "auto", "--strict"]) == 0
    printed = capsys.readouterr()
    assert "--offsets auto" in printed.out + printed.err


def test_the_hint_names_options_that_read_the_graph_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    baseline, changed = (
        write(tmp_path, "a.ttl", turtle(EMOJI)),
        write(tmp_path, "b.ttl", turtle(EMOJI, "utf-16", True)),
    )
    main(["lint", changed])
    hint = re.search(r"(--offsets utf\S+ --ends \S+)", capsys.readouterr().out)
    assert hint is not None
    assert main(["lint", changed, "--strict", *hint[1].split()]) == 0
    assert main(["diff", baseline, changed, "--strict", "--offsets", "auto"]) == 0


def test_a_vocabulary_that_states_inclusive_ends_is_overruled(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "Own"\n[prefixes]\n'
        'nif = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"\n'
        'itsrdf = "http://www.w3.org/2005/11/its/rdf#"\n'
        '[mention]\ndocument = ["nif:referenceContext"]\nbegin = ["nif:beginIndex"]\n'
        'end = ["nif:endIndex"]\nanchor = ["nif:anchorOf"]\ninstance = ["itsrdf:taIdentRef"]\n'
        '[document]\ntext = ["nif:isString"]\n[offsets]\nunit = "utf-16"\nend = "inclusive"\n'
    )
    options: dict[str, Any] = {"vocabulary": str(own)}
    expected = chains(read(tmp_path, turtle(EMOJI)))
    assert chains(read(tmp_path, turtle(EMOJI, "utf-16", True), **options)) == expected
    assert chains(read(tmp_path, turtle(EMOJI), offsets="auto", **options)) == expected
    by_hand = read(tmp_path, turtle(EMOJI), offsets="code-point", ends="exclusive", **options)
    assert chains(by_hand) == expected


def test_report_alone_is_no_flaw() -> None:
    told = {"offsets-converted", "offsets-kept", "offsets-unchecked", "offsets-of-lines", "offsets-of-tokens"}
    assert not any(is_flaw(make_notice(code)) for code in told)


def test_the_settings_say_how_offsets_were_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a.ttl", turtle(ASCII))
    usual = compare(path, path).summary.settings
    assert {"offsets", "ends"}.isdisjoint(usual)
    assert describe_settings(usual) == ""
    options = Options(reading=ReadOptions(offsets="code-point", ends="exclusive"))
    told = compare(path, path, options=options).summary.settings
    assert describe_settings(told) == "offsets code-point; ends exclusive"


def test_graph_when_one_anchor_of_a_hundred_is_wrong_is_read_as_stated_without_a_word(tmp_path: Path) -> None:
    stated = turtle("Bob met Ann. " * 50, wrong=1)
    assert notices(read(tmp_path, stated, offsets="auto")) == {"text-mismatch": 1}
