"""A whole document: every mention with its chain, types and entry on both sides."""

from __future__ import annotations

from coala.model.bag import BASELINE, CHANGED, ChainTraits, DocumentMentions
from coala.model.values import Span
from coala.present.whole_document import WholeDocument
from tests.support.bags_by_hand import DOC_1, TEXTS

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
