from dataclasses import replace

import pytest

from coala.diff.sentences import BagSentences
from coala.errors import ReviewError
from coala.model.bag import CHANGED, Bag
from coala.model.kinds import Kind
from coala.model.values import Span
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import (
    CHAINS_PER_STEP,
    SENTENCES_AT_FIRST,
    Evidence,
    TextOf,
)
from coala.present.evidence.page import Level, Opening
from tests.support.bags_by_hand import DOC_1, DOC_2, TEXTS, bag, large, seed, split
from tests.support.evidence import evidence_of, lines_of
from tests.support.great_bags import SENTENCE, a_random_bag, a_wide_bag, in_one_document

Texts = dict[str, str | None]

NEWS = (
    "The KPA met on Monday. It was long. Kittiwake Pilots’ Association members voted. "
    "Then the Kellan Port Authority and the pilots of the KPA talked. The port authority left."
)


def place(text: str, words: str, nth: int = 0) -> Span:
    at = -1
    for _ in range(nth + 1):
        at = text.index(words, at + 1)
    return Span("news", at, at + len(words))


def merged() -> tuple[Bag, Texts]:
    """Return a bag of pilots (A) and a port (B) that the changed graph merges."""
    texts: Texts = {"news": NEWS}
    spans = [
        place(NEWS, "The KPA"),
        place(NEWS, "It"),
        place(NEWS, "Kittiwake Pilots’ Association"),
        place(NEWS, "the Kellan Port Authority"),
        place(NEWS, "the KPA"),
        place(NEWS, "The port authority"),
    ]
    rows = [(Kind.MERGED, 1, 0, [3, 5], "merged")]
    pilots, port = [0, 1, 2, 4], [3, 5]
    return bag(spans, {"pilots": pilots, "port": port}, {"one": range(6)}, [(0, 0)], rows, texts), texts


def test_a_sentence_that_shows_both_chains_serves_both() -> None:
    made, texts = merged()
    evidence = evidence_of(made, texts.get)
    # The chain whose mentions moved is first.
    assert lines_of(evidence)[0].startswith("B A| ")
    assert "the Kellan Port Authority_B→1 and the pilots of the KPA talked." in lines_of(evidence)[0]
    # Few sentences show all mentions that differ.
    assert {3, 5} <= set(evidence.seen)


def test_split_shows_the_chains_that_it_made() -> None:
    lines = lines_of(evidence_of(split(), TEXTS.get))
    assert [line.partition("|")[0] for line in lines] == ["2", "1"]


def test_a_name_tells_more_than_a_pronoun() -> None:
    text = "It came late. " * 5 + "Bob Smith came. " + "He left soon. " * 5
    spans = [place(text, "It", nth) for nth in range(5)]
    spans += [place(text, "Bob Smith"), *(place(text, "He", nth) for nth in range(5))]
    every = range(len(spans))
    made = bag(spans, {"Bob": every}, {}, [], [(Kind.INSTANCE_DROPPED, 0, None, every, "")], {"news": text})
    evidence = evidence_of(made, {"news": text}.get)
    assert evidence.seen[0] == 5
    assert SENTENCES_AT_FIRST <= len(evidence.seen) < len(spans)


def test_a_mention_that_can_be_read_tells_more_than_a_name_without_text() -> None:
    spans = [Span("a", 0, 9), Span("b", 0, 2)]
    texts: Texts = {"a": None, "b": "He left."}
    made = bag(spans, {"x": [0, 1]}, {}, [], [(Kind.INSTANCE_DROPPED, 0, None, [0, 1], "")], texts)
    made = replace(made, words=("Bob Smith", "He"))
    assert lines_of(evidence_of(made, texts.get))[0] == "A| He_A→gone left."


def test_a_click_at_one_of_two_chains_opens_sentences_below_their_common_one() -> None:
    text = "Ann met Bob. " + "Ann came at last. " * 9 + "Bob left very late. " * 9
    spans = [*(place(text, "Ann", nth) for nth in range(10)), *(place(text, "Bob", nth) for nth in range(10))]
    chains = {"Ann": range(10), "Bob": range(10, 20)}
    rows = [(Kind.INSTANCE_DROPPED, chain, None, spans, "") for chain, spans in enumerate(chains.values())]
    evidence = evidence_of(bag(spans, chains, {}, [], rows, {"news": text}), {"news": text}.get)
    signs = [[shown.sign for shown in label.chains] for label in evidence.page().labels]
    assert signs == [["A", "B"]]
    at_b = next(link for link in evidence.page().links if link.opening is Opening.SENTENCES and link.place)
    evidence.open(at_b)
    signs = [[shown.sign for shown in label.chains] for label in evidence.page().labels]
    assert signs == [["A", "B"], ["B"]]


