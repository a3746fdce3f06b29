"""A copied bag as text: names, clean sentences, and no gold."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from coala.diff.sentences import BagSentences
from coala.judging.questions import make_question
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.present.prose import (
    MOST_CHAINS,
    MOST_MENTIONS,
    MOST_SENTENCES,
    bag_to_markdown,
    bag_to_text,
    report_bag,
)
from coala.review.file import Review
from coala.verdicts.changes import ChangeKeys
from coala.verdicts.state import State
from tests.support.graphs_by_hand import DOC_1, A, B, C, D, graph
from tests.support.reviews import a_bag, a_typed_bag, make_review, put_comparison

HOSTILE = "*bold* `code` [x](javascript:1) <b> \u202eevil\u2066 \x1b[31m שלום @someone #1 | a\nb"


def test_words_of_others_steer_neither_the_page_nor_its_markup(tmp_path: Path) -> None:
    path = tmp_path / "a`b.coala"
    words = graph({"x": [A, B]}, labels={"x": HOSTILE}, texts={DOC_1: HOSTILE})
    put_comparison(path, words, graph({"y": [A], "z": [B]}, texts={DOC_1: HOSTILE}))
    with Review.open(path) as review:
        report = report_bag(review, 0)
        text, markdown = bag_to_text(report), bag_to_markdown(report)
    # Word joiners in Markdown break references of GitHub and GitLab, isolates keep the order of its words.
    for page in (text, re.sub("[\u2060\u2068\u2069]", "", markdown)):
        odd = {char for char in page if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")}
        assert odd == {"\n"}
    assert "שלום" in text
    assert "\\*bold\\* \\`c" in markdown
    assert "\\[x\\](java" in markdown
    assert "- Bag: `` a`b.coala#1 ``" in markdown


def test_chain_of_the_title_of_a_great_bag_is_not_cut(tmp_path: Path) -> None:
    names = ["Ann"] * 199 + ["Bob"]
    text = {DOC_1: " ".join(f"Then {name} ran." for name in names)}
    spans = [Span(DOC_1, place, place + 3) for place in range(5, 14 * 200, 14)]
    alone = {f"y{number}": [span] for number, span in enumerate(spans)}
    labels = {f"y{number}": name for number, name in enumerate(names)}
    path = tmp_path / "r.coala"
    joined = graph({"x": spans}, labels={"x": "Ann"}, texts=text)
    put_comparison(path, graph(alone, labels=labels, texts=text), joined)
    with Review.open(path) as review:
        bag, page = review.bag(0), bag_to_text(report_bag(review, 0))
        question = make_question(bag, 1, bag.fingerprint, ("before", "now"), review.text)
    assert question.headline == "Bob joined with Ann"
    for labels_of_side in ([chain.label for chain in side] for side in question.sides):
        assert labels_of_side.count("Bob") == (len(labels_of_side) > 1)
    assert "Bob" in question.sentences[-1].text
    assert page.count("Then [Bob] ran.\n") == 1
    assert page.count("ran.\n") == MOST_SENTENCES
    assert page.count(" Bob, 1 mention\n") == 1
    assert f"and {200 - MOST_CHAINS} more chains" in page
    assert f"and {200 - MOST_MENTIONS} more mentions" in page


def test_copied_bag_has_no_gold(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [a_bag(0)], gold=True)) as review:
        assert "gold" not in bag_to_text(report_bag(review, 0)).lower()


def test_properties_of_one_side_are_listed_with_its_chain(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    knows = [("x", "http://example.org/knows", '"*Eve*"')]
    put_comparison(path, graph({"x": [A, C]}, statements=knows), graph({"y": [A, C], "z": [D]}))
    with Review.open(path) as review:
        pages = [bag_to_markdown(report_bag(review, entry.number)) for entry in review.entries]
    assert any("  - only here: knows: \\*Eve\\*" in page for page in pages)
    assert any("baseline: nowhere" in page for page in pages)


def test_verdicts_on_changes_are_next_to_them(tmp_path: Path) -> None:
    mixed = a_typed_bag(0)
    changes = BagSentences(mixed).changes
    keys = ChangeKeys(mixed, changes)
    rows = keys.set_verdict(keys.set_verdict((), 0, Verdict.BETTER), 1, Verdict.WORSE)
    with Review.open(make_review(tmp_path / "r.coala", [mixed])) as review:
        assert "Changes: " not in bag_to_text(report_bag(review, 0))
        review.judge(0, State(Verdict.SAME, rows=rows))
        page = bag_to_text(report_bag(review, 0))
    assert "  Changes: 2 of 3 changes judged: + − ○\n" in page
    assert [line.partition("; ")[2] for line in page.splitlines() if "; judged" in line] == [
        "judged + better",
        "judged − worse",
    ]
