"""``coala.compare`` in a notebook: documents in memory, tables as frames, and HTML."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coala
from coala.errors import Cancelled, CoalaError, ReadingError
from coala.notebook import tables
from tests.support.paths import ROOT, SAMPLES

NEWSWIRE = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed")]
GOLD = str(SAMPLES / "newswire" / "gold.ttl")

TEXT = "Ann laughed. She left."
JOINED = [{"doc_id": "d1", "text": TEXT, "clusters": [[[0, 3], [13, 16]]]}]
APART = [{"doc_id": "d1", "text": TEXT, "clusters": [[[0, 3]], [[13, 16]]]}]


class FrameLikePandas:
    """A frame with the two methods of pandas that are used."""

    columns = ("doc_id", "text", "clusters")

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return self._rows


class DatasetLikeHuggingFace:
    """A dataset that yields its rows as dicts."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __iter__(self) -> Any:
        return iter(self._rows)


@pytest.mark.parametrize("wrap", [list, tuple, iter, FrameLikePandas, DatasetLikeHuggingFace])
def test_documents_in_memory_are_compared_like_files(wrap: Any) -> None:
    comparison = coala.compare(wrap(JOINED), wrap(APART))

    assert comparison.summary.interesting == 1
    assert comparison.summary.baseline.path == "documents in memory"
    assert [(row["kinds"], row["mentions"]) for row in comparison.to_dicts()] == [("split", 2)]
    assert comparison.inputs == {}


def test_polars_frames_are_read_and_written() -> None:
    polars = pytest.importorskip("polars")

    comparison = coala.compare(polars.DataFrame(JOINED), polars.DataFrame(APART))
    frame = comparison.to_frame("mentions", "polars")

    assert frame.shape == (2, 8)
    assert frame["text"].to_list() == ["Ann", "She"]


def test_pandas_frames_are_read_and_written() -> None:
    pandas = pytest.importorskip("pandas")

    comparison = coala.compare(pandas.DataFrame(JOINED), pandas.DataFrame(APART))
    frame = comparison.to_frame("changes", "pandas")

    assert list(frame["kind"]) == ["split"]


def test_a_file_and_documents_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(JOINED[0]) + "\n", encoding="utf-8")

    assert coala.compare(path, JOINED).summary.interesting == 0


def test_arrays_are_plain_lists() -> None:
    given = [{"doc_id": "d1", "text": TEXT, "clusters": np.array([[[0, 3], [13, 16]]])}]

    assert coala.compare(given, JOINED).summary.interesting == 0


@pytest.mark.parametrize(
    ("documents", "place"),
    [
        ([1], "^Document 1 .* int"),
        ([*JOINED, "x"], "^Document 2 .* str"),
        ([{"doc_id": "d1", "text": object()}], "^Document 1.* 'text'"),
        ([{1: "d1"}], "^Document 1 .* 1,"),
        (JOINED[0], None),
        (7, None),
    ],
)
def test_unusable_documents_are_refused_with_their_number(documents: object, place: str | None) -> None:
    with pytest.raises(ReadingError, match=place):
        coala.compare(JOINED, documents)


def test_tables_have_a_row_for_each_bag_change_mention_and_score() -> None:
    comparison = coala.compare(*NEWSWIRE, gold=GOLD)

    bags, changes, mentions, scores = map(comparison.to_dicts, ("bags", "changes", "mentions", "scores"))

    assert len(bags) == comparison.summary.interesting
    assert sum(row["changes"] for row in bags) == len(changes)
    assert sum(row["mentions"] for row in bags) == len(mentions)
    assert {row["of"] for row in scores} == {"baseline", "changed"}
    assert {row["direction"] for row in changes} >= {"towards gold", "away from gold"}
    muc = next(row for row in scores if (row["of"], row["metric"]) == ("changed", "muc"))
    assert muc["f1"] == comparison.summary.scores["changed"]["muc"].f1


def test_unknown_tables_and_libraries_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = coala.compare(JOINED, APART)
    with pytest.raises(CoalaError, match="'chains'"):
        comparison.to_dicts("chains")
    with pytest.raises(CoalaError, match="'dask'"):
        comparison.to_frame(library="dask")

    def refuse(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(tables, "import_module", refuse)
    with pytest.raises(CoalaError, match=r"pandas.*polars"):
        comparison.to_frame()


class Elements(HTMLParser):
    """The elements of a piece of HTML and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_html_has_claim_scores_and_ten_bags() -> None:
    html = coala.compare(*NEWSWIRE, gold=GOLD)._repr_html_()

    assert html.count("<details") == 10
    assert "28 of 201 " in html
    assert re.search(r"\b10 \D+ 28\b", html)
    assert Elements(html).attributes == {"style", "dir"}
    assert len(html) < 100_000


def test_html_fills_and_underlines_mentions_as_its_heading_says() -> None:
    left = [JOINED[0] | {"clusters": [[[17, 21]]]}]

    html = coala.compare(JOINED, left)._repr_html_()

    assert "Filled: chains of the baseline. Underlined: chains of the changed graph." in html
    styles = {words: style for style, words in re.findall("<span style='([^']*)'>([^<]*)</span>", html)}
    for words, in_baseline in (("Ann", True), ("She", True), ("left", False)):
        assert (";background:" in styles[words]) is in_baseline
        assert (";border-bottom:" in styles[words]) is not in_baseline


def test_html_of_hostile_words_has_no_element_of_theirs() -> None:
    text = "<script>alert(1)</script> met <b>Bob</b>."
    joined, apart = (
        [{"doc_id": "<i>", "text": text, "clusters": clusters}]
        for clusters in ([[[0, 25], [30, 40]]], [[[0, 25]]])
    )

    html = coala.compare(joined, apart)._repr_html_()

    assert Elements(html).tags.isdisjoint({"script", "b>", "i"})
    assert "alert(1)" in html


def test_html_of_equal_graphs_says_so() -> None:
    html = coala.compare(JOINED, JOINED)._repr_html_()

    assert "<details" not in html
    assert len(html) < len(coala.compare(JOINED, APART)._repr_html_())


def test_the_notebook_of_the_documentation_runs() -> None:
    notebook = json.loads((ROOT / "docs" / "compare.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            # A notebook shows the value of the last line of a cell.
            *lines, last = "".join(cell["source"]).strip().splitlines()
            exec("\n".join(lines), names)
            shown.append(eval(last, names))

    assert hasattr(shown[0], "_repr_html_")
    assert shown[1].startswith('"Her" ')
    assert len(shown[2]) == 1


def test_cancelled_comparison_raises_cancelled() -> None:
    with pytest.raises(Cancelled):
        coala.compare(JOINED, APART, cancelled=lambda: True)
    assert coala.compare(JOINED, APART, cancelled=lambda: False).summary.interesting == 1
