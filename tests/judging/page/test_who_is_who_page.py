"""Who is who on the page to judge on: its rule, its keys, its saved answers, and drawn links."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import coala
from coala.cli.commands import main
from coala.judging.who_is_who import WhoIsWho, name_parts, read_groups
from coala.model.bag import CHANGED, Verdict
from coala.model.sides import VERDICT_WORDS
from coala.model.values import Span
from coala.present.placing import say_rule
from coala.review.drawing import draw
from coala.review.file import Review
from coala.verdicts.groups import Groups, count_grouped_links, place_parts
from coala.verdicts.state import State
from tests.support.chromium import BrowserPage, each_look
from tests.support.graphs_by_hand import graph
from tests.support.great_bags import a_wide_bag, write_bags
from tests.support.judging_pages import (
    answer,
    count_answered,
    export_page,
    load,
    open_fresh,
    open_page,
    save,
    show_all,
    write_newswire,
)
from tests.support.parted_bags import make_parted_review
from tests.support.reviews import a_bag, put_comparison

DRIVE = """
window.sleep = (time) => new Promise((done) => setTimeout(done, time));
window.shown = () => document.querySelector("article:not([hidden])");
window.strike = (key, more = {}) =>
  document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
window.goTo = (number) => {
  const jump = document.getElementById("jump");
  jump.dispatchEvent(new Event("focus"));
  jump.value = String(number);
  jump.dispatchEvent(new Event("change"));
};
window.placeBy = async (number, keys) => {
  goTo(number);
  await sleep(200);
  document.activeElement.blur();
  strike("e");
  await sleep(200);
  for (const key of keys) {
    if (key === "first") for (let step = 0; step < 99; step += 1) strike("ArrowUp");
    else if (key.startsWith("Shift+")) strike(key.slice(6), { shiftKey: true });
    else strike(key);
  }
  return document.getElementById("rule").textContent;
};
window.storeBy = async (key) => {
  strike(key);
  for (let step = 0; step < 200 && document.getElementById("placing"); step += 1) await sleep(10);
  await sleep(300);
};
null;
"""


ANSWER_AT_RANDOM = """
(() => {
  let state = 12345;
  const draw = (number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % number;
  };
  const pick = () => [1, 2, 3, whoIsWho.NO_MENTION, whoIsWho.NOT_SURE][draw(5)];
  const found = [];
  for (const article of document.querySelectorAll("article")) {
    const parts = Array.from(article.querySelectorAll("[data-part]"), ({ dataset }) => ({
      name: dataset.part,
      first: dataset.first,
      second: dataset.second,
      size: dataset.mentions ? JSON.parse(dataset.mentions).length : 1,
    }));
    for (let round = 0; parts.length && round < 20; round += 1) {
      const placed = whoIsWho.groupAs(parts, round % 2 ? "first" : "second");
      for (const part of parts) {
        if (draw(3) === 0) placed.groups.set(part.name, pick());
        else if (part.size > 1 && draw(3) === 0) {
          placed.opened.add(part.name);
          for (let mention = 0; mention < part.size; mention += 1) {
            placed.groups.set(whoIsWho.keyOf(part, mention), pick());
          }
        }
      }
      const links = whoIsWho.countLinks(whoIsWho.place(parts, placed));
      const answer = whoIsWho.toAnswer(parts, placed);
      const again = whoIsWho.toAnswer(parts, whoIsWho.fromAnswer(parts, answer));
      const side = whoIsWho.findSide(links);
      found.push({ bag: Number(article.dataset.number), links, side, answer, again });
    }
  }
  return found;
})()
"""
"""Places the parts of each bag at random, and returns what follows."""


@pytest.fixture
def browser(page: BrowserPage) -> BrowserPage:
    """Return the browser of this module, under a name that no file has."""
    return page


def open_for_keys(browser: BrowserPage, path: Path) -> None:
    open_fresh(browser, path)
    browser.value(DRIVE)


def place(browser: BrowserPage, number: int, *keys: str) -> str:
    """Open who is who of the article ``number`` (from 0), press keys, and return the line of the rule."""
    return str(browser.value(f"placeBy({number}, {json.dumps(keys)})"))


def store(browser: BrowserPage, key: str = "Enter") -> None:
    before = count_answered(browser)
    browser.value(f"storeBy({json.dumps(key)})")
    browser.wait(f"parseInt(document.getElementById('progress').textContent) > {before}")


def import_lines(path: Path, lines: list[dict[str, Any]], *options: str) -> None:
    answers = path.with_suffix(".jsonl")
    answers.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert main(["import", str(path), str(answers), "--reviewer", "Ben", *options]) == 0


def read_state(path: Path, number: int = 0) -> State:
    with Review.open(path, reviewer="Ben", read_only=True) as review:
        return review.state(review.entries[number].fingerprint)


def write_random_bags(path: Path, seed: int, bags: int) -> Path:
    """Write a review of bags of up to nine letters, which each graph clusters at random or lacks."""
    draws = random.Random(seed)
    text = " ".join("abcdefghi" for _ in range(bags))
    sides: list[dict[str, list[Span]]] = [{}, {}]
    for bag in range(bags):
        for letter in range(draws.randint(4, 9)):
            span = Span("http://example.org/letters", bag * 10 + letter, bag * 10 + letter + 1)
            for side in sides:
                if draws.random() < 0.85:
                    side.setdefault(f"x{bag}-{draws.randrange(3)}", []).append(span)
    texts = {"http://example.org/letters": text}
    put_comparison(path, *(graph(side, texts=texts) for side in sides))
    return path


@pytest.mark.browser
def test_figures_of_thousands_of_answers_are_those_of_the_review(
    browser: BrowserPage, tmp_path: Path
) -> None:
    path = write_random_bags(tmp_path / "r.coala", 10, 100)
    open_page(browser, export_page(path))
    show_all(browser)
    sides = {1: Verdict.BETTER, 0: Verdict.SAME, -1: Verdict.WORSE, None: Verdict.UNSURE}

    found = browser.value(ANSWER_AT_RANDOM)

    assert len(found) > 1_000
    assert {each["side"] for each in found} == set(sides)
    with coala.open_review(path) as review:
        for each in found:
            bag, parts = review.shown_bag(each["bag"]), review.shown_parts(each["bag"])
            answers = [each["answer"], each["again"]]
            starts = [answer.pop("start") for answer in answers]
            groups, again = (
                read_groups(WhoIsWho(**answer), name_parts(bag, parts), review.side_names)
                for answer in answers
            )
            links = count_grouped_links(place_parts(parts, groups))
            assert (links.made, links.lost) == (each["links"]["made"], each["links"]["lost"])
            assert list(links.made_right) == each["links"]["madeRight"]
            assert list(links.lost_right) == each["links"]["lostRight"]
            assert links.verdict is sides[each["side"]]
            # Opening an answer again changes nothing.
            assert again == groups
            assert starts[0] == starts[1]


@pytest.mark.browser
def test_rule_and_stored_groups_of_random_bags_are_those_of_the_review(
    browser: BrowserPage, tmp_path: Path
) -> None:
    path = write_random_bags(tmp_path / "r.coala", 1, 16)
    open_for_keys(browser, export_page(path))
    draws = random.Random(1)
    show_all(browser)
    asked = browser.value(
        "[...document.querySelectorAll('article')].map((each) => Boolean(each.querySelector('.who')))"
    )
    rules: dict[int, str] = {}
    for number in [number for number, has_parts in enumerate(asked) if has_parts]:
        keys = draws.choices(["1", "2", "3", "n", "x", "?", "Shift+ArrowUp", "ArrowUp", "o", "j"], k=20)
        rules[number] = place(browser, number, "first", *keys)
        store(browser)

    lines = save(browser)
    import_lines(path, lines)

    assert len(rules) > 8
    opened = 0
    with Review.open(path, reviewer="Ben", read_only=True) as review:
        for number, rule in rules.items():
            state = review.state(review.entries[number].fingerprint)
            assert state.groups is not None
            links = count_grouped_links(place_parts(review.find_parts(number), state.groups))
            assert rule == say_rule(links, VERDICT_WORDS)[0], number
            assert state.verdict is links.verdict
            assert state.groups.start == CHANGED
            opened += bool(state.groups.pieces)
    assert opened > 1


@pytest.mark.browser
def test_unmoved_start_says_that_all_new_links_are_right(browser: BrowserPage, tmp_path: Path) -> None:
    path = make_parted_review(tmp_path / "r.coala")
    open_for_keys(browser, export_page(path))

    assert place(browser, 0).endswith("→ Better")
    store(browser)
    import_lines(path, save(browser))

    state = read_state(path)
    assert state.groups == Groups(((0, 3, 5),), start=CHANGED, moved=0)
    assert state.verdict is Verdict.BETTER
    # The third bag has one link, so its verdict says who is who.
    show_all(browser)
    assert browser.value("document.querySelectorAll('article').length") == 3
    assert browser.value("document.querySelectorAll('article')[2].querySelector('.who')") is None


@pytest.mark.browser
def test_keys_set_groups_and_back_keeps_them_as_a_draft(browser: BrowserPage, tmp_path: Path) -> None:
    path = make_parted_review(tmp_path / "r.coala")
    open_for_keys(browser, export_page(path))

    # A1 in 1, B1 alone, C1 no mention.
    assert place(browser, 0, "first", "1", "n", "x").endswith("→ Worse")
    browser.value("strike('Escape')")
    browser.wait("!shown().querySelector('.who').open")
    assert browser.value("document.querySelector('[data-for=bag]').hidden") is False
    assert place(browser, 0).endswith("→ Worse")
    store(browser)
    _, line = save(browser)

    assert (line["groups"], line["no_mention"], line["rest"]) == ([["A1"], ["B1"]], ["C1"], "changed")
    assert line["verdict"] == "worse"


@pytest.mark.browser
def test_number_without_a_group_is_refused_and_the_next_one_opens_it(
    browser: BrowserPage, tmp_path: Path
) -> None:
    open_for_keys(browser, export_page(make_parted_review(tmp_path / "r.coala")))

    rule = place(browser, 0, "first", "7")
    assert rule.endswith("→ Better")
    refused = browser.value("document.getElementById('message').textContent")
    assert re.findall(r"\d+", refused) == ["7", "2"]
    browser.value("strike('2')")
    assert browser.value("document.getElementById('rule').textContent").startswith("1 of the 2")


@pytest.mark.browser
def test_overruled_verdict_and_groups_are_both_stored(browser: BrowserPage, tmp_path: Path) -> None:
    path = make_parted_review(tmp_path / "r.coala")
    open_for_keys(browser, export_page(path))
    assert place(browser, 0, "first", "1", "2").endswith("→ Same")
    store(browser, "-")
    import_lines(path, save(browser))

    state = read_state(path)
    assert state.verdict is Verdict.WORSE
    assert state.groups is not None
    assert state.groups.answer == Groups(((0, 5), (3,)))
    assert state.groups.moved == 1


@pytest.mark.browser
def test_start_as_in_the_baseline_and_a_choice_by_mouse(browser: BrowserPage, tmp_path: Path) -> None:
    open_for_keys(browser, export_page(make_parted_review(tmp_path / "r.coala")))
    place(browser, 0)

    browser.value("shown().querySelector('[data-as=first]').click()")
    assert browser.value("document.getElementById('rule').textContent").endswith("→ Worse")
    browser.value(
        "{ const select = shown().querySelectorAll('[data-line] select')[2]; select.focus();"
        "select.value = '1'; select.dispatchEvent(new Event('change')); null }"
    )
    assert browser.value("document.getElementById('rule').textContent").startswith("1 of the 2 ")
    browser.value("document.getElementById('store').click()")
    browser.wait("document.getElementById('progress').textContent.startsWith('1 of')")
    _, line = save(browser)
    assert (line["groups"], line["rest"]) == ([["A1", "C1"], ["B1"]], "baseline")


@pytest.mark.browser
def test_hidden_sides_are_named_by_the_rule_and_turned_by_the_import(
    browser: BrowserPage, tmp_path: Path
) -> None:
    verdicts = set()
    for seed in ("1", "2", "3", "4"):
        path = make_parted_review(tmp_path / f"r{seed}.coala")
        open_for_keys(browser, export_page(path, "--blind", seed))
        rule = place(browser, 0)
        side, figures = re.findall(r"\b(left|right)\b.*: (\d of \d) ", rule)[0]
        assert (side, figures) in {("right", "2 of 2"), ("left", "0 of 2")}
        assert "right" in rule.partition("→")[2]
        assert "new" not in rule
        store(browser)
        header, line = save(browser)
        assert (line["verdict"], line["rest"]) == ("right", "right")
        import_lines(path, [header, line], "--blind", seed)
        state = read_state(path)
        assert state.groups is not None
        assert (state.groups.start == CHANGED) is (state.verdict is Verdict.BETTER)
        verdicts.add(state.verdict)
    assert verdicts == {Verdict.BETTER, Verdict.WORSE}


@pytest.mark.browser
def test_undo_and_loading_carry_groups(browser: BrowserPage, tmp_path: Path) -> None:
    path = make_parted_review(tmp_path / "r.coala")
    page = export_page(path)
    open_for_keys(browser, page)
    place(browser, 1, "first", "n", "x", "?")
    store(browser)
    first = save(browser)
    place(browser, 1, "first", "1")
    browser.value("storeBy('Enter')")
    second = save(browser)
    assert second[1]["groups"] != first[1]["groups"]
    browser.value("goTo(2)")
    browser.press("u", "u")
    browser.wait("shown().dataset.number === '2'")
    third = save(browser)
    same = ("groups", "no_mention", "not_sure", "mixed", "rest", "verdict")
    assert [third[1][key] for key in same] == [first[1][key] for key in same]

    open_fresh(browser, page)
    assert load(browser, *first).startswith("1 ")
    again = save(browser)
    assert again[1] == first[1]
    browser.value(DRIVE)
    assert place(browser, 1).endswith(
        {"not sure": "Not sure"}.get(first[1]["verdict"], first[1]["verdict"].title())
    )
    open_page(browser, page)
    assert save(browser)[1] == first[1]


TAKEN: list[tuple[dict[str, Any], str]] = [
    ({"groups": [["A1", "B1"], ["C1"]]}, "same"),
    ({"groups": [["A1", "B1", "C1"]]}, "better"),
    ({"rest": "baseline"}, "worse"),
    ({"groups": [["C1"]], "rest": "changed"}, "same"),
    ({"mixed": {"A1": [[1, 0], [2]]}, "groups": [["A1/1", "B1", "C1"]], "no_mention": ["A1/2"]}, "better"),
    ({"groups": [["A1"]], "not_sure": ["B1", "C1"]}, "not sure"),
]
LEFT_OUT: list[dict[str, Any]] = [
    {"groups": [["A1"], ["B1"]]},
    {"groups": [["A1", "A1"]], "rest": "changed"},
    {"groups": [["D1"]], "rest": "changed"},
    {"groups": ["A1"]},
    {"groups": [[1]], "rest": "changed"},
    {"rest": "left"},
    {"mixed": [], "rest": "changed"},
    {"mixed": {"A1": [[0, 1, 2]]}, "rest": "changed"},
    {"mixed": {"A1": [[0], [1]]}, "rest": "changed"},
    {"mixed": {"A1": [[2], [1, 0]]}, "groups": [["A1/1"]], "rest": "changed"},
    {"mixed": {"A1": [[0], [0, 1, 2]]}, "rest": "changed"},
    {"mixed": {"A1": [[0], [1, 2]]}, "groups": [["A1"]], "rest": "changed"},
]


@pytest.mark.browser
def test_loaded_groups_are_those_of_the_import(browser: BrowserPage, tmp_path: Path) -> None:
    page = export_page(make_parted_review(tmp_path / "page.coala"))
    for number, (who, verdict) in enumerate(TAKEN):
        path = make_parted_review(tmp_path / f"{number}.coala")
        open_fresh(browser, page)
        with Review.open(path, read_only=True) as review:
            line = {"fingerprint": review.entries[0].fingerprint, **who}

        load(browser, line)

        answers = tmp_path / "a.jsonl"
        answers.write_text(json.dumps(line), "utf-8")
        assert main(["import", str(path), str(answers), "--reviewer", "Ann"]) == 0
        saved = save(browser)
        assert saved[1]["verdict"] == verdict, who
        import_lines(path, saved)
        with Review.open(path, reviewer="Ann", read_only=True) as review:
            expected = review.state(line["fingerprint"])
        found = read_state(path)
        assert found.verdict is expected.verdict
        assert found.groups is not None
        assert expected.groups is not None
        assert found.groups.answer == expected.groups.answer


@pytest.mark.browser
def test_loaded_groups_that_do_not_fit_are_left_out_as_by_the_import(
    browser: BrowserPage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_parted_review(tmp_path / "r.coala")
    open_fresh(browser, export_page(path))
    with Review.open(path, read_only=True) as review:
        fingerprint = review.entries[0].fingerprint
    reasons = set()
    for who in LEFT_OUT:
        line = {"fingerprint": fingerprint, **who}
        message = load(browser, line)
        assert message.startswith("0 "), who
        reasons.add(message)
        answers = tmp_path / "a.jsonl"
        answers.write_text(json.dumps(line), "utf-8")
        capsys.readouterr()
        assert main(["import", str(path), str(answers), "--reviewer", "Ann"]) == 2, who
    # Each has a reason of its own, but the one about the part that is opened by no piece.
    assert len(reasons) >= len(LEFT_OUT) - 1


@pytest.mark.browser
def test_only_rows_with_own_verdicts_are_on_the_page(browser: BrowserPage, tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    spans = [Span("http://example.org/doc1", at, at + 1) for at in (0, 4, 10)]
    types = {"x": ["e:Person"]}
    put_comparison(
        path,
        graph(dict(zip("xyz", ([span] for span in spans), strict=True))),
        graph({"x": spans}, types=types),
    )
    open_fresh(browser, export_page(path))

    listed = browser.value("[...document.querySelectorAll('.changes li')].map((each) => each.textContent)")

    assert len(listed) == 1
    assert "type" in listed[0]


@pytest.mark.browser
def test_drawn_links_are_asked_one_by_one_in_the_order_of_the_sample(
    browser: BrowserPage, tmp_path: Path
) -> None:
    path = write_bags(tmp_path / "s.coala", [a_bag(0), *(a_wide_bag(number, 500) for number in (1, 2))])
    with Review.open(path) as review:
        sample = draw(review, 9)
        drawn = [sample.items[item] for item in sample.drawn]
    open_fresh(browser, export_page(path))
    show_all(browser)
    assert browser.value(
        "[...document.querySelectorAll('article')].map((each) => Number(each.dataset.number))"
    ) == [item.bag + 1 for item in drawn]
    words = {"1": "no", "3": "yes", "4": "not sure"}
    keys = [("1", "3", "4")[place % 3] for place in range(9)]
    for key, item in zip(keys, drawn, strict=True):
        answer(browser, key if not item.is_whole else "3")
    lines = save(browser)[1:]
    assert [line["verdict"] for line in lines if "link" in line] == [
        words[key] for key, item in zip(keys, drawn, strict=True) if not item.is_whole
    ]
    assert all("link" in line for line, item in zip(lines, drawn, strict=True) if not item.is_whole)

    import_lines(path, lines)

    with Review.open(path, reviewer="Ben", read_only=True) as review:
        for item in drawn:
            rows = dict(review.states()[item.bag].rows)
            assert item.is_whole or item.keys[0] in rows
    open_fresh(browser, export_page(path))
    link = next(line for line in lines if "link" in line)
    bad: list[dict[str, Any]] = [
        {"verdict": "better"},
        {"link": 0},
        {"link": None},
        {"tags": ["name"]},
        {"note": "why"},
        {"rest": "changed"},
    ]
    message = load(browser, *lines, *({**link, **values} for values in bad))
    assert message.startswith("9 ")
    assert re.findall(r"line (\d+) \(", message) == [str(10 + number) for number in range(6)]
    assert save(browser)[1:] == lines


@pytest.mark.browser
def test_who_is_who_looks_right_wide_and_narrow_light_and_dark(browser: BrowserPage, tmp_path: Path) -> None:
    for _ in each_look(browser, export_page(write_newswire(tmp_path / "r.coala")), 1280):
        browser.wait("document.getElementById('progress').textContent !== ''")
        browser.value(DRIVE)
        place(browser, 0, "n", "x", "o", "m")
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        assert browser.complaints == []
        names = browser.value(
            "[...shown().querySelectorAll('select, button')].filter((each) => each.checkVisibility() &&"
            "!(each.textContent.trim() && each.matches('button') || each.getAttribute('aria-label'))).length"
        )
        assert names == 0
        # The chosen line is in sight, between the bars.
        box = "document.activeElement.closest('[data-line]').getBoundingClientRect()"
        bar = "document.getElementById('answering').getBoundingClientRect()"
        assert browser.value(f"{box}.top >= 0 && {box}.bottom <= {bar}.top")
        # One stop of the tabulator in the lines, and it is the line that the keys are for.
        stops = "[...shown().querySelectorAll('[data-line] select')].filter((each) => each.tabIndex === 0)"
        assert browser.value(f"{stops}.length") == 1
        assert browser.value(f"{stops}[0] === document.activeElement")
