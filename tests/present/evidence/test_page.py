from hypothesis import assume, given
from hypothesis import strategies as st

from coala.diff.sentences import BagSentences
from coala.model.bag import Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence
from coala.present.evidence.page import Level, Page
from coala.present.evidence.page_writer import make_visible
from tests.support.bags_by_hand import DOC_1, TEXTS, bag, seed
from tests.support.evidence import evidence_of, lines_of

Texts = dict[str, str | None]


def words_on(page: Page, span: int) -> list[str]:
    return [page.text[begin:end] for begin, end in page.places.get(span, ())]


def chain(spans: list[Span], texts: Texts) -> Bag:
    """Return one chain that both graphs have."""
    every = range(len(spans))
    return bag(spans, {"Bob": every}, {"Bob": every}, [(0, 0)], [], texts)


def read(made: Bag, texts: Texts = TEXTS) -> list[str]:
    """Return the page of a bag with its equal chains."""
    evidence = evidence_of(made, texts.get)
    for link in evidence.page().links[-1:]:
        evidence.open(link)
    return lines_of(evidence)


def test_only_a_mention_that_moved_has_the_signs_of_its_chains_behind_it() -> None:
    evidence = evidence_of(seed(), TEXTS.get)
    assert lines_of(evidence) == ["A B| Bob Smith met John Doe and then he_A→2 left. ▸1 A"]
    page = evidence.page()
    assert [words_on(page, span) for span in range(4)] == [["Bob Smith"], ["John Doe"], ["he"], []]
    # Copied words have no signs.
    assert page.copy_text(0, len(page.text)) == "Bob Smith met John Doe and then he left."
    begin = page.text.index("en he")
    assert page.copy_text(begin, begin + len("en he_(A→2) le")) == "en he le"


def test_unmoved_mention_of_another_chain_has_its_sign_in_the_margin() -> None:
    text = "Ann saw Bob. Ann slept. Bob slept."
    spans = [Span("d", at, at + 3) for at in (0, 8, 13, 24)]
    rows = [(Kind.MOVED, 0, 1, [2], "moved")]
    both = {"Ann": [0, 2], "Bob": [1, 3]}, {"Ann": [0], "Bob": [1, 2, 3]}
    evidence = evidence_of(bag(spans, *both, [(0, 0), (1, 1)], rows, {"d": text}), {"d": text}.get)
    lines = lines_of(evidence)
    # Ann is another chain than Bob, whom the margin names first, and so is its sign there.
    assert lines == ["B→1| Ann slept. ⋯", "A B2| Ann saw Bob. ⋯ ▸1"]


def test_margin_says_where_the_moved_mentions_of_a_row_went_and_where_others_stayed() -> None:
    texts = {"d": "Ann ran, and she met Ann and Al.", "e": "Bob slept."}
    spans = [Span("d", 0, 3), Span("d", 13, 16), Span("d", 21, 24), Span("d", 29, 31), Span("e", 0, 3)]
    before = {"Ann": [0, 1, 2, 3], "Bob": [4]}
    moved = [(Kind.MOVED, 0, 1, [place], "moved") for place in (1, 2)]
    made = bag(spans, before, {"Ann": [0, 3], "Bob": [1, 2, 4]}, [(0, 0), (1, 1)], moved, texts)
    assert lines_of(evidence_of(made, texts.get)) == [
        "A→1 A2| Ann ran, and she met Ann and Al.",
        "B| Bob slept.",
    ]
    # Where mentions of one chain go to two places, each has its own sign.
    after = {"Ann": [0, 3], "Bob": [1, 4], "Cy": [2]}
    moved = [(Kind.MOVED, 0, 1, [1], "moved"), (Kind.SPLIT, 0, 2, [2], "split")]
    made = bag(spans, before, after, [(0, 0), (1, 1)], moved, texts)
    assert "she_A→2 met Ann_A→3" in lines_of(evidence_of(made, texts.get))[0]


def test_rows_of_a_document_stand_together_with_its_change_first() -> None:
    texts = {"a": "Bob slept. It poured. It rained. Then Ann rose.", "b": "Cy ran."}
    spans = [Span("a", 0, 3), Span("a", 38, 41), Span("b", 0, 2)]
    rows = [(Kind.MERGED, 1, 0, [1], "merged"), (Kind.MERGED, 2, 0, [2], "merged")]
    before = {"Bob": [0], "Ann": [1], "Cy": [2]}
    made = bag(spans, before, {"Bob": [0, 1, 2]}, [(0, 0)], rows, texts)
    evidence = evidence_of(made, texts.get)
    while evidence.fill():
        pass
    # One sentence is around a change.
    change, *rest = lines_of(evidence)
    assert change.startswith("B→1| It rained. Then Ann rose.")
    assert [line.partition("|")[0] for line in rest] == ["A", "C→1"]


def test_mentions_of_the_title_are_shown_even_among_many_others_of_their_chain() -> None:
    text = " ".join(f"Then Ann{number:02} ran." for number in range(60))
    spans = [
        Span("d", text.index(f"Ann{number:02}"), text.index(f"Ann{number:02}") + 5) for number in range(60)
    ]
    before = {"Ann": range(40), "Bob": range(40, 60)}
    after = {"Ann": [*range(30), 50], "Bob": [*range(30, 50), *range(51, 60)]}
    rows = [(Kind.MOVED, 0, 1, [place], "moved") for place in range(30, 40)]
    rows.append((Kind.MOVED, 1, 0, [50], "moved"))
    made = bag(spans, before, after, [(0, 0), (1, 1)], rows, {"d": text})
    displayed = display_bag(made)
    chains = Chains(displayed)
    for title in BagSentences(made).changes:
        seen = Evidence(displayed, chains, {"d": text}.get, title=title).seen
        assert seen[: len(title.spans[:3])] == title.spans[:3]


