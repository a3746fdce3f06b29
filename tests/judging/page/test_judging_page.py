"""The page on which somebody judges without COALA, in a real browser, and the way of its answers back."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from coala.base import second_process
from coala.cli.commands import main
from coala.diff.row_keys import row_keys
from coala.judging.open_review import OpenReview
from coala.judging.page import judging_page
from coala.judging.page.judging_page import write_judging_page
from coala.model.bag import Verdict
from coala.model.values import Span
from coala.review.blind.blindness import BlindWish
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.chromium import BrowserPage, each_look
from tests.support.graphs_by_hand import DOC_1, graph
from tests.support.judging_pages import (
    answer,
    count_answered,
    export_page,
    load,
    open_blocks,
    open_fresh,
    open_page,
    save,
    show_all,
    write_newswire,
)
from tests.support.reviews import a_bag, a_mixed_bag, a_typed_bag, judge_as, make_review, put_comparison

GIVE_A_SECOND_TAG_MEANWHILE = """
(() => {
  const boxes = document.querySelectorAll("#why input[type=checkbox]");
  const { open } = IDBFactory.prototype;
  const { put } = IDBObjectStore.prototype;
  window.complete = new Set();
  IDBObjectStore.prototype.put = function (value, key) {
    const { transaction } = this;
    const request = put.call(this, value, key);
    transaction.addEventListener("complete", () => window.complete.add(transaction));
    if (key === "reviewer" || IDBFactory.prototype.open !== open) return request;
    IDBFactory.prototype.open = (name) => {
      const later = {};
      transaction.addEventListener("complete", () => {
        const opening = open.call(indexedDB, name);
        opening.onsuccess = () => {
          later.result = opening.result;
          later.onsuccess();
        };
      });
      return later;
    };
    boxes[1].click();
    return request;
  };
  boxes[0].click();
})()
"""
"""Gives a second tag while the first is being stored; the database opens for it afterwards."""


@pytest.fixture
def browser(page: BrowserPage) -> BrowserPage:
    """Return the browser of this module, under a name that no file has."""
    return page


def store_answer(page: BrowserPage, number: int, time: str = "2026-01-01T00:00:00.000Z") -> None:
    """Store the answer "same" for a bag as another page of this browser does."""
    given = {"verdict": "same", "changes": {}, "tags": [], "note": "", "time": time}
    page.value(
        "new Promise((done, failed) => {"
        "const request = indexedDB.open('coala-answers/' + document.body.dataset.review);"
        "request.onerror = failed;"
        "request.onsuccess = () => { const database = request.result;"
        "const transaction = database.transaction('answers', 'readwrite'); transaction.onabort = failed;"
        f"transaction.objectStore('answers').put({json.dumps(given)}, '{number:064d}');"
        "transaction.oncomplete = () => { database.close(); done(null); }; }; })"
    )


def wait_stored(page: BrowserPage, number: int, **parts: object) -> None:
    """Wait until the stored answer on a bag has these parts; the page stores it after it has shown it."""
    read = (
        "new Promise((done, failed) => {"
        "const request = indexedDB.open('coala-answers/' + document.body.dataset.review);"
        "request.onerror = failed;"
        "request.onsuccess = () => { const database = request.result;"
        f"const found = database.transaction('answers').objectStore('answers').get('{number:064d}');"
        "found.onerror = failed;"
        "found.onsuccess = () => { database.close(); done(found.result); }; }; })"
    )
    while not parts.items() <= page.value(read).items():
        time.sleep(0.05)


def choose_change(page: BrowserPage, key: str, word: str) -> None:
    """Choose a verdict for a change, "" for none."""
    page.value(
        f"{{ const select = document.querySelector('[data-change=\"{key}\"]'); select.value = '{word}';"
        "select.dispatchEvent(new Event('change')); null }"
    )


@pytest.mark.browser
def test_bags_judged_by_keys_come_back_as_in_the_window(browser: BrowserPage, tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "r.coala")
    open_fresh(browser, export_page(path))
    keys = [str(number % 4 + 1) for number in range(28)]

    for key in keys:
        answer(browser, key)
    header, *lines = save(browser)

    assert header["format"] == "coala-answers/1"
    assert header["reviewer"] == "Ben"
    assert header["kind"] == "person"
    words = {"1": "worse", "2": "same", "3": "better", "4": "not sure"}
    assert [line["verdict"] for line in lines] == [words[key] for key in keys]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(map(json.dumps, [header, *lines])), encoding="utf-8")
    assert main(["import", str(path), str(answers)]) == 0
    verdicts = {"1": Verdict.WORSE, "2": Verdict.SAME, "3": Verdict.BETTER, "4": Verdict.UNSURE}
    with Review.open(path, reviewer="Ann") as review:
        for number, key in enumerate(keys):
            review.judge(number, State(verdicts[key], gold_seen=False))
        given = review.states_of("Ben")
        assert given == review.states_of("Ann")


@pytest.mark.browser
def test_changes_tags_and_a_note_are_saved(browser: BrowserPage, tmp_path: Path) -> None:
    path = write_newswire(tmp_path / "r.coala")
    open_fresh(browser, export_page(path))
    # The first bag with changes of types.
    show_all(browser)
    browser.value(
        "{ const all = [...document.querySelectorAll('article')];"
        "const jump = document.getElementById('jump'); jump.dispatchEvent(new Event('focus'));"
        "jump.value = all.findIndex((each) => each.querySelector('.each'));"
        "jump.dispatchEvent(new Event('change')); null }"
    )
    browser.value("document.querySelector('article:not([hidden]) .each').open = true")
    browser.value(
        "(() => { const s = document.querySelector('article:not([hidden]) [data-change]'); s.value = 'worse';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    browser.wait("document.getElementById('progress').textContent.startsWith('1 of')")
    browser.value("document.getElementById('progress').textContent = ''")
    answer(browser, "3")
    browser.value("document.querySelector('#why input[value=name]').click()")
    browser.value(
        "(() => { const n = document.getElementById('note'); n.value = '<b>=1+1</b>';"
        "n.dispatchEvent(new Event('change')); })()"
    )

    _, line = save(browser)

    assert (line["verdict"], line["tags"], line["note"]) == ("better", ["name"], "<b>=1+1</b>")
    ((change,),) = [line["changes"]]
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps(line), encoding="utf-8")
    assert main(["import", str(path), str(answers), "--reviewer", "Ben"]) == 0
    with Review.open(path, reviewer="Ben", read_only=True) as review:
        state = review.state(line["fingerprint"])
    assert state.verdict is Verdict.BETTER
    assert state.comment == Comment("<b>=1+1</b>", ("name",))
    assert dict(state.rows)[change["change"]] is Verdict.WORSE


@pytest.mark.browser
def test_answers_stay_in_the_browser_and_undo_takes_the_last_back(
    browser: BrowserPage, tmp_path: Path
) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    open_fresh(browser, page)
    answer(browser, "1")
    answer(browser, "3")

    open_page(browser, page)

    assert count_answered(browser) == 2
    browser.press("u", "u")  # nothing was answered since the page was opened
    assert count_answered(browser) == 2
    answer(browser, "2")
    browser.press("u", "u")
    browser.wait("document.getElementById('progress').textContent.startsWith('2 of 3')")
    assert [line["verdict"] for line in save(browser)[1:]] == ["worse", "better"]


@pytest.mark.browser
def test_undo_takes_an_answer_back_together_with_its_reason(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    open_fresh(browser, page)
    answer(browser, "1")
    answer(browser, "3")
    browser.value("document.querySelector('#why input[value=name]').click()")
    wait_stored(browser, 1, verdict="better", tags=["name"])

    for before in ([(1, "worse")], []):
        browser.press("u", "u")
        browser.wait(f"document.getElementById('jump').value === '{len(before)}'")

        assert [(line["bag"], line["verdict"]) for line in save(browser)[1:]] == before


@pytest.mark.browser
def test_answers_of_a_second_page_are_merged_and_none_is_lost(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    open_fresh(browser, page)
    # Another page of this browser has answered the last bag.
    store_answer(browser, 2)

    answer(browser, "1")

    assert count_answered(browser) == 2
    assert [line["verdict"] for line in save(browser)[1:]] == ["worse", "same"]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("stored", "latest"),
    [("2999-01-01T00:00:00.999Z", "2999-01-01T00:00:02"), ("2001-01-01T00:00:00.000Z", "2999-01-01")],
    ids=["the clock was set back", "the clock goes on"],
)
def test_changed_answer_counts_when_the_clock_was_set_back(
    browser: BrowserPage, tmp_path: Path, stored: str, latest: str
) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(0)]))
    open_fresh(browser, page)
    store_answer(browser, 0, stored)
    open_page(browser, page)
    assert count_answered(browser) == 1
    before = browser.value("new Date().toISOString()")

    browser.wait("performance.now() > 1000")  # a bag that has just appeared takes no key
    browser.press("3", "3")
    browser.wait("document.querySelector('[data-answer=better][aria-pressed=true]') !== null")
    browser.value("document.querySelector('#why input[value=name]').click()")
    wait_stored(browser, 0, verdict="better", tags=["name"])

    open_page(browser, page)
    _, line = save(browser)
    assert (line["verdict"], line["tags"]) == ("better", ["name"])
    assert stored < line["time"] < latest
    assert line["time"] >= before


@pytest.mark.browser
def test_loaded_time_to_come_counts_as_now(browser: BrowserPage, tmp_path: Path) -> None:
    open_fresh(browser, export_page(make_review(tmp_path / "r.coala", [a_bag(0), a_bag(1)])))
    before = browser.value("new Date().toISOString()")

    load(
        browser,
        {"fingerprint": f"{0:064d}", "verdict": "worse", "time": "2999-01-01T00:00:00Z"},
        {"fingerprint": f"{1:064d}", "verdict": "better", "time": "2026-05-03T01:12:44+02:00"},
    )

    after = browser.value("new Date().toISOString()")
    _, first, second = save(browser)
    assert before <= first["time"] <= after
    assert second["time"] == "2026-05-02T23:12:44.000Z"


@pytest.mark.browser
def test_load_names_the_lines_that_it_leaves_out(browser: BrowserPage, tmp_path: Path) -> None:
    open_fresh(
        browser, export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    )
    zero = {"fingerprint": f"{0:064d}"}
    bad: list[object] = [
        {**zero, "verdict": "worse", "changes": [None]},
        {**zero, "verdict": "worse", "changes": 7},
        {**zero, "verdict": "worse", "changes": [{"change": {"toString": 1}, "verdict": "worse"}]},
        {**zero, "verdict": "worse", "changes": [{"change": 1, "verdict": "best"}]},
        {**zero, "changes": [{"change": 1, "verdict": "worse"}, {"change": "1", "verdict": "same"}]},
    ]
    bad += [{**zero, "verdict": "worse", key: {"toString": 1}} for key in ("note", "time", "tags")]
    bad += [{**zero, "verdict": word} for word in ("best", 1, None)]
    bad += [json.dumps({**zero, "verdict": "worse"})[:-1] + ', "verdict": "better"}']
    bad += [{**zero, "verdict": "worse", "note": "x" * 1_000_000}]
    bad += [{"fingerprint": f"{9:064d}", "verdict": "worse"}, {"format": "coala-answers/9"}, None, [1], "{"]
    good = {"fingerprint": f"{1:064d}", "verdict": "better", "note": '"verdict": {"verdict": "'}

    for line in bad:
        message = load(browser, "", line, "", good)

        assert message.startswith("1 "), line
        assert re.findall(r"line (\d+) \(", message) == ["2"], line
    assert "line 10 (" in load(browser, *bad)
    assert "line 11 (" not in load(browser, *bad)
    assert [(line["bag"], line["verdict"]) for line in save(browser)[1:]] == [(2, "better")]


@pytest.mark.browser
def test_loaded_answers_are_there_when_the_page_is_opened_again(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    open_fresh(browser, page)
    load(
        browser,
        {"fingerprint": f"{1:064d}", "verdict": "better", "note": "why", "tags": ["name"]},
        {"fingerprint": f"{2:064d}", "verdict": "worse"},
    )

    open_page(browser, page)

    lines = [(line["bag"], line["verdict"], line.get("note")) for line in save(browser)[1:]]
    assert lines == [(2, "better", "why"), (3, "worse", None)]


@pytest.mark.browser
def test_a_reason_given_while_another_is_being_stored_is_kept(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    open_fresh(browser, page)
    answer(browser, "1")
    browser.value(GIVE_A_SECOND_TAG_MEANWHILE)
    browser.wait("window.complete.size === 2")

    open_page(browser, page)

    _, line = save(browser)
    assert len(line["tags"]) == 2


@pytest.mark.browser
def test_answers_of_another_page_appear_when_a_page_gets_the_focus(
    browser: BrowserPage, tmp_path: Path
) -> None:
    open_fresh(
        browser, export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    )
    store_answer(browser, 2)

    browser.value("window.dispatchEvent(new Event('focus'))")

    browser.wait("document.getElementById('progress').textContent.startsWith('1 of 3')")


DAMAGES = {
    "no room": (
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    ),
    "the disk is full": "IDBObjectStore.prototype.put = function () { this.transaction.abort(); }",
    "not allowed": (
        "IDBFactory.prototype.open = () => { throw new DOMException('private', 'SecurityError'); }"
    ),
    "no reply": "IDBFactory.prototype.open = () => ({})",
}


@pytest.mark.browser
def test_a_browser_that_keeps_nothing_says_so_and_still_saves(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)]))
    for damage in DAMAGES.values():
        open_fresh(browser, page)
        browser.value(f"{{ {damage}; null }}")

        answer(browser, "1")

        assert browser.value("document.getElementById('message').textContent") != "", damage
        assert [line["verdict"] for line in save(browser)[1:]] == ["worse"], damage


@pytest.mark.browser
def test_pages_with_other_sides_share_no_answers(browser: BrowserPage, tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(number) for number in range(3)])
    open_fresh(browser, export_page(path, "--blind", "1"))
    answer(browser, "1")
    header, _ = save(browser)

    open_page(browser, export_page(path, "--blind", "2"))
    assert count_answered(browser) == 0
    open_page(browser, export_page(path))
    assert count_answered(browser) == 0
    open_page(browser, export_page(path, "--blind", "1"))
    assert count_answered(browser) == 1
    assert header["sides"] == browser.value("document.body.dataset.sides")


@pytest.mark.browser
def test_saving_without_a_name_asks_for_it(browser: BrowserPage, tmp_path: Path) -> None:
    open_fresh(browser, export_page(make_review(tmp_path / "r.coala", [a_bag(1)])))
    browser.value("document.getElementById('reviewer').value = ''")
    browser.value("document.getElementById('save').click()")

    assert browser.value("document.activeElement.id") == "reviewer"
    assert browser.value("document.getElementById('message').textContent") != ""


@pytest.mark.browser
def test_held_key_gives_one_answer(browser: BrowserPage, tmp_path: Path) -> None:
    open_fresh(browser, export_page(make_review(tmp_path / "r.coala", [a_bag(n) for n in range(4)])))
    answer(browser, "1")
    # The next bag has been there for long enough.
    browser.value("new Promise((done) => { setTimeout(() => done(null), 300); })")
    browser.repeat("1", "1")
    browser.repeat("1", "1")
    answer(browser, "3")

    assert [line["verdict"] for line in save(browser)[1:]] == ["worse", "better"]


@pytest.mark.browser
def test_keys_typed_into_a_field_do_not_answer(browser: BrowserPage, tmp_path: Path) -> None:
    open_fresh(browser, export_page(make_review(tmp_path / "r.coala", [a_bag(1), a_bag(2)])))
    browser.value("document.getElementById('reviewer').focus()")
    for _ in range(5):
        browser.press("1", "1")

    assert count_answered(browser) == 0
    assert browser.value("document.getElementById('reviewer').value") == "11111"


@pytest.mark.parametrize("options", [["--blind", "3"], []])
def test_a_page_with_hidden_sides_tells_no_side(tmp_path: Path, options: list[str]) -> None:
    path = write_newswire(tmp_path / "q.coala", None if options else BlindWish(5))

    text = open_blocks(export_page(path, *options).read_text(encoding="utf-8"))

    content = text[text.index("<body") : text.index("<script>")].lower()
    for word in (
        "baseline",
        "changed system",
        "changed graph",
        "the changed",
        ".ttl",
        "http",
        "newswire",
    ):
        assert word not in content
    assert 'data-answer="left"' in content


def test_the_page_has_no_verdicts_scores_or_gold(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(1), a_bag(2)], gold=True)
    with Review.open(path, reviewer="Eve") as review:
        review.judge(0, State(Verdict.WORSE, Comment("because of this", ("odd",))))

    text = open_blocks(export_page(path).read_text(encoding="utf-8"))

    content = text[text.index("<body") : text.index("<script>")]
    for word in ("Eve", "because of this", "odd", "gold", "MUC", "effect"):
        assert word not in content


def test_page_is_the_same_from_one_process_and_from_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_newswire(tmp_path / "r.coala", BlindWish(1))

    def write() -> str:
        with OpenReview(path, read_only=True) as review:
            return open_blocks("".join(write_judging_page(review, review.asked)))

    in_one_block = write()
    monkeypatch.setattr(judging_page, "_BLOCK", 5)
    in_two_processes = write()
    monkeypatch.setattr(second_process, "can_fork", lambda: False)
    assert write() == in_two_processes == in_one_block


@pytest.mark.browser
def test_labels_stay_text(browser: BrowserPage, tmp_path: Path) -> None:
    hostile = "</script><script>window.evil = 1</script><img src=x onerror=alert(1)>"
    open_page(browser, export_page(make_review(tmp_path / "r.coala", [a_bag(1, hostile)])))

    assert browser.value("typeof window.evil") == "undefined"
    assert browser.value("document.querySelectorAll('img').length") == 0


@pytest.mark.browser
def test_a_page_without_bags_says_only_that_there_is_nothing_to_judge(
    browser: BrowserPage, tmp_path: Path
) -> None:
    browser.open(export_page(make_review(tmp_path / "r.coala", [])))
    browser.wait("!document.getElementById('nothing').hidden")

    assert browser.value("document.querySelectorAll('main > :not([hidden])').length") == 1
    assert browser.value("document.querySelectorAll('button, input, select, form').length") == 0


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["judging-page", "html"])
def test_sentences_run_left_to_right_and_arabic_text_right_to_left(
    browser: BrowserPage, tmp_path: Path, kind: str
) -> None:
    text = "أدا كتبت. ماري علمت."
    ada, mary = (Span(DOC_1, at, at + len(name)) for name in ("أدا", "ماري") for at in [text.index(name)])
    apart, together = ({"a": [ada], "m": [mary]}, {"a": [ada, mary]})
    path, page = tmp_path / "r.coala", tmp_path / "r.html"
    put_comparison(path, *(graph(chains, texts={DOC_1: text}) for chains in (apart, together)))
    judge_as(path, "Eve", "+")
    assert main(["export", str(path), "--to", kind, "-o", str(page)]) == 0
    browser.open(page)
    browser.wait("document.querySelector('.evidence') !== null")

    lefts = browser.value(
        "(() => { const words = document.querySelector('[id^=title-] > :last-child').firstChild;"
        "return ['ماري', 'joined', 'أدا', '(A)'].map((part) => {"
        "const range = document.createRange(), at = words.data.indexOf(part);"
        "range.setStart(words, at); range.setEnd(words, at + part.length);"
        "return range.getBoundingClientRect().left; }); })()"
    )
    assert lefts == sorted(lefts)
    assert browser.value("getComputedStyle(document.querySelector('.evidence p')).direction") == "rtl"


@pytest.mark.browser
def test_the_page_looks_right_wide_and_narrow_light_and_dark(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(write_newswire(tmp_path / "r.coala"))
    for _ in each_look(browser, page, 1280):
        browser.wait("document.getElementById('progress').textContent !== ''")
        assert browser.value("document.querySelectorAll('article:not([hidden])').length") == 1
        names = browser.value(
            "Array.from(document.querySelectorAll('button, input:not([hidden]), select')).filter(e => "
            "!(e.textContent.trim() || e.labels && e.labels.length || e.getAttribute('aria-label'))).length"
        )
        assert names == 0


@pytest.mark.browser
def test_choosing_nothing_for_a_change_takes_its_verdict_back(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_review(tmp_path / "r.coala", [a_typed_bag(0), a_bag(1)]))
    open_fresh(browser, page)
    keys = row_keys(a_typed_bag(0))
    for place, word in ((0, "worse"), (2, "better"), (0, "")):
        choose_change(browser, keys[place], word)
    assert [line["changes"] for line in save(browser)[1:]] == [[{"change": keys[2], "verdict": "better"}]]
    wait_stored(browser, 0, changes={keys[2]: "better"})

    choose_change(browser, keys[2], "")

    assert save(browser)[1:] == []
    wait_stored(browser, 0, changes={})
    open_page(browser, page)
    assert count_answered(browser) == 0


@pytest.mark.browser
def test_loaded_change_is_found_by_number_and_one_about_mentions_is_left_out(
    browser: BrowserPage, tmp_path: Path
) -> None:
    open_fresh(browser, export_page(make_review(tmp_path / "r.coala", [a_mixed_bag(0), a_typed_bag(1)])))
    verdict = {"change": 2, "verdict": "worse"}
    lines = [{"fingerprint": f"{number:064d}", "verdict": "same", "changes": [verdict]} for number in (0, 1)]

    message = load(browser, *lines)

    assert message.startswith("1 ")
    assert re.findall(r"line (\d+) \(", message) == ["1"]
    ((answered,),) = [[line["changes"] for line in save(browser)[1:]]]
    keys = row_keys(a_typed_bag(1))
    assert answered == [{"change": keys[1], "verdict": "worse"}]


@pytest.mark.browser
def test_phone_shows_the_bag_below_a_head_and_navigation_of_at_most_100_pixels(
    browser: BrowserPage, tmp_path: Path
) -> None:
    page = export_page(write_newswire(tmp_path / "a-long-name-of-a-review-of-newswire-texts.coala"))
    browser.open(page, size=(390, 844))
    browser.wait("document.getElementById('progress').textContent !== ''")
    shown = "document.querySelector('article:not([hidden])')"
    assert browser.value(f"{shown}.getBoundingClientRect().top") <= 100
    title = browser.value(f"{shown}.querySelector('.title').textContent")
    assert re.findall(r"\b[A-Z](?=\))|\d+ more$", title) == ["F", "A", "6 more"]
    # The name is asked for where it can be typed.
    browser.value("document.getElementById('reviewer').value = ''; document.getElementById('save').click()")
    assert browser.value("document.activeElement.id") == "reviewer"
    assert browser.value("document.activeElement.checkVisibility()")
