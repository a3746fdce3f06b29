from hypothesis import assume, given
from hypothesis import strategies as st

from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.presentation.displayed_bag import display_bag
from coala.presentation.instance_numbers import number_instances
from coala.presentation.source_page import Page, Run, lay_out_page, runs, shown
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, seed

SIGN = "\u202f¹"


def lay(made: Bag, texts: dict[str, str | None] = TEXTS, *, whole: bool = False) -> Page:
    return lay_out_page(display_bag(made), texts.get, whole=whole)


def words_on(sheet: Page, span: int) -> list[str]:
    return [sheet.text[begin:end] for begin, end in sheet.places[span]]


def chain(spans: list[Span], texts: dict[str, str | None]) -> Bag:
    every = range(len(spans))
    return bag(spans, {"Bob": every}, {"Bob": every}, [(0, 0)], [], texts)


def test_documents_stand_under_each_other_with_numbers_after_their_mentions() -> None:
    assert lay(seed()).text == (
        "doc1\n"
        "Bob Smith\u202f¹ met John Doe\u202f² and then he\u202f\u2066¹→²\u2069 left.\n"
        "\n"
        "doc2\n"
        "R. Smith\u202f¹ is in town."
    )


def test_every_mention_is_where_the_page_says() -> None:
    sheet = lay(seed())
    assert [words_on(sheet, span) for span in range(4)] == [["Bob Smith"], ["John Doe"], ["he"], ["R. Smith"]]


def test_a_zero_is_shown_beside_the_word_at_which_it_stands() -> None:
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 10, 13, zero="nsubj#1"), Span(DOC_1, 10, 13, zero="obj#2")],
        {"Bob": [0, 1, 2]},
        {"Bob": [0, 1, 2]},
        [(0, 0)],
        [],
        TEXTS,
    )
    assert lay(made).text.startswith("doc1\nBob Smith\u202f¹ met\u202f∅nsubj¹\u202f∅obj#2¹ John")


def test_new_and_lost_mentions_have_a_sign_before_the_number() -> None:
    made = bag(
        [Span(DOC_1, 0, 9), Span(DOC_1, 14, 22)],
        {"Bob": [0], "John": [1]},
        {"Bob": [0, 1]},
        [(0, 0)],
        [(Kind.MERGED, 1, 0, [1], "merged")],
        TEXTS,
    )
    assert "John Doe\u202f\u2066²→¹\u2069" in lay(made).text
    only_old = bag([Span(DOC_1, 0, 9)], {"Bob": [0]}, {}, [], [], TEXTS)
    assert "Bob Smith\u202f\u2066⁻¹\u2069" in lay(only_old).text
    only_new = bag([Span(DOC_1, 0, 9)], {}, {"Bob": [0]}, [], [], TEXTS)
    assert "Bob Smith\u202f\u2066⁺¹\u2069" in lay(only_new).text


def test_of_two_mentions_of_one_instance_that_end_together_one_number_is_enough() -> None:
    assert "Bob Smith\u202f¹ met" in lay(chain([Span(DOC_1, 0, 9), Span(DOC_1, 4, 9)], TEXTS)).text


def test_what_lies_between_is_folded_and_one_switch_shows_it() -> None:
    text = "Bob came.\n" + "Nothing of interest to anyone here.\n" * 14 + "He left."
    made = chain([Span("d", 0, 3), Span("d", len(text) - 8, len(text) - 6)], {"d": text})
    folded, whole = lay(made, {"d": text}), lay(made, {"d": text}, whole=True)
    assert folded.text.splitlines() == ["d", f"Bob{SIGN} came.", "⋯ 14 lines", f"He{SIGN} left."]
    assert len(whole.text.splitlines()) == 1 + 16
    assert words_on(folded, 1) == words_on(whole, 1) == ["He"]


def test_a_document_without_text_says_where_it_is_looked_for_and_lists_words() -> None:
    made = chain([Span("d", 0, 3), Span("d", 4, 6)], {"d": "Bob he"})
    sheet = lay(made, {})
    assert sheet.text.splitlines() == [
        "d",
        "No text for d. It is looked for in the graphs (nif:isString) and in the folder of texts.",
        f"Bob{SIGN}",
        f"he{SIGN}",
    ]
    assert words_on(sheet, 1) == ["he"]


def test_a_mention_outside_its_text_is_counted_and_nothing_else_lights_up() -> None:
    sheet = lay(chain([Span("d", 0, 3), Span("d", 2, 900)], {"d": "Bob."}), {"d": "Bob."})
    assert sheet.text.splitlines()[-1] == "1 mention lies outside this text (4 characters)."
    assert sheet.places[1] == ()


def test_each_fragment_of_a_span_with_gaps_has_its_place() -> None:
    text = "He picked the box up."
    span = Span("d", 3, 20, ((3, 9), (18, 20)))
    assert words_on(lay(chain([span], {"d": text}), {"d": text}), 0) == ["picked", "up"]


def test_text_that_cannot_be_seen_or_reorders_is_replaced_one_for_one() -> None:
    text = "a\x00b\u202ec\r\nd\re\u2028f\ttab"
    assert shown(text) == "a�b�c \nd\ne\nf\ttab"
    assert len(shown(text)) == len(text)


@given(st.text(alphabet="ab. \n\r😀م", max_size=1_500), st.data())
def test_the_page_shows_exactly_the_words_of_each_mention(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=12, unique=True).map(sorted))
    spans = [Span("d", *pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    assume(spans)
    made = chain(spans, {"d": text})
    for whole in (False, True):
        sheet = lay(made, {"d": text}, whole=whole)
        for number, span in enumerate(spans):
            assert "".join(words_on(sheet, number)) == shown(text)[span.begin : span.end]


def test_runs_do_not_overlap_and_the_inner_mention_is_on_top() -> None:
    made = bag(
        [Span(DOC_1, 0, 22), Span(DOC_1, 14, 22)],
        {"both": [0], "John": [1]},
        {"both": [0]},
        [(0, 0)],
        [],
        TEXTS,
    )
    sheet = lay(made)
    found = runs(sheet, number_instances(made))
    assert [(sheet.text[run.begin : run.end], run.baseline, run.changed) for run in found] == [
        ("Bob Smith met ", 1, 1),
        ("John Doe", 0, 1),
    ]
    assert isinstance(found[0], Run)


def test_a_page_without_documents_has_no_runs() -> None:
    assert runs(Page(()), number_instances(seed())) == []
