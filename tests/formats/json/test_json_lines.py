"""JSON lines of clusters: units, ends, tokens, and what does not fit."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coala.errors import ReadingError
from coala.formats.annotations import Annotations
from coala.formats.json import reader
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments
from tests.support.damage import damaged, reads_or_says_why, refusal

ANN = {"doc_id": "d1", "text": "Ann left. She ran.", "clusters": [[[0, 3], [10, 13]], [[4, 8]]]}
TEA = {"doc_id": "d2", "tokens": [["Hot", "tea"], ["It", "burns"]], "clusters": [[[0, 1], [2, 2]]]}


def line(**values: object) -> str:
    return json.dumps(values) + "\n"


def read(*lines: str, options: FormatOptions | None = None) -> Annotations:
    return reader.read("folder/a.jsonl", "".join(lines).encode(), options or FormatOptions())


def spans(*lines: str, options: FormatOptions | None = None) -> list[Fragments]:
    return [mention.fragments for mention in read(*lines, options=options).mentions]


def words(found: Annotations) -> list[tuple[str, str]]:
    """Return the instance and the text of each mention."""
    return [
        (
            mention.instance,
            " … ".join(found.documents[mention.document].text[b:e] for b, e in mention.fragments),
        )
        for mention in found.mentions
    ]


def test_beside_a_text_offsets_are_characters_with_an_exclusive_end() -> None:
    found = read(line(**ANN))
    assert found.documents == (("d1", "Ann left. She ran."),)
    assert words(found) == [("d1/0", "Ann"), ("d1/0", "She"), ("d1/1", "left")]


def test_beside_tokens_offsets_are_tokens_with_an_inclusive_end() -> None:
    found = read(line(**TEA))
    assert found.documents == (("d2", "Hot tea\nIt burns"),)
    assert words(found) == [("d2/0", "Hot tea"), ("d2/0", "It")]


def test_tokens_may_be_one_flat_list() -> None:
    found = read(line(doc_id="d", tokens=["Hot", "tea"], clusters=[[[1, 1]]]))
    assert (found.documents[0].text, words(found)) == ("Hot tea", [("d/0", "tea")])


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ann ran.\n\nShe won.", ["Ann", "ran", ".", "\n\n", "She", "won", "."]),
        ("Ann  ran. \n She won.", ["Ann", " ", "ran", ".", "\n ", "She", "won", "."]),
        ("Ann \n ran. She won.", ["Ann", " ", "\n", " ", "ran", ".", "She", "won", "."]),
        ("Ann ran. She won.", ["Ann", " ran", ".", " She", " won", "."]),
    ],
)
def test_tokens_of_white_space_are_found_in_the_text_like_any_other(text: str, tokens: list[str]) -> None:
    she = next(place for place, token in enumerate(tokens) if token.strip() == "She")
    found = read(line(doc_id="d", text=text, tokens=tokens, clusters=[[[0, 0], [she, she]]], offsets="token"))
    assert found.documents[0].text == text
    assert words(found) == [("d/0", "Ann"), ("d/0", "She")]


def test_a_token_of_white_space_that_is_not_in_the_text_is_told_with_its_place() -> None:
    wrong = line(doc_id="d", text="Ann ran", tokens=["Ann", "\n", "ran"], clusters=[], offsets="token")
    assert "token 1, '\\n', is not at character 3 of the text" in refusal(lambda: read(wrong))


def test_the_names_of_other_systems_are_read_too() -> None:
    assert read(line(doc_key="d2", sentences=TEA["tokens"], clusters=TEA["clusters"])) == read(line(**TEA))


@pytest.mark.parametrize(
    ("stated", "pair"),
    [
        ({"offsets": "character", "end": "exclusive"}, [3, 6]),
        ({"offsets": "character", "end": "inclusive"}, [3, 5]),
        ({"offsets": "utf-16"}, [4, 7]),
        ({"offsets": "byte", "end": "exclusive"}, [7, 10]),
        ({"offsets": "token"}, [1, 1]),
        ({"offsets": "token", "end": "exclusive"}, [1, 2]),
    ],
)
def test_a_line_or_an_option_says_what_is_counted(stated: dict[str, str], pair: list[int]) -> None:
    both = {"text": "é😀 sad", "tokens": ["é😀", "sad"], "clusters": [[pair]]}
    assert spans(line(**both, **stated)) == [((3, 6),)]
    options = FormatOptions(offsets=stated["offsets"], end=stated.get("end", "auto"))
    assert spans(line(**both), options=options) == [((3, 6),)]


def test_what_the_line_says_counts_more_than_the_option() -> None:
    assert spans(line(**ANN, end="exclusive"), options=FormatOptions(end="inclusive")) == spans(line(**ANN))


def test_a_span_may_have_gaps() -> None:
    found = read(line(doc_id="d", text="turn it off", clusters=[[[[8, 11], [0, 4]]]]))
    assert words(found) == [("d/0", "turn … off")]


def test_a_repeated_span_is_kept_and_an_empty_cluster_remarked() -> None:
    found = read(line(doc_id="d", text="a", clusters=[[[0, 1], [0, 1]], [], [[0, 1]]]))
    assert words(found) == [("d/0", "a"), ("d/0", "a"), ("d/2", "a")]
    assert found.remarks == (("empty-chain", "d, cluster 1"),)


def test_a_document_without_a_name_is_numbered_after_the_file() -> None:
    found = read(line(text="a", clusters=[]), "\n", line(text="b", clusters=[]))
    assert [document.name for document in found.documents] == ["a/1", "a/2"]
    assert found.remarks == (("document-without-name", "line 1"), ("document-without-name", "line 3"))


def test_misfitting_offsets_say_how_they_would_fit() -> None:
    inclusive = line(doc_id="d", text="Ann ran", clusters=[[[0, 2], [4, 4]]])
    assert refusal(lambda: read(inclusive)) == (
        "folder/a.jsonl:1: in cluster 0 the span [4, 4] does not fit the text of 7 characters "
        "as character offsets with an exclusive end: all spans of the line would fit "
        "as character offsets with an inclusive end; "
        'if they are, write "offsets": "character", "end": "inclusive" in it, '
        "or give --offsets character --ends inclusive."
    )
    exclusive = line(doc_id="d", tokens=["Ann", "ran"], clusters=[[[0, 2]]])
    assert 'write "offsets": "token", "end": "exclusive" in it' in refusal(lambda: read(exclusive))
    wide = line(doc_id="d", text="😀 ran", clusters=[[[3, 6]]])
    assert refusal(lambda: read(wide)).endswith("give --offsets utf-16 --ends exclusive.")
    hopeless = line(doc_id="d", text="Ann ran", clusters=[[[0, 99]]])
    assert "since no other unit or end fits all spans of the line" in refusal(lambda: read(hopeless))


TEXT = '{"doc_id": "d", "text": "Ann", "clusters": '

BROKEN = {
    "an empty file": ("\n\n", "a:1: the file has no line with a document"),
    "no JSON": ("Ann\n", "a:1: the line is not JSON (Expecting value at character 1)"),
    "incomplete": (line(**TEA)[:40], "a:1: the line is not JSON"),
    "an empty list": ("[]\n", "a:1: the file has no line with a document"),
    "a list of numbers": ("[1, 2]\n", "a:1: the line is not a JSON object"),
    "an open list": ("[" + line(**ANN), "a:2: the list of documents is not closed"),
    "two lists": (
        "[" + line(**ANN) + "]\n[]",
        "a:3: the JSON has ended, but another list of documents begins",
    ),
    "a list and more": ("[" + line(**ANN) + "]\nx", "a:3: the JSON has ended, but something follows it"),
    "nested deeply": ("[" * 100_000, "a:1: the JSON is nested too deeply"),
    "clusters nested deeply": (
        TEXT + "[" * 50_000 + "]" * 50_000 + "}",
        "a:1: the JSON is nested too deeply",
    ),
    "a huge integer": (TEXT + "[[[0, " + "9" * 5000 + "]]]}", "a:1: a number has thousands of digits"),
    "a large integer": (
        TEXT + "[[[0, " + "9" * 4000 + "]]]}",
        "a:1: in cluster 0 the span [0, a number beyond",
    ),
    "a negative offset": (TEXT + "[[[-1, 2]]]}", "a:1: in cluster 0 the span [-1, 2] does not fit"),
    "offsets past the end": (
        TEXT + "[[[2, 9]], [[0, 9]]]}",
        "a:1: in cluster 0 the span [2, 9] does not fit",
    ),
    "a reversed span": (TEXT + "[[[2, 1]]]}", "a:1: in cluster 0 the span [2, 1] does not fit"),
    "overlapping parts": (TEXT + "[[[[0, 2], [1, 3]]]]}", "a:1: in cluster 0 the parts of a span overlap"),
    "a span of three": (TEXT + "[[[0, 1, 2]]]}", "a:1: in cluster 0 '[0, 1, 2]' is not a span"),
    "a fraction": (TEXT + "[[[0, 1.5]]]}", "a:1: in cluster 0 '[0, 1.5]' is not a span"),
    "numbers in quotes": (TEXT + '[[["0", "3"]]]}', """a:1: in cluster 0 '["0", "3"]' is not a span"""),
    "a truth value": (TEXT + "[[[0, true]]]}", "a:1: in cluster 0 '[0, true]' is not a span"),
    "pairs for clusters": (TEXT + "[[0, 1]]}", "a:1: in cluster 0 '0' is not a span"),
    "a text for clusters": (TEXT + '"x"}', "a:1: clusters is no list"),
    "an object for a cluster": (TEXT + '{"x": {}}}', "a:1: cluster 0 is not a list of spans"),
    "no clusters": ('{"text": "a"}', "a:1: the key clusters for"),
    "a key twice": ('{"text": "a", "text": "b"}', "a:1: the key 'text' occurs twice"),
    "a key twice inside": ('{"text": "a", "x": {"y": 1, "y": 1}}', "a:1: the key 'y' occurs twice"),
    "half of a surrogate pair": (
        '{"text": "a\\ud83d", "clusters": []}',
        "a:1: text has half a character, \\ud83d",
    ),
    "half a name": ('{"doc_id": "\\udc00", "text": "a", "clusters": []}', "a:1: doc_id has half a character"),
    "half a token": ('{"tokens": ["\\ud83d"], "clusters": []}', "a:1: tokens has half a character"),
    "names in a column": (
        '{"doc_key": ["d", "e"], "tokens": [["a"], ["b"]], "clusters": [[], []]}',
        "a:1: doc_key has several names, as in a table by columns: write an",
    ),
    "names in a column of pandas": (
        '{"doc_key": {"0": "d", "1": "e"}, "tokens": {}, "clusters": {"0": [], "1": []}}',
        "a:1: doc_key has several names",
    ),
    "a name that is not a string": (
        '{"doc_key": 1.5, "text": "a", "clusters": []}',
        "a:1: doc_key is neither",
    ),
    "a chat": (
        '[{"role": "user", "content": "x"}]',
        "a:1: no chains are there under a key that is known (the keys are 'role', 'content'): give the",
    ),
    "an answer of a server": (
        '{"custom_id": "d", "response": {"text": "a"}}',
        "a:1: neither a text nor chains are there under a key that is known (the keys are 'custom_id', 'resp",
    ),
    "nothing at all": ("{}", "a:1: neither a text nor chains are there under a key that is known (the keys"),
    "words without chains": (
        '{"document_id": "nw/d", "cased_words": ["a"], "sent_id": [0]}',
        "a:1: no chains are there under a key that is known",
    ),
    "a name that is none": ('{"doc_id": [], "text": "a", "clusters": []}', "a:1: doc_id is neither"),
    "a text that is none": ('{"text": 3, "clusters": []}', "a:1: text is not a string"),
    "no text": ('{"clusters": []}', "a:1: neither text nor tokens"),
    "tokens that are none": ('{"tokens": [["a"], "b"], "clusters": []}', "a:1: tokens must have strings"),
    "tokens in an object": ('{"tokens": {}, "clusters": []}', "a:1: tokens is no list"),
    "two names for tokens": (
        '{"tokens": ["a"], "sentences": ["b"], "clusters": []}',
        "a:1: tokens and sentences are both",
    ),
    "text and tokens": (
        '{"text": "a", "tokens": ["a"], "clusters": [[[0, 1]]]}',
        "a:1: text and tokens are both",
    ),
    "other tokens": (
        '{"text": "a b", "tokens": ["a", "c"], "clusters": []}',
        "a:1: token 1, 'c', is not at char",
    ),
    "an unknown unit": (
        '{"text": "a", "offsets": "word", "clusters": []}',
        "a:1: offsets is 'word': write one of",
    ),
    "an unknown end": ('{"text": "a", "end": 1, "clusters": []}', "a:1: end is '1': write one of"),
    "tokens that are not there": (
        '{"text": "a", "offsets": "token", "clusters": []}',
        "a:1: offsets count tokens",
    ),
    "a document twice": (
        line(**ANN) + line(**{**ANN, "clusters": []}),
        "a:2: the document 'd1' occurs twice, first in line 1",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_sentence_with_file_and_line(name: str) -> None:
    text, beginning = BROKEN[name]
    message = refusal(lambda: reader.read("a", text.encode(), FormatOptions()))
    assert message.startswith(beginning)


def test_a_surrogate_pair_is_one_character() -> None:
    assert read('{"text": "\\ud83d\\ude00", "clusters": [[[0, 1]]]}').documents[0].text == "😀"


def test_another_encoding_is_named_with_its_line() -> None:
    data = json.dumps({"text": "Ä"}, ensure_ascii=False).encode("latin-1")
    message = refusal(lambda: reader.read("a", b"\n" + data, FormatOptions()))
    assert message.startswith("a:2: the byte 0xC4 is not UTF-8")


def test_a_line_without_end_is_not_taken_apart() -> None:
    data = b'{"text": "a", "clusters": [' + b"[[0,1]]," * 12_500_000
    message = refusal(lambda: reader.read("a", data, FormatOptions()))
    assert message.startswith("a:1: the line has 100,000,027 bytes")


@pytest.mark.parametrize("between", ["\n", "", ",\n", " , "])
def test_documents_over_several_lines_stand_one_after_the_other(between: str) -> None:
    pretty = [json.dumps(document, indent=2) for document in (ANN, TEA, {**ANN, "doc_id": "d3"})]
    found = read(between.join(pretty) + "\n")
    assert found[:3] == read(line(**ANN), line(**TEA), line(**{**ANN, "doc_id": "d3"}))[:3]


def test_what_is_wrong_with_a_document_over_several_lines_is_told_with_its_line() -> None:
    first = json.dumps(ANN, indent=2) + "\n"
    lines = first.count("\n")
    cut_off = refusal(lambda: read(first + '{\n"doc_id": "d2",\n"text": '))
    assert cut_off.startswith(f"folder/a.jsonl:{lines + 3}: this is not JSON")
    no_object = refusal(lambda: read(first + '["d2"]'))
    assert no_object.startswith(f"folder/a.jsonl:{lines + 1}: the JSON has ended, but something follows it")
    other = json.dumps({**ANN, "clusters": []})
    twice = refusal(lambda: read(first + other))
    assert twice.startswith(f"folder/a.jsonl:{lines + 1}: the document 'd1' occurs twice, first in line 1")


@given(damaged((line(**ANN) + line(**TEA)).encode()))
def test_whatever_is_damaged_gives_a_sentence_or_annotations(data: bytes) -> None:
    reads_or_says_why(lambda: reader.read("a", data, FormatOptions()))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    ),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"clusters": JSON | st.lists(st.lists(st.lists(st.integers(-1, 4), max_size=3)))},
        optional={
            "text": JSON | st.just("Ann"),
            "tokens": JSON | st.just(["Ann"]),
            "doc_id": JSON,
            "offsets": JSON | st.sampled_from(["token", "byte"]),
            "end": JSON | st.just("inclusive"),
        },
    )
)
def test_any_json_gives_a_sentence_or_annotations(values: dict[str, object]) -> None:
    reads_or_says_why(lambda: read(line(**values)))


@pytest.mark.parametrize(
    ("name", "start", "expected"),
    [
        ("a.jsonl", b"", True),
        ("a.jsonlines.gz", b'{"speakers": []', True),
        ("a.json", b' {"doc_id": "x", "text"', True),
        ("a.json", b'{"x": 1}', False),
        ("a.json", b'{"text": "x", "@id": "y"}', False),
        ("a.jsonl", b'{"@context": {}}', False),
    ],
)
def test_it_is_recognised_by_name_or_first_key(name: str, start: bytes, expected: bool) -> None:
    assert reader.looks_like(name, start) is expected


def test_carriage_returns_alone_end_lines_too() -> None:
    lines = '{"doc_id": "a", "text": "x", "clusters": []}\n{"doc_id": "b", "text": "y", "clusters": []}\n'
    found = [reader.read("a", each.encode(), FormatOptions()) for each in (lines, lines.replace("\n", "\r"))]
    assert found[0] == found[1]
    assert len(found[0].documents) == 2


def test_a_file_of_which_most_documents_are_flawed_counts_all_that_it_has() -> None:
    with pytest.raises(ReadingError, match=r"at least 1,001 of 4,846 documents cannot be used"):
        read(*(line(doc_id=f"d{number}", clusters=[]) for number in range(4_846)))


def test_a_list_of_which_most_documents_are_flawed_counts_all_that_it_has() -> None:
    objects = ",".join(line(doc_id=f"d{number}", clusters=[]) for number in range(4_846))
    with pytest.raises(ReadingError, match=r"at least 1,001 of 4,846 documents cannot be used"):
        read(f"[{objects}]")
