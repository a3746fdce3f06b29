"""Every letter and figure of "Your first review", read in the window of the sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets

from coala.engine.compare import compare
from coala.gui.bag_view.chain_map import ChainMapView
from coala.gui.bag_view.claim_bar import ClaimBar
from coala.gui.bag_view.who_is_who import PartList
from coala.gui.session.actions import SPECS
from coala.gui.window.review_page import ReviewPage
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.review.writing import write_review
from coala.verdicts.state import State
from docs.picture import FIRST_VERDICTS, SAMPLE
from tests.support.pages import read_page
from tests.support.windows import Windows, page_of, part_of

PAGE = read_page("first-review.md")
SIGN_OF_JOINED = "1"
NUMBERS = {word: number for number, word in enumerate("zero one two three four five six seven eight".split())}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the review of the sample with the verdicts of the pictures."""
    baseline, changed, gold = (str(SAMPLE / f"{name}.ttl") for name in ("baseline", "changed", "gold"))
    comparison = compare(baseline, changed, gold=gold)
    path = tmp_path_factory.mktemp("first") / "newswire.coala"
    write_review(path, comparison.summary, comparison.iterate_sentences(), comparison.texts())
    with Review.open(path) as review:
        for number, sign in enumerate(FIRST_VERDICTS):
            review.judge(number, State(Verdict(sign)))
    return path


@pytest.fixture
def page(window_of: Windows, judged: Path) -> ReviewPage:
    return page_of(window_of(judged))


def find(pattern: str) -> tuple[str, ...]:
    """Return what the groups of a pattern match on the page; line ends match spaces."""
    (found,) = re.findall(pattern, PAGE.replace("\n", " "))
    return (found,) if isinstance(found, str) else found


def read_labels(whole: QtWidgets.QWidget) -> list[str]:
    labels = whole.findChildren(QtWidgets.QLabel)
    return [label.text() or label.accessibleName() for label in labels]


def count_chains(page: ReviewPage) -> list[str]:
    """Return the heads of the chain map without the files: "Baseline, 8 chains"."""
    model = part_of(page.pane, ChainMapView).map_model()
    heads = (str(model.headerData(column, QtCore.Qt.Orientation.Horizontal)) for column in (0, 2))
    return [head.rpartition(", ")[0] for head in heads]


def read_evidence(page: ReviewPage) -> tuple[Sequence[str], str]:
    """Return the signs in the gutter with their documents, and the text."""
    text = part_of(page.pane, QtWidgets.QPlainTextEdit)
    return text.accessibleDescription().split("; "), text.document().toPlainText()


def expand(letters: str) -> list[str]:
    """Return the letters of a list such as "A to E, G and H"."""
    parts = re.findall(r"([A-Z])(?: to ([A-Z]))?", letters)
    return [chr(code) for first, last in parts for code in range(ord(first), ord(last or first) + 1)]


def test_first_bag_has_the_headline_and_the_chains_of_the_page(page: ReviewPage) -> None:
    page.session.visit(0)
    (headline,) = find(r"says what changed most: \*(.*?)\*\.")
    assert headline in read_labels(part_of(page, ClaimBar))
    before, after, sign = find(
        r"(\w+) chains of the old version \(letters\) became (\w+) chain .*?number (\d)\)"
    )
    assert count_chains(page) == [f"Baseline, {NUMBERS[before]} chains", f"Changed, {NUMBERS[after]} chain"]
    (mark, old, new) = find(r"`((\w)→(\d))` means")
    assert find(r"means: what was in chain (\w) is in chain (\d) now") == (old, new)
    labels, _ = read_evidence(page)
    assert [label for label in labels if label.startswith(f"{mark} ")] != []
    assert new == sign


def test_first_bag_has_the_airline_and_the_trawler_in_the_chains_of_the_page(page: ReviewPage) -> None:
    page.session.visit(0)
    airline, trawler = find(r"Read the sentences\. (.*?) are an airline\..*? of chain (\w) is a trawler")
    labels, text = read_evidence(page)
    signs = [re.split(r"→| ", label)[0] for label in labels]
    assert sorted([*expand(airline), trawler]) == sorted(signs)
    ((headline_sign,),) = [
        re.findall(r"Person, (\w)\)", label) for label in read_labels(page) if "Person, " in label
    ]
    assert headline_sign == trawler
    document = next(label.split()[1] for label in labels if label.startswith(f"{trawler}→"))
    stored = (SAMPLE / "texts" / f"{document}.txt").read_text(encoding="utf-8")
    assert "the trawler Kittiwake" in stored
    assert "the trawler Kittiwake" in text
    right, wrong = find(r"So (\w+) joins are right, and (\w+) is wrong")
    page.who.open()
    placing = page.who.placing()
    assert placing is not None
    model = part_of(page, PartList).part_model()
    selected = model.index(placing.selected).data(QtCore.Qt.ItemDataRole.AccessibleTextRole)
    assert selected.startswith(f"Group 1: {trawler}{SIGN_OF_JOINED}, Kittiwake (Person), ")
    assert find(r"Press `(.)` to put it into a second group, and `(\w+)`") == ("2", "Enter")
    placing.put(2)
    assert (placing.links().made_right.low, placing.links().made) == (
        NUMBERS[right],
        NUMBERS[right] + NUMBERS[wrong],
    )
    page.who.leave()
    assert (NUMBERS[right], NUMBERS[wrong]) == (len(expand(airline)) - 1, 1)


