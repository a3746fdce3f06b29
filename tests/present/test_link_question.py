"""The question about one link: its parts in their order, what an answer stores, and its words."""

from __future__ import annotations

import pytest

from coala.model.bag import Bag
from coala.model.sides import GRAPHS
from coala.present.chains import PreparedBags
from coala.present.link_question import (
    AskedLink,
    ask_link,
    key_links,
)
from coala.present.part_lines import PartLines
from coala.review.file import Review
from coala.verdicts.links import find_parts
from tests.support.novels import write_novel


@pytest.fixture(scope="module")
def bag(tmp_path_factory: pytest.TempPathFactory) -> Bag:
    """Return the bag of a novel of twelve chapters."""
    path = write_novel(tmp_path_factory.mktemp("novel") / "novel.coala", 12)
    with Review.open(path, read_only=True) as review:
        return review.bag(0)


@pytest.fixture
def lines(bag: Bag) -> PartLines:
    prepared = PreparedBags().prepare(bag, GRAPHS.names)
    return PartLines(prepared, find_parts(bag), lambda document: None)


def ask_all(lines: PartLines, bag: Bag) -> list[AskedLink]:
    return [ask_link(lines, link) for link in key_links(bag, lines.parts)]


def name(lines: PartLines, asked: AskedLink) -> tuple[str, list[str]]:
    return lines.line(asked.part).name, [lines.line(line).name for line in asked.earlier]


def test_earlier_parts_of_the_chain_come_with_new_words_first(lines: PartLines, bag: Bag) -> None:
    named = dict(name(lines, asked) for asked in ask_all(lines, bag) if not asked.part.number)
    # B1 has most kept mentions; the dog, the man and the first guard have other words; C1 to E1 have not.
    assert named["F1"] == ["B1", "A1", "-1", "C1", "D1", "E1"]
    last = max(named.values(), key=len)
    assert last[:5] == ["B1", "A1", "-1", "L1", "C1"]
    assert len(last) == len(set(last)) == 13
    assert named["A3"] == ["A2", "A1"]
