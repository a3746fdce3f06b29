"""The types of bags and the forms of their changed mentions: tallied, searched, stored and refused."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coala.cli.commands import main
from coala.engine.compare import compare_graphs
from coala.errors import CoalaError, DamagedReviewError, ReviewError
from coala.model.bag import Bag, Instance, Term
from coala.model.options import DEFAULTS, Match
from coala.model.pronouns import read_pronouns
from coala.review.file import Review
from coala.review.rescue import repair, salvage
from coala.review.storage.bag_slices import bag_slices_to_json
from coala.review.storage.seals import seal
from coala.review.writing import write_review
from tests.engine.test_slices import write_conll
from tests.support.board_files import three_columns
from tests.support.graphs_by_hand import A, B, C, graph
from tests.support.paths import ROOT
from tests.support.reviews import a_bag, a_mixed_bag, judge_as, make_review

NEWSWIRE = ROOT / "sample_graphs" / "newswire"
PERSON, PLACE = Term("Person", "http://example.org/Person"), Term("Place", "http://example.org/Place")


def tally(path: Path, *words: str) -> dict[str, Any]:
    """Return the JSON of ``coala tally``."""
    target = path.with_suffix(".json")
    assert main(["tally", str(path), *words, "--json", str(target)]) == 0
    document: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return document


def count_bags(document: dict[str, Any], name: str) -> dict[str, int]:
    return {where: row["bags"] for where, row in document["by_slice"][name].items()}


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("news") / "news.coala"
    graphs = [str(NEWSWIRE / f"{name}.ttl") for name in ("baseline", "changed")]
    assert main(["diff", *graphs, "-o", str(path)]) == 1
    judge_as(path, "Ann", "+-=?+-")
    return path


def typed(bag: Bag, *terms: Term) -> Bag:
    """Return the bag with these types of its first chain."""
    return replace(bag, baseline=(bag.baseline[0]._replace(types=terms), *bag.baseline[1:]))


def test_bag_counts_once_in_each_of_its_types_and_forms(tmp_path: Path) -> None:
    bags = [typed(a_bag(0), PERSON, PLACE), typed(a_bag(1), PERSON), a_mixed_bag(2)]
    path = make_review(tmp_path / "r.coala", bags)
    judge_as(path, "Ann", "+-=")

    document = tally(path, "--by", "type,form")

    by_type, by_form = document["by_slice"]["type"], document["by_slice"]["form"]
    assert {
        name: (row["bags"], row["better"], row["worse"], row["same"]) for name, row in by_type.items()
    } == {
        PERSON.name: (2, 1, 1, 0),
        PLACE.name: (1, 1, 0, 0),
        "no type": (1, 0, 0, 1),
    }
    assert list(by_type[PERSON.name]) == ["bags", "judged", "better", "worse", "same", "unsure", "net"]
    assert {name: (row["bags"], row["judged"], row["net"]) for name, row in by_form.items()} == {
        "pronoun": (3, 3, 0),
        "unknown": (1, 1, 0),
    }
    assert document["forms"] == {"stated": 0, "listed": 3, "unknown": 2}


def test_text_names_types_by_label_with_the_bags_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [typed(a_bag(0), PERSON, PLACE), typed(a_bag(1), PERSON)])
    judge_as(path, "Ann", "+-")

    assert main(["tally", str(path), "--by", "type,form"]) == 0

    rows = re.findall(r"^  (Person|Place|pronoun) (.*)", capsys.readouterr().out, re.MULTILINE)
    # Better, worse, the same, not sure, net, judged, and all bags.
    assert {name: re.findall(r"\d+", figures) for name, figures in rows} == {
        "Person": ["1", "1", "0", "0", "0", "2", "2"],
        "Place": ["1", "0", "0", "0", "1", "1", "1"],
        "pronoun": ["1", "1", "0", "0", "0", "2", "2"],
    }


def test_newswire_agrees_with_counts_from_the_chains_of_each_bag(news: Path) -> None:
    document = tally(news, "--by", "type,form")
    by_type, by_form = count_bags(document, "type"), count_bags(document, "form")
    assert list(by_type.values()) == [24, 7, 6, 2]
    assert by_form == {"pronoun": 18, "unknown": 27}
    assert document["forms"] == {"stated": 0, "listed": 90, "unknown": 238}
    types, forms = Counter[str](), Counter[str]()
    with Review.open(news) as review:
        bags = [review.peek(entry.number) for entry in review.entries]
        assert [len(review.slices.types.list_types(number)) for number in range(len(bags))] == [
            len(find_types(bag)) for bag in bags
        ]
    for bag in bags:
        types.update(find_types(bag) or {"no type"})
        forms.update(
            {
                "pronoun" if str(bag.words[index]).lower() in read_pronouns()["en"] else "unknown"
                for index in find_regrouped(bag)
            }
        )

    assert by_type == types
    assert by_form == forms
    plain = tally(news)
    assert {key: value for key, value in document.items() if key not in ("by_slice", "forms")} == plain
    assert "forms" not in tally(news, "--by", "type")


def find_types(bag: Bag) -> set[str]:
    return {term.name for side in (bag.baseline, bag.changed) for chain in side for term in chain.types}


def find_regrouped(bag: Bag) -> set[int]:
    """Return the mentions that are not in partners on both sides; all if there are none."""

    def place_mentions(side: tuple[Instance, ...]) -> dict[int, set[int]]:
        return {
            index: {number for number, chain in enumerate(side) if index in chain.spans}
            for index in range(len(bag.spans))
        }

    before, after = place_mentions(bag.baseline), place_mentions(bag.changed)
    partners = set(bag.partners)
    kept = {
        index
        for index in range(len(bag.spans))
        if before[index]
        and all(any((old, new) in partners for new in after[index]) for old in before[index])
        and all(any((old, new) in partners for old in before[index]) for new in after[index])
    }
    return set(range(len(bag.spans))) - kept or set(range(len(bag.spans)))


def write_pair(folder: Path, *, tags: bool = True) -> tuple[str, str]:
    """Write a key, and a response in which "She" and "the pilot" are in no chain."""
    return (
        write_conll(folder / "old.conll", tags=tags),
        write_conll(folder / "new.conll", {(1, 0): "-", (1, 2): "-", (1, 3): "-"}, tags=tags),
    )


def test_forms_of_a_review_are_those_that_the_files_state(tmp_path: Path) -> None:
    path = tmp_path / "r.coala"
    assert main(["diff", *write_pair(tmp_path), "-o", str(path)]) == 1

    document = tally(path, "--by", "form")

    assert count_bags(document, "form") == {"pronoun": 1, "nominal": 1}
    assert document["forms"] == {"stated": 2, "listed": 0, "unknown": 0}


def test_forms_without_parts_of_speech_are_those_of_the_chosen_lists(tmp_path: Path) -> None:
    pair = write_pair(tmp_path, tags=False)
    by_language = {}
    for language in ("en", "it", "it,en"):
        path = tmp_path / f"{language[:2]}{len(language)}.coala"
        assert main(["diff", *pair, "--language", language, "-o", str(path)]) == 1
        by_language[language] = count_bags(tally(path, "--by", "form"), "form")
    assert by_language == {
        "en": {"pronoun": 1, "unknown": 1},
        "it": {"unknown": 2},
        "it,en": {"pronoun": 1, "unknown": 1},
    }


def test_joined_spans_keep_the_form_that_the_other_graph_states(tmp_path: Path) -> None:
    inner = A._replace(begin=4)
    before = graph({"x": [A, C], "y": [B]})
    after = replace(graph({"x": [inner], "y": [B, C]}), forms={0: "name", 1: "pronoun"})
    options = DEFAULTS._replace(match=Match.OVERLAP)
    comparison = compare_graphs(before, after, options=options)
    joined = [comparison.corpus.forms[1].get(span) for span in range(comparison.corpus.spans)]
    kept = comparison.corpus.mentions[0].tolist()
    assert "name" in {joined[span] for span in kept}


def find(path: Path, query: str) -> list[int]:
    with Review.open(path, read_only=True) as review:
        return review.search(query)


def test_search_by_form_finds_exactly_the_bags_of_the_row(news: Path) -> None:
    with Review.open(news, read_only=True) as review:
        expected = [number for number in range(28) if "pronoun" in review.forms.list_forms(number)]
        assert review.search("form:pronoun") == expected
        assert review.search("FORM:pron") == expected
        assert len(expected) == 18
        assert review.search("form:pronoun type:product") == [
            number for number in review.search("type:product") if number in expected
        ]
        assert review.search("form:verb") == []


@pytest.mark.parametrize("query", ["form:", "form:noun", 'form:"a b"'])
def test_search_for_another_form_names_the_forms(news: Path, query: str) -> None:
    with pytest.raises(CoalaError, match="pronoun, name, nominal, verb or unknown"):
        find(news, query)


def change_header(path: Path, value: str | None) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        if value is None:
            connection.execute("DELETE FROM header WHERE key = 'slices'")
        else:
            connection.execute("UPDATE header SET value = ? WHERE key = 'slices'", (value,))
        connection.execute("UPDATE header SET value = ? WHERE key = 'seal'", (seal(connection),))


def test_review_without_types_and_forms_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)])
    change_header(path, None)
    for name in ("type", "size"):
        assert main(["tally", str(path), "--by", name]) == 2
        assert "'slices'" in capsys.readouterr().err


def test_damaged_types_and_forms_are_refused(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [typed(a_bag(0), PERSON)])
    with Review.open(path) as review:
        values = json.loads(bag_slices_to_json(review.slices))
    change_header(path, json.dumps(values | {"forms_of": [32]}))
    with pytest.raises(DamagedReviewError):
        Review.open(path)


def test_repaired_review_keeps_stated_forms(tmp_path: Path) -> None:
    path, target = tmp_path / "r.coala", tmp_path / "new.coala"
    assert main(["diff", *write_pair(tmp_path), "-o", str(path)]) == 1
    judge_as(path, "Ann", "+")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE journal SET verdict = '-'")
    repair(salvage(path), target)
    assert tally(target, "--by", "form")["forms"] == {"stated": 2, "listed": 0, "unknown": 0}


def test_records_have_types_but_no_forms(tmp_path: Path) -> None:
    path = make_review(tmp_path / "r.coala", [a_bag(0)], settings={"record": "id"})
    assert count_bags(tally(path, "--by", "type"), "type") == {"no type": 1}
    assert main(["tally", str(path), "--by", "form"]) == 2
    with pytest.raises(ReviewError):
        find(path, "form:pronoun")


@pytest.mark.parametrize("name", ["distance", "range"])
def test_tables_of_mentions_are_refused_with_those_of_bags(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["tally", str(tmp_path / "r.coala"), "--by", name]) == 2
    assert "size, documents" in capsys.readouterr().err


def test_blind_review_is_not_searched_by_form(tmp_path: Path) -> None:
    path = tmp_path / "blind.coala"
    assert main(["diff", *write_pair(tmp_path), "-o", str(path), "--blind"]) == 1
    with Review.open(path) as review:
        with pytest.raises(CoalaError):
            review.search("form:pronoun")
        with pytest.raises(ReviewError):
            review.slices  # noqa: B018 - reading it is the test


def test_column_of_a_board_has_the_forms_of_its_pair(tmp_path: Path) -> None:
    old, new = write_pair(tmp_path)
    board, path = tmp_path / "b.coala", tmp_path / "r.coala"
    assert main(["board", f"surnames={old}", "--full", new, "-o", str(board)]) in (0, 1)
    assert main(["diff", old, new, "-o", str(path)]) == 1
    of_column = tally(board, "--column", "without/surnames", "--by", "form,type")
    of_pair = tally(path, "--by", "form,type")
    assert of_column["by_slice"] == of_pair["by_slice"]
    assert of_column["forms"] == of_pair["forms"] == {"stated": 2, "listed": 0, "unknown": 0}


def test_comparison_without_context_stores_listed_forms_only(tmp_path: Path) -> None:
    _, comparisons = three_columns()
    made = comparisons[0]
    path = tmp_path / "r.coala"
    write_review(path, made.summary, made.iterate_sentences(), made.texts())
    with Review.open(path) as review:
        assert review.forms.origins.stated == 0
        assert len(review.forms.of_bags) == len(review.entries)


def test_verdicts_of_several_reviews_add_up_by_form(tmp_path: Path) -> None:
    paths = [
        make_review(tmp_path / f"{name}.coala", bags) for name, bags in (("a", [a_bag(0)]), ("b", [a_bag(1)]))
    ]
    for path, verdict in zip(paths, "+-", strict=True):
        judge_as(path, "Ann", verdict)
    document = tally(paths[0], str(paths[1]), "--by", "form")
    assert document["by_slice"]["form"]["pronoun"]["bags"] == 2
    assert document["by_slice"]["form"]["pronoun"]["net"] == 0
    assert document["forms"] == {"stated": 0, "listed": 2, "unknown": 0}
