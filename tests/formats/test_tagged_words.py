"""Words with tags: mentions from brackets after words, and empty nodes outside of the text."""

from __future__ import annotations

import pytest
from hypothesis import given

from coala.formats.annotations import Annotations
from coala.formats.words import looks_like, read
from coala.model.format_options import FormatOptions
from tests.support.damage import damaged, reads_or_says_why, refusal

TALE = "Los|[e1 amigos de Ann|[e2],e1] dicen que ##|[e1] vienen con su|[e3,[e1] perro|e3] .\n"


def reading(text: str, *, lenient: bool = False) -> Annotations:
    return read("folder/tale.txt", text.encode("utf-8"), FormatOptions(lenient=lenient))


def mentions(annotations: Annotations) -> list[tuple[str, str]]:
    return [
        (mention.instance, annotations.documents[mention.document].text[slice(*mention.fragments[0])])
        for mention in annotations.mentions
    ]


def test_brackets_behind_words_are_mentions_and_an_empty_node_is_not_in_the_text() -> None:
    annotations = reading(TALE)
    assert annotations.documents == (("tale", "Los amigos de Ann dicen que vienen con su perro ."),)
    assert mentions(annotations) == [
        ("tale/e2", "Ann"),
        ("tale/e1", "Los amigos de Ann"),
        ("tale/e1", "que"),
        ("tale/e1", "su"),
        ("tale/e3", "su perro"),
    ]
    assert [mention.zero for mention in annotations.mentions] == ["", "", "#1", "", ""]
    assert annotations.remarks == (("zero-by-order", "folder/tale.txt:1, 'e1'"),)


def test_zeros_behind_one_word_are_told_apart_by_order_and_those_of_no_word_are_left_out() -> None:
    zeros = reading("##|[e1] ##él|[e2] Vio ##|[e1] ##ella|[e2,[e3 ##|e3] .|e2]\n").mentions
    assert [(mention.instance[-2:], mention.fragments[0], mention.zero) for mention in zeros] == [
        ("e1", (0, 3), "before#1"),
        ("e2", (0, 3), "before#2"),
        ("e1", (0, 3), "#1"),
        ("e3", (0, 3), "#2+#3"),
        ("e2", (4, 5), ""),
    ]
    assert reading("##|[e1]\n").remarks == (("empty-node", "folder/tale.txt:1, 'e1'"),)


def test_each_line_is_a_document_and_documents_are_numbered() -> None:
    annotations = reading("Ann|[e1] ran .\n\nBob|[e1] saw ##ella|[e2 her|e2] .\n")
    assert [document.name for document in annotations.documents] == ["tale/1", "tale/2"]
    assert mentions(annotations) == [("tale/1/e1", "Ann"), ("tale/2/e1", "Bob"), ("tale/2/e2", "her")]
    assert annotations.remarks == (
        ("document-without-name", "folder/tale.txt:1"),
        ("document-without-name", "folder/tale.txt:3"),
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Ann|[e2],e1]", "Ann|[e2],e7]", "'e7]' in 'Ann|[e2],e7]' closes what was not opened before"),
        ("su|[e3,[e1]", "su|[e3,e1", "'e1' in 'su|[e3,e1' is not a bracket such as '[e1'"),
        ("perro|e3]", "perro", "'[e3' in 'su|[e3,[e1]' opens what its document never closes"),
    ],
)
def test_a_broken_bracket_costs_itself(old: str, new: str, told: str) -> None:
    annotations = reading(TALE.replace(old, new))
    assert annotations.documents == reading(TALE).documents
    assert f"folder/tale.txt:1, {told}" in [example for _, example in annotations.remarks]


def test_a_bar_in_a_word_is_text_where_no_tag_follows() -> None:
    annotations = reading("a|b ||[e1] c| d|x]y\n")
    assert annotations.documents[0].text == "a|b | c| d|x]y"
    assert mentions(annotations) == [("tale/e1", "|")]


def test_a_file_of_broken_brackets_is_refused_unless_lenient() -> None:
    broken = " ".join(f"w{number}|[e{number}" for number in range(20))
    assert "20 of 20 brackets cannot be used" in refusal(lambda: reading(broken))
    assert reading(broken, lenient=True).mentions == ()


@pytest.mark.parametrize(
    ("start", "is_it"),
    [
        (TALE, True),
        ("A text with|[e1] one tag, and no more .", False),
        ('{"text": "a|[e1] b|[e2] c|[e3] d"}', False),
        ("# newdoc id = a|[e1] b|[e2] c|[e3] d", False),
        ("a|[e1]\tb|[e2]\tc|[e3]", False),
        ("See the list |[1] of |[2] things |[3] here", False),
    ],
)
def test_it_is_recognised_by_several_words_with_tags(start: str, is_it: bool) -> None:
    assert looks_like("a.txt", start.encode("utf-8")) is is_it


@given(damaged(TALE.encode("utf-8")))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    reads_or_says_why(lambda: read("a.txt", data, FormatOptions()))