def test_every_letter_of_a_chain_on_the_page_is_one_that_a_test_reads_in_the_window() -> None:
    # Letters in code are keys, unless they have an arrow.
    prose = re.sub(r"(?s)```.*?```", "", PAGE)
    prose = re.sub(r"`([^`]*)`", lambda code: code[0] if "→" in code[0] else "", prose)
    # A sentence may begin with the article "A", but "A to E" are chains.
    found = re.findall(r"\b(?!A (?!to\b)[\w*])[A-Z]\b", prose)
    (headline,) = find(r"says what changed most: \*(.*?)\*\.")
    airline, trawler = find(r"Read the sentences\. (.*?) are an airline\..*? of chain (\w) is a trawler")
    read = [
        *re.findall(r", (\w)\)", headline),
        *find(r"`(\w)→\d` means"),
        *find(r"means: what was in chain (\w) is"),
        *re.findall(r"\b[A-Z]\b", airline),
        trawler,
        *find(r"pilots \((\w) to (\w)\), and a port authority \((\w) to (\w)\)"),
        *find(r"museum \((\w)\) to the chain of an insurance company \((\w)\)"),
    ]
    assert sorted(found) == sorted(read)


def test_list_has_as_many_bags_and_texts_as_the_page_says(page: ReviewPage) -> None:
    (bags,) = find(r"has the (\d+) \*bags\*")
    assert len(page.session.review.entries) == int(bags) == len(FIRST_VERDICTS)
    (texts,) = find(r"the sample: (\d+) short news texts")
    assert len(list((SAMPLE / "texts").glob("*.txt"))) == int(texts)


def test_second_bag_joins_the_two_organizations_of_the_page(page: ReviewPage) -> None:
    pilots, port, right, wrong, key = find(
        r"Bag 2 joins .*? pilots \((.*?)\), and a port authority \((.*?)\)\. .*?"
        r"(\w+) joins are right, and (\w+) is wrong\. Press `(.)`"
    )
    assert key == FIRST_VERDICTS[1]
    page.session.visit(1)
    page.who.open()
    placing = page.who.placing()
    assert placing is not None
    signs = [name.removesuffix(SIGN_OF_JOINED) for name in page.pane.who.list.part_model().lines.names]  # type: ignore[union-attr]
    for row, line in enumerate(placing.lines):
        placing.select(row)
        placing.put(2 if signs[line.part] in expand(port) else 1)
    assert sorted([*expand(pilots), *expand(port)]) == sorted(signs)
    links = placing.links()
    assert (links.made_right.low, links.made) == (NUMBERS[right], NUMBERS[right] + NUMBERS[wrong])
    assert links.verdict == key
    page.who.leave()
    assert any(
        "Kittiwake Pilots’ Association (A) joined with Kellan Port Authority" in label
        for label in read_labels(page)
    )
    assert "KPA" in read_evidence(page)[1]


def test_bag_in_the_middle_moves_the_mention_of_the_page(page: ReviewPage) -> None:
    number, words, old, new = find(r'!\[Bag (\d+): "(.*?)" moved from (.*?) to (.*?)\]')
    page.session.visit(int(number) - 1)
    museum, insurance = find(r"chain of a museum \((\w)\) to the chain of an insurance company \((\w)\)")
    headline = next(label for label in read_labels(part_of(page, ClaimBar)) if " moved from " in label)
    assert headline.startswith(f'"{words}" moved from {old} ({museum}) to {new} (')
    assert headline.endswith(f", {insurance})")
    _, text = read_evidence(page)
    assert f"{new} has doubled the reward. ⋯\n{words} has also sent" in text
    (key,) = find(r"so the new version is better: `(.)`")
    assert key == FIRST_VERDICTS[int(number) - 1]


def test_results_have_the_figures_of_the_page(page: ReviewPage) -> None:
    page.show_results()
    labels = read_labels(page.results)
    net, better, worse = find(r"\*\*net (\S+)\*\* is .*?better \((\d+)\) minus .*?worse \((\d+)\)")
    start = labels.index("All bags") + 1
    # Better, worse, same, not sure, open and net.
    row = labels[start : start + 6]
    assert (row[0], row[1], row[5]) == (better, worse, net)
    wrong, opened = find(r"joins \(\*merged\*\) (\d+) were wrong and (\d+) are open")
    start = labels.index("merged") + 1
    assert labels[start : start + 6] == ["0", wrong, "0", "0", opened, f"−{wrong}"]
    (points,) = find(r"MUC rises by (\S+) points")
    assert labels[labels.index("MUC") + 3] == f"+{points}"


def test_keys_of_the_page_are_those_of_the_actions() -> None:
    keys = {key: spec.name for spec in SPECS for key in spec.keys}
    table = re.findall(r"(?m)^\| `(.)` or `(.)` \| (\w+)", PAGE)
    assert [(keys[first], keys[second]) for first, second, _ in table] == [
        (f"judge_{word}", f"judge_{word}") for word in ("worse", "same", "better", "unsure")
    ]
    named = {
        "Ctrl+Z": ("takes it back", "undo"),
        "E": ("who is who|Each old chain", "who_is_who"),
        "M": ("more text", "next_mention"),
        "C": ("write a note", "note"),
    }
    for key, (words, name) in named.items():
        assert re.search(rf"`{re.escape(key)}`[^`]*{words}", PAGE), key
        assert keys[key] == name
    assert keys["R"] == "results"
