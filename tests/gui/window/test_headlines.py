"""The headline of a bag: the same in the list, above the bag, on the status line, in JSON and in HTML."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from PySide6 import QtCore, QtWidgets
from pytestqt.qtbot import QtBot

from coala.cli.commands import main
from coala.gui.bag_view.claim_bar import ChangeList, ClaimBar
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.paths import SAMPLES
from tests.support.windows import Windows, page_of, part_of

NEWS = SAMPLES / "newswire"
SIGN = re.compile(r" \((?:[A-Z]{1,2}|\d+)\)|, (?:[A-Z]{1,2}|\d+)(?=\))")
BETWEEN = re.compile(r"^(?:.* (?:of|from) )?(.+) (?:joined with|split from|to) (.+)$")
MORE = re.compile(r", and [\d,]+ more(?: \([^()]*\))?$")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a review of the newswire sample, its bags as JSON, and its page."""
    folder = tmp_path_factory.mktemp("news")
    graphs = [str(NEWS / f"{name}.ttl") for name in ("baseline", "changed")]
    review = str(folder / "news.coala")
    assert main(["diff", *graphs, "-o", review, "--json", str(folder / "news.json")]) == 1  # they diverge
    with Review.open(Path(review), reviewer="Ada") as judged:
        for entry in judged.entries:
            judged.judge(entry.number, State(Verdict.SAME))
    assert main(["export", review, "-o", str(folder / "news.html")]) == 0
    return folder


def without_signs(sentence: str) -> str:
    return SIGN.sub("", sentence)


def test_headline_of_namesakes_is_the_same_in_window_list_json_and_html(
    window_of: Windows, written: Path, qtbot: QtBot
) -> None:
    titles = [
        bag["title"] for bag in json.loads((written / "news.json").read_text("utf-8"))["interesting_bags"]
    ]
    page_of_html = without_signs(html.unescape((written / "news.html").read_text("utf-8")))
    window = window_of(written / "news.coala")
    page = page_of(window)
    model = page.list.view.model()
    claim = part_of(page, ClaimBar)
    changes = part_of(page, ChangeList).change_model()
    rows = 0
    for number, title in enumerate(titles):
        page.session.visit(number)
        sentence = MORE.sub("", title)
        named = [part.accessibleName() for part in claim.findChildren(QtWidgets.QLabel)]
        assert sentence in map(without_signs, named)
        listed = [without_signs(changes.index(row).data()) for row in range(changes.rowCount())]
        # A headline that counts namesakes sums up several changes.
        assert " chains named " in sentence or any(
            sentence == each or sentence.startswith(f"{each}; ") for each in listed
        )
        assert title in page_of_html
        assert title in model.index(number, 0).data(QtCore.Qt.ItemDataRole.AccessibleTextRole)
        for each in listed:
            between = BETWEEN.search(each)
            assert between is None or between[1].casefold() != between[2].casefold()
            rows += between is not None
    assert rows > 100
    page.session.visit(next(entry.number for entry in page.session.review.entries if "Osei" in entry.title))
    assert page.pane.claim.describe_change(1) == (
        'Miriam Osei ("Judge Miriam Osei", C) joined with Miriam Osei ("Judge Osei", A)'
    )
