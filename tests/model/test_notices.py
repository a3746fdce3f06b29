"""The catalogue of notices, which has every notice of the program and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import coala
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.entry import Entry
from coala.model.notices.notice import MOST_EXAMPLES, Notice, choose_words, make_notice
from coala.model.nouns import IN_TEXTS, OF_RECORDS, speak_of_records
from coala.reading.remarks import Remark, Remarks
from coala.reading.vocabularies.loader import load_vocabulary

PACKAGE = Path(coala.__file__).parent
NOTICING = (
    "board",
    "reading",
    "prepare",
    "formats",
    "engine",
    "diff",
    "scores/relations",
    "tables",
    "results",
    "exports",
    "merge",
    "verdicts/lock",
)
NO_NOTICE = {
    *("all-apart", "code-point", "knowtator-project", "no-link", "no-statement", "no-type", "with-one"),
}
"""Words of the package that look like codes."""
ALWAYS_FILLED = {"count", "s", "v", "role", "example"}


def literals() -> Iterator[str]:
    """Return every text in the modules that report notices."""
    for folder in NOTICING:
        for module in sorted((PACKAGE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def words_of(entry: Entry) -> set[str]:
    return {
        word for text in (entry.sentence, entry.advice) for _, word, _, _ in Formatter().parse(text) if word
    }


def test_what_the_package_notices_is_what_the_catalogue_lists() -> None:
    texts = set(literals())
    codes = {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)} - NO_NOTICE
    assert codes - CATALOGUE.keys() == set()
    assert CATALOGUE.keys() - texts == set()


def test_unlisted_notice_cannot_be_made() -> None:
    with pytest.raises(KeyError):
        make_notice("no-such-code")


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize(("count", "examples"), [(1, ()), (1234, ("<a> {b}", "c"))])
def test_every_entry_makes_one_whole_sentence(name: str, count: int, examples: tuple[str, ...]) -> None:
    entry = CATALOGUE[name]
    words = {word: f"‹{word}›" for word in words_of(entry) - ALWAYS_FILLED}
    if "reason" in words:
        words["reason"] = "The graphs share no document."
    notice = make_notice(name, count, examples, role="key", **words)
    assert notice.sentence.endswith(".")
    assert "  " not in notice.sentence
    assert all(value in notice.sentence for value in words.values())
    if entry.advice:
        assert (", first <a> {b}: " in notice.sentence) == bool(examples)
        assert not entry.advice.endswith(".")
    if "{count}" in entry.sentence:
        assert f"{count:,}" in notice.sentence


def test_two_sentences_of_one_code_have_one_effect_and_one_weight() -> None:
    for entry in CATALOGUE.values():
        if entry.code:
            other = CATALOGUE[entry.code]
            assert (entry.effect, entry.rank, entry.severity) == (other.effect, other.rank, other.severity)


def test_remarks_of_reading_come_out_in_the_order_of_the_catalogue() -> None:
    remarks = Remarks(load_vocabulary("nif").words())
    for code in ("same-as", "text-mismatch", "mention-without-document", "text-mismatch"):
        remarks.add(code, f"<{code}>")
    assert [(notice.code, notice.count, notice.examples) for notice in remarks.notices()] == [
        ("mention-without-document", 1, ("<mention-without-document>",)),
        ("text-mismatch", 2, ("<text-mismatch>", "<text-mismatch>")),
        ("same-as", 1, ("<same-as>",)),
    ]


def test_notices_about_records_name_them_as_in_their_table_and_change_no_data() -> None:
    notice = Notice(
        "n",
        2,
        'Left out 2 documents, first urn:coala:record:document%201: the "chain" of a mention.',
        ("urn:coala:record:document%201", "a mention"),
        "baseline",
        "",
    )
    (told,) = choose_words(OF_RECORDS, notice)
    assert told.sentence == 'Left out 2 records, first document 1: the "chain" of a record.'
    assert told.examples == ("document 1", "a mention")
    assert choose_words(IN_TEXTS, notice) == (notice,)
    named = notice._replace(
        sentence="2 mentions in several chains, first a mention: see.", examples=("a mention",)
    )
    (told,) = choose_words(OF_RECORDS, named)
    assert told.sentence == "2 records in several clusters, first a mention: see."


def test_words_about_records_leave_options_and_quoted_words_alone() -> None:
    advice = 'pair the 2 documents of "chain" with --map-documents, or drop --optional-mentions'
    assert speak_of_records(advice) == (
        'pair the 2 records of "chain" with --map-documents, or drop --optional-mentions'
    )
    assert OF_RECORDS.say("Mentions, see --optional-mentions") == "Records, see --optional-mentions"


def test_cluster_has_its_own_article() -> None:
    said = 'An instance without a chain, an instance and 2 instances, an "an instance"'
    assert speak_of_records(said) == 'A cluster without a cluster, a cluster and 2 clusters, an "an instance"'


@pytest.mark.parametrize("step", [1, -1])
def test_remark_keeps_its_smallest_examples_in_any_order(step: int) -> None:
    remark = Remark()
    examples = [f"m{number}" for number in range(MOST_EXAMPLES + 3)]
    for example in examples[::step]:
        remark.add(example)
    assert (remark.count, remark.examples) == (MOST_EXAMPLES + 3, examples[:MOST_EXAMPLES])
