"""XML of CoreNLP: chains from the inner coreferences, and the text from words and their offsets."""

from __future__ import annotations

from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.corenlp_xml import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal


def token(number: int, word: str, begin: int, end: int) -> str:
    return (
        f'<token id="{number}"><word>{word}</word><lemma>x</lemma><CharacterOffsetBegin>{begin}'
        f"</CharacterOffsetBegin><CharacterOffsetEnd>{end}</CharacterOffsetEnd><POS>NN</POS></token>\n"
    )


def mention(sentence: int, start: int, end: int, head: int) -> str:
    return (
        f'<mention representative="true"><sentence>{sentence}</sentence><start>{start}</start>'
        f"<end>{end}</end><head>{head}</head><text>any</text></mention>\n"
    )


FILE = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="CoreNLP-to-HTML.xsl" type="text/xsl"?>
<root><document><docId>story.txt</docId><sentences>
<sentence id="1"><tokens>
{token(1, "Tall", 0, 4)}{token(2, "Ann", 5, 8)}{token(3, "-LRB-", 10, 11)}{token(4, "Bob", 11, 14)}
</tokens><parse>(ROOT)</parse></sentence>
<sentence id="2"><tokens>
{token(1, "She", 16, 19)}{token(2, "ran", 20, 23)}{token(3, ".", 23, 24)}
</tokens></sentence></sentences>
<coreference><coreference>
{mention(1, 1, 3, 2)}{mention(2, 1, 2, 1)}
</coreference><coreference>{mention(1, 4, 5, 4)}</coreference></coreference>
</document></root>
"""


def reading(text: str = FILE) -> Annotations:
    return read("folder/story.txt.xml", text.encode("utf-8"), FormatOptions())


def chains(annotations: Annotations) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in annotations.mentions:
        begin, end = each.fragments[0]
        found.setdefault(each.instance, []).append(annotations.documents[0].text[begin:end])
    return found


def test_the_words_stand_where_their_offsets_say_and_ends_are_exclusive() -> None:
    annotations = reading()
    assert annotations.documents == (("story.txt", "Tall Ann  (Bob\n She ran."),)
    assert chains(annotations) == {"story.txt/1": ["Tall Ann", "She"], "story.txt/2": ["Bob"]}
    assert annotations.mentions[0].minimum == (5, 8)
    assert annotations.remarks == ()


def test_a_mention_that_no_words_answer_is_left_out_and_told() -> None:
    annotations = reading(FILE.replace("<end>2</end>", "<end>9</end>"))
    assert chains(annotations)["story.txt/1"] == ["Tall Ann"]
    assert annotations.remarks == (
        ("mark-broken", "folder/story.txt.xml:19, 'sentence 2, start 1, end 9' are not words"),
    )


def test_a_file_without_coreference_says_so() -> None:
    head, _, _ = FILE.partition("<coreference>")
    assert reading(f"{head}</document></root>").remarks == (("no-entities", "folder/story.txt.xml"),)


def test_the_root_and_what_follows_tell_the_format() -> None:
    assert looks_like("a.xml", FILE.encode())
    assert not looks_like("a.xml", b"<root><doc/></root>")
    assert "the root element is 'Doc', not root" in refusal(lambda: reading("<Doc></Doc>"))


@given(damaged(FILE.encode()))
def test_whatever_is_damaged_is_read_or_explained(data: bytes) -> None:
    reads_or_says_why(lambda: read("story.xml", data, FormatOptions()))
