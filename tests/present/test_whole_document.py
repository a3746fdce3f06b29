"""A whole document: every mention with its chain, types and entry on both sides."""

from __future__ import annotations

from coala.model.bag import BASELINE, CHANGED, Bag, ChainTraits, DocumentMentions
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.whole_document import UNTYPED, TypeCount, WholeDocument
from tests.support.bags_by_hand import DOC_1, PARIS, TEXAS, TEXTS, linked

TEXT = TEXTS[DOC_1] or ""
BOB, JOHN, HE = Span(DOC_1, 0, 9), Span(DOC_1, 14, 22), Span(DOC_1, 32, 34)
PERSON = ChainTraits(("Person",), ("Paris (Q90)",))
MENTIONS = DocumentMentions(
    (BOB, JOHN, HE),
    (BOB, HE),
    (),
    (((0,), (1,), (0,)), ((0,), (2,))),
    ({0: PERSON}, {0: PERSON, 2: ChainTraits(("Agent", "Person"))}),
)


def made(mentions: DocumentMentions = MENTIONS) -> WholeDocument:
    return WholeDocument(DOC_1, TEXT, mentions)


def told(document: WholeDocument, index: int) -> list[str]:
    return [line.words for side in (BASELINE, CHANGED) for line in document.describe(side, index)]


def show(document: WholeDocument, bag: Bag) -> tuple[int, ...]:
    displayed = display_bag(bag)
    return document.show_bag(displayed, Chains(displayed))


def test_a_mention_says_its_chain_entry_and_types_on_both_sides() -> None:
    document = made()
    assert told(document, 0) == [
        "Bob Smith · Paris (Q90) · Person · 2 mentions here",
        "Bob Smith · Paris (Q90) · Person · 1 mention here",
    ]
    assert told(document, 1) == ["John Doe · 1 mention here", "not a mention"]
    assert told(document, 2)[1] == "he · Agent, Person · 1 mention here"


def test_a_mention_of_several_chains_has_a_line_for_each() -> None:
    document = made(DocumentMentions((BOB,), (), (), (((0, 1),), ())))
    assert len(document.describe(BASELINE, 0)) == 2


def test_partners_have_one_number_and_others_another() -> None:
    document = made()
    numbers = [document.describe(side, index)[0].number for side, index in ((0, 0), (1, 0), (0, 1), (1, 2))]
    assert numbers[0] == numbers[1]
    assert len(set(numbers)) == 3


def test_types_are_counted_by_mentions_and_choose_what_is_on_the_page() -> None:
    document = made()
    assert document.types == [TypeCount("Person", 2), TypeCount(UNTYPED, 1), TypeCount("Agent", 1)]
    assert [found.words for found in document.types] == ["Person (2)", "no type (1)", "Agent (1)"]
    assert document.page().spans == [0, 1, 2]
    assert document.page({"Agent"}).spans == [2]
    assert document.page({UNTYPED}).spans == [1]
    assert document.page(()).spans == []
    assert document.page(()).text == TEXT


def test_chains_of_the_bag_have_its_signs_names_and_colours() -> None:
    document = made()
    bag = linked([TEXAS], [PARIS])
    assert show(document, bag) == (0, 2)
    lines = [document.describe(side, 0)[0] for side in (BASELINE, CHANGED)]
    assert [line.sign for line in lines] == ["A", "1"]
    assert [line.number for line in lines] == [0, 0]
    assert document.describe(BASELINE, 1)[0].number != 0


def test_a_bag_of_other_documents_has_no_mention_here() -> None:
    document = WholeDocument("http://example.org/other", TEXT, DocumentMentions((), ()))
    assert show(document, linked([TEXAS], [PARIS])) == ()


def test_mentions_outside_the_text_or_without_a_place_are_left_out() -> None:
    beyond, lost = Span(DOC_1, 0, 900), Span(DOC_1, 1, 3, unplaced="he#1")
    document = made(DocumentMentions((BOB, beyond, lost), (), (), (((0,), (0,), (0,)), ())))
    assert document.page().spans == [0]
    assert told(document, 0)[0] == "Bob Smith · 1 mention here"