@pytest.mark.parametrize("made", [merged()[0], seed(), large(60, 20)[0], a_wide_bag(0, 400)])
def test_step_by_step_everything_comes_into_the_open(made: Bag) -> None:
    texts: Texts = {"news": NEWS, **TEXTS, **large(60, 20)[1]}
    evidence = evidence_of(made, lambda document: texts.get(document, SENTENCE * 200))
    steps = 0
    while evidence.open_next() is not None:
        steps += 1
        assert steps <= len(made.spans)
    assert sorted(evidence.seen) == list(range(len(made.spans)))
    assert not [link for link in evidence.page().links if link.opening in (Opening.CHAINS, Opening.EQUAL)]


def test_differing_mentions_are_shown_before_all_others() -> None:
    made, texts = large(200)
    evidence = evidence_of(made, texts.get)
    for _ in range(6):
        evidence.open_next()
    assert {span for span in range(200) if span % 10 == 0} <= set(evidence.seen)


def test_equal_chains_are_folded_and_counted() -> None:
    made, texts = large(60, 20)
    evidence = evidence_of(made, texts.get)
    assert lines_of(evidence)[-1] == "| ▸ 18 equal chains"
    evidence.open(evidence.page().links[-1])
    assert lines_of(evidence)[-1] == f"| ▸ {18 - CHAINS_PER_STEP} equal chains"


def test_context_grows_from_sentence_to_paragraph_to_document_and_back() -> None:
    text = "One. Two Bob. Three.\nFour.\n\nFive."
    made = bag(
        [place(text, "Bob")],
        {"Bob": [0]},
        {},
        [],
        [(Kind.INSTANCE_DROPPED, 0, None, [0], "")],
        {"news": text},
    )
    evidence = evidence_of(made, {"news": text}.get)
    seen = [lines_of(evidence)]
    for _ in range(2):
        evidence.open(evidence.page().links[0])
        seen.append(lines_of(evidence))
    assert seen == [
        ["A| Two Bob_A→gone. ⋯"],
        ["A| One. Two Bob_A→gone. Three.", "| ⋯ 2 lines"],
        ["A| One. Two Bob_A→gone. Three.", "| Four.", "| ", "| Five."],
    ]
    evidence.set_level(0, Level.SENTENCE)
    assert lines_of(evidence) == seen[0]


def test_of_a_long_document_a_window_is_shown_and_more_of_it_on_either_side() -> None:
    made, text = in_one_document(a_wide_bag(0, 3_000))
    evidence = evidence_of(made, lambda _: text)
    evidence.show(1_500)
    evidence.set_level(1_500, Level.DOCUMENT)
    seen = len(evidence.seen)
    assert seen < 600
    for opening in (Opening.BEFORE, Opening.AFTER):
        evidence.open(next(link for link in evidence.page().links if link.opening is opening))
        assert len(evidence.seen) > seen
        seen = len(evidence.seen)


def test_only_the_texts_of_what_is_shown_are_read() -> None:
    asked: list[str] = []

    def text_of(document: str) -> str:
        asked.append(document)
        return SENTENCE * 200

    made = a_wide_bag(0, 20_000)
    evidence_of(made, text_of).page()
    assert 0 < len(asked) < 20 < len(made.documents)
    assert len(set(asked)) == len(asked)


def test_unreadable_text_raises_at_first_and_is_later_marked_on_the_page() -> None:
    def damaged(document: str) -> str | None:
        if document == unread:
            raise ReviewError("The text is damaged; go back to a copy.")
        return TEXTS[document]

    unread = DOC_1
    with pytest.raises(ReviewError):
        evidence_of(seed(), damaged)
    unread = DOC_2
    evidence = evidence_of(seed(), damaged)
    evidence.show(3)
    assert lines_of(evidence)[1] == "A| R. Smith  (The text is damaged; go back to a copy.)"


