"""A graph read in windows, by templates where they fit, says what it says when it is read in one go."""

from __future__ import annotations

import gzip
import io
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.reading.rdf import load, windows
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.load import Unwatched, read_file
from coala.reading.rdf.pyoxigraph_parser import NotInWindowsError, read_fast
from coala.reading.rdf.terms import BLANK
from coala.reading.remarks import Remarks
from coala.reading.sources import detect
from coala.reading.sources.file import File
from coala.reading.sources.stream import RdfStream
from coala.reading.vocabularies.loader import load_vocabulary
from coala.reading.vocabularies.vocabulary import Vocabulary

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
PREFIXES = f"""@prefix nif: <{NIF}> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix e: <http://example.org/> .

"""
VOCABULARY = load_vocabulary("nif")
WEB_ANNOTATION = load_vocabulary("oa")

Said = tuple[object, ...]


def facts(collector: Collector) -> Counter[Said]:
    """All that was collected, without the numbers that say in which order; a blank node is what it says."""
    names = collector.names
    literals, anchors = list(collector.literals), list(collector.anchors)
    said: Counter[Said] = Counter()
    triples: list[tuple[int, object, int, str]] = []

    def note(role: object, subject: int, obj: object, node: int) -> None:
        said[role, names[subject], obj] += 1
        triples.append((subject, role, node, str(obj)))

    for role, pairs in enumerate(collector.pairs):
        for subject, value in zip(*pairs, strict=True):
            shown: object = value
            if role == 2:
                shown = anchors[value]
            elif role > 2:
                shown = names[value]
            note(role, subject, shown, value if role > 2 else -1)
    for subject, predicate, value in zip(*collector.others, strict=True):
        obj = names[value] if value >= 0 else literals[~value]
        note(collector.predicate_names[predicate], subject, obj, value)
    said.update(("text", names[node], text) for node, text in collector.texts.items())
    said.update(("misplaced", literals[text]) for text in collector.misplaced.object)
    said.update(("blank", colour) for colour in colours(names, triples).values())
    said[("triples",)] = collector.triples
    said["met", tuple(sorted(collector.met))] = 1
    return said


def colours(names: list[str], triples: list[tuple[int, object, int, str]]) -> dict[int, int]:
    """The nameless nodes, each by what it says and who speaks of it, up to three steps away."""
    colour: dict[int, int] = {}
    for _ in range(3):
        seen: defaultdict[int, list[int]] = defaultdict(list)
        for subject, role, node, shown in triples:
            seen[subject].append(hash((role, shown, colour.get(node))))
            if node >= 0:
                seen[node].append(hash((role, names[subject], colour.get(subject))))
        colour = {node: hash(tuple(sorted(said))) for node, said in seen.items() if names[node] == BLANK}
    return colour


def stream(text: str) -> RdfStream:
    raw = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    return RdfStream("graph.ttl", raw, lambda _: None, lambda _: None)  # type: ignore[arg-type]


def in_one_go(text: str, syntax: str, vocabulary: Vocabulary = VOCABULARY) -> Counter[Said] | str:
    collector = Collector(vocabulary)
    try:
        read_fast("graph.ttl", stream(text), syntax, None, collector, 0)
    except Exception as error:
        return type(error).__name__
    return facts(collector)


def in_windows(text: str, syntax: str, vocabulary: Vocabulary = VOCABULARY) -> Counter[Said] | str:
    collector = Collector(vocabulary)
    before = collector.mark()
    try:
        windows.read_in_windows(stream(text), syntax, collector, 0)
    except NotInWindowsError:
        collector.forget_since(before)
        return "not in windows"
    return facts(collector)


def agree(text: str, syntax: str = detect.TURTLE, vocabulary: Vocabulary = VOCABULARY) -> bool:
    """Both ways agree; whether the windows took part."""
    found, wanted = in_windows(text, syntax, vocabulary), in_one_go(text, syntax, vocabulary)
    assert found in (wanted, "not in windows")
    return found != "not in windows"


def mention(number: int) -> str:
    begin = 10 * number
    return (
        f"<http://example.org/d#char={begin},{begin + 3}> a nif:Phrase ;\n"
        f'    nif:anchorOf "Bob {number % 7}" ;\n'
        f'    nif:beginIndex "{begin}"^^xsd:nonNegativeInteger ;\n'
        f"    nif:endIndex {begin + 3} ;\n"
        "    nif:referenceContext <http://example.org/d> ;\n"
        f"    itsrdf:taIdentRef e:i{number % 5}, _:b{number % 3} .\n\n"
        f'e:i{number % 5} e:name "Bob"@en ; e:age {number % 5} .\n\n'
    )


