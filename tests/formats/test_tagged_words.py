"""Words with tags: texts with too few tags to be recognised."""

from __future__ import annotations

from coala.formats.annotations import Annotations
from coala.formats.words import read
from coala.model.format_options import FormatOptions


def reading(text: str) -> Annotations:
    return read("folder/tale.txt", text.encode("utf-8"), FormatOptions())


def test_zeros_after_one_word_differ_by_order_and_those_of_no_word_are_left_out() -> None:
    zeros = reading("##|[e1] ##él|[e2] Vio ##|[e1] ##ella|[e2,[e3 ##|e3] .|e2]\n").mentions
    assert [(mention.instance[-2:], mention.fragments[0], mention.zero) for mention in zeros] == [
        ("e1", (0, 3), "before#1"),
        ("e2", (0, 3), "before#2"),
        ("e1", (0, 3), "#1"),
        ("e3", (0, 3), "#2+#3"),
        ("e2", (4, 5), ""),
    ]
    assert reading("##|[e1]\n").remarks == (("empty-node", "folder/tale.txt:1, 'e1'"),)


def test_bar_in_a_word_is_text_where_no_tag_follows() -> None:
    found = reading("a|b ||[e1] c| d|x]y\n")
    assert found.documents[0].text == "a|b | c| d|x]y"
    assert [(mention.instance, mention.fragments) for mention in found.mentions] == [("tale/e1", ((4, 5),))]