def test_a_chain_without_mentions_is_no_trouble() -> None:
    made = replace(seed(), spans=(), words=(), baseline=(), changed=(), partners=(), divergences=())
    evidence = evidence_of(made, TEXTS.get)
    assert lines_of(evidence) == ["| "]
    assert evidence.open_next() is None
    assert evidence.level() is Level.SENTENCE


def test_room_is_filled_by_mentions_that_differ_then_others_then_the_sentences_around() -> None:
    text = "Once. Ann ran. It rained. Bob ran. He sat. Ann slept. Then all was still."
    spans = [Span("d", text.index(words), text.index(words) + 3) for words in ("Ann ran", "Bob", "Ann sl")]
    rows = [(Kind.MOVED, 0, 1, [0], "Ann moved")]
    made = bag(
        spans, {"Ann": [0, 2], "Bob": [1]}, {"Ann": [2], "Bob": [0, 1]}, [(0, 0), (1, 1)], rows, {"d": text}
    )
    evidence = evidence_of(made, {"d": text}.get)
    first = lines_of(evidence)
    steps = []
    while evidence.fill():
        steps.append(lines_of(evidence))
    assert steps
    assert "He sat" not in str(steps[0])
    assert "Once." in str(steps[-1])
    assert "▸" not in str(steps[-1])
    for former in [*reversed(steps[:-1]), first]:
        assert evidence.unfill()
        assert lines_of(evidence) == former
    assert not evidence.unfill()
    everything = [first, *steps]
    for wanted in (1, len(steps), 0, len(steps) + 5):
        evidence.fill_to(wanted)
        assert evidence.fills == min(wanted, len(steps))
        assert lines_of(evidence) == everything[evidence.fills]


def test_room_that_is_left_shows_more_mentions_that_stay_but_not_all_of_many() -> None:
    sentences = [f"Ann ran {number}." for number in range(30)]
    text = " ".join(["Eve slept.", *sentences])
    begins = [text.index(sentence) for sentence in ("Eve", *sentences)]
    spans = [Span("d", begin, begin + 3) for begin in begins]
    rows = [(Kind.MERGED, 0, 0, [0], "merged")]
    before = {"Eve": [0], "Ann": range(1, 31)}
    made = bag(spans, before, {"Ann": range(31)}, [(1, 0)], rows, {"d": text})
    evidence = evidence_of(made, {"d": text}.get)
    counts = [str(lines_of(evidence)).count("Ann")]
    while evidence.fill():
        counts.append(str(lines_of(evidence)).count("Ann"))
    assert counts == sorted(counts)
    assert 12 <= counts[-1] < 30
    assert "▸" in str(lines_of(evidence))


def test_room_is_not_filled_with_text_already_shown() -> None:
    text = "Ann ran. Bob ran. Eve ran."
    spans = [Span("d", text.index(words), text.index(words) + 3) for words in ("Ann", "Bob", "Eve")]
    rows = [(Kind.MERGED, 1, 0, [1], "merged"), (Kind.MERGED, 2, 0, [2], "merged")]
    before = {"Ann": [0], "Bob": [1], "Eve": [2]}
    made = bag(spans, before, {"Ann": [0, 1, 2]}, [(0, 0)], rows, {"d": text})
    evidence = evidence_of(made, {"d": text}.get)
    while evidence.fill():
        pass
    assert str(lines_of(evidence)).count("ran.") == 3


def test_chains_that_wait_fill_the_room_first_and_wait_again_after_it() -> None:
    names = [f"N{number:02}" for number in range(20)]
    text = " ".join(f"Then {name} ran." for name in names)
    spans = [Span("d", text.index(name), text.index(name) + 3) for name in names]
    rows = [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, 20)]
    before = {name: [place] for place, name in enumerate(names)}
    made = bag(spans, before, {"N00": range(20)}, [(0, 0)], rows, {"d": text})
    evidence = evidence_of(made, {"d": text}.get)
    first = lines_of(evidence)
    assert evidence.fill()
    assert lines_of(evidence)[:-1] == [*first[:-1], "N→1| Then N13 ran. ⋯"]
    assert (first[-1], lines_of(evidence)[-1]) == ("| ▸ 8 more chains", "| ▸ 7 more chains")
    assert evidence.unfill()
    assert lines_of(evidence) == first
    evidence.open_next()
    assert len(lines_of(evidence)) > len(first)


