"""Exports of a review: complete, and safe where they are opened."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from coala.cli.commands import main
from coala.cli.exporting import PAGE_EXPORT, QUESTIONS_EXPORT
from coala.cli.parser import EXPORT_NAMES
from coala.diff.row_keys import row_keys
from coala.diff.sentences import BagSentences
from coala.errors import Cancelled
from coala.exports.registry import EXPORTS, GRAPH
from coala.model.bag import Verdict
from coala.results.verdicts.judged import ExportedBag, Walk, collect_answers
from coala.results.verdicts.tally import tally_review
from coala.review.file import Review
from coala.verdicts.comment import Comment
from coala.verdicts.state import State
from tests.support.graphs_by_hand import TEXTS, A, B, C, D, graph
from tests.support.paths import SAMPLES
from tests.support.reviews import (
    a_bag,
    a_mixed_bag,
    a_typed_bag,
    judge_as,
    make_review,
    put_comparison,
)

FORMULAS = ("=1+2", "+1", "-1", "@SUM(A1)", "\tx", "\rx", " =1", "＝1")
HOSTILE = (
    "</script><img src=x onerror=alert(1)> *b* [x](javascript:1) `c` \u202e\u2066 | \x1b[31m {{7}} \ud800"
)


@pytest.fixture
def two_reviewers(tmp_path: Path) -> Path:
    """Return four bags: agreed on, disputed, judged by one alone, and not judged."""
    bags = [a_typed_bag(0, 1), *(a_bag(number) for number in range(1, 4))]
    path = make_review(tmp_path / "r.coala", bags, gold=True)
    for name, verdicts in (
        ("Ann", (Verdict.BETTER, Verdict.BETTER)),
        ("Ben", (Verdict.BETTER, Verdict.WORSE, Verdict.SAME)),
    ):
        with Review.open(path, reviewer=name) as review:
            for number, verdict in enumerate(verdicts):
                (key,) = row_keys(review.bag(number))
                rows = ((key, Verdict.WORSE),) if name == "Ben" and number == 0 else ()
                review.judge(number, State(verdict, Comment(f"=note of {name}", ("name",)), False, rows))
    return path


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Review]:
    """Return a bag with hostile labels, documents, note and reviewer."""
    path = tmp_path / "h.coala"
    document = "not an IRI <\"' \u202e>"
    spans = A._replace(document=document), D._replace(document=document)
    texts = {document: HOSTILE, A.document: "x" * 50}
    one = graph({"x": [*spans, B]}, labels={"x": HOSTILE}, texts=texts)
    put_comparison(path, one, graph({"y": [spans[0]], "z": [spans[1], B]}, texts=texts))
    with Review.open(path, reviewer="Eve </script> =1 \u202e") as review:
        review.judge(0, State(Verdict.BETTER, Comment(HOSTILE, ("<b>", "=1"))))
        yield review


def written(review: Review, name: str) -> str:
    return "".join(EXPORTS[name].write(collect_answers(review)))


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_changes_have_the_numbers_of_the_window(tmp_path: Path) -> None:
    early, late = [A._replace(begin=at, end=at + 1) for at in (0, 2)], [A, B, C, D]
    before = graph({"x": [*early, *late]}, texts=dict.fromkeys(TEXTS, "a" * 60))
    after = graph({"x": early[:1], "y": early[1:], "z": late}, texts=dict.fromkeys(TEXTS, "a" * 60))
    put_comparison(tmp_path / "r.coala", before, after)
    with Review.open(tmp_path / "r.coala", read_only=True) as review:
        changes = BagSentences(review.bag(0)).changes
        rows = table(written(review, "changes"))
    assert len(changes) > 1
    assert [row["change"] for row in rows] == [str(number + 1) for number in range(len(changes))]
    assert [row["kind"] for row in rows] == [change.kind for change in changes]
    assert [row["spans"].count(":") for row in rows] == [len(change.spans) for change in changes]


def test_change_of_several_mentions_has_the_sentence_of_them_all(tmp_path: Path) -> None:
    put_comparison(tmp_path / "r.coala", graph({"x": [A, B, C, D]}), graph({"x": [A, B], "y": [C, D]}))
    with Review.open(tmp_path / "r.coala", read_only=True) as review:
        bag = review.bag(0)
        (row,) = table(written(review, "changes"))
    assert len(bag.divergences) == 2
    assert row["spans"].count(":") == 2
    sentences = BagSentences(bag)
    assert row["sentence"] == sentences.headline == sentences.describe(sentences.changes[0])
    assert row["sentence"] not in [each.sentence for each in bag.divergences]


def test_the_command_line_offers_every_export() -> None:
    assert sorted(EXPORT_NAMES) == sorted((*EXPORTS, GRAPH, QUESTIONS_EXPORT, PAGE_EXPORT))


@pytest.mark.parametrize("name", ["csv", "changes"])
def test_no_cell_is_a_formula(name: str, hostile: Review) -> None:
    for note in FORMULAS:
        hostile.judge(0, State(Verdict.BETTER, Comment(note, ("=1",))))
        rows = list(csv.reader(io.StringIO(written(hostile, name), newline="")))
        assert len({len(row) for row in rows}) == 1
        for cell in (cell for row in rows for cell in row):
            # A spreadsheet takes a number with its sign for a number.
            assert re.fullmatch(r"-?[0-9.e-]+", cell) or not re.match(r"[\s\x00]*[=+\-@＝]|[\t\r]", cell), (
                cell
            )


def test_export_has_inputs_with_their_hashes(tmp_path: Path) -> None:
    review = tmp_path / "n.coala"
    folder = SAMPLES / "newswire"
    main(["diff", str(folder / "baseline.ttl"), str(folder / "changed.ttl"), "-o", str(review)])
    assert main(["export", str(review), "-o", str(tmp_path / "n.json")]) == 0
    told = json.loads((tmp_path / "n.json").read_text(encoding="utf-8"))["provenance"]
    assert [len(side["sources"][0]["sha256"]) for side in told["inputs"].values()] == [64, 64]
    assert [source["sha256"] for source in told["made"]["inputs"]] == [
        side["sources"][0]["sha256"] for side in told["inputs"].values()
    ]
    assert "-o" in told["made"]["command"]


def test_markdown_export_escapes_markup_in_texts_and_has_no_control_characters(hostile: Review) -> None:
    page = written(hostile, "markdown")
    assert "\n## " in page
    assert "judged better" in page
    assert r"\<img src=x" in page
    # In code nothing is markup.
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", page)
    assert re.findall(r"(?<!\\)[<\[`]", outside) == []
    assert not set(page) & set("\x1b\u202e\u2066")


def test_the_annotations_are_valid_for_two_libraries_and_say_who_judged_what(two_reviewers: Path) -> None:
    with Review.open(two_reviewers, read_only=True) as review:
        text = written(review, "rdf")
    store = pyoxigraph.Store()
    store.load(text.encode("utf-8"), format=pyoxigraph.RdfFormat.TURTLE)
    assert len(rdflib.Graph().parse(data=text, format="turtle")) == len(store)
    found = store.query(
        """
        PREFIX oa: <http://www.w3.org/ns/oa#> PREFIX prov: <http://www.w3.org/ns/prov#>
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX as: <https://www.w3.org/ns/activitystreams#>
        PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX c: <urn:coala:>
        SELECT ?who ?said ?start WHERE {
            ?verdict a oa:Annotation ; oa:motivatedBy oa:assessing ; prov:wasAttributedTo/rdfs:label ?who ;
                oa:hasBody [ oa:hasPurpose oa:assessing ; rdf:value ?said ] ; oa:hasTarget ?bag .
            ?bag a c:Bag ; as:items/rdf:first ?span .
            ?span oa:hasSource <http://example.org/doc1> ;
                oa:hasSelector [ a oa:TextPositionSelector ; oa:start ?start ] .
        } ORDER BY ?who
        """
    )
    assert isinstance(found, pyoxigraph.QuerySolutions)
    rows = [tuple(row[name].value for name in ("who", "said", "start")) for row in found]
    assert rows == [("Ann", "better", "0"), ("Ben", "worse", "0")]


def test_hostile_names_make_no_illegal_iri(hostile: Review) -> None:
    text = written(hostile, "rdf")
    store = pyoxigraph.Store()
    store.load(text.encode("utf-8"), format=pyoxigraph.RdfFormat.TURTLE)
    parsed = rdflib.Graph().parse(data=text, format="turtle")
    assert len(store) == len(parsed) > 40
    names = {term for triple in parsed for term in triple if isinstance(term, rdflib.URIRef)}
    assert all(re.fullmatch(r"[^\s<>\"{}|\\^`\u202e]+", name) for name in names)
    assert any("not%20an%20IRI" in name for name in names)


def test_a_name_says_what_is_written_and_turtle_needs_a_word(
    two_reviewers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begins = {"t.csv": '"review",', "t.json": "{", "t.md": "# r.coala", "t.html": "<!doctype html>"}
    for name, begin in begins.items():
        assert main(["export", str(two_reviewers), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)
    assert main(["export", str(two_reviewers), "-o", str(tmp_path / "t.ttl")]) == 2
    assert ", ".join((*EXPORTS, GRAPH)) in capsys.readouterr().err
    assert main(["export", str(two_reviewers), "--to", "rdf", "-o", str(tmp_path / "t.ttl")]) == 0


def test_a_graph_of_the_review_is_never_replaced_by_an_export(tmp_path: Path) -> None:
    graphs = tmp_path / "graphs"
    graphs.mkdir()
    for name in ("X", "Z"):
        shutil.copy(SAMPLES / "paper" / f"{name}.ttl", graphs)
    main(["diff", str(graphs / "X.ttl"), str(graphs), "-o", str(tmp_path / "r.coala")])
    # The changed graph is the folder.
    for name in ("X.ttl", "new.ttl"):
        command = ["export", str(tmp_path / "r.coala"), "--to", "graph", "-o", str(graphs / name)]
        assert main(command) == 2
    assert (graphs / "X.ttl").read_bytes() == (SAMPLES / "paper" / "X.ttl").read_bytes()
    assert not (graphs / "new.ttl").exists()


def test_the_better_graph_is_written_by_the_command_and_says_what_it_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review, best = tmp_path / "n.coala", tmp_path / "best.ttl"
    paths = [str(SAMPLES / "newswire" / f"{name}.ttl") for name in ("baseline", "changed")]
    main(["diff", *paths, "-o", str(review)])
    with Review.open(review, reviewer="Ann") as opened:
        for number, verdict in enumerate((Verdict.BETTER, Verdict.WORSE, Verdict.SAME)):
            opened.judge(number, State(verdict))
        first = opened.entries[0].fingerprint
    capsys.readouterr()
    assert main(["export", str(review), "--to", "graph", "-o", str(best)]) == 0
    said = capsys.readouterr().err.splitlines()
    # From the changed graph, from the baseline, and by the rule for the rest.
    assert [re.findall(r"\d+", line) for line in said[:3]] == [["1"], ["1"], ["26"]]
    assert "# 26 bags " in best.read_text(encoding="utf-8")
    assert main(["diff", paths[0], str(best), "--json", str(tmp_path / "d.json")]) == 1
    (bag,) = json.loads((tmp_path / "d.json").read_text(encoding="utf-8"))["interesting_bags"]
    assert bag["fingerprint"] == first


def test_all_exports_of_a_review_without_bags_are_whole(tmp_path: Path) -> None:
    path = make_review(tmp_path / "e.coala", [])
    with Review.open(path, read_only=True) as review:
        for name in EXPORTS:
            assert written(review, name)


def test_a_mention_with_a_gap_has_both_its_parts(tmp_path: Path) -> None:
    path = tmp_path / "g.coala"
    gap = C._replace(begin=0, end=22, fragments=((0, 9), (14, 22)))
    put_comparison(path, graph({"x": [gap, D]}), graph({"y": [gap], "z": [D]}))
    with Review.open(path, read_only=True) as review:
        (row,) = table(written(review, "csv"))
    assert "1:0-9+14-22" in row["spans"]


@pytest.mark.parametrize("name", EXPORTS)
def test_every_export_tells_how_far_it_has_come_and_can_be_ended(two_reviewers: Path, name: str) -> None:
    def end_at(last: int) -> Walk:
        def walk(bags: Sequence[ExportedBag]) -> Iterator[ExportedBag]:
            for bag in bags:
                passed.append(bag.entry.number)
                if bag.entry.number == last:
                    raise Cancelled("Enough.")
                yield bag

        return walk

    with Review.open(two_reviewers, read_only=True) as review:
        for last, wanted in ((9, [0, 1, 2]), (1, [0, 1])):
            passed: list[int] = []
            with suppress(Cancelled):
                for _ in EXPORTS[name].write(collect_answers(review, walk=end_at(last))):
                    pass
            assert passed[:3] == wanted


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_who_watches_a_terminal_sees_how_far_an_export_has_come(
    two_reviewers: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export", str(two_reviewers), "--to", "html", "-o", str(two_reviewers.with_name("r.html"))]
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("coala.cli.progress.DELAY_SECONDS", 0)
    monkeypatch.setattr("sys.stderr", screen := _Screen())
    assert main(command) == 0
    assert "/3 " in screen.getvalue()


def test_markdown_export_begins_with_the_answer_and_counts_changes_by_kind(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0), a_mixed_bag(1)])
    judge_as(path, "Ann", "+-")
    with Review.open(path) as review:
        page = written(review, "markdown")
        stated = tally_review(review)["answer"]
    assert stated["says"] == "level"
    assert page.splitlines()[2].startswith(stated["text"].partition(".")[0])
    # The links and changes, their bags, and those that are open.
    assert re.search(r"\n\*\*\D*5 \D*2 \D*3 \w+\*\*\n", page)
    assert "\n| merged | 0 | 0 | 0 | 0 | 1 | 0 | 0 |\n" in page