def annotation(number: int) -> str:
    begin = 10 * number
    return (
        f"e:a{number} a oa:Annotation ;\n"
        f"    oa:hasBody e:i{number % 5} ;\n"
        f"    oa:hasTarget [ oa:hasSource <http://example.org/d{number % 3}> ;\n"
        f"        oa:hasSelector [ a oa:TextPositionSelector ; oa:start {begin} ; oa:end {begin + 3} ],\n"
        f'            [ a oa:TextQuoteSelector ; oa:exact "Bob {number % 7}" ] ] ;\n'
        f"    e:by [] , _:someone{number % 2} .\n\n"
        f"[] a oa:Annotation ; oa:hasBody e:i{number % 5} ;\n"
        f"    oa:hasTarget [ oa:hasSource e:d ; e:near [ e:at [ e:like e:i{number % 9} ] ];\n"
        f'        oa:hasSelector [ oa:start {begin} ; oa:end {begin + 3} ; oa:exact "Bob"]] .\n\n'
    )


def lines(number: int) -> str:
    parsed = pyoxigraph.parse(PREFIXES + mention(number), format=pyoxigraph.RdfFormat.TURTLE)
    return "".join(f"{triple.subject} {triple.predicate} {triple.object} .\n" for triple in parsed)


def set_window(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(windows, "WINDOW", dict.fromkeys(windows.WINDOW, size))


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    set_window(monkeypatch, 2000)
    monkeypatch.setattr(windows, "LARGEST_WINDOW", 8000)
    monkeypatch.setattr(load, "SMALLEST_IN_WINDOWS", {detect.TURTLE: 10_000, detect.N_TRIPLES: 10_000})


ODD = {
    "a comment that ends like a statement": "e:x e:p e:y ; # so .\n",
    "a comment between statements": "# a comment .\n",
    "half a statement": "e:x e:p .\n",
    "a text with lines like statements": f'e:x e:p """one .\n\n{mention(1)}two""" .\n',
    "a text in other quotes": f"e:x e:p '''one .\n\n{mention(1)}two''' .\n",
    "a prefix anew": "@prefix e: <http://elsewhere.example/> .\n",
    "a prefix as in SPARQL": "PREFIX e: <http://elsewhere.example/>\n",
    "a prefix in the middle of a line": "e:x e:p e:y . @prefix e: <http://elsewhere.example/> .\n",
    "a base": "@base <http://elsewhere.example/> .\n",
    "a relative IRI": "<x> e:p e:y .\n",
    "a list": "e:x e:p ( 1 2 [ e:q e:r ] ) .\n",
    "an open bracket": "e:x e:p [ e:q e:r .\n",
    "a triple term": "e:x e:p <<( e:a e:b e:c )>> .\n",
    "escapes": 'e:x e:p "a \\"b\\" # c .\\n" .\n',
    "words of a directive in a text": 'e:x e:p "the base and the prefix of it" .\n',
    "an offset with a sign": f'e:m <{NIF}beginIndex> "+5" .\n',
    "an offset that is none": mention(3).replace('"30"', '"thirty"'),
    "an anchor with a bell": mention(3).replace("Bob", "B\\u0007b"),
    "an IRI with a blank": mention(3).replace("char=", "char ="),
    "an IRI with an umlaut": mention(3).replace("char=", "zeichen=ü"),
    "a name with a dash": mention(3).replace("e:i", "e:i-"),
    "a name with a dot": mention(3).replace("e:i", "e:i.x"),
    "an empty name": mention(3).replace("e:i3", "e:"),
    "a literal for a node": mention(3).replace("<http://example.org/d> ;", '"d" ;'),
    "the same again": mention(3) * 2,
    "a text of its document": 'e:d nif:isString "Bob .\\n" .\n',
    "an unknown prefix": "f:x e:p e:y .\n",
    "half a character": "e:x e:p '\udc80' .\n",
    "Windows' ends of lines": mention(3).replace("\n", "\r\n"),
    "a number with an exponent": mention(3).replace(" 33 ;", " 33e0 ;"),
    "a name right before the dot": "e:x e:p e:y.\n",
    "nothing but a dot": ".\n",
    "a subject that goes on": "<http://example.org/s>\n\n",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("place", [0, 20, 59])
def test_both_ways_agree_whatever_stands_between_the_blocks(odd: str, place: int) -> None:
    blocks = [mention(number) for number in range(60)]
    agree(PREFIXES + "".join([*blocks[:place], odd, *blocks[place:]]))


@pytest.mark.parametrize("copies", [2, 5])
def test_predicates_that_were_first_seen_in_a_text_are_met_where_they_are_stated(copies: int) -> None:
    example = 'e:x e:p """\n' + "".join(map(mention, range(copies))) + '""" .\n'
    others = [f"e:x{number} e:p e:y .\n" for number in range(300)]
    stated = [*others[:150], example, *others[150:], *map(mention, range(60))]
    assert agree(PREFIXES + "".join(stated))


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_both_ways_agree_on_lines_too(odd: str) -> None:
    blocks = [lines(number) for number in range(40)]
    agree("".join([*blocks[:20], odd, *blocks[20:]]), detect.N_TRIPLES)
    agree("".join(blocks[:20]) + odd.replace("e:", "http:") + "".join(blocks[20:]), detect.N_TRIPLES)


ODD_LINES = {
    "a quote in a text": '<x:s> <x:p> "a \\"b\\"" .\n',
    "an end of a line in a text": '<x:s> <x:p> "a .\\n<x:s> <x:p> <x:o> ." .\n',
    "brackets in a text": f'<x:m> <{NIF}anchorOf> "a <b> ^c {{d}} | `e` x" .\n',
    "a line in a text": f'<x:m> <{NIF}anchorOf> "<x:s> <{NIF}anchorOf> <x:o> ." .\n',
    "a tab in a text": f'<x:m> <{NIF}anchorOf> "a\tb" .\n',
    "letters of any script": f'<http://example.org/größe#x> <{NIF}anchorOf> "Größe 丈 𝄞" .\n',
    "an empty text": f'<x:m> <{NIF}anchorOf> "" .\n',
    "a text in a language": '<x:s> <e:name> "Bob"@en-GB .\n<x:s> <e:name> "Bob"@EN .\n',
    "a text of another type": '<x:s> <e:name> "Bob"^^<x:name> .\n',
    "a text of a relative type": '<x:s> <e:name> "Bob"^^<name> .\n',
    "an offset in another type": f'<x:m> <{NIF}beginIndex> "7"^^<http://www.w3.org/2001/XMLSchema#int> .\n',
    "an offset of many digits": f'<x:m> <{NIF}beginIndex> "{"7" * 13}" .\n',
    "no offset": f'<x:m> <{NIF}beginIndex> "" .\n',
    "an offset that is an IRI": f"<x:m> <{NIF}beginIndex> <x:o> .\n",
    "a document that is a text": f'<x:m> <{NIF}referenceContext> "d" .\n',
    "the text of a document": f'<http://example.org/d> <{NIF}isString> "Bob met Bob" .\n',
    "a blank node": '_:a <x:p> _:b .\n_:a <x:p> "o" .\n<x:s> <x:p> _:a .\n',
    "a blank node with a dot": "_:a.b <x:p> _:b-c .\n",
    "an IRI like a blank node": "<_:a> <x:p> <_:b> .\n",
    "a relative subject": "<s> <x:p> <x:o> .\n",
    "a relative value": "<x:s> <x:p> <o> .\n",
    "a relative predicate": "<x:s> <p> <x:o> .\n",
    "an IRI with an escape": "<x:\\u0041> <x:p> <x:\\u0041> .\n",
    "an IRI with a brace": "<x:{s}> <x:p> <x:{o}> .\n",
    "an IRI with a quote": '<x:s"> <x:p> <x:o"> .\n',
    "an IRI with a blank": "<x:s> <x:p> <x:o o> .\n",
    "an IRI without an end": "<x:s> <x:p> <x:o .\n",
    "an IRI over two lines": "<x:s> <x:p> <x:o\n> .\n",
    "the graph of a triple": "<x:s> <x:p> <x:o> <x:g> .\n",
    "a triple term": "<x:s> <x:p> <<( <x:a> <x:b> <x:c> )>> .\n",
    "a comment": "# <x:s> <x:p> <x:o> .\n",
    "a comment behind a line": "<x:s> <x:p> <x:o> . # so .\n",
    "an empty line": "\n",
    "two blanks": "<x:s>  <x:p>  <x:o> .\n",
    "tabs": "<x:s>\t<x:p>\t<x:o> .\n",
    "no blanks": "<x:s><x:p><x:o>.\n",
    "a blank before": " <x:s> <x:p> <x:o> .\n",
    "a blank behind": "<x:s> <x:p> <x:o> . \n",
    "no dot": "<x:s> <x:p> <x:o>\n",
    "two statements on a line": "<x:s> <x:p> <x:o> . <x:s> <x:p> <x:o> .\n",
    "half a statement on each side": f"<x:s> <x:p>\n{lines(3)}<x:o> .\n",
    "half a text on each side": f'<x:s> <x:p> "a\n{lines(3)}b" .\n',
    "half an IRI on each side": f"<x:s> <x:p> <x:a\n{lines(3)}> .\n",
    "an end of a line that is old": "<x:s> <x:p> <x:o> .\r<x:s> <x:p> <x:p> .\n",
    "Windows' ends of lines": lines(3).replace("\n", "\r\n"),
    "an end of a line of another script": '<x:s> <x:p> "a\u2028b\x85c" .\n',
    "a long value": f"<x:s> <x:p> <x:{'o' * 3000}> .\n" * 2,
    "a long predicate": f"<x:s> <x:{'p' * 3000}> <x:o> .\n" * 2,
    "half a character": '<x:s> <x:p> "\udc80" .\n',
    "a zero byte": '<x:s> <x:p> "a\0b" .\n',
    "a directive": "@prefix e: <x:e> .\n",
}


@pytest.mark.parametrize("odd", ODD_LINES.values(), ids=list(ODD_LINES))
@pytest.mark.parametrize("place", [0, 3, 200, 399])
def test_both_ways_agree_whatever_stands_between_the_lines(odd: str, place: int) -> None:
    graph = [line for number in range(40) for line in lines(number).splitlines(keepends=True)]
    agree("".join([*graph[:place], odd, *graph[place:]]), detect.N_TRIPLES)
    agree("".join([odd * 3, *graph[:place], odd, *graph[place:], odd]).rstrip("\n"), detect.N_TRIPLES)


@given(st.lists(st.sampled_from(list(ODD_LINES.values())), max_size=4), st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_both_ways_agree_on_any_order_of_lines(odd: list[str], seed: int) -> None:
    graph = [line for number in range(60) for line in lines(number).splitlines(keepends=True)]
    graph += [*odd, *graph[:30]]
    random.Random(seed).shuffle(graph)
    agree("".join(graph), detect.N_TRIPLES)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_both_ways_agree_on_damaged_lines(data: st.DataObject) -> None:
    text = "".join(map(lines, range(25)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 12))
        text = (
            text[:at]
            + data.draw(st.sampled_from(list(".\n\r\t;,\"<>#a \\'_:@[](){}^|`é\0")))
            + text[at + width :]
        )
    agree(text, detect.N_TRIPLES)


@pytest.mark.parametrize("window", [1500, 2000, 100_000])
def test_lines_in_any_order_need_no_parser(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = [line for number in range(300) for line in lines(number).splitlines(keepends=True)]
    random.Random(1).shuffle(graph)
    parsed: list[int] = []
    collect = Collector.collect

    def counted(collector: Collector, quads: Iterator[object], *rest: object) -> None:
        known = collector.triples
        collect(collector, quads, *rest)  # type: ignore[arg-type]
        parsed.append(collector.triples - known)

    wanted = in_one_go("".join(graph), detect.N_TRIPLES)
    set_window(monkeypatch, window)
    monkeypatch.setattr(Collector, "collect", counted)
    assert in_windows("".join(graph), detect.N_TRIPLES) == wanted
    assert sum(parsed) == 0


def test_a_broken_large_file_of_lines_is_told_as_before_with_its_line(tmp_path: Path) -> None:
    graph = "".join(map(lines, range(100)))
    broken = graph + "<x:s> <x:p> .\n" + graph
    path = tmp_path / "graph.nt"
    path.write_text(broken)
    line = graph.count("\n") + 1
    collector = Collector(VOCABULARY)
    with pytest.raises(ReadingError, match=rf"graph\.nt:{line}:13: this is not valid N-Triples"):
        read_file(File("graph.nt", str(path)), 0, None, collector, Remarks(VOCABULARY.words()), Unwatched())


@pytest.mark.parametrize(
    ("make", "syntax", "vocabulary"),
    [
        (mention, detect.TURTLE, VOCABULARY),
        (annotation, detect.TURTLE, WEB_ANNOTATION),
        (lines, detect.N_TRIPLES, VOCABULARY),
    ],
)
def test_blocks_of_a_serialiser_need_no_parser(
    make: Callable[[int], str], syntax: str, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    collect = Collector.collect

    def counted(collector: Collector, quads: Iterator[object], *rest: object) -> None:
        known = collector.triples
        collect(collector, quads, *rest)  # type: ignore[arg-type]
        parsed.append(collector.triples - known)

    text = PREFIXES * (syntax == detect.TURTLE) + "".join(map(make, range(300)))
    wanted = in_one_go(text, syntax, vocabulary)
    monkeypatch.setattr(Collector, "collect", counted)
    assert in_windows(text, syntax, vocabulary) == wanted
    assert sum(parsed) < 300 * 10 / 3


PIECES = [*ODD.values(), *(mention(number) for number in range(9))]


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_both_ways_agree_on_any_mixture(odd: list[str], seed: int) -> None:
    pieces = [mention(number) for number in range(80)] + odd
    random.Random(seed).shuffle(pieces)
    agree(PREFIXES + "".join(pieces))


@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_text_that_is_not_closed_has_what_looks_like_blocks_in_it(quote: str) -> None:
    blocks = [mention(number) for number in range(40)]
    opened = f"e:x e:p {quote}open .\n\n"
    agree(PREFIXES + "".join([*blocks, opened, *blocks[:9], f"closed{quote} .\n\n", *blocks]))
    agree(PREFIXES + "".join([*blocks, opened, *blocks[:9], f"e:y e:p {quote}closed .\n\n", *blocks]))


def test_one_local_name_of_two_prefixes_is_two_subjects() -> None:
    names = "@prefix f: <http://other.example/> .\n"
    blocks = [f"e:x{number} e:p 1 .\nf:x{number} e:p 2 .\n_:x{number} e:p 3 .\n\n" for number in range(200)]
    assert agree(PREFIXES + names + "".join(blocks))


def test_a_block_that_says_nothing_of_its_own_is_counted_once_each_time() -> None:
    assert agree(PREFIXES + "[] a [ ] .\n" * 500)


DIRECTIVES = {
    "right behind a statement": "e:x e:p <x:y> .@prefix e: <http://elsewhere.example/> .\n",
    "as in SPARQL, right behind a statement": "e:x e:p [] .PREFIX e: <http://elsewhere.example/>\n",
    "before a comment": "@prefix# so\ne: <http://elsewhere.example/> .\n",
    "as in SPARQL, before a comment": "prefix# so\ne: <http://elsewhere.example/>\n",
    "between quotes in texts": "e:x e:p '\"' . @prefix e: <http://elsewhere.example/> . e:x e:p '\"' .\n",
    "behind a sign in a name": "e:x e:p e:a\\#b . @prefix e: <http://elsewhere.example/> .\n",
    "behind a quote in a name": "e:x e:p e:a\\'b . @prefix e: <x:else> . e:y e:p e:a\\'b .\n",
    "behind a comment of old": "# so\r@prefix e: <http://elsewhere.example/> .\n",
}


@pytest.mark.parametrize("directive", DIRECTIVES.values(), ids=list(DIRECTIVES))
@pytest.mark.parametrize("make", [mention, annotation])
def test_a_prefix_holds_for_the_blocks_behind_it_however_it_is_written(
    directive: str, make: Callable[[int], str]
) -> None:
    blocks = list(map(make, range(40)))
    for place in (9, 15, 21, 30):
        text = PREFIXES + "".join([*blocks[:place], directive, *blocks[place:]])
        assert agree(text, vocabulary=WEB_ANNOTATION)


def test_no_block_is_taken_out_of_the_middle_of_a_broken_statement() -> None:
    blocks = list(map(mention, range(40)))
    comment = "e:x e:p '\"' ; # \" .\n"
    assert not agree(PREFIXES + "".join([*blocks[:20], comment, *blocks[20:], "e:p e:y .\n"]))


BRACKETS = {
    "a bracket that is not closed": "e:x e:p [ e:q e:r .\n",
    "a bracket too many": "e:x e:p [ e:q e:r ] ] .\n",
    "a bracket around a block": f"e:x e:p [ e:q e:r .\n\n{annotation(3)}] .\n",
    "a bracket alone": "[ e:q e:r ] .\n",
    "a subject in brackets": "[ e:q e:r ] e:s e:t .\n",
    "a bracket with a semicolon at its end": "e:x e:p [ e:q e:r ; ] .\n",
    "a bracket for an offset": "e:x oa:start [ e:q e:r ] .\n",
    "a bracket for a predicate": "e:x [ e:q e:r ] e:p .\n",
    "an empty bracket for a text": "e:x oa:exact [] .\n",
    "a bracket in a text": 'e:x e:p "[ e:q e:r ] .\\n" .\n',
    "a comment in a bracket": "e:x e:p [ e:q e:r # ] .\n] .\n",
    "a list in a bracket": "e:x e:p [ e:q ( 1 2 ) ] .\n",
    "a label like those that are given": "e:x e:p _:bracket1 . _:bracket1 e:q [ e:r _:bracket2 ] .\n",
    "other values": annotation(3).replace("Bob", 'B\\"b').replace(" 30 ", " 030 "),
    "half a block": annotation(3)[:150],
    "the end of a block": annotation(3)[150:],
    "the same again": annotation(3) * 2,
}


@pytest.mark.parametrize("odd", [*BRACKETS.values(), *ODD.values()], ids=[*BRACKETS, *ODD])
def test_both_ways_agree_whatever_stands_between_blocks_with_brackets(odd: str) -> None:
    blocks = list(map(annotation, range(40)))
    agree(PREFIXES + "".join([*blocks[:20], odd, *blocks[20:]]), vocabulary=WEB_ANNOTATION)


@given(st.lists(st.sampled_from([*BRACKETS.values(), *PIECES]), max_size=8), st.integers(0, 2**32), st.data())
@settings(max_examples=40, deadline=None)
def test_both_ways_agree_on_any_mixture_with_brackets(odd: list[str], seed: int, data: st.DataObject) -> None:
    pieces = [annotation(number) for number in range(40)] + odd
    random.Random(seed).shuffle(pieces)
    text = "".join(pieces)
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(text)))
        damage = data.draw(st.sampled_from(list(".\n;,\"<>#a \\'_:@[](){}")))
        text = text[:at] + damage + text[at + data.draw(st.integers(0, 12)) :]
    agree(PREFIXES + text, vocabulary=WEB_ANNOTATION)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_both_ways_agree_on_a_damaged_graph(data: st.DataObject) -> None:
    text = PREFIXES + "".join(map(mention, range(40)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.sampled_from(list(".\n;,\"<>#a \\'_:@[](){}"))) + text[at + width :]
    agree(text)


@pytest.mark.parametrize("packed", [False, True])
def test_a_broken_large_file_is_told_as_before_with_its_line(tmp_path: Path, packed: bool) -> None:
    blocks = "".join(map(mention, range(800)))
    broken = PREFIXES + blocks + "e:x e:p .\n" + blocks
    path = tmp_path / "graph.ttl"
    path.write_bytes(gzip.compress(broken.encode(), 0) if packed else broken.encode())
    line = broken[: broken.index("e:x e:p .\n")].count("\n") + 1
    collector = Collector(VOCABULARY)
    with pytest.raises(ReadingError, match=rf"graph\.ttl:{line}:9: this is not valid Turtle"):
        read_file(File("graph.ttl", str(path)), 0, None, collector, Remarks(VOCABULARY.words()), Unwatched())


def test_a_large_file_with_relative_iris_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    path.write_text(PREFIXES + "".join(map(mention, range(800))).replace("<http://example.org/d>", "<d>"))
    collector, remarks = Collector(VOCABULARY), Remarks(VOCABULARY.words())
    read_file(File("graph.ttl", str(path)), 0, None, collector, remarks, Unwatched())
    assert "relative-iris" in {notice.code for notice in remarks.notices()}
    assert collector.triples == 800 * 9


def test_blank_nodes_keep_their_names_from_window_to_window_without_a_prefix() -> None:
    assert agree("".join(map(lines, range(300))))
    text = "".join(f"<x:{kind}> <x:p> _:a .\n" for kind in range(1000))
    assert agree(text + "_:a <x:q> 5 .\n" + text)


def test_windows_of_every_size_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (700, 1111, 5000, 100_000):
        set_window(monkeypatch, size)
        assert agree(PREFIXES + "".join(mention(number) + ODD["a list"] for number in range(30)))