def test_evidence_for_a_change_has_its_mentions_and_one_that_stays_of_each_chain() -> None:
    wide = a_wide_bag(0, 120)
    evidence = evidence_of(wide, {wide.spans[0].document: SENTENCE * 120}.get)
    of_change = evidence.show_change(wide.divergences[3])
    lines = [line for line in lines_of(of_change) if line.strip("| ")]
    assert len(lines) == 3
    # The change first, the rest in the order of the document.
    assert [line.partition("|")[0] for line in lines] == ["D 5", "D", "5"]
    assert "Bob Smith_D→5" in lines[0]
    assert lines[1].startswith("D| Bob Smith met")
    assert lines[2].startswith("5| Bob Smith met")
    # The evidence for the bag is as it was.
    assert len(lines_of(evidence)) > len(lines)


def test_evidence_for_a_statement_names_only_chains_that_have_the_mention() -> None:
    texts: Texts = {"d": "Ann ran.", "e": "Bob sat.", "f": "Cid lay."}
    spans = [Span(document, 0, 3) for document in texts]
    # The chain that has all three now has the statement; before, the chain of Cid had another one.
    rows = [
        (Kind.MERGED, 0, 0, [0], "merged"),
        (Kind.MERGED, 1, 0, [1], "merged"),
        (Kind.STATEMENT, 2, 0, [0, 1, 2], "statement"),
    ]
    before = {"Ann": [0], "Bob": [1], "Cid": [2]}
    made = bag(spans, before, {"Cid": [0, 1, 2]}, [(2, 0)], rows, texts)
    of_change = evidence_of(made, texts.get).show_change(made.divergences[2])
    assert lines_of(of_change) == ["1| Ann_B→1 ran.", "1| Bob_C→1 sat.", "A 1| Cid lay."]


def many_joined() -> tuple[Bag, Texts]:
    """Return a bag of thirty chains of one mention that are merged: the last is named Bob, the others Ann."""
    names = ["Ann"] * 29 + ["Bob"]
    text = " ".join(f"Then {name} ran." for name in names)
    spans = [Span("d", begin, begin + 3) for begin in range(5, len(text), 14)]
    rows = [(Kind.MERGED, place, 0, [place], "merged") for place in range(1, 30)]
    before = {str(place): [place] for place in range(30)}
    made = bag(spans, before, {"Ann": range(30)}, [(0, 0)], rows, {"d": text})
    baseline = [each._replace(label=name) for each, name in zip(made.baseline, names, strict=True)]
    return replace(made, baseline=tuple(baseline)), {"d": text}


def titled_evidence(made: Bag, text_of: TextOf) -> tuple[BagSentences, Chains, Evidence]:
    """Return the evidence of a bag by the change in its title, with the sentences and chains."""
    displayed = display_bag(made)
    chains = Chains(displayed)
    sentences = BagSentences(made, chains.order)
    return sentences, chains, Evidence(displayed, chains, text_of, title=sentences.first)


def test_chains_of_the_title_are_shown_before_the_fold() -> None:
    made, texts = many_joined()
    sentences, _, evidence = titled_evidence(made, texts.get)
    assert sentences.headline == "Bob (AD) joined with Ann (A)"
    lines = lines_of(evidence)
    assert {"A| Then Ann ran. ⋯", "AD→1| Then Bob ran. ⋯"} <= set(lines)
    # They take the rows of other chains.
    assert len(lines) - 1 == CHAINS_PER_STEP
    # The chain that all were joined with was shown with them.
    assert lines[-1] == f"| ▸ {30 - CHAINS_PER_STEP + 1} more chains"
    while evidence.open_next() is not None:
        pass
    lines = lines_of(evidence)
    assert sum("Bob" in line for line in lines) == 1
    assert sum("ran." in line for line in lines) == 30


@pytest.mark.parametrize("seed", range(300))
def test_each_chain_in_the_title_has_a_mention_on_the_page(seed: int) -> None:
    made = a_random_bag(seed)
    sentences, chains, evidence = titled_evidence(made, lambda _: "Bob Smith met Anna. " * 9)
    row = sentences.first
    assert row is not None
    alone = (0, row.baseline or 0) if row.changed is None else (CHANGED, row.changed)
    for place in sentences.ends(row) or [alone]:
        assert set(chains.at(*place).spans) & set(evidence.page().spans), (sentences.headline, place)
