"""The HTML page of a review: its content, safe from hostile labels, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from coala.diff.row_keys import row_keys
from coala.html.report import write_report
from coala.model.bag import Verdict
from coala.model.notices.notice import Notice
from coala.results.verdicts.judged import Judged, ReviewerAnswer, collect_answers
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.exports.test_exports import HOSTILE
from tests.support.bags_by_hand import BARE, PARIS, TEXAS, linked
from tests.support.chromium import BrowserPage, each_look
from tests.support.reviews import a_bag, judge_as, make_review

LONG = "x" * 1_000_000
TITLE = HOSTILE.replace("\ud800", "")


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Judged]:
    """Return three bags, the second judged worse by a hostile reviewer; one word has a million letters."""
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1, TITLE), a_bag(2, LONG)], gold=True)
    with Review.open(path, reviewer="Eve <b>") as review:
        review.judge(0, State(Verdict.BETTER, Comment(HOSTILE, ("<i>",))))
        review.judge(1, State(Verdict.WORSE))
        review.judge(2, State(Verdict.SAME, Comment("Zürich")))
        yield collect_answers(review)


def written(judged: Judged, folder: Path) -> Path:
    path = folder / "page.html"
    path.write_text("".join(write_report(judged)), encoding="utf-8", errors="backslashreplace")
    return path


class Elements(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_nothing_in_a_label_or_note_becomes_an_element_and_nothing_leads_out(
    judged: Judged, tmp_path: Path
) -> None:
    text = written(judged, tmp_path).read_text(encoding="utf-8")
    elements = Elements(text).found
    tags = [tag for tag, _ in elements]
    assert "img" not in tags
    assert "i" not in tags
    assert (tags.count("script"), tags.count("style"), tags.count("article")) == (1, 1, 3)
    for tag, attributes in elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")], tag
        assert re.fullmatch(r"#[\w-]+", attributes.get("href") or "#a"), tag
    assert "http:" not in text
    assert "https:" not in text
    assert not set(text) & set("\x1b\u202e\u2066")
    assert len(text) < 60_000


def test_the_policy_of_the_page_forbids_all_but_its_own_style_and_script(
    judged: Judged, tmp_path: Path
) -> None:
    text = written(judged, tmp_path).read_text(encoding="utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed["default-src"] == "'none'"
    assert {name for name, value in allowed.items() if value != "'none'"} == {"style-src", "script-src"}
    for what in ("style", "script"):
        assert re.fullmatch("'sha256-[A-Za-z0-9+/=]{44}'", allowed[f"{what}-src"])


def test_a_page_says_what_was_odd_in_the_graphs(tmp_path: Path) -> None:
    odd = Notice("mention-without-document", 2, "2 mentions have no document.", role="baseline", path="a.ttl")
    path = make_review(tmp_path / "r.coala", [a_bag(0)], notices=(odd,))
    with Review.open(path, read_only=True) as review:
        head = "".join(write_report(collect_answers(review))).partition("</header>")[0]
    assert re.search(r"<summary>1 [^<]*</summary>", head)
    assert odd.sentence in head


def test_page_has_each_bag_with_an_answer_though_not_with_a_verdict(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", list(map(a_bag, range(5))))
    judge_as(path, "Ann", "+")
    with Review.open(path, reviewer="Bob") as review:
        review.judge(0, State(Verdict.WORSE))
        review.judge(2, State(comment=Comment("odd")))
        review.judge(3, State(rows=((row_keys(review.bag(3))[0], Verdict.BETTER),)))
        text = written(collect_answers(review), tmp_path).read_text(encoding="utf-8")
    shown = re.findall(r'<article id="bag-(\d)" data-verdict="(\w+)"', text)
    assert shown == [("1", "disputed"), ("3", "open"), ("4", "open")]
    assert re.findall(r'<p class="note">(\d)', text) == ["2"]


def test_the_page_tells_verdicts_notes_and_sentences(judged: Judged, tmp_path: Path) -> None:
    text = written(judged, tmp_path).read_text(encoding="utf-8")
    assert re.search(r"\b3 of 3 ", text)
    assert '<p class="lead">' in text.partition("</header>")[0]
    assert '<article id="bag-2" data-verdict="worse"' in text
    assert "&lt;/script&gt;&lt;img" in text
    assert re.search(r'<mark class="d o\d n\d">he</mark>', text)


@pytest.mark.browser
class TestInChromium:
    """The page in a real browser."""

    def test_page_requests_nothing_and_logs_no_error(
        self, judged: Judged, tmp_path: Path, page: BrowserPage
    ) -> None:
        path = written(judged, tmp_path)
        for _ in each_look(page, path, 1200):
            pass
        page.value("fetch('http://127.0.0.1:9/').catch(() => 0)")
        assert "Content Security Policy" in "".join(page.complaints)

    def test_the_search_narrows_the_bags_by_keyboard(
        self, judged: Judged, tmp_path: Path, page: BrowserPage
    ) -> None:
        page.open(written(judged, tmp_path))
        shown = "[...document.querySelectorAll('article:not([hidden])')].map(each => each.id).join()"
        assert page.value(shown) == "bag-1,bag-2,bag-3"
        page.press("/", "/")
        assert page.value("document.activeElement.id") == "query"
        for letter in "ZURICH":
            page.press(letter, letter)
        page.wait(f"{shown} === 'bag-3'")
        assert page.value("document.getElementById('status').textContent").startswith("1 of 3 ")
        page.press("Escape")
        page.wait(f"{shown} === 'bag-1,bag-2,bag-3'")
        page.value("verdict.value = 'worse', verdict.dispatchEvent(new Event('change', {bubbles: true})), 0")
        page.wait(f"{shown} === 'bag-2'")

    def test_what_is_folded_is_printed(self, judged: Judged, tmp_path: Path, page: BrowserPage) -> None:
        page.open(written(judged, tmp_path))
        shown = "document.querySelector('details .sides').checkVisibility()"
        assert page.value("document.querySelectorAll('details[open]').length") == 0
        assert not page.value(shown)
        page.show_as_printed()
        assert page.value(shown)
        assert page.value("document.querySelector('details .sides').getBoundingClientRect().height") > 0

    def test_a_thousand_bags_stay_usable(self, tmp_path: Path, page: BrowserPage) -> None:
        path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(1000)])
        answer = ReviewerAnswer("Ann", "2026-01-01T00:00:00+00:00", State(Verdict.BETTER))
        with Review.open(path, read_only=True) as review:
            nobody = collect_answers(review)
            bags = tuple(bag._replace(answers=(answer,), verdict=Verdict.BETTER) for bag in nobody.bags)
            page.open(written(replace(nobody, bags=bags), tmp_path))
        page.value("query.value = 'doc999', query.dispatchEvent(new Event('input')), 0")
        page.wait("document.querySelectorAll('article:not([hidden])').length === 1")
        page.value("query.value = 'smith', verdict.dispatchEvent(new Event('change')), 0")
        assert page.value("document.querySelectorAll('article:not([hidden])').length") == 1000


def test_a_changed_link_shows_both_entries_and_no_markup_of_theirs(tmp_path: Path) -> None:
    with Review.open(make_review(tmp_path / "r.coala", [linked([TEXAS, BARE], [PARIS, BARE])])) as review:
        review.judge(0, State(Verdict.BETTER))
        text = written(collect_answers(review), tmp_path).read_text(encoding="utf-8")
    assert '<span class="kind">entity link</span>' in text
    before, after = text.rindex("city in &lt;b&gt;Texas&lt;/b&gt;"), text.rindex("capital of France")
    assert before < after
    assert "<bdi>Paris (Q830149)</bdi>, <bdi>Q84</bdi>" in text