def test_zero_is_shown_next_to_its_word() -> None:
    made = chain(
        [Span(DOC_1, 0, 9), Span(DOC_1, 10, 13, zero="nsubj#1"), Span(DOC_1, 10, 13, zero="obj#2")], TEXTS
    )
    assert read(made)[0].startswith("A| Bob Smith met_∅nsubj_∅obj#2 John")


def test_new_and_lost_mentions_have_an_arrow_from_or_to_nothing() -> None:
    only_old = bag(
        [Span(DOC_1, 0, 9)], {"Bob": [0]}, {}, [], [(Kind.INSTANCE_DROPPED, 0, None, [0], "")], TEXTS
    )
    assert "Bob Smith_A→gone met" in read(only_old)[0]
    only_new = bag(
        [Span(DOC_1, 0, 9)], {}, {"Bob": [0]}, [], [(Kind.INSTANCE_ADDED, None, 0, [0], "")], TEXTS
    )
    assert "Bob Smith_new→1 met" in read(only_new)[0]


def test_of_two_mentions_of_one_chain_that_end_together_one_sign_is_enough() -> None:
    rows = [(Kind.INSTANCE_DROPPED, 0, None, [0, 1], "")]
    gone = bag([Span(DOC_1, 0, 9), Span(DOC_1, 4, 9)], {"Bob": [0, 1]}, {}, [], rows, TEXTS)
    assert "Bob Smith_A→gone met" in read(gone)[0]


def test_sentences_apart_follow_each_other_and_say_where_something_is_left_out() -> None:
    text = "Bob came.\n" + "Nothing of interest to anyone here.\n" * 14 + "He left."
    made = chain([Span("d", 0, 3), Span("d", len(text) - 8, len(text) - 6)], {"d": text})
    evidence = evidence_of(made, {"d": text}.get)
    evidence.show(0)
    evidence.show(1)
    assert lines_of(evidence)[0] == "A| Bob came. ⋯_ He left. ⋯"
    gap = next(link for link in evidence.page().links if link.place == 1)
    evidence.open(gap)
    assert lines_of(evidence)[0].count("Nothing") == 14
    # A whole document keeps its lines.
    evidence.set_level(0, Level.DOCUMENT)
    assert len(lines_of(evidence)) == 16 + 1


def test_headings_and_paragraphs_end_their_line_and_wrapped_lines_go_on() -> None:
    text = "Bob wins\nOskar, 6 March\n\nBob won\nby far. Bob was glad.\nBob left."
    spans = [Span("d", at, at + 3) for at in (0, 25, 41, 55)]
    evidence = evidence_of(chain(spans, {"d": text}), {"d": text}.get)
    for span in range(4):
        evidence.show(span)
    page = evidence.page().text.split("\N{BLACK RIGHT-POINTING SMALL TRIANGLE}")[0].rstrip("\n")
    assert page.rstrip("\xa0").split("\n") == [
        "Bob wins",
        "Oskar, 6 March ",
        "Bob won by far. Bob was glad. Bob left.",
    ]


def test_text_without_anything_that_differs_is_context() -> None:
    text = "It rained. Ann ran. It snowed. Bob slept."
    spans = [Span("d", 11, 14), Span("d", 31, 34)]
    rows = [(Kind.MERGED, 1, 0, [1], "merged")]
    evidence = evidence_of(
        bag(spans, {"Ann": [0], "Bob": [1]}, {"Ann": [0, 1]}, [(0, 0)], rows, {"d": text}), {"d": text}.get
    )
    while evidence.fill():
        pass
    page = evidence.page()
    assert page.text.startswith("It snowed. Bob slept.")
    shown = [page.text[begin:end].strip() for begin, end in page.context]
    assert shown == ["It snowed.", "Ann ran."]


def test_a_document_without_text_says_so_and_lists_words() -> None:
    made = chain([Span("d", 0, 3), Span("d", 4, 6)], {"d": "Bob he"})
    assert read(made, {})[0].startswith("A| Bob  he  (no text")


def test_mention_outside_of_its_text_is_reported_and_shown_by_its_words() -> None:
    made = chain([Span("d", 0, 3), Span("d", 2, 900)], {"d": "Bob."})
    evidence = evidence_of(made, {"d": "Bob."}.get)
    evidence.show(1)
    assert lines_of(evidence)[0].startswith("A| b.  Bob  (")
    assert "4" in lines_of(evidence)[0]


def test_each_fragment_of_a_span_with_gaps_has_its_place() -> None:
    text = "He picked the box up."
    evidence = evidence_of(chain([Span("d", 3, 20, ((3, 9), (18, 20)))], {"d": text}), {"d": text}.get)
    evidence.show(0)
    assert words_on(evidence.page(), 0) == ["picked", "up"]


@given(st.text(alphabet="ab. \n\r😀م", max_size=1_500), st.data())
def test_the_page_shows_exactly_the_words_of_each_mention(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=12, unique=True).map(sorted))
    spans = [Span("d", *pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    assume(spans)
    evidence = evidence_of(chain(spans, {"d": text}), {"d": text}.get)
    for number in range(len(spans)):
        evidence.show(number)
    for level in Level:
        evidence.set_level(0, level)
        page = evidence.page()
        for number, span in enumerate(spans):
            words = "".join(words_on(page, number))
            expected = make_visible(text)[span.begin : span.end]
            if level is Level.SENTENCE:
                # Only line breaks before sentences are kept.
                words, expected = words.replace("\n", " "), expected.replace("\n", " ")
            assert words == expected
